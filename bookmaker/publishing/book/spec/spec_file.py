"""The book spec: what a user may write in ``book.yaml``, and the typed object that the file becomes.

Each key is declared once, here or, what is below these, in the modules ``spec_*.py``; reading, messages and the JSON Schema for
editors follow from the declaration. All lengths are points after loading.
"""

from __future__ import annotations

import pathlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, get_args

from bookmaker.base import language, resources, schema, seeds
from bookmaker.base.errors import Fault, ResourceError, SpecError
from bookmaker.base.schema import Choice, Integer, ListOf, Nested, Text, key
from bookmaker.printing.printers import Edition
from bookmaker.printing.styles import style
from bookmaker.publishing.book.spec import own_words
from bookmaker.publishing.book.spec.book_keys import BookDetails, Print, Series, check_date, same_words
from bookmaker.publishing.book.spec.cover_keys import NONE, Cover
from bookmaker.publishing.book.spec.design_keys import Design, Page, Techniques
from bookmaker.publishing.book.spec.own_words import OwnWords, Words
from bookmaker.publishing.book.spec.page_keys import BookPage, BuiltIn, PageEntry, book_pages, prints, repeated
from bookmaker.publishing.book.spec.puzzle_keys import Generated
from bookmaker.publishing.book.spec.section_keys import (
    Answers,
    Hints,
    Lesson,
    Numbering,
    Section,
    note_faults,
    sharing_faults,
)

__all__ = ["USUAL_FRONT", "USUAL_NAME", "Lesson", "Section", "Spec", "json_schema", "load", "starter_text"]
USUAL_NAME = "book"
USUAL_FRONT: tuple[BuiltIn, ...] = ("title-page", "copyright", "contents", "how-to-play")


@dataclass(frozen=True, kw_only=True)
class Spec(schema.Record):
    """A whole book."""

    book: BookDetails = key(
        Nested(BookDetails), "What the title page and the copyright page say.", examples=[{"title": "Sudoku"}]
    )
    own_seed: int | None = key(
        Integer(0, 2**63 - 1),
        "The same spec and seed give the same book, byte for byte. Left out, each build draws one, and the manifest names it.",
        default=None,
        name="seed",
        examples=[2026],
    )
    drawn_seed: int = field(default=0, compare=False)
    date: str | None = key(
        Text(most=10, wanted="a date such as 2026-11-22", check=check_date, printed=False),
        "The day that files for printers bear where they must bear one, as PDF/X does: never the clock's.",
        default=None,
        examples=["2026-11-22"],
    )
    series: Series | None = key(
        Nested(Series),
        "The series that the book is a volume of: no puzzle of another volume comes again.",
        default=None,
        examples=[{"name": "Long Rides", "volume": 3}],
    )
    page: Page = key(Nested(Page), "Size of the page, and its margins.", default={})
    print: Print | None = key(
        Nested(Print),
        "The printers that the book is sent to: each gets its own interior, and the rules of each are checked.",
        default=None,
        examples=[{"for": ["kdp", "ingramspark"], "paper": "cream"}],
    )
    design: Design = key(Nested(Design), "The look of the book.", default={})
    sections: tuple[Section, ...] = key(
        ListOf(
            schema.Switch("lesson", Nested(Lesson), Nested(Section), "a lesson makes its puzzles by itself"),
            least=1,
            most=500,
        ),
        "The parts of the book, in their order: sections of puzzles, and lessons.",
    )
    number_from: int = key(Integer(1, 100_000), "Number of the first puzzle of the book.", default=1)
    numbering: Numbering = key(
        Choice[Numbering](*get_args(Numbering)),
        "Numbers go on through the book, or begin anew with each section.",
        default="book",
    )
    answers: Answers = key(Nested(Answers), "How the answers are printed.", default={})
    hints: Hints | None = key(
        Nested(Hints), "Hints for each puzzle, in front of the answers at the back.", default=None
    )
    techniques: Techniques | None = key(
        Nested(Techniques),
        "The chapter of techniques: with this key, or `techniques` in the front matter.",
        default=None,
    )
    front_matter: tuple[BuiltIn | BookPage, ...] = key(
        ListOf(PageEntry(), unique=True),
        "The pages before the first section, in their order; techniques is a chapter of worked examples of all that the "
        "puzzles need, killer-combinations a table of what sums of cages are made of. A Markdown file beside the spec is a "
        "page of your own.",
        default=list(USUAL_FRONT),
        examples=[["title-page", "copyright", "contents", "how-to-play"]],
    )
    back_matter: tuple[BuiltIn | BookPage, ...] = key(
        ListOf(PageEntry(), unique=True),
        "The pages after the answers, in their order: the same ones as in the front matter.",
        default=[],
        examples=[[{"page": "notes", "count": 4}]],
    )
    words: OwnWords = key(
        Words(),
        "Printed words in your own wording, under the keys of the catalogue (`bookmaker/catalogues`): level names, labels, "
        "rules. Fields in braces stay as they are there.",
        default={},
        examples=[{"level": {"easy": "Gentle"}}],
    )
    cover: Cover | None = key(
        Nested(Cover), "The cover; without this key none is made.", default=None, examples=[{"design": "pencil"}]
    )
    estimates: bool = key(
        schema.Boolean(),
        "Whether the manifest names the estimates of HoDoKu's level and Sudoku Explainer's rating of each classic puzzle.",
        default=False,
    )
    output: str | None = key(
        schema.FilePath(),
        "The book is written to a folder of its own name in this one, relative to the folder of the spec. Left out: in `build`, "
        "where the command is called.",
        default=None,
        examples=["../books"],
    )

    @property
    def seed(self) -> int:
        """The seed of the book: its own, or the one that was drawn when it was read; another one for each volume of a series."""
        series = self.series
        return (
            self.named_seed
            if series is None
            else seeds.seed_for(self.named_seed, seeds.text_seed(series.name), series.volume)
        )

    @property
    def named_seed(self) -> int:
        """The seed of the spec, or the one that it would have to name."""
        return self.drawn_seed if self.own_seed is None else self.own_seed

    @cached_property
    def look(self) -> style.Style:
        """The look of the book, in the user's own fonts."""
        found = style.find(self.design.style, self.path.parent).in_fonts(dict(self.design.fonts))
        found = found.opened_by(self.design.openers) if self.design.openers else found
        return found.in_language(self.book.language)

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The edition of each printer, in the order of the spec; none without the key `print`."""
        return tuple(self.print.editions(self.page.trim, self.page.bleed)) if self.print else ()

    def printed(self, text: str) -> str:
        """A text of the spec as it is printed: with the quotes and dashes of the book's language."""
        return own_words.printed(text, self.book.language)

    def as_printed(self) -> Spec:
        """The spec with its texts as they are printed: those whose key says so. The name of a blurb's file stays as it is."""
        spec = schema.with_printed(self, self.printed)
        if spec.cover is None or self.cover is None or not self.cover.blurb_is_file:
            return spec
        return replace(spec, cover=replace(spec.cover, blurb=self.cover.blurb))

    def cross_faults(self) -> Iterator[Fault]:
        """Pages that come twice, plural forms that the language does not have, and symbols that a grid cannot have."""
        yield from repeated([*self._pages("front_matter"), *self._pages("back_matter")])
        yield from self.words.form_faults(self.book.language)
        yield from note_faults(self.answers, [section.answers for section in self.sections])
        apart, cut = self.page.puzzles_on == "right", self.page.cut_lines
        yield from sharing_faults(self.sections, self.answers, apart=apart, cut=cut)
        for page in self._pages("front_matter"):
            if page.page == "hints":
                yield Fault("hints come behind the puzzles", page.place("page"), "name them in `back_matter`")
        if self.series is not None and self.series.isbns:
            for one in (self.book, self.cover):
                if one is not None and one.isbn is not None:
                    message = "`isbns` of the series has the ISBN of each volume"
                    yield Fault(message, one.place("isbn"), "leave this one out")
        if self.series is not None and self.series.spines and self.cover is not None and self.cover.spine is not None:
            message = "`spines` of the series has the spine of each volume"
            yield Fault(message, self.cover.place("spine"), "leave this one out")
        named: set[str] = set()
        for section in self.sections:
            if section.id in named:
                yield Fault(f"another section has the id {section.id!r}", section.place("id"), "each needs its own")
            named |= {section.id} - {""}
            if self.series is None and isinstance(section.puzzles, Generated) and section.puzzles.stock:
                place = section.place("puzzles", "stock")
                yield Fault("`stock` takes puzzles from the bank of a series", place, "name one in `series`")
            if self.own_seed is None and isinstance(section.puzzles, Generated) and section.puzzles.instead:
                message = "`instead` names puzzles of a seed, and this spec has none"
                place = section.place("puzzles", "instead")
                yield Fault(message, place, "`bookmaker lock` writes that of the last build")
            wish, wanted = section.symbols or self.design.symbols, section.puzzles
            if wish is not None and isinstance(wanted, Generated):
                place = section.place("symbols") if section.symbols else self.design.place("symbols")
                yield from wish.order_faults(wanted.ground, place)

    @cached_property
    def catalogue(self) -> language.Catalogue:
        """Every word that the book prints: those of its language, or the user's own."""
        return self.words.catalogue(self.book.language, self.voice)

    @property
    def voice(self) -> str:
        """Whom the words of the book speak to: as the style says, but plainly where its hints are to be plain."""
        voice, wording = self.look.voice, self.hints.wording if self.hints else None
        spoken = {("plain", "adult"): "plain", ("brief", "plain"): "adult"}
        return spoken.get((wording or "", voice), voice)

    def _pages(self, name: Literal["front_matter", "back_matter"]) -> tuple[BookPage, ...]:
        entries: tuple[BuiltIn | BookPage, ...] = getattr(self, name)
        return book_pages(entries, [self.place(name, index) for index in range(len(entries))])

    def prints(self, name: BuiltIn) -> bool:
        """Whether the book has a built-in page, and no file replaces it."""
        return prints([*self.front_parts, *self.back_parts], name)

    @property
    def asks(self) -> bool:
        """Whether hints put singles as questions, and name no technique that has one."""
        return self.voice != "adult" and (self.hints is None or self.hints.wording != "brief")

    @property
    def nudges(self) -> int:
        """How many hints each puzzle has."""
        usual = Hints() if self.prints("hints") else None
        wanted = self.hints or usual
        return wanted.count if wanted else 0

    @property
    def teaches(self) -> bool:
        """Whether the book has a chapter of techniques."""
        return self.techniques is not None or self.prints("techniques")

    @property
    def front_parts(self) -> tuple[BookPage, ...]:
        """The parts of the front matter, with the chapter of techniques or without it."""
        pages, back = self._pages("front_matter"), self._pages("back_matter")
        if self.techniques is None:
            return pages
        if self.techniques.where == "back":
            return tuple(page for page in pages if page.name != "techniques")
        missing = all(page.name != "techniques" for page in [*pages, *back])
        return (*pages, BookPage(node=self.techniques.node, page="techniques")) if missing else pages

    @property
    def back_parts(self) -> tuple[BookPage, ...]:
        """The pages after the answers."""
        return self._pages("back_matter")

    @property
    def path(self) -> pathlib.Path:
        """The file that this was read from."""
        return pathlib.Path(self.place().path)

    @property
    def destination(self) -> pathlib.Path:
        """The folder of the book itself: ``examples/starter.yaml`` goes to ``build/starter``.

        A spec that is called ``book``, as ``bookmaker init`` calls it, and lies in a folder of its own goes under the folder's
        name: ``vol1/book.yaml`` to ``build/vol1``. The number of a volume follows.
        """
        return self.shelf / folder_name(self.path, None if self.series is None else self.series.volume)

    @property
    def shelf(self) -> pathlib.Path:
        """The folder in which the book has one of its own."""
        return shelf_of(self.path, self.output)


def load(path: str | pathlib.Path, volume: int | None = None, data: bytes | None = None) -> Spec:
    """Read and check a spec, and draw a seed if it has none. Raises SpecError with every fault, in the order of their places.

    ``volume``: of its series, instead of the one in the spec. ``data``: the contents of the file, which need not be there.
    """
    where = pathlib.Path(path)
    spec = schema.load(Spec, where) if data is None else schema.loads(Spec, data, str(path), where.parent)
    if volume is not None and spec.series is not None:
        faults = [*spec.series.missing(volume)]
        if faults:
            raise SpecError(faults)
        spec = replace(spec, series=replace(spec.series, volume=volume))
    sections: list[Section] = []
    taught: tuple[str, ...] = ()
    for section in spec.sections:
        if isinstance(section, Lesson):
            sections.append(replace(section, title=section.title or section.name_in(spec.catalogue), taught=taught))
            taught = (*taught, section.lesson)
        elif section.prize is not None and section.answers.place_name is None:
            # Who wants to win has to solve it.
            sections.append(replace(section, answers=replace(section.answers, place_name="none")))
        else:
            sections.append(section)
    spec = _with_cover(replace(spec, sections=tuple(sections), drawn_seed=seeds.drawn()))
    return spec if spec.series is None else _numbered(spec, spec.series)


def _with_cover(spec: Spec) -> Spec:
    """The spec with the cover design that fits the book, where it names neither a design nor a palette of the usual one."""
    cover = spec.cover
    if cover is None or cover.palette is not None or cover.place("design") != cover.place():
        return spec
    cover = replace(cover, design=_fitting(spec) or cover.design)
    faults = [*cover.cross_faults()]
    if faults:
        raise SpecError(faults)
    return replace(spec, cover=cover)


def _fitting(spec: Spec) -> str | None:
    """The design for large print, for many kinds or for one kind that is not the usual; None for the usual one."""
    if spec.look.in_large_print:
        return "large-print"
    orders = [section.puzzles for section in spec.sections]
    grounds = [one.ground for one in orders if isinstance(one, Generated)]
    kinds = {ground.rules for ground in grounds}
    if len(kinds) >= MANY_KINDS:
        return "mosaic"
    alone = len(kinds) == 1 and len(grounds) == len(orders) and any(kinds.pop())
    return "kind" if alone else None


MANY_KINDS = 4
"""From so many kinds on a cover shows one of each."""


def _numbered(spec: Spec, series: Series) -> Spec:
    """The spec with the series and its volume in the subtitle, for the title page, and on the cover, and with its ISBN."""
    volume = spec.catalogue.text("cover.volume", number=series.volume)
    book, cover = spec.book, spec.cover
    if cover is not None:
        subtitle = cover.subtitle or book.subtitle or NONE
        spine = series.spine if series.spines else cover.spine
        cover = replace(cover, subtitle=subtitle, series=cover.series or series.name, volume=series.volume, spine=spine)
    # A series that is called as the book is has its name in the title.
    name = "" if same_words(series.name, book.title) else series.name
    said = " · ".join(filter(None, (book.subtitle, name, volume)))
    return replace(spec, book=replace(book, subtitle=said, isbn=series.isbn or book.isbn), cover=cover)


def json_schema() -> schema.JsonSchema:
    """The JSON Schema (draft 2020-12) of a spec, for editors."""
    return schema.json_schema(Spec, "bookmaker book spec")


def starter_text(seed: int | None = None) -> str:
    """The commented spec that ``bookmaker init`` writes, with this seed if any. Raises ResourceError if the package lacks it."""
    path = resources.find("examples", "starter.yaml")
    if path is None:
        raise ResourceError("examples/starter.yaml is missing from this installation")
    text = path.read_text(encoding="utf-8")
    if seed is None:
        return text
    # Beside the file that `init` writes lies that of the schema, so that editors may look for it.
    text = _ASLEEP.sub(_AWAKE, text, count=1)
    return re.sub(r"^seed: \d+$", f"seed: {seed}", text, count=1, flags=re.MULTILINE)


_ASLEEP = re.compile(r"^# `bookmaker schema > .*\n.*\n# (# yaml-language-server: .*)$", re.MULTILINE)
_AWAKE = r"""# Editors complete and check this file by the next line, and by the file beside it, which `bookmaker schema` prints:
\1"""
SCHEMA_FILE = "bookmaker.schema.json"


def shelf_of(path: pathlib.Path, output: str | None) -> pathlib.Path:
    """The folder in which the book of a spec has one of its own; ``output`` is the key of the spec."""
    return pathlib.Path("build") if output is None else path.parent / output


def folder_name(path: pathlib.Path, volume: int | None) -> str:
    """The name of the folder of a book, as :attr:`Spec.destination` says."""
    folder = path.parent.resolve()
    named = path.stem == USUAL_NAME and folder != pathlib.Path.cwd() and folder.name
    name = folder.name if named else path.stem
    return name if volume is None else f"{name}-{volume}"
