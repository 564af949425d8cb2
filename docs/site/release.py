"""``python -m docs.site.release DIST``: try the wheel in an environment of its own, and write the release notes.

The three jobs are done there: a book, submissions judged and mended, an answer key. The notes are a part of the changelog.
``--others`` in place of DIST tries the checkout with a puzzle by each Python that is here, but not the one of this environment.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from bookmaker.version import VERSION

ROOT = Path(__file__).parents[2]
CHANGELOG = ROOT / "CHANGELOG.md"
PROPER = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PYTHONS = ("3.11", "3.12", "3.13")
"""Those that the metadata names; each that is here is tried."""

Jobs = tuple[tuple[str, str, int, str | None], ...]
JOBS: Jobs = (
    ("init", "mybook", 0, "mybook/book.yaml"),
    ("build", "mybook/book.yaml", 0, "build/mybook/interior.pdf"),
    ("verify", "letters.txt", 5, None),
    ("fix", "letters.txt -o mended.txt", 0, "mended.txt"),
    ("answers", "mended.txt -o key.pdf", 0, "key.pdf"),
)
"""A command, its arguments, its exit code, and a file that it writes."""

FEW_JOBS: Jobs = (
    ("generate", "--size 4 -o small.txt", 0, "small.txt"),
    *JOBS[2:3],
    ("answers", "small.txt -o key.pdf", 0, "key.pdf"),
)
"""Some that compile little."""


def notes(changelog: str, version: str = VERSION) -> str:
    """The part of the changelog for a version, or for what is not released yet. Raises ValueError where it has neither."""
    parts = dict(re.findall(r"^## (\S+)[^\n]*\n(.*?)(?=^## |\Z)", changelog, re.MULTILINE | re.DOTALL))
    found = parts.get(version, parts.get("Unreleased", "")).strip()
    if not found:
        raise ValueError(f"CHANGELOG.md says nothing of {version}")
    return found + "\n"


def pythons() -> list[str]:
    """Each Python of PYTHONS that is here, also where pyenv keeps those that it does not use."""
    ask = ["-c", "import sys; print(*sys.version_info[:2], sep='.')"]
    found = []
    for version in PYTHONS:
        kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
        for name in (shutil.which(f"python{version}"), *map(str, kept.glob(f"{version}.*/bin/python{version}"))):
            said = subprocess.run([name, *ask], capture_output=True, text=True, check=False) if name else None
            if name and said and said.stdout.strip() == version:
                found.append(name)
                break
    return found or [sys.executable]


def tried(wheel: Path, python: str, jobs: Jobs = JOBS) -> list[str]:
    """The faults of jobs that are done by a wheel, or a checkout, in an environment of its own."""
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        subprocess.run([python, "-m", "venv", folder / "venv"], check=True)
        scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        settings = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
        install = [
            scripts / "python",
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            wheel.resolve(),
        ]
        subprocess.run(install, check=True, cwd=folder, env=settings)
        (folder / "letters.txt").write_text(f"{PROPER}\n{PROPER[:-2]}..\n", encoding="utf-8")
        for command, words, code, written in jobs:
            done = subprocess.run(
                [scripts / "bookmaker", command, *words.split()],
                cwd=folder,
                env=settings,
                capture_output=True,
                text=True,
                check=False,
            )
            print(f"{python}: bookmaker {command} {words}: exit code {done.returncode}", flush=True)
            if done.returncode != code or (written and not (folder / written).is_file()):
                faults.append(f"{python}: bookmaker {command} {words}: {done.returncode}\n{done.stderr}")
    return faults


def others() -> int:
    """Try the checkout by each other Python; 1 if a job failed. One that nothing can be installed for is named only."""
    faults = []
    for python in pythons():
        if python == sys.executable or Path(python).name == "python{}.{}".format(*sys.version_info[:2]):
            continue
        try:
            faults += tried(ROOT, python, FEW_JOBS)
        except subprocess.CalledProcessError as error:
            print(f"{python}: not tried: {error}")
    print(*faults, sep="\n")
    return int(bool(faults))


def main(words: list[str]) -> int:
    """Try the wheel of a folder and write ``notes.md`` there; 1 if a job failed."""
    if words == ["--others"]:
        return others()
    folder = Path(words[0])
    (wheel,) = folder.glob("*.whl")
    (folder / "notes.md").write_text(notes(CHANGELOG.read_text(encoding="utf-8")), encoding="utf-8")
    if "[project.urls]" not in (ROOT / "pyproject.toml").read_text(encoding="utf-8"):
        print(
            "note: pyproject.toml has no [project.urls] yet: on the index the README needs whole addresses of its pictures"
        )
    faults = [fault for python in pythons() for fault in tried(wheel, python)]
    print(*faults, sep="\n")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
