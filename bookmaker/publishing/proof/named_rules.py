"""The rules that no mark shows: words alone can name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from bookmaker.base import language
from bookmaker.publishing.proof.kinds import shaded_cells
from bookmaker.publishing.proof.words import bare
from bookmaker.puzzles.grid.geometry import BOXES
from bookmaker.puzzles.rules import KINDS, RULES


@cache
def unseen_rules() -> tuple[str, ...]:
    """The rules that no mark shows, which only words can name; among them those that say that all clues are shown."""
    return tuple(
        name
        for name, rule in RULES.items()
        if rule.boxes
        and not (rule.draws or rule.cages or rule.regions or rule.arrangement or (rule.clues and rule.unmarked is None))
        and not any(name in shaded_cells(size) for size in BOXES)
    )


def named_rules(texts: Iterable[str]) -> list[str]:
    """The rules without marks that the words of a book speak of: by their explanation in one of the languages, or by name."""
    known = {name: openings(name) for name in unseen_rules()}
    named: dict[str, bool] = {}
    for text in texts:
        words = bare(text)
        for name, beginnings in known.items():
            if any(beginning in words for beginning in beginnings):
                named[name] = True
    return [name for name in known if name in named]


@cache
def openings(name: str) -> tuple[str, ...]:
    """What words that speak of a rule hold, bare: the beginnings of its explanations, or its name."""
    return (*_openings(name), bare(name))


def _openings(name: str) -> Iterator[str]:
    kinds = [kind for kind, rules in KINDS.items() if name in rules]
    keys = {key for kind in kinds for key in language.in_voices(f"how.{kind}")}
    for code in language.languages():
        words = language.load(code)
        for key, text in words.texts():
            if key in keys:
                beginning = bare(text.split("{")[0].replace("~", ""))
                # Lines may be broken by hyphens: what is compared is the beginning only.
                if len(beginning) >= 24:
                    yield beginning[:32]
