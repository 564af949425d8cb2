"""The barcode of a book: EAN-13 from its ISBN, and the EAN-5 beside it that says the price to shops (ISO/IEC 15420)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.covers.colour import BLACK, WHITE
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.styles.fonts import Face

QUIET_LEFT, QUIET_RIGHT, APART, QUIET_END = 11, 7, 9, 5
"""Modules that stay white: before and after an EAN-13, between it and an EAN-5 (7 to 12), and after that."""
LONG, LONG_FIVE = 95, 47
"""Modules from the first bar to the last."""
_CURRENCIES = {"GBP": "0", "AUD": "3", "NZD": "4", "USD": "5", "CAD": "6"}
NO_PRICE = "90000"
"""The EAN-5 of a book without a printed price."""


@dataclass(frozen=True, slots=True)
class Barcode:
    """Its text: the 13 digits, the 5 of the price or "", and the ISBN as it is printed above."""

    digits: str
    price: str
    label: str

    @property
    def modules(self) -> int:
        """Its width in modules, with the white on both sides."""
        if not self.price:
            return QUIET_LEFT + LONG + QUIET_RIGHT
        return QUIET_LEFT + LONG + APART + LONG_FIVE + QUIET_END


def isbn_13(isbn: str) -> str:
    """The 13 digits of an ISBN-13 or ISBN-10 whose check digit is right."""
    digits = re.sub(r"[\s-]", "", isbn)
    if len(digits) == 13:
        return digits
    body = f"978{digits[:9]}"
    return body + str(-sum(int(digit) * (1, 3)[place % 2] for place, digit in enumerate(body)) % 10)


def price_digits(text: str) -> str:
    """``USD 12.99`` -> ``51299``; five digits stay as they are; ``none`` is "". Raises ValueError."""
    if text.lower() == "none":
        return ""
    if re.fullmatch(r"\d{5}", text):
        return text
    match = re.fullmatch(r"([A-Z]{3})\s*(\d{1,3})(?:\.(\d\d))?", text.strip())
    known = ", ".join(sorted(_CURRENCIES))
    if match is not None and match[1] not in _CURRENCIES:
        raise ValueError(
            f"is in {match[1]}, and the code can say {known} only: for a book with another price write none"
        )
    if match is None:
        raise ValueError(f"must be a price such as `USD 12.99` ({known}), five digits such as {NO_PRICE}, or none")
    cents = int(match[2]) * 100 + int(match[3] or 0)
    if cents > 9998:
        raise ValueError("is too high: the code holds prices up to 99.98; write 90000")
    return f"{_CURRENCIES[match[1]]}{cents:04d}"


def bars(digits: str, *, five: bool = False) -> list[tuple[int, int]]:
    """The bars of an EAN-13 or EAN-5 as (first module, width in modules), the first bar at 0."""
    from reportlab.graphics.barcode.eanbc import Ean5BarcodeWidget, Ean13BarcodeWidget

    make: Any = Ean5BarcodeWidget if five else Ean13BarcodeWidget
    code = make(value=digits[: 5 if five else 12], barWidth=1.0, quiet=0, humanReadable=0)
    drawn = [(round(bar.x), round(bar.width)) for bar in code.draw().contents if bar.fillColor is not None]
    start = drawn[0][0]
    return [(x - start, width) for x, width in drawn]


def draw_barcode(canvas: ColourCanvas, code: Barcode, box: Box, module: float, face: Face) -> None:
    """Draw a barcode, 100 % black, on a white box, with modules of ``module`` points; the digits are under the bars."""
    left, bottom, right, top = box
    with canvas.tones(WHITE):
        canvas.fill(box)
    size = 9 * module
    high = size * face.digit_height()
    foot, head = bottom + 3 * module + high + 2 * module, top - 3 * module - high - 3 * module
    x = left + (right - left - code.modules * module) / 2 + QUIET_LEFT * module
    with canvas.tones(BLACK):
        first = bars(code.digits)
        for index, (at, width) in enumerate(first):
            guard = index < 2 or index >= len(first) - 2 or 45 <= at <= 49
            canvas.fill((x + at * module, foot - (5 * module if guard else 0), x + (at + width) * module, head))
        line = bottom + 3 * module
        canvas.text(x - QUIET_LEFT * module + module, line, code.digits[0], face, size)
        _spread(canvas, code.digits[1:7], x + 4 * module, x + 45 * module, line, face, size)
        _spread(canvas, code.digits[7:], x + 50 * module, x + 91 * module, line, face, size)
        label = code.label
        fitted = min(size, LONG * module / face.width(label, 1.0))
        canvas.text(x + (LONG * module - face.width(label, fitted)) / 2, head + 3 * module, label, face, fitted)
        if code.price:
            x += (LONG + APART) * module
            for at, width in bars(code.price, five=True):
                canvas.fill((x + at * module, foot, x + (at + width) * module, head - high - 2 * module))
            _spread(canvas, code.price, x + 2 * module, x + 45 * module, head - high, face, size)


def _spread(canvas: ColourCanvas, digits: str, left: float, right: float, y: float, face: Face, size: float) -> None:
    step = (right - left) / len(digits)
    for index, digit in enumerate(digits):
        canvas.text(left + (index + 0.5) * step - face.width(digit, size) / 2, y, digit, face, size)
