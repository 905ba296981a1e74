"""The sample wiki, built by clicking "Materialize all" in a real browser: the unsupported page is refused, the others are published."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.engineer import CHROMIUM, Engineer, chromium
from tests.soak.product import REPOSITORY, Product
from tests.soak.records import Records

REFUSED = "ricci-flow-surgery"
CHECK = "grounding_rate_reaches_threshold"
# Guards against hanging only: a whole backfill takes about two minutes on two free cores.
PATIENCE_SECONDS = 1_500.0
_UNDER_WAY = ("REQUESTED", "COMPLETING", "FAILING", "CANCELING")

pytestmark = pytest.mark.browser


@pytest.fixture
def product(tmp_path: Path) -> Iterator[Product]:
    """`wiki dev` on the sample corpus, with nothing built."""
    if not CHROMIUM.exists():
        pytest.skip(f"there is no Chromium at {CHROMIUM}")
    if not Path("/proc/self/stat").exists():
        pytest.skip("processes are found through /proc, which this system does not have")
    home = tmp_path / "home"
    shutil.copytree(REPOSITORY / "data" / "raw", home / "raw")
    for name in ("concepts.yaml", "library.bib"):
        shutil.copy(REPOSITORY / "data" / name, home / name)
    product = Product(home, tmp_path / "wiki-dev.log")
    try:
        product.start()
        yield product
    finally:
        product.stop()


@pytest.fixture
def engineer(product: Product, tmp_path: Path) -> Iterator[Engineer]:
    with chromium() as browser:
        yield Engineer(browser, product.address, Path(os.environ.get("WIKI_SCREENSHOTS") or tmp_path / "screenshots"))


def test_materialize_all_publishes_what_is_supported_and_refuses_what_is_not(product: Product, engineer: Engineer) -> None:
    records = Records(product.home)
    concepts = {concept.slug for concept in records.observe().concepts.concepts}
    try:
        lineage = engineer.open_lineage()
        for asset in ("raw_documents", "evidence", "concept_pages", "grounding_reports", "promoted_pages", "wiki"):
            assert asset in lineage
        assert "raw_documents" in engineer.materialize_all()
        backfill = until(lambda: newest_backfill(product), "a backfill is there")
        until(lambda: product.backfill_status(backfill) not in _UNDER_WAY, "the backfill is over")
        until(
            lambda: records.published() == concepts - {REFUSED} and all(run.over for run in records.runs()),
            "the others are published",
        )
        assert records.drafted() == {REFUSED}
        see_the_backfill(engineer, backfill)
        see_the_refusal(engineer)
        see_the_plots(engineer)
        engineer.open_lineage()
        engineer.shoot("1-lineage")
        see_the_dashboard(engineer, product)
        assert engineer.outside == set()
    finally:
        records.close()


def see_the_backfill(engineer: Engineer, backfill: str) -> None:
    """Its page says of `promoted_pages` that one partition failed."""
    said = engineer.open(f"/runs/b/{backfill}", "promoted_pages")
    engineer.shoot("3-backfill")
    assert "Failed" in said


def see_the_refusal(engineer: Engineer) -> None:
    """The check of the refused page is red, with its reason; it is the one partition that failed."""
    engineer.open("/assets/grounding_reports?view=checks", CHECK, "Execution history")
    engineer.shoot("4-checks")
    # The second tab of that name: the first is that of the asset, this one that of the check.
    engineer.page.get_by_text("Partitions", exact=True).nth(1).click()
    engineer.page.get_by_text(REFUSED).first.click()
    said = engineer.read()
    engineer.shoot("5-check-of-the-refused-page")
    assert "Failed" in said
    said = engineer.open(f"/assets/promoted_pages?view=partitions&partition={REFUSED}", REFUSED)
    engineer.shoot("6-promoted-partitions")
    assert "Materialized (7)" in said


def see_the_plots(engineer: Engineer) -> None:
    engineer.open("/assets/grounding_reports?view=overview", "grounding_rate")
    engineer.click("Plots")
    engineer.page.get_by_text("evidence_coverage").first.scroll_into_view_if_needed()
    said = engineer.read()
    engineer.shoot("7-plots")
    assert "grounding_rate" in said
    for asset, number in (("raw_documents", 8), ("wiki", 9)):
        engineer.open(f"/assets/{asset}?view=overview", "Description")
        engineer.shoot(f"{number}-{asset}")


def see_the_dashboard(engineer: Engineer, product: Product) -> None:
    """The static page, as four screens show it; where the asset that writes it ran."""
    file = product.home / "dashboard" / "index.html"
    if not file.is_file():
        return
    for scheme in ("light", "dark"):
        for phone in (False, True):
            name = f"dashboard-{scheme}-{'phone' if phone else 'desktop'}"
            assert REFUSED in engineer.shoot_file(file, name, scheme, phone=phone)  # type: ignore[arg-type]


def newest_backfill(product: Product) -> str:
    query = "{ partitionBackfillsOrError(limit: 1) { ... on PartitionBackfills { results { id } } } }"
    results = product.ask(query)["partitionBackfillsOrError"]["results"]
    return str(results[0]["id"]) if results else ""


def until(happened: Callable[[], Any], what: str) -> Any:
    """What is found once something has happened."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not (found := happened()):
        assert time.monotonic() < deadline, f"never happened: {what}"
        time.sleep(1.5)
    return found
