"""A studio on a folder of its own, and a page of Chromium that may speak to it alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="pip install -e '.[browser]'")

BOOK = """\
# A book for the tests; this comment stays.
book:
  title: Sudoku for the Long Train Ride
  author: A. Publisher
seed: 7
sections:
  # small ones
  - title: Platform
    puzzles: {size: 4, count: 6, difficulty: easy}
  - title: All Aboard
    puzzles: {size: 6, count: 4, difficulty: easy}
  - title: Rolling Country   # the big ones
    puzzles: {count: 4, difficulty: easy}
front_matter: [title-page]
"""
PATIENCE = float(os.environ.get("STUDIO_PATIENCE", "60")) * 1000
"""Milliseconds that a step may take: CI is slow, and compiles kernels at first."""


def chromium() -> str:
    """The browser of this machine."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    pytest.skip("there is no chromium: apt-get install chromium")


@pytest.fixture(scope="session")
def browser() -> Iterator[object]:
    with sync_api.sync_playwright() as playwright:
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        sync_api.expect.set_options(timeout=PATIENCE / 3)
        opened = playwright.chromium.launch(executable_path=chromium(), args=sandbox)
        yield opened
        opened.close()


class Studio:
    """A studio that runs. ``clicks`` counts those of the person at its page."""

    def __init__(self, folder: Path, address: str, browser) -> None:
        self.folder, self.address, self.browser = folder, address, browser
        self.process = 0
        self.clicks = 0
        self.errors: list[str] = []
        self.pages: list = []

    def open(self, route: str = "", width: int = 1440, height: int = 900, language: str = "en"):
        """A page of its own, at a screen."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height}, locale=language, accept_downloads=True
        )
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        host = self.address.split("?")[0]

        def watch(route) -> None:
            if not route.request.url.startswith((host, "blob:", "data:")):
                self.errors.append(f"a request leaves the machine: {route.request.url}")
                route.abort()
            else:
                route.continue_()

        context.route("**/*", watch)

        def note(one) -> None:
            # What belongs to a version that a change has just made old is not there any more.
            if one.type == "error" and not re.search(r"/api/[a-z]+/\d+\b", one.location.get("url", "")):
                self.errors.append(f"{one.text} {one.location.get('url')}")

        page.on("console", note)
        page.on("pageerror", lambda one: self.errors.append(str(one)))
        page.goto(self.address)
        page.wait_for_selector("main")
        if route:
            page.goto(f"{host}#/{route}")
        self.pages.append(page)
        return page

    def click(self, page, what, **options) -> None:
        """Click as a person does, and count it."""
        self.clicks += 1
        (page.locator(what) if isinstance(what, str) else what).click(**options)

    def text(self) -> str:
        """The file of the book."""
        return (self.folder / "train.yaml").read_text()


@pytest.fixture
def studio(tmp_path: Path, browser) -> Iterator[Studio]:
    """A studio with one book."""
    yield from _running(tmp_path, browser, "train.yaml")


@pytest.fixture
def empty(tmp_path: Path, browser) -> Iterator[Studio]:
    """A studio on a folder, no book open."""
    yield from _running(tmp_path, browser, ".")


@pytest.fixture
def preview(tmp_path: Path, browser) -> Iterator[Studio]:
    """The pages of a book, without changes."""
    yield from _running(tmp_path, browser, "train.yaml", "preview")


def _running(tmp_path: Path, browser, target: str, verb: str = "studio") -> Iterator[Studio]:
    folder = tmp_path / "books"
    folder.mkdir()
    if target != ".":
        (folder / target).write_text(BOOK)
    environment = {**os.environ, "BOOKMAKER_STATE_DIR": str(tmp_path / "state")}
    command = [
        sys.executable,
        "-m",
        "bookmaker",
        verb,
        str(folder / target),
        *(["--no-open"] if verb == "studio" else []),
    ]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
    assert server.stdout is not None
    try:
        found = re.search(r"http://\S+", server.stdout.readline())
        assert found, "the studio has not started"
        made = Studio(folder, found[0], browser)
        made.process = server.pid
        yield made
        errors = made.errors
        for page in made.pages:
            page.context.close()
        assert errors == [], errors
    finally:
        server.terminate()
        server.wait(20)
