"""The default composer: a page made of the sources' own sentences, without any model.

Belongs here: choosing, trimming and ordering sentences. Does not belong here: judging whether a claim is supported
(`grounding`), or rendering (`markdown`).
"""

from wiki_assets.concepts.extractive.composer import EXTRACTIVE_VERSION, compose_extractive

__all__ = ["EXTRACTIVE_VERSION", "compose_extractive"]
