"""The law of the house, read from its own source: floors, nevers, what loads what, and how large a file may be."""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType

import prose
import pytest
from conftest import PUZZLE, scaled

import bookmaker
from bookmaker.api import starting
from bookmaker.cli import book_arguments, puzzle_arguments, stock_arguments
from bookmaker.formats.apps import DECLARED
from bookmaker.logic.generation import order_fields
from bookmaker.logic.generation.order import Order
from bookmaker.logic.techniques.declare import Level
from bookmaker.printing.grids.clue_drawing import CAGE_STYLES
from bookmaker.publishing.documents import daily
from bookmaker.puzzles.rules import KINDS, geometry
from bookmaker.puzzles.rules.limits import MADE_SIZES, made_sizes

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "bookmaker"

DOORS: dict[str, tuple[str, ...]] = {
    "version": (),
    "base": (
        "errors",
        "above",
        "units",
        "dates",
        "seeds",
        "parallel",
        "pace",
        "resources",
        "output",
        "schema",
        "language",
    ),
    "puzzles": ("grid", "rules"),
    "logic": (
        "jit",
        "kernels",
        "solve",
        "techniques",
        "times",
        "minutes",
        "verify",
        "grading",
        "generation",
        "repair",
        "compile_all",
    ),
    "formats": ("base", "apps", "stream", "found", "reading"),
    "printing": ("printers", "styles", "canvases", "grids", "text", "pages", "covers"),
    "camera": (),
    "publishing": ("explain", "bank", "proof", "submissions", "book", "documents"),
    "api": (),
    "bookmaker": (),
    "studio": (),
    "cli": (),
    "__main__": (),
}
"""Every entry at the root of the package, from the bottom of the house to the top, with its rooms in the same order. A module may
import from its own room, from rooms before it behind the same door, and from doors before its own."""

ROOMS = [f"{door}.{room}" if room else door for door, rooms in DOORS.items() for room in (*rooms, "")]
"""The face of a door, its own ``__init__``, is above its rooms."""

MOST_ENTRIES = 10
MOST_LINES = 700
HEAVY = {
    "numba",
    "llvmlite",
    "numpy",
    "reportlab",
    "PIL",
    "yaml",
    "pikepdf",
    "pypdfium2",
    "fontTools",
    "markdown_it",
    "svglib",
    "lxml",
    "cv2",
}


def modules() -> dict[str, Path]:
    """Each module of the package by its dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ("bookmaker", *path.relative_to(PACKAGE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def nodes(module: str) -> tuple[ast.AST, ...]:
    return prose.nodes(MODULES[module])


def tree(module: str) -> ast.Module:
    whole = nodes(module)[0]
    assert isinstance(whole, ast.Module)
    return whole


def dotted(node: ast.AST) -> str:
    """The name ``a.b.c`` of an expression; a part that is none is a question mark, as in ``?.c``."""
    if isinstance(node, ast.Attribute):
        return f"{dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "?"


@cache
def imports(module: str) -> frozenset[str]:
    """Every module that this one imports anywhere: at its top, in functions, under TYPE_CHECKING, or by name."""
    found: set[str] = set()
    for node in nodes(module):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            assert node.module is not None
            for alias in node.names:
                assert alias.name != "*", f"{module} imports *"
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in MODULES else node.module)
    if module == "bookmaker.cli.arguments":  # Its commands are imported by name, when one is called.
        found.update(name for name in MODULES if name.startswith("bookmaker.cli.") and name != module)
    if module == "bookmaker.formats.apps.registry":  # Formats are imported by name, from the list of all.
        found.update(f"bookmaker.formats.apps.{where.partition('.')[0]}" for where in DECLARED.values())
    if module == "bookmaker.formats.reading":  # It is the face of the door.
        found.discard("bookmaker.formats")
    return frozenset(found)


def ours(module: str) -> set[str]:
    return {name for name in imports(module) if name in MODULES}


def theirs(module: str) -> set[str]:
    return {name.split(".")[0] for name in imports(module)} - {"bookmaker"}


def room(module: str) -> str:
    """The door of a module and, where the door has rooms, its room: ``logic.solve``."""
    parts = module.split(".")[1:3] or [module]
    return ".".join(parts) if ".".join(parts) in ROOMS else parts[0]


def reachable(start: str) -> set[str]:
    """Every module of ours that is loaded, sooner or later, because of one."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        module = todo.pop()
        if module not in seen:
            seen.add(module)
            todo += ours(module)
    return seen


def door(module: str) -> str:
    return room(module).partition(".")[0]


def test_the_root_has_few_doors() -> None:
    assert set(DOORS) == {door(module) for module in MODULES}
    assert len(set(DOORS) - {"bookmaker", "version", "__main__"}) <= MOST_ENTRIES
    assert {room(module) for module in MODULES} == set(ROOMS)
    for name in set(DOORS) - {"bookmaker", "version", "__main__"}:
        assert (PACKAGE / name / "__init__.py").is_file(), f"{name} does not say what is behind it"


def test_rooms_that_are_listed_exist() -> None:
    for name, rooms in DOORS.items():
        if rooms:
            found = {
                path.stem
                for path in (PACKAGE / name).iterdir()
                if path.suffix == ".py" or (path / "__init__.py").is_file()
            }
            assert found - {"__init__"} == set(rooms), name


def test_the_map_names_every_room() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    assert [f"{name}/{one}" for name, rooms in DOORS.items() for one in rooms if f"`{name}/{one}" not in text] == []


def test_every_import_of_ours_exists() -> None:
    for module in MODULES:
        for name in imports(module):
            assert not name.startswith("bookmaker") or name in MODULES, f"{module} imports {name}"


def test_imports_point_down_or_stay_in_the_room() -> None:
    for module in MODULES:
        for other in ours(module):
            assert ROOMS.index(room(other)) <= ROOMS.index(room(module)), f"{module} imports {other}, which is above it"


BOOK_ROOMS = ("spec", "pages", "making")
"""The rooms of ``publishing.book``, from the lowest: a module imports from its own and from those before it."""


def test_the_rooms_of_a_book_import_down() -> None:
    inside = {
        module: module.split(".")[3] for module in MODULES if re.match(r"bookmaker\.publishing\.book\.\w", module)
    }
    assert set(inside.values()) == set(BOOK_ROOMS)
    for module, own in inside.items():
        for other in ours(module) & set(inside):
            assert BOOK_ROOMS.index(inside[other]) <= BOOK_ROOMS.index(own), (
                f"{module} imports {other}, which is above it"
            )


def test_pages_of_a_book_see_the_book_and_not_its_spec() -> None:
    pages = [module for module in MODULES if module.startswith("bookmaker.publishing.book.pages.")]
    assert pages
    for module in pages:
        assert "bookmaker.publishing.book.spec.spec_file" not in ours(module), f"{module} imports the spec"
        named = [node.lineno for node in nodes(module) if isinstance(node, ast.arg) and node.arg == "spec"]
        assert not named, f"{module} takes a spec in lines {named}"


def test_no_circles() -> None:
    # A module that also runs as a program imports itself by its name, so that its classes are there once.
    graph = {module: ours(module) - {"bookmaker", module} for module in MODULES}
    assert len(list(TopologicalSorter(graph).static_order())) == len(MODULES)


def test_names_in_docstrings_are_those_of_the_code() -> None:
    """``:func:`` and its like name a thing that is there: in its module, or anywhere if no module is said."""
    role = re.compile(r":(?:func|class|data|meth|mod|exc|attr):`[~!]?([\w.]+)(?:\(\))?`")
    texts = {module: path.read_text(encoding="utf-8") for module, path in MODULES.items()}
    words = {module: set(re.findall(r"\w+", role.sub("", text))) for module, text in texts.items()}
    every = set[str]().union(*words.values())
    found = []
    for module, text in texts.items():
        for name in role.findall(text):
            place = name
            while place not in words and "." in place:
                place = place.rpartition(".")[0]
            inside = name.removeprefix(place).strip(".").split(".")[0]
            if not ({inside} <= words[place] | {""} if place in words else name.rpartition(".")[2] in every):
                found.append(f"{module}: {name}")
    assert found == []


def test_a_circle_would_be_found() -> None:
    assert ours("bookmaker.cli.book") >= {
        "bookmaker.publishing.book.making.build",
        "bookmaker.publishing.book.spec.spec_file",
        "bookmaker.base.errors",
    }
    assert "bookmaker.api.functions" in ours("bookmaker")
    assert reachable("bookmaker.api.functions") > {
        "bookmaker.logic.kernels.classic9",
        "bookmaker.printing.canvases.pdf",
    }
    assert "bookmaker.cli.paper" in reachable("bookmaker.__main__")


def test_kernels_import_numba_and_numpy_only() -> None:
    for module in (name for name in MODULES if room(name) in ("logic.jit", "logic.kernels")):
        standard = theirs(module) - {"numba", "numpy", "llvmlite"}
        assert standard <= set(sys.stdlib_module_names), module
        # Who may have written into a folder is the same question for machine code and for all else that is kept.
        assert {room(other) for other in ours(module)} <= {"logic.jit", "logic.kernels", "base.resources"}, module


def test_kernels_see_arrays_as_others_by_views_of_ours() -> None:
    """Numba's own ``view`` counts references if what was compiled before it does, and then kernels that count none crash."""
    compiled = [name for name in MODULES if room(name) in ("logic.kernels", "logic.generation") or ".finders." in name]
    assert [name for name in compiled if ".view(" in MODULES[name].read_text(encoding="utf-8")] == []


def test_the_wings_meet_above_both() -> None:
    for module in MODULES:
        doors = {door(other) for other in reachable(module)}
        if door(module) == "printing":
            assert not doors & {"logic", "formats"}, module
        elif door(module) in ("logic", "formats"):
            assert "printing" not in doors, module


@pytest.mark.parametrize(
    ("library", "allowed"),
    [
        (
            "reportlab",
            {
                "bookmaker.printing.canvases.pdf",
                "bookmaker.printing.styles.fonts",
                "bookmaker.printing.covers.barcode",
            },
        ),
        (
            "pikepdf",
            {
                "bookmaker.printing.canvases.prepress",
                "bookmaker.printing.covers.size",
                "bookmaker.publishing.proof.objects",
            },
        ),
        ("pypdfium2", {"bookmaker.publishing.proof.ink", "bookmaker.printing.covers.pictures"}),
        (
            "PIL",
            {
                "bookmaker.printing.canvases.raster",
                "bookmaker.printing.text.images",
                "bookmaker.printing.text.own_pictures",
                "bookmaker.printing.covers.pictures",
                "bookmaker.camera.frames",
            },
        ),
        ("cv2", {"bookmaker.camera.cages", "bookmaker.camera.frames", "bookmaker.camera.lattice"}),
        ("svglib", {"bookmaker.printing.text.svg_drawings"}),
        ("markdown_it", {"bookmaker.printing.text.markdown"}),
        ("uharfbuzz", {"bookmaker.printing.styles.fonts"}),
        ("pyphen", {"bookmaker.printing.text.lines"}),
        ("fontTools", {"bookmaker.printing.styles.fonts", "bookmaker.printing.canvases.svg"}),
    ],
)
def test_who_may_know_a_library(library: str, allowed: set[str]) -> None:
    assert {module for module in MODULES if library in theirs(module)} == allowed


def test_the_studio_holds_no_logic() -> None:
    for module in (name for name in MODULES if door(name) == "studio"):
        assert {door(other) for other in ours(module)} <= {"studio", "api", "base"}, module


def test_who_may_know_the_compiler() -> None:
    rooms = {room(module) for module in MODULES if {"numba", "llvmlite"} & theirs(module)}
    assert rooms == {"logic.jit", "logic.kernels", "logic.techniques", "logic.generation"}
    light = {
        "logic.techniques",
        *(f"logic.techniques.{name}" for name in ("declare", "families", "table", "requirements")),
    }
    for name in light:
        assert not theirs(f"bookmaker.{name}") & HEAVY


def test_no_clock_bounds_a_search_for_a_book() -> None:
    for name, path in MODULES.items():
        timed = (
            "api",
            "cli",
            "bookmaker",
            "logic.solve",
            "logic.verify",
            "logic.repair",
            "publishing.submissions",
            "formats",
        )
        if room(name) not in timed:
            assert not re.search(r"import .*\b(Seconds|bound_of)\b|\bseconds=", path.read_text(encoding="utf-8")), path


def test_nothing_depends_on_chance_or_the_clock() -> None:
    for module in MODULES:
        # A search experiment measures time, a progress bar shows what is left, and who waits for a verdict may bound the time:
        # none of these is part of any book.
        timed = (
            "bookmaker.logic.solve.search_statistics",
            "bookmaker.logic.solve.work",
            "bookmaker.cli.messages",
            "bookmaker.studio.child",
            "bookmaker.studio.library",
        )
        clock = set() if module in timed else {"time"}
        # The seed of a book that names none is drawn, in one place, and the password of a run of the studio in another.
        drawn = module in ("bookmaker.base.seeds", "bookmaker.studio.guard")
        chance = {"random", "uuid"} if drawn else {"random", "secrets", "uuid"}
        # Days of a calendar are data as long as nobody looks which day it is.
        days = set() if module == "bookmaker.base.dates" else {"datetime"}
        assert not theirs(module) & {*chance, *days, *clock}, module
        calls = {dotted(node.func) for node in nodes(module) if isinstance(node, ast.Call)}
        assert not any(call.startswith(("np.random", "numpy.random", "os.urandom")) for call in calls), module
        assert not any(call.endswith((".today", ".now", ".utcnow")) for call in calls), module
        # The hash of a text is another one in each process.
        assert "hash" not in calls, module


def test_only_the_command_line_prints() -> None:
    for module in MODULES:
        if door(module) == "cli":
            continue
        for node in nodes(module):
            assert not (isinstance(node, ast.Call) and dotted(node.func) in ("print", "sys.exit", "input")), module


def test_no_error_is_swallowed_whole() -> None:
    for module in MODULES:
        for node in nodes(module):
            if isinstance(node, ast.ExceptHandler):
                caught = "everything" if node.type is None else ast.unparse(node.type)
                assert caught not in ("everything", "Exception", "BaseException"), f"{module}:{node.lineno}"


def sources() -> Iterator[Path]:
    for folder in ("bookmaker", "tests", "benchmarks"):
        yield from sorted((ROOT / folder).rglob("*.py"))


def test_files_are_short_and_finished() -> None:
    unfinished = {"TO" + "DO", "FIX" + "ME", "X" * 3}
    found = []
    for path in sources():
        text = path.read_text(encoding="utf-8")
        most = MOST_LINES if PACKAGE in path.parents else 2 * MOST_LINES
        if (lines := text.count("\n")) > most:
            found.append(f"{path.relative_to(ROOT)} has {lines} lines, at most {most} are allowed")
        if any(word in text for word in unfinished):
            words = {word.strip("#:.,()") for word in text.replace("_", " ").split()}
            found += [f"{path.relative_to(ROOT)} says {word}" for word in sorted(unfinished & words)]
    assert found == []


def asked_by_name(module: str) -> Iterator[tuple[int, str]]:
    """Each place where a kind of puzzle is compared with, looked up or made by its name."""
    for node in nodes(module):
        if isinstance(node, ast.Compare):
            parts = [node.left, *node.comparators]
        elif isinstance(node, ast.Dict):
            parts = [key for key in node.keys if key is not None]
        elif isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in (
            "geometry",
            "geometry_of",
            "rules_of",
        ):
            parts = node.args
        elif isinstance(node, ast.arguments):
            parts = [default for default in [*node.defaults, *node.kw_defaults] if default is not None]
        elif isinstance(node, ast.AnnAssign) and dotted(node.target) == "kind":
            parts = [node.value] if node.value is not None else []
        else:
            continue
        for part in parts:
            for text in ast.walk(part):
                # A lone x is a sign of multiplication far more often.
                sign = isinstance(node, ast.Compare) and text.value == "x" if isinstance(text, ast.Constant) else False
                if isinstance(text, ast.Constant) and text.value in KINDS and not sign:
                    yield node.lineno, str(text.value)


def test_no_kind_is_asked_for_by_name_outside_its_rules() -> None:
    for module in MODULES:
        if room(module) != "puzzles.rules":
            assert list(asked_by_name(module)) == [], module


def public(node: ast.Module | ast.ClassDef) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    for child in node.body:
        if not isinstance(child, ast.FunctionDef | ast.ClassDef) or child.name.startswith("_"):
            continue
        if "overload" not in map(dotted, child.decorator_list):
            yield child
            if isinstance(child, ast.ClassDef):
                yield from public(child)


def test_everything_public_says_what_it_is() -> None:
    silent = [module for module in MODULES if not ast.get_docstring(tree(module), clean=False)]
    silent += [
        f"{module}.{node.name}, line {node.lineno}"
        for module in MODULES
        for node in public(tree(module))
        if not ast.get_docstring(node, clean=False)
    ]
    assert silent == []


def loaded(code: str, *arguments: str) -> set[str]:
    """The modules and libraries that a fresh interpreter has loaded after some code."""
    told = "import sys; print(*{*sys.modules, *(name.split('.')[0] for name in sys.modules)}, file=sys.__stderr__)"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{told}", *arguments], capture_output=True, text=True, check=True
    )
    return set(done.stderr.split())


COMMANDS = """
import json, sys
from bookmaker.cli import main
for words in json.loads(sys.argv[1]):
    try:
        main(words)
    except SystemExit:
        pass
"""


def loaded_by(*commands: list[str]) -> set[str]:
    """The modules and libraries that one process has loaded after these commands."""
    return loaded(COMMANDS, json.dumps(commands))


def test_importing_the_package_loads_nothing() -> None:
    light = "bookmaker.Puzzle, bookmaker.Step, bookmaker.UsageError, bookmaker.Fault"
    assert not loaded(f"import bookmaker; bookmaker.__version__; dir(bookmaker); {light}") & HEAVY


def test_public_names() -> None:
    # A room that is imported sets its name in the package, where a function of that name must not be hidden by it.
    for module in MODULES:
        import_module(module)
    for name in bookmaker.__all__:
        assert not isinstance(getattr(bookmaker, name), ModuleType), name
    assert (PACKAGE / "py.typed").is_file()


def test_a_catalogue_of_other_processes_needs_no_kernels(tmp_path: Path) -> None:
    """The command is ready before workers have loaded theirs."""
    (tmp_path / "many.yaml").write_text(
        "book: {title: Many}\nseed: 1\nsections: [{title: Easy, puzzles: {count: 1}}]\n"
    )
    code = f"""
import bookmaker.cli.catalogue, bookmaker.publishing.bank.cluster
from pathlib import Path
from bookmaker.publishing.book.spec.spec_file import load
from bookmaker.publishing.book.making.catalogue_parts import catalogue_parts
[part] = catalogue_parts(load(Path({str(tmp_path / "many.yaml")!r})), 10)
part.name, part.together
"""
    assert not loaded(code) & {"numba", "numpy", "distributed"}


def test_steps_in_words_load_no_style() -> None:
    assert "bookmaker.printing.styles.style" not in loaded("import bookmaker.publishing.explain.step_words")


def test_help_loads_nothing() -> None:
    assert not loaded_by(["--help"]) & (HEAVY | {"bookmaker.puzzles.rules", "bookmaker.base.language"})
    assert not loaded_by(["build", "--help"]) & HEAVY


def test_check_and_schema_load_no_compiler_and_no_printer() -> None:
    check = ["check", str(ROOT / "examples" / "starter.yaml")]
    assert not loaded_by(check, ["schema"]) & (HEAVY - {"yaml", "fontTools"})


def test_a_few_classic_puzzles_load_no_compiler(tmp_path: Path) -> None:
    """That is half of what such a command took."""
    (tmp_path / "three.txt").write_text(f"{PUZZLE}\n{PUZZLE[:-1]}.\n55{PUZZLE[2:]}\n")
    assert not loaded_by(["solve", PUZZLE], ["solve", "--json", str(tmp_path / "three.txt")]) & HEAVY
    assert not loaded_by(["verify", PUZZLE]) & (HEAVY - {"numpy"})


def test_init_loads_no_compiler(tmp_path: Path) -> None:
    assert not loaded_by(["init", str(tmp_path)]) & (HEAVY - {"yaml", "fontTools"})
    assert (tmp_path / "book.yaml").is_file()


def test_what_the_command_line_names_is_what_there_is() -> None:
    # The command line says these anew, since it may not load what knows them.
    assert tuple(str(level) for level in Level if level < Level.BEYOND) == order_fields.LEVELS
    assert daily.FORMATS == stock_arguments.DAY_FORMATS
    assert puzzle_arguments.CAGE_STYLES == CAGE_STYLES
    assert (*starting.AUDIENCES,) == book_arguments.AUDIENCES and starting.TEMPLATES == book_arguments.TEMPLATES
    puzzle_arguments.generate_arguments(made := argparse.ArgumentParser())
    words = {action.dest: action.choices for action in made._actions if action.choices}
    assert tuple(words["size"]) == MADE_SIZES
    assert tuple(words["difficulty"]) == order_fields.DIFFICULTIES == ("any", *order_fields.LABELS)
    assert [one for one in order_fields.LABELS if one != "medium+"] == [*order_fields.LEVELS]
    # And each of them can be made, but for the one grid that does not exist.
    for kind in KINDS:
        for size in made_sizes(kind)[: scaled(1, 99)]:
            Order(geometry(kind, size), level=Level.EASY)


def test_tests_use_public_names_and_no_other_test() -> None:
    """What tests share stands in modules beside them. Bounds, in capitals, may be lowered by a test."""
    for path in sorted((ROOT / "tests").glob("*.py")):
        for node in prose.nodes(path):
            if isinstance(node, ast.ImportFrom):
                assert not re.match(r"(tests\.)?test_", node.module or ""), f"{path.name}: {node.module}"
                assert not [one.name for one in node.names if re.match("_[a-z]", one.name)], (
                    f"{path.name}: {node.module}"
                )
            elif isinstance(node, ast.Attribute) and dotted(node.value) != "self":
                # The arguments of a parser have no public name; the other one is public.
                known = node.attr in ("_actions", "_exit")
                assert known or not re.match("_[a-z]", node.attr), f"{path.name}, line {node.lineno}: {node.attr}"


def test_nothing_is_named_by_a_refused_word() -> None:
    """The words on the right of ARCHITECTURE's table that say nothing as a name; the others have another meaning somewhere."""
    refused = {"told", "desk", "buddies", "pencil_mark"}
    for module in MODULES:
        names = {
            name
            for node in nodes(module)
            for name in (getattr(node, field, None) for field in ("id", "arg", "attr", "name"))
        }
        assert not names & refused, module


def test_a_test_for_thorough_runs_names_the_one_that_holds_the_same() -> None:
    """A whole test that a usual run leaves out says where the property is held: ``thorough("test_file.py::test_name")``."""
    wrong = []
    for path in sorted((ROOT / "tests").glob("test_*.py")):
        for function in prose.nodes(path):
            for mark in function.decorator_list if isinstance(function, ast.FunctionDef) else []:
                if dotted(mark).endswith("mark.thorough"):
                    wrong.append(f"{path.name}, line {mark.lineno}: the test that holds the same is not named")
                elif isinstance(mark, ast.Call) and dotted(mark.func).endswith("mark.thorough"):
                    name, _, held = ast.literal_eval(mark.args[0]).partition("::")
                    file = ROOT / "tests" / name
                    if not file.is_file() or f"def {held}(" not in file.read_text(encoding="utf-8"):
                        wrong.append(f"{path.name}, line {mark.lineno}: there is no {name}::{held}")
    assert wrong == []


MOST_FILES = 500
MOST_LINES_IN_ALL = 138152
"""Room for the reader's work and the first minute. It falls again when both are done."""
SMALL = 120
"""A module of fewer lines that only one module of its room imports is part of that one."""


SMALL_ONES = 2
"""So many of these are left: the number only falls."""

NAMED_TWICE = 0
"""So many names stand twice behind a door: the number only falls."""


def declared(module: str) -> bool:
    """Whether a module is a declaration, or is loaded by name: each of these has a file of its own, however short."""
    rooms = ("puzzles.rules", "logic.techniques", "logic.jit", "logic.kernels")
    named = module.rsplit(".", maxsplit=1)[-1].startswith("style_") or ".apps." in module or ".finders." in module
    return room(module) in rooms or door(module) == "cli" or named


def test_the_package_is_small() -> None:
    assert len(MODULES) <= MOST_FILES
    lines = sum(path.read_text(encoding="utf-8").count("\n") for path in MODULES.values())
    assert lines <= MOST_LINES_IN_ALL


def test_mutants_that_are_excused_change_lines_that_exist() -> None:
    """A module that moved took 54 of 56 excuses with it, and nothing said so."""
    rows = (ROOT / "benchmarks" / "equivalent_mutants.tsv").read_text(encoding="utf-8").splitlines()
    for path, before, _, _ in (row.split("\t") for row in rows if not row.startswith("#")):
        lines = (ROOT / path).read_text(encoding="utf-8").splitlines()
        assert before in " ".join(line.strip() for line in lines), (path, before)


def test_a_small_module_of_one_client_is_part_of_it() -> None:
    clients: dict[str, set[str]] = {module: set() for module in MODULES}
    for module in MODULES:
        for other in ours(module) - {module}:
            clients[other].add(module)
    found = [
        module
        for module, path in MODULES.items()
        if path.name != "__init__.py" and not declared(module) and len(clients[module]) == 1
        if path.read_text(encoding="utf-8").count("\n") < SMALL
        if room(next(iter(clients[module]))) == room(module)
    ]
    assert len(found) <= SMALL_ONES, "\n".join(found)


def test_a_name_stands_once_behind_a_door() -> None:
    names = Counter((door(module), path.name) for module, path in MODULES.items() if path.name != "__init__.py")
    twice = sorted(f"{where}: {name}" for (where, name), times in names.items() if times > 1)
    assert len(twice) <= NAMED_TWICE, twice


def test_idioms_that_are_read_twice_are_rare() -> None:
    """``python tests/prose.py DOOR`` lists their places."""
    found = []
    for where in (*prose.doors(), "pages"):
        _, rates = prose.rates(where)
        found += [f"{where}: {idiom} {rate:.2f} in 1,000 words" for idiom, rate in rates.items() if rate > prose.MOST]
    assert found == []
