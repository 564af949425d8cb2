"""What editors and authors ask of puzzles and techniques on the command line."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from itertools import islice
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import PUZZLE, Run, scaled
from techniques_data import hard_puzzles, read_line

from bookmaker.logic.grading import known
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, SINGLES, engine
from bookmaker.logic.techniques.declare import Level, Step, Technique
from bookmaker.logic.techniques.requirements import NEVER_HARDEST, UNFOUND
from bookmaker.publishing.documents.technique_example import example as technique_example
from bookmaker.publishing.documents.technique_example import puzzle_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.profile import Bottleneck, Moment, Profile, filled_without, profile
from bookmaker.publishing.explain.solution_path import Explanation, explain
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry
from tests.cage_data import EXAMPLES, example

SPIKE = read_line("6....7..4749.31........6.3............3.15..6..19..8.7.18.....292...86.........7.")


@cache
def told_and_judged() -> list[tuple[Explanation, Profile]]:
    """Explanations of puzzles with their profiles: singles finish most of the first thousand, hardly any of the others."""
    steady = read_line("47........98..4..6.6.2...9.1...7..4..4.5....1.29.4..7371.92.3.4....51.69..3.6...8")
    puzzles = (SPIKE, steady, *hard_puzzles()[:1000:240], *hard_puzzles()[1000 :: scaled(160, 40)])
    return [(explain(puzzle), profile(puzzle)) for puzzle in puzzles]


def test_moments_are_numbered_as_explanations_report_them() -> None:
    for told, found in told_and_judged():
        assert [(moment.step, moment.technique) for moment in found.moments] == [
            (number, one.step.technique) for number, one in enumerate(told.steps, 1)
        ]
        assert all(moment.ways >= 1 for moment in found.moments)
        assert all(told.steps[number - 1].step.technique == name for number, name in (*found.spikes, *found.guesses))


def test_a_spike_is_far_above_the_rest_and_advice_names_it() -> None:
    met = set()
    for told, found in told_and_judged():
        levels = [BY_NAME[one.step.technique].level for one in told.steps]
        rest = [level for level in levels if level < max(levels)]
        alone = 0 < levels.count(max(levels)) <= 2 and max(levels) - max(rest, default=Level.EASY) >= 2
        assert bool(found.spikes) == alone
        kind = "guess" if found.guesses else "spike" if found.spikes else "narrow" if found.bottlenecks else "steady"
        met.add(kind)
        start = {"guess": "from step", "spike": "a spike", "steady": "no spike"}.get(kind)
        assert found.advice().startswith(start) if start else " a single way on" in found.advice()
        assert {found.advice("es"), found.advice("ru")}.isdisjoint({found.advice()})
    assert met == {"guess", "spike", "narrow", "steady"}
    narrow = next(found for _, found in told_and_judged() if "single way on" in found.advice())
    order = list(BY_NAME)
    hardest = max((one.hardest for one in narrow.bottlenecks), key=lambda moment: order.index(moment.technique))
    assert f"step {hardest.step}" in narrow.advice()
    assert told_and_judged()[0][1].advice() == "a spike at step 34: one skyscraper in an otherwise easy puzzle"


def test_ways_are_counted_as_the_grade_counts_them() -> None:
    answer = bytes(map(int, "534678912672195348198342567859761423426853791713924856961537284287419635345286179"))
    one = Puzzle(geometry(), bytes(0 if cell in (0, 40) else digit for cell, digit in enumerate(answer)))
    assert [moment.ways for moment in profile(one).moments] == [2, 1] and not profile(one).bottlenecks


def goes_on_without(position: Position, step: Step, techniques: list[Technique]) -> bool:
    """Whether anything fills a cell without the step, by all that each technique finds, over and over."""
    cells = {cell for cell, _ in step.placements}
    while True:
        found, seen = [], position.removed()
        for each in techniques:
            steps = engine.rounds(position.geometry, position.digits, [each], position.givens, seen, position.cages)
            found += next(steps, [])
        if any(cell not in cells for one in found for cell, _ in one.placements):
            return True
        gone = {spot for one in found for spot in one.eliminations if spot[0] not in cells} - {*step.eliminations}
        if not gone:
            return False
        position = position.after([Step("", (), tuple(gone), (), ())])


def test_a_bottleneck_is_a_step_without_which_nothing_goes_on_at_its_level() -> None:
    puzzle, answers = example(), Counter[bool]()
    position, techniques = Position.of(puzzle), known(puzzle)
    for steps in islice(engine.rounds(puzzle.geometry, puzzle.givens, techniques, cages=puzzle.cages), 40):
        if len(steps) == 1:
            level = BY_NAME[steps[0].technique].level
            no_harder = [technique for technique in techniques if technique.level <= level]
            goes_on = goes_on_without(position, steps[0], no_harder)
            assert (filled_without(position, steps[0], no_harder) > 0) == goes_on
            answers[goes_on] += 1
        position = position.after(steps)
    assert min(answers[True], answers[False]) > 1


def test_bottlenecks_one_after_another_are_one() -> None:
    names = {1: "naked-single", 2: "x-wing", 3: "pointing", 4: "pointing", 6: "naked-pair", 7: "full-house"}
    moments = tuple(Moment(step, name, 2 if step == 4 else 1) for step, name in names.items())
    found = Profile(moments, (), (), Level.EASY)
    assert found.bottlenecks == (Bottleneck(1, 3, moments[1]), Bottleneck(6, 6, moments[4]))
    assert found.advice() == "2 places have a single way on, the hardest at step 2: X-Wing"
    assert found.as_dict()["bottlenecks"] == [1, 2, 3, 6]
    assert [stretch["step"] for stretch in found.as_dict()["narrow_stretches"]] == [2, 6]


def test_bottlenecks_are_printed_as_stretches(run: Run) -> None:
    found = profile(example())
    line = run("grade", "--publish", EXAMPLES["ps"]).out.split("bottlenecks: ")[1].splitlines()[0]
    stretches = [part.split()[0] for part in line.split(", ") if part != "none"]
    assert [tuple(map(int, part.split("-"))) for part in stretches] == [
        (one.first, one.last) if one.first < one.last else (one.first,) for one in found.bottlenecks
    ]


def test_grade_publish(run: Run) -> None:
    said = run("grade", "--publish", PUZZLE).out
    assert "ways on, by step: 1:" in said and "advice: no spike" in said
    fields = json.loads(run("grade", "--publish", "--json", PUZZLE).out)["publish"]
    assert fields["bottlenecks"] == [] and fields["alternatives"][0]["step"] == 1
    assert "sin picos" in run("grade", "--publish", "--language", "es", PUZZLE).out
    assert "publish" not in json.loads(run("grade", "--json", PUZZLE).out)


def test_techniques_are_listed(run: Run) -> None:
    lines = run("techniques").out.splitlines()
    assert [line.split()[0] for line in lines] == list(BY_NAME)
    assert lines[0].split(maxsplit=3) == [SINGLES[0].name, "easy", str(SINGLES[0].score), "Full house"]
    spanish = [json.loads(line) for line in run("techniques", "--json", "--language", "es").out.splitlines()]
    assert next(one["name"] for one in spanish if one["technique"] == "turbot-fish") == "Pez turbot"


def test_a_technique_is_shown_with_an_example_that_is_one(run: Run) -> None:
    (shown,) = map(json.loads, run("techniques", "skyscraper", "--json").out.splitlines())
    found = shown["example"]
    again = run("hint", found["puzzle"], "--so-far", found["so_far"], "--removed", found["removed"])
    assert again.out.startswith("Skyscraper on ") and ". So " in again.out and ". So " in found["step"]
    text = run("techniques", "skyscraper").out
    assert text.startswith("Skyscraper (skyscraper): hard, score 130\n") and all(
        row in text for row in found["candidates"]
    )
    assert "Rule" not in text and run("techniques", "innie", "killer-pair").code == 0


def test_every_technique_that_puzzles_need_has_an_example() -> None:
    shown = [name for name, technique in BY_NAME.items() if puzzle_of(technique) is not None]
    assert shown == [name for name in BY_NAME if name not in {"brute-force", *UNFOUND, *NEVER_HARDEST}]


@pytest.mark.parametrize("name", ["naked-quadruple", "swordfish", "x-chain", "simple-colours-wrap"])
def test_an_example_cannot_do_without_its_technique(name: str) -> None:
    puzzle = puzzle_of(BY_NAME[name])
    assert puzzle is not None
    assert name in {explained.step.technique for explained in explain(puzzle).steps}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["aligned-triplet-exclusion", "innie-four-houses", "clue-sum", "relation-cell"])
def test_rare_techniques_and_those_of_other_kinds_are_shown(run: Run, tmp_path: Path, name: str) -> None:
    (shown,) = map(json.loads, run("techniques", name, "--json").out.splitlines())
    found = technique_example(BY_NAME[name])
    assert found is not None and found.step.technique == name and shown["example"]["step"] == found.text
    puzzle = puzzle_of(BY_NAME[name])
    assert puzzle is not None
    answer = solve(puzzle).solution
    assert answer is not None
    assert all(answer[cell] != digit for cell, digit in found.step.eliminations)
    assert run("techniques", name, "-o", str(tmp_path / "one.png")).code == 0


def test_examples_are_drawn(run: Run, tmp_path: Path) -> None:
    ran = run("techniques", "skyscraper", "w-wing", "--language", "es", "-o", str(tmp_path / "one.svg"))
    assert ran.out.split() == [str(tmp_path / f"one-{name}.svg") for name in ("skyscraper", "w-wing")]
    assert all(ElementTree.parse(name).getroot().tag.endswith("svg") for name in ran.out.split())
    for ending, start in ((".png", b"\x89PNG"), (".pdf", b"%PDF")):
        assert run("techniques", "skyscraper", "-o", str(tmp_path / f"one{ending}")).code == 0
        assert (tmp_path / f"one{ending}").read_bytes().startswith(start)
    for wrong, name in (("one.gif", "skyscraper"), ("one.png", "brute-force")):
        ran = run("techniques", name, "-o", str(tmp_path / wrong))
        assert ran.code == 2 and "--output" in ran.err
    assert run("techniques", "-o", str(tmp_path / "all.png")).code == 2


@pytest.mark.parametrize("name", ["x-wingg", "Skyscraper"])
def test_an_unknown_technique_is_refused_with_a_suggestion(run: Run, name: str) -> None:
    ran = run("techniques", name)
    assert ran.code == 2 and "did you mean" in ran.err
