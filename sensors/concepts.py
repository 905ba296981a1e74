"""`concepts`: registers new concepts, and has evidence chosen again when concepts, papers or retrieval changed."""

from dagster import DefaultSensorStatus, RunRequest, SensorEvaluationContext, SensorResult, SkipReason, sensor

from jobs.ingestion import ingest_job
from jobs.retrieval import evidence_job
from resources import ArtifactStoreResource, EmbedderResource, LanguageModelResource, LibraryResource, PolicyResource
from sensors.attempts import due
from sensors.in_flight import backfill_under_way, unfinished_runs
from sensors.looking import INTERVAL_SECONDS, look
from sensors.new_papers import plan_beside_papers
from wiki_assets.partitions import CONCEPTS, concepts_partitions
from wiki_assets.planning.plan import Plan


@sensor(name="concepts", job=evidence_job, minimum_interval_seconds=INTERVAL_SECONDS, default_status=DefaultSensorStatus.RUNNING)
def concepts_sensor(
    context: SensorEvaluationContext,
    library: LibraryResource,
    artifacts: ArtifactStoreResource,
    policy: PolicyResource,
    embedder: EmbedderResource,
    language_model: LanguageModelResource,
) -> SensorResult | SkipReason:
    """Compares concepts.yaml with the partitions there are, and the evidence with what it was chosen from."""
    seen = look(context, "concepts", library, artifacts, policy, embedder, language_model)
    if isinstance(seen, SkipReason):
        return seen
    known = set(context.instance.get_dynamic_partitions(CONCEPTS))
    new = [concept.slug for concept in seen.concepts.concepts if concept.slug not in known]
    adding = [concepts_partitions.build_add_request(new)] if new else []
    busy = backfill_under_way(context.instance) or unfinished_runs(context.instance, [ingest_job.name, evidence_job.name]) > 0
    plan = plan_beside_papers(context.instance, library, seen)
    if reason := waiting_for(plan, busy):
        return SensorResult(skip_reason=SkipReason(reason), dynamic_partitions_requests=adding)
    request = RunRequest(run_key=plan.evidence_fingerprint, tags={"wiki/reason": plan.evidence})
    evidence = due(context.instance, evidence_job.name, [request])
    if not evidence.requests:
        return SensorResult(skip_reason=SkipReason(f"Choosing evidence: {evidence.told}"), dynamic_partitions_requests=adding)
    return SensorResult(run_requests=list(evidence.requests), dynamic_partitions_requests=adding)


def waiting_for(plan: Plan, busy: bool) -> str:
    """Why evidence is not chosen again now; empty when it is to be."""
    if not plan.evidence:
        return "The evidence of every concept is up to date."
    if busy:
        return "Papers are being ingested now; evidence is chosen when that has ended."
    if plan.ingest:
        return f"{len(plan.ingest)} papers have to be ingested first."
    return ""
