"""Files that others made or changed: what lies on disk is never taken for something else, and no error of a library shows."""

from __future__ import annotations

import io
import json
import os
import pickle
import random
import sqlite3
import struct
import subprocess
import sys
import tracemalloc
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from inspect import isfunction, signature
from pathlib import Path

import brotli
import numpy as np
import pytest
from conftest import PUZZLE, Run, command, environment, scaled
from PIL import Image

import bookmaker
from bookmaker.base import resources
from bookmaker.base.errors import BookmakerError, InputError, Place, SpecError
from bookmaker.base.resources import find
from bookmaker.base.schema import tree
from bookmaker.base.schema.record import json_schema
from bookmaker.base.schema.shapes import FILES
from bookmaker.formats import parse
from bookmaker.logic.generation.distinct_puzzles import GradedPuzzle, generated
from bookmaker.logic.generation.order import Order, order_for
from bookmaker.logic.generation.order_fields import ORDER_FIELDS
from bookmaker.logic.jit import cache
from bookmaker.printing.covers import pictures
from bookmaker.printing.styles import fonts
from bookmaker.printing.text import images, markdown
from bookmaker.publishing.bank.bank import Bank
from bookmaker.publishing.bank.bank_tables import Filter
from bookmaker.publishing.bank.records import records
from bookmaker.publishing.bank.unfinished import Unfinished
from bookmaker.publishing.bank.volumes import graded
from bookmaker.publishing.book.spec.spec_file import Spec
from bookmaker.version import VERSION

DRAWING = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g transform="rotate(3)"><path d="M0 0L3 4C1 2 3 4 5 6Z" '
    b'fill="#123"/><circle r="2" style="stroke-width:1%"/><use href="#a"/><rect id="a" width="3" height="4"/></g></svg>'
)


def damaged(data: bytes, chance: random.Random) -> bytes:
    """Some bytes changed, cut, or repeated."""
    if chance.random() < 0.3:
        return data[: chance.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(chance.choice((1, 3, 40))):
        changed[chance.randrange(len(data))] = chance.choice((0, 32, 48, 57, 255, chance.randrange(256)))
    return bytes(changed)


def image(form: str) -> bytes:
    out = io.BytesIO()
    Image.linear_gradient("L").resize((40, 30)).save(out, form)
    return out.getvalue()


def shipped() -> bytes:
    path = find("fonts", "Andika-Regular.ttf")
    assert path is not None
    return path.read_bytes()


def packed_font() -> bytes:
    from fontTools.subset import Options, Subsetter
    from fontTools.ttLib import TTFont

    options = Options()
    options.flavor = "woff2"
    font, out = TTFont(io.BytesIO(shipped())), io.BytesIO()
    tool = Subsetter(options)
    tool.populate(text="0123456789")
    tool.subset(font)
    font.flavor = "woff2"
    font.save(out)
    return out.getvalue()


def draw_with(path: Path) -> None:
    face = fonts.read(path)
    fonts.embeddable(face)
    face.width("0", 1.0)


LIBRARIES: dict[str, tuple[Callable[[], bytes], Callable[[Path], object]]] = {
    "a.ttf": (shipped, draw_with),
    "a.woff2": (packed_font, draw_with),
    "a.png": (lambda: image("PNG"), images.read),
    "a.jpg": (lambda: image("JPEG"), images.read),
    "a.svg": (lambda: DRAWING, images.read),
}


@pytest.mark.parametrize("name", LIBRARIES)
def test_no_error_of_a_library_comes_through(name: str, tmp_path: Path) -> None:
    make, read = LIBRARIES[name]
    sound, chance = make(), random.Random(name)
    for number in range(scaled(12, 2000)):
        path = tmp_path / f"{number}{name}"
        path.write_bytes(damaged(sound, chance))
        with suppress(BookmakerError):
            read(path)


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    made = [*bookmaker.generate(3, "easy", seed=1), *bookmaker.generate(1, "easy", seed=4, kind="killer", size=6)]
    path = tmp_path_factory.mktemp("bank") / "a.bank"
    with Bank(path, write=True) as new:
        new.add_records(records(made, "1"))
    # Without a journal beside it, as a copy in memory must be.
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA journal_mode = DELETE")
    return path.read_bytes()


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("CREATE TRIGGER t AFTER INSERT ON puzzles BEGIN DELETE FROM puzzles; END", "a strange trigger 't'"),
        (
            "CREATE VIEW v AS WITH RECURSIVE x(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM x) SELECT * FROM x",
            "view 'v'",
        ),
        ("CREATE TABLE more (a)", "a strange table 'more'"),
        ("ALTER TABLE puzzles ADD COLUMN more", "another table 'puzzles'"),
        ("DROP TABLE catalogues", "lacks table 'catalogues'"),
        ("DROP INDEX unused", "lacks index 'unused'"),
    ],
)
def test_a_bank_with_another_schema_is_neither_read_nor_written(
    bank: bytes, tmp_path: Path, statement: str, named: str
) -> None:
    path = tmp_path / "a.bank"
    path.write_bytes(bank)
    changed = sqlite3.connect(path)
    with changed:
        changed.execute(statement)
    changed.close()
    for write in (False, True):
        with pytest.raises(InputError, match=named):
            Bank(path, write=write)


VALUES = (
    None, 0, -1, 2**62, 3.5, "x", "", b"", b"\xff" * 41, "[1,2]", '{"regions":[1]}', '{"cages":[[3,[0,1]]]}', "null",
    '{"clues":[["a"]]}', '{"clues":5}', '{"cages":{"a":1}}', '{"name":[1]}',
)  # fmt: skip


def spoilt_banks(bank: bytes, count: int) -> Iterator[bytes]:
    """Banks with changed bytes, or with other values in their tables."""
    chance = random.Random(count)
    for _ in range(count):
        if chance.random() < 0.4:
            yield damaged(bank, chance)
            continue
        held = sqlite3.connect(":memory:")
        held.deserialize(bank)
        for _ in range(chance.choice((1, 3))):
            table = chance.choice(("words", "puzzles", "classes", "catalogues"))
            column = chance.choice([row[1] for row in held.execute(f"PRAGMA table_info({table})")])
            with suppress(sqlite3.Error):
                held.execute(f"UPDATE {table} SET {column} = ? WHERE abs(random()) % 2", (chance.choice(VALUES),))
        held.commit()
        yield held.serialize()


def test_a_spoilt_bank_is_said_to_be_one_or_serves(bank: bytes, run: Run) -> None:
    path = Path("a.bank")
    Path("p.txt").write_text(f"{PUZZLE}\n")
    commands = (["check"], ["stats"], ["find"], ["add", "p.txt"], ["regrade"])
    for number, spoilt in enumerate(spoilt_banks(bank, scaled(25, 1000))):
        path.write_bytes(spoilt)
        for ending in ("-wal", "-shm", "-journal"):
            Path(f"a.bank{ending}").unlink(missing_ok=True)
        name, *more = commands[number % len(commands)]
        assert run("bank", name, "a.bank", *more).code in (0, 4, 5, 6, 7)


def test_a_row_that_was_changed_is_neither_listed_nor_exported(bank: bytes, run: Run) -> None:
    one = "id = (SELECT min(id) FROM puzzles WHERE seed IS NOT NULL)"
    changes = {
        "givens": "givens = CAST(substr(givens, 2) || x'01' AS BLOB)",
        "solution": "solution = CAST(substr(solution, 2) || x'11' AS BLOB)",
        "extra": """extra = '{"name":"Another"}'""",
        "class": "class = (SELECT max(id) FROM classes WHERE id != class)",
        "techniques": "techniques = x''",
        **{name: f"{name} = {name} + 1" for name in ("id", "score", "minutes", "given", "seed")},
    }
    path = Path("a.bank")
    for column, change in changes.items():
        path.write_bytes(bank)
        with sqlite3.connect(path) as file:
            assert file.execute(f"UPDATE puzzles SET {change} WHERE {one}").rowcount == 1
            # Rows of versions before 0.27 have no seal, and are listed.
            assert file.execute(f"UPDATE puzzles SET seal = NULL WHERE NOT {one}").rowcount > 0
        for words in (["find", "a.bank"], ["export", "a.bank", "--to", "sdk"], ["check", "a.bank"]):
            ran = run("bank", *words)
            assert ran.code == 4, (column, words)
            assert any(word in ran.err for word in ("as this program wrote it", "makes no sense")), (column, ran.err)
    for change in ("UPDATE words SET word = 'hard' WHERE word = 'easy'", "UPDATE classes SET size = 16 WHERE size = 9"):
        path.write_bytes(bank)
        with sqlite3.connect(path) as file:
            file.execute(change)
        assert run("bank", "find", "a.bank").code == 4, change


def test_no_book_takes_a_row_of_a_bank_that_was_changed(bank: bytes, tmp_path: Path) -> None:
    changes = {
        "another one than was added": "UPDATE puzzles SET givens = x'0000000001' WHERE length(givens) = 5",
        "is graded easy": f"UPDATE puzzles SET score = score + 1, version = (SELECT id FROM words WHERE word = '{VERSION}')",
        "one of its words is no text": "UPDATE words SET word = x'ff' WHERE word = 'easy'",
        "makes no sense": "UPDATE puzzles SET seed = 'x' WHERE id = (SELECT min(id) FROM puzzles)",
    }
    path = tmp_path / "a.bank"
    for why, change in changes.items():
        path.write_bytes(bank)
        with sqlite3.connect(path) as file:
            file.execute("INSERT OR IGNORE INTO words (word) VALUES (?)", (VERSION,))
            assert file.execute(change).rowcount > 0
            # The rows of versions before 0.27 have no seal that would say it first.
            file.execute("UPDATE puzzles SET seal = NULL")
        with Bank(path) as held, pytest.raises(InputError, match=why):
            graded(list(held.find(Filter())))


@pytest.fixture(scope="module")
def made() -> tuple[Order, Order, list[GradedPuzzle]]:
    easy, hard = order_for(difficulty="easy", size=6), order_for(difficulty="medium", size=6)
    return easy, hard, [*generated(easy, 4, 1, 1), *generated(hard, 4, 1, 1)]


def remembered(folder: Path, orders: tuple[Order, Order, list[GradedPuzzle]]) -> list[GradedPuzzle | None]:
    easy, hard, items = orders
    store = Unfinished(folder)
    found = [store.get((repr(order), item.seed)) for order, item in zip([easy] * 4 + [hard] * 4, items, strict=True)]
    store.close()
    return found


def test_a_puzzle_that_was_changed_on_disk_is_made_again(
    made: tuple[Order, Order, list[GradedPuzzle]], tmp_path: Path
) -> None:
    easy, hard, items = made
    store = Unfinished(tmp_path)
    store.update(((repr(order), item.seed), item) for order, item in zip([easy] * 4 + [hard] * 4, items, strict=True))
    store.close()
    path = tmp_path / "unfinished"
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    sound, chance = path.read_bytes(), random.Random(6)
    assert remembered(tmp_path, made) == items
    changes = [
        # The rows of two puzzles exchanged: a medium one among easy ones.
        "UPDATE made SET kind = x.kind, givens = x.givens, solution = x.solution, extra = x.extra "
        "FROM (SELECT * FROM made ORDER BY number DESC LIMIT 1) AS x",
        "UPDATE made SET givens = zeroblob(length(givens))",
        "UPDATE made SET digest = randomblob(16)",
        "UPDATE made SET seed = seed + 1",
    ]
    for change in changes:
        path.write_bytes(sound)
        with sqlite3.connect(path) as file:
            file.execute(change)
        assert all(one is None or one in items for one in remembered(tmp_path, made)), change
        assert remembered(tmp_path, made).count(None) >= 7, change
    for _ in range(scaled(20, 1000)):
        path.write_bytes(damaged(sound, chance))
        for ending in ("-wal", "-shm"):
            Path(f"{path}{ending}").unlink(missing_ok=True)
        for found, item in zip(remembered(tmp_path, made), items, strict=True):
            assert found is None or found == item


def test_a_remembered_puzzle_must_meet_its_order(made: tuple[Order, Order, list[GradedPuzzle]]) -> None:
    easy, _, items = made

    class Wrong:
        """A memory that gives a medium puzzle for every seed."""

        def get(self, key: tuple[str, int]) -> GradedPuzzle | None:
            return items[-1]

        def update(self, made: object) -> None:
            pass

    assert [*generated(easy, 4, 1, 1, memory=Wrong())] == items[:4]


class _Call:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, ("raise SystemExit('ran')",)


def test_machine_code_on_disk_calls_nothing_but_types() -> None:
    for planted in (_Call(), [_Call()], {1: _Call()}, zlib.crc32, subprocess.Popen, eval):
        with pytest.raises(pickle.UnpicklingError):
            cache.loaded(pickle.dumps(planted))
    assert cache.loaded(pickle.dumps(("", {1: b"2"}))) == ("", {1: b"2"})


def test_a_name_cannot_forge_a_line(run: Run) -> None:
    name = "a\nb.txt:1: proper\x1b[2K\u202e"
    Path("in").mkdir()
    Path("in", name).write_text(PUZZLE)
    said = run("verify", "in")
    assert said.out.count("\n") == 1 and "\x1b" not in said.out and "\u202e" not in said.out
    assert str(Place("a\nb", 3)) == "a\\nb:3" and Place("a\x1bb").to_line == "a\\x1bb"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device")
def test_messages_that_cannot_be_written_change_no_exit_code(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("book: {}\n")
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(command("check", "a.yaml"), cwd=tmp_path, env=environment(), stderr=full, check=False)
    assert done.returncode == 3


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such limits")
def test_too_little_memory_is_said_before_the_work(tmp_path: Path) -> None:
    import resource

    def limited() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (450 << 20, 450 << 20))

    # Below this, compilers and libraries of print would end the process, with a word of their own or with none.
    (tmp_path / "a.yaml").write_text("book: {title: A}\nsections: [{title: B, puzzles: {count: 1, size: 4}}]\n")
    done = subprocess.run(
        command("build", "a.yaml"), cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False,
        preexec_fn=limited,
    )  # fmt: skip
    assert done.returncode == 1 and done.stderr.startswith("bookmaker: there is not enough memory (this command needs")


def test_a_user_without_a_home_has_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", none)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert resources.user_cache().name.startswith("user-")


@pytest.mark.parametrize(
    ("mode", "trusted"),
    [(0o700, True), (0o755, True), (0o777, False), (0o703, False), (0o1777, True)],
)
def test_a_folder_in_which_others_may_replace_files_is_not_trusted(mode: int, trusted: bool, tmp_path: Path) -> None:
    """Read, compiled or run as it is found is only what nobody else can have put there; the sticky bit keeps others' files."""
    folder = tmp_path / "held"
    folder.mkdir()
    folder.chmod(mode)
    (folder / "own").write_text("")
    assert resources.trusted(folder / "own") == resources.trusted(folder) == trusted
    (folder / "own").chmod(0o606)
    assert not resources.trusted(folder / "own")


def test_symbols_that_no_font_has_are_named(run: Run) -> None:
    Path("a.yaml").write_text(
        'book: {title: A, author: B}\ndesign: {symbols: "一二三四"}\nsections:\n- {title: C, puzzles: {count: 1, size: 4}}\n'
    )
    said = run("check", "a.yaml")
    assert said.code == 3 and "no glyph for" in said.err


def test_a_spec_of_others_stays_inside_its_folder(run: Run, tmp_path: Path) -> None:
    spec = (
        "book: {{title: A, author: B}}\nseed: 1\n{more}sections:\n- {{title: C, layout: one-up, puzzles: {puzzles}}}\n"
    )
    folder = Path("in")
    folder.mkdir()
    Path("out.txt").write_text(PUZZLE)
    Path("out.md").write_text("# A page\n")
    Path("out.png").write_bytes(image("PNG"))
    (folder / "own.txt").write_text(PUZZLE)
    (folder / "link.txt").symlink_to(Path("out.txt").resolve())
    (folder / "shown.md").write_text("![a](../out.png)\n")

    def built(puzzles: str = "{from: own.txt}", more: str = "") -> tuple[int, str]:
        (folder / "a.yaml").write_text(spec.format(more=more, puzzles=puzzles))
        said = run("build", "--no-proof", "--inside", "in/a.yaml")
        return said.code, said.err

    wrong = "it lies outside of the folder of the spec"
    for name in ("../out.txt", "link.txt", str(Path("out.txt").resolve()), "../*.txt"):
        code, said = built(f"{{from: {name!r}}}")
        assert code == 3 and wrong in said, name
    for more in ("front_matter: [../out.md]\n", "front_matter: [shown.md]\n", "output: ../made\n"):
        code, said = built(more=more)
        assert code == 3 and wrong in said, more
    assert not Path("made").exists()
    assert built() == (0, "")
    assert built(more="output: made\n")[0] == 0
    # Without the option the same spec may read what its user may.
    assert run("build", "--no-proof", "--replace", "in/a.yaml").code == 0


def keys_of_files() -> dict[str, str]:
    """Each key of the spec that names a file, as the schema of editors has it, with an ending of its files."""
    found = {
        "output": "",
        "series.bank": ".bank",
        "cover.design": ".yaml",
        "cover.blurb": ".txt",
        "design.style": ".yaml",
    }
    found["sections[].puzzles.instead[]"] = ".txt"

    def walk(node: object, path: str) -> None:
        if isinstance(node, list):
            for one in node:
                walk(one, path)
        elif isinstance(node, dict):
            if FILES in node:
                found.setdefault(path, node[FILES][0].replace("*", ".txt"))
            for name, below in node.items():
                if name == "properties":
                    for key, one in below.items():
                        walk(one, f"{path}.{key}".lstrip("."))
                else:
                    walk(below, f"{path}[]" if name in ("items", "additionalProperties") else path)

    walk(json_schema(Spec, "spec"), "")
    return found


@pytest.mark.parametrize(("key", "ending"), keys_of_files().items())
def test_each_key_that_names_a_file_stays_inside(key: str, ending: str, run: Run) -> None:
    """The law of ``build --inside``: a new key comes under it by its schema alone."""
    Path("in").mkdir()
    for number in ["", *range(4)]:
        Path(f"out{number}{ending}").write_text("x")
    puzzles: dict[str, object] = {} if key.endswith("from") else {"count": 4, "size": 4}
    section = {"title": "C", "layout": "one-up", "puzzles": puzzles}
    beside = {  # The keys without which a key has no meaning.
        "sections[]": section, "sections[].puzzles": puzzles, "series": {"name": "A", "volume": 1},
        "front_matter[]": {"page": "title-page"}, "back_matter[]": {"page": "title-page"},
        "cover": {"design": "photograph"} if key == "cover.image" else {},
    }  # fmt: skip
    whole = {"book": {"title": "A", "author": "B"}, "seed": 1, "front_matter": [], "sections": [section]}
    if key.endswith("instead[]"):
        Path("in/a.yaml").write_text(json.dumps(whole))
        code = json.loads(run("puzzles", "in/a.yaml", "--json").out.splitlines()[0])["code"]
    else:
        code = "q6w0y1"
    names = key.split(".")
    value: object = f"../out{'*' if '.pictures' in key else ''}{ending}"
    for at, name in reversed([*enumerate(names)]):
        inner = {**beside.get(".".join(names[: at + 1]), {}), **value} if isinstance(value, dict) else value
        if name.endswith("[]"):
            inner = {code: inner} if name in ("keep[]", "instead[]") else [inner]
        value = {name.removesuffix("[]"): inner}
    assert isinstance(value, dict)
    Path("in/a.yaml").write_text(json.dumps(whole | value))
    said = run("build", "--no-proof", "--inside", "in/a.yaml")
    assert said.code == 3 and "it lies outside of the folder of the spec" in said.err


def test_a_drawing_with_endless_lengths_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    for number in ("1e999", "1e99"):
        path.write_text(DRAWING.decode().replace("1 2 3 4", f"1 {number} 3 4"))
        with pytest.raises(BookmakerError, match="cannot be read"):
            images.read(path)


def _unpacks(data: bytes) -> bool:
    try:
        return bool(brotli.decompress(data))
    except brotli.error:
        return False


def test_a_font_says_no_more_than_it_has(tmp_path: Path) -> None:
    path, packed = tmp_path / "a.woff2", bytearray(packed_font())
    size = int.from_bytes(packed[20:24], "big")
    # The packed tables end with up to three bytes of padding.
    start = next(at for at in range(len(packed) - size, 0, -1) if _unpacks(bytes(packed[at : at + size])))
    bomb = brotli.compress(bytes(50 << 20), quality=1)
    packed[20:24] = len(bomb).to_bytes(4, "big")
    path.write_bytes(packed[:start] + bomb)
    tracemalloc.start()
    with pytest.raises(BookmakerError, match="another size than it says"):
        fonts.read(path)
    # A table of four gigabytes, in a file of some kilobytes.
    path, plain = tmp_path / "a.ttf", bytearray(shipped())
    entry = 12 + 16 * [plain[at : at + 4] for at in range(12, 12 + 16 * plain[5], 16)].index(b"post")
    plain[entry + 12 : entry + 16] = b"\xff" * 4
    path.write_bytes(plain)
    with suppress(BookmakerError):
        fonts.read(path)
    assert tracemalloc.get_traced_memory()[1] < 40 << 20
    tracemalloc.stop()


def test_an_argument_that_no_system_gives_is_refused(run: Run) -> None:
    for name in ("a\0.pdf", "\ud800.pdf"):
        for line in (("booklet", name), ("solve", name), ("render", "-", "-o", name)):
            assert run(*line).code == 2
    for wrong in (lambda: bookmaker.Book("A", 3), lambda: bookmaker.Book.of([]), lambda: bookmaker.Section(puzzles=2)):  # type: ignore[arg-type]
        with pytest.raises(bookmaker.UsageError):
            wrong()
    for value in (np.zeros((2, 2)), np.array("a"), 10**5000):
        with pytest.raises(bookmaker.UsageError):
            bookmaker.draw(PUZZLE, value)  # type: ignore[call-overload]
        with pytest.raises(bookmaker.BookmakerError):
            bookmaker.grade(value)
        with pytest.raises(bookmaker.BookmakerError):
            bookmaker.generate(1, requires=value)
        with pytest.raises(bookmaker.BookmakerError):
            bookmaker.generate(1, mask=value)
        for field in ORDER_FIELDS.keys() & signature(bookmaker.generate).parameters.keys():
            with pytest.raises(bookmaker.BookmakerError):
                bookmaker.generate(1, **{field: value})  # type: ignore[arg-type]
        with pytest.raises(bookmaker.BookmakerError):
            bookmaker.fix(PUZZLE, difficulty=value)


def test_each_argument_of_each_function_refuses_what_it_cannot_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A method of 5,001 digits ended in the ValueError of Python, which does not write it out."""
    monkeypatch.chdir(tmp_path)
    usual = {"count": 1, "path": "a.yaml", "spec": "a.yaml"}
    for function in filter(isfunction, map(partial(getattr, bookmaker), bookmaker.__all__)):
        parameters = signature(function).parameters.values()
        named = [one for one in parameters if one.kind not in (one.VAR_KEYWORD, one.VAR_POSITIONAL)]
        needed = {one.name: usual.get(one.name, PUZZLE) for one in named if one.default is one.empty}
        for one in named:
            for value in (10**5000, [10**5000], np.array("a")):
                with suppress(BookmakerError):
                    function(**{**needed, one.name: value})


def test_a_page_that_lacks_what_a_named_kind_has_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(bookmaker.render([PUZZLE], trim="a5"))
    with pytest.raises(InputError, match="without a map of regions"):
        bookmaker.read(path, "jigsaw")


def test_lines_of_signs_that_are_no_puzzle_have_one_fault() -> None:
    row = "| " + " | ".join(map(str, range(5000))) + " |\n"
    with pytest.raises(InputError) as raised:
        parse(row + "|" + "---|" * 5000 + "\n" + row * 9)
    assert len(raised.value.faults) <= 2


def test_lines_that_come_again_are_looked_at_once() -> None:
    """A mail of 260 kB that repeats one line took seven seconds. Each repeated line took 330 calls, and takes 110."""

    def calls(times: int) -> int:
        made: list[str] = []
        sys.setprofile(lambda frame, event, _: made.append(event))
        try:
            (puzzle,) = parse("g: 7bit\n\n" * times + PUZZLE + "\n")
        finally:
            sys.setprofile(None)
        assert puzzle.source is not None and puzzle.source.line == 2 * times + 1
        return made.count("call")

    calls(9)
    assert calls(500) - calls(100) < 200 * 400


def test_a_table_of_many_columns_is_one_message_and_none_of_its_cells_is_looked_at() -> None:
    """Five thousand columns took half a minute."""
    text = f"a\n\n{'|b' * 5000}|\n{'|-' * 5000}|\n{'|c' * 5000}|\n\nd\n"
    made: list[str] = []
    sys.setprofile(lambda frame, event, _: made.append(event))
    try:
        parts, faults = markdown.parse(text, "a.md", {}, "“”‘’")
    finally:
        sys.setprofile(None)
    assert [part.place.line for part in parts] == [1, 7]
    assert [str(fault) for fault in faults] == [
        "a.md:3:1: a table cannot be printed (write it as a list, or place it as an image)"
    ]
    assert made.count("call") < 100_000  # Half of that; seven times as many where each cell is read.


def test_a_spec_of_too_many_keys_is_not_read_on() -> None:
    root, faults = tree.compose("a: 1\n" * 30_000, "a.yaml")
    assert root is None and [fault.message for fault in faults] == ["the file has more than 40,000 keys and values"]


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes among files")
def test_a_folder_of_books_with_a_pipe_in_it_is_listed(run: Run) -> None:
    Path("b.yaml").write_text("book: {title: B}\nsections: []\n")
    os.mkfifo("a.yaml")
    assert run("books", ".").out == "b.yaml  B\n"


def test_a_palette_with_more_tones_of_transparency_than_colours_is_damaged(tmp_path: Path) -> None:
    """Pillow reads such a picture, and fails where it is turned to grey."""
    found = io.BytesIO()
    Image.linear_gradient("L").convert("P").save(found, "PNG", transparency=b"\0" * 256)
    data = found.getvalue()
    at = data.index(b"tRNS") - 4
    long = b"tRNS" + b"\0" * 600
    (tmp_path / "a.png").write_bytes(
        data[:at] + struct.pack(">I", 600) + long + struct.pack(">I", zlib.crc32(long)) + data[at + 12 + 256 :]
    )
    with pytest.raises(BookmakerError, match="damaged"):
        images.read(tmp_path / "a.png")
    with pytest.raises(BookmakerError, match="damaged"):
        bookmaker.read(tmp_path / "a.png")


@pytest.mark.parametrize("form", ["GIF", "EPS"])
def test_a_cover_takes_the_two_formats_of_print(form: str, tmp_path: Path) -> None:
    """For EPS Pillow runs a program of the machine."""
    Image.new("RGB", (40, 30)).save(tmp_path / "a.jpg", form)
    with pytest.raises(SpecError, match="cannot be read as an image"):
        pictures.cut(tmp_path / "a.jpg", Place("a.yaml"), 9, 9, "rgb")
