"""Rules of the Interactive Sudoku Solver that say what they mean by a code, and not by their name.

A clue for which it has no word of its own is written as what it says: ``.Pair~<table>~_difference~R1C1~R1C2`` for cells of
which each two in a row keep a table, ``PairX`` for cells of which any two do, ``.NFA~<automaton>~_first-seen~R1C1~...``,
``.Sum~15~R1C1~R1C2`` for a sum in which digits may repeat, also that of a diagonal from its other end, ``.~R1C1_2_4_6_8`` for the
candidates of a cell, ``SameValues~2~R1C1~R5C5`` for equal digits.
They are read by what they say, so that any name will do; a name decides only where two kinds of clues say the same.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations, pairwise
from urllib.parse import unquote

from bookmaker.formats.apps.iss_codes import Table, machine_code, machine_of_code, table_code, table_of_code
from bookmaker.formats.base.clues import is_coded
from bookmaker.formats.base.json_values import WrongError
from bookmaker.puzzles.grid.geometry import Clue, Relation
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLUES, RULES
from bookmaker.puzzles.rules.clues import ClueType, limits_of, table_of
from bookmaker.puzzles.rules.places import OUTSIDE, slants, views
from bookmaker.puzzles.rules.rule import Rule

NAME = "iss"
WORDS = frozenset({"Pair", "PairX", "Binary", "BinaryX", "NFA", "Sum", "SameValues"})
_PAIRS, _ALL_PAIRS, _CHAINS, _MARKS, _SUMS, _EQUALS = "Pair", "PairX", "NFA", "Given", "Sum", "SameValues"
_FORMER = {"Binary": _PAIRS, "BinaryX": _ALL_PAIRS}
_BEHIND = ":"
"""What parts the code from the kind of clue or rule in ``foreign``, as in ``Pair:difference``."""

_SETS = 3
"""The sets of cells with the same digits on a diagonal that holds three digits only."""

_MOST = 20
"""The most clues for each cell of a grid, and lists of cells that say something: more are no puzzle."""

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
        """Take a rule; False if it is not known what it says."""
        groups = self._groups(words[1:]) if len(words) > 1 else None
        if groups is None:
            return False
        table = None
        if name not in (_SUMS, _EQUALS, _CHAINS):
            table = table_of_code(words[0], self._size, former=name in _FORMER)
            if table is None:
                return False
        for label, cells in groups:
            self._count += 1
            if self.is_full or not self._take_group(_FORMER.get(name, name), words[0], table, label, cells):
                return False
        return True

    @property
    def is_full(self) -> bool:
        """Whether so much is said that it is no puzzle."""
        return max(self._count, len(self._clues)) > _MOST * self._size**2

    def _take_group(self, name: str, code: str, table: Table | None, label: str, cells: _Cells) -> bool:
        if table is not None:
            return self._take_pairs(name, table, label, cells)
        if name == _CHAINS:
            return self._take_machine(code, label, cells)
        return self._take_sum(code, cells) if name == _SUMS else self._take_same(code, cells)

    def _groups(self, words: Sequence[str]) -> list[tuple[str, _Cells]] | None:
        """The lists of cells of a rule, each with its name; None if there is a word that is no cell."""
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
        """Take the candidates of a cell; what is wrong with them, "" if nothing."""
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
        """Add a clue if it may stand there, and is what ``said`` says."""
        if kind.fault_of(cells, self._size, value):
            return False
        clue = kind.clue(cells, value)
        if not said(clue):
            return False
        self._clues.append(clue)
        return True

    def _take_sum(self, number: str, cells: _Cells) -> bool:
        if not (number.isascii() and number.isdigit() and len(number) < 5):
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
    """Whether a puzzle has a rule that is only written as what it says where there are boxes, and has none."""
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
