"""The arguments of every command. Nothing heavy is imported here, since ``--help`` must answer at once."""

from __future__ import annotations

import argparse

from bookmaker import __version__
from bookmaker.cli import stock_arguments
from bookmaker.cli.argument_parts import FORMATS, add_fresh, add_input, add_jobs, add_json, add_style, add_trim, later
from bookmaker.cli.argument_types import KIND_NAMES, bounds, givens, kind, length, seconds, technique, techniques, whole
from bookmaker.generation.defaults import DIFFICULTIES, DIFFICULTY, KIND, LEVELS, SEED, SIZE, SYMMETRY
from bookmaker.grid.symmetry import SYMMETRIES
from bookmaker.language import PLURALS
from bookmaker.variants.limits import MADE_SIZES

EXIT_CODES = """\
exit codes:
  0  done                                  5  a puzzle is not proven to have one solution
  1  something else went wrong             6  a puzzle could not be made as wished
  2  the command line makes no sense       7  the output cannot be written
  3  the spec or a layout has faults       8  a font, layout or catalogue is missing or unfit
  4  a puzzle file cannot be read          9  a page failed its own check for
                                             print, or a proof found faults
                                         130  interrupted with Ctrl-C
"""

CAGE_STYLES = ("dashed", "tinted")
"""As in :mod:`bookmaker.typeset.cage_drawing`; a test holds them equal."""

REGISTERS = ("brief", "teach")
"""As in :mod:`bookmaker.explain.solution_path`; a test holds them equal."""

METHODS = ("minimal", "frequency", "constraint", "move")
APPLICATIONS = ("edit", "drop")
"""Ways to mend, as in :mod:`bookmaker.repair.fixes`; a test holds them equal."""

KEYS = ("pdf", "text", "csv", "json", "jsonl")


def parser() -> argparse.ArgumentParser:
    """The parser of all commands. After parsing, ``run`` is the function of the command."""
    top = argparse.ArgumentParser(
        prog="bookmaker",
        description="Puzzle books from a YAML spec: every puzzle proven, graded and typeset for print.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"bookmaker {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, module: str, help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help)
        only_prints = name == "schema" or module in ("puzzles", "solve", "verify")
        made.set_defaults(run=later(module, name), only_prints=only_prints)
        return made

    build = command("build", "book", "make the book of a spec: interior, answer key, manifest, proof, report")
    build.add_argument("spec", help="the spec, such as book.yaml")
    _add_lenient(build)
    build.add_argument(
        "--draft",
        type=whole(1, 10_000),
        metavar="PAGES",
        help="make the first pages only, into draft.pdf, and only the puzzles on them",
    )
    add_fresh(build)
    build.add_argument("--replace", action="store_true", help="write even where the folder holds another book")
    add_jobs(build)
    build.add_argument(
        "--no-proof", action="store_true", help="do not read the finished pages back; no certificate is written"
    )
    cover = command("cover", "cover", "make the cover of a book alone, or list the designs")
    cover.add_argument("spec", nargs="?", help="the spec, such as book.yaml (default: list the designs)")
    cover.add_argument(
        "--compare", metavar="FILE", help="draw the book's front in every design, side by side, into a .png file"
    )
    _add_lenient(cover)
    add_fresh(cover)
    add_jobs(cover)
    preview = command(
        "preview", "preview", "show the pages of a spec in a browser on this machine, and follow what you save"
    )
    preview.add_argument("spec", help="the spec, such as book.yaml")
    preview.add_argument("--port", type=whole(0, 65535), default=0, help="default: any that is free")
    preview.add_argument("--draft", type=whole(1, 10_000), metavar="PAGES", help="the first pages only")
    preview.add_argument("--open", action="store_true", help="open the browser, too")
    _add_dpi(preview, 100)
    add_jobs(preview)
    check = command("check", "book", "report every fault of a spec, with line and column")
    check.add_argument("spec", nargs="+", help="the spec, such as book.yaml")
    _add_lenient(check)
    lock = command("lock", "book", "write the seed of the last build into a spec that has none")
    lock.add_argument("spec", help="the spec, such as book.yaml")
    series = command("series", "series", "build volumes of a series, and prove that nothing comes twice in it")
    series.add_argument("spec", help="the spec, such as book.yaml, with the key `series`")
    series.add_argument("--volumes", type=givens, metavar="FIRST-LAST", help="such as 1-12 (default: only prove)")
    _add_lenient(series)
    add_fresh(series)
    add_jobs(series)
    schema = command("schema", "book", "print the JSON Schema of a spec, for editors")
    schema.add_argument("--style", action="store_true", help="of a style file instead")
    styles = command("styles", "styles", "list the styles of books, or draw them")
    styles.add_argument("styles", nargs="*", metavar="STYLE", help="a style, or a file of your own (default: all)")
    styles.add_argument("--output", "-o", metavar="FILE", help="draw pages of each, side by side, into a .png file")
    styles.add_argument("--trim", default="6x9in", help="page size (default: 6x9in)")
    styles.add_argument("--dpi", type=whole(30, 300), default=60, help="resolution (default: 60)")
    init = command("init", "book", "write a commented starter spec")
    init.add_argument("folder", nargs="?", default=".", metavar="DIR", help="where to write book.yaml (default: here)")

    solve = command("solve", "solve", "solve puzzles")
    add_input(solve)
    solve.add_argument(
        "--limit", type=whole(1, 10**9), default=2, help="count solutions up to this number (default: 2)"
    )
    _add_seconds(solve)
    add_jobs(solve)
    add_json(solve)
    solve.add_argument("--stats", action="store_true", help="add how hard each is to search: guesses, depths")
    bench = command("bench", "bench", "search puzzles in four ways and compare: time, guesses, depth")
    add_input(bench)
    bench.add_argument("--output", "-o", help="draw the distributions into a file ending in .png or .svg")
    add_json(bench)
    grade = command("grade", "puzzles", "grade puzzles by the techniques that they need")
    add_input(grade)
    _add_no_uniqueness(grade)
    grade.add_argument(
        "--publish",
        action="store_true",
        help="add what an editor looks at: ways on at each step, bottlenecks, spikes, advice",
    )
    grade.add_argument("--language", default="en", choices=list(PLURALS), help="of the advice (default: en)")
    _add_seconds(grade)
    add_jobs(grade)
    add_json(grade)
    listing = command("techniques", "techniques", "list the techniques, or show how some work, with an example each")
    listing.add_argument(
        "techniques", nargs="*", metavar="NAME", type=technique, help="a technique or a family of them"
    )
    listing.add_argument(
        "--output",
        "-o",
        metavar="FILE",
        help="draw the examples of those that are named: a file ending in .png, .svg or .pdf",
    )
    listing.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    add_json(listing)
    verify = command("verify", "verify", "report every fault of puzzles")
    add_input(verify)
    verify.add_argument(
        "--limit", type=whole(2, 10**9), default=2, help="count solutions up to this number (default: 2)"
    )
    verify.add_argument(
        "--deep", action="store_true", help="also givens too many, symmetry broken by one cell, the same puzzle twice"
    )
    _add_seconds(verify)
    add_jobs(verify)
    add_json(verify)
    convert = command("convert", "convert", "write puzzles in another format, and report what it cannot hold")
    add_input(convert)
    convert.add_argument("--to", choices=FORMATS, metavar="NAME", help=f"the format: {', '.join(FORMATS)}")
    convert.add_argument("--output", "-o", help="a file; its ending may name the format (default: standard output)")
    answers = command("answers", "answers", "make the answer key of puzzles")
    add_input(answers)
    answers.add_argument("--output", "-o", help="a file ending in .pdf, .txt, .csv, .json or .jsonl (default: text)")
    answers.add_argument("--to", choices=KEYS, help="what to write, if the ending of the file does not say")
    answers.add_argument("--worked", action="store_true", help="with the way to each answer, step by step in words")
    answers.add_argument(
        "--layout",
        help="of a PDF: one-up, two-up, four-up, six-up, nine-up, twelve-up, twenty-up or another (default: nine-up if it fits)",
    )
    add_style(answers)
    answers.add_argument("--trim", default="a4", help="page size: a4, a5, letter or such as 6x9in (default: a4)")
    answers.add_argument("--title", default="", help="running title")
    answers.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    add_jobs(answers)
    canon = command(
        "canon", "solve", "print the canonical form of puzzles: the same for every turned or relabelled copy"
    )
    add_input(canon)
    add_jobs(canon)
    add_json(canon)

    generate = command("generate", "puzzles", "make puzzles")
    generate.add_argument("--count", "-n", type=whole(1, 10**7), default=1, help="how many (default: 1)")
    generate.add_argument(
        "--difficulty",
        "-d",
        choices=DIFFICULTIES,
        help=f"the level of every puzzle (default: {DIFFICULTY}, or whatever suits --requires, --hardest, --score or --minutes)",
    )
    generate.add_argument(
        "--seed", type=whole(0, 2**63 - 1), default=SEED, help=f"other seeds make other puzzles (default: {SEED})"
    )
    generate.add_argument("--kind", type=kind, default=KIND, metavar="KIND", help=f"{KIND_NAMES}; default: {KIND}")
    generate.add_argument("--size", type=int, choices=MADE_SIZES, default=SIZE, help=f"default: {SIZE}")
    generate.add_argument(
        "--symmetry", choices=SYMMETRIES, default=SYMMETRY, help=f"of the givens, or cages (default: {SYMMETRY})"
    )
    generate.add_argument("--cage-sizes", metavar="MIN-MAX", help="of Killers: such as 2-5, or with shares, 2:40,3:60")
    generate.add_argument(
        "--givens",
        type=givens,
        default=(None, None),
        metavar="MIN-MAX",
        help="how many givens, such as 24-30 (Killers: none)",
    )
    generate.add_argument("--minimal", action="store_true", help="no given may be superfluous")
    generate.add_argument(
        "--mask", metavar="FILE", help="a drawing of which cells hold givens: . for those that do not"
    )
    path = generate.add_argument_group(
        "what the solving path is like", "names of techniques, or of families such as unique-rectangle"
    )
    path.add_argument("--requires", metavar="NAME,...", type=techniques, action="extend", default=[], help="needed")
    path.add_argument("--hardest", metavar="NAME", type=technique, help="the hardest step; easier ones do not finish")
    path.add_argument("--avoid", metavar="NAME,...", type=techniques, action="extend", default=[], help="not used")
    path.add_argument("--score", metavar="MIN-MAX", type=bounds, default=(None, None), help="such as 300-500 or 300-")
    generate.add_argument(
        "--minutes",
        metavar="MIN-MAX",
        type=bounds,
        default=(None, None),
        help="the expected time of an average solver, such as 8-15 or -20",
    )
    generate.add_argument("--attempts", type=whole(1, 10**9), help="give up on a puzzle after so many")
    generate.add_argument("--solution", metavar="GRID", help="the full grid that every puzzle must have as its answer")
    add_jobs(generate)
    add_json(generate)

    stock_arguments.add(commands)

    explain = command("explain", "explain", "show the way to the answer of puzzles, step by step")
    add_input(explain)
    _add_telling(explain)
    explain.add_argument(
        "--all", action="store_true", help="show also the steps that no later step needs, all that the grade counts"
    )
    hint = command("hint", "explain", "show the next step of a puzzle")
    add_input(hint)
    hint.add_argument(
        "--tell",
        choices=("where", "what", "all"),
        default="all",
        help="how much: where to look, what to look for, or the whole step (default: all)",
    )
    hint.add_argument("--so-far", metavar="GRID", help="the grid as it stands, with the digits found by now")
    hint.add_argument(
        "--removed", metavar="STEPS", default="", help="candidates that are gone already, such as 'r5c3<>4, r6c3<>4'"
    )
    _add_telling(hint)

    fix = command("fix", "fix", "mend puzzles that are not proper, with proof that the mend is the smallest")
    add_input(fix)
    fix.add_argument(
        "--method",
        "-m",
        choices=METHODS,
        default="minimal",
        help="for several solutions: the fewest further givens, the published method of frequencies, a further rule, or givens"
        " moved (default: minimal)",
    )
    fix.add_argument(
        "--all-chains",
        action="store_true",
        help="with --method frequency: every way through the equally good choices, and how they branch",
    )
    fix.add_argument(
        "--apply",
        choices=APPLICATIONS,
        help="for no solution: make the likeliest correction, or drop the fewest givens (default: only report)",
    )
    fix.add_argument(
        "--answer", metavar="GRID", help="the answer that the puzzle is to have (default: the one in the file, if any)"
    )
    fix.add_argument(
        "--difficulty", "-d", choices=LEVELS, help="the level that it was meant to have: preferred among mends"
    )
    fix.add_argument("--output", "-o", metavar="FILE", help="write the mended puzzles; the originals are left alone")
    fix.add_argument(
        "--to", choices=FORMATS, metavar="NAME", help="the format of --output (default: by the ending of the file)"
    )
    fix.add_argument(
        "--pdf",
        metavar="FILE",
        help="print a proof sheet: the puzzle, the mended one, frequencies",
    )
    fix.add_argument("--trim", default="a4", help="page size of the proof sheet (default: a4)")
    fix.add_argument("--language", default="en", choices=list(PLURALS), help="of the proof sheet (default: en)")
    _add_seconds(fix)
    add_json(fix)

    render = command("render", "render", "print puzzles of a file as PDF or PNG")
    add_input(render)
    render.add_argument("--output", "-o", required=True, help="a file ending in .pdf or .png; PNG pages are numbered")
    render.add_argument("--layout", help="a layout (default: one-up for one puzzle, two-up for two, else four-up)")
    add_style(render)
    add_trim(render)
    render.add_argument("--answers", action="store_true", help="print the answers instead of the puzzles")
    render.add_argument("--cages", choices=CAGE_STYLES, default="dashed", help="how cages are shown (default: dashed)")
    render.add_argument("--title", default="", help="running title")
    render.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    _add_dpi(render)

    proof = command(
        "proof", "proof", "read a finished book back from its pages and prove it; exit code 9 if it has faults"
    )
    proof.add_argument("book", metavar="BOOK.pdf", help="the interior")
    proof.add_argument("answers", nargs="*", metavar="ANSWERS.pdf", help="further files, such as the answer key")
    proof.add_argument("--cover", metavar="COVER.pdf", help="back, spine and front in one page: its size is checked")
    proof.add_argument("--paper", metavar="NAME", help="of the interior, for the spine (default: any that fits)")
    proof.add_argument(
        "--binding", metavar="NAME", help="paperback or hardcover, for the cover (default: any that fits)"
    )
    proof.add_argument(
        "--spine",
        metavar="LENGTH",
        type=length,
        help="its width where only the printer's template says it, such as 0.52in",
    )
    proof.add_argument("--for", dest="printer", metavar="PRINTER", help="whose rules hold (default: kdp)")
    proof.add_argument(
        "--output", "-o", metavar="FILE.pdf", help="the certificate, with a .json beside it (default: BOOK-proof.pdf)"
    )
    proof.add_argument("--language", default="en", choices=list(PLURALS), help="of the certificate (default: en)")
    add_json(proof)

    prepare = command("prepare", "prepare", "compile everything now, on all processors, so that no later command waits")
    add_jobs(prepare)
    return top


def _add_no_uniqueness(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--no-uniqueness", action="store_true", help="leave out techniques that rest on there being one solution"
    )


def _add_telling(command: argparse.ArgumentParser) -> None:
    command.add_argument("--language", default="en", choices=list(PLURALS), help="default: en")
    command.add_argument(
        "--register",
        choices=REGISTERS,
        default=REGISTERS[0],
        help="how much each step says: what it does, or also why it holds (default: brief)",
    )
    command.add_argument("--notation", action="store_true", help="steps as the literature writes them: r5c3<>4")
    command.add_argument(
        "--groups",
        action="store_true",
        help="name also the naked and hidden groups of five to seven that make the same step",
    )
    _add_no_uniqueness(command)
    add_json(command)
    command.add_argument("--pdf", metavar="FILE", help="draw the steps into a PDF")
    command.add_argument("--png", metavar="FILE", help="draw the steps into PNG files, one for each page")
    add_trim(command)
    _add_dpi(command)


def _add_dpi(command: argparse.ArgumentParser, usual: int = 150) -> None:
    command.add_argument("--dpi", type=whole(30, 1200), default=usual, help=f"resolution of PNG (default: {usual})")


def _add_seconds(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--seconds",
        type=seconds,
        metavar="N",
        help="give up on a puzzle after so many seconds (default: after work of about 20, the same on every machine)",
    )


def _add_lenient(command: argparse.ArgumentParser) -> None:
    command.add_argument("--lenient", action="store_true", help="a broken rule of a printer is a note, not an error")
