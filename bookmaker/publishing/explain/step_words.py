"""A step in words: a message with typed arguments, and the sentence that a language makes of it.

The arguments of a message are digits, cells and houses, not English words. A language has a template for each technique and
says in its own grammar how to write the arguments (``catalogues/techniques``).

**Groups of five cells and more.** Of the empty cells of a house, those that a naked subset leaves are a hidden group for the
digits that it leaves, and the other way round; both remove the same candidates. On 9x9 one of the two has four cells at most, so
that finders look for no more.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from bookmaker.base import language
from bookmaker.base.errors import Fault, ResourceError
from bookmaker.base.language import Catalogue
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Step
from bookmaker.logic.techniques.families import FAMILY_OF, Family, worded_as
from bookmaker.printing.grids.symbols import DIGITS, Symbols
from bookmaker.publishing.explain.cage_arithmetic import KILLER_SUBSETS, Figures
from bookmaker.publishing.explain.ideas.table import NAMES, TELLING, insight_of
from bookmaker.publishing.explain.notation import (
    Node,
    Set,
    chain_notation,
    crossing_of,
    joints_of,
    linked_notation,
    links_of,
    petals_of,
    set_notation,
    sets_of,
    shown_chains,
)
from bookmaker.publishing.explain.position import Position
from bookmaker.publishing.explain.reasons import Reason
from bookmaker.puzzles.grid.geometry import Geometry, House, cell_name
from bookmaker.puzzles.rules import CLUES, RULES, house_kinds
from bookmaker.puzzles.rules.relating import differing_rules, relating_rules

LEAST = 5
"""Smaller groups are techniques with names of their own."""

_SIZES = {5: "quintuple", 6: "sextuple", 7: "septuple"}


@dataclass(frozen=True, slots=True)
class Group:
    """The digits that only these cells hold (``hidden``), or the cells that hold only these digits (not ``hidden``)."""

    hidden: bool
    digits: tuple[int, ...]
    cells: tuple[int, ...]

    @property
    def kind(self) -> str:
        """``"naked-quintuple"`` or such; ``"naked-group"`` beyond seven."""
        return f"{'hidden' if self.hidden else 'naked'}-{_SIZES.get(len(self.cells), 'group')}"


def complements(step: Step, position: Position) -> tuple[Group, ...]:
    """The groups of five cells and more that make the same step, house by house; () unless the step is a subset's."""
    family = FAMILY_OF[step.technique]
    if family not in (Family.NAKED_SUBSETS, Family.HIDDEN_SUBSETS, Family.LOCKED_SUBSETS):
        return ()
    found = (_beside(step, house, position, hidden=family is not Family.HIDDEN_SUBSETS) for house in _houses(position))
    return tuple(group for group in found if group is not None)


def _houses(position: Position) -> tuple[House, ...]:
    size = position.geometry.size
    return tuple(house for house in position.geometry.houses if len(house.cells) == size)


def _beside(step: Step, house: House, position: Position, *, hidden: bool) -> Group | None:
    own, digits = set(step.cells), set(step.digits)
    cells = tuple(cell for cell in house.cells if not position.digits[cell] and cell not in own)
    if not own <= set(house.cells) or len(cells) < LEAST:
        return None
    if hidden:
        works = any(cell in cells for cell, _ in step.eliminations)
    else:
        works = all(own.issuperset(position.places(house, digit)) for digit in digits)
    left = set(range(1, position.geometry.size + 1)) - digits - {position.digits[cell] for cell in house.cells}
    if not works or len(left) != len(cells):
        return None
    return Group(hidden, tuple(sorted(left)), tuple(sorted(cells)))


def with_nouns(words: str | Catalogue, symbols: Symbols, texts: Sequence[str]) -> list[str]:
    """Texts in which the word for a digit gives way to that for the printed symbols.

    The catalogue (``words``, or that of a language) names the words to exchange under ``how.nouns``: for each language nouns were
    chosen that are declined alike.
    """
    catalogue = language.load(words) if isinstance(words, str) else words
    key = f"how.nouns.{symbols.noun}"
    found = _noun_pattern(catalogue.text(key)) if key in catalogue else None
    if found is None:
        return list(texts)
    pattern, exchanged = found
    return [pattern.sub(lambda at: exchanged[at[0]], text) for text in texts]


@lru_cache(maxsize=16)
def _noun_pattern(text: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    pairs = [pair.partition("=") for pair in text.split(", ")]
    exchanged = {old: new for old, _, new in pairs if old and new}
    exchanged |= {old.capitalize(): new.capitalize() for old, new in exchanged.items()}
    if not exchanged:
        return None
    return re.compile("|".join(map(re.escape, sorted(exchanged, key=len, reverse=True)))), exchanged


_NO_FIGURES = Figures()


@dataclass(frozen=True, slots=True)
class Message:
    """The arguments of the sentence of a step, in no language. ``key`` names the template; the other fields are its arguments.

    ``cells``, ``fins``, ``links`` and ``pivots`` are the cells of the pattern with that role (``cells``: the base); ``joints``
    are the linking cells by digit, ``linking`` the digits between the sets of a chain, ``petals`` the sets of a death blossom,
    each with its digits of the stem. ``second`` and ``second_links`` are the ``cells`` and ``links`` of a
    second pattern.
    ``crossing``: cells of the base in all of its houses; ``beside``: the other cells of the base. ``kept``: digits of the base
    that are eliminated nowhere; ``gone``: the other digits of the base.
    ``placements`` and ``eliminations``: (digits, cells), digits with the same cells together, in the order of the lowest.
    """

    key: str
    digits: tuple[int, ...]
    cells: tuple[int, ...]
    base: tuple[House, ...]
    cover: tuple[House, ...]
    joining: tuple[House, ...]
    fins: tuple[int, ...]
    links: tuple[int, ...]
    pivots: tuple[int, ...]
    second: tuple[int, ...]
    second_links: tuple[int, ...]
    kept: tuple[int, ...]
    gone: tuple[int, ...]
    crossing: tuple[int, ...]
    beside: tuple[int, ...]
    chains: tuple[tuple[Node, ...], ...]
    sets: tuple[Set, ...]
    joints: tuple[Set, ...]
    linking: tuple[int, ...]
    petals: tuple[tuple[tuple[int, ...], Set], ...]
    placements: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    eliminations: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]


def _by_digit(effects: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    together: dict[tuple[int, ...], tuple[int, ...]] = {}
    for digit in sorted({digit for _, digit in effects}):
        cells = tuple(sorted(cell for cell, at in effects if at == digit))
        together[cells] = (*together.get(cells, ()), digit)
    return tuple((digits, cells) for cells, digits in together.items())


def tell(step: Step, geometry: Geometry) -> Message:
    """The message of a step."""

    def houses(role: str) -> tuple[House, ...]:
        return tuple(geometry.houses[index] for index in sorted(ref.house for ref in step.houses if ref.role == role))

    crossing = crossing_of(step, geometry)
    leaving = {digit for _, digit in step.eliminations}
    digits = step.digits
    if step.technique in KILLER_SUBSETS:
        digits = tuple(
            sorted({part.digit for part in step.pattern})
        )  # Cages alone may hold some of them, and cages are not a base.
    return Message(
        key=f"technique.{step.technique}",
        digits=digits,
        cells=step.cells,
        base=houses("base"),
        cover=houses("cover"),
        joining=houses("link"),
        fins=step.cells_of("fin"),
        links=step.cells_of("link"),
        pivots=step.cells_of("pivot"),
        second=step.cells_of("second-base"),
        second_links=step.cells_of("second-link"),
        kept=tuple(digit for digit in step.digits if digit not in leaving),
        gone=tuple(digit for digit in step.digits if digit in leaving),
        crossing=crossing,
        beside=tuple(cell for cell in step.cells if cell not in crossing),
        chains=shown_chains(step),
        sets=sets_of(step),
        joints=joints_of(step),
        linking=links_of(step),
        petals=petals_of(step),
        placements=_by_digit(step.placements),
        eliminations=_by_digit(step.eliminations),
    )


_Effects = Sequence[tuple[tuple[int, ...], tuple[int, ...]]]
"""Digits and the cells that they concern, digits with the same cells together."""

_FEW = 3
"""The most clues, cells or parts of an effect that a sentence lists one by one."""


def _split_off(eliminations: _Effects, position: Position | None) -> tuple[_Effects, _Effects]:
    """What stays in the cells that keep no more candidates than they lose, and the eliminations in all others."""
    if position is None:
        return (), eliminations
    lost: dict[int, set[int]] = {}
    for digits, cells in eliminations:
        for cell in cells:
            lost.setdefault(cell, set()).update(digits)
    stay: dict[tuple[int, ...], list[int]] = {}
    for cell, gone in sorted(lost.items()):
        left = tuple(digit for digit in position.candidates_of(cell) if digit not in gone)
        if 0 < len(left) <= len(gone):
            stay.setdefault(left, []).append(cell)
    named = {cell for held in stay.values() for cell in held}
    others = tuple((cell, digit) for cell, gone in lost.items() if cell not in named for digit in gone)
    return tuple((digits, tuple(cells)) for digits, cells in stay.items()), _by_digit(others)


class _Listed:
    """An argument of a template. ``{fins}`` lists the fins; ``{fins:a fin|fins}`` is the form for their number;
    ``{fins:? with {fins}| alone}`` is the first form if there are any, else the second.
    """

    def __init__(self, text: str, form: int) -> None:
        self.text, self.form = text, form

    def __format__(self, forms: str) -> str:
        if not forms:
            return self.text
        of_number = forms.removeprefix("?").split("|")
        if forms.startswith("?"):
            return of_number[0 if self.text else 1]
        return of_number[min(self.form, len(of_number) - 1)]


class Speaker:
    """Says cells, digits, houses and steps in one language, on one kind of grid. Numbers come with no-break spaces.

    ``words`` is a language, or the catalogue of a book, which may have its own words. ``symbols`` are printed in place of the
    digits.
    """

    def __init__(self, words: str | Catalogue, geometry: Geometry, symbols: Symbols = DIGITS) -> None:
        self.words: Catalogue = language.techniques_of(words)
        self._book = words
        self.geometry = geometry
        self.symbols = symbols
        self.names = symbols.names

    def listed(self, parts: Sequence[str], joined: str = "last") -> str:
        """Things in a row: "a, b and c"; with ``"choice"`` for ``joined``: "a, b or c"."""
        if len(parts) < 2:
            return "".join(parts)
        first = self.words.text("list.separator").join(parts[:-1])
        return self.words.text(f"list.{joined}", first=first, last=parts[-1])

    def cells(self, cells: Sequence[int], joined: str = "last") -> str:
        """Cells by name: "r1c1 and r1c5". ``joined``: as for :meth:`listed`."""
        named = [language.cells_in(self.words, cell_name(cell, self.geometry)) for cell in cells]
        return self.listed(named, joined)

    def digits(self, digits: Sequence[int]) -> str:
        """Digits as they are printed."""
        return self.listed([self.names[digit - 1] for digit in digits])

    def houses(self, houses: Sequence[House]) -> str:
        """Houses by kind and number: "rows 2 and 8", with the article or preposition that the language needs."""
        out = []
        for kind in dict.fromkeys(house.kind for house in houses):
            numbers = [house.label for house in houses if house.kind == kind]
            out.append(self.words.plural(f"house.{kind}", len(numbers), numbers=self.listed(numbers)))
        return self.listed(out)

    def name(self, technique: str) -> str:
        """The name of the technique."""
        return self.words.text(f"name.{technique}")

    def within(self, technique: str) -> str:
        """The name of the technique inside a sentence: "naked pair", but "X-Wing"."""
        return language.within(self.words, technique)

    def effects(self, message: Message, position: Position | None = None) -> str:
        """The effects of a step: "remove 4 from r5c3 and r6c3".

        ``position``: that of the step; where few candidates stay, these are named: "only 8 and 9 are left for r5c3".
        """
        placed = [
            self.words.text("step.placement", digit=self.digits(digits), cells=self.cells((cell,)))
            for digits, at in message.placements
            for cell in at
        ]
        left, eliminations = _split_off(message.eliminations, position)
        stay = [
            self.words.plural("step.left", len(digits), digits=self.digits(digits), cells=self.cells(at))
            for digits, at in left
        ]
        gone = [
            self.words.plural("step.elimination", len(digits), digits=self.digits(digits), cells=self.cells(at))
            for digits, at in eliminations
        ]
        return self.words.text("because.separator").join([*placed, *stay, *gone])

    def _sentences(self, *parts: str) -> str:
        """Parts as sentences; one that is too long is parted at its semicolons."""
        said = list[str]()
        for part in parts:
            said += self.parted(part) if len(part.split()) > _LONGEST else [part]
        return ". ".join(map(raised, said))

    def parted(self, text: str) -> list[str]:
        """The parts of a sentence between its semicolons."""
        return text.split(self.words.text("because.separator"))

    def fill(self, key: str, effects: str = "", *, houses: Sequence[House] = (), **named: Sequence[int]) -> str:
        """A text of the catalogue with these fields: ``digits`` and ``other`` are digits, all others cells."""
        said = {"effects": (effects, 1), "houses": (self.houses(houses), len(houses))}
        for field, held in named.items():
            said[field] = self.digits(held) if field in ("digits", "other") else self.cells(held), len(held)
        said["cells_or"] = self.cells(named.get("cells", ()), "choice"), 1
        return self.text(key, **self._forms(said))

    def text(self, key: str, **fields: object) -> str:
        """A text of the catalogue with its fields, in the words for the printed symbols."""
        return with_nouns(self._book, self.symbols, [self.words.text(key, **fields)])[0]

    def clues(self, reasons: Sequence[Reason]) -> str:
        """The clues and rules that a step rests on, in words; "" for one that rests on none."""
        found = clues_of(reasons)
        # Many clues of a kind are not told one by one.
        return self.words.text("because.separator").join(map(self.reason, found)) if len(found) <= _FEW else ""

    def pattern(self, message: Message, sums: Figures = _NO_FIGURES, clues: str = "") -> str:
        """The pattern of a step: "X-Wing on 4 in rows 2 and 8".

        ``sums``: the sums of a step of cages. ``clues``: the clues of a step by these, as :meth:`clues` says them.
        """
        size = self.geometry.size
        chains = [chain_notation(chain, self.geometry, message.sets, self.names) for chain in message.chains]
        sets = [set_notation(one.cells, one.digits, self.geometry, self.names) for one in message.sets]
        joints = [set_notation(one.cells, one.digits, self.geometry, self.names) for one in message.joints]
        petals = [
            self.words.text(
                "list.petal",
                set=set_notation(one.cells, one.digits, self.geometry, self.names),
                digits=self.digits(digits),
            )
            for digits, one in message.petals
        ]
        said: dict[str, tuple[str, int]] = {
            "digits": (self.digits(message.digits), len(message.digits)),
            "clues": (clues, 1),
            "kept": (self.digits(message.kept), len(message.kept)),
            "gone": (self.digits(message.gone), len(message.gone)),
            "base": (self.houses(message.base), len(message.base)),
            "cover": (self.houses(message.cover), len(message.cover)),
            "joining": (self.houses(message.joining), len(message.joining)),
            "chains": ("; ".join(chains), len(chains)),
            "sets": (self.listed(sets), len(sets)),
            "joints": (self.listed(joints), len(joints)),
            "linked": (linked_notation(message.sets, message.linking, size, self.names), len(sets)),
            "petals": (self.listed(petals), len(petals)),
            "members": (self.cells(sorted({*message.cells, *message.fins})), len({*message.cells, *message.fins})),
            "whole": (str(size * (size + 1) // 2), 1),
            "sum": (sums.base, sums.listed),
            "fins_sum": (sums.fins, 1),
        }
        for role in ("cells", "fins", "links", "pivots", "second", "second_links", "crossing", "beside"):
            cells: tuple[int, ...] = getattr(message, role)
            said[role] = (self.cells(cells), len(cells))
        if message.key == "technique.relation-cell" and len(message.digits) == size:
            said["digits"] = ("", 0)  # Whatever the cell holds.
        fields = self._forms(said)
        technique = worded_as(message.key.removeprefix("technique."))
        return language.cells_in(self.words, self.text(f"sentence.{technique}", **fields))

    def also(self, said: str, groups: Sequence[Group]) -> str:
        """A step that was said, with the larger groups that make the same step."""
        if not groups:
            return said
        named = [
            self.words.text(f"group.{group.kind}", digits=self.digits(group.digits), cells=self.cells(group.cells))
            for group in groups
        ]
        return self.words.text("group.same", step=said, group=self.words.text("because.separator").join(named))

    def reason(self, reason: Reason) -> str:
        """A reason of a step: "r1c4 and r1c5 see r1c2"."""
        said: dict[str, tuple[str, int]] = {}
        for field in ("digits", "other"):
            said[field] = (self.digits(getattr(reason, field)), len(getattr(reason, field)))
            either = self.listed([self.names[digit - 1] for digit in getattr(reason, field)], "choice")
            said[f"{field}_or"] = either, len(getattr(reason, field))
        for field in ("cells", "by"):
            said[field] = (self.cells(getattr(reason, field)), len(getattr(reason, field)))
            said[f"{field}_or"] = (self.cells(getattr(reason, field), "choice"), len(getattr(reason, field)))
        for field in ("houses", "cover"):
            said[field] = (self.houses(getattr(reason, field)), len(getattr(reason, field)))
        said["value"] = (", ".join(map(str, reason.value)), len(reason.value))
        said["value_or"] = self.listed([str(number) for number in dict.fromkeys(reason.value)], "choice"), 1
        total = f" = {sum(reason.value)}" if len(reason.value) > 1 else ""
        said["added"] = (" + ".join(map(str, reason.value)) + total, len(reason.value))
        said["low"], said["high"] = (self.names[0], 1), (self.names[self.geometry.size - 1], 1)
        said["start"], said["end"] = (self.cells(reason.cells[:1]), 1), (self.cells(reason.cells[-1:]), 1)
        sums = next(iter(reason.sets), ())
        for number, part in enumerate(reason.value, 1):
            said[f"n{number}"] = "" if part < 0 else str(part), max(part, 0)
            said[f"from_n{number}"] = self._from_to(reason.value[number - 1 : number + 1]), 1
        said["sum"] = " + ".join(map(str, sums)) + (f" = {sum(sums)}" if len(sums) > 1 else ""), 1
        sets = ["-".join(self.names[digit - 1] for digit in each) for each in reason.sets]
        said["sets"] = self.listed(sets, "choice"), len(sets)
        branch = reason.kind if reason.kind in ("clue", "rule", "tie", "idea") else "because"
        return self.words.text(f"{branch}.{reason.rule or reason.kind}", **self._forms(said))

    def _from_to(self, ends: Sequence[int]) -> str:
        """Numbers from the first to the last: "3", "3 or 4", "3 to 5"."""
        first, last = str(ends[0]), str(ends[-1])
        if ends[-1] - ends[0] > 1:
            return self.words.text("list.range", first=first, last=last)
        return self.listed(list(dict.fromkeys((first, last))), "choice")

    def idea(self, name: str) -> str:
        """The name of an idea."""
        return self.words.text(f"idea-name.{name}")

    def named(self, step: Step, position: Position) -> str:
        """The name of a step inside a sentence: by the idea that explains it, or else by its technique."""
        insight = insight_of(step, position)
        return (
            self.within(step.technique) if insight is None else language.within(self.words, insight.name, "idea-name")
        )

    def optional(self, text: str) -> object:
        """A text for a template that has another form where there is none."""
        return _Listed(text, 0)

    def _forms(self, said: Mapping[str, tuple[str, int]]) -> dict[str, _Listed]:
        return {name: _Listed(text, self.words.form(count)) for name, (text, count) in said.items()}

    def taught(
        self,
        step: Step,
        reasons: Sequence[Reason],
        sums: Figures = _NO_FIGURES,
        position: Position | None = None,
        noted: bool = False,
    ) -> str:
        """The whole step with its reasons: "In box 1, 5 can only go into r1c3: row 2 has one already".

        ``position``: that of the step, by whose houses a single is said. ``noted``: whether all candidates are written down, so
        that a cell shows the only one that is left.
        """
        if noted and step.technique == "naked-single":
            ((cell, digit),) = step.placements
            said = raised(self.fill("single.noted", digits=(digit,), cells=(cell,)))
            return with_nouns(self._book, self.symbols, [said])[0]
        if position is not None and FAMILY_OF[step.technique] is Family.SINGLES:
            return with_nouns(self._book, self.symbols, [self._single(step, reasons, position)])[0]
        if position is not None and step.technique in NAMING_CLUES and reasons:
            return with_nouns(self._book, self.symbols, [self._by_clues(step, reasons, position)])[0]
        if sums.listed:
            # The combinations are listed: they say the digits of the cage.
            reasons = [reason for reason in reasons if reason.kind not in ("cage", "unfilled")]
        if len(step.placements) == 1:
            (placed,) = step.placements
            reasons = [r for r in reasons if (r.kind, r.cells, r.value) != ("adds", placed[:1], placed[1:])]
        message = tell(step, self.geometry)
        if not reasons and len(self.step(step, sums, position=position).split()) <= _LONGEST:
            return self.step(step, sums, position=position)
        if FAMILY_OF[step.technique] is Family.INTERSECTIONS:
            reasons = [reason for reason in reasons if reason.kind != "confined"]  # The pattern says it.
        elif not _split_off(message.eliminations, position)[1]:
            reasons = [reason for reason in reasons if reason.kind != "full"]  # The effects say it.
        so = self.words.text("step.so", effects=self.effects(message, position))
        said = self._sentences(self.pattern(message, sums), *map(self.reason, reasons), so)
        return with_nouns(self._book, self.symbols, [said])[0]

    def _by_clues(self, step: Step, reasons: Sequence[Reason], position: Position) -> str:
        """A step by clues in sentences: the clues, the conclusion, and the effects."""
        clues, idea = clues_of(reasons), [reason for reason in reasons if reason.kind == "idea"]
        rest = [reason for reason in reasons if reason not in clues and reason.kind not in _ENDS]
        if idea:
            # Many clues of a kind are not told one by one: the idea holds for each of them.
            ties = [reason for reason in reasons if reason.kind == "tie"]
            rest, clues = [*ties, *idea], [] if len(clues) > _FEW or idea[0].rule in TELLING else clues
        elif step.houses:
            # Whichever of the places holds the digit: the effects of each need not be told one by one.
            ruled = [reason for reason in rest if reason.kind == "rules-out"]
            if len(ruled) > 1:
                rest = [*(reason for reason in rest if reason not in ruled), replace(ruled[0], kind="wherever")]
        elif needs := [reason for reason in rest if reason.kind == "one-of"]:
            rest = [replace(reason, kind="every-way") for reason in needs]
        elif sum(len(reason.cells) for reason in rest) > _MOST_HELD:
            rest = [Reason("idea", rule="by-all", cells=tuple(sorted({cell for cell, _ in step.eliminations})))]
        said = [*map(self.reason, clues), *map(self.reason, rest)]
        if not (idea and _says_all(idea[0], step, position)):
            said.append(self.words.text("step.so", effects=self._so(step, reasons, position)))
        return self._sentences(*said)

    def _so(self, step: Step, reasons: Sequence[Reason], position: Position | None) -> str:
        """The effects of a step by clues, as short as they can be said."""
        left = {reason.cells[0]: reason.digits for reason in reasons if reason.kind == "leaves"}
        message = tell(step, self.geometry)
        losing = {cell for cell, _ in step.eliminations}
        stay, gone = _split_off(message.eliminations, position)
        if len(stay) + len(gone) > 1 and len(left) > 1 and len(set(left.values())) == 1:
            # The same holds for all of the cells, whatever some of them have lost before.
            lost, (kept,) = tuple(sorted({digit for _, digit in step.eliminations})), set(left.values())
            changed = tuple(sorted({*losing, *(cell for cell, _ in step.placements)}))
            if len(kept) <= len(lost) and len(changed) <= _MANY:
                return self.words.plural("step.left", len(kept), digits=self.digits(kept), cells=self.cells(changed))
            gone, stay = [(lost, changed)], ()
            message = replace(message, placements=(), eliminations=tuple(gone))
            position = None
        if len(gone) == 1 and not stay and len(gone[0][1]) > _MANY:
            ((digits, cells),), places = gone, [one.cells for one in reasons if one.kind == "one-of"]
            key, by = ("step.seen", self.cells(places[0])) if len(places) == 1 else ("step.all", "")
            fields = {"digits": self.digits(digits), "of": self.words.number(len(cells)), "by": by}
            return self.words.plural(key, len(digits), **fields)
        plain = self.effects(message, position)
        if (len(stay) + len(gone) <= _FEW and len(plain.split()) <= _LONGEST) or not losing <= left.keys():
            return plain
        # One after another, with the digits that each can hold: r9c5 1-4, r8c5 2-5.
        placed = self.effects(replace(message, eliminations=()))
        groups: dict[tuple[int, ...], list[int]] = {}
        for cell in sorted(losing):
            groups.setdefault(left[cell], []).append(cell)
        parts = [f"{self.cells(cells)}\u00a0({self._span(digits)})" for digits, cells in sorted(groups.items())]
        if len(groups) > 1 and len(losing) > 2 * _MANY:
            # The idea says it of each place.
            return self.words.plural("step.each", len(losing))
        short = len(" ".join(parts).split()) < _LONGEST - _FEW
        among = self.words.text("step.among", parts=self.listed(parts) if short else ". ".join(parts))
        return self.words.text("because.separator").join([placed, among]) if placed else among

    def _span(self, digits: Sequence[int]) -> str:
        """Digits as runs: 1-4, or 2, 4, 8."""
        runs: list[list[int]] = []
        for digit in digits:
            if runs and runs[-1][-1] == digit - 1:
                runs[-1].append(digit)
            else:
                runs.append([digit])
        shown = [[self.names[digit - 1] for digit in run] for run in runs]
        return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(run) for run in shown)

    def _single(self, step: Step, reasons: Sequence[Reason], position: Position) -> str:
        """A single as one sees it: the house, the place, and the lines that bar the others."""
        ((cell, digit),), base = step.placements, tell(step, self.geometry).base
        said: dict[str, tuple[str, int]] = {"digits": (self.digits((digit,)), 1), "cells": (self.cells((cell,)), 1)}
        said["base"] = (self.houses(base), 1)
        claim = raised(self.words.text(f"single.{step.technique}", **self._forms(said)))
        if step.technique == "full-house":
            return claim
        if step.technique == "naked-single":
            seen = [reason for reason in reasons if reason.kind == "has"]
            houses = [house for reason in seen for house in reason.houses]
            digits = sorted({digit for reason in seen for digit in reason.digits})
            rest = [reason for reason in reasons if reason.kind != "has"]
            first = 1 + max((at for at, reason in enumerate(rest) if reason.kind == "lets"), default=-1)
            lead, rest = list(dict.fromkeys(rest[:first])), rest[first:]
            if rest and 2 * len(rest[-1].digits) > self.geometry.size:
                lead.append(rest.pop())  # What was left of the cell is said before what takes the rest of it.
            key = "see" if lead or rest else "see_all"
        else:
            barring = [(reason, _line_of(reason, position, base)) for reason in reasons]
            lines = {house for _, house in barring if house is not None}
            houses = [house for house in position.geometry.houses if house in lines]
            digits, key, lead = [digit], "have", []
            rest = [reason for reason, house in barring if house is None]
        said = {"houses": (self.houses(houses), len(houses)), "digits": (self.digits(digits), len(digits))}
        parts = [self.words.text(f"single.{key}", **self._forms(said))] if houses else []
        because = [*map(self._against, lead), *parts, *map(self._against, rest)]
        listed = self.words.text("because.separator").join(because)
        whole = self.words.text("single.whole", claim=claim, reasons=listed) if listed else claim
        return whole if len(whole.split()) <= _LONGEST else self._sentences(claim, *because)

    def _against(self, reason: Reason) -> str:
        """A reason against other digits or cells; that steps before have taken them is said as shortly as will do."""
        left = [digit for digit in range(1, self.geometry.size + 1) if digit not in reason.digits]
        if reason.kind == "removed" and len(left) < len(reason.digits):
            return self.fill("single.left", digits=left)
        if reason.kind == "removed" and len(reason.cells) > _FEW:
            return self.words.text("single.gone")
        return self.reason(reason)

    def step(
        self,
        step: Step,
        sums: Figures = _NO_FIGURES,
        reasons: Sequence[Reason] = (),
        position: Position | None = None,
    ) -> str:
        """The whole step: "X-Wing on 4 in rows 2 and 8: remove 4 from r5c3 and r6c3". ``sums`` as for :meth:`pattern`.

        ``reasons``: those of the step; a step by clues names them. ``position``: as for :meth:`effects`. The digits of a step
        that fills half the grid, as only the solver does, are not listed.
        """
        message, clues = tell(step, self.geometry), self.clues(reasons) if step.technique in NAMING_CLUES else ""
        idea = next((reason.rule for reason in reasons if reason.kind == "idea"), "")
        pattern = self.pattern(message, sums, clues)
        if idea:
            pattern = self.words.text("step.idea", name=self.idea(idea), clues=self.optional(clues))
        if len(step.placements) > 2 * self.geometry.size:
            return pattern
        return self.words.text("step.whole", pattern=pattern, effects=self.effects(message, position))


_ENDS = ("least", "most", "leaves")
"""Claims that the effects of a step repeat."""

_MOST_HELD = 6
"""So many cells with their candidates are named in a reason; of more nobody keeps track."""

_LONGEST = 30
"""The most words of a sentence."""

_MANY = 8
"""More cells with the same effect are counted, not listed."""


def raised(text: str) -> str:
    """A text as a sentence begins: with a capital, or with a mark and a capital. The name of a cell stays small."""
    at = 1 if text[:1] in "¿¡" else 0
    return text if text[at + 1 : at + 2].isdigit() else text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def _says_all(idea: Reason, step: Step, position: Position) -> bool:
    """Whether an idea names the digits that stay, and has no other effect: "r1c1 can only be 3 or 4, so r1c2 is 6 or 8"."""
    stay, gone = _split_off(_by_digit(step.eliminations), position)
    return idea.rule.endswith("partner") and not gone and not step.placements and stay == ((idea.other, idea.cells),)


def _line_of(reason: Reason, position: Position, base: Sequence[House]) -> House | None:
    """The house by which a filled cell keeps its digit out of cells; None where another rule does, or no cell."""
    if reason.kind != "bars":
        return None
    (by,) = reason.by
    (digit,) = reason.digits
    within = (h for h in position.geometry.houses if h not in base and by in h.cells and {*reason.cells} <= {*h.cells})
    return next(within, None) if position.digits[by] == digit else None


NAMING_CLUES = frozenset((*Family.RELATIONS.value, *Family.CLUES.value))
"""The techniques whose sentence names the clues and rules of the step."""


def clues_of(reasons: Sequence[Reason]) -> list[Reason]:
    """Those of the reasons of a step that are clues or rules, each once."""
    return list(dict.fromkeys(reason for reason in reasons if reason.kind in ("clue", "rule")))


def require_words(*codes: str) -> None:
    """Raises ResourceError, with every fault, unless each language says all that English says, and has words for every rule,
    every kind of house and every technique.
    """
    own = {worded_as(name) for name in BY_NAME}
    names: dict[str, Collection[str]] = {"name": BY_NAME, "sentence": own, "text": own}
    names |= {
        "idea": NAMES,
        "idea-name": NAMES,
        "house": house_kinds(),
        "clue": CLUES,
        "rule": relating_rules(),
        "tie": differing_rules(),
    }
    faults: list[Fault] = []
    for code in codes:
        try:
            faults += language.faults(code, [f"how.{rule}" for rule in RULES], names)
        except ResourceError as error:
            faults += error.faults
    if faults:
        raise ResourceError(faults)


def english(step: Step, geometry: Geometry) -> str:
    """The step as an English sentence, with plain spaces."""
    return language.plain(Speaker("en", geometry).step(step))
