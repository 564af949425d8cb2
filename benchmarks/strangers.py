"""Files of strangers, spoilt: ``python -m benchmarks.strangers KIND [--count N] [--seed S] [--from N]``.

Each spoilt file is given to what reads files of its kind. It answers, or raises an error of the program. Anything else is
printed with the number that makes the file again (``--from NUMBER --count 1 --keep FILE``): another error, the end of the
process, more than SECONDS of the processor, more than MEGABYTES beyond those of the program, and for caches another puzzle or
page than the one that was kept. At the end: how many files, and what the dearest of them cost by their bytes.

Files are read in processes that are forked for some hundreds each, with a bound of addresses, and ended where they hang.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import io
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import sys
import tempfile
import threading
import time
import traceback
import warnings
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import FrameType
from typing import Any

import bookmaker
from benchmarks import careless, strange_files
from bookmaker.base.errors import BookmakerError
from bookmaker.cli import arguments
from bookmaker.cli import main as command
from bookmaker.logic.generation.distinct_puzzles import generated
from bookmaker.logic.generation.order import order_for
from bookmaker.printing.canvases.canvas import Sheet
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.styles import fonts, style
from bookmaker.printing.text import images
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.checking import check
from bookmaker.publishing.bank.records import records
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.bank.volumes import graded
from bookmaker.publishing.proof.page_reading import read_pages

SECONDS, MEGABYTES = 5.0, 500
_HANGS = 20.0
"""Seconds of the processor after which a file is given up."""
_STUCK = 60.0
"""Seconds of the processor without any answer after which a process is ended."""
_EACH = 250
"""Files of one process: what libraries keep of each file goes with it."""
_CODES = frozenset(range(10))
_TOLD = 4


class HangError(BaseException):
    """A file that took too long. No ``Exception``, so that no reader takes it for a spoilt file."""


class WrongError(Exception):
    """Another result than the sound one."""


@dataclass(frozen=True)
class Kind:
    """``seeds`` makes the sound files, ``spoil`` spoils one, ``use`` reads one."""

    suffix: str
    seeds: Callable[[], Sequence[bytes]]
    spoil: strange_files.Spoil
    use: Callable[[Path, random.Random], object]
    patience: float = _STUCK
    """Seconds after which Ctrl-C ends it, and has to."""
    threads: bool = False
    """Its use begins threads, so that no process forks after it."""


def _said(*words: str) -> None:
    """Run a command. Raises WrongError for an exit code that is not documented."""
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = command(words)
    if code not in _CODES:
        raise WrongError(f"exit code {code}")


def _read(path: Path, chance: random.Random) -> None:
    """As a function reads it, and now and then as a command does that also proves the puzzles."""
    if chance.random() < 0.02:
        _said("verify", "--json", str(path))
    bookmaker.read(path)


_SHEET = Sheet(400, 400, (9, 9, 391, 391))


def _page() -> PdfCanvas:
    canvas = PdfCanvas(Metadata("t"), style.find())
    canvas.begin_page(_SHEET)
    return canvas


def _picture(path: Path, chance: random.Random) -> None:
    """As a submission, and as a picture on a page."""
    if chance.random() < 0.8:  # Looking for a grid takes a hundred times what reading the picture does.
        _placed(path, chance)
    else:
        _read(path, chance)


def _placed(path: Path, _: random.Random) -> None:
    found = images.read(path)
    found.concern(200.0)
    canvas = _page()
    found.draw(canvas, (10, 10, 210, 10 + 200 * min(found.ratio, 1.5)))
    canvas.end_page()
    canvas.finish()


def _set(path: Path, _: random.Random) -> None:
    """A line set with a font."""
    face = fonts.kerned(fonts.own(path))
    text = "".join(char for char in "AVATAR 10 of 39: TWÉé" if not face.missing([char]))
    face.width(text, 9.0)
    fonts.ink_extent(face, text)
    face.digit_height(), face.lift("J"), face.optical_centre("7"), face.overhang("W")
    canvas = _page()
    canvas.text(20, 20, text, face, 12.0)
    canvas.end_page()
    canvas.finish()


def _pdf(path: Path, chance: random.Random) -> None:
    """As a submission, and as a finished book."""
    if chance.random() < 0.2:
        _said("proof", str(path))
    else:
        _read(path, chance)


def _without_journal(path: Path) -> bytes:
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        file.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


def _banks() -> list[bytes]:
    made = [
        *bookmaker.generate(3, "easy", seed=1, size=6),
        *bookmaker.generate(1, "easy", seed=4, kind="killer", size=6),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "a.bank")
        with Bank(path, write=True) as new:
            new.add_records(records(made, bookmaker.__version__))
        with Bank(path) as new:
            _kept.append(
                {row.identity: (str(row.puzzle), row.solution, row.level, row.score) for row in new.find(Filter())}
            )
        return [_without_journal(path)]


def _served(path: Path) -> None:
    """What books take of a bank is what was kept, and what passes its own check is that, too. Raises WrongError."""
    with Bank(path) as bank:
        rows = list(bank.find(Filter()))
        faults = list(check(bank, bookmaker.__version__, 1, lambda *_: None))
    held = {row.identity: (str(row.puzzle), row.solution, row.level, row.score) for row in rows}
    known = _kept[0]
    if not faults and any(known.get(one) != row for one, row in held.items()):
        raise WrongError(f"a bank with another row passes its check: {held}")
    served = {str(item.puzzle): item.solution for item in graded(rows)}
    if not served.items() <= {puzzle: solution for puzzle, solution, _, _ in known.values()}.items():
        raise WrongError("a book gets another puzzle")


_kept: list[dict[int, tuple[str, bytes, str, int]]] = []
_ON_BANKS = (["check"], ["check"], ["stats"], ["find"], ["find", "--json"], ["regrade"], ["add"])


def _bank(path: Path, chance: random.Random) -> None:
    if chance.random() < 0.3:
        _served(path)
        return
    name, *more = chance.choice(_ON_BANKS)
    if name == "add":
        more = [str(path.with_name("p.txt"))]
        Path(more[0]).write_text(f"{strange_files.SMALL}\n")
    _said("bank", name, str(path), *more)


class _Caches:
    """Puzzles and pages as a cache keeps them, and what was kept."""

    def __init__(self) -> None:
        self.orders = [order_for(difficulty="easy", size=6), order_for(difficulty="medium", size=6)]
        self.items = [one for order in self.orders for one in generated(order, 4, 1, 1)]
        self.keys = [(repr(self.orders[at // 4]), item.seed) for at, item in enumerate(self.items)]
        self.pdf = bookmaker.render([item.puzzle for item in self.items[:2]], trim="a5", layout="one-up")
        self.pages, _ = read_pages([(self.pdf, "a.pdf")])
        with tempfile.TemporaryDirectory() as folder:
            store = Unfinished(Path(folder))
            store.update(zip(self.keys, self.items, strict=True))
            read_pages([(self.pdf, "a.pdf")], 1, store)
            store.close()
            self.sound = _without_journal(Path(folder, "unfinished"))
        assert all(self.looked(self.sound))

    def looked(self, data: bytes) -> tuple[int, int]:
        """How many puzzles and pages of a cache serve. Raises WrongError for one that is not as it was kept."""
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "unfinished").write_bytes(data)
            store = Unfinished(Path(folder))
            found = [store.get(key) for key in self.keys]
            pages, fresh = read_pages([(self.pdf, "a.pdf")], 1, store)
            store.close()
        for one, item in zip(found, self.items, strict=True):
            if one is not None and one != item:
                raise WrongError("another puzzle came back")
        if pages != self.pages:
            raise WrongError("another page came back")
        return len(found) - found.count(None), len(pages[0]) - fresh


_caches: list[_Caches] = []


def _cache_seeds() -> list[bytes]:
    _caches.append(_Caches())
    return [_caches[0].sound]


def _cache(path: Path, _: random.Random) -> str:
    puzzles, pages = _caches[0].looked(path.read_bytes())
    return f"{puzzles} puzzles and {pages} pages serve"


_stock: list[Path] = []


def _nothing() -> list[bytes]:
    _stock.append(Path(tempfile.mkdtemp(), "stock"))
    careless.stocked(_stock[0])
    return [b"-"]


def _careless(use: Callable[[Path, random.Random], str], path: Path, chance: random.Random) -> str:
    """In a folder of its own."""
    folder = path.with_suffix("")
    shutil.copytree(_stock[0], folder)
    try:
        return use(folder, chance)
    finally:
        careless.cleared(folder)


KINDS = {
    "command": Kind(".x", _nothing, lambda data, _: data, partial(_careless, careless.run), 3.0),
    "call": Kind(".x", _nothing, lambda data, _: data, partial(_careless, careless.call), 6.0),
    "request": Kind(".x", _nothing, lambda data, _: data, partial(_careless, careless.requests), 30.0, threads=True),
    "text": Kind(".txt", strange_files.texts, strange_files.repeated, _read),
    "xlsx": Kind(".xlsx", strange_files.workbooks, strange_files.spoilt_zip, _read),
    "ods": Kind(".ods", strange_files.open_sheets, strange_files.spoilt_zip, _read),
    "eml": Kind(".eml", strange_files.mails, strange_files.spoilt_bytes, _read),
    "mbox": Kind(".mbox", strange_files.mailboxes, strange_files.spoilt_bytes, _read),
    "svg": Kind(".svg", strange_files.drawings, strange_files.spoilt_markup, _placed),
    "ttf": Kind(".ttf", strange_files.fonts, strange_files.spoilt_font, _set),
    "otf": Kind(".otf", strange_files.outline_fonts, strange_files.spoilt_font, _set),
    "woff2": Kind(".woff2", strange_files.packed_fonts, strange_files.spoilt_font, _set),
    "pdf": Kind(".pdf", strange_files.pdfs, strange_files.spoilt_pdf, _pdf),
    "picture": Kind(".png", strange_files.pictures, strange_files.spoilt_picture, _picture),
    "bank": Kind(".bank", _banks, strange_files.spoilt_tables, _bank),
    "cache": Kind(".cache", _cache_seeds, strange_files.spoilt_tables, _cache),
}


def _memory(what: str) -> int:
    """Megabytes of this process: ``VmHWM`` the most since they were last reset, ``VmSize`` its addresses."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith(what):
            return int(line.split()[1]) >> 10
    return 0


def _hung(number: int, frame: FrameType | None) -> None:
    raise HangError


def made(kind: Kind, seeds: Sequence[bytes], seed: int, number: int) -> tuple[bytes, random.Random]:
    """A spoilt file, and what its use draws from."""
    chance = random.Random(f"{seed} {number}")
    return strange_files.joined(seeds, kind.spoil, chance), chance


def _tried(kind: Kind, seeds: Sequence[bytes], seed: int, numbers: range, folder: Path, out: Connection) -> None:
    """In a process of its own: each file, and what it came to."""
    resource.setrlimit(resource.RLIMIT_AS, ((_memory("VmSize") + 2 * MEGABYTES) << 20,) * 2)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, _hung)
    reset = Path("/proc/self/clear_refs")
    for number in numbers:
        data, chance = made(kind, seeds, seed, number)
        path = folder / f"{number}{kind.suffix}"
        path.write_bytes(data)
        out.send((number, len(data), None))
        reset.write_text("5")
        before, begun = _memory("VmHWM"), time.process_time()
        wrong, came = "", "read"
        signal.setitimer(signal.ITIMER_PROF, _HANGS)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                came = str(kind.use(path, chance) or came)
        except BookmakerError as error:
            came = type(error).__name__
        except KeyboardInterrupt:
            came = "interrupted"
        except (Exception, HangError, SystemExit) as error:
            wrong, came = traceback.format_exc(), type(error).__name__
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        spent, risen = time.process_time() - begun, _memory("VmHWM") - before
        if not wrong and spent > SECONDS and kind.patience == _STUCK:
            wrong = f"{spent:.1f} s"
        if not wrong and risen > MEGABYTES:
            wrong = f"{risen} MB"
        for one in folder.glob(f"{number}{kind.suffix}*"):
            one.unlink()
        out.send((number, len(data), (wrong, came, spent, risen)))
    out.close()


class Sums:
    """What all files came to."""

    def __init__(self, name: str) -> None:
        self.name, self.tried, self.wrong = name, 0, 0
        self.came: Counter[str] = Counter()
        self.sorts: Counter[str] = Counter()
        self.seconds = 0.0
        self.dearest: dict[str, tuple[float, int, int]] = {}

    def add(self, number: int, size: int, wrong: str, came: str, spent: float, risen: int) -> None:
        """Count one, and print it if it is wrong, some of each sort."""
        self.tried += 1
        self.came[came] += 1
        self.seconds += spent
        kilobytes = max(size, 100) / 1000
        # What any file takes says nothing of its bytes.
        costs = {
            "seconds": spent,
            "MB": risen,
            "s/kB": max(0, spent - 0.2) / kilobytes,
            "MB/kB": max(0, risen - 20) / kilobytes,
        }
        for what, cost in costs.items():
            if cost > self.dearest.get(what, (0.0, 0, 0))[0]:
                self.dearest[what] = round(cost, 3), size, number
        if wrong:
            self.wrong += 1
            said = next((line for line in wrong.splitlines() if line.startswith(came)), wrong)
            sort = came if came in ("hang", "end", "read") else said[:60]
            self.sorts[sort] += 1
            if self.sorts[sort] <= _TOLD:
                print(f"--- {self.name} {number}, {size} bytes:\n{wrong.strip()[-3000:]}", flush=True)

    def line(self) -> str:
        """All of it as JSON: the dearest as their cost, their bytes and their number."""
        held = {
            "kind": self.name,
            "tried": self.tried,
            "wrong": self.wrong,
            "seconds": round(self.seconds),
            "came": self.came,
        }
        return json.dumps({**held, "dearest": self.dearest, "sorts": self.sorts})


def _spent(process: int) -> float:
    """Seconds of the processor that a process has had; 0 for one that has ended."""
    with contextlib.suppress(OSError):
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


def _worked(
    kind: Kind, seeds: Sequence[bytes], seed: int, numbers: range, folder: Path, say: Callable[..., None]
) -> None:
    """All files of a range, by one process after the other."""
    context: Any = get_context("fork")
    at = numbers.start
    while at < numbers.stop:
        ours, theirs = context.Pipe(False)
        piece = range(at, min(at + _EACH, numbers.stop))
        process = context.Process(target=_tried, args=(kind, seeds, seed, piece, folder, theirs))
        process.start()
        theirs.close()
        number, size, at, spent = at, 1, at + 1, 0.0
        while True:
            if not ours.poll(kind.patience):
                if kind.patience == _STUCK and _spent(process.pid) - spent < _STUCK:
                    continue  # The machine is busy with other things.
                os.kill(process.pid, signal.SIGINT)
                if kind.patience < _STUCK and ours.poll(_STUCK):
                    continue
                process.kill()
                say(number, size, "it hangs", "hang", _STUCK, 0)
                break
            try:
                number, size, result = ours.recv()
            except EOFError:
                process.join()
                if process.exitcode == -signal.SIGINT:
                    say(number, size, "", "ended by Ctrl-C", 0.0, 0)
                    at = number + 1
                elif process.exitcode:
                    say(number, size, f"the process ended with {process.exitcode}", "end", 0.0, 0)
                    at = number + 1
                else:
                    at = piece.stop
                break
            at = number + 1
            if result is not None:
                spent = _spent(process.pid)
                say(number, size, *result)
        process.join()
        ours.close()


def main() -> None:
    """Print what goes wrong as it is met, and the sums now and then and at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first", help="the number of the first file")
    parser.add_argument("--keep", type=Path, help="write the first file here, and do no more")
    parser.add_argument("--told", type=int, default=5000, help="files between two lines of sums")
    options = parser.parse_args()
    kind = KINDS[options.kind]
    shared = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(dir=shared if shared.is_dir() else None))
    os.environ["BOOKMAKER_CACHE_DIR"] = str(folder / "cache")
    # Half of a short command is the making of its parser, and the search for translations of the parser's words.
    os.environ["LANGUAGE"] = "C"
    arguments.parser = cache(arguments.parser)
    gc.freeze()
    sums = Sums(options.kind)
    try:
        seeds = kind.seeds()
        if options.keep:
            options.keep.write_bytes(made(kind, seeds, options.seed, options.first)[0])
            return
        # What is loaded and compiled once is not charged to a file.
        for at, data in enumerate(() if kind.threads else seeds):
            path = folder / f"sound{at}{kind.suffix}"
            wrongs = set()
            for number in range(40 if kind.use in (_bank, _pdf) else 4):
                path.write_bytes(data)
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    try:
                        kind.use(path, random.Random(number))
                    except BookmakerError as error:
                        wrongs.add(str(error))
            for wrong in wrongs:
                print(f"the sound file {at}: {wrong}", flush=True)
        assert threading.active_count() == 1, threading.enumerate()

        def say(*one: Any) -> None:
            sums.add(*one)
            if sums.tried % options.told == 0:
                print(sums.line(), flush=True)

        _worked(kind, seeds, options.seed, range(options.first, options.first + options.count), folder, say)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print(sums.line(), flush=True)
    sys.exit(bool(sums.wrong))


if __name__ == "__main__":
    main()
