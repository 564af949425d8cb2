"""Steps in the notation of the literature: ``r5c3<>4``, ``r1c1=5``, chains as Eureka writes them.

In Eureka a strong link is ``=`` and a weak link ``-``. A digit in brackets counts until the next one, and two links of one
cell are written together: ``(5)r1c1=(5-7)r1c7=r4c7`` means that r1c1 or r1c7 is 5, r1c7 is not both 5 and 7, and r1c7 or r4c7
is 7. Cells in one row or column are written together (``r1c12``) on grids up to 9x9. A strong link through an almost locked
set names all its cells: ``(1=5)r12368c1``, without 1 the set holds 5.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import groupby, pairwise

from bookmaker.base import language
from bookmaker.logic.techniques.declare import Step
from bookmaker.puzzles.grid.geometry import SYMBOLS, Geometry, cell_name, place_of


@dataclass(frozen=True, slots=True)
class Node:
    """A node of a chain: one of ``cells`` holds ``digit`` (``on``), or none of them does."""

    digit: int
    cells: tuple[int, ...]
    on: bool


@dataclass(frozen=True, slots=True)
class Set:
    """An almost locked set: its cells and their digits in the pattern, both ascending, and its candidates (cell, digit)."""

    cells: tuple[int, ...]
    digits: tuple[int, ...]
    spots: frozenset[tuple[int, int]]

    @classmethod
    def of(cls, spots: Iterable[tuple[int, int]]) -> Set:
        """The set of these candidates."""
        held = frozenset(spots)
        return cls(tuple(sorted({cell for cell, _ in held})), tuple(sorted({digit for _, digit in held})), held)

    def places(self, digit: int) -> set[int]:
        """Its cells that may hold a digit."""
        return {cell for cell, one in self.spots if one == digit}


def chains_of(step: Step) -> tuple[tuple[Node, ...], ...]:
    """The chains of a step, each beginning with its assumption."""
    chains: list[list[Node]] = []
    for candidate in step.pattern:
        start, _, state = candidate.role.partition("-")
        if start == "if":
            chains.append([])
        if start in ("if", "then") and chains:
            chains[-1].append(Node(candidate.digit, (candidate.cell,), state == "on"))
        elif candidate.role == "more" and chains and chains[-1]:
            last = chains[-1][-1]
            chains[-1][-1] = Node(last.digit, (*last.cells, candidate.cell), last.on)
    return tuple(tuple(chain) for chain in chains)


def shown_chains(step: Step) -> tuple[tuple[Node, ...], ...]:
    """The chains of a step as words and pictures show them: a net stops where it gives a cell two digits."""
    chains = chains_of(step)
    if step.technique != "forcing-net" or len(chains) != 1:
        return chains
    (chain,) = chains
    if overfilled(chain) is None:
        return chains
    shown: list[Node] = []
    for _, layer in groupby(chain, key=lambda node: node.on):
        shown += layer
        if overfilled(shown) is not None:
            break
    return (tuple(shown),)


def overfilled(chain: Sequence[Node]) -> tuple[int, tuple[int, int]] | None:
    """The first cell to which the nodes of a chain give a second digit, and both digits; None where there is none."""
    held: dict[int, int] = {}
    for node in chain:
        if node.on and len(node.cells) == 1:
            (cell,) = node.cells
            first = held.setdefault(cell, node.digit)
            if first != node.digit:
                return cell, (min(first, node.digit), max(first, node.digit))
    return None


def sets_of(step: Step) -> tuple[Set, ...]:
    """The sets of a step, in the order of the pattern."""
    found: list[list[tuple[int, int]]] = []
    for candidate in step.pattern:
        if candidate.role == "set":
            found.append([])
        if candidate.role in ("set", "member") and found:
            found[-1].append((candidate.cell, candidate.digit))
    return tuple(map(Set.of, found))


def joints_of(step: Step) -> tuple[Set, ...]:
    """The linking candidates of a step, grouped by digit, digits ascending."""
    spots = {(part.cell, part.digit) for part in step.pattern if part.role == "link"}
    return tuple(Set.of(spot for spot in spots if spot[1] == digit) for digit in sorted({digit for _, digit in spots}))


def links_of(step: Step) -> tuple[int, ...]:
    """The digits that link each set of a chain of sets to the next; nothing where the sets are not an open chain."""
    digits = tuple(digit for digit, _ in groupby(part.digit for part in step.pattern if part.role == "link"))
    return digits if len(digits) == len(sets_of(step)) - 1 else ()


def linked_notation(sets: Sequence[Set], links: Sequence[int], size: int, names: Sequence[str] = SYMBOLS) -> str:
    """Sets in the order of their chain, with the digits between: ``(35)r2c5 -3- (36)r5c9 -6- (46)r1c8``."""
    written = [set_notation(one.cells, one.digits, size, names) for one in sets]
    linked = (f" -{names[digit - 1]}- {one}" for digit, one in zip(links, written[1:], strict=False))
    return "".join((*written[:1], *linked))


def petals_of(step: Step) -> tuple[tuple[tuple[int, ...], Set], ...]:
    """The petals of a death blossom, each once, with its candidates of the stem, the lowest first."""
    pivots = sorted({part.digit for part in step.pattern if part.role == "pivot"})
    served: dict[Set, list[int]] = {}
    for digit, petal in zip(pivots, sets_of(step), strict=False):
        served.setdefault(petal, []).append(digit)
    return tuple((tuple(digits), petal) for petal, digits in served.items())


def crossing_of(step: Step, geometry: Geometry) -> tuple[int, ...]:
    """The cells of a step's base that lie in all of its base houses, ascending, if there are several."""
    houses = [set(geometry.houses[ref.house].cells) for ref in step.houses if ref.role == "base"]
    return tuple(cell for cell in step.cells if len(houses) > 1 and all(cell in house for house in houses))


def cells_notation(cells: Sequence[int], ground: Geometry | int) -> str:
    """Cells in as few words as can be: ``r1c12`` for two cells of a row, ``r12c3`` of a column, else one by one."""
    places = {cell: place_of(cell, ground) for cell in cells}
    rows = sorted({row for row, _ in places.values()})
    columns = sorted({column for _, column in places.values()})
    one_figure = (ground if isinstance(ground, int) else max(ground.height, ground.width)) <= 9
    if one_figure and len(rows) * len(columns) == len(cells):
        return f"r{''.join(str(row + 1) for row in rows)}c{''.join(str(column + 1) for column in columns)}"
    if one_figure and len(rows) < len(cells):
        by_row = [[cell for cell in cells if places[cell][0] == row] for row in rows]
        return ",".join(cells_notation(part, ground) for part in by_row)
    return ",".join(cell_name(cell, ground) for cell in sorted(cells))


def set_notation(
    cells: Sequence[int], digits: Sequence[int], ground: Geometry | int, names: Sequence[str] = SYMBOLS
) -> str:
    """``(123)r1c12``: these digits in these cells. ``names``: the names of the digits, "1", "2", ..."""
    apart = "" if max(map(len, names)) == 1 else ", "
    return f"({apart.join(names[digit - 1] for digit in digits)}){cells_notation(cells, ground)}"


def chain_notation(
    chain: Sequence[Node], ground: Geometry | int, sets: Sequence[Set] = (), names: Sequence[str] = SYMBOLS
) -> str:
    """A chain as Eureka writes it, if its nodes hold and do not hold in turn; else as :func:`proof_notation` does."""
    if any(one.on == other.on for one, other in pairwise(chain)):
        return proof_notation(chain, ground, names)
    return eureka(chain, ground, sets, names)


def eureka(
    chain: Sequence[Node], ground: Geometry | int, sets: Sequence[Set] = (), names: Sequence[str] = SYMBOLS
) -> str:
    """A chain of nodes that hold and do not hold in turn, as Eureka writes it. ``sets``: what may link two of its nodes."""
    through = [*(_through(one, other, sets) for one, other in pairwise(chain)), None]
    out = ""
    named = index = 0
    while index < len(chain):
        linking, end = through[index], index + 1
        if linking is not None:
            end += 1
        else:
            # Nodes of the same cells, but for one that a set links to the next.
            while end < len(chain) and chain[end].cells == chain[index].cells and through[end] is None:
                end += 1
        nodes = chain[index:end]
        if index:
            out += _link(chain[index - 1])
        digits = names[nodes[0].digit - 1]
        digits += "".join(_link(one) + names[other.digit - 1] for one, other in pairwise(nodes))
        out += f"({digits})" if len(nodes) > 1 or named != nodes[0].digit else ""
        out += cells_notation(nodes[0].cells if linking is None else linking.cells, ground)
        named = nodes[-1].digit
        index = end
    return out


def _through(one: Node, other: Node, sets: Sequence[Set]) -> Set | None:
    """The set that links two nodes strongly: it lacks the digit of the one and so holds that of the other."""
    if one.on or not other.on or one.digit == other.digit:
        return None
    for linking in sets:
        if linking.places(one.digit) == set(one.cells) and linking.places(other.digit) == set(other.cells):
            alone = one.cells == other.cells and sum(cell == one.cells[0] for cell, _ in linking.spots) == 2
            return None if alone else linking
    return None


def _link(before: Node) -> str:
    return "-" if before.on else "="


def proof_notation(nodes: Sequence[Node], ground: Geometry | int, names: Sequence[str] = SYMBOLS) -> str:
    """The consequences of an assumption, layer by layer: ``r1c1=5 > r1c7<>5, r3c2<>5 > r3c7=5``."""
    layers = []
    for on, layer in groupby(nodes, key=lambda node: node.on):
        sign = "=" if on else "<>"
        layers.append(", ".join(f"{cells_notation(node.cells, ground)}{sign}{names[node.digit - 1]}" for node in layer))
    return " > ".join(layers)


def _houses(step: Step, geometry: Geometry, role: str) -> str:
    houses = [geometry.houses[index] for index in sorted(ref.house for ref in step.houses if ref.role == role)]
    out = []
    for kind in dict.fromkeys(house.kind for house in houses):
        numbers = [house.label for house in houses if house.kind == kind]
        out.append(kind[0] + ("" if geometry.size <= 9 else ",").join(numbers))
    return "".join(out)


def _pattern(step: Step, geometry: Geometry) -> Iterator[str]:
    chains, sets = chains_of(step), sets_of(step)
    if chains:
        yield "; ".join(chain_notation(chain, geometry, sets) for chain in chains)
    if sets:
        yield ", ".join(set_notation(one.cells, one.digits, geometry) for one in sets)
    base = step.cells_of("base")
    if base and {ref.role for ref in step.houses} >= {"base", "cover"}:
        digits = "".join(SYMBOLS[digit - 1] for digit in step.digits)
        yield f"{digits} {_houses(step, geometry, 'base')} {_houses(step, geometry, 'cover')}"
    elif base and not chains:
        yield set_notation(base, step.digits, geometry)
    for role in ("link", "fin", "pivot"):
        found = [candidate for candidate in step.pattern if candidate.role == role]
        if found and role == "link" and sets:
            yield "link " + ", ".join(set_notation(one.cells, one.digits, geometry) for one in joints_of(step))
        elif found:
            digits_of = sorted({candidate.digit for candidate in found})
            yield f"{role} {set_notation(step.cells_of(role), digits_of, geometry)}"


def effects_notation(step: Step, ground: Geometry | int) -> str:
    """``r1c1=5, r5c3<>4``: the placements and eliminations of a step."""
    placed = [f"{cell_name(cell, ground)}={SYMBOLS[digit - 1]}" for cell, digit in sorted(step.placements)]
    gone = [f"{cell_name(cell, ground)}<>{SYMBOLS[digit - 1]}" for cell, digit in sorted(step.eliminations)]
    return ", ".join([*placed, *gone])


def notation(step: Step, geometry: Geometry) -> str:
    """A whole step on one line: ``x-wing: 4 r28 c36 => r5c3<>4``."""
    pattern = " ".join(_pattern(step, geometry))
    effects = effects_notation(step, geometry)
    return f"{step.technique}: {f'{pattern} => ' if pattern else ''}{effects}"


@cache
def _cells() -> str:
    """A pattern for cells as any language prints them: r2c5, f2c5, ..."""
    words = [language.techniques(code) for code in language.PLURALS]
    rows, columns = ("|".join(re.escape(one.text(f"cell.{key}")) for one in words) for key in ("row", "column"))
    return rf"(?:{rows})([0-9]+)(?:{columns})([0-9]+)"


def read_eliminations(text: str, geometry: Geometry) -> tuple[tuple[int, int], ...]:
    """Eliminated candidates, as :func:`notation` writes them: ``"r5c3<>4, r6c3<>4"`` -> (cell, digit) each. Cells may be named as
    any language names them, such as f5c3.

    Text before ``=>`` is ignored. Raises ValueError with a message for users.
    """
    found = []
    for word in re.split(r"[,;\s]+", text.rpartition("=>")[2].strip()):
        match = re.fullmatch(rf"{_cells()}<>([0-9A-Za-z])", word)
        row, column, symbol = match.groups() if match else ("0", "0", "0")
        digit = SYMBOLS[: geometry.size].find(symbol.upper()) + 1
        cell = geometry.cell_at.get((int(row) - 1, int(column) - 1))
        if cell is None or not digit:
            size = f"{geometry.size}x{geometry.size}"
            raise ValueError(f"{word!r} is not a candidate of a {size} grid; write such as r5c3<>4")
        found.append((cell, digit))
    return tuple(found)
