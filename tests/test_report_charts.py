"""Charts of the report of a book, read back from their SVG: what they count, and where each bar and dot lies."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from bookmaker.publishing.book.making.report import Bar, Dot, binned, curve, histogram, level_bars, rows_of

WIDE, HIGH, LEFT, BOTTOM, TOP, RIGHT = 640, 220, 48, 34, 12, 10


def svg(chart: str) -> Any:
    return ElementTree.fromstring(re.search(r"<svg.*</svg>", chart)[0])  # type: ignore[index]


def numbers(element: Any, *names: str) -> list[float]:
    return [float(element.get(name)) for name in names]


def table(chart: str) -> list[tuple[str, str]]:
    return re.findall(r"<tr><th scope=row>(.*?)</th><td>(.*?)</td></tr>", chart)


@pytest.mark.parametrize(
    ("values", "most", "bars"),
    [
        ([], 16, []),
        ([5.0], 16, [("5", 1)]),
        ([1.0, 1.0, 3.0], 16, [("1", 2), ("2", 0), ("3", 1)]),
        ([0.0, 16.0], 16, [(str(at), int(at in (0, 16))) for at in range(17)]),
        ([3.0, 21.0, 22.0], 16, [("2–3", 1), *((f"{at}–{at + 1}", 0) for at in range(4, 20, 2)), ("20–21", 1), ("22–23", 1)]),
        ([100.0, 449.0, 450.0], 4, [("100–199", 1), ("200–299", 0), ("300–399", 0), ("400–499", 2)]),
        ([0.0, 150.0], 4, [("0–49", 1), ("50–99", 0), ("100–149", 0), ("150–199", 1)]),
        ([0.0, 79.0], 4, [("0–19", 1), ("20–39", 0), ("40–59", 0), ("60–79", 1)]),
        ([0.0, 39.0], 4, [("0–9", 1), ("10–19", 0), ("20–29", 0), ("30–39", 1)]),
    ],
)  # fmt: skip
def test_values_fall_into_bins_with_round_bounds(values: list[float], most: int, bars: list[tuple[str, int]]) -> None:
    assert [(bar.name, bar.count) for bar in binned(values, most)] == bars


def test_bars_are_as_high_as_their_counts_and_side_by_side() -> None:
    chart = histogram("Levels & more", "level", [Bar("easy", 4), Bar("none", 0), Bar("hard", 1)])
    assert chart.startswith("<figure><figcaption>Levels &amp; more</figcaption>") and chart.endswith("</figure>")
    assert table(chart) == [("easy", "4"), ("none", "0"), ("hard", "1")]
    rects = svg(chart).findall("rect")
    full, wide = HIGH - TOP - BOTTOM - 12, (WIDE - LEFT - RIGHT) / 3
    for at, (rect, count) in enumerate(zip(rects, (4, 0, 1), strict=True)):
        x, y, width, high = numbers(rect, "x", "y", "width", "height")
        assert (x, width) == pytest.approx((LEFT + at * wide + 1, wide - 2), abs=0.06)
        assert (high, y + high) == pytest.approx((full * count / 4, HIGH - BOTTOM), abs=0.11)
        assert rect.find("title").text == f"{('easy', 'none', 'hard')[at]}: {count}"
    texts = {(one.text, one.get("text-anchor")): numbers(one, "x", "y") for one in svg(chart).findall("text")}
    assert texts["4", "middle"] == pytest.approx([LEFT + wide / 2, HIGH - BOTTOM - full - 3], abs=0.06)
    assert texts["hard", "middle"] == pytest.approx([LEFT + 2.5 * wide, HIGH - BOTTOM + 13], abs=0.06)
    assert texts["level", "middle"] == pytest.approx([(LEFT + WIDE) / 2, HIGH - 4], abs=0.06)
    assert ("0", "middle") not in texts


def test_of_many_bars_some_are_named_and_without_any_there_is_only_the_axis() -> None:
    many = svg(histogram("t", "axis", [Bar(f"n{at}", 0) if at else Bar("n0", 1) for at in range(25)]))
    assert [one.text for one in many.findall("text")] == ["1", *(f"n{at}" for at in range(0, 25, 3)), "axis"]
    dozen = svg(histogram("t", "axis", [Bar(f"n{at}", 1) for at in range(12)]))
    assert sum(one.text.startswith("n") for one in dozen.findall("text")) == 12
    narrow = svg(histogram("t", "axis", [Bar("", 1)] * 400))
    assert {rect.get("width") for rect in narrow.findall("rect")} == {"1.0"}
    assert [one.text for one in svg(histogram("t", "axis", []))] == ["axis"]


def test_lying_bars_have_their_names_before_and_their_counts_behind_them() -> None:
    chart = level_bars("Techniques", "puzzles", [Bar("X-wing", 2), Bar("naked <pair>", 1)])
    picture = svg(chart)
    assert picture.get("viewBox") == f"0 0 {WIDE} {TOP + 2 * 18 + 6}"
    assert table(chart) == [("X-wing", "2"), ("naked &lt;pair&gt;", "1")]
    most = WIDE - 190 - 60
    for at, (rect, wide) in enumerate(zip(picture.findall("rect"), (most, most / 2), strict=True)):
        assert numbers(rect, "x", "y", "width", "height") == [190, TOP + at * 18 + 2, wide, 14]
    found = [(one.text, one.get("text-anchor"), *numbers(one, "x", "y")) for one in picture.findall("text")]
    assert found == [
        ("X-wing", "end", 184, TOP + 12),
        ("2", "start", 190 + most + 4, TOP + 12),
        ("naked <pair>", "end", 184, TOP + 30),
        ("1", "start", 190 + most / 2 + 4, TOP + 30),
    ]
    assert svg(level_bars("t", "axis", [])).get("viewBox") == f"0 0 {WIDE} {TOP + 6}"


def test_a_dot_for_each_puzzle_stands_in_the_band_of_its_section() -> None:
    dots = [Dot(at, value, f"no {at}") for at, value in enumerate((10.0, 40.0, 25.0), 1)]
    chart = curve("Score", "puzzles", [("One", dots[:1]), ("Two", dots[1:]), ("Three", [])])
    picture, wide, high = svg(chart), (WIDE - LEFT - RIGHT) / 3, HIGH - TOP - BOTTOM
    assert table(chart) == [("One", "10–10"), ("Two", "25–40")]
    bands = [(one.get("class"), one.find("title").text, *numbers(one, "x", "width")) for one in picture.findall("rect")]
    assert [band[:2] for band in bands] == [("odd", "One"), ("even", "Two"), ("odd", "Three")]
    assert [band[2:] for band in bands] == [
        pytest.approx((LEFT, wide), abs=0.06),
        pytest.approx((LEFT + wide, 2 * wide), abs=0.06),
        pytest.approx((LEFT + 3 * wide, 0), abs=0.06),
    ]
    assert {(one.get("y"), one.get("height")) for one in picture.findall("rect")} == {(str(TOP), str(high))}
    rules = [(one.text, *numbers(one, "x", "y")) for one in picture.findall("text")]
    assert rules == [
        *((["0", "10", "20", "30", "40"][at], LEFT - 5, TOP + high * (1 - at / 4) + 4) for at in range(5)),
        ("puzzles", (LEFT + WIDE) / 2, HIGH - 8),
    ]
    assert [one.get("d") for one in picture.findall("path")] == [
        f"M{LEFT} {TOP + high * (1 - at / 4):.1f}H{WIDE - RIGHT}" for at in range(5)
    ]
    for index, (one, dot) in enumerate(zip(picture.findall("circle"), dots, strict=True)):
        assert one.find("title").text == dot.name
        assert numbers(one, "cx", "cy") == pytest.approx(
            [LEFT + (index + 0.5) * wide, TOP + high * (1 - dot.value / 40)], abs=0.06
        )


def test_a_curve_of_nothing_and_of_noughts_is_drawn() -> None:
    assert table(curve("t", "axis", [("Empty", [])])) == []
    flat = svg(curve("t", "axis", [("Flat", [Dot(1, 0.0, "a")])]))
    assert float(flat.find("circle").get("cy")) == HIGH - BOTTOM
    assert list(rows_of([("a<", "b&")])) == ["<tr><th scope=row>a&lt;</th><td>b&amp;</td></tr>"]
