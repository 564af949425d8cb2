"""The arguments of the commands that make books, and prove them. Each function adds those of one command."""

from __future__ import annotations

import argparse

from bookmaker.api.record_schemas import RECORDS
from bookmaker.base.language import PLURALS
from bookmaker.cli.argument_parts import (
    CAGE_STYLES,
    add_dpi,
    add_fresh,
    add_jobs,
    add_json,
    add_style,
    length,
    volumes,
    whole,
)

AUDIENCES = ("adults", "large-print", "children", "class", "paper", "club")
TEMPLATES = (
    "starter", "pocket", "senior", "children", "killer", "newspaper", "handout", "course", "variety", "championship", "week",
    "tren", "poezd",
)  # fmt: skip
"""As in :mod:`bookmaker.api.starting`; a test holds both equal."""

EXPORT_FORMATS = ("svg", "png", "eps", "pdf")
"""The kinds of file that the puzzles of a book can be."""


def build_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``build``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    _add_lenient(command)
    command.add_argument(
        "--draft",
        type=whole(1, 10_000),
        metavar="PAGES",
        help="make the first pages only, into draft.pdf, and only the puzzles on them",
    )
    add_fresh(command)
    command.add_argument("--replace", action="store_true", help="write even where the folder holds another book")
    add_jobs(command)
    command.add_argument(
        "--no-proof", action="store_true", help="do not read the finished pages back; no certificate is written"
    )
    add_json(command, "build")
    command.add_argument(
        "--inside", action="store_true", help="refuse paths that leave the spec's folder, for specs of others"
    )


def cover_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``cover``."""
    command.add_argument("spec", nargs="?", help="the spec, such as book.yaml (default: list the designs)")
    add_json(command, "cover", "design")
    command.add_argument(
        "--compare", metavar="FILE", help="draw the book's front in every design, side by side, into a .png file"
    )
    _add_lenient(command)
    add_fresh(command)
    add_jobs(command)


def preview_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``preview``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    command.add_argument("--port", type=whole(0, 65535), default=0, help="default: any that is free")
    command.add_argument("--open", action="store_true", help="open the browser, too")
    add_jobs(command)


def studio_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``studio``."""
    command.add_argument(
        "book", nargs="?", metavar="FOLDER|SPEC", help="a folder of books, or a spec (default: this folder)"
    )
    command.add_argument("--port", type=whole(0, 65535), default=0, help="default: any that is free")
    command.add_argument("--no-open", dest="open", action="store_false", help="print the address alone")
    command.add_argument(
        "--until-closed", action="store_true", help="end by itself when its last page has been closed for a minute"
    )
    command.add_argument(
        "--install",
        action="store_true",
        help="put a launcher where the system keeps applications, for the folder (default: your documents), and end",
    )
    add_jobs(command)


def check_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``check``."""
    command.add_argument("spec", nargs="+", help="the spec, such as book.yaml")
    _add_lenient(command)
    add_json(command, "check")


def puzzles_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``puzzles``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    add_json(command, "book-puzzle")
    add_fresh(command)
    add_jobs(command)


def set_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``set``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    command.add_argument(
        "assignments", nargs="*", metavar="KEY=VALUE", help="such as page.trim=a4 or 'sections[2].puzzles.count=24'"
    )
    command.add_argument("--unset", action="append", default=[], metavar="KEY", help="leave a key out")
    command.add_argument(
        "--edits",
        metavar="FILE",
        help='a list of edits as JSON, such as [{"path": "page.trim", "value": "a4"}]; - reads it',
    )
    add_json(command, "edited")


def move_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``move``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    command.add_argument("entry", metavar="ENTRY", help="such as 'sections[4]'; the first is 0")
    command.add_argument("position", type=whole(0, 10_000), help="the position that it has afterwards, from 0")
    add_json(command, "edited")


def another_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``another``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    command.add_argument("code", metavar="CODE", help="of a puzzle, as `bookmaker puzzles` lists it")
    command.add_argument("--show", type=whole(1, 100), default=3, metavar="N", help="how many to show (default: 3)")
    command.add_argument("--take", type=whole(1, 1000), metavar="K", help="take the one that is listed as K")
    add_json(command, "edited", "other-puzzle")
    add_fresh(command)
    add_jobs(command)


def leave_out_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``leave-out``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    command.add_argument("codes", nargs="+", metavar="CODE", help="of puzzles, as `bookmaker puzzles` lists them")
    add_json(command, "edited")


def keep_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``keep``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    command.add_argument("codes", nargs="+", metavar="CODE", help="of puzzles, as `bookmaker puzzles` lists them")
    add_json(command, "edited")
    add_fresh(command)
    add_jobs(command)


def complete_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``complete``."""
    command.add_argument("place", metavar="SPEC:LINE:COLUMN", help="such as book.yaml:12:8, both from 1 on")
    command.add_argument("--explain", action="store_true", help="print the meaning of the word there instead")
    _add_language(command)
    add_json(command, "completions", "meaning")


def lock_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``lock``."""
    command.add_argument("spec", help="the spec, such as book.yaml")
    add_json(command, "locked")


def series_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``series``."""
    command.add_argument("spec", help="the spec, such as book.yaml, with the key `series`")
    command.add_argument("--volumes", type=volumes, metavar="FIRST-LAST", help="such as 1-12 (default: only prove)")
    add_json(command, "build", "series")
    _add_lenient(command)
    add_fresh(command)
    add_jobs(command)


def schema_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``schema``."""
    which = command.add_mutually_exclusive_group()
    which.add_argument("--style", action="store_true", help="of a style file instead")
    which.add_argument("--cover", action="store_true", help="of a cover design instead")
    which.add_argument("--record", choices=RECORDS, metavar="NAME", help=f"of what --json prints: {', '.join(RECORDS)}")
    _add_language(command)


def _add_language(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--language", default="en", choices=PLURALS, help="of the sentences on keys, as far as there are any in it"
    )


def styles_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``styles``."""
    command.add_argument("styles", nargs="*", metavar="STYLE", help="a style, or a file of your own (default: all)")
    command.add_argument("--output", "-o", metavar="FILE", help="draw pages of each, side by side, into a .png file")
    command.add_argument("--trim", default="6x9in", help="page size (default: 6x9in)")
    command.add_argument("--dpi", type=whole(30, 300), default=60, help="resolution (default: 60)")
    add_json(command, "style", "written")


def init_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``init``."""
    command.add_argument(
        "folder", nargs="?", default=".", metavar="DIR", help="where to write book.yaml (default: here)"
    )
    begin = command.add_mutually_exclusive_group()
    begin.add_argument(
        "--for",
        dest="audience",
        choices=AUDIENCES,
        help="the readers (default: a commented starter; with answers, adults)",
    )
    begin.add_argument("--template", choices=TEMPLATES, help="begin with this example")
    command.add_argument("--trim", metavar="SIZE", help="of a page, such as 6x9in or a4")
    command.add_argument("--count", type=whole(1, 5000), help="how many puzzles in all")
    command.add_argument("--levels", metavar="LEVEL[-LEVEL]", help="such as easy or easy-hard")
    command.add_argument("--printer", metavar="NAME", help="such as kdp; one that binds books gives the book a cover")
    command.add_argument("--title", help="of the book")
    add_json(command, "written")


def books_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``books``."""
    command.add_argument("folder", nargs="?", default=".", metavar="DIR", help="that of the books (default: here)")
    what = command.add_mutually_exclusive_group()
    what.add_argument("--rename", metavar="SPEC", help="give this book the title; its folder follows")
    what.add_argument("--copy", metavar="SPEC", help="copy this book under the title, without its ISBN")
    what.add_argument("--remove", metavar="SPEC", help="put this book into the bin of the folder; banks stay")
    what.add_argument("--restore", metavar="NAME", help="put this book of the bin back where it was")
    what.add_argument("--empty", action="store_true", help="delete the books in the bin for good")
    command.add_argument("--title", help="for --rename and --copy")
    add_json(command, "book")


def booklet_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``booklet``."""
    command.add_argument("book", metavar="BOOK.pdf", help="the interior")
    command.add_argument(
        "--sheet",
        metavar="SIZE",
        help="paper that the pages are to fill: a4, letter or such as 11x17in (default: two pages)",
    )
    command.add_argument("--output", "-o", metavar="FILE.pdf", help="the sheets (default: BOOK-booklet.pdf)")
    add_json(command, "booklet")


def listing_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``listing``."""
    command.add_argument("book", metavar="SPEC|BUILD", help="the spec of a finished book, or the book's folder")
    command.add_argument("--output", "-o", metavar="DIR", help="where to write (default: BUILD/listing)")
    add_json(command, "listing")


def export_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``export``."""
    command.add_argument("book", metavar="BUILD", help="the folder of a finished book, such as build/mybook")
    command.add_argument(
        "--formats",
        default="svg",
        metavar="NAME,...",
        help=f"{', '.join(EXPORT_FORMATS)}; one file each (default: svg)",
    )
    command.add_argument(
        "--width", type=length, default="90mm", metavar="LENGTH", help="of each drawing, such as 90mm (default: 90mm)"
    )
    command.add_argument("--no-answers", dest="answers", action="store_false", help="draw the puzzles alone")
    add_style(command)
    command.add_argument("--cages", choices=CAGE_STYLES, default="dashed", help="how cages are shown (default: dashed)")
    add_dpi(command, 300)
    command.add_argument("--output", "-o", metavar="DIR", help="where to write (default: BUILD/export)")
    add_json(command, "export")


def proof_arguments(command: argparse.ArgumentParser) -> None:
    """The arguments of ``proof``."""
    command.add_argument("book", metavar="BOOK.pdf", help="the interior")
    command.add_argument("answers", nargs="*", metavar="ANSWERS.pdf", help="further files, such as the answer key")
    command.add_argument("--cover", metavar="COVER.pdf", help="back, spine and front in one page: its size is checked")
    command.add_argument("--paper", metavar="NAME", help="of the interior, for the spine (default: any that fits)")
    command.add_argument(
        "--binding", metavar="NAME", help="paperback or hardcover, for the cover (default: any that fits)"
    )
    command.add_argument(
        "--spine",
        metavar="LENGTH",
        type=length,
        help="its width where only the printer's template says it, such as 0.52in",
    )
    command.add_argument("--for", dest="printer", metavar="PRINTER", help="whose rules hold (default: kdp)")
    command.add_argument(
        "--output", "-o", metavar="FILE.pdf", help="the certificate, with a .json beside it (default: BOOK-proof.pdf)"
    )
    command.add_argument("--language", default="en", choices=list(PLURALS), help="of the certificate (default: en)")
    add_json(command, "proof")


def _add_lenient(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lenient", action="store_true", help="a broken rule of a printer is a note, not an error")
