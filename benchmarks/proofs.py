"""Faults planted and clean books, read by the proof: ``python -m benchmarks.proofs [--faults 100] [--clean 50] [--seed 1]
[--remember]``.

Prints a line of JSON for each planted fault that was missed and for each clean book in which something was found, then how many
faults were found, how many false alarms there were, and the processor time for a page. The exit code is 1 if there was either.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random

from benchmarks import planting_marks, planting_print, planting_puzzles
from benchmarks.planting import PLANTS, Book, Planted
from benchmarks.proof_books import AROUND, CLUED, FURTHER, KINDS, clean_books, made_for, printed, spec_of
from bookmaker.base.errors import InputError
from bookmaker.publishing.proof.page_checks import Bound
from bookmaker.publishing.proof.proof import Proof, Source, prove

assert planting_puzzles
assert planting_marks
assert planting_print  # Their functions name themselves in PLANTS.

FAULTY = {
    KINDS: ("classic", "newspaper", "high-contrast"),
    FURTHER: ("modern", "children"),
    CLUED: ("classic", "modern"),
    AROUND: ("modern",),
}
"""The books into which faults are planted, in these styles: levels are words, bars and stars."""

_ANSWERED = {"marks", "unique", "answers"}
EXPECTED: dict[str, set[str]] = {
    **dict.fromkeys(("given-changed", "given-moved", "answer-digit-changed", "answer-digit-lost"), _ANSWERED),
    **dict.fromkeys(("digits-exchanged", "cage-sum-changed"), _ANSWERED),
    "answers-exchanged": {"answers"},
    "puzzle-turned": {"duplicates"},
    **{key: {"marks"} for key in ("cage-line-missing", "heavy-line-missing", "thin-line-missing")},
    "shade-missing": {"unique", "answers", "marks"},
    "puzzle-number-wrong": {"numbering", "answers"},
    **{key: {"references"} for key in ("reference-wrong", "back-reference-wrong")},
    "page-number-wrong": {"numbering"},
    "contents-wrong": {"contents"},
    "count-wrong": {"count"},
    "level-wrong": {"levels"},
    **{key: {"fonts"} for key in ("font-not-embedded", "helvetica-used")},
    **{key: {"ink"} for key in ("rgb-black", "rich-black", "coloured-type", "transparent-state")},
    **{key: {"margins"} for key in ("type-in-gutter", "type-at-trim")},
    "small-type": {"type"},
    **{key: {"lines"} for key in ("thin-stroke", "thin-grid")},
    **{key: {"boxes"} for key in ("crop-shifted", "trim-changed", "trim-missing", "page-turned")},
    **{key: {"boxes"} for key in ("link-added", "bookmarks-added")},
    **{key: {"numbering", "references"} for key in ("page-lost", "pages-exchanged", "page-repeated")},
    "spine-too-wide": {"cover"},
    **dict.fromkeys(("dot-missing", "dot-black", "bar-missing", "sign-turned", "letter-missing"), _ANSWERED),
    **dict.fromkeys(
        ("line-shorter", "bulb-at-the-end", "clue-shape-missing", "dot-number-changed", "tile-missing"), _ANSWERED
    ),
    **dict.fromkeys(("outside-number-changed", "outside-number-lost", "quadruple-changed"), _ANSWERED),
    **{key: {"levels"} for key in ("level-bars-wrong", "level-star-missing")},
    **{key: {"answers"} for key in ("answer-row-changed", "answer-rows-exchanged")},
}
"""For each planted fault the checks of which one must report it."""


class Remembered(dict[bytes, bytes]):
    """The pages of earlier proofs."""

    def pages(self, keys: Iterable[bytes]) -> dict[bytes, bytes]:
        """As :class:`bookmaker.publishing.proof.page_reading.PageMemory`."""
        return {key: self[key] for key in keys if key in self}

    def keep_pages(self, read: Mapping[bytes, bytes]) -> None:
        """As :class:`bookmaker.publishing.proof.page_reading.PageMemory`."""
        self.update(read)


def proof_of(book: Book, planted: Planted | None = None, memory: Remembered | None = None) -> Proof:
    """The proof of a book, or of its faulty copy."""
    interior = planted.interior if planted else book.interior
    cover = planted.cover if planted and planted.cover else book.cover
    sheet = None if cover is None else Source("cover.pdf", cover)
    return prove(Source("interior.pdf", interior), cover=sheet, bound=Bound(paper="white"), memory=memory)


def planted_faults(books: list[Book], count: int, seed: int) -> Iterator[tuple[str, Book, Planted]]:
    """So many faults, of all kinds in turn."""
    chance = Random(seed)
    made = 0
    for name in itertools.cycle(PLANTS):
        if made == count:
            return
        for _ in range(400):
            book = chance.choice(books)
            planted = PLANTS[name](book, chance)
            if planted is not None:
                made += 1
                yield name, book, planted
                break
        else:
            print(json.dumps({"never planted": name}), flush=True)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--clean", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--remember", action="store_true", help="prove faulty copies after their books, with one memory"
    )
    given = parser.parse_args(arguments)
    missed = alarms = pages = clean = 0
    seconds = 0.0
    for name, book in clean_books(given.clean, given.seed) if given.clean else ():
        start = time.process_time()
        try:
            proof = proof_of(book)
            faults = [str(fault) for fault in proof.faults]
            whole = proof.counts.get("unique") == len(book.puzzles) == proof.counts.get("answers")
        except InputError as error:
            faults, whole = [str(error)], False
        seconds += time.process_time() - start
        clean += 1
        pages += int(book.manifest["pages"])
        if faults or not whole:
            alarms += 1
            print(json.dumps({"clean": name, "faults": len(faults), "first": faults[:3], "whole": whole}), flush=True)
    kinds: Counter[str] = Counter()
    if given.faults:
        books = []
        for text, looks in FAULTY.items():
            made = made_for(spec_of(text, looks[0]))
            books += [printed(spec_of(text, look), made) for look in looks]
        memory = Remembered() if given.remember else None
        for one in books if given.remember else ():
            proof_of(one, memory=memory)
        for kind, book, planted in planted_faults(books, given.faults, given.seed):
            kinds[kind] += 1
            try:
                found = {fault.check for fault in proof_of(book, planted, memory).faults}
            except InputError as error:
                found = {str(error)}
            if not found & EXPECTED[kind]:
                missed += 1
                told = {"missed": kind, "book": book.name, "what": planted.what, "found": sorted(found)}
                print(json.dumps(told), flush=True)
    summary = {
        "faults": kinds.total(),
        "kinds": len(kinds),
        "found": kinds.total() - missed,
        "clean books": clean,
        "false alarms": alarms,
        "pages": pages,
        "ms a page": round(1000 * seconds / pages, 1) if pages else None,
    }
    print(json.dumps(summary), flush=True)
    return int(bool(missed or alarms))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
