"""The puzzles that show rules and lessons: made for them, so that none of the book's own is given away."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from bookmaker.base.errors import UnmetError, UsageError
from bookmaker.base.language import Catalogue
from bookmaker.base.seeds import seed_for
from bookmaker.logic.generation.defaults import BOOK_SYMMETRY, DIFFICULTY
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, Memory, Seen, made_puzzle
from bookmaker.logic.generation.order import Order, level_named
from bookmaker.logic.grading import known
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.declare import Step
from bookmaker.publishing.book.making.dressing import dressed_in, section_place
from bookmaker.publishing.book.making.stock import lesson_puzzles, of_section
from bookmaker.publishing.book.pages.openers import SINGLE_NAMES, picture_of
from bookmaker.publishing.book.pages.page_fit import MOST_GRIDS
from bookmaker.publishing.book.pages.slots import in_letters, in_symbols, symbols_of
from bookmaker.publishing.book.pages.technique_chapter import Worked
from bookmaker.publishing.book.spec.section_keys import EXAMPLE, WORD, parts
from bookmaker.publishing.book.spec.spec_file import Lesson, Spec
from bookmaker.publishing.explain.chain_words import arguments
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import BRIEF, TEACH, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.rules import geometry

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
    return len(picture_of(worked).geometry.corners) if worked.explained.position.geometry.overlapping else 1


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
