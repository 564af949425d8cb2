"""A finished book as shops and others want it: the words and pictures of a listing, and each puzzle as a drawing of its own.

A listing has the front at the sizes of shops, spreads, a sample, and a sheet of words. All is read from the folder of a build,
and nothing is made anew: the files are those that the manifest names, by their digests. Puzzles are proven again before they are
drawn: what lies on disk may have changed.
"""

from __future__ import annotations

import io
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from bookmaker import formats
from bookmaker.base import language
from bookmaker.base.errors import BookmakerError, Fault, InputError, Note, Place
from bookmaker.base.language import Catalogue, plain
from bookmaker.base.output import json_file
from bookmaker.base.units import INCH
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.verify.check import require_proper
from bookmaker.printing.covers import pictures
from bookmaker.printing.grids.clue_drawing import CageStyle
from bookmaker.printing.grids.symbols import PICTURES, Symbols, picture, usual_symbols
from bookmaker.printing.printers.edition import size_of
from bookmaker.printing.styles import style
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.making.cover import cover_texts
from bookmaker.publishing.book.making.folders import MANIFEST
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.publishing.documents import sheets
from bookmaker.publishing.documents.drawing import puzzle_drawing
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import rules_of

INDEX = "index.json"
"""The file that says which drawing is which puzzle."""


def manifest_of(book: Path) -> tuple[Path, dict[str, Any]]:
    """The manifest of a book, and its contents. ``book``: the folder of a build, or its manifest. Raises InputError."""
    path = book / MANIFEST if book.is_dir() else book
    advice = f"name the folder of a book that `bookmaker build` wrote, or its {MANIFEST}"
    try:
        held = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(Fault(f"cannot be read: {error.strerror}", Place(str(path)), advice)) from error
    except ValueError as error:
        raise InputError(Fault("this is not the manifest of a book", Place(str(path)), advice)) from error
    needed: dict[str, type | tuple[type, ...]] = {"title": str, "files": dict, "puzzles": list, "pages": int}
    if not isinstance(held, dict) or not all(isinstance(held.get(name), kind) for name, kind in needed.items()):
        raise InputError(Fault("this is not the manifest of a book", Place(str(path)), advice))
    return path, held


@dataclass(frozen=True, slots=True)
class PrintedPuzzle:
    """A puzzle of a book: its record in the manifest, itself with the symbols that are printed, and its proven answer."""

    record: Mapping[str, Any]
    puzzle: Puzzle
    solution: bytes
    symbols: Symbols

    @property
    def number(self) -> int:
        """Its number in the book."""
        return int(self.record["number"])


def puzzles_of(
    path: Path, held: Mapping[str, Any], places: Sequence[int] | None = None
) -> tuple[list[PrintedPuzzle], list[Note]]:
    """The puzzles of a manifest, or those at some places in it, proven again; and notes. Raises InputError and ImproperError."""
    try:
        records = [dict(one) for one in held["puzzles"]]
        numbers = [int(one["number"]) for one in records]
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(Fault("this is not the manifest of a book", Place(str(path)))) from error
    try:
        found = list(formats.read_all([path]))
    except BookmakerError as error:
        raise InputError([Fault(fault.message, fault.place or Place(str(path))) for fault in error.faults]) from error
    if len(found) != len(records):
        message = f"{len(records)} puzzles are listed here, and {len(found)} of them can be read"
        raise InputError(Fault(message, Place(str(path)), "build the book again"))
    if places is not None:
        records, numbers, found = ([one[place] for place in places] for one in (records, numbers, found))  # type: ignore[assignment]
    # It compares the answers that are written beside them, too.
    solutions = require_proper(found)
    notes, made = list[Note](), []
    for record, puzzle, solution, number in zip(records, found, solutions, numbers, strict=True):
        symbols, note = _symbols(record, puzzle)
        notes += [Note(f"puzzle {number}: {note}", Place(str(path)))] if note else []
        made.append(PrintedPuzzle(record, puzzle, solution, symbols))
    return made, notes


def _symbols(record: Mapping[str, Any], puzzle: Puzzle) -> tuple[Symbols, str]:
    """The symbols that the book printed for digits, and why they cannot be drawn here, "" if they can."""
    names = record.get("symbols")
    usual = usual_symbols(puzzle.geometry)
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names) or not names:
        return usual, ""
    named = tuple(names)
    if all(name in PICTURES for name in named):
        return Symbols("picture", tuple(map(picture, named)), named), ""
    if all(len(name) <= 2 for name in named):
        return Symbols("letter", named, named), ""
    return usual, "its pictures are the book's own and are not in the manifest; its drawing has digits"


def drawings(
    puzzles: Sequence[PrintedPuzzle],
    endings: Sequence[str],
    look: Style,
    width: float,
    dpi: int,
    cages: CageStyle,
    progress: Callable[[int, int], None],
    *,
    answers: bool = True,
) -> dict[str, bytes]:
    """The drawings of puzzles and of their answers by the names of their files, and an index. Raises as puzzle_drawing."""
    files: dict[str, bytes] = {}
    index = []
    for done, (name, one) in enumerate(_named(puzzles)):
        progress(done, len(puzzles))
        entry: dict[str, Any] = {key: one.record.get(key) for key in INDEXED}
        for what, solution in (("puzzle", None), ("answer", one.solution))[: 2 if answers else 1]:
            own = {}
            for ending in endings:
                file = f"{name}{'' if solution is None else '-answer'}.{ending}"
                drawn = puzzle_drawing(one.puzzle, solution, look, width, f".{ending}", dpi, cages, one.symbols)
                files[file] = drawn
                own[ending] = file
            entry[what] = own
        index.append(entry)
    files[INDEX] = json_file({"width": round(width, 3), "puzzles": index})
    return files


def earlier(folder: Path) -> Iterator[Path]:
    """The files that an earlier export left in a folder, as its index names them; none where there is no such index."""
    try:
        listed = json.loads((folder / INDEX).read_bytes())["puzzles"]
        names = [name for one in listed for what in ("puzzle", "answer") for name in one.get(what, {}).values()]
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return
    yield from (folder / name for name in names if isinstance(name, str) and Path(name).name == name)


INDEXED = ("number", "section", "page", "answer_page", "kind", "size", "level")
"""The fields of a puzzle in the index, besides its files."""


def _named(puzzles: Sequence[PrintedPuzzle]) -> Iterator[tuple[str, PrintedPuzzle]]:
    """Each puzzle and the name of its files: its number, or its place in the book where numbers come again."""
    numbers = [one.number for one in puzzles]
    places = numbers if len(set(numbers)) == len(numbers) else range(1, len(numbers) + 1)
    digits = max(3, len(str(max(places, default=0))))
    for place, one in zip(places, puzzles, strict=True):
        yield f"{place:0{digits}}", one


FRONT, INTERIOR = "cover-front.png", "interior.pdf"
FRONTS = {"front-160.png": 160, "front-500.png": 500, "front-1600.jpg": 1600}
"""The front by its width in pixels: in a list of results, on a page of a shop, enlarged."""
SPREADS, SPREAD_HEIGHT, SAMPLE_DPI = 3, 1200, 150
SHEET, RECORD = "listing.txt", "listing.json"

MOST_TITLE, MOST_KEYWORDS, MOST_KEYWORD = 200, 7, 50
"""Characters of title and subtitle, keywords, and characters of one, that KDP takes."""
MOST_KINDS = 3
"""Kinds that are keywords."""
_FULL_SIZE = 9


@dataclass(frozen=True, slots=True)
class Warning:
    """A hint for the seller, with a code for programs."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Listing:
    """The words of the sheet. ``trim`` is in inches; ``levels`` and ``kinds`` say how many puzzles have each."""

    title: str
    subtitle: str
    author: str
    language: str
    series: str
    volume: int | None
    trim: tuple[float, float] | None
    pages: int
    puzzles: int
    levels: Mapping[str, int]
    kinds: Mapping[str, int]
    sections: Mapping[str, int]
    keywords: tuple[str, ...]
    description: str
    warnings: tuple[Warning, ...]


def listing_of(held: Mapping[str, Any], spec: Spec | None) -> Listing:
    """The sheet of a book. ``held``: its manifest; ``spec``: that of the book, None where it is not known."""
    words = language.load(str(held.get("language", "en"))) if spec is None else spec.catalogue
    records = held["puzzles"]
    levels = Counter(str(one["level"]) for one in records)
    ordered = {name: levels[name] for name in sorted(levels, key=lambda name: Level[name.upper()])}
    printer: Mapping[str, Any] = next(iter(held.get("printers", {}).values()), {})
    trim = tuple(printer["trim"]) if "trim" in printer else None
    if trim is None and spec is not None:
        trim = tuple(round(side / INCH, 4) for side in spec.page.trim)
    texts = _texts(spec, words, ordered, len(records))
    title, subtitle = str(held["title"]), "" if spec is None else spec.book.subtitle or ""
    description = "\n".join(filter(None, (texts.get("hook", ""), texts.get("blurb", ""))))
    return Listing(
        title=title,
        subtitle=subtitle,
        author=str(held.get("author") or ""),
        language=words.code,
        series=str(held.get("series") or texts.get("series", "")),
        volume=held.get("volume") or (spec.cover.volume if spec is not None and spec.cover else None),
        trim=trim,
        pages=int(held["pages"]),
        puzzles=len(records),
        levels=ordered,
        kinds=dict(Counter(str(one["kind"]) for one in records).most_common()),
        sections=dict(Counter(str(one["section"]) for one in records)),
        keywords=_keywords(words, spec, texts.get("levels", ""), records),
        description=plain(description),
        warnings=tuple(_warnings(words, held, spec, title, subtitle, description)),
    )


def _texts(spec: Spec | None, words: Catalogue, levels: Mapping[str, int], total: int) -> Mapping[str, str]:
    """The words of the cover, from which description and levels come; none without a cover."""
    if spec is None or spec.cover is None or not levels:
        return {}
    return cover_texts(spec, spec.cover, words, levels, total)[0]


def _keywords(
    words: Catalogue, spec: Spec | None, levels: str, records: Sequence[Mapping[str, Any]]
) -> tuple[str, ...]:
    """Words by which buyers search for such a book."""
    found = [words.text("listing.large_print")] if spec is not None and spec.look.in_large_print else []
    readers = _readers(spec, records)
    found += [words.text(f"listing.{readers}")] if readers else []
    # Names of kinds are those of the field, which are the same in each language.
    kinds = Counter(str(one["kind"]) for one in records)
    own = [kind for kind, _ in kinds.most_common() if rules_of(kind)]
    found += [words.text("listing.kind", kind=kind.replace("-", " ")) for kind in own[:MOST_KINDS]]
    found += [words.text("listing.level", levels=levels)] if levels else []
    found += words.paragraphs("listing.keywords")
    short = [plain(one).lower() for one in found if len(one) <= MOST_KEYWORD]
    return tuple(dict.fromkeys(short))[:MOST_KEYWORDS]


def _readers(spec: Spec | None, records: Sequence[Mapping[str, Any]]) -> str:
    """Whom a book is for, as an entry of the catalogue names them; "" where its spec leaves that open.

    The voice of a style says it, but the usual voice is that of sheets for a class, too: they have small grids or a line for
    the name of who solves them.
    """
    if spec is None or spec.look.voice == "child":
        return "" if spec is None else "children"
    small = all(int(one["size"]) < _FULL_SIZE for one in records)
    return "" if spec.look.voice == "adult" and (small or spec.page.name_line) else "adults"


def _warnings(
    words: Catalogue, held: Mapping[str, Any], spec: Spec | None, title: str, subtitle: str, description: str
) -> Iterator[Warning]:
    def warning(code: str, **fields: object) -> Warning:
        return Warning(code, words.text(f"listing.warning.{code}", **fields))

    if not any(one in title.lower() for one in words.text("cover.sought").split()[:1]):
        yield warning("sudoku")
    length = len(f"{title}: {subtitle}" if subtitle else title)
    if length > MOST_TITLE:
        yield warning("length", count=length, most=MOST_TITLE)
    if FRONT not in held["files"]:
        yield warning("cover")
    if spec is None:
        yield warning("spec")
    elif not description:
        yield warning("description")


def listing_files(folder: Path, held: Mapping[str, Any], spec: Spec | None) -> dict[str, bytes]:
    """All files of a listing by name. ``folder``: that of the build. Raises InputError for a file that is not the manifest's."""
    words = language.load(str(held.get("language", "en"))) if spec is None else spec.catalogue
    made = listing_of(held, spec)
    files: dict[str, bytes] = {}
    if FRONT in held["files"]:
        files |= pictures.at_widths(_finished(folder, held, FRONT), FRONTS)
    interior = next((str(one["file"]) for one in held.get("printers", {}).values()), INTERIOR)
    pages = _spreads(held)
    drawn = pictures.spreads(_finished(folder, held, interior), pages, SPREAD_HEIGHT)
    files |= {f"spread-{place}.png": picture for place, picture in enumerate(drawn, 1)}
    files |= _sample(folder, held, words, style.find() if spec is None else spec.look)
    files[SHEET] = _sheet(made, words).encode()
    files[RECORD] = json_file({**asdict(made), "files": sorted([*files, RECORD])})
    return files


def _finished(folder: Path, held: Mapping[str, Any], name: str) -> bytes:
    path = folder / name
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            Fault(f"cannot be read: {error.strerror}", Place(str(path)), "build the book again")
        ) from error
    if sha256(content).hexdigest() != held["files"].get(name):
        message = "this is not the file that the manifest beside it names"
        raise InputError(Fault(message, Place(str(path)), "build the book again"))
    return content


def _spreads(held: Mapping[str, Any]) -> list[int]:
    """The left pages, from 1, of the spreads that say most: first puzzles, those of the last section, answers."""
    records = held["puzzles"]
    if not records:
        return []
    last = next(one for one in records if one["section"] == records[-1]["section"])
    middle = records[len(records) // 2]
    wanted = [int(one["file_page"]) for one in (records[0], last, middle)]
    if records[0].get("answer_page"):
        wanted.insert(2, int(held.get("front_pages", 0)) + int(records[0]["answer_page"]))
    lefts = [max(2, page - page % 2) for page in wanted]
    return list(dict.fromkeys(lefts))[:SPREADS]


def _sample(folder: Path, held: Mapping[str, Any], words: Catalogue, look: style.Style) -> dict[str, bytes]:
    """A page with two puzzles of the book, an easy and a hard one, and the same as a picture."""
    ranked = sorted(range(len(held["puzzles"])), key=lambda place: held["puzzles"][place].get("score") or 0)
    chosen = sorted({ranked[0], ranked[-1]}) if ranked else []
    found, _ = puzzles_of(folder / MANIFEST, held, chosen)
    trim = (8.5 * INCH, 11 * INCH)
    puzzles = [one.puzzle for one in found]
    layout = sheets.chosen_layout(None, puzzles, False, trim, look)
    title = words.text("listing.sample")
    pages = sheets.sheets(puzzles, layout, words.code, title, False, "dashed", [one.number for one in found])
    return {
        "sample.pdf": sheets.sheets_pdf(pages, trim, title, words.code, "sample.pdf"),
        "sample.png": sheets.sheets_png(pages, trim, SAMPLE_DPI)[0],
    }


def _sheet(made: Listing, words: Catalogue) -> str:
    """The sheet for a reader: a line for each field, lists below their heads."""
    out = io.StringIO()

    def line(key: str, value: str) -> None:
        if value:
            out.write(f"{words.text('headed', head=words.text(f'listing.head.{key}'))} {value}\n")

    def counted(key: str, counts: Mapping[str, int], name: str = "") -> None:
        shown = [
            f"{words.text(f'{name}.{one}') if name else one} {words.number(count)}" for one, count in counts.items()
        ]
        line(key, ", ".join(shown))

    line("title", made.title)
    line("subtitle", made.subtitle)
    line("author", made.author)
    volume = "" if made.volume is None else words.text("cover.volume", number=made.volume)
    line("series", " · ".join(filter(None, (made.series, volume))))
    line("trim", "" if made.trim is None else size_of((made.trim[0] * INCH, made.trim[1] * INCH)))
    line("pages", words.number(made.pages))
    line("puzzles", words.number(made.puzzles))
    counted("levels", made.levels, "level_inline")
    counted("kinds", made.kinds)
    counted("sections", made.sections)
    for key, many in (("keywords", made.keywords), ("description", tuple(filter(None, made.description.split("\n"))))):
        if many:
            out.write(f"\n{words.text(f'listing.head.{key}')}\n" + "".join(f"  {one}\n" for one in many))
    if made.warnings:
        out.write(f"\n{words.text('listing.head.warnings')}\n" + "".join(f"  {one.message}\n" for one in made.warnings))
    return out.getvalue()
