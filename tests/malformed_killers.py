"""Killers spoilt in every format that can hold them: always the same files for a seed."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from bookmaker.formats import parse, render
from bookmaker.formats.base import lz
from tests.cage_data import EXAMPLES

HEADS = {"f-puzzles": "https://www.f-puzzles.com/?load=", "sudokupad": "https://sudokupad.app/scl"}
FORMS = ("json", "cages", "ps", "sumocue", "arrows", "sgt", "sudokuwiki", "krazydad", *HEADS)

_JUNK = [
    "?",
    "!",
    "%",
    "é",
    "\x1b",
    "☃",
    " ",
    "\t",
    "\n",
    '"',
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    "+",
    "-",
    "<",
    "0",
    "9",
    "a",
    "z",
]
_ODD: list[Any] = [
    None, True, False, -1, 0, 10, 46, 3.5, 1_000_000, 10**400, 1e300, "", "q", "r0c1", "r10c1", "R1C1", "r1c1", "9" * 5000, "☃",
    [], {}, [[]], [1, 2, 3], {"sum": 5}, {"cells": ["r1c1"]}, [0, 0], [9, 0],
]  # fmt: skip


def written(name: str) -> str:
    """One puzzle in a format."""
    if name == "krazydad":
        return EXAMPLES[name]
    (puzzle,) = parse(EXAMPLES["ps"])
    return render([puzzle], name)


def cut_about(text: str, dice: random.Random) -> str:
    """One of the accidents that happen to texts."""
    at, other = dice.randrange(len(text)), dice.randrange(len(text))
    low, high = sorted((at, other))
    return dice.choice(
        [
            text[:at] + text[at + 1 :],
            text[:at] + dice.choice(_JUNK) + text[at:],
            text[:at] + dice.choice(_JUNK) + text[at + 1 :],
            text[:at],
            text[:low] + text[high:],
            text[:at] + "9" * dice.choice([3, 30, 5000]) + text[at:],
            text[:high] + text[low:high] * dice.choice([1, 100]) + text[high:],
            text[:low] + text[high : high + 5] + text[low : low + 5] + text[high:],
        ]
    )


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    for key in list(value) if isinstance(value, dict) else range(len(value)):
        yield value, key
        if isinstance(value[key], dict | list):
            yield from _places(value[key])


def changed(told: Any, dice: random.Random) -> str:
    """The JSON of an object in which one value is another, gone, there twice, ten thousand times, or far too deep."""
    told = json.loads(json.dumps(told))
    holder, key = dice.choice(list(_places(told)))
    way = dice.randrange(10)
    if way < 5:
        holder[key] = dice.choice(_ODD)
    elif way == 5:
        del holder[key]
    elif way == 6 and isinstance(holder, list):
        holder.insert(dice.randrange(len(holder) + 1), holder[key])
    elif way == 7 and isinstance(holder, list):
        holder += [holder[key]] * 10_000
    elif way == 8 and isinstance(holder, dict):
        holder[key + "s"] = holder.pop(key)
    else:
        other, place = dice.choice(list(_places(told)))
        if not isinstance(other[place], dict | list):
            holder[key] = other[place]
        holder[key] = json.loads("[" * 300 + "]" * 300) if way == 9 else holder[key]
    return json.dumps(told)


def _reworded(text: str, dice: random.Random) -> str:
    """Lines with words changed: the form of cages in plain text, where a word is a sum or a cell."""
    rows = text.splitlines()
    at = dice.randrange(len(rows))
    words = rows[at].split(" ")
    place = dice.randrange(len(words))
    odd = [str(word) for word in _ODD if isinstance(word, str | int | float)]
    ways: list[Callable[[], list[str]]] = [
        lambda: [*words[:place], dice.choice(odd), *words[place + 1 :]],
        lambda: words[:place] + words[place + 1 :],
        lambda: [*words, words[place]],
        lambda: [*words, *dice.choice(rows).split(" ")[-1:]],
        lambda: words + words[-1:] * 10_000,
    ]
    rows[at] = " ".join(dice.choice(ways)())
    return "\n".join(rows)


def malformed(name: str, count: int, seed: int = 1) -> Iterator[str]:
    """Texts of one puzzle in a format, each spoilt in another way; now and then one is a puzzle still."""
    dice = random.Random(f"{name} {seed}")
    text = written(name)
    met = {text}
    while len(met) <= count:
        inner = text
        if name in HEADS:
            told = json.loads(lz.unpack(text.strip().removeprefix(HEADS[name])))
            if dice.random() < 0.8:
                inner = HEADS[name] + lz.pack(changed(told, dice))
            else:
                inner = HEADS[name] + lz.pack(cut_about(json.dumps(told), dice))
        if name == "json" and dice.random() < 0.6:
            inner = changed(json.loads(text), dice)
        elif name == "cages" and dice.random() < 0.6:
            inner = _reworded(text, dice)
        elif name not in HEADS or dice.random() < 0.2:
            inner = cut_about(text, dice)
        if inner not in met:
            met.add(inner)
            yield inner
