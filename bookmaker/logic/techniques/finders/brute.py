"""The writer of brute force: an answer that the solver has proven, as one instance."""

from __future__ import annotations

from bookmaker.logic.kernels.rules import Array
from bookmaker.logic.techniques.finders.board import FOUND, HEAD, OVERFLOW, Board, begin, finish, place
from bookmaker.logic.techniques.finders.decorators import int64, kernel


@kernel
def fill(board: Board, answer: Array, code: int) -> None:
    """Place all digits of ``answer`` uint8[cells] that the board does not hold yet."""
    board.marks[HEAD] = 0
    board.marks[FOUND] = 0
    board.marks[OVERFLOW] = 0
    begin(board, code)
    for cell in range(board.digits.size):
        if board.digits[cell] == 0:
            place(board, cell, int64(answer[cell]))
    finish(board)
