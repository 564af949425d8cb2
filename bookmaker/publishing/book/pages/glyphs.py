"""Whether the house's fonts hold every character that a user wants printed: one that they lack would be an empty box."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from bookmaker.base import language, schema
from bookmaker.base.errors import Fault, InputError, Place, SpecError
from bookmaker.printing.pages.document import missing_glyphs
from bookmaker.printing.styles.fonts import Role
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.spec.design_keys import GROUPS
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.puzzles.grid.puzzle import Puzzle

_DIGITS = frozenset((*GROUPS["digit"], "sum"))
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
    faces = {path: look.face(role) for role, path in look.own.items() if (role in _DIGITS) == in_grids}
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
        if missing and path not in reported and role not in _DIGITS:
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


def require_name_glyphs(look: Style, puzzles: Iterable[Puzzle]) -> None:
    """Check the names of puzzles that come from files. Raises InputError with a fault for each that cannot be printed."""
    named = [puzzle for puzzle in puzzles if puzzle.name]
    # The names of a whole book together hold each character that one of them holds.
    if not any(glyph_faults(look, "".join(puzzle.name for puzzle in named), None)):
        return
    faults = [fault for puzzle in named for fault in glyph_faults(look, puzzle.name, puzzle.source)]
    if faults:
        raise InputError(faults)


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
    for place, text in spec.words.texts():
        yield place, spec.printed(text)
