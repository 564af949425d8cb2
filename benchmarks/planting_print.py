"""More faults planted into finished PDFs: words and numbers, fonts and inks, boxes and pages. See :mod:`benchmarks.planting`."""

from __future__ import annotations

import io
from random import Random
from typing import Any

import pikepdf

from benchmarks.planting import Book, Page, Planted, Shown, opened, page_of, plant, saved


def _redigit(page: Page, one: Shown, chance: Random) -> bool:
    """Change one figure of a string to another that its font has."""
    table = page.table(one.font)
    codes = {char: code for code, char in table.items() if char.isdigit()}
    places = [at for at, code in enumerate(one.codes) if table.get(code, "").isdigit()]
    at = places[-1]
    others = sorted(char for char in codes if char not in (table[one.codes[at]], "0"))
    if not others:
        return False
    new = bytearray(one.codes)
    new[at] = codes[chance.choice(others)]
    page.show(one.at, bytes(new))
    page.keep()
    return True


def _texts(page: Page) -> list[Shown]:
    grid = {one.at for held in page.grids() for one in held}
    return [one for one in page.shown() if one.at not in grid]


def _numbered(page: Page, number: int) -> list[Shown]:
    """Strings whose only number is this one."""
    found = []
    for one in _texts(page):
        figures = "".join(char if char.isdigit() else " " for char in one.text).split()
        if figures == [str(number)]:
            found.append(one)
    return found


def _wrong_number(
    book: Book, page_number: int, number: int, what: str, chance: Random, *, largest: bool
) -> Planted | None:
    pdf = opened(book)
    page = page_of(pdf, page_number)
    held = _numbered(page, number)
    if not held:
        return None
    held.sort(key=lambda one: one.size)
    one = held[-1] if largest else held[0]
    if not largest and len({each.size for each in held}) > 1 and one.y < 45:
        return None
    if not _redigit(page, one, chance):
        return None
    return saved(pdf, f"page {page_number}: {what} {one.text!r} has another number")


@plant
def puzzle_number_wrong(book: Book, chance: Random) -> Planted | None:
    """Another number beside a puzzle."""
    puzzle = chance.choice(book.puzzles)
    if puzzle["number"] in (puzzle["page"], puzzle["answer_page"]):
        return None
    return _wrong_number(book, puzzle["file_page"], puzzle["number"], "the label", chance, largest=True)


@plant
def reference_wrong(book: Book, chance: Random) -> Planted | None:
    """A puzzle names another page for its answer."""
    puzzle = chance.choice(book.puzzles)
    numbers = [one["number"] for one in book.puzzles if one["file_page"] == puzzle["file_page"]]
    if puzzle["answer_page"] in (*numbers, puzzle["page"]):
        return None
    return _wrong_number(book, puzzle["file_page"], puzzle["answer_page"], "the reference", chance, largest=False)


@plant
def back_reference_wrong(book: Book, chance: Random) -> Planted | None:
    """An answer names another page for its puzzle."""
    puzzle = chance.choice(book.puzzles)
    number = book.answer_page(puzzle)
    shown = [one["number"] for one in book.puzzles if one["answer_page"] == puzzle["answer_page"]]
    if puzzle["page"] in (*shown, puzzle["answer_page"]):
        return None
    return _wrong_number(book, number, puzzle["page"], "the reference back", chance, largest=False)


@plant
def page_number_wrong(book: Book, chance: Random) -> Planted | None:
    """Another number at the foot of a page."""
    puzzle = chance.choice(book.puzzles)
    number, folio = puzzle["file_page"], puzzle["page"]
    pdf = opened(book)
    page = page_of(pdf, number)
    height = float(page.page.TrimBox[3])
    held = [one for one in _texts(page) if one.text.strip() == str(folio) and not 0.1 * height < one.y < 0.9 * height]
    if len(held) != 1 or not _redigit(page, held[0], chance):
        return None
    return saved(pdf, f"page {number}: its page number is another")


@plant
def contents_wrong(book: Book, chance: Random) -> Planted | None:
    """The contents name another page for a section."""
    pdf = opened(book)
    for number in range(1, book.manifest["front_pages"] + 1):
        page = page_of(pdf, number)
        strings = _texts(page)
        titles = {one["section"] for one in book.puzzles}
        if sum(any(title == one.text for title in titles) for one in strings) >= 3:
            numbers = [one for one in strings if one.text.strip().isdigit()]
            one = chance.choice(numbers)
            if _redigit(page, one, chance):
                return saved(pdf, f"page {number}: the entry {one.text} of the contents is another")
    return None


@plant
def count_wrong(book: Book, chance: Random) -> Planted | None:
    """The title page claims another number of puzzles."""
    pdf = opened(book)
    page = page_of(pdf, 1)
    held = _numbered(page, len(book.puzzles))
    if not held or not _redigit(page, held[0], chance):
        return None
    return saved(pdf, "page 1: another count of puzzles")


@plant
def level_wrong(book: Book, chance: Random) -> Planted | None:
    """A puzzle has the level of another one, in words."""
    words = {"easy": ("Easy", "EASY"), "medium": ("Medium", "MEDIUM"), "hard": ("Hard", "HARD")}
    puzzle = chance.choice(book.puzzles)
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    told = [one for one in _texts(page) if one.text in words.get(puzzle["level"], ())]
    if not told:
        return None
    one = chance.choice(told)
    codes = {char: code for code, char in page.table(one.font).items()}
    for level in sorted(words):
        word = words[level][one.text.isupper()]
        if level != puzzle["level"] and set(word) <= set(codes):
            page.show(one.at, bytes(codes[char] for char in word))
            page.keep()
            return saved(pdf, f"page {puzzle['file_page']}: {one.text} is {word}")
    return None


@plant
def font_not_embedded(book: Book, chance: Random) -> Planted | None:
    """The file of a font is taken out."""
    pdf = opened(book)
    fonts = [one for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/FontFile2" in one]
    font = chance.choice(fonts)
    del font["/FontFile2"]
    return saved(pdf, f"the font {font.FontName} is not embedded")


@plant
def helvetica_used(book: Book, chance: Random) -> Planted | None:
    """A word in a font that every reader is supposed to have."""
    number = chance.randrange(len(opened(book).pages)) + 1
    pdf = opened(book)
    page = page_of(pdf, number)
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    page.page.Resources.Font["/Planted"] = pdf.make_indirect(font)
    page.add("BT /Planted 9 Tf 200 300 Td (word) Tj ET")
    return saved(pdf, f"page {number}: Helvetica, not embedded")


def _with_ink(book: Book, chance: Random, operators: str, what: str) -> Planted | None:
    puzzle = chance.choice(book.puzzles)
    pdf = opened(book)
    page = page_of(pdf, puzzle["file_page"])
    blocks = [at for at, step in enumerate(page.steps) if str(step.operator) == "BT"]
    at = chance.choice(blocks)
    *parts, operator = operators.split()
    before = pikepdf.ContentStreamInstruction([float(part) for part in parts], pikepdf.Operator(operator))
    after = pikepdf.ContentStreamInstruction([0], pikepdf.Operator("g"))
    end = next(place for place in range(at, len(page.steps)) if str(page.steps[place].operator) == "ET")
    page.steps[end + 1 : end + 1] = [after]
    page.steps[at:at] = [before]
    page.keep()
    return saved(pdf, f"page {puzzle['file_page']}: {what}")


@plant
def rgb_black(book: Book, chance: Random) -> Planted | None:
    """Type in a black of red, green and blue."""
    return _with_ink(book, chance, "0 0 0 rg", "RGB black")


@plant
def rich_black(book: Book, chance: Random) -> Planted | None:
    """Type in a black of four plates."""
    return _with_ink(book, chance, "0.6 0.5 0.5 1 k", "a black of four inks")


@plant
def coloured_type(book: Book, chance: Random) -> Planted | None:
    """Red type."""
    return _with_ink(book, chance, "0.9 0.1 0.1 rg", "red type")


def _first_font(page: Page) -> tuple[str, int]:
    one = next(one for one in page.shown() if one.text.strip())
    return one.font, one.codes[0]


def _typed(book: Book, number: int, size: float, at: tuple[float, float], what: str) -> Planted | None:
    """A character of a page's first font, of ``size`` points, at a position in points."""
    pdf = opened(book)
    page = page_of(pdf, number)
    font, code = _first_font(page)
    page.add(f"BT {font} {size:g} Tf {at[0]:g} {at[1]:g} Td <{code:02x}> Tj ET")
    return saved(pdf, f"page {number}: {what}")


@plant
def type_in_gutter(book: Book, chance: Random) -> Planted | None:
    """A character in the inside margin."""
    number = chance.choice(book.puzzles)["file_page"]
    pdf = opened(book)
    wide = float(page_of(pdf, number).page.TrimBox[2])
    x = 10 if number % 2 else wide - 16
    return _typed(book, number, 9, (x, chance.randrange(150, 400)), "type in the gutter")


@plant
def type_at_trim(book: Book, chance: Random) -> Planted | None:
    """A character close to the foot of the page."""
    number = chance.choice(book.puzzles)["file_page"]
    return _typed(book, number, 9, (chance.randrange(80, 200), 6), "type at the edge of the page")


@plant
def small_type(book: Book, chance: Random) -> Planted | None:
    """A character of 5 points."""
    number = chance.choice(book.puzzles)["file_page"]
    return _typed(book, number, 5, (chance.randrange(80, 200), 60), "type of 5pt")


@plant
def thin_stroke(book: Book, chance: Random) -> Planted | None:
    """A line of half a point on one page."""
    number = chance.choice(book.puzzles)["file_page"]
    pdf = opened(book)
    page_of(pdf, number).add(f"0.5 w 60 {chance.randrange(52, 60)} m 200 56 l S")
    return saved(pdf, f"page {number}: a line of 0.5pt")


@plant
def thin_grid(book: Book, chance: Random) -> Planted | None:
    """A grid whose lines are half a point wide."""
    number = chance.choice(book.puzzles)["file_page"]
    pdf = opened(book)
    forms = list(pdf.pages[number - 1].Resources.XObject.values())
    form = chance.choice(forms)
    text = form.read_bytes()
    least = min(float(part.split()[-1]) for part in text.split(b" w")[:-1])
    form.write(text.replace(f" {least:g} w".encode(), b" 0.5 w"))
    return saved(pdf, f"page {number}: grids with lines of 0.5pt")


@plant
def crop_shifted(book: Book, chance: Random) -> Planted | None:
    """A page whose crop box is shifted."""
    pdf = opened(book)
    number = chance.randrange(len(pdf.pages)) + 1
    page = pdf.pages[number - 1]
    wide, high = float(page.MediaBox[2]), float(page.MediaBox[3])
    page.obj.CropBox = pikepdf.Array([6, 0, wide, high - 4])
    return saved(pdf, f"page {number}: a shifted crop box")


@plant
def trim_changed(book: Book, chance: Random) -> Planted | None:
    """A page of another trim size."""
    pdf = opened(book)
    number = chance.randrange(len(pdf.pages)) + 1
    page = pdf.pages[number - 1]
    left, bottom, right, top = (float(side) for side in page.TrimBox)
    page.obj.TrimBox = pikepdf.Array([left, bottom, right - 9, top])
    return saved(pdf, f"page {number}: a trim box of another size")


@plant
def trim_missing(book: Book, chance: Random) -> Planted | None:
    """A page without its trim box."""
    pdf = opened(book)
    number = chance.randrange(len(pdf.pages)) + 1
    del pdf.pages[number - 1].obj["/TrimBox"]
    return saved(pdf, f"page {number}: no trim box")


@plant
def page_turned(book: Book, chance: Random) -> Planted | None:
    """A page that lies on its side."""
    pdf = opened(book)
    number = chance.randrange(len(pdf.pages)) + 1
    pdf.pages[number - 1].obj.Rotate = chance.choice([90, 180, 270])
    return saved(pdf, f"page {number}: turned")


@plant
def page_lost(book: Book, chance: Random) -> Planted | None:
    """A page of puzzles is missing."""
    number = chance.choice(book.puzzles)["file_page"]
    pdf = opened(book)
    del pdf.pages[number - 1]
    return saved(pdf, f"page {number} is missing")


@plant
def pages_exchanged(book: Book, chance: Random) -> Planted | None:
    """Two pages of puzzles change places."""
    numbers = sorted({one["file_page"] for one in book.puzzles})
    one, other = sorted(chance.sample(numbers, 2))
    pdf = opened(book)
    first, second = pdf.pages[one - 1].obj, pdf.pages[other - 1].obj
    for key in ("/Contents", "/Resources"):
        first[key], second[key] = second[key], first[key]
    return saved(pdf, f"pages {one} and {other} change places")


@plant
def page_repeated(book: Book, chance: Random) -> Planted | None:
    """A page of puzzles stands twice, in place of another one."""
    numbers = sorted({one["file_page"] for one in book.puzzles})
    one, other = chance.sample(numbers, 2)
    pdf = opened(book)
    for key in ("/Contents", "/Resources"):
        pdf.pages[other - 1].obj[key] = pdf.pages[one - 1].obj[key]
    return saved(pdf, f"page {other} shows page {one}")


@plant
def link_added(book: Book, chance: Random) -> Planted | None:
    """A link on a page."""
    pdf = opened(book)
    number = chance.randrange(len(pdf.pages)) + 1
    link = pikepdf.Dictionary(
        Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[50, 50, 100, 70], Border=[0, 0, 0],
        Dest=[pdf.pages[0].obj, pikepdf.Name.Fit],
    )  # fmt: skip
    pdf.pages[number - 1].obj.Annots = pdf.make_indirect(pikepdf.Array([link]))
    return saved(pdf, f"page {number}: a link")


@plant
def bookmarks_added(book: Book, chance: Random) -> Planted | None:
    """Bookmarks in a file for print."""
    pdf = opened(book)
    with pdf.open_outline() as outline:
        outline.root.append(pikepdf.OutlineItem("Start", chance.randrange(len(pdf.pages))))
    return saved(pdf, "bookmarks")


@plant
def transparent_state(book: Book, chance: Random) -> Planted | None:
    """Half-transparent ink on a page."""
    number = chance.choice(book.puzzles)["file_page"]
    pdf = opened(book)
    page = pdf.pages[number - 1]
    page.Resources.ExtGState = pikepdf.Dictionary(Planted=pikepdf.Dictionary(ca=0.5))
    page_of(pdf, number).add("/Planted gs")
    return saved(pdf, f"page {number}: transparency")


@plant
def spine_too_wide(book: Book, chance: Random) -> Planted | None:
    """A cover whose spine is two millimetres too wide or too narrow."""
    if book.cover is None:
        return None
    pdf = pikepdf.open(io.BytesIO(book.cover))
    page: Any = pdf.pages[0].obj
    left, bottom, right, top = (float(side) for side in page.MediaBox)
    more = chance.choice([-2, 2]) * 72 / 25.4
    for key in ("/MediaBox", "/BleedBox"):
        if key in page:
            page[key] = pikepdf.Array([left, bottom, right + more, top])
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return Planted(book.interior, "a spine 2mm off", out.getvalue())
