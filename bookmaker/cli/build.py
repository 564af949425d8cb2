"""The command ``build``. Where nothing has changed since the book was built it loads little more than this module."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from bookmaker.api.records import build_record
from bookmaker.base.errors import InputError, ProofError
from bookmaker.cli import messages
from bookmaker.publishing.book.making import unchanged

if TYPE_CHECKING:
    from bookmaker.publishing.book.making.build import Built
    from bookmaker.publishing.book.spec.spec_file import Spec


def build(arguments: Namespace) -> int:
    """Build a book and print its contents in a few lines; where the same build has made it already, say so."""
    if not arguments.inside:
        return _build(arguments)
    from bookmaker.publishing.book.making.folders import confined

    with confined(Path(arguments.spec)):
        return _build(arguments)


def _build(arguments: Namespace) -> int:
    if arguments.draft is not None:
        return _draft(arguments)
    path, options = (
        Path(arguments.spec),
        {"lenient": arguments.lenient, "proof": not arguments.no_proof, "inside": arguments.inside},
    )
    options |= {"json": True} if arguments.json else {}
    known = None if arguments.fresh else unchanged.earlier(path, options)
    if known is not None:
        said = "  nothing has changed since it was built: its files are as they were (--fresh builds it anew)"
        _print(known, *([] if arguments.json else [said]))
        return known.code
    unchanged.watch()
    spec, built = _built(arguments)
    from bookmaker.cli.making import findings, unread

    faults, unreadable = unread(built)
    code = ProofError.exit_code if built.faults else InputError.exit_code if unreadable else 0
    lines = (
        [json.dumps(build_record(spec, built))]
        if arguments.json
        else [*_result(spec, built, unreadable), *findings(built)]
    )
    report = unchanged.Report(tuple(lines), tuple(faults), code)
    pages, anew = built.proven
    said = f"  {pages} pages were read back, {anew} of them anew"
    _print(report, *([said] if pages and not arguments.json else []))
    if spec.own_seed is None:
        note = (
            f"  note: the spec has no seed; {spec.seed} was drawn. To make this book again: bookmaker lock {spec.path}"
        )
        print(note, file=sys.stderr if arguments.json else sys.stdout)
    elif spec.series is None:
        from bookmaker.publishing.book.making.folders import record_of

        unchanged.keep(path, options, [*(built.folder / name for name in built.files), record_of(spec)], report)
    return code


def _print(report: unchanged.Report, *more: str) -> None:
    for line in report.faults:
        if not (messages.quiet() and "note: " in line):
            print(line, file=sys.stderr)
    for line in (*report.result, *more):
        print(line)


def _built(arguments: Namespace) -> tuple[Spec, Built]:
    from bookmaker.base.parallel import cpu_count
    from bookmaker.publishing.book.making.build import build as make
    from bookmaker.publishing.book.spec import spec_file as specs

    spec = specs.load(arguments.spec)
    from bookmaker.cli.making import making

    with making(spec, arguments) as work:
        built = make(
            work.spec,
            arguments.jobs or cpu_count(),
            work.progress,
            lenient=arguments.lenient,
            proof=not arguments.no_proof,
            replacing=arguments.replace,
            memory=work.memory,
            pages=work.memory,
        )
        work.memory.finished(spec.path)
    return work.spec, built


def _result(spec: Spec, built: Built, unreadable: int) -> list[str]:
    levels = ", ".join(f"{count} {level}" for level, count in built.levels.items())
    puzzles = "1 puzzle" if built.puzzles == 1 else f"{built.puzzles} puzzles, each"
    lines = [f"{spec.book.title}: {puzzles} proven to have one solution ({levels})"]
    for name, size in built.files.items():
        pages = f", {built.interiors[name]} pages" if name in built.interiors else ""
        lines.append(f"  {built.folder / name}  ({_kilobytes(size)}{pages})")
    if built.repaired:
        out = sum(one.fixed is None for one in built.repaired)
        lines.append(
            f"  puzzles from files: {len(built.repaired) - out} mended, {out} left out; listed in manifest.json"
        )
    if unreadable:
        lines.append(
            f"  puzzles from files: what could not be read is left out ({unreadable} faults); `strict: true` refuses it"
        )
    return lines


def _draft(arguments: Namespace) -> int:
    """Write the first pages and print how much they hold."""
    from bookmaker.base.parallel import cpu_count
    from bookmaker.cli.making import making
    from bookmaker.publishing.book.making.draft import write_draft
    from bookmaker.publishing.book.spec import spec_file as specs

    spec = specs.load(arguments.spec)
    with making(spec, arguments) as work:
        jobs = arguments.jobs or cpu_count()
        path, made = write_draft(work.spec, arguments.draft, jobs, work.progress, work.memory)
    # Techniques, hints and lessons of puzzles that are not made may take more pages, or fewer.
    open_ended = made.made < made.puzzles and (
        spec.teaches or spec.nudges or any(isinstance(one, specs.Lesson) for one in spec.sections)
    )
    whole = f"about {made.total}" if open_ended else str(made.total)
    print(
        f"{spec.book.title}: the first {len(made.pages)} of {whole} pages, with {made.made} of {made.puzzles} puzzles"
    )
    print(f"  {path}  ({_kilobytes(path.stat().st_size)})")
    if made.made < made.puzzles:
        print("  note: the other puzzles are not made; in the book those of a section may come in another order")
    print("  note: only this file was written; the files of the book are as they were")
    return 0


def _kilobytes(size: int) -> str:
    return f"{max(1, round(size / 1000))} kB"
