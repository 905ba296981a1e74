"""The guard: the order of its questions, its thresholds, and claims and sources of every sort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from wiki_assets.grounding.guards.edit_audit import create, guard
from wiki_assets.grounding.guards.edit_audit.coverage import Coverage
from wiki_assets.grounding.guards.edit_audit.finding import Finding
from wiki_assets.grounding.guards.edit_audit.reading import Reading
from wiki_assets.grounding.guards.registry import guard_names, load_guard
from wiki_assets.grounding.model import Verdict, VerdictKind

GROUNDED, UNCERTAIN, UNSUPPORTED = VerdictKind.GROUNDED, VerdictKind.UNCERTAIN, VerdictKind.UNSUPPORTED

SOURCE = (
    "A circle packing of a planar graph consists of circles that touch where the graph has edges. "
    "Every triangulation of the sphere has a circle packing, and Koebe proved in 1936 that it is unique up to a Möbius map. "
    "Rodin and Sullivan showed that packings with 3 or more small circles may approximate a conformal map of the disc. "
    "It is not known whether the rate of convergence is quadratic. Is it linear?"
)


def check(claim: str, source: str = SOURCE) -> Verdict:
    return create().check(claim, source)


def decided(claim: str, source: str = SOURCE) -> tuple[VerdictKind, str]:
    found = check(claim, source)
    return found.kind, found.rule


def test_the_guard_is_registered_under_its_name() -> None:
    assert "edit-audit" in guard_names()
    assert load_guard("edit-audit").name == create().name == "edit-audit"
    assert create().version == guard.VERSION


@pytest.mark.parametrize(
    "claim",
    [
        "It is not known whether the rate of convergence is quadratic.",
        "A circle packing of a planar graph consists of circles that touch where the graph has edges",
        "Is it linear?",
        "it is NOT known whether the rate of convergence is quadratic",
        "It is not known whether the rate of convergence is quadratic [Ash2001 #chunk 3].",
    ],
)
def test_a_sentence_of_the_source_is_grounded_verbatim(claim: str) -> None:
    assert decided(claim) == (GROUNDED, "verbatim")


@pytest.mark.parametrize(
    "claim",
    [
        "A circle packing of a planar graph consists of circles which touch where the graph has edges.",
        "Every triangulation of the sphere has a circle packing.",
        "And Koebe proved, in 1936, that these are unique up to a Mobius map.",
        "Packings with three or more small circles may approximate a conformal map of the disk.",
    ],
)
def test_what_says_the_same_in_nearly_the_same_words_is_grounded(claim: str) -> None:
    assert decided(claim)[0] is GROUNDED


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        ("Every triangulation of the sphere has no circle packing, and Koebe proved in 1936 that it is unique.", "negation"),
        ("It is known whether the rate of convergence is quadratic.", "negation"),
        ("Packings with 3 or more large circles may approximate a conformal map of the disc.", "contrary"),
        ("Koebe proved in 1963 that it is unique up to a Möbius map.", "number"),
        ("Packings with 3 or more small circles will approximate a conformal map of the disc.", "strength"),
        ("Every triangulation of the sphere has a circle packing, and Thurston proved in 1936 that it is unique.", "name"),
    ],
)
def test_what_contradicts_a_sentence_of_the_source_is_unsupported(claim: str, rule: str) -> None:
    assert decided(claim) == (UNSUPPORTED, rule)


@pytest.mark.parametrize(
    ("claim", "rule"),
    [
        ("The rate of convergence is quadratic.", "negation"),
        ("Packings with 3 or more small circles approximate a conformal map of the disc.", "strength"),
        ("Every beautiful triangulation of the sphere has a circle packing.", "addition"),
        ("Every triangulation of the sphere has a circle rotation, and Koebe proved in 1936 that it is unique.", "substitution"),
        ("A circle packing of a planar graph has a circle packing, and Koebe proved in 1936 that it is unique.", "splice"),
    ],
)
def test_what_may_say_something_else_is_uncertain(claim: str, rule: str) -> None:
    assert decided(claim) == (UNCERTAIN, rule)


def test_a_claim_about_something_else_is_unsupported() -> None:
    assert decided("Purple whales sing loud songs in cold winter nights.") == (UNSUPPORTED, "not-in-source")


@pytest.mark.parametrize("claim", ["Are packings of circles conformal maps?", "Is the map of 1936 linear?"])
def test_a_question_that_the_source_does_not_ask_is_uncertain(claim: str) -> None:
    assert decided(claim) == (UNCERTAIN, "question")


def test_a_question_copied_out_of_a_longer_one_is_grounded() -> None:
    assert decided("Is the map linear?", "But now: is the map linear? No.")[0] is GROUNDED
    assert decided("Is the map linear?", "We do not ask: why is the map linear?") == (UNCERTAIN, "negation")


def test_a_claim_that_tells_nothing_is_uncertain_unless_it_is_copied() -> None:
    assert decided("It is not of the most.") == (UNCERTAIN, "nothing-told")
    assert decided("It is so.", "We see. It is so. All is well.") == (GROUNDED, "verbatim")


@pytest.mark.parametrize(
    ("claim", "source", "kind"),
    [
        ("Why not?", "So we ask (why not?) again.", GROUNDED),
        ("Why not?", "We know why not all maps are flat.", UNCERTAIN),
        ("It is so.", "But then (it is so) we know.", GROUNDED),
        ("It is so.", "We say that it is so.", UNCERTAIN),
        ("It is so.", "It is so flat.", UNCERTAIN),
        ("It is not so.", "It is so.", UNCERTAIN),
        ("I", "One map\nI\nAnother map", GROUNDED),
        ("the", "The map is flat.\nthe\nThe map is flat.", GROUNDED),
        ("Of the.", "One map.", UNCERTAIN),
    ],
)
def test_what_tells_nothing_is_grounded_where_it_stands_alone(claim: str, source: str, kind: VerdictKind) -> None:
    assert decided(claim, source)[0] is kind


@pytest.mark.parametrize("claim", ["", " \n\t ", "...", "?!", "[Ash2001 #chunk 3]", "\u200b", "()"])
@pytest.mark.parametrize("source", [SOURCE, "", "..."])
def test_a_claim_without_words_is_unsupported(claim: str, source: str) -> None:
    found = check(claim, source)
    assert (found.kind, found.rule, found.matched, found.start, found.end) == (UNSUPPORTED, "no-words", "", 0, 0)
    assert found.explanation == "It has no words."


@pytest.mark.parametrize("source", ["", "   ", "...", "[1]"])
def test_nothing_is_grounded_in_a_source_without_words(source: str) -> None:
    found = check("Every triangulation has a circle packing.", source)
    assert (found.kind, found.rule, found.matched, found.start, found.end) == (UNSUPPORTED, "not-in-source", "", 0, 0)


@pytest.mark.parametrize(
    "source",
    [
        "圆填充是由相切的圆组成的图形。每个三角剖分都有一个圆填充。",
        "تتكون تعبئة الدوائر من دوائر متماسة.",
        "Упаковка кругов состоит из касающихся кругов.",
        "円充填は接する円からなる。",
    ],
)
def test_a_source_in_another_script_grounds_nothing_but_its_own_words(source: str) -> None:
    assert decided("Every triangulation has a circle packing.", source) == (UNSUPPORTED, "not-in-source")
    assert decided(source, source) == (GROUNDED, "verbatim")
    assert decided(source, SOURCE)[0] is UNSUPPORTED


@pytest.mark.parametrize(
    ("claim", "kind"),
    [
        ("x ≤ y + 3", GROUNDED),
        ("$x \\leq y + 3$", GROUNDED),
        ("x ≤ y + 4 and 2 z + 5 > 7", UNSUPPORTED),
        ("x ≥ y + 3 and 2 z + 5 > 7", UNSUPPORTED),
        ("x ≤ y + 4", UNCERTAIN),
        ("∀ ε > 0 ∃ δ > 0", UNSUPPORTED),
    ],
)
def test_mathematics_is_compared_sign_by_sign(claim: str, kind: VerdictKind) -> None:
    assert decided(claim, "So x ≤ y + 3 and 2 z + 5 > 7 holds. \\[ a = b \\]")[0] is kind


def test_every_sentence_counts_and_the_worst_decides() -> None:
    good, bad = "It is not known whether the rate of convergence is quadratic.", "Purple whales sing loud songs."
    doubtful = "The rate of convergence is quadratic."
    assert decided(f"{good} {bad}") == decided(f"{bad} {good}") == decided(bad)
    assert decided(f"{good} {doubtful}") == decided(f"{doubtful} {good}") == decided(doubtful)
    assert decided(f"{doubtful} {bad} {good}") == decided(bad)
    assert decided(f"{good} {good}") == (GROUNDED, "verbatim")


def test_a_sentence_without_words_beside_others_does_not_count() -> None:
    assert decided("It is not known whether the rate of convergence is quadratic. ...") == (GROUNDED, "verbatim")
    assert decided("... It is not known whether the rate of convergence is quadratic.") == (GROUNDED, "verbatim")


def test_what_is_longer_than_a_claim_is_not_checked_word_by_word() -> None:
    longest, longer = "map " * guard.LONGEST_CLAIM, "map " * (guard.LONGEST_CLAIM + 1)
    assert decided(longest, longest) == (GROUNDED, "verbatim")
    found = check(longer, longest)
    assert (found.kind, found.rule) == (UNCERTAIN, "too-long")
    assert (found.matched, found.start, found.end, found.differences, found.scores) == ("", 0, 0, (), {})
    assert found.explanation == "It is too long to be checked word by word."
    assert decided("A map. " * (guard.LONGEST_CLAIM // 2) + "A map.", SOURCE) == (UNCERTAIN, "too-long")


def test_a_source_is_read_once_for_all_its_claims() -> None:
    check("One map.")
    check("Two maps.")
    assert (guard._read_source.cache_info().hits, guard._read_source.cache_info().misses) == (1, 1)


@dataclass(frozen=True)
class Gaps:
    """What the guard wants to know of an alignment."""

    gaps: tuple[str, ...] = ("one",)
    pairs: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Measured:
    """What the guard wants to know of a comparison."""

    coverage: float = 1.0
    tightness: float = 1.0
    copied: float = 1.0
    places: int = 1
    alignment: Gaps = Gaps()


def covered(recall: float = 1.0, worst_half: float = 1.0, unseen_run: int = 0, numbers: tuple[int, ...] = ()) -> Coverage:
    return Coverage(recall, worst_half, unseen_run, numbers)


SOFT = Finding("soft", False, (0,), (), "")
HARD = Finding("hard", True, (0,), (), "")

Decide = Callable[[Measured | None, Coverage], tuple[VerdictKind, str]]


def deciding(monkeypatch: pytest.MonkeyPatch, strict: list[Finding], edited: list[Finding], loose: list[Finding]) -> Decide:
    """Decides with rules that find what they are told to."""

    def rules(found: list[Finding]) -> tuple[Callable[[Measured], Iterator[Finding]], ...]:
        return tuple(lambda _, one=one: iter([one]) for one in found)

    monkeypatch.setattr(guard, "STRICT", rules(strict))
    monkeypatch.setattr(guard, "EDITED", rules(edited))
    monkeypatch.setattr(guard, "LOOSE", rules(loose))
    claim = Reading.sentences("The map is flat.")[0]

    def decide(comparison: Measured | None, coverage: Coverage) -> tuple[VerdictKind, str]:
        kind, rule, findings = guard._decide(claim, comparison, coverage)  # type: ignore[arg-type]
        assert rule in {finding.rule for finding in findings} or not findings
        return kind, rule

    return decide


def test_without_a_finding_an_aligned_claim_is_grounded(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [], [SOFT], [SOFT])
    at_the_threshold = Measured(coverage=guard.ALIGNED, tightness=guard.TIGHT)
    assert decide(at_the_threshold, covered()) == (GROUNDED, "aligned")
    assert decide(Measured(coverage=guard.ALIGNED - 0.01), covered()) == (UNCERTAIN, "soft")
    assert decide(Measured(tightness=guard.TIGHT - 0.01), covered()) == (UNCERTAIN, "soft")


def test_the_first_finding_that_contradicts_names_the_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    other = Finding("other", True, (0,), (), "")
    decide = deciding(monkeypatch, [SOFT, HARD, other], [SOFT], [SOFT])
    assert decide(Measured(), covered()) == (UNSUPPORTED, "hard")
    assert decide(Measured(copied=0.0, places=9), covered()) == (UNSUPPORTED, "hard")


def test_findings_that_do_not_contradict_make_an_edited_copy_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [SOFT, Finding("other", False, (0,), (), "")], [], [])
    at_the_threshold = Measured(copied=guard.COPIED, places=guard.EDITED_PLACES)
    assert decide(at_the_threshold, covered()) == (UNCERTAIN, "soft")
    assert decide(Measured(copied=guard.COPIED - 0.01), covered()) == (GROUNDED, "covered")
    assert decide(Measured(places=guard.EDITED_PLACES + 1), covered()) == (GROUNDED, "covered")


def test_other_rules_look_at_a_copy_and_at_another_wording(monkeypatch: pytest.MonkeyPatch) -> None:
    edited, loose = Finding("edited", True, (0,), (), ""), Finding("loose", True, (0,), (), "")
    decide = deciding(monkeypatch, [], [edited], [loose])
    assert decide(Measured(coverage=0.7), covered()) == (UNCERTAIN, "edited")
    assert decide(Measured(coverage=0.7, copied=guard.COPIED - 0.01), covered()) == (UNCERTAIN, "loose")
    assert decide(Measured(coverage=0.7, places=guard.EDITED_PLACES + 1), covered()) == (UNCERTAIN, "loose")
    assert decide(Measured(coverage=guard.KEPT), covered()) == (UNCERTAIN, "edited")
    assert decide(Measured(coverage=guard.KEPT - 0.01), covered()) == (GROUNDED, "covered")


def test_too_little_of_a_claim_in_its_source_is_unsupported(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [], [], [])
    loosely = Measured(coverage=0.7)
    assert decide(loosely, covered(recall=guard.ABSENT - 0.01)) == (UNSUPPORTED, "not-in-source")
    assert decide(loosely, covered(worst_half=guard.ABSENT_HALF - 0.01)) == (UNSUPPORTED, "not-in-source")
    assert decide(loosely, covered(recall=guard.ABSENT, worst_half=guard.ABSENT_HALF)) == (UNCERTAIN, "partly-in-source")
    assert decide(None, covered(recall=0.0)) == (UNSUPPORTED, "not-in-source")


def test_a_number_that_is_nowhere_makes_another_wording_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [], [SOFT], [SOFT])
    assert decide(Measured(coverage=0.7), covered(numbers=(2,))) == (UNCERTAIN, "number-nowhere")


def test_words_that_stand_all_over_the_source_are_uncertain(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [], [], [])
    assert decide(None, covered()) == (UNCERTAIN, "scattered")
    assert decide(Measured(coverage=guard.TOGETHER - 0.01), covered()) == (UNCERTAIN, "scattered")
    assert decide(Measured(coverage=guard.TOGETHER), covered()) == (GROUNDED, "covered")


def test_enough_of_a_claim_with_few_unseen_words_in_a_row_is_grounded(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [], [], [])
    loosely = Measured(coverage=0.7)
    at_the_threshold = covered(recall=guard.RECALL, unseen_run=guard.UNSEEN_RUN)
    assert decide(loosely, at_the_threshold) == (GROUNDED, "covered")
    assert decide(loosely, covered(recall=guard.RECALL - 0.01)) == (UNCERTAIN, "partly-in-source")
    assert decide(loosely, covered(unseen_run=guard.UNSEEN_RUN + 1)) == (UNCERTAIN, "partly-in-source")


def test_without_gaps_nothing_else_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    decide = deciding(monkeypatch, [HARD], [HARD], [HARD])
    assert decide(Measured(alignment=Gaps(())), covered(recall=0.0)) == (GROUNDED, "verbatim")


def test_nothing_is_found_in_what_is_absent_or_grounded() -> None:
    for claim in (
        "Purple whales sing loud songs in cold winter nights.",
        "Is it linear?",
        "And Koebe proved in 1936 that it is unique.",
    ):
        assert check(claim).differences == ()
