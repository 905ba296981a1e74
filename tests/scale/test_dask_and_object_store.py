"""Steps on a real Dask cluster of two workers, artifacts and audit on a real S3 server: the same pages, byte for byte."""

from __future__ import annotations

import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from dagster import DagsterInstance, JobDefinition, execute_job, reconstructable

from jobs.launching import RANGE_END, RANGE_START, Launcher, open_instance
from tests.scale import dask_jobs
from tests.shell.homes import PAPERS, make_home, write_concepts
from tests.storage.object_server import running_server, used_by_us
from wiki_assets.cli.home import prepare_home
from wiki_assets.definitions import build_defs
from wiki_assets.partitions import add_missing_keys
from wiki_assets.settings import Settings

# No paper speaks of it, so that the gate has something to refuse.
UNSUPPORTED = "quantum-foam"
NAMES = {"circle-packing": "Circle packing", UNSUPPORTED: "Quantum foam"}


@contextmanager
def running_cluster() -> Iterator[str]:
    """Address of a cluster of two worker processes, which have the environment of this moment."""
    from dask.distributed import LocalCluster

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of ports in use and of event loops, by Dask's own choice
        with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
            yield cluster.scheduler_address


# Front matter says when and by which run; all else has to be the same.
WHEN_AND_WHO = re.compile(rb'(timestamp|  at|  run): "[^"]*"')


def pages_of(home: Path) -> dict[str, bytes]:
    """Every page and draft but for times and runs, of which the log is full."""
    wiki = home / "wiki"
    return {
        path.relative_to(wiki).as_posix(): WHEN_AND_WHO.sub(rb"\1", path.read_bytes())
        for path in sorted(wiki.rglob("*.md"))
        if path.name != "log.md"
    }


def build_here(home: Path) -> None:
    settings = make_home(home)
    write_concepts(home, NAMES)
    with DagsterInstance.ephemeral() as instance:
        launcher = Launcher(instance, build_defs(settings))
        launcher.register("papers", list(PAPERS))
        launcher.register("concepts", list(NAMES))
        launcher.run_ranges("ingest", "papers", list(PAPERS))
        launcher.run("choose_evidence")
        for slug in NAMES:
            launcher.run("compile", slug)
        launcher.run("publish")


def run_on_cluster(job: Callable[[], JobDefinition], instance: DagsterInstance, **tags: str) -> bool:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return execute_job(reconstructable(job), instance=instance, tags=tags).success


def build_on_cluster(instance: DagsterInstance) -> None:
    """Every step up to publication, each on a worker; the gate refuses there as it does anywhere."""
    add_missing_keys(instance, "papers", PAPERS)
    add_missing_keys(instance, "concepts", NAMES)
    first, *_, last = PAPERS
    assert run_on_cluster(dask_jobs.ingest, instance, **{RANGE_START: first, RANGE_END: last})
    assert run_on_cluster(dask_jobs.choose_evidence, instance)
    promoted = {slug: run_on_cluster(dask_jobs.compile_page, instance, **{"dagster/partition": slug}) for slug in NAMES}
    assert promoted == {"circle-packing": True, UNSUPPORTED: False}


def test_a_build_on_dask_and_an_object_store_gives_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_here(tmp_path / "here")
    home = tmp_path / "there"
    with running_server() as server, used_by_us(server.url):
        monkeypatch.setenv("WIKI_HOME", str(home))
        monkeypatch.setenv("WIKI_ARTIFACTS", server.new_bucket())
        monkeypatch.setenv("WIKI_EXECUTOR", "dask")
        shutil.copytree(tmp_path / "here" / "raw", home / "raw")
        write_concepts(home, NAMES)
        with running_cluster() as scheduler:
            monkeypatch.setenv("WIKI_DASK_SCHEDULER", scheduler)
            settings = Settings.load()
            with open_instance(prepare_home(settings)) as instance:
                build_on_cluster(instance)
            # What spans pages is one step after another; it runs here, from what the workers left in the store.
            with DagsterInstance.ephemeral() as instance:
                assert Launcher(instance, build_defs(settings)).run("publish").success
    assert pages_of(home) == pages_of(tmp_path / "here")
    assert f"draft/{UNSUPPORTED}.md" in pages_of(home)
    assert f"{UNSUPPORTED}.md" not in pages_of(home)
    assert not (home / "artifacts" / "pages").exists()
