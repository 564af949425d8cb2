"""The fields of an order are declared once: nothing that makes puzzles has another list."""

from __future__ import annotations

import argparse
import inspect

import bookmaker
from bookmaker.cli.puzzle_arguments import generate_arguments
from bookmaker.logic.generation.order import order_for
from bookmaker.logic.generation.order_fields import ORDER_FIELDS
from bookmaker.publishing.book.spec.puzzle_keys import Generated


def test_an_order_has_just_the_declared_fields() -> None:
    words = inspect.signature(order_for).parameters
    assert set(words) == set(ORDER_FIELDS)
    assert {name: words[name].default for name in ORDER_FIELDS} == {
        name: field.default for name, field in ORDER_FIELDS.items()
    }


def test_the_python_function_the_command_and_the_spec_have_them_too() -> None:
    words = inspect.signature(bookmaker.generate).parameters
    assert set(ORDER_FIELDS) == set(words) - {"count", "seed", "jobs", "grade"}
    assert all(words[name].default == field.default for name, field in ORDER_FIELDS.items())
    own = {"count", "seed", "jobs", "json", "records", "output", "no_grade", "explain_pattern"}
    generate_arguments(command := argparse.ArgumentParser())
    assert set(ORDER_FIELDS) == set(vars(command.parse_args([]))) - own
    keys = {name for name, field in ORDER_FIELDS.items() if field.key}
    assert keys == set(Generated.__dataclass_fields__) - {"node", "count", "stock", "instead", "keep"}
