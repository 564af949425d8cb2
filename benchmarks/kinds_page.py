"""The page of all kinds for users, from what rules declare and what the English catalogue says of them.

``python -m benchmarks.kinds_page`` writes ``docs/kinds.md``; ``tests/test_docs.py`` holds it to the declarations. Its table of
usual scores and minutes is that of :mod:`benchmarks.kind_levels`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from benchmarks import kind_levels
from bookmaker.base import language
from bookmaker.base.errors import UsageError
from bookmaker.logic.generation.order import BEGINNERS_SIZE, order_for
from bookmaker.logic.generation.order_fields import LEVELS
from bookmaker.logic.techniques.labels import level_of
from bookmaker.logic.times import ANCHORED, MEASURED, NONE, known_time, range_text
from bookmaker.publishing.book.spec.puzzle_keys import kind_in_words
from bookmaker.puzzles.rules import CLASSIC, RULES, geometry
from bookmaker.puzzles.rules.kinds import KINDS
from bookmaker.puzzles.rules.limits import made_sizes

PAGE = Path(__file__).parent.parent / "docs" / "kinds.md"

_INTRODUCTION = f"""\
# Kinds of puzzles

`kind` of a section names one of these, or several that all hold: `jigsaw+killer`, `[anti-king, x]`, `samurai+x`. So do `--kind`
of commands and `kind` in Python. Kinds that cannot go together are refused, with the reason. Each rule reads as a book explains
it.

Sizes are those that puzzles are made in. The levels go from {LEVELS[0]} to {LEVELS[-1]}, and from {LEVELS[1]} below size
{BEGINNERS_SIZE}; the last column names where they differ. Some kinds have hardly any puzzles of a level: the build then says
which puzzle it could not make. Other programs know [many of the kinds](formats.md#kinds-of-puzzles-in-other-programs).

<!-- Written by `python -m benchmarks.kinds_page` from the declarations of the rules. -->
"""

_USUAL = f"""\
## Usual scores and minutes

Medians of {kind_levels.COUNT} puzzles or more with each label, made with the seed {kind_levels.SEED}: the score, and the
minutes of an average solver. Minutes of classic 9x9 puzzles up to hard were measured; ranges in *italics* are estimated from a
few times; where no minutes stand, nobody knows any, and books say none. The same level asks for the same techniques in all
kinds, not for the same time: choose by this table what stands beside what. Within a kind each level takes longer than the one
below, and up to about three times as long.

<!-- From `benchmarks/kind_levels.tsv`, which `python -m benchmarks.kind_levels` measures. -->
"""

_FAMILIES = {
    "Further houses, and cells that differ": "",
    "Regions in place of boxes, or none": "map",
    "Dots, signs and circles between cells": "border corner",
    "Marked cells and areas": "cell areas",
    "Lines": "line",
    "Numbers around the grid": "edge diagonal",
    "Cages": "cage group",
    "Several grids that share cells": "grids",
}
"""Headings, and the shapes of clues, or other signs of a rule, that belong under each."""


def page() -> str:
    """The text of the page."""
    parts = [_INTRODUCTION]
    for heading in _FAMILIES:
        rows = [row(kind) for kind in KINDS if _family(kind) == heading]
        parts.append(
            "\n".join([f"## {heading}", "", "| kind | rule | sizes | other levels |", "|---|---|---|---|", *rows, ""])
        )
    return "\n".join([*parts, _USUAL, *usual()])


def usual() -> Iterator[str]:
    """The table of scores and minutes."""
    yield f"| kind | size | {' | '.join(kind_levels.SHOWN)} |"
    yield f"|---|---|{'---|' * len(kind_levels.SHOWN)}"
    rows = {(row.kind, row.size, row.level): row for row in kind_levels.read()}
    for kind, size in dict.fromkeys((kind, size) for kind, size, _ in rows):
        cells = (rows.get((kind, size, level)) for level in kind_levels.SHOWN)
        yield f"| `{kind}` | {size} | {' | '.join('' if row is None else _usual(row) for row in cells)} |"
    yield ""


def _usual(row: kind_levels.Row) -> str:
    ground = geometry(row.kind, row.size)
    time = known_time(ground, ground.caged, level_of(row.level), row.minutes)
    minutes = {
        MEASURED: f"{row.minutes or 0:.0f}",
        ANCHORED: f"*{range_text(time.low or 0, time.high or 0)}*",
        NONE: "",
    }
    said = minutes.get(time.basis, f"over {time.low or 0:.0f}")
    return f"{row.score} · {said} min" if said else str(row.score)


def _family(kind: str) -> str:
    """The heading under which a kind stands: the last one that one of its rules belongs under."""
    signs = {sign for name in KINDS[kind] for sign in _signs(name)} or {""}
    return [heading for heading, shapes in _FAMILIES.items() if signs & set(shapes.split() or [""])][-1]


def _signs(name: str) -> Iterator[str]:
    rule = RULES[name]
    yield from (clue.shape for clue in rule.clues)
    if rule.cages:
        yield "cage"
    if rule.regions or not rule.boxes:
        yield "map"
    if rule.arrangement:
        yield "grids"


def row(kind: str) -> str:
    """The line of a kind in its table."""
    sizes = made_sizes(kind)
    return f"| `{kind}` | {_rule(kind)} | {', '.join(map(str, sizes))} | {'; '.join(_levels(kind, sizes))} |"


def _rule(kind: str) -> str:
    words = language.load("en")
    if kind == CLASSIC:
        return "Each row, each column and each box holds every digit exactly once."
    return kind_in_words(kind, words).replace("\u00a0", " ")


def _levels(kind: str, sizes: Iterable[int]) -> Iterator[str]:
    """The levels of those sizes that have not the usual ones."""
    own: dict[tuple[str, ...], list[int]] = {}
    for size in sizes:
        usual = LEVELS if size >= BEGINNERS_SIZE else LEVELS[1:]
        made = tuple(level for level in LEVELS if _made(kind, size, level))
        if made != usual:
            own.setdefault(made, []).append(size)
    for made, which in own.items():
        missing = [level for level in LEVELS if level not in made]
        without = len(missing) == 1 and missing[0] != LEVELS[0]
        yield f"{', '.join(map(str, which))}: {f'no {missing[0]}' if without else _span(made)}"


def _span(levels: tuple[str, ...]) -> str:
    whole = len(levels) > 2 and LEVELS.index(levels[-1]) - LEVELS.index(levels[0]) == len(levels) - 1
    return f"{levels[0]} to {levels[-1]}" if whole else ", ".join(levels)


def _made(kind: str, size: int, level: str) -> bool:
    try:
        order_for(kind=kind, size=size, difficulty=level)
    except UsageError:
        return False
    return True


if __name__ == "__main__":
    PAGE.parent.mkdir(exist_ok=True)
    PAGE.write_text(page(), encoding="utf-8")
