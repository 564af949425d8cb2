"""The words of a cover: title, levels, badge and blurb, as the spec has them or as they follow from the book."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from bookmaker.base import language
from bookmaker.base.errors import Fault, Place, SpecError
from bookmaker.base.language import Catalogue
from bookmaker.publishing.book.spec.cover_keys import NONE, Cover
from bookmaker.publishing.book.spec.series_keys import same_words
from bookmaker.publishing.book.spec.spec_file import Spec

LONGEST_HOOK = 80
"""A first line of the blurb that has more letters is no line to be set large."""


def cover_texts(
    spec: Spec, wanted: Cover, words: Catalogue, counts: Mapping[str, int], total: int
) -> tuple[dict[str, str], dict[str, Place]]:
    """The words of the cover as they are printed, and where the spec has them."""
    book = spec.book

    def either(name: str) -> tuple[str, Place]:
        mine = getattr(wanted, name)
        if mine is not None:
            return ("" if mine == NONE else spec.printed(mine)), wanted.place(name)
        return spec.printed(getattr(book, name) or ""), book.place(name)

    before, headline, rest = _split(spec, wanted, words)
    texts = {"before": before, "headline": headline, "rest": rest, "title": spec.printed(book.title)}
    places = dict.fromkeys(("before", "headline", "rest", "title"), book.place("title"))
    for name in ("subtitle", "author"):
        texts[name], places[name] = either(name)
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
    blurb = _blurb(spec, wanted, words, texts)
    first, _, others = blurb.partition("\n")
    texts["hook"], texts["blurb"] = (first, others) if len(first) <= LONGEST_HOOK else ("", blurb)
    for name in ("badge", "blurb", "volume"):
        places[name] = wanted.place(name)
    places["hook"], places["image"], places["levels"] = places["blurb"], wanted.place("image"), wanted.place()
    return texts, places


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
        wanted_words = set(words.text("cover.sought").split())
        is_sought = [any(part.strip(_MARKS) in wanted_words for part in word.lower().split("-")) for word in found]
        small = set(words.text("cover.small_words").split())
        cut = next((index for index, word in enumerate(found) if index and word.lower() in small), len(found))
        if any(is_sought) and not any(is_sought[:cut]):
            first = is_sought.index(True)
            last = next((index for index in range(first, len(found)) if not is_sought[index]), len(found))
            return " ".join(found[:first]), " ".join(found[first:last]).rstrip(_ENDS), " ".join(found[last:])
        return "", " ".join(found[:cut]).rstrip(_ENDS), " ".join(found[cut:])
    start = title.lower().find(headline.lower())
    if start < 0:
        message = f"`headline` is no part of the title {title!r}"
        raise SpecError(Fault(message, wanted.place("headline"), "write some of its words, as they stand there"))
    end = start + len(headline)
    return title[:start].strip(), title[start:end].strip(), title[end:].strip(" :,–—")


_ENDS = ":,–—"
_MARKS = ".,:;!?¡¿«»“”\"'()–—"
"""Marks that stand before or after a word."""


_LARGE_PRINT = 16.0
"""Points of the least type of a book in large print, as associations of the blind have it."""


def _badge(spec: Spec, wanted: Cover, words: Catalogue, total: int, levels: str) -> dict[str, str]:
    if wanted.badge == NONE:
        return {}
    if wanted.badge is None:
        # Who needs large print looks for that first.
        large = spec.look.type.least >= _LARGE_PRINT
        bottom = words.text("cover.large_print") if large else levels
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
    if re.fullmatch(r"[^\n]+\.(txt|md)", text):
        path = spec.path.parent / Path(text).expanduser()
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            message = (
                f"`blurb`: {path.name} cannot be read as text: {getattr(error, 'strerror', None) or 'it is no UTF-8'}"
            )
            raise SpecError(Fault(message, wanted.place("blurb"), f"looked in {spec.path.parent}")) from error
    if text == NONE:
        return ""
    # Lines of a paragraph may be broken anywhere; an empty line ends it. Marks of headings and emphasis are for other readers.
    paragraphs = re.split(r"\n\s*\n", text.strip()) if "\n\n" in text else text.strip().split("\n")
    plain = (re.sub(r"^#+\s*|[*_`]{1,2}(?=\S)|(?<=\S)[*_`]{1,2}", "", " ".join(one.split())) for one in paragraphs)
    return spec.printed("\n".join(plain))
