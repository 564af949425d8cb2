"""The puzzles that were read, judged: rules, uniqueness, answers, duplicates, levels."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, pairwise

from bookmaker.base import language
from bookmaker.base.errors import BookmakerError
from bookmaker.logic.grading import graded
from bookmaker.logic.solve.canonical_form import Copies, likeness
from bookmaker.logic.techniques.labels import level_of
from bookmaker.logic.verify.check import check_many
from bookmaker.publishing.proof.answer_rows import agree, by_number, place_of, row_at
from bookmaker.publishing.proof.judgement import (
    Finding,
    Judged,
    Judgement,
    differing,
    listed,
    runs,
    sections,
    solution_rows,
)
from bookmaker.publishing.proof.kinds import (
    Marks,
    SymbolError,
    all_shown_rules,
    alphabet,
    cells,
    marks,
    other_readings,
    puzzle,
    shaded_cells,
    unread,
    with_rules,
)
from bookmaker.publishing.proof.pdf_reading import Entry, Reading
from bookmaker.publishing.proof.words import bare, counted, head_words
from bookmaker.puzzles.grid.geometry import BOXES, SYMBOLS, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, KINDS, RULES

_MOST_UNSEEN = 2
"""Rules that only words name which are tried on one puzzle at the same time."""
_TINY = 4
_NO_ANSWERS = "no answers were found: none were compared"


class Judge:
    """Judges the puzzles of a book and of further files with answers."""

    def __init__(self, readings: Sequence[Reading]) -> None:
        self.readings = readings
        self.found: list[Finding] = []
        self.assumed: Counter[str] = Counter()
        self.puzzles = [Judged(entry) for reading in readings for entry in reading.puzzles]
        self._marks: dict[int, Marks] = {}

    def judgement(self) -> Judgement:
        """Do all checks."""
        self._pair()
        for reading in self.readings:
            for index, text in reading.strays:
                message = f"{text!r} looks like a digit of a grid and is printed beside it"
                self.found.append(Finding("marks", "fault", message, reading.name, index + 1))
        for one in self.puzzles:
            self._rebuild(one)
        self._solve()
        self._compare()
        self._duplicates()
        checked = Levels([reading.name for reading in self.readings], self._named_rules)
        levels = checked.compare(self.puzzles, self._opened)
        self.found += checked.found
        self._pictures()
        proven = sum(one.verdict is not None and one.verdict.solution is not None for one in self.puzzles)
        compared = sum(one.answered for one in self.puzzles)
        return Judgement(self.puzzles, self.found, self.assumptions(), proven, compared, levels, self.counted_anew)

    def as_read(self) -> list[tuple[Judged, list[str]]]:
        """Each puzzle with its answers, as its marks and the words of the file say, and all of it that was not understood."""
        self._pair()
        # A book has answers; a submission need not.
        self.assumed.pop(_NO_ANSWERS, None)
        faults = []
        for one in self.puzzles:
            known = len(self.found)
            self._rebuild(one)
            own = [finding.message for finding in self.found[known:]]
            missed = [f"{mark} is of no clue that can be read" for mark in unread(one.entry.grid)]
            strays = [
                f"{text!r} beside the grid looks like a digit of it"
                for index, text in self.readings[one.entry.file].strays
                if index == one.entry.page
            ]
            faults.append([*own, *missed, *strays])
        self._solve()
        return list(zip(self.puzzles, faults, strict=True))

    def assumptions(self) -> list[str]:
        """What had to be assumed, each once."""
        return [f"{text} ({count})" if count > 1 else text for text, count in self.assumed.items()]

    def _fault(self, check: str, message: str, entry: Entry, number: int | None = None) -> None:
        name = self.readings[entry.file].name
        self.found.append(Finding(check, "fault", message, name, entry.page + 1, number or entry.label.number))

    @cached_property
    def _opened(self) -> set[tuple[int, int]]:
        """File and page of puzzles below the title of their section."""
        places = {(one.entry.file, one.entry.page) for one in self.puzzles}
        return {(file, page) for file, page in places if counted(self.readings[file].pages[page].text)}

    @cached_property
    def _headed(self) -> set[tuple[int, int]]:
        """File and page whose running head names another section than that of the page before: a section may begin with no
        more.
        """
        found = set()
        for file, reading in enumerate(self.readings):
            heads = [head_words(page.text) for page in reading.pages]
            found |= {(file, at) for at, head in enumerate(heads) if head and at and head != heads[at - 1]}
        return found

    @property
    def counted_anew(self) -> bool:
        """Whether numbers begin again at 1 in each of several sections."""
        by_run: dict[int, list[int]] = defaultdict(list)
        for one, run in zip(self.puzzles, runs([one.entry for one in self.puzzles]), strict=True):
            by_run[run].append(one.number)
        return len(by_run) > 1 and all(held == list(range(1, len(held) + 1)) for held in by_run.values())

    def _pair(self) -> None:
        by_number: dict[tuple[int, int], list[Judged]] = defaultdict(list)
        anew = self.counted_anew
        for one, run in zip(self.puzzles, runs([one.entry for one in self.puzzles]), strict=True):
            by_number[run if anew else 0, one.number].append(one)
        some = any(reading.answers for reading in self.readings)
        for reading in self.readings:
            for answer, run in zip(reading.answers, runs(reading.answers), strict=True):
                assert answer.label.number is not None
                owners = by_number.get((run if anew else 0, answer.label.number), [])
                for owner in owners[:1]:
                    owner.answers.append(answer)
                if not owners and self.puzzles:
                    self._fault("answers", "an answer without its puzzle", answer)
        self._find_unnumbered()
        some = self._pair_unnumbered() or some
        some = self._pair_rows(anew=anew) or some
        if not some and self.puzzles:
            self.assumed[_NO_ANSWERS] += 1
        without = [one for one in self.puzzles if some and not one.answered]
        kept = self._kept_back() if without else []
        for one in without:
            if not any(one is other for other in kept):
                self._fault("answers", "has no answer", one.entry)
        if kept:
            numbers = listed(one.number for one in kept)
            self.assumed[f"puzzles {numbers} have no answer and name no page of one: it is meant to be elsewhere"] += 1

    def _kept_back(self) -> list[Judged]:
        """Puzzles that are printed without answers on purpose, such as prize puzzles.

        Where answers have pages of their own a puzzle names the page of its answer: one without page and answer has lost neither.
        Where no puzzle names a page, only a whole section is printed without answers.
        """

        def left_out(one: Judged) -> bool:
            return not one.answered and not one.entry.label.refers

        answered = [one.entry.label.refers for one in self.puzzles if one.answered]
        if 2 * sum(answered) > len(answered):
            return [one for one in self.puzzles if left_out(one)]
        whole = [held for held in sections(self.puzzles, self._opened) if all(map(left_out, held))]
        return [one for held in whole for one in held]

    def _find_unnumbered(self) -> None:
        """Full grids without a number among answers that have one: nobody knows whose answers they are."""
        for reading in self.readings:
            numbered = {entry.page for entry in reading.answers}
            for entry in reading.pictures:
                if entry.page in numbered and entry.grid.full and not entry.grid.notes:
                    self._fault("answers", "an answer without a number", entry)

    def _pair_unnumbered(self) -> bool:
        """Full grids without a number, as many as the puzzles on their page, answer these. Whether there are any."""
        by_page: dict[tuple[int, int], list[Judged]] = defaultdict(list)
        for one in self.puzzles:
            by_page[one.entry.file, one.entry.page].append(one)
        some = False
        for (file, page), held in by_page.items():
            full = [entry for entry in self.readings[file].pictures if entry.page == page and entry.grid.full]
            full = [entry for entry in full if not entry.grid.notes]
            if len(full) != len(held):
                continue
            some = True
            for one in held:
                # The answer is the grid with the givens of the puzzle; a faulty answer comes last.
                full.sort(key=lambda entry: differing(one.entry, entry))
                one.answers.append(full.pop(0))
        return some

    def _pair_rows(self, *, anew: bool) -> bool:
        """Rows of answers go to the puzzles of their numbers whose signs they have. Whether there are any."""
        some = False
        for reading in self.readings:
            held = by_number(reading.rows, anew=anew)
            for one, run in zip(self.puzzles, runs([one.entry for one in self.puzzles]), strict=True):
                size, signs = one.entry.grid.size, {text for text in one.entry.grid.digits if text}
                for row in held.get((run if anew else 0, one.number), []):
                    if any(answer.file == row.file for answer in one.answers):
                        continue  # The whole answer is there, and a line of a table looks like a row of it.
                    # One sign may be missing from the row: then the row is a fault of the answer.
                    if len(row.signs) == size and len(signs - set(row.signs)) <= 1:
                        one.rows.append(row)
                        some = True
        return some

    def _rebuild(self, one: Judged) -> None:
        read = marks(one.entry.grid)
        for fault in read.faults:
            self._fault("marks", fault, one.entry)
        for rule in read.assumed:
            self.assumed[rule] += 1
        try:
            one.meaning = alphabet([one.entry.grid, *(answer.grid for answer in one.answers)])
        except SymbolError as fault:
            self._fault("marks", str(fault), one.entry)
            return
        if not any(symbol in one.meaning for symbol in SYMBOLS[:1]):
            self.assumed["each different sign of a puzzle means a digit of its own"] += 1
        if read.ground is None:
            return
        if any(cage.sum is None for cage in read.cages):
            return
        one.puzzle = puzzle(one.entry.grid, read.ground, read.cages, one.meaning)

    def _solve(self) -> None:
        able = [one for one in self.puzzles if one.puzzle is not None]
        self._check(able)
        self._read_otherwise(able)
        open_ = [one for one in able if one.verdict is not None and one.verdict.status == "several"]
        named = self._named_rules() if open_ else []
        self._all_shown([one for one in open_ if one.puzzle is not None], named)
        for section in sections(able, self._opened | self._headed) if named else ():
            self._further_rules(section, named)
        clued = any(one.puzzle.geometry.clued for one in able if one.puzzle is not None)
        for section in sections(able, self._opened) if clued else ():
            take_all_shown(section, self.readings, named or self._named_rules())
        for one in able:
            verdict = one.verdict
            if verdict is not None and verdict.status != "proper":
                about = [fault.message for fault in verdict.faults if fault.code not in ("answer",)]
                said = "; ".join(about) or verdict.status
                for mark in unread(one.entry.grid) if verdict.status == "several" else ():
                    said = f"the proof does not understand {mark}, and without it {said}"
                self._fault("unique", said, one.entry)

    def _check(self, chosen: Sequence[Judged]) -> None:
        puzzles = [one.puzzle for one in chosen if one.puzzle is not None]
        for one, verdict in zip(chosen, check_many(puzzles), strict=True):
            one.verdict = verdict

    def _named_rules(self) -> list[str]:
        return named_rules(" ".join(piece.text for piece in page.text) for page in self.readings[0].pages)

    def _read_otherwise(self, chosen: Sequence[Judged]) -> None:
        """Take a grid for another puzzle than its marks show at first where only that makes a puzzle of it."""
        for one in chosen:
            open_ = one.verdict is not None and one.verdict.status != "proper"
            for made, other in other_readings(one.entry.grid, one.puzzle) if one.puzzle is not None and open_ else ():
                (verdict,) = check_many([made])
                if verdict.status == "proper":
                    one.puzzle, one.verdict = made, verdict
                    self.assumed[other] += 1
                    break

    def _all_shown(self, open_: Sequence[Judged], named: Sequence[str]) -> None:
        """Where words say that all clues of a kind are shown, take that up for puzzles with such clues that need it."""
        for one in open_:
            assert one.puzzle is not None
            for names, ground in with_all_shown(one.puzzle.geometry, named):
                made = replace(one.puzzle, geometry=ground)
                (verdict,) = check_many([made])
                if verdict.status == "proper":
                    one.puzzle, one.verdict = made, verdict
                    self.assumed[f"all clues are shown ({' + '.join(names)}), which only the words say"] += 1
                    break

    def _further_rules(self, section: Sequence[Judged], named: Sequence[str]) -> None:
        """Take up rules that only words name, where most puzzles of a section need one to have one solution."""
        waiting = [one for one in section if one.verdict is not None and one.verdict.status == "several"]
        for count in range(1, _MOST_UNSEEN + 1):
            for names in combinations(named, count):
                if 2 * len(waiting) < len(section) or not waiting:
                    return
                tried = []
                for one in waiting:
                    assert one.puzzle is not None
                    ground = with_rules(one.puzzle.geometry, names)
                    if ground is not None:
                        tried.append((one, Puzzle(ground, one.puzzle.givens, cages=one.puzzle.cages)))
                verdicts = check_many([made for _, made in tried])
                if 2 * sum(verdict.status == "proper" for verdict in verdicts) <= len(waiting):
                    continue
                for (one, made), verdict in zip(tried, verdicts, strict=True):
                    one.puzzle, one.verdict = made, verdict
                numbers = listed(one.number for one, _ in tried)
                self.assumed[f"puzzles {numbers} follow the rule {' + '.join(names)}, which only the words say"] += 1
                waiting = [one for one in waiting if one.verdict is not None and one.verdict.status == "several"]

    def _compare(self) -> None:
        for one in self.puzzles:
            for answer in one.answers:
                self._compare_one(one, answer)
            places = Counter(answer.file for answer in one.answers)
            if any(count > 1 for count in places.values()):
                self._fault("numbering", "has several answers", one.entry)
        self._compare_rows()

    def _compare_rows(self) -> None:
        held = [(one, row, rows) for one in self.puzzles for rows in [solution_rows(one)] for row in one.rows if rows]
        place = place_of([(row.signs, rows) for _, row, rows in held])
        if place is None:
            # Numbers that look like rows of answers but match none.
            for one in self.puzzles:
                one.rows.clear()
            return
        where = {("foot", 0): "bottom", ("top", 0): "top"}.get(place, f"{place[1] + 1}th")
        self.assumed[f"of each answer the {where} row is printed"] += 1
        for _, row, rows in held:
            wanted = row_at(place, rows)
            if not agree(row.signs, wanted):
                solved = " ".join(sign or "?" for sign in wanted)
                message = f"the answer's row is {' '.join(row.signs)}, that of the solution {solved}"
                name = self.readings[row.file].name
                self.found.append(Finding("answers", "fault", message, name, row.page + 1, row.number))

    def _compare_one(self, one: Judged, answer: Entry) -> None:
        grid, size = answer.grid, one.entry.grid.size
        if grid.size != size:
            self._fault("answers", f"the answer has {grid.size} cells across, the puzzle {size}", answer)
            return
        ground = None if one.puzzle is None else one.puzzle.geometry
        missing = [] if ground is not None and ground.overlapping else grid.lattice.missing()
        if missing:
            names = [f"{cell_name(a, size)} and {cell_name(b, size)}" for a, b in missing[:3]]
            self._fault("marks", f"no line in the answer parts {', '.join(names)}", answer)
        if grid.lattice.regions != one.entry.grid.lattice.regions:
            self._fault("marks", "the heavy lines of the answer are not those of the puzzle", answer)
        # Answers may leave out marks of a kind that would be in the way of digits.
        kinds = {mark.kind for mark in grid.clues}
        if set(grid.clues) != {mark for mark in one.entry.grid.clues if mark.kind in kinds}:
            self._fault("marks", "the marks of clues in the answer are not those of the puzzle", answer)
        solution = None if one.verdict is None else one.verdict.solution
        if solution is None or not one.meaning or one.puzzle is None:
            return
        try:
            shown = cells(grid, one.meaning, one.puzzle.geometry)
        except KeyError as error:
            self._fault("answers", f"{error.args[0]!r} in the answer is not a digit of its puzzle", answer)
            return
        wrong = [at for at in range(len(solution)) if shown[at] != solution[at]]
        if wrong:
            signs = {digit: text for text, digit in one.meaning.items()}
            at = wrong[0]
            is_ = signs[shown[at]] if shown[at] else "nothing"
            more = f", and {len(wrong) - 1} more cells differ" if len(wrong) > 1 else ""
            name = cell_name(at, one.puzzle.geometry)
            self._fault(
                "answers", f"the answer has {is_} in {name}, the solution has {signs[solution[at]]}{more}", answer
            )

    def _duplicates(self) -> None:
        tiny: dict[Puzzle, Judged] = {}
        copies: Copies[Judged] = Copies()
        for one in self.puzzles:
            if one.puzzle is None or one.verdict is None or one.verdict.solution is None:
                continue
            # Of 4x4 puzzles there are three dozen up to symmetry: only the same digits are the same puzzle.
            looks = None if one.puzzle.geometry.size == _TINY else likeness(one.puzzle)
            same = tiny.get(one.puzzle) if looks is None else copies.find(one.puzzle, looks)
            if same is not None and same is not one:
                how = "" if one.puzzle == same.puzzle else ", turned, mirrored or relabelled"
                self._fault("duplicates", f"the same puzzle as {same.number}{how}", one.entry)
            if looks is None:
                tiny.setdefault(one.puzzle, one)
            else:
                copies.add(one.puzzle, looks, one)

    def _pictures(self) -> None:
        """Grids without a number: where a page has one puzzle and one full grid of a size, the one answers the other."""
        for reading in self.readings:
            by_page: dict[int, list[Entry]] = defaultdict(list)
            for entry in reading.pictures:
                if not entry.grid.notes and not entry.grid.signs:
                    by_page[entry.page].append(entry)
            for held in by_page.values():
                full = [entry for entry in held if entry.grid.full]
                part = [entry for entry in held if not entry.grid.full]
                if len(full) == len(part) == 1 and full[0].grid.occupied == part[0].grid.occupied:
                    self._example(part[0], full[0])

    def _example(self, part: Entry, full: Entry) -> None:
        read = marks(part.grid)
        try:
            meaning = alphabet([part.grid, full.grid])
        except SymbolError as fault:
            self._fault("marks", f"in an example, {fault}", part)
            return
        if read.ground is None or any(cage.sum is None for cage in read.cages):
            return
        made = puzzle(part.grid, read.ground, read.cages, meaning)
        shown = cells(full.grid, meaning, made.geometry)
        (verdict,) = check_many([made])
        if verdict.solution is None:
            others = [other for other, _ in other_readings(part.grid, made)]
            verdict = next((one for one in check_many(others) if one.solution == shown), verdict)
        if verdict.solution is not None and verdict.solution != shown:
            self._fault("answers", "the answer of an example is not its solution", full)
        elif verdict.status in ("none", "broken"):
            self._fault("unique", "an example has no solution", part)


_AGREED = 0.7
"""The share of puzzles whose printed level must be ours before the others count as wrong: other houses have other scales."""


class Levels:
    """Compares levels. ``files`` are the names of the files, ``named`` has the rules that words of the book name."""

    def __init__(self, files: Sequence[str], named: Callable[[], Sequence[str]]) -> None:
        self._files, self._named = files, named
        self.found: list[Finding] = []

    def compare(self, puzzles: Sequence[Judged], opened: Collection[tuple[int, int]]) -> int:
        """Compare printed levels with the grades that the puzzles have; how many were compared.

        ``opened`` is as for :func:`bookmaker.publishing.proof.judgement.sections`.
        """
        levelled = [
            one
            for one in puzzles
            if one.entry.label.levels and one.verdict is not None and one.verdict.solution is not None
        ]
        # Reckoned anew, with whatever rules the proof came to.
        grades = list(graded(one.puzzle for one in levelled if one.puzzle is not None)) if levelled else []
        wrong = [
            (one, grade.label)
            for one, grade in zip(levelled, grades, strict=True)
            if not isinstance(grade, BookmakerError) and not one.entry.label.fits(grade)
        ]
        wrong = [(one, level) for one, level in wrong if not self._graded_all_shown(one)]
        if len(wrong) <= (1 - _AGREED) * len(levelled):
            for one, level in wrong:
                label = one.entry.label
                shown = f"is labelled {label.level}" if label.level else f"shows {label.drawn}"
                self._fault(f"{shown} and grades as {level}", one.entry)
        else:
            self._note(f"{len(wrong)} of {len(levelled)} levels follow another scale than this grader's")
        for section in sections([one for one in puzzles if one.entry.label.rank is not None], opened):
            self._order(section)
        self._drawn_levels(levelled)
        return len(levelled)

    def _fault(self, message: str, entry: Entry) -> None:
        name = self._files[entry.file]
        self.found.append(Finding("levels", "fault", message, name, entry.page + 1, entry.label.number))

    def _note(self, message: str) -> None:
        self.found.append(Finding("levels", "note", message))

    def _graded_all_shown(self, one: Judged) -> bool:
        """Whether a puzzle has its printed level once all its clues are taken to be shown, as words of the book say."""
        names = all_shown_rules(one.puzzle.geometry, self._named()) if one.puzzle is not None else []
        ground = with_rules(one.puzzle.geometry, names) if one.puzzle is not None and names else None
        if one.puzzle is None or ground is None:
            return False
        (grade,) = graded([replace(one.puzzle, geometry=ground)])
        return not isinstance(grade, BookmakerError) and one.entry.label.fits(grade)

    def _drawn_levels(self, levelled: Sequence[Judged]) -> None:
        """Levels in words that the bars or stars beside them contradict, where most agree."""
        both = [
            one.entry for one in levelled if one.entry.label.level is not None and one.entry.label.drawn is not None
        ]
        wrong = [
            one
            for one in both
            if one.label.drawn is not None
            and one.label.level is not None
            and str(level_of(one.label.level)) not in one.label.drawn.levels
        ]
        if len(wrong) <= (1 - _AGREED) * len(both):
            for one in wrong:
                self._fault(f"is labelled {one.label.level} and shows {one.label.drawn}", one)

    def _order(self, section: Sequence[Judged]) -> None:
        ranks = [one.entry.label.rank or 0 for one in section]
        falls = [section[at].number for at, (before, after) in enumerate(pairwise(ranks), 1) if after < before]
        if falls:
            first, last = section[0].number, section[-1].number
            self._note(f"levels do not rise through puzzles {first}–{last}: they fall at {listed(falls)}")


# The rules that no mark shows: only words can name them. One sort of them says that all clues of a kind are shown.


@cache
def unseen_rules() -> tuple[str, ...]:
    """The rules that no mark shows, which only words can name; among them those that say that all clues are shown."""
    return tuple(
        name
        for name, rule in RULES.items()
        if rule.boxes
        and not (rule.draws or rule.cages or rule.regions or rule.arrangement or (rule.clues and rule.unmarked is None))
        and not any(name in shaded_cells(size) for size in BOXES)
    )


def named_rules(texts: Iterable[str]) -> list[str]:
    """The rules without marks that the words of a book speak of: by their explanation in one of the languages, or by name."""
    known = {name: phrases(name) for name in unseen_rules()}
    named: dict[str, bool] = {}
    for text in texts:
        words = bare(text)
        for name, beginnings in known.items():
            if any(beginning in words for beginning in beginnings):
                named[name] = True
    return [name for name in known if name in named]


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The phrases that name a rule, bare: the beginnings of its explanations, and its name."""
    return (*_first_words(name), bare(name))


def _first_words(name: str) -> Iterator[str]:
    kinds = [kind for kind, rules in KINDS.items() if name in rules]
    keys = {key for kind in kinds for key in language.in_voices(f"how.{kind}")}
    for code in language.languages():
        words = language.load(code)
        for key, text in words.texts():
            if key in keys:
                beginning = bare(text.split("{")[0].replace("~", ""))
                # Lines may be broken by hyphens: only the beginning is compared.
                if len(beginning) >= 24:
                    yield beginning[:32]


_BEFORE = 2
"""So many pages before its first puzzle a section begins at most."""


def with_all_shown(ground: Geometry, named: Sequence[str]) -> Iterator[tuple[list[str], Geometry]]:
    """The geometries of a grid under those of some rules that say that all clues of a kind are shown.

    First by one of them in place of a rule that leaves it open, then by all of them together.
    """
    names = all_shown_rules(ground, named)
    for chosen in [*([name] for name in names if _rules_not_all_shown(ground, name)), names]:
        made = with_rules(ground, chosen) if chosen else None
        if made is not None:
            yield chosen, made


def _rules_not_all_shown(ground: Geometry, name: str) -> list[str]:
    """The rules of a grid whose clues may be all that there are by another rule, if it has all of these that are shown."""
    own, shown = set(RULES[name].clues), {CLUES[clue.kind] for clue in ground.clues or ()}
    rules = [RULES[other] for other in sorted(ground.rules)]
    open_ = [rule for rule in rules if not rule.unmarked and own.intersection(rule.clues)]
    return [rule.name for rule in open_ if shown.intersection(rule.clues) <= own]


def take_all_shown(section: Sequence[Judged], readings: Sequence[Reading], named: Sequence[str]) -> None:
    """Take the proper puzzles of a section for those with all clues shown where they are, and words say so.

    The words of the section decide, if they speak of either; else those of the book, whose rules of this sort are ``named``.
    Nothing is assumed: a puzzle that was proper stays so, with the same solution.
    """
    all_shown = [name for name, rule in RULES.items() if rule.unmarked]
    words = book = ""
    for one in section:
        for name in all_shown:
            if one.puzzle is None or one.verdict is None or one.verdict.solution is None:
                break
            ground = one.puzzle.geometry
            open_ = _rules_not_all_shown(ground, name)
            if not open_ or name not in all_shown_rules(ground, all_shown):
                continue
            words = words or _words(section, readings)
            if any(_speaks(words, other) for other in open_):
                continue
            if not _speaks(words, name):
                book = book or bare(" ".join(piece.text for page in readings[0].pages for piece in page.text))
                if name not in named or any(_speaks(book, other) for other in open_):
                    continue
            other_ground = with_rules(ground, [name])
            if other_ground is None:
                continue
            made = replace(one.puzzle, geometry=other_ground)
            (verdict,) = check_many([made])
            if verdict.solution is not None and verdict.solution == one.verdict.solution:
                one.puzzle, one.verdict = made, verdict


def _speaks(words: str, name: str) -> bool:
    return any(beginning in words for beginning in phrases(name))


def _words(section: Sequence[Judged], readings: Sequence[Reading]) -> str:
    """The words of the pages of a section, from that with its title on."""
    first, last = section[0].entry, section[-1].entry
    pages = readings[first.file].pages
    start = next(
        (at for at in range(first.page, max(first.page - _BEFORE, 0) - 1, -1) if counted(pages[at].text)), first.page
    )
    return bare(" ".join(piece.text for page in pages[start : last.page + 1] for piece in page.text))
