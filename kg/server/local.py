"""The local server as a whole: up, down, status, credentials."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from kg.errors import ServerError
from kg.server.config import HOST, class_archive, memory, neo4j_conf, remove_unfinished, start_command
from kg.server.jars import Progress, fetch_jars, read_lock
from kg.server.java import find_java
from kg.server.login import USER, await_login, read_password
from kg.server.process import Home, Running, check_ports, find_running, spawn, stop
from kg.settings import Settings

# The other one may be fetching the jars on a slow line.
_OTHER_STARTER_S = 1800.0


@dataclass(frozen=True)
class ServerStatus:
    """How the local server is.

    Attributes:
        running: whether its process is alive.
        pid: its process; None where it does not run, as with the next two and the version.
        bolt: the address for drivers.
        browser: the address of Neo4j Browser.
        home: its folder, with the store, the password and the settings.
        log: what it said since its last start.
        version: its version of Neo4j.
    """

    running: bool
    pid: int | None
    bolt: str | None
    browser: str | None
    home: Path
    log: Path
    version: str | None


def up(settings: Settings, *, progress: Progress | None = None) -> ServerStatus:
    """Starts the local server and returns when it answers; fetches its jars where they are not there yet.

    One that runs already is left as it is, on the ports that it was started with. Several calls at once start
    one server. It outlives the caller.

    Args:
        settings: `data_dir` and the ports say which server; `neo4j_uri` is not looked at.
        progress: told how far the fetching of the jars is.

    Raises:
        ServerError: there is no Java, a jar cannot be had, a port is taken, the disk is full, or the server
            does not start or answer; the text says what to do.
    """
    home = Home.of(settings)
    try:
        home.create()
        with FileLock(home.lock, timeout=_OTHER_STARTER_S):
            running = find_running(home)
            if running is None:
                running = _start(settings, home, progress)
            else:
                await_login(home, running, timeout_s=settings.start_timeout_s)
    except Timeout as error:
        raise ServerError(f"Another `kg up` has been starting the server in {home.path} for half an hour.") from error
    except OSError as error:
        raise ServerError(f"The local server in {home.path} (KG_DATA_DIR) cannot be started: {error}.") from error
    return _status(home, running)


def _start(settings: Settings, home: Home, progress: Progress | None) -> Running:
    # Before the download: what is wrong here is wrong at once.
    java = find_java(settings)
    check_ports(settings)
    lock = read_lock()
    lib = fetch_jars(settings, progress=progress, lock=lock)
    archive = class_archive(java, lib)
    remove_unfinished(archive)
    share = memory(settings)
    home.conf.write_text(neo4j_conf(settings, share), encoding="utf-8")
    running = spawn(start_command(java, lib, home.path, share), home, settings, lock.version)
    try:
        await_login(home, running, timeout_s=settings.start_timeout_s)
    except ServerError:
        if find_running(home) is None:
            # A power cut may have spoilt it, and that have ended the server; the next start does without.
            archive.unlink(missing_ok=True)
        raise
    return running


def down(settings: Settings) -> bool:
    """Stops the local server cleanly; False where none ran.

    Raises:
        ServerError: it is still busy after a minute.
    """
    home = Home.of(settings)
    running = find_running(home)
    if running is None:
        return False
    stop(home, running)
    return True


def status(settings: Settings) -> ServerStatus:
    """How the local server is. Looks at the process only; one that is still starting counts as running."""
    home = Home.of(settings)
    return _status(home, find_running(home))


def _status(home: Home, running: Running | None) -> ServerStatus:
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


def credentials(settings: Settings) -> tuple[str, str]:
    """User name and password of the local server.

    Raises:
        ServerError: it has never been started, or belongs to another user.
    """
    home = Home.of(settings)
    try:
        password = read_password(home)
    except OSError as error:
        raise ServerError(f"The password of the local server cannot be read: {error}.") from error
    if password is None:
        raise ServerError(f"There is no local server in {home.path} yet; `kg up` makes and starts one.")
    return USER, password
