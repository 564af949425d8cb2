"""``python -m docs.site.screens``: the picture of the studio, ``examples/pages/studio.png``, by Chromium (extra ``browser``)."""

from __future__ import annotations

import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

EXAMPLES = Path(__file__).parents[2] / "examples"
_WIDE, _HIGH, _SHOWN, _COLOURS, _MOST = 1440, 900, 1000, 64, 300_000


def main() -> None:
    """Open the book of the tutorial in the studio, and write the picture when all its pages are there."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        shutil.copytree(EXAMPLES / "own", folder / "own")
        shutil.copy(EXAMPLES / "tutorial.yaml", folder / "rides.yaml")
        words = [sys.executable, "-m", "bookmaker", "studio", str(folder / "rides.yaml"), "--no-open"]
        running = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert running.stdout is not None
            found = re.search(r"http://\S+", running.stdout.readline())
            assert found is not None
            picture = Image.open(io.BytesIO(_screen(found[0]))).convert("RGB")
        finally:
            running.terminate()
            running.wait()
    small = picture.resize((_SHOWN, _SHOWN * _HIGH // _WIDE), Image.Resampling.LANCZOS).quantize(_COLOURS)
    small.save(EXAMPLES / "pages" / "studio.png", optimize=True)


def _screen(address: str) -> bytes:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        sandbox = [] if os.getuid() else ["--no-sandbox"]
        browser = playwright.chromium.launch(executable_path=chromium, args=sandbox)
        page = browser.new_page(viewport={"width": _WIDE, "height": _HIGH}, color_scheme="light")
        page.goto(address)
        page.get_by_text("spine 0.").first.wait_for(timeout=_MOST)
        page.wait_for_timeout(3000)  # for the pictures of the strip
        content = page.screenshot()
        browser.close()
    return content


if __name__ == "__main__":
    main()
