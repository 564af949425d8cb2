"""What tests of books share: specs from their texts, what is said of wrong ones, books planned with puzzles that nobody made."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.making.stock import stand_ins
from bookmaker.publishing.book.pages.assemble import Assembled, assemble
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec


def loaded(folder: Path, text: str) -> Spec:
    """The spec of a text, which is written to ``book.yaml`` of a folder."""
    path = folder / "book.yaml"
    path.write_text(text, encoding="utf-8")
    return specs.load(path)


def lettered(puzzles: str, sections: Iterable[str]) -> str:
    """The sections of a spec, titled A, B, ...: all have these puzzles, each its further keys, which begin with a comma."""
    titled = (f"- {{title: {chr(65 + at)}, puzzles: {{{puzzles}}}{keys}}}\n" for at, keys in enumerate(sections))
    return f"sections:\n{''.join(titled)}"


def section(written: str) -> str:
    """A spec of one section with these keys."""
    return f"book: {{title: A}}\nsections: [{{title: B, {written}}}]\n"


def refusal(folder: Path, text: str) -> tuple[str, str]:
    """The one fault of a spec: its place and message, and its advice."""
    with pytest.raises(SpecError) as caught:
        loaded(folder, text)
    (fault,) = caught.value.faults
    return f"{str(fault.place).removeprefix(f'{folder}/book.yaml:')}: {fault.message}", fault.advice


def properties(*names: str) -> Any:
    """The JSON Schema of a key of the spec, whole as a program reads it."""
    found: Any = json.loads(json.dumps(specs.json_schema()))
    for name in names:
        found = found[name] if name in ("items", "then", "else", "anyOf") else found["properties"][name]
    return found


def planned(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]] | None = None, **keys: Any) -> Assembled:
    """The pages of a book with these puzzles, else with stand-ins. ``keys``: as of :func:`assemble`."""
    if sections is None:
        sections = [stand_ins(section) for section in spec.sections]
    return assemble(book_of(spec), sections, None, **keys)
