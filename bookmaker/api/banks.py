"""Banks of puzzles to look into, and files of puzzles for a section of a book."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bookmaker.base import output
from bookmaker.base.errors import BookmakerError, Fault, UsageError

if TYPE_CHECKING:
    from bookmaker.publishing.bank.rows import Stored

ENDING, MOST_BANKS, _DEEP = ".bank", 50, 3


def stored_record(stored: Stored) -> dict[str, Any]:
    """A puzzle of a bank: what ``bank find --json`` prints."""
    from bookmaker.formats.apps.json_files import as_object
    from bookmaker.puzzles.grid.puzzle import cells_text

    return {
        **as_object(stored.puzzle),
        "puzzle": str(stored.puzzle),
        "solution": cells_text(stored.solution),
        "level": stored.level,
        "label": stored.label,
        "score": stored.score,
        "hardest": stored.hardest,
        "techniques": stored.techniques,
        **stored.time.as_dict(),
        "symmetry": stored.symmetry,
        "seed": stored.seed,
        "version": stored.version,
        "printed": stored.printed,
    }


def banks_under(root: Path) -> list[tuple[Path, int]]:
    """The banks in a folder and in those inside it, each with the number of its puzzles. Links are not followed."""
    from bookmaker.publishing.bank.bank import Bank
    from bookmaker.publishing.bank.bank_tables import Filter

    found: list[tuple[Path, int]] = []
    for above, folders, names in os.walk(root):
        deep = len(Path(above).relative_to(root).parts)
        folders[:] = sorted(one for one in folders if deep < _DEEP and not one.startswith("."))
        for name in sorted(names):
            path = Path(above) / name
            if not name.endswith(ENDING) or path.is_symlink() or len(found) >= MOST_BANKS:
                continue
            try:
                with Bank(path) as bank:
                    found.append((path, bank.count(Filter())))
            except BookmakerError:
                continue  # It is another thing of this name.
    return found


def search(
    path: Path,
    *,
    kind: str | None = None,
    size: int | None = None,
    level: str | None = None,
    hardest: str | None = None,
    uses: tuple[str, ...] = (),
    unused: bool = False,
    start: int = 0,
    most: int = 50,
) -> tuple[int, list[dict[str, Any]]]:
    """How many puzzles of a bank meet the filters, and ``most`` of them from ``start`` on: the records of ``bank find --json``,
    each with ``where`` it was printed, in words. Raises UsageError for a level or technique that does not exist, InputError.
    """
    from bookmaker.publishing.bank.bank import Bank
    from bookmaker.publishing.bank.bank_tables import Filter
    from bookmaker.publishing.bank.days import place_printed

    wanted = Filter(kind=kind, size=size, level=level, hardest=hardest, uses=uses, unused=unused)
    try:
        with Bank(path) as bank:
            count = bank.count(wanted)
            found = list(islice(bank.find(wanted, start + most), start, None))
            printed = bank.known([one.identity for one in found])
    except (KeyError, ValueError) as error:
        raise UsageError(Fault(f"these filters name something that is not known: {error}")) from None
    places = [[place_printed(place) for place in printed.get(one.identity, ())] for one in found]
    return count, [{**stored_record(one), "where": where} for one, where in zip(found, places, strict=True)]


def section_file(folder: Path, title: str, puzzles: Iterable[Mapping[str, Any]]) -> Path:
    """Write puzzles, as objects, into a new file of a folder, named after a section. Raises OutputError."""
    path = output.free(folder, title, ".jsonl", "puzzles")
    output.commit({path: "".join(f"{json.dumps(dict(one), ensure_ascii=False)}\n" for one in puzzles).encode()})
    return path


def stock_section(
    spec: Path, bank: Path, title: str, count: int, kind: str | None, level: str | None
) -> dict[str, Any]:
    """A section that takes ``count`` unprinted puzzles of a bank: from the bank itself where it is that of the book's series,
    which then records them; else from a file that is written beside the spec. Raises UsageError if there are too few.
    """
    from bookmaker.publishing.book.spec import spec_file

    series = spec_file.load(spec).series
    if series is not None and (spec.parent / series.bank).resolve() == bank.resolve():
        wish = {"stock": True, "count": count, "kind": kind, "difficulty": level}
        return {"title": title, "puzzles": {name: value for name, value in wish.items() if value is not None}}
    there, found = search(bank, kind=kind, level=level, unused=True, most=count)
    if len(found) < count:
        raise UsageError(Fault(f"the bank has {there} such puzzles that no book has printed", None, "ask for fewer"))
    return from_file(spec.parent, title, found)


def from_file(folder: Path, title: str, puzzles: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """A section with puzzles of a file that is written into a folder."""
    return {"title": title, "puzzles": {"from": section_file(folder, title, puzzles).name}}
