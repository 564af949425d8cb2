"""Declarations of rules, clues, formats and techniques, checked before anything is made by ``bookmaker check`` and the tests."""

from __future__ import annotations

from collections.abc import Iterator

from bookmaker.base.errors import Fault, ResourceError
from bookmaker.formats.apps import DECLARED
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.families import FAMILY_OF
from bookmaker.publishing.proof.kinds import unreadable
from bookmaker.puzzles.rules import CLUES, KINDS, RULES
from bookmaker.puzzles.rules.declarations import Wrong, rule_faults


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
