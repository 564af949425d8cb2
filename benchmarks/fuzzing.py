"""Every reader on spoilt texts: ``python -m benchmarks.fuzzing [--pieces N] [--seed S] [--log FILE] [--most BYTES] [FILES...]``.

Texts of every format and of every rule with clues, and files in the forms of many programs, are spoilt at random and read.
Bytes are cut, joined, repeated and overwritten. What has parts is also spoilt part by part, so that it stays whole around them:
what a link packs, a file within a zip file or workbook, a value within JSON. A reader answers with puzzles, faults and notes.
Anything else is printed with the text that did it (as a Python literal, for a test): another error, more than SLOW seconds of
processor time, a puzzle that does not survive being written and read back in a format that says it holds it. More than LARGE
megabytes are printed with the longest of the last texts, one of which took them.

Three of four texts are of one format, not long, and read as that format (``--from``), which is the shortest way to its reader;
of the others, whose format is detected, one of four is read from a file. FILES are further texts to begin with; ``--most``
leaves out longer ones, so that more are tried in the same time.

Texts come in pieces of some thousands, each from a seed of its own. ``--log`` keeps what each piece came to
(:mod:`benchmarks.fuzz_log`), and a further run goes on behind the last piece of it on the same readers: it may be stopped at
any time. Without ``--pieces`` it goes on until then.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import json
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from itertools import count as numbers
from pathlib import Path
from types import FrameType
from typing import Any

from benchmarks.fuzz_log import Piece, add, digest, pieces, sums
from benchmarks.fuzz_texts import corpus, text, text_of_a_format, texts_of_formats
from bookmaker import formats
from bookmaker.base.errors import InputError
from bookmaker.formats.base.format import barrier
from bookmaker.formats.found import one_text
from bookmaker.formats.stream import inputs
from bookmaker.puzzles.grid.puzzle import Puzzle

SLOW = 1.0
LARGE = 200
"""Seconds, and megabytes beyond those that the program takes before it reads anything."""

_HANGS = 20
"""Seconds of processor time after which a reader is stopped."""

_TOLD = 20


class HangError(BaseException):
    """A reader that did not end within _HANGS seconds. No ``Exception``, so that no reader takes it for a spoilt text."""


def _hung(signal: int, frame: FrameType | None) -> None:
    raise HangError


def complaint(data: bytes, path: Path | None, kind: str, back_too: bool, format: str | None = None) -> tuple[str, int]:
    """What is wrong with how a text is read, "" if nothing, and how many puzzles were.

    ``path``: the file that it is read from, None for none. ``back_too``: also how its puzzles are written, which takes long.
    """
    before = time.process_time()
    found: list[Puzzle] = []
    signal.setitimer(signal.ITIMER_VIRTUAL, _HANGS)
    try:
        reading = formats.Reading(kind, format)
        if path is not None:
            path.write_bytes(data)
            stream = formats.read_stream(path, reading)
        else:
            stream = one_text.text_items(
                inputs.as_text(inputs.unzipped([data] if data else [], "f"), "f"), reading, "f", batches=True
            )
        found = [item for item in formats.items(stream, reading) if isinstance(item, Puzzle)]
        if back_too:
            found += formats.parse(data.decode("utf-8", "surrogateescape"), kind=kind)
    except InputError:
        pass
    except (Exception, HangError):
        return traceback.format_exc(), 0
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    spent = time.process_time() - before
    if spent > SLOW:
        return f"{spent:.1f} s", len(found)
    for puzzle in found[:3] if back_too else ():
        for writer in formats.FORMATS.values():
            if barrier(puzzle, writer):
                continue
            try:
                back = formats.parse(
                    formats.render([puzzle], writer.name), kind=puzzle.geometry.kind, format=writer.name
                )
            except Exception:
                return f"{writer.name}: {traceback.format_exc()}", len(found)
            if len(back) != 1 or (back[0].givens, back[0].cages, back[0].clues) != (
                puzzle.givens,
                puzzle.cages,
                puzzle.clues,
            ):
                return f"{writer.name}: another puzzle came back", len(found)
    return "", len(found)


_KINDS = (*["classic"] * 6, "x", "killer", "jigsaw", "samurai", "kropki")

_DIRECT = 0.75
"""The share of texts that are read as one format, mostly their own."""
_EVERY = 20
"""Texts between two looks at the memory."""

_PIECE = 20_000
"""Texts of a piece."""


def _shown(data: bytes) -> str:
    """A text as a literal, or the file that it was written to, if it is long."""
    if len(data) <= _LONG:
        return repr(data)
    path = Path(tempfile.gettempdir(), f"fuzzed-{hashlib.sha256(data).hexdigest()[:12]}")
    path.write_bytes(data)
    return str(path)


_LONG = 2000


class Watch:
    """Which readers are given something to read; how much memory is taken beyond what was taken before."""

    def __init__(self) -> None:
        self.seen: set[str] = set()
        self.before = self.peak = self._memory()
        parsed, loose = one_text.parsed_blocks, one_text.UNKNOWN_TEXT.read

        def noted(format: Any, *rest: Any) -> Any:
            self.seen.add(format.name)
            return parsed(format, *rest)

        def noted_loose(*rest: Any, **more: Any) -> Any:
            self.seen.add("text")
            return loose(*rest, **more)

        setattr(one_text, "parsed_blocks", noted)  # noqa: B010 -- no reader says by itself that it was asked
        setattr(one_text.UNKNOWN_TEXT, "read", noted_loose)  # noqa: B010

    @staticmethod
    def _memory() -> int:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10

    def risen(self) -> int:
        """The megabytes, if there are more than ever; else 0."""
        memory = self._memory()
        risen, self.peak = memory > self.peak, max(memory, self.peak)
        return (memory - self.before) * risen


def report(wrong: str, data: bytes, say: Counter[str]) -> None:
    """Print a complaint and its text, unless there were two of the same sort."""
    last = wrong.strip().splitlines()[-1]
    say[last] += 1
    if say[last] <= 2 and len(say) <= _TOLD:
        print(f"{wrong.strip()}\n  {_shown(data)}", flush=True)


def tried(
    texts: list[bytes],
    own: list[tuple[str, bytes]],
    seed: str,
    number: int,
    path: Path,
    watch: Watch,
    say: Counter[str],
) -> Piece:
    """One piece. ``say`` counts each sort of complaint, so that it is printed twice and no more."""
    chance = random.Random(seed)
    seen: Counter[str] = Counter()
    recent: list[bytes] = []
    start, slowest, wrongs, found = time.process_time(), 0.0, 0, 0
    for _ in range(_PIECE):
        format = None
        if chance.random() < _DIRECT:
            format, data = text_of_a_format(own, chance)
        else:
            data = text(texts, chance)
        from_file = format is None and (chance.random() < 0.25 or data.startswith(b"PK"))
        kind, back_too = chance.choice(_KINDS), chance.random() < 0.01
        watch.seen.clear()
        before = time.process_time()
        wrong, puzzles = complaint(data, path if from_file else None, kind, back_too, format)
        slowest = max(slowest, 0.0 if back_too else time.process_time() - before)
        found += puzzles
        seen.update(watch.seen or {"none"})
        if wrong:
            wrongs += 1
            report(wrong, data, say)
        # Asking costs as much as reading a short text; a peak does not sink again.
        recent.append(data)
        if len(recent) == _EVERY:
            risen = watch.risen()
            if risen > LARGE:
                wrongs += 1
                report(
                    f"{risen} MB for one of the last {_EVERY} texts, of which this is the longest",
                    max(recent, key=len),
                    say,
                )
            recent.clear()
    seconds = round(time.process_time() - start, 1)
    return Piece(
        digest(), number, _PIECE, wrongs, seconds, round(slowest, 2), watch.peak - watch.before, found, dict(seen)
    )


def main() -> None:
    """Print what goes wrong as it is met, and a line of numbers after each piece."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pieces", type=int, help=f"of {_PIECE} texts (default: until it is stopped)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=Path, help="what to add each piece to, and to go on behind")
    parser.add_argument("--most", type=int, default=1 << 20, help="bytes of the longest text to begin with")
    parser.add_argument("files", nargs="*", type=Path)
    options = parser.parse_args()
    texts = corpus(options.files)
    texts = [one for one in texts if len(one) <= options.most]
    own = texts_of_formats()
    signal.signal(signal.SIGVTALRM, _hung)
    complaint(texts[0], Path(tempfile.mkstemp()[1]), "classic", back_too=True)
    gc.freeze()
    done = [piece for piece in pieces(options.log) if piece.readers == digest()] if options.log else []
    first = max((piece.piece for piece in done), default=-1) + 1
    say: Counter[str] = Counter()
    watch = Watch()
    # A folder in memory, where there is one: some texts are read from a file.
    shared = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None) as folder:
        for number in numbers(first) if options.pieces is None else range(first, first + options.pieces):
            done.append(tried(texts, own, f"{options.seed} {number}", number, Path(folder, "f"), watch, say))
            if options.log:
                add(options.log, done[-1])
            print(json.dumps(sums(done)), flush=True)
    sys.exit(bool(say))


if __name__ == "__main__":
    main()
