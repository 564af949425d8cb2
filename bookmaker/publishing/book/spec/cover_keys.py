"""The key `cover` of a spec: which design, its words, its barcode."""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bookmaker.base import schema
from bookmaker.base.errors import Fault, said
from bookmaker.base.schema import Either, Integer, JsonSchema, Length, ListOf, Nested, Node, Reader, Size, Text, key
from bookmaker.printing import printers
from bookmaker.printing.covers import design as designs
from bookmaker.printing.covers import setting
from bookmaker.printing.covers.barcode import price_digits
from bookmaker.printing.covers.colour import Colour, ColourValue, parse
from bookmaker.printing.covers.design import FACES, ROLES
from bookmaker.publishing.book.spec.book_keys import PrinterName, check_isbn
from bookmaker.publishing.book.spec.design_keys import LookName

NONE = "none"
"""What switches off a text that is there by default."""


class DesignName(LookName):
    """The name of a shipped cover design, or a file beside the spec."""

    def __init__(self) -> None:
        super().__init__("cover design", designs.names, designs.path_of, _load)


def _load(name: str, folder: pathlib.Path) -> None:
    found = designs.find(name, folder)
    for role in FACES:
        found.face(role)


class Colours(schema.Shape[tuple[tuple[str, Colour], ...]]):
    """Colours of the user's own by role."""

    kinds = ("mapping",)
    wanted = 'roles and colours, such as {ground: "#1d3557"}'

    def _take(self, node: Node, label: str, reader: Reader) -> tuple[tuple[str, Colour], ...]:
        found: dict[str, Colour] = {}
        faults = len(reader.faults)
        for name, value in node.pairs:
            if name.text not in ROLES:
                advice = schema.did_you_mean(name.text, ROLES) or f"there are {', '.join(ROLES)}"
                reader.note(name, f"{label} has no role `{name.text}`", advice)
                continue
            try:
                found[name.text] = parse(value.text)
            except ValueError as error:
                reader.note(value, f"`{name.text}` {error}", "put it in quotes: YAML takes a number sign for a comment")
        if len(reader.faults) > faults:
            reader.give_up()
        return tuple(found.items())

    def _json_schema(self) -> JsonSchema:
        one = ColourValue().json_schema()
        roles = {role: {**one, "description": f"The colour of {role.replace('_', ' ')}."} for role in ROLES}
        return {"type": "object", "properties": roles, "additionalProperties": False}


class FileName(schema.FilePath):
    """The path of a file that is there, relative to the spec's folder."""

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        name = super()._take(node, label, reader)
        if reader.folder is not None and not (reader.folder / name).is_file():
            reader.refuse(
                node,
                said("{label}: there is no file `{name}`", label=label, name=name),
                said("looked in the folder of the spec, {folder}", folder=reader.folder),
            )
        return name


@dataclass(frozen=True, kw_only=True)
class Template(schema.Record):
    """The figures of the template that a printer made for this book: they go before its published ones."""

    printer: str = key(PrinterName(), "The printer.", name="for", examples=["ingramspark"])
    sheet: tuple[float, float] = key(
        Size({}, "3in", "50in"), "Width and height of the whole sheet.", examples=["14.1x10.5in"]
    )
    spine: float = key(Length("1mm", "5in"), "Width of the spine.", examples=["0.52in"])
    wrap: float = key(
        Length("0in", "2in"),
        "What wraps around the edges of the boards; of a paperback the bleed.",
        examples=["0.625in"],
    )
    hinge: float = key(
        Length("0in", "2in"),
        "The strip beside the spine that bends, of a hardcover.",
        default="0in",
        examples=["0.4in"],
    )

    def figures(self) -> printers.Template:
        """The figures without the printer."""
        return printers.Template(self.sheet, self.spine, self.wrap, self.hinge)


@dataclass(frozen=True, kw_only=True)
class Cover(schema.Record):
    """The cover: front, spine and back on one page, for each printer, and the front alone for the shop."""

    design: str = key(
        DesignName(),
        "A shipped cover design, or a file of your own beside the spec, such as mine.yaml. Left out, it follows from the book: "
        "large-print, mosaic from four kinds on, kind for one kind that is not classic, and else pencil.",
        default=designs.USUAL,
        examples=["pencil"],
    )
    palette: str | None = key(
        Text(most=40, printed=False, names="palette"),
        "The palette of the design; left out, each volume has the next.",
        default=None,
        examples=["forest"],
    )
    colours: tuple[tuple[str, Colour], ...] = key(
        Colours(), "Colours of your own for some roles of the palette.", default={}, examples=[{"ground": "#1d3557"}]
    )
    headline: str | None = key(
        Text(printed=True),
        "The words of the title that are set largest; left out, those before its first small word.",
        default=None,
        examples=["Sudoku"],
    )
    subtitle: str | None = key(
        Text(printed=True),
        "Under the title; left out, the subtitle of the book; none for no subtitle, and no kinds of a mixed book below it.",
        default=None,
        examples=["none"],
    )
    author: str | None = key(
        Text(printed=True),
        "Left out, the author of the book; none for no author.",
        default=None,
        examples=["A. Publisher"],
    )
    series: str | None = key(Text(most=100, printed=True), "The name of the series.", default=None)
    volume: int | None = key(Integer(1, 9999), "The number of the volume.", default=None)
    badge: str | None = key(
        Text(most=100, multiline=True, printed=True),
        "Up to three lines; left out, how many puzzles there are and how hard they are; none for no badge.",
        default=None,
        examples=["300\npuzzles\nlarge print"],
    )
    blurb: str | None = key(
        Text(most=2000, multiline=True, printed=True),
        "The text on the back: a short first line is set large. A name that ends in .txt or .md is a file beside the spec.",
        default=None,
        examples=["For quiet evenings.\nTwo hundred puzzles that a pencil and patience will solve."],
    )
    image: str | None = key(
        FileName([".jpg", ".jpeg", ".png"]),
        "A JPEG or PNG for designs that show one, of 300 pixels an inch.",
        default=None,
        examples=["lake.jpg"],
    )
    isbn: str | None = key(
        Text(most=20, wanted="an ISBN", check=check_isbn, printed=False),
        "An ISBN for a barcode of your own; left out, the printer's box stays empty where the printer fills it, and elsewhere "
        "the ISBN of the book is taken.",
        default=None,
        examples=["978-0-306-40615-7"],
    )
    price: str | None = key(
        Text(most=20, wanted="a price", check=lambda text, folder: price_digits(text), printed=False),
        "The price in the small barcode beside it: such as `USD 12.99` (AUD, CAD, GBP, NZD or USD, which alone it can say), "
        "90000 for a book without one, or none for no such barcode. Left out, 90000 for a book in English and none for others.",
        default=None,
        examples=["USD 12.99"],
    )
    spine: float | None = key(
        Length("1mm", "5in"),
        "Width of the spine for printers that publish no formula, from their template.",
        default=None,
        examples=["0.52in"],
    )
    template: Template | tuple[Template, ...] = key(
        Either(Nested(Template), ListOf(Nested(Template))),
        "The figures of a printer's template, or a list of them; they go before the published ones.",
        default=[],
        examples=[
            {"for": "ingramspark", "sheet": "14.1x10.5in", "spine": "0.52in", "wrap": "0.625in", "hinge": "0.4in"}
        ],
    )

    @property
    def blurb_is_file(self) -> bool:
        """Whether `blurb` names a file beside the spec."""
        return self.blurb is not None and re.fullmatch(r"[^\n]+\.(txt|md)", self.blurb) is not None

    def template_for(self, printer: str) -> Template | None:
        """The figures of a printer's template, if the spec has them."""
        given = (self.template,) if isinstance(self.template, Template) else self.template
        return next((one for one in given if one.printer == printer), None)

    def cross_faults(self) -> Iterator[Fault]:
        """The palette is one of the design's, and an image is there for a design that shows one."""
        folder = pathlib.Path(self.place().path).parent
        if designs.path_of(self.design, folder) is None:
            return
        found = designs.find(self.design, folder)
        names = [palette.name for palette in found.palettes]
        if self.palette is not None and self.palette not in names:
            message = said(
                "the cover design `{design}` has no palette `{palette}`", design=self.design, palette=self.palette
            )
            yield Fault(message, self.place("palette"), said("there are {known}", known=", ".join(names)))
        else:
            yield from self._unreadable(found)
        if found.shows_photo and self.image is None:
            message = said("the cover design `{design}` shows an image of yours", design=self.design)
            yield Fault(message, self.place("design"), "name it, such as `image: photo.jpg`")

    def _unreadable(self, found: designs.Design) -> Iterator[Fault]:
        """Colours of the user's own in which no words can be read on their ground."""
        for pair in setting.named_pairs(found, self.tones(), dict(self.colours)):
            if pair.ratio < setting.LARGE:
                message = (
                    f"words in `{pair.words}` cannot be read on `{pair.on}`: the contrast of these colours is {pair.ratio:.1f}, "
                    f"and large words need {setting.LARGE:g}, small ones {setting.SMALL:g}"
                )
                yield Fault(message, self.place("colours"), "make one of them lighter or darker, or leave one out")

    def tones(self) -> designs.Palette:
        """The palette of the design, with the colours of the user's own. Raises SpecError."""
        return replace(self.look().palette(self.palette, self.volume), **dict(self.colours))  # type: ignore[arg-type]

    def look(self) -> designs.Design:
        """The design. Raises SpecError."""
        return designs.find(self.design, pathlib.Path(self.place().path).parent)
