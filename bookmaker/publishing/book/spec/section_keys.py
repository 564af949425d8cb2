"""The keys of a spec for a part of the book: a section of puzzles, a lesson, their answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, get_args

from bookmaker.base import language, resources, schema
from bookmaker.base.errors import Fault, SpecError, UsageError, said
from bookmaker.base.schema import Choice, Integer, JsonSchema, ListOf, Nested, Node, Reader, Text, key
from bookmaker.base.seeds import seed_for, text_seed
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.generation.order_fields import BOOK_SYMMETRY, KIND, SIZE
from bookmaker.logic.techniques import BY_NAME, SINGLES, TECHNIQUES
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import TIER_OF, Tier
from bookmaker.printing.grids.clue_drawing import CAGE_STYLES, CageStyle
from bookmaker.printing.styles.style_pages import Paper
from bookmaker.publishing.book.spec.page_keys import FileBeside, Intro
from bookmaker.publishing.book.spec.puzzle_keys import Generated, Imported, KindName, ordered_key, technique_in_words
from bookmaker.publishing.book.spec.symbol_keys import SymbolsShape, SymbolWish
from bookmaker.puzzles.grid.symmetry import SYMMETRIES, Symmetry
from bookmaker.puzzles.rules import is_caged
from bookmaker.puzzles.rules.limits import MADE_SIZES


class LayoutName(schema.Text):
    """The name of a layout for ``use``. That it exists, is sound and is for this use is asked while the spec is read."""

    def __init__(self, use: Literal["puzzles", "answers"]) -> None:
        super().__init__(most=100, wanted="the name of a layout", printed=False)
        self.use = use

    def _take(self, node: Node, label: str, reader: Reader) -> str:
        name = super()._take(node, label, reader)
        if name.endswith((".yaml", ".yml")):
            reader.refuse(node, f"{label} must be the name of a layout, not of its file", f"write {Path(name).stem}")
        if not re.fullmatch(r"\w[\w.-]*", name):
            reader.refuse(node, f"{label} must be a name of letters, digits and hyphens, not {name!r}")
        if reader.folder is not None:
            self._look_up(name, node, reader.folder, reader)
        return name

    def _look_up(self, name: str, node: Node, folder: Path, reader: Reader) -> None:
        from bookmaker.printing.pages.layouts import LayoutFile

        path = resources.find("layouts", f"{name}.yaml", beside=folder)
        if path is None:
            own = sorted(path.stem for path in (folder / "layouts").glob("*.yaml"))
            known = list(dict.fromkeys([*own, *resources.names("layouts", ".yaml")]))
            advice = [schema.did_you_mean(name, known), f"there are {', '.join(known)}"]
            reader.refuse(
                node, said("there is no layout `{name}`", name=name), " ".join(part for part in advice if part)
            )
        try:
            layout = schema.load(LayoutFile, path)
        except SpecError as error:
            reader.faults.extend(error.faults)
            reader.refuse(node, f"the layout `{name}` has faults of its own", f"they are listed with {path}")
        # Frames for puzzles serve answers, too; those for answers leave puzzles no line for words below them.
        if layout.use == "answers" and self.use == "puzzles":
            other = "choose such as two-up, or leave it out"
            reader.refuse(
                node,
                said("`{name}` is a layout for {use}, not for {other}", name=name, use=layout.use, other=self.use),
                other,
            )

    def _json_schema(self) -> JsonSchema:
        return {
            "type": "string",
            "examples": resources.names("layouts", ".yaml"),
            schema.NAMES: f"layout for {self.use}",
        }


# The seeds of a book's puzzles follow from these, from the book's seed and from their numbers.


def parts(sections: Sequence[Section]) -> list[int]:
    """The part of each section in the seeds of its puzzles: it follows from the section's name, not from its place.

    So a section keeps its puzzles when another is put before it. Sections of one name are counted.
    """
    met: Counter[str] = Counter()
    found = []
    for section in sections:
        found.append(seed_for(text_seed(section.named), met[section.named]))
        met[section.named] += 1
    return found


EXAMPLE, MIXED, WORD = -1, -2, -3
"""In place of a section's index in a seed: for examples of rules and techniques, for a mixed order, for the line of a word."""


# The place and the look of answers and hints.

AnswerPlace = Literal["back", "section", "overleaf", "foot", "none"]
Shown = Literal["grid", "row"]
Numbering = Literal["book", "section"]
_LONGEST_NOTE = 100

_PLACE = (
    "The place of the answers: at the back of the book; at the end of each section; overleaf, with puzzles on right-hand "
    "pages and their answers on the back of the leaf; or small and upside down at the foot of the page. None: not in the "
    "book, as those of a prize puzzle; the answer key and the manifest have them."
)
_LAYOUT = "Layout of the pages: a file of layouts/, without .yaml; left out, the first of the style's that fits."
_NOTE = (
    "A note below each puzzle whose answer is not in the book, such as where it is going to appear; left out, nothing."
)
_CLUES = (
    "Whether dots, lines, shapes and signs of the puzzles are drawn in their answers, too; numbers around the grid, diagonals "
    "and regions are in any case."
)
_SHOW = "The whole grid, or only its bottom row, by which a teacher can check."


@dataclass(frozen=True, kw_only=True)
class Answers(schema.Record):
    """The answers of a book."""

    place_name: AnswerPlace = key(
        Choice[AnswerPlace](*get_args(AnswerPlace)), _PLACE, default="back", name="place", examples=["foot"]
    )
    show: Shown = key(Choice[Shown](*get_args(Shown)), _SHOW, default="grid")
    layout: str | None = key(LayoutName("answers"), _LAYOUT, default=None)
    note: str | None = key(
        Text(most=_LONGEST_NOTE, printed=True), _NOTE, default=None, examples=["The answer is in our next issue"]
    )

    @property
    def printed(self) -> bool:
        """Whether they are in the book."""
        return self.place_name != "none"

    clues: bool = key(schema.Boolean(), _CLUES, default=True)


@dataclass(frozen=True, kw_only=True)
class Numbers(schema.Record):
    """Numbers of puzzles; either end may be left open."""

    min: int | None = key(Integer(1, 100_000), "The first number.", default=None, examples=[1])
    max: int | None = key(Integer(1, 100_000), "The last number.", default=None, examples=[40])

    def __contains__(self, number: int) -> bool:
        return (self.min or 1) <= number <= (self.max or number)


MANIFEST = FileBeside("a manifest", (".json",), "build/may/manifest.json")


@dataclass(frozen=True, kw_only=True)
class SectionAnswers(schema.Record):
    """The answers of one section, where they differ from those of the book."""

    place_name: AnswerPlace | None = key(
        Choice[AnswerPlace](*get_args(AnswerPlace)), _PLACE, default=None, name="place", examples=["foot"]
    )
    show: Shown | None = key(Choice[Shown](*get_args(Shown)), _SHOW, default=None)
    layout: str | None = key(LayoutName("answers"), _LAYOUT, default=None)
    note: str | None = key(
        Text(most=_LONGEST_NOTE, printed=True), _NOTE, default=None, examples=["The answer is in our next issue"]
    )
    clues: bool | None = key(schema.Boolean(), _CLUES, default=None)
    of: Path | None = key(
        MANIFEST,
        "The manifest of an earlier issue: answers of its puzzles are upside down at the foot of the pages of this section.",
        default=None,
        examples=["build/may/manifest.json"],
    )
    puzzles: Numbers | None = key(
        schema.Range(Numbers), "The numbers of these puzzles; all if left out.", default=None, examples=["25-28"]
    )

    def cross_faults(self) -> Iterator[Fault]:
        """The foot of a page has the answers of one issue."""
        if self.of is not None and self.place_name == "foot":
            message = "the foot of these pages has the answers of an earlier issue"
            yield Fault(message, self.place("place"), "choose another place for those of this section")
        if self.puzzles is not None and self.of is None:
            yield Fault("`puzzles` are those of an earlier issue", self.place("puzzles"), "name its manifest: `of`")

    def within(self, book: Answers) -> Answers:
        """All keys, those that this section leaves out from the book's.

        The book's layout and note are meant for the book's place: answers in another place do not take them.
        """
        if (self.place_name, self.show, self.layout, self.note, self.clues) == (None,) * 5:
            return book
        place_name = self.place_name or book.place_name
        usual, note = (book.layout, book.note) if place_name == book.place_name else (None, None)
        return Answers(
            node=self.node,
            place_name=place_name,
            show=self.show or book.show,
            layout=self.layout or usual,
            note=self.note or note,
            clues=book.clues if self.clues is None else self.clues,
        )


def note_faults(book: Answers, sections: Iterable[SectionAnswers]) -> Iterator[Fault]:
    """Notes on answers that the book has: a page is named there, or none needs to be."""
    each: list[tuple[Answers | SectionAnswers, Answers]] = [(book, book)]
    each += [(own, own.within(book)) for own in sections]
    for own, held in each:
        if own.note is not None and held.printed:
            message = f"`note` is printed where the book has no answer, and these are at `place: {held.place_name}`"
            yield Fault(message, own.place("note"), "write `place: none` with it, or leave it out")


@dataclass(frozen=True, kw_only=True)
class Hints(schema.Record):
    """The section of hints at the back."""

    count: int = key(
        Integer(1, 2),
        "Nudges for each puzzle: where to look first, and as the second the hardest step. They name no digit.",
        default=2,
    )
    wording: Literal["plain", "brief"] | None = key(
        Choice[Literal["plain", "brief"]]("plain", "brief"),
        "Plain hints ask for the last places and digits, such as where the 7 can go in box 4, and name no cell; brief ones name "
        "a place and a technique. Left out: plain in the styles large-print and children, else brief.",
        default=None,
    )


# The keys of a lesson: a section of a spec that teaches a technique.

LESSONS = tuple(technique.name for technique in TECHNIQUES if technique.level < Level.BEYOND)
"""The techniques that there are lessons for, easiest first."""

_SINGLES = frozenset(technique.name for technique in SINGLES)


class LessonName(Choice[str]):
    """The technique of a lesson."""

    def __init__(self) -> None:
        wanted = "the name of a technique, such as `x-wing`"
        super().__init__(*LESSONS, wanted=wanted, advice="`bookmaker techniques` lists them")

    def _json_schema(self) -> JsonSchema:
        return {"anyOf": [{"const": name, "description": technique_in_words(name)} for name in LESSONS]}


@dataclass(frozen=True, kw_only=True)
class LessonKeys(schema.Record):
    """The keys of a lesson in place of the puzzles of a section. ``taught``: the techniques of the lessons before this one."""

    title: str = key(
        Text(empty=True, printed=True),
        "Title of the lesson; left out, the name of its technique in the book's language.",
        default="",
    )
    lesson: str = key(
        LessonName(), "The technique that this section teaches, on a page of its own.", examples=["x-wing"]
    )
    practice: int = key(
        Integer(1, 1000),
        "How many puzzles follow; they need the technique and nothing harder, and of the easier ones only singles and what "
        "lessons before this one teach, as far as there are such puzzles.",
        default=8,
    )
    kind: str = key(KindName(), "Kind of the puzzles.", default=KIND)
    size: int = key(Choice[int](*MADE_SIZES), "Cells along a side of the grid.", default=SIZE)
    boxes: str | None = ordered_key("boxes")
    symmetry: Symmetry = key(
        Choice[Symmetry](*SYMMETRIES), "How the pattern of givens is symmetric.", default=BOOK_SYMMETRY
    )
    attempts: int | None = key(
        Integer(1, 1_000_000_000), "Give up on a puzzle after so many attempts at it.", default=None, examples=[2000]
    )
    taught: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def untaught(self) -> tuple[str, ...]:
        """The easier techniques that the reader cannot know yet."""
        easier = LESSONS[: LESSONS.index(self.lesson)]
        return tuple(name for name in easier if name not in _SINGLES and name not in self.taught)

    def name_in(self, words: language.Catalogue) -> str:
        """The name of the technique in the book."""
        return language.techniques_of(words).text(f"name.{self.lesson}")

    @property
    def level(self) -> Level:
        """The level of the technique."""
        return BY_NAME[self.lesson].level

    @property
    def goes_on(self) -> bool:
        """Whether a step of the technique may go on from grid to grid, where several share cells."""
        return TIER_OF[BY_NAME[self.lesson].family] is not Tier.BASIC

    def cross_faults(self) -> Iterator[Fault]:
        """There must be puzzles of this kind that need the technique."""
        if is_caged(self.kind):
            advice = "choose another kind; the chapter `techniques` explains what Killers of the book need"
            yield Fault("a lesson takes no Killers: none can be made for a technique", self.place("kind"), advice)
            return
        try:
            order_for(
                kind=self.kind,
                size=self.size,
                boxes=self.boxes,
                symmetry=self.symmetry,
                hardest=self.lesson,
                avoid=self.untaught,
                attempts=self.attempts,
            )
        except UsageError as error:
            for fault in error.faults:
                where = fault.code if fault.code in ("size", "boxes", "symmetry", "attempts", "kind") else "lesson"
                yield replace(fault, place=self.place(where), code="")


PuzzleOrder = Literal["rising", "as-made", "mixed"]

Start = Literal["right", "any", "run-on"]
"""Where a section begins."""


@dataclass(frozen=True, kw_only=True)
class Prize(schema.Record):
    """A prize for who solves the one puzzle of a section: a page with its title in white on black, and a coupon."""

    text: str = key(Text(most=600, multiline=True, printed=True), "The prize.", examples=["A weekend for two."])
    how: tuple[str, ...] = key(
        ListOf(Text(most=200, printed=True), most=6),
        "How to enter, step by step.",
        default=[],
        examples=[["Solve the puzzle.", "Send its bottom row to grid@example.org."]],
    )
    closes: str | None = key(Text(most=40, printed=True), "The closing date.", default=None, examples=["20 July"])
    coupon: bool = key(
        schema.Boolean(), "Whether a coupon to cut out is below the puzzle: boxes for digits, and lines.", default=True
    )


@dataclass(frozen=True, kw_only=True)
class Section(schema.Record):
    """A part of the book: puzzles of one sort in one layout."""

    title: str = key(Text(printed=True), "Title of the section.", examples=["Warm-up"])
    id: str = key(
        Text(empty=True, printed=False),
        "A name that its puzzles follow from, with the book's seed; left out, the title. With it a section keeps its puzzles "
        "when its title changes, or is translated.",
        default="",
        examples=["warm-up"],
    )
    intro: str | Intro | None = key(
        schema.Either(Text(most=2000, multiline=True, printed=True), Nested(Intro)),
        "A few lines printed under the title of the section; or a Markdown file, and an image. Left out, the rule of the "
        "section's kind in a book of several kinds; `none` for nothing.",
        default=None,
        examples=["One to a page.", {"page": "tunnel.md", "image": "tunnel.png"}],
    )
    puzzles: Generated | Imported = key(
        schema.Switch(
            "from",
            Nested(Imported),
            Nested(Generated),
            "puzzles from a file keep their own kind, size, givens and grade",
        ),
        "Puzzles to be made, or the file to take them from.",
        examples=[{"count": 24, "difficulty": "easy"}],
    )
    layout: str | None = key(
        LayoutName("puzzles"),
        "Layout of the pages: a file of layouts/, without .yaml; left out, the first of the style's that fits.",
        default=None,
    )
    order: PuzzleOrder | None = key(
        Choice[PuzzleOrder](*get_args(PuzzleOrder)),
        "Order of the puzzles: rising by the minutes that they take, as they were made or as their file has them, or mixed by "
        "chance. Left out: rising for puzzles that are made, as-made for those from files.",
        default=None,
    )
    start: Start | None = key(
        Choice[Start](*get_args(Start)),
        "On a right-hand page, or on any; run-on: below or beside the section before it, on one page that has all puzzles of "
        "both. Left out, as `openers` of the page says. The first begins on page 1, on the right, where pages are numbered from "
        "the puzzles on.",
        default=None,
    )
    puzzles_on: Literal["right", "any"] | None = key(
        Choice[Literal["right", "any"]]("right", "any"),
        "Puzzles of this section on right-hand pages only, with notes on the left, or on any; left out, as `page` says.",
        default=None,
    )
    notes: Paper | None = key(
        Choice[Paper](*get_args(Paper)),
        "Lines for the left-hand pages of such a section, or a frame to draw in; left out, as `page` says.",
        default=None,
    )
    cut_lines: bool | None = key(
        schema.Boolean(),
        "Dashed lines between the puzzles of a page, to cut it into cards; left out, as `page` says.",
        default=None,
    )
    cages: CageStyle = key(
        Choice[CageStyle](*CAGE_STYLES),
        "How the cages of Killers are shown: dashed outlines, or tints.",
        default="dashed",
    )
    symbols: SymbolWish | None = key(
        SymbolsShape(),
        "The symbols that are printed for the digits: letters, numbers above 9, pictures, a word; left out, those of `design`.",
        default=None,
        examples=["animals", "ABCDEFGHI", {"word": "DUMPLINGS"}],
    )
    number_from: int | None = key(
        Integer(1, 100_000),
        "Number of the first puzzle of the section; left out, the numbers go on.",
        default=None,
        examples=[101],
    )
    answers: SectionAnswers = key(
        Nested(SectionAnswers), "How the answers of this section are printed, if not as those of the book.", default={}
    )

    prize: Prize | None = key(
        Nested(Prize),
        "A prize for the one puzzle of this section. Its answer is not in the book, unless `answers` say so.",
        default=None,
        examples=[{"text": "A weekend for two.", "closes": "20 July"}],
    )

    @property
    def named(self) -> str:
        """The name that its puzzles follow from."""
        return self.id or self.title

    @property
    def side(self) -> Literal["right", "any"] | None:
        """The side on which it begins, if the spec says it."""
        return None if self.start == "run-on" else self.start


@dataclass(frozen=True, kw_only=True)
class Lesson(LessonKeys, Section):
    """A section that teaches a technique: an explanation, an example, one to try, and puzzles that need it."""

    puzzles: Generated = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Make the order of the practice puzzles."""
        wish = Generated(
            node=self.node,
            kind=self.kind,
            size=self.size,
            boxes=self.boxes,
            count=self.practice,
            symmetry=self.symmetry,
            hardest=self.lesson,
            avoid=self.untaught,
            attempts=self.attempts,
        )
        object.__setattr__(self, "puzzles", wish)

    @property
    def named(self) -> str:
        """The name of its technique in specs, which is the same in all languages."""
        return self.id or self.lesson


def groups(sections: Sequence[Section]) -> list[range]:
    """The indices of the sections that share a page, each for itself where it shares none."""
    firsts = [index for index, section in enumerate(sections) if not index or section.start != "run-on"]
    return [range(first, end) for first, end in zip(firsts, [*firsts[1:], len(sections)], strict=True)]


MOST_SHARING = 4
"""So many sections have room on one page."""


def sharing_faults(sections: Sequence[Section], book: Answers, *, apart: bool, cut: bool) -> Iterator[Fault]:
    """Sections that cannot be on one page with those before them, or behind them. ``apart``: the puzzles of the book are on
    right-hand pages only; ``cut``: its pages are cut into cards.
    """
    if sections and sections[0].start == "run-on":
        yield Fault("the first section has none before it", sections[0].place("start"), "leave out its `start`")
    for group in groups(sections):
        if len(group) > MOST_SHARING:
            message = f"{len(group)} sections are to share a page, which has room for {MOST_SHARING}"
            yield Fault(message, sections[group[MOST_SHARING]].place("start"), "let this one begin on `any`")
        for index in group if len(group) > 1 else ():
            section, at = sections[index], sections[max(index, group[1])].place("start")
            own, first = section.answers.within(book), sections[group[0]].answers.within(book)
            elsewhere = own.place_name != first.place_name and "foot" in (own.place_name, first.place_name)
            right = section.puzzles_on == "right" or (apart and section.puzzles_on is None)
            for key_name, unfit, why in (
                ("lesson", isinstance(section, Lesson), "a lesson has pages of its own"),
                ("prize", section.prize is not None, "a prize has a page of its own"),
                ("answers", own.place_name not in ("back", "none", "foot"), f"its answers are at `{own.place_name}`"),
                ("answers", own.place_name == "foot" and own.show == "row", "its answers at the foot are rows"),
                ("answers", elsewhere, "its answers are elsewhere than those of the other sections"),
                ("answers", section.answers.of is not None, "the foot of its pages has answers of an earlier issue"),
                ("puzzles_on", right, "its puzzles are on right-hand pages only"),
                ("cut_lines", cut if section.cut_lines is None else section.cut_lines, "its pages are cut into cards"),
            ):
                if unfit:
                    yield Fault(f"`{section.title}` shares no page: {why}", at, f"leave out `{key_name}`, or `start`")
