"""A printer with the paper, the binding and the bleed that a book chose, and where the book breaks the printer's rules.

Each breach names the rule, its source and the date at which it was read.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import lcm

from bookmaker.base.errors import said
from bookmaker.base.units import INCH, TRIMS, parse_size
from bookmaker.printing.printers.rules import Binding, Custom, Paper, Printer, Side, find

_SIZE_SLACK = 0.01 * INCH
"""A trim that misses a listed one by less is that one: printers round millimetres to hundredths of an inch."""


@dataclass(frozen=True)
class Edition:
    """One printer's edition of a book. ``trim`` is the width and the height of the page in points."""

    printer: Printer
    binding: Binding
    paper: Paper
    trim: tuple[float, float]
    bleed: bool = False

    @property
    def bleeds(self) -> dict[Side, float]:
        """How far the sheet reaches beyond the trimmed page, in points, on the sides that have bleed."""
        rule = self.printer.bleed
        return dict.fromkeys(rule.sides, rule.amount) if self.bleed and rule.amount else {}

    @property
    def least_margin(self) -> float:
        """The least outside, top and bottom margin in points."""
        margins = self.printer.margins
        return margins.with_bleed if self.bleed else margins.plain

    def least_inside(self, pages: int) -> float:
        """The least inside margin in points of a book of so many pages."""
        own = self.binding.inside
        return self.printer.gutter.inside(pages) if own is None else own

    @property
    def multiple(self) -> int:
        """The number of which the pages must be a multiple."""
        return lcm(self.printer.count.multiple, self.binding.multiple)

    @property
    def offers_trim(self) -> bool:
        """Whether the printer makes books of this size on this paper, listed or between its bounds."""
        for trim in self.binding.trims:
            if all(abs(side - listed) <= _SIZE_SLACK for side, listed in zip(self.trim, trim.size, strict=True)):
                return self.paper.name not in trim.not_on
        return any(self._between(custom) for custom in self.binding.custom)

    def _between(self, custom: Custom) -> bool:
        bounds = zip(self.trim, custom.least, custom.most, strict=True)
        fits = all(low - _SIZE_SLACK <= side <= high + SLACK for side, low, high in bounds)
        return fits and (not custom.papers or self.paper.name in custom.papers)

    @property
    def page_range(self) -> tuple[int, int]:
        """The fewest and the most pages that the printer binds of this size on this paper."""
        width, height = self.trim
        for row in self.binding.pages:
            start = row.start or (0.0, 0.0)
            large = width >= start[0] - _SIZE_SLACK and height >= start[1] - SLACK
            if self.paper.name in row.papers and large and (not row.landscape or width > height + _SIZE_SLACK):
                return row.least, row.most
        return 0, 0

    def spine_width(self, pages: int) -> float | None:
        """The width of the spine in points; None where only the printer's template names it."""
        cover = self.binding.cover
        return None if cover is None else cover.spine.width(pages, self.paper)

    def cited(self, source: str) -> str:
        """A source in a few words, for messages: its title, when it was read, and whether the printer says so itself."""
        found = self.printer.source(source)
        return f"{found.what}, {found.read}" + ("" if found.confirmed else "; not confirmed by the printer")


USUAL = "kdp"
"""The printer whose rules hold for a book that names none."""


def usual(trim: tuple[float, float], bleed: bool = False) -> Edition:
    """The edition of a book that names no printer: the usual one's paperback on its usual paper."""
    printer = find(USUAL)
    binding = printer.bindings[0]
    return Edition(printer, binding, printer.paper(binding.papers[0]), trim, bleed)


SLACK = 0.01
"""Points by which rounded measures may miss a rule."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that a book breaks.

    ``what`` names the measure, such as ``trim`` or ``outside``; ``message`` says the rule, the measure and the source;
    ``required``: the printer refuses such a book, or only advises against it.
    """

    what: str
    message: str
    required: bool
    advice: str = ""


def inches(length: float) -> str:
    """Points as inches, without trailing zeros: ``0.375in``."""
    return f"{round(length / INCH, 3):g}in"


def _alike(one: float, other: float) -> bool:
    return abs(one - other) < _SIZE_SLACK


def size_of(trim: tuple[float, float]) -> str:
    """``6x9in``; ``A4`` for papers that everybody names."""
    for name in ("a4", "a5"):
        if all(map(_alike, trim, parse_size(TRIMS[name]))):
            return name.upper()
    width, height = (f"{round(side / INCH, 3):g}" for side in trim)
    return f"{width}x{height}in"


def paper_of(printer: Printer, trim: tuple[float, float]) -> str:
    """The name of a size of pages in points in the printer's data, else as :func:`size_of`."""
    known = (one for binding in printer.bindings for one in binding.trims if one.name)
    return next((one.name for one in known if all(map(_alike, one.size, trim))), size_of(trim))


def trim_breaches(edition: Edition) -> Iterator[Breach]:
    """A page of a size that the printer does not make on this paper."""
    if edition.offers_trim:
        return
    binding, paper = edition.binding, edition.paper.name
    sizes = [size_of(trim.size) for trim in binding.trims if paper not in trim.not_on]
    ranges = [
        f"{size_of(custom.least)} to {size_of(custom.most)}"
        for custom in binding.custom
        if not custom.papers or paper in custom.papers
    ]
    accepted = f"any size from {' and '.join(ranges)}" if ranges else f"{', '.join(sizes)}"
    message = said(
        "{printer} prints no {binding} of {size} on {paper} paper{cited}", printer=edition.printer.title,
        binding=binding.name, size=size_of(edition.trim), paper=paper, cited=_cited(edition, binding.source),
    )  # fmt: skip
    others = [
        name
        for name in binding.papers
        if replace(edition, paper=edition.printer.paper(name)).offers_trim and name != paper
    ]
    changed = f"`paper: {others[0]}` is printed in this size; on {paper} " if others else ""
    yield Breach("trim", message, True, f"{changed}it takes {accepted}")


def count_breaches(edition: Edition, pages: int, *, certain: bool = True) -> Iterator[Breach]:
    """Too few pages, too many, or a number that leaves half a leaf. ``certain``: there are so many; otherwise these or more."""
    least, most = edition.page_range
    title, multiple = edition.printer.title, edition.multiple
    number = f"{pages}" if certain else f"at least {pages}"
    if edition.offers_trim and not least <= pages <= most:
        message = said(
            "{printer} binds {least} to {most} pages of {size} on {paper} paper as a {binding}; this book has {number}{cited}",
            printer=title, least=least, most=most, size=size_of(edition.trim), paper=edition.paper.name,
            binding=edition.binding.name, number=number, cited=_cited(edition, edition.binding.source),
        )  # fmt: skip
        yield Breach(
            "pages", message, True, "add puzzles" if pages < least else "take a denser layout or a thinner paper"
        )
    if pages % multiple:
        own = edition.binding.multiple == multiple
        source = edition.binding.source if own else edition.printer.count.source
        message = f"{title} wants a multiple of {multiple} pages; this book has {number}{_cited(edition, source)}"
        yield Breach("pages", message, True)


def margin_breaches(edition: Edition, margins: Mapping[str, float]) -> Iterator[Breach]:
    """Margins that are too narrow. ``margins``: ``outside``, ``top`` and ``bottom``, in points."""
    rule, least = edition.printer.margins, edition.least_margin
    kind = " in a book with bleed" if edition.bleed and rule.plain != rule.with_bleed else ""
    for name, margin in margins.items():
        if margin < least - SLACK:
            message = (
                f"the {name} margin is {inches(margin)}; {edition.printer.title} wants {inches(least)} or more{kind}"
                f"{_cited(edition, rule.source)}"
            )
            yield Breach(name, message, rule.required, f"write {name}: {inches(least)}")


def gutter_breaches(edition: Edition, inside: float, pages: int, *, certain: bool = True) -> Iterator[Breach]:
    """An inside margin that is too narrow for the number of pages; ``certain`` as in :func:`count_breaches`."""
    rule, least = edition.printer.gutter, edition.least_inside(pages)
    if inside < least - SLACK:
        number = f"{pages}" if certain else f"at least {pages}"
        message = (
            f"the gutter is {inches(inside)}; {edition.printer.title} wants {inches(least)} or more in a book of {number} pages"
            f"{_cited(edition, rule.source if edition.binding.inside is None else edition.binding.source)}"
        )
        yield Breach("gutter", message, rule.required, "write gutter: auto")


def blank_breaches(edition: Edition, blank: Sequence[bool]) -> Iterator[Breach]:
    """Too many blank pages in a row. ``blank`` says of each page whether it is one."""
    rule = edition.printer.blanks
    if rule is None:
        return
    first = 1
    for is_blank, run in groupby(blank):
        length = len(list(run))
        at_end = first + length > len(blank)
        most = rule.ending if at_end else rule.running
        if is_blank and length > most:
            where = "at the end" if at_end else f"from page {first} of the file on"
            message = f"{length} blank pages run on {where}; {edition.printer.title} takes {most}{_cited(edition, rule.source)}"
            yield Breach("blanks", message, rule.required, "mark pages that are meant to be empty, such as `Notes`")
        first += length


def file_breaches(edition: Edition, name: str, size: int) -> Iterator[Breach]:
    """A file that is too large; ``size`` in bytes."""
    rule = edition.printer.file
    if rule.most_megabytes is not None and size > rule.most_megabytes * 1_000_000:
        message = (
            f"{name} has {size // 1_000_000} MB; {edition.printer.title} takes {rule.most_megabytes} MB"
            f"{_cited(edition, rule.source)}"
        )
        yield Breach("file", message, True)


def closing_blanks(edition: Edition, pages: int) -> int:
    """How many blank pages close a book with this number of printed ones: up to a multiple, and a blank last page if wanted."""
    missing = -pages % edition.multiple
    wants = edition.printer.count.last_blank and not missing
    return missing + (edition.multiple if wants else 0)


def _cited(edition: Edition, source: str) -> str:
    return f" ({edition.cited(source)})"
