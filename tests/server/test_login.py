"""The password of the local server, and the wait until it answers, with a substitute for Java."""

from __future__ import annotations

import stat
from pathlib import Path

import psutil
import pytest

from kg.errors import ServerError
from kg.server import server_credentials, server_status, start_server, stop_server
from kg.server.login import ensure_password, read_password
from kg.server.process import ServerHome
from kg.settings import Settings
from tests.server.conftest import WAIT, with_java


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


@pytest.mark.slow
def test_a_slow_start_is_reported_and_can_be_stopped(settings: Settings, tmp_path: Path) -> None:
    slow = with_java(settings, tmp_path, f"echo recovering; {WAIT}", start_timeout_s=0.3)
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


def test_a_blank_or_missing_password_is_none_and_is_replaced(settings: Settings) -> None:
    home = ServerHome.from_settings(settings)
    assert read_password(home) is None
    home.create()
    home.password.write_text(" \n")
    assert read_password(home) is None
    password = ensure_password(home)
    assert read_password(home) == password
    home.password.unlink()
    assert ensure_password(home) != password


def test_the_rest_of_an_interrupted_write_is_replaced(settings: Settings) -> None:
    home = ServerHome.from_settings(settings)
    home.create()
    home.password.with_suffix(".new").write_text("half")
    assert ensure_password(home) != "half"
    assert not home.password.with_suffix(".new").exists()
