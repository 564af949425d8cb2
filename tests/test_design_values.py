"""Names of styles and files of fonts in a spec: what is taken, and what is said of what is not there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from book_data import loaded

from bookmaker.base import resources
from bookmaker.base.errors import Place, SpecError
from bookmaker.base.schema import Node, Reader
from bookmaker.base.schema.reading import FaultyError
from bookmaker.printing.styles import style
from bookmaker.publishing.book.spec.design_keys import GROUPS, ROLES, FontFiles, StyleName
from bookmaker.publishing.book.spec.spec_file import Spec


def spec_of(folder: Path, design: str) -> Spec:
    return loaded(folder, f"book: {{title: T}}\ndesign: {design}\nsections: [{{title: S, puzzles: {{count: 1}}}}]\n")


def told(folder: Path, design: str) -> list[tuple[str, str, int]]:
    """The faults with their advice and the column in which they stand."""
    with pytest.raises(SpecError) as caught:
        spec_of(folder, design)
    found = []
    for fault in caught.value.faults:
        assert fault.place is not None
        found.append((fault.message, fault.advice.replace(str(folder), "FOLDER"), fault.place.column or 0))
    return found


@pytest.fixture
def font(tmp_path: Path) -> Path:
    source = resources.find("fonts", "Lato-Regular.ttf")
    assert source is not None
    for name in ("a.ttf", "b.TTF"):
        (tmp_path / name).write_bytes(source.read_bytes())
    (tmp_path / "notes.txt").write_text("no font")
    return tmp_path


def test_a_style_that_is_not_there_is_told_with_those_that_are(tmp_path: Path) -> None:
    there = f"there are {', '.join(style.names())}"
    assert told(tmp_path, "{style: moder}") == [
        ("there is no style `moder`", f"did you mean `modern`? {there}", 17),
    ]
    assert told(tmp_path, "{style: qqqqqqqq}") == [("there is no style `qqqqqqqq`", there, 17)]
    assert told(tmp_path, "{style: mine.yaml}")[0][0] == "there is no style `mine.yaml`"


def test_a_style_with_faults_is_told_with_them(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("base: classic\nfolio: {size: 0}\n")
    with pytest.raises(SpecError) as caught:
        spec_of(tmp_path, "{style: mine.yaml}")
    mine, theirs = sorted(caught.value.faults, key=lambda fault: "mine.yaml" in str(fault.place))
    assert mine.message == "the style `mine.yaml` has faults of its own"
    assert mine.advice == "they are listed with its file"
    assert theirs.place is not None and (theirs.place.line, theirs.place.column) == (2, 15)


def test_files_of_fonts_are_taken_by_role_and_a_role_goes_before_its_group(font: Path) -> None:
    a, b = font / "a.ttf", font / "b.TTF"
    for design in ("{fonts: {digit: a.ttf, answer: b.TTF}}", "{fonts: {answer: b.TTF, digit: a.ttf}}"):
        found = dict(spec_of(font, design).design.fonts)
        assert found == {"given": a, "answer": b, "answer_given": a, "candidate": a}
    assert dict(spec_of(font, "{fonts: {label: a.ttf}}").design.fonts) == dict.fromkeys(GROUPS["label"], a)
    assert dict(spec_of(font, "{fonts: {title: a.ttf, sum: b.TTF}}").design.fonts) == {"title": a, "sum": b}
    assert spec_of(font, "{}").design.fonts == ()


@pytest.mark.parametrize(
    ("fonts", "faults"),
    [
        ("{titel: a.ttf}", [("`fonts` has no role `titel`", "did you mean `title`?", 18)]),
        (
            "{qqqq: a.ttf}",
            [("`fonts` has no role `qqqq`", f"there are {', '.join([*GROUPS, *ROLES])}", 18)],
        ),
        ("{title: notes.txt}", [("`title` must be a font file ending in `.ttf`, `.otf` or `.woff2`", "", 25)]),
        ("{title: {file: a.ttf}}", [("`title` must be a font file ending in `.ttf`, `.otf` or `.woff2`", "", 25)]),
        ("{title: c.ttf}", [("`title`: there is no file `c.ttf`", "looked in FOLDER", 25)]),
        # All of them at once.
        (
            "{title: c.ttf, text: notes.txt, head: a.ttf}",
            [
                ("`title`: there is no file `c.ttf`", "looked in FOLDER", 25),
                ("`text` must be a font file ending in `.ttf`, `.otf` or `.woff2`", "", 38),
            ],
        ),
    ],
)
def test_what_is_no_font_is_told_where_it_stands(fonts: str, faults: list[Any], font: Path) -> None:
    assert told(font, f"{{fonts: {fonts}}}") == faults


def test_fonts_of_which_some_are_at_fault_are_no_value(font: Path) -> None:
    """Who reads on must not take the others for all of them. Faults of other keys do not matter."""

    def scalar(text: str) -> Node:
        return Node("scalar", Place("book.yaml", 1, 1), text)

    def read(*pairs: tuple[str, str]) -> tuple[tuple[str, Path], ...]:
        reader = Reader(font)
        reader.note(scalar("elsewhere"), "is at fault")
        node = Node(
            "mapping", Place("book.yaml", 1, 1), pairs=tuple((scalar(role), scalar(file)) for role, file in pairs)
        )
        return FontFiles().read(node, "`fonts`", reader)

    assert read(("title", "a.ttf")) == (("title", font / "a.ttf"),)
    for wrong in (("titel", "a.ttf"), ("text", "c.ttf")):
        with pytest.raises(FaultyError):
            read(("title", "a.ttf"), wrong)


def test_editors_are_told_the_names() -> None:
    assert StyleName().json_schema()["examples"] == style.names()
    schema = FontFiles().json_schema()
    assert [*schema["properties"]] == [*GROUPS, *ROLES]
    assert schema["additionalProperties"] is False
    title = {
        "type": "string",
        "minLength": 1,
        "description": "Font file for title.",
        "x-files": [".ttf", ".otf", ".woff2"],
    }
    assert schema["properties"]["title"] == title
    assert {role for roles in GROUPS.values() for role in roles} <= set(ROLES)
