"""Long work, and work on files of strangers, in a child process. It has bounds of time and memory, and can be ended at once.

A child runs this module. It takes a line of JSON, and gives lines of JSON: the name of a task with its arguments, and news, the
last of which is the result or the faults. It ends when its parent does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from bookmaker.base.errors import BookmakerError, Fault

MEMORY = 4 << 30
"""Bytes of addresses of a child: a compiler and its code take 1.5 GB of them, most without memory behind."""
_EACH = 0.1
"""Seconds between two pieces of news of the same stage."""
Send = Callable[[dict[str, Any]], None]


class Child:
    """A child at work on a task. ``seconds``: of the processor, None without bound; ``folder``: where it works."""

    def __init__(
        self, task: str, arguments: dict[str, Any], seconds: int | None = None, folder: Path | None = None
    ) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="backslashreplace",
            cwd=folder,
        )
        self._ended = False
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"task": task, "seconds": seconds, "arguments": arguments}) + "\n")
        self._process.stdin.flush()

    def news(self) -> Iterator[dict[str, Any]]:
        """The news, until the child has ended: the last has ``result`` or ``faults``, or none of them if it was ended."""
        assert self._process.stdout is not None and self._process.stdin is not None
        done = False
        for line in self._process.stdout:
            said = json.loads(line)
            done = done or "result" in said or "faults" in said
            yield said
        self._process.stdin.close()
        self._process.wait()
        if not done and not self._ended:
            advice = "try with less at a time"
            fault = Fault("the work took too long, or too much memory, and was ended", None, advice)
            yield {"faults": [fault.as_dict()], "code": 1}

    def end(self) -> None:
        """End the child."""
        self._ended = True
        self._process.kill()


def build(send: Send, path: str, jobs: int, seed: int, lenient: bool, proof: bool) -> dict[str, Any]:
    """Build a book: :func:`bookmaker.api.making.build_book`."""
    from bookmaker.api import making, views

    last = (0.0, "")

    def progress(stage: str, done: int, total: int, attempts: int = 0, at: Any = None) -> None:
        nonlocal last
        now = time.monotonic()
        if stage != last[1] or done >= total or now - last[0] > _EACH:
            last = (now, stage)
            where = {} if at is None else {"section": at.title, "ready": at.ready, "count": at.count}
            send({"stage": stage, "done": done, "total": total, "attempts": attempts, "at": where})

    return making.build_book(Path(path), jobs, progress, views.new_memory(), seed, lenient=lenient, proof=proof)


def read(send: Send, names: list[str], jobs: int, most: int) -> None:
    """Read and judge the puzzles of files in the working folder, and seek mends for those that need one."""
    from bookmaker.api import intake

    for one in intake.read_puzzles([Path(name) for name in names], jobs, most):
        send({"record": one})


def report(send: Send, names: list[str], language: str, mended: dict[str, str]) -> dict[str, Any]:
    """Run ``verify --report`` on the files in the working folder, within the bounds of this process."""
    Path(".mended.json").write_text(json.dumps(mended), encoding="utf-8")
    words = [sys.executable, "-m", "bookmaker", "verify", "--quiet", "--deep", "--language", language]
    words += ["--report", "report.html", "--mended", ".mended.json", *names]
    subprocess.run(words, check=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if not Path("report.html").exists():
        raise BookmakerError("the report took too long, or too much memory, and was ended")
    return {"name": "report.html"}


TASKS: dict[str, Callable[..., Any]] = {"build": build, "read": read, "report": report}


def main() -> None:
    """Do the task that the first line of standard input names."""
    said = json.loads(sys.stdin.readline())
    _bound(said["seconds"])
    threading.Thread(target=_outlived, daemon=True).start()
    lock = threading.Lock()

    def send(news: dict[str, Any]) -> None:
        with lock:
            sys.stdout.write(json.dumps(news) + "\n")
            sys.stdout.flush()

    try:
        send({"result": TASKS[said["task"]](send, **said["arguments"])})
    except BookmakerError as error:
        send({"faults": [fault.as_dict() for fault in error.faults], "code": error.exit_code})
    except OSError as error:
        send({"faults": [Fault(f"{error.filename or ''}: {error.strerror or error}").as_dict()], "code": 1})
    except MemoryError:
        send({"faults": [Fault("there is not enough memory").as_dict()], "code": 1})
    os._exit(0)


def _bound(seconds: int | None) -> None:
    if sys.platform == "win32":
        return
    import resource

    if seconds is not None:
        for limit, soft, hard in (
            (resource.RLIMIT_CPU, seconds, seconds + 1),
            (resource.RLIMIT_AS, MEMORY, MEMORY),
        ):
            # The limit of whoever started the studio may be lower, and cannot be raised.
            highest = resource.getrlimit(limit)[1]
            highest = hard if highest == resource.RLIM_INFINITY else min(hard, highest)
            resource.setrlimit(limit, (min(soft, highest), highest))


def _outlived() -> None:
    sys.stdin.read()
    os._exit(1)


if __name__ == "__main__":
    main()
