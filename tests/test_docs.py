"""The pages for users: lists that follow from declarations, and links that lead somewhere."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path

import pytest
from conftest import scaled

from benchmarks import kind_levels, kinds_page
from bookmaker.cli.arguments import whole_parser
from bookmaker.logic.generation.order_fields import DIFFICULTIES
from bookmaker.logic.techniques import BY_NAME
from bookmaker.publishing.book.spec.design_keys import GROUPS, ROLES
from bookmaker.puzzles.rules.kinds import KINDS

ROOT = Path(__file__).parent.parent
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")),
    ROOT / "tests" / "README.md",
    *sorted((ROOT / "docs").rglob("*.md")),
]
FOR_DEVELOPERS = [
    page
    for page in PAGES
    if page.parent.relative_to(ROOT).name in ("design", "extending", "tests")
    or page.stem in ("ARCHITECTURE", "CONTRIBUTING")
]
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def names(page: str, heading: str) -> list[str]:
    """The names in the first cells of the table under a heading."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = [row.split("|")[1] for row in text.splitlines() if row.startswith("|")]
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def test_the_page_of_kinds_says_what_is_declared() -> None:
    text = kinds_page.PAGE.read_text(encoding="utf-8")
    if scaled(0, 1):
        assert text == kinds_page.page(), "run `python -m benchmarks.kinds_page`"
    # To try what levels each size has takes seconds for all kinds.
    for kind in [*KINDS][::12]:
        assert kinds_page.row(kind) in text.splitlines(), "run `python -m benchmarks.kinds_page`"
    kinds, _, usual = text.partition("## Usual scores and minutes")
    assert sorted(re.findall(r"^\| `([^`]+)`", kinds, re.MULTILINE)) == sorted(KINDS)
    assert usual.endswith("\n".join(kinds_page.usual()))
    # Each level takes longer than the one below and at most three times as long.
    assert not list(kind_levels.jumps(kind_levels.read()))


def test_the_pages_name_every_level_layout_and_font() -> None:
    assert sorted(names("puzzles.md", "Difficulty")) == sorted(DIFFICULTIES)
    layouts = {path.stem for path in (ROOT / "layouts").glob("*.yaml")}
    assert set(names("looks.md", "Layouts")) - {"mine"} == layouts
    assert set(names("looks.md", "Fonts")) == {*GROUPS, *ROLES}


def test_the_pages_name_every_drawing() -> None:
    drawn = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8").partition("## Pictures and patterns")[2]
    for row, folder in (("pictures", "masks"), ("patterns", "patterns")):
        (said,) = re.findall(rf"^\| {row} \| (.*) \|$", drawn, re.M)
        files = {path.stem for path in (ROOT / "layouts" / folder).glob("*.txt")}
        letters = {name for name in files if name.startswith("letter-") and folder == "masks"}
        assert set(re.findall("`([^`]+)`", said)) == files - letters
        assert len(letters) == (26 if folder == "masks" else 0)


def test_what_levels_need_is_as_declared() -> None:
    """Uniqueness was said to be expert, and BUG type 1 is hard."""
    text = (ROOT / "docs" / "puzzles.md").read_text(encoding="utf-8")
    said = dict(
        re.findall(r"^\| `([a-z]+)` \| (.*) \|$", text.partition("\n## Difficulty\n")[2].partition("\n## ")[0], re.M)
    )
    wanted = {
        "hard": {
            **{name: name for name in ("x-wing", "swordfish", "jellyfish")},
            **{"skyscrapers": "skyscraper", "empty rectangles": "empty-rectangle", "remote pairs": "remote-pair"},
            "bug type 1": "bug-1",
        },
        "expert": {
            **{"unique rectangles": "unique-rectangle-1", "bug types 2 to 4": "bug-4", "sue de coq": "sue-de-coq"},
            **{"x-chains": "x-chain", "xy-chains": "xy-chain"},
        },
    }
    for level, names in wanted.items():
        for words, name in names.items():
            assert [one for one, text in said.items() if re.search(rf"(^|[ ,]){words}", text.casefold())] == [level]
            assert str(BY_NAME[name].level) == level


def anchors(page: Path) -> set[str]:
    """What links can name in a page: its headings, as GitHub makes them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("http:", "https:")) or "=" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def paths(page: Path) -> list[str]:
    """The files and folders that a page names between backticks, such as ``logic/solve/`` and ``tests/naive*.py``."""
    quoted = re.findall(r"`([^`\n]+)`", FENCED.sub("", page.read_text(encoding="utf-8")))
    # Bare names within a command or a message are its own.
    words = [word.strip("(),:") for text in quoted for word in text.split() if "/" in word or " " not in text]
    tops = {path.name for folder in (ROOT, ROOT / "bookmaker") for path in folder.iterdir()}
    return [
        word
        for word in words
        if re.fullmatch(r"[\w.*/-]+", word)
        and (word.endswith(".py") or ("/" in word and (word.endswith("/") or word.partition("/")[0] in tops)))
    ]


@pytest.mark.parametrize("page", FOR_DEVELOPERS, ids=lambda page: str(page.relative_to(ROOT)))
def test_paths_on_the_pages_for_developers_exist(page: Path) -> None:
    """They are named from the root of the repository, of the package, of a folder that the page names, or from the page's own."""
    named = paths(page)
    roots = [ROOT, ROOT / "bookmaker", page.parent]
    roots += [root / path for path in named if path.endswith("/") for root in roots[:2] if (root / path).is_dir()]
    wrong = [path for path in named if not any(list(root.glob(path.rstrip("/"))) for root in roots)]
    assert wrong == []


@pytest.mark.parametrize("page", [page for page in FOR_DEVELOPERS if "```sh" in page.read_text(encoding="utf-8")])
def test_commands_for_developers_are_there(page: Path) -> None:
    targets = re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for block in re.findall(r"^```sh\n(.*?)^```$", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            # The technique that a page adds is not there.
            first, *words = shlex.split(line.replace("boxed-w-wing", "w-wing"), comments=True)
            if first == "bookmaker":
                assert whole_parser().parse_args(words)
            else:
                assert first in ("make", "pytest") and all(
                    (ROOT / word).exists() if first == "pytest" else word in targets
                    for word in words
                    if re.match(r"tests/|\w+$", word)
                ), line


@pytest.mark.parametrize("name", ["tutorial", "cookbook"])
@pytest.mark.parametrize("code", ["es", "ru"])
def test_translations_keep_step(code: str, name: str) -> None:
    """They have the headings, commands, pictures and books of the English page, in its order; a spec may have other words."""

    def parts(folder: Path) -> list[str]:
        text = (folder / f"{name}.md").read_text(encoding="utf-8")
        found = re.findall(r"^(#+) |^(```sh.*?^```|```yaml|```)$|\]\((?:\.\./)+(examples/[^)]+)\)", text, re.M | re.S)
        return ["".join(one) for one in found]

    assert parts(ROOT / "docs" / code) == parts(ROOT / "docs")


def test_every_extra_is_explained() -> None:
    said = (ROOT / "docs" / "install.md").read_text(encoding="utf-8").partition("## Extras")[2].partition("\n## ")[0]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    listed = [name for row in re.findall(r"^\| (`.*?) \|", said, re.M) for name in re.findall("`([^`]+)`", row)]
    assert sorted(listed) == sorted(project["optional-dependencies"])


def test_the_map_of_the_house_is_short() -> None:
    assert (ROOT / "ARCHITECTURE.md").stat().st_size < 20_000
