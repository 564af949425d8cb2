"""Faults of puzzles and answers, planted: digits, numbers of answers, cages, lines and shades. See :mod:`benchmarks.planting`."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pikepdf

from benchmarks.planting import SYMBOLS, Book, Page, Planted, Shown, opened, page_of, plant, saved


def _other_digit(page: Page, one: Shown, size: int, chance: Random) -> bytes | None:
    """The codes of another symbol of one character in the same font; for a picture, another picture of the page."""
    if one.text in SYMBOLS:
        codes = {char: bytes([code]) for code, char in page.table(one.font).items() if char in SYMBOLS[:size]}
    else:
        codes = {other.text: other.codes for held in page.grids() for other in held if other.font == one.font}
    others = sorted(set(codes) - {one.text})
    return codes[chance.choice(others)] if others else None


def _some_grid(page: Page, chance: Random) -> list[Shown]:
    """The digits of a grid of the page, which may have none: answers may be rows."""
    grids = page.grids()
    return chance.choice(grids) if grids else []


@plant
def given_changed(book: Book, chance: Random) -> Planted | None:
    """Another digit in one cell of a puzzle."""
    puzzle = chance.choice([one for one in book.puzzles if any(char != "." for char in one["givens"])])
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    one = chance.choice(_some_grid(page, chance) or [None])
    codes = None if one is None else _other_digit(page, one, puzzle["size"], chance)
    if one is None or codes is None:
        return None
    page.show(one.at, codes)
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: a given {one.text} is another digit")


@plant
def answer_digit_changed(book: Book, chance: Random) -> Planted | None:
    """Another digit in one cell of an answer."""
    puzzle = chance.choice(book.puzzles)
    number = book.answer_page(puzzle)
    pdf = opened(book)
    page = page_of(pdf, number)
    one = chance.choice(_some_grid(page, chance) or [None])
    codes = None if one is None else _other_digit(page, one, 4, chance)
    if one is None or codes is None:
        return None
    page.show(one.at, codes)
    page.keep()
    return saved(pdf, f"page {number}: a digit {one.text} of an answer is another")


@plant
def answer_digit_lost(book: Book, chance: Random) -> Planted | None:
    """A digit of an answer is not shown."""
    number = book.answer_page(chance.choice(book.puzzles))
    pdf = opened(book)
    page = page_of(pdf, number)
    one = chance.choice(_some_grid(page, chance) or [None])
    if one is None:
        return None
    page.show(one.at, b"")
    page.keep()
    return saved(pdf, f"page {number}: a digit {one.text} of an answer is missing")


@plant
def digits_exchanged(book: Book, chance: Random) -> Planted | None:
    """Two neighbouring digits of an answer change places."""
    number = book.answer_page(chance.choice(book.puzzles))
    pdf = opened(book)
    page = page_of(pdf, number)
    held = _some_grid(page, chance)
    pairs = [(a, b) for a, b in itertools.pairwise(held) if a.text != b.text]
    if not pairs:
        return None
    one, other = chance.choice(pairs)
    page.show(one.at, other.codes)
    page.show(other.at, one.codes)
    page.keep()
    return saved(pdf, f"page {number}: {one.text} and {other.text} of an answer change places")


def _labels(page: Page, numbers: set[int]) -> list[Shown]:
    found = [one for one in page.shown() if any(char.isdigit() for char in one.text)]
    return [
        one for one in found if one.text.split()[-1].isdigit() and int(one.text.split()[-1]) in numbers and one.size > 0
    ]


@plant
def answers_exchanged(book: Book, chance: Random) -> Planted | None:
    """Two answers change places: their numbers are exchanged."""
    by_page: dict[int, list[dict[str, Any]]] = {}
    for puzzle in book.puzzles:
        by_page.setdefault(book.answer_page(puzzle), []).append(puzzle)
    number, held = chance.choice([(page, held) for page, held in by_page.items() if len(held) > 1])
    alike = [(a, b) for a in held for b in held if a["number"] < b["number"] and a["size"] == b["size"]]
    if not alike:
        return None
    first, second = (str(one["number"]) for one in chance.choice(alike))
    pdf = opened(book)
    page = page_of(pdf, number)
    grid = {one.at for held_ in page.grids() for one in held_}
    ones = [one for one in page.shown() if one.at not in grid and one.text.replace("\xa0", " ").split()[-1:] == [first]]
    others = [
        one for one in page.shown() if one.at not in grid and one.text.replace("\xa0", " ").split()[-1:] == [second]
    ]
    # The number of a puzzle stands highest of what may be the same number: page references stand beside it.
    if len(ones) != 1 or len(others) != 1:
        return None
    page.show(ones[0].at, others[0].codes)
    page.show(others[0].at, ones[0].codes)
    page.keep()
    return saved(pdf, f"page {number}: the answers {first} and {second} are exchanged")


@plant
def puzzle_turned(book: Book, chance: Random) -> Planted | None:
    """A puzzle shows the givens of another one of its size and kind, turned by 90 degrees."""
    plain = [one for one in book.puzzles if one["kind"] in ("classic", "x", "windoku") and one["size"] > 4]
    alike = [(a, b) for a in plain for b in plain if a is not b and (a["kind"], a["size"]) == (b["kind"], b["size"])]
    alike = [(a, b) for a, b in alike if a["size"] in (9, 16)]
    if not alike:
        return None
    source, target = chance.choice(alike)
    size, pdf = source["size"], opened(book)
    page = page_of(pdf, target["file_page"])
    givens = [list(target["givens"][row * size : (row + 1) * size]) for row in range(size)]
    wanted = [source["givens"][(size - 1 - column) * size + row] for row in range(size) for column in range(size)]
    count = sum(char != "." for row in givens for char in row)
    for held in page.grids():
        if len(held) != count or [one.text for one in held] != [char for row in givens for char in row if char != "."]:
            continue
        cells = [at for at, char in enumerate(target["givens"]) if char != "."]
        columns = {
            at % size: [one.x for one, cell in zip(held, cells, strict=True) if cell % size == at % size]
            for at in cells
        }
        rows = {
            at // size: [one.y for one, cell in zip(held, cells, strict=True) if cell // size == at // size]
            for at in cells
        }
        step = _step({key: sum(xs) / len(xs) for key, xs in columns.items()})
        left = sum(sum(xs) / len(xs) - key * step for key, xs in columns.items()) / len(columns)
        top = sum(sum(ys) / len(ys) + key * step for key, ys in rows.items()) / len(rows)
        codes = {char: code for code, char in page.table(held[0].font).items()}
        if not set(wanted) - {"."} <= set(codes):
            return None
        lines = ["BT", f"{held[0].font} {held[0].size:.3f} Tf"]
        at_x = at_y = 0.0
        for cell, char in enumerate(wanted):
            if char != ".":
                x, y = left + cell % size * step, top - cell // size * step
                lines.append(f"{x - at_x:.3f} {y - at_y:.3f} Td <{codes[char]:02x}> Tj")
                at_x, at_y = x, y
        for one in held:
            page.show(one.at, b"")
        page.keep()
        page.add("\n".join([*lines, "ET"]))
        what = f"puzzle {target['number']} shows puzzle {source['number']} turned by 90 degrees"
        return saved(pdf, what)
    return None


def _step(means: dict[int, float]) -> float:
    low, high = min(means), max(means)
    return (means[high] - means[low]) / (high - low)


@plant
def given_moved(book: Book, chance: Random) -> Planted | None:
    """A given stands in the cell below."""
    puzzle = chance.choice([one for one in book.puzzles if one["givens"].count(".") < one["size"] ** 2 - 3])
    size, pdf = puzzle["size"], opened(book)
    page = page_of(pdf, puzzle["file_page"])
    held = _some_grid(page, chance)
    if not held:
        return None
    apart = sorted({round(one.y) for one in held})
    step = min(b - a for a, b in itertools.pairwise(apart) if b - a > 4)
    empty = [one for one in held[:-1] if one.text in SYMBOLS[:size]]
    one = chance.choice(empty)
    taken = {(round(other.x / step), round(other.y / step)) for other in held}
    if (round(one.x / step), round((one.y - step) / step)) in taken:
        return None
    page.put(one.at, "Ts", -step)
    rest = pikepdf.ContentStreamInstruction([pikepdf.String(one.codes)], pikepdf.Operator("Tj"))
    back = pikepdf.ContentStreamInstruction([0], pikepdf.Operator("Ts"))
    page.steps[one.at + 1 : one.at + 1] = [rest, back]
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: a given {one.text} stands a cell too low")


def _caged(book: Book, chance: Random) -> dict[str, Any] | None:
    held = [one for one in book.puzzles if one.get("cages")]
    return chance.choice(held) if held else None


@plant
def cage_sum_changed(book: Book, chance: Random) -> Planted | None:
    """Another sum in one cage."""
    puzzle = _caged(book, chance)
    if puzzle is None:
        return None
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    least = min(one.size for one in page.shown())
    sums = [one for one in page.shown() if one.text.isdigit() and one.size < least * 1.2]
    codes = {char: code for code, char in page.table(sums[0].font).items()} if sums else {}
    one = chance.choice([one for one in sums if len(one.text) == 2] or sums or [None])  # type: ignore[list-item]
    if one is None:
        return None
    other = str(int(one.text) + (1 if int(one.text) % 10 < 9 else -1))
    if not set(other) <= set(codes):
        return None
    page.show(one.at, bytes(codes[char] for char in other))
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: the sum {one.text} is {other}")


@plant
def cage_line_missing(book: Book, chance: Random) -> Planted | None:
    """One dashed run of a cage's outline is not drawn."""
    puzzle = _caged(book, chance)
    if puzzle is None:
        return None
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    runs = []
    dash = False
    for at, step in enumerate(page.steps):
        if str(step.operator) == "d":
            dash = len(list(step.operands[0])) > 0
        elif str(step.operator) == "S" and dash:
            ends = [page.steps[at - 2].operands, page.steps[at - 1].operands]
            length = sum(abs(float(a) - float(b)) for a, b in zip(*ends, strict=True))
            runs.append((length, at))
    if not runs:
        return None
    longest = max(length for length, _ in runs)
    # The few points beside a sum are no line that anybody misses.
    _, at = chance.choice([run for run in runs if run[0] > longest / 4])
    page.put(at, "n")
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: a line of a cage is missing")


def _forms(page: Any) -> list[Any]:
    return [thing for thing in page.Resources.get("/XObject", {}).values() if thing.get("/Subtype") == "/Form"]


def _form_strokes(form: Any) -> tuple[list[Any], list[tuple[int, float]]]:
    steps = [
        pikepdf.ContentStreamInstruction(step.operands, step.operator) for step in pikepdf.parse_content_stream(form)
    ]
    width, found = 0.0, []
    for at, step in enumerate(steps):
        if str(step.operator) == "w":
            width = float(step.operands[0])
        elif str(step.operator) == "S":
            found.append((at, width))
    return steps, found


def _grid_line(book: Book, chance: Random, *, heavy: bool) -> Planted | None:
    puzzle = chance.choice(book.puzzles)
    pdf = opened(book)
    page = pdf.pages[puzzle["file_page"] - 1]
    form = chance.choice(_forms(page))
    steps, strokes = _form_strokes(form)
    widest = max((width for _, width in strokes), default=0.0)
    chosen = [at for at, width in strokes if (width == widest) == heavy]
    if not chosen:
        return None
    steps[chance.choice(chosen)] = pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))
    form.write(pikepdf.unparse_content_stream(steps))
    kind = "heavy" if heavy else "thin"
    return saved(pdf, f"page {puzzle['file_page']}: a {kind} line of a grid is missing")


@plant
def heavy_line_missing(book: Book, chance: Random) -> Planted | None:
    """A heavy line of a grid is not drawn."""
    return _grid_line(book, chance, heavy=True)


@plant
def thin_line_missing(book: Book, chance: Random) -> Planted | None:
    """A thin line of a grid is not drawn."""
    return _grid_line(book, chance, heavy=False)


@plant
def shade_missing(book: Book, chance: Random) -> Planted | None:
    """One shaded cell is not shaded."""
    pages = sorted({one["file_page"] for one in book.puzzles if one["kind"] in ("x", "windoku", "asterisk")})
    if not pages:
        return None
    number = chance.choice(pages)
    pdf = opened(book)
    for form in _forms(pdf.pages[number - 1]):
        steps = [
            pikepdf.ContentStreamInstruction(step.operands, step.operator)
            for step in pikepdf.parse_content_stream(form)
        ]
        fills = [at for at, step in enumerate(steps) if str(step.operator) == "f"]
        if fills:
            steps[chance.choice(fills)] = pikepdf.ContentStreamInstruction([], pikepdf.Operator("n"))
            form.write(pikepdf.unparse_content_stream(steps))
            return saved(pdf, f"page {number}: a shade is missing")
    return None
