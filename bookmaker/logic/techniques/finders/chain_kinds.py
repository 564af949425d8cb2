"""The kinds of chains: implications that lead from one candidate to another by strong and weak links in turn.

Of two candidates with a strong link one is true (a cell with two candidates, a house with two places for a digit); of two with a
weak link one is false (of a cell, or of a digit in a house). A chain that begins and ends with strong links says that one of its
ends is true. *X-chain*: all of one digit. *XY-chain*: through cells with two candidates. *AIC*: any links; both ends of one
digit, or in cells that see each other. *Discontinuous nice loop*: a chain that comes back to its start and shows that its first
candidate is false (type 2), or true (type 1, which clears the cell). *Continuous nice loop*: the ends themselves are weakly
linked, so that every weak link of the loop is strong as well. *Grouped*: a node may be all places of a digit that two houses
share. *Almost locked*: also a set of cells in a house with one digit more than cells links any two of its digits. A cell
outside of that house may follow the set, if the set takes all candidates but one from it (``beside.py``).

An AIC that eliminates one candidate only is reported as the discontinuous loop which it also is.
"""

from __future__ import annotations

X, XY, PLAIN, GROUPED, ALMOST = range(5)
"""Which nodes and links a chain may have."""

CONTINUOUS, AIC, DISCONTINUOUS = range(3)
"""What a chain of the last three kinds proves: its place in the family of the kind."""
