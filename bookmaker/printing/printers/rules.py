"""A printer's figures: the records of ``layouts/printers/*.yaml``, and the sizes of covers by them or by a printer's template.

All lengths are points after reading.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal, get_args

from bookmaker.base import resources, schema
from bookmaker.base.errors import Fault, ResourceError
from bookmaker.base.schema import Boolean, Choice, Integer, Length, ListOf, Nested, Number, Size, Text, key
from bookmaker.base.units import INCH

FOLDER = "layouts/printers"
Side = Literal["top", "bottom", "outside", "inside"]
BindingName = Literal["paperback", "hardcover", "booklet"]
BINDINGS = Choice[BindingName](*get_args(BindingName))
_NAME = Text(most=40, wanted="a name")
_NAMED = {"a4": "210x297mm", "a5": "148x210mm"}
_SIZE = Size(_NAMED, "0.2in", "100in")
_PAGES = Integer(0, 10_000)


@dataclass(frozen=True, kw_only=True)
class Source(schema.Record):
    """Where figures were taken from. ``confirmed``: the printer says so itself; otherwise third parties do."""

    id: str = key(_NAME, "The name by which the groups of the file cite it.")
    what: str = key(Text(), "What was read.")
    address: str = key(Text(empty=True), "Its address.", default="")
    read: str = key(Text(most=10, wanted="a year and a month"), "When it was read.")
    confirmed: bool = key(Boolean(), "Whether it is the printer's own.")


@dataclass(frozen=True, kw_only=True)
class Cited(schema.Record):
    """Figures of one source."""

    source: str = key(_NAME, "The `id` of the source.")


@dataclass(frozen=True, kw_only=True)
class Intent(schema.Record):
    """The output condition that a PDF/X file names."""

    identifier: str = key(Text(), "Its name in the registry.")
    condition: str = key(Text(), "Its meaning, for people.")
    registry: str = key(Text(), "The address of the registry.")


@dataclass(frozen=True, kw_only=True)
class File(Cited):
    """The file that a printer takes."""

    standard: Literal["plain", "pdf-x-1a"] = key(
        Choice[Literal["plain", "pdf-x-1a"]]("plain", "pdf-x-1a"), "A plain PDF, or PDF/X-1a:2001."
    )
    intent: Intent | None = key(Nested(Intent), "The output condition of PDF/X.", default=None)
    most_megabytes: int | None = key(Integer(1, 10_000), "The largest file.", default=None)
    most_ink: int | None = key(Integer(100, 400), "The most ink in percent, of all colours together.", default=None)
    ink_source: str = key(Text(empty=True), "The source of `most_ink`, if it is another.", default="")


@dataclass(frozen=True, kw_only=True)
class Bleed(Cited):
    """How far ink must run beyond the trimmed page, on which of its sides."""

    amount: float = key(Length("0in", "1in"), "Length.")
    sides: tuple[Side, ...] = key(
        ListOf(Choice[Side]("top", "bottom", "outside", "inside"), unique=True), "The sides that have it."
    )


@dataclass(frozen=True, kw_only=True)
class Margins(Cited):
    """Least outside, top and bottom margins. ``required``: the printer refuses less; otherwise it advises against less."""

    plain: float = key(Length("0in", "2in"), "In a book without bleed.")
    with_bleed: float = key(Length("0in", "2in"), "In a book with bleed.")
    required: bool = key(Boolean(), "Whether less is refused.")


@dataclass(frozen=True, kw_only=True)
class GutterStep(schema.Record):
    """The least inside margin of a book of up to ``pages`` pages, or of any number."""

    pages: int | None = key(_PAGES, "Up to so many pages.", default=None)
    inside: float = key(Length("0in", "3in"), "The least inside margin.")


@dataclass(frozen=True, kw_only=True)
class Gutter(Cited):
    """Least inside margins, by the number of pages."""

    required: bool = key(Boolean(), "Whether less is refused.")
    steps: tuple[GutterStep, ...] = key(ListOf(Nested(GutterStep), least=1), "From the thinnest book on.")

    def inside(self, pages: int) -> float:
        """The least inside margin in points of a book of so many pages."""
        return next(
            (step.inside for step in self.steps if step.pages is None or pages <= step.pages), self.steps[-1].inside
        )


@dataclass(frozen=True, kw_only=True)
class Least(Cited):
    """The smallest type, the thinnest line, the lightest tint (share of ink) and the coarsest images that print well."""

    text: float = key(Length("1pt", "20pt"), "Type size.")
    line: float = key(Length("0pt", "5pt"), "Width of a line.")
    tint: float = key(Number(0, 1), "Share of ink.")
    image: int = key(Integer(1, 5000), "Dots per inch of images.")
    coarse: int = key(Integer(1, 5000), "Dots per inch below which an image is seen to be coarse: our own figure.")
    required: bool = key(Boolean(), "Whether less is refused.")


@dataclass(frozen=True, kw_only=True)
class Blanks(Cited):
    """How many unmarked blank pages may run on inside a book, and at its end."""

    running: int = key(_PAGES, "Inside.")
    ending: int = key(_PAGES, "At the end.")
    required: bool = key(Boolean(), "Whether more is refused.")


@dataclass(frozen=True, kw_only=True)
class Count(Cited):
    """The number of which the pages must be a multiple, and whether the last one stays blank."""

    multiple: int = key(Integer(1, 64), "2 for even numbers.")
    last_blank: bool = key(Boolean(), "Whether the printer wants the last page for itself.")


@dataclass(frozen=True, kw_only=True)
class Paper(Cited):
    """A paper. ``thickness`` is that of one page, which is half a leaf; None where the printer does not publish it."""

    name: str = key(_NAME, "The name in a spec.")
    what: str = key(Text(), "A description.")
    thickness: float | None = key(Length("0in", "0.1in"), "Of one page.", default=None)
    ink: Literal["black", "color"] = key(Choice[Literal["black", "color"]]("black", "color"), "The ink printed on it.")


@dataclass(frozen=True, kw_only=True)
class Trim(schema.Record):
    """A size of trimmed pages."""

    size: tuple[float, float] = key(_SIZE, "Width and height.")
    name: str = key(Text(most=40, empty=True), "Its usual name.", default="")
    not_on: tuple[str, ...] = key(ListOf(_NAME, unique=True), "Papers that it is not printed on.", default=[])


@dataclass(frozen=True, kw_only=True)
class Custom(schema.Record):
    """Sizes between two, on some papers or on all (``papers`` empty)."""

    least: tuple[float, float] = key(_SIZE, "The least width and height.")
    most: tuple[float, float] = key(_SIZE, "The most.")
    papers: tuple[str, ...] = key(ListOf(_NAME, unique=True), "The papers.", default=[])


@dataclass(frozen=True, kw_only=True)
class PageRange(schema.Record):
    """How many pages a book on these papers may have, if its page is at least as wide and high as ``start``."""

    papers: tuple[str, ...] = key(ListOf(_NAME, least=1, unique=True), "The papers.")
    start: tuple[float, float] | None = key(
        _SIZE, "Holds for pages at least as wide and high.", default=None, name="from"
    )
    landscape: bool = key(Boolean(), "Holds only for pages wider than high.", default=False)
    least: int = key(_PAGES, "The fewest pages.")
    most: int = key(_PAGES, "The most.")


@dataclass(frozen=True, kw_only=True)
class SpineStep(schema.Record):
    """The width of the spine of a book of up to ``pages`` pages."""

    pages: int = key(_PAGES, "Up to so many pages.")
    width: float = key(Length("0in", "5in"), "The width.")


@dataclass(frozen=True, kw_only=True)
class Spine(schema.Record):
    """How wide a spine is.

    ``thickness``: pages times the thickness of the paper; ``per_inch``: pages divided by so many to the inch; each ``plus`` a
    length; ``steps``: from a table; ``given``: from the printer's template, by the user.
    """

    rule: Literal["thickness", "per_inch", "steps", "given"] = key(
        Choice[Literal["thickness", "per_inch", "steps", "given"]]("thickness", "per_inch", "steps", "given"),
        "How the width is found.",
    )
    per_inch: int | None = key(Integer(1, 5000), "Pages to the inch.", default=None)
    plus: float = key(Length("0in", "1in"), "Added to it.", default="0in")
    steps: tuple[SpineStep, ...] = key(ListOf(Nested(SpineStep)), "The table.", default=[])

    def width(self, pages: int, paper: Paper) -> float | None:
        """The width in points for so many pages; None where only the printer's template names it.

        The number of pages is rounded up to an even one: a leaf has two.
        """
        pages += pages % 2
        if self.rule == "thickness" and paper.thickness is not None:
            return pages * paper.thickness + self.plus
        if self.rule == "per_inch" and self.per_inch:
            return pages * INCH / self.per_inch + self.plus
        if self.rule == "steps":
            return next((step.width for step in self.steps if pages <= step.pages), None)
        return None


@dataclass(frozen=True, kw_only=True)
class SpineText(schema.Record):
    """When a spine may bear text, and how far the text stays from its folds."""

    pages: int | None = key(_PAGES, "From so many pages on.", default=None)
    width: float | None = key(Length("0in", "2in"), "From this width of the spine on.", default=None)
    clear: float = key(Length("0in", "1in"), "Distance from each fold.")
    source: str = key(Text(empty=True), "The source, if it is another than that of the cover.", default="")


@dataclass(frozen=True, kw_only=True)
class Barcode(schema.Record):
    """The barcode on the back, at its lower right. ``printed``: the printer puts its own into the box, and refuses all else."""

    box: tuple[float, float] = key(_SIZE, "Width and height of the box.")
    inset: float = key(Length("0in", "2in"), "Distance of the box from the trim and from the spine.")
    own_least: tuple[float, float] = key(_SIZE, "The smallest barcode of one's own.")
    printed: bool = key(Boolean(), "Whether the printer prints one into an empty box.")
    source: str = key(Text(empty=True), "The source, if it is another than that of the cover.", default="")


@dataclass(frozen=True, kw_only=True)
class Case(Cited):
    """The case of a hardcover: how much larger its front, hinge and board together, is than the page, and the hinge."""

    wider: float = key(Length("0in", "1in"), "How much wider than the page the front is.")
    higher: float = key(Length("0in", "1in"), "How much higher it is.")
    hinge: float = key(Length("0in", "2in"), "The strip beside the spine that bends.")


@dataclass(frozen=True, kw_only=True)
class Cover(Cited):
    """The cover: back, spine and front on one page. Of a hardcover ``bleed`` is the part that wraps around the boards.

    ``case``: of a hardcover; None for a paperback, and where only the printer's template names its sizes.
    """

    color: Literal["rgb", "cmyk"] = key(Choice[Literal["rgb", "cmyk"]]("rgb", "cmyk"), "The colour space of the file.")
    bleed: float = key(Length("0in", "2in"), "Beyond the trimmed cover on all four sides.")
    case: Case | None = key(Nested(Case), "The case of a hardcover.", default=None)
    text_inset: float = key(Length("0in", "2in"), "Least distance of text from the trim.")
    spine: Spine = key(Nested(Spine), "The width of the spine.")
    spine_text: SpineText = key(Nested(SpineText), "Text on the spine.")
    barcode: Barcode = key(Nested(Barcode), "The barcode.")
    most_megabytes: int | None = key(Integer(1, 10_000), "The largest file.", default=None)


@dataclass(frozen=True, kw_only=True)
class Binding(Cited):
    """A binding: the sizes, papers and numbers of pages that it takes, and its cover."""

    name: BindingName = key(BINDINGS, "The name in a spec; a booklet is folded and stapled through the fold.")
    papers: tuple[str, ...] = key(ListOf(_NAME, least=1, unique=True), "Papers; the first is the usual one.")
    trims: tuple[Trim, ...] = key(ListOf(Nested(Trim), least=1), "The sizes that the printer lists.")
    custom: tuple[Custom, ...] = key(ListOf(Nested(Custom)), "Ranges of sizes.", default=[])
    pages: tuple[PageRange, ...] = key(ListOf(Nested(PageRange), least=1), "The first that fits holds.")
    multiple: int = key(Integer(1, 64), "The pages must be a multiple of this, whatever the printer.", default=1)
    inside: float | None = key(
        Length("0in", "3in"),
        "The least inside margin, if a thick book needs no more than a thin one; left out, as the printer says.",
        default=None,
    )
    cover: Cover | None = key(Nested(Cover), "The cover; none for loose pages.", default=None)


@dataclass(frozen=True, kw_only=True)
class Printer(schema.Record):
    """A printer. :func:`find` reads one; ``name`` is that of its file, such as ``kdp``."""

    title: str = key(Text(), "The printer's name.")
    gathered: str = key(Text(most=10, wanted="a date"), "When the figures were gathered.")
    sources: tuple[Source, ...] = key(ListOf(Nested(Source), least=1), "Where they were found.")
    file: File = key(Nested(File), "The file that it takes.")
    bleed: Bleed = key(Nested(Bleed), "Bleed of the inside pages.")
    margins: Margins = key(Nested(Margins), "Least margins.")
    gutter: Gutter = key(Nested(Gutter), "Least inside margins.")
    least: Least | None = key(Nested(Least), "Smallest type, thinnest line, lightest tint.", default=None)
    blanks: Blanks | None = key(Nested(Blanks), "Blank pages in a row.", default=None)
    count: Count = key(Nested(Count), "Numbers of pages.")
    papers: tuple[Paper, ...] = key(ListOf(Nested(Paper), least=1), "All papers.")
    bindings: tuple[Binding, ...] = key(ListOf(Nested(Binding), least=1), "All bindings.")

    @property
    def name(self) -> str:
        """The name in a spec and in the names of files."""
        return self.place().path.replace("\\", "/").rpartition("/")[2].removesuffix(".yaml")

    def source(self, id: str) -> Source:
        """The source of that id."""
        return next(source for source in self.sources if source.id == id)

    def binding(self, name: str) -> Binding | None:
        """The binding of that name, or None."""
        return next((binding for binding in self.bindings if binding.name == name), None)

    def paper(self, name: str) -> Paper:
        """The paper of that name. Raises StopIteration for another: a spec's paper is checked when it is read."""
        return next(paper for paper in self.papers if paper.name == name)

    def cross_faults(self) -> Iterator[Fault]:
        """Each source that is cited, and each paper that is named, is declared."""
        sources, papers = {source.id for source in self.sources}, {paper.name for paper in self.papers}
        for record, path in _cited(self):
            if record not in sources:
                yield Fault(f"there is no source `{record}`", self.place(*path), "declare it under `sources`")
        for number, binding in enumerate(self.bindings):
            named = [*binding.papers, *(name for row in binding.pages for name in row.papers)]
            named += [name for trim in binding.trims for name in trim.not_on]
            named += [name for custom in binding.custom for name in custom.papers]
            for name in dict.fromkeys(named):
                if name not in papers:
                    place = self.place("bindings", number)
                    yield Fault(f"there is no paper `{name}`", place, "declare it under `papers`")


def _cited(printer: Printer) -> Iterator[tuple[str, tuple[str | int, ...]]]:
    groups: list[tuple[str, Cited | None]] = [
        ("file", printer.file),
        ("bleed", printer.bleed),
        ("margins", printer.margins),
        ("gutter", printer.gutter),
        ("least", printer.least),
        ("blanks", printer.blanks),
        ("count", printer.count),
    ]
    yield from ((group.source, (name, "source")) for name, group in groups if group is not None)
    if printer.file.ink_source:
        yield printer.file.ink_source, ("file", "ink_source")
    for index, paper in enumerate(printer.papers):
        yield paper.source, ("papers", index, "source")
    for index, binding in enumerate(printer.bindings):
        yield binding.source, ("bindings", index, "source")
        if binding.cover is not None:
            yield binding.cover.source, ("bindings", index, "cover", "source")
            for name, source in (
                ("case", binding.cover.case.source if binding.cover.case else ""),
                ("spine_text", binding.cover.spine_text.source),
                ("barcode", binding.cover.barcode.source),
            ):
                if source:
                    yield source, ("bindings", index, "cover", name, "source")


@cache
def find(name: str) -> Printer:
    """The printer of that name. Raises ResourceError if the package lacks it, SpecError with all faults of its file."""
    path = resources.find(FOLDER, f"{name}.yaml")
    if path is None:
        raise ResourceError(f"there is no printer {name!r}; there are {', '.join(names())}")
    return schema.load(Printer, path)


def names() -> list[str]:
    """The names of all printers, sorted."""
    return resources.names(FOLDER, ".yaml")


Extent = tuple[float, float]
_UNDER, _OVER = -0.01 * INCH, 0.75 * INCH
"""How much larger than the page, at least and at most, a front may be."""


@dataclass(frozen=True, slots=True)
class Template:
    """A printer's template: its whole sheet, the spine, the part that wraps around the edges and the hinge, in points."""

    sheet: Extent
    spine: float
    wrap: float
    hinge: float


@dataclass(frozen=True, slots=True)
class CoverParts:
    """The parts of a cover in points.

    ``panel``: width and height of the front, and of the back, without bleed; of a hardcover with the hinge.
    ``bleed``: beyond them on all four sides, of a hardcover the part that wraps around the boards. ``hinge``: the strip of
    each panel beside the spine that bends, 0 for a paperback.
    """

    panel: Extent
    spine: float
    bleed: float
    hinge: float = 0.0

    @property
    def sheet(self) -> Extent:
        """Width and height of the whole page."""
        width, height = self.panel
        return 2 * (width + self.bleed) + self.spine, height + 2 * self.bleed

    def fits(self, trim: Extent) -> bool:
        """Whether the front may be that of such a page: boards overhang the page on three sides."""
        return all(_UNDER <= panel - page <= _OVER for panel, page in zip(self.panel, trim, strict=True))


def cover_parts(
    binding: Binding,
    paper: Paper,
    trim: Extent,
    pages: int,
    template: Template | None = None,
    spine: float | None = None,
) -> CoverParts | None:
    """The parts of the cover of a book of so many pages; None where its sizes are not known.

    ``template`` goes before the printer's figures; ``spine`` is its width in points where they have none. A computed spine is
    rounded to the thousandth of an inch, as printers' calculators do.
    """
    cover = binding.cover
    if cover is None:
        return None
    if template is not None:
        wide = (template.sheet[0] - template.spine) / 2 - template.wrap
        return CoverParts((wide, template.sheet[1] - 2 * template.wrap), template.spine, template.wrap, template.hinge)
    width = cover.spine.width(pages, paper)
    width = spine if width is None else width
    if width is None or (binding.name == "hardcover" and cover.case is None):
        return None
    wider, higher, hinge = (cover.case.wider, cover.case.higher, cover.case.hinge) if cover.case else (0.0, 0.0, 0.0)
    rounded = round(width / INCH + 1e-9, 3) * INCH
    return CoverParts((trim[0] + wider, trim[1] + higher), rounded, cover.bleed, hinge)
