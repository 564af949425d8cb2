"""Every technique is whole: one file of its family and one finder, a source, a case, a picture, and words in three languages."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from techniques_data import case_position, cases, listed_cases

from bookmaker import language, techniques
from bookmaker.book.technique_chapter import sums_of
from bookmaker.explain.pictures import picture
from bookmaker.explain.solution_path import Position, Told, told_step
from bookmaker.explain.step_words import Speaker
from bookmaker.grid.geometry import HouseKind
from bookmaker.language import PLURALS, Catalogue, fields
from bookmaker.techniques import BY_NAME, TECHNIQUES
from bookmaker.techniques.declare import Technique
from bookmaker.typeset.candidates import draw_candidates
from bookmaker.typeset.document import missing_glyphs
from bookmaker.typeset.grids import GridStyle
from bookmaker.typeset.recorder import RecordingCanvas
from bookmaker.variants import geometry

FOLDER = Path(techniques.__file__).parent
CODES = tuple(PLURALS)
each_technique = pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)


@cache
def declared() -> dict[str, list[str]]:
    """For each technique's name the modules that declare it."""
    found: dict[str, list[str]] = {}
    for path in sorted(FOLDER.glob("*.py")):
        if path.stem in ("__init__", "engine"):
            continue
        module = import_module(f"bookmaker.techniques.{path.stem}")
        for technique in {id(one): one for one in held(vars(module).values())}.values():
            if "Technique(" in path.read_text(encoding="utf-8"):
                found.setdefault(technique.name, []).append(path.stem)
    return found


def held(values: Iterable[Any]) -> Iterable[Technique]:
    for value in values:
        if isinstance(value, Technique):
            yield value
        elif isinstance(value, list | tuple):
            yield from (one for one in value if isinstance(one, Technique))


@cache
def example(technique: Technique) -> Told:
    """A step of a case of the technique, as it is told."""
    listed = [case for case in listed_cases() if case.technique is technique and case.variant != "x"]
    assert listed, f"tests/data/technique_cases.txt has no case of {technique.name}"
    case = listed[0]
    masks = tuple(sum(1 << (digit - 1) for digit in held) for held in case_position(case).candidates)
    givens = bytes(digit if given else 0 for digit, given in zip(case.grid, case.given, strict=True))
    (step, *_) = cases().steps(case)
    return told_step(step, 1, Position(geometry(), givens, case.grid, masks), Speaker("en", geometry()))


@each_technique
def test_it_has_one_file_in_its_family_a_finder_and_a_source(technique: Technique) -> None:
    assert len(declared()[technique.name]) == 1
    assert (FOLDER / "finders" / f"{declared()[technique.name][0]}.py").is_file()
    assert technique.source


@each_technique
def test_it_has_a_case_and_a_picture_with_marks(technique: Technique) -> None:
    told = example(technique)
    drawn = picture(told)
    assert drawn.struck == tuple(sorted(told.step.eliminations))
    assert drawn.placed == tuple(sorted(told.step.placements))
    assert drawn.tiles
    assert drawn.marks or not told.step.pattern
    canvas = RecordingCanvas()
    draw_candidates(canvas, drawn, 20, 20, 240, GridStyle())
    assert len(canvas.lines) > 100


@pytest.mark.parametrize("code", CODES)
@each_technique
def test_it_has_a_name_a_sentence_and_a_text(technique: Technique, code: str) -> None:
    words = language.techniques(code)
    assert words.text(f"name.{technique.name}")
    assert all(words.paragraphs(f"text.{technique.name}", **sums_of(9)))
    if code != "en":
        template = words.entries[f"sentence.{technique.name}"]
        assert isinstance(template, str)
        assert fields(template) == fields(technique.sentence)
    said = Speaker(code, geometry()).step(example(technique).step)
    assert "{" not in said and "  " not in said and ": " in said
    assert not missing_glyphs([said])


@pytest.mark.parametrize("code", CODES)
def test_no_words_are_left_over(code: str) -> None:
    told = language.techniques(code).entries
    for family in ("name", "sentence", "text"):
        names = {key.partition(".")[2] for key in told if key.startswith(f"{family}.")}
        assert names == set(BY_NAME) or (family, code, names) == ("sentence", "en", set())
    assert {key.partition(".")[2] for key in told if key.startswith("house.")} == set(HouseKind.__args__)  # type: ignore[attr-defined]


def shape(catalogue: Catalogue) -> dict[str, tuple[str, int, frozenset[str]]]:
    found = {}
    for key, entry in catalogue.entries.items():
        texts = [entry] if isinstance(entry, str) else list(entry.values() if isinstance(entry, dict) else entry)
        if not isinstance(entry, str | tuple):
            texts = list(entry.values())
            assert set(entry) == set(PLURALS[catalogue.code][1]), key
        told = frozenset().union(*(fields(text) for text in texts))
        if not key.startswith(("sentence.", "text.", "grouping.")):
            found[key] = (type(entry).__name__, len(texts) if isinstance(entry, tuple) else 1, told)
    return found


@pytest.mark.parametrize("code", CODES[1:])
def test_the_catalogues_have_the_same_keys_kinds_and_fields(code: str) -> None:
    assert shape(language.techniques(code)) == shape(language.techniques("en"))


@pytest.mark.parametrize("code", CODES)
def test_the_words_are_clean_and_the_fonts_have_them(code: str) -> None:
    texts = list(language.techniques(code).texts())
    for key, text in texts:
        if key not in ("list.separator", "grouping.separator"):
            assert text == text.strip() and text, key
        assert "  " not in text and "\n" not in text and '"' not in text and " - " not in text, key
    assert not missing_glyphs(text for _, text in texts)
