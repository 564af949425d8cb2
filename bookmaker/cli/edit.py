"""The commands ``set`` and ``move``, which change a spec and leave the rest of its text as it is, and ``complete``."""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from bookmaker.api import specs
from bookmaker.base.errors import BookmakerError, Fault, InputError, Place, SpecError, UsageError
from bookmaker.base.schema.alternatives import path_of
from bookmaker.base.schema.edits import Edit, composed, data_of, edit_of


def set(arguments: Namespace) -> int:
    """Give keys of a spec other values. Raises SpecError, and writes nothing, if the spec then has a fault that it had not."""
    changes = [_assignment(one) for one in arguments.assignments]
    changes += [Edit(path_of(one), "unset") for one in arguments.unset]
    if arguments.edits is not None:
        changes += _edits(arguments.edits)
    if not changes:
        raise UsageError("say what to set, such as page.trim=a4, or --unset page.bleed")
    return _edited(arguments, changes)


def move(arguments: Namespace) -> int:
    """Move an entry of a list, such as a section, to another position. Raises SpecError as :func:`set` does."""
    return _edited(arguments, [Edit(path_of(arguments.entry), "move", arguments.position)])


def _edited(arguments: Namespace, changes: list[Edit]) -> int:
    old = specs.read_spec(arguments.spec)
    text = specs.edited(old.text, changes, str(old.path))
    known = {fault.message for fault in _faults(old.path, old.text)}
    faults = [fault for fault in _faults(old.path, text) if fault.message not in known]
    if faults:
        raise SpecError(faults)
    new = specs.write_spec(old.path, text, old.hash)
    if arguments.json:
        print(json.dumps({**new.as_dict(), "edits": len(changes), "changed": new.hash != old.hash}))
    else:
        before, after = old.text.splitlines(), new.text.splitlines()
        print(f"{old.path}: {'nothing to change' if before == after else 'written'}")
    return 0


def _faults(path: Path, text: str) -> list[Fault]:
    from bookmaker.publishing.book.spec import spec_file

    try:
        spec_file.load(path, data=text.encode())
    except BookmakerError as error:
        return list(error.faults)
    return []


def _assignment(text: str) -> Edit:
    """``page.trim=a4``: brackets, braces, quotes, numbers, ``true`` and ``false`` are those of YAML, all else is text."""
    path, equals, value = text.partition("=")
    if not equals:
        raise UsageError(Fault(f"{text!r} sets nothing", None, "write a key, = and its value, such as page.trim=a4"))
    if value[:1] in ("[", "{", '"', "'") or re.fullmatch(r"true|false|[-+]?[0-9]+(\.[0-9]+)?", value):
        try:
            return Edit(path_of(path), "set", data_of(composed(value, "")))
        except SpecError as error:
            raise UsageError(Fault(f"{path}: {error.faults[0].message}", None, error.faults[0].advice)) from error
    return Edit(path_of(path), "set", value)


def _edits(name: str) -> list[Edit]:
    try:
        found = json.loads(sys.stdin.read() if name == "-" else Path(name).read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(name))) from error
    except ValueError as error:
        raise InputError(Fault(f"this is not JSON: {error}", Place(name))) from error
    return [edit_of(one) for one in (found if isinstance(found, list) else [found])]


def complete(arguments: Namespace) -> int:
    """Print the keys or values that may be written at a place of a spec, or the meaning of the word there."""
    name, line, column = _place(arguments.place)
    text = specs.read_spec(name).text
    lines = text.split("\n")
    if line > len(lines):
        raise UsageError(f"{name} has {len(lines)} lines, and no line {line}")
    offset = sum(len(one) + 1 for one in lines[: line - 1]) + min(column - 1, len(lines[line - 1]))
    folder = Path(name).parent
    record: dict[str, Any] | None
    if arguments.explain:
        found = specs.describe(text, offset, folder)
        record = None if found is None else found.as_dict()
        shown = [] if found is None else [f"{found.label}: {found.about}", *(f"  {one}" for one in found.values)]
    else:
        offered = specs.complete(text, offset, folder)
        record = offered.as_dict()
        width = min(24, max((len(one.label) for one in offered.items), default=0))
        shown = [f"{' '.join(one.label.split()):{width}}  {one.about}".rstrip() for one in offered.items]
    print(json.dumps(record) if arguments.json else "\n".join(shown))
    return 0


def _place(text: str) -> tuple[str, int, int]:
    found = re.fullmatch(r"(.+?):([1-9][0-9]*)(?::([1-9][0-9]*))?", text)
    if found is None:
        raise UsageError(
            Fault(f"{text!r} is not a place of a spec", None, "write file, line and column: book.yaml:12:8")
        )
    return found[1], int(found[2]), int(found[3] or 10_000)
