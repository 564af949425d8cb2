"""Records of books and pages never change: they are shared, kept in caches, and compared by what they hold."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import pytest

import bookmaker.book


@pytest.mark.parametrize("name", sorted(one.name for one in pkgutil.iter_modules(bookmaker.book.__path__)))
def test_records_of_a_book_are_frozen(name: str) -> None:
    module = importlib.import_module(f"bookmaker.book.{name}")
    own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    for record in filter(dataclasses.is_dataclass, own):
        assert record.__dataclass_params__.frozen, record  # type: ignore[attr-defined]
