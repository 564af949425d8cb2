"""Barcodes of covers: their boxes, bars and prices, read back by another library."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from cover_canvas import CoverCanvas
from cover_data import INCH, TRIMS, book, drawn, operators, wish

from bookmaker.typeset.cover import barcode, design
from bookmaker.typeset.cover.colour import BLACK, WHITE


@pytest.mark.parametrize("name", design.names())
def test_the_box_of_the_barcode_is_white_empty_and_where_the_printer_wants_it(name: str, tmp_path: Path) -> None:
    one = book(tmp_path, wish(name))
    for trim in TRIMS:
        content, _ = drawn(one, "kdp", 24, trim)
        document: Any = pypdfium2.PdfDocument(content)
        shown = document[0].render(scale=1).to_pil().convert("L")
        document.close()
        high = shown.height
        # 2 x 1.2in, at least 0.25in from the spine and the lower edge: searched for as a white rectangle.
        place = next(
            (values for values, operator in operators(content) if operator == "re" and values[2:] == [144.0, 86.4]),
            None,
        )
        assert place is not None
        left, bottom = place[0], place[1]
        assert left + 144 <= 9 + (trim[0] - 0.25) * INCH + 0.01
        assert bottom >= 9 + 0.25 * INCH - 0.01
        part = shown.crop((int(left) + 2, int(high - bottom - 86.4) + 2, int(left + 144) - 2, int(high - bottom) - 2))
        assert part.getextrema() == (255, 255)


@pytest.mark.parametrize(
    ("price", "digits"),
    [("USD 12.99", "51299"), ("GBP 7", "00700"), ("CAD 99.98", "69998"), ("90000", "90000"), ("none", "")],
)
def test_the_barcode_is_read_back_by_another_library(price: str, digits: str, tmp_path: Path) -> None:
    reader = pytest.importorskip("zxingcpp")
    one = book(tmp_path, f"{{design: classic, isbn: 0-306-40615-2, price: {price}}}")
    content, _ = drawn(one, "kdp", 100)
    document: Any = pypdfium2.PdfDocument(content)
    shown = document[0].render(scale=4).to_pil().convert("L")
    text = document[0].get_textpage().get_text_range()
    document.close()
    high = shown.height
    part = shown.crop((4 * (9 + 3 * 72), high - 4 * (9 + 3 * 72), 4 * (9 + 6 * 72), high - 36))
    found = reader.read_barcodes(part, ean_add_on_symbol=reader.EanAddOnSymbol.Read)
    # Lines below the smaller code show the larger one alone.
    whole = max(found, key=lambda one: len(one.text))
    assert whole.text == f"9780306406157{digits}"
    assert {one.text for one in found} <= {whole.text, "9780306406157"}
    assert "ISBN 0-306-40615-2" in text
    # The bars are those of a barcode of 80 % or more, on a white box of the least size, clear of the spine and the edge.
    assert (whole.position.top_right.x - whole.position.top_left.x) / 4 >= 95 * 0.264 / 25.4 * INCH
    white = next(
        v for v, operator in operators(content) if operator == "re" and v[2] >= 1.4 * INCH - 0.1 and v[3] < 150
    )
    assert white[2] >= 1.4 * INCH - 0.01
    assert white[3] >= 0.8 * INCH
    assert white[0] + white[2] <= 9 + 5.75 * INCH + 0.01
    assert white[1] >= 9 + 0.25 * INCH - 0.01


def test_the_bars_are_those_of_the_standard() -> None:
    # GS1 General Specifications: 9780306406157 in modules, guards included.
    drawn = ["0"] * 95
    for at, width in barcode.bars("9780306406157"):
        drawn[at : at + width] = ["1"] * width
    left = {"7": "0111011", "8": "0001001", "0": "0001101", "3": "0111101", "6": "0101111"}
    assert "".join(drawn[:10]) == "101" + left["7"]
    assert drawn[45:50] == ["0", "1", "0", "1", "0"]
    assert drawn[92:] == ["1", "0", "1"]
    assert barcode.isbn_13("0-306-40615-2") == barcode.isbn_13("978-0-306-40615-7") == "9780306406157"


@pytest.mark.parametrize("price", ["12.99", "EUR 3", "USD 99.99", "USD 3.5", "1234"])
def test_a_price_that_the_code_cannot_hold_is_refused(price: str) -> None:
    with pytest.raises(ValueError, match=r"price|99"):
        barcode.price_digits(price)


CODE = barcode.Barcode("9780306406157", "51299", "ISBN 978-0-306-40615-7")
PLAIN = barcode.Barcode("9780306406157", "", "ISBN 978-0-306-40615-7")


@pytest.mark.parametrize("code", [CODE, PLAIN])
def test_a_barcode_is_drawn_as_the_standard_says(code: barcode.Barcode) -> None:
    canvas, module = CoverCanvas(), 1.25
    box = (10.0, 20.0, 10.0 + code.modules + 8, 100.0)
    face = design.find().face("digit")
    left, bottom, right, top = (side * module for side in box)
    barcode.draw_barcode(canvas, code, (left, bottom, right, top), module, face)  # type: ignore[arg-type]
    # From here on all is in modules.
    white, *rest = [
        replace(one, points=tuple((x / module, y / module) for x, y in one.points), size=one.size / module)
        for one in canvas.drawn
    ]
    assert (white.colour, white.box) == (WHITE, pytest.approx(box)) and {one.colour for one in rest} == {BLACK}
    fills, texts = [one for one in rest if one.kind == "fill"], [one for one in rest if one.kind == "text"]
    large = fills[:30]
    first = 10 + 4 + 11
    assert (large[0].box[0], large[-1].box[2]) == pytest.approx((first, first + 95))
    # Guards at both ends and in the middle are longer by five modules.
    guards = [one for one in large if one.box[1] == min(other.box[1] for other in large)]
    assert sorted(round(one.box[0] - first) for one in guards) == [0, 2, 46, 48, 92, 94]
    bottoms = {round(one.box[1], 6) for one in large}
    assert len(bottoms) == 2 and max(bottoms) - min(bottoms) == pytest.approx(5)
    assert len({round(one.box[3], 6) for one in large}) == 1
    head, foot = large[0].box[3], max(bottoms)
    high = 9 * face.digit_height()
    # Text stands under the bars and over them, clear of both and of the edges of the box.
    line = {one.points[0][1] for one in texts if one.points[0][1] < foot}
    assert line == {23.0} and foot - 23.0 - high == pytest.approx(2)
    (label,) = [one for one in texts if one.text == code.label]
    assert label.points[0][1] - head == pytest.approx(3) and 100 - head - 3 - high == pytest.approx(3)
    assert sum(point[0] for point in label.points) / 2 == pytest.approx(first + 47.5)
    assert label.size <= 9 and label.points[1][0] - label.points[0][0] <= 95 + 1e-6
    assert {round(one.size, 6) for one in texts if one is not label} == {9}
    digits = [one for one in texts if one.points[0][1] == 23.0]
    assert [one.text for one in digits] == list(code.digits)
    assert digits[0].points[0][0] == pytest.approx(15) and digits[0].points[1][0] < first
    # Each of twelve stands under the seven modules that say it.
    for place, one in enumerate(digits[1:]):
        middle = 3 + 7 * place + 3.5 + (5 if place > 5 else 0)
        assert (one.points[0][0] + one.points[1][0]) / 2 - first == pytest.approx(middle, abs=1.0)
    gaps = [b - a for a, b in pairwise(sum(p[0] for p in one.points) / 2 for one in digits[1:])]
    assert gaps[:5] + gaps[6:] == pytest.approx([41 / 6] * 10) and gaps[5] > 10
    small, price = fills[30:], [one for one in texts if one.points[0][1] > foot and one is not label]
    if not code.price:
        assert not small and not price
        return
    start = first + 95 + 9
    assert (small[0].box[0], small[-1].box[2]) == pytest.approx((start, start + 47))
    assert {round(one.box[1], 6) for one in small} == {round(foot, 6)}
    (above,) = {round(one.box[3], 6) for one in small}
    assert "".join(one.text for one in price) == "51299"
    # Its digits stand over its bars, as high as the larger code.
    assert price[0].points[0][1] + high == pytest.approx(head) and head - high - above == pytest.approx(2)
    middles = [sum(p[0] for p in one.points) / 2 for one in price]
    assert (middles[0] + middles[-1]) / 2 == pytest.approx(start + 23.5)
    assert [b - a for a, b in pairwise(middles)] == pytest.approx([43 / 5] * 4)
    # Five modules stay white behind it.
    assert box[2] - 4 - small[-1].box[2] == pytest.approx(5)
