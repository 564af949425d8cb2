"""JSON text to Python values, and a puzzle's faults with their paths. Hostile text ends in a fault as any other does."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

_SHOWN = 40


class WrongError(Exception):
    """What is wrong with an object, caught by the reader of the text.

    ``path`` names the part of the object, ``""`` the whole; ``line`` counts lines from where it begins, ``column`` is 0 where no
    other than its beginning is known. ``cut``: the text ends before its JSON does.
    """

    def __init__(
        self, message: str, path: str = "", advice: str = "", line: int = 0, column: int = 0, cut: bool = False
    ) -> None:
        super().__init__(message)
        self.message, self.path, self.advice, self.line, self.column = message, path, advice, line, column
        self.cut = cut


def shorten(value: Any) -> str:
    """A value as a message shows it: its beginning."""
    try:
        text = json.dumps(value, ensure_ascii=False)
    except (ValueError, RecursionError):
        text = "this"
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def pairs_of(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object from its pairs. Raises WrongError for a key that stands twice."""
    made = dict(pairs)
    if len(made) < len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise WrongError(f"the key {shorten(name)} stands twice in one object")
            seen.add(name)
    return made


def _constant(name: str) -> Any:
    raise WrongError(f"{name} is no number")


def decoder(pairs: Callable[[list[tuple[str, Any]]], Any] = pairs_of) -> json.JSONDecoder:
    """A decoder that makes objects by a function of their pairs."""
    return json.JSONDecoder(object_pairs_hook=pairs, parse_constant=_constant)


_DECODER = decoder()


def loads(text: str, at: int = 0, decoder: json.JSONDecoder = _DECODER) -> tuple[Any, int]:
    """The JSON value that begins at ``text[at]``, and where it ends. Raises WrongError."""
    end = text.find("\n", at)
    if end >= 0:
        # Mostly a value ends with its line; where it does not, the error of a long text is costly to find a line for.
        try:
            found, used = decoder.raw_decode(text[at:end])
            return found, at + used
        except (ValueError, RecursionError) as error:
            if isinstance(error, json.JSONDecodeError) and error.pos < end - at:
                raise _located(error) from None
    return load_here(text, at, decoder)


def _located(error: json.JSONDecodeError, text: str = "", at: int = 0) -> WrongError:
    lines = text.count("\n", at, error.pos)
    if text and error.msg.startswith(_UNTERMINATED):
        # A text may not run over the end of a line: this is the last one.
        message = "the JSON is cut short: the text that begins here has no end"
        return WrongError(message, line=lines, column=error.colno, cut=True)
    if text and not text[error.pos :].strip():
        end = len(text[: error.pos].rstrip())
        column = end - text.rfind("\n", 0, end)
        return WrongError(
            "the JSON is cut short: it ends here", line=text.count("\n", at, end), column=column, cut=True
        )
    return WrongError(f"this is no JSON: {error.msg[0].lower() + error.msg[1:]}", line=lines, column=error.colno)


_UNTERMINATED = "Unterminated string"


def load_here(text: str, at: int, decoder: json.JSONDecoder = _DECODER) -> tuple[Any, int]:
    """As :func:`loads`, for a text whose values do not end with their lines."""
    try:
        found: tuple[Any, int] = decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _located(error, text, at) from None
    except RecursionError:
        raise WrongError("JSON nested too deeply to be a puzzle") from None
    except ValueError:
        raise WrongError("a number with too many digits") from None
    return found
