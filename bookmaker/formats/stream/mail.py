"""Mail (.eml), and files of many mails (.mbox), as texts and attachments.

The structure of a mail is read by the standard library, by the policy that keeps all headers as they are written: the newer one
takes them apart as soon as they are asked for, and a hostile header can make that long, or an error. Names, subjects and
texts are decoded here.
"""

from __future__ import annotations

import codecs
import email
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from email._policybase import Compat32
from email.errors import InvalidBase64LengthDefect, MessageError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr

from bookmaker.base.errors import InputError, Sender
from bookmaker.formats.base.source import plain_name
from bookmaker.formats.stream.inputs import Budget

_BEGINS = re.compile(rb"From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [^\n]{8,80}\r?\n")
_LONGEST_HEADER = 2000
_LONGEST_SENDER = 300
"""Characters of a sender: the parser of addresses calls itself for each sign of some texts, such as a row of colons."""

_MOST_MAIL = 40 << 20
"""Bytes of one mail: servers take less."""

_MOST_NESTED, _MOST_PARTS, _MOST_LOOKS = 200, 20_000, 20_000_000
"""Parts that hold others: each is a level of recursion of the parser, which looks at each line for each of them. Then all
parts, and looks."""

_UNFIT_CODECS = frozenset({"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined"})
"""Codecs of Python that no mail is written in; some take a long time for long texts."""


class _Policy(Compat32):
    """The policy that keeps headers as they are written, but no longer than people and programs write them."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        name, value = super().header_source_parse(sourcelines)
        return name, value[:_LONGEST_HEADER]


class _Placed(Message):
    """A mail, or a part of one. ``first``: the number of the first line of its text in the file, 0 if it was not found."""

    first = 0


@dataclass(frozen=True, slots=True)
class Body:
    """A text of a mail itself, in UTF-8, and whether it is of HTML.

    ``numbers``: of each of its lines in the file; none where the mail writes it in letters of its own (base64).
    """

    content: bytes
    html: bool
    numbers: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file in a mail. ``shown``: it is a part of a text, as the logo of a signature; ``fault``: it could not be decoded."""

    name: str
    content: bytes
    shown: bool
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """A part that cannot be read, why, and what to do."""

    message: str
    advice: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The same text in several forms, the plainest first."""

    bodies: list[list[Body]]


@dataclass(frozen=True, slots=True)
class Inner:
    """A mail that was forwarded in another."""

    message: Message


Part = Body | Choice | Attachment | Inner | Refused


def mails(pieces: Iterable[bytes], budget: Budget) -> Iterator[tuple[int, bytes]]:
    """The mails of a mailbox, each with the number of its first line: it begins below an empty line with "From " and a date.

    Raises InputError where it holds too many or one that is too large.
    """
    held: list[bytes] = []
    size = first = 0
    blank = True
    for number, line in enumerate(_lines(pieces), 2):
        if blank and line.startswith(b"From ") and (not held or _BEGINS.match(line)):
            if held:
                yield first, b"".join(held[1:])
            budget.charge("files")
            held, size = [], 0
        first = first if held else number
        size += len(line)
        if size > _MOST_MAIL:
            raise _too_large(budget)
        # A line of text that began so was written with a sign before it.
        held.append(line[1:] if line.startswith(b">") and line.lstrip(b">").startswith(b"From ") else line)
        blank = not line.strip()
    if held:
        yield first, b"".join(held[1:])


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + piece).split(b"\n")
        for line in whole:
            yield line + b"\n"
        if len(rest) > _MOST_MAIL:
            yield rest
            rest = b""
    if rest:
        yield rest


def parsed(content: bytes, budget: Budget, first: int = 1) -> Message:
    """The mail that a file is, or that begins with line ``first`` of it.

    Raises InputError where it is too large, or has too many parts.
    """
    if len(content) > _MOST_MAIL:
        raise _too_large(budget)
    lower = content.lower()
    nested = lower.count(b"boundary") + lower.count(b"message/")
    begun = content.count(b"\n--") * bool(nested)
    if nested > _MOST_NESTED or begun > _MOST_PARTS or nested * content.count(b"\n") > _MOST_LOOKS:
        raise budget.refused("a mail in it has too many parts within others", "ask for the puzzles as text")
    message = email.message_from_bytes(content, _Placed, policy=_Policy())
    _find_lines(message, content, first)
    return message


def _find_lines(message: Message, content: bytes, first: int) -> None:
    """Note for each text of a mail where it begins: the parser does not keep it. They lie in the order of its parts."""
    at, line = 0, first
    for part in message.walk():
        raw = b"" if part.is_multipart() else _written(part)
        if not raw:
            continue
        # Below its headers is an empty line, unless a program left it out.
        below = [found + len(blank) for blank in _BLANK if (found := content.find(blank + raw, at)) >= 0]
        begins = min(below, default=content.find(raw, at))
        if begins < 0:
            return  # Where they are in another order than they are written, none is looked for.
        line += content.count(b"\n", at, begins)
        at = begins
        if isinstance(part, _Placed):
            part.first = line


def _written(message: Message) -> bytes:
    """The text of a part as the file has it."""
    if _encoding(message) not in _ENCODED:
        return _content(message)[0]
    payload = message.get_payload()
    return payload.encode("ascii", "replace") if isinstance(payload, str) else b""


_BLANK = (b"\n\n", b"\r\n\r\n")
_ENCODED = frozenset({"quoted-printable", "base64", "x-uuencode", "uuencode", "uue", "x-uue"})


def _encoding(message: Message) -> str:
    return str(message.get("content-transfer-encoding", "")).strip().lower()


def _numbers(message: Message, lines: int) -> Sequence[int]:
    """The numbers in the file of the lines of a text, that many of them; none where it has no lines there."""
    first = message.first if isinstance(message, _Placed) else 0
    encoding = _encoding(message)
    if not first or encoding in _ENCODED - {"quoted-printable"}:
        return ()
    if encoding not in _ENCODED:
        return range(first, first + lines)
    numbers = [first]
    for number, line in enumerate(_written(message).split(b"\n"), first):
        # A line may be broken into several, with "=" at the end of each but the last, and one may hold several.
        numbers += [number] * len(re.findall(rb"(?i)=0a", line))
        if not line.rstrip().endswith(b"="):
            numbers.append(number + 1)
        elif line.rstrip()[-4:].lower() == b"=0a=":
            numbers[-1] = number + 1
    return numbers


def _too_large(budget: Budget) -> InputError:
    return budget.refused(f"a mail in it has more than {_MOST_MAIL >> 20} MB", "save its attachments")


def sender_of(message: Message) -> Sender:
    """The sender and the subject of a mail."""
    written = _header(message, "from") or _header(message, "sender")
    name, address = parseaddr(written[:_LONGEST_SENDER])
    return Sender(plain_name(name) or plain_name(address), plain_name(_header(message, "subject")))


def parts(message: Message, budget: Budget) -> Iterator[Part]:
    """The texts and files of a mail in their order. Raises InputError where there are too many."""
    budget.charge("parts of mail")
    kind = message.get_content_type()
    if kind in ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"):
        yield Refused("a part of this mail is encrypted", "open it, and save its text")
    elif kind == "message/rfc822" and message.is_multipart():
        yield from (Inner(one) for one in _inside(message))
    elif message.is_multipart():
        found = [part for one in _inside(message) for part in [[*parts(one, budget)]]]
        if kind == "multipart/alternative":
            bodies = [[part for part in some if isinstance(part, Body)] for some in found]
            yield Choice([some for some in bodies if some])
            found = [[part for part in some if not isinstance(part, Body)] for some in found]
        for some in found:
            yield from some
    else:
        yield from _single(message, kind, budget)


def _inside(message: Message) -> list[Message]:
    payload = message.get_payload()
    return [one for one in payload if isinstance(one, Message)] if isinstance(payload, list) else []


_PASSED_OVER = frozenset(
    {"application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature", "text/calendar"}
    | {"text/vcard", "text/x-vcard", "text/x-amp-html", "message/delivery-status", "message/disposition-notification"}
    | {"application/ics", "text/rfc822-headers", "text/css", "message/feedback-report"}
)
"""Kinds of parts that hold no puzzle: signatures, visiting cards, dates, receipts."""


def _single(message: Message, kind: str, budget: Budget) -> Iterator[Part]:
    if kind in _PASSED_OVER:
        return
    if kind == "application/ms-tnef":
        yield Refused(
            "its attachments are in the form of Outlook alone (winmail.dat)", "ask for them as usual attachments"
        )
        return
    content, fault = _content(message)
    budget.charge("bytes unpacked", len(content))
    name = _file_name(message)
    attached = (message.get_content_disposition() == "attachment" or bool(name)) and bool(content)
    if kind in ("text/plain", "text/html", "text/enriched") and not attached:
        if fault:
            yield Refused(fault, "ask for the mail again")
        text = _decoded(content, _charset(message))
        yield Body(text, kind == "text/html", _numbers(message, text.count(b"\n") + 1))
    elif content or fault:
        if kind.startswith("text/"):
            content = _decoded(content, _charset(message))
        yield Attachment(name or f"attachment ({kind})", content, message.get("content-id") is not None, fault)


def _content(message: Message) -> tuple[bytes, str]:
    """The bytes of a part, and why they are not all; "" if they are."""
    try:
        payload = message.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError, MessageError):
        payload = None
    content = payload if isinstance(payload, bytes) else b""
    damaged = payload is None or any(isinstance(one, InvalidBase64LengthDefect) for one in message.defects)
    return content, "a part of this mail is damaged" if damaged else ""


def _charset(message: Message) -> str:
    try:
        return (message.get_content_charset() or "").lower()
    except (ValueError, LookupError, MessageError):
        return ""


def _decoded(content: bytes, charset: str) -> bytes:
    """A text in UTF-8: of the character set that it names, else of UTF-8, else of the usual one of Windows."""
    marked = "utf-16" if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else charset
    for name in (marked, "utf-8", "cp1252"):
        if (
            name.replace("-", "_") in _UNFIT_CODECS
            or not name.isascii()
            or (name == "us-ascii" and not content.isascii())
        ):
            continue
        try:
            return content.decode(name).encode("utf-8", "replace")
        except (ValueError, LookupError, OverflowError):
            continue
    return content


def _header(message: Message, name: str) -> str:
    """A header as a person reads it, no longer than one that a person wrote."""
    raw = next((str(value) for key, value in message.raw_items() if key.lower() == name), "")
    return _words(raw[:_LONGEST_HEADER])


def _words(text: str) -> str:
    try:
        found = [
            (part.decode(charset or "ascii", "replace") if isinstance(part, bytes) else part)
            for part, charset in decode_header(text)
        ]
    except (ValueError, LookupError, MessageError):
        return text
    return "".join(found).encode("utf-8", "replace").decode()


def _file_name(message: Message) -> str:
    try:
        name = message.get_filename() or ""
    except (ValueError, LookupError, TypeError, MessageError):
        name = ""
    return _words(str(name)[:_LONGEST_HEADER]) if name else ""
