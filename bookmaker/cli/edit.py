"""The commands that change a spec and leave the rest of its text as it is: ``set`` and ``move``; ``another``, ``leave-out``
and ``keep``, for single puzzles. And ``books``, for whole ones, and ``complete``, for editors.
"""

from __future__ import annotations

import json
import re
import sys
from argparse import Namespace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.api import specs
from bookmaker.base.errors import BookmakerError, Fault, InputError, Place, SpecError, UsageError
from bookmaker.base.schema.completion import path_of
from bookmaker.base.schema.edits import Edit, composed, data_of, edit_of

if TYPE_CHECKING:
    from bookmaker.publishing.book.making.another import Other


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


def _edited(arguments: Namespace, changes: list[Edit], quiet: bool = False) -> int:
    old = specs.read_spec(arguments.spec)
    text = specs.edited(old.text, changes, str(old.path))
    known = {fault.message for fault in _faults(old.path, old.text)}
    faults = [fault for fault in _faults(old.path, text) if fault.message not in known]
    if faults:
        raise SpecError(faults)
    new = specs.write_spec(old.path, text, old.hash)
    if quiet:
        return 0
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


def another(arguments: Namespace) -> int:
    """Print the next puzzles for the place of one, or take one of them: the spec then names its turn."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.publishing.book.making.another import others
    from bookmaker.publishing.book.making.choices import choosing
    from bookmaker.publishing.book.spec import spec_file

    taken: Other | None = None
    with making(spec_file.load(arguments.spec), arguments) as work:
        jobs = arguments.jobs or cpu_count()
        found = others(work.spec, arguments.code, jobs, work.progress, work.memory, arguments.take)
        for taken in islice(found, arguments.show if arguments.take is None else 1):
            if arguments.take in (None, taken.turn):
                _print_other(taken, arguments.json)
    if arguments.take is None:
        return 0
    if taken is None or taken.turn != arguments.take:
        advice = f"`bookmaker another {arguments.spec} {arguments.code}` lists the next ones"
        raise UsageError(Fault(f"there is no other puzzle {arguments.take} for {arguments.code} now", None, advice))
    section = work.spec.sections[taken.section]
    return _edited(arguments, list(map(edit_of, choosing(section, taken.section, taken.code, taken.turn))), quiet=True)


def _print_other(one: Other, as_json: bool) -> None:
    grade = one.puzzle.grade
    if as_json:
        print(json.dumps(one.as_dict()), flush=True)
        return
    minutes = "" if grade.time.middle is None else f"{grade.time.middle:.0f} min"
    print(f"{one.turn:>3}  number {one.number:<5} {grade.label:10} {minutes:>7}  {grade.hardest or '-'}", flush=True)


def leave_out(arguments: Namespace) -> int:
    """Leave puzzles out of a book: the spec then names them, and its section has fewer."""
    from bookmaker.publishing.book.making.choices import choosing, codes_of
    from bookmaker.publishing.book.spec import spec_file
    from bookmaker.publishing.book.spec.section_keys import parts

    spec = spec_file.load(arguments.spec)
    changes: list[Edit] = []
    for code in arguments.codes:
        both = zip(spec.sections, parts(spec.sections), strict=True)
        at = next((at for at, (section, part) in enumerate(both) if code in codes_of(section, part, spec.seed)), None)
        if at is None or spec.own_seed is None:
            advice = "`bookmaker puzzles` lists the codes of a spec with a seed"
            raise SpecError(Fault(f"no puzzle of this book is called {code}", spec.place("sections"), advice))
        changes += map(edit_of, choosing(spec.sections[at], at, code, "none"))
    return _edited(arguments, changes)


def keep(arguments: Namespace) -> int:
    """Write puzzles into files of their own, and name these in the spec. Raises SpecError for a code that the book has not."""
    from bookmaker.base import output
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.publishing.book.making.another import keeping
    from bookmaker.publishing.book.making.stock import fill_sections, volume_of
    from bookmaker.publishing.book.spec import spec_file

    with making(spec_file.load(arguments.spec), arguments) as work:
        spec, jobs = work.spec, arguments.jobs or cpu_count()
        said = lambda *at: work.progress("puzzles", *at)  # noqa: E731
        made = fill_sections(spec.sections, spec.seed, jobs, said, memory=work.memory, volume=volume_of(spec))
    found = [keeping(spec, made, code) for code in dict.fromkeys(arguments.codes)]
    output.commit({path: content for path, content, _ in found})
    return _edited(arguments, [edit_of(one) for _, _, edits in found for one in edits])


def books(arguments: Namespace) -> int:
    """List the books of a folder and those in its bin, or rename, copy, remove or restore one, and list that one."""
    from bookmaker.api import starting, views

    root, title = Path(arguments.folder).resolve(), arguments.title
    spec = arguments.rename or arguments.copy or arguments.remove
    path = None if spec is None else Path(spec).resolve()
    if path is not None and not (path.is_file() and path.is_relative_to(root)):
        raise UsageError(Fault(f"no such book lies under {root}", Place(str(spec)), "name its spec and its folder"))
    if bool(title) != bool(arguments.rename or arguments.copy):
        raise UsageError("--rename and --copy take a --title, and nothing else does")
    made: Path | None = None
    removed: list[starting.Removed] = []
    if path is not None and arguments.remove:
        removed = [starting.remove_book(root, path)]
    elif path is not None:
        made = (starting.rename_book if arguments.rename else starting.copy_book)(root, path, title)
    elif arguments.restore:
        made = starting.restore_book(root, arguments.restore)
    elif arguments.empty:
        starting.empty_bin(root)
    else:
        removed = starting.removed_books(root)
    listed = path is None and not arguments.restore and not arguments.empty
    found = (
        starting.books_under(root) if listed else [] if made is None else [(made, views.title_of(made.read_bytes()))]
    )
    kept: list[dict[str, Any]] = [
        {"path": one.relative_to(root).as_posix(), "title": called, "removed": None} for one, called in found
    ]
    for record in [*kept, *(one.as_dict() for one in removed)]:
        place = f"  (removed: --restore '{record['removed']}')" if record["removed"] else ""
        print(json.dumps(record) if arguments.json else f"{record['path']}  {record['title']}{place}")
    return 0


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
        found = specs.describe(text, offset, folder, arguments.language)
        record = None if found is None else found.as_dict()
        shown = [] if found is None else [f"{found.label}: {found.about}", *(f"  {one}" for one in found.values)]
    else:
        offered = specs.complete(text, offset, folder, arguments.language)
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
