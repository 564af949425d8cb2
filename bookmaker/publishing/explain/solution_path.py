"""The path to the answer of a puzzle, step by step; and a hint, which is the next step of a grid begun.

There are two paths to the same answer. The reader's path has the steps in the order in which a person meets them
(:mod:`bookmaker.publishing.explain.readers_path`). The grade's path has the rounds that grading counts: in a round all instances
of a technique are found at once, and those that the answer needs are reported
(:mod:`bookmaker.publishing.explain.fewest_steps`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from bookmaker.base import language
from bookmaker.base.errors import Fault, InputError, UsageError
from bookmaker.base.language import Catalogue
from bookmaker.formats.reading import cells_on
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.declare import Level, Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.publishing.explain.cage_arithmetic import figures
from bookmaker.publishing.explain.chain_words import arguments, lines
from bookmaker.publishing.explain.fewest_steps import fewest
from bookmaker.publishing.explain.ideas.table import insight_of, reasons_of
from bookmaker.publishing.explain.notation import notation, read_eliminations
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.readers_path import readers_path
from bookmaker.publishing.explain.reasons import Reason
from bookmaker.publishing.explain.step_words import NAMING_CLUES, Speaker, raised, tell
from bookmaker.puzzles.grid.geometry import SYMBOLS, Clue, Geometry, House, cell_name, clue_as_dict
from bookmaker.puzzles.grid.puzzle import Puzzle

Way = Literal["reader", "grade"]
READER: Way = "reader"
GRADE: Way = "grade"
WAYS: tuple[Way, ...] = (READER, GRADE)
"""The order of the steps: as a reader meets them, or round by round as the grade counts them."""

Register = Literal["teach", "notation", "brief"]
TEACH: Register = "teach"
NOTATION: Register = "notation"
BRIEF: Register = "brief"
REGISTERS: tuple[Register, ...] = (TEACH, NOTATION)
"""How a step is said: in a sentence with its reasons, or as the literature writes it. A book has room for the sentence without
reasons in some places (``BRIEF``)."""


def _fields(reason: Reason, geometry: Geometry) -> dict[str, Any]:
    """A reason as JSON has it, without the fields that it leaves empty."""
    cells = {name: [cell_name(cell, geometry) for cell in getattr(reason, name)] for name in ("cells", "by")}
    houses = {
        name: [
            {"kind": house.kind, "number": house.number} | ({"grid": house.grid} if house.grid else {})
            for house in getattr(reason, name)
        ]
        for name in ("houses", "cover")
    }
    held_by_name = {"digits": list(reason.digits), **cells, **houses, "other": list(reason.other)}
    held_by_name |= {"rule": reason.rule, "value": list(reason.value), "sets": list(map(list, reason.sets))}
    return {"kind": reason.kind, **{name: held for name, held in held_by_name.items() if held}}


_NEXT = "\n"
"""Between the lines of a chain."""


@dataclass(frozen=True, slots=True)
class ExplainedStep:
    """A step in words. ``round`` counts from 1; ``position`` is the position in which the step was found.

    ``printed`` is the sentence for paper, with no-break spaces, and line feeds between the lines of a chain; ``text`` is the same
    for terminals and programs. ``symbols`` are what its pictures show for the digits.
    """

    round: int
    step: Step
    position: Position
    name: str
    printed: str
    notation: str
    symbols: Symbols = DIGITS
    register: Register = BRIEF
    noted: bool = False
    """Whether a reader has all candidates written down by then."""

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the step holds; () for techniques whose sentence says all there is to say."""
        return reasons_of(self.step, self.position)

    @property
    def clues(self) -> tuple[Clue, ...]:
        """The clues of the puzzle on which the step rests, to be lit in its picture; () for one that rests on none."""
        return tuple(Clue(reason.rule, reason.cells, reason.value) for reason in self.reasons if reason.kind == "clue")

    @property
    def lit(self) -> tuple[int, ...]:
        """The cells to look at, ascending: those of the step's pattern."""
        return self.step.cells

    @property
    def text(self) -> str:
        """The step in a sentence, or in several."""
        return " ".join(self.lines)

    @property
    def below(self) -> str:
        """The printed text below a heading that has the name of the technique."""
        return f"{self.printed.partition(_NEXT)[2] or self.printed}."

    @property
    def lines(self) -> list[str]:
        """The lines of the step: one, or more of a chain."""
        return language.plain(self.printed).split(_NEXT)

    def as_dict(self) -> dict[str, Any]:
        """The step as ``bookmaker explain --json`` prints it."""
        geometry = self.position.geometry

        def cells(effects: Iterable[tuple[int, int]]) -> list[dict[str, object]]:
            return [{"cell": cell_name(cell, geometry), "digit": digit} for cell, digit in sorted(effects)]

        houses = [(ref.role, geometry.houses[ref.house]) for ref in self.step.houses]
        return {
            "round": self.round,
            "technique": self.step.technique,
            "name": language.plain(self.name),
            "placements": cells(self.step.placements),
            "eliminations": cells(self.step.eliminations),
            "pattern": [
                {"role": part.role, "cell": cell_name(part.cell, geometry), "digit": part.digit}
                for part in self.step.pattern
            ],
            "houses": [{"role": role, "kind": house.kind, "number": house.number} for role, house in houses],
            "clues": [clue_as_dict(clue, geometry) for clue in self.clues],
            "reasons": [_fields(reason, geometry) for reason in self.reasons],
            "text": self.text,
            "notation": self.notation,
        }


def at_once(steps: Sequence[ExplainedStep]) -> bool:
    """Whether several steps of a round strike out candidates: the reason of one may name what another has struck out."""
    return sum(bool(explained.step.eliminations) for explained in steps) > 1


@dataclass(frozen=True)
class Explanation:
    """The path to the answer of a puzzle in one language, as far as the techniques go.

    rounds: the steps that are found in one position, at least one; one each on the reader's path. left: the number of empty
    cells at the end, 0 if the techniques finish. path: which of the two it is.
    """

    puzzle: Puzzle
    language: str
    rounds: tuple[tuple[ExplainedStep, ...], ...]
    left: int
    speaker: Speaker = field(repr=False, compare=False)
    path: Way = READER

    @property
    def steps(self) -> tuple[ExplainedStep, ...]:
        """All steps, one after another."""
        return tuple(explained for steps in self.rounds for explained in steps)

    @cached_property
    def hardest(self) -> str | None:
        """The name of the hardest technique among these steps, such as ``"x-wing"``; None without a step."""
        used = {explained.step.technique for explained in self.steps}
        return next((technique.name for technique in reversed(known(self.puzzle)) if technique.name in used), None)

    @property
    def summary(self) -> str:
        """How the path ends, in one sentence."""
        words = self.speaker.words
        if self.left:
            return language.plain(words.plural("path.stuck", self.left))
        if self.hardest is None:
            return language.plain(words.text("path.full"))
        key = "path.solved" if self.path == GRADE else "path.solved_steps"
        return language.plain(words.plural(key, len(self.rounds), name=self.speaker.within(self.hardest)))

    def as_dict(self) -> dict[str, Any]:
        """The path as ``bookmaker explain --json`` prints it."""
        return {
            "language": self.language,
            "path": self.path,
            "solved": not self.left,
            "rounds": len(self.rounds),
            "hardest": self.hardest,
            "steps": [explained.as_dict() for explained in self.steps],
        }


def explain(
    puzzle: Puzzle,
    words: str | Catalogue = "en",
    *,
    uniqueness: bool = True,
    path: Way = READER,
    everything: bool = False,
    register: Register = TEACH,
    symbols: Symbols = DIGITS,
) -> Explanation:
    """The path to the answer. Raises ImproperError for a puzzle that is not proper, ResourceError for an unknown language.

    ``words``: a language, or the catalogue of a book; ``symbols`` are printed in place of the digits.

    ``uniqueness``: whether steps may presume that there is one solution. ``everything``: report all instances of each round of
    the grade's path, also those that the answer does not need.
    """
    speaker = Speaker(words, puzzle.geometry, symbols)
    code = words if isinstance(words, str) else words.code
    require_proper([puzzle])
    techniques = known(puzzle, uniqueness)
    if path == READER and not everything:
        singly, end = list[tuple[ExplainedStep, ...]](), Position.of(puzzle)
        for number, (step, position, noted) in enumerate(readers_path(puzzle, techniques), 1):
            singly.append((explained_step(step, number, position, speaker, register, noted),))
            end = position.after([step])
        return Explanation(puzzle, code, tuple(singly), end.digits.count(0), speaker, path)
    position, rounds = Position.of(puzzle), list[tuple[ExplainedStep, ...]]()
    way: list[Sequence[Step]] = list(engine.rounds(puzzle.geometry, puzzle.givens, techniques, cages=puzzle.cages))
    if not everything:
        way = [each.steps for each in fewest(puzzle, techniques, way)]
    for number, steps in enumerate(way, 1):
        rounds.append(tuple(explained_step(step, number, position, speaker, register) for step in steps))
        position = position.after(steps)
    return Explanation(puzzle, code, tuple(rounds), position.digits.count(0), speaker, GRADE)


def explained_step(
    step: Step,
    number: int,
    position: Position,
    speaker: Speaker,
    register: Register = BRIEF,
    noted: bool = False,
) -> ExplainedStep:
    """A step as a register says it. ``noted`` as for :class:`ExplainedStep`."""
    written = notation(step, position.geometry)
    sums = figures(step, position.geometry, position.cages, position.digits, position.candidates)
    if register == NOTATION:
        sentence = written
    elif register == TEACH and arguments(step, position):
        sentence = _NEXT.join(lines(step, position, speaker)).removesuffix(".")
    elif register == TEACH:
        sentence = speaker.taught(step, reasons_of(step, position), sums, position, noted)
    else:
        sentence = speaker.step(step, sums, reasons_of(step, position) if step.technique in NAMING_CLUES else ())
    insight = insight_of(step, position)
    name = speaker.name(step.technique) if insight is None else speaker.idea(insight.name)
    return ExplainedStep(number, step, position, name, sentence, written, speaker.symbols, register, noted)


def read_begun(puzzle: Puzzle, so_far: str | None, removed: str) -> tuple[bytes | None, tuple[tuple[int, int], ...]]:
    """A grid begun, read from texts: the grid and the candidates removed, as :func:`hint` takes them.

    Raises UsageError, and InputError for a text that cannot be read.
    """
    geometry = puzzle.geometry
    digits = None
    if so_far is not None:
        digits = cells_on(so_far, geometry, "the grid so far")
        if digits is None:
            shape = (
                f"one {geometry.size}x{geometry.size} grid is wanted, of {geometry.cell_count} cells in reading order"
            )
            raise UsageError(f"the grid so far: {shape}")
    try:
        return digits, read_eliminations(removed, geometry) if removed.strip() else ()
    except ValueError as error:
        raise UsageError(f"candidates that are gone: {error}") from error


def hint(
    puzzle: Puzzle,
    code: str = "en",
    *,
    so_far: bytes | None = None,
    removed: Sequence[tuple[int, int]] = (),
    uniqueness: bool = True,
    register: Register = TEACH,
) -> ExplainedStep | None:
    """The next step of the reader's path: of the puzzle, or of the grid ``so_far`` without the candidates ``removed``.

    ``removed``: (cell, digit) each.
    None where the grid is full, or the techniques go no further. Raises ImproperError for a puzzle that is not proper, and
    InputError with a fault for each digit that differs from the answer and each removed candidate that belongs to it.
    """
    speaker = Speaker(code, puzzle.geometry)
    (solution,) = require_proper([puzzle])
    digits = so_far or puzzle.givens
    _require_right(puzzle, digits, removed, solution)
    start = Position.of(puzzle, digits, removed)
    found = next(readers_path(puzzle, known(puzzle, uniqueness), start), None)
    if found is None:
        return None
    return explained_step(found.step, 1, found.position, speaker, register, found.noted)


def _require_right(puzzle: Puzzle, digits: bytes, removed: Sequence[tuple[int, int]], solution: bytes) -> None:
    faults = []
    for cell, (given, digit, right) in enumerate(zip(puzzle.givens, digits, solution, strict=True)):
        name = cell_name(cell, puzzle.geometry)
        if given and digit != given:
            faults.append(Fault(f"{name} is a given, {SYMBOLS[given - 1]}, and must stay", puzzle.source))
        elif digit not in (0, right):
            faults.append(Fault(f"{name} cannot be {SYMBOLS[digit - 1]}", puzzle.source, "take it out"))
    for cell, digit in removed:
        if solution[cell] == digit:
            message = f"{SYMBOLS[digit - 1]} must not leave {cell_name(cell, puzzle.geometry)}"
            faults.append(Fault(message, puzzle.source, "write it in again"))
    if faults:
        raise InputError(faults)


def where(explained: ExplainedStep, speaker: Speaker) -> str:
    """Where to look for a step, without the step itself: its houses if it names any, else its cells."""
    houses, cells = place_to_look(explained.step, speaker.geometry)
    if houses:
        return language.plain(speaker.words.text("hint.where_houses", houses=speaker.houses(houses)))
    return language.plain(speaker.words.text("hint.where_cells", cells=speaker.cells(cells)))


_MOST_CELLS = 4
"""The most cells that a hint names: a chain runs through many, and a few say where to look."""


def place_to_look(step: Step, geometry: Geometry) -> tuple[Sequence[House], Sequence[int]]:
    """Where to look for a step: its houses, or () and at most four cells."""
    message = tell(step, geometry)
    if houses := message.base or message.cover:
        return houses, ()
    # A wing shows its pivot, too; but the pivot of a proof is its conclusion.
    base = message.cells if message.chains else sorted({*message.cells, *message.pivots})
    pattern = sorted({part.cell for part in step.pattern}) or sorted({cell for cell, _ in step.placements})
    if len(pattern) > _MOST_CELLS and not (base or message.fins):
        within = [house for house in geometry.houses if set(pattern) <= set(house.cells)]
        if within:
            return within[:1], ()
    return (), (base or message.fins or pattern)[:_MOST_CELLS]


def what(explained: ExplainedStep, speaker: Speaker) -> str:
    """What to look for: the question that a single answers, or the name of the technique."""
    step = explained.step
    if FAMILY_OF[step.technique] is Family.SINGLES:
        return language.plain(raised(question(step, speaker)))
    name, clues = speaker.named(step, explained.position), ""
    if step.technique in NAMING_CLUES:
        clues = speaker.clues(explained.reasons)
    return language.plain(speaker.words.text("hint.what", name=name, clues=speaker.optional(clues)))


def question(step: Step, speaker: Speaker) -> str:
    """The question that a single answers: "where can the 7 go in box 4?"."""
    ((cell, digit),) = step.placements
    houses, _ = place_to_look(step, speaker.geometry)
    where = speaker.houses(houses) if houses else speaker.cells((cell,))
    row, column = speaker.geometry.place(cell)
    at = {"row": row + 1, "column": column + 1}
    return speaker.text(f"hint.question.{step.technique}", where=where, digit=speaker.digits((digit,)), **at)


def level_of(explained: ExplainedStep) -> Level:
    """The level of the step's technique."""
    return BY_NAME[explained.step.technique].level
