"""The process of the local server: start it detached, find it again, and stop it."""

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
class RunningServer:
    """The recorded state of a started server.

    Attributes:
        pid: its process id.
        bolt_port: the port of Bolt.
        http_port: the port of Neo4j Browser.
        version: its Neo4j version.
    """

    pid: int
    bolt_port: int
    http_port: int
    version: str


@dataclass(frozen=True)
class ServerHome:
    """The folder of a server: its store, settings, password and log."""

    path: Path

    @classmethod
    def from_settings(cls, settings: Settings) -> ServerHome:
        """Return the folder for the settings."""
        return cls(settings.data_dir.expanduser().absolute() / "neo4j")

    @property
    def conf(self) -> Path:
        """The settings file, written at every start."""
        return self.path / "conf" / "neo4j.conf"

    @property
    def log(self) -> Path:
        """The log since the last start; older logs are in `logs`."""
        return self.path / "server.log"

    @property
    def password(self) -> Path:
        """The password file, readable only by its owner."""
        return self.path / "password"

    @property
    def state(self) -> Path:
        """The file with the state of the running server."""
        return self.path / "server.json"

    @property
    def lock(self) -> Path:
        """The lock file held while the server is started."""
        return self.path / "up.lock"

    def create(self) -> None:
        """Create the folder, accessible only to its owner, and its subfolders."""
        self.path.mkdir(parents=True, exist_ok=True)
        self.path.chmod(0o700)
        for folder in ("conf", "logs", "import", "plugins"):
            (self.path / folder).mkdir(exist_ok=True)


def find_running(home: ServerHome) -> RunningServer | None:
    """Return the server that runs in this folder, or None; the state file may be outdated."""
    try:
        running = RunningServer(**json.loads(home.state.read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None
    return running if _is_server(running.pid, home) else None


def _is_server(pid: int, home: ServerHome) -> bool:
    """Return whether the process is a server of this folder, and not another program that reuses its id.

    The command line has the folder, which identifies the server; a start time would not help more, and changes with the clock.
    """
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and f"--home-dir={home.path}" in process.cmdline()
    except psutil.NoSuchProcess:
        return False
    except psutil.AccessDenied:
        return False  # the process of another user


def spawn_process(command: Sequence[str], home: ServerHome, settings: Settings, version: str) -> RunningServer:
    """Start the server in its own session, with its output in `home.log`, and record its state."""
    if home.log.exists():
        home.log.replace(home.path / "logs" / "server.log.1")
    files = [
        (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, str(home.log), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
        (os.POSIX_SPAWN_DUP2, 1, 2),
    ]
    # The shell changes to the server's folder, so that the server does not keep the caller's folder in use, and then executes
    # the server. subprocess is not used because it warns if the process outlives its object. The default signal handlers are
    # restored for signals that the caller may ignore.
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
    running = RunningServer(pid, settings.bolt_port, settings.http_port, version)
    _write_atomically(home.state, json.dumps(asdict(running)))
    return running


def _write_atomically(file: Path, text: str) -> None:
    fresh = file.with_suffix(".new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(file)


def wait_for_exit(pid: int, timeout_s: float) -> bool:
    """Wait until the process has ended; return False if it is still running after the timeout."""
    try:
        psutil.Process(pid).wait(timeout_s)
    except psutil.NoSuchProcess:
        return True
    except psutil.TimeoutExpired:
        return False
    return True


def stop_process(home: ServerHome, running: RunningServer, *, timeout_s: float = _STOP_S) -> None:
    """Terminate the server and wait until it has ended.

    Raises:
        ServerError: the server has not ended after `timeout_s` seconds.
    """
    try:
        psutil.Process(running.pid).terminate()
    except psutil.NoSuchProcess:
        home.state.unlink(missing_ok=True)
        return
    if not wait_for_exit(running.pid, timeout_s):
        raise ServerError(
            f"The local server (process {running.pid}) was asked to stop and is still running after "
            f"{timeout_s:.0f} s. Wait and try again, or end it with `kill -9 {running.pid}`, which loses no "
            f"acknowledged write. See its log {home.log}."
        )
    home.state.unlink(missing_ok=True)


def last_log_lines(log: Path, count: int = _LOG_LINES) -> str:
    """Return the last lines of the server's log, for error messages."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except FileNotFoundError:
        return "(the log is empty)"
    return "\n".join(lines[-count:]) or "(the log is empty)"


def check_ports(settings: Settings) -> None:
    """Check that both ports are free.

    Raises:
        ServerError: a port is in use; the message has the process, if visible, and the setting to change.
    """
    if settings.bolt_port == settings.http_port:
        raise ServerError(f"KG_BOLT_PORT and KG_HTTP_PORT are both {settings.bolt_port}; set them to different ports.")
    for port, variable in ((settings.bolt_port, "KG_BOLT_PORT"), (settings.http_port, "KG_HTTP_PORT")):
        _check_port(port, variable)


def _check_port(port: int, variable: str) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As Java does: a port whose last connections are in TIME_WAIT counts as free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError as error:
            in_use = error.errno == errno.EADDRINUSE
            why = f"is in use by {_describe_listener(port)}" if in_use else f"cannot be used: {error.strerror}"
            raise ServerError(f"Port {port} {why}. Set {variable} to a free port.") from error


def _describe_listener(port: int) -> str:
    try:
        for connection in psutil.net_connections("tcp"):
            here = connection.laddr and connection.laddr.port == port
            if here and connection.status == psutil.CONN_LISTEN and connection.pid:
                return f"{psutil.Process(connection.pid).name()} (process {connection.pid})"
    except psutil.Error:
        return "an unknown program"  # some systems show it only to administrators
    return "a program of another user"
