"""Links that hold no puzzle, only where one lies: nothing is fetched from the network, and that is said."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bookmaker.formats.cells import shown
from bookmaker.formats.source import Block, Format, Source
from bookmaker.grid.puzzle import Puzzle


def claims(line: str) -> bool:
    """Whether the line is a link."""
    return line.lstrip()[:8].lower().startswith(("http://", "https://"))


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """No puzzle: a fault for each link."""
    for block in blocks:
        for number, line in block.content():
            message = (
                f"{shown(line.strip())} holds no puzzle that can be read here; nothing is fetched from the network"
            )
            advice = "open a short link in a browser and copy the long one that it leads to"
            source.fault(message, number, 1, advice)
        yield None


def render(puzzles: Sequence[Puzzle]) -> str:
    """Nothing: a link of this sort holds nothing."""
    return "" * len(puzzles)


FORMAT = Format("link", frozenset(), lambda _: False, parse, render, frozenset(), claims=claims)
