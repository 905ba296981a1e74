"""A person at the Dagster UI: where to click and what to read. Names of buttons and tabs are those of dagster 1.13.

Belongs here: driving the pages. Does not belong here: what is expected of them (`test_browser`).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
DESKTOP = {"width": 1600, "height": 1000}
PHONE = {"width": 390, "height": 844}
# A page of the UI takes about two seconds; the machine may be shared.
PATIENCE_MS = 120_000.0
_STILL_SECONDS = 1.5
_UNFOLDING_MS = 4_000.0


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser of our own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=_ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


class Engineer:
    """One window on the UI.

    Attributes:
        outside: Addresses outside this machine that a page asked for.
    """

    def __init__(self, browser: Browser, address: str, shots: Path) -> None:
        self._browser = browser
        self._address = address
        self._shots = shots
        self.outside: set[str] = set()
        self.page = browser.new_page(viewport=DESKTOP)  # type: ignore[arg-type]
        self.page.set_default_timeout(PATIENCE_MS)
        self._watch(self.page)

    def open_lineage(self) -> str:
        """The global lineage with every group unfolded. Returns what it says."""
        self._go("/asset-groups")
        self.page.get_by_role("button", name="Materialize all").first.wait_for()
        self.page.get_by_text("publication").first.wait_for()
        asset = self.page.get_by_text("promoted_pages").first
        while not asset.is_visible():
            # Groups are folded at first; Alt-E is the UI's own key for unfolding all of them, once it listens.
            self.page.keyboard.press("Alt+e")
            self.page.wait_for_timeout(_UNFOLDING_MS)
        return self.read()

    def materialize_all(self) -> str:
        """Clicks "Materialize all", chooses all partitions and launches. Returns what the dialog said of it."""
        self.page.get_by_role("button", name="Materialize all").first.click()
        dialog = self.page.get_by_role("dialog")
        launch = dialog.get_by_role("button", name="Launch backfill")
        launch.wait_for()
        dialog.get_by_role("button", name="All", exact=True).first.click()
        self.page.wait_for_function(
            "() => [...document.querySelectorAll('button')].some(b => /Launch backfill/.test(b.innerText) && !b.disabled)"
        )
        told = dialog.inner_text()
        self.shoot("2-materialize-all")
        launch.click()
        dialog.wait_for(state="hidden")
        return told

    def open(self, path: str, *words: str) -> str:
        """A page of the UI, once it says these words and stands still. Returns what it says."""
        self._go(path)
        for word in words:
            self.page.get_by_text(word).first.wait_for()
        return self.read()

    def click(self, name: str) -> str:
        """Clicks what has this very name. Returns what the page says then."""
        self.page.get_by_text(name, exact=True).first.click()
        return self.read()

    def read(self) -> str:
        """What the page says, once it stands still."""
        said, deadline = "", time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < deadline:
            before, said = said, self.page.inner_text("body")
            if said == before and "Loading" not in said:
                break
            time.sleep(_STILL_SECONDS)
        return said

    def shoot(self, name: str) -> Path:
        """A screenshot for a person."""
        return _shoot(self.page, self._shots / f"{name}.png")

    def shoot_file(self, file: Path, name: str, scheme: Literal["light", "dark"], *, phone: bool) -> str:
        """Opens an HTML file as a phone or a desktop shows it. Returns what it says."""
        context = self._browser.new_context(viewport=PHONE if phone else DESKTOP, color_scheme=scheme)  # type: ignore[arg-type]
        try:
            page = context.new_page()
            self._watch(page)
            page.goto(file.as_uri())
            _shoot(page, self._shots / f"{name}.png", whole=True)
            return page.inner_text("body")
        finally:
            context.close()

    def _go(self, path: str) -> None:
        # The page never stops loading, for it polls; what is on it is waited for instead.
        self.page.goto(f"{self._address}{path}", wait_until="commit")

    def _watch(self, page: Page) -> None:
        page.on("request", lambda request: self._note(request.url))

    def _note(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in ("http", "https", "ws", "wss") and parts.hostname != "127.0.0.1":
            self.outside.add(url)


def _shoot(page: Page, target: Path, *, whole: bool = False) -> Path:
    target.parent.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=target, full_page=whole)
    return target
