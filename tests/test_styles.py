"""Style files: what they hold, what they stand on, and how their faults are reported."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from bookmaker.base import resources
from bookmaker.base.errors import ResourceError, SpecError
from bookmaker.printing.pages import layouts
from bookmaker.printing.styles import style

PACKAGE = Path(style.__file__).parent.parent
DRAWING = (
    "grids/clue_drawing",
    "grids/grid_drawing",
    "grids/step_drawing",
    "grids/step_picture",
    "text/diagrams",
    "text/lines",
    "text/text_blocks",
    "pages/columns",
    "pages/frontmatter",
    "pages/page_kinds",
)


def written(folder: Path, name: str, text: str) -> style.Style:
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    return style.find(f"{name}.yaml", folder)


def faults(folder: Path, text: str, **others: str) -> list[str]:
    for name, other in others.items():
        (folder / f"{name}.yaml").write_text(other, encoding="utf-8")
    with pytest.raises(SpecError) as caught:
        written(folder, "mine", text)
    return [str(fault).replace(f"{folder}/", "") for fault in caught.value.faults]


@pytest.mark.parametrize("name", style.names())
def test_every_shipped_style_is_sound_and_its_fonts_are_there(name: str) -> None:
    look = style.find(name)
    assert look.about
    assert look.all_faces()


def test_a_style_says_only_what_differs_from_its_base(tmp_path: Path) -> None:
    (tmp_path / "under.yaml").write_text("base: classic\ngrid: {box: 3pt, digit: 0.5}\n")
    look = written(tmp_path, "mine", "base: under.yaml\ngrid: {thin: 1pt, digit: 0.6}\nfolio: {size: 11pt}\n")
    usual = style.find()
    assert (look.grid.thin, look.grid.box, look.grid.digit) == (1.0, 3.0, 0.6)
    assert look.grid.shade == usual.grid.shade
    assert (look.folio.size, look.folio.drop) == (11.0, usual.folio.drop)
    assert look.face("title") is usual.face("title")


def test_faults_stand_where_they_were_written(tmp_path: Path) -> None:
    under = "base: classic\n\ngrid:\n  box: thick\n"
    assert faults(tmp_path, "base: under.yaml\nfolio: {size: 9}\nlables: {gap: 1}\n", under=under) == [
        "mine.yaml:2:15: `size` must be a length from 4pt to 400pt, not the number 9 (write the unit too, such as 9mm)",
        "mine.yaml:3:1: unknown key `lables` (did you mean `labels`?)",
        "under.yaml:4:8: `box` must be a length from 0.25pt to 20pt, not the text 'thick' (write a number and mm, cm, in or pt)",
    ]


def test_a_base_that_is_missing_or_leads_back_is_refused(tmp_path: Path) -> None:
    assert "mine.yaml:1:7: `base` must be" in faults(tmp_path, "base: nowhere\n")[0]
    (told,) = faults(tmp_path, "base: other.yaml\n", other="base: mine.yaml\n")
    assert told == "other.yaml:1:7: `base: mine.yaml` leads back to mine.yaml (name another)"


def test_a_style_without_base_says_everything(tmp_path: Path) -> None:
    assert faults(tmp_path, "about: mine\n") == [
        "mine.yaml:1:1: the file has no `base`, which gives the keys that it leaves out "
        "(write `base:` and `autumn`, `children`, `classic`, "
        "`course`, `gift`, `halloween`, `high-contrast`, `large-print`, `modern`, `newspaper`, `spring`, `summer` or `winter`)"
    ]
    whole = resources.find(style.FOLDER, "classic.yaml")
    assert whole is not None
    written = [line for line in whole.read_text(encoding="utf-8").splitlines() if not line.startswith("voice:")]
    (told,) = faults(tmp_path, "\n".join(written))
    assert told.endswith("the file has no `voice` (Whom the rules of the game speak to.)")


def test_a_font_and_a_layout_that_are_missing_are_reported_where_the_style_names_them(tmp_path: Path) -> None:
    look = written(tmp_path, "mine", "base: classic\nfaces: {title: Nope}\nanswer_layouts: [two-up, nope]\n")
    with pytest.raises(ResourceError, match=r"mine\.yaml:2:16: there is no font Nope\.ttf"):
        look.face("title")
    with pytest.raises(SpecError, match=r"mine\.yaml:3:26: there is no layout 'nope'"):
        layouts.find("nope", look)


@pytest.mark.parametrize("module", DRAWING)
def test_no_measure_of_the_look_stands_in_the_drawing_code(module: str) -> None:
    """No constant of a module is a number: sizes, widths, inks and gaps are the style's."""
    # How finely a size is searched, where words may be divided, and the least share of a cell that its candidates have.
    allowed = {"_SLACK", "_STEP", "_ROUNDS", "_LEAST_PIECE", "_LEAST_INNER"}
    # White, a number of a thing, the numbers of a byte, how finely lines and places for letters are searched, steps to a cell.
    allowed |= {"_PAPER", "_LETTER", "_BESIDE", "_BYTES", "_PIECES", "_TURNS", "_AHEAD", "_LONGEST"}
    # Of signs, whose forms do not change with the style: cells in a row, and how exactly a form is drawn.
    allowed |= {"_ONE_ROW", "_OUTLINE", "_ROUND"}
    for statement in ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            names = {name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name)}
            numbers = [n.value for n in ast.walk(statement.value) if isinstance(n, ast.Constant)]
            assert names <= allowed or not any(isinstance(n, int | float) for n in numbers), f"{module}: {names}"


def test_styles_ship_with_the_package() -> None:
    assert resources.find(style.FOLDER, "classic.yaml") is not None
