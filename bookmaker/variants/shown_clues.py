"""Which of the clues that hold in its answer a puzzle shows, as users write it: ``12``, ``8-12``, ``all``, ``needed``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bookmaker.variants.registry import RULES

_NUMBERS = re.compile(r"([0-9]{1,3})(?:\s*-\s*([0-9]{1,3}))?$")


@dataclass(frozen=True, slots=True)
class Shown:
    """Bounds of the number of clues besides givens, None for no bound; or ``every`` one that there is room for.

    ``needed``: none without which the puzzle is proper, too, and still meets its order. Without any of these the rule says how
    many clues there are.
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


def shown_fault(shown: Shown, rules: frozenset[str]) -> tuple[str, str]:
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
    return "", ""
