"""The server's process: started so that it outlives the command, found again, stopped."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import psutil

from kg.errors import ServerError
from kg.server.config import HOST
from kg.settings import Settings

_STOP_S = 60.0
_LOG_LINES = 20


@dataclass(frozen=True)
class Running:
    """What is written down about the server that was started.

    Attributes:
        pid: its process.
        bolt_port: where it serves Bolt.
        http_port: where it serves Neo4j Browser.
        version: its version of Neo4j.
    """

    pid: int
    bolt_port: int
    http_port: int
    version: str


@dataclass(frozen=True)
class Home:
    """The folder of one server: its store, settings, password and log."""

    path: Path

    @classmethod
    def of(cls, settings: Settings) -> Home:
        """The folder that the settings mean."""
        return cls(settings.data_dir.expanduser().absolute() / "neo4j")

    @property
    def conf(self) -> Path:
        """Its settings, written at every start."""
        return self.path / "conf" / "neo4j.conf"

    @property
    def log(self) -> Path:
        """What the server says since its last start; older ones are under `logs`."""
        return self.path / "server.log"

    @property
    def password(self) -> Path:
        """The password, readable by its owner alone."""
        return self.path / "password"

    @property
    def state(self) -> Path:
        """What is written down about the running server."""
        return self.path / "server.json"

    @property
    def lock(self) -> Path:
        """Held by who starts the server."""
        return self.path / "up.lock"

    @property
    def has_store(self) -> bool:
        """Whether the server has ever been started here."""
        return (self.path / "data" / "databases" / "system").exists()

    def create(self) -> None:
        """Makes the folder, for its owner alone, and what must be in it."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.path.chmod(0o700)
        for folder in ("conf", "logs", "import", "plugins"):
            (self.path / folder).mkdir(exist_ok=True)


def find_running(home: Home) -> Running | None:
    """The server that runs from this folder; None where none does, whatever an old file tells."""
    try:
        running = Running(**json.loads(home.state.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return running if _is_server(running.pid, home) else None


def _is_server(pid: int, home: Home) -> bool:
    """Whether that process is a server on this folder, not another program that has got its number since.

    Its command line names the folder, which no other program's does; a start time would tell no more, and it
    shifts when the clock is set.
    """
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and f"--home-dir={home.path}" in process.cmdline()
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return False  # another user's; ours can be read


def spawn(command: Sequence[str], home: Home, settings: Settings, version: str) -> Running:
    """Starts the server in a session of its own, what it says going to `home.log`; writes down its number."""
    if home.log.exists():
        home.log.replace(home.path / "logs" / "server.log.1")
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(home.log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    # The shell changes to the server's folder, lest the server hold on to the one that its starter happened
    # to be in, and becomes the server. Not subprocess: its object complains when it is dropped while the
    # process goes on, which is what a server is for. The signals that the caller ignores reach the server.
    shell = ["/bin/sh", "-c", 'cd "$0" && exec "$@"', str(home.path), *command]
    pid = os.posix_spawn(
        "/bin/sh",
        shell,
        os.environ,
        file_actions=files,
        setsid=True,
        setsigmask=[],
        setsigdef=[signal.SIGTERM, signal.SIGPIPE, signal.SIGXFSZ],
    )
    running = Running(pid, settings.bolt_port, settings.http_port, version)
    _write_whole(home.state, json.dumps(asdict(running)))
    return running


def _write_whole(file: Path, text: str) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def wait_for_end(pid: int, timeout_s: float) -> bool:
    """Waits until the process has ended; False where it has not in that many seconds."""
    try:
        psutil.Process(pid).wait(timeout_s)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return False
    return True


def stop(home: Home, running: Running, *, timeout_s: float = _STOP_S) -> None:
    """Asks the server to end, and waits until it has.

    Raises:
        ServerError: it has not ended in `timeout_s` seconds.
    """
    try:
        psutil.Process(running.pid).terminate()
    except psutil.NoSuchProcess:
        home.state.unlink(missing_ok=True)
        return
    if not wait_for_end(running.pid, timeout_s):
        raise ServerError(
            f"The local server (process {running.pid}) was told to end and is still busy after "
            f"{timeout_s:.0f} s. Wait and ask again, or end it with `kill -9 {running.pid}`, which loses no "
            f"acknowledged write. Its log is {home.log}."
        )
    home.state.unlink(missing_ok=True)


def last_lines(log: Path, count: int = _LOG_LINES) -> str:
    """The end of the server's log, for an error message."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return "(it said nothing)"
    return "\n".join(lines[-count:]) or "(it said nothing)"


def check_ports(settings: Settings) -> None:
    """Sees that both ports are free.

    Raises:
        ServerError: one is taken; says by whom, where that can be seen, and which setting to change.
    """
    if settings.bolt_port == settings.http_port:
        raise ServerError(f"KG_BOLT_PORT and KG_HTTP_PORT are both {settings.bolt_port}; they must differ.")
    for port, variable in ((settings.bolt_port, "KG_BOLT_PORT"), (settings.http_port, "KG_HTTP_PORT")):
        _check_port(port, variable)


def _check_port(port: int, variable: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As Java does it: a port whose last connections are still being wound up is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            taken = error.errno == errno.EADDRINUSE
            why = f"is taken by {_who_listens(port)}" if taken else f"cannot be used: {error.strerror}"
            raise ServerError(f"Port {port} {why}. Set {variable} to a free port.") from error


def _who_listens(port: int) -> str:
    try:
        for connection in psutil.net_connections("tcp"):
            here = connection.laddr and connection.laddr.port == port
            if here and connection.status == psutil.CONN_LISTEN and connection.pid:
                return f"{psutil.Process(connection.pid).name()} (process {connection.pid})"
    except psutil.Error:
        return "a program that cannot be seen"  # some systems show it to an administrator only
    return "a program of another user"
