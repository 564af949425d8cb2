"""Catalogues: every word that a book prints, one file a language (``bookmaker/catalogues/<code>.yaml``); and the words of
the techniques, another (``catalogues/techniques/<code>.yaml``).

A catalogue is a tree of keys, written dotted (``copyright.rights``). A leaf is one text, a list of paragraphs, or a
mapping of CLDR plural forms (``one``, ``few``, ``many``, ``other``). Texts have named fields as in :meth:`str.format`;
a tilde is a no-break space, because the character itself cannot be seen in a file. Line breaking must therefore split
at ``" "`` only: :meth:`str.split` without an argument would break at no-break spaces too.

English is the template. Another language is two files with the same keys and fields as the English ones, and its plural rule
in :data:`PLURALS`; :func:`faults` lists missing and wrong entries, with file, line and key.
"""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Protocol

from bookmaker.base import resources
from bookmaker.base.errors import Fault, Place, ResourceError, Said


class Shape(Protocol):
    """The shape of a grid, for texts on it: boxes or regions. :class:`bookmaker.puzzles.grid.geometry.Geometry` is one."""

    @property
    def regions(self) -> Any:
        """The region of each cell, where the puzzle has a map of its own."""

    @property
    def boxed(self) -> bool:
        """Whether the regions are rectangular boxes."""

    @property
    def mapped(self) -> bool:
        """Whether the puzzle has a map of its regions."""


_FOLDER = "catalogues"
_TECHNIQUES = "catalogues/techniques"
_MEANINGS = "catalogues/help"
_FORMS = frozenset({"zero", "one", "two", "few", "many", "other"})
_NO_BREAK_SPACE = "\u00a0"

VOICES = ("adult", "plain", "child")
"""Whom a book speaks to. A text to the first has a key such as ``how.killer``, the same to another ``child.how.killer``. Plain
words avoid the names of techniques where a question does."""

Entry = str | tuple[str, ...] | Mapping[str, str]
"""A text, the paragraphs of one, or its plural forms."""


def _one_or_other(count: int) -> str:
    return "one" if count == 1 else "other"


def _to_one_or_other(count: int) -> str:
    return "one" if abs(count) < 2 else "other"


def _east_slavic(count: int) -> str:
    tens, units = count % 100, count % 10
    if units == 1 and tens != 11:
        return "one"
    return "few" if 2 <= units <= 4 and not 12 <= tens <= 14 else "many"


def in_voices(key: str) -> list[str]:
    """The keys of a text in every voice; not every catalogue has all of them."""
    return [key, *(f"{voice}.{key}" for voice in VOICES[1:])]


PLURALS: dict[str, tuple[Callable[[int], str], tuple[str, ...]]] = {
    "de": (_one_or_other, ("one", "other")),
    "en": (_one_or_other, ("one", "other")),
    "es": (_one_or_other, ("one", "other")),
    "fr": (_to_one_or_other, ("one", "other")),
    "ru": (_east_slavic, ("one", "few", "many")),
}
"""For each language its rule (whole count -> CLDR plural form) and the forms that it needs."""

CAPITAL_NOUNS = frozenset({"de"})
"""Languages whose nouns have capitals inside a sentence, too: a word of a book's own stays there as it is written."""


@dataclass(frozen=True, eq=False)
class Catalogue:
    """All words of one language, from the file ``path``; ``lines`` has the line of each key. There is one of each.

    ``own_techniques``: words of the techniques that a book has in place of those of their catalogue.

    Every failure to find or fill a text is a ResourceError naming the file and the key.
    """

    code: str
    entries: Mapping[str, Entry]
    path: str
    lines: Mapping[str, int]
    own_techniques: Mapping[str, Entry] = field(default_factory=dict)

    def __contains__(self, key: str) -> bool:
        return key in self.entries

    def text(self, key: str, **args: object) -> str:
        """The text under ``key`` with its fields filled. Fields that the text does not use are ignored."""
        entry = self._entry(key)
        if not isinstance(entry, str):
            raise self._broken(key, "is not a single text")
        return self._filled(key, entry, args)

    def plural(self, key: str, count: int, **args: object) -> str:
        """The text under ``key`` in the plural form for ``count``; ``{count}`` is printed by :meth:`number`."""
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

    def for_grid(self, name: str, ground: Shape) -> str:
        """The key of a text on rules or ways to solve, for a grid with boxes, with regions, or with rows and columns alone."""
        own = "region_" if ground.regions else "" if ground.boxed else "square_"
        return f"how.{own}{name}" if f"how.{own}{name}" in self else f"how.{name}"

    def for_puzzle(self, key: str, ground: Shape) -> str:
        """The key of the word for a puzzle, ``key`` for a Sudoku: a square without boxes and regions is none."""
        return key if ground.boxed or ground.mapped else f"{key}_square"

    def number(self, count: int) -> str:
        """A whole number, its thousands grouped as the language does; all but English leave four digits alone."""
        if abs(count) < int(self.text("grouping.from")):
            return str(count)
        return f"{count:,}".replace(",", self.text("grouping.separator"))

    def texts(self) -> Iterator[tuple[str, str]]:
        """Every text of the catalogue with its key, unfilled; plural forms and paragraphs one by one."""
        for key, entry in self.entries.items():
            for text in texts_of(entry):
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
        return ResourceError(self.fault(key, what))

    def fault(self, key: str, what: str) -> Fault:
        """A fault of the file, at the line of the key if it is there."""
        return Fault(f"{key!r} {what}", Place(self.path, self.lines.get(key)))


@lru_cache(maxsize=1 << 14)
def fields(text: str) -> frozenset[str]:
    """The names of the fields of a text, and of those in their forms. Raises ValueError for unbalanced braces."""
    parsed = [(name, forms or "") for _, name, forms, _ in string.Formatter().parse(text) if name is not None]
    return frozenset(name for name, _ in parsed).union(*(fields(forms) for _, forms in parsed))


def plain(text: str) -> str:
    """A text for a terminal or a program: no-break spaces, which only matter on paper, become plain ones."""
    return text.replace(_NO_BREAK_SPACE, " ")


def languages() -> list[str]:
    """The codes of all languages that a book can be printed in."""
    return resources.names(_FOLDER, ".yaml")


@cache
def load(code: str) -> Catalogue:
    """The catalogue of a language. Raises ResourceError if there is none, or it cannot be read."""
    return _read(code, _FOLDER)


@cache
def techniques(code: str) -> Catalogue:
    """The words of the techniques in a language: names, sentences for steps, explanations. Raises ResourceError."""
    words = _read(code, _TECHNIQUES)
    numbers = {key: entry for key, entry in load(code).entries.items() if key.startswith("grouping.")}
    return replace(words, entries=MappingProxyType({**numbers, **words.entries}))


@cache
def meanings(code: str) -> Mapping[str, str]:
    """The sentences on the keys of a spec, and of its faults, in a language, by the English ones; none in English, and where it
    has no such file.
    """
    if code in PLURALS and resources.find(_MEANINGS, f"{code}.yaml") is None:
        return {}
    return {english: said for english, said in _read(code, _MEANINGS).entries.items() if isinstance(said, str)}


def spoken(message: str, code: str) -> str | None:
    """The message of a fault in a language; None where there are no words for it."""
    kept = meanings(code)
    template, parts = (message.template, message.parts) if isinstance(message, Said) else (message, {})
    if template not in kept and not parts:
        template, parts = _taken_apart(message, code)
    words = kept.get(template)
    if words is None or not parts:
        return words
    return words.format_map({key: _spoken_part(one, code) for key, one in parts.items()})


def _spoken_part(part: object, code: str) -> object:
    """A part of a message, which may be another message, or a list of some."""
    if not isinstance(part, str):
        return part
    listed = re.split("(; |, | or )", part)
    pieces = [meanings(code).get(one, one) if at % 2 else spoken(one, code) for at, one in enumerate(listed)]
    return "".join(map(str, pieces)) if len(pieces) > 1 and None not in pieces else spoken(part, code) or part


_PART = re.compile(r"(?:(?<!\{)|(?<=\{\{))\{([a-z]\w*)\}")
_LEAST_LETTERS, _LONGEST = 7, 1000


def _taken_apart(message: str, code: str) -> tuple[str, dict[str, object]]:
    """The template of a message that does not know it, as one that comes from another process, and its parts."""
    if len(message) <= _LONGEST:
        for template, piece, pattern in _patterns(code):
            if piece in message and (found := pattern.fullmatch(message)):
                return template, dict(found.groupdict())
    return message, {}


@cache
def _patterns(code: str) -> list[tuple[str, str, re.Pattern[str]]]:
    """The templates with parts, the longest piece of each, and its pattern; those with the most words of their own come first."""
    found = []
    for template in meanings(code):
        pieces = [one.replace("{{", "{").replace("}}", "}") for one in _PART.split(template)]
        letters = sum(map(str.isalpha, "".join(pieces[::2])))
        if len(pieces) > 1 and letters >= _LEAST_LETTERS:
            names = (f"(?P<{name}>.*?)" for name in pieces[1::2])
            made = "".join(re.escape(piece) + next(names, "") for piece in pieces[::2])
            found.append((letters, template, max(pieces[::2], key=len), re.compile(made, re.DOTALL)))
    return [one[1:] for one in sorted(found, key=lambda one: -one[0])]


def techniques_of(words: str | Catalogue) -> Catalogue:
    """The words of the techniques in a language, or those of the book whose catalogue this is. Raises ResourceError."""
    if isinstance(words, str):
        return techniques(words)
    usual = techniques(words.code)
    return replace(usual, entries=MappingProxyType({**usual.entries, **words.own_techniques}))


def faults(code: str, needed: Collection[str], names: Mapping[str, Collection[str]]) -> list[Fault]:
    """How the two catalogues of a language differ from the English ones, which are the template.

    ``needed``: keys that every catalogue has. ``names``: keys of the catalogue of techniques, by the branch that holds
    exactly these. Raises ResourceError for a language without catalogues, or without a plural rule.
    """
    found = []
    for folder in (_FOLDER, _TECHNIQUES):
        english, other = _read("en", folder), _read(code, folder)
        wanted = set(english.entries)
        if folder == _TECHNIQUES:
            wanted = {key for key in wanted if key.partition(".")[0] not in names}
            wanted.update(f"{branch}.{name}" for branch, held in names.items() for name in held)
        else:
            wanted.update(needed)
        found += [other.fault(key, "is missing") for key in sorted(wanted - set(other.entries))]
        found += [other.fault(key, "is not a known key") for key in other.entries if key not in wanted]
        for key, entry in other.entries.items():
            what = _difference(entry, english.entries.get(key, entry), PLURALS[code][1])
            if what:
                found.append(other.fault(key, what))
    return found


def _difference(entry: Entry, english: Entry, forms: Sequence[str]) -> str:
    """The fault of an entry, as a sentence without its subject; "" for none. ``forms``: the plural forms it needs."""
    if _KINDS[type(entry)] != _KINDS[type(english)]:
        return f"is {_KINDS[type(entry)]}, not {_KINDS[type(english)]} as in English"
    if isinstance(entry, Mapping) and set(entry) != set(forms):
        return f"has the plural forms {', '.join(entry)}, and needs {', '.join(forms)}"
    if isinstance(entry, tuple) and len(entry) != len(english):
        return f"has {len(entry)} paragraphs, not {len(english)} as in English"
    if "" in texts_of(entry):
        return "is empty"
    try:
        each = [fields(text) for text in texts_of(entry)]
    except ValueError as error:
        return f"cannot be filled in: {error}"
    wanted = frozenset().union(*map(fields, texts_of(english)))
    # Each plural form is the whole text and needs all fields; paragraphs share them.
    for held in [frozenset().union(*each)] if isinstance(entry, tuple) else each:
        if wanted - held:
            return f"lacks {_braced(wanted - held)}"
        if held - wanted:
            return f"has {_braced(held - wanted)}, which nothing fills in"
    return ""


_KINDS = {str: "a text", tuple: "a list of paragraphs", MappingProxyType: "plural forms"}


def texts_of(entry: Entry) -> Iterable[str]:
    """The text of an entry, or its paragraphs or plural forms."""
    return [entry] if isinstance(entry, str) else entry.values() if isinstance(entry, Mapping) else entry


def _braced(names: Iterable[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names))


def _read(code: str, folder: str) -> Catalogue:
    """A file of a language. Raises ResourceError if it is not there, or cannot be read."""
    path = resources.find(folder, f"{code}.yaml") if code in PLURALS else None
    if path is None:
        if code in PLURALS:
            raise ResourceError(f"the language {code!r} lacks its file {folder}/{code}.yaml")
        advice = "; its plural rule is missing in language.PLURALS" if code in languages() else ""
        raise ResourceError(f"there is no language {code!r}; there are {', '.join(PLURALS)}{advice}")
    try:
        return _parsed(code, str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(error, str(path)) from error


def _unreadable(error: Exception, path: str) -> ResourceError:
    return ResourceError(Fault(f"the catalogue cannot be read: {error}", Place(path)))


@lru_cache(maxsize=16)
def _parsed(code: str, path: str, written: str) -> Catalogue:
    """The catalogue of a file. ``written``: its text, which may change between two readings of one process."""
    import yaml

    try:
        # The loader in C reads the same, ten times as fast; it is not in every build of the library.
        root = yaml.compose(written, getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if not isinstance(root, yaml.MappingNode):
            raise ResourceError(Fault("the catalogue is not a mapping of keys", Place(path)))
        entries, lines = dict[str, Entry](), dict[str, int]()
        for key, entry, line in _leaves(root):
            if key in entries:
                raise ResourceError(Fault(f"{key!r} is here twice", Place(path, line)))
            entries[key], lines[key] = entry, line
    except yaml.YAMLError as error:
        raise _unreadable(error, path) from error
    return Catalogue(code, MappingProxyType(entries), path, MappingProxyType(lines))


def _leaves(tree: Any, above: str = "") -> Iterator[tuple[str, Entry, int]]:
    """The entries of a mapping node: key, entry, and the line of the key, from 1 on."""
    for name, node in tree.value:
        key, line = f"{above}{name.value}", name.start_mark.line + 1
        held = node.value
        if node.id == "scalar":
            yield key, _text(node), line
        elif node.id == "sequence":
            yield key, tuple(map(_text, held)), line
        elif _FORMS.issuperset(form.value for form, _ in held):
            yield key, MappingProxyType({form.value: _text(text) for form, text in held}), line
        else:
            yield from _leaves(node, f"{key}.")


def within(words: Catalogue, technique: str, branch: str = "name") -> str:
    """The name of a technique, or of an idea (``branch``), in a sentence: "naked pair", but "X-Wing" and "Sue de Coq"."""
    name = words.text(f"{branch}.{technique}")
    first = name.replace(_NO_BREAK_SPACE, " ").partition(" ")[0]
    if first in words.text("name_capitals").split() or not first[1:2].islower():
        return name
    return name[:1].lower() + name[1:]


def cells_in(words: Catalogue, text: str) -> str:
    """A text with cells as programs name them, r2c5, and these as the language does: in Spanish f2c5, by "fila" and "columna".

    ``words``: those of the techniques.
    """
    return _CELL.sub(rf"{words.text('cell.row')}\1{words.text('cell.column')}\2", text)


_CELL = re.compile(r"(?<![^\W\d_])r([0-9]+)c([0-9]+)")


def spaced(text: str) -> str:
    """A text as catalogues write it: a tilde becomes a no-break space."""
    return text.replace("~", _NO_BREAK_SPACE)


def _text(node: Any) -> str:
    return spaced(str(node.value))
