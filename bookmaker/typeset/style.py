"""Styles: everything about the look of a book, as one validated file of ``layouts/styles/``.

No measure of the look stands in the drawing code. A style may have a ``base``, of which it says only what differs;
``classic`` has none and holds every key.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from bookmaker import resources, schema
from bookmaker.errors import SpecError
from bookmaker.schema import Nested, key
from bookmaker.typeset import fonts, style_parts
from bookmaker.typeset.fonts import Face, Role

FOLDER = "layouts/styles"
USUAL = "classic"


@dataclass(frozen=True, kw_only=True, eq=False)
class Style(schema.Record):
    """The look of a book. Lengths are points."""

    about: str = key(schema.Text(most=200), "What the style is for, in a line.")
    faces: style_parts.Faces = key(Nested(style_parts.Faces), "The font file of each role.")
    type: style_parts.TypeScale = key(Nested(style_parts.TypeScale), "What holds for all type.")
    writing: style_parts.Writings = key(Nested(style_parts.Writings), "Running text.")
    head: style_parts.Running = key(Nested(style_parts.Running), "The running head.")
    folio: style_parts.Running = key(Nested(style_parts.Running), "The page number.")
    labels: style_parts.Labels = key(Nested(style_parts.Labels), "What stands above and below a grid.")
    grid: style_parts.Grids = key(Nested(style_parts.Grids), "Lines and digits of grids.")
    cages: style_parts.Cages = key(Nested(style_parts.Cages), "Cages of Killers.")
    title_page: style_parts.TitlePages = key(Nested(style_parts.TitlePages), "The title page.")
    small_print: style_parts.SmallPrint = key(Nested(style_parts.SmallPrint), "The copyright page.")
    contents: style_parts.Contents = key(Nested(style_parts.Contents), "The contents.")
    opener: style_parts.Openers = key(Nested(style_parts.Openers), "The page that opens a section.")
    figures: style_parts.FigurePair = key(Nested(style_parts.FigurePair), "The example of the rules.")
    tables: style_parts.Tables = key(Nested(style_parts.Tables), "Tables in columns.")
    diagrams: style_parts.DiagramRows = key(Nested(style_parts.DiagramRows), "Pictures of deductions.")
    candidates: style_parts.Candidates = key(Nested(style_parts.Candidates), "Candidates, and marks on them.")
    charts: style_parts.Charts = key(Nested(style_parts.Charts), "Charts of distributions.")
    sheets: style_parts.Sheets = key(Nested(style_parts.Sheets), "Pages of their own, without a spec.")

    def face(self, role: Role) -> Face:
        """The face of a role. Raises ResourceError if its file is missing or unusable."""
        return fonts.load(getattr(self.faces, role))

    def all_faces(self) -> list[Face]:
        """The face of each role, each once."""
        return list(dict.fromkeys(self.face(role) for role in get_args(Role)))

    def scale_for(self, width: float) -> float:
        """How much larger type is set in an area of this width, so that lines do not grow too long for the eye."""
        return min(max(width / self.type.grow_beyond, 1.0), self.type.grow_most)


@cache
def find(name: str = USUAL, beside: Path | None = None) -> Style:
    """The style of that name, beside the spec or packaged. Raises SpecError, with all faults of its file."""
    path = _file(name, beside)
    if path is None:
        raise SpecError(f"there is no style {name!r}; there are {', '.join(names())}")
    return schema.load_layered(Style, path, lambda base: _file(base, path.parent), names())


def _file(name: str, beside: Path | None) -> Path | None:
    return resources.find(FOLDER, f"{Path(name).name.removesuffix('.yaml')}.yaml", beside)


def names() -> list[str]:
    """The names of the packaged styles, sorted."""
    return resources.names(FOLDER, ".yaml")
