"""The key `cover` of a spec: designs, palettes, colours, files and templates, and what is said of wrong ones."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from book_data import loaded
from own_page_data import picture

from bookmaker.base.errors import SpecError
from bookmaker.base.units import INCH
from bookmaker.printing.covers import design as designs
from bookmaker.printing.covers.design import ROLES
from bookmaker.publishing.book.spec import spec_file as specs
from bookmaker.publishing.book.spec.cover_keys import Cover

START = "book: {title: A}\nsections: [{title: B, puzzles: {count: 1}}]\n"


def cover_of(folder: Path, written: str) -> Cover:
    cover = loaded(folder, f"{START}cover: {{{written}}}\n").cover
    assert cover is not None
    return cover


def faults(folder: Path, written: str) -> list[tuple[int, str, str]]:
    """Column behind `cover: `, message and advice of each fault."""
    with pytest.raises(SpecError) as caught:
        cover_of(folder, written)
    found = [one for one in caught.value.faults if one.place is not None and one.place.path.endswith("book.yaml")]
    assert all(one.place is not None and one.place.line == 3 for one in found)
    return [(one.place.column - 7, one.message, one.advice) for one in found]  # type: ignore[union-attr, operator]


def test_a_design_is_one_that_is_shipped_or_a_file_beside_the_spec(tmp_path: Path) -> None:
    names = designs.names()
    assert cover_of(tmp_path, "").look() == designs.find(designs.USUAL, tmp_path)
    for name in names[:3]:
        if not designs.find(name, tmp_path).shows_photo:
            assert cover_of(tmp_path, f"design: {name}").look() == designs.find(name, tmp_path)
    assert faults(tmp_path, "design: pencl") == [
        (10, "there is no cover design `pencl`", f"did you mean `pencil`? there are {', '.join(names)}")
    ]
    (tmp_path / "mine.yaml").write_text("base: pencil\n")
    assert cover_of(tmp_path, "design: mine.yaml").design == "mine.yaml"
    (tmp_path / "mine.yaml").write_text("base: pencil\nzzz: 1\n")
    assert faults(tmp_path, "design: mine.yaml") == [
        (10, "the cover design `mine.yaml` has faults of its own", "they are listed with its file")
    ]


def test_a_palette_is_one_of_its_design(tmp_path: Path) -> None:
    names = [palette.name for palette in designs.find("pencil", tmp_path).palettes]
    assert cover_of(tmp_path, f"palette: {names[-1]}").palette == names[-1]
    assert faults(tmp_path, "palette: zzz") == [
        (11, "the cover design `pencil` has no palette `zzz`", f"there are {', '.join(names)}")
    ]


def test_a_design_that_shows_an_image_needs_one(tmp_path: Path) -> None:
    (tmp_path / "i.png").write_bytes(picture(30, 30, "RGB", (0, 0, 0)))
    (name,) = [name for name in designs.names() if designs.find(name, tmp_path).shows_photo][:1]
    assert faults(tmp_path, f"design: {name}") == [
        (10, f"the cover design `{name}` shows an image of yours", "name it, such as `image: photo.jpg`")
    ]
    assert cover_of(tmp_path, f"design: {name}, image: i.png").image == "i.png"
    assert faults(tmp_path, "image: no.png") == [
        (9, "`image`: there is no file `no.png`", f"looked in the folder of the spec, {tmp_path}")
    ]


def test_colours_have_roles_and_are_told_all_together(tmp_path: Path) -> None:
    one = dict(cover_of(tmp_path, 'colours: {ground: "#1d3557"}').colours)
    assert list(one) == ["ground"]
    assert cover_of(tmp_path, "colours: {}").colours == ()
    found = faults(tmp_path, 'colours: {grond: "#1d3557", zzzzzz: "#000000", ground: nothing}')
    assert [(column, message) for column, message, _ in found[:2]] == [
        (12, "`colours` has no role `grond`"),
        (30, "`colours` has no role `zzzzzz`"),
    ]
    assert [advice for _, _, advice in found] == [
        "did you mean `ground`?",
        f"there are {', '.join(ROLES)}",
        "put it in quotes: YAML takes a number sign for a comment",
    ]
    assert found[2][1].startswith("`ground` ") and len(found) == 3


def test_the_schema_of_colours_has_each_role() -> None:
    schema: Any = json.loads(json.dumps(specs.json_schema()))["properties"]["cover"]["properties"]["colours"]
    assert list(schema["properties"]) == list(ROLES) and schema["additionalProperties"] is False
    for role in ROLES:
        assert schema["properties"][role]["description"] == f"The colour of {role.replace('_', ' ')}."


def test_templates_of_printers_are_found_by_their_names(tmp_path: Path) -> None:
    one = "{for: kdp, sheet: 14x10in, spine: 0.5in, wrap: 0.6in}"
    other = "{for: ingramspark, sheet: 15x11in, spine: 0.6in, wrap: 0.7in, hinge: 0.4in}"
    assert cover_of(tmp_path, "").template_for("kdp") is None
    single = cover_of(tmp_path, f"template: {one}")
    assert single.template_for("ingramspark") is None
    found = single.template_for("kdp")
    assert found is not None
    figures = found.figures()
    assert figures.sheet == pytest.approx((14 * INCH, 10 * INCH))
    assert (figures.spine, figures.wrap, figures.hinge) == pytest.approx((0.5 * INCH, 0.6 * INCH, 0.0))
    both = cover_of(tmp_path, f"template: [{one}, {other}]").template_for("ingramspark")
    assert both is not None and both.figures().hinge == pytest.approx(0.4 * INCH)
    assert both.figures().wrap == pytest.approx(0.7 * INCH) and both.figures().spine == pytest.approx(0.6 * INCH)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("isbn: 978-0-306-40615-8", "`isbn` is not an ISBN: after these digits the last one must be 7, not 8"),
        ("price: many", "`price` "),
    ],
)
def test_numbers_of_the_barcode_are_proven(tmp_path: Path, written: str, said: str) -> None:
    ((_, message, _),) = faults(tmp_path, written)
    assert message.startswith(said)
    for good in ("USD 12.99", "90000", "none"):
        assert cover_of(tmp_path, f"price: {good}").price == good
