"""The cover of a book, as files for each printer: a design filled with the words of the spec and the puzzles."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from bookmaker.base import language
from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.base.seeds import seed_for
from bookmaker.base.units import INCH
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing import printers
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.canvases.prepress import print_file
from bookmaker.printing.covers import design as designs
from bookmaker.printing.covers import pictures, setting
from bookmaker.printing.covers.barcode import NO_PRICE, Barcode, isbn_13, price_digits
from bookmaker.printing.covers.colour import WHITE, Space, contrast
from bookmaker.printing.covers.colour_canvas import ColourCanvas
from bookmaker.printing.covers.design import Design, Palette
from bookmaker.printing.covers.drawing import draw_cover
from bookmaker.printing.covers.pictures import Content
from bookmaker.printing.covers.pictures import Level as ShownLevel
from bookmaker.printing.covers.size import CoverSize, cover_size, inspect_cover, spine_words, template_wanted
from bookmaker.printing.grids.clue_drawing import CageStyle
from bookmaker.printing.grids.grid_drawing import GridPicture
from bookmaker.printing.printers import Edition, Template
from bookmaker.printing.text.lines import NO_BREAK
from bookmaker.publishing.book.making.books import book_of
from bookmaker.publishing.book.pages.slots import puzzle_of, symbols_of
from bookmaker.publishing.book.spec.book_keys import same_words
from bookmaker.publishing.book.spec.cover_keys import NONE, Cover
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.rules import rules_of

# The words of a cover: title, levels, badge and blurb, as the spec has them or as they follow from the book.

LONGEST_HOOK = 80
"""A first line of the blurb that has more letters is not set large."""


def cover_texts(
    spec: Spec, wanted: Cover, words: Catalogue, counts: Mapping[str, int], total: int, kinds: Sequence[str] = ()
) -> tuple[dict[str, str], dict[str, Place]]:
    """The words of the cover as they are printed, and where the spec has them. ``kinds``: those of the puzzles."""
    book = spec.book

    def either(name: str) -> tuple[str, Place]:
        mine = getattr(wanted, name)
        if mine is not None:
            return ("" if mine == NONE else spec.printed(mine)), wanted.place(name)
        return spec.printed(getattr(book, name) or ""), book.place(name)

    before, headline, rest = _split(spec, wanted, words)
    texts = {"before": before, "headline": headline, "rest": rest, "title": spec.printed(book.title)}
    # Of the headline the words that a buyer looks for are set largest.
    texts["main"] = " ".join(word for word in headline.split(" ") if _is_sought(word, words)) or headline
    places = dict.fromkeys(("before", "headline", "rest", "title"), book.place("title"))
    for name in ("subtitle", "author"):
        texts[name], places[name] = either(name)
    if wanted.subtitle != NONE:
        texts["subtitle"] = "\n".join(filter(None, (texts["subtitle"], _kinds(words, texts, kinds))))
    texts["publisher"], places["publisher"] = spec.printed(book.publisher or ""), book.place("publisher")
    # A series that is called as the book is has its name in the title.
    named = "" if same_words(wanted.series or "", book.title) else spec.printed(wanted.series or "")
    texts["series"], places["series"] = named, wanted.place("series")
    if wanted.volume is not None:
        texts["volume"] = words.text("cover.volume", number=wanted.volume)
        texts["volume_number"] = str(wanted.volume)
    texts["count"] = words.plural("section.count", total)
    names = [words.text(f"level_inline.{name}") for name in counts]
    if len(names) > 1:
        ends = [*counts][:1] + [*counts][-1:]
        if any(_is_own(words, level) for level in ends):
            texts["levels"] = words.text("cover.levels_own", lowest=names[0], highest=names[-1])
        else:
            # In some languages the ends of a range are declined.
            lowest, highest = (words.text(f"cover.level_in_levels.{level}") for level in ends)
            texts["levels"] = words.text("cover.levels", lowest=lowest, highest=highest)
    else:
        (level,), (name,) = counts, names
        texts["levels"] = name if _is_own(words, level) else words.plural(f"cover.level.{level}", total)
    texts |= _badge(spec, wanted, words, total, texts["levels"])
    # Who needs large print looks for that first.
    texts["promise"] = words.text("cover.large_print") if spec.look.in_large_print else texts["count"]
    texts["try"] = words.text("cover.try")
    blurb = _blurb(spec, wanted, words, texts)
    first, _, others = blurb.partition("\n")
    texts["hook"], texts["blurb"] = (first, others) if len(first) <= LONGEST_HOOK else ("", blurb)
    for name in ("badge", "blurb", "volume"):
        places[name] = wanted.place(name)
    places["hook"], places["image"], places["levels"] = places["blurb"], wanted.place("image"), wanted.place()
    return texts, places


_MOST_KINDS = 4
"""Kinds that a cover names, at most."""


def _kinds(words: Catalogue, texts: Mapping[str, str], kinds: Sequence[str]) -> str:
    """The kinds of a mixed book that buyers know, and how many others; "" where the title or the subtitle names them."""
    named = {kind: words.text(key) for kind in kinds if (key := f"cover.kind.{kind}") in words}
    said = f"{texts['title']} {texts['subtitle']}".lower()
    if len(kinds) < 2 or all(name.lower() in said for kind, name in named.items() if rules_of(kind)):
        return ""
    # Two kinds may have one name: with boxes and without.
    every, names = {named.get(kind, kind) for kind in kinds}, [*dict.fromkeys(named.values())]
    shown = names[: _MOST_KINDS if len(names) == len(every) <= _MOST_KINDS else _MOST_KINDS - 1]
    more = len(every) - len(shown)
    return f"{NO_BREAK}· ".join([*shown, *([words.plural("cover.more_kinds", more)] if more else [])])


def _is_own(words: Catalogue, level: str) -> bool:
    """Whether the book has a word of its own for a level."""
    key = f"level_inline.{level}"
    return words.text(key) != language.load(words.code).text(key)


def _split(spec: Spec, wanted: Cover, words: Catalogue) -> tuple[str, str, str]:
    """The title in three parts, the middle one to be set largest."""
    title = spec.printed(spec.book.title)
    headline = None if wanted.headline is None else spec.printed(wanted.headline)
    if headline is None:
        found = title.split(" ")
        # The word that a buyer looks for, with those of its kind beside it, goes before all others.
        is_sought = [_is_sought(word, words) for word in found]
        small = set(words.text("cover.small_words").split())
        cut = next((index for index, word in enumerate(found) if index and word.lower() in small), len(found))
        if any(is_sought) and not any(is_sought[:cut]):
            first = is_sought.index(True)
            last = next((index for index in range(first, len(found)) if not is_sought[index]), len(found))
            return " ".join(found[:first]), " ".join(found[first:last]).rstrip(_ENDS), " ".join(found[last:])
        return "", " ".join(found[:cut]).rstrip(_ENDS), " ".join(found[cut:])
    start = title.lower().find(headline.lower())
    if start < 0:
        message = f"`headline` is not a part of the title {title!r}"
        raise SpecError(Fault(message, wanted.place("headline"), "write some of its words, spelt as there"))
    end = start + len(headline)
    return title[:start].strip(), title[start:end].strip(), title[end:].strip(" :,–—")


def _is_sought(word: str, words: Catalogue) -> bool:
    """Whether a buyer looks for a word."""
    wanted = set(words.text("cover.sought").split())
    return any(part.strip(_MARKS) in wanted for part in word.lower().split("-"))


def _joined(text: str, small: Collection[str]) -> str:
    """A part of a title whose small words are on one line with what follows them."""
    *found, last = text.split(" ")
    return "".join(word + (NO_BREAK if word.lower() in small else " ") for word in found) + last


_ENDS = ":,–—"
_MARKS = ".,:;!?¡¿«»“”\"'()–—"
"""Marks before or after a word."""


def _badge(spec: Spec, wanted: Cover, words: Catalogue, total: int, levels: str) -> dict[str, str]:
    if wanted.badge == NONE:
        return {}
    if wanted.badge is None:
        bottom = words.text("cover.large_print") if spec.look.in_large_print else levels
        top, middle = words.number(total), words.plural("cover.counted", total)
    else:
        top, middle, bottom = ([*spec.printed(wanted.badge).split("\n", 2), "", ""])[:3]
    return {
        "badge": "\n".join(filter(None, (top, middle, bottom))),
        "badge_top": top,
        "badge_middle": middle,
        "badge_bottom": bottom,
    }


def _blurb(spec: Spec, wanted: Cover, words: Catalogue, texts: Mapping[str, str]) -> str:
    if wanted.blurb is None:
        said = words.paragraphs("cover.blurb", count=texts["count"], levels=texts["levels"])
        at_back = all(section.answers.within(spec.answers).place_name == "back" for section in spec.sections)
        answers = words.text("cover.blurb_answers")
        return "\n".join([*said, answers] if at_back and answers else said)
    text = wanted.blurb
    if wanted.blurb_is_file:
        path = spec.path.parent / os.path.expanduser(text)  # noqa: PTH111
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            message = (
                f"`blurb`: {path.name} cannot be read as text: {getattr(error, 'strerror', None) or 'it is not UTF-8'}"
            )
            raise SpecError(Fault(message, wanted.place("blurb"), f"looked in {spec.path.parent}")) from error
    if text == NONE:
        return ""
    # Lines of a paragraph may be broken anywhere; an empty line ends it. Marks of headings and emphasis are for other readers.
    paragraphs = re.split(r"\n\s*\n", text.strip()) if "\n\n" in text else text.strip().split("\n")
    plain = (re.sub(r"^#+\s*|[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}", "", " ".join(one.split())) for one in paragraphs)
    return spec.printed("\n".join(plain))


COMPARED_HEIGHT, LEAST_PAGES = 480, 24
"""Pixels of a front among others, and pages of a book that is not planned."""
FRONTS = {"cover-front.png": "PNG", "cover-front.jpg": "JPEG"}
COVERS = (*(f"cover-{name}.pdf" for name in printers.names()), *FRONTS)
"""Every file that may be made of a cover."""
FRONT_HEIGHT = 2560
"""Pixels of the front that the shop shows, along its longer side: what KDP recommends."""


@dataclass(frozen=True, slots=True)
class Covers:
    """The files by name, and notes for the user."""

    files: Mapping[str, bytes]
    notes: tuple[str, ...]


def cover_name(edition: Edition) -> str:
    """The name of the file of an edition's cover."""
    return f"cover-{edition.printer.name}.pdf"


def cover_files(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    editions: Mapping[Edition, int],
    *,
    lenient: bool = False,
    fronts: bool = True,
    certain: bool = True,
    known_only: bool = False,
    answers: Mapping[Edition, Sequence[int | None]] = MappingProxyType({}),
) -> Covers:
    """The covers of a book for each edition with its number of pages, and the front alone; nothing without a key `cover`.

    ``lenient``: an image that is too coarse is a note. ``fronts``: whether the front alone is made. ``certain``: the book has
    just these pages; otherwise no note names their number as its own. ``known_only``: a cover whose spine only a template of the
    printer names is left out with a note, since the template asks for the number of pages. ``answers``: the page of the answer of
    each puzzle of an edition. Raises SpecError for words without
    room, letters that a font lacks, an image that is too coarse and a spine of unknown width.
    """
    if spec.cover is None or not editions:
        return Covers({}, ())
    made = _Cover(spec, spec.cover, sections, lenient, certain, answers)
    files: dict[str, bytes] = {}
    bound = {edition: pages for edition, pages in editions.items() if edition.binding.cover is not None}
    notes = _hard_to_read(spec.cover)
    notes += [f"{edition.printer.title} takes no covers: none is made" for edition in editions if edition not in bound]
    for edition, pages in [*bound.items()] if known_only else []:
        missing = made.template_wanted(edition, pages)
        if missing is not None:
            notes.append(f"{cover_name(edition)} is not made: {missing.message} ({missing.advice})")
            del bound[edition]
    for edition, pages in bound.items():
        name = cover_name(edition)
        content, remarks = made.for_printer(edition, pages, name)
        files[name] = content
        notes += [f"{name}: {note}" for note in remarks]
    if fronts and bound:
        files |= made.fronts(*next(iter(bound.items())))
    return Covers(files, tuple(dict.fromkeys(notes)))


def fronts_side_by_side(spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], edition: Edition) -> bytes:
    """The fronts of all shipped designs, and of one of the spec's own, as a PNG file; designs without the image they need
    are left out. Raises SpecError as :func:`cover_files`.
    """
    wanted = spec.cover
    assert wanted is not None, "only for books with a cover"
    drawn = []
    for name in dict.fromkeys([*designs.names(), wanted.design]):
        if wanted.image is not None or not replace(wanted, design=name).look().shows_photo:
            drawn.append(_front(spec, sections, edition, name, None, COMPARED_HEIGHT))
    return pictures.side_by_side(drawn)


def front_in(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    edition: Edition,
    design: str,
    palette: str | None,
    height: int,
) -> bytes:
    """The front of a book with a cover in a design and a palette, ``height`` pixels high, as a PNG file.

    ``palette`` None: that of the spec where the design is its own, else the first. Raises SpecError as :func:`cover_files`.
    """
    return pictures.encoded(_front(spec, sections, edition, design, palette, height), "PNG")


def _front(
    spec: Spec,
    sections: Sequence[Sequence[GradedPuzzle]],
    edition: Edition,
    design: str,
    palette: str | None,
    height: int,
) -> Any:
    wanted = spec.cover
    assert wanted is not None, "only for books with a cover"
    own = design == wanted.design and palette in (None, wanted.palette)
    tried = wanted if own else replace(wanted, design=design, palette=palette, colours=())
    if not own and (faults := [*tried.cross_faults()]):
        raise SpecError(faults)
    # The spine does not show; any width will do.
    tried = replace(tried, spine=tried.spine or INCH)
    return _Cover(spec, tried, sections, True).front(edition, LEAST_PAGES, height)


def whole_picture(
    spec: Spec, sections: Sequence[Sequence[GradedPuzzle]], edition: Edition, pages: int, height: int
) -> bytes:
    """Back, spine and front of a book with a cover, ``height`` pixels high, as a PNG file. Raises SpecError as
    :func:`cover_files`.
    """
    assert spec.cover is not None, "only for books with a cover"
    return pictures.encoded(_Cover(spec, spec.cover, sections, True).whole(edition, pages, height), "PNG")


class _Cover:
    """The cover of one book."""

    def __init__(
        self,
        spec: Spec,
        wanted: Cover,
        sections: Sequence[Sequence[GradedPuzzle]],
        lenient: bool,
        certain: bool = True,
        answers: Mapping[Edition, Sequence[int | None]] = MappingProxyType({}),
    ) -> None:
        self.answers = answers
        self.spec, self.wanted, self.lenient, self.certain = spec, wanted, lenient, certain
        self.palette = self._in_picture(wanted.tones())
        self.design = setting.readable(wanted.look(), self.palette, dict(wanted.colours))
        self.content = book_content(spec, wanted, sections, spec.catalogue)
        _require_letters(self.design, self.content)
        book = book_of(spec).details
        # Printers take no more from a cover's file than its title.
        self.metadata = Metadata(book.title, "", book.language)

    def _in_picture(self, palette: Palette) -> Palette:
        """The palette with the darkest colour of the user's image as its ground, so that back and spine go on from the front.

        Only where the spec chooses no colours, and where light words can be read on it.
        """
        wanted = self.wanted
        if wanted.image is None or wanted.palette or wanted.colours or not wanted.look().shows_photo:
            return palette
        dark = pictures.darkest(self.spec.path.parent / wanted.image, wanted.place("image"))
        if contrast(dark, WHITE) < setting.SMALL:
            return palette
        return replace(palette, ground=dark, type=WHITE, second=WHITE, soft=dark)

    def template_wanted(self, edition: Edition, pages: int) -> Fault | None:
        """The figures that the size of a printer's cover still lacks, None if it is known."""
        return template_wanted(edition, pages, *self._figures(edition), certain=self.certain)

    def _figures(self, edition: Edition) -> tuple[Place, Template | None, float | None]:
        """The figures of a printer's template that the spec has, and their place."""
        wanted, template = self.wanted, self.wanted.template_for(edition.printer.name)
        place = wanted.place("template" if template else "spine") if template or wanted.spine else wanted.place()
        return place, None if template is None else template.figures(), wanted.spine

    def _drawn(self, edition: Edition, pages: int, space: Space) -> tuple[bytes, CoverSize, list[str]]:
        size = cover_size(edition, pages, self.design.safe, *self._figures(edition), certain=self.certain)
        reason = spine_words(edition, pages, size.spine, certain=self.certain)
        canvas = ColourCanvas(self.metadata, self.spec.look, space)
        words, texts = self.spec.catalogue, self.content.texts
        small = {*words.text("cover.small_words").split(), *words.text("cover.light_words").split()}
        titles = {part: _joined(texts[part], small) for part in ("before", "headline", "rest")}
        shown = replace(self.content, texts={**texts, **titles}, **_barcode(self.spec, self.wanted, edition))
        pages_of = self.answers.get(edition)
        page = pages_of[self.content.sample_at] if pages_of else None
        shown = shown if page is None else replace(shown, sample_answer=words.text("answer.on_page", page=page))
        remarks = draw_cover(
            canvas, self.design, self.palette, shown, size, edition, spine=not reason, lenient=self.lenient
        )
        return canvas.finish(), size, [reason, *remarks] if reason else remarks

    def for_printer(self, edition: Edition, pages: int, name: str) -> tuple[bytes, list[str]]:
        """The file for a printer, and notes."""
        rule = edition.binding.cover
        content, _, notes = self._drawn(edition, pages, "rgb" if rule is None else rule.color)
        title, date = self.metadata.title, self.spec.date
        return print_file(content, name, edition, title, date, lambda pdf: inspect_cover(pdf, edition)), notes

    def front(self, edition: Edition, pages: int, height: int) -> Any:
        """The front as an image of Pillow's, in the colours of a screen whatever the printer wants."""
        content, size, _ = self._drawn(edition, pages, "rgb")
        return pictures.pictured(content, size.front, height)

    def whole(self, edition: Edition, pages: int, height: int) -> Any:
        """The whole cover as an image of Pillow's, without the parts that are cut off."""
        content, size, _ = self._drawn(edition, pages, "rgb")
        return pictures.pictured(content, size.sheet.trim, height)

    def fronts(self, edition: Edition, pages: int) -> dict[str, bytes]:
        """The front as image files."""
        picture = self.front(edition, pages, FRONT_HEIGHT)
        return {name: pictures.encoded(picture, form) for name, form in FRONTS.items()}


def _hard_to_read(wanted: Cover) -> list[str]:
    """Notes on colours of the user's own that are near enough to each other to make small words hard to read."""
    return [
        f"small words in `{pair.words}` are hard to read on `{pair.on}`: the contrast of these colours is {pair.ratio:.1f}, and "
        f"small words want {setting.SMALL:g}"
        for pair in setting.named_pairs(wanted.look(), wanted.tones(), dict(wanted.colours))
        if setting.LARGE <= pair.ratio < pair.wanted
    ]


def _require_letters(design: Design, content: Content) -> None:
    """Raise SpecError for every text with a letter that one of the design's faces lacks."""
    faces = [design.face(role) for role in ("title", "rest", "text", "bold")]
    faults = []
    for what, text in content.texts.items():
        missing = sorted({char for face in faces for char in face.missing([text, text.upper()])})
        if missing:
            shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing[:5])
            message = f"the fonts of the cover have no glyph for {shown} of its {what.replace('_', ' ')}"
            faults.append(Fault(message, content.places.get(what), "leave it out, or take another design"))
    if faults:
        raise SpecError(faults)


def book_content(spec: Spec, wanted: Cover, sections: Sequence[Sequence[GradedPuzzle]], words: Catalogue) -> Content:
    """The puzzles, words and levels of a book on its cover."""
    numbered = book_of(spec).numbers([len(own) for own in sections])
    puzzles = [
        (number, one, section.cages)
        for section, own, mine in zip(spec.sections, sections, numbered, strict=True)
        for number, one in zip(mine, own, strict=True)
    ]
    grids = [_ground(one) for _, one, _ in puzzles]
    frequent = max(dict.fromkeys(grids), key=grids.count)
    own = [puzzle for puzzle, ground in zip(puzzles, grids, strict=True) if ground == frequent]
    # A cover may show the answer: that of a puzzle which has one in the book, if there is such a puzzle.
    answered = [section.answers.within(spec.answers).printed for section in spec.sections]
    kept = {id(one) for has, mine in zip(answered, sections, strict=True) if not has for one in mine}
    own = [puzzle for puzzle in own if id(puzzle[1]) not in kept] or own
    _, shown, cages = own[0]
    # The one in the middle of the book is as hard as the book is.
    number, sample, sample_cages = own[len(own) // 2]

    level = str(sample.grade.level)
    caption = words.text("cover.sample", number=number, level=words.text(f"level_inline.{level}"))
    counts = _counts([one for _, one, _ in puzzles])
    kinds = Counter(one.puzzle.geometry.kind for _, one, _ in puzzles)
    texts, places = cover_texts(spec, wanted, words, counts, len(puzzles), [kind for kind, _ in kinds.most_common()])
    texts["giant"] = str(wanted.volume or min(shown.puzzle.geometry.size, 9))
    return Content(
        look=spec.look,
        texts=texts,
        places=places,
        puzzle=puzzle_of(shown, cages),
        kinds=tuple(_one_of_each(puzzles, grids)),
        asked_subtitle=cover_texts(spec, wanted, words, counts, len(puzzles))[0]["subtitle"],
        solution=shown.solution,
        marked=_marked(shown, spec.seed),
        sample=puzzle_of(sample, sample_cages),
        sample_at=next(at for at, (_, one, _) in enumerate(puzzles) if one is sample),
        sample_caption=caption,
        sample_rank=int(Level[level.upper()]),
        levels=tuple(
            ShownLevel(int(Level[name.upper()]), words.text(f"level.{name}"), words.plural("section.count", count))
            for name, count in counts.items()
        ),
        seed=spec.seed,
        image=None if wanted.image is None else spec.path.parent / wanted.image,
        spine_upwards=words.text("cover.spine_reads") == "up",
    )


def _one_of_each(
    puzzles: Sequence[tuple[int, GradedPuzzle, CageStyle]], grids: Sequence[tuple[object, ...]]
) -> Iterator[GridPicture]:
    """The picture of the first puzzle of each kind, that of the most frequent kind first."""
    for ground in sorted(dict.fromkeys(grids), key=grids.count, reverse=True):
        _, first, cages = puzzles[grids.index(ground)]
        yield puzzle_of(first, cages)


def _ground(stocked: GradedPuzzle) -> tuple[object, ...]:
    """What puzzles that look alike have in common; the regions of jigsaws differ."""
    geometry = stocked.puzzle.geometry
    return geometry.rules, geometry.size, symbols_of(stocked).noun


def _marked(shown: GradedPuzzle, seed: int) -> frozenset[int]:
    """The givens; of a puzzle that has none as many cells as others have givens, drawn by the seed, symmetric by half a turn."""
    givens = frozenset(index for index, digit in enumerate(shown.puzzle.givens) if digit)
    if givens:
        return givens
    last = len(shown.solution) - 1
    pairs = sorted(range(last // 2 + 1), key=lambda index: seed_for(seed, index))
    return frozenset(cell for index in pairs[: len(pairs) // 3] for cell in (index, last - index))


def _counts(puzzles: Sequence[GradedPuzzle]) -> dict[str, int]:
    """How many puzzles of each level, the easiest first."""
    levels = sorted((str(one.grade.level) for one in puzzles), key=lambda name: Level[name.upper()])
    return {name: levels.count(name) for name in dict.fromkeys(levels)}


def _barcode(spec: Spec, wanted: Cover, edition: Edition) -> dict[str, Any]:
    """The barcode of an edition, or whether the printer's box for one is left white."""
    rule = edition.binding.cover
    fills = rule is not None and rule.barcode.printed
    isbn = wanted.isbn or (None if fills else spec.book.isbn)
    # The code for "no price" is a custom of shops that sell in the currencies which the code knows.
    price = wanted.price or (NO_PRICE if spec.book.language == "en" else NONE)
    code = None if isbn is None else Barcode(isbn_13(isbn), price_digits(price), f"ISBN {isbn}")
    return {"barcode": code, "barcode_box": fills}
