"""Symbols to digits: the signs of a cell in any text format, and the reports of anything else."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Source
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS, Geometry
from bookmaker.puzzles.grid.geometry import SIZES as ALL
from bookmaker.puzzles.grid.puzzle import Puzzle

# Where a symbol was left out of a line of cells, or typed twice: the places at which mending it makes a proper puzzle.

_MOST_LOOKED_AT = 20
"""Lines of one text that are looked at: each takes some milliseconds."""

_MOST_NAMED = 3
_GUESSES = 1000
_GUESSES_LARGE = 20
_USUAL_SIZE = 9
"""Guesses for each way to mend a line; on grids above 9x9 one guess costs more, and there are many more ways."""


def advice_on_slip(symbols: str, cells: bytes, size: int, source: Source) -> str:
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

    from bookmaker.logic.solve.solver import count_solutions  # Reading a sound text must load no compiler.

    guesses = _GUESSES if size <= _USUAL_SIZE else _GUESSES_LARGE
    for ways in (_less,) if off > 0 else (_with_empty, _with_digit)[: 2 if size <= _USUAL_SIZE else 1]:
        tried = dict(ways(cells, size))
        grids = np.frombuffer(b"".join(tried), np.uint8).reshape(len(tried), -1)
        counts = count_solutions(grids, 2, ground, guesses)
        places = [span for span, count in zip(tried.values(), counts.tolist(), strict=True) if count == 1]
        if places:
            named = [_named_place(place, symbols, off) for place in sorted(set(places))]
            where = " or ".join([*named[:_MOST_NAMED], *["elsewhere"] * (len(named) > _MOST_NAMED)])
            if off > 0:
                return f"without the symbol {where} it would be a proper puzzle"
            if ways is _with_empty:
                return f"with an empty cell {where} it would be a proper puzzle"
            return f"with a digit {where} it would be a proper puzzle"
    return ""


_Span = tuple[int, int]
"""The first and the last place that make the same line, from 0 on."""


def _named_place(span: _Span, symbols: str, off: int) -> str:
    first, last = span
    if off > 0:
        symbol = symbols[first]
        return f"{symbol!r} in places {first + 1} to {last + 1}" if last > first else f"{symbol!r} in place {first + 1}"
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


BLANKS = ".0Xx*_-"
"""Symbols that may mean an empty cell. No grid in ``BOXES`` is so large that X is a digit."""

SIZE_OF = {size * size: size for size in BOXES}
"""Number of cells of a grid -> its size."""

LONGEST_LOOKED_INTO = 2000
"""Symbols of a word that are examined one by one: nobody wants to know each of more."""

WRONG_LENGTH = "wrong-length"
BAD_SYMBOL = "bad-symbol"

_SHOWN = 40

ILLEGAL = 255
"""The value that :func:`digits` gives for a symbol without a meaning."""

_TABLE = bytearray([ILLEGAL] * 256)
for _digit, _symbol in enumerate(SYMBOLS, 1):
    _TABLE[ord(_symbol)] = _TABLE[ord(_symbol.lower())] = _digit
for _symbol in BLANKS:
    _TABLE[ord(_symbol)] = 0
_TABLE_BYTES = bytes(_TABLE)
_ONE = {chr(code): digit for code, digit in enumerate(_TABLE) if digit != ILLEGAL}
_TOO_LARGE = {size: bytes(range(size + 1)) for size in ALL}
"""The sizes of texts that do not say what puzzle they hold, by their numbers of cells."""
_ZERO = expression(r"(0)(?:[.,]0*)?")
"""On small grids nobody writes 02: there a comma is missing."""

_NUMBER = expression(r"([0-9]{1,2})(?:[.,]0*)?")
_NOTHING = frozenset({"nan", "na", "n/a", "<na>", "null", "none", "nil"})
"""Words of tables for no number, in small letters."""

Place = tuple[int, int]
"""A line and a column."""


def digits(symbols: str) -> bytes:
    """One byte for each symbol: its digit, 0 for an empty cell, ``ILLEGAL`` otherwise."""
    return symbols.encode("latin-1", "replace").translate(_TABLE_BYTES)


def digit_of(field: str, size: int) -> int:
    """The digit of a field of a table, such as ``7``, ``G``, ``16`` or ``7.0``; 0 for an empty cell, ``ILLEGAL`` otherwise."""
    if len(field) == 1:
        return _ONE.get(field, ILLEGAL)
    number = _NUMBER.fullmatch(field) if size > 9 or field[:1] != "0" else _ZERO.fullmatch(field)
    digit = int(number[1]) if number else ILLEGAL if field and field.lower() not in _NOTHING else 0
    return digit if digit <= size else ILLEGAL


def digits_of(fields: Sequence[str], size: int) -> bytes:
    """The digit of each field, as :func:`digit_of` gives it."""
    symbols = "".join(fields)
    if len(symbols) == len(fields) and "" not in fields:
        return digits(symbols)  # A symbol to each, as nearly always.
    return bytes(digit_of(field, size) for field in fields)


def fits(cells: bytes, size: int) -> bool:
    """Whether all of ``cells`` are empty or digits of a grid of this size."""
    return not cells.translate(None, _TOO_LARGE[size])


def decoded(fields: Sequence[str], size: int, place: Callable[[int], Place], source: Source) -> bytes | None:
    """The cells of a grid of this size from one field for each; None once the fault is recorded.

    ``place`` gives the line and column of a field. Fields that allow two readings are taken only where exactly one of them is
    a proper puzzle, and every reading that is a guess is recorded as one.
    """
    cells = digits_of(fields, size)
    wrong = [] if fits(cells, size) else [at for at, digit in enumerate(cells) if digit > size]
    blanks = {field for field, digit in zip(fields, cells, strict=True) if not digit}
    guess = _guessed(fields, cells, wrong, blanks, size) or (
        _scanned(fields, cells, wrong, size, source) if wrong else None
    )
    if guess is not None:
        source.guess(guess[0], *place(0))
        return guess[1]
    if wrong:
        _report_symbols(source, [(fields[at], *place(at)) for at in wrong], size, len(fields))
        return None
    crosses = blanks & {"X", "x"}
    if crosses and blanks - crosses:
        at = next(at for at, field in enumerate(fields) if field in crosses)
        message = f"{fields[at]!r} among other symbols for empty cells"
        source.fault(message, *place(at), "write one symbol, such as a dot, for every empty cell", BAD_SYMBOL)
        return None
    if size > 9 and "0" in blanks and len(blanks) > 1:
        # Grids above 9 are also written with 0 to F. Taking that 0 for an empty cell would alter the puzzle silently.
        return _hexadecimal(fields, cells, size, place, source)
    return cells


def _guessed(
    fields: Sequence[str], cells: bytes, wrong: Sequence[int], blanks: set[str], size: int
) -> tuple[str, bytes] | None:
    """A reading of fields that are not as they should be, in words and in cells; None if there is none."""
    letters = _by_letters(fields, blanks, size)
    if letters is not None:
        return f"the letters A to {chr(64 + size)} are taken for the digits 1 to {size}", letters
    strange = {fields[at] for at in wrong}
    if blanks <= {"0"} and len(wrong) > 1 and strange <= set(_SCANNED) and strange & {"O", "o"}:
        cells = bytes(_SCANNED.get(field, digit) for field, digit in zip(fields, cells, strict=True))
        return "the letter O is taken for an empty cell" + (", and l or I for 1" if strange - {"O", "o"} else ""), cells
    if all(0 <= _decimal(symbol) <= size for symbol in strange) and not any(0 < digit <= size for digit in cells):
        other = {symbol: _decimal(symbol) for symbol in strange}
        if any(other.values()) and not (blanks and 0 in other.values()):
            decimals = bytes(other.get(field, digit) for field, digit in zip(fields, cells, strict=True))
            return f"{sign_named(fields[wrong[0]])} and its like are taken for digits", decimals
    if strange == {"-1"} and blanks == {"0"} and size not in cells:
        shifted = bytes(0 if field == "-1" else digit + 1 for field, digit in zip(fields, cells, strict=True))
        return f"-1 is taken for an empty cell, and 0 to {size - 1} for the digits 1 to {size}", shifted
    if not strange and blanks == {"0"} and len(cells) == size * size and set(map(cells.count, range(size))) == {size}:
        return f"0 to {size - 1} are taken for the digits 1 to {size} of a full grid", bytes(one + 1 for one in cells)
    if len(strange) == 1 and len(wrong) > 1 and not blanks:
        symbol = strange.pop()
        if not any(map(str.isnumeric, symbol)) and len(wrong) < len(fields):
            return f"{sign_named(symbol)} is taken for an empty cell", bytes(
                0 if digit > size else digit for digit in cells
            )
    return None


_SCANNED = {"O": 0, "o": 0, "l": 1, "I": 1, "|": 1}
"""Letters that a scan has where zeros and ones were printed."""


_ALIKE = {"S": 5, "s": 5, "B": 8, "Z": 2, "z": 2, "l": 1, "I": 1, "i": 1, "|": 1, "g": 9, "q": 9, "b": 6, "G": 6}
"""Letters that a scan has where digits were printed."""


def _scanned(
    fields: Sequence[str], cells: bytes, wrong: Sequence[int], size: int, source: Source
) -> tuple[str, bytes] | None:
    """A reading of letters as the digits that they look like, where that makes a proper puzzle; None if there is none."""
    strange = sorted({fields[at] for at in wrong})
    if size > _USUAL_SIZE or len(cells) != size * size or not all(_ALIKE.get(one, ILLEGAL) <= size for one in strange):
        return None
    read = bytes(_ALIKE[field] if cell > size else cell for field, cell in zip(fields, cells, strict=True))
    ground = Source(source.name, source.kind).ground(size)
    if ground is None or ground.cell_count != len(read) or only_solution(Puzzle(ground, read)) is None:
        return None
    named = ", ".join(f"{one} for {_ALIKE[one]}" for one in strange)
    return f"letters are taken for the digits that they look like ({named}), as that makes a proper puzzle", read


def sign_named(symbol: str) -> str:
    """A sign as a message shows it, with its name where hardly anyone knows the sign."""
    name = unicodedata.name(symbol, "").lower() if len(symbol) == 1 and not symbol.isascii() else ""
    return f"{shown(symbol)!r}{f' ({name})' if name else ''}"


def _by_letters(fields: Sequence[str], blanks: set[str], size: int) -> bytes | None:
    """The cells of a large grid without numbers that has A for 1, B for 2 and so on; None if it is none."""
    highest = chr(64 + size)
    if size < 16 or any(field.isdecimal() and field != "0" for field in fields):
        return None
    signs = {field for field in fields if len(field) == 1 and not field.isalnum()}
    blanks = blanks | signs
    empty = blanks - {"X", "x"} if highest >= "X" and blanks - {"X", "x"} else blanks
    found = {field.upper() for field in fields if field not in empty}
    if len(empty) > 1 or not all(len(one) == 1 and "A" <= one <= highest for one in found) or not found:
        return None
    # Our own letters end sooner: only a letter beyond them, and nearly all of them, show that these begin with 1.
    if max(found) <= SYMBOLS[size - 1] or len(found) < size - 1:
        return None
    return bytes(0 if field in empty else ord(field.upper()) - 64 for field in fields)


def _hexadecimal(
    fields: Sequence[str], cells: bytes, size: int, place: Callable[[int], Place], source: Source
) -> bytes | None:
    """The cells of a grid above 9 with 0 and another symbol for empty cells: 0 is one more of these, or the lowest digit."""
    shifted = bytes(digit + 1 if digit or field == "0" else 0 for field, digit in zip(fields, cells, strict=True))
    if len(cells) == size * size and size in BOXES and fits(shifted, size):
        ground = source.ground(size)
        if ground is None:
            return None
        which = only_proper([(ground, cells), (ground, shifted)])
        if which is None and _completes(fields, cells, size, ground):
            which = 1
        if which is not None:
            what = f"0 is taken for the lowest of {size} digits" if which else "0 is taken for an empty cell"
            source.guess(f"{what}, by which there is exactly one solution", *place(0))
            return shifted if which else cells
    advice = f"the digits of {size}×{size} are 1 to 9 and A to {SYMBOLS[size - 1]}; write dots for empty cells"
    first = next(at for at, field in enumerate(fields) if field == "0")
    source.fault("0 and another symbol are both used for empty cells", *place(first), advice, BAD_SYMBOL)
    return None


def _completes(fields: Sequence[str], cells: bytes, size: int, ground: Geometry) -> bool:
    """Whether 0 is nowhere but where the one digit that no given has belongs: a grid without it is as proper as with it."""
    solution = only_solution(Puzzle(ground, cells))
    zeros = [at for at, field in enumerate(fields) if field == "0"]
    return solution is not None and size not in cells and all(solution[at] == size for at in zeros)


_MOST_GUESSES = 2000
"""Guesses of the search that decides between two readings."""


def only_proper(readings: Sequence[tuple[Geometry, bytes]]) -> int | None:
    """Which of several readings of one text is a proper puzzle; None if none is, or more than one."""
    counts = _solutions(readings)
    return counts.index(1) if counts.count(1) == 1 and -1 not in counts else None


def only_possible(readings: Sequence[tuple[Geometry, bytes]]) -> int | None:
    """Which of several readings of one text is a proper puzzle, or else has any solution; None if that is none, or not one."""
    counts = _solutions(readings)
    some = 1 if 1 in counts else 2
    return counts.index(some) if counts.count(some) == 1 and -1 not in counts else None


def _solutions(readings: Sequence[tuple[Geometry, bytes]]) -> list[int]:
    return [soon_counted(Puzzle(ground, cells)) for ground, cells in readings]


def soon_counted(puzzle: Puzzle) -> int:
    """How many solutions a puzzle has: 0, 1, 2 for more, or -1 where that is not soon known."""
    from bookmaker.logic.solve.solver import solve  # Reading other texts must load no compiler.

    return solve(puzzle, 2, _MOST_GUESSES).solutions


def only_solution(puzzle: Puzzle) -> bytes | None:
    """The solution of a proper puzzle; None where it has none or several, or that is not soon known."""
    from bookmaker.logic.solve.solver import solve

    return solve(puzzle, 2, _MOST_GUESSES).solution


_MOST_STRANGE = 9
"""Different wrong symbols that are reported one by one of a text in which most are wrong."""

_SIGNS = frozenset("<>")
_FEWEST_LETTERS = 4
"""Different letters that mean digits rather than being slips."""

_EACH = 3
"""Times that one wrong symbol is reported at each of its places; of more, the first place and their number say it better."""


def _report_symbols(source: Source, wrong: Sequence[tuple[str, int, int]], size: int, many: int) -> None:
    """Record the faults of symbols, each with its line and column, that are not cells of a grid of this size; of ``many``."""
    times = Counter(symbol for symbol, _, _ in wrong)
    last = chr(64 + size)
    if len(times) >= _FEWEST_LETTERS and size <= 9 and all("A" <= symbol.upper() <= last for symbol in times):
        first, line, column = wrong[0]
        message = f"letters A to {last} in {len(wrong)} cells, {first!r} the first, where digits are expected"
        source.fault(message, line, column, f"write 1 for A, 2 for B, to {size} for {last}", BAD_SYMBOL)
        return
    sign = next((one for one in wrong if one[0] in _SIGNS), None)
    if sign is not None and size <= 9:
        message = f"{sign[0]!r} among the cells: not all signs of this grid are between two cells"
        advice = "draw < and > between cells and ^ and v below them, or list them: greater than: r1c2 r1c1"
        source.fault(message, *sign[1:], advice, BAD_SYMBOL)
        return
    if len(times) > _MOST_STRANGE and len(wrong) * 2 > many:
        first, line, column = wrong[0]
        message = f"{len(wrong)} of {many} cells are neither digits nor empty, {shown(first)!r} the first"
        source.fault(message, line, column, "this is not a puzzle", BAD_SYMBOL)
        return
    seen: set[str] = set()
    for symbol, line, column in wrong:
        if times[symbol] <= _EACH:
            report_symbol(source, symbol, size, line, column)
        elif symbol not in seen:
            seen.add(symbol)
            report_symbol(source, symbol, size, line, column, times[symbol])


def report_symbol(source: Source, symbol: str, size: int, line: int, column: int, times: int = 1) -> None:
    """Record the fault of one symbol that is not a cell of a grid of this size; ``times``: it comes so often, here first."""
    if symbol in SYMBOLS[:9] or (symbol.isascii() and symbol.isdecimal() and len(symbol) < 4):
        message = f"the digit {symbol} is too large for a grid of {size}×{size}"
    elif size > 9 and symbol.upper() in SYMBOLS:
        message = f"{symbol!r} is too large for a grid of {size}×{size}, whose highest digit is {SYMBOLS[size - 1]}"
    else:
        last = SYMBOLS[size - 1]
        wanted = f"1 to {last}" if size <= 9 else f"1 to 9, A to {last}" if size > 10 else "1 to 9, A"
        message = f"{shown(symbol)!r} is neither a digit ({wanted}) nor an empty cell"
        if times > 1:
            message += f", and comes here {times} times"
        if symbol in ("O", "o"):
            source.fault(message, line, column, "a letter O; write 0 or a dot for an empty cell", BAD_SYMBOL)
            return
    digit = _decimal(symbol)
    source.fault(message, line, column, f"write it as {digit}" if 0 < digit <= size else "", BAD_SYMBOL)


def _decimal(symbol: str) -> int:
    """The digit of another script, or of another width, that a symbol is; -1 if it is none."""
    return unicodedata.decimal(symbol, -1) if len(symbol) == 1 and not symbol.isascii() else -1


def cells_of(symbols: str, source: Source, line: int, column: int) -> bytes | None:
    """The cells of a word that is a whole puzzle of any size; None, with the faults recorded, if it is none.

    ``column`` is that of the first symbol.
    """
    if symbols[:1] == "'" and len(symbols) > _FEWEST_WHOLE:
        symbols, column = symbols[1:], column + 1  # By which a spreadsheet keeps a number as it is.
    size = SIZE_OF.get(len(symbols))
    before = len(source.faults)
    cells = None if size else _with_zeros(symbols, line, column, source)
    if cells is not None:
        return cells
    if size is None:
        _report_length(symbols, digits(symbols), line, column, source)
    else:
        cells = decoded(symbols, size, lambda at: (line, column + at), source)
    if cells is None and len(symbols) >= _FEWEST_WHOLE:
        source.faults[before:] = [replace(fault, whole=True) for fault in source.faults[before:]]
    return cells


def _with_zeros(symbols: str, line: int, column: int, source: Source) -> bytes | None:
    """The cells of digits whose first zeros a spreadsheet has cut off, where that makes a proper puzzle; None if it does not.

    One symbol alone may as well be a given that was left out.
    """
    size = next((size for size in BOXES if size <= _USUAL_SIZE and 1 < size * size - len(symbols) <= size), 0)
    if len(symbols) < _FEWEST_WHOLE or not size or not symbols.isdecimal() or symbols[0] == "0" or "0" not in symbols:
        return None
    lost = size * size - len(symbols)
    cells = digits("0" * lost + symbols)
    ground = Source(source.name, source.kind).ground(size) if fits(cells, size) else None
    if ground is None or ground.cell_count != len(cells) or only_solution(Puzzle(ground, cells)) is None:
        return None
    source.guess(
        f"{lost} zeros at the beginning, which a spreadsheet cuts off, are taken for empty cells", line, column
    )
    return cells


_FEWEST_WHOLE = 30
"""Symbols of a line that was meant as a puzzle, rather than as a row of one."""


def _report_length(symbols: str, cells: bytes, line: int, column: int, source: Source) -> None:
    """Record how long a word is that no puzzle is as long as, measured against the size that it comes closest to."""
    looked_into = cells[:LONGEST_LOOKED_INTO]
    size = _size_meant(len(symbols), looked_into)
    count = size * size
    illegal = [offset for offset, digit in enumerate(looked_into) if digit > size]
    if len(illegal) * 2 > len(looked_into):
        if not any(map(str.isalnum, symbols)):
            # Of a table with a sign between its fields every line has such a word.
            before = source.signs.get(symbols)
            source.signs[symbols] = line
            if before == line - 1:
                return
        source.fault(f"{shown(symbols)!r} is not a puzzle", line, column, "a line of 81 digits and dots is expected")
        return
    plural = "s" * (len(symbols) != 1)
    message = f"{len(symbols)} symbol{plural}; a puzzle of {size}×{size} has {count}"
    advice = "" if illegal else advice_on_slip(symbols, cells, size, source)
    if _FEWEST_WHOLE <= len(symbols) < count and symbols.isdecimal() and not advice:
        advice = "a spreadsheet cuts off zeros at the beginning: keep the column as text"
    source.fault(message, line, column, advice, code=WRONG_LENGTH)
    wrong = [(symbols[offset], line, column + offset) for offset in illegal]
    _report_symbols(source, wrong, size, len(looked_into))


def _size_meant(length: int, cells: bytes) -> int:
    """The size of grid that a word of a wrong length comes closest to: the usual one unless another is much closer."""
    digits_only = [digit for digit in cells if digit != ILLEGAL]
    # A puzzle lacks at most one of its digits, so that a large one has high ones.
    least = max(digits_only, default=0) + 1
    able = [size for size in BOXES if fits(bytes(digits_only), size) and (size <= _USUAL or size <= least)] or list(
        BOXES
    )
    size = min(able, key=lambda size: abs(size * size - length))
    return _USUAL if length <= _SHORTEST_PART or (_USUAL in able and abs(_USUAL**2 - length) <= _USUAL_OFF) else size


_USUAL = 9
_USUAL_OFF = 15
_SHORTEST_PART = 12
"""Symbols off that a line for 9×9 may be before another size is thought of; of a word too short for any."""


_DRAWN = expression(r"[\s|+:='\"\[\](){}<>/\\,;─-╿]+")
_LONG = 20
_LONG_WORD = expression(rf"[^\s|,;]{{{_LONG},}}")
_LETTER = expression("[A-NP-WYZa-np-wyz]")
_PLAIN = ("123456789" + BLANKS).encode()
_SHORT = 6
_DATE = expression(r"[0-9]{1,4}([-/.])[0-9]{1,2}\1[0-9]{1,4}(?:[T ,]+[0-9:.Z]+)?")


_STAMP = expression(r"\W*[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9.]+)?(?:Z|[+-][0-9:]{2,6})?\W*")
"""A moment as programs write it: 2026-02-20T22:53:00Z."""


_PIXELS = expression(r"[0-9]{3,4} ?[x×] ?[0-9]{3,4}")
"""The size of a picture: 640x480."""

_PHONE = expression(r"\+[0-9](?:[ ()/.-]{0,3}[0-9]){7,14}")
"""A telephone number with its country code. Without the code it may as well be a row."""


def is_text(line: str) -> bool:
    """Whether a line that is not a puzzle is text about puzzles, or anything else, rather than a puzzle that was spoilt."""
    line = line[:LONGEST_LOOKED_INTO].strip()
    if len(line) < _SHORT:
        # A row of the smallest grid: nobody writes a number or a word so.
        return len(line) < min(BOXES) or sum(map(BLANKS.count, line)) < 2 or _plain(line) < len(line)
    if any(_plain(word) * 3 >= len(word) * 2 and not _STAMP.fullmatch(word) for word in _LONG_WORD.findall(line)):
        return False
    bare = _DRAWN.sub("", line)
    if not bare or len(bare) < _SHORT or _DATE.fullmatch(line) or _PIXELS.fullmatch(line) or _PHONE.fullmatch(line):
        return True
    if _LETTER.search(bare) if bare.isascii() else any(one.isalpha() and one not in "xXoO" for one in bare):
        return _plain(bare) * 4 < max(len(bare) * 3, 4 * _LONG)
    return _plain(bare) * 2 < len(bare) or not set(bare) - set(BLANKS)


def is_map(word: str) -> bool:
    """Whether a word can only be the letters of a map, of cages or regions: a puzzle that is not large has digits."""
    return word.isalpha() and len(word) < _LETTERED and len(set(word)) > 2


_LETTERED = 225
"""Cells of the smallest grid that may have letters only."""


def _plain(text: str) -> int:
    symbols = text.encode("ascii", "replace")
    return len(symbols) - len(symbols.translate(None, _PLAIN))


def shown(text: str) -> str:
    """A text as a message quotes it, cut if it is long."""
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"
