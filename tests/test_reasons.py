"""Why a step holds: every claim of every reason is checked in the grid, by a program that shares nothing with the one that makes
them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, product
from typing import get_args

import pytest
from techniques_data import cases, easy_puzzle, hard_puzzles, listed_cases, read_line

from bookmaker.base import language
from bookmaker.cli.puzzle_arguments import REGISTERS
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques import BY_NAME, TECHNIQUES, engine
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, TIER_OF, Family, Tier
from bookmaker.publishing.documents.technique_example import example, puzzle_of
from bookmaker.publishing.explain.chain_words import arguments, letters, lines
from bookmaker.publishing.explain.notation import chains_of, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import KINDS, Reason
from bookmaker.publishing.explain.solution_path import BRIEF, TEACH, Register, explain, explained_step
from bookmaker.publishing.explain.step_reasons import reasons_of
from bookmaker.publishing.explain.step_words import Speaker, raised, tell
from bookmaker.puzzles.grid.geometry import House, cell_name
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import geometry

GROUND = geometry()
HOUSES = [set(house.cells) for house in GROUND.houses]
WITHOUT = {Family.BRUTE_FORCE}
"""Families whose sentence says all there is to say."""
REPEATING = {*Tier.CHAINS.value, Family.FORCING}
SEEING = {"sees", "places"}
OF_CLUES = {
    "clue",
    "rule",
    "idea",
    "adds",
    "wherever",
    "every-way",
    "holds",
    "least",
    "most",
    "leaves",
    "rules-out",
    "lets",
}
"""Kinds of reasons that ``test_reasons_clues.py`` checks."""
OF_CAGES = {"whole-house", "cages", "cage", "unfilled", "tie", "more", "last-of-cage"}
"""Those that ``test_reasons_cages.py`` checks."""


def see(one: int, other: int) -> bool:
    return one != other and any({one, other} <= house for house in HOUSES)


@cache
def samples() -> tuple[tuple[Step, Position, bytes], ...]:
    """Two or three steps of every technique, where they were found, and the answer of the grid."""
    found: list[tuple[Step, Position, bytes]] = []
    met: Counter[str] = Counter()
    for case in listed_cases():
        if case.technique is None or met[case.technique.name] > 2:
            continue
        answer = solve(Puzzle(GROUND, bytes(case.grid))).solution
        steps = cases().steps(case)[:2] if answer else []
        met[case.technique.name] += bool(steps)
        position = Position.of(Puzzle(GROUND, bytes(case.grid)), None, case.deleted)
        found += [(step, position, answer) for step in steps]
    # In no case of two colourings are all four colours possible.
    puzzle = puzzle_of(BY_NAME["multi-colours-1"])
    shown = example(BY_NAME["multi-colours-1"])
    assert puzzle is not None and shown is not None
    found.append((shown.step, shown.position, solve(puzzle).solution or b""))
    # Nor has any fish among them a place in two covers.
    puzzle = read_line("..34........7...3.7....15.62....8..7...94..........9..6.....25.8.53.2..1...6....8")
    franken = [technique for technique in TECHNIQUES if TIER_OF[technique.family] is Tier.FRANKEN_FISH]
    known = [*TECHNIQUES[: 1 + TECHNIQUES.index(BY_NAME["hidden-triple"])], *franken]
    position = Position.of(puzzle)
    for steps in engine.rounds(GROUND, puzzle.givens, known):
        found += [
            (step, position, solve(puzzle).solution or b"") for step in steps if step.technique == "franken-swordfish"
        ]
        position = position.after(steps)
    return tuple(found)


def places(cells: set[int], digit: int, position: Position) -> set[int]:
    return {cell for cell in cells if position.candidates[cell] >> digit - 1 & 1}


def held(cell: int, position: Position) -> set[int]:
    return {digit for digit in range(1, 10) if position.candidates[cell] >> digit - 1 & 1}


def all_see_where_they_share(cells: set[int], digits: set[int], position: Position) -> bool:
    return all(see(*pair) for digit in digits for pair in combinations(places(cells, digit, position), 2))


def left_in(cells: set[int], position: Position, gone: set[tuple[int, int]]) -> dict[int, set[int]]:
    """The digits of the cells without some candidates (cell, digit), each with its cells."""
    left = {
        digit: {cell for cell in places(cells, digit, position) if (cell, digit) not in gone} for digit in range(1, 10)
    }
    return {digit: at for digit, at in left.items() if at}


def faults(reason: Reason, step: Step, position: Position, answer: bytes) -> Iterator[str]:
    """What a reason claims and the grid does not bear out."""
    cells, by, digits = set(reason.cells), set(reason.by), set(reason.digits)
    houses = [set(house.cells) for house in reason.houses]
    cover = [set(house.cells) for house in reason.cover]
    kind, off = reason.kind, {(c, n.digit) for chain in chains_of(step) for n in chain if not n.on for c in n.cells}
    claims: dict[str, bool] = {}
    if kind == "has":
        claims["holds them"] = digits <= {position.digits[cell] for cell in houses[0]}
        claims["is a house of the cell"] = step.placements[0][0] in houses[0]
    elif kind == "bars":
        claims["bars"] = all({position.digits[at]} == digits and see(at, cell) for at in by for cell in cells)
    elif kind == "removed":
        claims["are gone"] = not any(digits & held(cell, position) for cell in cells)
        claims["no digit bars"] = not any(
            see(cell, at) for cell in cells for at in range(81) if position.digits[at] in digits
        )
    elif kind == "last":
        claims["is the last"] = all({cell for cell in house if not position.digits[cell]} == cells for house in houses)
    elif kind == "confined":
        for digit in digits:
            claims[f"{digit} has no other place"] = all(places(house, digit, position) <= cells for house in houses)
            claims[f"{digit} has a place"] = all(places(house, digit, position) for house in houses)
        claims["lie there"] = cells <= set().union(*houses)
    elif kind == "held":
        claims["hold no other"] = all(held(cell, position) and held(cell, position) <= digits for cell in cells)
        claims["lie there"] = all(cells <= house for house in houses)
    elif kind == "nowhere":
        claims["lie there"] = all(cells <= house for house in houses)
        claims["take all of them"] = digits <= {answer[cell] for cell in cells}
        claims["lost there"] = all(any(cell in house for house in houses) for cell, _ in step.eliminations)
    elif kind == "full":
        claims["as many"] = len(digits) == len(cells)
    elif kind == "once":
        claims["each is there once"] = sorted(answer[cell] for cell in cells) == sorted(digits)
        claims["none fits twice"] = all_see_where_they_share(cells, digits, position)
    elif kind == "apart":
        claims["share no digit"] = bool(cells and by) and all(
            not held(one, position) & held(other, position) for one in cells for other in by
        )
        rest = {*step.cells} - cells - by
        claims["the others see"] = all(
            see(one, other) for side in (cells, by) for one, other in combinations(side | rest, 2)
        )
    elif kind in ("counted", "but-fins"):
        (digit,) = digits
        base = [places(house, digit, position) - by for house in houses]
        claims["covered"] = set().union(*base) <= set().union(*cover) and len(base) == len(cover)
        claims["counted once"] = not any(one & other for one, other in combinations(base, 2))
        claims["lost there"] = all(any(cell in house for house in cover) for cell, _ in step.eliminations)
        used = set().union(*base)
        claims["in no other cell"] = all(
            cell not in used or "twice" in {one.kind for one in reasons_of(step, position)}
            for cell, _ in step.eliminations
        )
        claims["sees the fins"] = all(see(cell, fin) for cell, _ in step.eliminations for fin in by)
    elif kind == "twice":
        for name, among, number in (("one base", houses, 1), ("two covers", cover, 2)):
            claims[f"lie in {name}"] = all(sum(cell in house for house in among) == number for cell in cells)
        claims["are lost"] = {(cell, digit) for cell in cells for digit in digits} <= {*step.eliminations}
    elif kind == "false":
        claims["is nowhere there"] = not any(answer[cell] in digits for cell in cells)
        claims["is the other colour"] = all({answer[cell]} == digits for cell in by)
    elif kind == "colours":
        claims["is one of them"] = any(all({answer[cell]} == digits for cell in colour) for colour in (cells, by))
    elif kind in ("clash", "sees", "places"):
        claims["all see all"] = all(see(one, other) for one in cells for other in by)
        if kind == "places":
            claims["each is there"] = digits <= {answer[cell] for cell in by}
    elif kind in ("one-of", "extra"):
        claims["is true"] = any(answer[cell] in digits for cell in cells)
    elif kind == "either":
        claims["is true"] = any(answer[c] in digits for c in cells) or any(answer[c] in reason.other for c in by)
    elif kind == "alternate":
        true = {cell for cell in cells | by if answer[cell] in digits}
        claims["is one colour"] = true in (cells, by)
        claims["linked"] = all(any(see(one, other) for other in (by if one in cells else cells)) for one in cells | by)
    elif kind == "deadly":
        claims["two in each house"] = all(len(house & cells) in (0, 2) for house in HOUSES)
    elif kind == "grave":
        extra = {(p.cell, p.digit) for p in step.pattern if p.role == "fin"}
        claims["bivalue but for these"] = all(
            sum((cell, digit) not in extra for digit in held(cell, position)) in (0, 2) for cell in range(81)
        )
    elif kind == "almost":
        claims["one more digit"] = len(digits) == len(cells) + 1
        claims["no other"] = set().union(*(held(cell, position) for cell in cells)) == digits
        claims["each once"] = all_see_where_they_share(cells, digits, position)
    elif kind == "too-few":
        claims["is true"] = any(answer[c] in digits for c in cells) or any(answer[c] in reason.other for c in by)
        claims["too few are left"] = any(
            len(left) < len(members) and all(see(*pair) for at in left.values() for pair in combinations(at, 2))
            for members in map(set, (one.cells for one in sets_of(step)))
            if members >= cells | by
            for left in [left_in(members, position, {*product(cells, digits), *product(by, reason.other)})]
        )
    elif kind == "starves":
        (cell,), links = cells, step.cells_of("link")
        for chosen in product(digits, *(held(at, position) for at in reason.by)):
            filled = list(zip((cell, *reason.by), chosen, strict=True))
            repeats = any(a[1] == b[1] and see(a[0], b[0]) for a, b in combinations(filled, 2))
            taken = [held(at, position) <= {d for one, d in filled if see(one, at)} for at in links]
            claims[f"{chosen} does not fit"] = repeats or any(taken)
    elif kind == "unfillable":
        (digit,) = digits
        claims["no place"] = all(off >= {(cell, digit) for cell in places(house, digit, position)} for house in houses)
    elif kind == "emptied":
        claims["no candidate"] = all(off >= {(cell, digit) for digit in held(cell, position)} for cell in cells)
    elif kind == "overfilled":
        on = {(cell, node.digit) for (chain,) in [chains_of(step)] for node in chain if node.on for cell in node.cells}
        claims["both digits"] = len(digits) == 2 and on >= set(product(cells, digits))
    elif kind == "returns":
        claims["is the beginning"] = chains_of(step)[0][0].digit in digits
    elif kind in ("loop", "suppose"):
        claims["has a chain"] = bool(chains_of(step))
    yield from (f"{reason}: {claim}" for claim, right in claims.items() if not right)
    assert claims, f"{kind} claims nothing"


def test_no_reason_is_given_twice() -> None:
    for step, position, _ in samples():
        # A chain may run through a link twice, and a proof by suppositions reports each case by itself.
        if FAMILY_OF[step.technique] not in REPEATING:
            reasons = reasons_of(step, position)
            assert len(set(reasons)) == len(reasons), step.technique


def test_every_claim_is_true() -> None:
    assert len(samples()) >= 150
    assert {step.technique for step, _, _ in samples()} >= {t.name for t in TECHNIQUES if t.family not in WITHOUT}
    found, kinds = [], set()
    for step, position, answer in samples():
        for reason in reasons_of(step, position):
            kinds.add(reason.kind)
            found += [f"{step.technique}: {fault}" for fault in faults(reason, step, position, answer)]
    assert not found, "\n".join(found)
    assert kinds >= set(KINDS) - {"emptied", "overfilled", "removed"} - OF_CLUES - OF_CAGES


def test_singles_name_all_that_bars() -> None:
    met: Counter[str] = Counter()
    for puzzle in (easy_puzzle(0), easy_puzzle(1, extra=8), *hard_puzzles()[:2]):
        answer = solve(puzzle).solution or b""
        for told in explain(puzzle, everything=True).steps:
            step, position = told.step, told.position
            if FAMILY_OF[step.technique] is not Family.SINGLES:
                continue
            met[step.technique] += 1
            ((cell, digit),) = step.placements
            reasons = told.reasons
            met.update(reason.kind for reason in reasons)
            assert not [fault for reason in reasons for fault in faults(reason, step, position, answer)]
            if step.technique == "naked-single":
                assert sorted(d for r in reasons for d in r.digits) == sorted(set(range(1, 10)) - {digit})
            elif step.technique == "hidden-single":
                house = GROUND.houses[step.houses[0].house].cells
                rest = [at for at in house if not position.digits[at] and at != cell]
                assert sorted(c for r in reasons for c in r.cells) == rest
    assert set(met) == {"full-house", "naked-single", "hidden-single", "last", "has", "bars", "removed"}


def test_what_goes_sees_what_bars_it() -> None:
    """Where reasons say what cells see, they say so of every cell that loses a candidate, but for those that a cover takes."""
    for step, position, _ in samples():
        reasons = reasons_of(step, position)
        seeing = {(cell, digit) for r in reasons if r.kind in SEEING for cell in r.cells for digit in r.digits}
        clashing = {cell for r in reasons if r.kind == "clash" for cell in (*r.cells, *r.by)}
        if seeing:
            left = set(step.eliminations) - seeing
            assert not left or (FAMILY_OF[step.technique] is Family.COLOURS and clashing), step.technique


def test_a_clause_on_what_cells_see_names_its_digit_where_several_may_be_meant() -> None:
    for step, position, _ in samples():
        seeing = [reason for reason in reasons_of(step, position) if reason.kind == "sees"]
        whole = [reason for reason in seeing if {*step.cells, *step.cells_of("fin")} <= set(reason.by)]
        of_one = {reason.digits for reason in seeing} if seeing != whole else set()
        assert len(of_one) < 2, step.technique
        if FAMILY_OF[step.technique] is Family.SUE_DE_COQ:
            assert not seeing


def test_suppositions_begin_with_why_one_of_them_is_true() -> None:
    shown = 0
    for step, position, _ in samples():
        if step.technique in ("cell-forcing-chain", "house-forcing-chain"):
            first, *rest = reasons_of(step, position)
            starts = {(chain[0].cells[0], chain[0].digit) for chain in chains_of(step)}
            assert {(cell, digit) for cell in first.cells for digit in first.digits} == starts
            assert first.kind in ("held", "confined") and rest[0].kind == "suppose"
            shown += 1
    assert shown >= 4


def test_types_4_say_that_an_extra_candidate_is_true() -> None:
    for step, position, _ in samples():
        if step.technique in ("unique-rectangle-4", "unique-loop-4", "bug-4"):
            assert [reason.kind for reason in reasons_of(step, position)][1] == "extra"


def test_a_chain_says_what_a_set_with_a_cell_beside_it_holds() -> None:
    shown = example(BY_NAME["als-aic"])
    assert shown is not None
    assert "Then r1c8, r2c8, r3c7 and r8c8 need the 8, in r1c8 or r8c8." in shown.text


def test_the_cells_of_a_claiming_cage_are_not_said_to_be_in_the_line() -> None:
    shown = example(BY_NAME["cage-claiming"])
    assert shown is not None and shown.text.startswith("1 in column 4 lies in the cage r2c3, r2c4 and r3c4 (")


def test_colours_say_which_is_false() -> None:
    """Candidates of a colour go because the colour is false, and the reasons say that."""
    met = set()
    for step, position, _ in samples():
        reasons = reasons_of(step, position)
        false = {cell for reason in reasons if reason.kind == "false" for cell in reason.cells}
        if FAMILY_OF[step.technique] is Family.COLOURS:
            coloured = {part.cell for part in step.pattern}
            assert {cell for cell, _ in step.eliminations} & coloured <= false
            met |= {step.technique} if false else set()
    assert met >= {"simple-colours-wrap", "multi-colours-2"}


@pytest.mark.parametrize("code", language.languages())
def test_a_fish_names_base_and_cover(code: str) -> None:
    speaker, met = Speaker(code, GROUND), 0
    for step, _, _ in samples():
        houses = {role: tuple(r.house for r in step.houses if r.role == role) for role in ("base", "cover")}
        if step.technique.endswith(("x-wing", "swordfish", "jellyfish")):
            met += 1
            for indices in houses.values():
                assert indices
                said = speaker.houses([GROUND.houses[index] for index in sorted(indices)])
                assert said in speaker.step(step), step.technique
    assert met > 20


@pytest.mark.sampled(2)
@pytest.mark.parametrize("code", language.languages())
def test_every_reason_is_worded(code: str) -> None:
    speaker = Speaker(code, GROUND)
    for step, position, _ in samples():
        brief = explained_step(step, 1, position, speaker, BRIEF)
        taught = explained_step(step, 1, position, speaker, TEACH)
        assert (taught.text == brief.text) == (not taught.reasons)
        assert "  " not in taught.text and "{" not in taught.text and ", ;" not in taught.text, taught.text
        # Singles put their reasons together, and chains go link by link: tests below read them.
        by_itself = FAMILY_OF[step.technique] is Family.SINGLES or bool(arguments(step, position))
        for reason in () if by_itself else taught.reasons:
            said = language.plain(speaker.reason(reason))
            if reason.kind == "full" or (
                reason.kind == "confined" and FAMILY_OF[step.technique] is Family.INTERSECTIONS
            ):
                continue  # The pattern or the effects may say it.
            assert said in taught.text or raised(said) in taught.text
            if reason.kind in ("places", "false", "colours"):
                assert all(str(digit) in re.sub(r"r\dc\d", "", said) for digit in reason.digits), said
            if reason.kind not in ("last", "counted", "nowhere"):
                assert all(speaker.cells([cell]) in said for cell in (*reason.cells, *reason.by)), said


def named_houses(text: str) -> list[House]:
    """The houses that an English sentence names: "rows 4 and 6 and column 2"."""
    found = re.findall(r"(row|column|box)(?:e?s)? ((?:\d(?:, | and )?)+)", text)
    named = {(kind, number) for kind, numbers in found for number in re.findall(r"\d", numbers)}
    return [house for house in GROUND.houses if (house.kind, str(house.number)) in named]


def test_a_single_names_the_lines_that_bar_the_other_places() -> None:
    assert set(get_args(Register)) == {*REGISTERS, BRIEF}
    met = set()
    for puzzle in hard_puzzles()[3:9]:
        for one in explain(puzzle, path="grade").steps:
            if FAMILY_OF[one.step.technique] is not Family.SINGLES:
                continue
            ((cell, digit),) = one.step.placements
            held, whole = one.position.digits, [ref.house for ref in one.step.houses]
            claim, _, reasons = one.text.partition(": ")
            assert cell_name(cell, GROUND) in claim and (not whole or GROUND.houses[whole[0]] in named_houses(claim))
            removed = {(at, d) for r in one.reasons if r.kind == "removed" for at in r.cells for d in r.digits}
            named = named_houses(reasons)
            if one.step.technique == "naked-single":
                seen = {held[at] for house in named for at in house.cells}
                assert all(d in seen or (cell, d) in removed for d in range(1, 10) if d != digit)
            elif one.step.technique == "hidden-single":
                barred = {at for house in named if digit in {held[at] for at in house.cells} for at in house.cells}
                others = [at for at in GROUND.houses[whole[0]].cells if not held[at] and at != cell]
                assert all(at in barred or (at, digit) in removed for at in others)
            met.add(one.step.technique)
            fields = one.as_dict()["reasons"]
            assert fields and all(reason["kind"] in KINDS for reason in fields)
    assert met == {"full-house", "naked-single", "hidden-single"}


def test_chains_sets_and_nets_are_told_link_by_link_in_short_lines() -> None:
    """A supposition, then lines of sixteen words at most, each with its letter; the end says what comes of it."""
    met = Counter[str]()
    for step, position, _ in samples():
        for code in language.languages() if arguments(step, position) else ():
            spoken = lines(step, position, Speaker(code, GROUND))
            told = [language.plain(line) for line in spoken]
            met[step.technique] += 1
            assert all("{" not in line and "  " not in line and line.endswith(".") for line in told)
            walked = [line for line in told if line.startswith("(")]
            letters_told = [line[1 : line.index(")")] for line in walked]
            assert letters_told == [text for each in letters(step, position) for _, text in each]
            # A short word that no line ends with is no word by itself.
            words = [line.partition(") ")[2].replace("\u00a0", "").split() for line in spoken if line.startswith("(")]
            assert all(len(line) <= 16 for line in words), walked
            # Each node of a chain is named where its letter stands.
            for (node, _), line in zip((one for each in letters(step, position) for one in each), walked, strict=True):
                names = [language.cells_in(Speaker(code, GROUND).words, cell_name(cell, GROUND)) for cell in node.cells]
                assert all(name in line for name in names) and str(node.digit) in line, (line, node)
            assert len(told) > len(walked) + 1, "the end says nothing"
            if code == "en":
                assert all(line.partition(") ")[2].startswith(("Suppose", "Say", "Then", "They")) for line in walked)
                assert any(end in told[-1].lower() for end in ("remove", "only", " is "))
    assert {"aic", "xy-chain", "x-chain", "discontinuous-nice-loop", "continuous-nice-loop"} <= set(met)
    assert {"cell-forcing-chain", "house-forcing-chain", "forcing-net", "nishio-forcing-chain"} <= set(met)
    assert {"als-xz", "als-xy-wing", "als-chain", "death-blossom", "als-aic"} <= set(met), met


def test_a_net_is_told_without_what_its_end_does_not_need() -> None:
    """Each line but the last ones is the cause of something that a later line, or the end, rests on."""
    seen = 0
    for step, position, _ in samples():
        for argument in arguments(step, position):
            if argument.chain or not any(line.because for line in argument.lines):
                continue
            seen += 1
            causes = {node for line in argument.lines for node in line.because}
            concluded = [line.node for line in argument.lines if line.node is not None]
            goals = {(cell, digit) for cell, digit in step.placements}
            ends = {cell for one in reasons_of(step, position) if one.kind == "overfilled" for cell in one.cells}
            idle = [node for node in concluded if node not in causes]
            assert all((node.cells[0], node.digit) in goals or node.cells[0] in ends for node in idle), step
            for line in argument.lines:
                # What rules a candidate out holds already, and does rule it out.
                for (cell, digit), by in zip(line.gone, line.because, strict=True):
                    assert by in concluded
                    assert by.cells == (cell,) or (by.digit == digit and cell in position.seen(by.cells[0]))
    assert seen > 10


def test_few_candidates_that_stay_are_named_in_place_of_those_that_go() -> None:
    position = Position(GROUND, bytes(81), bytes(81), (511,) * 81)
    most = tuple((cell, digit) for cell in (0, 1) for digit in range(1, 8))
    some = ((9, 1), (9, 2))
    said = {}
    for code in language.languages():
        speaker = Speaker(code, GROUND)
        message = tell(Step("naked-pair", (), most + some, (), ()), GROUND)
        said[code] = language.plain(speaker.effects(message, position))
        assert "8" not in language.plain(speaker.effects(message))
    assert said["de"] == "in Z1S1 und Z1S2 bleiben nur 8 und 9; 1 und 2 entfallen in Z2S1"
    assert said["en"] == "only 8 and 9 are left for r1c1 and r1c2; remove 1 and 2 from r2c1"
    assert said["es"] == "para f1c1 y f1c2 solo quedan 8 y 9; se eliminan 1 y 2 de f2c1"
    assert said["ru"] == "для с1к1 и с1к2 остаются только 8 и 9; 1 и 2 исключаются из с2к1"
