"""Junk: what is no text of puzzles is read in work that grows with its length and no faster, and is given up soon."""

from __future__ import annotations

import base64
import random
import re
import sys
from collections.abc import Callable

import pytest

from bookmaker import formats
from bookmaker.errors import Fault, Note
from bookmaker.formats import Reading, grid, items, loose, source, threes
from bookmaker.formats.source import MOST_FAULTS, Block, Source
from bookmaker.grid.puzzle import Puzzle

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DICE = random.Random(16)


def digits(count: int) -> str:
    return "".join(DICE.choices("0123456789", k=count))


def letters(count: int) -> str:
    return base64.b64encode(DICE.randbytes(count)).decode()[:count]


JUNK: dict[str, Callable[[], str]] = {
    "rows of digits": lambda: digits(9),
    "digits": lambda: digits(DICE.randrange(1, 100)),
    "parted digits": lambda: digits(DICE.randrange(1, 30)) + "\n",
    "base64": lambda: letters(76),
    "lines as long as a puzzle": lambda: letters(64),
    "signs": lambda: "".join(map(chr, DICE.choices(range(32, 127), k=DICE.randrange(40)))),
    "fields": lambda: f"{digits(3)},{letters(12)}",
    "rows among text": lambda: "hello there world\n" + "\n".join(digits(9) for _ in range(9)),
    "brackets": lambda: f"[{digits(1)}, [{digits(1)}, '",
}


def read(text: str) -> list[Puzzle | Fault]:
    return list(items(formats.text_items([text.encode()], Reading(), "junk", batches=False)))


def calls(text: str) -> int:
    """How many functions are called, ours and others, to read a text."""
    count = 0

    def called(_frame: object, event: str, _what: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        read(text)
    finally:
        sys.setprofile(before)
    return count


@pytest.mark.parametrize("name", JUNK)
def test_work_grows_as_junk_does(name: str) -> None:
    lines = [JUNK[name]() for _ in range(160)]
    read("\n".join(lines))  # Tables that are made once.
    half, whole = calls("\n".join(lines[:80])), calls("\n".join(lines))
    assert whole < 2.6 * half + 2000
    assert whole < 900 * sum(line.count("\n") + 1 for line in lines)


def test_long_words_cost_no_square() -> None:
    """Each of these would take hours if every symbol of the word were a place to begin at."""
    word = "a" * 1_000_000
    assert not list(threes.found(f"{word}(1, 2, 3) {word}", 1, Source("junk", "classic")))
    assert [type(item) for item in read(f"{digits(300_000)}(1,2,3)")] == [Fault]


def test_junk_is_given_up() -> None:
    lines = [letters(64) for _ in range(3 * MOST_FAULTS)]
    found = read("\n".join(lines))
    assert len(found) < 1.1 * MOST_FAULTS
    assert re.fullmatch(
        r"junk:\d+: \d{4} faults and no puzzle up to here; what follows was not read "
        r"\(if puzzles follow, put them into a file of their own\)",
        str(found[-1]),
    )
    ends = [item.place.line or 0 for item in found[-2:] if item.place is not None]
    assert abs(ends[1] - ends[0]) < 100
    assert str(found[0]).endswith("the first (this is no puzzle)")


def test_a_puzzle_among_much_junk_is_read() -> None:
    """A puzzle before the faults, or in one block with them, keeps the reading going."""
    lines = [letters(64) for _ in range(2 * MOST_FAULTS)]
    first = read("\n".join([PUZZLE, *lines, PUZZLE]))
    assert sum(isinstance(item, Puzzle) for item in first) == 2
    assert sum(not isinstance(item, Puzzle | Note) for item in first) >= 2 * MOST_FAULTS
    rows = "\n".join(PUZZLE[at : at + 9] for at in range(0, 81, 9))
    among = read("\n".join(f"** {digits(3)} **\n{rows}" for _ in range(MOST_FAULTS + 9)))
    assert sum(isinstance(item, Puzzle) for item in among) == MOST_FAULTS + 9


QUOTED = [f'"{PUZZLE[at : at + 9]}",' for at in range(0, 81, 9)]


def test_a_puzzle_of_the_second_reading_keeps_the_reading_going() -> None:
    lines = [letters(64) for _ in range(MOST_FAULTS + 9)]
    found = read("\n".join([*QUOTED, "", *lines]))
    assert sum(isinstance(item, Puzzle) for item in found) == 1
    assert sum(not isinstance(item, Puzzle | Note) for item in found) > MOST_FAULTS
    assert "no puzzle; the rest was not read" not in str(found[-1])


@pytest.mark.parametrize("lines", [QUOTED, [f"{line};" for line in QUOTED[:8]]], ids=["mended", "faulty"])
def test_only_faults_that_are_passed_on_count(lines: list[str]) -> None:
    source = Source("junk", "classic")
    found = list(formats.read_twice(grid.FORMAT, [Block(1, lines)], source))
    assert source.reported == sum(type(item) is Fault for item in found)
    assert source.found == any(isinstance(item, Puzzle) for item in found)


def test_text_without_a_puzzle_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_MOST_BARREN", 1 << 14)
    monkeypatch.setattr(loose, "_LONGEST_LINE", 1 << 13)
    monkeypatch.setattr(loose, "_PIECE", 500)
    monkeypatch.setattr(loose, "MOST_LINES", 500)
    for junk in ("'a\n\"b`\n" * 800, "'\"`([" * 3000, "a day in the hills\n" * 1200):
        found = read(f"{junk}\n{PUZZLE}\n")
        assert any("not read" in str(item) for item in found if type(item) is Fault)
        assert sum(isinstance(item, Puzzle) for item in found) == (junk.count("\n") == 0)
        assert len(found) < 10
        for item in found:
            if "what follows" in str(item):
                assert item.place is not None and 10 < (item.place.line or 0) <= junk.count("\n")


def test_a_puzzle_in_a_long_block_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was read counts, not how long the block is."""
    monkeypatch.setattr(source, "_MOST_BARREN", 1 << 14)
    lines = [digits(60) for _ in range(90)]
    after = [f"{digits(60)} {digits(9)}" for _ in range(300)]
    found = read("\n".join([*lines, f"{PUZZLE} # Ann", *after]))
    assert sum(isinstance(item, Puzzle) for item in found) == 1
