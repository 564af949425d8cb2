"""Whether the words of a cover can be read on their ground, where a publisher names colours of his own.

The palettes of designs are made for their words. A colour of one's own may be as dark as the words on it: these are then light.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace

from bookmaker.base.units import INCH
from bookmaker.printing.covers.colour import contrast
from bookmaker.printing.covers.design import (
    ROLES,
    Along,
    Badge,
    Design,
    Element,
    Fill,
    Frame,
    Grid,
    Item,
    Levels,
    Palette,
    Photo,
    Sample,
    Stack,
)

LARGE, SMALL = 3.0, 4.5
"""The least contrast of large and of small words with their ground (WCAG 2.1, success criterion 1.4.3)."""
FOR_WORDS = ("type", "second", "accent_type", "ink")
"""The roles that words have before all: a publisher who names one of these means the words."""
_INKS = ("paper", "ink", "type")
"""Roles of which one is light and one is dark in every palette."""
_POINTS, _BOLD_POINTS = 18, 14
"""Words of so many points are large (WCAG 2.1)."""
_HEIGHT, _WIDTH = 9 * INCH, 6 * INCH
"""Of a usual front, for sizes that are shares of it."""

_Change = Callable[[str, str, bool], str]
"""From the tones of words and of their ground, and whether they are small, to the tone that they get."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Tones of words and of their ground; ``small``: some of these words are. ``ratio``: their contrast."""

    words: str
    on: str
    small: bool
    ratio: float

    @property
    def wanted(self) -> float:
        """The least contrast at which all of these words can be read."""
        return SMALL if self.small else LARGE


def named_pairs(design: Design, palette: Palette, named: Collection[str]) -> list[Pair]:
    """The words that keep their colour on any ground, as a publisher named it for them or both. ``named``: his roles."""
    return [pair for pair in _pairs(design, palette) if _is_meant(pair, named)]


def readable(design: Design, palette: Palette, named: Collection[str]) -> Design:
    """The design with other words on colours of a publisher's own that would not be read there: in its light or dark ink."""
    if not named:
        return design
    better: dict[tuple[str, str], str] = {}
    for pair in _pairs(design, palette):
        if (_roles(pair.words) | _roles(pair.on)) & set(named) and not _is_meant(pair, named):
            best = max(_INKS, key=lambda ink: contrast(palette.tone(ink), palette.tone(pair.on)))
            found = contrast(palette.tone(best), palette.tone(pair.on))
            # Of two colours that both fall short by a little, the design's own stays.
            if pair.ratio < LARGE or pair.ratio < pair.wanted <= found:
                better[pair.words, pair.on] = best
    return _changed(design, lambda words, on, _: better.get((words, on), words))


def _is_meant(pair: Pair, named: Collection[str]) -> bool:
    words, on = _roles(pair.words), _roles(pair.on)
    return bool(words) and words <= set(named) and (on <= set(named) or pair.words in FOR_WORDS)


def _roles(tone: str) -> set[str]:
    return set(tone.split()) & set(ROLES)


def _pairs(design: Design, palette: Palette) -> list[Pair]:
    """Each pair of tones of the design once."""
    small: dict[tuple[str, str], bool] = {}

    def note(words: str, on: str, is_small: bool) -> str:
        small[words, on] = is_small or small.get((words, on), False)
        return words

    _changed(design, note)
    return [
        Pair(words, on, is_small, contrast(palette.tone(words), palette.tone(on)))
        for (words, on), is_small in small.items()
    ]


def _changed(design: Design, change: _Change) -> Design:
    """The design with the tones of its words changed, where their ground is known."""
    back, spine, front = (tuple(_panel(design, own, change)) for own in (design.back, design.spine, design.front))
    return replace(design, back=back, spine=spine, front=front)


def _panel(design: Design, elements: Collection[Element], change: _Change) -> Iterator[Element]:
    # What lies over the whole cover lies under each of its panels.
    grounds: list[tuple[Frame, str | None]] = [
        ((0.0, 0.0, 1.0, 1.0), one.colour) for one in design.whole if isinstance(one, Fill) and not one.line
    ]
    for element in elements:
        if isinstance(element, Fill) and not element.line:
            grounds.append((element.box, element.colour))
        elif isinstance(element, Photo):
            grounds.append((element.box, None))
        yield _element(element, lambda box: _under(grounds, box), change)


def _under(grounds: Collection[tuple[Frame, str | None]], box: Frame) -> str | None:
    """The tone under the middle of a box; None where an image is, or nothing."""
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    found = None
    for (left, top, right, bottom), tone in grounds:
        if left <= x <= right and top <= y <= bottom:
            found = tone
    return found


def _element(element: Element, under: Callable[[Frame], str | None], change: _Change) -> Element:
    match element:
        case Stack() if (on := under(element.box)) is not None:
            return replace(element, items=_items(element.items, on, _HEIGHT, change))
        case Badge():
            return replace(element, items=_items(element.items, element.colour, element.size * _WIDTH, change))
        case Along() if (on := under((0.0, element.start, 1.0, element.end))) is not None:
            return replace(element, colour=change(element.colour, on, _is_small(element.face, element.size)))
        case Levels():
            small = _is_small("text", element.size * _HEIGHT)
            return replace(element, colour=change(element.colour, element.on, small))
        case Sample():
            caption = change(element.caption, element.on, _is_small("bold", element.size * _HEIGHT))
            return replace(element, caption=caption, ink=change(element.ink, element.paper, True))
        case Grid() if element.lines:
            return replace(element, ink=change(element.ink, element.paper, False))
    return element


def _items(items: Collection[Item], on: str, unit: float, change: _Change) -> tuple[Item, ...]:
    """Texts of sizes in shares of ``unit`` points. Letters in tones by turns have those that differ from the ground."""
    return tuple(
        item
        if item.by_tone or item.what == "rule"
        else replace(item, colour=change(item.colour, on, _is_small(item.face, item.size * unit)))
        for item in items
    )


def _is_small(face: str, points: float) -> bool:
    return points < (_BOLD_POINTS if face in ("title", "bold") else _POINTS)
