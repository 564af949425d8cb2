"""Styles: everything about the look of a book, as one validated file of ``layouts/styles/``.

The drawing code has no measures of the look. A style may have a ``base``, and says only the differences;
``classic`` has none and holds every key.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from pathlib import Path
from typing import get_args

from bookmaker.base import language, resources, schema
from bookmaker.base.errors import SpecError
from bookmaker.base.schema import Nested, key
from bookmaker.base.units import INCH
from bookmaker.printing.styles import fonts, style_pages, style_parts
from bookmaker.printing.styles.fonts import Face, Role
from bookmaker.printing.styles.style_pages import Opening

FOLDER = "layouts/styles"
_NARROW, _WIDE = 5 * INCH, 7 * INCH
USUAL = "classic"
NAMES = schema.ListOf(schema.Text(most=100, wanted="the name of a layout"), least=1)


_LARGE_PRINT = 16.0
"""Points of the least type of large print."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Style(schema.Record):
    """The look of a book. Lengths are points."""

    about: str = key(schema.Text(most=200), "The use of the style, in a line.")
    puzzle_layouts: tuple[str, ...] = key(
        NAMES, "Layouts for puzzles where a spec names none: the first that fits the page."
    )
    answer_layouts: tuple[str, ...] = key(NAMES, "The same for answers.")
    fewest_answers: int = key(
        schema.Integer(1, 100),
        "Few answers take a later one of these layouts that still holds so many on a page, if that takes no more pages.",
    )
    larger_answers: float = key(
        schema.Number(1, 10), "By how much a later layout must make few answers larger, to be taken."
    )
    voice: str = key(schema.Choice(*language.VOICES), "Whom the rules of the game speak to.")
    faces: style_parts.Faces = key(Nested(style_parts.Faces), "The font file of each role.")
    type: style_parts.TypeScale = key(Nested(style_parts.TypeScale), "What holds for all type.")
    writing: style_parts.Writings = key(Nested(style_parts.Writings), "Running text.")
    head: style_parts.Running = key(Nested(style_parts.Running), "The running head.")
    folio: style_parts.Running = key(Nested(style_parts.Running), "The page number.")
    page: style_parts.Pages = key(Nested(style_parts.Pages), "All pages.")
    labels: style_parts.Labels = key(Nested(style_parts.Labels), "The labels above and below a grid.")
    puzzle_foot: style_parts.PuzzleFeet = key(
        Nested(style_parts.PuzzleFeet), "The foot of a puzzle: facts of it, a hint, a line for the time."
    )
    grid: style_parts.Grids = key(Nested(style_parts.Grids), "Lines and digits of grids.")
    colours: style_parts.Colours = key(Nested(style_parts.Colours), "Colours of the interior.")
    symbols: style_pages.SymbolSizes = key(
        Nested(style_pages.SymbolSizes), "Symbols other than digits, and the row of them above a puzzle."
    )
    cards: style_pages.Cards = key(Nested(style_pages.Cards), "How to play in pictures.")
    reward: style_pages.Rewards = key(Nested(style_pages.Rewards), "The page that rewards who has solved the book.")
    cages: style_parts.Cages = key(Nested(style_parts.Cages), "Cages of Killers.")
    title_page: style_pages.TitlePages = key(Nested(style_pages.TitlePages), "The title page.")
    small_print: style_pages.SmallPrint = key(Nested(style_pages.SmallPrint), "The copyright page.")
    contents: style_pages.Contents = key(Nested(style_pages.Contents), "The contents.")
    opener: style_pages.Openers = key(Nested(style_pages.Openers), "The page that opens a section.")
    motifs: style_pages.Motifs = key(Nested(style_pages.Motifs), "Puzzles as patterns, on title page and openers.")
    ornament: style_pages.Ornaments = key(Nested(style_pages.Ornaments), "Ornament from the data of puzzles.")
    own_pages: style_pages.OwnPages = key(Nested(style_pages.OwnPages), "Pages of your own.")
    notes: style_pages.NotesPages = key(Nested(style_pages.NotesPages), "Pages for notes.")
    name_line: style_pages.NameLines = key(Nested(style_pages.NameLines), "The line for a name above puzzles.")
    thread: style_pages.Threads = key(Nested(style_pages.Threads), "The thread through a child's book.")
    cut_lines: style_pages.CutLines = key(Nested(style_pages.CutLines), "Lines to cut pages into cards.")
    figures: style_pages.FigurePair = key(Nested(style_pages.FigurePair), "The example of the rules.")
    foot: style_pages.Feet = key(Nested(style_pages.Feet), "Answers at the foot of a page.")
    hints: style_pages.HintPages = key(Nested(style_pages.HintPages), "Hints at the back.")
    clues: style_pages.Clues = key(Nested(style_pages.Clues), "Clues on borders, in cells and along them.")
    lessons: style_pages.Lessons = key(Nested(style_pages.Lessons), "Lessons.")
    combinations: style_pages.Combinations = key(Nested(style_pages.Combinations), "Cage combinations.")
    tables: style_parts.Tables = key(Nested(style_parts.Tables), "Tables in columns.")
    diagrams: style_pages.DiagramRows = key(Nested(style_pages.DiagramRows), "Pictures of deductions.")
    candidates: style_pages.Candidates = key(Nested(style_pages.Candidates), "Candidates, and marks on them.")
    charts: style_pages.Charts = key(Nested(style_pages.Charts), "Charts of distributions.")
    jumps: style_pages.Jumps = key(Nested(style_pages.Jumps), "Links at the foot of pages on a screen.")
    sheets: style_pages.Sheets = key(Nested(style_pages.Sheets), "Pages of their own, without a spec.")
    days: style_pages.Days = key(Nested(style_pages.Days), "The puzzle of one day, and the sheet of a month.")

    own: Mapping[Role, Path] = field(default_factory=dict)
    folder: Path | None = None
    language: str = ""

    def face(self, role: Role) -> Face:
        """The face of a role. Raises ResourceError if its file is missing or unusable."""
        found = self._known.get(role)
        if found is None:
            mine = self.own.get(role)
            name, place = getattr(self.faces, role), self.faces.place(role)
            found = fonts.own(mine) if mine else fonts.load(name, self.folder, place)
            found = fonts.kerned(found) if self.type.kerning else found
            self._known[role] = found
        return found

    @cached_property
    def _known(self) -> dict[Role, Face]:
        return {}

    @property
    def in_large_print(self) -> bool:
        """Whether no type is smaller than that of large print, as associations of the blind have it."""
        return self.type.least >= _LARGE_PRINT

    def in_fonts(self, own: Mapping[Role, Path]) -> Style:
        """The same look in other fonts for some roles."""
        return replace(self, own=own) if own else self

    def in_language(self, code: str) -> Style:
        """The same look for texts of a language, whose words are divided where lines are short."""
        return replace(self, language=code)

    def outer_margin(self, width: float) -> float:
        """The outer margin of a page of this width, both in points."""
        narrow, usual, wide = self.page.outside
        return narrow if width < _NARROW else usual if width <= _WIDE else wide

    def opened_by(self, opening: Opening) -> Style:
        """The same look with something else that opens a section."""
        return replace(self, opener=replace(self.opener, where=opening))

    def all_faces(self) -> list[Face]:
        """The face of each role, each once."""
        return list(dict.fromkeys(self.face(role) for role in get_args(Role)))

    def scale_for(self, width: float) -> float:
        """How much larger type is set in an area of this width, so that lines do not grow too long for the eye."""
        return min(max(width / self.type.grow_beyond, 1.0), self.type.grow_most)


def find(name: str = USUAL, beside: Path | None = None) -> Style:
    """The style of that name or file. Raises SpecError, with all faults of its file."""
    path = path_of(name, beside)
    if path is None:
        raise SpecError(f"there is no style {name!r}; there are {', '.join(names())}")
    return _load(path) if name.endswith(_ENDS) else shipped(path)


def _load(path: Path) -> Style:
    made = schema.load_layered(Style, path, lambda base: path_of(base, path.parent), names())
    return replace(made, folder=path.parent)


@cache
def shipped(path: Path) -> Style:
    """The style of a file that comes with the program, read once."""
    return _load(path)


_ENDS = (".yaml", ".yml")


def path_of(name: str, beside: Path | None = None) -> Path | None:
    """The file of a style: a shipped one by its name; one that ends in .yaml from the folder ``beside``; None if missing."""
    if not name.endswith(_ENDS):
        return resources.find(FOLDER, f"{name}.yaml")
    path = (beside or Path()) / name
    return path if path.is_file() else None


def names() -> list[str]:
    """The names of the packaged styles, sorted."""
    return resources.names(FOLDER, ".yaml")


def json_schema() -> schema.JsonSchema:
    """The JSON Schema (draft 2020-12) of a style file, for editors."""
    return schema.layered_schema(Style, "bookmaker style", names())
