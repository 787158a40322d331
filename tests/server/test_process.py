"""Failures of starting and stopping the server, with a substitute for Java."""

from __future__ import annotations

import json
import os
import re
import socket
from pathlib import Path

import psutil
import pytest

from kg.errors import ServerError
from kg.server import server_credentials, server_status, start_server, stop_server
from kg.server.process import ServerHome, find_running, stop_process
from kg.settings import Settings
from tests.server.conftest import WAIT, with_java


def write_state(home: ServerHome, text: str) -> None:
    home.create()
    home.state.write_text(text)


def state_of(pid: int) -> str:
    return json.dumps({"pid": pid, "bolt_port": 1, "http_port": 2, "version": "1.0"})


def dead_pid() -> int:
    """Return the id of a process that has ended."""
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 0"], {})
    os.waitpid(pid, 0)
    return pid


def test_no_server_runs_in_a_new_folder(settings: Settings) -> None:
    found = server_status(settings)
    assert (found.running, found.pid, found.bolt, found.browser, found.version) == (
        False,
        None,
        None,
        None,
        None,
    )
    assert found.home == settings.data_dir / "neo4j"
    assert stop_server(settings) is False
    with pytest.raises(ServerError, match="kg up"):
        server_credentials(settings)
    assert not settings.data_dir.exists()


@pytest.mark.parametrize("which", ["bolt_port", "http_port"])
def test_a_port_in_use_is_reported_with_process_and_setting(settings: Settings, which: str) -> None:
    with socket.create_server(("127.0.0.1", getattr(settings, which))) as other:
        port, me = other.getsockname()[1], os.getpid()
        with pytest.raises(ServerError, match=rf"Port {port} is in use by .*process {me}.*KG_{which.upper()}"):
            start_server(settings)
    assert not server_status(settings).running


def test_ports_must_differ(settings: Settings) -> None:
    same = Settings(data_dir=settings.data_dir, bolt_port=17001, http_port=17001)
    with pytest.raises(ServerError, match="KG_BOLT_PORT and KG_HTTP_PORT are both 17001"):
        start_server(same)


def test_outdated_state_files_are_ignored(settings: Settings) -> None:
    home = ServerHome.from_settings(settings)
    # A dead process, a process id reused by another program, and invalid content.
    for text in (state_of(dead_pid()), state_of(os.getpid()), "{", "[]", '{"pid": 1}'):
        write_state(home, text)
        assert find_running(home) is None
        assert not server_status(settings).running
        assert stop_server(settings) is False


def test_the_log_of_the_previous_start_is_kept(settings: Settings, tmp_path: Path) -> None:
    failing = with_java(settings, tmp_path, 'echo "try $$"; exit 1')
    for _ in range(2):
        with pytest.raises(ServerError, match="try"):
            start_server(failing)
    home = ServerHome.from_settings(settings)
    assert home.log.read_text() != (home.path / "logs" / "server.log.1").read_text()


def test_a_server_that_does_not_stop_is_reported(settings: Settings, tmp_path: Path) -> None:
    stubborn = with_java(settings, tmp_path, f"trap '' TERM; echo deaf; {WAIT}", start_timeout_s=0.3)
    with pytest.raises(ServerError, match=r"(?s)KG_START_TIMEOUT_S.*deaf"):
        start_server(stubborn)
    home = ServerHome.from_settings(stubborn)
    running = find_running(home)
    assert running is not None
    with pytest.raises(ServerError, match=f"kill -9 {running.pid}"):
        stop_process(home, running, timeout_s=0.1)
    process = psutil.Process(running.pid)
    process.kill()
    process.wait(10)
    assert not server_status(stubborn).running


def test_the_server_is_detached_from_its_caller(settings: Settings, tmp_path: Path) -> None:
    """The server has its own session and working folder, and default signal handlers."""
    script = f"echo session $(ps -o sid= -p $$) of $$ in $(pwd -P); {WAIT}"
    detached = with_java(settings, tmp_path, script, start_timeout_s=0.3)
    with pytest.raises(ServerError):
        start_server(detached)
    home = ServerHome.from_settings(detached)
    session, pid, folder = re.search(r"session +(\d+) of (\d+) in (.*)", home.log.read_text()).groups()
    assert session == pid == str(server_status(detached).pid)
    assert Path(folder) == home.path.resolve()
    assert stop_server(detached) is True


def test_a_data_folder_that_cannot_be_created_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError, match="KG_DATA_DIR"):
        start_server(Settings(data_dir=tmp_path / "file"))
