"""The claims of a book about itself, compared with its pages: counts in titles, and the contents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import inf

from bookmaker.base import language
from bookmaker.publishing.proof.judgement import Finding, Judged
from bookmaker.publishing.proof.pdf_reading import Reading, ReadPage
from bookmaker.publishing.proof.words import NUMBER, Piece, bare, claims, counted, head_words, is_contents, roman

_ALONE = re.compile(rf"{NUMBER}\+?")
"""A number alone on its line."""
_BADGE, _CENTRED = 1.3, 0.06
"""How far below a number the counted thing is at most, and how far from its middle or an edge, in its type size."""
_LARGER = 1.3
"""How much larger the number of a badge is than digits that may lie below it."""
_LEVEL = 1.0
"""Points by which the baselines of one line may differ."""
_FIRST = 2
"""Pages at the beginning of a book on which a count is that of the whole book: half title and title page."""
_LETTERS = 2
"""A title of no more letters is part of other words by chance."""


def _lines(pieces: Iterable[Piece]) -> str:
    return " ".join(piece.text for piece in pieces)


def counts(
    readings: Sequence[Reading], title: str, puzzles: Sequence[Judged], covers: Sequence[Reading]
) -> list[Finding]:
    """Counts on the title pages, in the file's title and on covers that are not the number of puzzles; and those of openers."""
    book, found = readings[0], []
    total = len(puzzles)
    texts: list[tuple[str, int | None, str]] = [
        (book.name, page.index + 1, _lines(page.text)) for page in _title_pages(book, puzzles)
    ]
    texts.append((book.name, None, title))
    claimed_by = [(name, page, list(claims(text)), [0]) for name, page, text in texts]
    claimed_by += [
        (cover.name, page.index + 1, list(cover_claims(page.text)), listed_counts(page.text))
        for cover in covers
        for page in cover.pages
    ]
    for name, page, claimed, listed in claimed_by:
        plain = [count for count, over in claimed if not over]
        # Beside the whole, or in place of it, a cover may count its parts.
        parted = total in plain or total in (sum(plain), sum(listed))
        for count, over in claimed:
            if (total <= count) if over else (total < count if parted else total != count):
                more = "more than " if over else ""
                message = f"claims {more}{count} puzzles; the book has {total}"
                found.append(Finding("count", "fault", message, name, page))
    found += section_counts(book, [one for one in puzzles if one.entry.file == 0])
    return found


def cover_claims(pieces: Sequence[Piece]) -> Iterator[tuple[int, bool]]:
    """Counts on a cover: in one line, or a number with the counted thing right below it. Digits of pictures surround them."""
    alone = [piece for piece in pieces if _ALONE.fullmatch(piece.text)]
    for piece in pieces:
        yield from claims(piece.text)
        above = [one for one in alone if 0 < one.baseline - piece.baseline < _BADGE * one.size]
        above = sorted((one for one in above if _aside(one, piece) < _CENTRED), key=lambda one: -one.size)
        # Where digits of a picture lie below a badge, only a number larger than all others is sure.
        counted = any(map(str.isdigit, piece.text))
        if above and not counted and all(one.size * _LARGER < above[0].size for one in above[1:]):
            yield from claims(f"{above[0].text} {piece.text}")


def listed_counts(pieces: Sequence[Piece]) -> list[int]:
    """The counts of a list, such as that of the levels: each ends a line behind the name of its part, all of them flush."""
    rows: dict[int, list[int]] = defaultdict(list)
    for piece in pieces:
        before = (one for one in pieces if one.box[2] < piece.box[0] and any(map(str.isalpha, one.text)))
        if any(abs(one.baseline - piece.baseline) < _LEVEL for one in before):
            rows[round(piece.box[2])] += [count for count, over in claims(piece.text) if not over]
    return max(rows.values(), key=len, default=[])


def _aside(number: Piece, below: Piece) -> float:
    """How far a number is from the middle, the left or the right edge of the piece below it, in its type size."""
    middle, under = ((one.box[0] + one.box[2]) / 2 for one in (number, below))
    edges = (abs(number.box[side] - below.box[side]) for side in (0, 2))
    return min(abs(middle - under), *edges) / number.size


def _title_pages(book: Reading, puzzles: Sequence[Judged]) -> list[ReadPage]:
    """The first pages without contents and openers: a number of puzzles on those counts a section, not the book."""
    own = {one.entry.page for one in puzzles if one.entry.file == 0}
    others = own | set(map(_opener, own))
    first = [page for page in book.pages[:_FIRST] if page.index not in others]
    return [page for page in first if not any(map(is_contents, page.text))]


def is_for_notes(page: ReadPage) -> bool:
    """Whether a page has no words but the title of a page for notes. Letters in a picture to draw do not count."""
    words = [piece.bare for piece in page.text if any(map(str.isalpha, piece.bare))]
    return bool(words) and set(words) <= _notes_titles()


def section_counts(book: Reading, puzzles: Sequence[Judged]) -> Iterator[Finding]:
    """Openers, and lines above puzzles, whose count differs from the number of puzzles up to the next opener."""
    with_puzzles = {page for one in puzzles for page in one.entry.pages}
    notes = {page.index for page in book.pages if is_for_notes(page)}
    answers = {entry.page for entry in book.answers}
    openers: set[int] = set()
    for page in with_puzzles:
        before = _opener(page)
        # A page for notes comes behind a leaf of puzzles, or between an opener and a puzzle that begins on the right.
        while before in notes:
            before = _opener(before)
        if before not in with_puzzles and before not in answers:
            openers.add(before)
    # A count above puzzles begins with the number; other words there are a publisher's own ("by 31 March to Puzzle Weekly").
    said = {
        page: [piece for piece in book.pages[page].text if piece.text.lstrip()[:1].isdigit()] for page in with_puzzles
    }
    prizes = {page for page in with_puzzles if any(one.bare in _prize_titles() for one in book.pages[page].text)}
    starts = sorted(openers | prizes | {page for page in with_puzzles if counted(said[page])})
    for at, start in enumerate(starts):
        if start < 0 or any(entry.page == start for entry in (*book.answers, *book.pictures)):
            continue
        # Line by line: the numeral of a section comes before its title.
        pieces = said.get(start, book.pages[start].text)
        claimed = [count for piece in pieces for count, over in claims(piece.text) if not over]
        stop = starts[at + 1] if at + 1 < len(starts) else len(book.pages)
        held = sum(start <= one.entry.page < stop for one in puzzles)
        if len(claimed) == 1 and claimed[0] != held:
            yield Finding("count", "fault", f"announces {claimed[0]} puzzles; {held} follow", book.name, start + 1)


def _opener(page: int) -> int:
    return page - 1


@cache
def _notes_titles() -> frozenset[str]:
    keys = ("notes.title", "notes.drawing")
    return frozenset(bare(language.load(code).text(key)) for code in language.languages() for key in keys)


@cache
def _prize_titles() -> frozenset[str]:
    """The words above a prize, whose page is a section without a count."""
    return frozenset(bare(language.load(code).text("prize.title")) for code in language.languages())


def contents(book: Reading) -> tuple[list[Finding], int]:
    """Entries of the contents that lead to a page without their words; and how many entries there are."""
    found: list[Finding] = []
    count = 0
    on = False
    held = {entry.page for entry in book.puzzles}
    for page in book.pages[: len(book.pages) // 2 + 1]:
        titled = any(map(is_contents, page.text))
        entries = list(_entries(page))
        # Contents go on over pages of the same look.
        on = titled or (on and len(entries) >= 2 and page.index not in held)
        for title, target, is_roman in entries if on else ():
            index = _target(book, target, is_roman)
            count += 1
            opens = None if index is None else _opens(book, index, page.index, bare(title))
            if index is None or opens is False:
                what = (
                    f"the contents send the reader of {title!r} to page {target}, which does not begin with these words"
                )
                found.append(Finding("contents", "fault", what, book.name, page.index + 1))
            elif opens is None:
                what = f"no page begins with the words {title!r} of the contents"
                found.append(Finding("contents", "note", what, book.name, page.index + 1))
    return found, count


def _opens(book: Reading, index: int, contents_at: int, title: str) -> bool | None:
    """Whether no page has a title in larger type than this one: running heads repeat its words. None if no page has it."""
    named = "".join(filter(str.isalpha, title))
    if named and head_words(book.pages[index].text) == named != (
        head_words(book.pages[index - 1].text) if index else ""
    ):
        # A section may begin with no more than a running head, whose type is small.
        return True
    headings = {page.index: _heading(page) for page in book.pages}
    # A title of a letter or two is in the words of every page. One that begins its page, or is a line of it, may be among the
    # words of others.
    words, _, lines = headings[index]
    alone, begins, whole = len(title) <= _LETTERS, words.startswith(title), title in lines
    headed = {
        at: size
        for at, (words, size, lines) in headings.items()
        if (title == words if alone else words.startswith(title) if begins else title in (lines if whole else words))
    }
    # Title pages, which come before the contents, may have the same words.
    headed = {at: size for at, size in headed.items() if at > contents_at or at == index}
    if not headed:
        return True if not alone and title in bare(_lines(book.pages[index].text)) else None
    return headed.get(index, 0.0) > 0.9 * max(headed.values())


def _heading(page: ReadPage) -> tuple[str, float, set[str]]:
    """The words of a page in its largest type, their size, and each line of them."""
    size = max((piece.size for piece in page.text if any(map(str.isalpha, piece.text))), default=0.0)
    pieces = [piece for piece in page.text if piece.size > 0.9 * size]
    return bare(_lines(pieces)), size, {piece.bare for piece in pieces}


def _target(book: Reading, number: int, is_roman: bool) -> int | None:
    if not is_roman:
        return book.page_of(number)
    offset = book.roman_offset if book.roman_offset is not None else -1
    return number + offset if 0 <= number + offset < len(book.pages) else None


_EDGE = 2.5
"""Points by which the ends of page numbers in a column may differ."""


def _entries(page: ReadPage) -> Iterator[tuple[str, int, bool]]:
    """Lines that end in a page number at the right edge of the text, or of a column of it."""
    numbers = []
    for piece in page.text:
        text = piece.text.strip(" .…·")
        value = int(text) if text.isdecimal() else roman(text)
        if value is not None:
            numbers.append((piece, value, not text.isdecimal()))
    if not numbers:
        return
    ends = [piece.box[2] for piece, _, _ in numbers]
    columns = {
        max(near) for near in ([other for other in ends if abs(other - end) <= _EDGE] for end in ends) if len(near) > 2
    }
    edges = sorted({max(ends), *columns})
    for piece, value, is_roman in numbers:
        before = [edge for edge in edges if edge < piece.box[2] - _EDGE]
        if len(before) == len(edges) or abs(piece.box[2] - edges[len(before)]) > _EDGE:
            continue
        line = [
            one
            for one in page.text
            if abs(one.baseline - piece.baseline) < 0.5
            and one is not piece
            and one.box[0] > max(before, default=-inf)
            and any(char.isalpha() for char in one.text)
        ]
        if line:
            yield min(line, key=lambda one: one.box[0]).text.rstrip(" .…·"), value, is_roman
