"""A quantity of a plan: known, estimated, or known to lie in a range.

Belongs here: the shape, adding, and how it is told. Does not belong here: what is counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from wiki_assets.storage.frozen import Frozen


class Quantity(Frozen):
    """From `least` to `most`; both are the same where it is known, or where it is one estimate.

    Attributes:
        estimated: Whether either end is an estimate rather than a count.
    """

    least: int
    most: int
    estimated: bool = False

    @property
    def known(self) -> bool:
        """Whether it is exact."""
        return self.least == self.most and not self.estimated

    @classmethod
    def exactly(cls, count: int) -> Self:
        """A count."""
        return cls(least=count, most=count)

    @classmethod
    def about(cls, count: int) -> Self:
        """An estimate."""
        return cls(least=count, most=count, estimated=True)

    @classmethod
    def between(cls, least: int, most: int) -> Self:
        """A range whose upper end is an estimate."""
        return cls(least=least, most=most, estimated=True)

    @classmethod
    def total(cls, quantities: Iterable[Self]) -> Self:
        """The sum."""
        parts = list(quantities)
        return cls(
            least=sum(part.least for part in parts),
            most=sum(part.most for part in parts),
            estimated=any(part.estimated for part in parts),
        )

    def __str__(self) -> str:
        if self.least == self.most:
            return f"about {self.least:,}" if self.estimated else f"{self.least:,}"
        return f"{self.least:,} to {'about ' if self.estimated else ''}{self.most:,}"


NOTHING = Quantity.exactly(0)
