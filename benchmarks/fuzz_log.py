"""What was fuzzed, over many runs: ``python -m benchmarks.fuzz_log FILE`` adds up a log of ``benchmarks.fuzzing --log FILE``.

A line of the log is a piece: texts from one seed, each piece with a seed of its own, on readers of one digest. Pieces on other
readers than today's are added up apart, since they say nothing of these.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import bookmaker

_READERS = Path(bookmaker.__file__).parent / "formats"


@dataclass(frozen=True)
class Piece:
    """``readers``: the digest of their sources. ``seen``: for each reader the texts that it was given; ``found``: puzzles."""

    readers: str
    piece: int
    tried: int
    wrong: int
    seconds: float
    slowest: float
    megabytes: int
    found: int
    seen: dict[str, int]


@cache
def digest() -> str:
    """A digest of the sources of all readers."""
    found = hashlib.sha256()
    for path in sorted(_READERS.glob("*.py")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:12]


def pieces(path: Path) -> list[Piece]:
    """The pieces of a log; none if there is no such file. A last line that was not written whole is left out."""
    lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
    return [Piece(**json.loads(line)) for line in lines]


def add(path: Path, piece: Piece) -> None:
    """Append a piece, so that it outlasts whatever ends the run."""
    text = path.read_bytes() if path.exists() else b""
    with path.open("ab") as log:
        if not text.endswith(b"\n") and text:
            log.truncate(text.rfind(b"\n") + 1)
        log.write(json.dumps(asdict(piece)).encode() + b"\n")
        log.flush()
        os.fsync(log.fileno())


def sums(some: list[Piece]) -> dict[str, object]:
    """Pieces of one digest added up."""
    seen: Counter[str] = Counter()
    for piece in some:
        seen.update(piece.seen)
    tried, seconds = sum(piece.tried for piece in some), sum(piece.seconds for piece in some)
    return {
        "readers": some[0].readers,
        "pieces": len(some),
        "tried": tried,
        "wrong": sum(piece.wrong for piece in some),
        "a second": round(tried / max(seconds, 1e-9)),
        "slowest": max(piece.slowest for piece in some),
        "MB": max(piece.megabytes for piece in some),
        "puzzles": sum(piece.found for piece in some),
        "seen": dict(seen.most_common()),
    }


def main() -> None:
    """Print the sums of each digest, today's readers last."""
    found = pieces(Path(sys.argv[1]))
    for readers in sorted({piece.readers for piece in found}, key=lambda one: (one == digest(), one)):
        print(json.dumps(sums([piece for piece in found if piece.readers == readers])))


if __name__ == "__main__":
    main()
