"""Where a symbol was left out of a line of cells, or typed twice: the places at which mending it makes a proper puzzle."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.formats.base.source import Source

_MOST_LOOKED_AT = 20
"""Lines of one text that are looked at: each takes some milliseconds."""

_MOST_NAMED = 3
_GUESSES = 1000
_GUESSES_LARGE = 20
_USUAL = 9
"""Guesses for each way to mend a line; on grids above 9x9 one guess costs more, and there are many more ways."""


def where(symbols: str, cells: bytes, size: int, source: Source) -> str:
    """Advice for a line that has one symbol too few or too many; "" if it is further off, or no place explains it.

    ``cells`` has the digit of each symbol. A symbol left out is taken for an empty cell, as most are, then for a digit.
    """
    off = len(cells) - size * size
    if off not in (-1, 1) or source.slips >= _MOST_LOOKED_AT or max(cells, default=0) > size:
        return ""
    ground = Source(source.name, source.kind).ground(size)
    if ground is None or ground.cell_count != size * size or len(set(cells) - {0}) < size - 2:
        return ""  # A proper puzzle lacks no two of its digits, and a symbol more brings one of them.
    source.slips += 1
    import numpy as np

    from bookmaker.logic.solve.solver import count_solutions  # Reading what is sound must load no compiler.

    guesses = _GUESSES if size <= _USUAL else _GUESSES_LARGE
    for ways in (_less,) if off > 0 else (_with_empty, _with_digit)[: 2 if size <= _USUAL else 1]:
        tried = dict(ways(cells, size))
        grids = np.frombuffer(b"".join(tried), np.uint8).reshape(len(tried), -1)
        counts = count_solutions(grids, 2, ground, guesses)
        places = [span for span, count in zip(tried.values(), counts.tolist(), strict=True) if count == 1]
        if places:
            named = " or ".join(_named(place, symbols, off) for place in sorted(set(places))[:_MOST_NAMED])
            more = " or elsewhere" if len(set(places)) > _MOST_NAMED else ""
            what = "without the symbol" if off > 0 else "with an empty cell" if ways is _with_empty else "with a digit"
            return f"{what} {named}{more} it would be a proper puzzle"
    return ""


_Span = tuple[int, int]
"""The first and the last place that make the same line, from 0 on."""


def _named(span: _Span, symbols: str, off: int) -> str:
    first, last = span
    if off > 0:
        return f"{symbols[first]!r} at {first + 1}" + (f" to {last + 1}" if last > first else "")
    if first == last:
        return f"before symbol {first + 1}" if first < len(symbols) else "at its end"
    return f"among symbols {first} to {last + 1}" if last < len(symbols) else f"from symbol {first + 1} on"


def _less(cells: bytes, size: int) -> Iterator[tuple[bytes, _Span]]:
    for first, last in _runs(cells):
        yield cells[:first] + cells[first + 1 :], (first, last)


def _with_empty(cells: bytes, size: int) -> Iterator[tuple[bytes, _Span]]:
    seen: dict[bytes, _Span] = {}
    for at in range(len(cells) + 1):
        made = cells[:at] + bytes(1) + cells[at:]
        seen[made] = (seen.get(made, (at, at))[0], at)
    yield from seen.items()


def _with_digit(cells: bytes, size: int) -> Iterator[tuple[bytes, _Span]]:
    for at in range(len(cells) + 1):
        for digit in range(1, size + 1):
            yield cells[:at] + bytes([digit]) + cells[at:], (at, at)


def _runs(cells: bytes) -> Iterator[_Span]:
    first = 0
    for at in range(1, len(cells) + 1):
        if at == len(cells) or cells[at] != cells[first]:
            yield first, at - 1
            first = at
