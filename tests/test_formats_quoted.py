r"""Texts in the quotes of a program, line by line (``"53..7....\n"``), and texts as programs colour them for a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookmaker.base.errors import InputError
from bookmaker.formats import Puzzles, parse, read
from bookmaker.formats.stream import rows

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
OTHER = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"


def cut(cells: str) -> list[str]:
    return [cells[at : at + 9] for at in range(0, 81, 9)]


def framed(cells: str, blank: str = ".") -> list[str]:
    rule = "+-------+-------+-------+"
    out = [rule]
    for at, row in enumerate(cut(cells.replace(".", blank)), 1):
        out.append("".join(f"| {' '.join(row[box : box + 3])} " for box in (0, 3, 6)) + "|")
        out += [rule] * (at % 3 == 0)
    return out


def quoted(lines: list[str], before: str = "    ", after: str = "", quote: str = '"') -> list[str]:
    return [rf"{before}{quote}{line}\n{quote}{after}" for line in lines]


C = ["#include <stdio.h>", "", "static const char *grid ="]
MAIN = ["", "int main(void) {", "    solve(grid);", "    return 0;", "}"]
JAVA = ["public class Grid {", "  static final String TEXT ="]
SOURCES = {
    "rows": (quoted(cut(PUZZLE)), 1),
    "C": ([*C, *quoted(cut(PUZZLE)), ";", *MAIN], 4),
    "C, the last line without its end": ([*C, *quoted(cut(PUZZLE)[:8]), f'    "{PUZZLE[-9:]}";', *MAIN], 4),
    "C, a frame": ([*C, *quoted(framed(PUZZLE)), ";", *MAIN], 4),
    "C, a frame with blanks": ([*C, *quoted(framed(PUZZLE, " ")), ";", *MAIN], 4),
    "C, no other code": (["const char *p =", *quoted([" ".join(row) for row in cut(PUZZLE)]), ";"], 2),
    "C, beside the name": ([f'char *p = "{PUZZLE[:9]}\\n"', *quoted(cut(PUZZLE)[1:]), ";"], 1),
    "C, printed": ([*C[:1], "void show() {", *quoted(framed(PUZZLE), "  printf(", ");"), "}"], 3),
    "C++, printed": ([*C[:1], "void show() {", *quoted(framed(PUZZLE), "  std::cout << ", ";"), "}"], 3),
    "Java": ([*JAVA, *quoted(cut(PUZZLE)[:8], after=" +"), rf'    "{PUZZLE[-9:]}\n";', "}"], 3),
    "Java, plus before": ([*JAVA[:1], '  String t = ""', *quoted(cut(PUZZLE), "    + "), "    ;", "}"], 3),
    "Python": (["grid = (", *quoted(cut(PUZZLE), quote="'"), ")"], 2),
    "line ends of Windows": ([*C, *(rf'"{row}\r\n"' for row in cut(PUZZLE)), ";"], 4),
}


def read_all(path: Path, lines: list[str]) -> Puzzles:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return read(path)


@pytest.mark.parametrize("name", SOURCES)
def test_rows_in_quotes_are_read_as_what_they_print(name: str, tmp_path: Path) -> None:
    lines, first = SOURCES[name]
    found = read_all(tmp_path / "f", lines)
    (puzzle,) = found
    assert (str(puzzle), puzzle.name, found.faults) == (PUZZLE, "", [])
    assert puzzle.source is not None
    assert puzzle.source.line in (first, first + 1)  # The row, or the rule of the frame above it.


def test_several_texts_of_a_program_are_puzzles_of_their_own(tmp_path: Path) -> None:
    lines = [line for cells in (PUZZLE, OTHER) for line in ("const char *p =", *quoted(cut(cells)), ";")]
    found = read_all(tmp_path / "f", [*lines, "void f() {", "  solve(p);", "}"])
    assert ([str(one) for one in found], found.faults) == ([PUZZLE, OTHER], [])


def test_a_row_in_quotes_that_is_too_short_is_a_fault_in_its_line(tmp_path: Path) -> None:
    lines = [*cut(PUZZLE)[:8], PUZZLE[-9:-1]]
    with pytest.raises(InputError) as raised:
        read_all(tmp_path / "f", ["const char *p =", *quoted(lines), ";"])
    place = raised.value.faults[0].place
    assert place is not None
    assert place.line == 10


def test_messages_of_a_program_are_no_faults(tmp_path: Path) -> None:
    """Fewer lines than the smallest grid stay as they are, and many lines of words are passed over."""
    says = quoted(["Usage: solve FILE", "  -1  one solution", "  -2  two", "see 12", "bye 123"], "  printf(", ");")
    for some in (says, says[:3]):
        found = read_all(tmp_path / "f", [*C[:1], "int main() {", *some, f'  solve("{PUZZLE}");', "}"])
        assert ([str(one) for one in found], found.faults) == ([PUZZLE], [])


RED, PLAIN = "\x1b[1;31m", "\x1b[0m"


@pytest.mark.parametrize(
    "lines",
    [
        [f"{RED}{PUZZLE}{PLAIN}"],
        [" ".join(f"{RED}{cell}{PLAIN}" if cell != "." else f"\x1b[90m.{PLAIN}" for cell in row) for row in cut(PUZZLE)],
        [
            "\x1b[2J\x1b[H\x1b[?25l",
            *("".join(f"\x1b[38;5;{at}m{cell}" for at, cell in enumerate(f"{line} ")) for line in framed(PUZZLE)),
            "\x1b(B\x1b[m\x1b[K",
            "\x1b[?25h",
        ],
        [line.replace("|", f"{PLAIN}|\x1b[44m") for line in framed(PUZZLE, " ")],
        [f"\x1b[H\x1b[2J\x1b[3J\x1b[1K{PUZZLE[:9]}\x1b[K", *(f"{RED}\x1b[2K{row}\x1b[0K{PLAIN}" for row in cut(PUZZLE)[1:])],
        [f"\x1b[01;31m\x1b[K{row[:4]}\x1b[m\x1b[K{row[4:]}" for row in cut(PUZZLE)],
        [f"\x1b[38;5;8;1m{row[:4]}\x1b[48;2;8;8;8m{row[4:]}\x1b[38:5:8;58;5;8m" for row in cut(PUZZLE)],
        [f"\x1b]0;a title\x07{PUZZLE}", f"\x1b]8;;http://a.b\x1b\\{OTHER}\x1b]8;;\x1b\\"],
    ],
    ids=["line", "cells", "frame", "backgrounds", "screen", "grep", "grey", "titles"],
)  # fmt: skip
def test_colours_of_a_terminal_are_passed_over(lines: list[str], tmp_path: Path) -> None:
    found = read_all(tmp_path / "f", lines)
    assert str(found[0]) == PUZZLE
    assert (len(found), found.faults) == (1 + any(OTHER in line for line in lines), [])


def test_colours_stay_colours_wherever_the_pieces_of_a_file_end() -> None:
    data = "".join(f"{RED}{line}{PLAIN}\n" for line in cut(PUZZLE)).encode()
    for size in (1, 7, 64):
        pieces = (data[at : at + size] for at in range(0, len(data), size))
        text = b"".join(one[1] for one in rows.chunks(pieces, "f") if isinstance(one, tuple))
        assert text.decode().split() == cut(PUZZLE)


@pytest.mark.parametrize("sign", ["\x1b[2A", "\x1b[3;1H", "\x1b[2C", "\x1b"])
def test_what_moves_the_cursor_is_refused(sign: str) -> None:
    """It may put any cell anywhere."""
    with pytest.raises(InputError):
        parse("\n".join(f"{sign}{row}" for row in cut(PUZZLE)))


@pytest.mark.parametrize(
    "sign",
    ["H", "K", "1K", "2K", "J", "2J", "8m", "2;8m", "08;1m", "38;5;8;8m", "38;2;1;2;3;8m", "38;8m"],
)
def test_what_erases_or_conceals_cells_of_a_line_is_refused(sign: str) -> None:
    r"""``7\x1b[1K5`` is a 5 on the screen, and a concealed 7 is an empty cell."""
    with pytest.raises(InputError):
        parse("\n".join(f"{row[:4]}\x1b[{sign}{row[4:]}" for row in cut(PUZZLE)))
    with pytest.raises(InputError):
        parse("\n".join(f"{row[:4]}\x1b[1m\x1b[{'2K' if sign == 'K' else sign}{row[4:]}" for row in cut(PUZZLE)))


def test_a_long_row_of_colours_without_an_end_takes_no_long_time() -> None:
    with pytest.raises(InputError):
        parse(f"\x1b[{'38;5;1;48;2;1;2;3;' * 5000}x\n{PUZZLE}")
