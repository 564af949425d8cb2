"""Faults of what is drawn for a puzzle, planted: clues in and around the grid, bars and stars of levels, and rows of answers.

See :mod:`benchmarks.planting`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from benchmarks.planting import Book, Drawn, Page, Planted, Shown, opened, page_of, plant, saved

_ROUND = 8
"""Corners that a circle has more of."""
_STAR = 10
"""Corners of a star of five points."""
_BROAD = 3.0
"""Points from which a stroke is a line along cells."""

Edit = Callable[[Page, Random], str | None]
"""Plants a fault in a form and says which; None where the form has no place for it."""


def _kinds(puzzle: dict[str, Any]) -> set[str]:
    return set(str(puzzle["kind"]).split("+"))


def _in_grid(book: Book, chance: Random, kinds: set[str], edit: Edit) -> Planted | None:
    """Edit the drawing of one puzzle of these kinds."""
    held = [one for one in book.puzzles if kinds & _kinds(one)]
    if not held:
        return None
    puzzle = chance.choice(held)
    pdf = opened(book)
    forms = page_of(pdf, puzzle["file_page"]).forms()
    chance.shuffle(forms)
    for form in forms:
        told = edit(form, chance)
        if told is not None:
            form.keep()
            return saved(pdf, f"page {puzzle['file_page']}: {told}")
    return None


def _unpainted(form: Page, paths: Sequence[Drawn]) -> None:
    for path in paths:
        form.put(path.at, "n")


def _dots(form: Page, *, black: bool) -> list[Drawn]:
    discs = [one for one in form.drawn() if one.paint == "f" and len(one.points) > _ROUND]
    return [one for one in discs if one.grey == (0.0 if black else 1.0)]


def _outline(form: Page, shape: Drawn) -> list[Drawn]:
    """The closed stroke that follows a shape."""
    return [one for one in form.drawn() if one.paint == "s" and shape.at < one.first <= shape.at + 4]


@plant
def dot_missing(book: Book, chance: Random) -> Planted | None:
    """A dot between two cells is not drawn, though all are said to be shown."""

    def edit(form: Page, chance: Random) -> str | None:
        dots = _dots(form, black=True) + _dots(form, black=False)
        if not dots:
            return None
        dot = chance.choice(dots)
        _unpainted(form, [dot, *_outline(form, dot)])
        return "a dot is missing"

    return _in_grid(book, chance, {"kropki", "kropki-square", "kropki-partial"}, edit)


@plant
def dot_black(book: Book, chance: Random) -> Planted | None:
    """A white dot is black."""

    def edit(form: Page, chance: Random) -> str | None:
        dots = _dots(form, black=False)
        if not dots:
            return None
        form.put(chance.choice(dots).first - 1, "g", 0)
        return "a white dot is black"

    return _in_grid(book, chance, {"kropki", "kropki-square", "kropki-partial"}, edit)


@plant
def bar_missing(book: Book, chance: Random) -> Planted | None:
    """A bar between consecutive digits is not drawn."""

    def edit(form: Page, chance: Random) -> str | None:
        bars = [one for one in form.drawn() if one.paint == "f" and len(one.points) == 4 and one.grey == 0]
        if not bars:
            return None
        _unpainted(form, [chance.choice(bars)])
        return "a bar is missing"

    return _in_grid(book, chance, {"consecutive", "consecutive-square"}, edit)


@plant
def sign_turned(book: Book, chance: Random) -> Planted | None:
    """A sign between two cells points at the larger digit."""

    def edit(form: Page, chance: Random) -> str | None:
        signs = [one for one in form.drawn() if one.paint == "S" and len(one.points) == 3]
        if not signs:
            return None
        sign = chance.choice(signs)
        (x1, y1), (x, y), (x2, y2) = sign.points
        # Turned by half a circle around its middle.
        across, up = x + (x1 + x2) / 2, y + (y1 + y2) / 2
        for step, (one, other) in enumerate(sign.points):
            form.put(sign.first + step, "l" if step else "m", round(across - one, 3), round(up - other, 3))
        return "a sign is turned"

    return _in_grid(book, chance, {"greater-than", "futoshiki"}, edit)


@plant
def letter_missing(book: Book, chance: Random) -> Planted | None:
    """A stroke of an X or V is not drawn: the X becomes a line, or the V goes."""

    def edit(form: Page, chance: Random) -> str | None:
        straight = [one for one in form.drawn() if one.paint == "S" and len(one.points) in (2, 3)]
        strokes = [one for one in straight if len(one.points) == 3 or min(one.size) > 0]
        if not strokes:
            return None
        _unpainted(form, [chance.choice(strokes)])
        return "a stroke of a letter is missing"

    return _in_grid(book, chance, {"xv", "xv-partial"}, edit)


def _broad(form: Page) -> list[list[Drawn]]:
    """The lines along cells, each as the strokes that follow on each other."""
    strokes = [one for one in form.drawn() if one.paint == "S" and one.width > _BROAD and len(one.points) == 2]
    lines: list[list[Drawn]] = []
    for one in strokes:
        if lines and lines[-1][-1].points[1] == one.points[0] and lines[-1][-1].width == one.width:
            lines[-1].append(one)
        else:
            lines.append([one])
    return lines


@plant
def line_shorter(book: Book, chance: Random) -> Planted | None:
    """A line along cells ends a cell too early."""

    def edit(form: Page, chance: Random) -> str | None:
        lines = [line for line in _broad(form) if len(line) > 2]
        if not lines:
            return None
        line = chance.choice(lines)
        end = line[-1].points[1]
        ended = [one for one in form.drawn() if one.paint == "f" and _middle(one) == end and one.at > line[-1].at]
        _unpainted(form, [line[-1], *ended])
        return "a line is a cell too short"

    return _in_grid(book, chance, {"thermometers", "whispers", "renban", "palindrome"}, edit)


def _middle(shape: Drawn) -> tuple[float, float]:
    xs, ys = zip(*shape.points, strict=True)
    return round((min(xs) + max(xs)) / 2, 1), round((min(ys) + max(ys)) / 2, 1)


def _near(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) < 0.2


@plant
def bulb_at_the_end(book: Book, chance: Random) -> Planted | None:
    """The bulb of a thermometer stands at its other end."""

    def edit(form: Page, chance: Random) -> str | None:
        discs = [one for one in form.drawn() if one.paint == "f" and len(one.points) > _ROUND]
        widest = max((one.size[0] for one in discs), default=0.0)
        found = []
        for line in _broad(form):
            start, end = line[0].points[0], line[-1].points[1]
            found += [(one, start, end) for one in discs if one.size[0] > 0.9 * widest and _near(_middle(one), start)]
        if not found:
            return None
        bulb, start, end = chance.choice(found)
        for step, (x, y) in enumerate(bulb.points):
            moved = round(x + end[0] - start[0], 3), round(y + end[1] - start[1], 3)
            form.put(bulb.first + step, "l" if step else "m", *moved)
        return "a bulb stands at the other end"

    return _in_grid(book, chance, {"thermometers"}, edit)


@plant
def clue_shape_missing(book: Book, chance: Random) -> Planted | None:
    """A circle or a square, of an odd or an even digit, is not drawn."""

    def edit(form: Page, chance: Random) -> str | None:
        shapes = [one for one in form.drawn() if one.paint == "f" and 0 < one.grey < 1 and _outline(form, one)]
        if not shapes:
            return None
        shape = chance.choice(shapes)
        _unpainted(form, [shape, *_outline(form, shape)])
        return "a shape in a cell is missing"

    return _in_grid(book, chance, {"even-odd", "low-high"}, edit)


def _numbers(form: Page) -> list[Shown]:
    return [one for one in form.shown() if one.text.isdecimal()]


_AROUND = {"outside-sums", "skyscrapers", "skyscraper-square", "sandwich", "x-sums", "numbered-rooms"}


@plant
def outside_number_changed(book: Book, chance: Random) -> Planted | None:
    """Another number beside a row or column."""
    return _in_grid(book, chance, _AROUND, _other_number)


@plant
def outside_number_lost(book: Book, chance: Random) -> Planted | None:
    """A number beside a row or column is not shown."""

    def edit(form: Page, chance: Random) -> str | None:
        numbers = _numbers(form)
        if not numbers:
            return None
        one = chance.choice(numbers)
        form.show(one.at, b"")
        return f"the number {one.text} around a grid is missing"

    return _in_grid(book, chance, _AROUND, edit)


@plant
def dot_number_changed(book: Book, chance: Random) -> Planted | None:
    """Another number in a dot between two cells."""
    return _in_grid(book, chance, {"differences", "ratios"}, _other_number)


@plant
def tile_missing(book: Book, chance: Random) -> Planted | None:
    """A grey cell of a fortress is white."""

    def edit(form: Page, chance: Random) -> str | None:
        tiles = [one for one in form.drawn() if one.paint == "f" and len(one.points) == 4 and 0 < one.grey < 1]
        if not tiles:
            return None
        _unpainted(form, [chance.choice(tiles)])
        return "a grey cell is white"

    return _in_grid(book, chance, {"fortress"}, edit)


@plant
def quadruple_changed(book: Book, chance: Random) -> Planted | None:
    """Another digit in a circle where four cells meet."""
    return _in_grid(book, chance, {"quadruples"}, _other_number)


def _other_number(form: Page, chance: Random) -> str | None:
    numbers = _numbers(form)
    if not numbers:
        return None
    one = chance.choice(numbers)
    codes = {char: code for code, char in form.table(one.font).items() if char.isdecimal() and char != "0"}
    others = sorted(set(codes) - set(one.text))
    if not others:
        return None
    other = one.text[:-1] + chance.choice(others)
    if not set(other) <= set(codes):
        return None
    form.show(one.at, bytes(codes[char] for char in other))
    return f"the number {one.text} is {other}"


def _runs(shapes: Sequence[Drawn]) -> Iterator[list[Drawn]]:
    """Shapes drawn one after another, each to the right of the one before, no farther than it is high."""
    run: list[Drawn] = []
    for one in shapes:
        if run and not 0 < one.points[0][0] - run[-1].points[0][0] < 2 * max(one.size):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


@plant
def level_bars_wrong(book: Book, chance: Random) -> Planted | None:
    """A puzzle has a dark bar more, or less, than its level."""
    puzzle = chance.choice(book.puzzles)
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    boxes = [one for one in page.drawn() if one.paint == "f" and one.box and one.size[0] < one.size[1] < 20]
    rising = [run for run in _runs(boxes) if all(a.size[1] < b.size[1] for a, b in pairwise(run)) and len(run) > 2]
    if not rising:
        return None
    run = chance.choice(rising)
    dark = sum(one.grey < 0.4 for one in run)
    more = dark < len(run) - 1 and (chance.random() < 0.5 or dark < 2)
    one, like = (run[dark], run[0]) if more else (run[dark - 1], run[-1])
    page.put(one.first - 1, "g", 0 if more else like.grey)
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: a dark bar {'more' if more else 'less'} than the level has")


@plant
def level_star_missing(book: Book, chance: Random) -> Planted | None:
    """A star less than the level has."""
    puzzle = chance.choice(book.puzzles)
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    stars = [one for one in page.drawn() if one.paint == "f" and len(one.points) == _STAR and max(one.size) < 24]
    rows = [run for run in _runs(stars) if len(run) > 1]
    if not rows:
        return None
    _unpainted(page, [chance.choice(rows)[-1]])
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: a star is missing")


def _rows(book: Book, page: Page, number: int) -> list[Shown]:
    """The strings of a page that end in the last row of the answer of a puzzle that is answered there."""
    ends = []
    for puzzle in book.puzzles:
        if book.answer_page(puzzle) == number:
            ends.append(puzzle["solution"][-int(puzzle["size"]) :])
    found = []
    for one in page.shown():
        bare = "".join(char for char in one.text if char.isdecimal())
        if len(bare) > 3 and any(bare.endswith(end) for end in ends):
            found.append(one)
    return found


@plant
def answer_row_changed(book: Book, chance: Random) -> Planted | None:
    """Another digit in an answer of which one row is printed."""
    number = chance.choice(sorted({book.answer_page(one) for one in book.puzzles}))
    pdf = opened(book)
    page = page_of(pdf, number)
    rows = _rows(book, page, number)
    if not rows:
        return None
    one = chance.choice(rows)
    table = page.table(one.font)
    codes = bytearray(one.codes)
    last = table[codes[-1]]
    others = sorted(code for code, char in table.items() if char.isdecimal() and char not in (last, "0"))
    codes[-1] = chance.choice(others)
    page.show(one.at, bytes(codes))
    page.keep()
    return saved(pdf, f"page {number}: the row {one.text} ends in another digit")


@plant
def answer_rows_exchanged(book: Book, chance: Random) -> Planted | None:
    """Two answers of which one row is printed change places."""
    number = chance.choice(sorted({book.answer_page(one) for one in book.puzzles}))
    pdf = opened(book)
    page = page_of(pdf, number)
    rows = [one for one in _rows(book, page, number) if ":" not in one.text]
    pairs = [(a, b) for a in rows for b in rows if len(a.codes) == len(b.codes) and a.text < b.text]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    page.show(one.at, other.codes)
    page.show(other.at, one.codes)
    page.keep()
    return saved(pdf, f"page {number}: the rows {one.text} and {other.text} change places")
