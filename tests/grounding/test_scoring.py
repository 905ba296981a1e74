"""The table says of verdicts and labels what counting by hand says."""

from __future__ import annotations

from dataclasses import astuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_assets.grounding.checking.scoring import ALL, Score, Tally
from wiki_assets.grounding.model import VerdictKind

G, U, N = VerdictKind.GROUNDED, VerdictKind.UNCERTAIN, VerdictKind.UNSUPPORTED
GOOD, BAD = "supported", "unsupported"


def tally_of(*rows: tuple[str, str, VerdictKind]) -> Tally:
    tally = Tally()
    for dataset, label, verdict in rows:
        tally.add(dataset, label, verdict, f"rule-{verdict}")
    return tally


def all_of(tally: Tally) -> Score:
    return tally.table()[-1]


def test_every_figure_of_a_counted_example() -> None:
    verdicts = [(GOOD, G)] * 6 + [(GOOD, U)] * 1 + [(GOOD, N)] * 1 + [(BAD, G)] * 2 + [(BAD, U)] * 5 + [(BAD, N)] * 3
    (score, total) = tally_of(*(("disks", label, verdict) for label, verdict in verdicts)).table()
    assert score.dataset == "disks" and total.dataset == ALL
    assert astuple(score)[1:] == astuple(total)[1:]
    assert score.n == 18
    assert score.balanced_accuracy == pytest.approx((75 + 80) / 2)
    assert score.good_passes == pytest.approx(75)
    assert score.bad_passes == pytest.approx(20)
    assert score.uncertain == pytest.approx(100 / 3)
    assert score.grounded_precision == pytest.approx(75)
    assert score.unsupported_precision == pytest.approx(75)


def test_nothing_is_divided_by_nothing() -> None:
    only_bad = all_of(tally_of(("d", BAD, U)))
    assert (only_bad.balanced_accuracy, only_bad.good_passes) == (None, None)
    assert (only_bad.grounded_precision, only_bad.unsupported_precision) == (None, None)
    assert (only_bad.bad_passes, only_bad.uncertain) == (0, 100)


def test_data_sets_stand_by_name_and_all_last() -> None:
    tally = tally_of(("wice", GOOD, G), ("", BAD, N), ("Adv", BAD, G), ("wice", BAD, N))
    assert [(score.dataset, score.n) for score in tally.table()] == [("", 1), ("Adv", 1), ("wice", 2), (ALL, 4)]


def test_a_row_without_a_label_is_counted_but_stands_in_no_table() -> None:
    tally = tally_of(("d", "", G), ("d", GOOD, G))
    assert (tally.rows, tally.labelled, all_of(tally).n) == (2, 1, 1)
    assert tally_of(("d", "", G)).table() == ()


def test_rules_are_counted_by_label_the_commonest_first() -> None:
    tally = Tally()
    for label, verdict, rule in ((GOOD, G, "b"), (BAD, N, "a"), ("", N, "a"), (BAD, N, "a"), (GOOD, N, "c")):
        tally.add("d", label, verdict, rule)
    assert [astuple(rule) for rule in tally.rules()] == [("a", N, 3, 0, 2), ("b", G, 1, 1, 0), ("c", N, 1, 1, 0)]


def test_every_kind_of_verdict_is_told_also_where_there_is_none() -> None:
    assert tally_of(("d", GOOD, U)).verdicts() == {G: 0, U: 1, N: 0}
    assert Tally().verdicts() == {G: 0, U: 0, N: 0}


ROWS = st.lists(st.tuples(st.sampled_from("xyz"), st.sampled_from([GOOD, BAD]), st.sampled_from([G, U, N])), min_size=1)


@given(ROWS)
def test_the_figures_are_those_of_the_lists_they_came_from(rows: list[tuple[str, str, VerdictKind]]) -> None:
    for score in tally_of(*rows).table():
        pairs = [(label, verdict) for dataset, label, verdict in rows if score.dataset in (dataset, ALL)]
        good = [verdict for label, verdict in pairs if label == GOOD]
        bad = [verdict for label, verdict in pairs if label == BAD]
        assert score.n == len(pairs)
        if good and bad:
            recall = (good.count(G) / len(good) + (len(bad) - bad.count(G)) / len(bad)) / 2
            assert score.balanced_accuracy == pytest.approx(100 * recall)
        said_no = good.count(N) + bad.count(N)
        assert score.unsupported_precision == (pytest.approx(100 * bad.count(N) / said_no) if said_no else None)
        said_yes = good.count(G) + bad.count(G)
        assert score.grounded_precision == (pytest.approx(100 * good.count(G) / said_yes) if said_yes else None)


@given(ROWS, st.randoms())
def test_the_order_of_rows_changes_nothing(rows: list[tuple[str, str, VerdictKind]], random: object) -> None:
    shuffled = list(rows)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert tally_of(*rows).table() == tally_of(*shuffled).table()
    assert tally_of(*rows).rules() == tally_of(*shuffled).rules()
