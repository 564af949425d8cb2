"""Catalogues: every word that a book prints, one file a language (``bookmaker/catalogues/<code>.yaml``); and the words of
the techniques, another (``catalogues/techniques/<code>.yaml``).

A catalogue is a tree of keys, written dotted (``copyright.rights``). A leaf is one text, a list of paragraphs, or a
mapping of CLDR plural forms (``one``, ``few``, ``many``, ``other``). Texts have named fields as in :meth:`str.format`;
a tilde is a no-break space, because the character itself cannot be seen in a file. Line breaking must therefore split
at ``" "`` only: :meth:`str.split` without an argument would break at no-break spaces too.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import Any

from bookmaker import resources
from bookmaker.errors import Fault, Place, ResourceError

_FOLDER = "catalogues"
_TECHNIQUES = "catalogues/techniques"
_FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})
_NO_BREAK_SPACE = "\u00a0"

Entry = str | tuple[str, ...] | Mapping[str, str]
"""A text, the paragraphs of one, or its plural forms."""


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _east_slavic(count: int) -> str:
    tens, units = count % 100, count % 10
    if units == 1 and tens != 11:
        return "one"
    return "few" if 2 <= units <= 4 and not 12 <= tens <= 14 else "many"


PLURALS: dict[str, tuple[Callable[[int], str], tuple[str, ...]]] = {
    "en": (_one_or_other, ("one", "other")),
    "es": (_one_or_other, ("one", "other")),
    "ru": (_east_slavic, ("one", "few", "many")),
}
"""For each language its rule (whole count -> CLDR plural form) and the forms that it needs."""


@dataclass(frozen=True)
class Catalogue:
    """All words of one language. Every failure to find or fill a text is a ResourceError naming the key."""

    code: str
    entries: Mapping[str, Entry]

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def text(self, key: str, **args: object) -> str:
        """The text under ``key`` with its fields filled. Fields that the text does not use are ignored."""
        entry = self._entry(key)
        if not isinstance(entry, str):
            raise self._broken(key, "is not a single text")
        return self._filled(key, entry, args)

    def plural(self, key: str, count: int, **args: object) -> str:
        """The text under ``key`` in the form that ``count`` asks for; ``{count}`` is printed by :meth:`number`."""
        entry = self._entry(key)
        if not isinstance(entry, Mapping):
            raise self._broken(key, "has no plural forms")
        form = PLURALS[self.code][0](count)
        if form not in entry:
            raise self._broken(key, f"lacks the plural form {form!r}")
        return self._filled(key, entry[form], {"count": self.number(count), **args})

    def paragraphs(self, key: str, **args: object) -> list[str]:
        """The paragraphs under ``key`` with their fields filled."""
        entry = self._entry(key)
        if not isinstance(entry, tuple):
            raise self._broken(key, "is not a list of paragraphs")
        return [self._filled(key, paragraph, args) for paragraph in entry]

    def number(self, count: int) -> str:
        """A whole number, its thousands grouped as the language does; Spanish and Russian leave four digits alone."""
        if abs(count) < int(self.text("grouping.from")):
            return str(count)
        return f"{count:,}".replace(",", self.text("grouping.separator"))

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every text of the catalogue with its key, unfilled; plural forms and paragraphs one by one."""
        for key, entry in self.entries.items():
            if isinstance(entry, str):
                yield key, entry
            else:
                for text in entry.values() if isinstance(entry, Mapping) else entry:
                    yield key, text

    def _entry(self, key: str) -> Entry:
        if key not in self.entries:
            raise self._broken(key, "is missing")
        return self.entries[key]

    def form(self, count: int) -> int:
        """The place of the plural form for ``count`` among the language's forms, as :data:`PLURALS` lists them."""
        rule, forms = PLURALS[self.code]
        return forms.index(rule(count))

    def _filled(self, key: str, text: str, args: Mapping[str, object]) -> str:
        try:
            return text.format_map(args)
        except (KeyError, IndexError, ValueError) as error:
            raise self._broken(key, f"cannot be filled in: {error!r}") from error

    def _broken(self, key: str, what: str) -> ResourceError:
        return ResourceError(f"the catalogue {self.code!r}: {key!r} {what}")


def fields(text: str) -> frozenset[str]:
    """The names of the fields of a text. Raises ValueError for unbalanced braces."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def plain(text: str) -> str:
    """A text for a terminal or a program: its no-break spaces, which matter on paper only, become plain ones."""
    return text.replace(_NO_BREAK_SPACE, " ")


def languages() -> list[str]:
    """The codes of all languages that a book can be printed in."""
    return resources.names(_FOLDER, ".yaml")


@cache
def load(code: str) -> Catalogue:
    """The catalogue of a language. Raises ResourceError if there is none, or it cannot be read."""
    return Catalogue(code, MappingProxyType(dict(_leaves(_tree(code, _FOLDER)))))


@cache
def techniques(code: str) -> Catalogue:
    """The words of the techniques in a language: names, how steps are told, how each works. Raises ResourceError."""
    numbers = {key: entry for key, entry in load(code).entries.items() if key.startswith("grouping.")}
    return Catalogue(code, MappingProxyType({**numbers, **dict(_leaves(_tree(code, _TECHNIQUES)))}))


def _tree(code: str, folder: str) -> Mapping[Any, Any]:
    path = resources.find(folder, f"{code}.yaml") if code in PLURALS else None
    if path is None:
        raise ResourceError(f"there is no catalogue for the language {code!r}; there are {', '.join(languages())}")
    import yaml

    try:
        tree = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise ResourceError(Fault(f"the catalogue cannot be read: {error}", Place(str(path)))) from error
    if not isinstance(tree, dict):
        raise ResourceError(Fault("the catalogue is not a mapping of keys", Place(str(path))))
    return tree


def _leaves(tree: Mapping[Any, Any], above: str = "") -> Iterator[tuple[str, Entry]]:
    for name, node in tree.items():
        key = f"{above}{name}"
        if isinstance(node, Mapping) and not _FORMS.issuperset(node):
            yield from _leaves(node, f"{key}.")
        elif isinstance(node, Mapping):
            yield key, MappingProxyType({form: _text(text) for form, text in node.items()})
        elif isinstance(node, list):
            yield key, tuple(_text(text) for text in node)
        else:
            yield key, _text(node)


def _text(node: object) -> str:
    return str(node).replace("~", _NO_BREAK_SPACE)
