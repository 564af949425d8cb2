"""What the front matter says, as blocks of text in the book's language."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bookmaker.book.answers import Answered
from bookmaker.book.spec_book import Book
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.grid.geometry import SYMBOLS, Geometry
from bookmaker.language import Catalogue
from bookmaker.techniques.declare import Level
from bookmaker.typeset.grids import answer_picture, puzzle_picture
from bookmaker.typeset.style import Style
from bookmaker.typeset.text import Block, Figures, Writing, heading_of, text_of
from bookmaker.variants import RULES
from bookmaker.variants.cage_marks import cage_marks


def levels_of(puzzles: Sequence[GradedPuzzle]) -> list[str]:
    """The levels that occur, easiest first."""
    present = {stocked.grade.level for stocked in puzzles}
    return [str(level) for level in Level if str(level) in present]


def section_summary(words: Catalogue, puzzles: Sequence[GradedPuzzle], title: str) -> str:
    """Such as "60 puzzles · easy", or "12 puzzles · easy to hard"; "60 puzzles" where the title names the level already."""
    levels = levels_of(puzzles)
    names = [words.text(f"level_inline.{level}") for level in levels]
    if len(levels) == 1 and words.text(f"level.{levels[0]}").casefold() in title.casefold():
        return words.plural("section.count", len(puzzles))
    if len(names) == 1:
        return words.plural("section.summary", len(puzzles), level=names[0])
    return words.plural("section.summary_range", len(puzzles), lowest=names[0], highest=names[-1])


def copyright_paragraphs(words: Catalogue, book: Book) -> list[str]:
    """The copyright page from top to bottom."""
    holder = book.author or book.publisher
    lines = []
    if holder:
        key = "copyright.notice" if book.year else "copyright.notice_undated"
        lines.append(words.text(key, year=book.year, author=holder))
    lines += words.paragraphs("copyright.rights") if book.rights is None else [book.rights]
    lines.append(words.text("copyright.proof"))
    if book.publisher:
        lines.append(words.text("copyright.published_by", publisher=book.publisher))
    if book.isbn:
        lines.append(words.text("copyright.isbn", isbn=book.isbn))
    lines += [words.text("copyright.made_with")] if book.imprint else []
    return [line for line in lines if line]


def how_to_play(
    look: Style, words: Catalogue, puzzles: Sequence[GradedPuzzle], example: GradedPuzzle, parts: Sequence[Answered]
) -> list[Block]:
    """The rules of every kind of grid in the book, an example, ways to begin, what the levels mean, where the answers are.

    ``parts``: the sections, which say where their answers are.
    """
    ground = example.puzzle.geometry
    others = [g for g in dict.fromkeys(stocked.puzzle.geometry for stocked in puzzles) if g is not ground]
    base = "how.regions" if ground.regions else "how.killer_grid" if ground.caged else "how.classic"
    rules = words.paragraphs(base, **_shape(ground))
    # In a Killer the cages come before other sizes: without them the rules of the grid are half of the rules.
    rules += words.paragraphs("how.killer") if ground.caged else []
    blocks: list[Block] = [text_of(look, text) for text in rules]
    told = {ground.size}
    for geometry in sorted(others, key=lambda other: other.size):
        if geometry.size not in told and not geometry.regions:
            told.add(geometry.size)
            blocks.append(text_of(look, words.text("how.other_size", **_shape(geometry))))
    largest = max([ground, *others], key=lambda g: g.size)
    if largest.size > 9:
        blocks += [
            text_of(look, text)
            for text in words.paragraphs("how.letters", size=largest.size, last=SYMBOLS[largest.size - 1])
        ]
    caged = [g for g in [ground, *others] if g.caged]
    for key in rule_keys(words, ground, others):
        blocks += [text_of(look, text) for text in words.paragraphs(key)]
    puzzle, marks = example.puzzle, cage_marks(example.puzzle)
    pictures = (
        (puzzle_picture(ground, puzzle.givens, marks), words.text("how.example.puzzle")),
        (answer_picture(ground, puzzle.givens, example.solution), words.text("how.example.answer")),
    )
    blocks.append(Figures(look, pictures))
    blocks.append(heading_of(look, words.text("how.tips_title")))
    if caged:
        blocks += [_led(look, text) for text in words.paragraphs("how.killer_tips", **_sums(caged[0].size))]
    blocks += [_led(look, text) for text in words.paragraphs("how.tips")]
    blocks.append(heading_of(look, words.text("how.levels_title")))
    for level in levels_of(puzzles):
        lead = words.text("how.level_lead", level=words.text(f"level.{level}"))
        blocks.append(text_of(look, _level(words, level, puzzles), lead))
    blocks.append(heading_of(look, words.text("how.answers_title")))
    blocks += [text_of(look, text, lead) for lead, text in _where_answers_are(words, parts)]
    # Words of the user's own may be empty, to leave something out.
    return [block for block in blocks if not isinstance(block, Writing) or block.text or block.lead]


def _where_answers_are(words: Catalogue, parts: Sequence[Answered]) -> Iterator[tuple[str, str]]:
    """The sections with answers in one place, "" for all, and what is to be said of these answers."""
    places: dict[tuple[str, str], list[str]] = {}
    for part in parts:
        places.setdefault((part.answers.place_name, part.answers.show), []).append(part.section.title)
    for kind, titles in places.items():
        lead = words.text("how.answers.in_sections", sections=", ".join(titles)) if len(places) > 1 else ""
        yield lead, " ".join(words.text(f"how.answers.{key}") for key in kind)


def rule_keys(words: Catalogue, ground: Geometry, others: Sequence[Geometry]) -> list[str]:
    """The keys of the paragraphs on the rules of these grids that the text on the first grid has not given.

    A kind whose rules read better together has a text of its own; others have one for each rule.
    """
    said = {rule.name for rule in RULES.values() if (rule.cages and ground.caged) or (rule.regions and ground.regions)}
    names: list[str] = []
    for geometry in [ground, *others]:
        rules = [name for name in RULES if name in geometry.rules]
        own = [geometry.kind] if rules[1:] and f"how.{geometry.kind}" in words else []
        names += [name for name in rules if not own or RULES[name].cages] + own
    return [f"how.{name}" for name in dict.fromkeys(names) if name not in said]


KILLER_LEVELS = ("easy", "medium", "hard")
"""Those at which Killers ask for something else than classic puzzles."""


def _level(words: Catalogue, level: str, puzzles: Sequence[GradedPuzzle]) -> str:
    """What a level means for the puzzles of the book that have it."""
    caged = {stocked.puzzle.geometry.caged for stocked in puzzles if stocked.grade.level == level}
    told = [words.text(f"how.level.{level}")] if False in caged or level not in KILLER_LEVELS else []
    if True in caged and level in KILLER_LEVELS:
        told.append(words.text(f"how.killer_level.{level}"))
    return " ".join(told)


def _shape(geometry: Geometry) -> dict[str, object]:
    height, width = geometry.box
    return {"size": geometry.size, "height": height, "width": width}


def _sums(size: int) -> dict[str, object]:
    return {"total": size * (size + 1) // 2, "two_most": 2 * size - 1, "two_low": size - 1, "two_high": size}


def _led(look: Style, text: str) -> Writing:
    """A paragraph whose beginning is set bold: in the catalogue it stands between asterisks."""
    lead, _, rest = text.removeprefix("*").partition("* ") if text.startswith("*") else ("", "", text)
    return text_of(look, rest, lead)
