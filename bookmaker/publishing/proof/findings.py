"""What a proof finds: faults and notes, each under the check that found it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

CHECKS = (
    "marks", "unique", "answers", "references", "numbering", "duplicates", "levels", "count", "contents",
    "fonts", "ink", "boxes", "margins", "type", "lines", "cover",
)  # fmt: skip
"""Every check, in the order of the certificate, which names it in the catalogues under ``proof.check.<name>``."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong (a fault), or that somebody should know (a note).

    ``file`` is the name of the file, ``page`` its page from 1, ``number`` that of the puzzle; None where it is of the whole.
    """

    check: str
    severity: Literal["fault", "note"]
    message: str
    file: str = ""
    page: int | None = None
    number: int | None = None

    def __str__(self) -> str:
        where = [self.file] if self.file else []
        where += [f"page {self.page}"] if self.page is not None else []
        where += [f"puzzle {self.number}"] if self.number is not None else []
        return f"{', '.join(where)}: {self.message}" if where else self.message

    def as_dict(self) -> dict[str, object]:
        """Its fields for JSON; those without a value are left out."""
        fields = {
            "check": self.check,
            "severity": self.severity,
            "message": self.message,
            "file": self.file or None,
            "page": self.page,
            "puzzle": self.number,
        }
        return {name: value for name, value in fields.items() if value is not None}


def listed(numbers: Iterable[int], most: int = 8) -> str:
    """Numbers in words, runs as ``3–5``: ``"1, 3–5 and 7 more"``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    parts = [str(low) if low == high else f"{low}–{high}" for low, high in runs]
    more = sum(high - low + 1 for low, high in runs[most:])
    return ", ".join(parts[:most]) + (f" and {more} more" if more else "")
