"""The YAML block at the head of a page: Open Knowledge Format 0.1 and 0.2 at once, our own figures under `x-wiki`.

Belongs here: its keys, their order and how they are written. Does not belong here: where the values come from (`publication`).
"""

from __future__ import annotations

from typing import Literal

import yaml
from pydantic import AwareDatetime, Field

from wiki_assets.storage.frozen import Frozen

RATE_DIGITS = 4


class SourceEntry(Frozen):
    """One paper that the page cites."""

    id: str = Field(description="Bibkey: what stands in a citation.")
    resource: str = Field(description="File name in the folder of papers.")
    title: str = ""
    author: str = Field(default="", description="Names, with semicolons between.")
    year: int = 0
    doi: str = ""
    arxiv: str = ""
    flag: str = Field(default="", description="`retracted` or `superseded`.")
    flag_note: str = Field(default="", description="Why, or by what.")
    recognised: str = Field(default="", description="Pages whose text was read by text recognition, as `1–3, 7`.")


class Figures(Frozen):
    """What the guard and the composer say of the page; the key `x-wiki`."""

    page: str = Field(description="`page_sha`.")
    evidence: str = Field(description="Fingerprint of the evidence.")
    grounded: int
    uncertain: int
    unsupported: int
    rate: float
    threshold: float
    coverage: float | None = Field(default=None, description="Share of the evidence that the page uses; None where not measured.")
    copied: float | None = Field(default=None, description="Share of its words copied in long runs; None where not measured.")
    guard: str
    guard_version: str
    composer: str
    model: str = ""
    run: str = ""


class FrontMatter(Frozen):
    """All that stands at the head of a page."""

    title: str
    description: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    at: AwareDatetime = Field(description="When this page was made.")
    generator: str = Field(description="`grounded-wiki/<version>`.")
    sources: tuple[SourceEntry, ...] = ()
    status: Literal["stable", "draft"] = "stable"
    stale: str = Field(default="", description="Why the page no longer follows from its sources; empty when it does.")
    figures: Figures

    def render(self) -> str:
        """The block with its two fences and a final newline. Equal values give equal bytes."""
        at = _Quoted(self.at.isoformat(timespec="seconds"))
        content: dict[str, object] = {"type": "Concept", "title": _line(self.title)}
        if self.description:
            content["description"] = _line(self.description)
        if self.aliases:
            content["aliases"] = [_line(alias) for alias in self.aliases]
        if self.tags:
            content["tags"] = [_line(tag) for tag in self.tags]
        content |= {"timestamp": at, "generated": {"by": self.generator, "at": at}}
        content["sources"] = [
            {key: _line(value) if isinstance(value, str) else value for key, value in source.model_dump().items() if value}
            for source in self.sources
        ]
        content["status"] = self.status
        if self.stale:
            content |= {"stale": True, "stale_reason": _line(self.stale)}
        content["x-wiki"] = self._figures()
        body = yaml.dump(
            content, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_NO_FOLDING, default_flow_style=False
        )
        return f"---\n{body}---\n"

    def _figures(self) -> dict[str, object]:
        figures = self.figures.model_dump(exclude_none=True)
        # Hashes and run ids are text even where they look like a number ("1e5…").
        quoted = {key: _Quoted(figures[key]) for key in ("page", "evidence", "guard_version", "run")}
        shares = ("rate", "coverage", "copied")
        rounded: dict[str, object] = {key: round(figures[key], RATE_DIGITS) for key in shares if key in figures}
        return {**figures, **quoted, **rounded}


_NO_FOLDING = 2**20


def _line(text: str) -> str:
    """One line, so that no value can hold the line that ends the block for a simple reader."""
    return " ".join(text.split())


class _Quoted(str):
    """A text that is written in double quotes, so that no reader takes it for a time or a number."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Safe YAML without anchors: the same value twice is written twice."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002 - the library's signature
        return True


_Dumper.add_representer(_Quoted, lambda dumper, value: dumper.represent_scalar("tag:yaml.org,2002:str", str(value), style='"'))
