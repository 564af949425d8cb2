"""New books: an example as it is, or the one that fits a few answers, with edits for the rest.

And the books of a folder: renamed, copied, removed and put back.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from bookmaker.api import specs, views
from bookmaker.api.banks import ENDING
from bookmaker.base import output, resources
from bookmaker.base.errors import Fault, OutputError, Place, ResourceError, SpecError, UsageError
from bookmaker.base.schema import tree
from bookmaker.logic.generation.order_fields import LEVELS

TEMPLATES = (
    "starter",
    "pocket",
    "senior",
    "children",
    "killer",
    "newspaper",
    "handout",
    "course",
    "variety",
    "championship",
    "week",
    "tren",
    "poezd",
)
"""The examples that need no other file, the usual ones first."""


@dataclass(frozen=True, slots=True)
class Audience:
    """Whom a book is for: the example that it begins with, and the design of its cover."""

    template: str
    cover: str


AUDIENCES: dict[str, Audience] = {
    "adults": Audience("pocket", "pencil"),
    "large-print": Audience("senior", "large-print"),
    "children": Audience("children", "children"),
    "class": Audience("handout", "classic"),
    "paper": Audience("newspaper", "classic"),
    "club": Audience("killer", "kind"),
}
Steps = list[tuple[list[str | int], Any]]
SPEC = "book.yaml"
DATE = "2027-01-01"
"""The day that files of a new book bear where a printer wants one. It is never the clock's; the user sets it."""
MOST = 5000
"""Puzzles of a new book."""


@dataclass(frozen=True, slots=True)
class Answers:
    """Answers about a new book, None for those of the example: the name of its readers (:data:`AUDIENCES`) or of an example, size
    of the page, number of puzzles, a level or a range such as ``easy-hard``, printer and title.
    """

    audience: str | None = None
    template: str | None = None
    trim: str | None = None
    count: int | None = None
    levels: str | None = None
    printer: str | None = None
    title: str | None = None


def templates() -> Iterator[dict[str, Any]]:
    """The examples that a book may begin with: name, title, subtitle, the first sentence about each, the language, and
    ``pictured``: whether :func:`template_picture` has pages of it.
    """
    for name in TEMPLATES:
        text = _example(name)
        book = _data_of(text)["book"]
        about = " ".join(line.lstrip("# ").strip() for line in _head(text))
        about = re.split(r"(?<=[.:])\s", about, maxsplit=1)[0].rstrip(":")
        yield {
            "name": name,
            "title": book["title"],
            "subtitle": book.get("subtitle", ""),
            "about": about,
            "language": book.get("language", "en"),
            "pictured": resources.find("examples/pages", f"{name}.png") is not None,
        }


MOST_BOOKS, _DEEP = 200, 3
"""Books of a folder that are listed, and folders in each other that are looked into."""


def books_under(root: Path) -> list[tuple[Path, str]]:
    """The specs in a folder and in those inside it, each with its title. Links are not followed."""
    found: list[tuple[Path, str]] = []
    for above, folders, names in os.walk(root):
        deep = len(Path(above).relative_to(root).parts)
        folders[:] = sorted(
            one for one in folders if deep < _DEEP and not one.startswith((".", "build", "node_modules"))
        )
        for name in sorted(names):
            path = Path(above) / name
            if not name.endswith((".yaml", ".yml")) or path.is_symlink():
                continue
            try:
                text = tree.read_bytes(path)
            except SpecError:
                continue  # It is a pipe, too large, nobody's to read, or has gone.
            # Most files of YAML are other things: to read each would take long.
            if b"book:" in text and b"sections:" in text and (title := views.title_of(text)):
                found.append((path, title))
        if len(found) >= MOST_BOOKS:
            break
    return found[:MOST_BOOKS]


BIN = ".removed-books"
"""The folder, in that of the books, with a folder for each removed one: in it each file has the path that it had."""


@dataclass(frozen=True, slots=True)
class Removed:
    """A book in the bin: the ``name`` by which it is put back, the ``path`` that its spec had, and its title."""

    name: str
    path: Path
    title: str

    def as_dict(self) -> dict[str, str]:
        """The record of a book in the bin."""
        return {"path": self.path.as_posix(), "title": self.title, "removed": self.name}


def _own_folder(root: Path, path: Path) -> bool:
    """Whether a book is alone in its folder, which then is a part of it."""
    return path.parent != root and [one for one, _ in books_under(path.parent)] in ([], [path])


def belongings(root: Path, path: Path) -> list[Path]:
    """The files of a book, its spec last: all of its folder; where that is ``root`` or has other books, those that builds wrote
    and those that it alone names. Banks belong to no book: they know what was printed, also for others.
    """
    folder, text = path.parent, path.read_bytes()
    if _own_folder(root, path):
        found = _files_of(folder)
    else:
        others = b"".join(one.read_bytes() for one, _ in books_under(folder) if one != path)
        names = {one.group().decode() for one in re.finditer(rb"\b(?:own|kept)/[\w.-]+|\b[\w-]+\.jsonl\b", text)}
        found = [one for name in sorted(names) if name.encode() not in others and (one := folder / name).is_file()]
        found += _files_of(folder / "build" / path.stem)
    return [*(one for one in found if one != path and one.suffix != ENDING), path]


def _files_of(folder: Path) -> list[Path]:
    return sorted(one for one in folder.rglob("*") if one.is_symlink() or not one.is_dir())


def _moved(files: Sequence[Path], before: Path, after: Path) -> None:
    """Move files from a folder into another; each keeps its path there, and folders that they leave empty go."""
    for path in files:
        there = after / path.relative_to(before)
        there.parent.mkdir(parents=True, exist_ok=True)
        path.rename(there)
    for folder in sorted({above for one in files for above in one.parents if before in above.parents}, reverse=True):
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()


def rename_book(root: Path, path: Path, title: str) -> Path:
    """Give a book another title; returns the path of its spec, whose folder follows where the old title named it.

    Raises SpecError for a spec that cannot be read, OutputError.
    """
    old = output.stem(views.title_of(path.read_bytes()))
    specs.edit_spec(path, [{"path": ["book", "title"], "value": title}])
    named = re.fullmatch(rf"{re.escape(old)}(-\d+)?", path.parent.name)
    if not named or output.stem(title) == old or not _own_folder(root, path):
        return path
    folder = output.free(path.parent.parent, title)
    path.parent.rename(folder)
    return folder / path.name


def copy_book(root: Path, path: Path, title: str) -> Path:
    """Copy a book under another title, without its ISBN and what builds wrote; returns the path of the new spec.

    It is in a folder of its own if the book has one, else beside it. Raises SpecError for a spec without YAML, OutputError.
    """
    text = specs.read_spec(path).text
    has = [one for one in (["book", "isbn"], ["cover", "isbn"]) if _has(_data_of(text), one)]
    text = specs.edited(
        text, [{"path": ["book", "title"], "value": title}, *({"path": one, "op": "unset"} for one in has)]
    )
    if not _own_folder(root, path):
        made = output.free(path.parent, title, path.suffix)
        output.commit({made: text.encode()})
        return made
    folder = output.free(path.parent.parent, title)
    kept = [one for one in belongings(root, path)[:-1] if "build" not in one.relative_to(path.parent).parts[:1]]
    output.commit({folder / one.relative_to(path.parent): one.read_bytes() for one in kept if one.is_file()})
    output.commit({folder / path.name: text.encode()})
    return folder / path.name


def remove_book(root: Path, path: Path) -> Removed:
    """Put a book into the bin of the folder of books, its spec last: a removal that was cut off is taken up by the next."""
    title, own = views.title_of(path.read_bytes()), path.relative_to(root)
    stem = own.as_posix().replace("/", "~")
    turns = (stem if turn == 1 else f"{stem}~{turn}" for turn in count(1))
    name = next(one for one in turns if not (root / BIN / one / own).exists())
    _moved(belongings(root, path), root, root / BIN / name)
    return Removed(name, own, title)


def removed_books(root: Path) -> list[Removed]:
    """The books in the bin."""
    places = sorted((root / BIN).iterdir()) if (root / BIN).is_dir() else []
    found = ((place, books_under(place)) for place in places if place.is_dir())
    return [Removed(at.name, path.relative_to(at), title) for at, books in found for path, title in books[:1]]


def restore_book(root: Path, name: str) -> Path:
    """Put a book of the bin back where it was; returns the path of its spec. Raises UsageError for a name that is not in the bin,
    OutputError, and moves nothing, if another file is in the place of one.
    """
    found = next((one for one in removed_books(root) if one.name == name), None)
    if found is None:
        raise UsageError(f"no book in the bin is called {name}")
    place = root / BIN / name
    files = sorted(_files_of(place), key=lambda one: one == place / found.path)
    taken = next((there for one in files if (there := root / one.relative_to(place)).exists()), None)
    if taken is not None:
        raise OutputError(
            Fault("is there again, so that the book cannot be put back", Place(str(taken)), "rename it first")
        )
    _moved(files, place, root)
    place.rmdir()
    return root / found.path


def empty_bin(root: Path) -> None:
    """Delete the books in the bin for good."""
    shutil.rmtree(root / BIN, ignore_errors=True)


def printer_titles() -> dict[str, str]:
    """The printers by name, with the names that people know."""
    from bookmaker.printing import printers

    return {name: printers.find(name).title for name in printers.names()}


def template_picture(name: str) -> bytes:
    """Pages of an example side by side, as PNG: what ``make pictures`` draws. Raises UsageError for a name without one."""
    return _picture(name, name if name in TEMPLATES else "")


def style_picture(name: str) -> bytes:
    """Pages in a packaged style side by side, as PNG. Raises UsageError for a name without a picture."""
    from bookmaker.printing.styles import style

    return _picture(name, f"style-{name}" if name in style.names() else "")


def _picture(name: str, file: str) -> bytes:
    path = resources.find("examples/pages", f"{file}.png") if file else None
    if path is None:
        raise UsageError(f"{name!r} has no picture")
    return path.read_bytes()


def _data_of(text: str) -> dict[str, Any]:
    """The data of the text of a spec. Raises SpecError for a text that cannot be read."""
    model = views.spec_model(text.encode())
    if model is None:
        raise SpecError("the text cannot be read as YAML")
    data: dict[str, Any] = model["data"]
    return data


def _head(text: str) -> list[str]:
    lines = text.split("\n")
    return lines[: next(at for at, line in enumerate(lines) if not line.startswith("#"))]


def _example(name: str) -> str:
    path = resources.find("examples", f"{name}.yaml")
    if path is None:
        raise ResourceError(f"examples/{name}.yaml is missing from this installation")
    return path.read_text(encoding="utf-8")


def new_book(folder: Path, answers: Answers, seed: int) -> Path:
    """Write the spec of a new book, and its schema for editors, into a folder; returns the path of the spec.

    Raises OutputError if the folder has a book already, UsageError for an answer that does not fit.
    """
    from bookmaker.publishing.book.spec import spec_file

    path = folder / SPEC
    if path.exists():
        raise OutputError(Fault("is there already", Place(str(path)), "take another folder, or move it away"))
    schema = json.dumps(specs.spec_schema(), ensure_ascii=False).encode()
    output.commit({path: new_text(answers, seed).encode(), path.with_name(spec_file.SCHEMA_FILE): schema})
    return path


def new_text(answers: Answers, seed: int) -> str:
    """The text of a new spec. Raises UsageError for an answer that does not fit."""
    from bookmaker.publishing.book.spec import spec_file

    if answers == Answers():
        return spec_file.starter_text(seed)
    if answers.template is not None and answers.audience is not None:
        raise UsageError("a book begins with an example or with its readers: name one of the two")
    known = AUDIENCES.get(answers.audience or "adults")
    if known is None:
        raise UsageError(f"a book is for one of {', '.join(AUDIENCES)}, not {answers.audience!r}")
    name = answers.template or known.template
    if name not in TEMPLATES:
        raise UsageError(f"{name!r} is not among the examples: {', '.join(TEMPLATES)}")
    text = _example(name).replace(f"examples/{name}.yaml", SPEC)
    if name == "starter":
        text = spec_file.starter_text(seed)
    else:
        text = f"# yaml-language-server: $schema={spec_file.SCHEMA_FILE}\n{text}"
    made = _with(text, _edits(text, answers, known, seed))
    try:
        return _sound(made)
    except SpecError:
        # On a page of another size the grids of the example may be too small in its layouts: the book then has the usual ones.
        layouts = [at for at, one in enumerate(_data_of(made)["sections"]) if "layout" in one]
        if answers.trim is None or not layouts:
            raise
        return _sound(_with(made, [(["sections", at, "layout"], None) for at in layouts]))


def _with(text: str, edits: Steps) -> str:
    return specs.edited(text, [{"path": path, "value": value} for path, value in edits])


def _sound(text: str) -> str:
    """The text, if its pages and its printer fit each other. Raises SpecError."""
    from bookmaker.publishing.book.spec import spec_file
    from bookmaker.publishing.documents.spec_check import check_contents

    check_contents(spec_file.load(SPEC, data=text.encode()), lenient=False)
    return text


def _edits(text: str, answers: Answers, audience: Audience, seed: int) -> Steps:
    data = _data_of(text)
    edits: Steps = [(["seed"], seed)]
    sections = data["sections"]
    levels = None if answers.levels is None else _levels(answers.levels)
    if levels is not None:
        sections, more = _rising(sections, levels)
        edits += more
    if answers.count is not None:
        edits += _counted(sections, answers.count)
    if answers.title is not None:
        edits.append((["book", "title"], answers.title))
    if answers.title is not None or answers.count is not None:
        # It says how many there are, or goes with the title of the example.
        edits.append((["book", "subtitle"], None))
    if answers.trim is not None:
        edits.append((["page", "trim"], answers.trim))
    if answers.printer is not None:
        from bookmaker.printing import printers

        edits.append((["print", "for"], [answers.printer]))
        if printers.find(answers.printer).file.standard == "pdf-x-1a":
            edits.append((["date"], DATE))
        if any(binding.cover is not None for binding in printers.find(answers.printer).bindings):
            edits.append((["cover"], {"design": audience.cover}))
        else:
            edits.append((["cover"], None))
    return [(path, value) for path, value in edits if value is not None or _has(data, path)]


def _has(data: Any, path: Sequence[str | int]) -> bool:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError):
            return False
    return True


def _levels(text: str) -> list[str]:
    """``easy-hard`` -> easy, medium, hard."""
    first, _, last = text.partition("-")
    last = last or first
    if not {first, last} <= set(LEVELS) or LEVELS.index(first) > LEVELS.index(last):
        raise UsageError(f"levels are such as easy or easy-hard, of {', '.join(LEVELS)}; not {text!r}")
    return list(LEVELS[LEVELS.index(first) : LEVELS.index(last) + 1])


def _rising(sections: list[Any], levels: Sequence[str]) -> tuple[list[Any], Steps]:
    """The sections that stay, and the edits by which they rise from the first level to the last."""
    if any("difficulty" not in one.get("puzzles", {}) for one in sections):
        if tuple(levels) != ("easy",):
            raise UsageError("this book rises by its own steps: leave the levels out, or say easy")
        return sections, []
    kept = sections[: len(levels)]
    edits: Steps = []
    # From the last on, so that positions stay as they are.
    edits += [(["sections", at], None) for at in reversed(range(len(kept), len(sections)))]
    for at in range(len(kept)):
        own = levels[at * len(levels) // len(kept) : (at + 1) * len(levels) // len(kept)]
        if own != [kept[at]["puzzles"]["difficulty"]]:
            edits.append((["sections", at, "puzzles", "difficulty"], own[0] if len(own) == 1 else list(own)))
            edits.append((["sections", at, "intro"], None))
    return kept, edits


def _counted(sections: Sequence[Any], count: int) -> Steps:
    """The edits that give a book ``count`` puzzles in all; each section keeps its share."""
    shares = [one.get("puzzles", {}).get("count", 0) for one in sections]
    if not len(sections) <= count <= MOST or not all(shares):
        raise UsageError(f"a book of these sections has from {len(sections)} to {MOST:,} puzzles, not {count}")
    counts = [max(1, count * share // sum(shares)) for share in shares]
    while sum(counts) != count:
        step = 1 if sum(counts) < count else -1
        at = max(
            (place for place in range(len(counts)) if counts[place] + step),
            key=lambda place: step * (count * shares[place] / sum(shares) - counts[place]),
        )
        counts[at] += step
    found: Steps = [(["sections", at, "puzzles", "count"], own) for at, own in enumerate(counts)]
    return found
