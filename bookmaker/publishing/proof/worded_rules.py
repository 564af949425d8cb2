"""The rules that no mark shows: only words can name them. One sort of them says that all clues of a kind are shown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from bookmaker.base import language
from bookmaker.logic.verify.check import check_many
from bookmaker.publishing.proof.judgement import Judged
from bookmaker.publishing.proof.kinds import all_shown_rules, shaded_cells, with_rules
from bookmaker.publishing.proof.pdf_reading import Reading
from bookmaker.publishing.proof.words import bare, counted
from bookmaker.puzzles.grid.geometry import BOXES, Geometry
from bookmaker.puzzles.rules import CLUES, KINDS, RULES


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
    known = {name: phrases(name) for name in unseen_rules()}
    named: dict[str, bool] = {}
    for text in texts:
        words = bare(text)
        for name, beginnings in known.items():
            if any(beginning in words for beginning in beginnings):
                named[name] = True
    return [name for name in known if name in named]


@cache
def phrases(name: str) -> tuple[str, ...]:
    """The phrases that name a rule, bare: the beginnings of its explanations, and its name."""
    return (*_first_words(name), bare(name))


def _first_words(name: str) -> Iterator[str]:
    kinds = [kind for kind, rules in KINDS.items() if name in rules]
    keys = {key for kind in kinds for key in language.in_voices(f"how.{kind}")}
    for code in language.languages():
        words = language.load(code)
        for key, text in words.texts():
            if key in keys:
                beginning = bare(text.split("{")[0].replace("~", ""))
                # Lines may be broken by hyphens: only the beginning is compared.
                if len(beginning) >= 24:
                    yield beginning[:32]


_BEFORE = 2
"""So many pages before its first puzzle a section begins at most."""


def with_all_shown(ground: Geometry, named: Sequence[str]) -> Iterator[tuple[list[str], Geometry]]:
    """The geometries of a grid under those of some rules that say that all clues of a kind are shown.

    First by one of them in place of a rule that leaves it open, then by all of them together.
    """
    names = all_shown_rules(ground, named)
    for chosen in [*([name] for name in names if _rules_not_all_shown(ground, name)), names]:
        made = with_rules(ground, chosen) if chosen else None
        if made is not None:
            yield chosen, made


def _rules_not_all_shown(ground: Geometry, name: str) -> list[str]:
    """The rules of a grid whose clues may be all that there are by another rule, if it has all of these that are shown."""
    own, shown = set(RULES[name].clues), {CLUES[clue.kind] for clue in ground.clues or ()}
    rules = [RULES[other] for other in sorted(ground.rules)]
    open_ = [rule for rule in rules if not rule.unmarked and own.intersection(rule.clues)]
    return [rule.name for rule in open_ if shown.intersection(rule.clues) <= own]


def take_all_shown(section: Sequence[Judged], readings: Sequence[Reading], named: Sequence[str]) -> None:
    """Take the proper puzzles of a section for those with all clues shown where they are, and words say so.

    The words of the section decide, if they speak of either; else those of the book, whose rules of this sort are ``named``.
    Nothing is assumed: a puzzle that was proper stays so, with the same solution.
    """
    all_shown = [name for name, rule in RULES.items() if rule.unmarked]
    words = book = ""
    for one in section:
        for name in all_shown:
            if one.puzzle is None or one.verdict is None or one.verdict.solution is None:
                break
            ground = one.puzzle.geometry
            open_ = _rules_not_all_shown(ground, name)
            if not open_ or name not in all_shown_rules(ground, all_shown):
                continue
            words = words or _words(section, readings)
            if any(_speaks(words, other) for other in open_):
                continue
            if not _speaks(words, name):
                book = book or bare(" ".join(piece.text for page in readings[0].pages for piece in page.text))
                if name not in named or any(_speaks(book, other) for other in open_):
                    continue
            other_ground = with_rules(ground, [name])
            if other_ground is None:
                continue
            made = replace(one.puzzle, geometry=other_ground)
            (verdict,) = check_many([made])
            if verdict.solution is not None and verdict.solution == one.verdict.solution:
                one.puzzle, one.verdict = made, verdict


def _speaks(words: str, name: str) -> bool:
    return any(beginning in words for beginning in phrases(name))


def _words(section: Sequence[Judged], readings: Sequence[Reading]) -> str:
    """The words of the pages of a section, from that with its title on."""
    first, last = section[0].entry, section[-1].entry
    pages = readings[first.file].pages
    start = next(
        (at for at in range(first.page, max(first.page - _BEFORE, 0) - 1, -1) if counted(pages[at].text)), first.page
    )
    return bare(" ".join(piece.text for page in pages[start : last.page + 1] for piece in page.text))
