"""What tests of books share: a spec from its text."""

from __future__ import annotations

from pathlib import Path

from bookmaker.book import spec as specs
from bookmaker.book.spec import Spec


def loaded(folder: Path, text: str) -> Spec:
    """The spec of a text, which is written to ``book.yaml`` of a folder."""
    path = folder / "book.yaml"
    path.write_text(text, encoding="utf-8")
    return specs.load(path)
