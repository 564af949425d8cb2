"""Records of books never change: they are shared, kept in caches, and compared by what they hold."""

from __future__ import annotations

import dataclasses
import importlib
import pkgutil

import bookmaker.publishing.book


def test_records_of_a_book_are_frozen() -> None:
    found = []
    for one in pkgutil.walk_packages(bookmaker.publishing.book.__path__, "bookmaker.publishing.book."):
        module = importlib.import_module(one.name)
        own = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
        found += [record for record in own if dataclasses.is_dataclass(record)]
    assert len(found) > 40
    assert [record for record in found if not record.__dataclass_params__.frozen] == []  # type: ignore[attr-defined]
