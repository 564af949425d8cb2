"""Font files and their measures.

Only TrueType outlines are taken: the PDF canvas embeds subsets of ``glyf`` fonts. Measures are read from the
font's own tables in exact integers (no rasteriser in between): no position on a page depends on a library's hinting.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bookmaker import resources
from bookmaker.errors import Fault, Place, ResourceError

if TYPE_CHECKING:
    from reportlab.pdfbase.ttfonts import TTFont

Role = Literal["text", "text-bold", "text-italic", "title", "heading", "label", "label-bold", "digit", "digit-bold"]
"""What a piece of writing is on the page; the house's choice of face for each is :data:`FACES`."""

FACES: dict[Role, str] = {
    "text": "NotoSerif-Regular",
    "text-bold": "NotoSerif-Bold",
    "text-italic": "NotoSerif-Italic",
    "title": "NotoSerif-Bold",
    "heading": "NotoSans-Bold",
    "label": "NotoSans-Regular",
    "label-bold": "NotoSans-Bold",
    "digit": "NotoSans-Regular",
    "digit-bold": "NotoSans-Bold",
}


@dataclass(frozen=True, eq=False)
class Face:
    """One font file. Measures are in font units; ``units`` of them make an em."""

    name: str
    path: Path
    units: int
    cap_height: int
    advances: dict[str, int]
    inks: dict[str, tuple[int, int, int, int]]

    def width(self, text: str, size: float) -> float:
        """Advance width in points of ``text`` set at ``size`` points."""
        return sum(self.advances.get(char, 0) for char in text) * size / self.units

    def missing(self, texts: Iterable[str]) -> list[str]:
        """The printable characters in ``texts`` that the font has no glyph for, sorted."""
        wanted = {char for text in texts for char in text if not char.isspace()}
        return sorted(wanted - self.advances.keys())

    def digit_height(self) -> float:
        """Height in em of a flat figure (the 1): what a printer calls the height of the figures."""
        return self.inks["1"][3] / self.units

    def ink_centre(self, char: str) -> float:
        """Distance in em from the origin of a glyph to the middle of its ink."""
        left, _, right, _ = self.inks[char]
        return (left + right) / 2 / self.units


@cache
def face(role: Role) -> Face:
    """The face that the house uses for a role. Raises ResourceError if its file is missing or unusable."""
    return load(FACES[role])


@cache
def load(name: str) -> Face:
    """Read a font file of ``fonts/`` by name, without suffix. Raises ResourceError."""
    path = resources.find("fonts", f"{name}.ttf")
    if path is None:
        raise ResourceError(f"there is no font {name}.ttf in fonts/")
    return read(path)


def read(path: Path) -> Face:
    """Read the measures of a TrueType file. Raises ResourceError for anything that cannot be embedded or measured."""
    from fontTools.ttLib import TTFont as Tables
    from fontTools.ttLib import TTLibError

    try:
        tables: Any = Tables(path, lazy=True)
        cmap = tables.getBestCmap() or {}
        if "glyf" not in tables:
            raise ResourceError(
                Fault(
                    "this font has no TrueType outlines",
                    Place(str(path)),
                    "use a .ttf file, not PostScript-flavoured .otf",
                )
            )
    except (OSError, TTLibError, KeyError) as error:
        raise ResourceError(Fault(f"this is not a usable font: {error}", Place(str(path)))) from error
    glyphs, metrics = tables["glyf"], tables["hmtx"]
    figures = {}
    for char in "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        glyph = glyphs[cmap[ord(char)]] if ord(char) in cmap else None
        if glyph is None or glyph.numberOfContours == 0:
            raise ResourceError(Fault(f"this font has no figure or letter {char!r}", Place(str(path))))
        figures[char] = (glyph.xMin, glyph.yMin, glyph.xMax, glyph.yMax)
    return Face(
        name=path.stem,
        path=path,
        units=tables["head"].unitsPerEm,
        cap_height=figures["H"][3],
        advances={chr(code): metrics[name][0] for code, name in cmap.items()},
        inks=figures,
    )


@cache
def embeddable(font: Face) -> TTFont:
    """The face as reportlab embeds it, registered under its name."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFont

    registered = TTFont(font.name, str(font.path))
    pdfmetrics.registerFont(registered)
    return registered
