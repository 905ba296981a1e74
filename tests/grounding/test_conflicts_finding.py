"""Finding conflicts: where contrary statements are looked for, what is kept of them, in which order, and what a page shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from conflict_samples import a_statement
from grounding_samples import a_chunk, a_citation, a_page, evidence_of
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.concepts.model import Claim
from wiki_assets.documents.model import Chunk, ChunkKind
from wiki_assets.grounding.conflicts import finding, pairing, passages
from wiki_assets.grounding.conflicts.adversative import HEURISTIC as ADVERSATIVE
from wiki_assets.grounding.conflicts.contrary import HEURISTIC as CONTRARY
from wiki_assets.grounding.conflicts.finding import MOST_CONFLICTS, conflicts_identity, find_conflicts, outright
from wiki_assets.grounding.conflicts.pairing import pairs, words_of
from wiki_assets.grounding.conflicts.passages import passages_naming
from wiki_assets.grounding.conflicts.statements import claimed_statements, cut, statements_of, states
from wiki_assets.grounding.model import Conflict

NAMES = ("Circle packing", "packings")
FORTY = "The relaxation of a hexagonal circle packing needs forty sweeps until every angle fits."
NINETY = FORTY.replace("forty", "ninety")
NEVER = "The relaxation of a hexagonal circle packing never needs forty sweeps until every angle fits."
WORDED = FORTY.replace("every angle", "the boundary")
OTHER = "Rivers of the northern province carry more water in spring than in autumn."


def found(
    evidence: Sequence[Chunk], chunks: Sequence[Chunk] = (), claims: Sequence[Claim] = (), names: Sequence[str] = NAMES
) -> tuple[Conflict, ...]:
    return find_conflicts("circle-packing", evidence_of(*evidence), names, chunks, claims)


def test_a_contradiction_without_any_adversative_word_is_found_with_the_words_that_differ() -> None:
    (conflict,) = found([a_chunk(f"{OTHER} {FORTY}", "Ash2001", 4), a_chunk(NINETY, "Birch2002", 9)])
    assert (conflict.heuristic, conflict.kind, conflict.cue, conflict.slug) == (CONTRARY, "number", "", "circle-packing")
    assert (conflict.bibkey_a, conflict.chunk_a, conflict.words_a, conflict.differing_a) == ("Ash2001", 4, FORTY, "forty")
    assert (conflict.bibkey_b, conflict.chunk_b, conflict.words_b, conflict.differing_b) == ("Birch2002", 9, NINETY, "ninety")
    assert conflict.claim is None


def test_what_both_heuristics_find_is_told_once_with_the_cue_and_the_sentence_that_turns_is_side_a() -> None:
    (conflict,) = found([a_chunk(FORTY, "Ash2001"), a_chunk(f"However, {NINETY[0].lower()}{NINETY[1:]}", "Birch2002")])
    assert (conflict.heuristic, conflict.cue, conflict.bibkey_a, conflict.differing_a) == (
        CONTRARY,
        "however",
        "Birch2002",
        "ninety",
    )


def test_a_paper_is_not_held_against_itself() -> None:
    assert found([a_chunk(FORTY, "Ash2001", 0), a_chunk(NINETY, "Ash2001", 1)]) == ()


def test_sharing_only_the_names_of_the_concept_is_not_about_the_same_thing() -> None:
    evidence = [a_chunk(FORTY, "Ash2001"), a_chunk(NINETY, "Birch2002")]
    assert found(evidence, names=(FORTY,)) == ()


def test_another_passage_of_a_paper_is_looked_through_where_it_names_the_concept() -> None:
    evidence = [a_chunk(FORTY, "Ash2001")]
    elsewhere, unnamed = a_chunk(NINETY, "Birch2002", 7), a_chunk(NINETY.replace("circle packing", "mesh"), "Cedar2003", 8)
    assert [conflict.bibkey_b for conflict in found(evidence, [elsewhere, unnamed, *evidence])] == ["Birch2002"]


def test_two_passages_beyond_the_evidence_are_not_held_against_each_other() -> None:
    assert found([a_chunk(OTHER, "Ash2001")], [a_chunk(FORTY, "Birch2002", 1), a_chunk(NINETY, "Cedar2003", 2)]) == ()


def test_a_claim_of_the_page_is_held_against_papers_that_it_does_not_cite() -> None:
    ash, birch, cedar = a_chunk("Ash.", "Ash2001", 1), a_chunk("Birch.", "Birch2002", 2), a_chunk(NINETY, "Cedar2003", 3)
    page = a_page((OTHER, (a_citation(ash),)), (FORTY, (a_citation(ash), a_citation(birch))))
    (conflict,) = found([ash, birch, cedar], claims=page.claims)
    assert (conflict.claim, conflict.bibkey_a, conflict.chunk_a, conflict.words_a) == (1, "Ash2001", 1, FORTY)
    assert (conflict.bibkey_b, conflict.words_b) == ("Cedar2003", NINETY)
    cited = a_page((FORTY, (a_citation(ash), a_citation(cedar))))
    assert found([ash, birch, cedar], claims=cited.claims) == ()


def test_a_claim_is_side_a_wherever_its_paper_stands_in_the_alphabet() -> None:
    willow, birch = a_chunk("Willow.", "Willow2019", 1), a_chunk(NINETY, "Birch2002", 2)
    (conflict,) = found([willow, birch], claims=a_page((FORTY, (a_citation(willow),))).claims)
    assert (conflict.bibkey_a, conflict.words_a, conflict.differing_a, conflict.claim) == ("Willow2019", FORTY, "forty", 0)


def test_claims_are_not_held_against_each_other() -> None:
    ash, birch = a_chunk("Ash.", "Ash2001"), a_chunk("Birch.", "Birch2002")
    assert found([ash, birch], claims=a_page((FORTY, (a_citation(ash),)), (NINETY, (a_citation(birch),))).claims) == ()


def test_a_claim_whose_passage_says_the_same_is_not_told_beside_it() -> None:
    ash, cedar = a_chunk(FORTY, "Ash2001"), a_chunk(NINETY, "Cedar2003")
    claims = a_page((FORTY.replace("needs", "takes"), (a_citation(ash),))).claims
    assert [conflict.claim for conflict in found([ash, cedar], claims=claims)] == [None]


def test_a_claim_that_cites_nothing_is_nobodys_word() -> None:
    assert found([a_chunk(NINETY, "Cedar2003")], claims=a_page((FORTY, ())).claims) == ()


def test_contradictions_are_for_the_page_and_other_wordings_only_after_a_but() -> None:
    evidence = [a_chunk(FORTY, "Ash2001"), a_chunk(WORDED, "Birch2002"), a_chunk(NEVER, "Cedar2003")]
    conflicts = found(evidence)
    assert {conflict.kind for conflict in conflicts} == {"negation", "words"}
    assert {conflict.kind for conflict in outright(conflicts)} == {"negation"}
    turned = found([a_chunk(FORTY, "Ash2001"), a_chunk(f"However, {WORDED[0].lower()}{WORDED[1:]}", "Birch2002")])
    assert [(conflict.kind, conflict.cue) for conflict in outright(turned)] == [("words", "however")]


def test_a_cue_that_both_sentences_have_turns_against_neither() -> None:
    both = [f"{words[:-1]}, but it is simple." for words in (FORTY, WORDED)]
    (conflict,) = found([a_chunk(both[0], "Ash2001"), a_chunk(both[1], "Birch2002")])
    assert (conflict.kind, conflict.cue) == ("words", "")
    assert outright([conflict]) == ()


def test_an_outright_cue_is_for_the_page_and_comes_before_what_is_not() -> None:
    weak = "But boundary radii of a circle packing converge to the radii of the hexagonal lattice."
    strong = "This contradicts that boundary radii of a circle packing converge slowly in the hexagonal lattice."
    said = "All boundary radii of a circle packing converge somehow to those of a lattice that is hexagonal."
    conflicts = found([a_chunk(said, "Ash2001"), a_chunk(weak, "Birch2002"), a_chunk(strong, "Cedar2003")])
    assert conflicts[0].cue == "contradicts"
    assert {conflict.cue for conflict in conflicts} == {"contradicts", "but"}
    assert {(conflict.heuristic, conflict.cue) for conflict in outright(conflicts)} == {(ADVERSATIVE, "contradicts")}


def test_contradictions_come_first_and_the_number_of_all_is_bounded() -> None:
    turns = [a_chunk(f"However, radii and angles of a lattice converge in case {n}.", f"Paper{n}") for n in range(8)]
    evidence = [*turns, a_chunk(FORTY, "Ash2001"), a_chunk(NINETY, "Birch2002")]
    conflicts = found(evidence)
    assert len(conflicts) == MOST_CONFLICTS
    assert [conflict.heuristic for conflict in conflicts] == [CONTRARY] + [ADVERSATIVE] * (MOST_CONFLICTS - 1)


def test_what_is_fit_for_the_page_comes_first_then_contrary_statements_then_the_most_alike() -> None:
    said = "All boundary radii of a circle packing converge somehow to those of a lattice that is hexagonal."
    strong = "This contradicts that boundary radii of a circle packing converge slowly in the hexagonal lattice."
    turned = [a_chunk(said, "Dogwood2004"), a_chunk(strong, "Elm2005"), a_chunk(f"But {said[0].lower()}{said[1:]}", "Fir2006")]
    conflicts = found([a_chunk(FORTY, "Ash2001"), a_chunk(WORDED, "Birch2002"), *turned])
    order = [(conflict.heuristic, conflict.cue) for conflict in conflicts]
    assert order == [(ADVERSATIVE, "contradicts"), (ADVERSATIVE, "contradicts"), (CONTRARY, ""), (ADVERSATIVE, "but")]
    assert conflicts[0].score >= conflicts[1].score
    assert conflicts[3].score > conflicts[2].score
    scores = [
        conflict.score
        for conflict in found([a_chunk(FORTY, "Ash2001"), a_chunk(NEVER, "Birch2002"), a_chunk(NINETY, "Cedar2003")])
    ]
    assert len(set(scores)) > 1
    assert scores == sorted(scores, reverse=True)


def test_no_evidence_gives_no_conflict() -> None:
    assert found([]) == ()
    assert found([], [a_chunk(FORTY)], a_page((NINETY, (a_citation(a_chunk(NINETY, "Birch2002")),))).claims) != ()


SENTENCES = st.sampled_from(
    [FORTY, NINETY, NEVER, WORDED, OTHER, f"However, {NINETY[0].lower()}{NINETY[1:]}", "", "Ok. ⚠ (2001)"]
)
CHUNKS = st.lists(
    st.tuples(SENTENCES, SENTENCES, st.sampled_from(["Ash2001", "Birch2002", "Cedar2003"])), min_size=1, max_size=6
).map(lambda rows: [a_chunk(f"{one} {other}", bibkey, n) for n, (one, other, bibkey) in enumerate(rows)])


@given(CHUNKS, st.randoms(use_true_random=False), st.integers(0, 6))
def test_the_same_is_found_in_any_order_and_never_within_one_paper(chunks: list[Chunk], random: object, chosen: int) -> None:
    shuffled = list(chunks)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    evidence = chunks[:chosen]
    conflicts = found(evidence, chunks)
    assert conflicts == found([chunk for chunk in shuffled if chunk in evidence], shuffled)
    assert all(conflict.bibkey_a != conflict.bibkey_b for conflict in conflicts)
    texts = {(chunk.bibkey, chunk.n): chunk.text for chunk in chunks}
    for conflict in conflicts:
        assert conflict.words_a in texts[conflict.bibkey_a, conflict.chunk_a]
        assert conflict.words_b in texts[conflict.bibkey_b, conflict.chunk_b]
        assert conflict.differing_a in conflict.words_a
        assert conflict.differing_b in conflict.words_b


@given(st.lists(st.text(max_size=120), min_size=2, max_size=4), st.text(max_size=10))
def test_no_text_makes_it_fail(texts: list[str], name: str) -> None:
    chunks = [a_chunk(text, f"Paper{n}", n) for n, text in enumerate(texts)]
    claims = a_page(*((text, (a_citation(chunk),)) for text, chunk in zip(texts, chunks, strict=True))).claims
    assert isinstance(found(chunks[:1], chunks, claims, names=(name,)), tuple)


@pytest.mark.parametrize(
    "words",
    [
        "Figure 1 shows the relaxation of a hexagonal circle packing with its boundary.",
        "This needs forty sweeps until every angle of the hexagonal packing fits.",
        "Forty sweeps.",
        "Is the relaxation of a hexagonal circle packing unique up to rotations?",
    ],
)
def test_what_points_elsewhere_or_is_no_whole_sentence_states_nothing(words: str) -> None:
    assert not states(words)
    assert states(FORTY)


def test_only_prose_states_anything() -> None:
    prose = a_chunk(FORTY)
    assert [statement.words for statement in statements_of(prose, chosen=True)] == [FORTY]
    assert list(statements_of(replace(prose, kind=ChunkKind.CAPTION), chosen=True)) == []


def test_a_sentence_is_cut_to_what_is_compared_and_kept_as_it_stands() -> None:
    words = "However, the relaxation of a hexagonal circle packing [3] needs forty sweeps until every angle fits (Ash, 2001)."
    (statement,) = statements_of(a_chunk(words), chosen=True)
    assert statement.words == words
    assert cut(words) == FORTY
    assert statement.telling.keys() == next(statements_of(a_chunk(FORTY), chosen=True)).telling.keys()


def test_every_sentence_of_a_claim_is_a_statement_of_all_papers_it_cites() -> None:
    cited = (a_citation(a_chunk("Ash.", "Ash2001", 3)), a_citation(a_chunk("Birch.", "Birch2002", 5)))
    statements = list(claimed_statements(a_page((f"{FORTY} {NEVER}", cited)).claims))
    assert [statement.words for statement in statements] == [FORTY, NEVER]
    assert {(one.bibkey, one.chunk, one.papers, one.claim) for one in statements} == {
        ("Ash2001", 3, frozenset({"Ash2001", "Birch2002"}), 0)
    }


def test_pairs_share_words_besides_the_names_and_one_of_them_is_chosen() -> None:
    one, other = a_statement(FORTY, "Ash2001"), a_statement(NINETY, "Birch2002", chosen=False)
    assert pairs([other, one], frozenset()) == [(one, other)]
    assert pairs([one, other], words_of([FORTY])) == []
    assert pairs([a_statement(FORTY, "Ash2001", chosen=False), other], frozenset()) == []
    assert pairs([one, a_statement(OTHER, "Birch2002")], frozenset()) == []


@pytest.mark.parametrize("longer", ["Ash2001", "Willow2019"])
def test_a_statement_that_is_mostly_about_something_else_is_in_no_pair(longer: str) -> None:
    long = (
        "Relaxation and sweeps aside, hexagonal graphite conducts electricity because delocalised electrons wander between "
        "neighbouring carbon sheets whenever impurities donate carriers."
    )
    assert pairs([a_statement(long, longer), a_statement(FORTY, "Birch2002")], frozenset()) == []


def test_the_most_alike_pairs_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairing, "MOST_PAIRS", 1)
    one, near = a_statement(FORTY, "Ash2001"), a_statement(NINETY, "Birch2002")
    far = a_statement("The relaxation of a hexagonal lattice needs several rounds for every corner.", "Alder2000")
    assert pairs([far, near, one], frozenset()) == [(one, near)]


def test_passages_that_name_the_concept_most_often_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    once, twice = a_chunk(FORTY, n=1), a_chunk(f"{FORTY} {NINETY}", n=2)
    table = replace(a_chunk(FORTY, n=3), kind=ChunkKind.TABLE)
    unnamed = a_chunk("A circle is round.", n=4)
    names = ("circle packing", "coin graph")
    assert passages_naming(names, [once, twice, table, unnamed], frozenset()) == [twice, once]
    assert passages_naming(names, [once, twice], frozenset({twice.chunk_id})) == [once]
    assert passages_naming(("", "of the"), [once], frozenset()) == []
    monkeypatch.setattr(passages, "MOST_PASSAGES", 1)
    assert passages_naming(names, [once, twice], frozenset()) == [twice]


def test_the_identity_of_a_search_changes_with_the_papers_their_passages_and_the_heuristics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    digests = {"Ash2001": "a", "Birch2002": "b", "Cedar2003": "c"}
    identity = conflicts_identity(["Ash2001", "Birch2002"], digests)
    assert identity == conflicts_identity(["Birch2002", "Ash2001", "Ash2001"], digests | {"Cedar2003": "d"})
    assert identity != conflicts_identity(["Ash2001"], digests)
    assert identity != conflicts_identity(["Ash2001", "Birch2002"], digests | {"Ash2001": "d"})
    monkeypatch.setattr(finding, "CONFLICTS_VERSION", "another")
    assert identity != conflicts_identity(["Ash2001", "Birch2002"], digests)
