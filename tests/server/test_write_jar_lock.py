"""The lock file of the server's jars is written from what Maven resolves."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import ServerError
from kg.server.jars import read_lock
from kg.server.write_jar_lock import lock_text, maven_project, resolve_jars


def test_a_written_lock_file_can_be_read(tmp_path: Path) -> None:
    for path in ("org/b/1/b-1.jar", "org/a/2/a-2.jar"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(path.encode())
    (tmp_path / "org/a/2/a-2.pom").touch()
    file = tmp_path / "jars.lock"
    file.write_text(lock_text("2026.01.0", tmp_path))
    lock = read_lock(file)
    assert lock.version == "2026.01.0"
    assert [(jar.path, jar.size) for jar in lock.jars] == [("org/a/2/a-2.jar", 15), ("org/b/1/b-1.jar", 15)]
    file.write_text("# another comment\n" + file.read_text())
    assert read_lock(file).digest == lock.digest


def test_the_maven_project_requires_the_version() -> None:
    assert maven_project("2026.01.0").count("<version>2026.01.0</version>") == 2


def put_maven(folder: Path, script: str) -> None:
    """Put a substitute for Maven into a folder."""
    program = folder / "mvn"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


def test_maven_resolves_into_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put_maven(tmp_path, '/bin/mkdir -p jars && echo "$@" > jars/options.txt')
    monkeypatch.setenv("PATH", str(tmp_path))
    jars = resolve_jars("2026.01.0", tmp_path)
    assert jars == tmp_path / "jars"
    assert f"-DoutputDirectory={jars}" in (jars / "options.txt").read_text()
    assert (tmp_path / "pom.xml").read_text() == maven_project("2026.01.0")


def test_without_maven_or_with_a_failing_one_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServerError, match="install it and try again"):
        resolve_jars("2026.01.0", tmp_path)
    put_maven(tmp_path, "echo 'no such version'; exit 1")
    with pytest.raises(ServerError, match=r"Maven failed:\nno such version"):
        resolve_jars("0.0", tmp_path)
