"""Requests of the studio. Only a page of its own, on this machine, that has the token of this run, is answered; a body is JSON of
bounded size and depth, with the fields that a route takes.
"""

from __future__ import annotations

import json
from contextvars import ContextVar
from hmac import compare_digest
from itertools import count
from secrets import randbelow, token_urlsafe
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from bookmaker.base.errors import UsageError
from bookmaker.base.language import PLURALS, spoken

VERSIONS = count(randbelow(1 << 40) + 1)
"""No two books and no two runs of the studio have a version in common."""

HOST = "127.0.0.1"
OWN_HEADER = "X-Studio"
"""A header that a form of another site cannot send."""

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; img-src 'self' blob:; connect-src 'self'; "
    "font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)


class Guard:
    """Middleware: refuses all but the requests of a page of our own, and sets the headers of each answer.

    ``port`` may be set once the server knows it; ``read_only``: only GET is answered. The token comes once in the address,
    ``/?t=TOKEN``, and then as a cookie whose name has the port: cookies are shared by all ports of a machine.
    """

    def __init__(self, app: ASGIApp, *, read_only: bool = False) -> None:
        self.app, self.read_only = app, read_only
        self.port = 0
        self.token, self.nonce = token_urlsafe(32), token_urlsafe(18)

    @property
    def address(self) -> str:
        """The address with the token."""
        return f"http://{HOST}:{self.port}/?t={self.token}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        wished = Request(scope).headers.get("accept-language", "")[:2]
        _LANGUAGE.set(wished if wished in PLURALS else "en")

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("Content-Security-Policy", _POLICY.format(nonce=self.nonce))
                headers["X-Content-Type-Options"] = "nosniff"
                headers["Referrer-Policy"] = "no-referrer"
                headers["Cross-Origin-Resource-Policy"] = "same-origin"
                headers.setdefault("Cache-Control", "no-store")
            await send(message)

        request = Request(scope)
        answer = self._refusal(request) or self._trade(request)
        if answer is None:
            scope["state"] = {**scope.get("state", {}), "nonce": self.nonce}
        await (answer or self.app)(scope, receive, sent)

    def _names(self) -> tuple[str, str]:
        return f"{HOST}:{self.port}", f"localhost:{self.port}"

    def _refusal(self, request: Request) -> Response | None:
        # A foreign page may lead its own name to this machine: only our name, with its port, is answered.
        if request.headers.get("host") not in self._names():
            return refusal(403, "this address is not the studio's")
        if request.method not in ("GET", "HEAD"):
            origin = urlsplit(request.headers.get("origin", ""))
            if origin.scheme != "http" or origin.netloc not in self._names():
                return refusal(403, "the request does not come from a page of the studio")
            if OWN_HEADER not in request.headers:
                return refusal(403, f"the header {OWN_HEADER} is missing")
            if self.read_only:
                return refusal(403, "this preview changes nothing; `bookmaker studio` does")
        return None

    def _trade(self, request: Request) -> Response | None:
        """The answer to a request with the token in its address, or with none at all."""
        cookie = f"studio-{self.port}"
        known = request.query_params.get("t", "").encode()
        if request.url.path == "/" and known:
            if not compare_digest(known, self.token.encode()):
                return refusal(403, "the token is not that of this studio")
            answer = RedirectResponse("/", 303)
            answer.set_cookie(cookie, self.token, path="/", httponly=True, samesite="strict")
            return answer
        if not compare_digest(request.cookies.get(cookie, "").encode(), self.token.encode()):
            return refusal(403, "open the address that `bookmaker studio` prints")
        return None


_LANGUAGE: ContextVar[str] = ContextVar("language", default="en")


class Json(JSONResponse):
    """JSON whose faults are said in the language of the page that asks, as far as there are words: ``language`` says which."""

    def render(self, content: Any) -> bytes:
        """The bytes. Half a pair of UTF-16, which JSON may hold and UTF-8 may not, goes back as it came: escaped."""
        text = json.dumps(_in_words(content), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode(errors="backslashreplace")


def _in_words(content: Any) -> Any:
    code = _LANGUAGE.get()
    if not isinstance(content, dict) or code == "en":
        return content
    if isinstance(content.get("book"), dict):
        content = {**content, "book": _in_words(content["book"])}
    if not isinstance(content.get("faults"), list):
        return content
    faults = []
    for one in content["faults"]:
        # Those of a puzzle have no advice.
        said = {name: spoken(one[name], code) for name in ("message", "advice") if name in one}
        known = {name: text for name, text in said.items() if text}
        faults.append({**one, **known, "language": code if "message" in known else "en"})
    return {**content, "faults": faults}


def refusal(status: int, message: str) -> JSONResponse:
    """An answer that refuses a request."""
    return Json({"faults": [{"message": message, "advice": "", "path": None, "line": None, "column": None}]}, status)


MOST_BYTES = 64 << 20
"""Bytes of a body."""
MOST_JSON, MOST_DEPTH = 8 << 20, 40
"""Bytes of JSON, and its depth."""


async def fields(request: Request, **types: type | tuple[type, ...]) -> dict[str, Any]:
    """The object that a request carries. ``types``: each field that the route takes, with its types; one whose types have None
    may be missing. Raises UsageError.
    """
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise UsageError("the body must be JSON")
    body = await request.body()
    if len(body) > MOST_JSON:
        raise UsageError("the body is too large")
    try:
        found = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise UsageError("the body cannot be read as JSON") from None
    if not isinstance(found, dict) or _depth(found) > MOST_DEPTH:
        raise UsageError("the body must be an object of JSON that is not too deep")
    for name in found:
        if name not in types:
            raise UsageError(f"the field `{name}` is not known; there are {', '.join(types)}")
    for name, wanted in types.items():
        value = found.setdefault(name, None)
        every = wanted if isinstance(wanted, tuple) else (wanted,)
        # True is an int for Python, and none for us.
        if not isinstance(value, every) or (isinstance(value, bool) and bool not in every):
            raise UsageError(f"the field `{name}` is missing or of the wrong type")
    return found


NONE = type(None)
FOREVER = {"Cache-Control": "private, max-age=31536000, immutable"}
"""Headers of what never changes: its address has a version."""


def number_in(request: Request, name: str, usual: int, least: int, most: int) -> int:
    """A number of the query. Raises UsageError for one outside the bounds, and for anything else."""
    text = request.query_params.get(name, str(usual))
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else -1
    if not least <= number <= most:
        raise UsageError(f"`{name}` is a number from {least} to {most}")
    return number


def _depth(value: object) -> int:
    level, depth = [value], 0
    while level and depth <= MOST_DEPTH:
        depth += 1
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one if isinstance(one, list) else ())
        ]
    return depth
