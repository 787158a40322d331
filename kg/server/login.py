"""The password of the local server, and the wait until the server accepts it."""

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
from kg.server.process import RunningServer, ServerHome, last_log_lines, wait_for_exit

SERVER_USER = "neo4j"
"""The user of the local server; Neo4j Community creates this one."""

# The initial password of Neo4j, which only allows to set another one.
_INITIAL_PASSWORD = "neo4j"  # noqa: S105 - public knowledge
_RATE_LIMIT = "Neo.ClientError.Security.AuthenticationRateLimit"
_POLL_S = 0.1


def read_password(home: ServerHome) -> str | None:
    """Return the stored password of this server, or None if there is none."""
    try:
        return home.password.read_text(encoding="utf-8").strip() or None
    except FileNotFoundError:
        return None


def ensure_password(home: ServerHome) -> str:
    """Return the stored password; create and store a random one if there is none."""
    stored = read_password(home)
    if stored is not None:
        home.password.chmod(0o600)
        return stored
    fresh = home.password.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    password = secrets.token_urlsafe(24)
    descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="utf-8") as opened:
        opened.write(password + "\n")
        opened.flush()
        os.fsync(opened.fileno())
    fresh.replace(home.password)
    return password


def wait_for_login(home: ServerHome, running: RunningServer, *, timeout_s: float) -> None:
    """Wait until the server accepts the login and its database answers; set the password on the first start.

    The password is stored on disk before it is sent to the server: after an interruption at any point, the server accepts either
    the stored password or the initial one. No other is tried, because Neo4j blocks logins after wrong passwords.

    Raises:
        ServerError: the server ended, accepts neither password, or needs longer than `timeout_s` seconds.
    """
    password = ensure_password(home)
    startup = _StartupWait(home, running, time.monotonic() + timeout_s, timeout_s)
    startup.until(lambda: _is_listening(running.bolt_port) and _is_listening(running.http_port))
    startup.until(lambda: _accepts_login(home, running, password))


class _StartupWait:
    """Polls a condition while the server is alive, up to a deadline."""

    def __init__(self, home: ServerHome, running: RunningServer, deadline: float, timeout_s: float) -> None:
        self._home = home
        self._running = running
        self._deadline = deadline
        self._timeout_s = timeout_s

    def until(self, ready: Callable[[], bool]) -> None:
        """Return as soon as `ready` returns True.

        Raises:
            ServerError: the server ended, or the deadline has passed.
        """
        while not ready():
            if wait_for_exit(self._running.pid, _POLL_S):
                self._home.state.unlink(missing_ok=True)
                raise ServerError(_exit_message(self._home))
            if time.monotonic() > self._deadline:
                raise ServerError(self._timeout_message())

    def _timeout_message(self) -> str:
        # The server keeps running: a recovery that is interrupted would begin again at the next start.
        return (
            f"The local server (process {self._running.pid}) does not answer after {self._timeout_s:.0f} s "
            "(KG_START_TIMEOUT_S), but is still starting. Run `kg up` again to wait longer, or `kg down` to "
            f"stop it. The end of its log, {self._home.log}:\n{last_log_lines(self._home.log)}"
        )


def _exit_message(home: ServerHome) -> str:
    tail = last_log_lines(home.log)
    reason = "The disk is full. " if "No space left on device" in tail else ""
    return f"{reason}The local server ended while it was starting. The end of its log, {home.log}:\n{tail}"


def _is_listening(port: int) -> bool:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.settimeout(1.0)
        return probe.connect_ex((HOST, port)) == 0


def open_driver(running: RunningServer, password: str) -> neo4j.Driver:
    """Open a driver for the local server that does not repeat failed transactions."""
    return neo4j.GraphDatabase.driver(
        f"bolt://{HOST}:{running.bolt_port}",
        auth=(SERVER_USER, password),
        connection_timeout=5.0,
        max_transaction_retry_time=0.0,
        telemetry_disabled=True,
    )


def _accepts_login(home: ServerHome, running: RunningServer, password: str) -> bool:
    """Return whether the database answers to the password; set it if the server still has the initial one."""
    try:
        return _is_ready(running, password)
    except AuthError:
        pass
    try:
        return _replace_initial_password(running, password)
    except AuthError as error:
        raise ServerError(
            f"The local server does not accept the password in {home.password}: it was changed elsewhere. "
            "Write the current password into that file."
        ) from error


def _is_ready(running: RunningServer, password: str) -> bool:
    try:
        with open_driver(running, password) as driver, driver.session(database="neo4j") as session:
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


def _replace_initial_password(running: RunningServer, password: str) -> bool:
    try:
        with open_driver(running, _INITIAL_PASSWORD) as driver, driver.session(database="system") as session:
            change = "ALTER CURRENT USER SET PASSWORD FROM $old TO $new"
            session.run(change, old=_INITIAL_PASSWORD, new=password).consume()
    except AuthError:
        raise
    except (DriverError, Neo4jError):
        return False
    return _is_ready(running, password)
