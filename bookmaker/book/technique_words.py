"""The words beside a picture of a step: how its technique works, and what the marks in pictures mean."""

from __future__ import annotations

from collections.abc import Sequence

from bookmaker.book.worked_examples import Worked
from bookmaker.explain.nouns import about
from bookmaker.grid.geometry import SYMBOLS
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
    }
    return [mark for mark, shown in present.items() if shown]


def legend(marks: Sequence[str], terms: Catalogue) -> str:
    """What these marks mean, a sentence for each."""
    return " ".join(terms.text(f"chapter.marks.{mark}") for mark in marks)


def text_of_technique(worked: Worked, terms: Catalogue, words: Catalogue) -> list[str]:
    """How a technique works, with the sums of the grid that its example stands on."""
    size = worked.explained.position.geometry.span
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
