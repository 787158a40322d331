"""Starting and stopping where it goes wrong; stand-ins play the part of Java."""

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
from kg.server import credentials, down, status, up
from kg.server.login import keep_password
from kg.server.process import Home, find_running, stop
from kg.settings import Settings
from tests.server.conftest import make_java

# Alive until it is told to end, as a server that needs long to start is.
_WAIT = "while :; do sleep 0.2; done"


def with_java(settings: Settings, tmp_path: Path, script: str, **changes: object) -> Settings:
    """The settings, with a stand-in for Java that runs this script."""
    # Of a version of its own: that of a failed start loses its archive of classes.
    java = make_java(tmp_path / "java", "99.0", script=script)
    return Settings(**settings.model_dump(exclude_unset=True) | {"java_home": java} | changes)


def write_state(home: Home, text: str) -> None:
    home.create()
    home.state.write_text(text)


def state_of(pid: int) -> str:
    return json.dumps({"pid": pid, "bolt_port": 1, "http_port": 2, "version": "1.0"})


def dead_pid() -> int:
    """The number of a process that has ended."""
    pid = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 0"], {})
    os.waitpid(pid, 0)
    return pid


def test_nothing_runs_in_a_new_folder(settings: Settings) -> None:
    found = status(settings)
    assert (found.running, found.pid, found.bolt, found.browser, found.version) == (
        False,
        None,
        None,
        None,
        None,
    )
    assert found.home == settings.data_dir / "neo4j"
    assert down(settings) is False
    with pytest.raises(ServerError, match="kg up"):
        credentials(settings)
    assert not settings.data_dir.exists()


def test_folder_and_password_are_for_the_owner_alone(settings: Settings) -> None:
    home = Home.of(settings)
    home.create()
    password = keep_password(home)
    assert len(password) >= 32
    assert keep_password(home) == password
    assert credentials(settings) == ("neo4j", password)
    assert stat.S_IMODE(home.password.stat().st_mode) == 0o600
    assert stat.S_IMODE(home.path.stat().st_mode) == 0o700
    home.password.chmod(0o644)
    keep_password(home)
    assert stat.S_IMODE(home.password.stat().st_mode) == 0o600


@pytest.mark.parametrize("which", ["bolt_port", "http_port"])
def test_taken_port_is_named_with_its_owner_and_setting(settings: Settings, which: str) -> None:
    with socket.create_server(("127.0.0.1", getattr(settings, which))) as other:
        port, me = other.getsockname()[1], os.getpid()
        with pytest.raises(ServerError, match=rf"Port {port} is taken by .*process {me}.*KG_{which.upper()}"):
            up(settings)
    assert not status(settings).running


def test_ports_must_differ(settings: Settings) -> None:
    same = Settings(data_dir=settings.data_dir, bolt_port=17001, http_port=17001)
    with pytest.raises(ServerError, match="KG_BOLT_PORT and KG_HTTP_PORT are both 17001"):
        up(same)


def test_old_files_tell_of_no_server(settings: Settings) -> None:
    home = Home.of(settings)
    # Of one that died, of a number that another program has now, and no such file at all.
    for text in (state_of(dead_pid()), state_of(os.getpid()), "{", "[]", '{"pid": 1}'):
        write_state(home, text)
        assert find_running(home) is None
        assert not status(settings).running
        assert down(settings) is False


def test_end_of_the_log_is_shown_when_the_server_ends(settings: Settings, tmp_path: Path) -> None:
    script = "for n in $(seq 100); do echo line $n; done; echo 'no such option' >&2; exit 1"
    with pytest.raises(ServerError) as caught:
        up(with_java(settings, tmp_path, script))
    said = str(caught.value)
    assert "ended while it was starting" in said
    assert str(Home.of(settings).log) in said
    assert said.endswith("line 99\nline 100\nno such option")
    assert "line 50" not in said
    assert not status(settings).running


def test_full_disk_at_the_start_is_told(settings: Settings, tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"^The disk is full\."):
        up(with_java(settings, tmp_path, "echo 'java.io.IOException: No space left on device'; exit 1"))


def test_log_of_the_start_before_is_kept(settings: Settings, tmp_path: Path) -> None:
    failing = with_java(settings, tmp_path, 'echo "try $$"; exit 1')
    for _ in range(2):
        with pytest.raises(ServerError, match="try"):
            up(failing)
    home = Home.of(settings)
    assert home.log.read_text() != (home.path / "logs" / "server.log.1").read_text()


def test_slow_start_is_told_and_can_be_ended(settings: Settings, tmp_path: Path) -> None:
    slow = with_java(settings, tmp_path, f"echo recovering; {_WAIT}", start_timeout_s=0.3)
    with pytest.raises(ServerError, match=r"(?s)KG_START_TIMEOUT_S.*kg up.*kg down.*recovering"):
        up(slow)
    pid = status(slow).pid
    assert pid is not None
    with pytest.raises(ServerError, match="KG_START_TIMEOUT_S"):
        up(slow)
    assert status(slow).pid == pid
    assert down(slow) is True
    assert not psutil.pid_exists(pid)
    assert not status(slow).running


def test_server_that_does_not_end_is_told(settings: Settings, tmp_path: Path) -> None:
    stubborn = with_java(settings, tmp_path, f"trap '' TERM; echo deaf; {_WAIT}", start_timeout_s=0.3)
    with pytest.raises(ServerError, match=r"(?s)KG_START_TIMEOUT_S.*deaf"):
        up(stubborn)
    home = Home.of(stubborn)
    running = find_running(home)
    assert running is not None
    with pytest.raises(ServerError, match=f"kill -9 {running.pid}"):
        stop(home, running, timeout_s=0.1)
    process = psutil.Process(running.pid)
    process.kill()
    process.wait(10)
    assert not status(stubborn).running


def test_server_is_free_of_its_starter(settings: Settings, tmp_path: Path) -> None:
    """A session and a folder of its own; signals as they are at first."""
    script = f"echo session $(ps -o sid= -p $$) of $$ in $(pwd -P); {_WAIT}"
    detached = with_java(settings, tmp_path, script, start_timeout_s=0.3)
    with pytest.raises(ServerError):
        up(detached)
    home = Home.of(detached)
    session, pid, folder = re.search(r"session +(\d+) of (\d+) in (.*)", home.log.read_text()).groups()
    assert session == pid == str(status(detached).pid)
    assert Path(folder) == home.path.resolve()
    assert down(detached) is True


def test_data_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError, match="KG_DATA_DIR"):
        up(Settings(data_dir=tmp_path / "file"))
