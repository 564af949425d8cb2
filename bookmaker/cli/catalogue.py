"""The command ``catalogue``: puzzles by the million into a bank."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from bookmaker.base.errors import Interrupted
from bookmaker.base.parallel import cpu_count
from bookmaker.cli.progress import Bar
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.bank import cluster
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.catalogue import Part, Report, Workers, fill
from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
from bookmaker.publishing.book.spec import spec_file as specs


def catalogue(arguments: Namespace) -> int:
    """Make the puzzles of a spec, or those that are missing from an earlier run, and print what the bank got."""
    parts = catalogue_parts(specs.load(arguments.spec), arguments.count)
    report = filled(Path(arguments.bank), parts, arguments)
    if arguments.json:
        print(json.dumps(report.as_dict()))
    else:
        print_report(arguments.bank, report)
    return 0


def filled(path: Path, parts: Sequence[Part], arguments: Namespace) -> Report:
    """Fill a bank on threads or on a cluster. Ctrl-C becomes Interrupted, which says how far it is."""
    done, total = 0, sum(part.count for part in parts)

    def progress(title: str, rows: int, of: int) -> None:
        nonlocal done
        done = rows
        bar.steady(title, rows, of)

    opened = nullcontext(None) if arguments.cluster is None else closing(cluster.client_of(arguments.cluster))
    with opened as client, Bank(path, write=True) as bank, Bar() as bar:
        workers = _threads(arguments.jobs) if client is None else cluster.on(client)
        try:
            return fill(bank, parts, workers, progress)
        except KeyboardInterrupt:
            message = f"interrupted: {done} of {total} puzzles are in {path}, and the next run goes on from there"
            raise Interrupted(message) from None


def _threads(jobs: int | None) -> Workers:
    # A command on a cluster needs no kernels, and begins sooner without.
    from bookmaker.publishing.bank.pieces import threads

    return threads(jobs or cpu_count())


def print_report(bank: str, report: Report) -> None:
    """Print what a catalogue holds: levels, hardest techniques, givens, and what was rejected."""
    print(f"{bank}: {report.rows:,} puzzles, {report.new:,} of them new")
    levels, hardest = report.tally["levels"], report.tally["hardest"]
    shown = [f"{level} {levels[str(level)]:,}" for level in Level if str(level) in levels]
    print(f"  levels: {', '.join(shown)}")
    ranked = sorted(hardest.items(), key=lambda one: (-one[1], one[0]))
    print(f"  hardest techniques: {', '.join(f'{name} {count:,}' for name, count in ranked[:_MOST_NAMES])}")
    if len(ranked) > _MOST_NAMES:
        print(f"    and {len(ranked) - _MOST_NAMES} more: {sum(count for _, count in ranked[_MOST_NAMES:]):,}")
    givens = {int(number): count for number, count in report.tally["givens"].items()}
    if givens:
        mean = sum(number * count for number, count in givens.items()) / sum(givens.values())
        print(f"  givens: {min(givens)} to {max(givens)}, {mean:.1f} on average")
    print(f"  rejected: {report.repeats:,} that were there already, {report.unmade:,} that could not be made")


_MOST_NAMES = 12
