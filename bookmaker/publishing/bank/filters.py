"""Which puzzles of a bank are wanted, and what that says about its rows."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from bookmaker.logic.techniques import named
from bookmaker.publishing.bank.names import short
from bookmaker.publishing.bank.rows import Class


@dataclass(frozen=True, slots=True)
class Filter:
    """Which puzzles of a bank; None and empty take all.

    ``uses`` and ``avoids`` are names of techniques, or of families, on the path of the grade. ``score``, ``minutes`` and
    ``givens`` are (least, most). ``unused``: only what no book has printed.
    """

    kind: str | None = None
    size: int | None = None
    level: str | None = None
    hardest: str | None = None
    uses: tuple[str, ...] = ()
    avoids: tuple[str, ...] = ()
    score: tuple[int | None, int | None] = (None, None)
    minutes: tuple[int | None, int | None] = (None, None)
    givens: tuple[int | None, int | None] = (None, None)
    symmetry: str | None = None
    unused: bool = False

    def classes(self, known: Mapping[int, Class]) -> list[int]:
        """The numbers of the classes that such puzzles may be of."""
        hardest = None if self.hardest is None else {one.name for one in named(self.hardest)}
        return [
            number
            for number, one in known.items()
            if (self.kind is None or one.kind == self.kind)
            and (self.size is None or one.size == self.size)
            and (self.level is None or one.level == self.level)
            and (self.symmetry is None or one.symmetry == self.symmetry)
            and (hardest is None or one.hardest in hardest)
            and one.scores_within(*self.score)
        ]

    def conditions(self, numbers: Mapping[str, int]) -> list[str]:
        """What SQL is to ask of a row of those classes. ``numbers``: of names. What a path has to use or avoid, SQL asks in part:
        :meth:`follows` decides.
        """
        said = ["printed = 0"] if self.unused else []
        for column, (least, most), unit in (
            ("score", self.score, 1),
            ("minutes", self.minutes, 100),
            ("given", self.givens, 1),
        ):
            said += [] if least is None else [f"{column} >= {least * unit}"]
            said += [] if most is None else [f"{column} <= {most * unit}"]
        for name in self.uses:
            # The bytes of a name's number are among those of the path, though not each place where they stand is a name.
            met = [numbers[one.name] for one in named(name) if one.name in numbers]
            found = " OR ".join(f"instr(techniques, x'{short(number).hex()}')" for number in met)
            said.append(f"({found or '0'})")
        return said

    def follows(self, used: Collection[str]) -> bool:
        """Whether a path of these techniques uses and avoids what it is to."""
        return all(any(one.name in used for one in named(name)) for name in self.uses) and not any(
            one.name in used for name in self.avoids for one in named(name)
        )
