"""Pages of rules as text, from puzzles that nobody made."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from types import SimpleNamespace

from bookmaker.base.errors import Place
from bookmaker.base.language import Catalogue, load
from bookmaker.base.schema import Node
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.generation.region_maps import region_map
from bookmaker.printing.grids.symbols import Symbols
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.printing.text.text_blocks import Figures, Paragraph, heading_of
from bookmaker.publishing.book.making.stock import as_graded
from bookmaker.publishing.book.pages.answers import Answered
from bookmaker.publishing.book.pages.front_matter import how_to_play
from bookmaker.publishing.book.pages.slots import Dressed
from bookmaker.publishing.book.spec.section_keys import Answers
from bookmaker.publishing.book.spec.symbol_keys import SymbolWish
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.grid.relations import Clue
from bookmaker.puzzles.rules import geometry

WORDS = load("en")
LOOK = style.find()
NODE = Node("mapping", Place("book.yaml", 1, 1))
ROWS = {size: tuple(cell // size for cell in range(size * size)) for size in (4, 6, 9)}
BULBS = (Clue("thermometer", (0, 1, 2)),)


def ground_of(kind: str = "classic", size: int = 9) -> Geometry:
    if kind == "toroidal":
        return geometry(kind, size, region_map(size, 0, beyond=True))
    clues = BULBS if "thermometers" in kind else None
    return geometry(kind, size, ROWS[size] if "jigsaw" in kind else None, clues)


def puzzle(kind: str = "classic", size: int = 9, level: str = "easy", given: int = 0) -> GradedPuzzle:
    ground = ground_of(kind, size)
    cages = (Cage((0, 1), 3),) if ground.caged else ()
    return as_graded(Puzzle(ground, bytes([given, *bytes(ground.cell_count - 1)]), cages=cages), level)


def part(puzzles: Sequence[GradedPuzzle], title: str = "S", place: str = "back", show: str = "grid") -> Answered:
    answers = Answers(node=NODE, place_name=place, show=show)  # type: ignore[arg-type]
    section = SimpleNamespace(title=title, cages="dashed")
    return Answered.of(section, puzzles, range(1, 1 + len(puzzles)), answers)  # type: ignore[arg-type]


def told(
    puzzles: Sequence[GradedPuzzle],
    further: Sequence[GradedPuzzle] = (),
    parts: Sequence[Answered] = (),
    look: Style = LOOK,
    words: Catalogue = WORDS,
    opened: Collection[frozenset[str]] = (),
) -> list[str]:
    """Headings behind a number sign, paragraphs behind their lead, with ``>`` where what follows stays with them, and pictures as
    their kinds.
    """
    heading = heading_of(look, "").face
    blocks = how_to_play(look, words, puzzles, puzzles[0], parts or [part(puzzles)], further, (), opened)
    found = []
    for block in blocks:
        if isinstance(block, Figures):
            shown = [f"{one.geometry.kind} {one.geometry.size}: {caption}" for one, caption in block.pictures]
            found.append(f"[{' | '.join(shown)}]")
        else:
            assert isinstance(block, Paragraph)
            marks = "# " if block.face is heading else f"{block.lead} | " if block.lead else ""
            found.append(marks + block.text + (" >" if block.keep_with_next and marks != "# " else ""))
    return found


def say(key: str, *, sums: bool = False, **fields: object) -> list[str]:
    """``sums``: in a book with some."""
    texts = WORDS.paragraphs(key, **fields, no_sums="" if sums else WORDS.text("how.no_sums"))
    return [text.rstrip(" ") for text in texts]


def tips(key: str, **fields: object) -> list[str]:
    """Paragraphs whose beginning stands between asterisks."""
    return [" | ".join(text.removeprefix("*").split("* ", 1)) for text in say(key, **fields)]


DIGITS = "a digit from 1 to\N{NO-BREAK SPACE}9"
NINE = {"size": 9, "height": 3, "width": 3, "range": DIGITS}
EXAMPLE = "[classic 9: Puzzle | classic 9: Answer]"


def letters_of(size: int, name: str = "letters") -> Symbols:
    return SymbolWish(name).made(size, WORDS)


def in_letters(one: GradedPuzzle, name: str = "letters") -> GradedPuzzle:
    return Dressed(one.puzzle, one.solution, one.grade, one.seed, letters_of(one.puzzle.geometry.size, name))
