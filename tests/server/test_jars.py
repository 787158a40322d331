"""The jars of the server: all are fetched from a local repository, verified, and repaired."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kg.errors import ServerError
from kg.server import fetch_jars
from kg.server.jars import read_lock
from kg.settings import Settings
from tests.server.conftest import JAR, NAME, Repository, assert_complete


def test_all_jars_are_downloaded_and_progress_is_reported(download_settings: Settings, repository: Repository) -> None:
    reported: list[tuple[int, int]] = []
    lib = fetch_jars(
        download_settings, lock=repository.lock, progress=lambda done, total: reported.append((done, total))
    )
    assert_complete(lib, repository)
    assert reported[-1] == (repository.lock.size, repository.lock.size)
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)


def test_a_second_call_downloads_nothing(download_settings: Settings, repository: Repository) -> None:
    fetch_jars(download_settings, lock=repository.lock)
    repository.asked.clear()
    reported: list[int] = []
    fetch_jars(download_settings, lock=repository.lock, progress=lambda done, _: reported.append(done))
    assert not repository.asked
    assert not reported


def test_damaged_jars_are_repaired(download_settings: Settings, repository: Repository) -> None:
    lib = fetch_jars(download_settings, lock=repository.lock)
    (lib / NAME).write_bytes(b"cut short")
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)
    (lib / NAME).write_bytes(b"x" * len(repository.files[JAR]))
    (lib.parent / "verified").unlink()
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)
    assert repository.counts[JAR] == 3


def test_concurrent_calls_download_each_jar_once(download_settings: Settings, repository: Repository) -> None:
    with ThreadPoolExecutor(2) as pool:
        libs = [pool.submit(fetch_jars, download_settings, lock=repository.lock) for _ in range(2)]
        for lib in libs:
            assert_complete(lib.result(), repository)
    assert set(repository.counts.values()) == {1}


def test_a_read_only_cache_names_its_setting(tmp_path: Path, repository: Repository) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError, match=r"cannot be written.*KG_CACHE_DIR"):
        fetch_jars(Settings(cache_dir=tmp_path / "file"), lock=repository.lock)


def test_the_included_lock_file_is_valid() -> None:
    lock = read_lock()
    assert re.fullmatch(r"20\d\d\.\d\d\.\d+", lock.version)
    assert len(lock.jars) > 200
    assert all(re.fullmatch(r"[0-9a-f]{64}", jar.sha256) and jar.size > 0 for jar in lock.jars)
    paths = [jar.path for jar in lock.jars]
    assert paths == sorted(set(paths))
    assert len({jar.name for jar in lock.jars}) == len(paths)
    assert all(re.fullmatch(r"[\w.+-]+(/[\w.+-]+)+\.jar", path) and ".." not in path for path in paths)
    assert f"org/neo4j/app/neo4j-server/{lock.version}/neo4j-server-{lock.version}.jar" in paths
    assert any("/neo4j-browser/" in path for path in paths)
    assert not [path for path in paths if re.search(r"junit|mockito|assertj|hamcrest|-tests?\.jar|-sources", path)]


@pytest.mark.parametrize("text", ["", "neo4j", "<html>", "neo4j 1\nabc def"])
def test_an_invalid_lock_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "jars.lock").write_text(text)
    with pytest.raises(ServerError, match="reinstall"):
        read_lock(tmp_path / "jars.lock")
