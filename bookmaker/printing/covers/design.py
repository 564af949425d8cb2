"""Cover designs: what stands on front, spine and back, and how it looks, as one validated file of ``layouts/covers/``.

A design lists the elements of each panel in the order in which they are drawn.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from bookmaker.base import resources, schema
from bookmaker.base.errors import Fault, SpecError
from bookmaker.base.schema import ListOf, Nested, Text, key
from bookmaker.printing.covers.colour import Colour, ColourValue, contrast
from bookmaker.printing.covers.elements import Element, ElementValue, Photo
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style_parts import FONT, LENGTH

FOLDER = "layouts/covers"
USUAL = "pencil"
STRONG = 3.0
"""The least contrast of large letters in tones with their ground, as WCAG 2 counts it."""


@dataclass(frozen=True, kw_only=True)
class Palette(schema.Record):
    """The colours of a cover. ``tones`` are those of bands, tiles and dots."""

    name: str = key(Text(most=40), "Its name.")
    ground: Colour = key(ColourValue(), "The ground of the front.")
    type: Colour = key(ColourValue(), "Words on the ground.")
    accent: Colour = key(ColourValue(), "The badge, and what stands out.")
    accent_type: Colour = key(ColourValue(), "Words on the accent.")
    second: Colour = key(ColourValue(), "A second tone for pictures and smaller words on the ground.")
    paper: Colour = key(ColourValue(), "The light ground of grids and of the back.")
    ink: Colour = key(ColourValue(), "Words and grids on paper.")
    soft: Colour = key(ColourValue(), "Quiet patterns on the ground.")
    tones: tuple[Colour, ...] = key(ListOf(ColourValue(), least=1, most=25), "Tones of pictures that have many.")

    @property
    def strong(self) -> list[Colour]:
        """The tones that stand out from the ground, or the words' colour if none does."""
        found = [tone for tone in self.tones if contrast(tone, self.ground) >= STRONG]
        return found or [self.type]

    def tone(self, text: str) -> Colour:
        """A role, ``tone 3`` (from 1, over again from the first), or one tone on another: ``type on ground 0.2``."""
        words = text.split()
        if len(words) == 4 and words[1] == "on":
            return self.tone(words[0]).over(self.tone(words[2]), float(words[3]))
        if len(words) == 2 and words[0] == "tone":
            return self.tones[(int(words[1]) - 1) % len(self.tones)]
        found: Colour = getattr(self, text)
        return found


@dataclass(frozen=True, kw_only=True)
class CoverFaces(schema.Record):
    """The font file of each role."""

    title: str = key(FONT, "The headline.")
    rest: str = key(FONT, "The other words of the title.")
    text: str = key(FONT, "The blurb and small words.")
    bold: str = key(FONT, "The author, the badge and what stands out.")
    digit: str = key(FONT, "Digits in pictures.")
    hand: str = key(FONT, "Digits written in by hand.")


ELEMENTS = ListOf(ElementValue())


@dataclass(frozen=True, kw_only=True)
class Design(schema.Record):
    """A cover design."""

    about: str = key(Text(most=200), "What it looks like, in a line.")
    faces: CoverFaces = key(Nested(CoverFaces), "The font file of each role.")
    safe: float = key(LENGTH, "Words keep this far from every edge of a panel; the printer's least where that is more.")
    palettes: tuple[Palette, ...] = key(ListOf(Nested(Palette), least=1), "Its colours, one after another for volumes.")
    whole: tuple[Element, ...] = key(ELEMENTS, "What is drawn over the whole cover, first.", default=[])
    back: tuple[Element, ...] = key(ELEMENTS, "What stands on the back.")
    spine: tuple[Element, ...] = key(ELEMENTS, "What stands on the spine.")
    front: tuple[Element, ...] = key(ELEMENTS, "What stands on the front.")

    def cross_faults(self) -> Iterator[Fault]:
        """No two palettes may have one name."""
        names = [palette.name for palette in self.palettes]
        for index, name in enumerate(names):
            if name in names[:index]:
                yield Fault(f"there is a palette {name!r} already", self.place("palettes", index), "rename it")

    @property
    def shows_photo(self) -> bool:
        """Whether the design wants an image of the user's."""
        return any(isinstance(element, Photo) for element in (*self.whole, *self.back, *self.front))

    def face(self, role: str) -> Face:
        """The face of a role. Raises ResourceError if its file is missing or unusable."""
        name, folder = getattr(self.faces, role), pathlib.Path(self.place().path).parent
        # A file beside the design, as a book names its fonts, or the name of one in `fonts/`.
        own = folder / name
        if own.suffix in fonts.SUFFIXES and own.is_file():
            return fonts.kerned(fonts.read(own))
        return fonts.kerned(fonts.load(name, folder))

    def palette(self, name: str | None, volume: int | None) -> Palette:
        """The palette of that name, or the one of the volume: the first for the first, over again when all are used."""
        if name is not None:
            return next(palette for palette in self.palettes if palette.name == name)
        return self.palettes[((volume or 1) - 1) % len(self.palettes)]


def find(name: str = USUAL, beside: pathlib.Path | None = None) -> Design:
    """The design of that name or file. Raises SpecError, with all faults of its file."""
    path = path_of(name, beside)
    if path is None:
        raise SpecError(f"there is no cover design {name!r}; there are {', '.join(names())}")
    return _load(path) if name.endswith(_ENDS) else _shipped(path)


def _load(path: pathlib.Path) -> Design:
    return schema.load_layered(Design, path, lambda base: path_of(base, path.parent), names())


@cache
def _shipped(path: pathlib.Path) -> Design:
    return _load(path)


_ENDS = (".yaml", ".yml")


def path_of(name: str, beside: pathlib.Path | None = None) -> pathlib.Path | None:
    """The file of a design: a shipped one by its name; one that ends in .yaml from the folder ``beside``; None if missing."""
    if not name.endswith(_ENDS):
        return resources.find(FOLDER, f"{name}.yaml")
    path = (beside or pathlib.Path()) / name
    return path if path.is_file() else None


def names() -> list[str]:
    """The names of the packaged designs, sorted."""
    return resources.names(FOLDER, ".yaml")
