"""The English of docstrings, comments and messages, measured: how often idioms come that are read twice.

``python tests/prose.py`` prints the words of each door, and of the ``pages`` in Markdown, and, per 1,000 of them, each idiom;
``python tests/prose.py DOOR`` its places.
The idioms are those in which this project's prose differed most from that of OCRmyPDF: "stand" where something is,
"what a thing shows" in place of a noun, and "is no" in place of "is not a".
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "bookmaker"

IDIOMS = {
    "stand": re.compile(r"\b(?:stands?|stood|standing)\b", re.I),
    "what": re.compile(r"\bwhat (?:an?|the|is|are|has|have|no|it|they) ", re.I),
    "no": re.compile(r"\b(?:is|are|was|were) no [a-z]+", re.I),
}
"""Names and patterns."""

MOST = 0.5
"""How often each may come among 1,000 words of a door."""


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a module, from the outermost; the first one is the module itself."""
    found: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    for node in found:  # It grows as it is read: ``ast.walk`` takes twice as long.
        for field in vars(node).values():
            if isinstance(field, list):
                found += [one for one in field if isinstance(one, ast.AST)]
            elif isinstance(field, ast.AST) and not isinstance(field, ast.expr_context):
                found.append(field)
    return tuple(found)


_WORD = re.compile(r"[A-Za-z]{2,}")
_STRING_OR_COMMENT = re.compile(
    r"""
    "{3}(?:[^"\\]|\\.|"(?!""))*"{3} | '{3}(?:[^'\\]|\\.|'(?!''))*'{3}
    | "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' | (?P<comment>\#[^\n]*)
    """,
    re.S | re.X,
)


def comments(source: str) -> Iterator[tuple[int, str]]:
    """Each comment of a module with its line. A ``#`` in a string begins none.

    Python's own ``tokenize`` finds the same, and takes ten times as long.
    """
    line = begun = 0
    for found in _STRING_OR_COMMENT.finditer(source):
        if found["comment"]:
            line += source.count("\n", begun, found.start())
            begun = found.start()
            yield line + 1, found[0].lstrip("# ")


def prose(path: Path) -> Iterator[tuple[int, str]]:
    """Every docstring, comment and message of a module with its line: texts of three words and more."""
    formatted: set[int] = set()
    for node in nodes(path):
        if isinstance(node, ast.JoinedStr):
            parts = [part for part in node.values if isinstance(part, ast.Constant)]
            formatted |= {id(part) for part in parts}
            text = " ".join(str(part.value) for part in parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in formatted:
            text = node.value
        else:
            continue
        if " " in text.strip() and len(_WORD.findall(text)) > 2:
            yield node.lineno, text
    yield from comments(path.read_text(encoding="utf-8"))


def pages() -> list[Path]:
    """The pages in Markdown that are written by hand and say how the program is now: neither releases nor the list of kinds."""
    root = PACKAGE.parent
    found = [path for path in (root / "docs").rglob("*.md") if "releases" not in path.parts and path.stem != "kinds"]
    return sorted([root / "README.md", root / "ARCHITECTURE.md", *found])


def paragraphs(path: Path) -> Iterator[tuple[int, str]]:
    """The text of a page in Markdown, without code, by blocks, with the first line of each."""
    line = 1
    source = path.read_text(encoding="utf-8")
    plain = re.sub(r"^```.*?^```$", lambda code: "\n" * code[0].count("\n"), source, flags=re.M | re.S)
    for block in re.split(r"(\n\s*\n)", plain):
        if text := re.sub(r"`[^`]*`|\]\([^)]*\)", " ", block).strip():
            yield line, text
        line += block.count("\n")


def words(text: str) -> int:
    return len(re.findall(r"[A-Za-z']+", text))


def counted(paths: list[Path]) -> tuple[int, dict[str, list[tuple[Path, int, str]]]]:
    """The words of modules, and the places of each idiom."""
    total = 0
    found: dict[str, list[tuple[Path, int, str]]] = {name: [] for name in IDIOMS}
    for path in paths:
        # A comment of several lines is one text.
        read = paragraphs if path.suffix == ".md" else prose
        for line, text in read(path):
            total += words(text)
            flat = " ".join(text.split())
            for name, pattern in IDIOMS.items():
                found[name] += [(path, line, match[0]) for match in pattern.finditer(flat)]
    return total, found


def doors() -> list[str]:
    """The folders at the root of the package that hold modules."""
    return sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())


def rates(door: str) -> tuple[int, dict[str, float]]:
    """The words of a door, of a room such as ``logic/solve``, or of the ``pages``, and each idiom's rate among 1,000 of them."""
    total, found = counted(pages() if door == "pages" else sorted((PACKAGE / door).rglob("*.py")))
    return total, {name: 1000 * len(places) / max(total, 1) for name, places in found.items()}


if __name__ == "__main__":
    for asked in sys.argv[1:]:
        _, places = counted(pages() if asked == "pages" else sorted((PACKAGE / asked).rglob("*.py")))
        for each in places.values():
            for where, at, said in each:
                print(f"{where.relative_to(PACKAGE.parent)}:{at}: {said}")
    for each_door in sys.argv[1:] or [*doors(), "pages"]:
        count, often = rates(each_door)
        print(f"{each_door:20} {count:7} words  " + "  ".join(f"{name} {rate:.2f}" for name, rate in often.items()))
