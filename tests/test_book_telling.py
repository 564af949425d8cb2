"""The way to the answer: every step follows from its position, and all of them lead to the answer."""

from __future__ import annotations

import re

import pytest
from conftest import PUZZLE, SOLUTION
from techniques_data import hard_puzzles, read_line

import bookmaker
from bookmaker.base.errors import ImproperError, InputError, UsageError
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, SINGLES
from bookmaker.logic.techniques.declare import HouseRef, PatternCandidate, Step
from bookmaker.printing.grids.step_picture import CandidatePicture
from bookmaker.printing.text.diagrams import Diagrams, TextWithDiagram
from bookmaker.publishing.book.pages.walkthrough import explanation_pages
from bookmaker.publishing.documents.sheets import loose_area
from bookmaker.publishing.explain.pictures import gathered, picture
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import BRIEF, GRADE, Explanation, explain, explained_step, what, where
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle
from bookmaker.puzzles.rules import geometry

HARD = hard_puzzles()[6:40:6]


def check(explained: Explanation) -> None:
    """Each step only places what is right and removes what is wrong, and each of its candidates is there to be told of."""
    answer = solve(explained.puzzle).solution
    assert answer is not None
    for steps in explained.rounds:
        assert steps
        for told in steps:
            position = told.position
            assert all(answer[cell] == digit for cell, digit in told.step.placements)
            assert all(answer[cell] != digit for cell, digit in told.step.eliminations)
            for cell, digit in (*told.step.placements, *told.step.eliminations):
                assert position.candidates[cell] >> (digit - 1) & 1
            for cell, digit in enumerate(position.digits):
                assert digit in (0, answer[cell])
                assert not digit or not position.candidates[cell]
    if not explained.left:
        last = explained.rounds[-1]
        assert last[0].position.after(told.step for told in last).digits == answer


def test_an_easy_way() -> None:
    explained = bookmaker.explain(PUZZLE, path="grade")
    check(explained)
    assert not explained.left
    assert explained.as_dict()["solved"] and explained.as_dict()["rounds"] == len(explained.rounds)
    first = explained.steps[0]
    assert first.text == "r5c5 can only be 5: row 5 and column 5 have all the other digits"
    assert first.as_dict()["placements"] == [{"cell": "r5c5", "digit": 5}]
    assert first.notation == "naked-single: r5c5=5"
    assert explained.summary == f"Solved in {len(explained.rounds)} rounds; hardest technique: naked single."


@pytest.mark.parametrize("puzzle", HARD, ids=str)
def test_hard_ways(puzzle: Puzzle) -> None:
    explained = explain(puzzle, path=GRADE)
    check(explained)
    everything = explain(puzzle, everything=True)
    check(everything)
    # What is left out leads nowhere; every digit is found as before, though some later, by other singles.
    steps = [told.step for told in everything.steps]
    harder = [told.step for told in explained.steps if BY_NAME[told.step.technique] not in SINGLES]
    assert all(step in steps for step in harder) and explained.hardest == everything.hardest
    filled = {spot for told in explained.steps for spot in told.step.placements}
    assert filled == {spot for step in steps for spot in step.placements}


def test_uniqueness_can_be_left_out() -> None:
    explained = explain(HARD[0], uniqueness=False)
    assert not any(BY_NAME[told.step.technique].presumes_proper for told in explained.steps)


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("de", "In Block 4 passt 6 nur in Z5S3: schon vorhanden in den Zeilen 4 und 6 und in Spalte 2"),
        ("es", "En el bloque 4, el 6 solo cabe en f5c3: las filas 4 y 6 y la columna 2 ya tienen uno"),
        ("ru", "В блоке 4 для 6 остаётся только с5к3: в строках 4 и 6 и в столбце 2 такая цифра уже есть"),
    ],
)
def test_other_languages(code: str, said: str) -> None:
    assert bookmaker.explain(PUZZLE, code).steps[0].text == said


def test_lists_and_houses_have_the_grammar_of_each_language() -> None:
    rows = (HouseRef("base", 1), HouseRef("base", 7), HouseRef("cover", 11), HouseRef("cover", 14))
    pattern = tuple(PatternCandidate("base", cell, 4) for cell in (11, 14, 65, 68))
    fish = Step("x-wing", (), ((38, 4), (50, 4), (38, 6)), pattern, rows)
    finned = Step("finned-x-wing", (), ((38, 4),), (*pattern, PatternCandidate("fin", 15, 4)), rows)
    position = Position(geometry(), bytes(81), bytes(81), (511,) * 81)
    told = {
        "de": "X-Wing für 4: in den Zeilen 2 und 8 nur in den Spalten 3 und 6: 4 entfällt in Z5S3 und Z6S6; 6 entfällt in Z5S3",
        "en": "X-Wing on 4 in rows 2 and 8, confined to columns 3 and 6: remove 4 from r5c3 and r6c6; remove 6 from r5c3",
        "es": "X-Wing del 4 en las filas 2 y 8, con todos sus lugares en las columnas 3 y 6: "
        "se elimina el 4 de f5c3 y f6c6; se elimina el 6 de f5c3",
        "fr": "X-Wing sur le 4 dans les lignes 2 et 8, dont toutes les places sont dans les colonnes 3 et 6 : "
        "on élimine le 4 de L5C3 et L6C6 ; on élimine le 6 de L5C3",
        "ru": "X-крыло по 4: в строках 2 и 8 только в столбцах 3 и 6: 4 исключается из с5к3 и с6к6; 6 исключается из с5к3",
    }
    for code, said in told.items():
        assert explained_step(fish, 1, position, Speaker(code, geometry()), BRIEF).text == said
    assert "bis auf eine Flosse in Z2S7" in explained_step(finned, 1, position, Speaker("de", geometry()), BRIEF).text
    assert "but for a fin in r2c7" in explained_step(finned, 1, position, Speaker("en", geometry()), BRIEF).text
    assert "salvo una aleta en f2c7" in explained_step(finned, 1, position, Speaker("es", geometry()), BRIEF).text
    assert "кроме плавника в с2к7" in explained_step(finned, 1, position, Speaker("ru", geometry()), BRIEF).text


def test_improper_puzzles_and_unknown_languages_are_refused() -> None:
    with pytest.raises(ImproperError):
        bookmaker.explain(PUZZLE.replace("5", ".", 1).replace("3", ".", 1).replace("7", ".", 2))
    with pytest.raises(UsageError, match="`language` must be"):
        bookmaker.explain(PUZZLE, "xx")


def test_hints_go_on_from_where_the_solver_is() -> None:
    digits = list(PUZZLE)
    answered = set()
    for _ in range(PUZZLE.count(".")):
        told = bookmaker.hint(PUZZLE, so_far="".join(digits))
        assert told is not None
        ((cell, digit),) = told.step.placements
        digits[cell] = str(digit)
        answered.add(cell)
    assert "".join(digits) == SOLUTION
    assert bookmaker.hint(PUZZLE, so_far=SOLUTION) is None


def test_a_hint_does_not_repeat_what_is_gone_already() -> None:
    puzzle, gone = HARD[0], list[str]()
    digits = list(str(puzzle))
    for _ in range(12):
        told = bookmaker.hint(puzzle, so_far="".join(digits), removed=", ".join(gone))
        assert told is not None
        for cell, digit in told.step.placements:
            digits[cell] = str(digit)
        new = [f"r{cell // 9 + 1}c{cell % 9 + 1}<>{digit}" for cell, digit in told.step.eliminations]
        assert not set(new) & set(gone)
        gone += new


def test_a_hint_tells_slips() -> None:
    with pytest.raises(InputError, match="r1c3 cannot be 1"):
        bookmaker.hint(PUZZLE, so_far=PUZZLE[:2] + "1" + PUZZLE[3:])
    with pytest.raises(InputError, match="r1c1 is a given, 5, and must stay"):
        bookmaker.hint(PUZZLE, so_far="." + PUZZLE[1:])
    with pytest.raises(InputError, match="4 must not leave r1c3"):
        bookmaker.hint(PUZZLE, removed="r1c3<>4")
    with pytest.raises(UsageError, match="one 9x9 grid is wanted"):
        bookmaker.hint(PUZZLE, so_far="1" + "." * 15)
    with pytest.raises(UsageError, match="is not a candidate"):
        bookmaker.hint(PUZZLE, removed="r1c3")


def test_degrees_of_a_hint() -> None:
    speaker = Speaker("en", geometry())
    for told in explain(HARD[0]).steps:
        assert where(told, speaker).startswith("Look at ")
        named = f"The next step: {speaker.within(told.step.technique)}.".replace("\u00a0", " ")
        single = BY_NAME[told.step.technique] in SINGLES
        assert what(told, speaker).endswith("?") if single else what(told, speaker) == named


def test_pictures_show_the_position_and_what_changes() -> None:
    for told in explain(HARD[1]).steps:
        drawn = picture(told)
        # A single is shown as it is found: without candidates.
        single = BY_NAME[told.step.technique] in SINGLES
        assert drawn.candidates == ((0,) * 81 if single else told.position.candidates)
        assert all(digit in drawn.digits_meant for _, digit in (*told.step.placements, *told.step.eliminations))
    easy = bookmaker.explain(PUZZLE, path="grade").rounds[0]
    assert len(gathered(easy).placed) == len(easy)
    assert not any(gathered(easy).candidates)


def test_the_steps_of_a_printed_way_are_numbered_from_the_first_to_the_last() -> None:
    """Also where several stand below one picture, as singles do and what cages strike out in one round."""
    digits = bytes(map(int, "1234341221434321"))
    pairs = ((0, 4), (1, 2), (3, 7), (5, 6), (8, 9), (10, 11), (12, 13), (14, 15))
    cages = tuple(Cage(pair, sum(digits[cell] for cell in pair)) for pair in pairs)
    killer = Puzzle(geometry("killer", 4), digits[:1] + bytes(15), cages=cages)
    for puzzle in (bookmaker.explain(PUZZLE).puzzle, HARD[1], killer):
        explained = explain(puzzle)
        blocks = [
            block
            for page in explanation_pages(explained, *loose_area((432.0, 648.0)))
            for block in getattr(page, "blocks", ())
        ]
        # Singles have their words beside the picture, the heading first.
        shown = [
            heading
            for block in blocks
            if isinstance(block, Diagrams | TextWithDiagram)
            for heading in (
                [block.words[0].text] if isinstance(block, TextWithDiagram) else [one.heading for one in block.row]
            )
        ]
        spans = [
            list(map(int, found[0].split("–"))) for found in map(re.compile(r"\d+(–\d+)?").search, shown[1:]) if found
        ]
        assert len(spans) == len(shown) - 1 > 1
        numbers = [number for span in spans for number in range(span[0], span[-1] + 1)]
        assert numbers == list(range(1, len(explained.steps) + 1))
        assert any(len(span) == 2 for span in spans)


def mark(role: str, cell: int, digit: int) -> PatternCandidate:
    return PatternCandidate(role, cell, digit)


def drawn(technique: str, *pattern: PatternCandidate, candidates: tuple[int, ...] = (511,) * 81) -> CandidatePicture:
    step = Step(technique, (), ((80, 9),), pattern, ())
    position = Position(geometry(), bytes(81), bytes(81), candidates)
    return picture(explained_step(step, 1, position, Speaker("en", geometry()), BRIEF))


def test_chains_sets_and_proofs_are_drawn() -> None:
    nodes = mark("if-off", 0, 5), mark("then-on", 6, 5), mark("then-off", 6, 7), mark("then-on", 33, 7)
    chain = drawn("aic", *nodes, mark("more", 42, 7))
    assert all(link.directed for link in chain.links)
    assert [link.dashed for link in chain.links] == [False, True, False]
    assert (chain.links[2].start, chain.links[2].end) == ((6, 7), (33, 7))
    assert dict(chain.marks)[42, 7] == "disc" and dict(chain.marks)[0, 5] == "ring"
    sets = drawn("sue-de-coq", mark("set", 0, 1), mark("member", 1, 2), mark("set", 9, 1), mark("link", 9, 1))
    assert dict(sets.tiles) == {0: "light", 1: "light", 9: "frame"}
    # A 5 in r1c1 leaves it one place in row 7; that it has none in r1c7 is of no use to anything.
    two = tuple(511 if cell // 9 != 6 or cell in (54, 60) else 511 - 16 for cell in range(81))
    proof = drawn(
        "forcing-net",
        *(mark("if-on", 0, 5), mark("then-off", 6, 5), mark("then-off", 54, 5), mark("then-on", 60, 5)),
        candidates=two,
    )
    assert {(link.start[0], link.end[0], link.dashed) for link in proof.links} == {(0, 54, True), (54, 60, False)}


def test_other_grids() -> None:
    for kind, size in (("classic", 6), ("x", 9), ("classic", 16)):
        (stocked,) = bookmaker.generate(1, "easy", seed=4, kind=kind, size=size)
        check(explain(stocked.puzzle))
    assert read_line(PUZZLE).geometry is geometry() is geometry("classic", 9)
