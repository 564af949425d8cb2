"""How likely people make an error: the one place that orders all suggestions.

Which digits are taken for each other follows studies of handwriting and of poor print. Kinds of errors in givens have shares, and
:mod:`bookmaker.logic.repair.error_chances` counts the ways to make each; the order of errors in cages also follows how much has
to go wrong at once.
"""

from __future__ import annotations

SHARES = {
    "lookalike": 1.0,
    "keypad": 1.0,
    "digit": 1.0,
    "swap": 1.0,
    "doubled": 1.0,
    "extra": 1.0,
    "exchange": 1.0,
    "rows": 1.0,
    "columns": 1.0,
    "row-slip": 1.0,
    "column-slip": 1.0,
    "slip": 1.0,
    "rows-apart": 0.5,
    "columns-apart": 0.5,
    "swap-down": 0.25,
    "doubled-beside": 0.25,
    "row-slip-within": 0.1,
    "column-slip-within": 0.1,
}
"""How often people make errors of each kind in the givens of a puzzle that they copy, relative to those of the first kinds.

Nobody has counted them, so that the twelve plain kinds have one share. The number of ways to make an error decides between
them: two rows side by side can be exchanged in eight ways, a digit too many has some 450.

``lookalike``: a digit is taken for one that looks like it. ``keypad``: the key beside the wanted one was hit. ``digit``: any
wrong digit. ``swap``: two cells side by side are exchanged. ``doubled``: a digit was typed twice, over the empty cell to its
right. ``extra``: a digit is where none belongs. ``exchange``: two digits of a line are exchanged. ``rows``, ``columns``: two
of them side by side are exchanged. ``row-slip``, ``column-slip``: from some cell of a line to its end all digits are one
place off, because a blank was left out or typed twice. ``slip``: a blank was left out in one row, and is too many in another.

The other kinds are seldom, because they run against how people copy. Lines that lie apart (``rows-apart``, ``columns-apart``) are
mistaken for each other less easily than neighbours. Most people type along rows: digits exchanged or typed twice in
another direction (``swap-down``, ``doubled-beside``) is an error of the eye alone. A line that is one place off is noticed when
it ends too early or too late; where it is right again ``within``, two errors have been made.
"""

SHOWN = {
    "swap-down": "swap",
    "doubled-beside": "doubled",
    "row-slip-within": "row-slip",
    "column-slip-within": "column-slip",
}
"""The names under which kinds are reported that are only weighed apart; all others have their own. A kind more, ``answer``, is
reported where givens differ from the answer that came with them.
"""

CAGES = (
    "cage-twice",
    "cell-twice",
    "cell-mistyped",
    "cell-forgotten",
    "cage-forgotten",
    "sum-missing",
    "cage-split",
    "sum-transposed",
    "sum-digit",
    "joined-with-one-sum",
    "sum-digit-unlike",
    "sums-exchanged",
    "cell-moved",
    "sum",
    "cages-joined",
    "two-sums",
)
"""Errors in cages, the likeliest first.

``cage-twice``: the same cage is there again. ``cell-twice``: a cell is listed in two cages. ``cell-mistyped``: a cell is listed
in the place of one that is in no cage. ``cell-forgotten``: a cell is in no cage. ``cage-forgotten``: a whole cage is missing.
``sum-missing``: a cage has no sum. ``cage-split``: one cage became two. ``sum-transposed``: 12 for 21. ``sum-digit``: one digit
of a sum is wrong, missing or too many. ``sums-exchanged``: two cages have each other's sum. ``cell-moved``: a cell is in the
cage beside its own. ``sum``: any other wrong sum. ``cages-joined``: two cages became one. ``two-sums``: two sums are mistyped.

Two names are for the order only. ``joined-with-one-sum``: two cages became one that has the sum of one, and the sum of the
other is all that is lacking, which is seldom so by accident. ``sum-digit-unlike``: a ``sum-digit`` of which the digits are not
easily taken for each other; a person makes one in a thousand ways, and overlooks a line between two cages in three hundred.
"""

SUMS = frozenset({"sum-missing", "sum-transposed", "sum-digit", "sum", "two-sums"})
"""Errors in single sums, which an answer puts right by itself."""

LOOKALIKES = frozenset(map(frozenset, ((1, 7), (6, 8), (3, 8), (5, 6), (6, 9), (8, 9), (4, 9), (2, 7), (3, 5))))
"""Digits that people confuse in handwriting and poor print."""

_KEYPAD = {digit: divmod(digit - 1, 3) for digit in range(1, 10)}


def keys_touch(one: int, other: int) -> bool:
    """Whether two digits lie side by side on a keypad, or in the row of digits of a keyboard."""
    if not (1 <= one <= 9 and 1 <= other <= 9):
        return False
    (row, column), (other_row, other_column) = _KEYPAD[one], _KEYPAD[other]
    return abs(one - other) == 1 or abs(row - other_row) + abs(column - other_column) == 1


def lookalikes(digit: int, size: int) -> list[int]:
    """The digits that one is taken for."""
    return [other for other in range(1, size + 1) if frozenset((digit, other)) in LOOKALIKES]


def keys_beside(digit: int, size: int) -> list[int]:
    """The digits whose keys are beside that of one."""
    return [other for other in range(1, size + 1) if keys_touch(digit, other)]


def digit_error(old: int, new: int) -> str:
    """The kind of error that makes ``old`` of ``new``."""
    if frozenset((old, new)) in LOOKALIKES:
        return "lookalike"
    return "keypad" if keys_touch(old, new) else "digit"


def sum_error(old: int, new: int) -> str:
    """The kind of error that makes the sum ``old`` of ``new``."""
    wrong, right = str(old), str(new)
    if wrong == right[::-1]:
        return "sum-transposed"
    if len(wrong) == len(right) and sum(a != b for a, b in zip(wrong, right, strict=True)) == 1:
        return "sum-digit"
    shorter, longer = sorted((wrong, right), key=len)
    dropped = {longer[:at] + longer[at + 1 :] for at in range(len(longer))}
    return "sum-digit" if len(longer) == len(shorter) + 1 and shorter in dropped else "sum"


def sum_distance(old: int, new: int) -> int:
    """Orders wrong sums of one kind: 0 if the digit that differs is taken for one like it or is beside it on the keys, else 1."""
    pairs = [(a, b) for a, b in zip(str(old), str(new), strict=False) if a != b]
    near = len(pairs) == 1 and len(str(old)) == len(str(new)) and digit_error(*map(int, pairs[0])) != "digit"
    return 0 if near else 1
