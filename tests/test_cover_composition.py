"""The front of each design at each proportion and in each language, looked at as a shop shows it: 160 pixels wide."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import jsonschema
import numpy
import pypdfium2
import pytest
import yaml
from cover_data import INCH, TRIMS, book, drawn, edition, wish
from PIL import Image, ImageDraw

from bookmaker.base.errors import Place, SpecError
from bookmaker.cli import main
from bookmaker.printing.covers import design, pictures
from bookmaker.printing.covers.colour import BLACK, WHITE
from bookmaker.printing.covers.size import cover_size
from bookmaker.publishing.book.spec import spec_file

WIDE, EMPTY, CAPITAL, LOW = 160, 0.18, 14, 11
"""Pixels across, the greatest part of the height without anything, and the least height of the title's capitals: on fronts higher
than wide, and on others.
"""
TITLES = {"en": "Sudoku for the Long Train Ride", "es": "Sudoku de bolsillo", "ru": "Судоку для долгой дороги"}
OWN_IMAGE = ("photograph", "picture")


def rows_without_anything(picture: Image.Image) -> int:
    """The most rows, one under another, whose middle four fifths are of one colour."""
    pixels = numpy.asarray(picture.convert("RGB"), dtype=int)
    edge = pixels.shape[1] // 10
    inner = pixels[:, edge:-edge]
    flat = (inner.max(axis=1) - inner.min(axis=1)).max(axis=1) < 24
    most = run = 0
    for one in flat:
        run = run + 1 if one else 0
        most = max(most, run)
    return most


def letters(content: bytes, box: tuple[float, float, float, float]) -> list[float]:
    """The heights of the letters in a box of a page, in points."""
    document: Any = pypdfium2.PdfDocument(content)
    text = document[0].get_textpage()
    boxes = [text.get_charbox(index) for index, char in enumerate(text.get_text_range()) if char.isalpha()]
    document.close()
    return [top - bottom for left, bottom, _, top in boxes if box[0] < left < box[2]]


@pytest.mark.sampled(6)
@pytest.mark.parametrize("code", list(TITLES))
@pytest.mark.parametrize("trim", [(4.25, 7.0), *TRIMS[::2], *TRIMS[3:4], (6.0, 9.0)])
@pytest.mark.parametrize("name", design.names())
def test_a_front_has_no_empty_band_and_a_title_that_can_be_read_in_a_shop(
    name: str, trim: tuple[float, float], code: str, tmp_path: Path
) -> None:
    content, _ = drawn(book(tmp_path, wish(name), TITLES[code], code), "kdp", 200, trim)
    size = cover_size(edition("kdp", trim), 200, 0.0, Place("book.yaml"))
    shown = pictures.pictured(content, size.front, round(WIDE * trim[1] / trim[0]))
    if name not in OWN_IMAGE:
        assert rows_without_anything(shown) <= EMPTY * shown.height
    # The largest letters are capitals of the title's main word; on a wide front they have half the width.
    least = CAPITAL if trim[0] < trim[1] else LOW
    assert max(letters(content, size.front)) * WIDE / (trim[0] * INCH) >= least


def test_the_title_of_a_picture_stands_on_its_calmest_part_in_light_or_dark_as_can_be_read() -> None:
    noise = Image.new("L", (10, 15))
    noise.putdata([37 * place % 251 for place in range(150)])
    noise = noise.resize((300, 450), Image.Resampling.NEAREST).convert("RGB")
    for place, tone, words in ((0, (20, 30, 60), WHITE), (1, (240, 240, 225), BLACK), (2, (10, 10, 10), WHITE)):
        image = noise.copy()
        image.paste(tone, (0, place * 150, 300, place * 150 + 150))
        calm = pictures.calm_of(image, wide=False, contrasts=4.5, shade=0.7)
        assert calm.box == (0.0, place / 3, 1.0, (place + 1) / 3)
        assert (calm.words, calm.shade) == (words, 0.0) and calm.shaded(image, "rgb") is image
    # On grey neither can be read: the darkest colour of the image lies over it, and less and less beside it.
    image = noise.copy()
    ImageDraw.Draw(image).rectangle((0, 0, 300, 149), fill=(120, 120, 120))
    calm = pictures.calm_of(image, wide=False, contrasts=5.0, shade=0.7)
    assert (calm.words, calm.shade) == (WHITE, 0.7)
    shaded = numpy.asarray(calm.shaded(image, "rgb"), dtype=int)
    assert shaded[75].max() < 60 and (shaded[449] == numpy.asarray(image, dtype=int)[449]).all()
    # Of a wide one it is a half.
    assert pictures.calm_of(image.rotate(90, expand=True), wide=True, contrasts=4.5, shade=0.7).box[2] == 0.5


@pytest.mark.parametrize(
    ("style", "orders", "found"),
    [
        ("classic", ["{count: 1}"], "pencil"),
        ("classic", ["{count: 1, kind: killer}", "{count: 1, kind: killer}"], "kind"),
        ("classic", ["{count: 1, kind: killer}", "{count: 1}"], "pencil"),
        ("classic", [f"{{count: 1, kind: {kind}}}" for kind in ("classic", "x", "killer", "jigsaw")], "mosaic"),
        ("large-print", ["{count: 1, kind: killer}"], "large-print"),
    ],
)
def test_a_cover_without_a_design_has_the_one_of_its_book(
    style: str, orders: list[str], found: str, tmp_path: Path
) -> None:
    sections = "".join(f"  - {{title: S, puzzles: {order}}}\n" for order in orders)
    path = tmp_path / "book.yaml"
    for more, wanted in (("volume: 1", found), ("design: dots", "dots"), ("palette: forest", "pencil")):
        path.write_text(
            f"book: {{title: Sudoku}}\ndesign: {{style: {style}}}\nsections:\n{sections}cover: {{{more}}}\n"
        )
        cover = spec_file.load(path).cover
        assert cover is not None and cover.design == wanted


def test_a_part_is_one_of_a_front_whose_title_has_words(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text(
        "base: pencil\nabout: mine\nfront:\n  - {draw: fill, part: picture, box: [0, 0, 1, 1], colour: accent}\n"
    )
    with pytest.raises(SpecError, match="mine") as caught:
        book(tmp_path, "{design: mine.yaml}")
    fault = caught.value.faults[-1]
    assert fault.message == "there is no part `picture` here: only a front with a stack of `part: title` has parts"
    assert fault.place is not None and fault.place.line == 4


def test_the_schema_of_designs_takes_the_shipped_ones_and_refuses_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--cover"]) == 0
    validator = jsonschema.Draft202012Validator(json.loads(capsys.readouterr().out))
    for name in design.names():
        path = design.path_of(name)
        assert path is not None
        # PyYAML reads the key `on` as a truth value.
        read = yaml.safe_load(path.read_text(encoding="utf-8").replace(", on:", ', "on":'))
        assert not list(validator.iter_errors(read)), name
    for wrong in (
        {"about": "no base"},
        {"base": "pencil", "frnt": []},
        {"base": "pencil", "front": [{"draw": "gird"}]},
    ):
        assert list(validator.iter_errors(wrong))


def test_the_front_of_one_book_is_the_same_each_time(tmp_path: Path) -> None:
    one = book(tmp_path, wish("premium"))
    first, again = (drawn(one, "kdp", 200)[0] for _ in range(2))
    assert io.BytesIO(first).getvalue() == again
