"""The command ``series``: builds volumes, and proves over the finished files that no puzzle comes twice."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from bookmaker import formats
from bookmaker.api.records import build_record
from bookmaker.base.errors import Fault, InputError, ProofError, SpecError, UsageError
from bookmaker.base.parallel import cpu_count
from bookmaker.cli.making import findings, making, unread
from bookmaker.publishing.bank.records import identities
from bookmaker.publishing.book.making.build import MANIFEST
from bookmaker.publishing.book.making.build import build as make
from bookmaker.publishing.book.making.series_checks import one_spine_for_all, require_own_isbns
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec


def series(arguments: Namespace) -> int:
    """Build the volumes in their order, and print the contents of each and the findings of the proof of its files.

    Raises ProofError if a puzzle comes twice.
    """
    spec = specs.load(arguments.spec)
    if spec.series is None:
        fault = Fault("this book is not a volume", spec.place(), "add `series: {name: ..., volume: 1}`")
        raise SpecError(fault)
    if spec.own_seed is None:
        raise SpecError(Fault("a series needs a seed", spec.place(), f"bookmaker lock {spec.path}"))
    first, last = arguments.volumes or (1, 0)
    if arguments.volumes and not 1 <= first <= last:
        raise UsageError(f"--volumes: {first}-{last} is not a range of volumes such as 1-12")
    require_own_isbns(spec, first, last)
    unreadable = wrong = 0
    for number in range(first, last + 1):
        with making(specs.load(arguments.spec, number), arguments) as work:
            jobs = arguments.jobs or cpu_count()
            built = make(
                work.spec, jobs, work.progress, lenient=arguments.lenient, memory=work.memory, pages=work.memory
            )
        lines, faults_of_files = unread(built)
        print("".join(f"{line}\n" for line in lines), end="", file=sys.stderr)
        unreadable += faults_of_files
        if arguments.json:
            print(json.dumps(build_record(work.spec, built)), flush=True)
        else:
            print(f"volume {number}: {built.puzzles} puzzles, {built.pages} pages, {built.folder}")
            print("".join(f"{line}\n" for line in findings(built)), end="")
        wrong += len(built.faults)
    finished = _finished(spec)
    count, faults = _proof(finished)
    notes = list(one_spine_for_all(spec, finished))
    if arguments.json:
        fields = {"series": spec.series.name, "volumes": len(finished), "puzzles": count}
        print(json.dumps({**fields, "notes": notes, "faults": [fault.as_dict() for fault in faults]}))
    else:
        print("".join(f"note: {note}\n" for note in notes), end="")
    if faults:
        raise ProofError(faults)
    if not arguments.json:
        print(
            f"{spec.series.name}: {count} puzzles in {len(finished)} volumes, none of them twice, turned or relabelled"
        )
    if wrong:
        return ProofError.exit_code
    return InputError.exit_code if unreadable else 0


def _finished(spec: Spec) -> dict[int, Path]:
    """The manifest of each finished volume of a series, by its number, in the order of the folders' names."""
    assert spec.series is not None
    stem = spec.destination.name.removesuffix(f"-{spec.series.volume}")
    folders = [(one.name.removeprefix(f"{stem}-"), one) for one in sorted(spec.shelf.glob(f"{_escaped(stem)}-*"))]
    return {int(number): one / MANIFEST for number, one in folders if number.isdecimal() and (one / MANIFEST).is_file()}


def _proof(finished: Mapping[int, Path]) -> tuple[int, list[Fault]]:
    """The puzzles of finished volumes, and those that come twice: read from the files, not from the bank."""
    found: dict[int, str] = {}
    faults: list[Fault] = []
    count = 0
    for manifest in finished.values():
        puzzles = formats.read_all([manifest])
        count += len(puzzles)
        for place, identity in enumerate(identities(puzzles), 1):
            where = f"{manifest}, puzzle {place}"
            if identity in found:
                faults.append(
                    Fault(f"{where}: the same puzzle as {found[identity]}", None, "build the later one again")
                )
            found.setdefault(identity, where)
    return count, faults


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
