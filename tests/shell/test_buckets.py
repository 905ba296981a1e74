"""Papers that share buckets as partitions: the same pages, and a run over a bucket does what is out of date in it and nothing else."""

from __future__ import annotations

from pathlib import Path

from dagster import AssetKey, DagsterInstance

from jobs.launching import RANGE_END, RANGE_START, Launcher
from tests.shell.homes import PAPERS, make_home, write_paper
from wiki_assets.definitions import build_defs
from wiki_assets.documents.partitioning import PaperPartitions
from wiki_assets.settings import Settings

BUCKET = PaperPartitions(1).key_of("any")


def written(home: Path) -> dict[str, int]:
    """When every artifact of a paper was written last."""
    folders = [home / "artifacts" / name for name in ("documents", "chunks", "embeddings")]
    return {str(path): path.stat().st_mtime_ns for folder in folders for path in folder.rglob("*") if path.is_file()}


def test_a_run_over_a_bucket_reads_only_what_is_out_of_date_in_it(tmp_path: Path) -> None:
    make_home(tmp_path / "home")
    settings = Settings.load(home=tmp_path / "home", buckets=1)
    with DagsterInstance.ephemeral() as instance:
        launcher = Launcher(instance, build_defs(settings))
        launcher.register("papers", [BUCKET])
        first = launcher.run_range("ingest", {RANGE_START: BUCKET, RANGE_END: BUCKET})
        assert first.success
        assert first.totals["raw_documents.papers"] == len(PAPERS)
        before = written(settings.home)
        write_paper(
            settings.raw_folder, "Dogwood2023", "New", "A new paper says that circle packings are configurations of circles."
        )
        second = launcher.run_range("ingest", {RANGE_START: BUCKET, RANGE_END: BUCKET})
        assert (second.totals["raw_documents.papers"], second.totals["chunks.papers"], second.totals["embeddings.papers"]) == (
            1,
            1,
            1,
        )
        after = written(settings.home)
        assert {path: after[path] for path in before} == before
        assert {Path(path).stem.partition(".")[0] for path in after.keys() - before.keys()} <= {
            "Dogwood2023",
            "record",
            "state",
            "parsed",
        }
        assert not launcher.run_range("ingest", {RANGE_START: BUCKET, RANGE_END: BUCKET}).totals.get("raw_documents.papers")
        assert instance.get_materialized_partitions(AssetKey("embeddings")) == {BUCKET}
