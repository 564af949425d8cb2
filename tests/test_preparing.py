"""Every part that is compiled ahead can be, and none is left out."""

from __future__ import annotations

import pytest

from bookmaker import preparing
from bookmaker.techniques import engine


@pytest.mark.parametrize("name", preparing.parts())
def test_a_part_is_compiled(name: str) -> None:
    assert preparing.run(name) == name


def test_every_harder_tier_is_a_part_of_its_own() -> None:
    modules = [getattr(search, "py_func", search).__module__.rpartition(".")[2] for search, _ in engine.harder()]
    assert len(set(modules)) == len(modules)
    assert set(modules) <= set(preparing.parts())
