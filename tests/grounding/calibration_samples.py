"""Specimens that the tests of the calibration share; every sentence is made up."""

from __future__ import annotations

from wiki_assets.grounding.calibration.edits.interface import Edit, Rewrite, Specimen

SOURCE = (
    "The kiln at Harwick reaches 900 degrees within two hours. Clay fired there is usually harder than clay dried in the sun. "
    "Potters from Lund visited the workshop in 1874 and measured 35 jars. A glaze of ash does not crack when the jar is cooled slowly. "
    "Some jars may leak if the walls are thinner than 4 millimetres."
)
STRANGER = (
    "Migratory geese follow the coast in autumn, and their flocks rest on shallow lagoons where eelgrass grows, far from roads and from "
    "any town, until frost drives them further south along the old route that their parents showed them during the year before."
)


def specimen(claim: str, source: str = SOURCE, quote: str = "", **around: object) -> Specimen:
    """A claim with its passage; it rests on the quote, or on the whole passage."""
    start = source.index(quote) if quote else 0
    return Specimen(
        slug="pottery",
        ordinal=0,
        bibkey="Kilner1999",
        chunk=3,
        claim=claim,
        source=source,
        quote_start=start,
        quote_end=start + len(quote) if quote else len(source),
        **around,  # type: ignore[arg-type]
    )


def edited(edit: Edit, claim: str, source: str = SOURCE, **around: object) -> str | None:
    """The claim after an edit; None where it does not apply."""
    rewrite = rewritten(edit, claim, source, **around)
    return rewrite.claim if rewrite else None


def rewritten(edit: Edit, claim: str, source: str = SOURCE, **around: object) -> Rewrite | None:
    return edit.rewrite(specimen(claim, source, **around))  # type: ignore[arg-type]
