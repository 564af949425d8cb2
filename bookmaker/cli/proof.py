"""The command that reads finished books back: ``proof``."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from bookmaker.base import output
from bookmaker.base.errors import Fault, InputError, Place, ProofError
from bookmaker.cli.progress import Bar
from bookmaker.publishing.proof.certificate import certificate
from bookmaker.publishing.proof.page_checks import Bound
from bookmaker.publishing.proof.proof import Proof, Source, prove

_SHOWN = 40
"""Findings that are printed; the JSON has all."""


def proof(arguments: Namespace) -> int:
    """Prove a finished book, write certificate and record, and print what was found; exit code 0 if there are no faults."""
    book = _source(arguments.book)
    cover = _source(arguments.cover) if arguments.cover else None
    with Bar() as bar:
        bound = Bound(arguments.paper, arguments.binding, arguments.spine)
        made = prove(book, [_source(name) for name in arguments.answers], cover, bound, arguments.printer, bar)
    path = (
        Path(arguments.output)
        if arguments.output
        else Path(arguments.book).with_name(f"{_stem(arguments.book)}-proof.pdf")
    )
    record = path.with_suffix(".json")
    files = {path: certificate(made, arguments.language), record: made.as_json()}
    output.commit(files)
    if arguments.json:
        sys.stdout.write(made.as_json().decode())
    else:
        _print(made, path, record)
    return ProofError.exit_code if made.faults else 0


def _stem(name: str) -> str:
    return Path(name).stem


def _source(name: str) -> Source:
    try:
        return Source(Path(name).name, Path(name).read_bytes())
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(name))) from None


def _print(made: Proof, path: Path, record: Path) -> None:
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
