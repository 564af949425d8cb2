"""What is said of a technique: examples of the rules that the book has, and what several texts share only once."""

from __future__ import annotations

from functools import cache

import pytest

from bookmaker.base import language
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Step
from bookmaker.publishing.book.pages.technique_chapter import Worked, explanation, text_of_technique, told_once
from bookmaker.publishing.documents.technique_example import example
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.step_reasons import reasons_of
from bookmaker.publishing.explain.step_words import Speaker, tell
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import RULES, geometry
from bookmaker.puzzles.rules.rule import Rule, nothing

WORDS = language.load("en")
TERMS = language.techniques("en")
EXAMPLES = [key.split(".")[1:] for key, _ in TERMS.texts() if key.startswith("example.")]


def ground(*kinds: str) -> Geometry:
    return geometry("+".join(kinds), 9)


@cache
def worked(name: str) -> Worked:
    found = example(BY_NAME[name], WORDS)
    assert found is not None
    return Worked(BY_NAME[name], found)


@pytest.mark.parametrize("code", language.PLURALS)
@pytest.mark.parametrize(
    ("name", "kind", "foreign"),
    [
        ("relation-cell", "thermometers", "non-consecutive"),
        ("clue-sum-last", "little-killer", "arrow"),
        ("clue-sum", "little-killer", "arrow"),
        ("clue-line", "sandwich", "between"),
    ],
)
def test_the_example_of_a_technique_is_of_the_rule_that_needs_it(name: str, kind: str, foreign: str, code: str) -> None:
    terms = language.techniques(code)
    own, other = (terms.text(f"example.{name}.{one}") for one in (kind, foreign))
    text = " ".join(explanation(name, terms, [ground(kind)]))
    assert own in text and other not in text
    both = " ".join(explanation(name, terms, [ground(kind), ground(foreign), ground(kind)]))
    assert both.count(own) == both.count(other) == 1


def test_many_rules_and_none_have_general_words() -> None:
    many = [ground(kind) for kind in ("thermometers", "kropki", "whispers")]
    for grounds in (many, [geometry()]):
        (text,) = explanation("relation-cell", TERMS, grounds)
        assert "instance" not in text and not text.endswith(" ")


@pytest.mark.parametrize(("name", "rule"), EXAMPLES)
def test_examples_are_of_techniques_and_of_rules(name: str, rule: str) -> None:
    assert name in BY_NAME and rule in RULES


@pytest.mark.parametrize("rule", RULES.values(), ids=list(RULES))
def test_every_rule_has_examples_of_the_techniques_of_its_clues(rule: Rule) -> None:
    needed = set()
    if rule.unmarked or rule.contrast or any(kind.holds or kind.pairs or kind.relates for kind in rule.clues):
        needed.add("relation-cell")
    if any(kind.sums for kind in rule.clues):
        needed |= {"clue-sum", "clue-sum-last"}
    if any(kind.machine for kind in rule.clues) or rule.lines is not nothing:
        needed.add("clue-line")
    assert needed <= {name for name, named in EXAMPLES if named == rule.name}


def test_a_paragraph_that_begins_several_texts_stands_in_the_first() -> None:
    chains = [worked(name) for name in ("naked-pair", "naked-triple", "x-chain", "xy-chain", "aic")]
    texts = told_once(chains, TERMS, WORDS)
    for one in chains[:3]:
        assert texts[one.technique.name] == text_of_technique(one, TERMS, WORDS)
    general = texts["x-chain"][0]
    for one in chains[3:]:
        pointed, *own = texts[one.technique.name]
        assert general not in (pointed, *own) and TERMS.text("name.x-chain") in pointed
        assert own == text_of_technique(one, TERMS, WORDS)[1:]


def test_what_stays_is_said_where_it_is_no_more_than_what_goes() -> None:
    speaker, empty = Speaker("en", geometry()), Position.of(Puzzle(geometry(), bytes(81)))

    def effects(gone: str) -> str:
        step = Step("naked-pair", (), tuple((0, int(digit)) for digit in gone), (), ())
        return language.plain(speaker.effects(tell(step, geometry()), empty))

    assert effects("12347") == "only 5, 6, 8 and 9 are left for r1c1"
    assert effects("1234") == "remove 1, 2, 3 and 4 from r1c1"


def test_a_single_says_what_earlier_steps_left_where_it_is_less_than_they_took() -> None:
    # Row 1 has a 9; the 1 to 7 of r1c1 went before.
    puzzle = Puzzle(geometry(), bytes([0] * 8 + [9] + [0] * 72))
    position = Position.of(puzzle, removed=[(0, digit) for digit in range(1, 8)])
    step = Step("naked-single", ((0, 8),), (), (), ())
    speaker = Speaker("en", geometry())
    said = language.plain(speaker.taught(step, reasons_of(step, position), position=position))
    assert said == "r1c1 can only be 8: earlier steps left only 8 and 9; row 1 has 9"
