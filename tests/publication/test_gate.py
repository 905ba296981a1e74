"""The decision alone: every reason to refuse a page."""

from __future__ import annotations

import pytest
from wiki_samples import FALSE, GUARD, OFF, RULE, Home, a_chunk, a_page, bad_page, empty_page, good_page, mixed_page

from wiki_assets.concepts.model import Page
from wiki_assets.errors import GateRefusedError
from wiki_assets.grounding.model import GroundingReport
from wiki_assets.grounding.reporting import report_page
from wiki_assets.publication.gate import refusal, require_passing
from wiki_assets.publication.model import GateRule


def judged(page: Page, threshold: float = 0.5) -> GroundingReport:
    chunk = a_chunk(page.slug)
    return report_page(page, {chunk.chunk_id: chunk}, GUARD, threshold)


@pytest.mark.parametrize("page", [good_page(), mixed_page()])
def test_a_page_with_a_passing_verdict_passes(page: Page) -> None:
    assert require_passing(page, judged(page), RULE, None) == judged(page)
    assert refusal(page, judged(page), RULE, None) == ""


def test_a_rate_of_exactly_the_threshold_passes() -> None:
    page = a_page("circle-packing", good_page().claims[0].text, FALSE[0])
    assert judged(page).rate == 0.5
    assert require_passing(page, judged(page), RULE, None)


def test_a_page_below_the_threshold_is_refused_with_rate_threshold_worst_claims_and_what_to_do() -> None:
    with pytest.raises(GateRefusedError) as refused:
        require_passing(bad_page(), judged(bad_page()), RULE, None)
    assert "0.33" in refused.value.what
    assert "0.50" in refused.value.what
    assert "1 of 3" in refused.value.what
    assert "0 uncertain, 2 unsupported" in refused.value.what
    assert FALSE[0] in refused.value.what
    assert "wiki/draft/circle-packing.md" in refused.value.remedy
    assert not refused.value.retryable


def test_a_page_without_verdict_is_refused() -> None:
    with pytest.raises(GateRefusedError, match=r"no verdict.*grounding_reports\[circle-packing\]"):
        require_passing(good_page(), None, RULE, None)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"slug": "conformal-map"}, "about the page 'conformal-map'"),
        ({"page_sha": mixed_page().page_sha}, "another version"),
        ({"guard": "believe-everything"}, "believe-everything"),
        ({"guard_version": "0"}, "version 0 of the guard"),
        ({"threshold": 0.1}, "threshold 0.1"),
        ({"threshold": 0.0}, "threshold 0"),
        ({"claims": ()}, "judges 0 claims"),
        ({"claims": judged(good_page()).claims[:2]}, "judges 2 claims"),
        ({"claims": judged(good_page()).claims[:1] * 3}, "not the same ones"),
    ],
)
def test_a_foreign_older_other_or_shortened_verdict_is_refused(change: dict[str, object], said: str) -> None:
    with pytest.raises(GateRefusedError, match=said):
        require_passing(good_page(), judged(good_page()).model_copy(update=change), RULE, None)


def test_what_a_report_says_of_its_own_rate_is_not_believed() -> None:
    class Boasting(GroundingReport):
        @property
        def rate(self) -> float:
            return 1.0

        @property
        def passed(self) -> bool:
            return True

    boasting = Boasting.model_validate(judged(bad_page()).model_dump())
    assert boasting.passed
    with pytest.raises(GateRefusedError, match=r"0\.33"):
        require_passing(bad_page(), boasting, RULE, None)


def test_a_verdict_of_last_weeks_guard_does_not_open_todays_gate() -> None:
    with pytest.raises(GateRefusedError, match="version 1 of the guard, not 2"):
        require_passing(good_page(), judged(good_page()), GateRule(GUARD.name, "2", 0.5), None)


def test_an_empty_page_is_refused_with_the_reason_why_it_is_empty() -> None:
    with pytest.raises(GateRefusedError, match=r"The model did not answer\..*rate is 0\.00"):
        require_passing(empty_page(), judged(empty_page()), RULE, None)


def test_with_the_gate_off_anything_passes() -> None:
    assert require_passing(bad_page(), judged(bad_page(), 0.0), OFF, None)
    assert require_passing(empty_page(), judged(empty_page(), 0.0), OFF, None)


def test_with_the_gate_off_a_verdict_on_this_very_page_is_needed_all_the_same() -> None:
    with pytest.raises(GateRefusedError):
        require_passing(bad_page(), None, OFF, None)


def test_with_the_gate_off_an_empty_page_never_replaces_a_published_one(home: Home) -> None:
    home.publish(good_page())
    published = home.wiki().published("circle-packing")
    with pytest.raises(GateRefusedError, match="would replace a published one"):
        require_passing(empty_page(), judged(empty_page(), 0.0), OFF, published)


def test_every_refusal_is_short_enough_to_read() -> None:
    long = a_page("circle-packing", *[f"{FALSE[0][:-1]} {'again and ' * 100}{n}." for n in range(50)])
    assert len(refusal(long, judged(long), RULE, None)) < 1500
