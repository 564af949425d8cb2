"""The commands about one book: ``cover``, ``check``, ``lock``, ``schema``, ``init`` and ``proof``; and
``prepare``, which compiles all that they need.

A command imports the compiler and the printer itself: ``check`` and ``schema`` do without them.
"""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bookmaker.api import views
from bookmaker.api.record_schemas import json_schema as record_schema
from bookmaker.base import output, seeds
from bookmaker.base.errors import Fault, ImproperError, InputError, Place, ProofError, SpecError, UsageError
from bookmaker.base.language import PLURALS, languages
from bookmaker.cli import messages
from bookmaker.printing.styles import style
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.documents.spec_check import ExpectedEdition, check_contents, check_print
from bookmaker.publishing.explain.step_words import require_words
from bookmaker.publishing.proof.declarations import require_declarations

if TYPE_CHECKING:
    from bookmaker.publishing.proof.proof import Proof, Source

_SHOWN = 40
"""Findings of a proof that are printed; the JSON has all."""


def check(arguments: Namespace) -> int:
    """Report all faults of the specs, those of the declarations of rules and techniques, and those of the catalogues of
    all languages: a rule or technique needs words in each.

    The words of the specs are checked first, and their faults printed at once; then the pages of the others are planned and
    measured. Raises the error that a build would, or SpecError for several; prints a line for each spec without a fault.
    """
    faults: list[Fault] = []
    kinds: set[type[SpecError | InputError | ImproperError]] = set()
    sound: list[tuple[specs.Spec, list[str]]] = []
    for path in arguments.spec:
        try:
            spec = specs.load(path)
            sound.append((spec, check_contents(spec, arguments.lenient)))
        except SpecError as error:
            if arguments.json:
                _print_checked(path, error.faults)
            for fault in error.faults:
                messages.report(fault)
    require_declarations()
    require_words(*sorted({*PLURALS, *languages()}))
    for spec, notes in sound:
        if sys.stderr.isatty() or messages.verbose():
            messages.note(f"{spec.path}: its words have no fault; planning its pages")
        try:
            found = check_print(spec, arguments.lenient)
        except (SpecError, InputError, ImproperError) as error:
            if arguments.json:
                _print_checked(str(spec.path), error.faults)
            faults += error.faults
            kinds.add(type(error))
            continue
        if arguments.json:
            _print_checked(str(spec.path), (), [*found.notes, *notes], found.editions)
            continue
        print(f"{spec.path}: no faults", flush=True)
        for line in (*found.editions, *(f"note: {note}" for note in (*found.notes, *notes))):
            print(f"  {line}")
    if faults:
        # As a build would end; of several specs with faults of several kinds, as one with a wrong spec.
        raise (kinds.pop() if len(kinds) == 1 else SpecError)(faults)
    return 0 if len(sound) == len(arguments.spec) else SpecError.exit_code


def _print_checked(
    path: str, faults: Sequence[Fault], notes: Sequence[str] = (), editions: Sequence[ExpectedEdition] = ()
) -> None:
    """Print the record of a checked spec."""
    fields = {"spec": path, "sound": not faults, "faults": [fault.as_dict() for fault in faults]}
    print(json.dumps({**fields, "notes": list(notes), "editions": [one.as_dict() for one in editions]}), flush=True)


def puzzles(arguments: Namespace) -> int:
    """List the puzzles of a book as it prints them, each with the code by which the spec can choose another one."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.publishing.book.making.build import listed

    spec = specs.load(arguments.spec)
    with making(spec, arguments) as work:
        found = listed(work.spec, arguments.jobs or cpu_count(), work.progress, work.memory)
    for one in found:
        if arguments.json:
            print(json.dumps(one))
        else:
            minutes = "" if one["minutes"] is None else f"{one['minutes']:.0f} min"
            where = f"{one['number']:>5}  page {one['page']:<5} {one.get('code', ''):8}"
            print(f"{where} {one['label']:10} {minutes:>7}  {one['hardest'] or '-':24} {one['section']}")
    return 0


def lock(arguments: Namespace) -> int:
    """Write the seed of the last build into the spec."""
    from bookmaker.publishing.book.making.folders import lock as locked

    spec = specs.load(arguments.spec)
    seed = locked(spec)
    changed = spec.own_seed is None
    if arguments.json:
        print(json.dumps({"path": arguments.spec, "seed": seed, "changed": changed}))
        return 0
    kept = "written; every build now makes the same book" if changed else "it has this seed already"
    print(f"{arguments.spec}: seed {seed}: {kept}")
    return 0


def schema(arguments: Namespace) -> int:
    """Print the JSON Schema of a spec, of a style file, of a cover design, or of a record that ``--json`` prints."""
    if arguments.record:
        made = record_schema(arguments.record)
    elif arguments.cover:
        from bookmaker.printing.covers import design

        made = design.json_schema()
    else:
        from bookmaker.api.specs import spec_schema

        made = style.json_schema() if arguments.style else spec_schema(arguments.language)
    json.dump(made, sys.stdout, indent=2, ensure_ascii=False)
    print()
    return 0


def init(arguments: Namespace) -> int:
    """Write the spec of a new book. Raises OutputError if the file exists: nobody's spec is overwritten."""
    from bookmaker.api.starting import Answers, new_book

    asked = (arguments.audience, arguments.template, arguments.trim, arguments.count, arguments.levels)
    path = new_book(Path(arguments.folder), Answers(*asked, arguments.printer, arguments.title), seeds.drawn())
    if arguments.json:
        print(json.dumps({"files": [{"path": str(path), "bytes": path.stat().st_size}]}))
    else:
        print(f"{path} written; change it to taste, then: bookmaker build {path}")
    return 0


def proof(arguments: Namespace) -> int:
    """Prove a finished book, write certificate and record, and print what was found; exit code 0 without faults."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.messages import Bar
    from bookmaker.publishing.proof.certificate import certificate
    from bookmaker.publishing.proof.page_checks import Bound
    from bookmaker.publishing.proof.proof import prove

    book = _source(arguments.book)
    cover = _source(arguments.cover) if arguments.cover else None
    with Bar() as bar:
        bound = Bound(arguments.paper, arguments.binding, arguments.spine)
        more = [_source(name) for name in arguments.answers]
        made = prove(book, more, cover, bound, arguments.printer, bar, jobs=cpu_count())
    path = (
        Path(arguments.output)
        if arguments.output
        else Path(arguments.book).with_name(f"{Path(arguments.book).stem}-proof.pdf")
    )
    record = path.with_suffix(".json")
    files = {path: certificate(made, arguments.language), record: made.as_json()}
    output.commit(files)
    if arguments.json:
        print(json.dumps(json.loads(made.as_json())))
    else:
        _print_proof(made, path, record)
    return ProofError.exit_code if made.faults else 0


def _source(name: str) -> Source:
    from bookmaker.publishing.proof.proof import Source

    try:
        return Source(Path(name).name, output.finished(Path(name)))
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(name))) from None


def _print_proof(made: Proof, path: Path, record: Path) -> None:
    kinds = ", ".join(f"{count} {kind}" for kind, count in made.kinds.items())
    pages = sum(file.pages for file in made.files)
    print(f"{made.title or made.files[0].name}: {len(made.puzzles)} puzzles on {pages} pages ({kinds})")
    print(f"  {made.counts.get('unique', 0)} have one solution, {made.counts.get('answers', 0)} answers compared")
    for one in made.found[:_SHOWN]:
        print(f"  {one.severity}: {one}")
    if len(made.found) > _SHOWN:
        print(f"  and {len(made.found) - _SHOWN} more in {record}")
    for text in made.assumed:
        print(f"  assumed: {text}")
    for text in made.unread:
        print(f"  not read: {text}")
    print(f"  {len(made.faults) or 'no'} fault{'' if len(made.faults) == 1 else 's'}; certificate: {path}")


def prepare(arguments: Namespace) -> int:
    """Compile all kernels that are not on disk yet, on all processors, and print where they are kept."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.messages import Bar
    from bookmaker.logic import compile_all
    from bookmaker.logic.jit import cache

    total = len(compile_all.parts())
    with Bar() as bar:
        bar("compiling", 0, total)
        for done, _ in enumerate(compile_all.prepare(arguments.jobs or cpu_count()), 1):
            bar("compiling", done, total)
    print(f"compiled for this processor; kept in {cache.place()}")
    return 0


def cover(arguments: Namespace) -> int:
    """Make the cover of a spec and print the names of its files; without a spec list the designs.

    Raises SpecError for a spec without a cover, UsageError for a picture that is no .png.
    """
    if arguments.spec is None:
        if arguments.compare is not None:
            raise UsageError("--compare draws the covers of a book: name its spec")
        return _list_designs(arguments.json)
    spec = specs.load(arguments.spec)
    if spec.cover is None:
        raise SpecError(Fault("the spec has no `cover`", spec.place(), "write for example `cover: {design: pencil}`"))
    if arguments.compare is not None:
        return _compare_designs(spec, Path(arguments.compare), arguments)
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.cli.puzzles import files_record
    from bookmaker.publishing.book.making.build import build_cover

    with making(spec, arguments) as work:
        jobs = arguments.jobs or cpu_count()
        folder, made = build_cover(work.spec, jobs, work.progress, lenient=arguments.lenient, memory=work.memory)
    if arguments.json:
        written = files_record({folder / name: content for name, content in made.files.items()})
        fields = {"spec": arguments.spec, "folder": str(folder), "files": written, "notes": list(made.notes)}
        print(json.dumps(fields))
        return 0
    for name, content in made.files.items():
        print(f"{folder / name}  ({max(1, round(len(content) / 1000))} kB)")
    for note in made.notes:
        print(f"  note: {note}")
    return 0


def _list_designs(as_json: bool) -> int:
    for one in views.cover_designs():
        print(json.dumps(one) if as_json else f"{one['design']:12} {one['about']} ({', '.join(one['palettes'])})")
    return 0


def _compare_designs(spec: specs.Spec, path: Path, arguments: Namespace) -> int:
    if path.suffix.lower() != ".png":
        raise UsageError(f"--compare {path}: the name must end in .png")
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.publishing.book.making.build import compare_covers

    with making(spec, arguments) as work:
        jobs = arguments.jobs or cpu_count()
        content = compare_covers(work.spec, jobs, work.progress, memory=work.memory)
    output.commit({path: content})
    print(path)
    return 0
