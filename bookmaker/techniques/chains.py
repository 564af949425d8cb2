"""Chains: implications that lead from one candidate to another by strong and weak links in turn.

Of two candidates with a strong link one is true (a cell with two candidates, a house with two places for a digit); with a weak
link, one is false (of a cell, or of a digit in a house). A chain that begins and ends with strong links says that one of its
ends is true. *X-chain*: all of one digit. *XY-chain*: through cells with two candidates. *AIC*: any links; both ends of one
digit, or in cells that see each other. *Discontinuous nice loop*: back at its start a chain shows that its first candidate is
false (type 2), or true (type 1, which clears the cell). *Continuous nice loop*: the ends themselves are weakly linked, so
that every weak link of the loop is strong as well. *Grouped*: a node may be all places of a digit that two houses share.
*Almost locked*: also a set of cells in a house with one digit more than cells links any two of its digits.
A cell outside of that house, which the set takes all candidates but one from, may come after it (finders.beside).

An AIC that eliminates one candidate only is told as the discontinuous loop which it also is.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

X, XY, PLAIN, GROUPED, ALMOST = range(5)
"""Which nodes and links a chain may have."""

CONTINUOUS, AIC, DISCONTINUOUS = range(3)
"""What a chain of the last three kinds shows."""

FAMILY = 0xC0
_FIRST = FAMILY + 2


def code_of(kind: int, shape: int) -> int:
    """The finder's code of a kind from PLAIN on and a shape."""
    return _FIRST + 3 * (kind - PLAIN) + shape


def _loops(
    kind: int, prefix: str, words: str, codes: tuple[str, str, str] | None, score: int, se: float
) -> list[Technique]:
    shapes = ("continuous-nice-loop", "aic", "discontinuous-nice-loop")
    told = ("continuous nice loop", "AIC", "discontinuous nice loop")
    sources = ("Sudopedia, Nice Loop", "Sudopedia, Alternating Inference Chain", "Sudopedia, Nice Loop")
    out = []
    for shape in (CONTINUOUS, AIC, DISCONTINUOUS):
        sentence = f"{words} {told[shape]}" if words else told[shape][0].upper() + told[shape][1:]
        out.append(
            Technique(
                prefix + shapes[shape],
                code_of(kind, shape),
                Level.DIABOLICAL,
                score,
                Hodoku(codes[shape], "UNFAIR", score) if codes else None,
                se,
                sentence + " {chains}" + (", with {sets}" if kind == ALMOST else ""),
                sources[shape],
            )
        )
    return out


X_CHAIN = Technique(
    "x-chain",
    FAMILY + X,
    Level.DIABOLICAL,
    260,
    Hodoku("0701", "UNFAIR", 260),
    6.6,
    "X-chain {chains}",
    "Sudopedia, X-Chain",
)
XY_CHAIN = Technique(
    "xy-chain",
    FAMILY + XY,
    Level.DIABOLICAL,
    260,
    Hodoku("0702", "UNFAIR", 260),
    6.6,
    "XY-chain {chains}",
    "Sudopedia, XY-Chain",
)
NICE_LOOPS = _loops(PLAIN, "", "", ("0706", "0708", "0707"), 280, 7.0)
GROUPED_LOOPS = _loops(GROUPED, "grouped-", "Grouped", ("0709", "0711", "0710"), 300, 7.5)
ALMOST_LOOPS = _loops(ALMOST, "als-", "ALS", None, 360, 8.0)
CHAINS = (X_CHAIN, XY_CHAIN, *NICE_LOOPS, *GROUPED_LOOPS, *ALMOST_LOOPS)
