"""bookmaker: printable puzzle books from a YAML spec, every puzzle proven and graded.

The names below load what they need when they are first used: importing the package costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bookmaker.api import build, count_solutions, explain, fix, generate, grade, hint, read, solve, verify

__version__ = "0.5.0"

__all__ = ["build", "count_solutions", "explain", "fix", "generate", "grade", "hint", "read", "solve", "verify"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from bookmaker import api

        return getattr(api, name)
    raise AttributeError(f"module 'bookmaker' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *__all__]
