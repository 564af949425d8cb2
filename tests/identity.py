"""What the program writes, as digests: a list made by one version that later ones are held to.

``python tests/identity.py LIST`` writes the digest of every artefact into LIST; ``--quick`` leaves out the books that take long.
A change that alters bytes on purpose makes the list anew, and its commit names each artefact that moved, and why.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
DATA = ROOT / "tests" / "data"

QUICK_BOOKS = ("starter", "children", "pocket")
"""Examples that are built in a few seconds each."""

COMMANDS = (
    *("build", "cover", "preview", "check", "lock", "series", "schema", "styles", "init", "solve", "bench", "grade"),
    *("techniques", "verify", "convert", "answers", "canon", "generate", "bank", "daily", "catalogue", "stock"),
    *("explain", "hint", "fix", "render", "booklet", "proof", "prepare"),
)

SAMURAI = """
book: {title: Five in one, author: A. Setter}
seed: 7
page: {trim: letter}
front_matter: [title-page, how-to-play]
sections:
- title: Samurai
  puzzles: {kind: samurai, count: 2, difficulty: easy}
  layout: one-up
back_matter: [hints]
"""

GENERATED = (
    ("--count", "5", "--difficulty", "hard", "--seed", "3"),
    ("--count", "3", "--kind", "killer", "--difficulty", "medium", "--seed", "3"),
    ("--count", "2", "--kind", "jigsaw", "--seed", "3"),
    ("--count", "2", "--kind", "kropki", "--size", "6", "--seed", "3"),
    ("--count", "4", "--difficulty", "any", "--minimal", "--seed", "3"),
)


PRINTED = (("--help",), ("schema",), ("schema", "--style"), ("techniques",))
"""Commands that print a text of the program's own."""

SETTINGS = {"COLUMNS": "100", "BOOKMAKER_CACHE_DIR": "", "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
"""The environment that decides how a text is printed."""


def _run(folder: Path, *words: str) -> bytes:
    """What a command prints, standard error after standard output, in a terminal of 100 columns without colours."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **SETTINGS}
    done = subprocess.run(
        [sys.executable, "-m", "bookmaker", *words], cwd=folder, env=environment, capture_output=True, check=False
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout + b"\n" + done.stderr + str(done.returncode).encode()


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _files(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield str(path.relative_to(folder)), _digest(path.read_bytes())


def texts(folder: Path) -> Iterator[tuple[str, str]]:
    """Helps, schemas and JSON of puzzle files: (name, digest)."""
    for name in COMMANDS:
        yield f"help {name}", _digest(_run(folder, name, "--help"))
    for words in PRINTED:
        yield " ".join(words), _digest(_run(folder, *words))
    for words in GENERATED:
        yield f"generate {' '.join(words)}", _digest(_run(folder, "generate", "--json", *words))
    shutil.copytree(DATA / "wild", folder / "wild")
    shutil.copytree(DATA / "puzzles", folder / "puzzles")
    kinds = (DATA / "every_kind.jsonl").read_text(encoding="utf-8").splitlines()
    (folder / "kinds.jsonl").write_text("\n".join(kinds[::4]) + "\n", encoding="utf-8")
    wild = sorted(str(path.relative_to(folder)) for path in (folder / "wild").iterdir() if path.suffix != ".md")
    for command in ("verify", "solve", "grade", "fix"):
        yield f"{command} wild", _digest(_run(folder, command, "--json", *wild))
        yield f"{command} mixed", _digest(_run(folder, command, "--json", "puzzles/mixed.txt"))
    for command in ("verify", "grade", "explain"):
        yield f"{command} kinds", _digest(_run(folder, command, "--json", "kinds.jsonl"))
    bank = folder / "old.bank"
    shutil.copy(DATA / "bank-0.20.bank", bank)
    yield "bank of 0.20", _digest(_run(folder, "bank", "find", "old.bank", "--json"))


def books(folder: Path, names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every file of the books of the examples of these names, and of a Samurai: (book/file, digest)."""
    for name in names:
        place = folder / name
        place.mkdir()
        for path in (ROOT / "examples").iterdir():
            if path.is_file() and path.suffix in (".txt", ".jsonl"):
                shutil.copy(path, place)
        shutil.copytree(ROOT / "examples" / "own", place / "own")
        before = {path for path in place.rglob("*") if path.is_file()}
        if name == "samurai":
            (place / "samurai.yaml").write_text(SAMURAI, encoding="utf-8")
        else:
            text = (ROOT / "examples" / f"{name}.yaml").read_text(encoding="utf-8")
            seeded = text if "\nseed:" in text else f"{text}\nseed: 1\n"
            (place / f"{name}.yaml").write_text(seeded, encoding="utf-8")
        yield f"{name}: what is said", _digest(_run(place, "build", f"{name}.yaml"))
        for path, digest in _files(place):
            if place / path not in before:
                yield f"{name}/{path}", digest
    if "samurai" in names:
        for style in ("newspaper", "large-print"):
            out = folder / f"{style}.png"
            words = ("render", str(ROOT / "examples" / "puzzles.txt"), "--style", style, "--output", str(out))
            _run(folder, *words)
            if out.is_file():
                yield f"render {style}.png", _digest(out.read_bytes())


def all_books() -> tuple[str, ...]:
    """The names of all examples that are books, and the Samurai."""
    found = sorted(path.stem for path in (ROOT / "examples").glob("*.yaml"))
    return (*(name for name in found if name not in ("cover", "photographs")), "samurai")


def main(words: list[str]) -> None:
    """Write the list."""
    quick = "--quick" in words
    [target] = [word for word in words if not word.startswith("--")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "texts").mkdir()
        lines = [f"{digest}  {what}" for what, digest in texts(folder / "texts")]
        lines += [f"{digest}  {what}" for what, digest in books(folder, QUICK_BOOKS if quick else all_books())]
    Path(target).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
