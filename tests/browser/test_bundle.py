"""The built files of the studio's front end: their sizes, and what the shell loads at first."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "bookmaker" / "studio" / "static"
MOST = {"app": 90_000, "editor": 430_000, "style": 30_000}
"""Bytes before compression."""


def test_the_bundle_keeps_its_budget() -> None:
    app = (STATIC / "app.js").read_text(encoding="utf-8")
    first = {"app.js"} | set(re.findall(r'from"\./(chunk-\w+\.js)"', app))
    assert sum((STATIC / name).stat().st_size for name in first) <= MOST["app"]
    editor = (STATIC / "editor.js").read_text(encoding="utf-8")
    shared = set(re.findall(r'from"\./(chunk-\w+\.js)"', editor))
    assert sum((STATIC / name).stat().st_size for name in {"editor.js"} | shared) <= MOST["editor"]
    assert (STATIC / "style.css").stat().st_size <= MOST["style"]


def test_nothing_is_named_that_lies_elsewhere() -> None:
    for path in STATIC.glob("*.*"):
        if path.suffix in (".js", ".css", ".html"):
            found = set(re.findall(r"https?://[\w.]+", path.read_text(encoding="utf-8")))
            assert found <= {"http://www.w3.org", "https://github.com"}, path.name
