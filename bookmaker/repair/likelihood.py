"""How likely people make an error: the one place that orders all suggestions.

The order of digits that are taken for each other follows studies of handwriting and of poor print; that of errors in givens
follows how few errors of a kind there are, that of errors in cages how much has to go wrong at once, too. A mend of a kind
with few trials (81 pairs of rows) that happens to give a proper puzzle is no accident; one of a thousand trials may be.
"""

from __future__ import annotations

WAYS = {
    "answer": 1,
    "rows": 12,
    "columns": 12,
    "doubled": 15,
    "pair-across": 28,
    "lookalike": 30,
    "swap": 40,
    "row-slip": 70,
    "column-slip": 70,
    "keypad": 75,
    "exchange": 90,
    "rows-apart": 105,
    "columns-apart": 105,
    "pair-down": 130,
    "swap-down": 200,
    "digit": 225,
    "extra": 460,
    "row-slip-within": 600,
    "column-slip-within": 600,
    "slip": 880,
}
"""Errors in givens, the likeliest first: in how many ways a person can make each in a puzzle of about 30 givens. What has more
ways is the less likely one of them. A wrong digit has 30 places and 8 digits, of which two or three look like the right one; a
digit too many has 50 places and 9 digits.

``answer``: givens differ from the answer that came with them. ``rows``, ``columns``: two of them side by side are exchanged, or
(``rows-apart``, ``columns-apart``) two that are not. ``doubled``: a digit was typed twice, over the empty cell beside it.
``lookalike``: a digit is taken for one that looks like it. ``swap``: two cells side by side are exchanged. ``row-slip``,
``column-slip``: from some cell of a line on, all digits stand one place off, because a symbol was left out or typed twice.
``keypad``: the key beside the wanted one was hit. ``exchange``: two digits of a line are exchanged. ``digit``: any other wrong
digit. ``extra``: a digit stands where none belongs. ``slip``: a symbol was left out in one row, and one is too many in another.

Five names are for weighing only. A ``pair-across`` or ``pair-down`` is a digit that slips past an empty cell, ``swap-down`` a
swap in a column, where people do not type. A slip in a line goes on to its end, as nobody notices it before; one that ends
``within`` is two errors.
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
