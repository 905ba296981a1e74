"""All kinds of edit together: any text is taken, equal texts give equal edits in any process, and something does change."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from calibration_samples import SOURCE, STRANGER, specimen
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from wiki_assets.grounding.calibration import edits
from wiki_assets.grounding.calibration.edits.catalogue import ALL_EDITS, BAD_EDITS, GOOD_EDITS
from wiki_assets.grounding.calibration.edits.interface import Label, Specimen
from wiki_assets.grounding.calibration.edits.presence import says
from wiki_assets.grounding.calibration.generating import edited_claims

# Words that one edit or another looks for, so that random sentences are edited in many ways.
_VOCABULARY = """
    the a kiln jar jars is are was not no never without may can some usually more less increases at least most Lund Harwick ABC
    3 12 1,500 0.5 1874 two seven km percent if unless stable open first smooth use because cannot isn't neighbour minimize α ≤ ,
    and of in which reaches requires (see [12] $x$ office thermodynamic large . ; — “x”
"""
_WORDS = st.sampled_from(_VOCABULARY.split())
_SENTENCES = st.lists(_WORDS, min_size=1, max_size=25).map(lambda words: " ".join(words).capitalize() + ".")
_TEXTS = st.one_of(st.text(max_size=200), _SENTENCES, st.lists(_SENTENCES, min_size=1, max_size=4).map(" ".join))


@st.composite
def specimens(draw: st.DrawFn) -> Specimen:
    """Any claim with any source, or with a source that holds it."""
    claim, around = draw(_TEXTS), draw(_TEXTS)
    source = draw(st.sampled_from([around, claim, f"{around} {claim}", f"{SOURCE} {claim}"]))
    start = draw(st.integers(0, len(source)))
    return Specimen(
        slug="s",
        ordinal=0,
        bibkey="Key2000",
        chunk=1,
        claim=claim,
        source=source,
        quote_start=start,
        quote_end=draw(st.integers(start, len(source))),
        document=(draw(_TEXTS),),
        stranger=draw(st.sampled_from(["", STRANGER])),
    )


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(specimens())
def test_every_edit_takes_any_text_and_changes_claim_or_source(given_one: Specimen) -> None:
    for edited in edited_claims(given_one, ALL_EDITS):
        changed = (edited.rewrite.claim, edited.rewrite.source) != (given_one.claim, given_one.source)
        assert changed or edited.edit.name == "verbatim", edited.edit.name
        assert edited.rewrite.claim.strip() or not given_one.claim.strip(), edited.edit.name
        assert edited.rewrite.change, edited.edit.name


_STAYS_IN_THE_SOURCE = {"wrong-source", "hedge-dropped", "condition-dropped"}  # true of other words, or of less of the same


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(specimens())
def test_no_bad_edit_makes_what_its_source_says_word_for_word(given_one: Specimen) -> None:
    for edited in edited_claims(given_one, BAD_EDITS):
        if edited.edit.name not in _STAYS_IN_THE_SOURCE:
            assert not says(edited.rewrite.source, edited.rewrite.claim), (edited.edit.name, edited.rewrite.claim)


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(specimens())
def test_equal_specimens_give_equal_edits(given_one: Specimen) -> None:
    assert list(edited_claims(given_one, ALL_EDITS)) == list(edited_claims(given_one, ALL_EDITS))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(specimens())
def test_a_specimen_gives_at_most_one_edited_claim_of_each_kind_in_the_order_of_the_catalogue(given_one: Specimen) -> None:
    names = [edited.edit.name for edited in edited_claims(given_one, ALL_EDITS)]
    order = [edit.name for edit in ALL_EDITS]
    assert names == [name for name in order if name in names]


_PROGRAM = """
from calibration_samples import SOURCE, STRANGER, specimen
from wiki_assets.grounding.calibration.edits.catalogue import ALL_EDITS
from wiki_assets.grounding.calibration.generating import edited_claims
from wiki_assets.grounding.calibration.edits.presence import sentences_of
for sentence in sentences_of(SOURCE):
    for edited in edited_claims(specimen(sentence.text, document=("From Bergen to Odense.",), stranger=STRANGER), ALL_EDITS):
        print(edited.edit.name, ascii(edited.rewrite))
"""


def test_edits_are_the_same_in_every_process_whatever_its_hash_seed() -> None:
    here = Path(__file__).resolve()
    environment = {"PYTHONPATH": f"{here.parents[2]}:{here.parent}", "PATH": ""}
    told = [
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env=environment | {"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "20260101")
    ]
    assert told[0] == told[1] == told[2]
    assert len(told[0].splitlines()) > 40


def test_every_sentence_of_the_sample_is_edited_in_ways_of_either_label() -> None:
    source_sentences = [text + "." for text in SOURCE.rstrip(".").split(". ")]
    for sentence in source_sentences:
        labels = {edited.edit.label for edited in edited_claims(specimen(sentence, stranger=STRANGER), ALL_EDITS)}
        assert labels == set(Label), sentence


def test_what_is_too_long_to_be_a_sentence_is_not_edited() -> None:
    assert list(edited_claims(specimen("The kiln is hot. " * 100_000), ALL_EDITS)) == []


def test_names_of_edits_are_unique_and_each_says_what_it_does_and_what_to_do() -> None:
    assert len({edit.name for edit in ALL_EDITS}) == len(ALL_EDITS)
    assert all(edit.description and edit.advice for edit in ALL_EDITS)
    assert {edit.label for edit in BAD_EDITS} == {Label.UNSUPPORTED}
    assert {edit.label for edit in GOOD_EDITS} == {Label.SUPPORTED}


@pytest.mark.parametrize("module", sorted(Path(next(iter(edits.__path__))).glob("*.py")), ids=lambda path: path.stem)
def test_no_edit_knows_a_guard_nor_borrows_its_words(module: Path) -> None:
    """A measurement by the guard's own words would go in a circle. The catalogue alone hands WordNet to the one edit that says so."""
    imported = {
        name
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module
        for name in [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    }
    ours = {name for name in imported if name.startswith("wiki_assets.grounding")}
    allowed = {"wiki_assets.grounding.calibration", "wiki_assets.grounding.lexicon.wordnet"}
    lexicon = {name for name in ours if name.startswith("wiki_assets.grounding.lexicon")}
    assert all(name.startswith("wiki_assets.grounding.calibration") for name in ours - lexicon)
    assert module.stem == "catalogue" or not lexicon, allowed
