"""The local server's password, and waiting until the server lets us in with it."""

from __future__ import annotations

import os
import secrets
import socket
import time
from collections.abc import Callable

import neo4j
from neo4j.exceptions import AuthError, ClientError, DriverError, Neo4jError

from kg.errors import ServerError
from kg.server.config import HOST
from kg.server.process import Home, Running, last_lines, wait_for_end

USER = "neo4j"
"""The user of the local server; Neo4j Community has this one from the start."""

# What a fresh server lets in, once, to have it changed.
_FIRST_PASSWORD = "neo4j"  # noqa: S105 - public knowledge
_RATE_LIMIT = "Neo.ClientError.Security.AuthenticationRateLimit"
_POLL_S = 0.1


def read_password(home: Home) -> str | None:
    """The password that is kept for this server; None where there is none."""
    try:
        return home.password.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None


def keep_password(home: Home) -> str:
    """The password that is kept; a random one is made and kept where there is none."""
    kept = read_password(home)
    if kept is not None:
        home.password.chmod(0o600)
        return kept
    fresh = home.password.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    made = secrets.token_urlsafe(24)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(made + "\n")
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(home.password)
    return made


def await_login(home: Home, running: Running, *, timeout_s: float) -> None:
    """Waits until the server lets us in and its database answers; sets the password where none was set yet.

    The password is on the disk before the server is told of it: whatever is interrupted, the next call finds
    a server that takes either that one or the first one. No third is tried: Neo4j shuts out who guesses.

    Raises:
        ServerError: the server ended, takes neither password, or needs longer than `timeout_s` seconds.
    """
    password = keep_password(home)
    waiting = _Waiting(home, running, time.monotonic() + timeout_s, timeout_s)
    waiting.until(lambda: _listens(running.bolt_port) and _listens(running.http_port))
    waiting.until(lambda: _lets_in(home, running, password))


class _Waiting:
    """Asks again and again, while the server is alive and the time is not over."""

    def __init__(self, home: Home, running: Running, deadline: float, timeout_s: float) -> None:
        self._home = home
        self._running = running
        self._deadline = deadline
        self._timeout_s = timeout_s

    def until(self, ready: Callable[[], bool]) -> None:
        """Returns as soon as `ready` does.

        Raises:
            ServerError: the server ended before, or the time is over.
        """
        while not ready():
            if wait_for_end(self._running.pid, _POLL_S):
                self._home.state.unlink(missing_ok=True)
                raise ServerError(_end_message(self._home))
            if time.monotonic() > self._deadline:
                raise ServerError(self._late_message())

    def _late_message(self) -> str:
        # It is left alone: a recovery that was ended now would begin again at the next start.
        return (
            f"The local server (process {self._running.pid}) does not answer after {self._timeout_s:.0f} s "
            "(KG_START_TIMEOUT_S), and goes on starting. Run `kg up` again to wait longer, or `kg down` to "
            f"end it. The end of its log, {self._home.log}:\n{last_lines(self._home.log)}"
        )


def _end_message(home: Home) -> str:
    said = last_lines(home.log)
    reason = "The disk is full. " if "No space left on device" in said else ""
    return f"{reason}The local server ended while it was starting. The end of its log, {home.log}:\n{said}"


def _listens(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        return probe.connect_ex((HOST, port)) == 0


def _driver(running: Running, password: str) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(
        f"bolt://{HOST}:{running.bolt_port}",
        auth=(USER, password),
        connection_timeout=5.0,
        max_transaction_retry_time=0.0,
        telemetry_disabled=True,
    )


def _lets_in(home: Home, running: Running, password: str) -> bool:
    """Whether the database answers to our password; tells it to a server that has the first one still."""
    try:
        return _answers(running, password)
    except AuthError:
        pass
    try:
        return _change_first(running, password)
    except AuthError as error:
        raise ServerError(
            f"The local server does not take the password in {home.password}: it was changed elsewhere. "
            "Write the right one into that file."
        ) from error


def _answers(running: Running, password: str) -> bool:
    try:
        with _driver(running, password) as driver, driver.session(database="neo4j") as session:
            session.run("RETURN 1").consume()
    except AuthError:
        raise
    except ClientError as error:
        if error.code == _RATE_LIMIT:
            return False
        raise ServerError(f"The local server refuses to answer: {error.message}") from error
    except (DriverError, Neo4jError):
        return False  # not yet open, or recovering
    return True


def _change_first(running: Running, password: str) -> bool:
    try:
        with _driver(running, _FIRST_PASSWORD) as driver, driver.session(database="system") as session:
            change = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
            session.run(change, old=_FIRST_PASSWORD, new=password).consume()
    except AuthError:
        raise
    except (DriverError, Neo4jError):
        return False
    return _answers(running, password)
