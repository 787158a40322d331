"""Start and stop the local server, and read its status and credentials."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from kg.errors import ServerError
from kg.server.config import (
    HOST,
    class_archive_path,
    memory_limits,
    remove_unfinished,
    render_neo4j_conf,
    start_command,
)
from kg.server.jars import DownloadProgress, fetch_jars, read_lock
from kg.server.java import find_java
from kg.server.login import SERVER_USER, read_password, wait_for_login
from kg.server.process import RunningServer, ServerHome, check_ports, find_running, spawn_process, stop_process
from kg.settings import Settings

# Another process may be downloading the jars over a slow connection.
_START_LOCK_S = 1800.0


@dataclass(frozen=True)
class ServerStatus:
    """The status of the local server.

    Attributes:
        running: whether its process is alive.
        pid: its process id; None if it does not run, as are bolt, browser and version.
        bolt: its address for drivers.
        browser: the address of Neo4j Browser.
        home: its folder, with the store, the password and the settings.
        log: the log file since its last start.
        version: its Neo4j version.
    """

    running: bool
    pid: int | None
    bolt: str | None
    browser: str | None
    home: Path
    log: Path
    version: str | None


def start_server(settings: Settings, *, progress: DownloadProgress | None = None) -> ServerStatus:
    """Start the local server, download its jars if necessary, and return once it answers.

    A running server is left unchanged, on the ports that it was started with. Concurrent calls start one server. The server
    keeps running after the caller exits.

    Args:
        settings: `data_dir` and the ports define the server; `neo4j_uri` is ignored.
        progress: called during the download of the jars.

    Raises:
        ServerError: there is no Java, a jar cannot be downloaded, a port is in use, the disk is full, or the server does not
            start or answer; the message says what to do.
    """
    home = ServerHome.from_settings(settings)
    try:
        home.create()
        with FileLock(home.lock, timeout=_START_LOCK_S):
            running = find_running(home)
            if running is None:
                running = _start(settings, home, progress)
            else:
                wait_for_login(home, running, timeout_s=settings.start_timeout_s)
    except Timeout as error:
        raise ServerError(
            f"Another `kg up` has been starting the server in {home.path} for half an hour; end it and try again."
        ) from error
    except OSError as error:
        raise ServerError(f"The local server in {home.path} (KG_DATA_DIR) cannot be started: {error}.") from error
    return _describe_status(home, running)


def _start(settings: Settings, home: ServerHome, progress: DownloadProgress | None) -> RunningServer:
    # These checks come before the download, so that they fail at once.
    java = find_java(settings)
    check_ports(settings)
    lock = read_lock()
    lib = fetch_jars(settings, progress=progress, lock=lock)
    archive = class_archive_path(java, lib)
    remove_unfinished(archive)
    limits = memory_limits(settings)
    home.conf.write_text(render_neo4j_conf(settings, limits), encoding="utf-8")
    running = spawn_process(start_command(java, lib, home.path, limits), home, settings, lock.version)
    try:
        wait_for_login(home, running, timeout_s=settings.start_timeout_s)
    except ServerError:
        if find_running(home) is None:
            # A damaged archive may have ended the server; the next start runs without it.
            archive.unlink(missing_ok=True)
        raise
    return running


def stop_server(settings: Settings) -> bool:
    """Stop the local server cleanly; return False if it was not running.

    Raises:
        ServerError: it has not ended after a minute.
    """
    home = ServerHome.from_settings(settings)
    running = find_running(home)
    if running is None:
        return False
    stop_process(home, running)
    return True


def server_status(settings: Settings) -> ServerStatus:
    """Return the status of the local server from its process; a server that is still starting counts as running."""
    home = ServerHome.from_settings(settings)
    return _describe_status(home, find_running(home))


def _describe_status(home: ServerHome, running: RunningServer | None) -> ServerStatus:
    if running is None:
        return ServerStatus(False, None, None, None, home.path, home.log, None)
    return ServerStatus(
        running=True,
        pid=running.pid,
        bolt=f"bolt://{HOST}:{running.bolt_port}",
        browser=f"http://{HOST}:{running.http_port}/browser/",
        home=home.path,
        log=home.log,
        version=running.version,
    )


def server_credentials(settings: Settings) -> tuple[str, str]:
    """Return user name and password of the local server.

    Raises:
        ServerError: the server has never been started, or belongs to another user.
    """
    home = ServerHome.from_settings(settings)
    try:
        password = read_password(home)
    except OSError as error:
        raise ServerError(f"The password of the local server cannot be read: {error}.") from error
    if password is None:
        raise ServerError(f"There is no local server in {home.path} yet; run `kg up` to create and start one.")
    return SERVER_USER, password
