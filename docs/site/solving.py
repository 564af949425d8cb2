"""Techniques, ideas of clues, kinds and formats, in words; :mod:`docs.site.pictures` draws them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bookmaker.base import language, resources
from bookmaker.formats import FORMATS
from bookmaker.formats.apps import DECLARED
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.declare import Level
from bookmaker.logic.techniques.families import worded_as
from bookmaker.printing.covers import design
from bookmaker.printing.styles import style
from bookmaker.publishing.explain.ideas.table import NAMES
from bookmaker.puzzles.rules.kinds import KINDS
from docs.site.ideas import CASES
from docs.site.keys import cell
from docs.site.pictures import pictured_techniques

WORDS = language.techniques("en")


def pages() -> dict[str, str]:
    """The Markdown of each page by its name."""
    return {"techniques": techniques(), "ideas": ideas(), "file-formats": formats(), "gallery": gallery()}


def techniques() -> str:
    """The page of techniques, by level."""
    parts = [
        "# Techniques\n",
        f"The {len(BY_NAME)} techniques by which puzzles are graded, by level and score. Each picture is drawn "
        "by the program from a puzzle that needs the technique. Names stand in `requires`, `hardest`, `avoid` and `lesson`.\n",
    ]
    drawn = pictured_techniques()
    for level in Level:
        of_level = [one for one in BY_NAME.values() if one.level == level]
        if not of_level:
            continue
        parts.append(f"## {str(level).capitalize()}\n")
        for one in of_level:
            name = language.plain(WORDS.text(f"name.{one.name}"))
            parts += [f"### {name}\n", f"`{one.name}`, score {one.score}\n"]
            parts += [f"{paragraph}\n" for paragraph in taught(one.name)]
            if one.name in drawn:
                parts.append(f"![{name}](pictures/technique-{one.name}.png)\n")
    return "\n".join(parts)


def taught(name: str) -> Iterator[str]:
    """The text by which books explain a technique."""
    # The text of a Killer's technique names sums; here they are those of a 9x9.
    sums = {"whole": "45", "three_most": "24", "low": "7", "middle": "8", "high": "9"}
    for paragraph in WORDS.paragraphs(f"text.{worded_as(name)}", **sums, example=""):
        if text := re.sub(r"([*_<>])", r"\\\1", language.plain(paragraph)).strip():
            yield text


def ideas() -> str:
    """The page of what people see in clues."""
    parts = [
        "# Ideas of clues\n",
        "What a person sees in dots, signs, lines and sums, in the order of ease. Explanations name them.\n",
    ]
    for name in NAMES:
        heading = language.plain(WORDS.text(f"idea-name.{name}"))
        rule, size, *_ = CASES[name]
        parts += [f"## {heading[:1].upper()}{heading[1:]}\n", f"`{name}`, here in `{rule}` of size {size}\n"]
        parts.append(f"![{heading}](pictures/idea-{name}.png)\n")
    return "\n".join(parts)


_PARTS = {
    "givens": "",
    "cages": "cages",
    "clues": "clues",
    "regions": "regions",
    "answer": "the answer",
    "name": "the name",
    "several": "several grids",
    "boxes": "boxes of any shape",
    "kind": "the kind",
    "candidates": "candidates",
}


def formats() -> str:
    """The page of formats that can be written, with the parts and the sizes that each holds."""
    parts = [
        "# Formats\n",
        "Formats that `bookmaker convert --to` writes and all commands read. What a format has no room for is reported "
        "as lost, or refused where the puzzle would be another without it. [Formats](../formats.md) lists everything that can be "
        "read, and the kinds that other programs know.\n",
        "| format | holds | sizes |",
        "|---|---|---|",
    ]
    for name in DECLARED:
        one = FORMATS[name]
        held = ", ".join(filter(None, (_PARTS.get(part, part) for part in sorted(one.holds)))) or "givens alone"
        sizes = "all" if one.sizes is None else ", ".join(map(str, sorted(one.sizes)))
        parts.append(f"| `{name}` | {cell(held)} | {sizes} |")
    return "\n".join([*parts, ""])


def gallery() -> str:
    """The page of styles, layouts and covers as pictures."""
    parts = ["# Gallery\n", "## Styles\n"]
    for name in style.names():
        parts += [
            f"### {name}\n",
            f"{style.find(name).about}\n",
            f"![Pages in the style {name}](pictures/style-{name}.png)\n",
        ]
    parts.append("## Layouts\n")
    for name in resources.names("layouts", ".yaml"):
        parts += [f"### {name}\n", f"![A page of the layout {name}](pictures/layout-{name}.png)\n"]
    parts += [
        "## Covers\n",
        "![The front of one book in the shipped designs](../../examples/pages/covers.png)\n",
        "| design | use | palettes |",
        "|---|---|---|",
    ]
    for name in design.names():
        one = design.find(name)
        parts.append(f"| `{name}` | {cell(one.about)} | {', '.join(palette.name for palette in one.palettes)} |")
    return "\n".join([*parts, ""])


def kinds(text: str) -> str:
    """The page of kinds with a picture of each: ``text`` is that of ``docs/kinds.md``."""
    drawn = {kind: f"\n| `{kind}`<br>![{kind}](reference/pictures/kind-{kind}.png) |" for kind in KINDS}
    rules, heading, usual = text.partition("\n## Usual scores and minutes")
    for kind, cells in drawn.items():
        rules = rules.replace(f"\n| `{kind}` |", cells)
    return rules + heading + usual
