"""Franken fish: as many cover houses as base houses, rows and boxes against columns and boxes or the other way round.

At least one of the houses is a box (else it is a fish of lines only). A *fin* is a place that is in more bases than
covers: outside the covers, or where two bases meet (an endo-fin). If all fins are empty, the digits of the bases use up the
covers, so that a place in more covers than bases is empty: outside the bases, or where two covers meet. Eliminated are those
of these places that see all fins, the bases' own places among them (a cannibalistic fish).

A fish counts if it is one for some place outside the bases and in one cover only: with the digit there, every base has places
left, no two bases the same, and all in the other covers, none of which is without any. So none of its houses could be left out.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

FRANKEN, FINNED = 0xE0, 0xE4
"""Finder codes of size 2; a house more is one more."""

_WORDS = ("X-Wing", "swordfish", "jellyfish")


def _franken(code: int, size: int, hodoku: Hodoku, se: float) -> Technique:
    words = _WORDS[size - 2]
    finned = code == FINNED
    fins = ", with {fins:a fin|fins} in {fins}" if finned else ""
    return Technique(
        f"{'finned-' if finned else ''}franken-{words.lower()}",
        code + size - 2,
        Level.DIABOLICAL,
        hodoku.score,
        hodoku,
        se,
        f"{'Finned ' if finned else ''}Franken {words} on {{digits}} in {{base}}, covered by {{cover}}{fins}",
        "Sudopedia, Franken Fish",
    )


FRANKEN_X_WING = _franken(FRANKEN, 2, Hodoku("0330", "UNFAIR", 300), 7.2)
FRANKEN_SWORDFISH = _franken(FRANKEN, 3, Hodoku("0331", "UNFAIR", 350), 7.6)
FRANKEN_JELLYFISH = _franken(FRANKEN, 4, Hodoku("0332", "UNFAIR", 370, by_default=False), 8.0)
FINNED_FRANKEN_X_WING = _franken(FINNED, 2, Hodoku("0340", "UNFAIR", 390), 7.2)
FINNED_FRANKEN_SWORDFISH = _franken(FINNED, 3, Hodoku("0341", "UNFAIR", 410), 7.6)
FINNED_FRANKEN_JELLYFISH = _franken(FINNED, 4, Hodoku("0342", "UNFAIR", 430, by_default=False), 8.0)
FRANKEN_FISH = (
    FRANKEN_X_WING,
    FRANKEN_SWORDFISH,
    FRANKEN_JELLYFISH,
    FINNED_FRANKEN_X_WING,
    FINNED_FRANKEN_SWORDFISH,
    FINNED_FRANKEN_JELLYFISH,
)
