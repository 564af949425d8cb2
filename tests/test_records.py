"""Records of books never change: they are shared, kept in caches, and compared by what they hold."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import bookmaker.publishing.book


def test_records_of_a_book_are_frozen() -> None:
    found = []
    for name in (one.name for one in pkgutil.iter_modules(bookmaker.publishing.book.__path__)):
        module = importlib.import_module(f"bookmaker.publishing.book.{name}")
        own = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
        found += [record for record in own if dataclasses.is_dataclass(record)]
    assert len(found) > 40
    assert [record for record in found if not record.__dataclass_params__.frozen] == []  # type: ignore[attr-defined]
