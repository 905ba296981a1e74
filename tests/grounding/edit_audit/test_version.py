"""The guard's version: it is raised whenever verdicts change, for reports are kept under it and made again under another only."""

from __future__ import annotations

import hashlib

from wiki_assets.grounding.guards.edit_audit import create

SOURCE = (
    "Every harbour of the coast was dredged by hand for about 120 years. The old traders, who kept ledgers in a chapel, paid for salt "
    "with glass beads. It is not known whether barley was weighed in public. If the tide is high, most boats may enter. The causeway is "
    "4.5 km long, and x ≤ y + 3 holds for all of its arches."
)
CLAIMS = (
    "Every harbour of the coast was dredged by hand for about 120 years.",
    "Every harbour of the coast was dredged by hand for about one hundred and twenty years.",
    "Every harbour of the coast was dredged by hand for 120 years.",
    "Every harbour of the coast was never dredged by hand for about 120 years.",
    "Every harbour of the coast was dredged by machines for about 120 years.",
    "Every harbour of the coast was dredged to hand for about 130 years.",
    "The old traders paid for salt with glass beads.",
    "The ancient traders paid for salt with glass beads.",
    "The old traders of Vell paid for salt with glass beads.",
    "Barley was weighed in public.",
    "Most boats may enter.",
    "All boats may enter if the tide is high.",
    "Most boats may enter if the tide is high.",
    "The causeway is 4.5 miles long.",
    "The causeway is 4.5 kilometres long.",
    "The inequality x ≥ y + 3 holds for all of its arches.",
    "Every harbour of the coast was dredged, who kept ledgers in a chapel.",
    "Glass beads were what old traders used as payment for salt.",
    "Nobody has ever flown to the moon of Jupiter.",
    "Was barley weighed in public?",
    "It is.",
    "…",
)
FINGERPRINT = {"1": "1e09255bd4deec13"}
"""By version, of the verdicts on these claims."""


def test_a_version_stands_for_its_verdicts() -> None:
    guard = create()
    verdicts = [guard.check(claim, SOURCE) for claim in CLAIMS]
    found = hashlib.sha256("\n".join(f"{one.kind} {one.rule}" for one in verdicts).encode()).hexdigest()[:16]
    told = "\n".join(f"{one.kind} {one.rule}: {claim}" for one, claim in zip(verdicts, CLAIMS, strict=True))
    assert FINGERPRINT.get(guard.version) == found, f"Verdicts changed: raise VERSION in guard.py, and put {found} here.\n{told}"
