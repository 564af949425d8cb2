"""The studio: who is answered, what a change of the text does, and each route against the function that a command calls."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from PIL import Image
from starlette.testclient import TestClient
from studio_data import OWN, PORT, SPEC, client_of

from bookmaker import generate
from bookmaker.api import intake, making, specs, starting, views
from bookmaker.cli import main
from bookmaker.cli.studio import launcher
from bookmaker.printing.styles import style
from bookmaker.studio.guard import Guard
from bookmaker.studio.library import Library
from bookmaker.studio.server import studio

BROKEN = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8.579"
SOUND = "...4.3....2..2.3"


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    root, before = tmp_path_factory.mktemp("books"), Path.cwd()
    (root / "small.yaml").write_text(SPEC)
    made = Library(root, tmp_path_factory.mktemp("state"), 2)
    yield made
    made.end()
    os.chdir(before)


@pytest.fixture(scope="module")
def guard(library: Library) -> Guard:
    made = studio(library)
    made.port = PORT
    return made


@pytest.fixture(scope="module")
def client(guard: Guard) -> TestClient:
    return client_of(guard)


@pytest.fixture
def book(client: TestClient, library: Library) -> dict[str, Any]:
    """The state of the book when its pages are ready."""
    assert client.post("/api/open", json={"path": "small.yaml"}).json() == {"path": "small.yaml"}
    client.get("/")
    return ready(client)


def ready(client: TestClient) -> dict[str, Any]:
    """The state of the book when its pages are those of its text."""
    until = threading.Event()
    for _ in range(600):
        state: dict[str, Any] = client.get("/api/state").json()["book"]
        if state["version"] and not state["work"]:
            return state
        until.wait(0.1)
    raise AssertionError(state)


# Who is answered.


@pytest.mark.parametrize(
    ("method", "path", "changed", "status"),
    [
        ("GET", "/api/state", {"Host": "evil.example"}, 403),
        ("GET", "/api/state", {"Host": "127.0.0.1"}, 403),
        ("GET", "/api/state", {"Host": f"localhost:{PORT + 1}"}, 403),
        ("GET", "/api/state", {"Cookie": ""}, 403),
        ("GET", "/", {"Cookie": f"studio-{PORT}=x"}, 403),
        ("GET", "/?t=wrong", {}, 403),
        ("GET", "/static/app.js", {"Cookie": ""}, 403),
        ("POST", "/api/undo", {"Origin": "http://evil.example"}, 403),
        ("POST", "/api/undo", {"Origin": "null"}, 403),
        ("POST", "/api/undo", {"Origin": f"https://127.0.0.1:{PORT}"}, 403),
        ("POST", "/api/undo", {"X-Studio": None}, 403),
        ("DELETE", "/api/build", {"Origin": None}, 403),
        ("POST", "/api/undo", {"Content-Type": "text/plain"}, 400),
        ("GET", "/static/../server.py", {}, 404),
        ("GET", "/static/%2e%2e/server.py", {}, 404),
        ("GET", "/static//etc/passwd", {}, 404),
        ("GET", "/api/nothing", {}, 404),
        ("PUT", "/api/state", {}, 405),
    ],
)
def test_who_is_answered(guard: Guard, method: str, path: str, changed: dict[str, str | None], status: int) -> None:
    headers = {"Origin": OWN, "X-Studio": "1", "Content-Type": "application/json"}
    headers |= {"Cookie": f"studio-{PORT}={guard.token}", "Host": f"127.0.0.1:{PORT}"}
    wanted = {name: value for name, value in (headers | changed).items() if value is not None}
    stranger = TestClient(guard, OWN, follow_redirects=False)
    for name in ("host", "origin", "x-studio"):
        stranger.headers.pop(name, None)
    answer = stranger.request(method, path, headers=wanted, content=b"{}" if method != "GET" else None)
    assert answer.status_code == status
    assert answer.json()["faults"][0]["message"]
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "access-control-allow-origin" not in answer.headers


def test_the_shell_has_headers_and_no_script_of_its_own(client: TestClient) -> None:
    shell = client.get("/")
    policy = shell.headers["content-security-policy"]
    nonce = policy.partition("'nonce-")[2].partition("'")[0]
    assert f'<meta name="csp-nonce" content="{nonce}">' in shell.text
    assert "<script>" not in shell.text and "<style" not in shell.text and "unsafe" not in policy
    assert shell.headers["x-content-type-options"] == "nosniff" and shell.headers["referrer-policy"] == "no-referrer"
    assert client.get("/static/app.js").headers["content-type"].startswith("text/javascript")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"[1]", 400),
        (b"{", 400),
        (b'{"base": 1, "text": ""}', 400),
        (b'{"base": "x", "text": "", "other": 1}', 400),
        (b'{"base": "x", "edits": ' + b"[" * 50 + b"]" * 50 + b"}", 400),
        (b'{"base": "x", "edits": ' + b"[" * 200_000 + b"}", 400),
        (b" " * ((8 << 20) + 1) + b"{}", 400),
        (b" " * ((64 << 20) + 1), 413),
        (b'{"base": "x", "text": "book: {title: Other}"}', 409),
    ],
)
def test_bodies_have_bounds(client: TestClient, book: dict[str, Any], body: bytes, status: int) -> None:
    answer = client.post("/api/edit", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == status


def test_a_refused_body_is_not_the_next_request(guard: Guard) -> None:
    """A server that leaves it unread takes it for one, on a connection that is kept."""
    from uvicorn.config import Config
    from uvicorn.server import Server

    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    listening.listen()
    server = Server(Config(guard, http="h11", lifespan="off", log_config=None))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    smuggled = b"GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    head = f"POST /api/undo HTTP/1.1\r\nHost: x\r\nContent-Length: {len(smuggled)}\r\n\r\n".encode()
    with socket.create_connection(listening.getsockname(), 10) as connection:
        connection.sendall(head + smuggled)
        connection.settimeout(1)
        said = b""
        try:
            while piece := connection.recv(65536):
                said += piece
        except TimeoutError:
            pass
    server.should_exit = True
    thread.join(5)
    assert said.count(b"HTTP/1.1 ") == 1 and b" 403 " in said


def test_no_path_leads_out_of_the_folder(client: TestClient, library: Library, tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text(SPEC)
    # Beside the open book it would be a change of its files.
    (library.root / "deep").mkdir()
    (library.root / "deep" / "link.yaml").symlink_to(tmp_path / "other.yaml")
    try:
        for path in (
            "../other.yaml",
            str(tmp_path / "other.yaml"),
            "deep/link.yaml",
            "nothing.yaml",
            "no/no.yaml",
            "deep",
        ):
            assert client.post("/api/open", json={"path": path}).status_code == 422, path
            assert Path.cwd() == library.root
        for folder in ("..", "../new", str(tmp_path / "new")):
            assert client.post("/api/new", json={"folder": folder}).status_code == 422, folder
        assert not any("link" in one["path"] for one in client.get("/api/start").json()["books"])
        assert client.get("/api/bank", params={"path": "../x.bank"}).status_code == 422
        for name in ("a\0b", "\ud800", "x" * 300):
            sent = json.dumps({"folder": name})
            answer = client.post("/api/new", content=sent, headers={"Content-Type": "application/json"})
            assert answer.status_code == 422 and "no file can have this name" in answer.text, name
    finally:
        (library.root / "deep" / "link.yaml").unlink()


# Routes and functions.


def test_the_book(client: TestClient, book: dict[str, Any], library: Library) -> None:
    assert (book["title"], book["puzzles"], book["faults"], book["unsaved"]) == ("Small", 4, [], None)
    assert book["text"] == SPEC and book["hash"] == sha256(SPEC.encode()).hexdigest()
    assert book["lines"]["/sections/1"][0] == 10 and book["data"]["sections"][0]["title"] == "One"
    pages = client.get(f"/api/places/{book['version']}").json()["pages"]
    assert len(pages) == book["pages"]
    found = [one for page in pages for one in page["puzzles"]]
    assert [(one["puzzle"], one["number"], one["section"]) for one in found] == [
        (1, 1, 0),
        (2, 2, 0),
        (3, 3, 1),
        (4, 4, 1),
    ]
    page = client.get(f"/api/page/{book['version']}/3.png", params={"dpi": 30})
    assert page.content[:4] == b"\x89PNG" and "immutable" in page.headers["cache-control"]
    assert client.get(f"/api/page/{book['version'] + 1}/3.png").status_code == 404
    assert client.get(f"/api/page/{book['version']}/3.png", params={"dpi": 10**9}).status_code == 400
    assert client.get("/api/schema").json() == specs.spec_schema()
    assert client.get("/api/kinds?language=es").json()["kinds"] == list(views.kinds("es"))


def test_words_at_a_place(client: TestClient, book: dict[str, Any]) -> None:
    text = "book: {title: '\U0001f600'}\npage: {tr"
    units = len(text) + 1
    found = client.post("/api/complete", json={"text": text, "offset": units}).json()
    assert "trim" in [one["label"] for one in found["items"]] and (found["start"], found["end"]) == (units - 2, units)
    about = client.post("/api/hover", json={"text": SPEC, "offset": SPEC.index("trim")}).json()
    assert about["path"] == ["page", "trim"] and about["about"]


def test_puzzles_and_covers(client: TestClient, book: dict[str, Any], library: Library) -> None:
    version = book["version"]
    found = client.get(f"/api/puzzle/{version}/3").json()
    assert (found["title"], found["section"], found["size"]) == ("Two", 1, 6)
    assert found["path"]["steps"][0]["grid"] == found["givens"] and found["path"]["solved"]
    for what in ("puzzle", "answer", "ground", "step"):
        assert client.get(f"/api/puzzle/{version}/3.png?w=80&what={what}").content[:4] == b"\x89PNG"
    for wrong, status in (("9", 404), ("3.png?w=9", 400), ("3.png?what=x", 400), ("3.png?what=step&step=999", 400)):
        assert client.get(f"/api/puzzle/{version}/{wrong}").status_code == status
    assert client.get("/api/covers").json()["designs"] == list(views.cover_designs())
    assert client.get(f"/api/cover/{version}/numeral/-.png?h=60").content[:4] == b"\x89PNG"
    assert client.get(f"/api/cover/{version}/sheet.png?h=60").content[:4] == b"\x89PNG"
    for wrong in ("nothing/-", "numeral/nothing"):
        assert client.get(f"/api/cover/{version}/{wrong}.png").status_code == 422, wrong
    assert client.get(f"/api/puzzle/{version + 1}/1").status_code == 409


def test_a_puzzle_is_edited_under_proof(client: TestClient, book: dict[str, Any], library: Library) -> None:
    found = client.get(f"/api/puzzle/{book['version']}/1").json()
    wish = {"version": book["version"], "puzzle": 1}
    for cells, status in (("." * 16, 422), ("1" * 16, 422), ("12", 400)):
        assert client.post("/api/own", json={**wish, "cells": cells}).status_code == status, cells
    cells = found["solution"][:4] + found["givens"][4:]
    done = client.post("/api/own", json={**wish, "cells": cells}).json()
    assert done["data"]["sections"][0]["puzzles"]["instead"] == {found["code"]: f"own/{found['code']}.jsonl"}
    held = json.loads((library.root / "own" / f"{found['code']}.jsonl").read_text())
    assert held["puzzle"] == cells and done["undo"] == "Edit puzzle 1" and done["faults"] == []
    wish["version"] = ready(client)["version"]
    again = client.post("/api/own", json={**wish, "cells": found["solution"], "label": "Mine"}).json()
    assert again["text"].count(f"own/{found['code']}-2.jsonl") == 1 and again["undo"] == "Mine"
    assert client.post("/api/undo", json={}).json()["text"] == done["text"]
    assert json.loads((library.root / "own" / f"{found['code']}.jsonl").read_text()) == held
    assert client.post("/api/undo", json={}).json()["text"] == SPEC


def test_no_two_books_have_a_version_in_common(client: TestClient, book: dict[str, Any], library: Library) -> None:
    # A browser keeps the pages of a version for ever.
    (library.root / "other.yaml").write_text(SPEC.replace("Small", "Other"))
    client.post("/api/open", json={"path": "other.yaml"})
    assert ready(client)["version"] > book["version"]
    client.post("/api/open", json={"path": "small.yaml"})
    assert ready(client)["version"] > book["version"] + 1


def test_a_puzzle_is_kept(client: TestClient, book: dict[str, Any], library: Library) -> None:
    found = client.get(f"/api/puzzle/{book['version']}/2").json()
    wish = {"version": book["version"], "puzzle": 2}
    done = client.post("/api/keep", json=wish).json()
    assert "data" in done, done
    name = f"kept/{found['code']}.jsonl"
    assert done["data"]["sections"][0]["puzzles"]["keep"] == {found["code"]: name} and done["undo"] == "Keep puzzle 2"
    assert json.loads((library.root / name).read_text())["puzzle"] == found["givens"] and done["faults"] == []
    version = ready(client)["version"]
    same = client.get(f"/api/puzzle/{version}/2").json()
    assert {**same, "version": 0} == {**found, "version": 0}
    # By hand: what was kept there goes.
    cells = found["solution"][:4] + found["givens"][4:]
    done = client.post("/api/own", json={"version": version, "puzzle": 2, "cells": cells}).json()
    assert "keep" not in done["data"]["sections"][0]["puzzles"] and done["faults"] == []
    client.post("/api/undo", json={})
    assert client.post("/api/undo", json={}).json()["text"] == SPEC
    assert client.post("/api/keep", json={**wish, "version": ready(client)["version"], "puzzle": 99}).status_code == 404


def test_a_page_of_ones_own_is_a_file_beside_the_spec(client: TestClient, library: Library) -> None:
    def written(**said: str) -> Any:
        return client.post("/api/own-page", json={"text": "# Für Leo\n", **said})

    first, second = (written(title="Für Leo & Ann!").json()["file"] for _ in range(2))
    assert (first, second) == ("own/für-leo-ann.md", "own/für-leo-ann-2.md")
    assert written(title="?").json()["file"] == "own/page.md"
    assert written(file=first, text="# Другое\n").status_code == 200
    assert client.get("/api/own-page", params={"file": first}).json() == {"text": "# Другое\n"}
    assert (library.root / second).read_text(encoding="utf-8") == "# Für Leo\n"
    for name in ("../out.md", "small.yaml", "/etc/motd.md", "own/none.md"):
        assert client.get("/api/own-page", params={"file": name}).status_code == 400
    assert written(file="../out.md").status_code == 400 and not (library.root.parent / "out.md").exists()


def test_others_for_a_place_are_those_of_the_command(
    client: TestClient, book: dict[str, Any], library: Library, capsys: pytest.CaptureFixture[str]
) -> None:
    found = client.post("/api/another", json={"version": book["version"], "puzzle": 2, "show": 2}).json()["others"]
    assert main(["another", str(library.root / "small.yaml"), found[0]["code"], "--show", "2", "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == found
    assert client.post("/api/another", json={"version": book["version"], "puzzle": 9}).status_code == 404
    assert client.post("/api/picture", json={"puzzle": found[0], "width": 60}).content[:4] == b"\x89PNG"


def test_new_books_are_those_of_the_command(client: TestClient, library: Library, tmp_path: Path) -> None:
    found = client.get("/api/start").json()
    assert {one["path"] for one in found["books"]} >= {"small.yaml"}
    assert [one["name"] for one in found["templates"]] == list(starting.TEMPLATES)
    assert client.get(found["templates"][1]["picture"]).content[:4] == b"\x89PNG"
    wish = {
        "for": "large-print",
        "trim": "8.5x11in",
        "count": 100,
        "levels": "easy-medium",
        "printer": "kdp",
        "title": "X",
    }
    text = starting.new_text(starting.Answers("large-print", None, "8.5x11in", 100, "easy-medium", "kdp", "X"), 5)
    data = views.spec_model(text.encode())
    assert data is not None
    assert [one["puzzles"]["count"] for one in data["data"]["sections"]] == [50, 50]
    assert (data["data"]["cover"], data["data"]["book"]["title"]) == ({"design": "large-print"}, "X")
    assert client.post("/api/new", json={"folder": "small.yaml", **wish}).status_code == 422
    for wrong in (
        {"for": "nobody"},
        {"levels": "hard-easy"},
        {"count": 0},
        {"template": "../x"},
        {"for": "class", "template": "week"},
    ):
        assert client.post("/api/new", json={"folder": "wrong", **wrong}).status_code == 400, wrong
    assert not (library.root / "wrong").exists()


def test_faults_are_in_the_language_of_the_page(client: TestClient, book: dict[str, Any]) -> None:
    wrong = book["text"].replace("count: 2, size: 6", "count: many, size: 6").replace("seed: 7", "seed: 7\nfoot: 1")
    wish = {"base": book["hash"], "text": wrong}
    answer = client.post("/api/edit", json=wish, headers={"Accept-Language": "es-ES,es"}).json()
    said = [(one["message"], one["language"]) for one in answer["faults"]]
    assert said == [
        ("clave desconocida: `foot`", "es"),
        ("`count` debe ser un número entero de 1 a 10000, no el texto 'many'", "es"),
    ]
    for code in ("en", "de", "zz"):
        faults = client.get("/api/state", headers={"Accept-Language": code}).json()["book"]["faults"]
        assert faults[0]["message"] == "unknown key `foot`" and faults[0].get("language", "en") == "en"
    shown = client.get("/api/state", headers={"Accept-Language": "ru"}).json()["book"]["faults"][0]
    assert shown["message"] == "неизвестный ключ `foot`"
    gone = client.post("/api/redo", json={}, headers={"Accept-Language": "es"})
    assert gone.status_code == 409 and gone.json()["faults"][0]["message"] == "no hay nada que rehacer"
    assert client.post("/api/undo", json={}).json()["text"] == book["text"]


def pixels(png: bytes, column: int, row: int) -> int:
    """How light the middle of a cell of a 9x9 is, from 0 to 255."""
    image = Image.open(io.BytesIO(png)).convert("L")
    width, height = image.size
    found = image.getpixel((int((column + 0.5) * width / 9), int((row + 0.5) * height / 9)))
    assert isinstance(found, int)
    return found


def read(client: TestClient, files: list[Any]) -> dict[str, Any]:
    """The desk when it has read these files."""
    assert client.post("/api/desk", files=files).json()["state"] == "reading"
    wait = threading.Event()
    for _ in range(900):
        found: dict[str, Any] = client.get("/api/desk").json()
        if found["state"] == "ready":
            break
        wait.wait(0.1)
    return found


def test_puzzles_from_elsewhere(client: TestClient, library: Library) -> None:
    files = [("file", ("../a b.txt", f"{BROKEN}\n{SOUND}\n".encode())), ("file", ("a b.txt", SOUND.encode()))]
    found = read(client, files)
    assert [(one["source"], one["status"]) for one in found["items"]] == [
        ("a-b.txt:1", "broken"),
        ("a-b.txt:2", "proper"),
        ("a-b-2.txt:1", "proper"),
    ]
    assert found["items"][2]["copy_of"] == "the same puzzle as a-b.txt:2"
    first = found["items"][0]["id"]
    ways = client.get(f"/api/desk/{first}").json()["mends"]
    assert ways[0]["changes"] == [{"cell": "r9c7", "from": 5, "to": 0}] and ways[0]["share"] == 1.0
    copy, shown = (
        client.get(f"/api/desk/{one['id']}?language=es", headers={"Accept-Language": "es"}).json()
        for one in (found["items"][2], found["items"][0])
    )
    assert copy["copy_of"] == "el mismo pasatiempo que a-b.txt:2" and shown["mends"] == ways
    assert shown["said"] == ["La misma cifra está en dos casillas que no pueden compartirla. Véase f8c9, f9c7."]
    assert client.get(f"/api/desk/{first}.png?w=60").content[:4] == b"\x89PNG"
    mended = client.post(f"/api/desk/{first}/mend", json={"mend": 1}).json()
    assert mended["mended"] == BROKEN.replace(".579", "..79") and mended["level"] == "beginner"
    # The cell that was changed is on a tint.
    shown, plain = (client.get(f"/api/desk/{first}.png?w=60&what={what}").content for what in ("mended", "ground"))
    assert pixels(shown, 6, 8) < pixels(plain, 6, 8) - 30
    assert client.post(f"/api/desk/{first}/mend", json={"mend": None}).json()["mended"] is None
    assert client.post(f"/api/desk/{first}/mend", json={"cells": "1"}).status_code == 400
    assert client.post(f"/api/desk/{first}/mend", json={"cells": mended["mended"]}).json()["level"] == "beginner"
    assert client.post("/api/desk/export", json={"what": "puzzles"}).text == f"{mended['mended']}\n{SOUND}\n"
    assert client.post("/api/desk/export", json={"what": "key"}).content[:4] == b"%PDF"
    sent = client.post("/api/desk/send", json={"to": "bank", "path": "own.bank"}).json()
    assert sent == {"path": "own.bank", "count": 2}
    assert client.get("/api/banks").json() == {"banks": [{"path": "own.bank", "puzzles": 2}]}
    listed = client.get("/api/bank?path=own.bank&level=beginner").json()
    assert (
        listed["count"] == 1
        and listed["puzzles"][0]["puzzle"] == mended["mended"]
        and listed["puzzles"][0]["where"] == []
    )
    # A copy of a puzzle of an earlier drop is one, too, though it is turned, until that one is taken away.
    turned = "\n".join([SOUND[::-1], SOUND])
    again = read(client, [("file", ("later.txt", turned.encode()))])["items"][3:]
    assert again[0]["copy_of"] == "the same puzzle as a-b.txt:2, or one turned or relabelled"
    assert again[1]["copy_of"] is not None
    assert client.request("DELETE", "/api/desk", json={}).json()["items"] == []
    assert client.post("/api/desk/export", json={"what": "puzzles"}).status_code == 400
    assert read(client, [("file", ("later.txt", SOUND.encode()))])["items"][0]["copy_of"] is None
    client.request("DELETE", "/api/desk", json={})


def printed(pdf: bytes) -> str:
    """The text of all pages."""
    return "".join(page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(pdf)).replace("\u00a0", " ")


def test_the_mend_of_a_cage_is_said(client: TestClient) -> None:
    """It changes no given, and the screen had a choice without a word."""
    (killer,) = generate(1, kind="killer", seed=3)
    record = killer.puzzle.to_dict()
    first = record["cages"][0]
    first["sum"] += 1
    (item,) = read(client, [("file", ("club.json", json.dumps(record).encode()))])["items"]
    for code, wanted in (("en", "The cage at r1c1"), ("es", "La jaula de f1c1"), ("ru", "Область с1к1")):
        (mend, *_) = client.get(f"/api/desk/{item['id']}?language={code}").json()["mends"]
        assert mend["said"].startswith(wanted) and f"{first['sum'] - 1} " in mend["said"], mend
    client.request("DELETE", "/api/desk", json={})


def test_screen_report_and_key_name_and_mend_a_puzzle_alike(client: TestClient) -> None:
    """The report proposed another mend than the screen, and the key had numbers of its own, without files."""
    several, wrong = SOUND.replace("4", ".", 1), BROKEN
    drops = [{"ann.txt": several, "cut.txt": BROKEN[:-1]}, {"bob.txt": f"{wrong}\n{SOUND}\n"}]
    for drop in drops:
        client.post("/api/desk", files=[("file", (name, text.encode())) for name, text in drop.items()])
    wait = threading.Event()
    for _ in range(900):
        found = client.get("/api/desk").json()
        if found["state"] == "ready":
            break
        wait.wait(0.1)
    shown = {one["number"]: one for one in found["items"]}
    report = client.post("/api/desk/export", json={"what": "report"}).text.replace("\u00a0", " ")
    for number, one in shown.items():
        assert f"Puzzle {number}" in report, number
        if one["status"] == "proper":
            continue
        first = client.get(f"/api/desk/{one['id']}").json()["mends"][0]
        for change in first["changes"]:
            row, column = change["cell"][1:].split("c")
            place = f"row {row}, column {column}"
            assert (f"{change['to']} in {place}" if not change["from"] else place) in report, first
        assert (
            client.get(f"/api/desk/{one['id']}.png?w=60").content
            != client.get(f"/api/desk/{one['id']}.png?w=60&what=ground").content
        )
    assert not re.search(r"<blockquote>[^/]*r[0-9]c[0-9]", report)
    text, pages = (printed(client.post("/api/desk/export", json={"what": what}).content) for what in ("key", "pages"))
    assert "Puzzle 2 (cut.txt): unreadable." in text and [one["number"] for one in found["faults"]] == [2]
    assert re.findall(r"Puzzle \d+", pages) == ["Puzzle 4"]
    (sound,) = [one for one in shown.values() if one["status"] == "proper"]
    # What the editor chose is what the report proposes, whether it was on the list or typed.
    chosen = {one["status"]: one for one in shown.values()}
    other = f"{several[:4]}1{several[5:]}"
    for one, cells, asked in (
        (chosen["broken"], wrong.replace(".579", ".279"), "row 9, column 7 should have 2, not 5"),
        (chosen["several"], other, "1 in row 2, column 1"),
    ):
        assert asked not in report
        client.post(f"/api/desk/{one['id']}/mend", json={"cells": cells})
        assert asked in client.post("/api/desk/export", json={"what": "report"}).text.replace("\u00a0", " "), asked
    assert f"{sound['number']} (bob.txt)" in text and sound["number"] == len(shown) + 1
    for one in shown.values():
        assert f"Puzzle {one['number']} ({one['file']})" in text
    client.request("DELETE", "/api/desk", json={})


def test_bounds_of_what_is_dropped(client: TestClient) -> None:
    assert client.post("/api/desk", files=[("file", ("x", b""))] * 201).status_code == 400
    assert client.post("/api/desk", files=[("file", ("x", bytes((32 << 20) + 1)))]).status_code == 400
    assert client.post("/api/desk", files=[("file", ("x", bytes((64 << 20) + 1)))]).status_code == 413


def test_a_verdict_on_digits_by_hand(client: TestClient) -> None:
    found = client.post("/api/solutions", json={"puzzle": {"puzzle": SOUND}, "cells": SOUND.replace("4", ".")}).json()
    own = intake.judgement({"puzzle": SOUND}, SOUND.replace("4", "."))
    assert found == {name: value for name, value in json.loads(json.dumps(own)).items() if name != "object"}


def test_each_style_has_a_picture(client: TestClient) -> None:
    for name in style.names():
        assert client.get(f"/api/style/{name}.png").content.startswith(b"\x89PNG"), name
    assert client.get("/api/style/nothing.png").status_code == 400


def test_a_build_and_its_files(client: TestClient, book: dict[str, Any], library: Library) -> None:
    assert client.get("/api/files").json() == {"folder": None, "current": False, "files": []}
    assert client.post("/api/build", json={}).json()["state"] == "running"
    assert client.post("/api/build", json={}).status_code == 409
    assert client.post("/api/open", json={"path": None}).status_code == 409
    assert client.request("DELETE", "/api/build", json={}).json()["state"] == "cancelled"
    assert client.post("/api/build", json={"proof": False}).json()["state"] == "running"
    wait = threading.Event()
    for _ in range(1200):
        state = client.get("/api/build").json()
        if state["state"] != "running":
            break
        wait.wait(0.1)
    assert (state["state"], state["faults"]) == ("done", [])
    found = client.get("/api/files").json()
    folder, files = making.finished_files(library.root / "small.yaml")
    assert found["files"] == files and found["current"] and (folder / "interior.pdf").is_file()
    assert client.get("/api/files/interior.pdf").content == (folder / "interior.pdf").read_bytes()
    for wrong in ("small.yaml", "../../small.yaml", "%2e%2e/%2e%2e/small.yaml", "nothing.pdf"):
        assert client.get(f"/api/files/{wrong}").status_code == 404, wrong
    archive = zipfile.ZipFile(io.BytesIO(client.get("/api/files.zip").content))
    assert archive.namelist() == [one["name"] for one in files]
    shown, kept = client.get("/api/files/interior.pdf?open=1"), client.get("/api/files/manifest.json?open=1")
    assert shown.headers["content-disposition"].startswith("inline") and shown.content.startswith(b"%PDF")
    assert kept.headers["content-disposition"].startswith("attachment")
    assert client.get("/api/listing").json()["puzzles"] == 4
    assert client.get("/api/checklist").json() == {"printers": []}
    # A fault in the spec hides no file that was made before it.
    edits = [{"op": "set", "path": ["book", "isbn"], "value": "123"}]
    assert client.post("/api/edit", json={"base": book["hash"], "edits": edits, "label": "isbn"}).json()["faults"]
    assert client.get("/api/files").json() == {**found, "current": False}


def test_a_second_studio_finds_the_first(tmp_path: Path) -> None:
    from bookmaker.studio.server import Running, other_studio

    first = Library(tmp_path, tmp_path / "state", 1)
    assert other_studio(tmp_path, tmp_path / "state") is None
    running = Running(first)
    first.history.served(tmp_path, running.address)
    # It has an address, and does not answer there.
    assert other_studio(tmp_path, tmp_path / "state") is None
    code = "import sys, pathlib\nfrom bookmaker.cli import main\nmain(sys.argv[1:])"
    words = [sys.executable, "-c", code, "studio", "--no-open", "--until-closed", str(tmp_path)]
    environment = {**os.environ, "BOOKMAKER_STATE_DIR": str(tmp_path / "state")}
    with subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[0]
        again = subprocess.run(words, env=environment, capture_output=True, text=True, check=True)
        assert again.stdout == f"{address} serves {tmp_path} already.\n"
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0 and process.stdout.read() == "ended\n"
    assert other_studio(tmp_path, tmp_path / "state") is None
    first.end()


def test_launchers(tmp_path: Path) -> None:
    books, python = tmp_path / 'My "books" 100%', Path("/opt/env/bin/python")
    (entry, text), (icon, picture) = launcher("linux", python, books, tmp_path, {}).items()
    assert entry == tmp_path / ".local/share/applications/bookmaker-studio.desktop" and picture.startswith(b"<svg")
    said = text.decode()
    assert f"Icon={icon}" in said and "in /opt/env" in said
    assert (
        'My \\\\"books\\\\" 100%%"\n' in said
        and 'Exec="/opt/env/bin/python" -m bookmaker studio --until-closed' in said
    )
    ((path, text),) = launcher("darwin", python, books, tmp_path, {}).items()
    assert path.suffix == ".command" and f"studio --until-closed '{books}'\n".encode() in text
    ((path, text),) = launcher("win32", python, books, tmp_path, {"APPDATA": str(tmp_path)}).items()
    assert path.suffix == ".bat" and b"\r\n" in text and path.is_relative_to(tmp_path)


def test_a_day_in_a_spec_is_a_text() -> None:
    model = views.spec_model(b"date: 2026-11-22\n")
    assert model is not None and model["data"] == {"date": "2026-11-22"}


def test_a_full_disk_is_an_answer(client: TestClient, library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(library.history, "recent", full)
    answer = client.get("/api/start")
    assert answer.status_code == 500 and "No space left" in answer.json()["faults"][0]["message"]


def test_an_answer_of_another_puzzle_is_no_answer(client: TestClient) -> None:
    foreign = "Puzzle 1\n...4\n.3..\n..2.\n.2.3\n\nAnswer to puzzle 1\n1234\n3412\n2143\n4321\n"
    short = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n"
    client.post("/api/desk", files=[("file", ("jules.txt", foreign.encode())), ("file", ("lena.txt", short.encode()))])
    wait = threading.Event()
    for _ in range(900):
        found = client.get("/api/desk").json()
        if found["state"] == "ready":
            break
        wait.wait(0.1)
    (item,) = found["items"]
    assert item["status"] == "proper" and not item["sound"] and item["faults"][0]["code"] == "answer-wrong"
    assert [(one["path"], one["note"]) for one in found["faults"]] == [("lena.txt", False)]
    assert client.post("/api/desk/export", json={"what": "puzzles"}).status_code == 400
    (way,) = client.get(f"/api/desk/{item['id']}").json()["mends"]
    assert way["kind"] == "answer"
    assert client.post(f"/api/desk/{item['id']}/mend", json={"mend": 1}).json()["sound"]
    assert client.post("/api/desk/export", json={"what": "puzzles"}).text == f"{SOUND} # Puzzle 1\n"
    client.request("DELETE", "/api/desk", json={})


def test_a_full_grid_is_said_to_be_no_puzzle(client: TestClient) -> None:
    """It is proper, and nothing on the screen said more than that."""
    found = read(client, [("file", ("full.txt", b"1234\n3412\n2143\n4321\n"))])
    (item,) = found["items"]
    assert item["status"] == "proper" and item["faults"][0]["code"] == "full-grid"
    said = client.get(f"/api/desk/{item['id']}", params={"language": "es"}).json()["said"]
    assert said == ["Es una cuadrícula completa y no un pasatiempo."]
    client.request("DELETE", "/api/desk", json={})


def test_a_printer_of_ones_own_is_no_shop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The sheet of a handout had keywords for a shop, and paper of 8.268x11.693in."""
    own = {"trim": [8.268, 11.693], "file": "interior.pdf", "pages": 3, "binding": "paperback", "paper": "white"}
    held = {"files": [], "printers": {"office": {**own, "gutter": 0.6}}}
    monkeypatch.setattr(making, "_finished", lambda path: (None, path, held))
    (one,) = making.checklist(tmp_path)
    assert not one["shop"] and [step["step"] for step in one["todo"]] == ["print"] and one["about"]["trim"] == "A4"
    assert making.finished_listing(tmp_path) is None
    held["printers"] = {"kdp": {**own, "gutter": 0.6, "trim": [8.5, 11.0]}}
    (one,) = making.checklist(tmp_path)
    assert one["shop"] and [step["step"] for step in one["todo"]] == ["format", "interior", "listing", "copy"]
    assert one["about"] == {**own, "gutter": 0.6, "trim": "8.5x11in", "cover": "cover-kdp.pdf"}
    files = {
        "interior-kdp.pdf": "interior",
        "proof-kdp.json": "record",
        "proof-kdp.pdf": "proof",
        "answers.pdf": "answers",
    }
    found = [{"name": name, "kind": kind, "printer": "kdp"} for name, kind in files.items()]
    for name in files:
        (tmp_path / name).touch()
    monkeypatch.setattr(making, "finished_files", lambda path: (path, found))
    names = zipfile.ZipFile(io.BytesIO(making.zipped(tmp_path, "kdp"))).namelist()
    assert names == ["interior-kdp.pdf", "answers.pdf"]
