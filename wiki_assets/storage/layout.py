"""The layout of a home folder: which key holds what.

Belongs here: names of keys and folders, so that no room spells a path of its own. Does not belong here: reading or writing.

    <home>/
      raw/…  library.bib  concepts.yaml      inputs (never written)
      wiki/<slug>.md  wiki/index.md  wiki/log.md  wiki/draft/<slug>.md
      artifacts/…                            this module's keys
      audit/<table>/<fragment>.parquet       the record;  audit.duckdb is folded from it
      dashboard/index.html                   how the wiki stands
      .dagster/                              the Dagster instance

With WIKI_ARTIFACTS the keys and the record lie there instead, below `artifacts` and `audit`. Locks, vectors of the embedded engine
and audit.duckdb stay in the home folder.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class States:
    """All states of one kind: the folder they lie in, and how their keys end."""

    folder: str
    ending: str


DOCUMENT_STATES = States("documents", "/state.json")
CHUNKS_STATES = States("chunks", ".json")
VECTORS = "vectors"
LIBRARY = "library.json"
WIKI_STATE = "wiki.json"
PUBLICATIONS = "published"
STANDINGS = States(PUBLICATIONS, ".json")
LOG_EVENTS = "log"
EVENTS = States(LOG_EVENTS, ".json")
EVIDENCE = "evidence/evidence.parquet"
EVIDENCE_STATE = "evidence/state.json"
CALIBRATION = "calibration.json"


def document_record(bibkey: str) -> str:
    """Outcome of reading one paper."""
    return f"documents/{bibkey}/record.json"


def document_state(bibkey: str) -> str:
    """From which file one paper was read."""
    return f"documents/{bibkey}/state.json"


def parsed_document(bibkey: str) -> str:
    """Elements of one paper."""
    return f"documents/{bibkey}/parsed.json"


def chunks(bibkey: str) -> str:
    """Chunks of one paper."""
    return f"chunks/{bibkey}.parquet"


def earlier_chunks(bibkey: str) -> str:
    """Chunks of one paper before they last changed: what pages composed from them are compared with."""
    return f"chunks/{bibkey}.earlier.parquet"


def chunks_state(bibkey: str) -> str:
    """From what the chunks of one paper were cut."""
    return f"chunks/{bibkey}.json"


def embedding_state(embedder: str, bibkey: str) -> str:
    """Which chunks of one paper the vector store holds."""
    return f"embeddings/{embedder}/{bibkey}.json"


def embedding_states(embedder: str) -> States:
    """The states of all papers under one embedding model."""
    return States(f"embeddings/{embedder}", ".json")


def embedding_cache(embedder: str, bibkey: str) -> str:
    """Dense vectors of one paper's chunks by text hash, per embedding model."""
    return f"embeddings/{embedder}/{bibkey}.npz"


def page(slug: str, page_sha: str) -> str:
    """One version of one concept page."""
    return f"pages/{slug}/{page_sha}.json"


def page_state(slug: str) -> str:
    """Which version of a page is the latest, and from what it was made."""
    return f"pages/{slug}/latest.json"


def report(slug: str, page_sha: str, guard: str, guard_version: str, threshold: float) -> str:
    """Verdict on one page under one guard and threshold."""
    return f"reports/{slug}/{page_sha}/{guard}-{guard_version}-{threshold!r}.json"


def verifier_answer(sha256: str) -> str:
    """A verifier's answer to one question, by the hash of all that it depends on; in folders of some hundred, for there are many."""
    return f"verifier_answers/{sha256[:2]}/{sha256}.json"


def publication(slug: str) -> str:
    """What is published under a slug now, and what waits as a draft."""
    return f"{PUBLICATIONS}/{slug}.json"


def log_event(name: str) -> str:
    """One event of the wiki's log."""
    return f"{LOG_EVENTS}/{name}.json"


def edited_copy(slug: str, sha256: str) -> str:
    """A published file as somebody edited it by hand, kept when it is replaced."""
    return f"edited/{slug}-{sha256[:12]}.md"


def wiki_folder(home: Path) -> Path:
    """Folder of the published wiki."""
    return home / "wiki"


def draft_folder(home: Path) -> Path:
    """Folder of pages that may not be published."""
    return home / "wiki" / "draft"


def wiki_lock(home: Path) -> Path:
    """Lock of the published wiki: beside it on this machine, wherever the artifacts are kept."""
    return home / "artifacts" / ".wiki.lock"
