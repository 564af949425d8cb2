"""Which of the clues that hold in its answer a puzzle shows, as users write it: ``12``, ``8-12``, ``all``, ``needed``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookmaker.puzzles.rules.registry import RULES

_NUMBERS = re.compile(r"([0-9]{1,9})(?:\s*-\s*([0-9]{1,9}))?$")


@dataclass(frozen=True, slots=True)
class Shown:
    """Bounds of the number of clues besides givens, None for no bound; or ``every`` one that there is room for.

    ``needed``: none that can go, alone or with its images by the symmetry, while the puzzle stays proper and meets its order;
    one stays in any case. Without any of these the rule says how many clues there are.
    """

    least: int | None = None
    most: int | None = None
    every: bool = False
    needed: bool = False

    @property
    def numbered(self) -> bool:
        """Whether the number is bounded."""
        return self.least is not None or self.most is not None


USUAL = Shown()


def parse_shown(text: str) -> Shown:
    """``"8-12"`` -> ``Shown(8, 12)``. Raises ValueError with the end of the sentence "`clues` ..."."""
    words = {"all": Shown(every=True), "needed": Shown(needed=True)}
    if text.strip() in words:
        return words[text.strip()]
    found = _NUMBERS.match(text.strip())
    if not found:
        raise ValueError(f"must be a number such as 12 or 8-12, or `all`, or `needed`, not {text!r}")
    least, most = int(found[1]), int(found[2] or found[1])
    if least > most:
        raise ValueError(f"names the numbers {text.strip()}, and {least} is more than {most}")
    if most == 0:
        raise ValueError("cannot be 0: choose a kind without clues")
    return Shown(least, most)


def shown_fault(shown: Shown, rules: frozenset[str], size: int) -> tuple[str, str]:
    """Why puzzles of these rules cannot show such clues, as the end of a sentence, and what to do; "" twice if they can."""
    with_clues = sorted(name for name in rules if RULES[name].clues)
    if shown == USUAL:
        return "", ""
    if not with_clues:
        return "goes with kinds that have clues besides givens", "leave it out, or choose a kind such as thermometers"
    telling = next((name for name in with_clues if RULES[name].unmarked or RULES[name].contrast), None)
    if telling is not None and not shown.every:
        partial = f"{telling}-partial"
        advice = f"choose {partial}, or leave it out" if partial in RULES else "leave it out"
        return f"does not go with {telling}, where a place without a clue says something, too", advice
    if shown.numbered and len(with_clues) > 1:
        return (
            f"as a number goes with one rule that has clues, not with {' and '.join(with_clues)}",
            "choose all or needed",
        )
    room = _room(with_clues[0], size)
    if shown.least is not None and shown.least > room:
        return f"asks for {shown.least}, and a grid has room for {room} of {with_clues[0]} at most", "order fewer"
    return "", ""


def _room(name: str, size: int) -> int:
    """A number of clues of a rule that no grid of this size has more of."""
    rule, cells = RULES[name], size * size
    places = {
        "border": 2 * size * (size - 1),
        "corner": (size - 1) ** 2,
        "edge": rule.sides * size,
        "diagonal": 8 * size,
    }
    places |= {"cell": cells, "areas": cells // 4, "group": cells}
    shapes = {kind.shape: kind.least for kind in rule.clues}
    return sum(cells // max(3, least) if shape == "line" else places[shape] for shape, least in shapes.items())
