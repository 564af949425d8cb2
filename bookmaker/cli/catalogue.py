"""Puzzles made ahead into a bank: ``catalogue``, those of a spec by the million, and ``stock``, those of one order."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing, nullcontext
from dataclasses import replace
from pathlib import Path

from bookmaker.base.errors import Interrupted
from bookmaker.base.parallel import cpu_count
from bookmaker.base.seeds import text_seed
from bookmaker.cli.messages import Bar
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.generation.order_fields import BOOK_SYMMETRY, ORDER_FIELDS
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.bank import cluster
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.filling import Part, Report, Workers, fill
from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.puzzles.grid.symmetry import VARIED
from bookmaker.puzzles.rules import is_caged


def catalogue(arguments: Namespace) -> int:
    """Make the puzzles of a spec, or those that are missing from an earlier run, and print the new contents of the bank."""
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
    from bookmaker.publishing.bank.records import threads

    return threads(jobs or cpu_count())


def print_report(bank: str, report: Report) -> None:
    """Print the contents of a catalogue: levels, hardest techniques, givens, and rejected puzzles."""
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
_PART = "stock"


def stock(arguments: Namespace) -> int:
    """Make puzzles until the bank holds so many of them that no book has printed."""
    arguments.symmetry = arguments.symmetry or (VARIED if is_caged(arguments.kind) else BOOK_SYMMETRY)
    order = order_for(**{name: value for name, value in vars(arguments).items() if name in ORDER_FIELDS})
    path = Path(arguments.bank)
    part = Part(_PART, order, 0, arguments.seed, text_seed(_seed_part(order)))
    ready, made = _ready(path, order, part)
    report = filled(path, [replace(part, count=made + max(0, arguments.count - ready))], arguments)
    now = ready + report.new
    if arguments.json:
        print(json.dumps({"unprinted": now, **report.as_dict()}))
    else:
        print_report(arguments.bank, report)
        print(f"  {now:,} such puzzles are in the bank that no book has printed")
    return 0


def _seed_part(order: Order) -> str:
    """The text that the seeds of an order's puzzles depend on, besides ``--seed``.

    Orders with the same text would have the same full grids, and a bank of several would print one answer again and again.
    """
    level = order.label and order.label.upper()
    own = order.geometry.kind, order.geometry.size, level, order.symmetry, order.minutes
    boxes = [order.geometry.own_box] if order.geometry.own_box else []
    path = order.path.requires, order.path.hardest, order.path.avoid, order.path.score
    return " ".join(map(str, (_PART, *own, *boxes, *path)))


def _ready(path: Path, order: Order, part: Part) -> tuple[int, int]:
    """The unprinted puzzles of a bank that meet an order, by its filter, and those that this part made so far."""
    if not path.exists():
        return 0, 0
    from bookmaker.publishing.bank.volumes import held

    with Bank(path, write=True) as bank:
        return held(bank, order)[0], bank.position(part.name).rows
