"""Cages: their sizes as users write them, their marks for the printer, which knows nothing of sums, and cages with an operation.

The digits of these add up to a number, multiply to it, or differ or divide by it, and may repeat. In a Latin square this is a
Calcudoku: every cell lies in a cage.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import prod

from bookmaker.base.seeds import seed_for
from bookmaker.puzzles.grid.automaton import Machine, State
from bookmaker.puzzles.grid.geometry import COLOURS, Clue, Geometry, beside, coloured
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules.clues import ClueType, Holds, Value
from bookmaker.puzzles.rules.rule import Anchor, Convention, Rule

USUAL = 0
"""The share of a size without a stated share: the usual one."""

_PART = re.compile(r"([0-9]{1,2})(?:\s*-\s*([0-9]{1,2})|\s*:\s*([0-9]{1,6}))?$")


def parse_sizes(text: str) -> dict[int, int]:
    """Sizes of cages: ``"2-4"`` -> ``{2: USUAL, 3: USUAL, 4: USUAL}``; with shares, ``"2:60 3:40"`` -> ``{2: 60, 3: 40}``.

    Raises ValueError with the end of the sentence "`cage_sizes` ...".
    """
    mix: dict[int, int] = {}
    for part in re.split(r"[,;\s]+", re.sub(r"\s*([-:])\s*", r"\1", text.strip())):
        found = _PART.match(part)
        if not found:
            raise ValueError(f"must be sizes of cages such as `2-5` or, with shares, `2:40 3:40 4:20`, not {text!r}")
        first, last, share = found.groups()
        sizes = range(int(first), int(last or first) + 1)
        if not sizes:
            raise ValueError(f"names the sizes {part}, and {first} is more than {last}")
        if 0 in sizes or (share is not None and int(share) == 0):
            raise ValueError(
                f"cannot be {part}: " + ("a cage has a cell at least" if 0 in sizes else "leave the size out")
            )
        for size in sizes:
            if size in mix:
                raise ValueError(f"names the size {size} twice")
            mix[size] = USUAL if share is None else int(share)
    if len({share == USUAL for share in mix.values()}) > 1:
        raise ValueError("gives some sizes a share and others none: give all of them one, or none")
    if max(mix) == 1:
        raise ValueError("must name another size than 1: cages of one cell alone make no puzzle")
    return mix


def sizes_fault(mix: dict[int, int], size: int) -> str:
    """Why cages on a grid of ``size`` digits cannot have these sizes, as the end of a sentence; "" if they can."""
    too_large = [cells for cells in mix if cells > size]
    return f"has cages of {max(too_large)} cells, but a cage of this grid has {size} at most" if too_large else ""


def cage_marks(puzzle: Puzzle) -> tuple[Mark, ...]:
    """A mark for each cage, with its sum, and with tones that differ wherever two cages share a side.

    Clues that look like cages are among them.
    """
    ground = puzzle.geometry
    cages = [(cage.cells, "" if cage.sum is None else str(cage.sum)) for cage in puzzle.cages if cage.cells]
    cages += [(mark.cells, mark.text) for mark in ground.marks if mark.kind == "cage"]
    if not cages:
        return ()
    owner = list(range(-1, -1 - ground.cell_count, -1))
    for index, (cells, _) in enumerate(cages):
        for cell in cells:
            owner[cell] = index
    try:
        tones = coloured(owner, ground.size)
    except ValueError:  # A cage in pieces, which no proper puzzle has; it is drawn so that its fault can be seen.
        tones = [number % COLOURS for number in owner]
    return tuple(Mark("cage", cells, text, tones[cells[0]]) for cells, text in cages)


_SIZES = (2, 2, 2, 2, 2, 2, 3, 3, 3, 4)
"""The sizes of cages that are drawn, as often as they are listed: two in three published ones have two cells, few have four."""

_LARGEST = 720
"""The largest product that is drawn."""

_LARGEST_OF_CHILDREN, _SMALLEST, _SMALL = 60, 4, 6
"""The same on grids for children: up to the first size at any level, and up to the second where puzzles are easy."""


def _multiplied(size: int, length: int, value: Value) -> Machine:
    """States: the product of the digits to come."""
    del size, length

    def step(state: State, digit: int) -> State | None:
        return None if state % digit else state // digit

    return Machine(value[0], step, lambda state: state == 1)


def _apart(value: Value) -> Holds:
    return lambda one, other: abs(one - other) == value[0]


def _times(value: Value) -> Holds:
    return lambda one, other: max(one, other) == value[0] * min(one, other)


def _number(most: Callable[[int, int], int], pair: bool = False) -> Callable[[Value, int, int], str]:
    """The check of a value: one number up to ``most`` of the size and the number of cells, of which ``pair`` allows two only."""

    def wrong(value: Value, size: int, length: int) -> str:
        if pair and length != 2:
            return f"has {length} cells, not 2"
        if len(value) == 1 and 1 <= value[0] <= most(size, length):
            return ""
        return f"needs a number from 1 to {most(size, length)} as its value"

    return wrong


_FAULT = "the digits in a cage do not make its number: {cells}"
_PAIR_FAULT = "the digits {one} and {other} in a cage do not make its number: {cells}"

SUM = ClueType(
    name="sum-cage",
    shape="group",
    sums=lambda boxes, value: ((range(len(boxes)), (), value[0]),),
    value=lambda digits, size: (sum(digits),),
    wrong=_number(lambda size, length: size * length),
    fault=_FAULT,
    look="cage",
    text="+",
    foreign={"ipuz": "+"},
)
DIFFERENCE = ClueType(
    name="difference-cage",
    shape="group",
    relates=_apart,
    value=lambda digits, size: (abs(digits[0] - digits[-1]),),
    wrong=_number(lambda size, length: size - 1, pair=True),
    reckoned=True,
    fault=_PAIR_FAULT,
    look="cage",
    text="–",
    foreign={"ipuz": "-"},
)
PRODUCT = ClueType(
    name="product-cage",
    shape="group",
    machine=_multiplied,
    value=lambda digits, size: (prod(digits),),
    wrong=_number(lambda size, length: size**length),
    reckoned=True,
    fault=_FAULT,
    look="cage",
    text="×",
    foreign={"ipuz": "*"},
)
QUOTIENT = ClueType(
    name="quotient-cage",
    shape="group",
    relates=_times,
    value=lambda digits, size: None if max(digits) % min(digits) else (max(digits) // min(digits),),
    wrong=_number(lambda size, length: size, pair=True),
    reckoned=True,
    fault=_PAIR_FAULT,
    look="cage",
    text="÷",
    foreign={"ipuz": "/"},
)


def _drawn(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
    """Cages of all cells, each with one of the operations that its digits allow."""
    del share
    return _cages(solution, ground.size, seed, _LARGEST_OF_CHILDREN if ground.size <= _SMALLEST else _LARGEST)


def _drawn_easy(solution: bytes, ground: Geometry, seed: int, share: float) -> Iterator[Clue]:
    """The same for easy puzzles: on small grids, which children have, products are small."""
    del share
    return _cages(solution, ground.size, seed, _LARGEST_OF_CHILDREN if ground.size <= _SMALL else _LARGEST)


def _cages(solution: bytes, size: int, seed: int, largest: int) -> Iterator[Clue]:
    """The cages; those that multiply have products up to ``largest``."""
    for number, cells in enumerate(_parted(size, seed)):
        digits = [solution[cell] for cell in cells]
        kinds = [SUM, PRODUCT] if prod(digits) <= largest else [SUM]
        if len(cells) == 2:
            # Of published pairs most differ, as a difference leaves more open than a sum or a product.
            kinds += [DIFFERENCE] * 6
            kinds += [QUOTIENT] * 2 if max(digits) % min(digits) == 0 else []
        kind = kinds[seed_for(seed, number, 1) % len(kinds)]
        value = kind.fitting(solution, cells, size)
        assert value is not None
        yield kind.clue(cells, value)


def _parted(size: int, seed: int) -> list[list[int]]:
    """All cells in cages that grow one after another, each from the first free cell; single cells join a neighbour."""
    owner: dict[int, int] = {}
    cages: list[list[int]] = []
    for start in range(size * size):
        if start in owner:
            continue
        chance = seed_for(seed, start)
        cage = [start]
        while len(cage) < _SIZES[chance % len(_SIZES)]:
            near = sorted({cell for one in cage for cell in beside(one, size) if cell not in owner} - set(cage))
            if not near:
                break
            cage.append(near[seed_for(chance, len(cage)) % len(near)])
        if len(cage) == 1:
            cage = _smallest(start, size, owner, cages)
            cage.append(start)
        else:
            cages.append(cage)
        owner |= dict.fromkeys(cage, cages.index(cage))
    return [sorted(cage) for cage in cages]


def _smallest(cell: int, size: int, owner: dict[int, int], cages: Sequence[list[int]]) -> list[int]:
    """The smallest cage beside a cell."""
    return min((cages[owner[other]] for other in beside(cell, size) if other in owner), key=len)


OPERATIONS = Rule(
    name="operations",
    anchor=Anchor(factor=4.0, power=0.4, by_score=True, sizes=frozenset({4, 5, 6})),
    clues=(SUM, DIFFERENCE, PRODUCT, QUOTIENT),
    draw=_drawn,
    draw_easy=_drawn_easy,
    convention=Convention(square=Convention(of=6, size=6)),
    sizes=frozenset(range(4, 10)),
    why="the numbers of larger ones have no room in their cells",
    foreign={"ipuz": ("calcudoku",)},
    sentence="The digits of a cage add up to its number (+), multiply to it (×), differ by it (–) or divide by it (÷); "
    "digits may repeat in it.",
)

SIGNS = {
    **dict.fromkeys("+＋", SUM),
    **dict.fromkeys("-–−‐", DIFFERENCE),
    **dict.fromkeys("x×*·∙⋅X", PRODUCT),
    **dict.fromkeys("/÷:∶", QUOTIENT),
    **dict.fromkeys(("add", "plus", "sum", "addition"), SUM),
    **dict.fromkeys(("sub", "subtract", "minus", "diff", "difference", "subtraction"), DIFFERENCE),
    **dict.fromkeys(("mul", "mult", "multiply", "times", "product", "multiplication"), PRODUCT),
    **dict.fromkeys(("div", "divide", "quotient", "ratio", "division"), QUOTIENT),
}
"""The operation of each sign and word by which people and programs write it, in small letters."""

_WORDS = "|".join(sorted(filter(str.isalpha, SIGNS), key=len, reverse=True))
_SINGLE = re.escape("".join(sign for sign in SIGNS if len(sign) == 1 and sign != ":"))
_OPERATION = rf"(?:(?i:{_WORDS})(?![A-Za-z])|[{_SINGLE}=])"
TARGET = rf"(?:[0-9]{{1,7}}+[ ]?{_OPERATION}?|{_OPERATION}[ ]?[0-9]{{1,7}}+)"
"""The regular expression of the number of a cage with its operation before or behind it, or without one: 12x, - 3, =4, 7."""

_PARTS = re.compile(r"([0-9]+)|([^\s0-9]+)")


def target_of(text: str) -> tuple[ClueType | None, int]:
    """The operation and the number of a text that ``TARGET`` matches; None for ``=`` or no sign."""
    number, sign = 0, ""
    for digits, other in _PARTS.findall(text):
        number, sign = (int(digits), sign) if digits else (number, other.lower())
    return SIGNS.get(sign), number


def operation_named(name: object) -> ClueType | None:
    """The operation of a sign or word; None for any other."""
    return SIGNS.get(name.strip().lower()) if isinstance(name, str) else None
