"""Rectangles: four empty cells of two rows, two columns and two boxes that must not come to hold two digits only.

If they did, the two digits could change places, and the puzzle had two solutions. That holds for every kind of grid in
which each house that holds one of the cells holds two neighbouring corners. The corners may already have lost one of the
two digits. *Unique rectangle*: type 1, one corner has extra candidates; 2 and 5, the same one extra digit in two
corners (5: opposite, or three); 3, the extras make a naked subset; 4 and 6, one digit is confined to the rectangle.
*Hidden*: one digit is confined both ways from a corner. *Avoidable*: some corners hold digits that are no givens.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

_SENTENCE = "Unique rectangle type {type} on {{digits}} in {{cells}}"
_EXTRAS = ", with extra candidates in {{fins}}"
_SENTENCES = {
    3: _SENTENCE + _EXTRAS + " that make a subset with {{links}}",
    4: _SENTENCE + _EXTRAS + ", where {{kept}} is locked in {{joining}}",
    6: _SENTENCE + ", where {{gone}} is locked in {{joining}}",
}
_SE = (4.5, 4.5, 4.6, 4.5, 4.5, 4.5)


def _unique(kind: int) -> Technique:
    return Technique(
        f"unique-rectangle-{kind}",
        0x70 + kind - 1,
        Level.EXPERT,
        100,
        Hodoku(f"060{kind - 1}", "HARD", 100),
        _SE[kind - 1],
        _SENTENCES.get(kind, _SENTENCE + _EXTRAS).format(type=kind),
        "Sudopedia, Uniqueness Test",
        presumes_proper=True,
    )


UNIQUE = tuple(_unique(kind) for kind in range(1, 7))
HIDDEN_RECTANGLE = Technique(
    "hidden-rectangle",
    0x76,
    Level.EXPERT,
    100,
    Hodoku("0606", "HARD", 100),
    4.8,
    "Hidden rectangle on {digits} in {cells}, where {kept} is locked in {joining}",
    "Sudopedia, Hidden Rectangle",
    presumes_proper=True,
)
AVOIDABLE_1 = Technique(
    "avoidable-rectangle-1",
    0x77,
    Level.EXPERT,
    100,
    Hodoku("0607", "HARD", 100),
    4.7,
    "Avoidable rectangle type 1 on {digits} in {cells}",
    "Sudopedia, Avoidable Rectangle",
    presumes_proper=True,
)
AVOIDABLE_2 = Technique(
    "avoidable-rectangle-2",
    0x78,
    Level.EXPERT,
    100,
    Hodoku("0608", "HARD", 100),
    4.7,
    "Avoidable rectangle type 2 on {digits} in {cells}, with extra candidates in {fins}",
    "Sudopedia, Avoidable Rectangle",
    presumes_proper=True,
)
