"""Why steps by relations, sums and lines hold: every claim is checked by trying all digits."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise, product
from math import prod
from pathlib import Path

import pytest

import bookmaker
from bookmaker.base import language
from bookmaker.formats import parse
from bookmaker.logic.solve.solver import solve
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.publishing.explain.pictures import picture
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason
from bookmaker.publishing.explain.solution_path import TEACH, ExplainedStep, explain
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.grid.geometry import Clue, Geometry, cell_name
from bookmaker.puzzles.rules import CLUES, clue_kinds, rules_of
from bookmaker.puzzles.rules.limits import made_sizes
from bookmaker.puzzles.rules.relating import relating_rules

KINDS = (
    *("thermometers", "slow-thermometers", "whispers", "renban", "nabners", "palindrome", "greater-than"),
    *("kropki", "consecutive", "xv", "non-consecutive"),
    *("clones", "differences", "ratios", "fortress"),
    *("arrow", "region-sums", "zippers", "outside-sums"),
    *("between", "quadruples", "sandwich", "x-sums", "skyscrapers", "numbered-rooms"),
    *("entropic", "operations", "calcudoku", "little-killer", "futoshiki"),
)
MOST_WAYS = 50_000
CASES = Path(__file__).parent / "data" / "clue_steps.txt"
"""A technique a line, and a puzzle that takes steps by it."""


class TooMany(Exception):
    """There are too many ways to try them all."""


ENDS = ("least", "most", "leaves", "rules-out")


@cache
def told(kind: str) -> tuple[tuple[ExplainedStep, bytes], ...]:
    """Steps of a puzzle by techniques of clues, with the answer."""
    size = next(size for size in made_sizes(kind) if size >= 6)
    (one,) = bookmaker.generate(1, "medium", seed=3, kind=kind, size=size)
    steps = explain(one.puzzle, register=TEACH, everything=True).steps
    families = (Family.RELATIONS, Family.CLUES)
    return tuple((step, one.solution) for step in steps if FAMILY_OF[step.step.technique] in families)


def keeps(clue: Clue, digits: dict[int, int], ground: Geometry) -> bool:
    """Whether digits in all cells of a clue keep it."""
    kind, held = CLUES[clue.kind], [digits[cell] for cell in clue.cells]
    holds = kind.relates(clue.value) if kind.relates else kind.holds
    if holds is not None:
        return holds(*held)
    if kind.pairs is not None:
        return all(holds(held[one], held[other]) for one, other, holds in kind.pairs(len(held)))
    if kind.machine is not None:
        return kind.machine(ground.size, len(held), clue.value).keeps(held)
    sums = kind.sums([ground.box_of[cell] for cell in clue.cells], clue.value) if kind.sums else ()
    return all(sum(held[i] for i in plus) - sum(held[i] for i in minus) == total for plus, minus, total in sums)


def beside(ground: Geometry, one: int, digit: int, other: int, last: int) -> bool:
    """Whether two cells may hold these digits together."""
    if digit == last and other in ground.peers[one]:
        return False
    related = zip(ground.tables, ground.related, strict=True)
    return all(table[digit - 1] >> last - 1 & 1 for table, cells in related if other in cells[one])


def filled(
    order: list[int], told: dict[int, tuple[int, ...]], ground: Geometry, digits: dict[int, int]
) -> Iterator[dict[int, int]]:
    """All digits of the cells of ``order`` that are among those of ``told`` and differ where cells see each other."""
    if len(digits) == len(order):
        yield dict(digits)
        return
    cell = order[len(digits)]
    for digit in told.get(cell, range(1, ground.size + 1)):
        if all(digits[other] != digit for other in ground.peers[cell] if other in digits):
            digits[cell] = digit
            yield from filled(order, told, ground, digits)
            del digits[cell]


def ways(reasons: tuple[Reason, ...], position: Position) -> Iterator[dict[int, int]]:
    """All digits of the cells in question that keep what the reasons say of them, and the rules."""
    ground, told = position.geometry, {}
    for reason in reasons:
        if reason.kind in ("held", "holds"):
            told |= dict.fromkeys(reason.cells, reason.digits)
    # Whoever reads "13 - 5" sees the 5 among the cells of the clue.
    there = {cell for reason in reasons if reason.kind == "clue" for cell in reason.cells if position.digits[cell]}
    told |= {cell: (position.digits[cell],) for cell in there}
    clues = [Clue(reason.rule, reason.cells, reason.value) for reason in reasons if reason.kind == "clue"]
    whole = [clue for clue in clues if CLUES[clue.kind].sums or CLUES[clue.kind].machine]
    clues = [clue for clue in clues if clue in whole or len(clue.cells) == 2]
    cells = {cell for clue in clues for cell in clue.cells} | {
        cell for r in reasons if r.kind != "clue" for cell in (*r.cells, *r.by)
    }
    cells |= there
    if any(reason.kind == "idea" for reason in reasons):
        # An idea speaks of all cells of its clue, as to count from both ends of a thermometer does.
        cells |= {cell for reason in reasons if reason.kind == "clue" for cell in reason.cells if len(reason.cells) < 5}
    lines = [clue for clue in clues if clue.kind in ("outside-sum",)]
    if not lines:
        cells |= {cell for clue in clues for cell in clue.cells}
    order = sorted(cells, key=lambda cell: len(told.get(cell, range(ground.size))))
    if prod(len(told.get(cell, range(ground.size))) for cell in order) > MOST_WAYS:
        raise TooMany
    for digits in filled(order, told, ground, {}):
        adds = [r for r in reasons if r.kind == "adds"]
        if lines:
            kept = all(sum(digits[c] for c in r.cells) == (sum(r.value) or sum(digits[c] for c in r.by)) for r in adds)
            rest = [r for r in reasons if r.rule == "sum-sets"]
            kept = kept and all(sum(digits[c] for c in r.cells) == r.value[0] for r in rest)
        else:
            kept = all(keeps(clue, digits, ground) for clue in clues)
        kept = kept and all(beside(ground, a, digits[a], b, digits[b]) for a in order for b in order if a != b)
        if kept:
            yield digits


def faults(one: ExplainedStep, answer: bytes) -> Iterator[str]:
    reasons, position = one.reasons, one.position
    ground, ends = position.geometry, [reason for reason in reasons if reason.kind in (*ENDS, "one-of")]
    claims: dict[str, bool] = {"has an end": bool(ends), "names what it rests on": len(reasons) > len(ends)}
    for reason in reasons:
        cells, by = reason.cells, reason.by
        if reason.kind == "clue":
            claims["is a clue"] = Clue(reason.rule, cells, reason.value) in (ground.clues or ())
        elif reason.kind == "rule":
            claims["is a rule"] = reason.rule in ground.rules
        elif reason.kind == "holds":
            claims["hold it"] = all((position.digits[cell],) == reason.digits for cell in cells)
        elif reason.kind == "held":
            claims["hold no other"] = all(position.candidates_of(cell) == reason.digits for cell in cells)
        elif reason.kind == "sees":
            claims["sees"] = all(two in position.seen(cell) for cell in cells for two in by)
        elif reason.kind == "adds":
            make = sum(answer[cell] for cell in by) if by else reason.value[0]
            claims["adds up"] = sum(answer[cell] for cell in cells) == make
        elif reason.kind == "confined":
            claims["no other place"] = all(
                set(position.places(h, reason.digits[0])) <= set(cells) for h in reason.houses
            )
        elif reason.kind == "rules-out":
            claims["rules out"] = not any(beside(ground, at, reason.digits[0], cells[0], reason.other[0]) for at in by)
    bounds = [reason for reason in ends if reason.kind not in ("rules-out", "one-of")]
    needs = [reason for reason in ends if reason.kind == "one-of"]
    left: dict[int, set[int]] = {reason.cells[0]: set() for reason in bounds}
    claims |= {f"needs one of {reason.cells}": True for reason in needs}
    claims["can be kept"] = not needs
    # What a clue needs holds whatever the cells hold that see it.
    said = tuple(reason for reason in reasons if reason.kind != "sees") if needs else reasons
    for digits in ways(said, position) if bounds or needs else ():
        claims["can be kept"] = True
        for cell, held in left.items():
            held.add(digits[cell])
        for reason in needs:
            claims[f"needs one of {reason.cells}"] &= any(digits[cell] in reason.digits for cell in reason.cells)
    for reason in bounds:
        (cell,), digits = reason.cells, reason.digits
        can = left[cell] & set(position.candidates_of(cell)) if reason.kind == "leaves" else left[cell]
        claims[f"{reason.kind} {cell}"] = {
            "least": min(can) >= digits[0],
            "most": max(can) <= digits[-1],
            "leaves": can <= set(digits),
        }[reason.kind]
    for cell, digit in one.step.eliminations:
        seen = [{*r.by} for r in reasons if r.kind == "sees" and cell in r.cells and digit in r.digits]
        claims[f"{cell} loses {digit}"] = any(
            (cell in reason.cells or reason.kind == "one-of")
            and {
                "one-of": reason.digits == (digit,) and {*reason.cells} in seen,
                "least": digit < reason.digits[0],
                "most": digit > reason.digits[0],
                "leaves": digit not in reason.digits,
                "rules-out": reason.other == (digit,),
            }[reason.kind]
            for reason in ends
        )
    yield from (f"{one.text}: {claim}" for claim, right in claims.items() if not right)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("kind", KINDS)
def test_every_claim_is_true(kind: str) -> None:
    tried = 0
    for one, answer in told(kind):
        if tried == 12:
            break
        with suppress(TooMany):
            assert not list(faults(one, answer))
            tried += 1
    assert tried


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["clue-pointing", "clue-line-ways", "clue-alone"])
def test_every_claim_of_steps_by_whole_clues_is_true(name: str) -> None:
    kinds: set[str] = set()
    for line in CASES.read_text("utf-8").splitlines():
        technique, text = line.split(" ", 1)
        (puzzle,) = parse(text) if technique == name else (None,)
        if puzzle is None:
            continue
        answer = solve(puzzle, 2).solution
        assert answer is not None
        steps = explain(puzzle, register=TEACH, everything=True).steps
        for one in (one for one in steps if one.step.technique == name):
            assert not list(faults(one, answer))
            kinds |= {reason.rule for reason in one.reasons if reason.kind == "clue"}
            # The picture rings what the clue needs, and nothing that is struck out.
            ringed = {spot for spot, _ in picture(one).marks}
            assert bool(ringed) == (name == "clue-pointing") and not ringed.intersection(one.step.eliminations)
    assert len(kinds) >= 3


@pytest.mark.thorough("test_rules.py::test_every_step_has_words_and_every_mark_is_drawn")
def test_all_clues_and_rules_are_met_and_worded() -> None:
    reasons = [reason for kind in KINDS for one, _ in told(kind) for reason in one.reasons]
    said = {reason.rule for reason in reasons}
    rules = {rule for kind in KINDS for rule in rules_of(kind)}
    # A mark on a single cell is a mask of its candidates from the start, which no step has to say.
    assert said >= {one.name for one in clue_kinds(rules) if one.shape != "cell"} | rules & {*relating_rules()}
    assert {reason.kind for reason in reasons} >= {"clue", "rule", "idea", "holds", "held", *ENDS}
    for kind in KINDS:
        one, _ = told(kind)[0]
        for code in language.languages():
            words = language.plain(Speaker(code, one.position.geometry).taught(one.step, one.reasons))
            assert "{" not in words and "  " not in words and ", ;" not in words


def test_a_clue_lets_a_cell_hold_few_digits_beside_a_known_one() -> None:
    """Naked singles by clues: what each clue leaves beside its filled cell, and the houses take the rest."""
    met = 0
    for kind in ("kropki", "thermometers", "greater-than", "whispers", "xv"):
        (one,) = bookmaker.generate(1, "easy", seed=5, kind=kind)
        for said in explain(one.puzzle, register=TEACH).steps:
            ground, digits = said.position.geometry, set(range(1, 10))
            for clue, reason in pairwise(said.reasons):
                if reason.kind != "lets":
                    continue
                (cell,), (by,), (held,) = reason.cells, reason.by, reason.other
                assert clue.kind == "clue" and {cell, by} <= {*clue.cells} and said.position.digits[by] == held
                own = Clue(clue.rule, clue.cells, clue.value)
                if len(own.cells) > 5:  # All the ways to fill the others are tried.
                    continue
                may = {d for d in digits if may_stand(own, ground, {by: held, cell: d})}
                assert may <= {*reason.digits} and (may == {*reason.digits} or len(own.cells) > 2)
                assert one.solution[cell] in reason.digits and said.text.startswith(
                    f"{cell_name(cell, ground)} can only"
                )
                met += 1
    assert met > 20


def may_stand(clue: Clue, ground: Geometry, held: dict[int, int]) -> bool:
    """Whether two cells of a clue can hold these digits, whatever its others hold."""
    (one, other), rest = held, [cell for cell in clue.cells if cell not in held]
    if held[one] == held[other] and other in ground.peers[one]:
        return False
    return any(
        keeps(clue, held | dict(zip(rest, digits, strict=True)), ground)
        for digits in product(range(1, ground.size + 1), repeat=len(rest))
    )


def test_a_thermometer_says_why() -> None:
    texts = [one.text for one, _ in told("thermometers")]
    assert any("rises from the bulb on. " in text and "is at least" in text and "So " in text for text in texts)


def test_cells_that_lose_a_digit_are_those_that_see_its_places() -> None:
    """Where they are many, "these cells" would be nobody knows which."""
    (made,) = bookmaker.generate(1, "hard", 21, kind="sandwich")
    texts = [step.text for step in bookmaker.explain(made.puzzle).steps if "Every way" in step.text]
    assert any("remove 3 from the 9 cells that see r4c5" in text for text in texts)
    assert not any("of these cells" in text for text in texts)
