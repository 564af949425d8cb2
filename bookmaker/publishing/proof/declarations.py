"""Declarations of rules, clues, formats and techniques, checked before anything is made by ``bookmaker check`` and the tests."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.base.errors import Fault, ResourceError
from bookmaker.formats.apps import DECLARED
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.families import FAMILY_OF
from bookmaker.puzzles.grid.marks import SIGNS, Look
from bookmaker.puzzles.rules import CLUES, KINDS, RULES
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.declarations import Wrong, rule_faults
from bookmaker.puzzles.rules.places import Shape


def declaration_faults() -> Iterator[Wrong]:
    """What is wrong with the tables: the declaration, its field, and the end of the sentence "`field` ..."."""
    yield from rule_faults()
    for rule in RULES.values():
        for format in sorted(rule.foreign.keys() - DECLARED.keys()):
            yield f"the rule {rule.name}", "foreign", f"names the format {format}, and there is none"
        for kind in rule.clues:
            name = f"the clue {kind.name} of the rule {rule.name}"
            for format in sorted(kind.foreign.keys() - DECLARED.keys()):
                yield name, "foreign", f"names the format {format}, and there is none"
            field, why = unreadable(kind)
            if field:
                yield name, field, why
    for key, rule in RULES.items():
        if key != rule.name or key not in KINDS:
            yield f"the rule {rule.name}", "name", f"is not the one that it is registered by, {key}"
    for key, kind in CLUES.items():
        if key != kind.name:
            yield f"the clue {kind.name}", "name", f"is not the one that it is registered by, {key}"
    for technique in sorted(FAMILY_OF.keys() ^ BY_NAME.keys()):
        missing = "in no row of a table" if technique in FAMILY_OF else "in no family"
        yield f"the technique {technique}", "name", f"is {missing}"


def require_declarations() -> None:
    """Raises ResourceError with every fault of a declaration."""
    faults = [Fault(f"{name}: `{field}` {why}") for name, field, why in declaration_faults()]
    if faults:
        raise ResourceError(faults)


_SHAPED: dict[str, tuple[Shape, ...]] = {
    **dict.fromkeys(("disc", "block", "up-triangle", "down-triangle", "tile", "frame"), ("cell",)),
    **dict.fromkeys(("white-dot", "black-dot", "white-number", "black-number", "bar", "letter", "sign"), ("border",)),
    **dict.fromkeys(
        ("tube", "bulb", "wire", "cord", "shaft", "ends", "double-ends", "diamonds", "hollow-bulb"), ("line",)
    ),
    **dict.fromkeys(("beads", "rhombs", "spikes", "pluses", "pearls", "lozenges", "boxes", "triangles"), ("line",)),
    **{"quadruple-circle": ("corner",), "clone": ("areas",), "cage": ("group",)},
    **{"outside": ("edge",), "outside-arrow": ("diagonal",)},
}
"""The looks of clues that can be read from a page, each with the shape of clue that it is drawn for."""

_NUMBERS: tuple[Look, ...] = ("white-number", "black-number", "quadruple-circle", "cage", "outside", "outside-arrow")
"""Those on which a value can be read."""


_AROUND: tuple[Look, ...] = ("outside", "outside-arrow")
"""Those outside the grid."""


def unreadable(kind: ClueType) -> tuple[str, str]:
    """The field of a declaration for which the proof could not read such a clue from a page, and why; "" twice if it can."""
    if kind.shape not in _SHAPED.get(kind.look, ()):
        return "look", f"is {kind.look}, which the proof reads from no clue of the shape {kind.shape}"
    if kind.look == "letter" and (kind.text not in ("X", "V") or kind.value is not None):
        return "text", f"is {kind.text!r}, and of the look letter the proof reads X and V only"
    if kind.look in _AROUND and kind.text:
        return "text", f"is {kind.text!r}, and outside the grid the proof reads numbers only"
    if kind.look in _AROUND and kind.value is None:
        return "value", "is missing, and outside the grid the proof reads numbers only"
    if kind.look == "cage" and (kind.value is None or len(kind.text) != 1 or kind.text not in SIGNS):
        return "text", f"is {kind.text!r}, and in a cage the proof reads a number with one of {SIGNS}"
    written = bool(kind.text) or kind.value is not None
    if kind.look == "clone":
        return (
            ("", "") if kind.lettered and not written else ("lettered", "is not true: areas are told apart by a letter")
        )
    if kind.lettered or (written and kind.look not in ("letter", *_NUMBERS)):
        return "look", f"is {kind.look}, on which nothing is written: the value or text of the clue cannot be read"
    return "", ""
