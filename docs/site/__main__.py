"""``python -m docs.site``: the pages of ``docs/`` and the reference as a site in ``build/manual/html``.

The pages are copied to ``build/manual/source`` as they lie in the repository, so that each link means the same here and there.
A warning, such as a link that leads nowhere, ends the command with 1.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from sphinx.application import Sphinx

from bookmaker.version import VERSION
from docs.site import keys, pictures, program, solving

ROOT = Path(__file__).parents[2]
BUILD = ROOT / "build" / "manual"
COPIED = (
    "docs",
    "examples",
    "layouts",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "SECURITY.md",
    "tests/README.md",
)
START = (
    '<!doctype html><meta charset="utf-8"><title>bookmaker</title>'
    '<meta http-equiv="refresh" content="0; url=docs/index.html">\n'
)
"""The page at the root leads to the first page."""

REST = "\n```{toctree}\n:hidden:\n:glob:\n*\n```\n"
"""Leads the site's contents to the other pages of a folder, which the page itself lists in a table."""

SETTINGS = {
    "project": "bookmaker",
    "release": VERSION,
    "version": VERSION,
    "extensions": ["myst_parser"],
    "root_doc": "docs/index",
    "exclude_patterns": ["examples"],
    "html_theme": "furo",
    "html_title": f"bookmaker {VERSION}",
    "html_static_path": [str(Path(__file__).parent / "static")],
    "html_css_files": ["manual.css"],
    "html_js_files": ["manual.js"],
    "html_copy_source": False,
    "html_show_sphinx": False,
    "html_show_copyright": False,
    "myst_heading_anchors": 4,
    "toc_object_entries": False,
    "smartquotes": False,
    "highlight_language": "none",
}


def sources(folder: Path) -> None:
    """Copy the pages, and write those of the reference."""
    shutil.rmtree(folder, ignore_errors=True)
    for name in COPIED:
        place = folder / name
        place.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place)
        else:
            shutil.copy(ROOT / name, place)
    reference = folder / "docs" / "reference"
    reference.mkdir()
    for module in (keys, program, solving):
        for name, text in module.pages().items():
            (reference / f"{name}.md").write_text(text, encoding="utf-8")
    page = folder / "docs" / "kinds.md"
    page.write_text(solving.kinds(page.read_text(encoding="utf-8")), encoding="utf-8")
    for part in ("design", "extending", "releases"):
        with (folder / "docs" / part / "README.md").open("a", encoding="utf-8") as index:
            index.write(REST)
    (reference / "pictures").symlink_to(BUILD / "pictures")


def main() -> int:
    """Make the site; 1 if there was a warning."""
    pictures.make(BUILD / "pictures", os.cpu_count() or 1)
    source, html = BUILD / "source", BUILD / "html"
    sources(source)
    shutil.rmtree(html, ignore_errors=True)
    made = Sphinx(
        source,
        None,
        html,
        BUILD / "doctrees",
        "html",
        SETTINGS,
        status=None,
        freshenv=True,
        parallel=os.cpu_count() or 1,
    )
    made.build()
    (html / "index.html").write_text(START, encoding="utf-8")
    print(f"{html / 'index.html'}: {len(made.env.found_docs)} pages, {made._warncount} warnings")
    return int(bool(made._warncount or made.statuscode))


if __name__ == "__main__":
    sys.exit(main())
