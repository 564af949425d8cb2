"""Names: what columns of tables and keys of objects are called, and what the name of a puzzle may hold."""

from __future__ import annotations

import re

PUZZLE = frozenset({"puzzle", "puzzles", "quiz", "quizzes", "givens", "grid", "sudoku", "board", "question", "problem"})
ANSWER = frozenset({"solution", "solutions", "answer", "answers"})
NO_ANSWER = frozenset({"0", "-", "null", "none", "nan", "n/a", "na"})
"""What programs write for no answer."""

NAMES = ("name", "title", "ptitle", "id")
"""The first of NAMES that is there counts."""

UNFIT = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]+")
"""What is no text, what a terminal would obey, and what turns the direction of the text around it."""


_RUN = ("=", "+", "-", "@", "\t", "\r")


def table_cell(text: str) -> str:
    """A text as a cell of a table, with ``'`` before what a spreadsheet would run as a formula."""
    return f"'{text}" if text.startswith(_RUN) else text


def of_table_cell(text: str) -> str:
    """The text of such a cell."""
    return text[1:] if text[:1] == "'" and text[1:].startswith(_RUN) else text


def plain_name(text: str) -> str:
    """A name as puzzles have it: single blanks, and nothing in it that is unfit."""
    return " ".join(UNFIT.sub(" ", text).split())
