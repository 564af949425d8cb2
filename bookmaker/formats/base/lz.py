"""LZString in base64, as f-puzzles and SudokuPad write it: an LZ78 code whose words grow by a bit when they are full.

Code 0 announces a new character of 8 bits, 1 one of 16, 2 the end; every other code is a phrase of the dictionary, to which
each step adds the last phrase with the first character of this one. Words come lowest bit first, and fill base64's
letters from the highest bit. The characters are UTF-16 units, as in JavaScript. Source: pieroxy.net, lz-string.

Our own, because the library of that name on PyPI has not been touched since 2018, leans on a shim for Python 2, and
unpacks without a bound: a link of a few kilobytes could fill the memory.
"""

from __future__ import annotations

from bookmaker.formats.base.patterns import expression

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_BITS = {ord(letter): f"{value:06b}" for value, letter in enumerate(_LETTERS)}
"""The bits of each letter in the order in which they are read."""

_STRANGE = expression(r"[^A-Za-z0-9+/]")

_BYTE, _WIDE, _END = 0, 1, 2
_FIRST = 3

MOST = 1 << 20
"""Characters that a text may unpack to; the largest puzzle takes a hundredth of it."""

_LONGEST = MOST
"""Symbols of a packed text: those of one puzzle are fewer than its characters."""


class DamagedError(ValueError):
    """A text that cannot be unpacked; ``symbols`` of it were read when that came out."""

    def __init__(self, message: str, symbols: int) -> None:
        super().__init__(message)
        self.symbols = symbols


def unpack(text: str) -> str:
    """The text that was packed. Raises DamagedError for a text that is damaged, cut short, or unpacks to more than ``MOST``."""
    text = text.rstrip("=")
    if len(text) > _LONGEST:
        raise DamagedError(f"it has more than {_LONGEST} symbols; no puzzle has", 0)
    strange = _STRANGE.search(text)
    # All bits as one text, the first one last, as the words have theirs: slices of it are faster than shifts of a number.
    bits = (text if strange is None else text[: strange.start()]).translate(_BITS)[::-1]
    phrases: dict[int, str] = {}
    out: list[str] = []
    length, size, last = 0, _FIRST, ""
    width, room = 2, 1
    at = total = len(bits)
    while True:
        end = at - width
        code = int(bits[end:at], 2) if end >= 0 else _END
        if code <= _WIDE:
            at, end = end, end - (16 if code else 8)
        if end < 0:
            short = "it is cut short" if strange is None else f"{strange[0]!r} is not a letter of base64"
            raise DamagedError(short, -(-total // 6))
        if code <= _WIDE:
            phrase = phrases[size] = chr(int(bits[end:at], 2))
            size += 1
            room -= 1
            if not room:
                width, room = width + 1, 1 << width
        elif code == _END:
            return _joined(out)
        elif code in phrases:
            phrase = phrases[code]
        elif code == size and last:
            phrase = last + last[0]
        else:
            symbol = -(-(total - end) // 6)
            raise DamagedError(f"it is damaged at symbol {symbol}", symbol)
        at = end
        length += len(phrase)
        if length > MOST:
            raise DamagedError(f"it unpacks to more than {MOST} characters; no puzzle does", -(-(total - end) // 6))
        out.append(phrase)
        if last:
            phrases[size] = last + phrase[0]
            size += 1
            room -= 1
            if not room:
                width, room = width + 1, 1 << width
        last = phrase


def _joined(parts: list[str]) -> str:
    # A character beyond 16 bits is two units, each a character of its own so far.
    return "".join(parts).encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def pack(text: str) -> str:
    """The text packed, letter by letter as the original program packs it."""
    data = text.encode("utf-16-le", "surrogatepass")
    units = [chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2)]
    codes: dict[str, int] = {}
    fresh: set[str] = set()
    bits: list[str] = []
    width, room, size = 2, 2, _FIRST

    def put(number: int, count: int) -> None:
        bits.append(f"{number:0{count}b}"[::-1])

    def used() -> None:
        nonlocal room, width
        room -= 1
        if not room:
            room = 1 << width
            width += 1

    def write(phrase: str) -> None:
        if phrase in fresh:
            fresh.discard(phrase)
            wide = ord(phrase) > 255
            put(_WIDE if wide else _BYTE, width)
            put(ord(phrase), 16 if wide else 8)
            used()
        else:
            put(codes[phrase], width)
        used()

    phrase = ""
    for unit in units:
        if unit not in codes:
            codes[unit] = size
            size += 1
            fresh.add(unit)
        if phrase + unit in codes:
            phrase += unit
            continue
        write(phrase)
        codes[phrase + unit] = size
        size += 1
        phrase = unit
    if phrase:
        write(phrase)
    put(_END, width)
    # The original fills its last letter with a bit at least, so that a text ends in a letter of nothing now and then.
    whole = "".join(bits)
    whole += "0" * (6 - len(whole) % 6)
    letters = "".join(_LETTERS[int(whole[at : at + 6], 2)] for at in range(0, len(whole), 6))
    return letters + "=" * (-len(letters) % 4)
