from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import duckdb
import pytest

from wiki_assets.audit.folding import fold
from wiki_assets.audit.queries import claim_lineage, open_for_reading, page_overview
from wiki_assets.audit.rows import Decision
from wiki_assets.errors import AuditError, StoreLockedError

from .samples import DOCUMENT_SHA, NOON, QUOTE, ask, opened_elsewhere, page, record_decision, record_page, record_source

GOOD, NEXT = page(), page(texts=("Another first claim.",))


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with a good page that is published, and its quarantined successor."""
    home = tmp_path_factory.mktemp("home")
    audit, database = home / "audit", home / "audit.duckdb"
    record_source(audit)
    record_page(audit, GOOD, 0)
    record_decision(audit, GOOD, Decision.PROMOTED, 1)
    record_page(audit, NEXT, 2)
    record_decision(audit, NEXT, Decision.QUARANTINED, 3)
    fold(audit, database)
    return database


@pytest.fixture
def folded(original: Path, tmp_path: Path) -> Path:
    """A copy of it for each test."""
    return Path(shutil.copy(original, tmp_path / "audit.duckdb"))


def test_the_lineage_of_a_claim_leads_to_the_bytes_of_its_source(folded: Path) -> None:
    lineage = claim_lineage(folded, "circle-packing", 0)
    assert lineage is not None
    assert (lineage.text, lineage.quote) == ("Circle packings approximate the Riemann map.", QUOTE)
    assert (lineage.bibkey, lineage.chunk, lineage.page, lineage.document_sha256) == ("Rodin1987", 5, 7, DOCUMENT_SHA)
    assert (lineage.document_file, lineage.document_title, lineage.parser, lineage.chunker_version) == (
        "rodin.pdf",
        "Convergence",
        "pymupdf",
        "chunker-1",
    )
    assert (lineage.verdict, lineage.rule, lineage.matched) == ("grounded", "5-gram", QUOTE)
    assert (lineage.page_run_id, lineage.composer, lineage.decision) == ("run-0", "extractive", "promoted")
    assert (lineage.composed_at, lineage.promoted_at) == (NOON, NOON + timedelta(hours=1))


def test_without_a_version_the_published_page_answers(folded: Path) -> None:
    published, newest = claim_lineage(folded, "circle-packing", 0), claim_lineage(folded, "circle-packing", 0, NEXT.page_sha)
    assert published is not None
    assert newest is not None
    assert (published.page_sha, newest.page_sha) == (GOOD.page_sha, NEXT.page_sha)
    assert (newest.decision, newest.promoted_at) == ("quarantined", None)


def test_where_nothing_is_published_the_newest_page_answers(audit: Path, database: Path) -> None:
    record_page(audit, GOOD, 0)
    record_page(audit, NEXT, 1)
    fold(audit, database)
    lineage = claim_lineage(database, "circle-packing", 0)
    assert lineage is not None
    assert (lineage.page_sha, lineage.decision, lineage.document_file) == (NEXT.page_sha, None, None)


@pytest.mark.parametrize(
    ("slug", "ordinal"), [("circle-packing", 99), ("circle-packing", -1), ("nowhere", 0), ("' OR 1=1 --", 0), ("", 0)]
)
def test_a_claim_that_is_not_there_has_no_lineage(folded: Path, slug: str, ordinal: int) -> None:
    assert claim_lineage(folded, slug, ordinal) is None


def test_the_overview_tells_newest_and_published_apart(folded: Path) -> None:
    (shown,) = page_overview(folded)
    assert (shown.slug, shown.page_sha, shown.claims, shown.rate, shown.passed) == ("circle-packing", NEXT.page_sha, 1, 1.0, True)
    assert (shown.published, shown.published_page_sha, shown.published_since) == (False, GOOD.page_sha, NOON + timedelta(hours=1))
    assert shown.recorded_at == NOON + timedelta(hours=2)
    assert shown.bibkeys == ["Rodin1987"]


def test_a_database_that_is_not_there_says_what_to_run(database: Path) -> None:
    with pytest.raises(AuditError, match=r"no audit database .* Run `wiki build`"):
        page_overview(database)
    assert not database.exists()


def test_a_reader_is_told_when_somebody_else_may_write(folded: Path) -> None:
    with opened_elsewhere(folded, read_only=False) as shell:  # noqa: SIM117 - the process id is known only inside
        with pytest.raises(StoreLockedError, match=str(shell.pid)), open_for_reading(folded, wait_seconds=0.1):
            pass


def test_readers_do_not_keep_each_other_out(folded: Path) -> None:
    with opened_elsewhere(folded, read_only=True), open_for_reading(folded, wait_seconds=0) as connection:
        assert connection.execute("SELECT count(*) FROM pages").fetchone() == (2,)


def test_reading_cannot_write(folded: Path) -> None:
    with pytest.raises(AuditError, match="read-only"), open_for_reading(folded) as connection:
        connection.execute("DELETE FROM pages")
    assert ask(folded, "SELECT count(*) FROM pages") == [(2,)]


def test_a_connection_is_closed_whatever_happens_inside(folded: Path) -> None:
    with pytest.raises(RuntimeError, match="inside"), open_for_reading(folded) as connection:
        raise RuntimeError("inside")
    with pytest.raises(duckdb.ConnectionException):
        connection.execute("SELECT 1")


def test_a_reader_can_open_what_a_killed_writer_left(folded: Path) -> None:
    program = (
        "import duckdb, os, signal, sys; c = duckdb.connect(sys.argv[1]); c.execute('CREATE TABLE mine (x INTEGER)');"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", program, str(folded)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert folded.with_name("audit.duckdb.wal").exists()
    with contextlib.closing(duckdb.connect(folded, read_only=True)) as connection:
        assert connection.execute("SELECT count(*) FROM mine").fetchone() == (0,)
    assert len(page_overview(folded)) == 1
