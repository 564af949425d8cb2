"""Words of covers on colours that a publisher names: read by their contrast, as the guidelines of the web count it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from cover_data import book, drawn, operators, wish

from bookmaker.base.errors import SpecError
from bookmaker.printing.covers import design, setting
from bookmaker.printing.covers.colour import contrast, parse
from bookmaker.printing.covers.design import Along, Badge, Design, Fill, Levels, Palette, Sample, Stack

NAVY, CREAM, MIDDLE = "#1d3557", "#f0e6d0", "#e63b2e"


def palette_with(name: str, **colours: str) -> tuple[Design, Palette]:
    found = design.find(name)
    own = {role: parse(colour) for role, colour in colours.items()}
    return found, replace(found.palettes[0], **own)  # type: ignore[arg-type]


def words_on_ground(shown: Design, palette: Palette) -> dict[str, float]:
    """The contrast of all words of a cover that stand on its ground itself, by their text and colour."""
    found: dict[str, float] = {}

    def note(what: str, tone: str) -> None:
        found[f"{what} in {tone}"] = contrast(palette.tone(tone), palette.ground)

    for panel in (shown.back, shown.spine, shown.front):
        plates = [one.box for one in panel if isinstance(one, Fill) and not one.line and one.colour != "ground"]
        for element in panel:
            if isinstance(element, Stack) and not element.calm:
                left, top, right, bottom = element.box
                held = any(a <= left and b <= top and c >= right and d >= bottom for a, b, c, d in plates)
                for item in () if held else element.items:
                    if item.what != "rule" and not item.by_tone:
                        note(item.what, item.colour)
            elif isinstance(element, Along) and not plates:
                note(element.what, element.colour)
            elif isinstance(element, Levels) and element.on == "ground":
                note("levels", element.colour)
            elif isinstance(element, Sample) and element.on == "ground":
                note("caption", element.caption)
    return found


@pytest.mark.parametrize("ground", [NAVY, CREAM])
@pytest.mark.parametrize("name", design.names())
def test_words_on_a_ground_of_ones_own_are_light_or_dark_as_can_be_read(name: str, ground: str) -> None:
    found, palette = palette_with(name, ground=ground)
    shown = setting.readable(found, palette, ["ground"])
    if name not in ("quilt", "classic"):  # Their backs have grounds of other roles.
        assert len(words_on_ground(shown, palette)) > 5
    assert min(words_on_ground(shown, palette).values(), default=21.0) >= 3
    # Words in the colour of the ground itself, on paper or on a badge, too.
    for element in shown.front:
        if isinstance(element, Badge):
            ratios = [contrast(palette.tone(one.colour), palette.tone(element.colour)) for one in element.items]
            assert min(ratios) >= 3
    if name == "classic":
        (plate,) = (one for one in shown.front if isinstance(one, Stack))
        words = [one for one in plate.items if one.what != "rule"]
        assert min(contrast(palette.tone(one.colour), palette.paper) for one in words) >= 3


def test_a_poster_on_navy_has_white_words_and_one_on_cream_is_as_it_was() -> None:
    found, palette = palette_with("poster", ground=NAVY)
    assert words_on_ground(found, palette)["title in type"] < 1.5
    shown = setting.readable(found, palette, ["ground"])
    assert {tone.rpartition(" ")[2] for tone in words_on_ground(shown, palette)} == {"paper"}
    found, palette = palette_with("poster", ground=CREAM)
    assert setting.readable(found, palette, ["ground"]) == found
    # Without a colour of one's own nothing is weighed, and of two that both fall short by a little the design's own stays.
    found, palette = palette_with("poster", ground=NAVY)
    assert setting.readable(found, palette, []) is found
    found, palette = palette_with("poster", ground=MIDDLE, type="#ffffff", second="#ffffff", ink="#161616")
    assert setting.SMALL > contrast(palette.type, palette.ground) > setting.LARGE
    best = contrast(palette.ink, palette.ground)
    assert (setting.readable(found, palette, ["ground"]) == found) is (best < setting.SMALL)


def test_what_a_publisher_names_for_the_words_keeps_its_colour() -> None:
    found, palette = palette_with("poster", ground=NAVY, type="#16304f", second="#dddddd")
    named = ["ground", "type", "second"]
    assert setting.readable(found, palette, named) == found
    pairs = {(pair.words, pair.on): pair for pair in setting.named_pairs(found, palette, named)}
    assert set(pairs) == {("type", "ground"), ("second", "ground")}
    assert pairs["type", "ground"].ratio == pytest.approx(contrast(palette.type, palette.ground)) and (
        pairs["type", "ground"].wanted == 4.5
    )
    # A colour for words is meant for them whatever they stand on; one that words have now and then is not.
    assert [(pair.words, pair.on) for pair in setting.named_pairs(found, palette, ["type"])] == [("type", "ground")]
    assert setting.named_pairs(*palette_with("dots", accent=NAVY), ["accent"]) == []


def test_colours_that_cannot_be_read_on_each_other_are_a_fault_and_near_ones_a_note(tmp_path: Path) -> None:
    def cover(colours: str) -> str:
        return f"{{design: poster, spine: 0.52in, colours: {{{colours}}}}}"

    with pytest.raises(SpecError) as caught:
        book(tmp_path, cover(f'ground: "{NAVY}", type: "#16304f", second: "#ffffff"'))
    (fault,) = caught.value.faults
    assert fault.message == (
        "words in `type` cannot be read on `ground`: the contrast of these colours is 1.1, and large words need 3, small ones 4.5"
    )
    assert fault.place is not None and fault.place.line == 5 and "lighter or darker" in fault.advice
    _, notes = drawn(book(tmp_path, cover(f'ground: "{MIDDLE}", type: "#ffffff"')), "kdp", 200)
    assert [note for note in notes if "contrast" in note] == [
        "small words in `type` are hard to read on `ground`: the contrast of these colours is 4.2, and small words want 4.5"
    ]
    _, notes = drawn(book(tmp_path, cover(f'ground: "{NAVY}"')), "kdp", 200)
    assert not [note for note in notes if "contrast" in note]


def test_the_words_of_a_cover_are_drawn_so_that_they_can_be_read(tmp_path: Path) -> None:
    dark = [0x16 / 255] * 3

    def tones(colours: str) -> int:
        content, _ = drawn(book(tmp_path, wish("poster", colours)), "kdp", 200)
        return sum(values == pytest.approx(dark, abs=1e-3) for values, sign in operators(content) if sign == "rg")

    # The ink of grids and of words on paper is what is left of it.
    assert 0 < tones(f', palette: sun, colours: {{ground: "{NAVY}"}}') < tones(", palette: sun")
