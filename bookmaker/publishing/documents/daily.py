"""The files of a puzzle for each day: a block for each, the sheets of the months, and a manifest of all."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import groupby

from bookmaker import formats
from bookmaker.base import units
from bookmaker.base.dates import Day
from bookmaker.base.errors import Fault, UsageError
from bookmaker.base.language import Catalogue, plain
from bookmaker.formats.apps import grid
from bookmaker.formats.apps.json_files import RULE_FIELDS, as_object
from bookmaker.formats.base.format import Format, barrier, losses
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.canvases.canvas import Canvas
from bookmaker.printing.canvases.eps import EpsCanvas
from bookmaker.printing.canvases.pdf import Metadata, PdfCanvas
from bookmaker.printing.canvases.prepress import finish
from bookmaker.printing.canvases.svg import SvgCanvas
from bookmaker.printing.grids.grid_drawing import GridPicture, answer_picture, puzzle_picture
from bookmaker.printing.grids.symbols import usual_symbols
from bookmaker.printing.pages.days import DayBlock, MonthSheet, SmallDay
from bookmaker.printing.styles.style import Style
from bookmaker.publishing.book.pages.front_matter import rules_beside
from bookmaker.publishing.book.pages.page_fit import glyph_faults, require_name_glyphs
from bookmaker.publishing.book.pages.slots import time_text
from bookmaker.puzzles.grid.geometry import Geometry
from bookmaker.puzzles.grid.puzzle import Cage, Puzzle, cells_text
from bookmaker.puzzles.rules.cages import cage_marks
from bookmaker.version import VERSION

FORMATS = ("pdf", "svg", "eps", "txt", "json")
"""The endings of the files that a day can have; the command's list is held equal by a test."""

MANIFEST, CONTACT, ANSWERS = "manifest.json", "contact.pdf", "contact-answers.pdf"

_SHEET = (11 * units.INCH, 8.5 * units.INCH)
"""The paper of the contact sheets: letter on its side, which prints on A4, too."""

Made = tuple[Day, GradedPuzzle]


@dataclass(frozen=True, slots=True)
class Setting:
    """How the days look: the style, the words, a title above the date or "", and the size of a block in points.

    ``ruled``: above a puzzle is its rule, if it has one beside those of a Sudoku.
    """

    look: Style
    words: Catalogue
    title: str
    size: tuple[float, float]
    ruled: bool = True

    def above(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The lines above a puzzle: the name that it came with, such as its author's, and its rule."""
        return (*([puzzle.name] if puzzle.name else []), *self.rules(puzzle))

    def rules(self, puzzle: Puzzle) -> tuple[str, ...]:
        """The paragraphs on the rule of a puzzle."""
        return tuple(rules_beside(self.words, puzzle.geometry)) if self.ruled else ()

    def date(self, day: Day) -> str:
        """A day in words, with a capital as at the beginning of a line."""
        return _capital(self._date(day))

    def _date(self, day: Day) -> str:
        text = self.words.text
        return text(
            "daily.date",
            weekday=text(f"daily.weekday.{day.isoweekday()}"),
            day=self.words.plural("daily.day", day.day),
            month=text(f"daily.month_in_date.{day.month}"),
            year=day.year,
        )

    def level(self, item: GradedPuzzle, label: str = "") -> str:
        """The level of a puzzle, or another one, and its minutes."""
        level, minutes = self.words.text(f"level.{label or item.grade.label}"), time_text(item.grade.time, self.words)
        return f"{level} · {minutes}" if minutes else level

    def widest(self, item: GradedPuzzle) -> tuple[str, str]:
        """The date of a year, and the level with the minutes of this puzzle, that take most room."""
        text, date, level = self.words.text, self.look.face("number"), self.look.face("level")
        days, months = (
            max(
                (text(f"daily.{name}.{number}") for number in range(1, count + 1)), key=lambda one: date.width(one, 1.0)
            )
            for name, count in (("weekday", 7), ("month_in_date", 12))
        )
        levels = (self.level(item, one.name.lower()) for one in Level if one < Level.BEYOND)
        longest = _capital(text("daily.date", weekday=days, day=28, month=months, year=2028))
        return longest, max(levels, key=lambda one: level.width(one, 1.0))

    def block(self, day: Day, item: GradedPuzzle, before: Made | None) -> DayBlock:
        """The block of a day. ``before``: the day before and its puzzle."""
        return DayBlock(
            look=self.look,
            title=self.title,
            date=self.date(day),
            level=self.level(item),
            picture=_picture(item.puzzle),
            rules=self.above(item.puzzle),
            widest=self.widest(item),
            answer=None if before is None else _answer(before[1]),
            caption="" if before is None else self.words.text("daily.answer", date=self._date(before[0])),
        )

    def months(self, days: Mapping[Day, GradedPuzzle], *, answers: bool) -> list[MonthSheet]:
        """The sheets of the months, with puzzles or with answers."""
        text, sheets = self.words.text, []
        for (year, month), own in groupby(days.items(), lambda one: (one[0].year, one[0].month)):
            name = _capital(text("daily.month", month=text(f"daily.month_name.{month}"), year=year))
            sheets.append(
                MonthSheet(
                    look=self.look,
                    title=f"{self.title} · {name}" if self.title else name,
                    weekdays=tuple(_capital(text(f"daily.weekday.{number}")) for number in range(1, 8)),
                    first=Day(year, month, 1).weekday(),
                    days=tuple(
                        SmallDay(
                            day.day,
                            text(f"level.{item.grade.label}"),
                            _answer(item) if answers else _picture(item.puzzle),
                        )
                        for day, item in own
                    ),
                )
            )
        return sheets


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _picture(puzzle: Puzzle) -> GridPicture:
    return puzzle_picture(puzzle.geometry, puzzle.givens, cage_marks(puzzle), symbols=usual_symbols(puzzle.geometry))


def _answer(item: GradedPuzzle) -> GridPicture:
    ground = item.puzzle.geometry
    return answer_picture(ground, item.puzzle.givens, item.solution, usual_symbols(ground))


def require_room(setting: Setting, endings: Sequence[str], puzzles: Sequence[GradedPuzzle]) -> None:
    """Check that blocks of this size have room for the puzzles, and the fonts glyphs for the title. Raises UsageError.

    Rules need room only where one of the ``endings`` is that of a page.
    """
    drawn = any(ending not in ("txt", "json") for ending in endings)
    if drawn:
        require_name_glyphs(setting.look, [item.puzzle for item in puzzles])
    for fault in glyph_faults(setting.look, setting.title, None):
        raise UsageError(Fault(f"--title: it cannot be printed: {fault.message}", None, fault.advice))
    for item in puzzles:
        block = DayBlock(
            look=setting.look,
            title=setting.title,
            date="",
            level="",
            picture=_picture(item.puzzle),
            rules=setting.above(item.puzzle) if drawn else (),
            widest=setting.widest(item),
            answer=_answer(item),
        )
        wrong = block.fault(*setting.size)
        if wrong:
            wide, high = (side / units.MM for side in setting.size)
            ruled = drawn and setting.rules(item.puzzle)
            advice = "take a larger one" + (", or leave out the rules with --no-rules" if ruled else "")
            raise UsageError(Fault(f"--trim: on {wide:.0f}x{high:.0f}mm {wrong}", None, advice))


def day_files(
    setting: Setting, endings: Sequence[str], day: Day, item: GradedPuzzle, before: Made | None
) -> dict[str, bytes]:
    """The files of a day by name, one for each ending."""
    block, wide, high = setting.block(day, item, before), *setting.size
    title = f"{setting.title} {day}".strip()
    drawn: dict[str, Callable[[], bytes]] = {
        "pdf": lambda: _pdf([block.draw], setting, title, setting.size),
        "svg": lambda: _drawn(SvgCanvas(outlined=True), block, wide, high),
        "eps": lambda: _drawn(EpsCanvas(title), block, wide, high),
        "txt": lambda: _text(setting, day, item, before).encode(),
        "json": (json.dumps(as_json(day, item, before, setting), ensure_ascii=False, indent=1) + "\n").encode,
    }
    return {f"{day}.{ending}": drawn[ending]() for ending in endings}


def sheet_files(setting: Setting, days: Mapping[Day, GradedPuzzle]) -> dict[str, bytes]:
    """The contact sheets of puzzles and of answers: a page for each month."""
    made = {}
    for name, answers, key in ((CONTACT, False, "daily.title"), (ANSWERS, True, "daily.answers")):
        pages = [sheet.draw for sheet in setting.months(days, answers=answers)]
        made[name] = _pdf(pages, setting, setting.words.text(key), _SHEET)
    return made


Draw = Callable[[Canvas, float, float], None]


def _pdf(pages: Sequence[Draw], setting: Setting, title: str, size: tuple[float, float]) -> bytes:
    canvas = PdfCanvas(Metadata(title, "", setting.words.code), setting.look)
    for draw in pages:
        draw(canvas, *size)
    return finish(canvas.finish(), title)


def _drawn(canvas: SvgCanvas | EpsCanvas, block: DayBlock, wide: float, high: float) -> bytes:
    block.draw(canvas, wide, high)
    return canvas.finish()


def _text(setting: Setting, day: Day, item: GradedPuzzle, before: Made | None) -> str:
    """The puzzle for a reader of plain text."""
    puzzle = replace(item.puzzle, name="", answer=None, candidates=None)  # A bank keeps these beside a puzzle.
    written = _text_format(puzzle)
    if written is None:
        raise UsageError(_no_text(item.puzzle.geometry))
    lines = [setting.title] if setting.title else []
    lines += [plain(setting.date(day)), plain(setting.level(item)), ""]
    lines += [plain(text) + "\n" for text in setting.above(item.puzzle)]
    lines.append(written.render([puzzle]).rstrip())
    if before is not None:
        earlier = before[1]
        ground = earlier.puzzle.geometry
        answer = Puzzle(ground, earlier.solution)
        drawn = formats.FORMATS["grids"].render([answer]) if ground.overlapping else grid.render_cells(answer)
        lines += ["", plain(setting.block(day, item, before).caption), "", drawn.rstrip()]
    return "\n".join(lines) + "\n"


def _text_format(puzzle: Puzzle) -> Format | None:
    """The format in which a person can type the puzzle from a page of text and that holds all of it; None if there is none."""
    # Clues that are drawn in signs are for programs rather than for people.
    for name in ("grids", "cages") if puzzle.geometry.rules else ("grid",):
        format = formats.FORMATS[name]
        if not barrier(puzzle, format) and not list(losses(puzzle, format)):
            return format
    return None


def _no_text(ground: Geometry) -> Fault:
    others = ", ".join(one for one in FORMATS if one != "txt")
    return Fault(f"--formats: txt cannot hold puzzles of the kind {ground.kind}", None, f"take one of {others}")


def require_text(grounds: Iterable[Geometry]) -> None:
    """Check that ``txt`` has a form for puzzles of these geometries, which may be without their regions and clues.

    Raises UsageError.
    """
    for ground in grounds:
        own = ground.needs_regions or ground.needs_clues
        cages = (Cage((0,), 1),) if ground.caged else ()
        if own or _text_format(Puzzle(ground, bytes(ground.cell_count), cages=cages)) is None:
            raise UsageError(_no_text(ground))


def as_json(day: Day, item: GradedPuzzle, before: Made | None, setting: Setting) -> dict[str, object]:
    """A day as JSON: the date, the puzzle with its rules, solution and grade, and the solution of the day before."""
    puzzle = item.puzzle
    return {
        "date": str(day),
        "weekday": day.isoweekday(),
        "kind": puzzle.geometry.kind,
        "size": puzzle.geometry.size,
        "givens": cells_text(puzzle.givens),
        **{key: value for key, value in as_object(puzzle).items() if key in RULE_FIELDS},
        **({"name": puzzle.name} if puzzle.name else {}),
        "rules": [plain(text) for text in setting.rules(puzzle)],
        "solution": cells_text(item.solution),
        "seed": item.seed,
        **item.grade.as_dict(),
        "before": None if before is None else {"date": str(before[0]), "solution": cells_text(before[1].solution)},
    }


def manifest(
    setting: Setting, options: Mapping[str, object], days: Mapping[Day, GradedPuzzle], files: Mapping[str, bytes]
) -> bytes:
    """Every day as JSON, the options that made them, and the SHA-256 of every file."""
    puzzles = []
    for day, item in days.items():
        fields = as_json(day, item, None, setting)
        del fields["before"], fields["rules"]
        puzzles.append(fields)
    record = {
        "bookmaker": VERSION,
        **options,
        "files": {name: sha256(content).hexdigest() for name, content in files.items()},
        "puzzles": puzzles,
    }
    return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode()


def all_files(
    setting: Setting,
    endings: Sequence[str],
    days: Mapping[Day, GradedPuzzle],
    before: Made | None,
    progress: Callable[[int, int], None],
) -> dict[str, bytes]:
    """The files of all days and the contact sheets. ``before``: the day before the first one and its puzzle, if known."""
    files: dict[str, bytes] = {}
    draw = partial(day_files, setting, endings)
    for done, (day, item, earlier) in enumerate(_with_the_day_before(days, before)):
        progress(done, len(days))
        files |= draw(day, item, earlier)
    return files | sheet_files(setting, days)


def _with_the_day_before(
    days: Mapping[Day, GradedPuzzle], before: Made | None
) -> Iterator[tuple[Day, GradedPuzzle, Made | None]]:
    for day, item in days.items():
        yield day, item, before
        before = (day, item)
