"""Styles outside of books: sheets and keys in any style, and the JSON Schema of style files."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pikepdf
import pytest
import yaml
from conftest import PUZZLE

from bookmaker.base.resources import find
from bookmaker.cli import main
from bookmaker.printing.styles import style


def fonts(path: Path) -> set[str]:
    with pikepdf.open(path) as pdf:
        return {
            str(font.BaseFont).partition("+")[2]
            for page in pdf.pages
            for font in page.Resources.get("/Font", {}).values()
        }


@pytest.mark.parametrize("command", [["render"], ["render", "--answers"], ["answers"]])
def test_sheets_and_keys_take_a_style(command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("p.txt").write_text(PUZZLE + "\n", encoding="utf-8")
    Path("mine.yaml").write_text("base: children\nabout: mine\nfaces: {number: Lato-Black}\n", encoding="utf-8")
    found = []
    for name in ("classic", "children", "mine.yaml"):
        assert main([*command, "p.txt", "-o", "out.pdf", "--style", name]) == 0
        found.append(fonts(Path("out.pdf")))
    assert any("NotoSans" in font for font in found[0])
    assert any("Andika" in font for font in found[1] & found[2])
    assert any("Lato" in font for font in found[2] - found[1])
    assert main([*command, "p.txt", "-o", "out.pdf", "--style", "childish"]) == 3


def test_the_schema_of_styles_takes_the_shipped_ones_and_refuses_others(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "--style"]) == 0
    schema = json.loads(capsys.readouterr().out)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    for name in style.names():
        path = find("layouts/styles", f"{name}.yaml")
        assert path is not None
        assert not list(validator.iter_errors(yaml.safe_load(path.read_text(encoding="utf-8"))))
    for wrong in (
        {"about": "no base"},
        {"base": "childish"},
        {"base": "classic", "grid": {"digits": 0.5}},
        {"base": "classic", "grid": {"digit": "0.5pt"}},
    ):
        assert list(validator.iter_errors(wrong)), wrong
