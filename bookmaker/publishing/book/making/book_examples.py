"""The examples of a book: puzzles made to show rules and lessons, and the step that shows each technique which its puzzles need.

Puzzles are made for rules and lessons, so that none of the book's own is given away.

The example of a technique is the first place where a puzzle made for it needs it; where none is soon made, a disguised copy of
the first puzzle of the book that does, in the kind and size in which most puzzles need it. Of a round with several instances it
is the one that comes first; of several grids, of those that lie in as few grids as any.

An example is a grid in the midst of its solution. A puzzle without a printed answer, such as a prize puzzle, is none where others
need the technique, and never where its copy would be recognised: cages, regions and clues stay what they are when turned.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from functools import cache, lru_cache

from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.base.language import Catalogue
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Memory, Seen, made_puzzle, made_puzzles
from bookmaker.logic.generation.order import Order, level_named
from bookmaker.logic.generation.order_fields import BOOK_SYMMETRY, DIFFICULTY
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import BY_NAME, CAGES, CLUES, RELATIONS, SINGLES, TECHNIQUES, engine, named
from bookmaker.logic.techniques.declare import Level, Step, Technique
from bookmaker.logic.techniques.requirements import Path
from bookmaker.printing.grids.symbols import Symbols
from bookmaker.publishing.book.making.dressing import dressed_in, section_place
from bookmaker.publishing.book.making.stock import lesson_puzzles, of_section
from bookmaker.publishing.book.pages.openers import SINGLE_NAMES
from bookmaker.publishing.book.pages.openers import picture_of as lesson_picture
from bookmaker.publishing.book.pages.page_fit import MOST_GRIDS
from bookmaker.publishing.book.pages.slots import in_letters, in_symbols, symbols_of
from bookmaker.publishing.book.pages.technique_chapter import Worked, picture_of
from bookmaker.publishing.book.spec.section_keys import EXAMPLE, WORD, parts
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec
from bookmaker.publishing.explain.chain_words import arguments
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.readers_path import readers_path
from bookmaker.publishing.explain.solution_path import BRIEF, TEACH, ExplainedStep, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.automorphisms import relabellings, turns
from bookmaker.puzzles.grid.geometry import BOXES, Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.grid.symmetry import Symmetry, maps, symmetries_of
from bookmaker.puzzles.rules import CLASSIC, geometry

Kind = tuple[frozenset[str], int]
"""The rules of a grid and its size."""


def rule_examples(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], words: Catalogue) -> list[GradedPuzzle]:
    """The examples of the rules, that of the usual grid first, each in the symbols that most puzzles of its grid have.

    Where none can be made, they are puzzles of the book: of those without a printed answer only if there are no others.
    """
    first = spec.look.voice == "child"
    usual = rule_example(sections, spec.seed, first=first)
    open_ = [
        own for part, own in zip(spec.sections, sections, strict=True) if part.answers.within(spec.answers).printed
    ]
    kept = {id(one) for own in sections for one in own} - {id(one) for own in open_ for one in own}
    if id(usual) in kept and open_:
        usual = rule_example(open_, spec.seed, first=first)
    further = [one for one in further_examples(sections, spec.seed, usual) if id(one) not in kept]
    return [_in_usual_symbols(spec, sections, words, one) for one in (usual, *further)]


def _in_usual_symbols(
    spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], words: Catalogue, example: GradedPuzzle
) -> GradedPuzzle:
    ground = example.puzzle.geometry
    wishes = [
        (section.symbols or spec.design.symbols, section_place(spec, section))
        for section, puzzles in zip(spec.sections, sections, strict=True)
        for stocked in puzzles
        if (stocked.puzzle.geometry.rules, stocked.puzzle.geometry.size) == (ground.rules, ground.size)
    ]
    wish, place = max(dict.fromkeys(wishes), key=wishes.count)
    return (
        in_letters(example)
        if wish is None
        else in_symbols(example, wish, words, place, seed_for(spec.seed, EXAMPLE, WORD))
    )


def rule_example(sections: Sequence[Sequence[GradedPuzzle]], seed: int, *, first: bool = False) -> GradedPuzzle:
    """An easy puzzle of the book's usual grid. ``seed`` is the book's; ``first``: of the grid that the book begins with.

    Usual is the kind that most puzzles have among those of the ground, size and boxes, that most puzzles have.
    """
    own = [stocked for section in sections for stocked in section]
    grounds = [_outline(stocked.puzzle.geometry) for stocked in own]
    usual = grounds[0] if first else max(dict.fromkeys(grounds), key=grounds.count)
    kinds = [_kind(stocked) for stocked, ground in zip(own, grounds, strict=True) if ground == usual]
    return _easy_puzzle(own, max(dict.fromkeys(kinds), key=kinds.count), seed_for(seed, EXAMPLE))


def further_examples(
    sections: Sequence[Sequence[GradedPuzzle]], seed: int, usual: GradedPuzzle
) -> Iterator[GradedPuzzle]:
    """One of each other kind whose rule is best shown: those with clues, and those of several grids. Then one of each that shades
    cells, draws lines or has regions of its own, for which the pages may have room; and of Killers.
    """
    own = [stocked for section in sections for stocked in section]
    shown = [stocked for stocked in own if stocked.puzzle.geometry.clued or stocked.puzzle.geometry.overlapping]
    shown += [stocked for stocked in own if stocked.puzzle.geometry.marks or stocked.puzzle.geometry.regions]
    shown += [stocked for stocked in own if stocked.puzzle.geometry.caged]
    for number, kind in enumerate(dict.fromkeys(_kind(stocked) for stocked in shown), 1):
        if kind != _kind(usual):
            yield _easy_puzzle(own, kind, seed_for(seed, EXAMPLE, number))


def _outline(one: Geometry) -> tuple[int, bool, bool, bool]:
    return one.size, one.boxed, bool(one.regions), one.overlapping


def _kind(stocked: GradedPuzzle) -> Kind:
    return stocked.puzzle.geometry.rules, stocked.puzzle.geometry.size


def _easy_puzzle(own: Sequence[GradedPuzzle], kind: Kind, seed: int) -> GradedPuzzle:
    """An easy puzzle of a kind, else one of the easiest level that the book has of it; its own easiest as a last resort."""
    alike = [stocked for stocked in own if _kind(stocked) == kind]
    easiest = min(alike, key=lambda stocked: stocked.grade.score)
    for level in dict.fromkeys((DIFFICULTY, easiest.grade.level)):
        made = _made_once(*kind, level, seed)
        if made is not None:
            return made
    return easiest


@lru_cache(maxsize=128)
def _made_once(rules: frozenset[str], size: int, level: str, seed: int) -> GradedPuzzle | None:
    """Remembered, because a preview plans the same book again and again. None where no such puzzle exists."""
    try:
        return made_puzzle(Order(geometry(rules, size), level_named(level), BOOK_SYMMETRY), seed)
    except (UsageError, UnmetError):
        return None


_EXAMPLES = -3
"""Seeds of examples have this before the part of the section."""


def lesson_examples(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    jobs: int,
    memory: Memory | None = None,
    until: int | None = None,
) -> dict[int, list[Worked]]:
    """Two examples for each lesson, by the index of its section: one to show, one to try.

    ``sections``: the puzzles of the book, none of which is an example. Lessons after the section ``until`` have those of the
    first lesson, for a draft that does not show them. Raises UnmetError.
    """
    taught = any(isinstance(section, Lesson) for section in spec.sections)
    seen = Seen(stocked.puzzle for section in sections if taught for stocked in section)
    found: dict[int, list[Worked]] = {}
    for index, (part, section) in enumerate(zip(parts(spec.sections), spec.sections, strict=True)):
        if not isinstance(section, Lesson):
            continue
        if found and until is not None and index > until:
            found[index] = next(iter(found.values()))
        else:
            found[index] = _two(spec, section, part, jobs, seen, memory)
    return found


def _two(spec: Spec, lesson: Lesson, part: int, jobs: int, seen: Seen, memory: Memory | None) -> list[Worked]:
    """The examples of a lesson. Of several grids further ones are made where a step needs more than pages are checked to hold."""
    found: list[Worked] = []
    for turn in range(_TURNS):
        own = seed_for(_EXAMPLES, part, *[turn] * (turn > 0))
        made = of_section(lesson, lesson_puzzles(lesson, _SHOWN, spec.seed, jobs, own, seen, memory=memory))
        try:
            dressed = dressed_in(spec, lesson, list(made), part)
        except UnmetError:
            if not found:
                raise
            break
        found += [_worked(stocked, lesson.lesson, spec.catalogue) for stocked in dressed]
        if sum(_grids(one) <= MOST_GRIDS for one in found) >= _SHOWN:
            break
    return sorted(found, key=lambda one: max(_grids(one), MOST_GRIDS))[:_SHOWN]


_SHOWN, _TURNS = 2, 8
"""The examples of a lesson, and how many times such are made; hardly any step lies in more grids than two."""


def _grids(worked: Worked) -> int:
    """How many grids the picture of an example shows."""
    return len(lesson_picture(worked).geometry.corners) if worked.explained.position.geometry.overlapping else 1


def untaught_notes(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]]) -> Iterator[str]:
    """A note for each lesson whose puzzles need techniques that no lesson before it teaches."""
    for section, puzzles in zip(spec.sections, sections, strict=True):
        if isinstance(section, Lesson):
            used = {name for stocked in puzzles for name in stocked.grade.techniques}
            untaught = [name for name in section.untaught if name in used]
            if untaught:
                yield f"the lesson `{section.lesson}`: puzzles also need {', '.join(untaught)}, which no lesson before it teaches"


def _worked(stocked: GradedPuzzle, technique: str, words: Catalogue) -> Worked:
    """The step to show of a puzzle that needs a technique: the smallest, and of these one that has few others beside it.

    Of several grids, one that lies in as few as there are.
    """
    puzzle = stocked.puzzle
    speaker, position = Speaker(words, puzzle.geometry, symbols_of(stocked)), Position.of(puzzle)

    def example_of(number: int, step: Step, before: Position) -> Worked:
        # A pattern can be seen in its picture; of a single and of a chain, words alone say what follows from what.
        register = TEACH if technique in SINGLE_NAMES or arguments(step, before) else BRIEF
        return Worked(BY_NAME[technique], explained_step(step, number, before, speaker, register))

    found: list[tuple[tuple[int, int, int], tuple[int, Step, Position]]] = []
    way = engine.rounds(puzzle.geometry, puzzle.givens, known(puzzle), cages=puzzle.cages)
    for number, steps in enumerate(way, 1):
        for step in steps if steps[0].technique == technique else ():
            one = number, step, position
            found.append(((_grids(example_of(*one)), len(step.pattern), len(steps)), one))
        position = position.after(steps)
    return example_of(*min(found, key=lambda one: one[0])[1])


# The same puzzle in other clothes: turned, its lines exchanged and its digits renamed, as the rules of its grid allow.
#
# Whatever solves one solves the other, step by step; but nobody who looks at one sees the other in it. The chapter of
# techniques takes its examples from such copies, so that it gives away nothing of the book's own puzzles.


def disguised(puzzle: Puzzle, seed: int) -> Puzzle:
    """A copy of a puzzle with its cells and digits exchanged, without its name and source; the same for the same seed."""
    geometry = puzzle.geometry
    size = geometry.size
    complement, same = list(range(size, 0, -1)), list(range(1, size + 1))
    # Sums keep their values only if each digit d becomes size + 1 - d.
    renamings = [complement, same] if puzzle.cages else [_shuffled(same, seed, 0), complement, same]
    places, allowed = next(_ways(puzzle, seed)), relabellings(geometry)
    renamed = next(digits for digits in renamings if allowed is None or [0, *digits] in allowed.tolist())

    def sum_of(total: int, cells: int) -> int:
        return cells * (size + 1) - total if renamed == complement else total

    givens = bytearray(len(puzzle.givens))
    for cell, digit in enumerate(puzzle.givens):
        givens[places[cell]] = renamed[digit - 1] if digit else 0
    cages = tuple(
        Cage(
            tuple(sorted(places[cell] for cell in cage.cells)),
            None if cage.sum is None else sum_of(cage.sum, len(cage.cells)),
        )
        for cage in puzzle.cages
    )
    return Puzzle(geometry, bytes(givens), cages=cages)


def _ways(puzzle: Puzzle, seed: int) -> Iterator[Sequence[int]]:
    """Where each cell may go: lines exchanged within their bands and stacks, the grid turned or mirrored, or left."""
    geometry, size = puzzle.geometry, puzzle.geometry.size
    # Exchanged lines would tear cages apart.
    if geometry.bands is not None and not puzzle.cages:
        height, width = geometry.bands
        rows, columns = _exchanged(size, height, seed, 1), _exchanged(size, width, seed, 2)
        yield [rows[cell // size] * size + columns[cell % size] for cell in range(size * size)]
    symmetries: tuple[Symmetry, ...] = ("rotational", "mirror", "diagonal", "quarter-turn")
    kept = turns(geometry).tolist()
    existing = (symmetry for symmetry in symmetries if symmetry in symmetries_of(geometry))
    yield from (places for symmetry in existing for places in maps(symmetry, geometry)[1:] if list(places) in kept)
    yield list(range(geometry.cell_count))


def _exchanged(size: int, deep: int, seed: int, part: int) -> list[int]:
    """Lines in another order: bands exchanged, and the lines of each band."""
    bands = _shuffled(range(0, size, deep), seed, part)
    return [line for first in bands for line in _shuffled(range(first, first + deep), seed, part)]


def _shuffled(things: Sequence[int], seed: int, part: int) -> list[int]:
    return sorted(things, key=lambda thing: seed_for(seed, part, thing))


def worked_examples(
    puzzles: Sequence[GradedPuzzle],
    words: str | Catalogue,
    seed: int,
    *,
    own: bool = False,
    unanswered: Collection[int] = (),
) -> list[Worked]:
    """The example of each technique that the puzzles need, easiest first. ``puzzles``: all of the book, in its order.

    ``words`` is a language, or the catalogue of a book. ``own``: whether examples come from the book's own puzzles; else
    only where none is soon made. ``unanswered``: the indices of puzzles without a printed answer. A technique that only these
    need has no example if none is soon made and a copy would give one of them away.
    """
    wanted: dict[int, list[str]] = {}
    for name, index in _first_needing(puzzles, unanswered):
        wanted.setdefault(index, []).append(name)
    found: dict[str, Worked] = {}
    for index, names in wanted.items():
        copy = disguised(puzzles[index].puzzle, seed_for(seed, EXAMPLE, index))
        shows: dict[Puzzle, tuple[str, ...]] = {}
        for name in names:
            if index in unanswered:
                shown = _made_apart(name, copy.geometry, seed) or (None if _is_recognised(copy) else copy)
            else:
                shown = (None if own or copy.cages else _made_for(name, copy.geometry, seed)) or copy
            if shown is not None:
                shows[shown] = (*shows.get(shown, ()), name)
        for shown, some in shows.items():
            for technique, explained in first_steps(shown, some, words, symbols_of(puzzles[index])):
                found[technique.name] = Worked(technique, explained)
    easiest_first = sorted((*SINGLES, *CAGES, *RELATIONS, *CLUES, *TECHNIQUES[len(SINGLES) :]), key=lambda t: t.level)
    return [found[technique.name] for technique in easiest_first if technique.name in found]


def _first_needing(puzzles: Sequence[GradedPuzzle], unanswered: Collection[int]) -> Iterator[tuple[str, int]]:
    """Each technique, and the first puzzle that needs it of the kind and size in which the most puzzles do.

    Puzzles without a printed answer count only for techniques that no others need.
    """
    answered = {name for index, one in enumerate(puzzles) if index not in unanswered for name in one.grade.techniques}
    needing: dict[str, dict[tuple[str, int], list[int]]] = {}
    for index, stocked in enumerate(puzzles):
        ground = stocked.puzzle.geometry
        for name in stocked.grade.techniques:
            if index in unanswered and name in answered:
                continue
            needing.setdefault(name, {}).setdefault((ground.kind, ground.size), []).append(index)
    for name, kinds in needing.items():
        yield name, max(kinds.values(), key=len)[0]


@cache
def _made_for(name: str, ground: Geometry, seed: int) -> Puzzle | None:
    """A puzzle whose hardest step is a technique; None where none is soon made, and for singles, which any puzzle shows."""
    if BY_NAME[name].level <= Level.EASY or ground.regions or ground.clued or ground.size > _USUAL:
        return None
    return puzzle_for(name, ground, seed_for(seed, EXAMPLE, list(BY_NAME).index(name)))


@cache
def _made_apart(name: str, ground: Geometry, seed: int) -> Puzzle | None:
    """A puzzle whose hardest step is a technique, also a single, on a grid like this or on a plain one; None where none is soon
    made.
    """
    grounds = [] if ground.caged or ground.regions or ground.clued or ground.overlapping else [ground]
    # Symbols of a grid with blank cells have one that no other grid can do with.
    if ground.size in BOXES and not ground.blank:
        grounds.append(geometry(CLASSIC, ground.size, box=ground.own_box))
    own = seed_for(seed, EXAMPLE, list(BY_NAME).index(name))
    tried = (puzzle_for(name, one, own) for one in dict.fromkeys(grounds) if one.size <= _USUAL)
    return next((made for made in tried if made is not None), None)


def _is_recognised(copy: Puzzle) -> bool:
    """Whether a reader soon sees whose copy it is: its lines could not be exchanged, and it is only turned and relabelled."""
    return bool(copy.cages) or copy.geometry.bands is None


def puzzle_for(name: str, ground: Geometry, seed: int) -> Puzzle | None:
    """A puzzle whose hardest step is a technique; None where none is soon made."""
    try:
        order = Order(ground, path=Path(hardest=name), attempts=_ATTEMPTS)
    except UsageError:
        return None
    (made,) = made_puzzles(order, [seed])
    return None if isinstance(made, UnmetError) else made.puzzle


_ATTEMPTS = 3000
"""Attempts at a puzzle. On classic, X and windoku grids of 9x9 they took 0.6 seconds at the most for any technique up to
diabolical, a third in the median or less, whether one was made or not; for forcing nets a second on classic grids, and up to a
minute on X. Where proofs are dear what is rare takes as long: a locked triple of non-consecutive 28 seconds.
"""

_USUAL = 9
"""Attempts at a larger grid take longer."""


@lru_cache(256)
def first_steps(
    puzzle: Puzzle, names: tuple[str, ...], words: str | Catalogue, symbols: Symbols
) -> Sequence[tuple[Technique, ExplainedStep]]:
    """The first steps of techniques, remembered for the next plan of the book: a Killer of a book takes seconds."""
    return tuple(_first_steps(puzzle, names, Speaker(words, puzzle.geometry, symbols)))


def _first_steps(puzzle: Puzzle, names: Sequence[str], speaker: Speaker) -> Iterator[tuple[Technique, ExplainedStep]]:
    """The first step of each technique on the reader's path; of those that are not on it, on the grade's path."""
    techniques = known(puzzle)
    wanted = {technique.name: technique for technique in techniques if technique.name in names}
    for number, (step, before, _) in enumerate(readers_path(puzzle, techniques), 1):
        technique = wanted.pop(step.technique, None)
        if technique is not None:
            yield technique, _explained(step, number, before, speaker)
        if not wanted:
            return
    position = Position.of(puzzle)
    way = engine.rounds(puzzle.geometry, puzzle.givens, techniques, cages=puzzle.cages)
    for number, steps in enumerate(way, 1):
        technique = wanted.pop(steps[0].technique, None)
        if technique is not None:
            some = steps if puzzle.geometry.overlapping else steps[:1]
            found = [_explained(step, number, position, speaker) for step in some]
            yield technique, min(found, key=lambda one: len(picture_of(Worked(technique, one)).geometry.corners))
        if not wanted:
            return
        position = position.after(steps)


def _explained(step: Step, number: int, position: Position, speaker: Speaker) -> ExplainedStep:
    """A step in words; a chain line by line, and a single with its reasons, unless some of these are candidates removed before,
    which nobody sees.
    """
    if BY_NAME[step.technique] in SINGLES:
        taught = explained_step(step, number, position, speaker, TEACH)
        if all(reason.kind != "removed" for reason in taught.reasons):
            return taught
    return explained_step(step, number, position, speaker, TEACH if arguments(step, position) else BRIEF)


def chosen(
    examples: Sequence[Worked],
    puzzles: Sequence[GradedPuzzle],
    least: Level | None,
    most: int | None,
    only: Sequence[str] = (),
) -> list[Worked]:
    """Those from a level on, at most so many, in their order; all that are named in ``only``, if there is any.

    The readers of each kind and size meet the techniques of one level after another. Each of these groups of puzzles has a share
    of the chapter: what most of a group need counts the less, the more of what it needs is taken (the quotients of Sainte-Laguë).
    """
    if only:
        names = {technique.name for name in only for technique in named(name)}
        return [worked for worked in examples if worked.technique.name in names]
    some = [worked for worked in examples if least is None or worked.technique.level >= least]
    kept = [] if most is None or most >= len(some) else _shared_out([one.technique for one in some], puzzles, most)
    return [worked for worked in some if worked.technique in kept] if kept else some


def unneeded(only: Sequence[str], puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The names in ``only`` of which no puzzle needs any technique, so that the chapter has no example of them."""
    needed = {name for stocked in puzzles for name in stocked.grade.techniques}
    return [name for name in only if not needed.intersection(technique.name for technique in named(name))]


def _shared_out(techniques: Sequence[Technique], puzzles: Sequence[GradedPuzzle], most: int) -> list[Technique]:
    """So many of the techniques, as the groups of puzzles that need them take their turns."""
    groups: dict[tuple[str, int, Level], Counter[str]] = {}
    sizes: Counter[tuple[str, int, Level]] = Counter()
    for stocked in puzzles:
        ground, needed = stocked.puzzle.geometry, stocked.grade.techniques
        own = [technique for technique in techniques if technique.name in needed]
        keys = {technique: (ground.kind, ground.size, technique.level) for technique in own}
        for technique, key in keys.items():
            groups.setdefault(key, Counter())[technique.name] += 1
        sizes.update(set(keys.values()))
    taken: list[Technique] = []
    left = list(techniques)
    while left and len(taken) < most:
        # A technique that few of a group need counts little of its share.
        had = {key: sum(counts[one.name] for one in taken) / sizes[key] for key, counts in groups.items()}
        best = {key: max(counts[one.name] for one in left) / (1 + 2 * had[key]) for key, counts in groups.items()}
        first = max(best, key=lambda key: best[key], default=None)
        wanted = Counter[str]() if first is None else groups[first]
        # Of techniques that as many puzzles need the easiest is taken; of those that none needs, too.
        taken.append(max(left, key=lambda one: wanted[one.name]))
        left.remove(taken[-1])
    return taken
