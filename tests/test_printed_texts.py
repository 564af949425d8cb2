"""Every text key of a spec says whether the book prints the text, and every printed text gets the marks of its language."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bookmaker.base.schema import ListOf, Nested, Record, Shape, Switch, Text
from bookmaker.base.schema.record import keys_of
from bookmaker.publishing.book.making.checks import require_glyphs
from bookmaker.publishing.book.pages.front_matter import copyright_paragraphs
from bookmaker.publishing.book.spec.spec_file import Spec, load

Path_ = tuple[str | int, ...]
DOCUMENT: dict[str, Any] = {
    "book": {"title": "T"},
    "page": {},
    "answers": {"place": "none"},
    "cover": {},
    "series": {"name": "s", "volume": 1, "books": [{"title": "T"}]},
    "sections": [
        {"title": "A", "puzzles": {"count": 1}, "answers": {"place": "none"}, "prize": {"text": "P", "how": ["H"]}},
        {"lesson": "x-wing", "answers": {"place": "none"}, "prize": {"text": "P", "how": ["H"]}},
    ],
}
"""A spec with all records that hold texts: a section at index 0 and a lesson at index 1."""


def texts_of(record: type[Record], path: Path_ = ()) -> Iterator[tuple[Path_, Text]]:
    """Each text that is declared in a record or inside it, with its path in :data:`DOCUMENT`."""
    for name, (_, declared) in keys_of(record).items():
        yield from texts_in(declared.shape, (*path, name))


def texts_in(shape: Shape[Any], path: Path_) -> Iterator[tuple[Path_, Text]]:
    if isinstance(shape, Text):
        yield path, shape
    elif isinstance(shape, ListOf) and path != ("sections",):
        yield from texts_in(shape.item, (*path, 0))
    elif isinstance(shape, Nested):
        yield from texts_of(shape.record, path)
    elif isinstance(shape, Switch):
        yield from texts_in(shape.absent, (*path, 0))
        yield from texts_in(shape.present, (*path, 1))
    else:
        for inner in vars(shape).values():
            if isinstance(inner, Shape):
                yield from texts_in(inner, path)


DECLARED = list(texts_of(Spec))
PRINTED = [path for path, text in DECLARED if text.printed]


def spec_with(path: Path_, text: str, folder: Path) -> Spec:
    """The spec of :data:`DOCUMENT` with a text at a path."""
    document = copy.deepcopy(DOCUMENT)
    held: Any = document
    for part, following in zip(path, (*path[1:], ""), strict=True):
        if following == "":
            held[part] = text
        elif isinstance(held, dict):
            held = held.setdefault(part, {})
        else:
            held = held[part]
    (folder / "book.yaml").write_text(json.dumps(document), encoding="utf-8")
    return load(folder / "book.yaml")


def value_at(spec: Spec, path: Path_) -> object:
    held: Any = spec
    for part in path:
        held = held[part] if isinstance(part, int) else getattr(held, part)
    return held


def test_every_text_key_says_whether_it_is_printed() -> None:
    assert len(DECLARED) > 30
    assert [path for path, text in DECLARED if text.printed is None] == []


def test_the_printed_keys() -> None:
    assert {path[-1] if isinstance(path[-1], str) else path[-2] for path in PRINTED} == {
        *("title", "subtitle", "author", "publisher", "rights", "name_line", "note", "intro", "text"),
        *("headline", "series", "badge", "blurb", "about", "how", "closes"),
    }


@pytest.mark.parametrize("path", PRINTED, ids=lambda path: ".".join(map(str, path)))
def test_a_printed_text_gets_the_marks_of_the_language(path: Path_, tmp_path: Path) -> None:
    spec = spec_with(path, "\"A\" - 'Bee'", tmp_path)
    # The series goes on behind a subtitle.
    assert str(value_at(spec, path)).removesuffix(" · s · Volume 1") == "\"A\" - 'Bee'"
    assert str(value_at(spec.as_printed(), path)).removesuffix(" · s · Volume 1") == "“A” – ‘Bee’"


@pytest.mark.parametrize(
    "path", [path for path in PRINTED if path[0] != "cover"], ids=lambda path: ".".join(map(str, path))
)
def test_a_printed_text_without_a_glyph_is_a_fault(path: Path_, tmp_path: Path) -> None:
    with pytest.raises(Exception, match="U\\+5B57"):
        require_glyphs(spec_with(path, "字", tmp_path))


def test_rights_are_printed_with_curly_quotes(tmp_path: Path) -> None:
    spec = spec_with(("book", "rights"), 'All "rights" here.', tmp_path)
    assert "All “rights” here." in copyright_paragraphs(spec.catalogue, spec.as_printed().book)


def test_the_name_of_a_file_with_the_blurb_keeps_its_apostrophe(tmp_path: Path) -> None:
    printed = spec_with(("cover", "blurb"), "it's mine.md", tmp_path).as_printed()
    assert printed.cover is not None and printed.cover.blurb == "it's mine.md"
