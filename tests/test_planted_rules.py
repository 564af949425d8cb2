"""Rules that nobody has declared yet, planted: what follows from a declaration holds for any that is sound."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import count

import pytest
from conftest import Run

import bookmaker
from bookmaker import formats
from bookmaker.base.errors import UsageError
from bookmaker.logic.generation import clue_drawing, own_grounds
from bookmaker.printing.styles import style
from bookmaker.publishing.documents.sheets import find_layout, sheets, sheets_pdf
from bookmaker.publishing.proof.declarations import declaration_faults, unreadable
from bookmaker.publishing.proof.proof import Source, prove
from bookmaker.puzzles.rules import CLUES, KINDS, RULES, geometry
from bookmaker.puzzles.rules.clues import ClueType
from bookmaker.puzzles.rules.rule import Rule

_NUMBERS = count()
"""Geometries are remembered by the names of rules."""

Plant = Callable[..., Rule]


@pytest.fixture
def plant(monkeypatch: pytest.MonkeyPatch) -> Iterator[Plant]:
    """A function that plants a rule, given the fields of its clue and further ones of the rule."""

    def planted(clue: dict[str, object], **fields: object) -> Rule:
        name = f"planted-{next(_NUMBERS)}"
        kind = ClueType(**{"name": f"{name}-clue", "fault": "{cells}", "look": "wire", **clue})  # type: ignore[arg-type]
        rule = Rule(name=name, clues=(kind,), **fields)  # type: ignore[arg-type]
        monkeypatch.setitem(RULES, name, rule)
        monkeypatch.setitem(KINDS, name, frozenset({name}))
        monkeypatch.setitem(CLUES, kind.name, kind)
        forget()
        return rule

    yield planted
    monkeypatch.undo()
    forget()


def forget() -> None:
    """Clear what formats and the proof remember of the rules that there are."""
    for name, module in list(sys.modules.items()):
        if name.startswith(("bookmaker.formats", "bookmaker.publishing.proof")):
            for known in vars(module).values():
                getattr(known, "cache_clear", lambda: None)()


def less(one: int, other: int) -> bool:
    return one < other


def refused(value: tuple[int, ...], size: int, length: int) -> str:
    return "" if len(value) == length and max(value) < size else "is wrong"


def climbing(length: int) -> Sequence[tuple[int, int, Callable[[int, int], bool]]]:
    """The digits of a line rise."""
    return [(place, place + 1, less) for place in range(length - 1)]


def rising(length: int) -> Sequence[tuple[int, int, Callable[[int, int], bool]]]:
    """The first three cells of a line rise, as at the arrows of a Rossini."""
    return [(0, 1, less), (1, 2, less)][: length - 1]


ROSSINI: dict[str, object] = {"shape": "edge", "ordered": True, "pairs": rising, "look": "outside", "text": "+"}

SHAPES: list[dict[str, object]] = [
    {"shape": "cell", "look": "disc", "may": lambda digit, size: digit > 3},
    {"shape": "border", "look": "sign", "ordered": True, "holds": less},
    {"shape": "corner", "look": "quadruple-circle", "pairs": lambda length: [(0, 3, less)]},
    {"shape": "line", "look": "bulb", "ordered": True, "pairs": climbing},
    ROSSINI,
]


@pytest.mark.parametrize("clue", SHAPES, ids=lambda clue: str(clue["shape"]))
def test_every_clue_that_is_drawn_holds(clue: dict[str, object], plant: Plant) -> None:
    rule = plant(clue)
    bare = geometry(rule.name, 9)
    for seed in range(3):
        solution = own_grounds.full_grid(bare, seed)
        assert solution is not None
        ground = clue_drawing.clued(bare, solution, "none", seed)
        assert ground is not None
        assert 0 < len(ground.clues or ()) < 150
        assert ground.holds(solution)
        assert all(rule.clues[0].allows(solution, one.cells, bare) for one in ground.clues or ())


def test_a_clue_that_a_rule_draws_itself_and_does_not_allow_is_left_out(plant: Plant) -> None:
    def anywhere(*_: object) -> list[object]:
        return [RULES[rule.name].clues[0].clue((cell, cell + 1)) for cell in range(8)]

    rule = plant({"shape": "border", "look": "sign", "ordered": True, "holds": less}, draw=anywhere)
    bare = geometry(rule.name, 9)
    ground = clue_drawing.clued(bare, bytes((1, 2, 3, 9, 8, 7, 4, 5, 6)) + bytes(72), "none", 1)
    assert ground is not None
    assert [one.cells[0] for one in ground.clues or ()] == [0, 1, 2, 6, 7]


def test_puzzles_of_a_planted_rule_are_made(plant: Plant) -> None:
    rule = plant(ROSSINI)
    (made,) = bookmaker.generate(1, "any", kind=rule.name, seed=1, jobs=1)
    assert len(made.puzzle.clues) > 2
    assert made.puzzle.geometry.holds(made.solution)


@pytest.mark.parametrize("clue", SHAPES, ids=lambda clue: str(clue["shape"]))
@pytest.mark.parametrize("sentence", ["", "Digits rise along each mark."])
def test_formats_hold_a_planted_rule_or_say_that_they_do_not(
    clue: dict[str, object], sentence: str, plant: Plant
) -> None:
    rule = plant(clue, sentence=sentence)
    bare = geometry(rule.name, 9)
    solution = own_grounds.full_grid(bare, 1)
    assert solution is not None
    ground = clue_drawing.clued(bare, solution, "none", 1)
    assert ground is not None
    puzzle = bookmaker.Puzzle(ground, solution[:30] + bytes(51))
    held = set()
    for name, format in formats.FORMATS.items():
        try:
            text = formats.render([puzzle], name)
        except UsageError:
            continue
        if "kind" in format.holds and format.lost(puzzle) != "kind":
            assert formats.parse(text, format=name) == [puzzle], name
            held.add(name)
    assert "jsonl" in held
    assert ("f-puzzles" in held) == (bool(sentence) and rule.clues[0].shape in ("border", "line", "edge"))
    assert ("iss" in held) == (rule.clues[0].shape in ("cell", "border", "line"))


def test_every_look_of_a_declared_clue_can_be_read() -> None:
    assert {kind.name: unreadable(kind) for kind in CLUES.values() if unreadable(kind)[0]} == {}


UNREADABLE: list[tuple[dict[str, object], str]] = [
    (ROSSINI, "text"),
    ({**ROSSINI, "text": ""}, "value"),
    ({"shape": "border", "holds": less, "look": "letter", "text": "W"}, "text"),
    ({"shape": "border", "holds": less, "look": "disc"}, "look"),
    ({"shape": "line", "pairs": climbing, "look": "wire", "text": "5"}, "look"),
    ({"shape": "areas", "pairs": climbing, "look": "clone"}, "lettered"),
    ({"shape": "group", "pairs": climbing, "look": "cage", "value": lambda digits, size: (1,)}, "text"),
    ({"shape": "cell", "may": lambda digit, size: True, "look": "shade"}, "look"),
]


@pytest.mark.parametrize(("clue", "field"), UNREADABLE, ids=lambda value: value if isinstance(value, str) else "")
def test_a_look_that_the_proof_cannot_read_is_refused_by_its_field(
    clue: dict[str, object], field: str, plant: Plant
) -> None:
    (kind,) = plant(clue).clues
    named, why = unreadable(kind)
    assert named == field
    assert why


def test_the_proof_names_a_mark_that_it_does_not_understand_and_its_page(plant: Plant) -> None:
    rule = plant(ROSSINI)
    made = bookmaker.generate(2, "any", kind=rule.name, seed=1, minimal=True, jobs=1)
    puzzles = [one.puzzle for one in made]
    trim = 432.0, 648.0
    layout = find_layout("one-up", puzzles, trim, style.find())
    content = sheets_pdf(sheets(puzzles, layout, "en", "", False), trim, "", "en", "t.pdf")
    messages = [str(finding) for finding in prove(Source("t.pdf", content)).faults]
    assert messages
    for page, message in enumerate(messages, 1):
        assert f"page {page}," in message
        assert f'the proof does not understand the mark "+" outside the grid ({rule.clues[0].name}) at r' in message


def test_what_is_declared_does_not_lie() -> None:
    assert list(declaration_faults()) == []


LIES: list[tuple[dict[str, object], dict[str, object], str]] = [
    ({"shape": "border", "look": "sign", "holds": less}, {}, "ordered"),
    ({"shape": "line", "look": "wire", "pairs": climbing}, {}, "ordered"),
    ({"shape": "border", "look": "bar", "ordered": True, "holds": less}, {}, "look"),
    ({"shape": "border", "look": "sign", "ordered": True}, {}, "holds"),
    ({"shape": "areas", "look": "clone", "pairs": climbing}, {}, "draw"),
    ({"shape": "border", "look": "white-number", "relates": lambda value: less}, {}, "value"),
    ({"shape": "border", "look": "white-number", "value": lambda digits, size: digits, "wrong": refused}, {}, "wrong"),
    ({"shape": "line", "look": "cord", "pairs": climbing, "fault": "{digit}"}, {}, "fault"),
    ({"shape": "cell", "look": "disc", "may": less, "foreign": {"f-puzzle": "x"}}, {}, "foreign"),
    ({"shape": "corner", "look": "quadruple-circle", "pairs": rising}, {"foreign": {"f-puzzles": ()}}, "foreign"),
    (SHAPES[1], {"sizes": frozenset({9})}, "why"),
    (SHAPES[1], {"made": frozenset({7}), "sizes": frozenset({9}), "why": "so"}, "made"),
    (SHAPES[1], {"share": 0.0}, "share"),
    (SHAPES[1], {"sides": 3}, "sides"),
    (SHAPES[1], {"bars": frozenset({"y"})}, "bars"),
    (SHAPES[1], {"uniqueness": True}, "uniqueness"),
    (SHAPES[1], {"foreign": {"f-puzzles": ("line:x",)}}, "sentence"),
    (ROSSINI, {}, "text"),
]


@pytest.mark.parametrize(("clue", "fields", "field"), LIES, ids=[f"{n}-{lie[2]}" for n, lie in enumerate(LIES)])
def test_a_lie_is_told_by_declaration_and_field(
    clue: dict[str, object], fields: dict[str, object], field: str, plant: Plant
) -> None:
    rule = plant(clue, **fields)
    assert field in {named for name, named, _ in declaration_faults() if rule.name in name}


def test_check_says_what_lies_before_a_book_is_built(plant: Plant, run: Run) -> None:
    rule = plant(ROSSINI)
    said = run("check", "examples/starter.yaml")
    assert said.code == 8
    assert f"the clue {rule.clues[0].name} of the rule {rule.name}: `text` is '+'" in said.err
    assert "outside the grid the proof reads numbers only" in said.err
