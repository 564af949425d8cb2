"""Remote pairs, W-Wings, and bent sets: few cells that hold as many digits, of which only one can stand in two of them.

*Remote pair*: a chain of cells with the same two candidates, each seeing the next; of two cells of different parity one
holds either digit. *W-Wing*: two such cells that do not see each other, and a strong link of one digit between them: one
of them holds the other digit. *XY-Wing, XYZ-Wing, WXYZ-Wing*: three or four cells with as many digits; each digit but one is
in cells that all see one another, so that it stands there at most once, and the one left over must be there.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

REMOTE_PAIR = Technique(
    "remote-pair",
    0x60,
    Level.EXPERT,
    110,
    Hodoku("0703", "HARD", 110),
    7.0,
    "Remote pair {digits} in {cells}",
    "Sudopedia, Remote Pairs",
)
W_WING = Technique(
    "w-wing",
    0x61,
    Level.EXPERT,
    150,
    Hodoku("0803", "HARD", 150),
    7.0,
    "W-Wing {digits} in {cells}, linked by {links}",
    "Sudopedia, W-Wing",
)
XY_WING = Technique(
    "xy-wing",
    0x62,
    Level.EXPERT,
    160,
    Hodoku("0800", "HARD", 160),
    4.2,
    "XY-Wing {digits} with the pivot {pivots} and the wings {cells}",
    "Sudopedia, XY-Wing",
)
XYZ_WING = Technique(
    "xyz-wing",
    0x63,
    Level.EXPERT,
    180,
    Hodoku("0801", "HARD", 180),
    4.4,
    "XYZ-Wing {digits} with the pivot {pivots} and the wings {cells}",
    "Sudopedia, XYZ-Wing",
)
WXYZ_WING = Technique(
    "wxyz-wing",
    0x64,
    Level.DIABOLICAL,
    240,
    None,
    7.5,
    "WXYZ-Wing {digits}{pivots:? with the hinge {pivots} and the wings {cells}| in {cells}}; only {gone} is unrestricted",
    "Sudopedia, WXYZ-Wing",
)
