"""Text above a puzzle is its name: "Grid 01" above nine rows."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from bookmaker.base.errors import Fault, Note, Place
from bookmaker.formats.base.cells import only_solution
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import PUZZLE, Source, is_comment, plain_name
from bookmaker.formats.found.program_lists import answered
from bookmaker.formats.stream.rows import Batch, Row
from bookmaker.puzzles.grid.puzzle import Puzzle

# Headings of answers ("Solution:") that directly follow a grid, and text that directly follows a table: a blank line is put
# before each, so that the rows above and those below are never tried as one grid.

_ANSWERS = (
    ("solution|answer|solved", "solutions|answers|answers? key"),
    ("l(?:ö|oe?)sung|aufl(?:ö|oe?)sung", "l(?:ö|oe?)sungen|aufl(?:ö|oe?)sungen"),
    ("soluci[óo]n|respuesta", "soluciones|respuestas"),
    ("r[ée]ponse|corrig[ée]", "r[ée]ponses|corrig[ée]s"),
    ("soluzione", "soluzioni"),
    ("решение|ответ", "решения|ответы"),
)
"""The words of headings for one answer and for several: in English, German, Spanish, French, Italian and Russian. French and
English share some."""

_ARTICLES = "the|my|our|its|der|die|das|el|la|los|las|le|les|il"
_FOR = "to|of|for|zu|zum|zur|von|für|de|del|des|du|di|к|для|на"
_PUZZLES = (
    "puzzles?|sudokus?|grids?|rätsel|gitter|rompecabezas|pasatiempos?|grilles?|cuadr[íi]culas?|судоку|головоломк[аиу]"
)
_NUMBER = "no|nr|num|number|nummer|n[úu]mero|numéro|номер|n[°º]|№|#"

ANSWER = expression(rf"(?i)\b(?:{'|'.join(f'{one}|{several}' for one, several in _ANSWERS)})")
"""A word of a heading that says that what follows is an answer."""

_PRINTED = expression(
    r"(?i)(?<![^\W_])(?:outputs?|results?|expected|prints?|printed|ausgabe|ergebnis|salida|resultado|sortie|r[ée]sultat|вывод"
    r"|результат)(?![^\W_])"
)
"""A word that says that a program printed the grid below."""

_SAYS = expression(r"(?!\s*[`~]{3})[^\n]*?[^\W\d_]{2}")
"""A line that says anything: none of signs and numbers alone, and no fence of Markdown."""

_SEVERAL = expression(rf"(?i)\b(?:{'|'.join(several for _, several in _ANSWERS)})\b")

_HEADING = expression(
    rf"(?i)[^\w\s]{{0,9}} ?(?:(?:{_ARTICLES}) )?(?:{'|'.join(f'{one}|{several}' for one, several in _ANSWERS)})"
    rf"(?: (?:{_FOR}))?(?: (?:{_ARTICLES}))?(?: (?:{_PUZZLES}))?(?: ?(?:{_NUMBER})\.?)?(?: ?[0-9]{{1,4}})?"
    r" ?[^\w\s]{0,40}(?:(?<=[:=–—-]) ?[0-9.|][0-9. |]{14,700})?"
)
"""A line that is such a heading, or such a heading and the cells of a grid."""

_MEANINGLESS = expression(
    rf"(?i)\b(?:{_ARTICLES}|{_FOR}|{_PUZZLES}|{_NUMBER}|{'|'.join(f'{one}|{several}' for one, several in _ANSWERS)})\b|\bn°"
)


def label_of(heading: str) -> tuple[str, ...]:
    """The words and numbers of a heading that tell a puzzle or its answer from others: none of "Answer", 3 of "Puzzle No. 3"."""
    words = re.findall(r"[0-9]+|[^\W\d_]+", _MEANINGLESS.sub(" ", heading.casefold()))
    return tuple(word.lstrip("0") or "0" if word.isdecimal() else word for word in words)


_LONGEST_HEADING = 800
_FEWEST_TABS = 3
"""Of a row of a table, as Word has them: text below is none of it."""

_WORD = expression(r"[^\W\d_]{2}")
_ROW = expression(r"(?![^\n]{0,800}?[^\W\d_]{2})[^\n]{0,80}?[0-9._|+-]")
"""What may be a row or a border of a grid: it has no word. A line of nothing but tabs may as well be a blank one."""


def parted(rows: Iterable[Row | Batch | Fault]) -> Iterator[Row | Batch | Fault]:
    """The lines of a text, with a blank one between a row of a grid and the heading of an answer, or a row of fields and text."""
    before = ""
    for row in rows:
        if type(row) is not tuple:
            before = ""
            yield row
            continue
        number, text = row
        if before and len(text) < _LONGEST_HEADING and _WORD.search(text) is not None and _is_below(text, before):
            yield number, ""
        before = text if _ROW.match(text) is not None else ""
        yield row


def _is_below(text: str, row: str) -> bool:
    """Whether a line directly below a row of a grid cannot belong to it."""
    below = _HEADING.fullmatch(" ".join(text.split())) is not None
    return below or ("\t" not in text and row.count("\t") >= _FEWEST_TABS)


_MOST = 20_000
"""Notes that wait for their puzzles: those of one block come before all of its puzzles."""

_LONGEST = 80
_FURTHEST = 4
"""Lines from a heading to its puzzle: two more lines of the heading and a blank one may come between them."""

_SIGNS = r"[-*#>%/][-*#>%/\s]*"
_KEY = expression(rf"(?i)^(?:{_SIGNS})?(?:name|title|id)\s*[:=]\s*|^{_SIGNS}")


_NO_NAME = expression(
    r"(?i:^r(?:ow)?s?\W{1,3}c(?:ol)?)|[={}<>\[\]`$\\;]|:-|\($|^(?:import|from|using|package|def|class|public|return|include|var|let|const)\b"
)
"""Signs that a line of a program has and a name has not."""

_GREETING = expression(
    r"(?i)^(?:dear|hi|hello|hallo|liebe[rs]?|sehr geehrte[rs]?|querid[oa]s?|estimad[oa]s?|hola|bonjour|cher|ch[èe]re|ciao"
    r"|уважаем\w+|дорог\w+|здравствуй\w*|привет|from|to|cc|date|sent)\b[^\d]{0,40}[,!:]|^(?:from|to|cc|date|sent):"
)
"""How letters and mails begin, which does not name the puzzle in them."""

_MOST_TRIED = 500
"""Puzzles that a full grid on another sheet is tried as the answer of."""


ONLY_ANSWERS = "only-answers"
"""The code of the fault of a text without a puzzle that has answers, which may belong to puzzles of another text."""


@dataclass(frozen=True, slots=True)
class LooseAnswer(Note):
    """A note on a full grid that is the answer of some puzzle of its file, or should be.

    ``label`` has the words of its heading (:func:`label_of`). ``alone``: the heading is for one answer, and the grid is
    directly below it. ``taken``: it has become the answer of the puzzle before.
    """

    grid: Puzzle = field(kw_only=True)
    label: tuple[str, ...] = ()
    alone: bool = False
    taken: bool = False


def with_answers(items: Iterable[Puzzle | Fault | Batch]) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where a full grid that directly follows the puzzle which it solves has become its answer."""
    held: list[Puzzle | Fault | Batch] = []
    for item in items:
        if isinstance(item, Note) and held:
            held.append(item)
            if len(held) <= _FURTHEST:
                continue
        elif isinstance(item, Puzzle):
            before = held[0] if held else None
            pair = None
            sound = isinstance(before, Puzzle) and (_is_sound(item) or before.geometry is not item.geometry)
            if isinstance(before, Puzzle) and 0 in before.givens and any(before.givens) and sound:
                pair = before if before.answer == item.givens else answered(before, item)
            if pair is not None:
                yield pair
                yield from held[1:]
                held = []
                said = "a full grid that solves the puzzle above is taken for its answer"
                yield LooseAnswer(said, item.source, grid=item, light=True, taken=True)
                continue
            yield from held
            held = [item]
            continue
        else:
            held.append(item)
        yield from held
        held = []
    yield from held


def without_steps(items: Iterable[Puzzle | Fault | Batch], source: Source) -> Iterator[Puzzle | Fault | Batch]:
    """The same items without cells by name (``c3r1=4``) that are of the solution of the puzzle above, the steps to it, and
    without givens that are said to be such where the puzzle above has the same.
    """
    above: Puzzle | None = None
    solution: bytes | None = None
    for item in items:
        if isinstance(item, Puzzle) and item.source in source.named:
            if above is not None and above.geometry is item.geometry:
                if item.source in source.said:
                    if item.givens == above.givens:
                        message = f"{item.given_count} givens by name, those of the puzzle above, are passed over"
                        yield Note(message, item.source)
                        continue
                    yield item  # Another puzzle, even where it only has more of the solution.
                    continue
                solution = solution or above.answer or only_solution(above)
                if solution is not None and _are_steps(item.givens, above.givens, solution):
                    message = f"{item.given_count} cells by name, of the solution of the puzzle above, are passed over"
                    yield Note(message, item.source)
                    continue
        elif isinstance(item, Puzzle | Batch):
            above, solution = item if isinstance(item, Puzzle) else None, None
        yield item


def _are_steps(cells: bytes, givens: bytes, solution: bytes) -> bool:
    """Whether the cells hold a solution that has more than the givens."""
    of_it = all(cell in (0, digit) for cell, digit in zip(cells, solution, strict=True))
    return of_it and any(cell and not given for cell, given in zip(cells, givens, strict=True))


def paired(sheets: Iterable[Sequence[Puzzle | Fault]]) -> Iterator[Puzzle | Fault]:
    """The items of the sheets of a workbook, where full grids of a sheet of their own have become the answers of puzzles above.

    As many grids as puzzles come in their order: another order is a fault that whoever judges them reports. Of fewer or more,
    the answer of puzzle n is looked for in place n first, then among all puzzles without an answer.
    """
    out: list[Puzzle | Fault] = []
    for sheet in sheets:
        full = [item for item in sheet if isinstance(item, Puzzle)]
        if not full or not all(map(_is_sound, full)):
            out += sheet
            continue
        wanting = [
            at
            for at, item in enumerate(out)
            if isinstance(item, Puzzle) and item.answer is None and 0 in item.givens and any(item.givens)
        ]
        taken = set()
        most = 0 if len(full) == len(wanting) else _MOST_TRIED
        for number, grid in enumerate(full):
            for at in (*wanting[number : number + 1], *wanting[:most]):
                one = out[at]
                pair = answered(one, grid) if isinstance(one, Puzzle) else None
                if pair is not None:
                    out[at] = pair
                    taken.add(id(grid))
                    break
        out += [item for item in sheet if id(item) not in taken]
        if taken:
            many = f"{len(taken)} full grids of this sheet are" if len(taken) > 1 else "a full grid of this sheet is"
            out.append(Note(f"{many} taken for the answers of puzzles before", full[0].source))
    yield from out


def _is_sound(puzzle: Puzzle) -> bool:
    """Whether a grid is full and no house of it has a digit twice."""
    full = puzzle.givens
    return 0 not in full and all(
        len({full[cell] for cell in house.cells}) == len(house.cells) for house in puzzle.geometry.houses
    )


def headed(
    items: Iterable[Puzzle | Fault | Batch],
    comments: Mapping[int, str] = MappingProxyType({}),
    tails: Mapping[int, str] = MappingProxyType({}),
    lines: Callable[[int, int], list[str]] = lambda _first, _many: [],
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where a note on text directly above a puzzle without a name has become its name.

    "Name: Ann" directly below a puzzle, with a blank line behind it, does not name the next one. ``lines`` gives a number of
    lines of the text from one on.

    A full grid under a heading such as "Solution" or "Output", or below such a grid, is not a puzzle, and becomes a note.
    ``comments``: those of the text by line, once the items are read; Markdown has its headings there. ``tails``: the last
    lines of longer texts that were passed over.
    """
    held: dict[int, Note] = {}
    ascending, last = True, 0
    answering, since = False, 0
    titles: dict[int, str] = {}
    marks: list[int] = []
    for item in items:
        line = item.place.line if isinstance(item, Note) and item.place is not None else None
        if isinstance(item, Note) and item.text and line is not None and not _is_below_rows(lines(line - 1, 3)):
            ascending = ascending and last <= line
            if line in held:
                yield held.pop(line)
            held[line], last = item, line
            if len(held) > _MOST:
                yield held.pop(next(iter(held)))
            continue
        if isinstance(item, LooseAnswer):
            item = replace(item, **_heading(item.grid, _texts(held, titles)))
        elif isinstance(item, Puzzle):
            own, filled = item.name, _is_nearly_full(item)
            if filled and len(titles) < len(comments):
                titles = {line: " ".join(text.strip("#/*- ").split()) for line, text in comments.items()}
                marks = [line for line, text in titles.items() if _HEADING.fullmatch(text)]
            texts = _texts(held, titles) if filled else {}
            above, heading = _above(item, texts), _heading(item, texts)
            answering = filled and (
                answering
                or (above is not None and ANSWER.search(texts[above]) is not None)
                or _announces(_said_above(item, texts, tails))
                or ANSWER.search(own) is not None
                or any(since < line < (item.source.line or 0) for line in marks if item.source is not None)
                or any(map(_HEADING.fullmatch, _texts_before(item, held)))
            )
            since = since if filled or item.source is None else item.source.line or since
            item = _named(item, held)
            item = item if item.name else replace(item, name=_name_below(item, lines))
            at = item.source.line if item.source is not None else None
            if held and not ascending:
                held, ascending = dict(sorted(held.items())), True
                last = next(reversed(held))
            while held and (at is None or next(iter(held)) < at):
                yield held.pop(next(iter(held)))
            if answering or (filled and ANSWER.search(item.name)):
                said = "a full grid, which is an answer and no puzzle; passed over"
                item = LooseAnswer(said, item.source, grid=item, light=True, **heading)
        elif not isinstance(item, Note):
            answering = False
            yield from held.values()
            held.clear()
        yield item
    yield from held.values()


_NAME = expression(
    r"(?i)\W{0,3}(?:name|title|from|by|sent by|author|nom|nombre|autor|von|имя)[ \t]*[:=][ \t]*(\S[^\n]{0,78})"
)
"""A line that says whose a puzzle is, or what it is called."""


def _is_below_rows(lines: Sequence[str]) -> bool:
    """Whether the second of three lines names the puzzle whose last row is the first, because a blank line follows."""
    below = len(lines) > 1 and not "".join(lines[2:]).strip() and _NAME.fullmatch(lines[1].strip()) is not None
    return below and _ROW.match(lines[0]) is not None


def _name_below(puzzle: Puzzle, lines: Callable[[int, int], list[str]]) -> str:
    """The name that such a line below the rows of a puzzle gives it; "" for none."""
    at = puzzle.source.line if puzzle.source is not None else None
    rows = lines(at, 2 * puzzle.geometry.height + 4) if at is not None else []
    end = next((row for row, line in enumerate(rows) if not _ROW.match(line)), len(rows))
    named = (
        _NAME.fullmatch(rows[end].strip()) if 0 < end < len(rows) and _is_below_rows(rows[end - 1 : end + 2]) else None
    )
    return plain_name(named[1]) if named is not None else ""


def _texts(held: Mapping[int, Note], titles: dict[int, str]) -> Mapping[int, str]:
    """The texts of notes and of comments by their lines."""
    return ChainMap({line: note.text for line, note in held.items()}, titles)


def _texts_before(puzzle: Puzzle, held: Mapping[int, Note]) -> Iterator[str]:
    at = puzzle.source.line if puzzle.source is not None else None
    yield from (" ".join(note.text.split()) for line, note in held.items() if at is not None and line < at)


def _heading(grid: Puzzle, held: Mapping[int, str]) -> dict[str, Any]:
    """The fields of an answer that its heading gives: the words that name its puzzle, and whether it is for one answer."""
    above = _above(grid, held)
    texts = [grid.name] if grid.name else []
    while above is not None and above in held:
        texts.insert(0, held[above])
        above -= 1
    text = " ".join(texts)
    return {"label": label_of(text), "alone": ANSWER.search(text) is not None and _SEVERAL.search(text) is None}


def _is_nearly_full(puzzle: Puzzle) -> bool:
    """Whether a grid has so many digits that below the heading of an answer it is one, with a cell forgotten."""
    return puzzle.givens.count(0) * _FEWEST_FILLED <= len(puzzle.givens)


_FEWEST_FILLED = 10
"""One cell of so many may be empty."""


_FEWEST_ALIKE, _SHARE_ALIKE = 8, 2 / 3
"""Givens that an answer must have in common with its puzzle, and their share of all: by chance a ninth would be."""

BESIDE_ALIKE = 1 / 2
"""Their share where the heading or the place of an answer says whose it is: two rows exchanged spoil a third of them."""


def meant_for(puzzle: Puzzle, full: Puzzle, share: float = _SHARE_ALIKE) -> bool:
    """Whether a full grid without a digit twice in a house agrees with nearly all givens of a puzzle, and differs in some."""
    if full.geometry is not puzzle.geometry or 0 not in puzzle.givens or not _is_sound(full):
        return False
    alike = sum(given == digit for given, digit in zip(puzzle.givens, full.givens, strict=True))
    return alike >= _FEWEST_ALIKE and puzzle.given_count * share <= alike < puzzle.given_count


_NAMED_ANSWER = expression(r"(?i)(?:solution|solved|answer|expected)\w{0,20}[\"']?\s*(?::[^=\n]{0,40})?[:=]\s*\S?")


def under_names(
    items: Iterable[Puzzle | Fault | Batch], lines: Callable[[int, int], list[str]]
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items of a program, in which a full grid under a name such as ``solution:`` is an answer, if it has a puzzle."""
    any_open = False
    for item in items:
        any_open = any_open or (isinstance(item, Puzzle) and 0 in item.givens and any(item.givens))
        place = item.source if any_open and isinstance(item, Puzzle) and 0 not in item.givens else None
        if isinstance(item, Puzzle) and place is not None and place.line is not None and not item.geometry.clued:
            above = "\n".join(lines(max(1, place.line - 1), 2 if place.line > 1 else 1))[-_LONGEST_NAMED:]
            if _NAMED_ANSWER.search(above):
                yield LooseAnswer("a full grid under the name of an answer", place, grid=item)
                continue
        yield item


_LONGEST_NAMED = 300


def once(items: Iterable[Puzzle | Fault | Batch], text: Callable[[], str]) -> Iterator[Puzzle | Fault | Batch]:
    """The same items of a program without a puzzle that comes again in a comment, or in another form.

    ``text`` gives the whole text, "" for one of no ordinary length.
    """
    before: dict[Puzzle, Place] = {}
    for item in items:
        if isinstance(item, Puzzle) and item.source is not None and item.source.line is not None:
            other = before.get(item)
            if other is None and len(before) < _MOST_BEFORE:
                before[item] = item.source
            elif other is not None and _is_said_again(text(), other.line or 1, item.source.line):
                yield Note(f"the puzzle of line {other.line} comes again; passed over", item.source)
                continue
        yield item


_MOST_BEFORE = 1000


def _is_said_again(text: str, line: int, other: int) -> bool:
    """Whether one of two lines of a program is in a comment, or just one in a quote of several lines."""
    lines = text.split("\n")
    one, two = (_form_of(lines, at) for at in (line, other))
    return one != two or one != ""


def _form_of(lines: Sequence[str], line: int) -> str:
    """Whether a line of a program is in a comment, a quote of several lines, or neither."""
    *above, own = lines[:line] or [""]
    if is_comment(own) or own.lstrip().startswith(";;"):
        return "comment"
    quotes = ('"""', "'''")
    return "quote" if any(sum(one.count(quote) for one in (*above, own)) % 2 for quote in quotes) else ""


def with_unlike_answers(items: Iterable[Puzzle | Fault | Batch]) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, where an answer under a heading has become that of the puzzle directly before, a few givens of which it
    contradicts: either may be wrong, and its author meant them for each other.
    """
    held: list[Puzzle | Fault | Batch] = []
    for item in items:
        before = held[0] if held else None
        if isinstance(before, Puzzle) and isinstance(item, Note):
            if (
                isinstance(item, LooseAnswer)
                and before.answer is None
                and not item.taken
                and meant_for(before, item.grid, BESIDE_ALIKE)
            ):
                yield replace(before, answer=item.grid.givens)
                yield from held[1:]
                held = []
                said = "a full grid that contradicts givens of the puzzle above is taken for its answer"
                yield replace(item, message=said, light=False, taken=True)
                continue
            held.append(item)
            if len(held) <= _FURTHEST:
                continue
        yield from held
        held = []
        if isinstance(item, Puzzle):
            held = [item]
        elif not (isinstance(before, Puzzle) and isinstance(item, Note)):
            yield item
    yield from held


def _above(puzzle: Puzzle, held: Mapping[int, object]) -> int | None:
    """The line of the nearest text above a puzzle; None where none is near enough."""
    at = puzzle.source.line if puzzle.source is not None else None
    return None if at is None else next((at - gap for gap in range(1, _FURTHEST + 1) if at - gap in held), None)


_OPEN = expression(r"[^\n]{0,200}[\[({,][ \t]*")
"""A line of a program that goes on in the next one."""


def _said_above(puzzle: Puzzle, *texts: Mapping[int, str]) -> str:
    """The nearest line above a puzzle that says anything, with those that it goes on from; "" where none is near enough."""
    at = puzzle.source.line if puzzle.source is not None else None
    lines = () if at is None else (one.get(at - gap, "") for gap in range(1, _FURTHEST + 1) for one in texts)
    said: list[str] = []
    for line in lines:
        if _SAYS.match(line) is not None:
            said.append(line)
            if _OPEN.fullmatch(line) is None:
                break
    return "\n".join(reversed(said))


def _announces(line: str) -> bool:
    """Whether a line announces an answer or an output."""
    return ANSWER.search(line) is not None or _PRINTED.search(line) is not None


def _is_sentence(text: str) -> bool:
    """Whether a text is longer than a heading, and written in small letters as a sentence of a letter is."""
    words = re.findall(r"[^\W\d_]+", text)
    return len(words) > _MOST_WORDS and 2 * sum(map(str.islower, words)) > len(words)


_MOST_WORDS = 6
"""Words of a heading in small letters."""


def _named(puzzle: Puzzle, held: dict[int, Note]) -> Puzzle:
    first = None if puzzle.name else _above(puzzle, held)
    if first is None:
        return puzzle
    while first - 1 in held:
        first -= 1
    name = _KEY.sub("", held[first].text).strip(" :=-,;#*")
    if (
        not any(map(str.isalpha, name))
        or len(name) > _LONGEST
        or _NO_NAME.search(name)
        or name in PUZZLE
        or _GREETING.match(held[first].text)
        or _is_sentence(name)
    ):
        return puzzle
    del held[first]
    return replace(puzzle, name=name)
