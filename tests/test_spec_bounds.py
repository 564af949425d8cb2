"""What each key of a spec may hold at the least and at the most, and what it is where the spec leaves it out."""

from __future__ import annotations

import re
from dataclasses import fields
from functools import reduce
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded
from own_page_data import PUZZLE, picture

from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH, MM, parse_length
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec

TITLE, SECTION = "book: {title: A}\n", "sections: [{title: B, puzzles: {count: 1}}]\n"
WIDE = "page: {trim: 40x40in, "
PLACES = {
    "": f"{TITLE}{SECTION}«\n",
    "book": f"book: {{title: A, «}}\n{SECTION}",
    "series": f"{TITLE}{SECTION}series: {{name: N, volume: 1, «}}\n",
    "page": f"{TITLE}{SECTION}{WIDE}«}}\n",
    "page.margins": f"{TITLE}{SECTION}{WIDE}margins: {{«}}}}\n",
    "print": f"{TITLE}{SECTION}print: {{for: kdp, «}}\n",
    "hints": f"{TITLE}{SECTION}hints: {{«}}\n",
    "techniques": f"{TITLE}{SECTION}techniques: {{«}}\n",
    "cover": f"{TITLE}{SECTION}cover: {{«}}\n",
    "cover.template": f"{TITLE}{SECTION}cover: {{template: {{for: kdp, sheet: 9x9in, spine: 1in, wrap: 1in, «}}}}\n",
    "sections.0": f"{TITLE}sections: [{{puzzles: {{count: 1}}, title: B, «}}]\n",
    "sections.0.intro": f"{TITLE}sections: [{{title: B, puzzles: {{count: 1}}, intro: {{image: i.png, «}}}}]\n",
    "sections.0.puzzles": f"{TITLE}sections: [{{title: B, puzzles: {{count: 1, «}}}}]\n",
    "sections.0.puzzles.of": f"{TITLE}sections: [{{title: B, puzzles: {{from: p.txt, «}}}}]\n",
    "sections.0.of": f"{TITLE}sections: [{{lesson: x-wing, «}}]\n",
    "back_matter.0": f"{TITLE}{SECTION}back_matter: [{{page: notes, «}}]\n",
    "back_matter.0.of": f"{TITLE}{SECTION}front_matter: []\nback_matter: [{{page: title-page, image: i.png, «}}]\n",
}
"""Specs with ``«`` where a further key of a part stands; ``of`` is written where a part has two."""

NUMBERS = [
    ("", "seed", 0, 2**63 - 1), ("", "number_from", 1, 100_000), ("book", "year", 1000, 9999), ("series", "volume", 1, 10_000),
    ("hints", "count", 1, 2), ("techniques", "most", 1, 200), ("cover", "volume", 1, 9999),
    ("sections.0", "number_from", 1, 100_000), ("sections.0.puzzles", "count", 1, 10_000),
    ("sections.0.puzzles", "attempts", 1, 1_000_000_000), ("sections.0.puzzles.of", "count", 1, 10_000),
    ("sections.0.of", "practice", 1, 1000), ("sections.0.of", "attempts", 1, 1_000_000_000),
    ("back_matter.0", "count", 1, 200),
]  # fmt: skip
RANGES = [("givens", "min", 0, 624), ("givens", "max", 0, 624), ("score", "min", 0, 1_000_000), ("score", "max", 0, 1_000_000),
          ("minutes", "min", 0, 10_000), ("minutes", "max", 1, 10_000)]  # fmt: skip
LENGTHS = [
    ("page", "gutter", "3mm", "5in"), ("page.margins", "outside", "3mm", "5in"),
    ("page.margins", "top", "3mm", "5in"), ("page.margins", "bottom", "3mm", "5in"),
    ("cover", "spine", "1mm", "5in"), ("cover.template", "spine", "1mm", "5in"),
    ("cover.template", "wrap", "0in", "2in"), ("cover.template", "hinge", "0in", "2in"),
    ("sections.0.intro", "width", "3mm", "40in"), ("back_matter.0.of", "width", "3mm", "40in"),
]  # fmt: skip
TEXTS = [
    ("book", "title", 200), ("book", "subtitle", 200), ("book", "author", 200), ("book", "publisher", 200),
    ("book", "rights", 2000), ("series", "name", 200), ("series", "bank", 1000), ("print", "paper", 40),
    ("cover", "palette", 40), ("cover", "headline", 200), ("cover", "subtitle", 200), ("cover", "author", 200),
    ("cover", "series", 100), ("cover", "badge", 100), ("cover", "blurb", 2000), ("sections.0", "title", 200),
    ("sections.0", "id", 200), ("sections.0", "intro", 2000), ("sections.0.intro", "text", 2000), ("sections.0.of", "title", 200),
    ("", "output", 1000), ("sections.0", "layout", 100),
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("bounds")
    (made / "p.txt").write_text(PUZZLE)
    (made / "i.png").write_bytes(picture(30, 30))
    return made


def written(place: str, key: str, value: object) -> str:
    """The spec with this key of a part; one that stands there already goes."""
    without = re.sub(rf"\b{key}: [^,{{}}]+, (?=[^{{}}]*«)", "", PLACES[place])
    return without.replace(", «", "«").replace("«", f", {key}: {value}" if ", «" in without else f"{key}: {value}")


def held(spec: Spec, place: str, name: str) -> Any:
    """What the spec has there."""

    def inner(one: Any, step: str) -> Any:
        return one[int(step)] if step.isdecimal() else getattr(one, step)

    return getattr(reduce(inner, filter(None, place.removesuffix(".of").split(".")), spec), name)


def refusal(folder: Path, text: str) -> str:
    with pytest.raises(SpecError) as caught:
        loaded(folder, text)
    return caught.value.faults[0].message


@pytest.mark.parametrize(("place", "key", "least", "most"), NUMBERS)
def test_a_number_has_its_bounds(place: str, key: str, least: int, most: int, folder: Path) -> None:
    name = "own_seed" if key == "seed" else key
    for value in (least, most):
        assert held(loaded(folder, written(place, key, value)), place, name) == value
    for value in (least - 1, most + 1):
        said = refusal(folder, written(place, key, value))
        assert said.startswith(f"`{key}` must be a whole number from {least} to {most}, not the number {value}")


@pytest.mark.parametrize(("place", "key", "least", "most"), RANGES)
def test_a_range_has_its_bounds(place: str, key: str, least: int, most: int, folder: Path) -> None:
    for value in (least - 1, most + 1):
        said = refusal(folder, written("sections.0.puzzles", place, f"{{{key}: {value}}}"))
        assert said.startswith(f"`{key}` must be a whole number from {least} to {most}, not the number {value}")
    if place != "givens":
        puzzles = loaded(folder, written("sections.0.puzzles", place, f"{{{key}: {most}}}")).sections[0].puzzles
        assert getattr(getattr(puzzles, place), key) == most


@pytest.mark.parametrize(("place", "key", "least", "most"), LENGTHS)
def test_a_length_has_its_bounds(place: str, key: str, least: str, most: str, folder: Path) -> None:
    for value in (least, most):
        assert held(loaded(folder, written(place, key, value)), place, key) == parse_length(value)
    below, above = parse_length(least) - 0.1, parse_length(most) + 0.1
    for value in (f"{below:g}pt", f"{above:g}pt"):
        assert f"a length from {least} to {most}, not the text '{value}'" in refusal(folder, written(place, key, value))


@pytest.mark.parametrize(("place", "key", "most"), TEXTS)
def test_a_text_has_room_for_so_many_letters(place: str, key: str, most: int, folder: Path) -> None:
    said = refusal(folder, written(place, key, "x" * (most + 1)))
    assert said == f"`{key}` has {most + 1} characters; there is room for {most}"
    if key not in ("paper", "palette", "layout", "bank"):
        assert held(loaded(folder, written(place, key, "x" * most)), place, key) == "x" * most


def test_there_are_so_many_sections_at_most(folder: Path) -> None:
    sections = 501 * "- {title: B, puzzles: {count: 1}}\n"
    assert refusal(folder, f"{TITLE}sections:\n{sections}") == "`sections` must have at most 500 entries, not 501"


LEFT_OUT: dict[str, dict[str, object]] = {
    "": {
        "own_seed": None, "date": None, "series": None, "print": None, "number_from": 1, "numbering": "book", "hints": None,
        "techniques": None, "front_matter": ("title-page", "copyright", "contents", "how-to-play"), "back_matter": (),
        "cover": None, "output": None,
    },
    "book": {
        "subtitle": None, "author": None, "publisher": None, "isbn": None, "year": None, "rights": None, "imprint": False,
        "language": "en",
    },
    "series": {"bank": "series.bank"},
    "page": {"bleed": False, "gutter": "auto", "openers": None, "puzzles_on": "any", "notes": None},
    "page.margins": {"outside": None, "top": INCH / 2, "bottom": INCH / 2},
    "print": {"paper": None, "binding": "paperback", "bleed": None, "pictures": True},
    "hints": {"count": 2},
    "techniques": {"where": "front", "least": None, "most": 16, "examples": "made"},
    "cover": {
        "design": "pencil", "palette": None, "colours": (), "headline": None, "subtitle": None, "author": None, "series": None,
        "volume": None, "badge": None, "blurb": None, "image": None, "isbn": None, "price": None, "spine": None,
        "template": (),
    },
    "cover.template": {"hinge": 0.0},
    "sections.0": {
        "id": "", "intro": None, "layout": None, "order": None, "start": None, "puzzles_on": None, "notes": None,
        "cages": "dashed", "symbols": None, "number_from": None,
    },
    "sections.0.intro": {"text": None, "page": None, "width": None},
    "sections.0.puzzles": {
        "kind": "classic", "size": 9, "difficulty": None, "requires": (), "hardest": None, "avoid": (), "attempts": None,
        "symmetry": "rotational", "minimal": False, "mask": None, "cage_sizes": None, "clues": None, "stock": False,
    },
    "sections.0.puzzles.of": {"count": None, "strict": False, "repair": "none"},
    "sections.0.of": {"practice": 8, "kind": "classic", "size": 9, "symmetry": "rotational", "attempts": None, "taught": ()},
    "back_matter.0": {"file": None, "count": 1, "paper": None, "align": None, "at": None, "start": "any", "image": None,
                      "width": None},
}  # fmt: skip


@pytest.mark.parametrize("place", LEFT_OUT)
def test_what_a_key_is_that_is_left_out(place: str, folder: Path) -> None:
    spec = loaded(folder, PLACES[place].replace(", «", "").replace("«", ""))
    usual = LEFT_OUT[place]
    assert {name: held(spec, place, name) for name in usual} == usual
    if place == "":
        assert spec.answers == specs.Answers(place_name="back", show="grid", layout=None)
        assert spec.design == specs.Design(style="classic", fonts=(), openers=None, symbols=None)
        assert {one.name for one in fields(spec.words)} == {"entries", "places"} and spec.words.entries == {}
        assert (spec.page.trim, spec.drawn_seed) == ((6 * INCH, 9 * INCH), 1)
    if place == "sections.0":
        own = spec.sections[0].answers
        assert (own.place_name, own.show, own.layout) == (None, None, None)
        puzzles: Any = spec.sections[0].puzzles
        for one in (puzzles.givens, puzzles.score, puzzles.minutes):
            assert (one.min, one.max) == (None, None)


def test_pages_have_their_least_and_their_largest_size(folder: Path) -> None:
    for trim, points in (("3x3in", 3 * INCH), ("40x40in", 40 * INCH)):
        assert loaded(folder, f"{TITLE}{SECTION}page: {{trim: {trim}, margins: {{outside: 3mm}}}}\n").page.trim == (
            points,
            points,
        )
    for trim, side in (("2.9x3in", "width"), ("3x2.9in", "height"), ("40.1x40in", "width"), ("40x40.1in", "height")):
        assert f"the {side} of `trim` must be a length from 3in to 40in" in refusal(
            folder, f"{TITLE}{SECTION}page: {{trim: {trim}}}\n"
        )
    for name, sides in (
        ("a4", (210 * MM, 297 * MM)),
        ("A5", (148 * MM, 210 * MM)),
        ("letter", (8.5 * INCH, 11 * INCH)),
    ):
        assert loaded(folder, f"{TITLE}{SECTION}page: {{trim: {name}}}\n").page.trim == pytest.approx(sides)
    sheet = "cover: {template: {for: kdp, sheet: %s, spine: 1in, wrap: 1in}}\n"
    for size in ("3x3in", "50x50in"):
        assert loaded(folder, TITLE + SECTION + sheet % size).cover is not None
    for size in ("2.9x3in", "50x50.1in"):
        assert "`sheet` must be a length from 3in to 50in" in refusal(folder, TITLE + SECTION + sheet % size)


def test_margins_leave_two_inches_of_the_page(folder: Path) -> None:
    def page(trim: str, margins: str) -> str:
        return f"{TITLE}{SECTION}page: {{trim: {trim}, {margins}}}\n"

    for fine in ("margins: {outside: 2in}", "gutter: 3.5in", "margins: {top: 3in, bottom: 4in}"):
        loaded(folder, page("6x9in", fine))
    for wrong, left in (
        ("margins: {outside: 2.01in}", "1.98in of the page's width"),
        ("gutter: 3.51in", "1.99in of the page's width"),
        ("gutter: 1in, margins: {outside: 5in}", "0.00in of the page's width"),
        ("gutter: 2in, margins: {outside: 5in}", "0.00in of the page's width"),
        ("margins: {top: 3.01in, bottom: 4in}", "1.99in of the page's height"),
    ):
        assert refusal(folder, page("6x9in", wrong)) == f"the margins leave {left}"
