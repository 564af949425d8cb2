"""Checks of a spec before any puzzle is made: the room of grids, the rules of printers, pictures to cut out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from bookmaker.base import language, schema
from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.units import INCH, MM
from bookmaker.logic.generation.order_fields import ANY, DIFFICULTY
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.labels import level_of, splits
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.grids.symbols import DIGITS
from bookmaker.printing.pages.document import layout_breaches, page_breaches
from bookmaker.printing.pages.layouts import Layout
from bookmaker.printing.pages.page_furniture import grid_foot
from bookmaker.printing.pages.page_kinds import BlankPage, Page, content_area
from bookmaker.printing.printers.edition import Breach, blank_breaches, count_breaches, gutter_breaches
from bookmaker.printing.styles.fonts import Role
from bookmaker.printing.styles.style_parts import MARKS
from bookmaker.publishing.book.making.books import book_of, one_each
from bookmaker.publishing.book.pages.answer_runs import Run, back_runs, in_key, key_runs, overleaf, repeated, run_of
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.pages.page_fit import (
    MOST_GRIDS,
    SETS_DIGITS,
    glyph_faults,
    has_lesson_room,
    least_cell_of,
    name_line,
    page_setup,
    require_clue_room,
    require_lesson_room,
    require_name_line,
    require_room,
    require_spread,
    require_sum_room,
    require_symbol_room,
    section_layout,
)
from bookmaker.publishing.book.spec.puzzle_keys import Generated, Imported
from bookmaker.publishing.book.spec.section_keys import Answers
from bookmaker.publishing.book.spec.spec_file import Lesson, Section, Spec
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.marks import Mark
from bookmaker.puzzles.rules import RULES

# The rules of a book's printers: which of them a spec breaks, where in it, and what becomes of a breach.
#
# A breach of a rule that the printer insists on is an error, unless the user is lenient; advice is a note. A book that names no
# printer may never be sent to one: it is compared with the usual one's rules, and where it breaks any, one note says what of.

Used = Mapping[str, tuple[Layout, Collection[Geometry]]]
"""For each layout's name the layout and the grids set in it."""
Bound = Literal["exact", "least", "none"]
"""How well the number of pages is known: the number, a lower bound, or neither."""


def before_pages(spec: Spec, lenient: bool = False) -> list[str]:
    """Check all that a spec alone shows: sizes, margins, and the needs of the files.

    Returns notes. Raises SpecError with every breach that is an error.
    """
    if not spec.editions:
        return [*_usual_cover(spec)]
    faults = [*_undated(spec)]
    found = [breach for book in one_each(spec) for breach in page_breaches(page_setup(book))]
    return sort_out(spec, found, faults, lenient)


def breaches_of_pages(book: Book, pages: Sequence[Page], used: Used, bound: Bound = "exact") -> list[Breach]:
    """The rules that the planned pages of one printer's edition break."""
    setup, count = page_setup(book), len(pages)
    # A spec that names printers has been checked for the rest before its pages were planned.
    found = [] if book.edition else [*page_breaches(setup)]
    if bound == "exact" or (bound == "least" and count > setup.edition.page_range[1]):
        found += count_breaches(setup.edition, count, certain=bound == "exact")
    if bound != "none":
        # A thicker book wants no narrower gutter.
        found += gutter_breaches(setup.edition, setup.inside(count), count, certain=bound == "exact")
    found += layout_breaches(setup, count, used)
    return [*found, *blank_breaches(setup.edition, [isinstance(page, BlankPage) for page in pages])]


def _usual_cover(spec: Spec) -> Iterator[str]:
    """A note on the cover of a book that names no printer: its size is always some printer's."""
    if spec.cover is not None:
        one = page_setup(book_of(spec)).edition
        yield (
            f"no printer is named: the cover is that of a {one.binding.name} on {one.paper.name} paper at {one.printer.title}; "
            "`print: {for: ...}` names another"
        )


def _undated(spec: Spec) -> Iterator[Fault]:
    for edition in spec.editions:
        if edition.printer.file.standard == "pdf-x-1a" and spec.date is None:
            message = f"{edition.printer.title} takes PDF/X-1a:2001, which must bear a date, and the spec has none"
            advice = "add date: and a day such as 2026-11-22; it is never the clock's, so that the files stay the same"
            yield Fault(message, spec.place("print"), advice)


def notes_on_colour(spec: Spec) -> list[str]:
    """A note where the printer prints a paper in colour, and the style is black: each page is paid for as a coloured one."""
    coloured = [edition for edition in spec.editions if edition.paper.ink == "color"]
    if not coloured or spec.look.colours.pictures:
        return []
    title, paper = coloured[0].printer.title, coloured[0].paper.name
    return [
        f"{title} prints {paper} in colour, and the style `{spec.design.style}` is black: a paper for black ink costs less"
    ]


def sort_out(spec: Spec, found: Iterable[Breach], faults: list[Fault], lenient: bool) -> list[str]:
    """Notes of breaches. Raises SpecError if any is an error, or there are ``faults``."""
    notes = []
    minded: list[str] = []
    for breach in found:
        if not spec.editions:
            minded.append(_SUBJECTS.get(breach.what, "other things"))
        elif breach.required and not lenient:
            faults.append(Fault(breach.message, _place(spec, breach.what), breach.advice))
        else:
            notes.append(breach.message)
    if faults:
        raise SpecError(list(dict.fromkeys(faults)))
    if minded:
        *some, last = dict.fromkeys(minded)
        subjects = f"{', '.join(some)} and {last}" if some else last
        notes.append(
            f"no printer is named: one that binds books may mind {subjects}; with `print: {{for: ...}}` it is said what it takes"
        )
    return list(dict.fromkeys(notes))


_SUBJECTS = {
    "trim": "the trim",
    "pages": "the number of pages",
    **dict.fromkeys(("outside", "top", "bottom"), "the margins"),
    "gutter": "the gutter",
    **dict.fromkeys(("labels", "notes", "digits"), "small type"),
    **dict.fromkeys(("thin", "box"), "fine lines"),
    "blanks": "blank pages",
    "file": "the size of the file",
}
"""The subject of a breach, for a reader who did not ask for the figures of a printer."""


def _place(spec: Spec, what: str) -> Place:
    """The place of the key that is at fault; that of the printers for a key that is left out."""
    page, margins = spec.page, spec.page.margins
    if what in ("trim", "gutter", "pages"):
        place, whole = page.place(what), page.place()
    elif what in ("outside", "top", "bottom"):
        place, whole = margins.place(what), margins.place()
    else:
        return spec.place("print")
    # A key that is left out has the place of the whole.
    return spec.place("print") if place == whole else place


def require_room_for_all(spec: Spec) -> None:
    """Check a spec for each of its printers. Raises SpecError; a fault names its printer where others have not the same."""
    found: dict[Fault, list[str]] = {}
    books = one_each(spec)
    for book in books:
        title = book.edition.printer.title if book.edition else ""
        try:
            require_book_room(book)
        except SpecError as error:
            for fault in error.faults:
                found.setdefault(fault, []).append(title)
    if found:
        raise SpecError(
            [
                fault
                if len(titles) == len(books)
                else replace(fault, message=f"for {' and '.join(titles)}, {fault.message}")
                for fault, titles in found.items()
            ]
        )


def require_book_room(book: Book) -> None:
    """Check the sections whose grids are known before they are made. Raises SpecError with a fault for each that cannot fit."""
    faults: list[Fault] = []
    setup = page_setup(book)
    area = content_area(book.look, setup.live(0, 0, side=True))
    answer_area = content_area(book.look, setup.live(0, 0))

    def note(error: SpecError) -> None:
        faults.extend(fault for fault in error.faults if fault not in faults)

    try:
        require_name_line(book, area)
    except SpecError as error:
        note(error)
    line = name_line(book)
    area = area if line is None else line.below(area)

    for section in book.sections:
        try:
            require_lesson_room(book.look, section, answer_area)
        except SpecError as error:
            note(error)
    parts = likely_parts(book)
    for part in parts:
        try:
            layout = _require_puzzle_room(book, part, area)
            if part.answers.place_name == "overleaf":
                overleaf(book, part, layout, answer_area)
        except SpecError as error:
            note(error)
    for run, part in likely_runs(book, parts, answer_area):
        try:
            run.require_room(part)
        except SpecError as error:
            note(error)
    if faults:
        raise SpecError(faults)


def _require_puzzle_room(book: Book, part: Likely, area: Box) -> Layout:
    """The layout of a section's puzzles. Raises SpecError where they do not fit it."""
    span, width = part.asked.geometry.span, area[2] - area[0]

    def room(layout: Layout) -> Box:
        at_foot = part.answers.place_name == "foot" and part.answers.show == "grid"
        return grid_foot(book.look, span, layout.per_page, width).above(area) if at_foot else area

    pictures = [part.asked]
    layout = section_layout(book, part.section, pictures, room, count=len(part.solved), level=_level(part.section))
    left, place = room(layout), part.section.place("layout")
    require_spread(book, part.section, layout)
    require_room(layout, [part.asked.geometry], left, place)
    require_symbol_room(layout, pictures, left, place)
    require_clue_room(layout, pictures, left, place)
    require_sum_room(layout, pictures, left, place)
    return layout


def _level(section: Section) -> Level:
    """The highest level that a section's spec names for its puzzles."""
    wanted = section.puzzles
    if not isinstance(wanted, Generated):
        return Level.EASY
    named = [DIFFICULTY if level in (None, ANY) else str(level) for level in wanted.levels]
    return section.level if isinstance(section, Lesson) else max(map(level_of, named))


def likely_runs(book: Book, parts: Sequence[Likely], area: Box) -> Iterator[tuple[Run[Likely], Likely]]:
    """The runs of whole grids in the book and in its key, with every section of each that no run before it has judged."""
    back = [part for part in parts if part.answers.place_name == "back"]
    runs = [*back_runs(book, back, area, apart=repeated([part.numbers for part in back]))]
    title = book.words.text("answers.title")
    runs += [run_of(book, [part], title, area) for part in parts if part.answers.place_name == "section"]
    in_book = [(run, part) for run in runs if run.layout is not None for part in run.parts]
    # Two sections may have one title.
    judged = {(id(part.section), _judged_as(run)) for run, part in in_book}
    alike = [replace(part, answers=in_key(book, part, area)) for part in parts]
    keys = key_runs(book, alike, area, apart=repeated([part.numbers for part in parts]))
    yield from in_book
    yield from ((run, part) for run in keys for part in run.parts if (id(part.section), _judged_as(run)) not in judged)


def _judged_as(run: Run[Likely]) -> Layout | None:
    """The layout of a run without what makes its grids as large as others: that is asked where it is chosen."""
    return run.layout and replace(run.layout, alike=())


def notes_on_cutting(spec: Spec) -> list[str]:
    """A note on sections whose pictures are cut out while the backs of their pages bear puzzles."""
    book = book_of(spec)
    cut = [
        one.title
        for one in spec.sections
        if (wish := one.symbols or spec.design.symbols) is not None
        and wish.row == "cut-out"
        and not book.puzzles_apart(one)
    ]
    if not cut:
        return []
    named = ", ".join(repr(title) for title in cut)
    return [
        f"the pieces of {named} are cut out of pages with puzzles behind: `puzzles_on: right` in the section leaves these "
        "to notes"
    ]


def notes_on_lessons(spec: Spec) -> list[str]:
    """A note on lessons whose steps may go through more of several grids than their pages have room for in a picture."""
    area = content_area(spec.look, page_setup(book_of(spec)).live(0, 0))
    return [
        f"the lesson `{section.lesson}`: the page has room for {MOST_GRIDS} of the grids in a picture, and a step may need "
        f"{MOST_GRIDS + 1}; the build looks for examples that need fewer, and says if it finds none"
        for section in spec.sections
        if isinstance(section, Lesson)
        and len(section.puzzles.ground.corners) > MOST_GRIDS
        and section.goes_on
        and not has_lesson_room(spec.look, section, area, MOST_GRIDS + 1)
    ]


def notes_on_levels(spec: Spec) -> list[str]:
    """A note on levels that a style file of the user's own has in a label, where no section of the book has several."""
    own, labels = spec.path.parent / spec.design.style, spec.look.labels
    if labels.every_level or not own.is_file() or any(_may_have_several(section) for section in spec.sections):
        return []
    text = own.read_text(encoding="utf-8", errors="replace")
    places = {"left": labels.left, "right": labels.right, "note": labels.note}
    found = [
        f'`{place}: "{label}"`'
        for place, label in places.items()
        if label in text and any(f"{{{field}}}" in label for field in ("level", *MARKS))
    ]
    if not found:
        return []
    return [
        f"{' and '.join(found)} of {own.name} prints no level: each section has one level only, and its opener says it; "
        "`labels: {every_level: true}` prints it beside each puzzle"
    ]


def _may_have_several(section: Section) -> bool:
    """Whether the puzzles of a section may have several labels."""
    wanted = section.puzzles
    if isinstance(section, Lesson) or not isinstance(wanted, Generated):
        return True
    if wanted.difficulty is not None or wanted.hardest is not None:
        split = splits(wanted.ground.rules, wanted.ground.caged)
        return wanted.difficulty == ANY or (wanted.difficulty == str(Level.MEDIUM) and split)
    # Something else than a level may say how hard its puzzles are.
    bounds = (bound for one in (wanted.score, wanted.minutes) for bound in (one.min, one.max))
    return bool(wanted.requires) or any(bound is not None for bound in bounds)


def notes_on_reading(spec: Spec) -> list[str]:
    """Notes on sections without a layout whose grids are smaller, on a page of this trim, than their level is solved in."""
    book = book_of(spec)
    line = name_line(book)
    whole = content_area(book.look, page_setup(book).live(0, 0, side=True))
    area = whole if line is None else line.below(whole)
    notes = []
    for part in likely_parts(book):
        ground, least = part.asked.geometry, least_cell_of(book.look, _level(part.section))
        try:
            cell = _require_puzzle_room(book, part, area).cell_in(area, ground)
        except SpecError:
            continue
        if part.section.layout is None and not ground.overlapping and cell < 0.95 * least:
            wide = book.page.trim[0] + (least - cell) * ground.span
            notes.append(
                f"the grids of {part.section.title!r} are {cell * ground.span / MM:.0f}mm wide, the largest that the page has "
                f"room for; puzzles of their level are solved at ease in {least * ground.span / MM:.0f}mm: a trim of about "
                f"{wide / INCH:.1f}in of width has room for these"
            )
    return notes


def notes_on_digits(spec: Spec) -> list[str]:
    """A note on digits that are so high, by the style, that they touch the lines of their cells."""
    grid = spec.look.grid
    heavy = max(grid.box_share, grid.outline_share)
    high = [
        f"`{name}` {share:g}"
        for name, share in (("digit", grid.digit), ("digit_in_answers", grid.digit_in_answers))
        if (1 - share) / 2 - heavy / 2 < grid.thin_share
    ]
    if not high:
        return []
    return [f"digits as high as this style says touch the lines of their cells: {' and '.join(high)} of the cell"]


@dataclass(frozen=True, slots=True)
class Likely:
    """A section whose puzzles are to be made: its numbers, a puzzle as it is going to look, and its answers."""

    section: Section
    numbers: range
    answers: Answers
    asked: GridPicture
    solved: Sequence[GridPicture]


def _printed(wanted: Generated | Imported) -> int:
    return wanted.printed if isinstance(wanted, Generated) else wanted.count or 1


def likely_parts(book: Book) -> list[Likely]:
    """The sections whose puzzles are to be made."""
    # One from files may have more than are known here, and so numbers that come again.
    ranges = book.numbers([_printed(section.puzzles) for section in book.sections])
    return [
        _likely(book, section, section.puzzles, own)
        for section, own in zip(book.sections, ranges, strict=True)
        if isinstance(section.puzzles, Generated)
    ]


def _likely(book: Book, section: Section, wanted: Generated, own: range) -> Likely:
    """A Killer has a sum of as many figures as there can be."""
    ground = wanted.ground
    figures = "8" * len(str(wanted.size * (wanted.size + 1) // 2))
    if any(clue.look == "cage" for name in ground.rules for clue in RULES[name].clues):
        # Three cells make a product of so many figures, and its sign.
        figures = "8" * (3 if wanted.size >= _LARGE_PRODUCTS else 2) + "×"
    drawn = ground.caged or figures.endswith("×")
    marks = (Mark("cage", (0, 1), figures),) if drawn else ()
    wish = section.symbols or book.symbols
    symbols = DIGITS if wish is None else wish.made(wanted.size, book.words)
    givens = bytes(ground.cell_count)
    if symbols.row == "pieces":
        # An easy puzzle has about two fifths of its cells filled.
        givens = bytes(cell % wanted.size + 1 if cell % 5 < 2 else 0 for cell in range(ground.cell_count))
    answers = section.answers.within(book.answers)
    solution = bytes(cell % wanted.size + 1 for cell in range(ground.cell_count))
    answer = replace(answer_picture(ground, givens, solution, symbols), clues=answers.clues)
    asked = puzzle_picture(ground, givens, marks, section.cages, symbols)
    return Likely(section, own, answers, asked, [answer] * wanted.printed)


_LARGE_PRODUCTS = 6
"""The least size of grid with cages of three cells that make 100 or more."""


# The characters of every text that is printed: whether the fonts hold them.


def require_glyphs(spec: Spec) -> list[str]:
    """Check every text of a spec that is printed; returns notes on its fonts. Raises SpecError with all that cannot be set."""
    own = dict(_own_faults(spec))
    grids = [fault for place, text in _symbols(spec) for fault in glyph_faults(spec.look, text, place, in_grids=True)]
    faults = [fault for place, text in _texts(spec) for fault in glyph_faults(spec.look, text, place, known=own)]
    if grids or faults or own:
        raise SpecError([*grids, *faults, *own.values()])
    chosen = dict(spec.design.fonts)
    beside = [role for role in _BESIDE_TEXT if role not in chosen]
    if "text" not in chosen or not beside:
        return []
    names = dict.fromkeys(spec.look.face(role).name for role in beside)
    return [f"`fonts` names text; {', '.join(beside)} stay in {', '.join(names)}: name them, too, for one family"]


_BESIDE_TEXT: tuple[Role, ...] = ("text_bold", "text_italic", "heading")
"""The roles that are used among words of the role text, in one paragraph or above it."""


def _own_faults(spec: Spec) -> Iterator[tuple[Path, Fault]]:
    """What fonts of the user's own lack of the words that books in the language of the spec print, by font."""
    words = [text for _, text in language.load(spec.book.language).texts()]
    words += [text for _, text in language.techniques(spec.book.language).texts()]
    reported: set[Path] = set()
    for role, path in spec.design.fonts:
        missing = spec.look.face(role).missing(word.replace("~", "") for word in words)
        if missing and path not in reported and role not in SETS_DIGITS:
            reported.add(path)
            # A whole alphabet is recognized without the number of each letter.
            shown = (
                " ".join(missing) if len(missing) > 20 else ", ".join(f"{char} (U+{ord(char):04X})" for char in missing)
            )
            message = f"{path.name} has no glyph for {shown}, which the book may print"
            yield (
                path,
                Fault(message, spec.place("design", "fonts"), "take a font that has them, or name it for digits only"),
            )


def _symbols(spec: Spec) -> Iterator[tuple[Place, str]]:
    for wish, place in (
        (spec.design.symbols, spec.design.place("symbols")),
        *((section.symbols, section.place("symbols")) for section in spec.sections),
    ):
        if wish is not None and wish.text:
            yield place, wish.text


def _texts(spec: Spec) -> Iterator[tuple[Place, str]]:
    """Each printed text with its place; those of the cover are set in fonts of its own."""
    for place, text in schema.printed_texts(replace(spec, cover=None)):
        yield place, spec.printed(text)
    if spec.book.isbn:
        yield spec.book.place("isbn"), spec.book.isbn
    for text in spec.page.facts or ():
        yield spec.page.place("facts"), spec.printed(text)
    if spec.design.story:
        yield spec.design.place("story"), " ".join(map(spec.printed, spec.design.story))
    for place, text in spec.words.texts():
        yield place, spec.printed(text)
