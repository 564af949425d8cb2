"""The words beside a picture of a step: how its technique works, what the marks in pictures mean, what grids are called."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bookmaker.base import language
from bookmaker.base.language import Catalogue
from bookmaker.logic.techniques.declare import Level, Technique
from bookmaker.printing.grids.step_picture import CandidatePicture
from bookmaker.publishing.explain.pictures import gathered, picture
from bookmaker.publishing.explain.solution_path import ExplainedStep
from bookmaker.publishing.explain.step_words import Speaker, with_nouns
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry


@dataclass(frozen=True, slots=True)
class Worked:
    """A technique and its example."""

    technique: Technique
    explained: ExplainedStep


def is_single(worked: Worked) -> bool:
    """Whether its step is shown without candidates."""
    # The easy steps of cages that strike out candidates cannot be seen in a small picture without any.
    return worked.technique.level is Level.EASY and not worked.explained.step.eliminations


def picture_of(worked: Worked) -> CandidatePicture:
    """The step of an example, with all that it rests on."""
    return gathered([worked.explained]) if is_single(worked) else picture(worked.explained)


def marks_in(pictures: Sequence[CandidatePicture]) -> list[str]:
    """What pictures show whose meaning a reader has to know: keys under ``chapter.marks`` of the catalogues."""
    singles = [drawn for drawn in pictures if drawn.placed and not any(drawn.candidates)]
    tinted = [drawn for drawn in pictures if any(drawn.candidates) and not drawn.marks and not drawn.placed]
    present = {
        "candidates": any(any(drawn.candidates) for drawn in pictures),
        "pattern": any(drawn.marks for drawn in pictures),
        "tinted": any(drawn.tiles for drawn in tinted),
        "taken": any(texture == "dark" for drawn in tinted for _, texture in drawn.tiles),
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
    return speaker.listed([f"{grid}~{speaker.cells([first[grid]])}".replace("~", "\u00a0") for grid in sorted(first)])


def text_of_technique(worked: Worked, terms: Catalogue, words: Catalogue) -> list[str]:
    """How a technique works, with the sums of the grid that its example stands on, and what it comes to under its rules."""
    texts = explanation(worked.technique.name, terms, [worked.explained.position.geometry])
    return with_nouns(words, worked.explained.symbols, texts)


def told_once(examples: Sequence[Worked], terms: Catalogue, words: Catalogue) -> dict[str, list[str]]:
    """How each of these techniques works, by its name, as :func:`text_of_technique`.

    A paragraph that begins several of the texts stands in the first of them only; the others name that technique instead. What
    ends a text stays, for it is what follows from the pattern.
    """
    first: dict[str, str] = {}
    texts: dict[str, list[str]] = {}
    for worked in examples:
        own = text_of_technique(worked, terms, words)
        name = worked.technique.name
        before = [text for text in own[:-1] if text in first]
        above = dict.fromkeys(first[text] for text in before)
        said = [terms.text("chapter.above", name=terms.text(f"name.{one}")) for one in above]
        texts[name] = [*said, *(text for text in own if text not in before)]
        for text in own[:-1]:
            first.setdefault(text, name)
    return texts


_FEW = 2
"""Of more rules than these examples would say less than general words."""


def explanation(name: str, terms: Catalogue, grounds: Sequence[Geometry]) -> list[str]:
    """The paragraphs on a technique, with an example for the rules of the grids that need it; without where these are many.

    ``grounds``: one grid at least; the first one's sums are named.
    """
    keys = (f"example.{name}.{rule}" for ground in grounds for rule in sorted(ground.rules))
    examples = dict.fromkeys(terms.text(key) for key in keys if key in terms)
    example = " ".join(examples) if len(examples) <= _FEW else ""
    texts = terms.paragraphs(f"text.{name}", **sums_of(grounds[0].size), example=example)
    return [text.rstrip(" ") for text in texts]


def sums_of(size: int) -> dict[str, object]:
    """The numbers that the texts of the cages name: what a house makes, and the largest sum of three cells with its digits."""
    return {
        "whole": size * (size + 1) // 2,
        "three_most": 3 * size - 3,
        "low": SYMBOLS[size - 3],
        "middle": SYMBOLS[size - 2],
        "high": SYMBOLS[size - 1],
    }
