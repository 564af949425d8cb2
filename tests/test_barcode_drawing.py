"""The drawn barcode: bars, guards, digits and white space where the standard wants them, in modules."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from cover_canvas import CoverCanvas

from bookmaker.printing.covers import barcode, design
from bookmaker.printing.covers.colour import BLACK, WHITE

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
