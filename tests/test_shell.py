"""Scripts and pages made from the parser, and what is said on standard error."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from conftest import Run

from bookmaker.cli.arguments import COMMANDS, whole_parser

SMALL = "...4.3....2..2.3"


def test_the_manual_names_every_command_and_option(run: Run) -> None:
    page = run("manual").out.replace("\\-", "-").replace("\\fR", "").replace("\\fB", "")
    (commands,) = (action.choices for action in whole_parser()._actions if isinstance(action.choices, dict))
    assert set(commands) == {command.name for command in COMMANDS}
    for name, parser in commands.items():
        assert f".SS bookmaker {name}\n" in page
        assert all(flag in page for action in parser._actions for flag in action.option_strings if flag != "-h")
    assert all(line[:1] != "." or line.split(" ")[0] in _REQUESTS for line in page.splitlines())


_REQUESTS = (".TH", ".SH", ".SS", ".TP", ".B", ".I", ".nf", ".fi")


@pytest.mark.parametrize("shell", ["bash", "zsh", "tcsh"])
def test_a_shell_completes_commands(shell: str, run: Run, tmp_path: Path) -> None:
    pytest.importorskip("shtab")
    script = run("completion", shell).out
    assert all(word in script for word in ("generate", "bank", "kinds"))
    if shell == "bash":
        (tmp_path / "script").write_text(script)
        assert subprocess.run(["bash", "-n", tmp_path / "script"], check=False).returncode == 0


def test_quiet_leaves_faults_only_and_verbose_says_steps(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{SMALL}\n{SMALL[:-1]}x\n{'.' * 16}\n")
    usual, quiet, verbose = (run(*how, "grade", "p.txt") for how in ((), ("--quiet",), ("--verbose",)))
    assert usual.out == quiet.out == verbose.out == run("grade", "--quiet", "p.txt").out
    assert "note:" in usual.err and "note:" not in quiet.err and "p.txt:2:16:" in quiet.err
    assert "convert: " in run("convert", "--verbose", "--to", "grid", "p.txt").err
    assert run("--quiet", "--verbose", "grade", "p.txt").code == 2
