"""The arguments of the commands that keep puzzles, and of those that make them by the year and by the million."""

from __future__ import annotations

import argparse

from bookmaker.base.language import PLURALS
from bookmaker.cli.argument_parts import (
    FORMATS,
    add_fresh,
    add_input,
    add_jobs,
    add_json,
    add_order,
    add_rules,
    add_style,
    kind_names,
    whole,
)
from bookmaker.cli.loading import later
from bookmaker.logic.generation.order_fields import BOOK_SYMMETRY, DIFFICULTY, LABELS, SEED
from bookmaker.puzzles.grid.symmetry import VARIED

DAY_FORMATS = ("pdf", "svg", "eps", "txt", "json")
"""As in :data:`bookmaker.publishing.documents.daily.FORMATS`; a test holds them equal."""


def daily_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``daily``."""
    add_json(command, "daily")
    command.add_argument(
        "--from", dest="first", required=True, metavar="DATE", help="the first day, such as 2027-01-01"
    )
    command.add_argument("--days", type=whole(1, 3660), help="how many days (default: a year)")
    command.add_argument(
        "--week",
        default=DIFFICULTY,
        metavar="LEVEL,...",
        help="seven levels, from Monday to Sunday, or one for all; kind:level makes a day's another kind, as in "
        f"easy,easy,medium,medium,hard,killer:medium,jigsaw:hard (default: {DIFFICULTY})",
    )
    add_order(command, "kind", "size", "boxes", "symmetry", symmetry=f"default: {BOOK_SYMMETRY}; Killers: {VARIED}")
    command.add_argument(
        "--seed", type=whole(0, 2**63 - 1), help="other seeds make other puzzles (default: one is drawn)"
    )
    command.add_argument(
        "--formats",
        default="pdf",
        metavar="NAME,...",
        help=f"{', '.join(DAY_FORMATS)}; one file each a day (default: pdf)",
    )
    command.add_argument("--title", default="", help="printed above each date, such as the name of the column")
    add_rules(command)
    add_style(command)
    command.add_argument("--trim", default="105x148mm", help="size of a block (default: 105x148mm)")
    command.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    command.add_argument(
        "--bank", metavar="FILE", help="bar the puzzles that this bank knows as printed, and record those of now"
    )
    command.add_argument(
        "--column",
        metavar="NAME",
        help="the name under which the bank keeps the days, one puzzle a day each (default: the title, or daily without one)",
    )
    command.add_argument(
        "--stock", action="store_true", help="take puzzles of the bank that no book has printed, if it has some"
    )
    command.add_argument(
        "--after", metavar="MANIFEST", help="the manifest of the days before: nothing of it comes again"
    )
    command.add_argument(
        "--output", "-o", default="build/daily", metavar="DIR", help="the folder (default: build/daily)"
    )
    command.add_argument("--replace", action="store_true", help="replace other days that the folder holds")
    add_fresh(command)
    add_jobs(command)


def catalogue_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``catalogue``."""
    command.add_argument("spec", help="a spec: its sections say which puzzles, and their counts in which proportion")
    command.add_argument(
        "--count", "-n", type=whole(1, 10**9), help="how many puzzles in all (default: as many as the sections have)"
    )
    command.add_argument("--bank", required=True, metavar="FILE", help="the bank; it is made if there is none")
    _add_workers(command, "catalogue")


def stock_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``stock``."""
    command.add_argument(
        "--count", "-n", type=whole(1, 10**9), required=True, help="how many unprinted ones the bank is to hold"
    )
    command.add_argument("--bank", default="puzzles.bank", metavar="FILE", help="the bank (default: puzzles.bank)")
    add_order(command, "difficulty", difficulty="the level (default: whatever suits the rest)")
    command.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=SEED, help="other seeds make other puzzles (default: 1)"
    )
    add_order(
        command,
        "kind",
        "size",
        "boxes",
        "symmetry",
        symmetry=f"default: {BOOK_SYMMETRY}, as in books; Killers: {VARIED}",
    )
    add_order(command, "requires", "hardest", "avoid", "score", "minutes", "attempts", minutes="such as 8-15 or -20")
    _add_workers(command, "stock")


def _add_workers(command: argparse.ArgumentParser, record: str) -> None:
    command.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="make them on the workers of Dask's scheduler there, such as tcp://host:8786",
    )
    add_jobs(command)
    add_json(command, record)


def bank_arguments(command: argparse.ArgumentParser) -> None:
    """The actions of ``bank``, and the arguments of each."""
    actions = command.add_subparsers(title="actions", metavar="ACTION", required=True)

    def action(name: str, help: str) -> argparse.ArgumentParser:
        made = actions.add_parser(name, help=help, description=help)
        made.set_defaults(run=later("bank", name), only_prints=False)
        made.add_argument("bank", metavar="BANK", help="the file of the bank, such as puzzles.bank")
        return made

    add = action("add", "prove, grade and add puzzles; the bank is made if there is none")
    add_input(add)
    add_jobs(add)
    add_json(add, "bank-add")
    where = action("where", "say of puzzles whether the bank holds them or copies of them, and where each was printed")
    add_input(where)
    add_json(where, "bank-where", "verify")
    for name, help in (("find", "list puzzles"), ("export", "write puzzles in any format")):
        one = action(name, help)
        one.add_argument("--count", "-n", type=whole(1, 10**9), help="no more than so many (default: all)")
        one.add_argument("--seed", type=whole(0, 2**63 - 1), default=0, help="begin at another place of the bank")
        add_order(
            one, "kind", "size", "boxes", unset=True, kind=kind_names(), size=None, boxes="such as 3x2, rows by columns"
        )
        one.add_argument("--difficulty", "-d", choices=(*LABELS, "beyond"))
        add_order(one, "symmetry", unset=True, symmetry="of the pattern of givens, the richest that it has")
        add_order(one, "hardest", "requires", "avoid", unset=True, hardest="the hardest step", requires="used")
        add_order(
            one,
            "score",
            "minutes",
            "givens",
            unset=True,
            score="the score",
            minutes="the minutes of an average solver",
            givens="how many givens",
        )
        one.add_argument("--unused", action="store_true", help="only puzzles that no book has printed")
        add_json(one, *(["bank-find"] if name == "find" else ["bank-export", "convert"]))
        if name == "export":
            one.add_argument("--to", choices=FORMATS, metavar="NAME", help=f"the format: {', '.join(FORMATS)}")
            one.add_argument(
                "--output",
                "-o",
                help="a file; its ending may name the format, also .parquet and .csv.zst, tables with all that is known of each"
                " (default: standard output)",
            )
    add_json(action("stats", "count the puzzles by kind and level, and list what was printed"), "bank-stats")
    check = action("check", "prove every puzzle of the bank again")
    add_jobs(check)
    add_json(check, "bank-check")
    regrade = action("regrade", "grade puzzles anew that another version of bookmaker graded")
    add_jobs(regrade)
    add_json(regrade, "bank-regrade")
