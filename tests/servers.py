"""Servers that tests start and stop: the one of a session, and those of tests that need one to themselves."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path

import neo4j
import pytest
from pydantic import SecretStr

from kg import Settings
from kg import server as local

_ROOM = 4 << 30


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def in_memory() -> str | None:
    """A folder in memory that has room for a server's store; None where there is none."""
    shm = Path("/dev/shm")
    roomy = shm.is_dir() and os.access(shm, os.W_OK) and shutil.disk_usage(shm).free > _ROOM
    return str(shm) if roomy else None


@contextlib.contextmanager
def own_server(*, heap_mb: int = 512, page_cache_mb: int = 64, **options: object) -> Iterator[Settings]:
    """A local server with nothing in it, and settings that name it; it is stopped and removed at the end."""
    with tempfile.TemporaryDirectory(prefix="kg-server-", dir=in_memory()) as home:
        settings = Settings(
            neo4j_uri=None,
            data_dir=Path(home),
            bolt_port=free_port(),
            http_port=free_port(),
            heap_mb=heap_mb,
            page_cache_mb=page_cache_mb,
            **options,  # type: ignore[arg-type]
        )
        with pytest.MonkeyPatch.context() as patch:
            # A server that lives for minutes spends a quarter of its time on compiling what it never earns back, and
            # planning makes garbage: a large young generation saves another fifth.
            patch.setenv("JDK_JAVA_OPTIONS", f"-XX:TieredStopAtLevel=1 -Xms{heap_mb}m -Xmn{heap_mb * 6 // 10}m")
            up = local.up(settings)
        try:
            user, password = local.credentials(settings)
            named = {"neo4j_uri": up.bolt, "neo4j_user": user, "neo4j_password": SecretStr(password)}
            yield settings.model_copy(update=named)
        finally:
            local.down(settings)


@contextlib.contextmanager
def driver_of(settings: Settings) -> Iterator[neo4j.Driver]:
    """A driver for the server of the settings."""
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    with neo4j.GraphDatabase.driver(str(settings.neo4j_uri), auth=(settings.neo4j_user, password)) as driver:
        yield driver
