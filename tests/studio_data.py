"""A book for tests of the studio, and the address at which it is served."""

from __future__ import annotations

from starlette.testclient import TestClient

from bookmaker.studio.guard import Guard

SPEC = """\
# A small book.
book: {title: Small, language: en}   # its title
seed: 7
page: {trim: 6x9in}
cover: {design: pencil}
sections:
  # the first
  - title: One
    puzzles: {count: 2, size: 4, difficulty: easy}
  - title: Two
    puzzles: {count: 2, size: 6, difficulty: easy}
"""
PORT = 8765
OWN = f"http://127.0.0.1:{PORT}"


def client_of(guard: Guard) -> TestClient:
    """A browser that was let in."""
    made = TestClient(guard, OWN, headers={"Origin": OWN, "X-Studio": "1"}, follow_redirects=False)
    answer = made.get(f"/?t={guard.token}")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    said = answer.headers["set-cookie"]
    assert "HttpOnly" in said and "SameSite=strict" in said and f"studio-{PORT}=" in said
    return made
