"""The two partition dimensions of the graph and the rule for their keys.

Belongs here: definitions of partitions, and adding keys. Does not belong here: which keys there should be (`planning`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dagster import DagsterInstance, DynamicPartitionsDefinition

PAPERS = "papers"
CONCEPTS = "concepts"

papers_partitions = DynamicPartitionsDefinition(name=PAPERS)
concepts_partitions = DynamicPartitionsDefinition(name=CONCEPTS)

# A run with this tag leaves alone what is up to date among its partitions. Sensors and builds set it; a person who materializes a
# partition by hand gets it made again.
ONLY_STALE = {"wiki/only_stale": "true"}

# SQLite refuses a statement with too many variables: 300,000 keys in one call failed on 1.13, 40,000 did not.
KEYS_PER_CALL = 5_000


def add_missing_keys(instance: DagsterInstance, name: str, keys: Iterable[str]) -> list[str]:
    """Adds the keys that are not there yet, in the order given, and returns them.

    Dagster does not validate dynamic keys; bibkeys and slugs have been validated where they are made.
    """
    known = set(instance.get_dynamic_partitions(name))
    missing = [key for key in dict.fromkeys(keys) if key not in known]
    for start in range(0, len(missing), KEYS_PER_CALL):
        instance.add_dynamic_partitions(name, missing[start : start + KEYS_PER_CALL])
    return missing


def contiguous_ranges(order: Sequence[str], wanted: Iterable[str]) -> list[tuple[str, str]]:
    """Splits the wanted keys into ranges that are contiguous in the instance's order, as one run can take only such a range.

    Args:
        order: All keys in order of insertion.
        wanted: Keys to cover; those that are not in `order` are left out.

    Returns:
        First and last key of each range, in order.
    """
    chosen = set(wanted)
    ranges: list[tuple[str, str]] = []
    previous_chosen = False
    for key in order:
        if key in chosen and previous_chosen:
            ranges[-1] = (ranges[-1][0], key)
        elif key in chosen:
            ranges.append((key, key))
        previous_chosen = key in chosen
    return ranges
