"""The JSON Schema of each record that commands print with ``--json``, one for each thing, with a version.

A record may get further fields; those named here stay, and so does their meaning, as long as its version is the same. Nothing is
imported here: ``bookmaker schema --record`` answers at once.
"""

from __future__ import annotations

from typing import Any

VERSION = 1
"""Of all records: it grows when a field goes or changes."""

_TYPES = {"text": "string", "whole": "integer", "number": "number", "flag": "boolean", "object": "object"}


def _shape(said: str) -> dict[str, Any]:
    """``[text]`` is a list, ``{whole}`` an object with any names, ``<fault>`` another record, and ``text|null`` may be null."""
    null = said.endswith("|null")
    said = said.removesuffix("|null")
    if said.startswith("["):
        shape: dict[str, Any] = {"type": "array", "items": _shape(said[1:-1])}
    elif said.startswith("{"):
        shape = {"type": "object", "additionalProperties": _shape(said[1:-1])}
    elif said.startswith("<"):
        shape = {"$ref": f"#/$defs/{said[1:-1]}"}
    elif said == "any":
        return {}
    else:
        shape = {"type": _TYPES[said]}
    return {"anyOf": [shape, {"type": "null"}]} if null else shape


_SOURCE = {
    "source": "text|null: its file and line",
    "puzzle": "text: its cells in reading order, a dot for an empty one",
    "name?": "text: its name",
    "boxes?": "text: rows by columns of a box where these are not the usual ones",
}
_TIME = {
    "minutes": "number|null: the expected minutes of an average solver, where times of many such puzzles are known",
    "minutes_80": "number|null: the minutes after which four of five are done",
    "minutes_range": "[number|null]|null: the least and the most minutes",
    "basis": "text|null: measured, anchored, bound or none",
}
_GRADE = {
    "level": "text|null: the level of the hardest technique",
    "label": "text|null: the level as readers see it",
    "score": "whole|null: the effort of the path",
    "hardest": "text|null: the hardest technique",
    "techniques": "{whole}: how many steps of each, easiest first",
    "rounds": "whole|null: how often a person goes over the grid",
    "narrowest": "whole|null: the fewest ways to go on at any point",
    **_TIME,
    "estimates": "object|null: those of HoDoKu and Sudoku Explainer",
}
_PUZZLE = {
    "kind?": "text: its kind; left out, classic",
    "size?": "whole: its size",
    "boxes?": "text: rows by columns of a box",
    "regions?": "text: the region of each cell",
    "cages?": "[<cage>]: the cages of a Killer",
    "clues?": "[object]: its marks besides givens and cages",
}
_FILES = {"files": "[<file>]: the files that were written"}
_NOTES = {"notes": "[text]: things worth knowing, none of them a fault"}
_MADE = {
    "rows": "whole: how many the bank has of this order",
    "new": "whole: how many of them are new",
    "rejected": "{whole}: how many were there already (repeats), and how many could not be made (unmade)",
    "levels": "{whole}: how many of each level",
    "hardest": "{whole}: how many by their hardest technique",
    "givens": "{whole}: how many by their number of givens",
}

RECORDS: dict[str, tuple[str, dict[str, str]]] = {
    "file": ("A file that was written.", {"path": "text: its path", "bytes": "whole: its size", "pages?": "whole: its pages"}),
    "written": ("The files that a command wrote.", {**_FILES}),
    "fault": (
        "One thing that is wrong, with its place.",
        {
            "path": "text|null: the file",
            "line": "whole|null: its line, from 1 on",
            "column": "whole|null: the column, from 1 on",
            "message": "text: the fault in words",
            "advice": "text: how to mend it, or empty",
        },
    ),
    "edited": (
        "A spec after edits.",
        {
            "path": "text: the file",
            "hash": "text: the SHA-256 of its bytes",
            "edits": "whole: how many edits were made",
            "changed": "flag: whether its text is another now",
        },
    ),
    "completions": (
        "The keys and values that may be written at a place of a spec.",
        {
            "path": "[any]: the keys, and positions in lists, that lead to the place",
            "start": "whole: the character, from 0, where the word begins that is there",
            "end": "whole: and where it ends",
            "items": "[object]: each with label, text, kind (key, value or file), about, and default",
        },
    ),
    "meaning": (
        "The meaning of a key or a value of a spec.",
        {
            "path": "[any]: the keys, and positions in lists, that lead to it",
            "start": "whole: the character, from 0, where it begins",
            "end": "whole: and where it ends",
            "label": "text: the key or the value",
            "about": "text: its meaning",
            "values": "[text]: the values that it may have, as far as they are listed",
            "default": "text|null: its value where it is left out",
        },
    ),
    "puzzle-fault": (
        "One thing that is wrong with a puzzle.",
        {"code": "text: its name for programs", "cells": "[text]: its cells, such as r1c1", "message": "text: in words"},
    ),
    "cage": ("A cage of a Killer.", {"sum": "whole|null: its sum", "cells": "[text]: its cells"}),
    "puzzle": (
        "A puzzle: see docs/json.md.",
        {
            "puzzle": _SOURCE["puzzle"],
            **_PUZZLE,
            "solution?": "text: its answer",
            "name?": "text: its name",
            "candidates?": "[whole]: a bit for each candidate of each cell",
        },
    ),
    "solve": (
        "The solutions of a puzzle.",
        {
            **_SOURCE,
            "solutions": "whole|null: how many there are, up to the limit; null if that was not decided",
            "limit": "whole: how many were looked for",
            "solution": "text|null: the solution, if there is exactly one",
            "guesses?": "whole: guesses of the search, with --stats",
            "depth?": "whole|null: guesses on the way to the solution",
            "deepest?": "whole: the most guesses at once",
        },
    ),
    "bench": (
        "One way of the search, over all puzzles.",
        {
            "way": "text: its name",
            "puzzles": "whole: how many were searched",
            "given_up": "whole: how many were not decided in time",
            "seconds": "number: the time of all, by the clock",
            "median_guesses": "number: the median of the guesses",
            "most_guesses": "whole: the most guesses",
            "deepest": "whole: the most guesses at once",
        },
    ),
    "grade": (
        "The grade of a puzzle.",
        {**_SOURCE, **_GRADE, "error?": "text: why it has none", "publish?": "object: notes for editors, with --publish"},
    ),
    "verify": (
        "The faults of a puzzle.",
        {
            **_SOURCE,
            "puzzle": "text|null: its cells; null for what could not be read",
            "status": "text: proper, several, none, broken, undecided; answer, note or picture for something else than a puzzle",
            "solutions?": "whole: how many there are, up to the limit",
            "faults": "[<puzzle-fault>]: its faults",
            "examples?": "[text]: two of several solutions",
            "prover?": "text: who decided, if not this program's own search",
            "answer?": "text: an answer that fits no puzzle",
            "weighty?": "flag: whether a note may change a puzzle",
            "message?": "text: the words of a note",
            "picture?": "object: a grid in a picture: its corners, turn, cells that proof settled or that are not sure, sha256",
        },
    ),
    "fix": (
        "A mended puzzle.",
        {
            **_SOURCE,
            "method": "text: how it was mended",
            "status": "text: that of the verdict on it",
            "solutions": "whole|null: how many it had",
            "added": "[object]: the givens that were added",
            "dropped": "[object]: the givens that were left out",
            "changed": "[object]: the givens that were changed",
            "rule": "text|null: the rule that was added",
            "result": "text|null: the mended puzzle",
            "proven_minimal": "flag: whether no smaller mend exists",
            "least": "whole|null: how many givens it lacks at least",
            "alternatives": "whole: how many mends are as small",
            "ways": "[[object]]: these, the first of them",
            "alternatives_complete": "flag: whether these are all",
            "chain": "text|null: the steps of the published method",
            "rules": "[object]: rules under which it may be proper",
            "corrections": "[object]: likely slips of the pen, the likeliest first",
            "drops": "[[object]]: the fewest givens to leave out",
            "sums": "[object]: cages that were given another sum",
            "cages": "object|null: how cages were changed",
            "cage_mends": "[object]: ways to change cages",
            "clue": "object|null: how a clue was changed",
            "clue_mends": "[object]: ways to change a clue",
            "faults": "[<puzzle-fault>]: its faults before",
            "note": "text|null: advice",
            "before": "object|null: its solutions and its grade before",
            "after": "object|null: the same afterwards",
            "branches?": "text|null: the choices of the published method, with --all-chains",
            "chains?": "[object]|null: the steps of each way through it",
            "chains_complete?": "flag|null: whether every choice was followed",
        },
    ),
    "generate": (
        "A made puzzle.",
        {"puzzle": _SOURCE["puzzle"], "solution": "text: its answer", "seed": "whole|null: the seed that made it", **_PUZZLE,
         "name?": "text: its name", **_GRADE},
    ),
    "explain": (
        "The way to the answer of a puzzle.",
        {
            **_SOURCE,
            "language?": "text: the language of its words",
            "path?": "text: reader or grade",
            "solved?": "flag: whether the techniques finish it",
            "rounds?": "whole: how many rounds there are",
            "hardest?": "text|null: the hardest technique",
            "steps": "[<step>]|null: its steps, in order",
            "error?": "text: why it has none",
        },
    ),
    "step": (
        "A step of a solution.",
        {
            "round": "whole: its round",
            "technique": "text: its technique",
            "name": "text: the name of that, in the language of the words",
            "placements": "[object]: the digits that it places",
            "eliminations": "[object]: the candidates that it removes",
            "text": "text: the step in words",
            "notation": "text: the step as the literature writes it",
            "pattern": "[object]: the candidates that it rests on",
            "houses": "[object]: the houses of these",
            "clues": "[object]: the clues of these",
            "reasons": "[object]: why it holds",
        },
    ),
    "hint": (
        "The next step of a puzzle.",
        {**_SOURCE, "language": "text: the language", "text": "text: the hint", "step": "<step>|null: the whole step"},
    ),
    "canon": ("The canonical form of a puzzle.", {**_SOURCE, "canonical": "text: the form"}),
    "technique": (
        "A technique.",
        {
            "technique": "text: its name for programs",
            "level": "text: its level",
            "score": "whole: the effort of a step",
            "name": "text: its name in the language",
            "text?": "[text]: how it works",
            "example?": "object|null: a puzzle that needs it",
        },
    ),
    "kind": (
        "A kind of puzzle.",
        {
            "kind": "text: its name",
            "rules": "[text]: the rules that it is made of",
            "sizes": "[whole]: the sizes that exist",
            "made": "[whole]: the sizes that can be made",
            "rule": "text: its rule in words, or empty for the classic one",
        },
    ),
    "style": ("A style of books.", {"style": "text: its name", "about": "text: its use"}),
    "design": (
        "A design of covers.",
        {
            "design": "text: its name",
            "about": "text: its use",
            "palettes": "[text]: its colours, by name",
            "photo": "flag: whether it needs a picture of one's own",
        },
    ),
    "check": (
        "A checked spec.",
        {
            "spec": "text: its path",
            "sound": "flag: whether it has no fault",
            "faults": "[<fault>]: its faults",
            **_NOTES,
            "editions": "[<edition>]: what each printer is going to print",
        },
    ),
    "edition": (
        "A book for one printer, before its puzzles are made.",
        {
            "printer": "text: the printer",
            "trim": "text: the size of its pages",
            "binding": "text: its binding",
            "paper": "text: its paper",
            "pages": "whole: its pages, or the least",
            "exact": "flag: whether they are known",
            "likely": "whole|null: about how many there will be",
            "gutter": "number: the inner margin in inches",
            "spine": "number|null: its width in inches, or the least",
        },
    ),
    "build": (
        "A built book.",
        {
            "spec": "text: its path",
            "title": "text: its title",
            "folder": "text: the folder of its files",
            **_FILES,
            "pages": "whole: pages of the first interior",
            "puzzles": "whole: how many puzzles it has",
            "levels": "{whole}: how many of each level",
            "seed": "whole: its seed",
            **_NOTES,
            "faults": "[text]: the findings of the proof",
            "repaired": "[object]: puzzles of files that were mended or left out",
            "unread": "[<fault>]: what of files could not be read",
        },
    ),
    "cover": ("Covers that were made.", {"spec": "text: its path", "folder": "text: their folder", **_FILES, **_NOTES}),
    "other-puzzle": (
        "Another puzzle for the place of one.",
        {
            "code": "text: that of the place",
            "section": "whole: the position of its section, from 0",
            "turn": "whole: by which the spec takes it: `instead: {CODE: TURN}`",
            "number": "whole: the number that it would have in the book",
            "puzzle": "text: its cells",
            "solution": "text: its answer",
            "seed": "whole: the seed that makes it",
            "name?": "text: its name",
            **_PUZZLE,
            **_GRADE,
        },
    ),
    "book-puzzle": (
        "A puzzle of a book, as its manifest lists it.",
        {
            "number": "whole: its printed number",
            "section": "text: the title of its section",
            "page": "any: its printed page",
            "givens": "text: its cells",
            "solution": "text: its answer",
            "seed": "whole|null: the seed that made it",
            "code?": "text: the code by which a spec chooses another one",
            **_PUZZLE,
            **{name: said for name, said in _GRADE.items() if name != "estimates"},
            "estimates?": _GRADE["estimates"],
            "answer_page": "any: the printed page of its answer",
            "file_page": "whole: its page in the file",
            "source": "text|null: its file and line",
            "symbols?": "any: the symbols that are printed for digits",
        },
    ),
    "daily": (
        "Puzzles of days.",
        {
            "folder": "text: the folder of its files",
            **_FILES,
            "days": "whole: how many days",
            "first": "text: the first day",
            "last": "text: the last day",
            "seed": "whole: the seed",
            **_NOTES,
        },
    ),
    "answer": (
        "The answer of a puzzle in a key.",
        {
            **_SOURCE,
            "number": "whole: its number in the key",
            "status": "text: that of a verdict",
            "solution": "text|null: the answer",
            "faults": "[<puzzle-fault>]: the faults of the puzzle",
        },
    ),
    "convert": (
        "Puzzles written in another format.",
        {
            "format": "text: its name",
            "path": "text|null: the file",
            "text": "text|null: what was written, if to no file",
            "written": "whole: how many puzzles",
            "refused": "whole: how many the format cannot hold",
            "losses": "{whole}: the losses, each with its number of puzzles",
        },
    ),
    "render": ("Pages of puzzles.", {**_FILES, "puzzles": "whole: how many puzzles are on them"}),
    "listing": (
        "The sheet of a finished book for a shop.",
        {
            "title": "text: its title",
            "subtitle": "text: its subtitle, empty for none",
            "author": "text: its author",
            "language": "text: its language",
            "series": "text: its series, empty for none",
            "volume": "whole|null: its volume",
            "trim": "[number]|null: width and height of a page in inches",
            "pages": "whole: how many pages",
            "puzzles": "whole: how many puzzles",
            "levels": "{whole}: how many of each level, easiest first",
            "kinds": "{whole}: how many of each kind",
            "sections": "{whole}: how many in each section",
            "keywords": "[text]: words by which buyers search",
            "description": "text: the text of the back",
            "warnings": "[object]: codes and messages",
            "files": "[text]: the files that were written",
        },
    ),
    "export": (
        "A puzzle of a finished book as drawings.",
        {
            "number": "whole: its number",
            "section": "text: its section",
            "page": "whole|null: its page",
            "answer_page": "whole|null: the page of its answer",
            "kind": "text: its kind",
            "size": "whole: its size",
            "level": "text: its level",
            "puzzle": "{text}: the file of its drawing by format",
            "answer?": "{text}: that of its answer",
        },
    ),
    "proof": (
        "A finished book read back from its pages.",
        {
            "title": "text: its title",
            "files": "[object]: name, sha256 and pages of each file",
            "sound": "flag: whether there are no faults",
            "kinds": "{whole}: how many puzzles of each kind",
            "checked": "{whole}: how often each check was made",
            "findings": "[object]: faults and notes: check, severity, message, and file, page and puzzle where they are known",
            "assumed": "[text]: taken for granted",
            "unread": "[text]: not understood",
            "puzzles": "[object]: each puzzle with its place, kind, cells and verdict",
            "pages": "[object]: each page with the numbers on it",
        },
    ),
    "booklet": (
        "The pages of a PDF on sheets to fold.",
        {
            **_FILES,
            "sheets": "whole: how many sheets",
            "size": "[number]: width and height of a sheet in points",
            "pages": "whole: how many pages they hold",
            "blank": "whole: how many blank ones were added at the end",
            "flip": "text: the edge over which a printer turns the sheet",
        },
    ),
    "locked": (
        "The seed of a spec.",
        {"path": "text: the file", "seed": "whole: the seed", "changed": "flag: whether it was written now"},
    ),
    "series": (
        "The finished volumes of a series, proven against each other.",
        {
            "series": "text: its name",
            "volumes": "whole: how many are finished",
            "puzzles": "whole: how many puzzles they have",
            **_NOTES,
            "faults": "[<fault>]: puzzles that come twice",
        },
    ),
    "catalogue": ("Puzzles made into a bank.", _MADE),
    "stock": ("Puzzles of one kind made ahead into a bank.", {"unprinted": "whole: how many no book has printed", **_MADE}),
    "bank-regrade": (
        "Puzzles of a bank that were graded anew.",
        {
            "graded": "whole: how many",
            "scores": "whole: how many have another score",
            "levels": "[object]: from, to, and puzzles: how many went from a level to another",
        },
    ),
    "bank-add": (
        "Puzzles added to a bank.",
        {
            "bank": "text: its path",
            "added": "whole: how many are new",
            "met": "whole: how many there were",
            "there_already": "[text]: those that it held, the first of them",
            "faults": "[text]: the faults of others",
        },
    ),
    "bank-where": (
        "Whether a bank holds a puzzle.",
        {**_SOURCE, "in_bank": "flag: whether it does", "printed": "[object]: where it was printed"},
    ),
    "bank-find": (
        "A puzzle of a bank.",
        {
            "puzzle": _SOURCE["puzzle"],
            "solution": "text: its answer",
            **_PUZZLE,
            "name?": "text: its name",
            "givens?": "text: its cells",
            **{name: _GRADE[name] for name in ("level", "label", "score", "hardest", "techniques")},
            **_TIME,
            "symmetry": "text: the symmetry of its givens",
            "seed": "whole|null: the seed that made it",
            "version": "text: the version that graded it",
            "printed": "whole: how often it was printed",
        },
    ),
    "bank-export": ("Puzzles of a bank in a file.", {"path": "text|null: the file", "puzzles": "whole: how many"}),
    "bank-stats": (
        "The contents of a bank.",
        {
            "puzzles": "whole: how many",
            "printed": "whole: how many were printed",
            "rows": "[object]: how many of each kind, size and level",
            "volumes": "[object]: the books that printed some",
        },
    ),
    "bank-check": (
        "A bank proven again.",
        {"bank": "text: its path", "puzzles": "whole: how many", "faults": "[text]: its faults"},
    ),
}  # fmt: skip
"""A sentence on each record, and its fields: the shape, then the meaning. A question mark: the field may be left out."""


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a record."""
    used: dict[str, dict[str, Any]] = {}
    whole = _object(name, used)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"bookmaker/{name}/{VERSION}",
        "title": name,
        **whole,
        **({"$defs": used} if used else {}),
    }


def _object(name: str, used: dict[str, dict[str, Any]]) -> dict[str, Any]:
    about, fields = RECORDS[name]
    properties: dict[str, dict[str, Any]] = {}
    for field, said in fields.items():
        shape, _, means = said.partition(": ")
        properties[field.removesuffix("?")] = {**_shape(shape), "description": f"{means[0].upper()}{means[1:]}."}
        inner = shape.partition("<")[2].partition(">")[0]
        if inner and inner not in used:
            used[inner] = {}
            used[inner] = _object(inner, used)
    required = [field for field in fields if not field.endswith("?")]
    return {"description": about, "type": "object", "properties": properties, "required": required}
