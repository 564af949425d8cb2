"""Whether the grids of a book fit its page: checked for a spec before any puzzle is made, and for the pages as planned.

A character that the house's fonts lack would be an empty box: all that users want printed is held to the fonts, too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, floor
from operator import mul
from pathlib import Path

from bookmaker.base.errors import Fault, InputError, Place, SpecError, said
from bookmaker.base.units import MM
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.canvas import Box
from bookmaker.printing.canvases.page_setup import PageSetup
from bookmaker.printing.grids.clue_drawing import AROUND, HIDING, least_clue_cell
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.grids.step_picture import CandidatePicture, legible
from bookmaker.printing.grids.symbols import DIGITS, PICTURE_SETS, picture
from bookmaker.printing.pages import page_furniture
from bookmaker.printing.pages.document import missing_glyphs
from bookmaker.printing.pages.labels import Slot
from bookmaker.printing.pages.layouts import COLUMN_GAP, Layout, seams
from bookmaker.printing.pages.ornament import MASCOT, Emblem, first_motif
from bookmaker.printing.pages.page_furniture import NameLine, Story
from bookmaker.printing.pages.page_kinds import Band
from bookmaker.printing.styles import fonts
from bookmaker.printing.styles.fonts import Face
from bookmaker.printing.styles.style import Style
from bookmaker.printing.styles.style_parts import Frame
from bookmaker.printing.text.text_blocks import Block
from bookmaker.publishing.book.pages.book import Book
from bookmaker.publishing.book.spec.cover_keys import NONE
from bookmaker.publishing.book.spec.design_keys import GROUPS
from bookmaker.publishing.book.spec.section_keys import Lesson, Section
from bookmaker.puzzles.grid.arrangement import some_grids, widest
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES

SETS_DIGITS = frozenset((*GROUPS["digit"], "sum"))
"""The roles that set digits, or symbols in place of digits, and never words."""


def glyph_faults(
    look: Style, text: str, place: Place | None, *, in_grids: bool = False, known: Collection[Path] = ()
) -> Iterator[Fault]:
    """The faults of a text that cannot be printed as it is, one for each font at fault.

    ``in_grids``: the text replaces digits in grids, and is not set in the fonts for words. ``known``: fonts of the user's own
    whose faults are reported already.
    """
    missing = missing_glyphs(replace(look, own={}), [text])
    if missing:
        yield Fault(f"the fonts have no glyph for {_shown(missing)}", place, _HOUSE)
    faces = {path: look.face(role) for role, path in look.own.items() if (role in SETS_DIGITS) == in_grids}
    for path, face in faces.items():
        own = [char for char in face.missing([text]) if char not in missing]
        if own and path not in known:
            yield Fault(
                f"{path.name} has no glyph for {_shown(own)}", place, "take a font that has them, or leave them out"
            )


_HOUSE = "leave them out, or use words; the fonts hold letters of Latin, Greek and Cyrillic, and of signs such as arrows not all"


def _shown(missing: list[str]) -> str:
    shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing[:5])
    more = len(missing) - 5
    return f"{shown} and {more} more {'character' if more == 1 else 'characters'}" if more > 0 else shown


def require_name_glyphs(look: Style, puzzles: Iterable[Puzzle]) -> None:
    """Check the names of puzzles that come from files. Raises InputError with a fault for each that cannot be printed."""
    named = [puzzle for puzzle in puzzles if puzzle.name]
    # The names of a whole book together hold each character that one of them holds.
    if not any(glyph_faults(look, "".join(puzzle.name for puzzle in named), None)):
        return
    faults = [fault for puzzle in named for fault in glyph_faults(look, puzzle.name, puzzle.source)]
    if faults:
        raise InputError(faults)


def page_setup(book: Book) -> PageSetup:
    """The page of a book as the typesetter takes it, in the edition of its printer."""
    page, chosen = book.page, book.edition
    margins = page.margins
    gutter = None if page.gutter == "auto" else page.gutter
    side = book.look.page.side * page.trim[0]
    bleed = page.bleed if chosen is None else chosen.bleed
    usual = book.look.outer_margin(page.trim[0])
    usual = usual if chosen is None else max(usual, chosen.least_margin)
    outside = usual if margins.outside is None else margins.outside
    return PageSetup(page.trim, outside, margins.top, margins.bottom, gutter, bleed, side, chosen)


def name_line(book: Book) -> NameLine | Story | Emblem | None:
    """The head of each page of puzzles: the line for a name and the thread of the book, as far as it has them."""
    line = NameLine(book.look, book.name_line) if book.name_line else None
    setup = page_setup(book)
    _, bottom, _, top = setup.live(0, 0)
    if book.look.ornament.head and top - bottom >= book.look.ornament.least:
        return Emblem(book.look, line)
    if not book.story or top - bottom < book.look.thread.least:
        return line
    return Story(book.look, line, hero_of(book), (picture(MASCOT), fonts.pictures()))


def hero_of(book: Book) -> tuple[str, Face]:
    """The animal that walks through a book, and its font: the first picture of its own, or of its animals."""
    for section in book.sections:
        wish = section.symbols or book.symbols
        if wish is not None and (wish.files or wish.name == "animals"):
            symbols = wish.made(1, book.words)
            return symbols.texts[0], symbols.face(book.look, "given")
    return picture(PICTURE_SETS["animals"][0]), fonts.pictures()


Head = NameLine | Story | Emblem


def head_of(book: Book, head: Head | None, slots: Sequence[Slot], page: int, pages: int) -> Head | None:
    """The head of a page of puzzles with these slots, the page from 0, of so many."""
    if isinstance(head, Emblem):
        return replace(head, motif=first_motif(slot.picture for slot in slots), rank=slots[0].rank)
    if not isinstance(head, Story):
        return head
    stones = min(pages, book.look.thread.stones)
    at = 1 + round(page * (stones - 1) / max(pages - 1, 1))
    return replace(head, at=at, count=stones, words=words_on(book, page, pages))


def frame_of(look: Style, step: int) -> Frame | None:
    """The frame around puzzles on a step of the book, from 0."""
    return look.grid.frames[step % len(look.grid.frames)] if look.grid.frames else None


def words_on(book: Book, page: int, pages: int) -> str:
    """The words on a page of puzzles, from 0, of so many: the story from first to last, and words of cheer in between."""
    last = max(len(book.story) - 1, 1)
    said = {round(number * (pages - 1) / last): text for number, text in enumerate(book.story)}
    if page in said:
        return said[page]
    cheers = book.words.paragraphs("child.cheers")
    return cheers[page % len(cheers)] if cheers else ""


def require_name_line(book: Book, area: Box) -> None:
    """Check that its words and lines have room across the page. Raises SpecError."""
    line = name_line(book)
    if line is not None and not line.fits(area[2] - area[0]):
        message = "the words of `name_line` leave its lines too little of the page"
        raise SpecError(Fault(message, book.page.place("name_line"), "choose fewer words or lines, or a larger trim"))


def require_room(layout: Layout, grounds: Iterable[Geometry], area: Box, place: Place | None) -> None:
    """Check that cells and digits are no smaller than layout and style allow, for these grids. Raises SpecError at ``place``."""
    least = layout.style.look.grid.least_digit if layout.use == "puzzles" else layout.style.look.grid.least_answer_digit
    for (_, name), ground in sorted({(ground.span, grid_name(ground)): ground for ground in grounds}.items()):
        cell = layout.cell_in(area, ground)
        if layout.spread is not None and not cell:
            message = f"the layout `{layout.name}` parts a grid between two boxes, and {name} cannot be parted there"
            raise SpecError(Fault(message, place, "choose a layout of one page: it is for plain grids with boxes"))
        if cell < layout.cell.least:
            message = said(
                "the layout `{layout}` leaves {cell}mm for a cell of {name} on this page; it allows no less than {least}mm",
                layout=layout.name, cell=_down(cell / MM), name=name, least=f"{layout.cell.least / MM:.2f}",
            )  # fmt: skip
            raise SpecError(Fault(message, place, _smaller(layout, ground)))
        digits = layout.style.digit_size(cell)
        if digits < least - 0.005:
            message = said(
                "the layout `{layout}` sets the digits of {name} in {size}pt on this page; "
                "the style allows no less than {least}pt",
                layout=layout.name, name=name, size=_down(digits), least=f"{least:.2f}",
            )  # fmt: skip
            raise SpecError(Fault(message, place, _smaller(layout, ground)))


def grid_name(ground: Geometry) -> str:
    """How a message names a grid: by its own size, and what else it takes room for."""
    if ground.overlapping:
        return f"the kind {ground.kind}, which is {ground.span} cells wide or high,"
    plain = f"a {ground.size}x{ground.size} grid"
    return f"{plain} with numbers around it" if ground.frame else plain


def _smaller(layout: Layout, ground: Geometry) -> str:
    """What makes room for a grid that is too small in a layout."""
    if layout.per_page > 1:
        return "choose a layout with fewer grids, a larger trim or smaller margins"
    if layout.spread is None and seams(ground):
        return "`layout: spread` lays it over two facing pages; or choose a larger trim or smaller margins"
    return "choose a larger trim or smaller margins"


def _down(length: float) -> str:
    """Two decimals, rounded down: a length that is too small must not be printed as the one that would do."""
    return f"{floor(length * 100) / 100:.2f}"


def require_pages_wanted(book: Book, count: int) -> None:
    """Check that a book of ``count`` pages has no more than it is to have. Raises SpecError."""
    wanted = book.page.pages
    if wanted is None or count <= wanted:
        return
    where = f"for {book.edition.printer.title}, " if book.edition else ""
    more = count - wanted
    message = said(
        "{where}the book needs {count} pages, {more} more than {wanted}",
        where=where,
        count=count,
        more=more,
        wanted=wanted,
    )
    raise SpecError(Fault(message, book.page.place("pages"), "take a denser layout, or leave out puzzles or pages"))


Room = Callable[[Layout], Box]
"""The part of the page that the puzzles of a layout have: answers at its foot take the less, the fewer puzzles a page has."""


_HARDLY = 0.97
"""A share of its size that a grid may lose to larger words."""


def section_layout(
    book: Book,
    section: Section,
    pictures: Iterable[GridPicture],
    room: Room,
    *,
    count: int = 0,
    level: Level = Level.EASY,
) -> Layout:
    """The layout that a section names, or the first of the style's in which its puzzles fit, are large enough to be solved at
    their level, and fill a page. Where none is so large, the largest. ``count``: how many puzzles there are, 0 for any number.
    """
    pictures = list(pictures)
    row = page_furniture.cells_high(book.look, pictures)
    found = _found(book, (section.layout,) if section.layout else book.look.puzzle_layouts)
    found = [replace(layout, row=row) for layout in found] if row else found
    if section.layout is None:
        # What lies over two pages does not go with everything; where it does not, the style has other layouts.
        apart = _against_spread(book, section, row) or not all(seams(picture.geometry) for picture in pictures)
        # A style with no other layout is refused with the reason.
        found = [layout for layout in found if not (layout.spread and apart)] or found
    grounds = {one.geometry for one in pictures}
    fitting: list[tuple[Layout, float]] = []
    for layout in found:
        area = room(layout)
        if pictures:
            largest = max(grounds, key=lambda one: one.span)
            layout = (
                layout.turned(area, largest) if book.cuts(section) else layout.for_page(layout.per_page, area, largest)
            )
        # Words around grids grow with the page, but not at the cost of a layout, or of the grids.
        grown = layout.grown(area[2] - area[0])
        kept = all(grown.cell_in(area, one) > _HARDLY * layout.cell_in(area, one) for one in grounds)
        for one in (grown, layout) if kept else (layout,):
            if fits(one, pictures, area):
                cell = min((one.cell_in(area, ground) for ground in grounds), default=float("inf"))
                fitting.append((one, cell))
                break
        if fitting and (section.layout or not pictures):
            break
    return _chosen(fitting, least_cell_of(book.look, level), count) if fitting else found[-1]


def _chosen(fitting: Sequence[tuple[Layout, float]], least: float, count: int) -> Layout:
    """The first of these layouts whose cells are large enough and that has no more frames than puzzles; else the largest."""
    first = fitting[0][0]
    # Two pages for one puzzle are not the way to larger cells.
    one_page = [(one, cell) for one, cell in fitting if one.spread is None or one is first]
    filled = [(one, cell) for one, cell in one_page if not count or one.per_page <= count] or one_page[-1:]
    enough = [one for one, cell in filled if cell >= least]
    most = max(cell for _, cell in filled)
    return next(iter(enough), next(one for one, cell in filled if cell >= _AS_LARGE * most))


def least_cell_of(look: Style, level: Level) -> float:
    """The least cell in points in which a puzzle of a level is solved at ease."""
    grid = look.grid
    return grid.easy_cell if level <= Level.EASY else grid.medium_cell if level <= Level.MEDIUM else grid.hard_cell


_AS_LARGE = 0.95
"""Cells of at least this share of the largest are as large as these."""


def _against_spread(book: Book, section: Section, row: float) -> str:
    """Why the puzzles of a section cannot lie over two facing pages; "" where they can. ``row``: that of symbols, in cells."""
    place = section.answers.within(book.answers).place_name
    if book.puzzles_apart(section):
        return "puzzles on right-hand pages only do not lie over two pages"
    if place in ("overleaf", "foot"):
        return f"a puzzle on two facing pages has no answer at `{place}`"
    if book.name_line:
        return "a line for a name goes above puzzles of one page only"
    if book.cuts(section):
        return "lines to cut along go between puzzles of one page only"
    if row:
        return "a row of symbols goes above a puzzle of one page only"
    if section.start == "right" and not _opened(book, section):
        return "it begins on the left, and the section, which no page opens, on the right"
    return ""


def _opened(book: Book, section: Section) -> bool:
    """Whether a page opens a section whose puzzles lie over two pages: no band does, and a running head may be all."""
    look = book.look
    silent = look.opener.where == "none" and look.head.where != "none"
    return not silent or isinstance(section, Lesson) or section.intro not in (None, NONE)


def require_spread(book: Book, section: Section, layout: Layout) -> None:
    """Check that a layout of two facing pages goes with what else a section has. Raises SpecError."""
    why = _against_spread(book, section, layout.row) if layout.spread is not None else ""
    if why:
        message = f"the layout `{layout.name}` lays a puzzle over two pages: {why}"
        raise SpecError(Fault(message, section.place("layout"), "choose a layout of one page"))


def answer_layout(
    book: Book, name: str | None, pictures: Iterable[GridPicture], area: Box, *, large: bool = True
) -> Layout:
    """The layout of that name for answers; None is one of the style's.

    It is the first in which they fit, or if ``large`` a later one with larger grids that takes no more pages: else a few answers
    would be small at the top of an empty page.
    """
    pictures, found = list(pictures), _found(book, (name,) if name else book.look.answer_layouts)
    found = [layout.for_answers() for layout in found]
    if name is None and not all(seams(picture.geometry) for picture in pictures):
        found = [layout for layout in found if not layout.spread] or found
    chosen = _first_that_fits(found, pictures, lambda _: area)
    if not pictures or not large:
        return chosen
    pages, span = ceil(len(pictures) / chosen.per_page), max(picture.geometry.span for picture in pictures)
    for layout in found[found.index(chosen) :]:
        side, larger = (one.side(one.frames(area)[0], span) for one in (chosen, layout))
        if layout.spread or layout.per_page < book.look.fewest_answers or ceil(len(pictures) / layout.per_page) > pages:
            break
        if larger > side * book.look.larger_answers and fits(layout, pictures, area):
            chosen = layout
    return chosen


def _found(book: Book, names: Sequence[str]) -> list[Layout]:
    return [book.layout(name) for name in names]


def _first_that_fits(found: Sequence[Layout], pictures: Sequence[GridPicture], room: Room) -> Layout:
    return next((layout for layout in found if fits(layout, pictures, room(layout))), found[-1])


def fits(layout: Layout, pictures: Sequence[GridPicture], area: Box) -> bool:
    """Whether these pictures can be read in a layout on the area of a page."""
    try:
        require_all_room(layout, pictures, area, None)
    except SpecError:
        return False
    return True


def require_all_room(layout: Layout, pictures: Sequence[GridPicture], area: Box, place: Place | None) -> None:
    """Check that these pictures can be read in a layout on the area of a page. Raises SpecError at ``place``."""
    require_room(layout, [picture.geometry for picture in pictures], area, place)
    if layout.use == "puzzles":
        require_sum_room(layout, pictures, area, place)
    require_symbol_room(layout, pictures, area, place)
    require_clue_room(layout, pictures, area, place)


def require_symbol_room(layout: Layout, pictures: Sequence[GridPicture], area: Box, place: Place | None) -> None:
    """Check that symbols in place of digits can be read or told apart in the layout's cells. Raises SpecError at ``place``."""
    look, answers = layout.style.look, layout.use == "answers"
    own = {
        (one.geometry.size, one.geometry.span, grid_name(one.geometry), one.symbols): one.geometry
        for one in pictures
        if one.symbols is not DIGITS
    }
    for (size, _, name, symbols), ground in sorted(own.items(), key=lambda one: (*one[0][:3], one[0][3].texts)):
        if symbols.drawn:
            least = look.symbols.least_answer if answers else look.symbols.least_picture
        else:
            least = look.grid.least_answer_digit if answers else look.grid.least_digit
        cell = layout.cell_in(area, ground)
        face = symbols.face(look, layout.style.role)
        points = symbols.points(look, face, layout.style.digit * cell, cell)
        if points < least - 0.005:
            message = (
                f"the layout `{layout.name}` sets {symbols.names[size - 1]} in {_down(points)}pt in {name} on this "
                f"page; the style allows no less than {least:.2f}pt"
            )
            raise SpecError(Fault(message, place, _smaller(layout, ground)))


def require_sum_room(layout: Layout, pictures: Iterable[GridPicture], area: Box, place: Place | None) -> None:
    """Check that the sums of cages can be printed legibly in the layout's cells. Raises SpecError at ``place``."""
    worst = 0.0
    fault = advice = ""
    for shown in pictures:
        cell = layout.cell_in(area, shown.geometry)
        least = shown.least_cell(layout.style, cell)
        if least - cell > max(worst, 1e-6):
            worst = least - cell
            name, advice = grid_name(shown.geometry), _smaller(layout, shown.geometry)
            fault = (
                f"the layout `{layout.name}` leaves {_down(cell / MM)}mm for a cell of {name} on this page; "
                f"to be legible the sums of its cages need {least / MM:.2f}mm"
            )
    if fault:
        raise SpecError(Fault(fault, place, advice))


def require_clue_room(layout: Layout, pictures: Iterable[GridPicture], area: Box, place: Place | None) -> None:
    """Check that numbers around grids and digits in circles can be read in the layout's cells. Raises SpecError at ``place``.

    It is asked of the rules, so that a spec and its pages have one answer: a number around the grid has two figures at most.
    """
    grounds = dict.fromkeys((picture.geometry.ground, picture.clues) for picture in pictures if picture.geometry.clued)
    for ground, shown in grounds:
        looks = {clue.look for name in ground.rules if name in RULES for clue in RULES[name].clues}
        if layout.use == "answers":
            looks -= HIDING
        if not shown:
            looks &= AROUND
        cell = layout.cell_in(area, ground)
        least = least_clue_cell(layout.style.look, looks, "88" if ground.size > _ONE_FIGURE else "8")
        if cell < least - 1e-6:
            message = said(
                "the layout `{layout}` leaves {cell}mm for a cell of {name} on this page; "
                "to be legible the digits of its clues need {least}mm",
                layout=layout.name, cell=_down(cell / MM), name=grid_name(ground), least=f"{least / MM:.2f}",
            )  # fmt: skip
            raise SpecError(Fault(message, place, _smaller(layout, ground)))


_ONE_FIGURE = 4
"""Sums of the digits of smaller grids have one figure."""


MOST_GRIDS = 2
"""A page has to have room for so many of several grids: the examples of a lesson lie in no more."""


def require_lesson_room(look: Style, section: Section, area: Box) -> None:
    """Check that all candidates of a lesson's pictures can be read on the page. Raises SpecError at the lesson."""
    if isinstance(section, Lesson) and not has_lesson_room(look, section, area, MOST_GRIDS):
        message = (
            f"the candidates in the pictures of this lesson would be smaller on this page than the {look.type.least:g}pt of "
            "the style"
        )
        raise SpecError(Fault(message, section.place("lesson"), "choose a larger trim, or another style"))


def has_lesson_room(look: Style, lesson: Lesson, area: Box, grids: int) -> bool:
    """Whether all candidates of a lesson's pictures can be read on the page, where a step lies in so many of several grids."""
    ground = lesson.puzzles.ground
    if ground.overlapping:
        ground = some_grids(ground, widest(ground, grids)).ground
    single = lesson.level is Level.EASY
    masks = (0 if single else (1 << ground.size) - 1,) * ground.cell_count
    drawn = CandidatePicture(ground, bytes(ground.cell_count), masks, placed=((0, 1),) if single else ())
    return legible(look, drawn, area[2] - area[0])


@dataclass(frozen=True, slots=True)
class Sharing:
    """A section that shares a page: its number of puzzles, the layout of a page of them, its title, and the words below them."""

    count: int
    layout: Layout
    band: Band
    words: tuple[Block, ...]

    def words_high(self, width: float) -> float:
        """The height of the words."""
        return sum(block.height(width) + block.before for block in self.words)


@dataclass(frozen=True, slots=True)
class Shared:
    """Its part of the page: a box, measured from the left edge and the top of the area, its rows and columns of grids, and the
    height below them that is for words.
    """

    box: Box
    rows: int
    columns: int
    words: float


def shared_boxes(look: Style, parts: Sequence[Sharing], area: Box) -> list[Shared] | None:
    """The parts of a page that sections share, one under another and side by side in their order; None where they have no room.

    Of all ways the one whose least grid is largest is taken, but one that leaves much of the page empty counts less. Sections
    side by side have one row of grids each, so that numbers go on from left to right.
    """
    best: tuple[tuple[float, float], list[Shared]] | None = None
    for breaks in product((False, True), repeat=len(parts) - 1):
        rows = [[0]]
        for index, broken in enumerate(breaks, 1):
            if broken:
                rows.append([])
            rows[-1].append(index)
        alone = {row[0] for row in rows if len(row) == 1}
        choices = [range(1 if index in alone else part.count, part.count + 1) for index, part in enumerate(parts)]
        for columns in product(*choices):
            found = _boxes(look, parts, area, rows, columns)
            if found is not None and (best is None or found[0] > best[0]):
                best = found
    return best and best[1]


_BESIDE, _UNDER = 14.0, 14.0
"""Points between sections side by side, and one under another."""
_FULL = 0.9
"""The share of its height from which on a page is full."""


def _boxes(
    look: Style, parts: Sequence[Sharing], area: Box, rows: Sequence[Sequence[int]], columns: Sequence[int]
) -> tuple[tuple[float, float], list[Shared]] | None:
    """Sections in these rows, each with its grids in so many columns; and what that is worth: the least side of a grid, and the
    area of all.
    """
    wide, high = area[2] - area[0], area[3] - area[1]
    pad = 2 * (look.labels.frame + look.labels.frame_pad) if look.labels.frame else 0.0
    downs = [ceil(part.count / across) for part, across in zip(parts, columns, strict=True)]
    caps, strips, texts, widths = list[float](), list[float](), list[float](), dict[int, float]()
    for row in rows:
        gaps = {index: (columns[index] - 1) * parts[index].layout.column_gap for index in row}
        one = (wide - (len(row) - 1) * _BESIDE - sum(gaps.values())) / sum(columns[index] for index in row)
        widths |= {index: columns[index] * one + gaps[index] for index in row}
        own = [parts[index] for index in row]
        strip = max(parts[index].band.height((0.0, 0.0, widths[index], high)) for index in row)
        texts.append(max(parts[index].words_high(widths[index]) for index in row))
        strip += texts[-1]
        # A grid that is alone in its row has its words in a column beside it, where that has room.
        beside = sum(columns[index] for index in row) == 1 and downs[row[0]] == 1 and own[0].layout.aside > 0
        around = 0.0 if beside else max(part.layout.label + part.layout.note for part in own)
        strip += downs[row[0]] * (around + pad)
        strips.append(strip + (downs[row[0]] - 1) * own[0].layout.row_gap)
        caps.append(one - pad - (own[0].layout.aside + COLUMN_GAP if beside else 0.0))
    room, lines = high - sum(strips) - (len(rows) - 1) * _UNDER, [downs[row[0]] for row in rows]
    # All grids as large as each other, but for those that the width leaves smaller.
    left, free, side = room, sum(lines), max(caps)
    for cap, down in sorted(zip(caps, lines, strict=True)):
        side = left / free
        if cap > side:
            break
        left, free, side = left - down * cap, free - down, cap
    sides = [min(cap, side) for cap in caps]
    if min(sides) <= 0:
        return None
    spare = max(room - sum(map(mul, sides, lines)), 0.0) / len(rows)
    found, top = list[Shared](), 0.0
    for row, own_side, strip, down, text in zip(rows, sides, strips, lines, texts, strict=True):
        x, bottom = 0.0, top - strip - down * own_side
        for index in row:
            found.append(Shared((x, bottom, x + widths[index], top), downs[index], columns[index], text))
            x += widths[index] + _BESIDE
        top = bottom - spare - _UNDER
    full = min(1.0, (1 - spare * len(rows) / high) / _FULL)
    grids = sum(own_side**2 * parts[index].count for row, own_side in zip(rows, sides, strict=True) for index in row)
    return (min(sides) * full, grids), found


_SHARED = ("two-up", "four-up", "six-up")
"""Layouts of pages that sections share, besides those of the style."""


def shared_layout(book: Book, section: Section, pictures: Sequence[GridPicture], every: int) -> Layout:
    """The layout of a section on a page that it shares, of ``every`` puzzles: that which it names, or one of a page of so many.

    Raises SpecError where it has fewer places than the section has puzzles.
    """
    count = len(pictures)
    names = (section.layout,) if section.layout else dict.fromkeys((*book.look.puzzle_layouts, *_SHARED))
    found = [one for one in _found(book, [*names]) if one.spread is None]
    found.sort(key=lambda one: (one.per_page < every, abs(one.per_page - every)))
    if found[:1] and found[0].per_page >= count:
        row = page_furniture.cells_high(book.look, pictures)
        return replace(found[0], row=row)
    named = f"the layout `{section.layout}`" if section.layout else "every layout"
    message = f"{named} has fewer places on a page than the {count} puzzles of this section, which shares one"
    raise SpecError(Fault(message, section.place("layout"), "name a layout with more places, or leave out `start`"))
