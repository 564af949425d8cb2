"""Single pages read: in this process, in others beside it, or remembered from an earlier proof.

The measures, grids and words of a page are remembered. All that is judged of them is judged anew. They are kept under a digest of
all that the reading depends on: the objects of the page, this program and its libraries. They are plain JSON, after a digest of
itself and of that key: a page is read anew where a failing disk or another program has changed them.
"""

from __future__ import annotations

import hashlib
import json
import platform
import subprocess
import sys
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, Protocol, Union, get_args, get_origin, get_type_hints

from bookmaker.base.resources import package_digest
from bookmaker.publishing.proof.grids import Grid, grids
from bookmaker.publishing.proof.ink import QUARTERS, Box, PageInk, Pages, engine, turned_box
from bookmaker.publishing.proof.lattices import squared
from bookmaker.publishing.proof.objects import page_digests
from bookmaker.publishing.proof.words import LevelMark, Piece, level_marks, pieces

_NOWHERE = subprocess.DEVNULL
_FEWEST_PAGES = 60
"""Pages for which a process of its own gains more than its start costs, which is half a second."""


@dataclass(frozen=True, slots=True)
class Measures:
    """The measures of one page that printers require, in points.

    ``ink`` is the box around all ink but that which runs off the page on purpose; ``type_least`` and ``line_least`` are None on
    a page without type, or without lines.
    """

    boxes: dict[str, Box]
    turn: int
    trim: Box
    ink: Box | None
    type_least: float | None
    line_least: float | None
    pictures: int
    glyphs: int


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page before it is known which of its words are page numbers and running heads."""

    quarter: int
    index: int
    grids: list[Grid]
    pieces: list[Piece]
    trim: Box
    drawn: tuple[LevelMark, ...]


class PageReading(NamedTuple):
    """The contents of one page: its measures, and its grids and words for each direction of type."""

    measures: Measures
    ways: tuple[SeenPage, ...]

    def on(self, index: int, shared: dict[Any, Any]) -> PageReading:
        """The same as a page of a file, from 0; with values of ``shared``, which takes up those that it has not."""

        def one(held: Any) -> Any:
            return shared.setdefault(held, held)

        def alike(held: dict[Any, Any]) -> dict[Any, Any]:
            made: dict[Any, Any] = shared.setdefault((dict, *held.items()), held)
            return made

        def placed(grid: Grid) -> Grid:
            return replace(
                grid,
                page=index,
                lattice=one(grid.lattice),
                # An answer is printed in the key as in the book.
                texts=one(grid.texts),
                sums=alike(grid.sums),
                tints=one(grid.tints),
                flags=one(grid.flags),
                sides=one(grid.sides),
                type_size=one(grid.type_size),
                signs=alike(grid.signs),
            )

        def lined(piece: Piece) -> Piece:
            made: Piece | None = shared.get(piece)
            if made is None:
                # Lines begin and end at few places, whatever their words.
                left, bottom, right, top = map(one, piece.box)
                made = Piece(one(piece.text), (left, bottom, right, top), one(piece.baseline), one(piece.size))
            return shared.setdefault(made, made)  # type: ignore[no-any-return]

        return PageReading(
            replace(self.measures, boxes=alike(self.measures.boxes), trim=one(self.measures.trim)),
            tuple(
                SeenPage(
                    way.quarter, index, [*map(placed, way.grids)], [*map(lined, way.pieces)], one(way.trim), way.drawn
                )
                for way in self.ways
            ),
        )


def read_page(page: PageInk) -> PageReading:
    """Read one page, as if it were the first one."""
    seen = []
    ways = {glyph.quarter for glyph in page.glyphs} or {0}
    for quarter in QUARTERS:
        if quarter in ways:
            turned = page.turned(quarter)
            found, outside = grids(turned, 0, quarter)
            drawn = tuple(level_marks(turned.areas))
            seen.append(SeenPage(quarter, 0, found, pieces(outside), turned_box(page.trim, quarter), drawn))
    return PageReading(measures(page), tuple(seen))


def measures(page: PageInk) -> Measures:
    """The measures of a page that printers require."""
    trim = page.trim
    boxes = [(one.left, one.bottom, one.right, one.top) for one in page.glyphs]
    boxes += [box for one, box in zip(page.strokes, page.stroke_boxes, strict=True) if one.ink > 0.01]
    boxes += [area.box for area in page.areas if area.ink > 0.01]
    boxes += page.pictures
    kept = [box for box in boxes if not _bleeds(box, trim)]
    widths = [one.width for one in page.strokes if one.ink > 0.01]
    for area in page.areas:
        wide, high = area.box[2] - area.box[0], area.box[3] - area.box[1]
        if len(area.points) == 4 and area.ink > 0.01 and max(wide, high) >= 8 * min(wide, high):
            widths.append(min(wide, high))
    ink = None
    if kept:
        columns = list(zip(*kept, strict=True))
        ink = min(columns[0]), min(columns[1]), max(columns[2]), max(columns[3])
    sizes = [one.size for one in page.glyphs]
    return Measures(
        page.boxes,
        page.turn,
        trim,
        ink,
        min(sizes, default=None),
        min(widths, default=None),
        len(page.pictures),
        len(sizes),
    )


def _bleeds(box: Box, trim: Box) -> bool:
    """Whether something runs off the page on purpose: over an edge, and too broad for type."""
    over = box[0] < trim[0] - 4 or box[1] < trim[1] - 4 or box[2] > trim[2] + 4 or box[3] > trim[3] + 4
    return over and max(box[2] - box[0], box[3] - box[1]) > 0.5 * (trim[2] - trim[0])


class PageMemory(Protocol):
    """Pages as they were read in earlier proofs, by their keys."""

    def pages(self, keys: Iterable[bytes]) -> Mapping[bytes, bytes]:
        """Those that are known."""

    def keep_pages(self, read: Mapping[bytes, bytes]) -> None:
        """Keep more."""


_Spot = tuple[int, int]
"""A page: the place of its file, and its index in it."""


def read_pages(
    files: Sequence[tuple[bytes, str]], jobs: int = 1, memory: PageMemory | None = None
) -> tuple[list[list[PageReading]], int]:
    """The pages of each file, given as its content and its name; and how many of them were read anew.

    They are shared out to at most ``jobs`` processes; those that ``memory`` knows are not read. Raises InputError for a file
    that is no PDF.
    """
    with ExitStack() as stack:
        opened = [stack.enter_context(closing(Pages(content, name))) for content, name in files]
        counts = list(map(len, opened))
        spots = [(at, index) for at, count in enumerate(counts) for index in range(count)]
        keys = {} if memory is None else _keys(files, counts)
        known = {} if memory is None else memory.pages(keys.values())
        # The grids of a book lie in few places, and have the same lines and shades.
        shared: dict[Any, Any] = {}
        found = {
            spot: made.on(spot[1], shared) for spot in spots if (made := decoded(known, keys.get(spot))) is not None
        }
        wanted = [spot for spot in spots if spot not in found]
        processes = max(min(jobs, len(wanted) // _FEWEST_PAGES), 1)
        fresh: dict[bytes, bytes] = {}

        def take(share: Sequence[_Spot], pages: Iterable[PageReading]) -> None:
            for spot, page in zip(share, pages, strict=True):
                if memory is not None and spot in keys:
                    fresh[keys[spot]] = encoded(page, keys[spot])
                    if len(fresh) == _KEPT_AT_ONCE:
                        memory.keep_pages(fresh)
                        fresh.clear()
                found[spot] = page.on(spot[1], shared)

        # By turns, so that pages that take long, such as those of answers, are spread over all.
        shares = [wanted[start::processes] for start in range(processes)]
        with _started(files, shares[1:]) as others:
            take(shares[0], (read_page(opened[at][index]) for at, index in shares[0]))
            for share, other in zip(shares[1:], others, strict=True):
                take(share, other() or (read_page(opened[at][index]) for at, index in share))
    if memory is not None:
        memory.keep_pages(fresh)
    return [[found[at, index] for index in range(count)] for at, count in enumerate(counts)], len(wanted)


def read_squared(content: bytes, name: str) -> list[PageReading]:
    """The pages of a file by any program, whose grids may be tables with cells that are not square. Raises InputError."""
    shared: dict[Any, Any] = {}
    with closing(Pages(content, name)) as opened:
        return [read_page(squared(ink)).on(index, shared) for index, ink in enumerate(opened)]


@contextmanager
def _started(
    files: Sequence[tuple[bytes, str]], shares: Sequence[Sequence[_Spot]]
) -> Iterator[list[Callable[[], Iterator[PageReading] | None]]]:
    """A process for each share, as a function that waits for its pages; None where it failed, as where this program is
    not installed. PDFium reads one page at a time in a process, whatever the number of threads.
    """
    if not shares:
        yield []
        return
    others: list[subprocess.Popen[bytes]] = []
    with tempfile.TemporaryDirectory(prefix="bookmaker-") as name:
        folder = Path(name)
        for at, (content, _) in enumerate(files):
            (folder / f"{at}.pdf").write_bytes(content)

        def start(number: int, share: Sequence[_Spot]) -> Callable[[], Iterator[PageReading] | None]:
            place = folder / f"{number}.json"
            place.write_text(json.dumps(share))
            # It runs this module, so that a user's own program is not run once more.
            words = [sys.executable, "-P", "-m", __name__, str(place)]
            try:
                others.append(subprocess.Popen(words, stdin=_NOWHERE, stdout=_NOWHERE, stderr=_NOWHERE))
            except OSError:
                return lambda: None
            other = others[-1]
            return lambda: _written(place) if other.wait() == 0 else None

        try:
            yield [start(number, share) for number, share in enumerate(shares)]
        finally:
            # Nobody waits for the others where reading ends early, by an error or by Ctrl-C.
            for other in others:
                if other.poll() is None:
                    other.kill()
                    other.wait()


def _written(place: Path) -> Iterator[PageReading]:
    with place.open(encoding="ascii") as lines:
        for line in lines:
            yield _read_back(PageReading)(json.loads(line))


def write_pages(name: str) -> None:
    """In a process of its own: read the pages that a file lists, and write them in its place, a page a line."""
    place = Path(name)
    share = json.loads(place.read_bytes())
    files = {at: Pages(place.with_name(f"{at}.pdf").read_bytes(), str(at)) for at, _ in share}
    with place.open("w", encoding="ascii") as lines:
        for at, index in share:
            lines.write(json.dumps(_plain(read_page(files[at][index]))) + "\n")


@cache
def _reader() -> bytes:
    """A digest of all that reads pages: this program, and the libraries that it reads them with."""
    about = package_digest(), engine(), version("numpy"), version("pikepdf"), sys.version, platform.machine()
    return hashlib.sha256("\n".join(about).encode()).digest()


def _keys(files: Sequence[tuple[bytes, str]], counts: Sequence[int]) -> dict[_Spot, bytes]:
    """The key of each page; a page that has none is read anew each time."""
    found = {}
    for at, ((content, _), count) in enumerate(zip(files, counts, strict=True)):
        digests = page_digests(content)
        for index, digest in enumerate(digests if len(digests) == count else ()):
            if digest is not None:
                found[at, index] = hashlib.sha256(_reader() + digest).digest()
    return found


_KEPT_AT_ONCE = 256
"""Pages that wait to be remembered: those of a large book are many, and each is some kilobytes."""

_DIGEST_SIZE = 16
_MOST_BYTES = 1 << 24
"""A page that says more than that is not remembered."""


def encoded(page: PageReading, key: bytes) -> bytes:
    """A page as it is remembered under a key."""
    return sealed(key, zlib.compress(json.dumps(_plain(page), separators=(",", ":")).encode(), 1))


def sealed(key: bytes, data: bytes) -> bytes:
    """Data after a digest of themselves and of a key."""
    return hashlib.blake2b(key + data, digest_size=_DIGEST_SIZE).digest() + data


def decoded(known: Mapping[bytes, bytes], key: bytes | None) -> PageReading | None:
    """The page that is remembered under a key; None if it is not known, or not as it was kept."""
    held = b"" if key is None else known.get(key, b"")
    data = held[_DIGEST_SIZE:]
    if key is None or held != sealed(key, data):
        return None
    try:
        text = zlib.decompressobj().decompress(data, _MOST_BYTES)
        made: PageReading = _read_back(PageReading)(json.loads(text))
    except (zlib.error, ValueError, TypeError):
        return None
    return made


def _plain(value: Any) -> Any:
    """A record of records as lists of lists, from which :func:`_read_back` makes it again."""
    if isinstance(value, str | int | float | NoneType):
        return value
    if isinstance(value, dict):
        return [[key, _plain(held)] for key, held in value.items()]
    if is_dataclass(value):
        return [_plain(getattr(value, field.name)) for field in fields(value)]
    return [_plain(held) for held in (sorted(value) if isinstance(value, frozenset) else value)]


@cache
def _read_back(kind: Any) -> Callable[[Any], Any]:
    """The function that makes a value of a type from its plain form."""
    base, parts = get_origin(kind), get_args(kind)
    if kind in (str, int, float, bool, NoneType) or base is Literal:
        return lambda held: held
    if kind is object:
        return _deep
    if base in (Union, UnionType):
        (one,) = (_read_back(part) for part in parts if part is not NoneType)
        return lambda held: None if held is None else one(held)
    if base is dict:
        key, value = map(_read_back, parts)
        return lambda held: {key(one): value(other) for one, other in held}
    if base is tuple and parts[1:] != (...,):
        return lambda held: tuple(make(one) for make, one in zip(map(_read_back, parts), held, strict=True))
    if base is not None:
        make = _read_back(parts[0])
        return base if parts[0] in (str, int, float, bool) else lambda held: base(map(make, held))
    hints = get_type_hints(kind)
    makes = [_read_back(hints[name]) for name in getattr(kind, "_fields", None) or [one.name for one in fields(kind)]]
    return lambda held: kind(*(make(one) for make, one in zip(makes, held, strict=True)))


def _deep(held: Any) -> Any:
    return tuple(map(_deep, held)) if isinstance(held, list) else held


if __name__ == "__main__":
    # The classes of a program's own module have other names than those that are read: see _started.
    from bookmaker.publishing.proof import page_reading  # noqa: PLW0406

    page_reading.write_pages(*sys.argv[1:])
