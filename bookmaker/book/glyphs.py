"""Whether the house's fonts hold every character that a user wants printed: one that they lack would be an empty box."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bookmaker.book.spec import Spec
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
    if faults:
        raise SpecError(faults)


def require_name_glyphs(look: Style, puzzles: Iterable[Puzzle]) -> None:
    """Check the names of puzzles that come from files. Raises InputError with a fault for each that cannot be printed."""
    faults = [fault for puzzle in puzzles for fault in glyph_faults(look, puzzle.name, puzzle.source)]
    if faults:
        raise InputError(faults)


def _texts(spec: Spec) -> Iterator[tuple[Place, str]]:
    for name in ("title", "subtitle", "author", "publisher", "isbn"):
        text = getattr(spec.book, name)
        if text:
            yield spec.book.place(name), text
    for section in spec.sections:
        for name in ("title", "intro"):
            text = getattr(section, name)
            if text:
                yield section.place(name), text
