"""The key `words` of a spec: printed words in the user's own wording, held to the catalogue that they replace.

Quotes and dashes are printed as the language of the book has them, from those that keyboards have.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from string import Formatter
from types import MappingProxyType
from typing import Any

from bookmaker.base import language, schema
from bookmaker.base.errors import Fault, Place
from bookmaker.base.language import Catalogue, Entry, load
from bookmaker.base.schema import JsonSchema, Node, Reader, Text
from bookmaker.base.schema.reading import FaultyError

TECHNIQUES = "techniques"
"""The key of the words of techniques, which have a catalogue of their own."""
_FORMS = ("zero", "one", "two", "few", "many", "other")
_TEXT = Text(most=5000, multiline=True, empty=True)


@dataclass(frozen=True)
class OwnWords:
    """Words by the dotted key that they replace, those of techniques with ``techniques.`` in front, and the place of each."""

    entries: Mapping[str, Entry]
    places: Mapping[str, Place]

    def texts(self) -> Iterator[tuple[Place, str]]:
        """Every text with its place; plural forms and paragraphs one by one."""
        for key, entry in self.entries.items():
            for text in language.texts_of(entry):
                yield self.places[key], text

    def form_faults(self, code: str) -> Iterator[Fault]:
        """Plural forms that the language of the book lacks, or that are missing."""
        forms = language.PLURALS[code][1]
        for key, entry in self.entries.items():
            if isinstance(entry, Mapping) and set(entry) not in (set(forms), set(_FORMS)):
                message = f"`{key}` has the forms {', '.join(entry)}; a book in `{code}` needs {', '.join(forms)}"
                yield Fault(message, self.places[key], "or write one text for all of them")

    def catalogue(self, code: str, voice: str = "adult") -> Catalogue:
        """All words of a book in a language: its catalogue with these in their places. ``voice``: whom the style speaks to."""
        if not self.entries and voice == "adult":
            return language.load(code)
        known = _CATALOGUES.get((code, voice))
        if known is None or known[0] != self.entries:
            # One for the same words: what is made of a puzzle and of words is found again by them.
            known = _CATALOGUES[code, voice] = dict(self.entries), self._catalogue(code, voice)
        return known[1]

    def _catalogue(self, code: str, voice: str) -> Catalogue:
        usual = language.load(code)
        entries = {**usual.entries, **_in_voice(usual.entries, voice)}
        techniques = _without(f"{voice}.", language.techniques(code).entries) if voice != "adult" else {}
        printed = {key: _printed(entry, code) for key, entry in self.entries.items()}
        own = {key: entry for key, entry in printed.items() if not key.startswith(f"{TECHNIQUES}.")}
        # Who renames a level means it within sentences, too.
        for key, entry in list(own.items()):
            branch, _, level = key.partition(".")
            if branch == "level" and isinstance(entry, str):
                inside = entry if code in language.CAPITAL_NOUNS else entry[:1].lower() + entry[1:]
                own.setdefault(f"level_inline.{level}", inside)
                if level == "medium":
                    own.setdefault("level.medium+", f"{entry}+")
        # Who renames puzzles means those that are not a Sudoku, too.
        for key in ("number.puzzle", "how.example.puzzle"):
            if key in own:
                own.setdefault(f"{key}_square", own[key])
        # The same holds for a book without some of its answers; a blurb of the user's own says all.
        for key in ("title_page.count", "copyright.proof"):
            if key in own:
                own.setdefault(f"{key}_unanswered", own[key])
        if "cover.blurb" in own:
            own.setdefault("cover.blurb_answers", "")
        entries |= own | _in_voice(own, voice)
        own_techniques = _without(f"{TECHNIQUES}.", printed)
        techniques |= own_techniques | _without(f"{voice}.", own_techniques)
        return replace(usual, entries=MappingProxyType(entries), own_techniques=MappingProxyType(techniques))


_CATALOGUES: dict[tuple[str, str], tuple[dict[str, Entry], Catalogue]] = {}
"""The last catalogue of each language and voice, with the words of the user's own in it."""


def _in_voice(entries: Mapping[str, Entry], voice: str) -> dict[str, Entry]:
    """The words of a voice that replace others, under the keys of these."""
    usual = language.load("en").entries
    return {key: entry for key, entry in _without(f"{voice}.", entries).items() if key in usual}


def _without(start: str, entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries whose keys begin so, without that beginning."""
    return {key.removeprefix(start): entry for key, entry in entries.items() if key.startswith(start)}


def _printed(entry: Entry, code: str) -> Entry:
    if isinstance(entry, str):
        return printed(entry, code)
    if isinstance(entry, Mapping):
        return {form: printed(text, code) for form, text in entry.items()}
    return tuple(printed(text, code) for text in entry)


class Words(schema.Shape[OwnWords]):
    """Words under the keys of the catalogue, nested or dotted: ``{level: {easy: Gentle}}`` or ``{level.easy: Gentle}``."""

    kinds = ("mapping",)
    wanted = "keys of the catalogue and words, such as {level: {easy: Gentle}}"

    def _take(self, node: Node, label: str, reader: Reader) -> OwnWords:
        known = {**language.load("en").entries}
        if any(name.text.split(".")[0] == TECHNIQUES for name, _ in node.pairs):
            english = language.techniques("en").entries
            known |= {f"{TECHNIQUES}.{key}": entry for key, entry in english.items()}
        walk = _Walk(known, reader)
        walk.mapping(node, "")
        if walk.faulty:
            reader.give_up()
        return OwnWords(MappingProxyType(walk.entries), MappingProxyType(walk.places))

    def _json_schema(self) -> JsonSchema:
        tree: dict[str, Any] = {}
        for key, entry in language.load("en").entries.items():
            *above, last = key.split(".")
            branch = tree
            for part in above:
                branch = branch.setdefault(part, {})
            branch[last] = entry
        schema_of = _branch(tree)
        techniques = {"type": "object", "description": "Words of the techniques, by the keys of their catalogue."}
        schema_of["properties"][TECHNIQUES] = techniques
        # Keys may be dotted, too.
        return {**schema_of, "additionalProperties": True}


def _branch(tree: Mapping[str, Any]) -> JsonSchema:
    properties: dict[str, Any] = {}
    for name, held in tree.items():
        if isinstance(held, dict):
            properties[name] = {"description": f"Words of {name}.", **_branch(held)}
        else:
            usual = next(iter(language.texts_of(held)), "")
            properties[name] = {"description": f"Usually: {usual.replace(chr(0xA0), ' ')!r}.", **_leaf_schema(held)}
    return {"type": "object", "properties": properties, "additionalProperties": False}


def _leaf_schema(entry: Entry) -> JsonSchema:
    text = _TEXT.json_schema()
    if isinstance(entry, tuple):
        return {"anyOf": [text, {"type": "array", "items": text}]}
    if isinstance(entry, Mapping):
        forms = {"type": "object", "additionalProperties": text, "propertyNames": {"enum": list(_FORMS)}}
        return {"anyOf": [text, forms]}
    return text


class _Walk:
    """Reads a tree of words against the keys of a catalogue."""

    def __init__(self, known: Mapping[str, Entry], reader: Reader) -> None:
        self.known, self.reader = known, reader
        self.entries: dict[str, Entry] = {}
        self.places: dict[str, Place] = {}
        self.faulty = False

    def mapping(self, node: Node, above: str) -> None:
        for name, value in node.pairs:
            key = f"{above}{name.text}"
            if name.kind != "scalar":
                self._fault(name, "a key of `words` must be a word")
            elif key in self.known:
                if key in self.entries:
                    self._fault(name, f"`{key}` is here a second time", "delete one of them")
                else:
                    self._leaf(key, value)
            elif not any(one.startswith(f"{key}.") for one in self.known):
                self._fault(name, f"the catalogue has no words `{key}`", self._advice(name.text, above))
            elif value.kind == "mapping":
                self.mapping(value, f"{key}.")
            else:
                inner = sorted({one[len(key) + 1 :].split(".")[0] for one in self.known if one.startswith(f"{key}.")})
                self._fault(value, f"`{key}` must be keys and words", f"it holds {', '.join(inner[:12])}")

    def _fault(self, node: Node, message: str, advice: str = "") -> None:
        self.reader.note(node, message, advice)
        self.faulty = True

    def _advice(self, name: str, above: str) -> str:
        beside = {key[len(above) :].split(".")[0] for key in self.known if key.startswith(above)}
        near = schema.did_you_mean(name, sorted(beside)) or schema.did_you_mean(f"{above}{name}", self.known)
        if near:
            return near
        elsewhere = [key for key in self.known if key.endswith(f".{name}")]
        if elsewhere:
            return f"it is further inside: {schema.either_of(elsewhere[:4])}"
        return f"there are {', '.join(sorted(beside))}" if len(beside) < 40 else ""

    def _leaf(self, key: str, value: Node) -> None:
        usual = self.known[key]
        try:
            entry = self._entry(key, usual, value)
        except FaultyError:
            self.faulty = True
            return
        fields = frozenset().union(*map(language.fields, language.texts_of(usual)))
        for text in language.texts_of(entry):
            what = _field_fault(text, fields, plain=not key.startswith(f"{TECHNIQUES}."))
            if what:
                known = ", ".join(f"{{{field}}}" for field in sorted(fields))
                self._fault(value, f"`{key}` {what}", f"there are {known}" if known else "it has no fields")
                return
        self.entries[key], self.places[key] = entry, value.place

    def _entry(self, key: str, usual: Entry, value: Node) -> Entry:
        label = f"`{key}`"
        if value.kind == "scalar":
            text = self._text(value, label)
            if isinstance(usual, Mapping):
                return dict.fromkeys(_FORMS, text)
            return text if isinstance(usual, str) else (text,) if text else ()
        if value.kind == "list" and isinstance(usual, tuple):
            return tuple(self._text(item, f"a paragraph of {label}") for item in value.items)
        if value.kind == "mapping" and isinstance(usual, Mapping):
            forms = {}
            for name, form in value.pairs:
                if name.text not in _FORMS:
                    advice = schema.did_you_mean(name.text, _FORMS) or f"there are {', '.join(_FORMS)}"
                    self.reader.refuse(name, f"{label} has no plural form `{name.text}`", advice)
                forms[name.text] = self._text(form, f"`{name.text}` of {label}")
            return forms
        wanted = "a text" if isinstance(usual, str) else "paragraphs" if isinstance(usual, tuple) else "plural forms"
        self.reader.mismatch(value, label, wanted)

    def _text(self, node: Node, label: str) -> str:
        return language.spaced(_TEXT.read(node, label, self.reader))


def _field_fault(text: str, fields: frozenset[str], *, plain: bool) -> str:
    """The fault of the fields of a text, as a sentence without its subject; "" if nothing is. ``plain``: no forms."""
    try:
        parsed = list(Formatter().parse(text))
        held = language.fields(text)
    except ValueError:
        return "has a brace without its other half: write {{ for a brace that is printed"
    unknown = held - fields
    if unknown:
        return f"has no field {{{min(unknown)}}}"
    if plain and any(name is not None and (forms or conversion) for _, name, forms, conversion in parsed):
        return "has a field with more than its name in the braces"
    return ""


_OPENS = re.compile(r"(?:^|(?<=[\s(\[{–—\u00a0\"']))[\"'](?=\S)")


_SINGLE = re.compile(r"'(?!(?:tis|twas|em|til)\b)[^\W\d_](?:[^'\"]|(?<=\w)'(?=\w))+(?<=\S)'(?!\w)", re.IGNORECASE)
"""A quote in single marks: more than one letter, no word that has lost its beginning, an apostrophe only within a word."""


def printed(text: str, language: str) -> str:
    """A text with straight quotes and hyphens for dashes -> the same with curly quotes and dashes.

    What is typed with its own marks already stays as it is.
    """
    first, last, inner_first, inner_last = marks(language)
    opened: list[str] = []
    out = []
    for place, char in enumerate(text):
        if char not in "\"'":
            out.append(char)
            continue
        opens = _OPENS.match(text, place) is not None
        if opens and (char == '"' or (text.find("'", place + 1) > 0 and '"' in opened) or _SINGLE.match(text, place)):
            opened.append(char)
            out.append(first if char == '"' else inner_first)
        elif char in opened:
            opened.remove(char)
            out.append(last if char == '"' else inner_last)
        else:
            out.append("’" if char == "'" else last)
    return dashes("".join(out), language)


def dashes(text: str, language: str) -> str:
    """A text with hyphens between spaces -> the same with dashes."""
    return _DASH.sub(load(language).text("quotes.dash"), text)


def marks(language: str) -> tuple[str, str, str, str]:
    """The quotation marks of a language: opening and closing, then those of a quote inside a quote.

    An apostrophe is the same in all languages.
    """
    text = load(language).text
    return text("quotes.opening"), text("quotes.closing"), text("quotes.inner_opening"), text("quotes.inner_closing")


_DASH = re.compile(r"(?<=\s)--?(?=\s)")
