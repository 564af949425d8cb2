"""The fields below a puzzle: clues with few ways, facts, where to look, the reader's time. All of it is true of this one."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations

from bookmaker.base.language import Catalogue
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.themes import LEAST_ALIKE, goes_in_order
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.printing.pages.labels import Field
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.hints import REMEMBERED, Nudges
from bookmaker.publishing.book.pages.slots import symbols_of
from bookmaker.publishing.book.spec import own_words
from bookmaker.publishing.explain.ideas.outside import sandwiched
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import SYMBOLS, House
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES
from bookmaker.puzzles.rules.places import OUTSIDE


@cache
def sums_of_sets(size: int, cells: int) -> dict[int, list[str]]:
    """For each sum, ascending, the sets of so many different digits from 1 to ``size`` that make it, in order."""
    found: dict[int, list[str]] = {}
    for digits in combinations(range(1, size + 1), cells):
        found.setdefault(sum(digits), []).append("".join(SYMBOLS[digit - 1] for digit in digits))
    return dict(sorted(found.items()))


_FEW = 2
"""Clues that more sets of digits fit are of little use to begin with."""
_RUNNING = 7
"""So many puzzles before one have other feet, as far as facts differ."""
_FACTS = 2
"""Facts of a puzzle in a foot."""
_MILESTONES = {1: "quarter", 2: "half", 3: "three_quarters", 4: "last"}
LEAST_BOOK = 20
"""A book of fewer puzzles has no milestones, and no log of times in place of blank pages."""


class FootWords:
    """The feet of all ``count`` puzzles of a book. Ask for them in the order of the puzzles.

    ``timed``: a line for the time may be in a column beside a grid, too.
    """

    def __init__(self, book: Book, count: int) -> None:
        self.words, self.count = book.words, count
        code = book.details.language
        self.facts = [own_words.printed(fact, code).replace("|", "–", 1) for fact in book.page.facts or ()]
        named = book.page.foot
        usual = tuple(dict.fromkeys("facts" if slot == "clues" and self.facts else slot for slot in _slots(book)))
        self.slots = () if named == "none" else usual if named is None else named
        self.timed = named is None or "time" in self.slots
        self.shown, self.next = deque[tuple[str, ...]](maxlen=_RUNNING), 0

    def fields(
        self, stocked: GradedPuzzle, at: int, place: tuple[int, int], hint: Nudges | None, page: int | None
    ) -> tuple[Field, ...]:
        """The foot of puzzle ``at`` of the book, from 1; ``place``: its number in its section, and the puzzles there.

        ``hint`` is on ``page``; None where the book has none.
        """
        found = []
        ideas = themes(self.words, stocked)
        for slot in self.slots:
            match slot:
                case "clues" | "facts" if ideas:
                    found.append(Field(self.words.text("foot.theme"), ideas))
                case "clues":
                    lines = tuple(clues(self.words, stocked))
                    found.append(Field(self.words.text("foot.clues"), lines) if lines else self._facts(stocked, at))
                case "facts":
                    found.append(self._facts(stocked, at))
                case "hint" if hint is not None and page is not None:
                    named = self.words.text("foot.hint_page", page=self.words.text("number.page", page=page))
                    lines = tuple(filter(None, (hint.place, named)))
                    found.append(Field(self.words.text("foot.hint"), lines))
                case "time":
                    found.append(self._time(stocked, place))
        return tuple(dict.fromkeys(found))

    def _time(self, stocked: GradedPuzzle, place: tuple[int, int]) -> Field:
        words, time, lines = self.words, stocked.grade.time, list[str]()
        if time.mean is not None:
            for key, minutes in (("average", time.mean), ("late", time.late)):
                whole = 0 if minutes is None else round(minutes) if minutes < _COARSE else 5 * round(minutes / 5)
                lines += (
                    [words.text(f"foot.{key}", minutes=words.text("number.minutes", minutes=whole))] if whole else []
                )
        lines += [words.text("foot.progress", at=place[0], count=place[1])] if place[1] > 1 else []
        return Field(words.text("foot.time"), tuple(lines), written=True)

    def _facts(self, stocked: GradedPuzzle, at: int) -> Field:
        """The next facts, other than those of the puzzles just before."""
        words = self.words
        quarter = 4 * at // self.count
        if self.count >= LEAST_BOOK and quarter > 4 * (at - 1) // self.count:
            passed = words.text("foot.progress", at=at, count=self.count)
            return Field(words.text(f"foot.{_MILESTONES[quarter]}"), (passed,))
        if self.facts:
            self.next += 1
            return Field(words.text("foot.facts"), (self.facts[(self.next - 1) % len(self.facts)],))
        every = facts(words, stocked)
        # How many givens there are is often the same for all puzzles of a section.
        every = every[1:] if len(every) > _FACTS + 1 else every
        around = (*every, *every, *every)
        starts = (at * _FACTS % len(every) + step for step in range(len(every)))
        tries = [tuple(dict.fromkeys(around[start : start + _FACTS])) for start in starts]
        lines = next((lines for lines in tries if lines not in self.shown), tries[0])
        self.shown.append(lines)
        return Field(words.text("foot.puzzle"), lines)


_COARSE = 20


def _slots(book: Book) -> Sequence[str]:
    return book.look.puzzle_foot.slots


def clues(words: Catalogue, stocked: GradedPuzzle) -> Iterator[str]:
    """The clues of a puzzle that one set of digits fits, then those that two fit: its cages, its sandwiches; each once."""
    puzzle = stocked.puzzle
    size = puzzle.geometry.size
    found: set[tuple[int, int, int, tuple[str, ...]]] = set()
    for cage in puzzle.cages:
        cells = len(cage.cells)
        if cage.sum is not None and 1 < cells < size:
            sets = tuple(sums_of_sets(size, cells).get(cage.sum, ()))
            found.add((len(sets), cells, cage.sum, sets))
    for total, sums in sandwiched(puzzle.geometry):
        # Nothing between the ends, all that is left, or a digit as large as the sum needs no list.
        if 0 < total < size * (size + 1) // 2 - 1 - size and sums != ((total,),):
            found.add((len(sums), 0, total, tuple("".join(SYMBOLS[digit - 1] for digit in one) for one in sums)))
    for ways, cells, total, sets in sorted(found):
        if 0 < ways <= _FEW:
            shown = f" {words.text('foot.or')} ".join(map("+".join, sets))
            yield words.text("foot.cage" if cells else "foot.outside", sum=total, cells=cells, sets=shown)


def easy_sums(book: Book, puzzles: Sequence[GradedPuzzle]) -> str:
    """The meaning of the sums of cages in the feet of a book; "" where no foot has any."""
    words = book.words
    caged = (one for one in puzzles if one.puzzle.geometry.caged)
    if "clues" not in FootWords(book, len(puzzles)).slots or not any(any(clues(words, one)) for one in caged):
        return ""
    line = words.text("foot.cage", sum=3, cells=2, sets="1+2")
    return words.text("how.easy_sums", heading=words.text("foot.clues"), line=line)


def themes(words: Catalogue, stocked: GradedPuzzle) -> tuple[str, ...]:
    """The idea of a puzzle that a reader is told: digits that can be placed in order, numbers outside the grid that are alike."""
    return _themes(words, stocked.puzzle, symbols_of(stocked) is DIGITS, stocked.grade.level)


@lru_cache(REMEMBERED)
def _themes(words: Catalogue, puzzle: Puzzle, in_digits: bool, level: str) -> tuple[str, ...]:
    return tuple(_each_theme(words, puzzle, in_digits, level))


def _each_theme(words: Catalogue, puzzle: Puzzle, in_digits: bool, level: str) -> Iterator[str]:
    bare = in_digits and not puzzle.geometry.clued and not puzzle.cages
    if bare and level in ("beginner", "easy") and goes_in_order(puzzle.geometry, puzzle.givens):
        yield words.text("foot.in_order")
    outside = [clue.value for clue in puzzle.geometry.clues or () if CLUES[clue.kind].shape in OUTSIDE]
    if len(outside) >= LEAST_ALIKE and len(set(outside)) == 1 and outside[0]:
        yield words.text("foot.alike", value=outside[0][0])


def facts(words: Catalogue, stocked: GradedPuzzle) -> tuple[str, ...]:
    """Counts of a puzzle: its givens, their digits, full and empty houses, its clues."""
    symbols = symbols_of(stocked)
    return _facts(words, stocked.puzzle, symbols, symbols is DIGITS)


@lru_cache(REMEMBERED)
def _facts(words: Catalogue, puzzle: Puzzle, symbols: Symbols, in_digits: bool) -> tuple[str, ...]:
    return tuple(_each_fact(words, puzzle, symbols, in_digits))


def _each_fact(words: Catalogue, puzzle: Puzzle, symbols: Symbols, in_digits: bool) -> Iterator[str]:
    ground, speaker = puzzle.geometry, Speaker(words, puzzle.geometry, symbols)
    given = Counter(digit for digit in puzzle.givens if digit)
    total = sum(given.values())
    if total:
        yield words.text("foot.givens", givens=total, empty=ground.cell_count - total)
        if in_digits:
            most, least = max(given.values()), min(given[digit] for digit in range(1, ground.size + 1))
            for key, times in (("most", most), ("least" if least else "never", least)):
                digits = [digit for digit in range(1, ground.size + 1) if given[digit] == times]
                if len(digits) <= _NAMED:
                    yield words.text(f"foot.{key}", digits=speaker.digits(digits))
        for kind in dict.fromkeys(house.kind for house in ground.houses):
            own = [house for house in ground.houses if house.kind == kind and len(house.cells) == ground.size]
            filled = [sum(puzzle.givens[cell] > 0 for cell in house.cells) for house in own]
            for key, count in (("fullest", max(filled, default=0)), ("emptiest", min(filled, default=0))):
                shown: list[House] = [house for house, held in zip(own, filled, strict=True) if held == count]
                if len(shown) == 1:
                    yield words.text(f"foot.{key}", houses=speaker.houses(shown))
    drawn = ground.clues or ()
    if drawn:
        yield words.text("foot.drawn", count=len(drawn))
        lengths = [len(clue.cells) for clue in drawn if CLUES[clue.kind].shape == "line"]
        if lengths:
            yield words.text("foot.longest", count=max(lengths))
    if not total:
        yield words.text("foot.no_givens")


_NAMED = 4
"""Digits that a fact names, at most."""
