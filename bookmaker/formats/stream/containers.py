"""The texts in a file: one, or those of archives, mails, workbooks and documents, within one another.

How a file begins tells its kind, whatever its name. Each text knows where it comes from. The costs of taking a file
apart are charged to one budget (:mod:`bookmaker.formats.stream.inputs`), which ends the reading with one message.
"""

from __future__ import annotations

import csv
import io
import lzma
import re
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from bookmaker.base.errors import Fault, InputError, Note, Place, Sender, shown_name
from bookmaker.formats.stream import inputs, office, rich_text, workbooks
from bookmaker.formats.stream.document_tables import Line, Table, Whereabouts, lines_of, stand_beside
from bookmaker.formats.stream.inputs import STDIN, Budget, Opened, Progress, name_of

if TYPE_CHECKING:
    from email.message import Message

    from bookmaker.formats.stream.mail import Attachment, Body


@dataclass(frozen=True, slots=True)
class Text:
    """A text: its name in messages, its bytes, where its document has a place in it, and who sent it."""

    name: str
    pieces: Iterable[bytes]
    placed: Whereabouts | None = None
    sender: Sender | None = None


@dataclass(frozen=True, slots=True)
class Sheets:
    """The sheets of a workbook, which belong together."""

    texts: list[Text]


@dataclass(frozen=True, slots=True)
class Choice:
    """The same text in several forms, of which one is to be read."""

    texts: list[Text]
    name: str
    sender: Sender | None = None


@dataclass(frozen=True, slots=True)
class Whole:
    """The parts of a mail, of which one at least is to hold a puzzle."""

    name: str
    parts: Iterator[Part]
    sender: Sender | None = None


@dataclass(frozen=True, slots=True)
class Printed:
    """A PDF or a picture: its name in messages, its bytes, and who sent it."""

    name: str
    content: bytes
    sender: Sender | None = None


Part = Text | Sheets | Choice | Whole | Printed | Fault


@dataclass(frozen=True)
class _Inside:
    """Where a file is: its name, its budget, how many files it is in, who sent it. ``path``: where it lies on the disk."""

    name: str
    budget: Budget
    depth: int = 0
    sender: Sender | None = None
    path: Path | None = None

    def within(self, name: str) -> _Inside:
        """The same of a file in it."""
        return replace(self, name=name, depth=self.depth + 1, path=None)

    @property
    def place(self) -> Place:
        return Place(self.name, sender=self.sender)


def parts(path: Path | str | Opened, progress: Progress | None = None) -> Iterator[Part]:
    """The parts of a file, or of standard input for ``"-"``. Raises InputError for one that cannot be read, or costs too much."""
    name = name_of(path)
    here = _Inside(name, Budget(name), path=None if path == STDIN or isinstance(path, Opened) else Path(path))
    with inputs.opened(path, progress) as raw:
        yield from _of(raw, here)


def _of(raw: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    here.budget.enter(here.depth)
    text = inputs.unzipped(raw, here.name)
    head = next(text, b"")
    whole = inputs.chained(head, text)
    reader = _reader(head, here)
    if reader is not None:
        yield from reader(whole, here)
    elif here.name.lower().endswith((".csv", ".tsv")) and len(head) < inputs.PIECE:
        yield from _fields(head, here)
    else:
        yield Text(here.name, inputs.as_text(_charged(whole, here), here.name), sender=here.sender)


def _charged(pieces: Iterable[bytes], here: _Inside) -> Iterator[bytes]:
    """The pieces of a text; in a container they are charged, since a short file may hold any number of texts."""
    for piece in pieces:
        here.budget.charge("characters", len(piece) if here.depth else 0)
        yield piece


_Reader = Callable[[Iterable[bytes], _Inside], Iterator[Part]]


def _reader(head: bytes, here: _Inside) -> _Reader | None:
    """What takes a file apart that begins so; None for a text."""
    if head.startswith(b"PK\x03\x04") or head.startswith(_EMPTY_ZIP):
        return _archive
    if head.startswith(_OLE):
        return _old_office
    if head.startswith(_PDF) or inputs.is_picture(head):
        return _printed
    if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(rich_text.BEGINS):
        return _rich_text
    if _is_mailbox(head):
        return _mailbox
    if _is_mail(head):
        return _mail
    return None


_PDF = b"%PDF"


def _printed(pieces: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    yield Printed(here.name, _collected(pieces, here), here.sender)


_HEADER = re.compile(rb"[!-9;-~]+:")
_OF_MAIL = re.compile(
    rb"(?im)^(?:received|return-path|message-id|mime-version|delivered-to|x-[\w-]+|content-type|dkim-signature|date):[ \t]*\S"
)
_FROM = re.compile(rb"(?im)^(?:from|sender):[ \t]*\S")
_MBOX = re.compile(rb"From \S+ +(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [^\n]{8,80}\r?\n[!-9;-~]+:")
_HEAD = 1 << 16


def _is_mail(head: bytes) -> bool:
    """Whether a file begins as a mail does: with headers, one of them of its sender, and one that only programs write."""
    first, _, _ = head[:_HEAD].replace(b"\r\n", b"\n").lstrip(b"\n").partition(b"\n\n")
    headers = [line for line in first.split(b"\n") if not line.startswith((b" ", b"\t"))]
    whole = all(_HEADER.match(line) for line in headers) and len(headers) > 1
    return whole and _OF_MAIL.search(first) is not None and _FROM.search(first) is not None


def _is_mailbox(head: bytes) -> bool:
    """Whether a file begins as a mailbox does."""
    return _MBOX.match(head) is not None


def _collected(pieces: Iterable[bytes], here: _Inside) -> bytes:
    out: list[bytes] = []
    for piece in pieces:
        here.budget.charge("bytes unpacked", len(piece))
        out.append(piece)
    return b"".join(out)


# Texts that know where they are.


def _of_lines(name: str, lines: list[Line], here: _Inside, before: int = 0) -> Text:
    data = "".join(line.text + "\n" for line in lines).encode("utf-8", "replace")
    return Text(name, [data], Whereabouts(lines, before), here.sender)


def _flow(flow: office.Flow, here: _Inside) -> Iterator[Part]:
    """A document as one text, with its tables in their places."""
    lines: list[Line] = []
    tables = 0
    for one in flow:
        if isinstance(one, str):
            lines += [Line(text) for text in one.split("\n")]
            continue
        tables += 1
        own, faults = lines_of(one, f"table {tables}", here.budget, sheet=False)
        yield from _placed(faults, here)
        lines += [Line(""), *own, Line("")] if one.shape is not None and one.shape[0] > 1 else own
    if not any(line.text.strip() for line in lines):
        yield Fault("this document has no text", here.place, "puzzles in pictures are not read from documents")
        return
    yield _of_lines(here.name, lines, here)


def _sheets(tables: Iterable[Table], here: _Inside) -> Iterator[Part]:
    texts: list[Text] = []
    before = filled = 0
    for table in tables:
        if table.cells:
            filled += 1
            lines, faults = lines_of(table, shown_name(table.name), here.budget, sheet=True)
            yield from _placed(faults, here)
            texts += [_of_lines(here.name, lines, here, before)] if any(line.text for line in lines) else []
            before += len(lines)
    if texts:
        yield Sheets(texts)
    elif not filled:
        yield Fault("no sheet of this workbook has a cell with a text or a number", here.place)


def _placed(faults: Iterable[Fault], here: _Inside) -> Iterator[Fault]:
    return (replace(fault, place=here.place) for fault in faults)


def _fields(head: bytes, here: _Inside) -> Iterator[Part]:
    """A short file of fields: as a sheet where grids stand side by side in it."""
    data = b"".join(inputs.as_text(iter([head]), here.name))
    text = data.decode("utf-8", "replace")
    separator = max(",;\t", key=text.count)
    table = Table()
    try:
        rows = list(csv.reader(io.StringIO(text), delimiter=separator))
    except csv.Error:
        rows = []
    for at, row in enumerate(rows):
        table.cells.update({(at, column): " ".join(cell.split()) for column, cell in enumerate(row) if cell.strip()})
    lines, _ = lines_of(table, "", here.budget, sheet=True) if stand_beside(table) else ([], [])
    if lines:
        yield _of_lines(here.name, lines, here)
    else:
        yield Text(here.name, [data], sender=here.sender)


# Archives, and what office programs pack into them.

_EMPTY_ZIP = b"PK\x05\x06"
_WORD, _CONTENT, _TYPE, _MANIFEST = "word/document.xml", "content.xml", "mimetype", "META-INF/manifest.xml"
_WRITER = b"application/vnd.oasis.opendocument.text"
_BLANKS = 16
"""Bytes of blanks that may be around the type of a document."""

_PIECE = 1 << 17
_DAMAGED = (
    *(zipfile.BadZipFile, EOFError, OSError, NotImplementedError, RuntimeError, zlib.error, lzma.LZMAError),
    *workbooks.DAMAGED,
)
_AS_XLSX, _AS_DOCX = "open it and save it as .xlsx", "open it and save it as .docx"


def _archive(pieces: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    try:
        # A file on the disk is not taken into memory; a pipe has been read already.
        path = here.path if here.path is not None and here.path.is_file() and zipfile.is_zipfile(here.path) else None
        content = b"" if path is not None else _collected(pieces, here)
        size = len(content) if path is None else path.stat().st_size
        with zipfile.ZipFile(io.BytesIO(content) if path is None else path) as archive:
            yield from _of_archive(archive, size, here)
    except InputError:
        raise
    except _DAMAGED as error:
        message, advice = "the zip file is damaged", "unpack it, or save the sheet as CSV"
        raise InputError(Fault(message, here.place, advice)) from error


def _of_archive(archive: zipfile.ZipFile, size: int, here: _Inside) -> Iterator[Part]:
    """The parts of an archive. ``size``: the bytes of its file."""
    files = [one for one in archive.infolist() if not one.is_dir()]
    here.budget.charge("files", len(files))
    here.budget.charge("bytes unpacked", sum(one.file_size for one in files))
    names = {one.filename for one in files}
    if workbooks.WORKBOOK in names:
        yield from _sheets(workbooks.sheets(archive, here.budget), here)
    elif _WORD in names:
        yield from _flow(office.document(_member(archive, _WORD), here.budget, word=True), here)
    elif (refusal := _refusal(names)) is not None:
        yield Fault(f"this is {refusal[0]}", here.place, refusal[1])
    elif {_CONTENT, _TYPE} <= names:
        with archive.open(_TYPE) as file:
            writer = file.read(len(_WRITER) + _BLANKS).strip() == _WRITER
        if _MANIFEST in names and any(b"encryption-data" in piece for piece in _member(archive, _MANIFEST)):
            yield Fault("this document needs a password", here.place, "save it without one")
        elif writer:
            yield from _flow(office.document(_member(archive, _CONTENT), here.budget, word=False), here)
        else:
            yield from _sheets(office.sheets(_member(archive, _CONTENT), here.budget), here)
    else:
        shown = [name for name in sorted(names) if not _is_hidden(name)]
        if not shown:
            yield Fault("there is no file in this zip file", here.place)
        if sum(one.file_size for one in files) > max(inputs.UNPACKED_FREELY, inputs.MOST_UNPACKED * size):
            message = f"the zip file unpacks to more than {inputs.MOST_UNPACKED} times its size; no texts of puzzles do"
            raise here.budget.refused(message, "unpack it")
        for name in shown:
            yield from _safely(_pieces(archive, name, here), here.within(f"{here.name}/{shown_name(name)}"))
            if here.budget.spent:
                return


def _refusal(names: set[str]) -> tuple[str, str] | None:
    """The name of a zip file of these files, and advice, where it is a document that is not read."""
    if "xl/workbook.bin" in names:
        return "a binary Excel workbook (.xlsb)", _AS_XLSX
    if any(name.startswith("ppt/") for name in names):
        return "a presentation", "save its puzzles as text"
    if "Index/Document.iwa" in names or "Index.zip" in names or any(name.startswith("index.ap") for name in names):
        return "a document of Numbers, Pages or Keynote", "export it as .xlsx or .docx"
    return None


def _is_hidden(name: str) -> bool:
    return any(part.startswith((".", "__MACOSX")) and part.strip(".") != "" for part in name.split("/"))


def _safely(pieces: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    """The parts of one file of several. A fault ends only that one, unless the budget is spent."""
    try:
        yield from _of(pieces, here)
    except InputError as error:
        if here.budget.spent:
            raise
        yield from (replace(fault, place=_sent(fault.place, here.sender)) for fault in error.faults)


def _sent(place: Place | None, sender: Sender | None) -> Place | None:
    return replace(place, sender=sender) if place is not None and sender is not None else place


def _member(archive: zipfile.ZipFile, name: str) -> Iterator[bytes]:
    with archive.open(name) as file:
        while piece := file.read(_PIECE):
            yield piece


def _pieces(archive: zipfile.ZipFile, name: str, here: _Inside) -> Iterator[bytes]:
    try:
        yield from _member(archive, name)
    except _DAMAGED as error:
        raise InputError(Fault(f"{shown_name(name)!r} in it is damaged, or needs a password", here.place)) from error


# Documents that are refused with what to do.

_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_OLD = (
    ("EncryptedPackage", "an Office file with a password", "save it without one"),
    ("__substg1.0_", "a mail of Outlook (.msg)", "save it as .eml or as text"),
    ("WordDocument", "a Word document of the old kind (.doc)", _AS_DOCX),
    ("Workbook", "an Excel workbook of the old kind (.xls)", _AS_XLSX),
    ("Book", "an Excel workbook of the old kind (.xls)", _AS_XLSX),
)


def _old_office(pieces: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    content = _collected(pieces, here)
    for name, what, advice in _OLD:
        if name.encode("utf-16-le") in content:
            yield Fault(f"this is {what}", here.place, advice)
            return
    yield Fault("this is an old Word or Excel file", here.place, "open it and save it as .docx or .xlsx")


# Rich text, mail and mailboxes.


def _rich_text(pieces: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    yield from _flow(rich_text.flow_of(_collected(pieces, here), here.budget), here)


def _mail(pieces: Iterable[bytes], here: _Inside, first: int = 1) -> Iterator[Part]:
    # Only a mail loads what reads mails.
    from bookmaker.formats.stream import mail

    message = mail.parsed(_collected(pieces, here), here.budget, first)
    yield _of_mail(message, here)


def _of_mail(message: Message, here: _Inside) -> Whole:
    from bookmaker.formats.stream import mail

    here.budget.enter(here.depth)
    sender = mail.sender_of(message)
    here = replace(here, sender=sender if sender.name else here.sender)
    return Whole(here.name, _parts_of_mail(message, here), here.sender)


def _parts_of_mail(message: Message, here: _Inside) -> Iterator[Part]:
    from bookmaker.formats.stream import mail

    texts = forwarded = 0
    for part in mail.parts(message, here.budget):
        match part:
            case mail.Body():
                texts += 1
                name = here.name if texts == 1 else f"{here.name}/text {texts}"
                yield _written([part], name, here)
            case mail.Choice():
                texts += 1
                name = here.name if texts == 1 else f"{here.name}/text {texts}"
                yield Choice([_written(bodies, name, here) for bodies in part.bodies], name, here.sender)
            case mail.Attachment():
                yield from _attachment(part, here.within(f"{here.name}/{shown_name(part.name)}"))
            case mail.Inner():
                forwarded += 1
                yield _of_mail(part.message, here.within(f"{here.name}/message {forwarded}"))
            case mail.Refused():
                yield Fault(part.message, here.place, part.advice)


def _written(bodies: list[Body], name: str, here: _Inside) -> Text:
    """Texts of a mail as one, which knows where in the file its lines are."""
    shown = [body for body in bodies if body.content.strip()]
    lines: list[Line] = []
    numbers: list[int] = []
    for body in shown:
        count = body.content.count(b"\n") + 1
        areas = [""] * count if body.numbers else [f"line {line} of its text" for line in range(1, count + 1)]
        lines += [Line("", area) for area in areas]
        numbers += [*body.numbers, *[body.numbers[-1]] * count][:count] if body.numbers else range(1, count + 1)
    return Text(name, [body.content + b"\n" for body in shown], Whereabouts(lines, numbers=numbers), here.sender)


def _attachment(part: Attachment, here: _Inside) -> Iterator[Part]:
    if part.fault:
        yield Fault("this attachment is damaged", here.place, "ask for it again")
        return
    picture = inputs.is_picture(part.content[:16])
    if picture and part.shown:
        yield Note("a picture in the text of this mail is not read", here.place)
        return
    yield from _safely([part.content], here)


def _mailbox(pieces: Iterable[bytes], here: _Inside) -> Iterator[Part]:
    from bookmaker.formats.stream import mail

    found = 0
    for number, (first, content) in enumerate(mail.mails(pieces, here.budget), 1):
        found = number
        one = replace(here, name=f"{here.name}[{number}]")
        yield from _mail([content], one, first) if content.strip() else ()
    if not found:
        yield Fault("there is no mail in this mailbox", here.place)
