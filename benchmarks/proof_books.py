"""Books to be proved: of all kinds, styles and languages, as finished files with their manifests."""

from __future__ import annotations

import io
import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pikepdf

from benchmarks import readback
from benchmarks.planting import Book
from bookmaker.base import language
from bookmaker.base.errors import SpecError
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.printing.canvases.pdf import Metadata
from bookmaker.printing.styles import style
from bookmaker.publishing.book.making import stock
from bookmaker.publishing.book.making.build import manifest, planner
from bookmaker.publishing.book.making.dressing import dressed
from bookmaker.publishing.book.making.editions import planned
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.spec_file import Spec

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

CLUED = """
book: {title: Clues of Every Kind, author: A. Publisher, language: LANGUAGE}
seed: 7
page: {trim: 8.5x11in}
design: {style: STYLE}
sections:
  - {title: Dots, puzzles: {kind: kropki, size: 6, count: 2}, layout: two-up}
  - {title: Some Dots, puzzles: {kind: kropki-partial, count: 2}, layout: two-up}
  - {title: Bars, puzzles: {kind: consecutive, count: 2}, layout: two-up}
  - {title: Letters, puzzles: {kind: xv, count: 2}, layout: two-up}
  - {title: Some Letters, puzzles: {kind: xv-partial, size: 6, count: 2}, layout: two-up}
  - {title: Signs, puzzles: {kind: greater-than, size: 6, count: 2}, layout: two-up}
  - {title: Even and Odd, puzzles: {kind: even-odd, count: 2}, layout: two-up}
  - {title: Thermometers, puzzles: {kind: thermometers, count: 2}, layout: two-up}
  - {title: Slow Thermometers, puzzles: {kind: slow-thermometers, size: 6, count: 2}, layout: two-up}
  - {title: Whispers, puzzles: {kind: whispers, count: 2}, layout: two-up}
  - {title: Renban, puzzles: {kind: renban, count: 2}, layout: two-up}
  - {title: Palindromes, puzzles: {kind: palindrome, count: 2}, layout: two-up}
  - {title: Arrows, puzzles: {kind: arrow, count: 2}, layout: two-up}
  - {title: Between, puzzles: {kind: between, size: 6, count: 2}, layout: two-up}
  - {title: Lockouts, puzzles: {kind: lockouts, count: 1}, layout: one-up}
  - {title: Quadruples, puzzles: {kind: quadruples, count: 2}, layout: one-up}
  - {title: Region Sums, puzzles: {kind: region-sums, count: 2}, layout: two-up}
  - {title: Zippers, puzzles: {kind: zippers, count: 2}, layout: two-up}
  - {title: Nabners, puzzles: {kind: nabners, size: 6, count: 2}, layout: two-up}
  - {title: Differences, puzzles: {kind: differences, count: 2}, layout: two-up}
  - {title: Ratios, puzzles: {kind: ratios, size: 6, count: 2}, layout: two-up}
  - {title: Low and High, puzzles: {kind: low-high, count: 2}, layout: two-up}
  - {title: Fortresses, puzzles: {kind: fortress, count: 2}, layout: two-up}
  - {title: Minima, puzzles: {kind: minima, count: 2}, layout: two-up}
  - {title: Dutch Whispers, puzzles: {kind: dutch-whispers, count: 2}, layout: two-up}
  - {title: Modular Lines, puzzles: {kind: modular, count: 1}, layout: one-up}
  - {title: Parity Lines, puzzles: {kind: parity-lines, size: 6, count: 2}, layout: two-up}
  - {title: Double Arrows, puzzles: {kind: double-arrows, count: 2}, layout: two-up}
  - {title: Ten Lines, puzzles: {kind: ten-lines, size: 6, count: 2}, layout: two-up}
  - {title: Clones, puzzles: {kind: clones, count: 2}, layout: two-up}
  - {title: Dots and Diagonals, puzzles: {kind: kropki+x, size: 6, count: 2}, layout: two-up}
  - {title: Circles and Lines, puzzles: {kind: quadruples+whispers, count: 2}, layout: one-up}
  - {title: Crooked Thermometers, puzzles: {kind: jigsaw+thermometers, size: 6, count: 2}, layout: two-up}
front_matter: [title-page, copyright, how-to-play, contents]
"""
"""Clues in the cells, on borders and along lines, alone and with other rules."""

AROUND = """
book: {title: Numbers Around and Grids Together, author: A. Publisher, language: LANGUAGE}
seed: 8
page: {trim: 8.5x11in}
design: {style: STYLE}
sections:
  - {title: Squares, puzzles: {kind: latin, size: 7, count: 2}, layout: two-up}
  - {title: Crooked Sevens, puzzles: {kind: jigsaw, size: 7, count: 2}, layout: two-up}
  - {title: Futoshiki, puzzles: {kind: futoshiki, size: 5, count: 2}, layout: two-up}
  - {title: Dotted Squares, puzzles: {kind: kropki-square, size: 6, count: 2}, layout: two-up}
  - {title: Barred Squares, puzzles: {kind: consecutive-square, size: 5, count: 2}, layout: two-up}
  - {title: Sums, puzzles: {kind: outside-sums, count: 2}, layout: two-up}
  - {title: Skyscrapers, puzzles: {kind: skyscrapers, size: 6, count: 2}, layout: two-up}
  - {title: A City, puzzles: {kind: skyscraper-square, size: 5, count: 2}, layout: two-up}
  - {title: Sandwiches, puzzles: {kind: sandwich, count: 2}, layout: two-up}
  - {title: First Digits, puzzles: {kind: x-sums, count: 2}, layout: two-up}
  - {title: Numbered Rooms, puzzles: {kind: numbered-rooms, count: 2}, layout: two-up}
  - {title: Girandolas, puzzles: {kind: girandola, count: 2}, layout: two-up}
  - {title: Centres, puzzles: {kind: centre-dot, count: 2}, layout: two-up}
  - {title: Kings, puzzles: {kind: anti-king, count: 2}, layout: two-up}
  - {title: Falling, puzzles: {kind: diagonal-falling, count: 2}, layout: two-up}
  - {title: Twins, puzzles: {kind: twin, count: 1}, layout: one-up}
  - {title: Butterflies, puzzles: {kind: butterfly, count: 1}, layout: one-up}
  - {title: Flowers, puzzles: {kind: flower, count: 1}, layout: one-up}
  - {title: Samurai, puzzles: {kind: samurai, count: 1}, layout: one-up}
  - {title: Samurai with Diagonals, puzzles: {kind: samurai+x, count: 1}, layout: one-up}
  - {title: Windmills, puzzles: {kind: windmill, count: 1}, layout: one-up}
front_matter: [title-page, copyright, how-to-play, contents]
"""
"""Numbers around grids, grids without boxes, and several grids that share cells."""

TEXTS = {"kinds": KINDS, "further": FURTHER, "clued": CLUED, "around": AROUND}


def spec_of(text: str, look: str, code: str = "en") -> Spec:
    """One of the books in a style and a language."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "book.yaml"
        text = text.replace("STYLE", look).replace("LANGUAGE", code)
        path.write_text(text.replace("WORD", WORDS.get(code, WORDS["en"])), encoding="utf-8")
        return specs.load(path)


def made_for(book: Spec) -> list[list[GradedPuzzle]]:
    """The puzzles of a book."""
    return stock.fill_sections(book.sections, book.seed, 1, lambda *_: None)


def printed(book: Spec, made: list[list[GradedPuzzle]]) -> Book:
    """A book as a file, with its manifest and a cover of the right size. Raises SpecError if its grids do not fit."""
    sections = dressed(book, stock.in_order(book.sections, book.seed, made))
    interiors = planned(book, sections, planner(book, sections, 1))
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


def clean_books(count: int, seed: int) -> Iterator[tuple[str, Book]]:
    """Books of all kinds in every style, and of all trims, languages and layouts."""
    names, codes = style.names(), list(language.PLURALS)
    left = count
    for key, text in TEXTS.items():
        made: list[list[GradedPuzzle]] = []
        for at, look in enumerate(names[:left]):
            book = spec_of(text, look, codes[(at + len(key)) % len(codes)])
            # Words hidden in answers are those of the language.
            made = made_for(book) if key == "further" else made or made_for(book)
            try:
                one = printed(book, made)
            except SpecError as error:
                print(json.dumps({"refused": f"{key} {look}", "why": error.faults[0].message}), flush=True)
                continue
            left -= 1
            yield f"{key} {look} {book.book.language}", one
    others = list(readback.books(names))
    Random(seed).shuffle(others)
    made = []
    for told, book in others:
        if left <= 0:
            return
        made = made or made_for(book)
        try:
            one = printed(book, made)
        except SpecError:
            continue
        left -= 1
        yield " ".join(told.values()), one
