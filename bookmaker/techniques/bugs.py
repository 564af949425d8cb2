"""Bivalue universal graves: a grid that would have two candidates in every empty cell and two places in every house.

It has two solutions if it has one, so a proper puzzle never comes there: of the *extra* candidates that keep it from it one
is true. Type 1 (BUG+1): all extras are in one cell. Type 2: they are one digit. Type 3: they make a naked subset with other
cells. Type 4: two cells, one of which must hold a digit of the grave, so that the other holds an extra.
"""

from bookmaker.techniques.declare import Hodoku, Level, Technique

_SENTENCE = "Bivalue universal grave, type {type}, with extra candidates in {{fins}}"
_MORE = {3: " that make a subset with {{links}}", 4: " and {{digits}} in one of them"}


def _bug(kind: int, score: int, hodoku: Hodoku | None, se: float) -> Technique:
    sentence = (_SENTENCE + _MORE.get(kind, "")).format(type=kind)
    source = "Sudopedia, BUG"
    return Technique(
        f"bug-{kind}", 0x7F + kind, Level.EXPERT, score, hodoku, se, sentence, source, presumes_proper=True
    )


BUGS = (
    _bug(1, 100, Hodoku("0610", "HARD", 100), 5.6),
    _bug(2, 120, None, 5.7),
    _bug(3, 140, None, 5.8),
    _bug(4, 120, None, 5.7),
)
