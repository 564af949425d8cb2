"""The words beside a picture of a step: how its technique works, what the marks in pictures mean, what grids are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bookmaker import language
from bookmaker.book.worked_examples import Worked
from bookmaker.explain.nouns import about
from bookmaker.explain.step_words import Speaker
from bookmaker.grid.geometry import SYMBOLS, Geometry, cell_name
from bookmaker.language import Catalogue
from bookmaker.typeset.candidate_picture import CandidatePicture


def marks_in(pictures: Sequence[CandidatePicture]) -> list[str]:
    """What pictures show whose meaning a reader has to know: keys under ``chapter.marks`` of the catalogues."""
    singles = [drawn for drawn in pictures if drawn.placed and not any(drawn.candidates)]
    present = {
        "candidates": any(any(drawn.candidates) for drawn in pictures),
        "pattern": any(drawn.marks for drawn in pictures),
        "extra": any(shape == "square" for drawn in pictures for _, shape in drawn.marks),
        "linking": any(shape == "diamond" for drawn in pictures for _, shape in drawn.marks),
        "links": any(drawn.links for drawn in pictures),
        "struck": any(drawn.struck for drawn in pictures),
        "placed": any(drawn.placed for drawn in pictures),
        "barring": any(len(drawn.tiles) > len(drawn.placed) for drawn in singles),
        "alone": any(drawn.alone for drawn in pictures),
        "grids": any(drawn.among for drawn in pictures),
    }
    return [mark for mark, shown in present.items() if shown]


def legend(marks: Sequence[str], terms: Catalogue) -> str:
    """What these marks mean, a sentence for each."""
    return " ".join(terms.text(f"chapter.marks.{mark}") for mark in marks)


def named_grids(words: Catalogue, grounds: Iterable[Geometry]) -> list[str]:
    """A paragraph for each arrangement of several grids: how its cells and its grids are named. Other grids need none."""
    terms = language.techniques_of(words)
    several = dict.fromkeys(ground.ground for ground in grounds if ground.overlapping)
    named = dict.fromkeys(_grids(Speaker(words, ground)) for ground in several)
    return [terms.text("hint.grids", grids=grids) for grids in named]


def _grids(speaker: Speaker) -> str:
    """The letters of the grids of an arrangement, each with the first cell of its first row."""
    first = {
        house.grid: min(house.cells)
        for house in reversed(speaker.geometry.houses)
        if house.kind == "row" and house.grid
    }
    return speaker.listed(
        [f"{grid}~{cell_name(first[grid], speaker.geometry)}".replace("~", "\u00a0") for grid in sorted(first)]
    )


def text_of_technique(worked: Worked, terms: Catalogue, words: Catalogue) -> list[str]:
    """How a technique works, with the sums of the grid that its example stands on."""
    size = worked.explained.position.geometry.size
    return about(words, worked.explained.symbols, terms.paragraphs(f"text.{worked.technique.name}", **sums_of(size)))


def sums_of(size: int) -> dict[str, object]:
    """The numbers that the texts of the cages name: what a house makes, and the largest sum of three cells with its digits."""
    return {
        "whole": size * (size + 1) // 2,
        "three_most": 3 * size - 3,
        "low": SYMBOLS[size - 3],
        "middle": SYMBOLS[size - 2],
        "high": SYMBOLS[size - 1],
    }
