"""The pictures of the reference: each technique, idea, kind, style and layout, drawn by the program."""

from __future__ import annotations

import io
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pypdfium2
from PIL import Image

import bookmaker
from bookmaker.base import resources
from bookmaker.base.resources import package_digest
from bookmaker.base.units import parse_size
from bookmaker.logic.techniques import BY_NAME
from bookmaker.logic.techniques.families import Family
from bookmaker.printing.styles import style
from bookmaker.publishing.documents.style_pages import style_pages
from bookmaker.publishing.documents.technique_example import example, pictured, puzzle_of
from bookmaker.publishing.explain.ideas.table import NAMES, seen_by_a_person
from bookmaker.publishing.explain.solution_path import TEACH, ExplainedStep, explained_step
from bookmaker.publishing.explain.step_words import Speaker
from bookmaker.puzzles.rules.kinds import KINDS
from docs.site.ideas import position_of

ROOT = Path(__file__).parents[2]
_EVERY_KIND = ROOT / "tests" / "data" / "every_kind.jsonl"
_STEP_DPI, _KIND_DPI, _STYLE_DPI, _LAYOUT_DPI, _GREYS = 110, 110, 40, 45, 16


def names() -> list[str]:
    """The file of each picture: its sort and the name of what it shows."""
    return [
        *(f"technique-{name}.png" for name in pictured_techniques()),
        *(f"idea-{name}.png" for name in NAMES),
        *(f"kind-{name}.png" for name in kinds()),
        *(f"style-{name}.png" for name in style.names()),
        *(f"layout-{name}.png" for name in resources.names("layouts", ".yaml")),
    ]


def pictured_techniques() -> list[str]:
    """The techniques of which there is a picture; what a clue says by itself is shown by the ideas."""
    return [one.name for one in BY_NAME.values() if puzzle_of(one) is not None and one.name not in Family.CLUES.value]


def draw(file: str) -> bytes:
    """The picture of this file, a PNG in few greys."""
    sort, _, name = file.removesuffix(".png").partition("-")
    if sort == "technique":
        return in_greys(pictured(_example(name), ".png", "en", _STEP_DPI))
    if sort == "idea":
        return in_greys(pictured(idea(name), ".png", "en", _STEP_DPI))
    if sort == "kind":
        return in_greys(bookmaker.draw(kinds()[name], "png", width="45mm", dpi=_KIND_DPI))
    if sort == "style":
        return in_greys(style_pages([name], Path(), parse_size("6x9in"), _STYLE_DPI))
    return layout(name)


def make(folder: Path, jobs: int) -> None:
    """Draw all pictures into a folder. Those that this program drew there before are left as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    state, digest = folder / "program.txt", package_digest()
    if not state.is_file() or state.read_text(encoding="utf-8") != digest:
        for path in folder.iterdir():
            path.unlink()
    wanted = [name for name in names() if not (folder / name).is_file()]
    # Those of a sort one after another, so that each process loads few kernels.
    with ProcessPoolExecutor(jobs) as pool:
        for name, content in zip(wanted, pool.map(draw, wanted, chunksize=12), strict=True):
            (folder / name).write_bytes(content)
    state.write_text(digest, encoding="utf-8")


def kinds() -> dict[str, str]:
    """A puzzle of each kind, as JSON."""
    lines = _EVERY_KIND.read_text(encoding="utf-8").splitlines()
    found = {json.loads(line).get("kind", "classic"): line for line in lines}
    return {name: found[name] for name in KINDS if name in found}


def _example(name: str) -> ExplainedStep:
    shown = example(BY_NAME[name])
    assert shown is not None, name
    return shown


def idea(name: str) -> ExplainedStep:
    """The position in which an idea is seen, with its sentence."""
    position, step, _, _ = position_of(name)
    seen = seen_by_a_person(step, position) or step
    return explained_step(seen, 1, position, Speaker("en", position.geometry), TEACH)


def layout(name: str) -> bytes:
    """The first page, or the first two of a spread, that a layout makes of puzzles or answers."""
    lines = [*kinds().values()][:1] * 24
    answers = "use: answers" in (ROOT / "layouts" / f"{name}.yaml").read_text(encoding="utf-8")
    document = pypdfium2.PdfDocument(bookmaker.render(lines, layout=name, answers=answers, trim="6x9in"))
    count = 2 if name == "spread" else 1
    pages = [document[index].render(scale=_LAYOUT_DPI / 72).to_pil().convert("L") for index in range(count)]
    sheet = Image.new("L", (sum(page.width + 8 for page in pages) + 8, pages[0].height + 16), 176)
    for index, page in enumerate(pages):
        sheet.paste(page, (8 + index * (page.width + 8), 8))
    return _png(sheet)


def in_greys(png: bytes) -> bytes:
    """A picture in few greys."""
    return _png(Image.open(io.BytesIO(png)).convert("L"))


def _png(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.quantize(_GREYS, method=Image.Quantize.FASTOCTREE).save(out, "PNG")
    return out.getvalue()
