"""Temporary Neo4j servers for tests."""

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
from kg import server as local_server

_REQUIRED_BYTES = 4 << 30


def free_port() -> int:
    """Return a free TCP port."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def find_memory_folder() -> str | None:
    """Return an in-memory folder with enough space for a server's store; None if there is none."""
    shm = Path("/dev/shm")
    is_suitable = shm.is_dir() and os.access(shm, os.W_OK) and shutil.disk_usage(shm).free > _REQUIRED_BYTES
    return str(shm) if is_suitable else None


@contextlib.contextmanager
def temporary_server(*, heap_mb: int = 512, page_cache_mb: int = 64, **options: object) -> Iterator[Settings]:
    """Start an empty local server and yield settings with its address; stop and remove it on exit."""
    with tempfile.TemporaryDirectory(prefix="kg-server-", dir=find_memory_folder()) as home:
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
            # For a server that runs for minutes, the optimising compiler costs a quarter of the time, and a large young
            # generation saves another fifth, because query planning allocates much.
            patch.setenv("JDK_JAVA_OPTIONS", f"-XX:TieredStopAtLevel=1 -Xms{heap_mb}m -Xmn{heap_mb * 6 // 10}m")
            status = local_server.start_server(settings)
        try:
            user, password = local_server.server_credentials(settings)
            connection_settings = {"neo4j_uri": status.bolt, "neo4j_user": user, "neo4j_password": SecretStr(password)}
            yield settings.model_copy(update=connection_settings)
        finally:
            local_server.stop_server(settings)


@contextlib.contextmanager
def open_driver(settings: Settings) -> Iterator[neo4j.Driver]:
    """Open a driver for the server of the settings."""
    password = settings.neo4j_password.get_secret_value() if settings.neo4j_password else ""
    with neo4j.GraphDatabase.driver(str(settings.neo4j_uri), auth=(settings.neo4j_user, password)) as driver:
        yield driver
