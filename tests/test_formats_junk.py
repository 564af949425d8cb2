"""Junk: text without puzzles is read in work that grows with its length and no faster, and is given up soon."""

from __future__ import annotations

import base64
import json
import random
import re
import time
from collections.abc import Callable
from functools import partial

import pytest
from conftest import scaled
from pace import calls, in_time

from bookmaker import formats
from bookmaker.base.errors import Fault, Note
from bookmaker.formats import Reading, items
from bookmaker.formats.apps import grid
from bookmaker.formats.base import givens_one_by_one, source
from bookmaker.formats.base.source import MOST_FAULTS, Block, Source
from bookmaker.formats.found import clue_lists, one_text, program_lists, text_parts, unknown_text
from bookmaker.puzzles.grid.puzzle import Puzzle

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
DICE = random.Random(16)


@pytest.fixture(autouse=True)
def _cast_anew() -> None:
    """The junk of a test does not depend on the tests before it."""
    DICE.seed(16)


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
    return list(items(one_text.text_items([text.encode()], Reading(), "junk", batches=False)))


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", JUNK)
def test_work_grows_as_junk_does(name: str) -> None:
    lines = [JUNK[name]() for _ in range(160)]
    read("\n".join(lines))  # Tables that are made once.
    half, whole = (calls(partial(read, "\n".join(some))) for some in (lines[:80], lines))
    assert whole < 2.6 * half + 2000
    assert whole < 900 * sum(line.count("\n") + 1 for line in lines)


def test_long_words_cost_no_square() -> None:
    """Each of these would take hours if every symbol of the word were a place to begin at."""
    word = "a" * 1_000_000
    for reader in (givens_one_by_one.certain, givens_one_by_one.guessed):
        assert not list(reader(f"{word}(1, 2, 3) {word}", 1, Source("junk", "classic")))
    assert [type(item) for item in read(f"{digits(300_000)}(1,2,3)")] == [Fault]


@pytest.mark.parametrize("sign", ["\t", "-", " ;", "= ", "1 ", "._", "a ", "R1C1 "])
def test_a_line_is_no_list_of_cells_in_one_way_only(sign: str) -> None:
    """A line of 30,000 tabs was split before and behind each pair of them: 25 s. Of this length it would take an hour."""
    assert not list(clue_lists.unread(f"| {sign * (scaled(30_000, 300_000) // len(sign))}!\n"))


@pytest.mark.parametrize("sign", ["\\'", '\\"', "/*", "*/ /*", "'''", '"\\', "[/*"])
def test_quotes_and_comments_without_an_end_are_read_once(sign: str) -> None:
    """40 kB of quotes behind backslashes took 4 s: each was read to the end of the text."""
    text = "*/ " + sign * (scaled(40_000, 400_000) // len(sign))
    assert not program_lists.parsed(text).quoted


@pytest.mark.parametrize("piece", ["\t", " ", "[ ", "9", "=", "];\n", "A1\n[1,", "{|\n| ", "{|\n| a\n"])
def test_one_piece_again_and_again_takes_time_as_it_is_long(piece: str) -> None:
    """200 kB of the last took 11 s, a line of 50 kB of the first 2.4."""
    text = "Puzzle 1\n" + piece * (60_000 // len(piece)) + "?\n"
    start = time.process_time()
    read(text)
    assert in_time(time.process_time() - start, 3)


def test_a_text_is_not_rewritten_again_and_again() -> None:
    """Each of these words was taken for one around a value, once the text was read without the one before it."""
    lines = [f"{first}{second} 5 \n" * 9 for first in "abcdefgh" for second in "qrstuvwxyz"]
    half, whole = (calls(partial(read, "".join(some))) for some in (lines[:40], lines))
    assert whole < 2.6 * half + 2000


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
    assert str(found[0]).endswith("the first (this is not a puzzle)")


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
    found = list(one_text.read_twice(grid.FORMAT, [Block(1, lines)], source))
    assert source.reported == sum(type(item) is Fault for item in found)
    assert source.found == any(isinstance(item, Puzzle) for item in found)


@pytest.mark.parametrize("junk", ["'a\n\"b`\n" * 800, "a day in the hills\n" * 1200], ids=["quotes", "prose"])
def test_text_without_a_puzzle_is_given_up(monkeypatch: pytest.MonkeyPatch, junk: str) -> None:
    monkeypatch.setattr(source, "_MOST_BARREN", 1 << 14)
    monkeypatch.setattr(unknown_text, "_MANY_LINES", 500)
    found = read(f"{junk}\n{PUZZLE}\n")
    assert [type(item) for item in found if not isinstance(item, Note)] == [Fault]
    (fault,) = (item for item in found if type(item) is Fault)
    assert "not read" in str(fault)
    assert fault.place is not None
    assert 10 < (fault.place.line or 0) <= junk.count("\n")


def test_a_book_before_the_first_puzzle_is_no_junk() -> None:
    text = Source("book", "classic")
    text.count(["a day in the hills"] * 500_000, 500_000)
    assert not text.hopeless


@pytest.mark.sampled(1)
@pytest.mark.parametrize("text", ["<p>a</p>\n<b>{}</b>\n<pre>\n{}\n</pre>", "{}\n\n{}\n"], ids=["page", "text"])
def test_a_long_line_is_passed_over(text: str) -> None:
    """A picture in a page, or a word without an end, is no fault, and what follows it is read."""
    found = read(text.format("day " * scaled(60_000, 300_000), PUZZLE))
    assert [type(item) for item in found if not isinstance(item, Note)] == [Puzzle]


@pytest.mark.parametrize("above", [["Grid"], ["Grid", "-" * 9], []], ids=["names", "borders", "rows only"])
def test_a_long_text_is_cut_between_grids(monkeypatch: pytest.MonkeyPatch, above: list[str]) -> None:
    monkeypatch.setattr(unknown_text, "_MUCH_TEXT", 700)
    monkeypatch.setattr(unknown_text, "_MOST_LINES", 90)
    rows = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
    cut = list(unknown_text.pieces(enumerate((above + rows) * 40, 1)))
    assert len(cut) > 3
    assert sum(map(len, cut)) == 40 * len(above + rows)
    assert all(len(part) % len(above + rows) == 0 for part in cut)


def test_a_puzzle_in_a_long_block_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only what was read counts, not how long the block is."""
    monkeypatch.setattr(source, "_MOST_BARREN", 1 << 14)
    lines = [digits(60) for _ in range(90)]
    after = [f"{digits(60)} {digits(9)}" for _ in range(300)]
    found = read("\n".join([*lines, f"{PUZZLE} # Ann", *after]))
    assert sum(isinstance(item, Puzzle) for item in found) == 1


@pytest.mark.parametrize("faulty", [1, 100], ids=["one", "a hundred"])
def test_faults_at_the_head_of_a_long_document_do_not_refuse_it(monkeypatch: pytest.MonkeyPatch, faulty: int) -> None:
    """Its reader takes in the whole of it first, which says nothing of what is in it."""
    monkeypatch.setattr(source, "_MOST_BARREN", 1 << 14)
    monkeypatch.setattr(source, "_MOST_JUNK", 1 << 13)
    good = [{"givens": PUZZLE}] * 300
    found = read(json.dumps([*[{"givens": "x"}] * faulty, *good]))
    assert sum(isinstance(item, Puzzle) for item in found) == len(good)
    assert sum(type(item) is Fault for item in found) == faulty


def test_the_first_block_of_rows_counts_once_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "_MOST_BARREN", 1 << 10)
    block = "\n".join([*["1q......."] * 9, *[PUZZLE[at : at + 9] for at in range(0, 81, 9)] * 9])
    found = read(f"{block}\n\n{block}")
    assert sum(isinstance(item, Puzzle) for item in found) == 18


@pytest.mark.parametrize("gap", ["", "."], ids=["parted", "in one part"])
def test_what_was_found_in_lists_is_not_thrown_away(monkeypatch: pytest.MonkeyPatch, gap: str) -> None:
    monkeypatch.setattr(source, "_FAULTS_OF_JUNK", 9)
    monkeypatch.setattr(source, "_MOST_JUNK", -1)
    lines = [f"({digits(20)} {digits(30)};" for _ in range(100)]
    text = [*lines, gap, *lines, PUZZLE, "", "x = [", *QUOTED, "]"]
    junk = Source("junk", "classic")
    found = list(one_text.with_faults(one_text.UNKNOWN_TEXT.read(list(enumerate(text, 1)), junk), junk))
    assert sum(isinstance(item, Puzzle) for item in found) == 2


PROSE = "It was a bright cold day in April, and the clocks\nwere striking thirteen. Winston Smith, his chin\n"


@pytest.mark.parametrize("mark", ["", "> "], ids=["prose", "quotes"])
def test_running_text_is_known_at_a_glance(mark: str) -> None:
    text = "".join(f"{mark}{line}\n" for line in PROSE.splitlines()) * 400
    read(text)
    assert calls(partial(read, text)) < 30 * text.count("\n")


@pytest.mark.parametrize(
    "lines",
    [
        ["the 5 3 . . 7 . . . ."],
        ["abcde fghij klmno pqrst uvwxy"] * 25,
        ["tuuvvwwxx"] * 9,
        ["tuu vvw wxx"] * 9,
        ["void"] * 81,
        [f"my first: {PUZZLE}"],
        ["see https://f-puzzles.com/?load=x"],
        ["2x2:p was empty"],
        ["row | two | three"],
        ["5 3 . . 7 . . . . # my first"],
    ],
)
def test_what_may_be_a_puzzle_is_no_running_text(lines: list[str]) -> None:
    assert not text_parts.is_running(lines)
    assert text_parts.is_running(PROSE.splitlines())


def test_much_running_text_parts_what_is_around_it() -> None:
    """A grid directly below a page of prose is the same as one below a blank line; a few lines may be its heading."""
    rows = [PUZZLE[at : at + 9] for at in range(0, 81, 9)]
    page = PROSE.splitlines() * 20
    assert list(text_parts.parted([*rows, *page, *rows])) == [(0, 9, False), (9, 49, True), (49, 58, False)]
    assert list(text_parts.parted([*rows, *page[:4]])) == [(0, 13, False)]
    found = read("\n".join([*page, "", *rows, *page, *rows]))
    assert [str(item) for item in found if not isinstance(item, Note)] == [PUZZLE] * 2


@pytest.mark.parametrize(
    "line",
    [
        "123 234 345" + "  234 345" * 30 + " 4",
        "%" * 50 + " puzzle",
        "#" * 50 + " title",
        "A=1, " * 40 + "B=",
        "a" * 40_000 + "\\n1" * 3,
    ],
    ids=["words", "signs", "hashes", "sums", "letters"],
)
def test_no_line_fits_in_many_ways(line: str) -> None:
    """With two ways to read each blank or sign, an expression takes hours to find that none fits."""
    started = time.process_time()
    *_, puzzle = formats.parse(
        f"{line}\n53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n"
    )
    assert puzzle.given_count == 30
    assert in_time(time.process_time() - started, 1)
