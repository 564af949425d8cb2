"""Pieces of catalogues on the workers of Dask's distributed scheduler, which repeats the work of a lost worker."""

from __future__ import annotations

import asyncio
import logging
import re
from collections import deque
from collections.abc import Iterator
from concurrent.futures import CancelledError
from itertools import count, islice
from typing import Any

from bookmaker.base.errors import BookmakerError, Fault, UsageError
from bookmaker.publishing.bank.filling import Piece, Workers
from bookmaker.publishing.bank.rows import Record, program_digest

_AHEAD = 4
"""Pieces for each thread of a worker that may be under way or ready."""

_LOOK = 8
"""Pieces between two questions of how many threads there are: each answer costs both sides a millisecond."""

_PATIENCE = 10.0
"""Seconds to wait for the scheduler to answer."""

_RETRIES = 5
"""How often a piece is tried again where a worker failed at it."""

_LOST = "scheduler-connection-lost"
"""The library's reason for cancelling the work of a scheduler that is gone."""


def client_of(address: str) -> Any:
    """A client of the scheduler at an address such as ``tcp://host:8786``. Raises UsageError without the library, for another
    text, or if nobody answers.
    """
    # The library would leave a client behind that is half made, and prints a traceback when it goes.
    if not re.fullmatch(r"(\w+://)?[^\s/]+:\d+(/\S*)?", address):
        raise UsageError(Fault(f"--cluster: {address!r} is not an address", None, "write one such as tcp://host:8786"))
    try:
        from distributed import Client as Dask
    except ImportError as error:
        message = "--cluster needs Dask's distributed scheduler, which is not installed"
        raise UsageError(Fault(message, None, "pip install distributed")) from error
    # The library logs errors with tracebacks; here one message reports them. Some of its modules have levels of their own.
    for name in ("distributed", *logging.root.manager.loggerDict):
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        # A program that takes a connection and is silent would keep the library waiting for ever.
        asyncio.run(asyncio.wait_for(_identity(address), _PATIENCE))
        client: Any = Dask
        return client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        reason = str(error).strip() or f"nothing within {_PATIENCE} seconds"
        message = f"--cluster: no scheduler answers at {address}: {reason}"
        raise UsageError(
            Fault(message, None, "start one with `dask scheduler`, and workers with `dask worker`")
        ) from error


async def _identity(address: str) -> None:
    from distributed import rpc

    connect: Any = rpc
    async with connect(address, timeout=_PATIENCE) as scheduler:
        await scheduler.identity()


def _piece(piece: Piece) -> tuple[str, list[Record | None]]:
    # On a worker. The command needs no kernels, and begins sooner without.
    from bookmaker.publishing.bank.records import made

    return program_digest(), made(piece)


def on(client: Any) -> Workers:
    """The workers of a client of Dask. They must have the same bookmaker as this process."""

    def results(pieces: Iterator[Piece]) -> Iterator[list[Record | None]]:
        pending: deque[Any] = deque()
        try:
            for number in count():
                if number % _LOOK == 0:
                    threads = sum(client.nthreads().values())
                for piece in islice(pieces, max(0, _AHEAD * max(1, threads) - len(pending))):
                    # Not pure: a piece of an earlier run may have been forgotten half done.
                    pending.append(client.submit(_piece, piece, pure=False, retries=_RETRIES))
                if not pending:
                    return
                theirs, rows = pending.popleft().result()
                if theirs != program_digest():
                    message = "a worker of the cluster has another version of bookmaker, which makes other puzzles"
                    raise BookmakerError(Fault(message, None, "install the same one everywhere"))
                yield rows
        except (CancelledError, OSError) as error:
            # The library says this in several lines with names of its own. It cancels the work of a scheduler that is gone or
            # begun again, and work that another client gives up.
            why = str(getattr(error, "reason", "")) or type(error).__name__
            if why == _LOST:
                message = "the scheduler does not answer any more: its connection is lost"
            elif isinstance(error, CancelledError):
                message = f"the scheduler gave the work up: {why}"
            else:
                message = f"the scheduler does not answer any more: {str(error).strip() or why}"
            raise BookmakerError(Fault(message, None, "run again: it goes on from the rows of the bank")) from error
        finally:
            for future in pending:
                future.release()

    return results
