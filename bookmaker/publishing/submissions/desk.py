"""The letters of a folder as an editor has to answer them: who sent which puzzle, its faults, and a mend of it."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

from bookmaker.base.errors import Fault, Note, Place, Sender, UsageError
from bookmaker.formats import Numbers
from bookmaker.formats.base.source import plain_name
from bookmaker.logic.grading import Grade, graded
from bookmaker.logic.repair.added_givens import with_givens
from bookmaker.logic.repair.fixes import fix
from bookmaker.logic.repair.record import Fix
from bookmaker.logic.repair.typing_errors import Slip
from bookmaker.logic.verify.check import FULL_GRID, REMARKS, Verdict
from bookmaker.logic.verify.faults import PuzzleFault
from bookmaker.publishing.submissions.loose_answers import LooseAnswers, WrongAnswer
from bookmaker.publishing.submissions.stream import JudgedLines
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle

_MOST_MENDED = 200
"""Puzzles for which a mend is looked for; of more, the others have their faults alone."""

_MOST_GRADED = 5000

TO_MEND = ("several", "none", "broken")
"""The verdicts on puzzles that a mend is sought for."""

_MOST_CLASHES = 2
"""Clashes beyond which a rule between cells is not that of the puzzle, rather than one digit wrong: no mend is sought."""

_LINES_APART = 10
"""Lines from the beginning of a drawn grid to where the next one may begin."""

_SENDER = re.compile(
    r"(?i)^\W*(?:from|by|sender|name|author|von|absender|de|autora?|nombre|remitente|от|имя|автор)\s*:\s*([^<>\[\]{}=]{2,60})"
)
_ANSWERED = re.compile(r"(?i)^(?:(?:re|fwd?|aw|wg|tr|rv|res|отв|пер)\s*:\s*)+")
_NUMBER = re.compile(r"^[0-9]{1,6}[-_. ]+")


@dataclass
class Letter:
    """One puzzle that was sent in, or a text that could not be read. ``number``: of a puzzle, as :class:`Numbers` counts.

    ``faults``: all that is wrong with it and its answer; ``remarks``: all else that an editor should know. ``status`` is that of
    its verdict, ``answer`` where only the answer is wrong, or ``unreadable``. ``belongs``: the puzzle of a foreign
    answer. ``said``: messages of readers. ``level``: of a puzzle in order, "" if it was not graded.
    """

    who: str
    place: Place | None
    status: str
    name: str = ""
    number: int = 0
    puzzle: Puzzle | None = None
    faults: list[PuzzleFault] = field(default_factory=list)
    remarks: list[PuzzleFault] = field(default_factory=list)
    belongs: Puzzle | None = None
    fixed: Fix | None = None
    level: str = ""
    said: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether it can be printed as it is."""
        return self.status == "proper" and not self.faults

    @property
    def slip(self) -> Slip | None:
        """The correction that is proposed for a puzzle that was not mended."""
        found = self.fixed.corrections if self.fixed is not None and self.fixed.result is None else ()
        return found[0] if found else None

    @property
    def proposal(self) -> Fix | None:
        """The mend that is proposed; None if there is none to draw."""
        if self.fixed is None or self.fixed.result is not None or self.slip is None:
            return self.fixed if self.fixed is not None and self.fixed.result is not None else None
        changes = self.slip.changes
        bare = replace(self.fixed.puzzle, answer=None, candidates=None)
        result = with_givens(bare, ((cell, new) for cell, _, new in changes))
        return replace(self.fixed, changed=changes, result=result)


def _propose(letter: Letter, cells: str) -> None:
    """Propose the mend that leads to these cells. Raises UsageError for those of another grid."""
    puzzle, fixed = letter.puzzle, letter.fixed
    if puzzle is None or fixed is None:
        return
    if len(cells) != len(puzzle.givens) or not set(cells.upper()) <= {*".0", *SYMBOLS[: puzzle.geometry.size]}:
        raise UsageError(f"puzzle {letter.number}: the cells as mended are those of another grid")
    digits = [0 if one in ".0" else SYMBOLS.index(one) + 1 for one in cells.upper()]
    both = enumerate(zip(puzzle.givens, digits, strict=True))
    changes = tuple((cell, old, new) for cell, (old, new) in both if old != new)
    if not changes:
        return
    if letter.status == "several" and not any(old for _, old, _ in changes):
        added = tuple((cell, new) for cell, _, new in changes)
        result = with_givens(replace(puzzle, answer=None, candidates=None), added)
        letter.fixed = replace(fixed, added=added, changed=(), corrections=(), result=result)
        return
    others = tuple(one for one in fixed.corrections if tuple(one.changes) != changes)
    letter.fixed = replace(fixed, result=None, added=(), corrections=(Slip("edit", changes), *others), answered=True)


class Desk:
    """Collects the letters while their puzzles are judged."""

    def __init__(self) -> None:
        self._letters: list[Letter] = []
        self._numbers = Numbers()
        self._mails: dict[Sender, int] = {}

    def judged(self, one: Verdict | JudgedLines, ground: Geometry) -> None:
        """A puzzle with its verdict, or lines of puzzles on this geometry."""
        if isinstance(one, Verdict):
            self._add(one.puzzle, one.status, one.faults)
            return
        for row, cells in enumerate(one.cells):
            status, faults, _ = one.faulty.get(row, ("proper", (), ()))
            self._add(Puzzle(ground, cells.tobytes(), Place(one.name, one.first + row, 1)), status, faults)

    def _add(self, puzzle: Puzzle, status: str, faults: Iterable[PuzzleFault]) -> None:
        who, name = sender_of(puzzle.source), puzzle.name or self._subject(puzzle.source)
        if found := _SENDER.match(name):
            who, name = plain_name(found[1]), ""
        letter = Letter(who, puzzle.source, status, name, self._numbers.take(puzzle), puzzle)
        for fault in faults:
            (letter.remarks if fault.code in REMARKS - {FULL_GRID} else letter.faults).append(fault)
        self._letters.append(letter)

    def unread(self, fault: Fault) -> None:
        """What could not be read. Faults of one grid make one letter."""
        place = fault.place
        path = "" if place is None else place.path
        self._numbers.take(fault)
        last = self._letters[-1] if self._letters else None
        if last is not None and last.status == "unreadable" and last.place is not None and last.place.path == path:
            begun, line = last.place.line, None if place is None else place.line
            if begun is None or line is None or line < begun + _LINES_APART:
                last.said.append(fault.message)
                return
        letter = Letter(sender_of(place), place, "unreadable", self._subject(place), said=[fault.message])
        self._letters.append(letter)

    def _subject(self, place: Place | None) -> str:
        """What the mail is about that a text came with, as the name of what is in it: with a number from the second one on."""
        sender = None if place is None else place.sender
        if sender is None or not sender.subject:
            return ""
        self._mails[sender] = number = self._mails.get(sender, 0) + 1
        subject = _ANSWERED.sub("", sender.subject)
        return f"{subject} ({number})" if number > 1 else subject

    def letters(
        self,
        wrong: Iterable[WrongAnswer],
        answers: LooseAnswers,
        notes: Sequence[Note],
        seconds: float | None,
        chosen: Mapping[int, str] | None = None,
    ) -> list[Letter]:
        """All letters, with the faults of their answers, and mends. ``seconds`` bounds each mend. ``chosen``: cells of puzzles
        as an editor mended them, by their numbers; they are proposed before all other mends.
        """
        of_puzzle = {_key(one.puzzle): one for one in self._letters if one.puzzle is not None}
        for one in wrong:
            self._wrong(one, of_puzzle)
        self._note(notes)
        evidence = Evidence([one.puzzle for one in self._letters if one.puzzle is not None], answers)
        for letter in [one for one in self._letters if not one.sound][:_MOST_MENDED]:
            if letter.puzzle is not None and letter.status in TO_MEND:
                own = evidence.answer_of(letter.puzzle, letter.belongs is not None)
                letter.fixed = mended(letter.puzzle, own, evidence.beside(letter.puzzle), letter.faults, seconds)
            if letter.number in (chosen or {}):
                _propose(letter, (chosen or {})[letter.number])
        _grade([one for one in self._letters if one.sound][:_MOST_GRADED])
        return self._letters

    def _wrong(self, one: WrongAnswer, of_puzzle: dict[tuple[Place | None, bytes], Letter]) -> None:
        about = one.owner or one.puzzle
        letter = of_puzzle.get(_key(about))
        if letter is None:
            letter = Letter(sender_of(about.source), about.source, "answer")
            letter.name, letter.puzzle = about.name, about
            self._letters.append(letter)
            of_puzzle[_key(about)] = letter
        letter.faults = [fault for fault in letter.faults if fault.code != "answer-wrong"]
        letter.faults.append(replace(one.fault, cells=one.fault.cells if one.puzzle is about else ()))
        letter.belongs = one.belongs or letter.belongs
        if letter.status == "proper":
            letter.status = "answer"

    def _note(self, notes: Sequence[Note]) -> None:
        said: dict[str, list[Note]] = {}
        for note in notes:
            if note.place is not None:
                said.setdefault(note.place.path, []).append(note)
        of_file: dict[str, list[Letter]] = {}
        for letter in self._letters:
            of_file.setdefault("" if letter.place is None else letter.place.path, []).append(letter)
        for path, held in said.items():
            letters = of_file.get(path, [])
            named = sorted((_line(note.place), found[1]) for note in held if (found := _SENDER.match(note.text)))
            lines = [line for line, _ in named]
            messages = [one.message for one in held if not one.light and not _SENDER.match(one.text)]
            for letter, following in zip(letters, [*letters[1:], None], strict=True):
                # Who is named above is the sender, up to the next name; a name below a puzzle, if none is above, has signed it.
                begun, end = _line(letter.place), math.inf if following is None else _line(following.place)
                at = bisect_right(lines, begun)
                mailed = letter.place is not None and letter.place.sender is not None
                if at:
                    letter.who = plain_name(named[at - 1][1])
                elif not mailed and named and lines[0] < end:
                    letter.who = plain_name(named[0][1])
                letter.said += messages


def _key(puzzle: Puzzle) -> tuple[Place | None, bytes]:
    return puzzle.source, puzzle.givens


def _line(place: Place | None) -> int:
    return 0 if place is None else place.line or 0


def sender_of(place: Place | None) -> str:
    """Who sent a text: as its mail says, else as the name of its file does, which editors begin with a number."""
    if place is not None and place.sender is not None and place.sender.name:
        return place.sender.name
    path = "" if place is None else place.path
    stem = plain_name(PurePath(path).stem.replace("_", " "))
    return _NUMBER.sub("", stem) or stem


class Evidence:
    """What else was sent in that shows how a puzzle that is not proper was meant. ``puzzles``: all that were read, as read."""

    def __init__(self, puzzles: Sequence[Puzzle], answers: LooseAnswers) -> None:
        self._owned = answers.improper(puzzles)
        self._of_file: dict[str, list[Puzzle]] = {}
        for one in puzzles:
            self._of_file.setdefault("" if one.source is None else one.source.path, []).append(one)

    def answer_of(self, puzzle: Puzzle, foreign: bool) -> bytes | None:
        """The answer that came with a puzzle, None if none did; one that is ``foreign``, that of another, says nothing of it."""
        return None if foreign else puzzle.answer or self._owned.of(puzzle)

    def beside(self, puzzle: Puzzle) -> list[Puzzle]:
        """The puzzles of its file."""
        return self._of_file["" if puzzle.source is None else puzzle.source.path]


def mended(
    puzzle: Puzzle,
    answer: bytes | None,
    beside: Sequence[Puzzle],
    faults: Iterable[PuzzleFault],
    seconds: float | None = None,
    apply: int | None = None,
) -> Fix | None:
    """The mends of a puzzle with these faults: the one judgement that reports and screens show. ``answer`` and ``beside``: see
    :class:`Evidence`; ``seconds`` and ``apply`` as for :func:`~bookmaker.logic.repair.fixes.fix`. None: none is sought.
    """
    if puzzle.geometry.relations and sum(one.code == "clash" for one in faults) > _MOST_CLASHES:
        return None
    return fix(replace(puzzle, answer=None), answer, apply=apply, seconds=seconds, others=beside)


def _grade(letters: Sequence[Letter]) -> None:
    found = graded([letter.puzzle for letter in letters if letter.puzzle is not None])
    for letter, grade in zip(letters, found, strict=True):
        letter.level = grade.level if isinstance(grade, Grade) else ""
