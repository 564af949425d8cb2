"""One text: cut into blocks, each read by the format that claims it, or by the reader of unknown text where none does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain, groupby, islice

from bookmaker.base.errors import Fault, InputError, Note, Place
from bookmaker.formats.apps import grid, json_files, lines, opensudoku, sheet
from bookmaker.formats.apps.registry import READ, format_named
from bookmaker.formats.base.cells import SIZE_OF, is_text, only_solution, soon_counted
from bookmaker.formats.base.format import Format
from bookmaker.formats.base.json_cages import OPERATED
from bookmaker.formats.base.patterns import expression
from bookmaker.formats.base.source import CUT_SHORT, FOREIGN, MOST_FAULTS, Block, Source, is_comment, plain_name
from bookmaker.formats.found import clue_lists, rewritten_rows, second_look, text_parts, unknown_text, worded_clues
from bookmaker.formats.found.cages_beside_grids import (
    caged,
    is_of_areas,
    noted_bare,
    with_any_given,
    with_givens,
    without_numbers,
)
from bookmaker.formats.found.drawn_boxes import Lines, guessed, shaped
from bookmaker.formats.found.drawn_puzzles import drawn
from bookmaker.formats.found.headings import (
    ONLY_ANSWERS,
    LooseAnswer,
    headed,
    once,
    under_names,
    with_answers,
    with_unlike_answers,
    without_steps,
)
from bookmaker.formats.found.joined_drawings import MAPPED_KINDS, mapped, together, with_maps
from bookmaker.formats.found.lines_of_grids import grids_apart, set_apart
from bookmaker.formats.found.named_rules import clued_named, named_alone, watch, with_named_rules, without_clues_named
from bookmaker.formats.found.unknown_text import OF_BLOCKS, OF_FILES, UNKNOWN_TEXT
from bookmaker.formats.stream import blocks, rows
from bookmaker.formats.stream.blocks import Cut
from bookmaker.formats.stream.rows import Batch, Row, unquoted
from bookmaker.puzzles.grid.puzzle import Puzzle
from bookmaker.puzzles.rules import CLASSIC, geometry, is_caged, rules_of

NO_PUZZLE = "there is no puzzle in it"

Item = Puzzle | Fault
"""An item of a stream: a puzzle, or why something could not be read as one."""


Pages = Callable[[bytes, str, str], Iterator[Item]]
"""Makes items of the bytes of a PDF or a picture, its name in messages, and a kind."""


@dataclass
class Reading:
    """How texts are to be read: the kind of puzzle that the givens are meant for, and the format, None to detect it."""

    kind: str = CLASSIC
    format: str | None = None
    box: tuple[int, int] | None = None
    """The (height, width) of the boxes of grids of that size; None: as the text says, or the usual ones."""
    pages: Pages | None = None
    """The reader of PDFs and pictures, which parts above this one have; None: they are refused."""
    rewritten: bool = False
    """The text is one that was made of the user's, and none is made of it."""

    def source(self, name: str) -> Source:
        """The source of that name. Raises UsageError for a kind, a format or boxes that do not exist."""
        source = Source(name, self.kind)
        rules_of(self.kind)  # An unknown kind is the caller's fault and comes before any fault of the text.
        format_named(self.format)
        if self.box is not None:
            geometry(CLASSIC, self.box[0] * self.box[1], box=self.box)
        return source


def text_items(pieces: Iterable[bytes], reading: Reading, name: str, batches: bool) -> Iterator[Puzzle | Fault | Batch]:
    """The puzzles of one text. A text without any puzzle is a fault of its own, as is a file that cannot be read."""
    source, seen = reading.source(name), Lines()
    forced = format_named(reading.format)
    try:
        chunks = rows.chunks(pieces, name)
        first = next(chunks, None)
    except InputError as error:
        yield from error.faults
        return
    begin = first[1] if isinstance(first, tuple) and forced is None else b""
    notebook = bool(begin) and rows.is_notebook(begin)
    document = notebook or (bool(begin) and text_parts.is_document(begin.decode("utf-8", "replace")))
    whole = chain([] if first is None else [first], chunks)
    items = _items_of(whole, begin, reading, source, seen, batches, document, notebook)
    yield from _by_functions(items, seen, reading, name) if document and not reading.rewritten else items


def _by_functions(
    items: Iterable[Puzzle | Fault | Batch], seen: Lines, reading: Reading, name: str
) -> Iterator[Puzzle | Fault | Batch]:
    """The items of a program; those of its functions, each read by itself, if it has faults as a whole and fewer of them so, and
    each puzzle is proper: a rule of another function would be lost.
    """
    held = list(items)
    parts = text_parts.functions_of(seen.whole(_MOST_UNREAD)) if any(type(item) is Fault for item in held) else []
    inner = replace(reading, rewritten=True)
    apart: list[Puzzle | Fault | Batch] = []
    for part in parts:
        own = list(text_items([part.encode("utf-8", "surrogatepass")], inner, name, batches=False))
        apart += [item for item in own if not (isinstance(item, Fault) and item.message == NO_PUZZLE)]
    before, after = ([item for item in some if isinstance(item, Puzzle)] for some in (held, apart))
    faults = [sum(type(item) is Fault for item in some) for some in (held, apart)]
    better = len(after) > max(1, len(before)) and faults[1] < faults[0]
    yield from apart if better and all(soon_counted(one) == 1 for one in after) else held


def _items_of(
    whole: Iterable[tuple[int, bytes] | Fault],
    begin: bytes,
    reading: Reading,
    source: Source,
    seen: Lines,
    batches: bool,
    document: bool,
    notebook: bool,
) -> Iterator[Puzzle | Fault | Batch]:
    """The items of a text, which is a program or prose (``document``), from its pieces; ``begin`` is the first of them."""
    name, forced = source.name, format_named(reading.format)
    plain = batches and forced in (None, lines.FORMAT) and Source(name, reading.kind).ground(9) is not None
    caged_kind = is_caged(reading.kind)
    empty, answers = True, False
    worded, said = worded_clues.Worded(), dict[int, list[str]]()
    (yaml,) = OF_FILES
    cutter = blocks.Cutter(tuple(READ.values()), forced)
    try:
        likely = bool(begin) and yaml.may_hold(begin)
        text: Iterable[Row | Batch | Fault] = rows.rows(
            seen.kept(whole), name, plain and not (document or likely or caged_kind)
        )
        of_yaml, text = yaml.read(iter(text), source) if likely else (None, text)
        found: Iterable[Puzzle | Fault | Batch]
        if of_yaml is not None:
            found = with_faults(of_yaml, source)
        elif document:
            text = unquoted(rows.of_notebook(text) if notebook else text)
            text = drawn(text, source, said, document=True)
            text = mapped(text, name, said) if source.kind in MAPPED_KINDS else text
            found = _of_document(text, source, worded, said)
        else:
            if not forced:
                text = text_parts.uncommented(text_parts.unsigned(text), name)
                text = drawn(worded_clues.without_clues(unquoted(text), worded, source), source, said)
                text = caged(text, source)
                text = mapped(text, name, said) if source.kind in MAPPED_KINDS else text
                text = grids_apart(text, source)
            found = _items(cutter.cut(text), source)
        found = shaped(found, seen, source, reading.box)
        if not forced:
            found = with_givens(without_steps(with_answers(found), source), source, cutter.comments)
            found = together(with_maps(found))
        found = guessed(found, source)
        if not forced:
            found = with_any_given(without_numbers(found, source, seen), source, worded)
        found = headed(found, cutter.comments, source.tails, seen.from_line)
        found = found if forced else under_names(found, seen.from_line)
        found = worded_clues.with_clues(with_unlike_answers(found), worded)
        grids = list[Puzzle]()
        found = _remembered(found, grids) if document else found
        found = with_named_rules(found, said, document=document) if reading.kind == CLASSIC else found
        ruled, bare = bool(forced) or of_yaml is not None, False
        if not forced:
            found = _second_look(found, seen, source, said, reading, grids, document)
            if reading.kind == CLASSIC:
                found = with_named_rules(found, said, document=document, left=source.left)
        found = _without_full(found, partial(seen.whole, _MOST_UNREAD)) if document else found
        for item in once(found, partial(seen.whole, _MOST_UNREAD)) if document else found:
            if isinstance(item, Puzzle) and not forced and is_of_areas(item):
                item = Fault(
                    "areas of equal digits may be the rule of a puzzle, and were not understood", item.source, _UNREAD
                )
            empty = empty and isinstance(item, Note)
            bare = bare or isinstance(item, Puzzle)
            ruled = ruled or isinstance(item, Batch) or (isinstance(item, Puzzle) and _is_ruled(item))
            answers = answers or isinstance(item, LooseAnswer)
            yield _without_cages(item) if caged_kind and isinstance(item, Puzzle) and not item.cages else item
    except InputError as error:
        yield from source.new_faults()
        yield from error.faults
        return
    if bare and not ruled:
        text_read = seen.whole(_MOST_UNREAD)
        faults = list(_unread(text_read, source))
        yield from faults or (_beside(text_read, grids, source) if document else ())
    elif ruled:
        # Beside rules that were read only lines of which nothing was made may be another one.
        for _, run in groupby(enumerate(sorted(source.left)), lambda one: one[1] - one[0]):
            numbers = [number for _, number in run]
            yield from _unread("\n".join(source.left[at] for at in numbers)[:_MOST_UNREAD], source, numbers[0])
    if empty:
        advice = "a line of 81 digits and dots, or nine rows of nine, are expected"
        yield Fault(NO_PUZZLE, Place(name), advice, ONLY_ANSWERS * answers)


def _remembered(items: Iterable[Puzzle | Fault | Batch], puzzles: list[Puzzle]) -> Iterator[Puzzle | Fault | Batch]:
    """The same items; the first puzzles of them become those of a list, before a rule that is named makes faults of them."""
    for item in items:
        puzzles += [item] if isinstance(item, Puzzle) and len(puzzles) < _FEW_PUZZLES else []
        yield item


def _is_ruled(puzzle: Puzzle) -> bool:
    ground = puzzle.geometry
    return bool(puzzle.clues or puzzle.cages or ground.regions or ground.overlapping)


def _unread(text: str, source: Source, first: int = 1) -> Iterator[Fault]:
    """A fault for each sort of lines that may be a rule; ``first`` is the number of the first of them."""
    begin = text.lstrip()
    if not (begin.startswith("{") or (begin.startswith("[") and begin[1:].lstrip().startswith("{"))):
        for line, shown in dict(clue_lists.unread(text)).items():
            message = f"{plain_name(shown)[:_SHOWN]!r} may change the puzzle, and was not understood"
            yield Fault(message, source.place(first + line - 1, 1), _UNREAD)


def _beside(text: str, puzzles: Sequence[Puzzle], source: Source) -> Iterator[Fault]:
    """A fault for the lists of a program that may be clues of its puzzles, where one of these has several solutions."""
    first = [(one, one.source.line) for one in puzzles if one.source is not None and one.source.line]
    own = {line for one, at in first for line in range(at - 1, at + one.geometry.size)}
    unsure = [one for one in puzzles if len(puzzles) < _FEW_PUZZLES and soon_counted(one) not in (0, 1)]
    for line, shown in clue_lists.beside(text, unsure[0].geometry.size, own) if unsure else ():
        message = f"{plain_name(shown)[:_SHOWN]!r} may be clues of a puzzle that has several solutions without them"
        yield Fault(message, source.place(line, 1), _UNREAD)


_FEW_PUZZLES = 5
_MOST_UNREAD = 50_000
"""Symbols of a text in which a rule is looked for that was not read."""

_SHOWN = 40
_UNREAD = "write the rule as docs/formats.md shows it, or take it out"

_MOST_LOOKED_AT = 200_000
"""Symbols of a text that is looked at again where it has no puzzle."""


def _second_look(
    items: Iterable[Puzzle | Fault | Batch],
    seen: Lines,
    source: Source,
    said: Mapping[int, list[str]],
    reading: Reading,
    grids: list[Puzzle],
    document: bool,
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, or those that the tables of the text are together: without a puzzle among them, and of a text that names
    a rule with clues where no puzzle has any. Of a program with words for cages, grids without them give way to cages. A text
    in which nothing is found at all is read again by the kind that it names, and its comments by themselves.
    """
    held: list[Puzzle | Fault] = []
    rest = iter(items)
    caged: bool | None = None
    try:
        for item in rest:
            lacking = isinstance(item, Puzzle) and not item.clues and not item.cages
            if lacking and not clued_named(said):
                if caged is None:
                    words = _CAGED if document else _ASSIGNED_CAGES
                    caged = words.search(seen.whole(_MOST_LOOKED_AT) or "") is not None
                # A grid below lines that were not a puzzle may be a part of one with them, or its answer.
                # Beside a full grid of a program its puzzle may be in a form that is read in another way.
                lacking = caged or any(type(one) is Fault for one in held) or (document and not _is_open(item))
            if isinstance(item, Batch) or (isinstance(item, Puzzle) and not lacking) or len(held) > MOST_FAULTS:
                yield from held
                held = []
                yield from _with_other_kinds(chain([item], rest), seen, source, said if document else {})
                return
            held.append(item)
    except InputError:
        # Such a text is given up.
        yield from held
        raise
    text = seen.whole(_MOST_LOOKED_AT)
    own, taken = Source(source.name, source.kind), list[range]()
    grids = [one for one in grids if _is_open(one) and not _is_empty(one)] if document else []
    found = list(with_faults(second_look.read(text, 1, own, taken, grids), own)) if text else []
    if any(isinstance(item, Puzzle) and (item.clues or item.cages) for item in found):
        places = [one.place for one in held if isinstance(one, LooseAnswer)]
        loose = [range(place.line, place.line + 1) for place in places if place is not None and place.line]
        found = [item for item in found if not (type(item) is Fault and _is_within(item.place, loose))]
        # Of their lines one or the other may look like a small grid.
        held = [item for item in held if not (isinstance(item, Puzzle) and _is_within(item.source, taken))]
    bare = [item for item in held if isinstance(item, Puzzle)]
    if bare and not any(map(_is_open, bare)) and text and document and not found:
        again = _read_otherwise(text, said, reading, source.name, held, document)
        if again:
            yield from again
            return
    if bare:
        clued = [item for item in found if isinstance(item, Puzzle) and (item.clues or item.cages)]
        if not clued_named(said):
            # The words are usual ones: cages count that are beside the only grid, or beside full ones, which are answers.
            full = all(0 not in item.givens for item in bare)
            lacking = len(bare) == 1 and soon_counted(bare[0]) not in (0, 1)
            clued = [
                item
                for item in clued
                if (len(bare) == 1 or full)
                and (item.cages or _is_operated(item) or (lacking and soon_counted(item) == 1))
            ]
            if not clued:
                yield from held
                return
            found = _answered(found, bare) if full else found
        if len(bare) == len(clued) == 1 and 0 in bare[0].givens and not clued[0].given_count:
            found = [_joined(item, bare[0]) if item is clued[0] else item for item in found]
        if not clued:
            yield from without_clues_named(held, said, second_look.lists_of(text, 1) if text else ())
            return
        held = [item for item in held if not isinstance(item, Puzzle)]
    nothing = all(isinstance(item, Note) for item in held)
    if text and not any(isinstance(item, Puzzle) for item in (*found, *held)):
        again = _read_otherwise(text, said, reading, source.name, held, document)
        if again:
            yield from again
            return
    if not any(isinstance(item, Puzzle) or (nothing and type(item) is Fault) for item in found):
        yield from held
        return
    source.left = {line: words for line, words in source.left.items() if not any(line in some for some in taken)}
    for item in held:
        line = item.place.line if isinstance(item, Fault) and item.place is not None else None
        # A line of text directly below tables was taken for a row of them.
        worded = line is not None and _is_within(source.place(line - 1), taken) and is_text(text.split("\n")[line - 1])
        inside = worded or (isinstance(item, Fault) and _is_within(item.place, taken))
        if not (isinstance(item, Note) and item.light) and not inside:
            yield item
    yield from found


def _read_otherwise(
    text: str, said: Mapping[int, list[str]], reading: Reading, name: str, held: Iterable[Item], document: bool
) -> list[Item]:
    """The items of the first other reading of a text that has a puzzle and no fault. ``held``: those of the usual reading."""
    faulty = {item.place.line for item in held if type(item) is Fault and item.place is not None}
    for own, other, note in _other_readings(text, said, reading, document):
        rewritten = own.split("\n")
        # A fault of lines that were rewritten, or of those that end in them, is none of the puzzle.
        if any(line is None or not any(rewritten[line - 1 : line + 3]) or own == text for line in faulty):
            continue
        again = list(text_items([own.encode("utf-8", "surrogatepass")], other, name, batches=False))
        puzzles = [item for item in again if isinstance(item, Puzzle)]
        if clued_named(said) and not all(one.clues or one.cages for one in puzzles):
            continue  # The rule may be among the lines that it passes over.
        if (
            puzzles
            and all(_is_open(one) and not _is_empty(one) for one in puzzles)
            and all(isinstance(item, Puzzle | Note) for item in again)
        ):
            return [
                Note(f"{note}; this is a guess", puzzles[0].source),
                *(one for one in again if isinstance(one, Puzzle | Fault)),
            ]
    return []


def _is_within(place: Place | None, lines: Iterable[range]) -> bool:
    return place is not None and any(place.line in some for some in lines)


def _with_other_kinds(
    items: Iterable[Puzzle | Fault | Batch], seen: Lines, source: Source, said: Mapping[int, list[str]]
) -> Iterator[Puzzle | Fault | Batch]:
    """The same items, and the puzzles of kinds with clues or cages that a program names and none of them has."""
    rules: set[str] = set()
    for item in items:
        if isinstance(item, Puzzle):
            rules |= item.geometry.rules
        yield item
    missing = [kind for kind in clued_named(said) if not rules_of(kind) <= rules] if rules else []
    text = seen.whole(_MOST_LOOKED_AT) if missing else ""
    for one in second_look.read(text, 1, Source(source.name, source.kind), []) if text else ():
        if one is not None and (one.clues or one.cages) and not one.geometry.rules <= rules:
            yield one


_CAGED = expression(r"(?i)cage|group|region|target|thermo|whisper|renban|palindrome|\+ {2,}\+")
_ASSIGNED_CAGES = expression(r"(?i)cages?[ \t]{0,4}=")


def _answered(found: Iterable[Puzzle | Fault], full: Sequence[Puzzle]) -> list[Puzzle | Fault]:
    """The same items, each puzzle with that of some full grids which is its solution; a fault for each grid that is of none."""
    answers = {one.givens: one for one in full}
    made: list[Puzzle | Fault] = []
    for item in found:
        solved = (item.answer or only_solution(item)) if isinstance(item, Puzzle) else None
        known = solved is not None and answers.pop(solved, None) is not None
        made.append(replace(item, answer=solved) if isinstance(item, Puzzle) and known else item)
    message = "a full grid beside cages is the answer of none of them"
    return made + [Fault(message, one.source, "look at the puzzle and its answer") for one in answers.values()]


def _joined(puzzle: Puzzle, grid: Puzzle) -> Puzzle | Fault:
    """A puzzle of clues or cages with the givens of the only grid beside them; a fault where that has another size."""
    if grid.geometry.size != puzzle.geometry.size or grid.geometry.overlapping:
        return Fault("clues or cages of another size than the grid beside them", grid.source, "correct one of them")
    return replace(puzzle, givens=grid.givens, name=puzzle.name or grid.name, answer=puzzle.answer or grid.answer)


def _is_operated(puzzle: Puzzle) -> bool:
    return not puzzle.geometry.rules.isdisjoint(OPERATED)


_MOST_ROWS = 400
_FEWEST_REMARKS, _MOST_QUOTES = 6, 200
"""Rows of the smallest grid that is looked for in the comments of a program; and parts between its quotes of several lines."""


def _other_readings(
    text: str, said: Mapping[int, list[str]], reading: Reading, document: bool
) -> Iterator[tuple[str, Reading, str]]:
    """Other ways to read a program without a puzzle: its text, the kind of its puzzles, and a note.

    A text that was rewritten is not rewritten again: some would lose a word each time, a thousand times over.
    """
    kinds = named_alone(said) if reading.kind == CLASSIC else ""
    if kinds:
        yield text, replace(reading, kind=kinds), f"the kind {kinds} is named in the text"
    if reading.rewritten:
        return
    reading = replace(reading, rewritten=True)
    signed = "#" in text or "//" in text
    remarks = [text_parts.without_sign(line) if is_comment(line) else "" for line in text.split("\n") if signed]
    if sum(map(bool, remarks)) >= _FEWEST_REMARKS:
        yield "\n".join(remarks), reading, "the comments of the text are read"
    for quote in ('"""', "'''") if document else ():
        parts = text.split(quote)
        if 2 < len(parts) < _MOST_QUOTES:
            # Without the other parts, but in the lines in which they are.
            inner = [part if at % 2 else "\n" * part.count("\n") for at, part in enumerate(parts)]
            yield "".join(inner), reading, "the quotes of several lines are read"
    whole = text.split("\n")
    if len(whole) <= _MOST_ROWS and "\x1b" not in text:  # What moves the cursor may put any cell anywhere.
        counted = rewritten_rows.behind_counts(whole)
        yield from () if counted is None else [("\n".join(counted), reading, "words that count rows are passed over")]
        if (rows_apart := rewritten_rows.in_quotes(whole)) is not None:
            yield "\n".join(rows_apart), reading, "nine rows in quotes among other lines are taken for a grid"
        if (lettered := rewritten_rows.by_letters(whole)) is not None:
            yield (
                "\n".join(lettered[0]),
                reading,
                f"the letter of each cell is taken for its {lettered[1]}, by their order",
            )
        for rewrite, note in rewritten_rows.OF_WHOLE_TEXTS:
            if (rows := rewrite(whole)) is not None:
                yield "\n".join(rows), reading, note
        for threes in rewritten_rows.in_numbers(whole):
            yield "\n".join(threes), reading, "row, column and digit are the numbers in lines of one form"
    if "|" in text and (barred := rewritten_rows.in_markup(text)) != text:
        yield barred, reading, "the tables of the text are read"
    if (plain := rewritten_rows.unworded(text)) != text:
        yield plain, reading, "signs and words for cells are read"


def _without_cages(puzzle: Puzzle) -> Puzzle | Fault:
    """The fault of a puzzle whose kind, as the user named it, has cages, and that has none."""
    if not puzzle.geometry.caged:
        return puzzle
    kind = puzzle.geometry.kind
    return Fault(
        f"a puzzle of the kind {kind} without a cage", puzzle.source, "write its cages below its grid: 15 r1c3 r1c4"
    )


def _is_empty(puzzle: Puzzle) -> bool:
    return not (any(puzzle.givens) or puzzle.cages or puzzle.clues)


def _is_open(item: object) -> bool:
    return isinstance(item, Puzzle) and bool(0 in item.givens or item.cages or item.clues)


def _without_full(
    items: Iterable[Puzzle | Fault | Batch], lines: Callable[[], str]
) -> Iterator[Puzzle | Fault | Batch]:
    """The items of a program, in which full grids are answers, or tests of it, where its puzzles are in no form that is read.

    One below a line such as ``The puzzle:`` is a puzzle, and beside open grids answers are known as such.
    """
    said = "a full grid of a program, an answer or a test; passed over"
    held = list(items)
    if any(isinstance(item, Puzzle) and 0 in item.givens and any(item.givens) for item in held):
        yield from held
        return
    above = lines().split("\n")
    for item in held:
        if isinstance(item, Puzzle) and not _is_open(item) and item.source is not None:
            line = item.source.line or 1
            if not any(map(_DECLARED.search, above[max(0, line - 4) : line - 1])):
                yield Note(said, item.source)
                continue
        yield item


_DECLARED = expression(r"(?i)\bpuzzle\b[^\n]{0,20}:\s*$")


_BEFORE_REMARKS = frozenset(" \t#/")
"""Signs with which a line begins that may be a comment: of most lines nothing else is looked at."""


def _of_document(
    found: Iterable[Row | Batch | Fault], source: Source, worded: worded_clues.Worded, said: dict[int, list[str]]
) -> Iterator[Item]:
    """The puzzles of a program or of prose; only puzzles, and those that were spoilt, are looked for."""
    for faulty, some in groupby(found, lambda item: isinstance(item, Fault)):
        if faulty:
            yield from (item for item in some if isinstance(item, Fault))
            continue
        for part in unknown_text.pieces(item for item in some if type(item) is tuple):
            watch(part, said, document=True)
            source.keep([row for row in part if row[1][:1] in _BEFORE_REMARKS and is_comment(row[1])])
            part = set_apart(worded_clues.of_lines(part, worded, source), source)
            yield from noted_bare(with_faults(UNKNOWN_TEXT.read(part, source, document=True), source), source)
            source.count([line for _, line in part], part[-1][0])


_LOOKED_AGAIN = 2
_MOST_LOOKED_AGAIN, _MOST_ROWS_AGAIN = 200_000, 20_000
"""Blocks, and symbols of documents and of rows, that are read a second time as unknown text where they turn out to be of no
format after all."""


_DOUBTED = (json_files.FORMAT, opensudoku.FORMAT, sheet.FORMAT, grid.FORMAT)


def _items(cuts: Iterable[Cut | Batch | Fault], source: Source) -> Iterator[Puzzle | Fault | Batch]:
    for key, run in groupby(cuts, _of_one_format):
        if key is None:
            for item in run:
                assert not isinstance(item, Cut)
                source.found |= isinstance(item, Batch)
                yield item
            continue
        format, found = key[0], (item.block for item in run if isinstance(item, Cut))
        some = list(islice(found, _LOOKED_AGAIN)) if format in _DOUBTED else []
        if 0 < len(some) < _LOOKED_AGAIN and sum(len(line) for one in some for line in one.lines) < _MOST_LOOKED_AGAIN:
            yield from read_twice(format, some, source)
        else:
            yield from parsed_blocks(format, chain(some, found), source)


def parsed_blocks(format: Format, blocks: Iterable[Block], source: Source) -> Iterator[Item]:
    """The puzzles that a format finds in blocks, each after the faults before it. Raises InputError for junk."""
    # A document counts at its end: its reader may take in the whole of it before the first puzzle.
    meter = source if format.opens is None else Source(source.name, source.kind)
    # The reader of unknown text counts its text by itself.
    counted = blocks if format is UNKNOWN_TEXT.format else meter.counted(blocks)
    found = with_faults(format.parse(counted, source), source)
    unsure = format.bare or format is UNKNOWN_TEXT.format
    yield from noted_bare(found, source) if unsure else found
    if meter is not source:
        source.length += meter.length


def with_faults(puzzles: Iterable[Puzzle | None], source: Source) -> Iterator[Item]:
    """The puzzles, each after the faults before it. Raises InputError where there are very many of these and no puzzle."""
    for puzzle in puzzles:
        yield from source.new_faults()
        if puzzle is not None:
            source.found = True
            yield puzzle
        elif source.hopeless:
            # Whatever it is, it is not a text of puzzles, and may be as long as a disk.
            raise InputError(source.hopeless)
    yield from source.new_faults()


_CELL = expression("[0-9._]")


def read_twice(format: Format, blocks: Sequence[Block], source: Source) -> Iterator[Item]:
    """The puzzles that a format finds in blocks; where it finds none, those of a reading as unknown text without a fault.

    A document that turns out to be none of its format is all that reading's; of rows that are faulty only their marks and
    quotes are doubted, never their number or length.
    """
    before = source.reported
    parsed = parsed_blocks(format, blocks, source)
    first = next(parsed, None)
    cut = isinstance(first, Fault) and first.code == CUT_SHORT
    foreign = cut or (isinstance(first, Fault) and first.code == FOREIGN)
    if type(first) is not Fault or not (foreign or format.opens is None):
        yield from () if first is None else (first,)
        yield from parsed
        return
    rest = [first, *parsed]
    if not foreign and sum(len(line) for block in blocks for line in block.lines) > _MOST_ROWS_AGAIN:
        yield from rest
        return
    symbols = sum(len(_CELL.findall(line)) for block in blocks for line in block.lines)
    if foreign and not cut and symbols < min(SIZE_OF):
        source.passed_over(blocks[0].lines[0], blocks[0].first, sum(len(block.lines) for block in blocks))
        yield from source.new_faults()
        return
    again: list[Item] = []
    if not any(isinstance(item, Puzzle) for item in rest):
        lines = [line for block in blocks for line in block.content()]
        for puzzle in UNKNOWN_TEXT.read(lines, source, narrow=not foreign, sound=True):
            again += [*source.new_faults(), *([puzzle] if puzzle is not None else [])]
        again += source.new_faults()
    found = any(isinstance(item, Puzzle) for item in again) or (foreign and not cut)
    if not found or any(type(item) is Fault for item in again):
        again = rest
    elif cut and isinstance(first, Fault):
        again.append(Note(f"{first.message}; what was found in it is read", first.place, "look at the puzzle"))
    source.found |= any(isinstance(item, Puzzle) for item in again)
    source.reported = before + sum(type(item) is Fault for item in again)
    yield from noted_bare(again, source)


def _of_one_format(item: Cut | Batch | Fault) -> tuple[Format, int] | None:
    if not isinstance(item, Cut):
        return None
    if item.format is not None:
        return item.format, item.document
    if grid.is_plain(item.block):
        return grid.FORMAT, 0  # No format before it knows such a block; there may be tens of thousands.
    lines = item.block.lines
    return (_format_of(tuple(lines)) if len(lines) <= _FEW_LINES else _format_with(item.block)), 0


_FEW_LINES = 3


@lru_cache(maxsize=500)
def _format_of(lines: tuple[str, ...]) -> Format:
    """That of a short block: mail and lists have the same lines again and again, and each format looks at each block."""
    return _format_with(Block(1, lines))


def _format_with(block: Block) -> Format:
    return next((READ[one.name] for one in OF_BLOCKS if one.may_hold(block)), UNKNOWN_TEXT.format)
