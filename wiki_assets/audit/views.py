"""The views a person would ask for, and that `queries` reads.

Belongs here: SQL that answers. Does not belong here: tables (`schema`). Views are replaced as a whole whenever their text
changes, so they need no migrations.

"Latest" always goes by `last_recorded_at`: when a page returns to an earlier version (a paper came and went), that version is the
latest again, though its row was first recorded long ago.
"""

from __future__ import annotations

import hashlib

import duckdb

VIEWS: dict[str, str] = {
    # One row a bibkey. A file that was refused never hides the readable one of the same key, recorded at the same moment.
    "latest_documents": """
        SELECT * FROM documents WHERE bibkey <> ''
        QUALIFY row_number() OVER (
            PARTITION BY bibkey ORDER BY last_recorded_at DESC, status IN ('ok', 'partial') DESC, file
        ) = 1
        ORDER BY bibkey
    """,
    # Files that got no bibkey when they were last seen.
    "rejected_files": """
        SELECT * FROM documents
        QUALIFY row_number() OVER (PARTITION BY file ORDER BY last_recorded_at DESC, bibkey) = 1 AND bibkey = ''
        ORDER BY file
    """,
    # What became of the files of the latest run that read any, by status and format: how many, and an example of each.
    "ingest_outcomes": """
        SELECT
            status, media_type, count(*) AS files, sum(size)::BIGINT AS bytes, sum(pages)::BIGINT AS pages, min(file) AS example,
            run_id, max(last_recorded_at) AS recorded_at
        FROM documents
        WHERE run_id = (SELECT run_id FROM documents ORDER BY recorded_at DESC, run_id DESC LIMIT 1)
        GROUP BY status, media_type, run_id
        ORDER BY status, media_type
    """,
    # What was taken out of documents as a secret, one row a kind, document and reading; never the secret.
    "redactions": """
        SELECT
            unnest(redaction_kinds) AS kind, unnest(redaction_counts) AS count, bibkey, file, sha256, run_id, recorded_at,
            last_recorded_at
        FROM documents
        ORDER BY kind, bibkey, file, recorded_at
    """,
    # The evidence that each concept was last given, best first.
    "latest_evidence": """
        SELECT * FROM evidence
        QUALIFY fingerprint = first_value(fingerprint) OVER (PARTITION BY concept ORDER BY last_recorded_at DESC, fingerprint)
        ORDER BY concept, rank
    """,
    # The newest verdict on each version of each page.
    "latest_reports": """
        SELECT * FROM grounding_reports
        QUALIFY row_number() OVER (
            PARTITION BY slug, page_sha ORDER BY last_recorded_at DESC, guard, guard_version DESC, threshold DESC
        ) = 1
    """,
    # What is published now. It is since the first promotion of this version that no other promotion and no withdrawal followed.
    "published_pages": """
        WITH moves AS (
            SELECT slug, page_sha, decision, recorded_at, run_id, path FROM promotions
            WHERE decision IN ('promoted', 'withdrawn', 'retired')
        ), standing AS (
            SELECT * FROM moves
            QUALIFY row_number() OVER (PARTITION BY slug ORDER BY recorded_at DESC, decision DESC, page_sha) = 1
        ), broken AS (
            SELECT standing.slug, max(moves.recorded_at) AS until
            FROM standing JOIN moves USING (slug)
            WHERE moves.decision <> 'promoted' OR moves.page_sha <> standing.page_sha
            GROUP BY standing.slug
        )
        SELECT standing.slug, standing.page_sha, standing.path, min(moves.recorded_at) AS published_since
        FROM standing
        JOIN moves ON moves.slug = standing.slug AND moves.page_sha = standing.page_sha
        LEFT JOIN broken ON broken.slug = standing.slug
        WHERE standing.decision = 'promoted' AND moves.decision = 'promoted'
            AND (broken.until IS NULL OR moves.recorded_at >= broken.until)
        GROUP BY standing.slug, standing.page_sha, standing.path
    """,
    # One row a slug: its newest version, the newest verdict on that, and what is published under the slug.
    "latest_pages": """
        WITH newest AS (
            SELECT * FROM pages
            QUALIFY row_number() OVER (PARTITION BY slug ORDER BY last_recorded_at DESC, recorded_at DESC, page_sha) = 1
        )
        SELECT
            newest.slug, newest.page_sha, newest.title, newest.description, newest.composer, newest.composer_version,
            newest.model, newest.evidence_fingerprint, newest.definition_hash, newest.claims, newest.citations,
            newest.bibkeys, newest.reason, report.guard, report.guard_version, report.rate, report.threshold, report.passed,
            report.grounded, report.uncertain, report.unsupported, report.repaired, report.evidence_coverage,
            report.copied_share,
            coalesce(published.page_sha = newest.page_sha, false) AS published, published.page_sha AS published_page_sha,
            published.published_since, newest.run_id, newest.recorded_at, newest.last_recorded_at
        FROM newest
        LEFT JOIN latest_reports AS report USING (slug, page_sha)
        LEFT JOIN published_pages AS published USING (slug)
        ORDER BY newest.slug
    """,
    # The newest verdict of each guard on each claim of each version of each page.
    "latest_claims": """
        SELECT * FROM claims
        QUALIFY row_number() OVER (
            PARTITION BY slug, page_sha, ordinal, guard, guard_version ORDER BY last_recorded_at DESC, recorded_at DESC, rule
        ) = 1
    """,
    # Claims of the newest pages that their newest verdict does not call grounded, the unsupported before the uncertain ones.
    "ungrounded_claims": """
        SELECT
            claims.slug, claims.ordinal, claims.text, claims.verdict, claims.rule, claims.bibkey, claims.chunk, claims.page,
            claims.explanation, claims.quote, claims.matched, claims.differences, claims.page_sha, claims.guard,
            claims.guard_version, latest_pages.published
        FROM latest_claims AS claims
        JOIN latest_pages USING (slug, page_sha, guard, guard_version)
        WHERE claims.verdict <> 'grounded'
        ORDER BY claims.slug, claims.verdict = 'uncertain', claims.ordinal
    """,
    # How often each rule of each guard decided, over the newest verdicts on the newest pages. `share` is of all those claims.
    "rule_rates": """
        SELECT
            claims.guard, claims.guard_version, claims.rule, claims.verdict, count(*) AS claims,
            count(*) / sum(count(*)) OVER (PARTITION BY claims.guard, claims.guard_version) AS share
        FROM latest_claims AS claims
        JOIN latest_pages USING (slug, page_sha, guard, guard_version)
        GROUP BY claims.guard, claims.guard_version, claims.rule, claims.verdict
        ORDER BY claims.guard, claims.guard_version, claims DESC, claims.rule, claims.verdict
    """,
    # Claims of the newest pages that were cited anew: what they cited, the verdict under that, and what they cite now.
    "repairs": """
        SELECT
            claims.slug, claims.ordinal, claims.text, claims.replaced_bibkey, claims.replaced_chunk, claims.replaced_verdict,
            claims.replaced_rule,
            claims.bibkey, claims.chunk, claims.page, claims.quote, claims.rule, claims.page_sha, claims.guard,
            claims.guard_version, claims.run_id, claims.recorded_at, latest_pages.published
        FROM latest_claims AS claims
        JOIN latest_pages USING (slug, page_sha, guard, guard_version)
        WHERE claims.replaced_rule IS NOT NULL
        ORDER BY claims.slug, claims.ordinal
    """,
    # Signs that papers disagree, as they were last found beside the newest pages; whoever found one, and the words that differ.
    "disagreements": """
        SELECT
            conflicts.slug, conflicts.heuristic, conflicts.kind, conflicts.differing_a, conflicts.differing_b, conflicts.bibkey_a,
            conflicts.chunk_a, conflicts.words_a, conflicts.bibkey_b, conflicts.chunk_b, conflicts.words_b, conflicts.cue,
            conflicts.score, conflicts.claim, conflicts.page_sha, conflicts.run_id, conflicts.recorded_at, latest_pages.published
        FROM conflicts
        JOIN latest_pages USING (slug, page_sha)
        JOIN latest_reports AS report USING (slug, page_sha)
        WHERE conflicts.last_recorded_at >= report.last_recorded_at
        ORDER BY conflicts.slug, conflicts.heuristic DESC, conflicts.score DESC, conflicts.words_a, conflicts.words_b
    """,
    # The rate of each slug over time, one row a verdict, with the change against the one before.
    "grounding_trend": """
        SELECT
            slug, recorded_at::DATE AS day, run_id, recorded_at, page_sha, guard, guard_version, claims, grounded, uncertain,
            unsupported, rate, threshold, passed, repaired, evidence_coverage, copied_share,
            rate - lag(rate) OVER (PARTITION BY slug ORDER BY recorded_at, page_sha, guard, guard_version, threshold) AS change
        FROM grounding_reports
        ORDER BY slug, recorded_at
    """,
    # How well the guard does on this corpus over time: one row a run and kind of edit, and one for all kinds of a label together
    # ("all"). A catch rate is of edits that make a claim false, a false-alarm rate of those that only reword it. The change is
    # against the run before.
    "calibration_trend": """
        WITH counted AS (
            SELECT
                run_id, min(recorded_at) AS recorded_at, guard, guard_version, edits_version, any_value(claims) AS claims, label,
                CASE WHEN grouping(kind) = 1 THEN 'all' ELSE kind END AS kind,
                sum(edits)::BIGINT AS edits, sum(edits - grounded)::BIGINT AS refused
            FROM calibrations
            GROUP BY GROUPING SETS (
                (run_id, guard, guard_version, edits_version, label, kind), (run_id, guard, guard_version, edits_version, label)
            )
        ), rated AS (
            SELECT *, refused / edits AS rate FROM counted
        )
        SELECT
            recorded_at::DATE AS day, run_id, recorded_at, guard, guard_version, edits_version, claims, label, kind, edits, refused,
            CASE WHEN label = 'unsupported' THEN rate END AS catch_rate,
            CASE WHEN label = 'supported' THEN rate END AS false_alarm_rate,
            rate - lag(rate) OVER (PARTITION BY label, kind ORDER BY recorded_at, run_id, guard, guard_version) AS change
        FROM rated
        ORDER BY recorded_at, run_id, guard, guard_version, label DESC, kind <> 'all', kind
    """,
    # One row a claim of every version of every page: from its words to the document they rest on, and to who decided what.
    "page_lineage": """
        WITH judged AS (
            SELECT * FROM claims
            QUALIFY row_number() OVER (
                PARTITION BY slug, page_sha, ordinal ORDER BY last_recorded_at DESC, guard, guard_version DESC
            ) = 1
        ), files AS (
            SELECT * FROM documents
            QUALIFY row_number() OVER (
                PARTITION BY bibkey, sha256 ORDER BY status IN ('ok', 'partial') DESC, last_recorded_at DESC, file
            ) = 1
        ), passages AS (
            SELECT chunk_id, any_value(chunker_version) AS chunker_version FROM chunks GROUP BY chunk_id
        ), decisions AS (
            SELECT
                slug, page_sha, decision, recorded_at,
                max(recorded_at) FILTER (decision = 'promoted') OVER (PARTITION BY slug, page_sha) AS promoted_at
            FROM promotions
            QUALIFY row_number() OVER (PARTITION BY slug, page_sha ORDER BY recorded_at DESC, decision) = 1
        )
        SELECT
            judged.slug, judged.page_sha, pages.title, judged.ordinal, judged.section, judged.text, judged.quote, judged.bibkey,
            judged.chunk, judged.chunk_id, judged.page, judged.quote_start, judged.quote_end, judged.citation, judged.citations,
            judged.document_sha256, files.file AS document_file, files.title AS document_title, files.parser,
            files.parser_version, passages.chunker_version, pages.run_id AS page_run_id, pages.recorded_at AS composed_at,
            pages.last_recorded_at AS last_composed_at, pages.composer, pages.composer_version, pages.model,
            pages.evidence_fingerprint, judged.verdict, judged.rule, judged.explanation, judged.matched, judged.matched_start,
            judged.matched_end, judged.differences, judged.sentences, judged.guard_rule, judged.replaced_bibkey,
            judged.replaced_chunk, judged.replaced_verdict, judged.replaced_rule, judged.guard, judged.guard_version,
            judged.run_id AS verdict_run_id,
            judged.recorded_at AS judged_at, decisions.decision, decisions.recorded_at AS decided_at,
            decisions.promoted_at
        FROM judged
        LEFT JOIN pages USING (slug, page_sha)
        LEFT JOIN files ON files.bibkey = judged.bibkey AND files.sha256 = judged.document_sha256
        LEFT JOIN passages ON passages.chunk_id = judged.chunk_id
        LEFT JOIN decisions ON decisions.slug = judged.slug AND decisions.page_sha = judged.page_sha
        ORDER BY judged.slug, judged.page_sha, judged.ordinal
    """,
    # What the models cost, per day (UTC) and model.
    "model_costs": """
        SELECT
            recorded_at::DATE AS day, model, count(*) AS calls, sum(prompt_tokens)::BIGINT AS prompt_tokens,
            sum(completion_tokens)::BIGINT AS completion_tokens, sum(cost_usd) AS cost_usd, sum(seconds) AS seconds,
            count(*) FILTER (outcome <> 'ok') AS failures
        FROM llm_calls GROUP BY ALL ORDER BY ALL
    """,
    # What lies among the drafts: the last word on the slug was a refusal. `stale` and `kept` speak of the page that stays
    # published beside the draft, so they do not end a quarantine.
    "quarantine": """
        WITH last_word AS (
            SELECT * FROM promotions WHERE decision IN ('promoted', 'quarantined', 'withdrawn', 'retired')
            QUALIFY row_number() OVER (PARTITION BY slug ORDER BY recorded_at DESC, decision DESC, page_sha) = 1
        )
        SELECT
            slug, page_sha, decision, reason, path, rate, threshold, guard, guard_version, recorded_at, run_id,
            slug IN (SELECT slug FROM published_pages) AS still_published
        FROM last_word
        WHERE decision IN ('quarantined', 'withdrawn')
        ORDER BY slug
    """,
    # When each page that lies among the drafts was first refused without a promotion since, and how often in all.
    "quarantine_since": """
        WITH ended AS (
            SELECT slug, max(recorded_at) AS at FROM promotions WHERE decision IN ('promoted', 'retired') GROUP BY slug
        )
        SELECT quarantine.slug, min(promotions.recorded_at) AS since, count(*) AS refusals
        FROM quarantine
        JOIN promotions ON promotions.slug = quarantine.slug AND promotions.decision IN ('quarantined', 'withdrawn')
        LEFT JOIN ended ON ended.slug = quarantine.slug
        WHERE ended.at IS NULL OR promotions.recorded_at >= ended.at
        GROUP BY quarantine.slug
        ORDER BY quarantine.slug
    """,
    # One row a published page: the version that stands in the wiki, with its newest verdict.
    "published_verdicts": """
        SELECT
            standing.slug, standing.page_sha, standing.path, standing.published_since, pages.title, pages.bibkeys, pages.composer,
            pages.model, pages.evidence_fingerprint, report.guard, report.guard_version, report.rate, report.threshold,
            report.claims, report.grounded, report.uncertain, report.unsupported, report.evidence_coverage, report.copied_share
        FROM published_pages AS standing
        LEFT JOIN pages USING (slug, page_sha)
        LEFT JOIN latest_reports AS report USING (slug, page_sha)
        ORDER BY standing.slug
    """,
    # Every change of what is published, with the claims that the page brought; a page that left brings none.
    "publication_moves": """
        SELECT
            moves.slug, moves.recorded_at, moves.decision, moves.page_sha,
            CASE WHEN moves.decision = 'promoted' THEN coalesce(report.claims, 0) ELSE 0 END AS claims,
            CASE WHEN moves.decision = 'promoted' THEN coalesce(report.grounded, 0) ELSE 0 END AS grounded
        FROM promotions AS moves
        LEFT JOIN grounding_reports AS report
            ON report.slug = moves.slug AND report.page_sha = moves.page_sha AND report.guard = moves.guard
            AND report.guard_version = moves.guard_version AND report.threshold = moves.threshold
        WHERE moves.decision IN ('promoted', 'withdrawn', 'retired')
        QUALIFY row_number() OVER (
            PARTITION BY moves.slug, moves.recorded_at, moves.decision, moves.page_sha ORDER BY report.last_recorded_at DESC
        ) = 1
        ORDER BY moves.recorded_at, moves.decision, moves.slug
    """,
    # Published pages that are not what the newest words or the newest evidence would give, and why.
    "stale_pages": """
        WITH refused AS (
            SELECT slug, recorded_at, run_id FROM quarantine WHERE still_published
        ), chosen AS (
            SELECT concept AS slug, any_value(fingerprint) AS fingerprint, max(last_recorded_at) AS chosen_at
            FROM latest_evidence GROUP BY concept
        )
        SELECT
            published.slug, published.title, published.path, published.published_since,
            CASE WHEN refused.slug IS NOT NULL THEN 'successor refused' ELSE 'evidence moved' END AS why,
            coalesce(refused.recorded_at, chosen.chosen_at) AS since
        FROM published_verdicts AS published
        LEFT JOIN refused USING (slug)
        LEFT JOIN chosen USING (slug)
        WHERE refused.slug IS NOT NULL
            OR (chosen.fingerprint <> published.evidence_fingerprint AND chosen.chosen_at > published.published_since)
        ORDER BY published.slug
    """,
    # Papers that somebody says are retracted or superseded, and the published pages that cite them all the same.
    "flagged_citations": """
        SELECT
            papers.bibkey, papers.title, papers.flag, papers.flag_note, papers.file,
            list(published.slug ORDER BY published.slug) AS slugs
        FROM latest_documents AS papers
        JOIN published_verdicts AS published ON list_contains(published.bibkeys, papers.bibkey)
        WHERE papers.flag <> ''
        GROUP BY papers.bibkey, papers.title, papers.flag, papers.flag_note, papers.file
        ORDER BY papers.bibkey
    """,
    # Files that could not be read, or only in part, as they were last seen. A file without a bibkey counts while the latest reading of
    # the folder still met it.
    "ingest_problems": """
        SELECT bibkey, file, status, reason, title, last_recorded_at FROM latest_documents WHERE status NOT IN ('ok', 'retired')
        UNION ALL
        SELECT bibkey, file, status, reason, title, last_recorded_at FROM rejected_files
        WHERE last_recorded_at >= (SELECT max(last_recorded_at) FROM documents)
        ORDER BY status = 'partial', file, bibkey
    """,
    # One row an alert, the newest first: what became of it in the end.
    "recent_alerts": """
        SELECT
            happened_at, severity, kind, asset, check_name, partition, job, step, why, what_to_do, owners, figures, count, delivery,
            answer, attempts, run_id, alert_id, last_recorded_at
        FROM alerts
        QUALIFY row_number() OVER (
            PARTITION BY alert_id ORDER BY last_recorded_at DESC, delivery = 'waiting', delivery
        ) = 1
        ORDER BY happened_at DESC, alert_id
    """,
}


def create_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Replaces the views where their text has changed; the caller's transaction decides when others see it."""
    digest = hashlib.sha256("\n".join(f"{name} {body}" for name, body in VIEWS.items()).encode("utf-8")).hexdigest()
    if connection.execute("SELECT 1 FROM _views WHERE digest = ?", [digest]).fetchall():
        return
    drop_views(connection)
    for name, body in VIEWS.items():
        connection.execute(f"CREATE VIEW {name} AS {body}")
    connection.execute("INSERT INTO _views VALUES (?)", [digest])


def drop_views(connection: duckdb.DuckDBPyConnection) -> None:
    """Removes our views, and no one else's, before the tables under them change."""
    for name in reversed(VIEWS):
        connection.execute(f"DROP VIEW IF EXISTS {name}")
    connection.execute("DELETE FROM _views")
