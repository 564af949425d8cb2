"""Grids that are drawn with their clues: signs between cells, numbers around them, maps of cages or regions with a legend.

    kind: calcudoku
    . 1 . .
    ...
    cages:
    a a b b
    ...
    a = 12x
    b = 3-

The kind may be left out, and any clue that cannot be drawn has a line of its own, ``white-dot: r1c1 r1c2``, ``arrow 12: r1c1 r1c2
r1c3``. ``grid`` writes puzzles so. Where no kind is named, it follows from the clues and, of several, from the one that is a
proper puzzle; what is left open is a fault. What is drawn is never left out: a sign that has no place makes the text another one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product

from bookmaker.base.errors import UsageError
from bookmaker.formats.base.cells import soon_counted
from bookmaker.formats.base.drawn_rows import Numbered, Rows, rows_of
from bookmaker.formats.base.format import Capacity, Format
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import CELL, Block, Source, of_clue
from bookmaker.puzzles.grid.geometry import BOXES, SIZES, SYMBOLS, Clue, Geometry, cell_name
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules import (
    CLUES,
    RULES,
    TARGET,
    ClueType,
    boxless,
    clue_kinds,
    geometry,
    has_boxes,
    known,
    regions_of,
    rules_of,
    sizes_of,
    target_of,
    with_cages,
)

_KEY = expression(r"\s*(kind|size|n)\s*[:=]\s*(\S[^\n]*?)\s*", re.IGNORECASE)
_LEGEND = expression(
    rf"\s*([A-Za-z]{{1,2}}|[0-9]{{1,2}}(?=\s*[:=]))\s*(?:[:=]|->|→|\s)\s*({TARGET}|\?|any)(?![A-Za-z0-9])\s*[,;]?"
)
_HEAD = expression(r"\s*[\[#*=-]*\s*([A-Za-z][A-Za-z ]{2,24}?)\s*[:\]*=-]*\s*")
_CELL = expression(CELL)
_LISTED = expression(of_clue("[a-z]+(?:-[a-z0-9]+)*"))
_OF_CAGE = r"[rR][0-9]{1,2}[cC][0-9]{1,2}|[\[(]?[0-9]{1,2},[0-9]{1,2}[\])]?|[A-Pa-p][0-9]{1,2}"
_BULLET = expression(r"\s*[-*•]\s")
_CAGE = expression(rf"\s*({TARGET})\s*[:=]?\s+((?:(?:{_OF_CAGE})(?:[\s;,+]+|$))+)")
_PLACES = (
    expression(r"[rR]([0-9]{1,2})[cC]([0-9]{1,2})"),
    expression(r"([0-9]{1,2}),([0-9]{1,2})"),
    expression(r"([A-Pa-p])([0-9]{1,2})"),
)
_LABELS = expression(r"\s*\|?\s*[A-Za-z0-9.]{1,2}(?:[\s|]+[A-Za-z0-9.]{1,2}){3,24}\s*\|?\s*|\s*[A-Za-z0-9.]{4,25}\s*")
_LABEL = expression(r"[A-Za-z0-9.]{1,2}")
_REGIONS = frozenset(re.findall("[a-z]+", "region regions box boxes area areas map jigsaw blocks"))
_CAGES = frozenset(re.findall("[a-z]+", "cage cages group groups killer labels layout"))
_OTHER = frozenset(
    re.findall("[a-z]+", "begin board clues end given givens grid legend numbers of puzzle start targets the")
)
_UNKNOWN = ("?", "any")
"""The number of a cage that has none."""

_MOST_LINES = 400
_LONGEST = 1000


Target = tuple[ClueType | None, int | None]
"""The operation of a cage and its number, None for none."""


@dataclass(slots=True)
class Drawing:
    """What a drawing says: its size, the words of its kind, cells, signs and numbers, labels of cages with their targets, a map
    of regions, and clues and cages that are listed by their cells; those of cages by row and column.
    """

    size: int = 0
    kind: str = ""
    grid: Rows | None = None
    labels: list[str] | None = None
    targets: dict[str, Target] = field(default_factory=dict)
    regions: list[str] | None = None
    listed: list[Clue] = field(default_factory=list)
    cages: list[tuple[Target, list[tuple[int, int]]]] = field(default_factory=list)

    @property
    def clued(self) -> bool:
        """Whether there is anything that a grid of givens has not."""
        around = self.grid is not None and (self.grid.greater or self.grid.around)
        return bool(around or self.labels or self.regions or self.listed or self.kind)


class _WrongError(Exception):
    """A line of a drawing that cannot be read: its number, the message, what to do."""


def kind_of_line(text: str) -> str:
    """The kind that a line such as ``kind: futoshiki`` names, "" if it names none that there is."""
    key = _KEY.fullmatch(text) if len(text) < 200 else None
    return key[2] if key is not None and key[1].lower() == "kind" and known(key[2].strip("\"'").lower()) else ""


def drawing_of(lines: Sequence[Numbered], *, wide: bool = False) -> Drawing | None:
    """The drawing of lines; None where they are not one as a whole.

    ``wide``: as in :func:`bookmaker.formats.base.drawn_rows.rows_of`.
    """
    made = Drawing()
    sections: list[tuple[str, list[Numbered]]] = [("", [])]
    if len(lines) > _MOST_LINES or max((len(text) for _, text in lines), default=0) > _LONGEST:
        return None
    bullets = _has_bullets(text for _, text in lines)
    for number, text in lines:
        if not text.strip():
            continue
        text = _BULLET.sub("", text, count=1) if bullets and _is_cage(text) else text
        key = _KEY.fullmatch(text)
        listed = _LISTED.fullmatch(text)
        cage = _CAGE.fullmatch(text)
        legend = list(_legend(text)) if cage is None else []
        if key is not None and key[1].lower() == "kind":
            if made.kind or not kind_of_line(text):
                return None
            made.kind = kind_of_line(text).strip("\"'").lower()
        elif key is not None and key[2].isdecimal() and not (legend and made.targets):
            made.size = int(key[2])
        elif listed is not None and listed[1] in CLUES:
            made.listed.append(_unplaced(listed))
        elif cage is not None:
            made.cages.append((target_of(cage[1]), _places(cage[2])))
        elif legend:
            if any(label in made.targets for label, _ in legend):
                return None
            made.targets |= dict(legend)
            sections.append(("", []))
        elif (head := _headed(text)) is not None:
            sections.append((head, []))
        elif text.strip().isdecimal() and len(text.strip()) < 3 and not sections[-1][1] and not made.size:
            made.size = int(text)
        else:
            sections[-1][1].append((number, text))
    for head, rows in sections:
        if rows and not _taken(made, head, rows, wide):
            return None
    return _finished(made)


def _is_cage(text: str) -> bool:
    return _CAGE.fullmatch(text) is not None or _CAGE.fullmatch(_BULLET.sub("", text, count=1)) is not None


def _has_bullets(lines: Iterable[str]) -> bool:
    """Whether all cages of a list begin with a sign that is then none of their operations."""
    cages = [text for text in lines if _is_cage(text)]
    return all(map(_BULLET.match, cages)) and len({text.strip()[0] for text in cages}) == 1


def _headed(text: str) -> str | None:
    """What a line of a word or two says that follows: a map of regions or of cages, or anything else; None if it says nothing."""
    head = _HEAD.fullmatch(text)
    words = set(head[1].lower().split()) if head is not None else set()
    if not words or not words <= _REGIONS | _CAGES | _OTHER:
        return None
    return "regions" if words & _REGIONS else "cages" if words & _CAGES else ""


def _legend(text: str) -> Iterator[tuple[str, Target]]:
    """The labels of a line and their targets; none where it holds anything else."""
    found: list[tuple[str, Target]] = []
    at = 0
    while at < len(text.rstrip()) and len(text) < 2000:
        one = _LEGEND.match(text, at)
        if one is None:
            return
        found.append((one[1], (None, None) if one[2] in _UNKNOWN else target_of(one[2])))
        at = one.end()
    yield from found


def is_part(text: str) -> bool:
    """Whether a line of words belongs to a drawing: a key, a target, a clue or what says that a map follows."""
    if len(text) > _LONGEST:
        return False
    keyed = _KEY.fullmatch(text) is not None or _LISTED.fullmatch(text) is not None
    return keyed or is_legend(text) or _headed(text) is not None or _is_cage(text)


def is_legend(text: str) -> bool:
    """Whether a line has the targets of labels, and nothing else."""
    return next(_legend(text), None) is not None


def _taken(made: Drawing, head: str, rows: list[Numbered], wide: bool) -> bool:
    """Whether the rows of a section are the grid or a map of the drawing, or one after the other."""
    labels = _labels_of(rows)
    if head:
        if labels is None or getattr(made, "regions" if head == "regions" else "labels") is not None:
            return False
        if head == "regions":
            made.regions = labels
        else:
            made.labels = labels
        return True
    if labels is not None and made.labels is None and made.targets and set(labels) - {"."} == made.targets.keys():
        made.labels = labels
        return True
    if made.grid is not None:
        return False
    made.grid = rows_of(rows, wide=wide)
    return made.grid is not None


def _labels_of(rows: Sequence[Numbered]) -> list[str] | None:
    """A label for each cell of as many rows as each has labels; None if they are not."""
    kept = [text for _, text in rows if text.strip(" \t|+-=")]
    if not any(" " in text.strip() for text in kept):
        kept = [text.replace("|", "") for text in kept]  # Boxes of letters: AAB|BBC|DEF.
    if len(kept) not in SIZES or not all(map(_LABELS.fullmatch, kept)):
        return None
    fields = [[*map(str, _LABEL.findall(text))] if len(text.split()) > 1 else list(text.strip()) for text in kept]
    return [label for row in fields for label in row] if {len(row) for row in fields} == {len(kept)} else None


def _unplaced(listed: re.Match[str]) -> Clue:
    """A clue whose cells are still 1000 times the row and the column, as the size is not known yet."""
    cells = tuple(1000 * int(row) + int(column) for row, column in _CELL.findall(listed[3]))
    return Clue(listed[1], cells, tuple(map(int, listed[2].split())))


def _places(text: str) -> list[tuple[int, int]]:
    """The cells of a cage as row and column, letters as columns."""
    for pattern in _PLACES:
        found = pattern.findall(text)
        if found:
            return [(int(b), ord(a.upper()) - 64) if a.isalpha() else (int(a), int(b)) for a, b in found]
    return []


def _labelled(made: Drawing) -> bool:
    """Whether cages in a list become labels. A list without operations belongs to another format."""
    cells = [cell for _, some in made.cages for cell in some]
    size = made.grid.size if made.grid is not None else made.size or round(len(cells) ** 0.5)
    first = 0 if any(0 in cell for cell in cells) else 1
    sound = all(first <= row < size + first and first <= column < size + first for row, column in cells)
    operations = any(kind is not None for (kind, _), _ in made.cages)
    if made.labels is not None or made.targets or not (sound and operations) or len(set(cells)) < len(cells):
        return False
    made.labels = ["."] * (size * size)
    for at, (target, some) in enumerate(made.cages):
        made.targets[str(at)] = target
        for row, column in some:
            made.labels[(row - first) * size + column - first] = str(at)
    return True


def _finished(made: Drawing) -> Drawing | None:
    """A drawing all of whose parts have one size, which is a square's; None if they have not, or hold nothing but givens."""
    if made.cages and not _labelled(made):
        return None
    sides = {round(len(labels) ** 0.5) for labels in (made.labels, made.regions) if labels is not None}
    sides |= {made.grid.size} if made.grid is not None else set()
    if len(sides) != 1 or (made.size and made.size not in sides and made.size != len(made.targets)):
        return None
    made.size = sides.pop()
    if made.targets and (made.labels is None or set(made.labels) - {"."} != made.targets.keys()):
        return None
    if made.labels is not None and not made.targets:
        return None
    placed = []
    for clue in made.listed:
        cells = [divmod(cell, 1000) for cell in clue.cells]
        if not all(1 <= row <= made.size and 1 <= column <= made.size for row, column in cells):
            return None
        placed.append(Clue(clue.kind, tuple((row - 1) * made.size + column - 1 for row, column in cells), clue.value))
    made.listed = placed
    return made if made.clued else None


@dataclass(frozen=True, slots=True)
class _Candidate:
    """One way to take a drawing: its geometry, cages and givens."""

    ground: Geometry
    cages: tuple[Cage, ...]
    givens: bytes

    @property
    def puzzle(self) -> Puzzle:
        return Puzzle(self.ground, self.givens, cages=self.cages)


def puzzle_of(drawn: Drawing, kind: str, line: int, source: Source) -> Puzzle | None:
    """The puzzle of a drawing, or None once it is a fault of the source. ``kind``: the one for a drawing that names none."""
    try:
        named = rules_of(drawn.kind or kind)
        made = _candidates(drawn, named, exact=bool(drawn.kind))
    except UsageError as error:
        source.fault(error.faults[0].message, line, 1, error.faults[0].advice)
        return None
    except ValueError as error:
        source.fault(str(error), line, 1)
        return None
    chosen = made[0]
    if len(made) > 1:
        counts = [soon_counted(one.puzzle) for one in made]
        best = [one for one, count in zip(made, counts, strict=True) if count == 1]
        some = best or [one for one, count in zip(made, counts, strict=True) if count]
        kinds = {one.ground.kind for one in some}
        if len(some) != 1 and len({boxless(one.ground.rules) for one in some}) > 1:
            named_kinds = " or ".join(sorted(kinds)) if kinds else " or ".join(one.ground.kind for one in made)
            source.fault(
                f"numbers around a grid, which may be {named_kinds}", line, 1, "name its kind above it: kind: …"
            )
            return None
        chosen = (some or made)[0]
        source.guess(f"a grid with drawn clues is taken for the kind {chosen.ground.kind}", line, 1)
    return Puzzle(chosen.ground, chosen.givens, source.place(line, 1), cages=chosen.cages)


def _candidates(drawn: Drawing, named: frozenset[str], *, exact: bool) -> list[_Candidate]:
    """All ways to take a drawing under the rules that are named for it, the usual first. Raises UsageError, ValueError."""
    size = drawn.size
    grid = drawn.grid or Rows(size, bytes(size * size))
    regions = None if drawn.regions is None else regions_of(drawn.regions, size)
    signs = _signs()
    fixed = [signs.clue(pair, ()) for pair in grid.greater]
    fixed += [CLUES[clue.kind].clue(clue.cells, clue.value) for clue in drawn.listed]
    of_cages, cages, givens = _caged(drawn, grid.cells, named)
    fixed += of_cages
    outside = list(grid.outside())
    edges = [kind for kind in clue_kinds(named) if kind.shape == "edge"]
    if outside and not edges:
        edges = [kind for kind in CLUES.values() if kind.shape == "edge" and not exact]
    found: list[_Candidate] = []
    wrong: UsageError | None = None
    for edge, bare in product(edges if outside else [None], _grounds(drawn, named, bool(cages), exact)):
        clues = [*fixed]
        if edge is not None:
            usable = [(cells, number) for cells, number in outside if number or not edge.fault_of(cells, size, (0,))]
            clues += [edge.clue(cells, (number,)) for cells, number in usable]
        rules = with_cages(named) if cages else named
        rules |= _rules_of_clues({clue.kind for clue in clues} - {kind.name for kind in clue_kinds(rules)}, rules)
        rules = boxless(rules) if bare and regions is None else rules
        if size not in sizes_of(rules) and regions is None and not exact and edge is not None:
            continue
        try:
            clued = any(RULES[name].clues for name in rules)
            found.append(_Candidate(geometry(rules, size, regions, clues if clued or clues else None), cages, givens))
        except UsageError as error:
            wrong = wrong or error
    if not found:
        raise wrong or UsageError("numbers around a grid, of a kind that has none")
    if any(one.ground.needs_regions for one in found):
        raise UsageError(f"a puzzle of the kind {found[0].ground.kind} needs a map of its regions")
    return found


def _grounds(drawn: Drawing, named: frozenset[str], caged: bool, exact: bool) -> list[bool]:
    """Whether the grid may have no boxes, the usual first."""
    size = drawn.size
    if drawn.regions is not None or not has_boxes(named) or exact:
        return [False]
    if size not in BOXES:
        return [True]
    if drawn.grid is not None and drawn.grid.barred:
        return [False]
    return [False] if caged else [True, False]


def _rules_of_clues(kinds: Iterable[str], rules: frozenset[str]) -> frozenset[str]:
    """The rules that have these kinds of clues, of which not all have to be shown."""
    found: set[str] = set()
    for name in sorted(kinds):
        if any(name in (kind.name for kind in RULES[rule].clues) for rule in found | rules):
            continue
        able = [rule for rule in RULES.values() if any(kind.name == name for kind in rule.clues)]
        found.add(min(able, key=lambda rule: rule.unmarked is not None).name)
    return frozenset(found)


def _caged(drawn: Drawing, cells: bytes, named: frozenset[str]) -> tuple[list[Clue], tuple[Cage, ...], bytes]:
    """The clues or cages of the labels of a drawing, and its givens with those of cages of one cell. Raises ValueError."""
    if drawn.labels is None:
        return [], (), cells
    members: dict[str, list[int]] = {}
    for cell, label in enumerate(drawn.labels):
        if label in drawn.targets:
            members.setdefault(label, []).append(cell)
    return of_targets([(drawn.targets[label], some) for label, some in members.items()], cells, named, drawn.size)


def of_targets(
    listed: Sequence[tuple[Target, Sequence[int]]], cells: bytes, named: frozenset[str], size: int
) -> tuple[list[Clue], tuple[Cage, ...], bytes]:
    """Cages from their targets and cells: clues where any has an operation or the rules have such, else those of a Killer.

    A cage of one cell among operations is a given. Raises ValueError for a cage that cannot be.
    """
    operations = any(kind is not None for (kind, _), _ in listed) or any(
        kind.look == "cage" for kind in clue_kinds(named)
    )
    if not operations:
        return [], tuple(Cage(tuple(some), number) for (_, number), some in listed), cells
    givens = bytearray(cells)
    clues = []
    for (kind, number), some in listed:
        where = cell_name(some[0], size)
        if len(some) == 1:
            if number is None or not 1 <= number <= size or givens[some[0]] not in (0, number):
                raise ValueError(f"{number} in {where} is not a digit that its cell can hold")
            givens[some[0]] = number
        elif kind is None or number is None:
            raise ValueError(f"the cage at {where} has no operation, and others have one")
        else:
            wrong = kind.fault_of(tuple(sorted(some)), size, (number,))
            if wrong:
                raise ValueError(f"the cage at {where} {wrong}")
            clues.append(kind.clue(tuple(sorted(some)), (number,)))
    return clues, (), bytes(givens)


def detect(block: Block) -> bool:
    """Whether a block is a drawing as a whole, with clues in it."""
    lines = list(block.content())
    return may_hold(text for _, text in lines) and drawing_of(lines) is not None


def may_hold(texts: Iterable[str]) -> bool:
    """Whether lines may be a drawing with clues: most have neither its signs nor numbers beside a frame, and are soon passed."""
    return any(len(text) <= _LONGEST and _SIGN.search(text) is not None for text in texts)


_SIGN = expression(
    r"[<>∧∨˄˅⋀⋁▲▼＜＞]|^[ \t|+-]*[\^vV](?:[ \t|+-]+[\^vV])*[ \t|+-]*$|^\s*kind\s*:"
    r"|^\s*\d{1,3}\s*[|│┃║]|[|│┃║]\s*\d{1,3}\s*$"
    rf"|^\s*[A-Za-z]{{1,2}}\s*(?:[:=]|->)?\s*{TARGET}(?![A-Za-z0-9])"
    rf"|^\s*(?:[-*•]\s+)?{TARGET}\s*[:=]?\s+(?:{_OF_CAGE})",
    re.IGNORECASE,
)


def parse(blocks: Iterable[Block], source: Source) -> Iterator[Puzzle | None]:
    """Each block as one puzzle; an error in it becomes a fault of the source."""
    for block in blocks:
        drawn = drawing_of(list(block.content()))
        if drawn is None:
            source.fault(
                "this is not a grid with its clues", block.first, 1, "draw a row to a line, its signs between its cells"
            )
        else:
            yield puzzle_of(drawn, source.kind, block.first, source)
        yield None


FORMAT = Format("drawing", frozenset(), detect, parse, lambda _: "", frozenset())
"""What is read so; ``grid`` writes it."""


def lacking(puzzle: Puzzle) -> Iterator[str]:
    """What of a puzzle cannot be drawn, in words."""
    ground = puzzle.geometry
    if ground.overlapping:
        yield "grids that share cells"
        return
    yield from Capacity(named=True, regions=True, uncaged=True, givens=True).lacking(puzzle)
    ends = [clue.cells for clue in puzzle.clues if CLUES[clue.kind].shape == "edge"]
    if len(ends) > len(set(ends)):
        yield "two numbers at one end of a line"
    if any(cage.sum is not None and cage.sum >= 10**7 for cage in puzzle.cages):
        yield "such a large sum"


def render(puzzle: Puzzle) -> str:
    """A puzzle as lines: its kind, its grid with signs and numbers, its maps with their legend, and its other clues."""
    ground, size = puzzle.geometry, puzzle.geometry.size
    out = [f"kind: {ground.kind}"]
    around = [clue for clue in puzzle.clues if CLUES[clue.kind].shape == "edge"]
    numbered = all(len(clue.value) == 1 for clue in around) and len({clue.kind for clue in around}) == 1
    drawn = {clue.cells: clue.value[0] for clue in around} if numbered else {}
    signs = _signs().name
    greater = {clue.cells for clue in puzzle.clues if clue.kind == signs}
    targets = [clue for clue in puzzle.clues if CLUES[clue.kind].look == "cage"]
    out += _drawn_rows(puzzle, greater, drawn)
    if ground.areas:
        out += ["regions:", *_map([SYMBOLS[region] for region in ground.areas], size)]
    boxes = [(list(cage.cells), "?" if cage.sum is None else str(cage.sum)) for cage in puzzle.cages]
    boxes += [(list(clue.cells), f"{clue.value[0]}{_ASCII[CLUES[clue.kind].text]}") for clue in targets]
    if boxes:
        labels = ["."] * ground.cell_count
        legend = []
        for at, (cells, target) in enumerate(boxes):
            label = _label(at, len(boxes))
            legend.append(f"{label} = {target}")
            for cell in cells:
                labels[cell] = label
        out += ["cages:", *_map(labels, size), *legend]
    for clue in puzzle.clues:
        kind = CLUES[clue.kind]
        if clue.kind != signs and clue not in targets and not (kind.shape == "edge" and drawn):
            value = "".join(f" {number}" for number in clue.value)
            out.append(f"{clue.kind}{value}: {' '.join(cell_name(cell, size) for cell in clue.cells)}")
    return "".join(f"{line}\n" for line in out)


def _signs() -> ClueType:
    """The kind of clue that signs between cells mean."""
    return next(kind for kind in CLUES.values() if kind.look == "sign")


_ASCII = {"+": "+", "–": "-", "×": "x", "÷": "/"}


def _label(at: int, many: int) -> str:
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return letters[at] if many <= len(letters) else letters[at // 26] + letters[at % 26]


def _map(labels: Sequence[str], size: int) -> list[str]:
    width = max(map(len, labels))
    return [
        " ".join(f"{label:{width}}" for label in labels[start : start + size]).rstrip()
        for start in range(0, size * size, size)
    ]


def _drawn_rows(puzzle: Puzzle, greater: set[tuple[int, ...]], edges: dict[tuple[int, ...], int]) -> list[str]:
    """The rows with the signs between them and the numbers around them."""
    ground, size = puzzle.geometry, puzzle.geometry.size
    text = cells_text(puzzle.givens)
    boxed = not ground.regions and ground.boxed and not ground.wraps
    height, width = ground.box if boxed else (size, size)
    over = {(a, b): ">" for a, b in greater if b - a == 1} | {(b, a): "<" for a, b in greater if a - b == 1}
    down = {(a, b): "v" for a, b in greater if b - a == size} | {(b, a): "^" for a, b in greater if a - b == size}
    ends: dict[str, dict[int, str]] = {name: {} for name in ("left", "right", "top", "bottom")}
    for line, number in edges.items():
        first, step = line[0], line[1] - line[0]
        side = {1: "left", -1: "right", size: "top", -size: "bottom"}[step]
        ends[side][first // size if abs(step) == 1 else first % size] = str(number)
    gap = 3 if greater or edges else 1
    margin = max(map(len, ends["left"].values()), default=0)
    lead = " " * (margin + 3) if edges else ""

    def between(row: int, column: int) -> str:
        sign = over.get((row * size + column, row * size + column + 1))
        if sign or gap == 3:
            return f" {sign or ('|' if (column + 1) % width == 0 else ' ')} "
        return " | " if (column + 1) % width == 0 else " "

    def end(side: str, place: int) -> str:
        return ends[side].get(place, "")

    rule = re.sub(
        r"[^|]", "-", "".join(f"-{between(-1, column) if column < size - 1 else ''}" for column in range(size))
    )
    frame = f"{' ' * (margin + 1)}+{'-' * (len(rule) + 2)}+" if edges else ""
    pitch = gap + 1
    out = []
    if ends["top"]:
        out.append(_above(ends["top"], len(lead), pitch, size))
    out += [frame] if edges else []
    for row in range(size):
        cells = "".join(
            text[row * size + column] + (between(row, column) if column < size - 1 else "") for column in range(size)
        )
        out.append(f"{end('left', row):>{margin}} | {cells} | {end('right', row)}".rstrip() if edges else cells)
        signs = [down.get((row * size + column, row * size + size + column), " ") for column in range(size)]
        if row < size - 1 and set(signs) != {" "}:
            out.append((lead + (" " * gap).join(signs)).rstrip())
        elif row < size - 1 and (row + 1) % height == 0:
            out.append(lead + rule.replace("|", "+"))
    out += [frame] if edges else []
    if ends["bottom"]:
        out.append(_above(ends["bottom"], len(lead), pitch, size))
    return out


def _above(numbers: dict[int, str], lead: int, pitch: int, size: int) -> str:
    line = [" "] * (lead + pitch * size + 3)
    for column, number in numbers.items():
        at = lead + pitch * column
        start = at if len(number) < 3 else at - 1
        line[start : start + len(number)] = number
    return "".join(line).rstrip()
