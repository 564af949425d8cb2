"""Puzzles that were dropped or pasted: read in a child process, and kept until the studio ends or they are taken away.

Files lie in a private folder, under their names as far as these have plain letters, so that messages name them.
"""

from __future__ import annotations

import re
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePath
from typing import Any

from bookmaker.base.errors import Fault, UsageError
from bookmaker.studio.child import Child

MOST_FILES, MOST_FILE, MOST_PUZZLES = 200, 32 << 20, 10_000
"""Files of one drop, bytes of one, and puzzles."""
MOST_SECONDS = 1200
"""Of the processor, for one drop."""
_SHOWN = (
    "source",
    "file",
    "who",
    "name",
    "puzzle",
    "kind",
    "size",
    "frame",
    "status",
    "solutions",
    "faults",
    "solution",
)
_GRADE = ("level", "label", "score", "minutes", "hardest")


@dataclass
class Item:
    """A puzzle: its ``record``, the ways to mend it (None while they are sought), and the record of the mended one.

    ``own``: the answer that came with it, "" if none did, None while answers are being read.
    """

    id: int
    record: dict[str, Any]
    drop: _Drop
    own: str | None = None
    mends: list[dict[str, Any]] | None = None
    mended: dict[str, Any] | None = None
    chosen: int | None = None

    @property
    def final(self) -> dict[str, Any]:
        """The record of the puzzle as it is now."""
        return self.mended or self.record

    @property
    def sound(self) -> bool:
        """Whether it is proper now, its answer its own, and no copy of another."""
        return self.final["status"] == "proper" and self.final["sound"] and self.record["copy_of"] is None

    def as_dict(self) -> dict[str, Any]:
        """The fields that the page gets; the grade is that of the mended puzzle."""
        shown = {name: self.record.get(name) for name in _SHOWN} | {name: self.final.get(name) for name in _GRADE}
        mended = None if self.mended is None else self.mended["puzzle"]
        own = {"id": self.id, "number": self.number, "sound": self.final["sound"], "copy_of": self.record["copy_of"]}
        return {**shown, **own, "mended": mended, "chosen": self.chosen}

    @property
    def number(self) -> int:
        """The number that the report and the key name it by: among all puzzles that were dropped, read or not."""
        return int(self.drop.before + self.record["number"])

    @property
    def key_entry(self) -> dict[str, Any]:
        """What :func:`bookmaker.api.intake.key` takes."""
        left = "copy" if self.record["copy_of"] is not None else "answer" if not self.final["sound"] else ""
        left = left if self.final["status"] == "proper" else ""
        names = {name: self.record[name] for name in ("name", "file", "who")}
        return {**names, "number": self.number, "object": self.final["object"], "left": left}

    def set_wrong(self, fault: dict[str, Any]) -> None:
        """Take the fault of its answer, which came apart from it."""
        self.record = {**self.record, "faults": [fault, *self.record["faults"]], "sound": False}


@dataclass
class _Drop:
    folder: Path
    names: list[str]
    child: Child
    before: int
    """How many puzzles there are in the drops before, so far."""
    count: int = 0
    items: list[int] = field(default_factory=list)
    """The items of the puzzles, in their order."""
    numbers: set[int] = field(default_factory=set)
    """Those of the puzzles that were read, here and in ``faults`` without those of the drops before."""
    faults: list[dict[str, Any]] = field(default_factory=list)
    ended: bool = False


class Intake:
    """All of them. ``publish(name, data)`` is called with news."""

    def __init__(self, publish: Callable[[str, dict[str, Any]], None], jobs: int) -> None:
        self._publish, self._jobs = publish, jobs
        self._lock = threading.RLock()
        self._private: Path | None = None
        self._items: dict[int, Item] = {}
        self._forms: dict[str, int] = {}
        self._drops: list[_Drop] = []
        self._working = 0
        self._last = self._count = 0

    def end(self) -> None:
        """Stop all work, and delete the files."""
        self.clear()
        if self._private is not None:
            shutil.rmtree(self._private, ignore_errors=True)

    @property
    def _folder(self) -> Path:
        if self._private is None:
            self._private = Path(tempfile.mkdtemp(prefix="bookmaker-studio-"))
        return self._private

    def state(self) -> dict[str, Any]:
        """All puzzles."""
        with self._lock:
            items = [one.as_dict() for one in self._items.values()]
            faults = sorted(self._all_faults(), key=lambda one: bool(one.get("note")))
            return {"state": "reading" if self._working else "ready", "faults": faults[:500], "items": items}

    def _all_faults(self) -> Iterator[dict[str, Any]]:
        """What could not be read, or was guessed; with the ``number`` of a puzzle that it is the first to cost, else None."""
        for drop in self._drops:
            seen = {None, *drop.numbers}
            for one in drop.faults:
                new = not one.get("note") and one.get("number") not in seen
                yield {**one, "number": drop.before + one["number"] if new else None}
                seen.add(one.get("number") if new else None)

    def unread(self) -> list[tuple[int, str]]:
        """The numbers and files of the puzzles that could not be read."""
        with self._lock:
            found = {one["number"]: PurePath(one["path"] or "").name for one in self._all_faults() if one["number"]}
        return sorted(found.items())

    def add(self, files: Sequence[tuple[str, bytes]]) -> dict[str, Any]:
        """Read files, by name and content. Raises UsageError for too many, and for too large ones."""
        if not 0 < len(files) <= MOST_FILES:
            raise UsageError(f"drop from 1 to {MOST_FILES} files at a time")
        for name, content in files:
            if len(content) > MOST_FILE:
                raise UsageError(f"{name[:100]}: a file may have {MOST_FILE >> 20} MB")
        with self._lock:
            self._count += 1
            folder = self._folder / str(self._count)
            folder.mkdir(mode=0o700)
            # One name names one file, also in the report of several drops.
            others = [name for drop in self._drops for name in drop.names]
            names: list[str] = []
            for name, content in files:
                own = _plain_name(name, [*others, *names])
                (folder / own).write_bytes(content)
                names.append(own)
            before = sum(drop.count for drop in self._drops)
            room = MOST_PUZZLES - len(self._items)
            wish = {"names": names, "jobs": self._jobs, "most": max(room, 0)}
            drop = _Drop(folder, names, Child("read", wish, MOST_SECONDS, folder), before)
            self._drops.append(drop)
            self._working += 1
            threading.Thread(target=self._follow, args=(drop,), daemon=True).start()
            return self.state()

    def _follow(self, drop: _Drop) -> None:
        for news in drop.child.news():
            with self._lock:
                if drop not in self._drops:
                    continue
                if "faults" in news:
                    drop.faults += news["faults"]
                elif "record" in news:
                    self._take(drop, news["record"])
            self._say()
        with self._lock:
            drop.ended = True
            self._working -= drop in self._drops
        self._say()

    def _take(self, drop: _Drop, record: dict[str, Any]) -> None:
        if "fault" in record:
            drop.faults.append(record["fault"])
        elif "of" in record:
            item = self._items.get(drop.items[record["of"]])
            if item is None:
                return
            if "wrong" in record:
                item.set_wrong(record["wrong"])
            elif "own" in record:
                item.own = record["own"] or ""
            elif item.mends is None:
                item.mends = record["mends"]
        elif "count" in record:
            self._count_to(drop, record["count"])
        else:
            self._last += 1
            # The reading knows the copies within a drop; those of an earlier one, if it is still here, are found by their form.
            first = self._items.get(self._forms.setdefault(record["form"], self._last))
            if first is None:
                self._forms[record["form"]] = self._last
            elif record["copy_of"] is None:
                record["copy_of"] = f"the same puzzle as {first.record['source']}, or one turned or relabelled"
            self._items[self._last] = Item(self._last, record, drop)
            drop.items.append(self._last)
            drop.numbers.add(record["number"])
            self._count_to(drop, record["number"])

    def _count_to(self, drop: _Drop, count: int) -> None:
        more, drop.count = count - drop.count, count
        for later in self._drops[self._drops.index(drop) + 1 :]:
            later.before += more

    def _say(self) -> None:
        self._publish("desk", {"state": "reading" if self._working else "ready", "items": len(self._items)})

    def item(self, number: int) -> Item:
        """One puzzle. Raises UsageError for a number that there is not."""
        with self._lock:
            found = self._items.get(number)
        if found is None:
            raise UsageError("this puzzle is not here any more")
        return found

    def seek(self, item: Item) -> list[dict[str, Any]] | None:
        """The ways to mend a puzzle, which are sought now if the reading has not come to them; None while it is not known what
        else was sent in, by which they are judged.
        """
        if item.mends is None and item.record["status"] in ("several", "none", "broken"):
            from bookmaker.api import intake

            with self._lock:
                if item.own is None and not item.drop.ended:
                    return None
                held = [self._items[one] for one in item.drop.items if one in self._items]
                beside = [one.record["object"] for one in held if one.record["file"] == item.record["file"]]
            item.mends = intake.mends(item.record["object"], item.own or None, beside)
        if item.mends is None and not item.record["sound"]:
            from bookmaker.api import intake

            item.mends = [intake.without_answer(item.record["object"])]
        return item.mends or []

    def mend(self, item: Item, number: int | None, cells: str | None) -> None:
        """Mend a puzzle in one of these ways, or by other givens; without both as it came. Raises UsageError."""
        from bookmaker.api import intake

        if cells is not None:
            item.mended, item.chosen = intake.judgement(item.record["object"], cells, 5.0), None
        elif number is None:
            item.mended = item.chosen = None
        else:
            found = next((one for one in self.seek(item) or () if one["number"] == number), None)
            if found is None:
                raise UsageError(f"this puzzle has no mend {number}")
            item.mended, item.chosen = intake.judgement(found["object"], None, 5.0), number

    def clear(self, number: int | None = None) -> dict[str, Any]:
        """Take a puzzle away, or all of them, and stop the reading."""
        with self._lock:
            if number is not None:
                self._items.pop(number, None)
                return self.state()
            for drop in self._drops:
                drop.child.end()
                shutil.rmtree(drop.folder, ignore_errors=True)
            self._drops, self._working = [], 0
            self._items, self._forms = {}, {}
        self._say()
        return self.state()

    def sound(self) -> list[dict[str, Any]]:
        """The puzzles that are proper now, as objects. Raises UsageError if there are none."""
        with self._lock:
            found = [one.final["object"] for one in self._items.values() if one.sound]
        if not found:
            raise UsageError(Fault("no puzzle is in order yet", None, "mend one first"))
        return found

    def key_entries(self) -> list[dict[str, Any]]:
        """All puzzles as they are now, for their key. Raises UsageError if none is in order."""
        self.sound()
        with self._lock:
            return [one.key_entry for one in self._items.values()]

    def report(self, language: str) -> bytes:
        """The letters to the senders, in a language: what ``verify --report --mended`` writes of the files and the mends."""
        with self._lock:
            drops = list(self._drops)
            mended = {str(one.number): one.mended["puzzle"] for one in self._items.values() if one.mended is not None}
        if not drops:
            raise UsageError("drop some puzzles first")
        folder = self._folder / "report"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(mode=0o700)
        names: list[str] = []
        for drop in drops:
            for name in drop.names:
                shutil.copyfile(drop.folder / name, folder / name)
                names.append(name)
        for news in Child(
            "report", {"names": names, "language": language, "mended": mended}, MOST_SECONDS, folder
        ).news():
            if "faults" in news:
                raise UsageError([Fault(one["message"]) for one in news["faults"]])
        return (folder / "report.html").read_bytes()


def _plain_name(name: str, taken: Sequence[str]) -> str:
    """A name without anything that a system or a command could take for more than a name."""
    stem, dot, ending = re.split(r"[\\/]", name)[-1][-80:].rpartition(".")
    plain = [re.sub(r"[^\w-]+", "-", part).strip("-") for part in (stem, ending)]
    ending = f".{plain[1]}" if dot and plain[1] else ""
    stem = plain[0] or (plain[1] if not dot else "") or "file"
    made, turn = f"{stem}{ending}", 1
    while made in taken:
        turn += 1
        made = f"{stem}-{turn}{ending}"
    return made
