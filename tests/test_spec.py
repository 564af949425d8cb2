"""Book specs: what they become, and what is said of wrong ones."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import naive
import pytest

from bookmaker.base.errors import SpecError
from bookmaker.logic.techniques.declare import Level
from bookmaker.publishing.book.spec import design_keys, puzzle_keys, spec_file
from bookmaker.publishing.book.spec.book_keys import check_isbn
from bookmaker.publishing.book.spec.puzzle_keys import Imported

TITLE = "book: {title: A}\n"


SECTION = "sections: [{title: B, puzzles: {count: 1}}]\n"


def faults_of(text: str, folder: Path) -> list[str]:
    path = folder / "book.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        spec_file.load(path)
    assert caught.value.exit_code == 3
    return [str(fault).removeprefix(f"{folder}/") for fault in caught.value.faults]


def places_of(marked: str) -> tuple[str, list[str]]:
    """A text in which ``«`` stands before each place where a fault is reported -> the text without them, and the places."""
    places = []
    while "«" in marked:
        before, marked = marked.split("«", 1)[0], marked.replace("«", "", 1)
        places.append(f"{before.count(chr(10)) + 1}:{len(before.rsplit(chr(10), 1)[-1]) + 1}")
    return marked, places


def puzzles(written: str) -> str:
    return f"{TITLE}sections:\n- title: B\n  puzzles: {written}\n"


def book(written: str) -> str:
    return f"book:\n  title: A\n  {written}\n{SECTION}"


def page(written: str) -> str:
    return f"{TITLE}{SECTION}page:\n  {written}\n"


# Each marked text -> a part of each message, in order.
MALFORMED: list[tuple[str, list[str]]] = [
    # The book.
    (f"«{SECTION}", ["the file has no `book` (write for example `book: "]),
    (f"«{TITLE}", ["the file has no `sections`"]),
    (f"book: «{{}}\n{SECTION}", ["`book` has no `title` (write for example `title: Sudoku for the Long Train Ride`)"]),
    (f"book:«\n{SECTION}", ["`book` has no value; it must be a mapping with keys such as `title`"]),
    (f"book: «A Title\n{SECTION}", ["`book` must be a mapping with keys such as `title`, `subtitle` or `author`, not"]),
    (f"book:\n  title:« #1 Sudoku\n{SECTION}", ["a `#` begins a comment: put quotes around a text with one"]),
    (
        f"book:\n  title: «The #1 Sudoku\n  author: A # me\n{SECTION}",
        [
            "`title` ends at a #, which begins a comment: it is 'The' (put quotes around a text with one: \"The #1 Sudoku\""
        ],
    ),
    (f"book:\n  title: Sudoku«: the book\n{SECTION}", ["put quotes around a text with a colon in it"]),
    (f"book:\n  title: «{'x' * 201}\n{SECTION}", ["`title` has 201 characters; there is room for 200"]),
    (f"««bock: {{title: A}}\n{SECTION}", ["unknown key `bock` (did you mean `book`?)", "the file has no `book`"]),
    (f"{TITLE}{SECTION}«title: A\n", ["unknown key `title` (it belongs inside `book`)"]),
    (f"{TITLE}{SECTION}«trim: a4\n", ["unknown key `trim` (it belongs inside `page`)"]),
    (f"book:\n  title: A\n  «trim: a4\n{SECTION}", ["unknown key `trim` (it belongs inside `page`)"]),
    (f"book:\n  title: A\n  «seed: 4\n{SECTION}", ["unknown key `seed` (it belongs outside, not indented)"]),
    (f"{TITLE}{SECTION}«book: {{title: B}}\n", ["`book` is here a second time; the first is on line 1"]),
    (book("«titel: B"), ["unknown key `titel` (did you mean `title`?)"]),
    (book("language: «xx"), ["`language` must be `de`, `en`, `es`, `fr` or `ru`, not the text 'xx'"]),
    (book("language: «no"), ["`language` must be `de`, `en`, `es`, `fr` or `ru`, not `no`"]),
    (book("year: «soon"), ["`year` must be a whole number from 1000 to 9999, not the text 'soon'"]),
    (book("year: «26"), ["`year` must be a whole number from 1000 to 9999, not the number 26"]),
    (book("year: «02026"), ["write the number without it"]),
    (book("year: «'2026'"), ["leave out the quotes"]),
    (book("isbn: «978-0-306-40615-8"), ["`isbn` is not an ISBN: after these digits the last one must be 7, not 8"]),
    (book("isbn: «12345"), ["`isbn` must be an ISBN: 13 digits from 978 or 979, or 10 digits"]),
    (book("author: «[Ann, Bob]"), ["`author` must be text, not a list (put quotes around the text)"]),
    (book("author: «*Stars*"), ["a text cannot begin with `*` (put quotes around the text)"]),
    (book("author: «!important"), ["tags such as `!important` are not allowed"]),
    (book('author: «"a\\0b"'), ["`author` holds the control character U+0000"]),
    (book("author: «'unclosed"), ["a quote is opened here and never closed"]),
    # The seed.
    (f"{TITLE}{SECTION}seed: «lucky\n", ["`seed` must be a whole number from 0 to 9223372036854775807, not the text"]),
    (f"{TITLE}{SECTION}seed: «-1\n", ["`seed` must be a whole number from 0"]),
    (f"{TITLE}{SECTION}seed: «9223372036854775808\n", ["`seed` must be a whole number from 0"]),
    (f"{TITLE}{SECTION}seed: «1.5\n", ["not the number 1.5"]),
    (f"{TITLE}{SECTION}seed: «12:30\n", ["some YAML readers take a number with colons for sixtieths"]),
    (f"{TITLE}{SECTION}sed: 3\n".replace("sed", "«sed"), ["unknown key `sed` (did you mean `seed`?)"]),
    # The date.
    (f"{TITLE}{SECTION}date: «22.11.2026\n", ["`date` must be a date such as 2026-11-22: year, month, day"]),
    (f"{TITLE}{SECTION}date: «2026-13-01\n", ["`date` must be a date of the calendar, such as 2026-11-22"]),
    (f"{TITLE}{SECTION}date: «2026-04-31\n", ["must be a date of the calendar"]),
    (f"{TITLE}{SECTION}date: «2026-02-29\n", ["must be a date of the calendar"]),
    (f"{TITLE}{SECTION}date: «2100-02-29\n", ["must be a date of the calendar"]),
    # The page.
    (
        page("trim: «a3"),
        ["`trim` must be `a4`, `a5` or `letter`, width x height such as `6x9in`, or [152mm, 229mm], not"],
    ),
    (page("trim: «6x9"), ["(write the unit too, such as 6x9in)"]),
    (page("trim: «lettre"), ["(did you mean `letter`?)"]),
    (page("trim: «2x9in"), ["the width of `trim` must be a length from 3in to 40in; it is 2in"]),
    (page("trim: «6x900in"), ["the height of `trim` must be a length from 3in to 40in; it is 900in"]),
    (page("trim: «[152mm]"), ["`trim` must be a list of two lengths"]),
    (page("trim: [152mm, «229]"), ["the height of `trim` must be a length from 3in to 40in, not the number 229"]),
    (page("«size: a4"), ["unknown key `size`"]),
    (page("bleed: «maybe"), ["`bleed` must be `true` or `false`, not the text 'maybe'"]),
    (page("bleed: «3mm"), ["`bleed` must be `true` or `false`"]),
    (page("gutter: «wide"), ["`gutter` must be `auto` or a length from 3mm to 5in, not the text 'wide'"]),
    (page("gutter: «12"), ["not the number 12 (write the unit too, such as 12mm)"]),
    (page("gutter: «-1mm"), ["`gutter` must be `auto` or a length"]),
    (page("margins: «0.5in"), ["`margins` must be a mapping with keys such as `outside`, `top` or `bottom`"]),
    (page("margins: {«inside: 1in}"), ["unknown key `inside`"]),
    (page("margins: {top: «1mm}"), ["`top` must be a length from 3mm to 5in, not the text '1mm'"]),
    (page("margins: «{outside: 3in}"), ["the margins leave 0.00in of the page's width (leave at least 2in)"]),
    (page("margins: «{top: 4in, bottom: 4in}"), ["the margins leave 1.00in of the page's height"]),
    (f"{TITLE}{SECTION}page: «{{gutter: 4in}}\n", ["the margins leave 1.50in of the page's width"]),
    (f"{TITLE}{SECTION}page: «a4\n", ["`page` must be a mapping with keys such as `trim`, `bleed` or `gutter`"]),
    (page("<<: {trim: a4}").replace("<<", "«<<"), ["merging keys with `<<` is not done here (write the keys out)"]),
    # Sections.
    (f"{TITLE}sections: «[]\n", ["`sections` must have at least 1 entry, not 0"]),
    (f"{TITLE}sections: «12\n", ["`sections` must be a list, not the number 12"]),
    (
        f"{TITLE}sections:\n  «title: B\n  puzzles: {{count: 1}}\n",
        ["`sections` must be a list, not keys and values (start"],
    ),
    (
        f"{TITLE}sections:\n- «easy\n",
        ["entry 1 of `sections` must be a mapping with the key `lesson`, or with keys such as `title`"],
    ),
    (f"{TITLE}sections:\n- «title: B\n", ["entry 1 of `sections` has no `puzzles`"]),
    (f"{TITLE}sections:\n- «puzzles: {{count: 1}}\n", ["entry 1 of `sections` has no `title`"]),
    (puzzles("{count: 1}\n  «layuot: two-up"), ["unknown key `layuot` (did you mean `layout`?)"]),
    (puzzles("{count: 1}\n  «difficulty: easy"), ["unknown key `difficulty` (it belongs inside `puzzles`)"]),
    (
        puzzles("{count: 1}\n  layout: «tow-up"),
        ["there is no layout `tow-up` (did you mean `two-up`? there are four-up, "],
    ),
    (puzzles("{count: 1}\n  layout: «zzz"), ["there is no layout `zzz` (there are four-up, nine-up, "]),
    (
        puzzles("{count: 1}\n  layout: «two-up.yaml"),
        ["`layout` must be the name of a layout, not of its file (write two-up)"],
    ),
    (puzzles("{count: 1}\n  layout: «../two-up"), ["`layout` must be a name of letters, digits and hyphens"]),
    (puzzles("{count: 1}\n  layout: «nine-up"), ["`nine-up` is a layout for answers, not for puzzles"]),
    (puzzles("{count: 1}\n  layout: «2"), ["there is no layout `2`"]),
    (puzzles("{count: 1}\n  intro: {«a: b}"), ["unknown key `a` (there are `text`, `page`,"]),
    (puzzles("{count: 1}\n «layout: two-up"), ["this does not fit"]),
    (puzzles("{count: 1}\n«\tlayout: two-up"), ["a tab is where only spaces may be (indent with spaces)"]),
    # Puzzles to be made.
    (
        puzzles("«60"),
        ["`puzzles` must be a mapping with the key `from`, or with keys such as `kind`, `size` or `count`, not"],
    ),
    (puzzles("«{}"), ["`puzzles` has no `count` (write for example `count: 24`)"]),
    (puzzles("{count: «many}"), ["`count` must be a whole number from 1 to 10000, not the text 'many'"]),
    (puzzles("{count: «0}"), ["`count` must be a whole number from 1 to 10000, not the number 0"]),
    (puzzles("{count: «1_000}"), ["write the digits without separators"]),
    (puzzles("{count: «1e3}"), ["`count` must be a whole number from 1 to 10000, not the number 1e3"]),
    (
        puzzles("{count: 1, kind: «clasic}"),
        [
            "`kind` must be a kind of puzzle such as `jigsaw`, or several such as `jigsaw+killer`, not the text 'clasic' "
            "(did you mean `classic`?"
        ],
    ),
    (puzzles("{count: 1, size: «7}"), ["there is no grid of size 7 with boxes"]),
    (
        puzzles("{count: 1, size: «9x9}"),
        ["`size` must be 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16 or 25, not the text '9x9'"],
    ),
    (
        puzzles("{count: 1, difficulty: «Easy}"),
        ["`difficulty` must be `any`, `beginner`, `easy`, `medium`, `medium+`, `hard`, `expert`, `diabolical` or"],
    ),
    (puzzles("{count: 1, difficulty: «beyond}"), ["`difficulty` must be `any`, `beginner`, `easy`, `medium`,"]),
    (
        puzzles("{count: 1, size: 4, difficulty: «beginner}"),
        ["a 4x4 grid is too small for the level beginner, which means"],
    ),
    (
        puzzles("{count: 1, requires: [«xwing]}"),
        ["entry 1 of `requires` must be the name of a technique such as `x-wing`, or of a family such as"],
    ),
    (puzzles("{count: 1, difficulty: «easy, hardest: x-wing}"), ["a puzzle with `x-wing` as its hardest step is hard"]),
    (puzzles("{count: 1, requires: «[x-wing], difficulty: medium}"), ["`x-wing` is harder than any technique of the"]),
    (puzzles("{count: 1, hardest: bug-1, avoid: «[bug]}"), ["`bug-1` cannot be both wanted and avoided"]),
    (puzzles("{count: 1, score: «{min: 9, max: 8}}"), ["no score is at least 9 and at most 8"]),
    (
        puzzles("{count: 1, symmetry: «off}"),
        ["`symmetry` must be `none`, `rotational`, `mirror`, `top-bottom`, `diagonal`, `quarter-turn` or `varied`"],
    ),
    (puzzles("{count: 1, symmetry: «quarter_turn}"), ["(did you mean `quarter-turn`?)"]),
    (puzzles("{count: 1, minimal: «1}"), ["`minimal` must be `true` or `false`, not the number 1"]),
    (
        puzzles("{count: 1, givens: «thirty}"),
        ["`givens` must be a range such as `{min: 8, max: 12}` or `8-12`, not the text 'thirty'"],
    ),
    (
        puzzles("{count: 1, givens: {min: «30, max: 26}}"),
        ["no number of givens is at least 30 and at most 26 (exchange"],
    ),
    (
        puzzles("{count: 1, givens: {max: «16}}"),
        ["16 givens: no proper classic 9x9 puzzle has fewer than 17 givens (proven"],
    ),
    (puzzles("{count: 1, givens: {min: «81}}"), ["with an empty cell has at most 80 givens"]),
    (puzzles("{count: 1, givens: {min: 5, max: «90}}"), ["90 givens: a 9x9 grid with an empty cell has at most 80"]),
    (
        puzzles("{count: 1, size: 4, givens: {max: «3}}"),
        ["3 givens: no proper classic 4x4 puzzle has fewer than 4"],
    ),
    (puzzles("{count: 1, size: 16, givens: {max: «14}}"), ["fewer than 15 givens (two digits without a given could"]),
    (puzzles("{count: 1, kind: x, givens: {max: «7}}"), ["no proper x 9x9 puzzle has fewer than 8 givens"]),
    (puzzles("{count: 1, givens: {max: «700}}"), ["`max` must be a whole number from 0 to 624"]),
    (puzzles("{count: 1, givens: «30-26}"), ["no number of givens is at least 30 and at most 26 (exchange"]),
    (puzzles("{count: 1, minutes: «3-0}"), ["`minutes` must be a whole number from 1 to 10000, not the number 0"]),
    (puzzles("{count: 1, score: «'-'}"), ["`score` must be a range such as"]),
    (puzzles("{count: 1, kind: arrow, clues: «many}"), ["`clues` must be a number such as 12 or 8-12, or `all`"]),
    (puzzles("{count: 1, clues: «12}"), ["`clues` goes with kinds that have clues besides givens (leave it out, or"]),
    (puzzles("{count: 1, kind: whispers, givens: «0}"), ["0 givens: no proper whispers 9x9 puzzle has fewer than 1"]),
    (puzzles("{count: 1, givens: {«upto: 30}}"), ["unknown key `upto` (there are `min`, `max`, `from`, `to`)"]),
    (
        puzzles("{count: 1, symmetry: quarter-turn, givens: «{min: 30, max: 31}}"),
        ["30 to 31 givens cannot be symmetric by `quarter-turn` on a 9x9 grid (29 or 32 can)"],
    ),
    (
        puzzles("{count: 1, size: 6, givens: «{min: 13, max: 13}}"),
        ["13 givens cannot be symmetric by `rotational` on a 6x6"],
    ),
    # Puzzles from files.
    (puzzles("{from: «none.txt}"), ["`from`: there is no file `none.txt` (looked in the folder of the spec"]),
    (puzzles("{from: «letters/*.txt}"), ["`from`: no file matches `letters/*.txt`"]),
    (
        puzzles("{from: «bank}"),
        ["`from`: there is no file `bank` (for puzzles from the bank of the series write `stock: true`"],
    ),
    (puzzles("{from: «layouts}"), ["`from`: `layouts` is a folder (name its files, such as layouts/*.txt)"]),
    (
        puzzles("{from: «[a.txt]}"),
        ["`from` must be a file of puzzles or a pattern such as `letters/*.txt`, not a list"],
    ),
    (
        puzzles("{from: own.txt, «difficulty: easy, «size: 9}"),
        ["`difficulty` cannot come with `from` (puzzles from a", "`size`"],
    ),
    (puzzles("{from: own.txt, count: «none}"), ["`count` must be a whole number from 1 to 10000"]),
    (puzzles("{«form: own.txt, count: 3}"), ["unknown key `form` (did you mean `from`?)"]),
    # The rest.
    (f"{TITLE}{SECTION}answers: {{layout: «nineup}}\n", ["there is no layout `nineup` (did you mean `nine-up`?"]),
    (
        f"{TITLE}{SECTION}answers: «nine-up\n",
        ["`answers` must be a mapping with keys such as `place`, `show` or `layout`, not the text 'nine-up'"],
    ),
    (
        f"{TITLE}{SECTION}front_matter: «contents\n",
        ["`front_matter` must be a list, not the text 'contents' (write it in"],
    ),
    (f"{TITLE}{SECTION}front_matter: [contents, «contents]\n", ["`front_matter` names 'contents' twice"]),
    (f"{TITLE}{SECTION}front_matter: [«content]\n", ["entry 1 of `front_matter` must be `title-page`, `copyright`, "]),
    (f"{TITLE}{SECTION}«front-matter: [contents]\n", ["unknown key `front-matter` (did you mean `front_matter`?)"]),
    (f"{TITLE}{SECTION}output:«\n", ["`output` has no value; it must be a path"]),
    (f"{TITLE}{SECTION}output: «[a]\n", ["`output` must be a path, not a list"]),
    (f"{TITLE}{SECTION}«--- \nbook: {{}}\n", ["a second document begins here"]),
    # Many at once.
    (
        "book: {title: A, «lang: en}\nseed: «x\npage: {trim: «a9}\nsections:\n- title: B\n  puzzles: {count: «0, kind: «y}\n"
        "  layout: «one\n- «puzzles: {from: «no.txt}\n",
        ["`lang`", "`seed`", "`trim`", "`count`", "`kind`", "no layout `one`", "has no `title`", "no file `no.txt`"],
    ),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "own.txt").write_text("." * 81)
    return tmp_path


@pytest.mark.parametrize(("marked", "messages"), MALFORMED)
def test_malformed(marked: str, messages: list[str], folder: Path) -> None:
    text, places = places_of(marked)
    assert len(places) == len(messages)
    found = faults_of(text, folder)
    for fault, place, message in zip(found, places, messages, strict=True):
        assert fault.startswith(f"book.yaml:{place}: "), found
        assert message in fault
    assert len(found) == len(messages), found


def test_there_are_enough_of_them() -> None:
    assert len(MALFORMED) >= 100


def test_line_and_column_count_from_one(folder: Path) -> None:
    assert faults_of("book:\n  title: A\nsections:\n  - title: B\n    puzzles: {count: many}\n", folder) == [
        "book.yaml:5:22: `count` must be a whole number from 1 to 10000, not the text 'many'"
    ]


def test_a_faulty_layout_beside_the_spec_tells_its_own_faults(folder: Path) -> None:
    (folder / "layouts" / "mine.yaml").write_text("use: puzzles\ncolums: 2\n")
    found = faults_of(puzzles("{count: 1}\n  layout: mine"), folder)
    assert found[0].startswith("book.yaml:5:11: the layout `mine` has faults of its own")
    assert any(
        re.match(r"layouts/mine.yaml:2:1: unknown key `colums` \(did you mean `columns`\?\)", fault) for fault in found
    )


def test_every_default(folder: Path) -> None:
    path = folder / "least.yaml"
    path.write_text(TITLE + SECTION)
    least = spec_file.load(str(path))
    assert least.seed == 1
    assert least.page == design_keys.Page(
        trim=(432.0, 648.0),
        bleed=False,
        gutter="auto",
        margins=design_keys.Margins(outside=None, top=36.0, bottom=36.0),
    )
    assert least.sections == (
        spec_file.Section(title="B", intro=None, puzzles=puzzle_keys.Generated(count=1), layout=None),
    )
    made = least.sections[0].puzzles
    assert isinstance(made, puzzle_keys.Generated)
    assert (made.kind, made.size, made.difficulty, made.symmetry) == ("classic", 9, None, "rotational")
    assert made.order().level is Level.EASY
    assert (made.givens.min, made.givens.max, made.minimal) == (None, None, False)
    assert least.answers.layout is None
    assert least.front_matter == ("title-page", "copyright", "contents", "how-to-play")
    assert (least.path, least.destination) == (path, Path("build/least"))


@pytest.mark.parametrize(
    ("written", "bounds"),
    [("24-30", (24, 30)), ("26", (26, 26)), ("24-", (24, None)), ("-30", (None, 30)), ("{max: 30}", (None, 30))],
)
def test_a_range_as_a_text(written: str, bounds: tuple[int | None, int | None], folder: Path) -> None:
    path = folder / "book.yaml"
    path.write_text(places_of(puzzles(f"{{count: 1, givens: {written}, symmetry: none}}"))[0], encoding="utf-8")
    made = spec_file.load(path).sections[0].puzzles
    assert isinstance(made, puzzle_keys.Generated)
    assert (made.givens.min, made.givens.max) == bounds


@pytest.mark.parametrize("day", ["2028-02-29", "2000-02-29", "2026-12-31", "2027-01-01"])
def test_days_of_the_calendar_are_dates(day: str, folder: Path) -> None:
    (folder / "book.yaml").write_text(f"{TITLE}{SECTION}date: {day}\n")
    assert spec_file.load(folder / "book.yaml").date == day


def test_the_words_of_the_user_are_kept(folder: Path) -> None:
    path = folder / "book.yaml"
    path.write_text("book: {title: 1.10, subtitle: 2026, author: no, isbn: 0306406152}\noutput: /elsewhere\n" + SECTION)
    loaded = spec_file.load(path)
    assert (loaded.book.title, loaded.book.subtitle, loaded.book.author) == ("1.10", "2026", "no")
    assert loaded.book.isbn == "0306406152"
    assert loaded.destination == Path("/elsewhere", folder.name)


def test_puzzle_files_are_sorted_and_relative_to_the_spec(folder: Path) -> None:
    for name in ("b.txt", "a.txt", "10.txt", "9.txt", ".hidden.txt", "[c].txt"):
        (folder / "layouts" / name).write_text("")
    path = folder / "book.yaml"
    for pattern, names in [
        ("layouts/*.txt", ["10.txt", "9.txt", "[c].txt", "a.txt", "b.txt"]),
        ("layouts/[c].txt", ["[c].txt"]),
        ("layouts/?.txt", ["9.txt", "a.txt", "b.txt"]),
        (f"{folder}/layouts/b.txt", ["b.txt"]),
        (f"{folder}/layouts/[ab].txt", ["a.txt", "b.txt"]),
    ]:
        path.write_text(puzzles(f"{{from: '{pattern}', count: 2}}"))
        imported = spec_file.load(path).sections[0].puzzles
        assert isinstance(imported, Imported)
        assert imported.files == tuple(folder / "layouts" / name for name in names)
        assert imported.count == 2
        assert imported.place("from").line == 4


def test_no_4x4_puzzle_with_three_givens_is_proper() -> None:
    grids = list(naive.solutions([0] * 16, 4, naive.houses(4, 2, 2)))
    assert len(grids) == 288
    for cells in combinations(range(16), 3):
        assert 1 not in Counter(tuple(grid[cell] for cell in cells) for grid in grids).values()


@pytest.mark.parametrize(
    "isbn", ["978-0-306-40615-7", "9783161484100", "0-306-40615-2", "0 8044 2957 X", "979-8-6024-0545-3"]
)
def test_isbn(isbn: str) -> None:
    check_isbn(isbn, None)
    other = isbn[:-1] + ("1" if isbn[-1] != "1" else "2")
    with pytest.raises(ValueError, match="is not an ISBN"):
        check_isbn(other, None)


def test_the_output_is_seen_from_the_spec(folder: Path) -> None:
    inside = folder / "deep"
    inside.mkdir()
    for name, output, wanted in [("a", "", Path("build/a")), ("b", "output: books\n", inside / "books" / "b")]:
        (inside / f"{name}.yaml").write_text(TITLE + SECTION + output)
        assert spec_file.load(inside / f"{name}.yaml").destination == wanted
