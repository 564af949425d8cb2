"""The files of SadMan Software's Sudoku and of SudoCue (.sdk), and files near to them: .sdm and .ss.

``[Puzzle]`` is followed by nine rows, ``[State]`` by the digits placed so far, ``[PencilMarks]`` by the candidates, cells
parted by commas. Lines before, such as ``#DA description``, describe the puzzle (http://sudocue.net/fileformats.php);
SudoCue writes them above a bare grid. The description is taken as the puzzle's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bookmaker.formats.apps import candidates, grid, lines
from bookmaker.formats.base.cells import BAD_SYMBOL
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import Block, Source, plain_name
from bookmaker.puzzles.grid.geometry import SYMBOLS
from bookmaker.puzzles.grid.puzzle import Puzzle, cells_text

_HEAD = expression(r"#([ABCDHLSU])(\S.*)")
_SECTION = expression(r"\[([A-Za-z ]+)\]")
_MOST_LINES = 500
_NINE = frozenset({9})

Section = list[tuple[int, str]]


def opens(line: str) -> bool:
    """Whether the line is ``[Puzzle]``."""
    return line.strip().lower() == "[puzzle]"


def stays(line: str) -> bool:
    """Whether a line may belong to the puzzle begun before: no new one begins, with its head, and it is not a puzzle of its
    own.
    """
    word = line.strip()
    return not opens(word) and _HEAD.fullmatch(word) is None and (len(word) < 60 or "," in word or " " in word)


def detect(block: Block) -> bool:
    """Whether several of SudoCue's head lines are above it: one alone is a comment that begins with a capital."""
    heads = set()
    for line in block.lines:
        head = _HEAD.fullmatch(line.strip())
        if head is None:
            break
        heads.add(head[1])
    return len(heads) > 1 and grid.detect(block)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """One puzzle for each document, and for each block with a head."""
    for block in blocks:
        if len(block.lines) > _MOST_LINES:
            source.fault(f"more than {_MOST_LINES} lines after [Puzzle]", block.first, 1)
            yield None
        else:
            yield _puzzle(list(enumerate(block.lines, block.first)), source)


def _puzzle(lines: Section, source: Source) -> Puzzle | None:
    name = ""
    sections: dict[str, Section] = {"": []}
    current = ""
    for number, line in lines:
        head, section = _HEAD.fullmatch(line.strip()), _SECTION.fullmatch(line.strip())
        if head is not None:
            name = plain_name(head[2]) if head[1] == "D" else name
        elif section is not None:
            current = section[1].lower()
            sections[current] = []
        elif line.strip() and not line.lstrip().startswith("#"):
            sections[current].append((number, line))
    rows = sections.get("puzzle", sections[""])
    if not rows:
        source.fault("no rows after [Puzzle]", lines[0][0], 1)
        return None
    puzzle = _read(rows, source)
    if puzzle is None:
        return None
    masks = _state(puzzle, sections, source)
    if masks is None:
        return None
    place = source.place(lines[0][0], 1)
    return Puzzle(puzzle.geometry, puzzle.givens, place, name, candidates=tuple(masks))


def _read(rows: Section, source: Source) -> Puzzle | None:
    before = len(source.faults)
    found = [p for p in grid.parse([Block(rows[0][0], [line for _, line in rows])], source) if p is not None]
    if len(found) > 1:
        source.fault(f"{len(found)} grids in one section; it holds one", rows[0][0], 1)
    return found[0] if len(found) == 1 and len(source.faults) == before else None


def _state(puzzle: Puzzle, sections: dict[str, Section], source: Source) -> list[int] | None:
    """The candidates of each cell, as far as the sections say; None if they are faulty."""
    size = puzzle.geometry.size
    full = (1 << size) - 1
    masks = [1 << given - 1 if given else full for given in puzzle.givens]
    marks = sections.get("pencilmarks", [])
    if marks and len(marks) != size:
        source.fault(f"{len(marks)} rows of candidates; the grid has {size}", marks[0][0], 1)
        return None
    for row, (number, line) in enumerate(marks):
        words = [word.strip() for word in (line.split(",") if "," in line else line.split())]
        if len(words) != size:
            source.fault(f"candidates of {len(words)} cells; a row has {size}", number, 1)
            return None
        for column, word in enumerate(words):
            cell = row * size + column
            mask = sum({1 << SYMBOLS.find(symbol.upper()) for symbol in word if symbol.upper() in SYMBOLS[:size]})
            if mask.bit_count() != len(word) - word.count(".") - word.count("0"):
                source.fault(f"{word[:40]!r} are not candidates", number, 1, "", BAD_SYMBOL)
                return None
            if mask and not puzzle.givens[cell]:
                masks[cell] = mask
    if sections.get("state"):
        state = _read(sections["state"], source)
        if state is None:
            return None
        if state.geometry is not puzzle.geometry:
            source.fault("[State] is a grid of another size than [Puzzle]", sections["state"][0][0], 1)
            return None
        for cell, digit in enumerate(state.givens):
            if digit and not puzzle.givens[cell]:
                masks[cell] = 1 << digit - 1
    return masks


def _rows(text: str) -> str:
    return "".join(f"{text[start : start + 9]}\n" for start in range(0, len(text), 9))


def _render_one(puzzle: Puzzle) -> str:
    name = " ".join(puzzle.name.split())
    head = f"#D{name}\n" if name else ""
    text = f"{head}[Puzzle]\n{_rows(cells_text(puzzle.givens))}"
    if puzzle.candidates is None:
        return text
    placed = bytes(mask.bit_length() if mask.bit_count() == 1 else 0 for mask in puzzle.candidates)
    words = [word.removeprefix("u") for word in candidates.words_of(puzzle)]
    marks = ["" if digit else word for digit, word in zip(placed, words, strict=True)]
    rows = "".join(f"{','.join(marks[start : start + 9])}\n" for start in range(0, 81, 9))
    return f"{text}[State]\n{_rows(cells_text(placed))}[PencilMarks]\n{rows}"


def render(puzzles: Sequence[Puzzle]) -> str:
    """``[Puzzle]`` and nine rows, and what else is known."""
    return "\n".join(map(_render_one, puzzles))


def render_sdm(puzzles: Sequence[Puzzle]) -> str:
    """81 digits to a line, 0 for empty cells, and nothing else."""
    return "".join(f"{cells_text(puzzle.givens).replace('.', '0')}\n" for puzzle in puzzles)


def _render_ss(puzzle: Puzzle) -> str:
    rows = _rows(cells_text(puzzle.givens)).split()
    drawn = [f" |{row[:3]}|{row[3:6]}|{row[6:]}|\n" for row in rows]
    cut = " |---+---+---|\n"
    bands = cut.join("".join(drawn[start : start + 3]) for start in (0, 3, 6))
    return f" *-----------*\n{bands} *-----------*\n"


def render_ss(puzzles: Sequence[Puzzle]) -> str:
    """The frame that Simple Sudoku draws with."""
    return "\n".join(map(_render_ss, puzzles))


_HOLDS = frozenset({"givens", "name", "candidates"})
FORMAT = Format("sdk", _HOLDS, detect, parse, render, _NINE, opens=opens, stays=stays, between="\n")
SDM = Format("sdm", frozenset({"givens"}), lambda _: False, lines.parse, render_sdm, _NINE)
SS = Format("ss", frozenset({"givens"}), lambda _: False, grid.parse, render_ss, _NINE, between="\n")
