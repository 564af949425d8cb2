"""``python -m docs.site.screens``: the pictures of the studio in ``examples/pages/``, by Chromium (extra ``browser``)."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

EXAMPLES = Path(__file__).parents[2] / "examples"
_WIDE, _HIGH, _SHOWN, _COLOURS = 1440, 900, 1000, 64
_MOST, _SETTLES = 300_000, 5000
"""Milliseconds until all is there, at most, and until pictures that are asked for have come."""


def main() -> None:
    """Open the book of the tutorial in the studio, and write a picture of each screen when all is there that it shows."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(EXAMPLES / "own", folder / "own")
        shutil.copy(EXAMPLES / "tutorial.yaml", folder / "rides.yaml")
        words = [sys.executable, "-m", "bookmaker", "studio", "rides.yaml", "--no-open"]
        settings = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}
        running = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=folder, env=settings)
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+", running.stdout.readline())
            assert found is not None
            for screen, content in _screens(found[0]):
                picture = Image.open(io.BytesIO(content)).convert("RGB")
                small = picture.resize((_SHOWN, _SHOWN * _HIGH // _WIDE), Image.Resampling.LANCZOS).quantize(_COLOURS)
                small.save(EXAMPLES / "pages" / f"{screen}.png", optimize=True)
        finally:
            running.terminate()
            running.wait()


def _screens(address: str) -> Iterator[tuple[str, bytes]]:
    """The name and the picture of each screen."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        page = browser.new_page(viewport={"width": _WIDE, "height": _HIGH}, color_scheme="light")
        page.goto(address)
        page.get_by_text("spine 0.").first.wait_for(timeout=_MOST)
        page.wait_for_timeout(_SETTLES)  # for the pictures of the strip
        yield "studio", page.screenshot()
        for name in ("puzzles", "cover", "make"):
            page.get_by_role("button", name=name.capitalize(), exact=True).or_(
                page.get_by_role("link", name=name.capitalize(), exact=True)
            ).first.click()
            if name == "make":
                page.locator(".make-left .btn.pri").click()
                page.get_by_role("heading", name="The book is ready").wait_for(timeout=_MOST)
            page.wait_for_timeout(_SETTLES)
            yield f"studio-{name}", page.screenshot()
        browser.close()


if __name__ == "__main__":
    main()
