"""What the pages before the puzzles say."""

from __future__ import annotations

from pathlib import Path

import pytest

from bookmaker.book.front_matter import copyright_paragraphs, rule_keys
from bookmaker.book.spec import load as load_spec
from bookmaker.language import languages, load
from bookmaker.variants import geometry

SPEC = """
book: {{title: A, author: B, language: {code}{more}}}
sections:
- {{title: C, puzzles: {{count: 1}}, layout: one-up}}
"""


def copyright_page(folder: Path, code: str, more: str = "") -> list[str]:
    path = folder / "book.yaml"
    path.write_text(SPEC.format(code=code, more=more), encoding="utf-8")
    return copyright_paragraphs(load(code), load_spec(path).book)


@pytest.mark.parametrize("code", languages())
def test_the_copyright_page_grants_nothing_and_advertises_nothing(code: str, tmp_path: Path) -> None:
    usual = copyright_page(tmp_path, code)
    assert not any("bookmaker" in text for text in usual)
    assert len(load(code).paragraphs("copyright.rights")) == 1
    named = copyright_page(tmp_path, code, ", imprint: true")
    assert named[:-1] == usual
    assert "bookmaker" in named[-1]
    own = copyright_page(tmp_path, code, ", rights: Copy what you like.")
    assert "Copy what you like." in own
    assert len(own) == len(usual)


def test_rules_are_explained_once_and_in_one_order() -> None:
    words = load("en")
    killer, both = geometry("killer"), geometry("killer-x")
    assert rule_keys(words, killer, [both]) == ["how.killer-x"]
    assert rule_keys(words, geometry(), [killer, geometry("x")]) == ["how.killer", "how.x"]
    assert rule_keys(words, both, [geometry("anti-king+x")]) == ["how.killer-x", "how.x", "how.anti-king"]
