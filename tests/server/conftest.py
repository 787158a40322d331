"""Fixtures for the local server: a Maven repository with faults, substitutes for Java, and settings."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kg.server.jars import Jar, JarLock
from kg.settings import Settings
from tests.servers import free_port

RELEASE = 'IMPLEMENTOR="Somebody"\nJAVA_VERSION="{version}"\nMODULES="java.base {modules} java.xml"\n'
JAR = "org/some/jar3/1.0/jar3-1.0.jar"
NAME = "jar3-1.0.jar"
# Runs until it is terminated, like a server that is slow to start.
WAIT = "while :; do sleep 0.2; done"


def make_java(home: Path, version: str = "25.0.3", *, modules: str = "", script: str = "exit 1") -> Path:
    """Create a folder that looks like a Java installation, with a shell script as executable."""
    program = home / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    if version:
        (home / "release").write_text(RELEASE.format(version=version, modules=modules))
    return home


def with_java(settings: Settings, tmp_path: Path, script: str, **changes: object) -> Settings:
    """Return settings with a substitute for Java that runs this script."""
    # A separate version, because a failed start removes the class data archive.
    java = make_java(tmp_path / "java", "99.0", script=script)
    return Settings(**settings.model_dump(exclude_unset=True) | {"java_home": java} | changes)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings for a separate server with the jars of the user's cache."""
    return Settings(data_dir=tmp_path / "data", bolt_port=free_port(), http_port=free_port())


@dataclass
class Repository:
    """A Maven repository on this machine.

    `flaws` maps a path to a fault: "404", "500 once", "cut once", "other", "no ranges".
    """

    files: dict[str, bytes]
    flaws: dict[str, str] = field(default_factory=dict)
    asked: list[tuple[str, str | None]] = field(default_factory=list)
    url: str = ""

    @property
    def counts(self) -> Counter[str]:
        return Counter(path for path, _ in self.asked)

    @property
    def lock(self) -> JarLock:
        jars = [Jar(path, hashlib.sha256(data).hexdigest(), len(data)) for path, data in self.files.items()]
        return JarLock("1.0", tuple(jars), "0123456789abcdef")

    def first_flaw(self, path: str) -> str:
        flaw = self.flaws.get(path, "")
        if flaw.endswith(" once"):
            del self.flaws[path]
        return flaw


def _handler(repository: Repository) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_: object) -> None:
            pass

        def do_GET(self) -> None:
            path, wanted = self.path.removeprefix("/maven2/"), self.headers.get("Range")
            repository.asked.append((path, wanted))
            flaw = repository.first_flaw(path)
            data = repository.files.get(path)
            if data is None or flaw == "404":
                self.answer(404, b"no such file")
            elif flaw == "500 once":
                self.answer(500, b"oh dear")
            elif flaw == "other":
                self.answer(200, b"x" * len(data))
            elif flaw == "cut once":
                self.answer(200, data[: len(data) // 2], length=len(data))
                self.close_connection = True
            elif wanted and flaw != "no ranges":
                start = int(wanted.removeprefix("bytes=").rstrip("-"))
                self.answer(206, data[start:], start=start, whole=len(data))
            else:
                self.answer(200, data)

        def answer(
            self, status: int, body: bytes, *, length: int | None = None, start: int = 0, whole: int = 0
        ) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body) if length is None else length))
            if status == 206:
                self.send_header("Content-Range", f"bytes {start}-{whole - 1}/{whole}")
            self.end_headers()
            self.wfile.write(body)

    return Handler


@pytest.fixture
def repository():
    """A repository with a dozen jars of some hundred kilobytes."""
    files = {f"org/some/jar{n}/1.0/jar{n}-1.0.jar": bytes([n]) * (100_000 + n * 50_000) for n in range(12)}
    repository = Repository(files)
    with ThreadingHTTPServer(("127.0.0.1", 0), _handler(repository)) as server:
        repository.url = f"http://127.0.0.1:{server.server_port}/maven2"
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield repository
        server.shutdown()
        thread.join()


@pytest.fixture
def download_settings(tmp_path: Path, repository: Repository) -> Settings:
    """Settings for downloads from the repository into an empty cache."""
    return Settings(cache_dir=tmp_path / "cache", maven_url=repository.url + "/")


def write_part(settings: Settings, repository: Repository, data: bytes) -> None:
    parts = repository.lock.folder(settings.cache_dir) / "parts"
    parts.mkdir(parents=True)
    (parts / f"{NAME}.part").write_bytes(data)


def assert_complete(lib: Path, repository: Repository) -> None:
    assert {file.name: file.read_bytes() for file in lib.iterdir()} == {
        Path(path).name: data for path, data in repository.files.items()
    }
    assert not list((lib.parent / "parts").iterdir())
