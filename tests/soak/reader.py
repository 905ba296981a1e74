"""A reader who looks at the wiki all the time, beside the daemon: never a torn page, never one without a passing verdict."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from resources import build_resources
from resources.wiki import open_wiki
from wiki_assets.errors import WikiError
from wiki_assets.publication.checking import check_integrity
from wiki_assets.settings import Settings

INTERVAL_SECONDS = 1.0
# A file and its record are two looks, between which a page may be published; what is still wrong after that is wrong.
LOOKS_AGAIN = 5
AGAIN_SECONDS = 0.4


class Reader:
    """Looks from a thread until told to end.

    Attributes:
        looks: How often the whole wiki was read.
        problems: What was wrong, each once.
    """

    def __init__(self, home: Path) -> None:
        self._home = home
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._read, name="reader", daemon=True)
        self._changing = threading.Event()
        self.settings: dict[str, str] = {}
        self.looks = 0
        self.problems: list[str] = []

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        self._ended.set()
        self._thread.join(30)

    def pause(self) -> None:
        """Looks at no verdicts while a threshold changes: what was published under the old one is withdrawn a little later."""
        self._changing.set()

    def resume(self, **settings: str) -> None:
        self.settings |= settings
        self._changing.clear()

    def _read(self) -> None:
        while not self._ended.wait(INTERVAL_SECONDS):
            torn = torn_pages(self._home / "wiki")
            wrong = [] if self._changing.is_set() else self._without_verdict()
            if not self._changing.is_set():
                torn += wrong
            self.problems += [problem for problem in torn if problem not in self.problems]
            self.looks += 1

    def _without_verdict(self) -> list[str]:
        found: list[str] = []
        for _ in range(LOOKS_AGAIN):
            try:
                resources = build_resources(Settings.load(home=self._home, **self.settings))
                wiki = open_wiki(resources["artifacts"], resources["library"], resources["policy"])  # type: ignore[arg-type]
                found = [f"{problem.file}: {problem.what}" for problem in check_integrity(wiki)]
            except WikiError:
                # The concepts file is being edited: nothing can be concluded at this look.
                return []
            if not found:
                return []
            time.sleep(AGAIN_SECONDS)
        return found


def torn_pages(wiki: Path) -> list[str]:
    """Pages that are not whole: without their front matter, their title or their last line."""
    torn = []
    for path in wiki.glob("*.md"):
        try:
            text = path.read_text("utf-8")
        except FileNotFoundError:
            continue
        except UnicodeDecodeError:
            torn.append(f"{path.name}: cut inside a letter")
            continue
        page = path.stem not in ("index", "log")
        whole = (
            text.endswith("\n") and "\n# " in f"\n{text}" and (not page or (text.startswith("---\n") and "\n---\n" in text[4:]))
        )
        if not whole:
            torn.append(f"{path.name}: torn, {len(text)} letters")
    return torn
