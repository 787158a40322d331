"""Download of the jars from a local repository with faults."""

from __future__ import annotations

import errno
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from kg.errors import ServerError
from kg.server import fetch_jars
from kg.server.download import disk_error
from kg.server.jars import read_lock
from kg.server.lock import lock_text, maven_project
from kg.settings import Settings
from tests.server.conftest import Repository

JAR = "org/some/jar3/1.0/jar3-1.0.jar"
NAME = "jar3-1.0.jar"


@pytest.fixture
def settings(tmp_path: Path, repository: Repository) -> Settings:
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


def test_all_jars_are_downloaded_and_progress_is_reported(settings: Settings, repository: Repository) -> None:
    reported: list[tuple[int, int]] = []
    lib = fetch_jars(settings, lock=repository.lock, progress=lambda done, total: reported.append((done, total)))
    assert_complete(lib, repository)
    assert reported[-1] == (repository.lock.size, repository.lock.size)
    assert [done for done, _ in reported] == sorted(done for done, _ in reported)


def test_a_second_call_downloads_nothing(settings: Settings, repository: Repository) -> None:
    fetch_jars(settings, lock=repository.lock)
    repository.asked.clear()
    reported: list[int] = []
    fetch_jars(settings, lock=repository.lock, progress=lambda done, _: reported.append(done))
    assert not repository.asked
    assert not reported


def test_a_partial_download_is_resumed(settings: Settings, repository: Repository) -> None:
    write_part(settings, repository, repository.files[JAR][:70_000])
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)
    assert [wanted for path, wanted in repository.asked if path == JAR] == ["bytes=70000-"]


def test_a_complete_part_is_only_verified(settings: Settings, repository: Repository) -> None:
    write_part(settings, repository, repository.files[JAR])
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)
    assert repository.counts[JAR] == 0


@pytest.mark.parametrize("length", [70_000, 250_000, 999_999])
def test_a_wrong_part_is_downloaded_again(settings: Settings, repository: Repository, length: int) -> None:
    write_part(settings, repository, b"\xff" * length)
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)


def test_a_repository_without_ranges_sends_the_whole_file(settings: Settings, repository: Repository) -> None:
    write_part(settings, repository, repository.files[JAR][:70_000])
    repository.flaws[JAR] = "no ranges"
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)


@pytest.mark.parametrize("flaw", ["cut once", "500 once"])
def test_a_transient_failure_is_retried(settings: Settings, repository: Repository, flaw: str) -> None:
    repository.flaws[JAR] = flaw
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)
    assert repository.counts[JAR] == 2


def test_a_file_with_a_wrong_checksum_is_refused(settings: Settings, repository: Repository) -> None:
    repository.flaws[JAR] = "other"
    with pytest.raises(ServerError, match=rf"{NAME} cannot be downloaded: .*SHA-256 differs.*KG_MAVEN_URL"):
        fetch_jars(settings, lock=repository.lock)
    folder = repository.lock.folder(settings.cache_dir)
    assert not (folder / "lib" / NAME).exists()
    assert not (folder / "verified").exists()
    repository.flaws.clear()
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)


def test_a_missing_jar_names_the_mirror_setting(settings: Settings, repository: Repository) -> None:
    repository.flaws[JAR] = "404"
    with pytest.raises(ServerError, match=rf"{NAME} does not exist \(404\).*KG_MAVEN_URL"):
        fetch_jars(settings, lock=repository.lock)


def test_a_network_failure_names_the_mirror_setting(tmp_path: Path, repository: Repository) -> None:
    unreachable = Settings(cache_dir=tmp_path, maven_url="http://127.0.0.1:9/maven2")
    with pytest.raises(ServerError, match=r"cannot be downloaded: .*is the network available\?.*KG_MAVEN_URL"):
        fetch_jars(unreachable, lock=repository.lock)


def test_damaged_jars_are_repaired(settings: Settings, repository: Repository) -> None:
    lib = fetch_jars(settings, lock=repository.lock)
    (lib / NAME).write_bytes(b"cut short")
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)
    (lib / NAME).write_bytes(b"x" * len(repository.files[JAR]))
    (lib.parent / "verified").unlink()
    assert_complete(fetch_jars(settings, lock=repository.lock), repository)
    assert repository.counts[JAR] == 3


def test_concurrent_calls_download_each_jar_once(settings: Settings, repository: Repository) -> None:
    with ThreadPoolExecutor(2) as pool:
        libs = [pool.submit(fetch_jars, settings, lock=repository.lock) for _ in range(2)]
        for lib in libs:
            assert_complete(lib.result(), repository)
    assert set(repository.counts.values()) == {1}


def test_a_read_only_cache_names_its_setting(tmp_path: Path, repository: Repository) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError, match=r"cannot be written.*KG_CACHE_DIR"):
        fetch_jars(Settings(cache_dir=tmp_path / "file"), lock=repository.lock)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_reported(tmp_path: Path, number: int) -> None:
    message = str(disk_error(tmp_path / "a.part", OSError(number, "no room")))
    assert message.startswith("The disk is full")
    assert "KG_CACHE_DIR" in message


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


@pytest.mark.parametrize("text", ["", "neo4j", "<html>", "neo4j 1\nabc def"])
def test_an_invalid_lock_file_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "jars.lock").write_text(text)
    with pytest.raises(ServerError, match="reinstall"):
        read_lock(tmp_path / "jars.lock")
