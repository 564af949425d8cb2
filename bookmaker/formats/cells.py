"""Symbols to digits: what may stand for a cell in any text format, and what to say where it may not."""

from __future__ import annotations

from bookmaker.formats.source import Source
from bookmaker.grid.geometry import BOXES, SYMBOLS

BLANKS = ".0Xx*_-"
"""Symbols that may stand for an empty cell. No grid in ``BOXES`` is so large that X is a digit."""

SIZES = {size * size: size for size in BOXES}
"""Number of cells of a grid -> its size."""

ILLEGAL = 255
"""What :func:`digits` gives for a symbol that stands for nothing."""

_TABLE = bytearray([ILLEGAL] * 256)
for _digit, _symbol in enumerate(SYMBOLS, 1):
    _TABLE[ord(_symbol)] = _TABLE[ord(_symbol.lower())] = _digit
for _symbol in BLANKS:
    _TABLE[ord(_symbol)] = 0
_TABLE_BYTES = bytes(_TABLE)
_TOO_LARGE = {size: bytes(range(size + 1)) for size in BOXES}


def digits(symbols: str) -> bytes:
    """One byte for each symbol: its digit, 0 for an empty cell, ``ILLEGAL`` otherwise."""
    return symbols.encode("latin-1", "replace").translate(_TABLE_BYTES)


def fits(cells: bytes, size: int) -> bool:
    """Whether all of ``cells`` are empty or digits of a grid of this size."""
    return not cells.translate(None, _TOO_LARGE[size])


def two_zeros(symbols: str, size: int) -> bool:
    """Whether 0 may be meant as a digit: grids above 9 are also written with 0 to F, and then something else is blank.

    Reading such a puzzle as ours would alter it silently, so it has to be refused.
    """
    return size > 9 and "0" in symbols and any(blank in symbols for blank in BLANKS if blank != "0")


def stray_x(symbols: str) -> int:
    """Where the first X stands among other symbols for empty cells, -1 if there is none: a slip of the finger, not a blank."""
    if not any(blank in symbols for blank in BLANKS if blank not in "Xx"):
        return -1
    return next((offset for offset, symbol in enumerate(symbols) if symbol in "Xx"), -1)


def tell_symbol(source: Source, symbol: str, size: int, line: int, column: int) -> None:
    """Record the fault of one symbol that is not a cell of a grid of this size."""
    if symbol in SYMBOLS[:9]:
        message = f"the digit {symbol} is too large for a grid of {size}×{size}"
    elif size > 9 and symbol.upper() in SYMBOLS:
        message = f"{symbol!r} is too large for a grid of {size}×{size}, whose highest digit is {SYMBOLS[size - 1]}"
    else:
        last = SYMBOLS[size - 1]
        wanted = f"1 to {last}" if size <= 9 else f"1 to 9, A to {last}" if size > 10 else "1 to 9, A"
        message = f"{symbol!r} is neither a digit ({wanted}) nor an empty cell"
        if symbol in "Oo":
            source.fault(message, line, column, "a letter O; write 0 or a dot for an empty cell")
            return
    source.fault(message, line, column)
