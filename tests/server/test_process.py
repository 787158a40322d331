"""Failures of starting and stopping the server, with a substitute for Java."""

from __future__ import annotations

import json
import os
import re
import socket
import stat
from pathlib import Path

import psutil
import pytest

from kg.errors import ServerError
from kg.server import server_credentials, server_status, start_server, stop_server
from kg.server.login import ensure_password
from kg.server.process import ServerHome, find_running, stop_process
from kg.settings import Settings
from tests.server.conftest import make_java

# Runs until it is terminated, like a server that is slow to start.
_WAIT = "while :; do sleep 0.2; done"


def with_java(settings: Settings, tmp_path: Path, script: str, **changes: object) -> Settings:
    """Return settings with a substitute for Java that runs this script."""
    # A separate version, because a failed start removes the class data archive.
    java = make_java(tmp_path / "java", "99.0", script=script)
    return Settings(**settings.model_dump(exclude_unset=True) | {"java_home": java} | changes)


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


def test_folder_and_password_are_accessible_only_to_the_owner(settings: Settings) -> None:
    home = ServerHome.from_settings(settings)
    home.create()
    password = ensure_password(home)
    assert len(password) >= 32
    assert ensure_password(home) == password
    assert server_credentials(settings) == ("neo4j", password)
    assert stat.S_IMODE(home.password.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700
    home.password.chmod(0o644)
    ensure_password(home)
    assert stat.S_IMODE(home.password.stat().st_mode) == 0o600


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


def test_the_end_of_the_log_is_in_the_error(settings: Settings, tmp_path: Path) -> None:
    script = "for n in $(seq 100); do echo line $n; done; echo 'no such option' >&2; exit 1"
    with pytest.raises(ServerError) as caught:
        start_server(with_java(settings, tmp_path, script))
    message = str(caught.value)
    assert "ended while it was starting" in message
    assert str(ServerHome.from_settings(settings).log) in message
    assert message.endswith("line 99\nline 100\nno such option")
    assert "line 50" not in message
    assert not server_status(settings).running


def test_a_full_disk_at_the_start_is_reported(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"^The disk is full\."):
        start_server(with_java(settings, tmp_path, "echo 'java.io.IOException: No space left on device'; exit 1"))


def test_the_log_of_the_previous_start_is_kept(settings: Settings, tmp_path: Path) -> None:
    failing = with_java(settings, tmp_path, 'echo "try $$"; exit 1')
    for _ in range(2):
        with pytest.raises(ServerError, match="try"):
            start_server(failing)
    home = ServerHome.from_settings(settings)
    assert home.log.read_text() != (home.path / "logs" / "server.log.1").read_text()


def test_a_slow_start_is_reported_and_can_be_stopped(settings: Settings, tmp_path: Path) -> None:
    slow = with_java(settings, tmp_path, f"echo recovering; {_WAIT}", start_timeout_s=0.3)
    with pytest.raises(ServerError, match=r"(?s)KG_START_TIMEOUT_S.*kg up.*kg down.*recovering"):
        start_server(slow)
    pid = server_status(slow).pid
    assert pid is not None
    with pytest.raises(ServerError, match="KG_START_TIMEOUT_S"):
        start_server(slow)
    assert server_status(slow).pid == pid
    assert stop_server(slow) is True
    assert not psutil.pid_exists(pid)
    assert not server_status(slow).running


def test_a_server_that_does_not_stop_is_reported(settings: Settings, tmp_path: Path) -> None:
    stubborn = with_java(settings, tmp_path, f"trap '' TERM; echo deaf; {_WAIT}", start_timeout_s=0.3)
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
    script = f"echo session $(ps -o sid= -p $$) of $$ in $(pwd -P); {_WAIT}"
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
