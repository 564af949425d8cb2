"""Chains in words, line by line: suppose, then, so.

A line has one link that holds because something else is gone: the digit that has one place left in a house, or the cell that has
one candidate left. The first line is the supposition; the last lines say that the ends meet, or that the supposition cannot be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family
from bookmaker.publishing.explain.notation import Node, Set, chains_of, sets_of
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason, link
from bookmaker.publishing.explain.step_words import Speaker, raised, tell

_LINED = (Family.CHAINS, Family.NICE_LOOPS, Family.GROUPED_LOOPS, Family.ALS_LOOPS)
_FORCING = ("cell-forcing-chain", "house-forcing-chain")


def is_told_by_lines(step: Step) -> bool:
    """Whether a step is a chain, or several chains, whose nodes follow one from the other."""
    lined = FAMILY_OF[step.technique] in _LINED or step.technique in _FORCING
    chains = chains_of(step)
    return lined and bool(chains) and all(one.on != other.on for chain in chains for one, other in pairwise(chain))


def lines(step: Step, position: Position, speaker: Speaker, reasons: Sequence[Reason]) -> list[str]:
    """The lines of a step for which :func:`is_told_by_lines` holds, its name first; each is a sentence.

    ``reasons``: those of the step.
    """
    chains, sets = chains_of(step), sets_of(step)
    effects = speaker.effects(tell(step, speaker.geometry), position)
    said = [speaker.name(step.technique)]
    if len(chains) > 1:
        said += [speaker.reason(reason) for reason in reasons[:1] if reason.kind in ("held", "confined")]
        for chain in chains:
            said += _walked(chain, sets, position, speaker, "case")
        said.append(speaker.fill("chain.in_every_case", effects))
    else:
        (chain,) = chains
        said += _walked(chain, sets, position, speaker, "suppose")
        said += _closed(step, chain, speaker, reasons, effects)
    return [raised(f"{line}.") for line in said]


def _closed(
    step: Step, chain: Sequence[Node], speaker: Speaker, reasons: Sequence[Reason], effects: str
) -> Iterator[str]:
    kinds = {reason.kind for reason in reasons}
    if "loop" in kinds:
        yield speaker.words.text("chain.loop")
        yield effects
    elif "returns" in kinds:
        yield speaker.fill("chain.cannot_be" if chain[0].on else "chain.in_any_case", effects)
    else:
        yield from (speaker.reason(reason) for reason in reasons if reason.kind in ("one-of", "either"))
        both = [reason for reason in reasons if reason.kind == "sees"]
        seen = sorted({cell for reason in both for cell in reason.cells})
        yield speaker.fill("chain.both", effects, cells=seen) if both else speaker.fill("chain.in_every_case", effects)


def _walked(
    chain: Sequence[Node], sets: Sequence[Set], position: Position, speaker: Speaker, first: str
) -> Iterator[str]:
    """The supposition that a chain begins with, and a line for each link that follows."""
    start = chain[0]
    yield speaker.fill(f"chain.{first}{'' if start.on else '_not'}", cells=start.cells, digits=(start.digit,))
    gone: Node | None = None
    for one, other in pairwise(chain):
        if not other.on:
            gone = other
            continue
        (reason, *_) = [*link(position, (one.digit, other.digit), (one.cells, other.cells), sets), Reason("")]
        key = {"confined": "place", "held": "digit", "almost": "set"}.get(reason.kind, "so")
        if key == "digit" and (one.cells != other.cells or len(other.cells) > 1):
            key = "set"  # Without the one digit, these cells would have too few.
        if gone is not None and (key == "set" or len(gone.cells) > 1):
            # Cells that lose a digit together have a line of their own.
            yield speaker.fill("chain.not", cells=gone.cells, digits=(gone.digit,))
            gone = None
        yield speaker.fill(
            f"chain.first_{key}" if gone is None else f"chain.{key}",
            houses=reason.houses,
            cells=other.cells,
            digits=(other.digit,),
            among=reason.cells,
            by=() if gone is None else gone.cells,
            other=() if gone is None else (gone.digit,),
        )
        gone = None
    if gone is not None:
        yield speaker.fill("chain.not", cells=gone.cells, digits=(gone.digit,))
