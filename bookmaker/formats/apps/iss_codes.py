"""The codes of the Interactive Sudoku Solver: a table of two cells' digits, and an automaton along cells, as letters and digits.

A table (``Pair``) has a bit for each two digits, row by row, six in a letter, and no zeros at its end. An automaton (``NFA``) is
a row of bits: two for the form, four for the bits of a state less one, four for the number of digits less one, then how many
states are begun in, how many others are ended in, and which of the first are; behind them, for each state, a bit for each digit
that leads on, with the states (form 1), or pairs of digit and state (form 0). Source: ``js/nfa_builder.js`` and ``js/util.js`` of
github.com/sigh/Interactive-Sudoku-Solver.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise
from string import ascii_letters, digits
from urllib.parse import unquote

from bookmaker.formats.base.clues import is_coded
from bookmaker.formats.base.json_values import WrongError
from bookmaker.puzzles.grid.automaton import Automaton, Machine, State
from bookmaker.puzzles.grid.geometry import Clue, Relation
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES
from bookmaker.puzzles.rules.clues import ClueType, limits_of, table_of
from bookmaker.puzzles.rules.places import OUTSIDE, slants, views
from bookmaker.puzzles.rules.rule import Rule

# Rules of the Interactive Sudoku Solver that have a code for their meaning, and not a name.
#
# A clue for which it has no word of its own is written by its meaning: ``.Pair~<table>~_difference~R1C1~R1C2`` for cells of
# which each two in a row keep a table, ``PairX`` for cells of which any two do, ``.NFA~<automaton>~_first-seen~R1C1~...``,
# ``.Sum~15~R1C1~R1C2`` for a sum in which digits may repeat, also that of a diagonal from its other end, ``.~R1C1_2_4_6_8`` for
# the candidates of a cell, ``SameValues~2~R1C1~R5C5`` for equal digits. They are read by their meaning, so that any name will do;
# a name decides only where two kinds of clues say the same.

NAME = "iss"
WORDS = frozenset({"Pair", "PairX", "Binary", "BinaryX", "NFA", "Sum", "SameValues"})
_PAIRS, _ALL_PAIRS, _CHAINS, _MARKS, _SUMS, _EQUALS = "Pair", "PairX", "NFA", "Given", "Sum", "SameValues"
_FORMER_WORDS = {"Binary": _PAIRS, "BinaryX": _ALL_PAIRS}
_BEHIND = ":"
"""What parts the code from the kind of clue or rule in ``foreign``, as in ``Pair:difference``."""

_SETS = 3
"""The sets of cells with the same digits on a diagonal that holds three digits only."""

_MOST = 20
"""The most clues for each cell of a grid, and lists of cells that say something: more are not a puzzle."""

_Cells = tuple[int, ...]
_Pair = tuple[int, int]
Clued = dict[str, list[tuple[_Cells, tuple[int, ...]]]]


def has_codes(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a rule or a clue that is written in a code."""
    rules = [RULES[name] for name in puzzle.geometry.rules]
    words = [word for rule in rules for word in rule.foreign.get(NAME, ())]
    words += [word for rule in rules if rule.unmarked for word in rule.unmarked.foreign.get(NAME, ())]
    return any(is_coded(word) for word in (*words, *(CLUES[clue.kind].foreign.get(NAME, "") for clue in puzzle.clues)))


@cache
def _kinds(code: str) -> tuple[ClueType, ...]:
    """The kinds of clues that are written so."""
    return tuple(kind for kind in CLUES.values() if kind.foreign.get(NAME) == f"{code}{_BEHIND}{kind.name}")


@cache
def _hiding() -> dict[str, Rule]:
    """The rules that say in a code which neighbours have no clue, by the word for that."""
    said = ((rule, rule.unmarked.foreign.get(NAME, ())) for rule in RULES.values() if rule.unmarked)
    return {words[0]: rule for rule, words in said if len(words) == 1 and is_coded(words[0])}


@cache
def _contrasting() -> dict[str, Rule]:
    """The rules that set cells with a clue off from those without one, by the word for their clues."""
    return {rule.clues[0].foreign[NAME]: rule for rule in RULES.values() if rule.contrast and NAME in rule.foreign}


@cache
def _lined() -> dict[str, Rule]:
    """The rules with lines in every puzzle, by their words."""
    return {
        f"{_EQUALS}{_BEHIND}{name}": rule
        for name, rule in RULES.items()
        if is_coded("".join(rule.foreign.get(NAME, ())))
    }


@cache
def _edge_sums(size: int) -> dict[_Cells, tuple[ClueType, _Cells]]:
    """The cells that clues beside a line add up, each with the kind of clue and the whole line."""
    zeros = [0] * (size * size)
    found: dict[_Cells, tuple[ClueType, _Cells]] = {}
    for kind in CLUES.values():
        if kind.shape not in OUTSIDE or kind.sums is None or NAME not in kind.foreign:
            continue
        known = size in (_rule_of(kind).sizes or {size})
        for line in (views(size) if kind.shape == "edge" else slants(size)) if known else ():
            (total,) = kind.totals(Clue(kind.name, line, (1,)), zeros)
            found[total.plus] = kind, line
    return found


def _rule_of(kind: ClueType) -> Rule:
    return next(rule for rule in RULES.values() if kind in rule.clues)


def _related(pairs: Collection[_Pair], table: Table) -> set[tuple[_Pair, Table]]:
    """Pairs of cells, lower ones first, each with the table."""
    back = Relation((), table, "").reverse
    return {((one, other), table) if one < other else ((other, one), back) for one, other in pairs}


def _says(kind: ClueType, clue: Clue, size: int) -> set[tuple[_Pair, Table]]:
    return set().union(*(_related([pair], table) for pair, table in kind.related(clue, size)))


class Coded:
    """The rules of one puzzle that are read by their codes; ``cell`` finds the cell of a name such as ``R1C2``."""

    def __init__(self, size: int, cell: Callable[[str, int], int | None]) -> None:
        self._size, self._cell = size, cell
        self._clues: list[Clue] = []
        self._count = 0
        self._marked: set[tuple[int, str]] = set()
        self._equal: dict[str, list[_Pair]] = {}
        self._bare: dict[str, set[_Pair]] = {}
        self._contrast: dict[str, set[_Pair]] = {}
        self._lines: dict[str, set[_Cells]] = {}

    def take(self, name: str, words: Sequence[str]) -> bool:
        """Take a rule; False if its meaning is not known."""
        groups = self._groups(words[1:]) if len(words) > 1 else None
        if groups is None:
            return False
        table = None
        if name not in (_SUMS, _EQUALS, _CHAINS):
            table = table_of_code(words[0], self._size, former=name in _FORMER_WORDS)
            if table is None:
                return False
        for label, cells in groups:
            self._count += 1
            if self.is_full or not self._take_group(_FORMER_WORDS.get(name, name), words[0], table, label, cells):
                return False
        return True

    @property
    def is_full(self) -> bool:
        """Whether there is too much for a puzzle."""
        return max(self._count, len(self._clues)) > _MOST * self._size**2

    def _take_group(self, name: str, code: str, table: Table | None, label: str, cells: _Cells) -> bool:
        if table is not None:
            return self._take_pairs(name, table, label, cells)
        if name == _CHAINS:
            return self._take_machine(code, label, cells)
        return self._take_sum(code, cells) if name == _SUMS else self._take_same(code, cells)

    def _groups(self, words: Sequence[str]) -> list[tuple[str, _Cells]] | None:
        """The lists of cells of a rule, each with its name; None if a word is not a cell."""
        label = ""
        found: list[tuple[str, list[int]]] = [("", [])]
        for word in words:
            if word[:1] in ("", "_"):
                label = unquote(word[1:]).strip().lower().replace(" ", "-") if word else label
                found.append((label, []))
                continue
            cell = self._cell(word, self._size)
            if cell is None:
                return None
            found[-1][1].append(cell)
            if len(found[-1][1]) > self._size**2:
                return None
        return [(label, tuple(cells)) for label, cells in found if cells] or None

    def mark(self, cell: int, digits: Collection[int]) -> str:
        """Take the candidates of a cell; the fault in them, "" if there is none."""
        mask = sum(1 << digit - 1 for digit in set(digits))
        for kind in _kinds(_MARKS):
            clue = kind.clue((cell,))
            if limits_of(CLUES, [clue], self._size)[0].allowed != mask:
                continue
            rule = _rule_of(kind)
            if (cell, rule.name) in self._marked:
                return f"are a second clue of the rule {rule.name} in one cell"
            self._marked.add((cell, rule.name))
            self._clues.append(clue)
            return ""
        return "belong to no clue that bookmaker knows"

    def _add(
        self, kind: ClueType, cells: Sequence[int], value: tuple[int, ...], *, said: Callable[[Clue], bool]
    ) -> bool:
        """Add a clue if its place allows it and it means the same as ``said``."""
        if kind.fault_of(cells, self._size, value):
            return False
        clue = kind.clue(cells, value)
        if not said(clue):
            return False
        self._clues.append(clue)
        return True

    def _take_sum(self, number: str, cells: _Cells) -> bool:
        if not (number.isascii() and number.isdecimal() and len(number) < 5):
            return False
        outside = _edge_sums(self._size).get(cells)
        wanted = [outside] if outside else [(kind, cells) for kind in _kinds(_SUMS) if kind.shape not in OUTSIDE]
        return any(self._add(kind, held, (int(number),), said=lambda clue: True) for kind, held in wanted)

    def _take_same(self, number: str, cells: _Cells) -> bool:
        if number == str(_SETS):
            for word, rule in _lined().items():
                for line in rule.lines(self._size):
                    if cells in (line.cells, line.cells[::-1]):
                        self._lines.setdefault(word, set()).add(line.cells)
                        return True
        if number != str(len(cells)):
            return False
        self._equal.setdefault(f"{_EQUALS}{len(self._equal)}", []).extend(pairwise(cells))
        return True

    def _take_machine(self, code: str, label: str, cells: _Cells) -> bool:
        found = machine_of_code(code)
        word = found.word(len(cells), self._size) if found is not None else None
        if found is None or word is None:
            return False
        held = found

        def said(clue: Clue) -> bool:
            (line,) = CLUES[clue.kind].lines(clue, self._size)
            return held.is_same(line.automaton, self._size)

        for kind in sorted(_kinds(_CHAINS), key=lambda kind: kind.name != label):
            value = kind.value(word, self._size) if kind.value is not None else ()
            if value is not None and self._add(kind, cells, value, said=said):
                return True
        return False

    def _take_pairs(self, code: str, table: Table, label: str, cells: _Cells) -> bool:
        pairs = list(pairwise(cells) if code == _PAIRS else combinations(cells, 2))
        if not pairs:
            return False
        for word, rule in _hiding().items():
            assert rule.unmarked is not None
            if table == table_of(self._size, rule.unmarked.holds):
                self._bare.setdefault(word, set()).update((min(pair), max(pair)) for pair in pairs)
                return True
        for word, rule in _contrasting().items():
            assert rule.contrast is not None
            if label == rule.name and table == table_of(self._size, rule.contrast.holds):
                self._contrast.setdefault(word, set()).update(pairs)
                return True
        if table == table_of(self._size, lambda one, other: one == other):
            self._equal.setdefault(label or f"{_PAIRS}{len(self._equal)}", []).extend(pairs)
            return True
        kinds = sorted((*_kinds(_PAIRS), *_kinds(_ALL_PAIRS)), key=lambda kind: kind.name != label)
        # A chain may be a row of clues on borders.
        return self._take_cells(kinds, table, pairs, cells) or (
            code == _PAIRS and len(pairs) > 1 and all(self._take_cells(kinds, table, [pair], pair) for pair in pairs)
        )

    def _take_cells(self, kinds: Sequence[ClueType], table: Table, pairs: Sequence[_Pair], cells: _Cells) -> bool:
        wanted = _related(pairs, table)
        for kind in kinds:
            for way in (cells, cells[::-1]):
                for value in _values(kind, table):
                    if self._add(
                        kind, way, value, said=lambda clue: _says(CLUES[clue.kind], clue, self._size) == wanted
                    ):
                        return True
        return False

    def finish(self, found: Clued, shown: list[str], boxed: bool) -> None:
        """Add the clues to ``found``, by their words, and to ``shown`` what else was said. Raises WrongError."""
        for clue in (*self._clues, *self._clones(), *self._set_off()):
            found.setdefault(CLUES[clue.kind].foreign[NAME], []).append((clue.cells, clue.value))
        for word, pairs in self._bare.items():
            rule = _hiding()[word]
            own = [Clue(kind.name, cells) for kind in rule.clues for cells, _ in found.get(kind.foreign[NAME], ())]
            assert rule.unmarked is not None
            if pairs != set(rule.unmarked.relation(self._size, own).pairs):
                raise WrongError(f"{rule.name} for some neighbours only, which is not known here")
            shown.append(word)
        for word, lines in self._lines.items():
            if lines != {line.cells for line in _lined()[word].lines(self._size)} or not boxed:
                raise WrongError("three sets of the same digits, which are not known here")
            shown.append(word)

    def _clones(self) -> Iterator[Clue]:
        """The clues of cells with equal digits: those of one name together if they have one form."""
        (kind,) = (kind for kind in _kinds(_PAIRS) if kind.shape == "areas")
        for pairs in self._equal.values():
            whole = [one for one, _ in pairs] + [other for _, other in pairs]
            several = [whole] if not kind.fault_of(whole, self._size) else [list(pair) for pair in pairs]
            for cells in several:
                if kind.fault_of(cells, self._size):
                    raise WrongError(f"a clue {kind.name} that {kind.fault_of(cells, self._size)}")
                yield kind.clue(cells)

    def _set_off(self) -> Iterator[Clue]:
        for word, pairs in self._contrast.items():
            rule = _contrasting()[word]
            own = [rule.clues[0].clue((cell,)) for cell in sorted({one for one, _ in pairs})]
            assert rule.contrast is not None
            if set(rule.contrast.relation(self._size, own).pairs) != pairs:
                raise WrongError(f"{rule.name} for some neighbours only, which is not known here")
            yield from own


@lru_cache(maxsize=512)
def _values(kind: ClueType, table: Table) -> tuple[tuple[int, ...], ...]:
    """The values that a clue may have under a table."""
    if kind.value is None:
        return ((),)
    size = len(table)
    allowed = [
        (one, other) for one in range(1, size + 1) for other in range(1, size + 1) if table[one - 1] >> other - 1 & 1
    ]
    return tuple(dict.fromkeys(value for pair in allowed if (value := kind.value(pair, size)) is not None))


def lacks_boxes(puzzle: Puzzle) -> bool:
    """Whether a puzzle has a rule that is only written by its meaning where there are boxes, and has none."""
    return not puzzle.geometry.boxed and any(RULES[name] in _lined().values() for name in puzzle.geometry.rules)


def written(puzzle: Puzzle, name: Callable[[int, int], str]) -> Iterator[str]:
    """The coded rules of a puzzle, without the dot before them; ``name`` names a cell of a grid of a size."""
    size, ground = puzzle.geometry.size, puzzle.geometry

    def listed(cells: Sequence[int]) -> str:
        return "~".join(name(cell, size) for cell in cells)

    marks = [clue for clue in puzzle.clues if CLUES[clue.kind] in _kinds(_MARKS)]
    if marks:
        yield "".join(f"~{name(clue.cells[0], size)}_{_candidates(clue, size)}" for clue in marks)
    for number, clue in enumerate(puzzle.clues, 1):
        kind = CLUES[clue.kind]
        if kind in _kinds(_SUMS):
            (total,) = kind.totals(clue, [0] * (size * size))
            cells = total.plus
            if kind.shape not in OUTSIDE and cells in _edge_sums(size):
                cells = (cells[1], cells[0], *cells[2:])
            yield f"{_SUMS}~{total.total}~{listed(cells)}"
        elif kind in _kinds(_CHAINS):
            assert kind.machine is not None
            code = machine_code(kind.machine(size, len(clue.cells), clue.value), size)
            yield f"{_CHAINS}~{code}~_{kind.name}~{listed(clue.cells)}"
        elif kind in (*_kinds(_PAIRS), *_kinds(_ALL_PAIRS)) and kind.foreign[NAME] not in _contrasting():
            related = list(kind.related(clue, size))
            code = kind.foreign[NAME].partition(_BEHIND)[0]
            label = f"{kind.name}-{number}" if kind.shape == "areas" else kind.name
            groups = [listed(pair) for pair, _ in related] if kind.shape == "areas" else [listed(clue.cells)]
            yield f"{code}~{table_code(related[0][1])}~_{label}~{'~~'.join(groups)}"
    for rule in (RULES[one] for one in RULES if one in ground.rules):
        said = (
            rule.unmarked if rule in _hiding().values() else rule.contrast if rule in _contrasting().values() else None
        )
        if said is not None:
            own = [clue for clue in puzzle.clues if CLUES[clue.kind] in rule.clues]
            relation = said.relation(size, own)
            if relation.pairs:
                chains = _chains(relation.pairs) if rule.unmarked else relation.pairs
                yield f"{_PAIRS}~{table_code(relation.allowed)}~_{rule.name}~{'~~'.join(map(listed, chains))}"
        if rule in _lined().values():
            yield from (f"{_EQUALS}~{_SETS}~{listed(line.cells)}" for line in rule.lines(size))


def _candidates(clue: Clue, size: int) -> str:
    (limit,) = limits_of(CLUES, [clue], size)
    return "_".join(str(digit) for digit in range(1, size + 1) if limit.allowed >> digit - 1 & 1)


def _chains(pairs: Sequence[_Pair]) -> Iterator[list[int]]:
    """Pairs of neighbours as chains of cells, along rows and columns."""
    left = set(pairs)
    for one, other in sorted(pairs):
        if (one, other) not in left:
            continue
        chain, step = [one, other], other - one
        left.remove((one, other))
        while (chain[-1], chain[-1] + step) in left:
            left.remove((chain[-1], chain[-1] + step))
            chain.append(chain[-1] + step)
        yield chain


_ALIKE = ascii_letters.swapcase() + digits
_LETTERS, _FORMER = f"{_ALIKE}-_", f"{_ALIKE}_-"
"""Its older names for tables, ``Binary`` and ``BinaryX``, have the last two signs the other way round."""

_FORM, _STATE, _COUNT = 2, 4, 4
"""Bits of the first numbers of an automaton."""

_PLAIN, _PACKED = 0, 1
_MOST_PAIRS = 2_000
"""Pairs of states that are compared at most: the automata of clues need a few hundred."""

Table = tuple[int, ...]
"""As ``Relation.allowed``."""


def table_code(table: Sequence[int]) -> str:
    """The code of a table."""
    size = len(table)
    bits = [row >> place & 1 for row in table for place in range(size)]
    bits += [0] * (-len(bits) % 6)
    sixes = [sum(bit << at for at, bit in enumerate(bits[start : start + 6])) for start in range(0, len(bits), 6)]
    return "".join(_LETTERS[six] for six in sixes).rstrip(_LETTERS[0])


def table_of_code(code: str, size: int, former: bool = False) -> Table | None:
    """The table of a code for digits 1..size, None if it is none."""
    letters = _FORMER if former else _LETTERS
    if not set(code) <= set(letters) or 6 * (len(code) - 1) >= size * size:
        return None
    bits = [letters.index(letter) >> at & 1 for letter in code for at in range(6)]
    if any(bits[size * size :]):
        return None
    bits += [0] * (size * size - len(bits))
    return tuple(sum(bits[row * size + place] << place for place in range(size)) for row in range(size))


def machine_code(machine: Machine, size: int) -> str:
    """The code of an automaton over the digits 1..size."""
    reached: dict[State, dict[int, State]] = {}
    waiting: list[State] = [machine.start]
    while waiting:
        state = waiting.pop(0)
        if state in reached:
            continue
        steps = {digit: machine.step(state, digit) for digit in range(1, size + 1)}
        reached[state] = {digit: to for digit, to in steps.items() if to is not None}
        waiting += reached[state].values()
    alive = {state for state in reached if machine.accept(state)} | {machine.start}
    while more := {state for state in reached if alive.intersection(reached[state].values())} - alive:
        alive |= more
    begun = [machine.start]
    ended = [state for state in reached if state in alive and machine.accept(state) and state not in begun]
    order = begun + ended + [state for state in reached if state in alive and state not in begun + ended]
    number = {state: at for at, state in enumerate(order)}
    wide = max(1, (len(order) - 1).bit_length())
    out = f"{_PACKED:0{_FORM}b}{wide - 1:0{_STATE}b}{size - 1:0{_COUNT}b}"
    out += f"{len(begun):0{wide}b}{len(ended):0{wide}b}{int(machine.accept(machine.start)):b}"
    for state in order:
        steps = {digit: number[to] for digit, to in reached[state].items() if to in number}
        out += f"{sum(1 << digit - 1 for digit in steps):0{size}b}"
        out += "".join(f"{steps[digit]:0{wide}b}" for digit in sorted(steps))
    out += "0" * (-len(out) % 8)
    out += "0" * (-len(out) % 6)
    return "".join(_LETTERS[int(out[start : start + 6], 2)] for start in range(0, len(out), 6))


@dataclass(frozen=True)
class CodedMachine:
    """An automaton of a code, which begins in state 0: the states to end in, and for each state the one that a digit leads to."""

    ended: frozenset[int]
    steps: tuple[dict[int, int], ...]

    def is_same(self, other: Automaton, size: int) -> bool:
        """Whether it accepts just the lines of another one, as long as that one's are."""
        last = other.layers[-2] if other.possible else -1
        layer = {(0, other.layers[0] if other.possible else -1)}
        for _ in range(len(other.layers) - 2):
            after = set()
            for state, place in layer:
                mine = self.steps[state] if state >= 0 else {}
                ways = other.edges[place] if place >= 0 else ()
                for digit in range(1, size + 1):
                    to = next((to for mask, to in ways if mask >> digit - 1 & 1), -1)
                    after.add((mine.get(digit, -1), to))
            layer = after - {(-1, -1)}
            if len(layer) > _MOST_PAIRS:
                return False
        return all((state in self.ended) == (place == last) for state, place in layer)

    def word(self, length: int, size: int) -> tuple[int, ...] | None:
        """An accepted line of so many digits, None if there is none."""
        layer: dict[int, tuple[int, ...]] = {0: ()}
        for _ in range(length):
            after: dict[int, tuple[int, ...]] = {}
            for state, word in layer.items():
                for digit, to in self.steps[state].items():
                    if digit <= size:
                        after.setdefault(to, (*word, digit))
            layer = after
        return next((word for state, word in layer.items() if state in self.ended), None)


@lru_cache(maxsize=64)
def machine_of_code(code: str) -> CodedMachine | None:
    """The automaton of a code; None if it is none, or one with several ways for a digit, which no clue of ours has."""
    if not code or not set(code) <= set(_LETTERS):
        return None
    bits = _Bits("".join(f"{_LETTERS.index(letter):06b}" for letter in code))
    form, wide, size = bits.number(_FORM), bits.number(_STATE) + 1, bits.number(_COUNT) + 1
    begun, ended = bits.number(wide), bits.number(wide)
    if form not in (_PLAIN, _PACKED) or begun != 1:
        return None
    first = bits.number(begun)
    counted = bits.number(_COUNT) if form == _PLAIN else size
    digit_bits = (size - 1).bit_length()
    rows: list[dict[int, int]] = []
    # Behind the last state are fewer zeros than a state takes, or a state without a way on.
    while counted and bits.left >= counted:
        count = bits.number(counted)
        held = [at + 1 for at in range(size) if count >> at & 1] if form == _PACKED else [0] * count
        row: dict[int, int] = {}
        for digit in held:
            name = digit or bits.number(digit_bits) + 1
            if name in row:
                return None
            row[name] = bits.number(wide)
        if bits.spent:
            return None
        rows.append(row)
    if max((to for row in rows for to in row.values()), default=0) >= len(rows) or 1 + ended > len(rows):
        return None
    return CodedMachine(frozenset(range(0 if first else 1, 1 + ended)), tuple(rows))


class _Bits:
    """A row of bits, read from its beginning."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text[: len(text) // 8 * 8], 0

    @property
    def left(self) -> int:
        return len(self._text) - self._at

    @property
    def spent(self) -> bool:
        """Whether more was read than there is."""
        return self._at > len(self._text)

    def number(self, count: int) -> int:
        """The number in the next bits, the highest first."""
        start, self._at = self._at, self._at + count
        return int(self._text[start : self._at] or "0", 2)
