"""The command ``series``: builds volumes, and proves over the finished files that no puzzle comes twice."""

from __future__ import annotations

from argparse import Namespace

from bookmaker import formats
from bookmaker.bank.records import identities
from bookmaker.book import spec as specs
from bookmaker.book.build import MANIFEST
from bookmaker.book.build import build as make
from bookmaker.book.spec import Spec
from bookmaker.book.volume_isbns import require_own_isbns
from bookmaker.cli.making import making, print_findings, print_unread
from bookmaker.errors import Fault, InputError, ProofError, SpecError, UsageError
from bookmaker.parallel import cpu_count


def series(arguments: Namespace) -> int:
    """Build the volumes in their order, and print what each holds and what the proof of its files found.

    Raises ProofError if a puzzle comes twice.
    """
    spec = specs.load(arguments.spec)
    if spec.series is None:
        fault = Fault("this book is no volume", spec.place(), "add `series: {name: ..., volume: 1}`")
        raise SpecError(fault)
    if spec.own_seed is None:
        raise SpecError(Fault("a series needs a seed", spec.place(), f"bookmaker lock {spec.path}"))
    first, last = arguments.volumes or (1, 0)
    if arguments.volumes and not 1 <= first <= last:
        raise UsageError(f"--volumes: {first}-{last} is no range of volumes such as 1-12")
    require_own_isbns(spec, first, last)
    unreadable = wrong = 0
    for number in range(first, last + 1):
        with making(specs.load(arguments.spec, number), arguments) as work:
            jobs = arguments.jobs or cpu_count()
            built = make(work.spec, jobs, work.progress, lenient=arguments.lenient, memory=work.memory)
        unreadable += print_unread(built)
        print(f"volume {number}: {built.puzzles} puzzles, {built.pages} pages, {built.folder}")
        print_findings(built)
        wrong += len(built.faults)
    books, count, faults = _proof(spec)
    if faults:
        raise ProofError(faults)
    print(f"{spec.series.name}: {count} puzzles in {books} volumes, none of them twice, turned or relabelled")
    if wrong:
        return ProofError.exit_code
    return InputError.exit_code if unreadable else 0


def _proof(spec: Spec) -> tuple[int, int, list[Fault]]:
    """The finished volumes of a series, their puzzles, and those that come twice: read from the files, not from the bank."""
    assert spec.series is not None
    found: dict[int, str] = {}
    faults: list[Fault] = []
    books = count = 0
    stem = spec.destination.name.removesuffix(f"-{spec.series.volume}")
    for folder in sorted(spec.shelf.glob(f"{_escaped(stem)}-*")):
        if not (folder / MANIFEST).is_file() or not folder.name.removeprefix(f"{stem}-").isdigit():
            continue
        puzzles = formats.read_all([folder / MANIFEST])
        books, count = books + 1, count + len(puzzles)
        for place, identity in enumerate(identities(puzzles), 1):
            where = f"{folder / MANIFEST}, puzzle {place}"
            if identity in found:
                faults.append(
                    Fault(f"{where}: the same puzzle as {found[identity]}", None, "build the later one again")
                )
            found.setdefault(identity, where)
    return books, count, faults


def _escaped(name: str) -> str:
    return "".join(f"[{letter}]" if letter in "*?[" else letter for letter in name)
