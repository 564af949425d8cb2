"""Questions of a low part of the house to a higher one, which it does not know: the root of the package says who answers.

Imports point down, and a puzzle that draws itself needs the printer. So :mod:`bookmaker` names who answers before anything else
of the package is loaded, and the answering module is loaded when the first question comes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_ANSWERING: dict[str, Callable[[], Any]] = {}


def answers(name: str, load: Callable[[], Any]) -> None:
    """Let ``load`` give the module that answers the questions of this name."""
    _ANSWERING[name] = load


def module_for(name: str) -> Any:
    """The module that answers the questions of this name."""
    return _ANSWERING[name]()
