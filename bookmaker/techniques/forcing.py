"""Forcing: what follows from every way to fill a cell or to place a digit; and what a wrong assumption leads to.

A *chain* takes one thing after another: of two candidates that cannot both be true one going out, of two that cannot both
be false one staying. A *net* also combines what it has found: it places every single that is left. *Nishio* is a net
on one digit. *Brute force* is no deduction: the rest of the answer, as the solver proves it.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

NISHIO = Technique(
    "nishio-forcing-chain",
    0xF0,
    Level.EXTREME,
    500,
    Hodoku("1301", "EXTREME", 500),
    7.5,
    "Nishio forcing chain on {digits}: {cells} would leave no place in {cover}, as {chains}",
    "Sudopedia, Nishio",
)
CELL_CHAIN = Technique(
    "cell-forcing-chain",
    0xF1,
    Level.EXTREME,
    500,
    Hodoku("1302", "EXTREME", 500),
    8.0,
    "Cell forcing chain: whichever of {digits} is in {cells}, by {chains}",
    "Sudopedia, Forcing Chain",
)
HOUSE_CHAIN = Technique(
    "house-forcing-chain",
    0xF2,
    Level.EXTREME,
    500,
    Hodoku("1302", "EXTREME", 500),
    8.0,
    "House forcing chain: wherever {digits} is in {base}, by {chains}",
    "Sudopedia, Forcing Chain",
)
NET = Technique(
    "forcing-net",
    0xF3,
    Level.EXTREME,
    700,
    Hodoku("1303", "EXTREME", 700),
    8.5,
    "Forcing net: with {digits} in {cells} the grid cannot be filled, as {chains}",
    "Sudopedia, Forcing Net",
)
CELL_NET = Technique(
    "cell-forcing-net",
    0xF4,
    Level.EXTREME,
    700,
    Hodoku("1304", "EXTREME", 700),
    8.5,
    "Cell forcing net: whichever of {digits} is in {cells}, by {chains}",
    "Sudopedia, Forcing Net",
)
HOUSE_NET = Technique(
    "house-forcing-net",
    0xF5,
    Level.EXTREME,
    700,
    Hodoku("1304", "EXTREME", 700),
    8.5,
    "House forcing net: wherever {digits} is in {base}, by {chains}",
    "Sudopedia, Forcing Net",
)
FORCING = (NISHIO, CELL_CHAIN, HOUSE_CHAIN, NET, CELL_NET, HOUSE_NET)

BRUTE_FORCE = Technique(
    "brute-force",
    0x100,
    Level.BEYOND,
    10000,
    Hodoku("brute-force", "EXTREME", 10000),
    10.0,
    "Brute force: no technique here goes on, so that the solver fills in the rest",
    "Sudopedia, Trial and error",
)
