"""The command ``stock``: puzzles of one order made ahead into a bank, for books that take them from there."""

from __future__ import annotations

import json
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from bookmaker.base.seeds import text_seed
from bookmaker.cli.catalogue import filled, print_report
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.catalogue import Part
from bookmaker.publishing.bank.volumes import held

_PART = "stock"


def stock(arguments: Namespace) -> int:
    """Make puzzles until the bank holds so many of them that no book has printed."""
    order = order_for(
        kind=arguments.kind,
        size=arguments.size,
        difficulty=arguments.difficulty,
        symmetry=arguments.symmetry,
        requires=arguments.requires,
        hardest=arguments.hardest,
        avoid=arguments.avoid,
        score=arguments.score,
        minutes=arguments.minutes,
        attempts=arguments.attempts,
    )
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
    """What the seeds of an order's puzzles hang on, besides ``--seed``.

    Orders with the same text would have the same full grids, and a bank of several would print one answer again and again.
    """
    own = order.geometry.kind, order.geometry.size, order.level and order.level.name, order.symmetry, order.minutes
    path = order.path.requires, order.path.hardest, order.path.avoid, order.path.score
    return " ".join(map(str, (_PART, *own, *path)))


def _ready(path: Path, order: Order, part: Part) -> tuple[int, int]:
    """The unprinted puzzles of a bank that meet an order, by its filter, and those that this part made so far."""
    if not path.exists():
        return 0, 0
    with Bank(path, write=True) as bank:
        return held(bank, order)[0], bank.position(part.name).rows
