"""What a text is as a whole: a program or prose with puzzles in it, or a file of puzzles.

Of the first two only what is a puzzle is looked for, and all around it is passed over: a program is full of lists and words that
are no spoilt puzzles. In a file of puzzles what cannot be read is a fault.
"""

from __future__ import annotations

import re

_LOOKED_AT = 1 << 16
"""Symbols at the beginning of a text that tell its nature."""

_MOST_LINES = 400
_LONGEST = 200
_CODE = re.compile(
    r"^\s*(?:def|class|import|from|#include|include|using|namespace|package|public|private|static|function|export|return|fn|use"
    r"|module|procedure|program|print\w*|constraint|solve|if|for|while|let|var|const|int|self|assert|load|library)\b(?!\s*[:=]\s*\S*\d)"
    r"|^\s*\w+\s+::\s|\s\+\+\s|[A-Za-z)\]'\"]\s*;\s*$|[\w)]\s*[({]\s*$|:-|^\s*\(\w[\w!-]*[\s)]|=>\s*[({]|\w\(.*\)\s*[:;{.,]?\s*$|^\s*@\w+|[\"')]\s*[+]\s*\\?\s*$|=\s*\\$|\w\s\+?=\s*[\w\"'`({[]"
)
_WORDED = re.compile(r"[A-Za-z]{3}")
_SENTENCE = re.compile(r"(?:[^\W\d_]{2,}[^\w]+){5}|^\s*(?:[-*=~#^]{4,})\s*$")
_DATA = re.compile(r"\s*[\[{<]|(?:SumoCue|SAVEFILE|https?:)")
_COMMENTS = re.compile(r"\A(?:[ \t]*(?:(?:#|//)[^\n]*)?\n)+")
_FEWEST_CODE = 3
_FEWEST_SENTENCES = 4


def is_document(text: str) -> bool:
    """Whether a text, of which this is the beginning, is a program or prose and holds puzzles only here and there."""
    text = text[:_LOOKED_AT]
    if _DATA.match(_COMMENTS.sub("", text, count=1)):
        return False
    lines = [line[:_LONGEST] for line in text.split("\n")[:_MOST_LINES] if line.strip()]
    inner = [line for line in lines if not line.lstrip().startswith("#") or line.startswith("#include")]
    worded = [line for line in inner if _WORDED.search(line) or _CODE.search(line)]
    code = sum(_CODE.search(line) is not None for line in worded)
    if code >= _FEWEST_CODE and code * 3 >= len(worded):
        return True
    sentences = sum(_SENTENCE.search(line) is not None for line in lines)
    return sentences >= _FEWEST_SENTENCES and sentences * 6 >= len(lines)
