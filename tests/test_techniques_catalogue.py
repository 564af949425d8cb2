"""The list of techniques is whole, ordered, light to import, and every step can be told."""

from __future__ import annotations

import subprocess
import sys

import pytest
from techniques_data import NO_CASE, cases, listed_cases

from bookmaker.logic.techniques import BY_CODE, BY_NAME, CAGES, CLUES, RELATIONS, TECHNIQUES, up_to
from bookmaker.logic.techniques.declare import HouseRef, Level, PatternCandidate, Step
from bookmaker.publishing.explain.step_words import english, tell
from bookmaker.puzzles.rules import geometry


def test_names_and_codes_are_unique_and_levels_rise():
    assert len(BY_NAME) == len(BY_CODE) == len(TECHNIQUES) + len(CAGES) + len(RELATIONS) + len(CLUES)
    levels = [technique.level for technique in TECHNIQUES]
    assert levels == sorted(levels) and levels.count(Level.BEYOND) == 1
    assert up_to(Level.EASY) == TECHNIQUES[:3] and up_to(Level.EXTREME) == TECHNIQUES[:-1]
    assert all(technique.source and technique.score > 0 and technique.se >= 1 for technique in TECHNIQUES)


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_every_technique_is_dispatched_and_told(technique):
    ground = geometry()
    found = [step for case in listed_cases() if case.technique is technique for step in cases().steps(case)]
    assert found, NO_CASE.format(technique.name)
    assert all(step.technique == technique.name for step in found)
    for step in found:
        assert tell(step, ground).key == f"technique.{technique.name}"
        sentence = english(step, ground)
        assert "{" not in sentence and ": " in sentence and "  " not in sentence and " in :" not in sentence, sentence
        assert " on in " not in sentence and not sentence.split(":")[0].endswith((" in", " by", " and", "with")), (
            sentence
        )


def test_names_do_not_wait_for_numba():
    code = "import sys, bookmaker.logic.techniques; sys.exit('numba' in sys.modules or 'numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_sentences():
    ground = geometry()
    house = ground.houses.index(next(h for h in ground.houses if (h.kind, h.number) == ("box", 9)))
    single = Step("hidden-single", ((60, 1),), (), (), (HouseRef("base", house),))
    assert english(single, ground) == "Hidden single in box 9: r7c7 is 1"
    pattern = tuple(PatternCandidate("base", cell, 4) for cell in (11, 14, 65, 68))
    rows = (HouseRef("base", 7), HouseRef("base", 1), HouseRef("cover", 11), HouseRef("cover", 14))
    wing = Step("x-wing", (), ((38, 4), (50, 4)), pattern, rows)
    assert (
        english(wing, ground) == "X-Wing on 4 in rows 2 and 8, confined to columns 3 and 6: remove 4 from r5c3 and r6c6"
    )
    triple = tuple(
        PatternCandidate("base", cell, digit) for cell, digit in ((0, 1), (0, 2), (1, 2), (1, 3), (8, 1), (8, 3))
    )
    step = Step("naked-triple", (), ((3, 2), (4, 2), (5, 2), (3, 1)), triple, (HouseRef("base", 0),))
    assert english(step, ground) == (
        "Naked triple 1, 2 and 3 in r1c1, r1c2 and r1c9: remove 1 from r1c4; remove 2 from r1c4, r1c5 and r1c6"
    )
