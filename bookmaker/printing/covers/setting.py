"""The words of a cover: as large as their box and the design allow, and readable on their ground.

The palettes of designs are made for their words. A colour of one's own may be as dark as the words on it: these are then light.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, groupby, pairwise

from bookmaker.base.units import INCH
from bookmaker.printing.canvases.canvas import Box, spaced_width
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
from bookmaker.printing.covers.size import Panel
from bookmaker.printing.styles.fonts import Face, ink_extent
from bookmaker.printing.text.lines import NO_BREAK, balance_lines, break_lines, capitals, clean, even_lines

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


_SLACK = 1e-6
DESCENDER = "p"
"""The letter whose depth is kept free below every line, so that stacks side by side end on one line."""
_FEW = 6
"""The most lines of a text that is balanced. A longer one is for reading."""


class NoRoomError(Exception):
    """A text does not fit at its least size; ``what`` names it, ``size`` is that size in points."""

    def __init__(self, what: str, size: float) -> None:
        super().__init__(what)
        self.what, self.size = what, size


@dataclass(frozen=True, slots=True)
class Line:
    """A line that is set: ``drop`` is the distance of its baseline from the top of the stack, all in points. A rule has no text
    and a face of None; its ``size`` is its width. Of a line in pieces each is one of these: ``width`` is that of the whole line,
    and ``shift`` says how far to the right the piece begins. ``tone``: its colour.
    """

    item: Item
    text: str
    face: Face | None
    size: float
    width: float
    drop: float
    shift: float = 0.0
    tone: str = ""


@dataclass(frozen=True, slots=True)
class Setting:
    """The lines of a stack and its height in points."""

    lines: tuple[Line, ...]
    height: float


def set_stack(
    items: Sequence[Item], texts: Mapping[str, str], face: Callable[[str], Face], unit: float, box: Box
) -> Setting:
    """Set texts one under another in a box; sizes are shares of ``unit`` points. Raises NoRoomError.

    Items without a text are left out, and a rule with the text under it. All are made smaller together until they fit.
    """
    width, height = box[2] - box[0], box[3] - box[1]
    shown = [item for item in items if item.what == "rule" or texts.get(item.what)]
    while shown and shown[-1].what == "rule" and any(item.what != "rule" for item in items[-1:]):
        shown.pop()
    scale = 1.0
    while True:
        made = _at_scale(shown, texts, face, unit, width, height, scale)
        if made.height <= height + _SLACK:
            return made
        if all(item.what == "rule" or item.size * unit * scale <= item.least for item in shown):
            longest = max(shown, key=lambda item: len(texts.get(item.what, "")))
            raise NoRoomError(longest.what, longest.least)
        scale *= 0.97


def _at_scale(
    items: Sequence[Item],
    texts: Mapping[str, str],
    face: Callable[[str], Face],
    unit: float,
    width: float,
    height: float,
    scale: float,
) -> Setting:
    lines: list[Line] = []
    at = bottom = 0.0
    for index, item in enumerate(items):
        gap = item.before * unit * scale if index else 0.0
        if item.what == "rule":
            lines.append(Line(item, "", None, item.size * unit, item.length * width, at + gap, tone=item.colour))
            at = bottom = at + gap + item.size * unit
            continue
        font = face(item.face)
        most = max(item.least, item.size * unit * scale)
        if item.what == "title" and item.wide:
            rows = _title(item, texts, font, item.size * height * scale, width)
        else:
            rows = _lines(item, texts[item.what], font, most, width, height)
        for place, row in enumerate(rows):
            extent = ink_extent(font, row.text)
            high = max(font.cap_height / font.units, 0.0 if lines else extent[1]) * row.size
            if row.goes_on:
                pass
            elif place == 0:
                at = bottom + gap + high
            elif row.drop:
                at += row.drop
            elif item.wide:
                # Lines of different sizes are set apart by the height of the lower one.
                at += (item.leading - 1) * row.size + high
            else:
                at += (item.leading + item.apart * row.opens) * row.size
            width_set = row.width or spaced_width(row.text, font, row.size, item.tracking)
            lines.append(Line(item, row.text, font, row.size, width_set, at, row.shift, row.tone or item.colour))
            # Capitals alone reach no lower than their line.
            deep = row.text if item.caps and item.wide else DESCENDER
            bottom = max(bottom, at - ink_extent(font, deep)[0] * row.size)
    return Setting(tuple(lines), bottom)


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a text before it has its place; ``opens``: it is the first of a paragraph, ``goes_on``: it is a piece of the line
    before it.
    """

    text: str
    size: float
    opens: bool
    goes_on: bool = False
    drop: float = 0.0
    width: float = 0.0
    shift: float = 0.0
    tone: str = ""


def _lines(item: Item, text: str, font: Face, most: float, width: float, height: float) -> list[_Row]:
    text = clean(capitals(text) if item.caps else text)
    if item.wide:
        return _wide(item, text, font, most, width, height)
    size = most
    while True:
        room = width / (1 + item.tracking)
        paragraphs = [paragraph for paragraph in text.split("\n") if paragraph.strip()]
        rows = [
            _Row(line, size, place == 0)
            for paragraph in paragraphs
            for place, line in enumerate(_broken(item, paragraph, font, size, room))
        ]
        whole = all(font.width(word, size) <= room + _SLACK for word in text.replace("\n", " ").split(" "))
        whole = whole and all(spaced_width(line.text, font, size, item.tracking) <= width + _SLACK for line in rows)
        if whole and len(rows) < item.lines + len(paragraphs):
            return rows
        if size <= item.least:
            raise NoRoomError(item.what, item.least)
        size = max(item.least, size * 0.97)


def _broken(item: Item, paragraph: str, font: Face, size: float, width: float) -> list[str]:
    if item.lines <= _FEW:
        return balance_lines(paragraph, font, size, width)
    words = [(word, font) for word in paragraph.split(" ") if word]
    return [" ".join(word for word, _ in line) for line in even_lines(words, size, width, item.scrap)]


def _wide(item: Item, text: str, font: Face, most: float, width: float, height: float) -> list[_Row]:
    """Lines that each fill the width: as many as make the words largest without becoming too high."""
    best: list[_Row] = []
    words = " ".join(text.split("\n"))
    for count in range(1, item.lines + 1):
        # The narrowest measure at which the words take no more lines than this, found by halving.
        low, high = max(font.width(word, 1.0) for word in words.split(" ")), font.width(words, 1.0)
        for _ in range(20):
            middle = (low + high) / 2
            if len(break_lines(words, font, 1.0, middle)) <= count:
                high = middle
            else:
                low = middle
        lines = break_lines(words, font, 1.0, high + _SLACK)
        rows = [_Row(line, min(most, width / spaced_width(line, font, 1.0, item.tracking)), False) for line in lines]
        tall = sum(row.size * item.leading for row in rows)
        if tall <= height and (not best or min(row.size for row in rows) > min(row.size for row in best)):
            best = rows
    if not best or min(row.size for row in best) < item.least:
        raise NoRoomError(item.what, item.least)
    return best


TITLE = ("before", "headline", "rest")
"""The parts of a title."""


@dataclass(frozen=True, slots=True)
class _Words:
    """Words that stay on one line; all but the last are small. ``main``: they are of the headline."""

    texts: tuple[str, ...]
    main: bool


def _title(item: Item, texts: Mapping[str, str], font: Face, most: float, width: float) -> list[_Row]:
    """A title in lines that each fill the width, broken where its letters have the largest area, ``most`` points high at most.

    A break whose largest line is not the headline's counts for less. Small words go with the next word. The line
    of the headline has the colour of the item, and the others have its second one. Raises NoRoomError.
    """
    main = texts.get("main") or texts.get("headline", "")
    words = [
        _Words(
            tuple(clean(capitals(one) if item.caps else one) for one in word.split(NO_BREAK)), word in main.split(" ")
        )
        for part in TITLE
        for word in texts.get(part, "").split(" ")
        if word
    ]
    found = [
        made for lines in _breaks(words, item.lines) if (made := _area(item, lines, font, most, width)) is not None
    ]
    if not found:
        raise NoRoomError("headline", item.least)
    _, best = max(found, key=lambda one: one[0])
    return best


def _breaks(words: Sequence[_Words], most: int) -> Iterator[list[Sequence[_Words]]]:
    """All ways to break words into so many lines at most."""
    for count in range(min(most, len(words))):
        for places in combinations(range(1, len(words)), count):
            ends = (0, *places, len(words))
            yield [words[start:end] for start, end in pairwise(ends)]


def _area(
    item: Item, lines: Sequence[Sequence[_Words]], font: Face, most: float, width: float
) -> tuple[float, list[_Row]] | None:
    """The area of the letters of a title so broken, less where the headline is not the largest, and its lines; None if one would
    be too small.
    """
    runs = [_runs(item, line, font) for line in lines]
    wide = [max(shift + spaced_width(text, font, share, item.tracking) for text, share, shift in line) for line in runs]
    sizes = [width / one for one in wide]
    # A line keeps clear of what hangs down from the one above it.
    inks = [ink_extent(font, "".join(one for words in line for one in words.texts)) for line in lines]
    heads = [max(font.cap_height / font.units, high) * size for (_, high), size in zip(inks, sizes, strict=True)]
    drops = [
        (item.leading - 1) * (size + other) / 2 - low * size + head
        for (low, _), size, other, head in zip(inks, sizes, sizes[1:], heads[1:], strict=False)
    ]
    fit = min(1.0, most / (heads[0] + sum(drops)))
    if min(sizes) * fit < item.least:
        return None
    held = [any(one.main for one in line) for line in lines]
    main = held.index(True) if any(held) else 0
    rows = []
    for place, (line, size, one) in enumerate(zip(runs, sizes, wide, strict=True)):
        tone = item.colour if place == main or item.second is None else item.second
        drop, size = (0.0, *drops)[place] * fit, size * fit
        # The piece of full size comes first: the place of the line follows from it.
        for turn, (text, share, shift) in enumerate(sorted(line, key=lambda piece: -piece[1])):
            rows.append(_Row(text, share * size, False, turn > 0, drop, one * size, shift * size, tone))
    area = sum(one * (size * fit) ** 2 for one, size in zip(wide, sizes, strict=True))
    return area * sizes[main] / max(sizes), rows


def _runs(item: Item, line: Sequence[_Words], font: Face) -> list[tuple[str, float, float]]:
    """The pieces of a line at a size of 1: words of one size, their size, and where they begin."""
    sized = [
        (word, item.small if place < len(one.texts) - 1 else 1.0)
        for one in line
        for place, word in enumerate(one.texts)
    ]
    runs, x = [], 0.0
    for share, group in groupby(sized, key=lambda one: one[1]):
        text = " ".join(word for word, _ in group)
        runs.append((text, share, x))
        x += spaced_width(text, font, share, item.tracking) + font.width(" ", item.small)
    return runs


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of a front by name, ``all`` of it among them; its title as it is set, at the head of a box of the page."""

    panels: Mapping[str, Panel]
    title: Stack | None = None
    made: Setting | None = None
    box: Box | None = None


def parts_of(design: Design, panel: Panel, texts: Mapping[str, str]) -> Parts:
    """Divide a front: the title is as high as its words are, and the picture has the rest; on a wide front they lie side by side.

    A front without a stack of ``part: title`` has no parts. Raises NoRoomError.
    """
    rule = design.compose
    stack = next((one for one in design.front if isinstance(one, Stack) and one.part == "title"), None)
    if stack is None:
        return Parts({"all": panel})
    left, bottom, right, top = panel.box
    margin, foot = rule.margin * panel.short, bottom + rule.foot * panel.height
    wide = panel.width >= rule.wide * panel.height
    middle = left + rule.share * panel.width
    if wide:
        words = (left + margin, foot + rule.low * panel.height, middle - margin / 2, top - margin)
    else:
        words = (left + margin, top - rule.most * panel.height, right - margin, top - margin)
    title = panel.part(words)
    box = title.words(stack.box)
    made = set_stack(stack.items, texts, design.face, panel.height, box)
    if wide:
        box = (*box[:3], box[3] - (box[3] - box[1] - made.height) / 2)
        picture = (middle, foot if rule.across else bottom, right, top)
        below = (left, bottom, right if rule.across else middle, foot)
    else:
        edge = box[3] - made.height - rule.gap * panel.height
        picture, below = (left, foot, right, edge), (left, bottom, right, foot)
    panels = {"all": panel, "title": title, "picture": panel.part(picture), "foot": panel.part(below)}
    return Parts(panels, stack, made, box)
