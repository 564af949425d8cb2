"""Barcodes of covers: their boxes, bars and prices, read back by another library."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from cover_data import INCH, TRIMS, book, drawn, operators, wish

from bookmaker.printing.covers import barcode, design


@pytest.mark.sampled(2)
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


@pytest.mark.sampled(2)
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


def test_a_price_in_another_currency_is_told_which_there_are() -> None:
    with pytest.raises(
        ValueError, match=r"is in EUR, and the code can say AUD, CAD, GBP, NZD, USD only: .* write none"
    ):
        barcode.price_digits("EUR 12.99")


@pytest.mark.parametrize("price", ["12.99", "EUR 3", "USD 99.99", "USD 3.5", "1234"])
def test_a_price_that_the_code_cannot_hold_is_refused(price: str) -> None:
    with pytest.raises(ValueError, match=r"price|99|write none"):
        barcode.price_digits(price)
