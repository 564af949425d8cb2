"""Faults planted and clean books, read by the proof: ``python -m benchmarks.proofs [--faults 100] [--clean 50] [--seed 1]``.

Prints a line of JSON for each planted fault that was missed and for each clean book in which something was found, then how many
faults were found, how many false alarms there were, and the processor time for a page. The exit code is 1 if there was either.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pikepdf

import benchmarks.planting_print
from benchmarks import readback
from benchmarks.planting import PLANTS, Book, Planted
from bookmaker import language
from bookmaker.book import spec as specs
from bookmaker.book import stock
from bookmaker.book.build import manifest, planner
from bookmaker.book.dressing import dressed
from bookmaker.book.editions import planned
from bookmaker.book.spec import Spec
from bookmaker.errors import InputError, SpecError
from bookmaker.generation.distinct_puzzles import GradedPuzzle
from bookmaker.proof.print_rules import Bound
from bookmaker.proof.proof import Proof, Source, prove
from bookmaker.typeset import style
from bookmaker.typeset.pdf import Metadata

assert benchmarks.planting_print  # Its functions name themselves in PLANTS.

KINDS = """
book: {title: All Kinds of Puzzles, author: A. Publisher, language: LANGUAGE}
seed: 5
page: {trim: 6x9in}
design: {style: STYLE}
sections:
  - {title: Classic, puzzles: {count: 6, difficulty: any}}
  - {title: Four, puzzles: {size: 4, count: 6}, layout: six-up}
  - {title: Six, puzzles: {size: 6, count: 4}, layout: four-up}
  - {title: Ten, puzzles: {size: 10, count: 2}, layout: one-up}
  - {title: Sixteen, puzzles: {size: 16, count: 2}, layout: one-up}
  - {title: Diagonals, puzzles: {kind: x, count: 4}}
  - {title: Windows, puzzles: {kind: windoku, count: 4}}
  - {title: Crooked, puzzles: {kind: jigsaw, count: 4}}
  - {title: Crooked Diagonals, puzzles: {kind: jigsaw+x, count: 2}}
  - {title: Knights, puzzles: {kind: anti-knight, count: 2}}
  - {title: Neighbours, puzzles: {kind: non-consecutive, count: 2}}
  - {title: Groups, puzzles: {kind: disjoint-groups, count: 2}}
  - {title: Stars, puzzles: {kind: asterisk, count: 2}}
  - {title: Killers, puzzles: {kind: killer, count: 4}}
  - {title: Tinted Killers, puzzles: {kind: killer, count: 2}, cages: tinted}
  - {title: Killers and Diagonals, puzzles: {kind: killer-x, count: 2}, cages: tinted}
  - {title: Small Killers, puzzles: {kind: killer, size: 6, count: 4}}
front_matter: [title-page, copyright, how-to-play, contents]
"""

FURTHER = """
book: {title: Hints and Lessons and Symbols, author: A. Publisher, language: LANGUAGE}
seed: 6
page: {trim: 8.5x11in}
design: {style: STYLE}
hints: {count: 2}
sections:
  - {title: Back, puzzles: {count: 4, difficulty: any}, layout: two-up}
  - {title: Foot, puzzles: {count: 2}, layout: one-up, answers: {place: foot}}
  - {title: Overleaf, puzzles: {count: 2}, layout: one-up, answers: {place: overleaf}}
  - {title: Section, puzzles: {count: 2, size: 6}, layout: two-up, answers: {place: section}}
  - {title: Rows, puzzles: {count: 4}, layout: two-up, answers: {show: row}}
  - {title: Rows at the Foot, puzzles: {count: 4, size: 6}, layout: two-up, answers: {show: row, place: foot}}
  - {lesson: hidden-pair, practice: 2, layout: one-up}
  - {title: Letters, puzzles: {count: 2}, layout: one-up, symbols: letters}
  - {title: Words, puzzles: {count: 2}, layout: one-up, symbols: {word: WORD}}
  - {title: Shapes, puzzles: {size: 4, count: 2}, layout: one-up, symbols: shapes}
  - {title: Animals, puzzles: {size: 6, count: 2}, layout: one-up, symbols: {set: animals, row: cut-out}}
front_matter: [title-page, copyright, how-to-play, contents]
"""
"""Places of answers, rows of them, hints, a lesson, letters, words and pictures."""
WORDS = {"en": "DUMPLINGS", "es": "MURCIELAG", "ru": "ПЛОДЫЕСТЬ"}

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
}
"""For each planted fault the checks of which one must report it."""


def spec_of_kinds(look: str, code: str = "en", text: str | None = None) -> Spec:
    """A book in a style and a language; without a text that of all kinds."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.yaml"
        text = (text or KINDS).replace("STYLE", look).replace("LANGUAGE", code)
        path.write_text(text.replace("WORD", WORDS.get(code, WORDS["en"])), encoding="utf-8")
        return specs.load(path)


def printed(book: Spec, made: list[list[GradedPuzzle]]) -> Book:
    """A book as a file, with its manifest and a cover of the right size. Raises SpecError if its grids do not fit."""
    words = language.load(book.book.language)
    sections = stock.in_order(book.sections, book.seed, made)
    sections = dressed(book, sections, words)
    interiors = planned(book, sections, planner(book, sections, words, 1))
    assembled = interiors[0].assembled
    content = interiors[0].pdf(Metadata(book.book.title))
    told = json.loads(manifest(book, sections, interiors))
    wide, high = interiors[0].setup.trim
    thick = 0.002252 * 72 * (len(assembled.interior) + len(assembled.interior) % 2)
    return Book(book.design.style, content, told, cover_of(2 * wide + thick + 18, high + 18))


def cover_of(wide: float, high: float) -> bytes:
    """An empty cover."""
    pdf = pikepdf.new()
    pdf.add_blank_page(page_size=(wide, high))
    out = io.BytesIO()
    pdf.save(out, deterministic_id=True)
    return out.getvalue()


def proof_of(book: Book, planted: Planted | None = None) -> Proof:
    """The proof of a book, or of its faulty copy."""
    interior = planted.interior if planted else book.interior
    cover = planted.cover if planted and planted.cover else book.cover
    sheet = None if cover is None else Source("cover.pdf", cover)
    return prove(Source("interior.pdf", interior), cover=sheet, bound=Bound(paper="white"))


def planted_faults(books: list[Book], count: int, seed: int) -> Iterator[tuple[str, Book, Planted]]:
    """So many faults, of all kinds in turn."""
    chance = Random(seed)
    made = 0
    for name in itertools.cycle(PLANTS):
        if made == count:
            return
        for _ in range(60):
            book = chance.choice(books)
            planted = PLANTS[name](book, chance)
            if planted is not None:
                made += 1
                yield name, book, planted
                break
        else:
            print(json.dumps({"never planted": name}), flush=True)


def clean_books(count: int, seed: int) -> Iterator[tuple[str, Book]]:
    """Books of all styles, trims, languages and layouts, and those of all kinds in every style."""
    names = style.names()
    of_kinds: list[list[GradedPuzzle]] = []
    for at, look in enumerate(names):
        book = spec_of_kinds(look, list(language.PLURALS)[at % len(language.PLURALS)])
        of_kinds = of_kinds or stock.fill_sections(book.sections, book.seed, 1, lambda *_: None)
        try:
            yield f"kinds {look} {book.book.language}", printed(book, of_kinds)
        except SpecError as error:
            print(json.dumps({"refused": look, "why": error.faults[0].message}), flush=True)
    for at, look in enumerate(names):
        code = list(language.PLURALS)[at % len(language.PLURALS)]
        try:
            book = spec_of_kinds(look, code, FURTHER)
            made = stock.fill_sections(book.sections, book.seed, 1, lambda *_: None)
            yield f"further {look} {code}", printed(book, made)
        except SpecError as error:
            print(json.dumps({"refused": f"further {look}", "why": error.faults[0].message}), flush=True)
    others = list(readback.books(names))
    Random(seed).shuffle(others)
    made = []
    left = count - 2 * len(names)
    for told, book in others:
        if left <= 0:
            return
        made = made or stock.fill_sections(book.sections, book.seed, 1, lambda *_: None)
        try:
            one = printed(book, made)
        except SpecError:
            continue
        left -= 1
        yield " ".join(told.values()), one


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=100)
    parser.add_argument("--clean", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
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
        made: list[list[GradedPuzzle]] = []
        for look in ("classic", "newspaper", "high-contrast"):
            spec = replace(spec_of_kinds(look))
            made = made or stock.fill_sections(spec.sections, spec.seed, 1, lambda *_: None)
            books.append(printed(spec, made))
        for kind, book, planted in planted_faults(books, given.faults, given.seed):
            kinds[kind] += 1
            try:
                found = {fault.check for fault in proof_of(book, planted).faults}
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
