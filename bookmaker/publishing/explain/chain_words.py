"""Chains, sets and nets in words, line by line: suppose, then, so.

A line has one link that holds because something else is gone: the digit that has one place left in a house, the cell that has one
candidate left, the set that needs its other digits. The first line is the supposition; the last lines say that the ends meet, or
that the supposition cannot be. Each line has a letter, which stands beside its conclusion in the picture of the step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from string import ascii_lowercase

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.publishing.explain.notation import Node, Set, chains_of, petals_of, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason, link
from bookmaker.publishing.explain.step_reasons import links_between, reasons_of
from bookmaker.publishing.explain.step_words import Speaker, raised, tell
from bookmaker.puzzles.grid.geometry import House

_LINED = (Family.CHAINS, Family.NICE_LOOPS, Family.GROUPED_LOOPS, Family.ALS_LOOPS)
_AT_AN_END = ("unfillable", "emptied", "overfilled")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an argument: the node that it concludes, if any, and its text as a key of the catalogue with fields; "" for none.

    ``gone``: the candidates (cell, digit) whose loss the conclusion rests on. ``because``: of each, the node that rules it out.
    """

    node: Node | None
    key: str
    houses: tuple[House, ...] = ()
    among: tuple[int, ...] = ()
    by: tuple[int, ...] = ()
    other: tuple[int, ...] = ()
    gone: tuple[tuple[int, int], ...] = ()
    because: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Argument:
    """The lines of one supposition.

    ``chain``: nodes that hold and do not hold in turn; () of a net, whose lines may rest on several. ``digit``: the one that the
    argument removes, where each digit has an argument of its own, else 0.
    """

    lines: tuple[Line, ...]
    chain: tuple[Node, ...] = ()
    digit: int = 0


def arguments(step: Step, position: Position) -> tuple[Argument, ...]:
    """The arguments of a step that is told by lines; () for other steps."""
    family, chains, sets = FAMILY_OF[step.technique], chains_of(step), sets_of(step)
    if family is Family.ALMOST_LOCKED_SETS:
        made = _through_petals(step) if step.technique == "death-blossom" else _through_sets(step, position)
        return tuple(Argument(tuple(_walked(chain, sets, position)), chain, digit) for digit, chain in made)
    if family is Family.FORCING and any(one.on == other.on for chain in chains for one, other in pairwise(chain)):
        return tuple(Argument(tuple(_net(chain, step, position))) for chain in chains)
    if family in (*_LINED, Family.FORCING):
        return tuple(Argument(tuple(_walked(chain, sets, position)), chain) for chain in chains)
    return ()


def letters(step: Step, position: Position) -> list[list[tuple[Node, str]]]:
    """The letter of each line that concludes something, with the conclusion, by argument."""
    number, out = 0, list[list[tuple[Node, str]]]()
    for argument in arguments(step, position):
        out.append([])
        for line in argument.lines:
            if line.node is not None:
                out[-1].append((line.node, letter(number)))
                number += 1
    return out


def letter(number: int) -> str:
    """a, b, ..., z, aa, ab, ..."""
    more, last = divmod(number, len(ascii_lowercase))
    return (letter(more - 1) if more else "") + ascii_lowercase[last]


def lines(step: Step, position: Position, speaker: Speaker) -> list[str]:
    """The lines of a step that has :func:`arguments`, its name first; each is a sentence."""
    said, several = [f"{speaker.name(step.technique)}."], arguments(step, position)
    reasons, number = reasons_of(step, position), 0
    cases = len(several) > 1 and not several[0].digit
    if cases:
        said += [f"{raised(speaker.reason(one))}." for one in reasons[:1] if one.kind in ("held", "confined")]
    for argument in several:
        for line in argument.lines:
            if not line.key:
                continue
            text = raised(_said(line, speaker, "case" if cases else "suppose"))
            if line.node is not None:
                text, number = f"({letter(number)}) {text}", number + 1
            said.append(f"{text}.")
        if not cases:
            said += _parted(_closed(step, argument, position, speaker), speaker)
    return [*said, *_parted(_together(step, position, speaker, reasons), speaker)] if cases else said


def _parted(texts: Iterable[str], speaker: Speaker) -> Iterator[str]:
    """Texts as lines, each a sentence; one that is too long is parted at its semicolons."""
    for text in texts:
        for part in speaker.parted(text) if len(text.split()) > _LONGEST else (text,):
            yield f"{raised(part)}."


_LONGEST = 16
"""The most words of a line."""


def _said(line: Line, speaker: Speaker, first: str) -> str:
    node = line.node
    key = f"chain.{first}{line.key.removeprefix('start')}" if line.key.startswith("start") else f"chain.{line.key}"
    return speaker.fill(
        key,
        houses=line.houses,
        cells=node.cells if node else (),
        digits=(node.digit,) if node else (),
        among=line.among,
        by=line.by,
        other=line.other,
    )


def _effects(step: Step, position: Position, speaker: Speaker, digit: int = 0) -> str:
    own = tuple(spot for spot in step.eliminations if digit in (0, spot[1]))
    return speaker.effects(tell(replace(step, eliminations=own), speaker.geometry), position)


def _closed(step: Step, argument: Argument, position: Position, speaker: Speaker) -> Iterator[str]:
    """The lines at the end of a supposition."""
    reasons = reasons_of(step, position)
    kinds = {reason.kind for reason in reasons}
    if argument.digit:
        chain, digit = argument.chain, argument.digit
        losing = sorted(cell for cell, gone in step.eliminations if gone == digit)
        yield speaker.reason(Reason("one-of", (digit,), tuple(sorted({*chain[0].cells, *chain[-1].cells}))))
        yield speaker.fill("chain.both", _effects(step, position, speaker, digit), cells=losing)
        return
    effects = _effects(step, position, speaker)
    start, ends = argument.lines[0].node, [reason for reason in reasons if reason.kind in _AT_AN_END]
    if ends and start is not None:
        yield from map(speaker.reason, ends)
        yield speaker.fill("chain.cannot_be" if start.on else "chain.in_any_case", effects)
    elif "loop" in kinds or FAMILY_OF[step.technique] is Family.ALMOST_LOCKED_SETS:
        yield speaker.words.text("chain.loop")
        yield effects
    elif "returns" in kinds and start is not None:
        yield speaker.fill("chain.cannot_be" if start.on else "chain.in_any_case", effects)
    else:
        yield from (speaker.reason(reason) for reason in reasons if reason.kind in ("one-of", "either"))
        both = [reason for reason in reasons if reason.kind == "sees"]
        seen = sorted({cell for reason in both for cell in reason.cells})
        yield speaker.fill("chain.both", effects, cells=seen) if both else speaker.fill("chain.in_every_case", effects)


def _together(step: Step, position: Position, speaker: Speaker, reasons: Sequence[Reason]) -> Iterator[str]:
    """The lines that follow from all cases together."""
    effects = _effects(step, position, speaker)
    if step.technique == "death-blossom":
        yield from (speaker.reason(reason) for reason in reasons if reason.kind == "one-of")
        losing = sorted({cell for cell, _ in step.eliminations})
        yield speaker.fill("chain.both", effects, cells=losing)
    else:
        yield speaker.fill("chain.in_every_case", effects)


_MOST_NAMED = 9
"""So many cells fit into one line."""


def _walked(chain: Sequence[Node], sets: Sequence[Set], position: Position) -> Iterator[Line]:
    """The supposition that a chain begins with, and a line for each link that follows."""
    yield Line(chain[0], "start" if chain[0].on else "start_not")
    gone: Node | None = None
    for one, other in pairwise(chain):
        if not other.on:
            gone = other
            continue
        (reason, *_) = [*link(position, (one.digit, other.digit), (one.cells, other.cells), sets), Reason("")]
        key = {"confined": "place", "held": "digit", "almost": "set"}.get(reason.kind, "so")
        if key == "digit" and (one.cells != other.cells or len(other.cells) > 1):
            key = "set"  # Without the one digit, these cells would have too few.
        if gone is not None and (key == "set" or len(gone.cells) > 1 or len(other.cells) > 1):
            # Cells that lose a digit together have a line of their own, and those of which one gains a digit.
            yield Line(gone, "not")
            gone = None
        if key == "set" and len(reason.cells) + len(other.cells) > _MOST_NAMED:
            yield Line(None, "look", among=reason.cells)
            yield Line(other, "need", houses=reason.houses)
        else:
            yield Line(
                other,
                f"first_{key}" if gone is None else key,
                houses=reason.houses,
                among=reason.cells,
                by=() if gone is None else gone.cells,
                other=() if gone is None else (gone.digit,),
            )
        gone = None
    if gone is not None:
        yield Line(gone, "not")


def _through_sets(step: Step, position: Position) -> Iterator[tuple[int, tuple[Node, ...]]]:
    """Almost locked sets as chains: without a digit the first needs the next, which then is not in the second, and so on.

    Each digit that the step removes has a chain, if the ends of the row hold it. Two sets that two digits link are a loop, which
    comes with the digit 0.
    """
    sets = sets_of(step)
    linking = links_between(step, sets, position)

    def chain(first: int, last: int) -> tuple[Node, ...]:
        nodes = [Node(first, tuple(sorted(sets[0].places(first))), on=False)]
        for (one, other), (digit, *_) in zip(pairwise(sets), linking, strict=True):
            nodes.append(Node(digit, tuple(sorted(one.places(digit))), on=True))
            nodes.append(Node(digit, tuple(sorted(other.places(digit))), on=False))
        return (*nodes, Node(last, tuple(sorted(sets[-1].places(last))), on=True))

    if len(sets) == 2 and len(linking[0]) == 2:
        other = linking[0][1]
        looped = chain(other, other)
        yield 0, (*looped, looped[0])
        return
    found = [(digit, chain(digit, digit)) for digit in sorted({digit for _, digit in step.eliminations})]
    seen = all(
        position.seen(cell).issuperset({*chain[0].cells, *chain[-1].cells} - {cell})
        and chain[0].cells
        and chain[-1].cells
        for digit, chain in found
        for cell, gone in step.eliminations
        if gone == digit
    )
    if seen and all(len(digits) == 1 for digits in linking):
        yield from found


def _through_petals(step: Step) -> Iterator[tuple[int, tuple[Node, ...]]]:
    """A death blossom as a case for each digit of its stem: the petal then lacks it, and needs the digit that is removed."""
    (stem,), lost = step.cells_of("pivot"), sorted({digit for _, digit in step.eliminations})
    linked = {(part.cell, part.digit) for part in step.pattern if part.role == "link"}
    for digits, petal in petals_of(step) if len(lost) == 1 else ():
        for digit in digits:
            places = tuple(sorted(cell for cell in petal.places(digit) if (cell, digit) in linked))
            ends = tuple(sorted(petal.places(lost[0])))
            yield 0, (Node(digit, (stem,), on=True), Node(digit, places, on=False), Node(lost[0], ends, on=True))


def _net(chain: Sequence[Node], step: Step, position: Position) -> Iterator[Line]:
    """The lines of a proof in layers: the consequences of a supposition, without those that its end does not need."""
    found: dict[tuple[int, int], Line] = {}
    ruled: dict[tuple[int, int], Node] = {}
    held: list[Node] = []
    for node in chain:
        if not node.on:
            for cell in node.cells:
                by = next((one for one in held if _rules_out(one, (cell, node.digit), position)), None)
                if by is not None:
                    ruled.setdefault((cell, node.digit), by)
            continue
        if len(node.cells) == 1:
            line = Line(node, "start") if not held else _concluded(node, ruled, position)
            found.setdefault((node.cells[0], node.digit), line)
        held.append(node)
    yield from _needed(found, _goals(step, position, found, ruled), ruled)


def _rules_out(one: Node, spot: tuple[int, int], position: Position) -> bool:
    cell, digit = spot
    if one.digit != digit:
        return one.cells == (cell,)
    return cell not in one.cells and all(cell in position.seen(at) for at in one.cells)


def _concluded(node: Node, ruled: dict[tuple[int, int], Node], position: Position) -> Line:
    """Why a node of a net holds: all other digits of its cell, or all other places in a house, are gone."""
    (cell,), digit = node.cells, node.digit
    others = tuple((cell, other) for other in position.candidates_of(cell) if other != digit)
    if all(spot in ruled for spot in others):
        return Line(node, "left_digit", gone=others, because=tuple(ruled[spot] for spot in others))
    for house in position.geometry.houses:
        if cell in house.cells:
            others = tuple((at, digit) for at in position.places(house, digit) if at != cell)
            if others and all(spot in ruled for spot in others):
                because = tuple(ruled[spot] for spot in others)
                return Line(node, "left_place", houses=(house,), gone=others, because=because)
    return Line(node, "first_so")


def _goals(
    step: Step, position: Position, found: dict[tuple[int, int], Line], ruled: dict[tuple[int, int], Node]
) -> list[Line]:
    """The lines that the end of a net rests on; one without a text for candidates that are gone."""
    (end, *_) = [*(one for one in reasons_of(step, position) if one.kind in _AT_AN_END), Reason("")]
    gone: list[tuple[int, int]] = []
    if end.kind == "overfilled":
        return [found[end.cells[0], digit] for digit in end.digits if (end.cells[0], digit) in found]
    if end.kind == "unfillable":
        gone = [(cell, end.digits[0]) for house in end.houses for cell in position.places(house, end.digits[0])]
    elif end.kind == "emptied":
        gone = [(end.cells[0], digit) for digit in position.candidates_of(end.cells[0])]
    else:
        placed = [found[spot] for spot in step.placements if spot in found]
        if placed:
            return placed
        gone = list(step.eliminations)
    because = tuple(ruled[spot] for spot in gone if spot in ruled)
    return [Line(None, "", gone=tuple(spot for spot in gone if spot in ruled), because=because)] if because else []


def _needed(
    found: dict[tuple[int, int], Line], goals: Sequence[Line], ruled: dict[tuple[int, int], Node]
) -> Iterator[Line]:
    """The lines that the goals rest on, in their order; all of them where the goals say nothing."""
    kept: set[tuple[int, int]] = set()
    open_lines = list(goals)
    while open_lines:
        line = open_lines.pop()
        nodes = [*line.because, *([line.node] if line.node else [])]
        for node in nodes:
            spot = node.cells[0], node.digit
            if spot not in kept and spot in found:
                kept.add(spot)
                open_lines.append(found[spot])
    for number, (spot, line) in enumerate(found.items()):
        if not number or spot in kept or not goals:
            yield line
    # Candidates that are gone at the end have no line of their own; a picture shows them.
    yield from (goal for goal in goals if goal.node is None)
