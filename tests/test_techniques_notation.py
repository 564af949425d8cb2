"""Steps in the notation of the literature: chains as Eureka writes them, proofs, sets, and what can be read back."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from techniques_data import cases, listed_cases

from bookmaker.base import language
from bookmaker.logic.techniques import BY_NAME, engine
from bookmaker.logic.techniques.declare import HouseRef, PatternCandidate, Step
from bookmaker.logic.techniques.finders.board import load
from bookmaker.printing.grids.step_picture import Link
from bookmaker.publishing.explain.notation import (
    cells_notation,
    chain_notation,
    chains_of,
    notation,
    read_eliminations,
    sets_of,
)
from bookmaker.publishing.explain.pictures import picture
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.solution_path import explained_step
from bookmaker.publishing.explain.step_words import Speaker, english
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry


def at(name: str) -> int:
    row, column = name[1:].split("c")
    return (int(row) - 1) * 9 + int(column) - 1


def step(*pattern: tuple[str, str, int], technique: str = "x-wing", gone: tuple[tuple[str, int], ...] = ()) -> Step:
    candidates = tuple(PatternCandidate(role, at(cell), digit) for role, cell, digit in pattern)
    return Step(technique, (), tuple((at(cell), digit) for cell, digit in gone), candidates, ())


def written(*pattern: tuple[str, str, int]) -> list[str]:
    return [chain_notation(chain, 9) for chain in chains_of(step(*pattern))]


def test_links_of_one_cell_are_written_together_and_a_digit_goes_on() -> None:
    assert written(("if-off", "r1c1", 5), ("then-on", "r1c7", 5), ("then-off", "r1c7", 7), ("then-on", "r4c7", 7)) == [
        "(5)r1c1=(5-7)r1c7=r4c7"
    ]


def test_an_xy_chain() -> None:
    assert written(
        ("if-off", "r1c1", 5),
        ("then-on", "r1c1", 7),
        ("then-off", "r1c7", 7),
        ("then-on", "r1c7", 2),
        ("then-off", "r4c7", 2),
        ("then-on", "r4c7", 5),
    ) == ["(5=7)r1c1-(7=2)r1c7-(2=5)r4c7"]


def test_groups_and_several_chains() -> None:
    assert written(
        ("if-on", "r1c1", 5),
        ("then-off", "r1c7", 5),
        ("more", "r1c8", 5),
        ("then-on", "r3c9", 5),
        ("if-on", "r2c2", 1),
    ) == ["(5)r1c1-r1c78=r3c9", "(1)r2c2"]


def test_a_proof_is_written_layer_by_layer() -> None:
    assert written(("if-on", "r1c1", 5), ("then-off", "r1c7", 5), ("then-off", "r4c1", 5), ("then-on", "r4c7", 5)) == [
        "r1c1=5 > r1c7<>5, r4c1<>5 > r4c7=5"
    ]


def test_a_link_through_a_set_names_the_set() -> None:
    one = (
        ("set", "r1c1", 1),
        ("member", "r1c1", 3),
        ("member", "r1c2", 1),
        ("member", "r1c2", 5),
        ("member", "r1c3", 3),
    )
    two = (("set", "r8c3", 5), ("member", "r8c3", 7))
    chain = (
        ("if-off", "r7c1", 1),
        ("then-on", "r3c1", 1),
        ("then-off", "r1c1", 1),
        ("more", "r1c2", 1),
        ("then-on", "r1c2", 5),
        ("then-off", "r8c2", 5),
        ("then-on", "r8c3", 5),
        ("then-off", "r8c3", 7),
    )
    told = step(*chain, *one, *two)
    (found,) = chains_of(told)
    assert chain_notation(found, 9, sets_of(told)) == "(1)r7c1=r3c1-(1=5)r1c123-r8c2=(5-7)r8c3"
    assert chain_notation(found, 9) == "(1)r7c1=r3c1-r1c12=(5)r1c2-r8c2=(5-7)r8c3"


def test_what_leads_into_a_set_in_one_of_its_cells_is_told_before_it() -> None:
    chain = (("if-off", "r5c1", 6), ("then-on", "r1c1", 6), ("then-off", "r1c1", 1), ("then-on", "r1c2", 5))
    of = (("set", "r1c1", 1), ("member", "r1c1", 6), ("member", "r1c2", 5), ("member", "r1c2", 6))
    told = step(*chain, *of)
    assert [chain_notation(one, 9, sets_of(told)) for one in chains_of(told)] == ["(6)r5c1=r1c1-(1=5)r1c12"]


def test_two_candidates_of_a_cell_need_no_set() -> None:
    told = step(("if-off", "r1c1", 1), ("then-on", "r1c1", 5), ("set", "r1c1", 1), ("member", "r1c1", 5))
    assert [chain_notation(one, 9, sets_of(told)) for one in chains_of(told)] == ["(1=5)r1c1"]


def test_links_of_sets_are_told_by_digit() -> None:
    sets = (("set", "r1c1", 1), ("member", "r1c1", 2), ("set", "r3c3", 1), ("member", "r3c3", 2))
    links = (("link", "r3c3", 2), ("link", "r1c1", 1), ("link", "r1c1", 2))
    told = step(*sets, *links, technique="als-xz", gone=(("r9c9", 1),))
    assert notation(told, geometry()) == "als-xz: (12)r1c1, (12)r3c3 link (1)r1c1, (2)r1c1,r3c3 => r9c9<>1"
    assert english(told, geometry()) == (
        "ALS-XZ of (12)r1c1 and (12)r3c3, linked by (1)r1c1 and (2)r1c1,r3c3: remove 1 from r9c9"
    )


def test_sets_stand_in_the_order_of_their_chain() -> None:
    sets = [item for cell in ("r1c1", "r1c5", "r5c5") for item in (("set", cell, 1), ("member", cell, 2))]
    links = (("link", "r1c1", 1), ("link", "r1c5", 1), ("link", "r1c5", 2), ("link", "r5c5", 2))
    told = step(*sets, *links, technique="als-xy-wing", gone=(("r5c1", 1),))
    assert english(told, geometry()) == "ALS-XY-Wing (12)r1c1 -1- (12)r1c5 -2- (12)r5c5: remove 1 from r5c1"


def test_a_petal_is_named_once_with_what_it_stands_for() -> None:
    stem = [("pivot", "r5c5", digit) for digit in (1, 2, 3)]
    sets = [item for cell in ("r5c1", "r1c5", "r5c1") for item in (("set", cell, 4), ("member", cell, 5))]
    told = step(*stem, *sets, technique="death-blossom", gone=(("r1c1", 4),))
    assert english(told, geometry()) == (
        "Death blossom on the stem r5c5 with the petals (45)r5c1 for 1 and 3 and (45)r1c5 for 2: remove 4 from r1c1"
    )


def test_a_wing_tells_its_pivot() -> None:
    cases = {
        "XY-Wing 1, 6 and 9 with the pivot r4c1 and the wings r4c4 and r5c2: remove 9 from r4c2": {
            *("16r4c1", "69r4c4", "19r5c2", "92r4c2"),
        },
        "XYZ-Wing 1, 6 and 9 with the pivot r4c1 and the wings r4c9 and r5c2: remove 9 from r4c2 and r4c3": {
            *("169r4c1", "69r4c9", "19r5c2", "92r4c2", "93r4c3"),
        },
    }
    for said, held in cases.items():
        board = engine.board(geometry())
        removed = np.full(81, 0x1FF, np.uint32)
        for text in held:
            digits, _, name = text.partition("r")
            removed[at(f"r{name}")] = 0x1FF & ~sum(1 << int(digit) - 1 for digit in digits)
        load(engine.tables(geometry()), board, np.zeros(81, np.uint8), removed)
        (found,) = engine.found(geometry(), board, BY_NAME[said.partition(" ")[0].lower()].code)
        assert english(found, geometry()) == said


def test_a_wxyz_wing_tells_its_hinge_if_it_has_one() -> None:
    wings = {
        "WXYZ-Wing 1, 2, 3 and 4 with the hinge r4c1 and the wings r4c4, r4c7 and r5c2; only 4 is unrestricted: "
        "remove 4 from r4c2 and r4c3": {
            *("1234r4c1", "14r4c4", "24r4c7", "34r5c2"),
        },
        "WXYZ-Wing 1, 2, 3 and 4 in r1c1, r1c5, r5c5 and r5c9; only 1 is unrestricted: remove 1 from r1c9 and r5c1": {
            *("12r1c1", "23r1c5", "34r5c5", "14r5c9"),
        },
    }
    for said, held in wings.items():
        board = engine.board(geometry())
        removed = np.zeros(81, np.uint32)
        for text in held:
            digits, _, name = text.partition("r")
            removed[at(f"r{name}")] = 0x1FF & ~sum(1 << int(digit) - 1 for digit in digits)
        load(engine.tables(geometry()), board, np.zeros(81, np.uint8), removed)
        (found,) = engine.found(geometry(), board, BY_NAME["wxyz-wing"].code)
        assert english(found, geometry()) == said
        told = [Speaker(code, geometry()).step(found) for code in ("es", "ru")]
        assert [" bisagra " in told[0], " шарнир " in told[1]] == ["hinge" in said] * 2


def listed(*names: str) -> Iterator[tuple[Step, Position]]:
    """Every step of techniques that the listed cases have, and where it was found."""
    for case in listed_cases():
        if case.technique is not None and case.technique.name in names:
            position = Position.of(Puzzle(geometry(), bytes(case.grid)), None, case.deleted)
            yield from ((step, position) for step in cases().steps(case))


def drawn(step: Step, position: Position) -> tuple[Link, ...]:
    return picture(explained_step(step, 1, position, Speaker("en", geometry()))).links


def places(position: Position, house: int, digit: int) -> list[int]:
    return [cell for cell in geometry().houses[house].cells if position.candidates[cell] >> digit - 1 & 1]


@pytest.mark.parametrize(
    ("name", "chains"),
    [("simple-colours-trap", 1), ("simple-colours-wrap", 1), ("multi-colours-1", 2), ("multi-colours-2", 2)],
)
def test_colours_are_told_apart_and_joined_by_the_houses_that_make_them(name: str, chains: int) -> None:
    steps = list(listed(name))
    assert steps
    for step, position in steps:
        (digit,) = step.digits
        roles = [("base", "link"), ("second-base", "second-link")][:chains]
        colour = {cell: role for pair in roles for role in pair for cell in step.cells_of(role)}
        assert set(colour) == {part.cell for part in step.pattern}
        sentence = english(step, geometry())
        assert sentence.count(" against ") == chains
        for pair in roles:
            one, other = (Speaker("en", geometry()).cells(step.cells_of(role)) for role in pair)
            assert f"{one} against {other}" in language.plain(sentence)
        links = drawn(step, position)
        assert {(link.start[1], link.end[1]) for link in links} == {(digit, digit)}
        whole = [(link.start[0], link.end[0]) for link in links if not link.dashed]
        pairs = {tuple(two) for house in range(27) if len(two := places(position, house, digit)) == 2}
        assert len(set(whole)) == len(whole) and set(whole) <= pairs
        assert all((colour[a], colour[b]) in (*roles, *(pair[::-1] for pair in roles)) for a, b in whole)
        for pair in roles:  # Each chain is in one piece.
            reached = {step.cells_of(pair[0])[0]}
            while more := {cell for two in whole for cell in two if reached & set(two)} - reached:
                reached |= more
            assert reached == {cell for role in pair for cell in step.cells_of(role)}
        dashed = [(link.start[0], link.end[0]) for link in links if link.dashed]
        assert all(b in geometry().peers[a] for a, b in dashed)
        meeting = {(colour[a], colour[b]) for a, b in dashed}
        if name == "multi-colours-1":
            assert ("base", "second-base") in meeting
        elif name == "multi-colours-2":
            assert {("base", "second-base"), ("base", "second-link")} <= meeting
        else:
            assert meeting == ({("base", "base")} if name.endswith("wrap") else set())


@pytest.mark.parametrize("name", ["unique-rectangle-4", "unique-rectangle-6", "hidden-rectangle", "unique-loop-4"])
def test_a_locked_digit_is_told_with_its_houses(name: str) -> None:
    steps = list(listed(name))
    assert steps
    for step, position in steps:
        gone = {digit for _, digit in step.eliminations}
        (locked,) = gone if name.endswith("6") else set(step.digits) - gone
        houses = [ref.house for ref in step.houses]
        assert houses and all(set(places(position, house, locked)) <= set(step.cells) for house in houses)
        speaker = Speaker("en", geometry())
        said = speaker.houses([geometry().houses[house] for house in sorted(houses)])
        assert language.plain(f", where {locked} is locked in {said}: ") in english(step, geometry())
        links = {(link.start, link.end) for link in drawn(step, position)}
        assert links <= {
            ((two[0], locked), (two[1], locked)) for house in houses if len(two := places(position, house, locked)) == 2
        }
        assert links or name.endswith("6")


def test_a_sue_de_coq_tells_what_its_cells_are_for() -> None:
    houses = {(house.kind, house.number): index for index, house in enumerate(geometry().houses)}
    crossed = Step(
        "sue-de-coq",
        (),
        ((at("r5c2"), 8),),
        tuple(PatternCandidate("base", at(cell), 8) for cell in ("r4c7", "r5c5", "r5c7", "r5c9")),
        (HouseRef("base", houses["row", 5]), HouseRef("base", houses["box", 6])),
    )
    assert english(crossed, geometry()).startswith(
        "Sue de Coq on 8 in row 5 and box 6: r5c7 and r5c9 with r4c7 and r5c5: remove 8"
    )
    masks = (511,) * 81
    told = explained_step(crossed, 1, Position(geometry(), bytes(81), bytes(81), masks), Speaker("en", geometry()))
    assert dict(picture(told).tiles) == {
        at(cell): kind for cell, kind in (("r4c7", "light"), ("r5c5", "light"), ("r5c7", "dark"), ("r5c9", "dark"))
    }


def test_sets_open_with_their_first_candidate() -> None:
    told = sets_of(
        step(("set", "r1c1", 5), ("member", "r1c1", 7), ("member", "r1c3", 5), ("set", "r9c9", 1), ("link", "r1c1", 7))
    )
    assert [(one.cells, one.digits) for one in told] == [((0, 2), (5, 7)), ((80,), (1,))]


@pytest.mark.parametrize(
    ("cells", "size", "expected"),
    [
        ("r1c1 r1c2", 9, "r1c12"),
        ("r1c3 r2c3", 9, "r12c3"),
        ("r1c3 r1c4 r2c3 r2c4", 9, "r12c34"),
        ("r1c3 r1c4 r2c5", 9, "r1c34,r2c5"),
        ("r1c3 r2c5", 9, "r1c3,r2c5"),
    ],
)
def test_cells(cells: str, size: int, expected: str) -> None:
    assert cells_notation([at(cell) for cell in cells.split()], size) == expected


def test_no_numbers_run_together_in_large_grids() -> None:
    assert cells_notation([0, 1], 16) == "r1c1,r1c2"


def test_a_whole_step_and_the_way_back() -> None:
    pattern = tuple(PatternCandidate("base", at(cell), 4) for cell in ("r2c3", "r2c6", "r8c3", "r8c6"))
    houses = (HouseRef("base", 7), HouseRef("base", 1), HouseRef("cover", 11), HouseRef("cover", 14))
    wing = Step("x-wing", (), ((at("r5c3"), 4), (at("r6c6"), 4)), pattern, houses)
    told = notation(wing, geometry())
    assert told == "x-wing: 4 r28 c36 => r5c3<>4, r6c6<>4"
    assert read_eliminations(told, geometry()) == wing.eliminations
    # So it is read as books in other languages print it.
    for code in language.PLURALS:
        printed = language.cells_in(language.techniques(code), told)
        assert read_eliminations(printed, geometry()) == wing.eliminations
    assert notation(Step("naked-single", ((0, 5),), (), (), ()), geometry()) == "naked-single: r1c1=5"


@pytest.mark.parametrize("text", ["r5c3", "r5c3=4", "r0c3<>4", "r5c10<>4", "r5c3<>0", "r5c3<>A", "5"])
def test_what_is_no_candidate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a candidate of a 9x9 grid"):
        read_eliminations(text, geometry())


def test_what_a_chain_assumes_is_not_told_twice() -> None:
    pattern = (
        ("base", "r1c1", 4),
        ("base", "r1c1", 6),
        ("if-on", "r1c1", 4),
        ("then-off", "r1c5", 4),
        ("if-on", "r1c1", 6),
    )
    told = notation(step(*pattern, technique="cell-forcing-chain", gone=(("r1c5", 4),)), geometry())
    assert told == "cell-forcing-chain: (4)r1c1-r1c5; (6)r1c1 => r1c5<>4"
    assert english(step(*pattern, technique="cell-forcing-chain", gone=(("r1c5", 4),)), geometry()) == (
        "Cell forcing chain: whichever of 4 and 6 is in r1c1, by (4)r1c1-r1c5; (6)r1c1: remove 4 from r1c5"
    )
