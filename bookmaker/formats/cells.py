"""Symbols to digits: what may stand for a cell in any text format, and what to say where it may not."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence

from bookmaker.formats.source import Source
from bookmaker.grid.geometry import BOXES, SYMBOLS

BLANKS = ".0Xx*_-"
"""Symbols that may stand for an empty cell. No grid in ``BOXES`` is so large that X is a digit."""

SIZES = {size * size: size for size in BOXES}
"""Number of cells of a grid -> its size."""

LONGEST_LOOKED_INTO = 2000
"""Symbols of a word that are looked at one by one: of more, nobody wants to know each."""

WRONG_LENGTH = "wrong-length"
BAD_SYMBOL = "bad-symbol"

_SHOWN = 40

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
    if "X" not in symbols and "x" not in symbols:
        return -1
    if not any(blank in symbols for blank in BLANKS if blank not in "Xx"):
        return -1
    return next((offset for offset, symbol in enumerate(symbols) if symbol in "Xx"), -1)


_EACH = 3
"""Times that one wrong symbol is told at each of its places; of more, the first place and their number say it better."""


def tell_symbols(source: Source, wrong: Sequence[tuple[str, int, int]], size: int) -> None:
    """Record the faults of symbols, each with its line and column, that are not cells of a grid of this size."""
    times = Counter(symbol for symbol, _, _ in wrong)
    told: set[str] = set()
    for symbol, line, column in wrong:
        if times[symbol] <= _EACH:
            tell_symbol(source, symbol, size, line, column)
        elif symbol not in told:
            told.add(symbol)
            tell_symbol(source, symbol, size, line, column, times[symbol])


def tell_symbol(source: Source, symbol: str, size: int, line: int, column: int, times: int = 1) -> None:
    """Record the fault of one symbol that is not a cell of a grid of this size; ``times``: it stands so often, here first."""
    if symbol in SYMBOLS[:9]:
        message = f"the digit {symbol} is too large for a grid of {size}×{size}"
    elif size > 9 and symbol.upper() in SYMBOLS:
        message = f"{symbol!r} is too large for a grid of {size}×{size}, whose highest digit is {SYMBOLS[size - 1]}"
    else:
        last = SYMBOLS[size - 1]
        wanted = f"1 to {last}" if size <= 9 else f"1 to 9, A to {last}" if size > 10 else "1 to 9, A"
        message = f"{symbol!r} is neither a digit ({wanted}) nor an empty cell"
        if times > 1:
            message += f", and stands here {times} times"
        if symbol in "Oo":
            source.fault(message, line, column, "a letter O; write 0 or a dot for an empty cell", BAD_SYMBOL)
            return
    digit = 0 if symbol.isascii() else unicodedata.decimal(symbol, 0)
    source.fault(message, line, column, f"write it as {digit}" if 0 < digit <= size else "", BAD_SYMBOL)


def cells_of(symbols: str, source: Source, line: int, column: int) -> bytes | None:
    """The cells of a word that is a whole puzzle of any size; None, with the faults recorded, if it is none.

    ``column`` is that of the first symbol.
    """
    cells = digits(symbols)
    size = SIZES.get(len(symbols))
    if size is None:
        _tell_length(symbols, cells, line, column, source)
        return None
    if not fits(cells, size):
        illegal = [offset for offset, digit in enumerate(cells) if digit > size]
        tell_symbols(source, [(symbols[offset], line, column + offset) for offset in illegal], size)
        return None
    if two_zeros(symbols, size):
        source.fault(
            "0 and another symbol both stand for empty cells",
            line,
            column + symbols.index("0"),
            f"the digits of {size}×{size} are 1 to 9 and A to {SYMBOLS[size - 1]}; write dots for empty cells",
            BAD_SYMBOL,
        )
        return None
    stray = stray_x(symbols)
    if stray >= 0:
        message = f"{symbols[stray]!r} among other symbols for empty cells"
        advice = "write one symbol, such as a dot, for every empty cell"
        source.fault(message, line, column + stray, advice, BAD_SYMBOL)
        return None
    return cells


def _tell_length(symbols: str, cells: bytes, line: int, column: int, source: Source) -> None:
    """Record how long a word is that no puzzle is as long as, measured against the size that it comes closest to."""
    count = min(SIZES, key=lambda cells: abs(cells - len(symbols))) if len(symbols) > 12 else 81
    size = SIZES[count]
    looked_into = cells[:LONGEST_LOOKED_INTO]
    illegal = [offset for offset, digit in enumerate(looked_into) if digit > size]
    if len(illegal) * 2 > len(looked_into):
        source.fault(f"{shown(symbols)!r} is no puzzle", line, column, "a line of 81 digits and dots is expected")
        return
    plural = "s" * (len(symbols) != 1)
    message = f"{len(symbols)} symbol{plural}; a puzzle of {size}×{size} has {count}"
    source.fault(message, line, column, code=WRONG_LENGTH)
    tell_symbols(source, [(symbols[offset], line, column + offset) for offset in illegal], size)


def shown(text: str) -> str:
    """A text as it is told, cut if it is long."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
