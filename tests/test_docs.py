"""The pages for users: lists that follow from declarations, and links that lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmarks import kinds_page
from bookmaker.logic.generation.defaults import DIFFICULTIES
from bookmaker.logic.techniques import BY_NAME
from bookmaker.publishing.book.spec.design_values import GROUPS, ROLES
from bookmaker.puzzles.rules.kinds import KINDS

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "ARCHITECTURE.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)


def names(page: str, heading: str) -> list[str]:
    """The names in the first cells of the table under a heading."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8").partition(f"## {heading}\n")[2].partition("\n## ")[0]
    cells = [row.split("|")[1] for row in text.splitlines() if row.startswith("|")]
    return [name for cell in cells for name in re.findall(r"`([^`]+)`", cell)]


def test_the_page_of_kinds_says_what_is_declared() -> None:
    text = kinds_page.page()
    assert kinds_page.PAGE.read_text(encoding="utf-8") == text, "run `python -m benchmarks.kinds_page`"
    assert sorted(re.findall(r"^\| `([^`]+)`", text, re.MULTILINE)) == sorted(KINDS)


def test_the_pages_name_every_level_layout_and_font() -> None:
    assert sorted(names("puzzles.md", "Difficulty")) == sorted(DIFFICULTIES)
    layouts = {path.stem for path in (ROOT / "layouts").glob("*.yaml")}
    assert set(names("looks.md", "Layouts")) - {"layout", "mine.yaml"} == layouts
    assert set(names("looks.md", "Fonts")) == {*GROUPS, *ROLES}


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files_and_headings(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", FENCED.sub("", page.read_text(encoding="utf-8"))):
        if link.startswith(("http:", "https:")) or "=" in link:
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link
