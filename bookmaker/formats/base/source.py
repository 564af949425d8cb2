"""What every format shares: a text cut into blocks of lines, and a collector of faults."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from operator import itemgetter

from bookmaker.base.errors import Fault, Note, Place, UsageError
from bookmaker.formats.base.patterns import expression
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry, with_cages

# Names: the columns of tables, the keys of objects, and the characters that the name of a puzzle may hold.

PUZZLE = frozenset({"puzzle", "puzzles", "quiz", "quizzes", "givens", "grid", "sudoku", "board", "question", "problem"})
ANSWER = frozenset({"solution", "solutions", "answer", "answers"})
NO_ANSWER = frozenset({"0", "-", "null", "none", "nan", "n/a", "na"})
"""What programs write for no answer."""

NAMES = ("name", "title", "ptitle", "id")
"""The first of NAMES that is there counts."""

UNFIT = expression(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
"""Characters that are not text, that a terminal would obey, or that turn the direction of the text around them."""


_RUN = ("=", "+", "-", "@", "\t", "\r")


def table_cell(text: str) -> str:
    """A text as a cell of a table, with ``'`` before anything that a spreadsheet would run as a formula."""
    return f"'{text}" if text.startswith(_RUN) else text


def of_table_cell(text: str) -> str:
    """The text of such a cell."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(_RUN) else text


def plain_name(text: str) -> str:
    """A name as puzzles have it: single blanks, and nothing in it that is unfit."""
    return " ".join(UNFIT.sub(" ", text).split())


MOST_FAULTS = 1000
"""Faults of one text that are reported: nobody mends more in one go, and junk could go on for hours."""

_MOST_JUNK, _FAULTS_OF_JUNK = 1 << 19, 100
_MOST_BARREN = 16 << 20
"""Length without a puzzle after which a text with so many faults is given up, and one with fewer faults or none."""

_LINE = 10
"""The cost of a line besides its symbols, in symbols."""


FOREIGN = "foreign"
"""The code of a fault that says that a document, in spite of its beginning, is none of a format."""

CUT_SHORT = "cut-short"
"""The code of such a fault where the document may be one whose end is missing: it is reported where nothing else is found."""


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together. ``first`` is the number of the first, from 1 on, in its file."""

    first: int
    lines: Sequence[str]
    _rows: list[tuple[int, str]] = field(default_factory=list, init=False, compare=False, repr=False)

    def content(self) -> Iterator[tuple[int, str]]:
        """Number and text of each line that is not a comment."""
        # Kept, because every format looks at them.
        if not self._rows:
            self._rows.extend(row for row in enumerate(self.lines, self.first) if not is_comment(row[1]))
        return iter(self._rows)


_NUMBERED = expression(r"#[0-9]{1,6}[.:)]?\s+(?=\S{36})")
"""The number of a puzzle that follows in the same line: "#12 53..7...". A comment has a blank, or no number, after the sign."""


def is_comment(line: str) -> bool:
    """Whether a line is a comment: it begins with ``//``, or with a ``#`` that does not number a puzzle in the same line."""
    if "#" not in line and "//" not in line:
        return False  # Most lines, and there are millions of them.
    bare = line.lstrip()
    return bare.startswith("//") or (bare.startswith("#") and _NUMBERED.match(bare) is None)


@dataclass
class Source:
    """A text being read as puzzles of one kind: where it came from, and the faults that were found and not yet passed on."""

    name: str
    kind: str
    faults: list[Fault] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    slips: int = 0
    """Lines of a wrong length in which the place of the slip was looked for."""

    found: bool = False
    reported: int = 0
    """Whether there was a puzzle, and how many faults were passed on."""

    length: int = 0
    """Symbols of the lines that were read so far, and ``_LINE`` for each."""

    listed: set[Place] = field(default_factory=set)
    """Where Killers begin whose cages are mere numbers: their givens may be elsewhere in the text."""

    named: set[Place] = field(default_factory=set)
    """Where givens begin that are listed by the names of their cells: beside a grid they may be steps of its solution."""

    said: set[Place] = field(default_factory=set)
    """Those of them before which a word says that they are givens."""

    boxed: set[Place] = field(default_factory=set)
    """Where puzzles begin whose boxes the text says by a key."""

    bare: set[Place] = field(default_factory=set)
    """Where puzzles without givens, or of mere numbers, begin that nothing but their cells says to be puzzles."""

    tails: dict[int, str] = field(default_factory=dict)
    """The last lines of text that was passed over, and comments of programs, which may announce what is below."""

    left: dict[int, str] = field(default_factory=dict)
    """The lines of text that were passed over, by their numbers, while they are not many."""

    unread: set[str] = field(default_factory=set)
    """Keys of objects that a note says are not read."""

    signs: dict[str, int] = field(default_factory=dict)
    """Words of mere signs that are no puzzles, with the last line of each: lines below one another have one fault."""

    reached: int | None = None
    """The line up to which all was read."""

    def counted(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """The same blocks of a text, the symbols of each counted once it was read."""
        for block in blocks:
            yield block
            self.count(block.lines, block.first + len(block.lines) - 1)

    def count(self, lines: Sequence[str], last: int) -> None:
        """Count the symbols of lines that were read, of which the last has that number."""
        self.length += sum(map(len, lines)) + _LINE * len(lines)
        self.reached = last

    @property
    def hopeless(self) -> Fault | None:
        """What speaks against reading on, where so much was read without a puzzle; None while there is hope."""
        faults = self.reported + len(self.faults)
        if self.found:
            return None
        if faults >= MOST_FAULTS or (faults >= _FAULTS_OF_JUNK and self.length > _MOST_JUNK):
            much = f"{faults} faults"
        elif self.length > _MOST_BARREN:
            much = f"{_MOST_BARREN >> 20} MB of text"
        else:
            return None
        message = f"{much} and no puzzle up to here; what follows was not read"
        return Fault(message, self.place(self.reached), "if puzzles follow, put them into a file of their own")

    def ground(self, size: int, caged: bool = False, line: int | None = None) -> Geometry | None:
        """The geometry of a puzzle of this size in this text, or None once it is a fault of a line that there is none."""
        rules = with_cages(self.kind) if caged else self.kind
        ground = self.placed(lambda: geometry(rules, size), line)
        if ground is not None and ground.overlapping:
            message = f"one grid of {size}×{size}, and a puzzle of the kind {ground.kind} has several"
            self.fault(message, line, 1, "draw all of them, with blanks where no cell is, or leave out the kind")
            return None
        return ground

    def puzzle(
        self,
        size: int,
        givens: bytes,
        place: Place,
        name: str = "",
        answer: bytes | None = None,
        cages: tuple[Cage, ...] = (),
        candidates: tuple[int, ...] | None = None,
    ) -> Puzzle | None:
        """A puzzle of the kind of this text, or None once it is a fault that there is none such of this size."""
        ground = self.ground(size, bool(cages), place.line)
        return None if ground is None else Puzzle(ground, givens, place, name, answer, cages, candidates)

    def placed(self, make: Callable[[], Geometry], line: int | None = None) -> Geometry | None:
        """The geometry that ``make`` gives, or None once it is a fault of a line that there is none such."""
        try:
            return _placed(make())
        except UsageError as error:
            self.fault(error.faults[0].message, line, 1, error.faults[0].advice)
            return None

    def place(self, line: int | None = None, column: int | None = None) -> Place:
        """A place in this text."""
        return Place(self.name, line, column)

    def fault(
        self, message: str, line: int | None = None, column: int | None = None, advice: str = "", code: str = ""
    ) -> None:
        """Record one fault and go on: a person mending the file wants them all."""
        self.faults.append(Fault(message, self.place(line, column), advice, code))

    def guess(self, message: str, line: int | None = None, column: int | None = None) -> None:
        """Record that a puzzle was read by a guess, and which."""
        self.notes.append(Note(f"{message}; this is a guess", self.place(line, column), "look at the puzzle"))

    def passed_over(self, text: str, line: int, lines: int = 1, others: Iterable[tuple[int, str]] = ()) -> None:
        """Record that the reader passed over this many lines without a puzzle, from this one on.

        ``others``: the lines behind it. A line that gives a rule or a clue by a name that there is not is a fault: the puzzle
        beside it would be another.
        """
        numbered = [(line, text), *others]
        whole = "\n".join(map(itemgetter(1), numbered))
        for found in (*_SAYS_RULE.finditer(whole), *filter(_is_pair, _TWO_CELLS.finditer(whole))):
            number = numbered[whole.count("\n", 0, found.start())][0]
            message = f"{found[0].strip()[:_SHOWN]!r} may change the puzzle, and was not understood"
            self.fault(message, number, 1, "correct the name, or take the line out")
        if lines > 1:
            self.keep(numbered[-_HEADING:])
        if len(self.left) < _MOST_LEFT:
            self.left.update(numbered)
        bare = plain_name(text)
        if any(map(str.isalnum, bare)):
            shown = repr(bare if len(bare) <= _SHOWN else f"{bare[:_SHOWN]}…")
            message = (
                f"{shown} is not a puzzle; passed over"
                if lines == 1
                else f"{shown} and the next line are not a puzzle; passed over"
                if lines == 2
                else f"{shown} and {lines - 1} more lines are not a puzzle; passed over"
            )
            self.notes.append(Note(message, self.place(line, 1), text=bare if lines < _HEADING else "", light=True))

    def keep(self, lines: Iterable[tuple[int, str]]) -> None:
        """Keep the words of these lines, which may announce what is below them."""
        self.tails |= {at: plain_name(line[:_LONGEST_TAIL]) for at, line in lines}
        while len(self.tails) > _MOST_TAILS:
            del self.tails[next(iter(self.tails))]

    def new_faults(self) -> list[Fault]:
        """The notes and the faults since the last call."""
        new: list[Fault] = [*self.notes, *self.faults]
        self.reported += len(self.faults)
        self.notes, self.faults = [], []
        return new


CELL = r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})"


def of_clue(name: str) -> str:
    """A pattern for a line of a clue whose name fits another: the name, its numbers, and its cells."""
    cell = CELL.replace("(", "(?:")
    return rf"[^\S\n]*({name})((?: [0-9]{{1,4}})*):((?:[^\S\n]+{cell})+)[^\S\n]*"


_SAYS_RULE = expression(rf"^(?:[ \t]*kind[ \t]*[:=][ \t]*[\w+-]+[ \t]*|{of_clue('[a-z]+-[a-z0-9-]+')})$", re.MULTILINE)
"""A line such as "kind: x", or of a clue and its cells, as drawn grids have them."""

_TWO_CELLS = expression(
    r"^[ \t]*(?P<a>[A-I])(?P<b>[1-9])[ \t]*[;:,<>=-][ \t]*(?P<c>[A-I])(?P<d>[1-9])[ \t]*;?[ \t]*$", re.MULTILINE
)
"""A line of two cells and nothing else, "D4;C4" or "a1 < a2": a relation, if they are neighbours."""


def _is_pair(found: re.Match[str]) -> bool:
    rows = abs(ord(found["a"]) - ord(found["c"]))
    return rows + abs(int(found["b"]) - int(found["d"])) == 1


_SHOWN = 40
_HEADING = 4
"""Lines of text that are too many to be the name of what follows."""

_LONGEST_TAIL, _MOST_TAILS = 200, 10_000
_MOST_LEFT = 1000


def _placed(ground: Geometry) -> Geometry:
    if ground.needs_regions:
        advice = "use a format that has them, such as json, and leave out the kind"
        raise UsageError(Fault(f"a puzzle of the kind {ground.kind} needs a map of its regions", None, advice))
    if ground.needs_clues:
        advice = "use a format that has them, such as json, and leave out the kind"
        raise UsageError(Fault(f"a puzzle of the kind {ground.kind} needs its clues", None, advice))
    return ground
