"""Markdown as the parts of a page: kinds, emphasis, lists, links and widths, each with its line, and what paper cannot show."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence

import pytest
from markdown_it import MarkdownIt
from pace import in_time

from bookmaker.base.errors import Fault
from bookmaker.printing.text.markdown import Part, Run, parse, parser_with

QUOTES = "“”‘’"


def read(text: str, **fields: str | None) -> tuple[list[Part], list[Fault]]:
    return parse(text, "o.md", fields, QUOTES)


def parts(text: str, **fields: str | None) -> list[Part]:
    found, faults = read(text, **fields)
    assert not faults
    return found


def test_parts_have_their_kinds_and_lines() -> None:
    text = "# One\n\ntext\nmore\n\n---\n\n<!-- page -->\n\n### Three\n\n![](a.png)\n\n> quoted\n>\n> > twice\n\nend\n"
    assert [(one.kind, one.level, one.quotes, one.text, one.place.line) for one in parts(text)] == [
        ("heading", 1, 0, "One", 1),
        ("text", 0, 0, "text more", 3),
        ("rule", 0, 0, "", 6),
        ("page", 0, 0, "", 8),
        ("heading", 3, 0, "Three", 10),
        ("image", 0, 0, "", 12),
        ("text", 0, 1, "quoted", 14),
        ("text", 0, 2, "twice", 16),
        ("text", 0, 0, "end", 18),
    ]


def test_items_have_markers_and_stand_close_behind_the_first() -> None:
    text = "before\n\n- one\n- two\n  1. four\n  2. five\n- three\n\nbetween\n\n3) a\n\n   more of it\n\n4) b\n"
    shown = [(one.text, one.lists, one.marker, one.close) for one in parts(text)]
    assert shown == [
        ("before", 0, "", False),
        ("one", 1, "-", False),
        ("two", 1, "-", True),
        ("four", 2, "1.", True),
        ("five", 2, "2.", True),
        ("three", 1, "-", True),
        ("between", 0, "", False),
        ("a", 1, "3)", False),
        ("more of it", 1, "", False),
        ("b", 1, "4)", False),
    ]


def test_emphasis_makes_runs_and_neighbours_of_one_kind_are_one() -> None:
    (part,) = parts("plain *soft **both*** **loud** __and__ *on*\\\nnext")
    assert part.runs == (
        Run("plain "),
        Run("soft ", italic=True),
        Run("both", bold=True, italic=True),
        Run(" "),
        Run("loud", bold=True),
        Run(" "),
        Run("and", bold=True),
        Run(" "),
        Run("on", italic=True),
        Run("\nnext"),
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[words](https://a.example/b/)", "words (a.example/b)"),
        ("[a.example](https://a.example/)", "a.example"),
        ("<https://a.example/b>", "https://a.example/b"),
        ("<me@a.example>", "me@a.example"),
        ("[write](mailto:me@a.example)", "write (me@a.example)"),
        ("[words]()", "words"),
        ("[words](http://a.example/%D0%B4)", "words (a.example/д)"),
        ('say "it\'s" so', "say “it’s” so"),
    ],
)
def test_addresses_are_printed_unless_the_words_are_the_address(text: str, printed: str) -> None:
    (part,) = parts(text)
    assert part.text == printed


@pytest.mark.parametrize(
    ("said", "width", "share"),
    [
        ("", None, False),
        ("#width=72pt", 72.0, False),
        ("#width=2in", 144.0, False),
        ("#width=80%", 0.8, True),
        ("#width=100%", 1.0, True),
    ],
)
def test_an_image_may_have_a_width_and_a_caption(said: str, width: float | None, share: bool) -> None:
    first, second = parts(f'![alt](a%20b.png{said} "Say *it*")\n\n![alt](c.png)')
    assert (first.kind, first.source, first.width, first.share) == ("image", "a b.png", width, share)
    assert first.runs == (Run("Say *it*"),) and second.runs == ()
    assert (first.place.column, second.place.line) == (1, 3)


@pytest.mark.parametrize(
    "said", ["#width=0%", "#width=101%", "#width=0mm", "#width=-2in", "#width=2", "#high=2in", "#width="]
)
def test_a_width_that_is_none_is_refused(said: str) -> None:
    (part,), (fault,) = read(f"![a](c.png{said})")
    assert part.width is None and fault.message == f"`{said}` is not a width"
    assert (fault.place and (fault.place.line, fault.place.column)) == (1, 1)


def test_fields_are_filled_in_as_plain_text() -> None:
    text = '{title} by {author}, \\{title}, *{title}*\n\n![](p.png "{title}")'
    found, image = parts(text, title="A *b* [c](d)", author="")
    assert found.runs == (Run("A *b* [c](d) by , {title}, "), Run("A *b* [c](d)", italic=True))
    assert image.text == "A *b* [c](d)"
    with pytest.raises(ValueError, match="33 fields; there are marks for 32"):
        parse("", "o.md", {f"f{at}": "" for at in range(33)}, QUOTES)
    assert parse("{f31}", "o.md", {f"f{at}": str(at) for at in range(32)}, QUOTES)[0][0].text == "31"


def test_faults_come_in_the_order_of_their_lines_with_their_places() -> None:
    text = "a <b>c</b>\n\n{no} and {none}\n\nx `y`\nz ![i](j.png)\n\n\ufdd3\n\n<div>\n"
    _, faults = read(text, none=None, known="k")
    places = [(one.place.line, one.place.column) for one in faults if one.place]
    assert places == [(1, 3), (3, 1), (3, 10), (5, 3), (6, 3), (8, 1), (10, 1)]
    words = ["HTML", "no field {no}", "{none} has no value", "backticks", "inside a line", "U+FDD3 is not text", "HTML"]
    assert all(word in one.message for word, one in zip(words, faults, strict=True))
    assert "there are {none}, {known}" in (faults[1].advice or "")


def test_comments_and_page_breaks_are_no_html() -> None:
    found = parts("<!-- a note -->\n\none <!-- inside --> two\n\n<!-- one -->\n<!-- page -->\n<!-- two -->\n")
    assert [(one.kind, one.text, one.place.line) for one in found] == [("text", "one  two", 3), ("page", "", 6)]
    _, faults = read("<!-- page --> <p>\n")
    assert len(faults) == 1


@pytest.mark.parametrize("marks", ["“”‘’", ("«\u202f", "\u202f»", "‹", "›")])
def test_quotation_marks_are_those_of_the_usual_typographer(marks: Sequence[str]) -> None:
    usual = MarkdownIt("commonmark", {"typographer": True, "quotes": list(marks)}).enable(["smartquotes"])
    rnd = random.Random(5)
    signs = ['"', "'", '"', "'", " ", "a", "1", "*", "**", ".", "(", "\n", "—", "\N{NO-BREAK SPACE}"]
    for _ in range(1000):
        text = "".join(rnd.choice(signs) for _ in range(rnd.randint(1, 25)))
        made, wanted = (
            [(child.type, child.content) for token in parser.parse(text) for child in token.children or ()]
            for parser in (parser_with(tuple(marks)), usual)
        )
        assert made == wanted, text


def test_no_number_of_quotation_marks_takes_long() -> None:
    for text in ('"' * 100_000, '"a ' * 30_000 + "a' " * 30_000):
        start = time.process_time()
        read(text)
        assert in_time(time.process_time() - start, 1)
