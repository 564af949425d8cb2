"""Whether the house's fonts hold every character that a user wants printed: one that they lack would be an empty box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from bookmaker import language
from bookmaker.book.design_values import GROUPS
from bookmaker.book.spec import Spec
from bookmaker.book.spec_pages import Intro
from bookmaker.errors import Fault, InputError, Place, SpecError
from bookmaker.grid.puzzle import Puzzle
from bookmaker.typeset.document import missing_glyphs
from bookmaker.typeset.style import Style


def glyph_faults(look: Style, text: str, place: Place | None) -> Iterator[Fault]:
    """The fault of a text that cannot be printed as it stands."""
    missing = missing_glyphs(look, [text])
    if missing:
        shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing[:5])
        more = f" and {len(missing) - 5} more characters" if len(missing) > 5 else ""
        advice = "leave them out; the fonts hold Latin, Greek and Cyrillic"
        yield Fault(f"the fonts have no glyph for {shown}{more}", place, advice)


def require_glyphs(spec: Spec) -> None:
    """Check every text of a spec that is printed. Raises SpecError with a fault for each that cannot be."""
    faults = [fault for place, text in _texts(spec) for fault in glyph_faults(spec.look, text, place)]
    faults += _own_faults(spec)
    if faults:
        raise SpecError(faults)


def _own_faults(spec: Spec) -> Iterator[Fault]:
    """What fonts of the user's own lack of the words that books in the language of the spec print."""
    words = [text for _, text in language.load(spec.book.language).texts()]
    words += [text for _, text in language.techniques(spec.book.language).texts()]
    told: set[Path] = set()
    for role, path in spec.design.fonts:
        missing = spec.look.face(role).missing(word.replace("~", "") for word in words)
        if missing and path not in told and role not in GROUPS["digit"] and role != "sum":
            told.add(path)
            shown = ", ".join(f"{char} (U+{ord(char):04X})" for char in missing)
            message = f"{path.name} has no glyph for {shown}, which the book may print"
            yield Fault(message, spec.place("design", "fonts"), "take a font that has them, or name it for digits only")


def require_name_glyphs(look: Style, puzzles: Iterable[Puzzle]) -> None:
    """Check the names of puzzles that come from files. Raises InputError with a fault for each that cannot be printed."""
    faults = [fault for puzzle in puzzles for fault in glyph_faults(look, puzzle.name, puzzle.source)]
    if faults:
        raise InputError(faults)


def _texts(spec: Spec) -> Iterator[tuple[Place, str]]:
    for wish, place in (
        (spec.design.symbols, spec.design.place("symbols")),
        *((section.symbols, section.place("symbols")) for section in spec.sections),
    ):
        if wish is not None and wish.text:
            yield place, wish.text
    for name in ("title", "subtitle", "author", "publisher", "isbn"):
        text = getattr(spec.book, name)
        if text:
            yield spec.book.place(name), spec.printed(text)
    for section in spec.sections:
        yield section.place("title"), spec.printed(section.title)
        intro = section.intro.text if isinstance(section.intro, Intro) else section.intro
        if intro:
            yield section.place("intro"), spec.printed(intro)
    for place, text in spec.words.texts():
        yield place, spec.printed(text)
