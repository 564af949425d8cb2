'''Typed YAML documents: a shape declared once gives reading with all faults placed, and the JSON Schema for editors.

Declare a document as frozen dataclasses whose fields are keys::

    from dataclasses import dataclass
    from bookmaker.base import schema
    from bookmaker.base.schema import key

    @dataclass(frozen=True, kw_only=True)
    class Frame(schema.Record):
        """A place on the page."""

        left: float = key(schema.Length("0in", "20in"), "Distance from the inner edge.")    # no default: required
        width: float | None = key(schema.Length("1mm"), "Width; the rest of the page if left out.", default=None)
        align: str = key(schema.Choice("left", "centre"), "How lines are aligned.", default="left")

        def cross_faults(self):                                                       # between keys; optional
            if self.width is not None and self.left + self.width > 1440:
                yield Fault("the frame leaves the page", self.place("width"), "make it narrower")

    @dataclass(frozen=True, kw_only=True)
    class Layout(schema.Record):
        """A layout file."""

        frames: tuple[Frame, ...] = key(schema.ListOf(schema.Nested(Frame), least=1), "The frames of a page.")
        gap: float | str = key(schema.Either(schema.Choice("auto"), schema.Length()), "Between frames.", default="auto")

    layout = schema.load(Layout, Path("layouts/two-up.yaml"))   # or SpecError: every fault, with line and column
    schema.json_schema(Layout, "bookmaker layout")              # draft 2020-12

Defaults are written as in the file (``"6x9in"``) and give values as read (points); lists give tuples; ``default=None``
makes a key optional. ``record.place("frames", 1, "width")`` is the place of a value, so that later checks can point at
it. Shapes: :class:`Text`, :class:`Integer`, :class:`Number`, :class:`Boolean`, :class:`Choice`, :class:`Length`,
:class:`Size`, :class:`FilePath`, :class:`ListOf`, :class:`Nested`, :class:`Range`, :class:`Either`, :class:`Switch`; own ones
subclass :class:`Shape`. For a choice typed as a Literal write ``Choice[MyLiteral]("a", "b")``.
'''

from bookmaker.base.schema.reading import JsonSchema, Reader, Shape, closest, did_you_mean, either_of
from bookmaker.base.schema.record import (
    Nested,
    Range,
    Record,
    Switch,
    json_schema,
    key,
    layered_schema,
    load,
    load_layered,
    loads,
    printed_texts,
    with_printed,
)
from bookmaker.base.schema.shapes import (
    FILES,
    NAMES,
    Boolean,
    Choice,
    Either,
    FilePath,
    Integer,
    Length,
    ListOf,
    Number,
    Size,
    Text,
)
from bookmaker.base.schema.tree import Node, compose

__all__ = [
    "FILES",
    "NAMES",
    "Boolean",
    "Choice",
    "Either",
    "FilePath",
    "Integer",
    "JsonSchema",
    "Length",
    "ListOf",
    "Nested",
    "Node",
    "Number",
    "Range",
    "Reader",
    "Record",
    "Shape",
    "Size",
    "Switch",
    "Text",
    "closest",
    "compose",
    "did_you_mean",
    "either_of",
    "json_schema",
    "key",
    "layered_schema",
    "load",
    "load_layered",
    "loads",
    "printed_texts",
    "with_printed",
]
