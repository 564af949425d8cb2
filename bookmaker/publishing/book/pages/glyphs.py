"""Whether the house's fonts hold every character that a user wants printed: one that they lack would be an empty box."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from bookmaker.base.errors import Fault, InputError, Place
from bookmaker.printing.pages.document import missing_glyphs
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.spec.design_keys import GROUPS
from bookmaker.puzzles.grid.puzzle import Puzzle

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
