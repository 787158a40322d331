"""Fetching the jars, from a repository on this machine that can misbehave."""

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
from kg.server.lock import lock_text, project
from kg.settings import Settings
from tests.server.conftest import Repository

JAR = "org/some/jar3/1.0/jar3-1.0.jar"
NAME = "jar3-1.0.jar"


@pytest.fixture
def here(tmp_path: Path, repository: Repository) -> Settings:
    return Settings(cache_dir=tmp_path / "cache", maven_url=repository.url + "/")


def leave_part(here: Settings, repository: Repository, data: bytes) -> None:
    parts = repository.lock.folder(here.cache_dir) / "parts"
    parts.mkdir(parents=True)
    (parts / f"{NAME}.part").write_bytes(data)


def assert_all_there(lib: Path, repository: Repository) -> None:
    assert {file.name: file.read_bytes() for file in lib.iterdir()} == {
        Path(path).name: data for path, data in repository.files.items()
    }
    assert not list((lib.parent / "parts").iterdir())


def test_all_come_and_progress_is_told(here: Settings, repository: Repository) -> None:
    told: list[tuple[int, int]] = []
    lib = fetch_jars(here, lock=repository.lock, progress=lambda done, total: told.append((done, total)))
    assert_all_there(lib, repository)
    assert told[-1] == (repository.lock.size, repository.lock.size)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_second_call_asks_for_nothing(here: Settings, repository: Repository) -> None:
    fetch_jars(here, lock=repository.lock)
    repository.asked.clear()
    told: list[int] = []
    fetch_jars(here, lock=repository.lock, progress=lambda done, _: told.append(done))
    assert not repository.asked
    assert not told


def test_half_a_jar_is_gone_on_with(here: Settings, repository: Repository) -> None:
    leave_part(here, repository, repository.files[JAR][:70_000])
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)
    assert [wanted for path, wanted in repository.asked if path == JAR] == ["bytes=70000-"]


def test_whole_part_is_only_verified(here: Settings, repository: Repository) -> None:
    leave_part(here, repository, repository.files[JAR])
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)
    assert repository.counts[JAR] == 0


@pytest.mark.parametrize("length", [70_000, 250_000, 999_999])
def test_part_of_something_else_is_fetched_anew(here: Settings, repository: Repository, length: int) -> None:
    leave_part(here, repository, b"\xff" * length)
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)


def test_repository_without_ranges(here: Settings, repository: Repository) -> None:
    leave_part(here, repository, repository.files[JAR][:70_000])
    repository.flaws[JAR] = "no ranges"
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)


@pytest.mark.parametrize("flaw", ["cut once", "500 once"])
def test_passing_failure_is_tried_again(here: Settings, repository: Repository, flaw: str) -> None:
    repository.flaws[JAR] = flaw
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)
    assert repository.counts[JAR] == 2


def test_wrong_checksum_never_gets_in(here: Settings, repository: Repository) -> None:
    repository.flaws[JAR] = "other"
    with pytest.raises(ServerError, match=rf"{NAME} cannot be fetched: .*SHA-256 differs.*KG_MAVEN_URL"):
        fetch_jars(here, lock=repository.lock)
    folder = repository.lock.folder(here.cache_dir)
    assert not (folder / "lib" / NAME).exists()
    assert not (folder / "verified").exists()
    repository.flaws.clear()
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)


def test_missing_jar_names_the_mirror_setting(here: Settings, repository: Repository) -> None:
    repository.flaws[JAR] = "404"
    with pytest.raises(ServerError, match=rf"{NAME} does not exist \(404\).*KG_MAVEN_URL"):
        fetch_jars(here, lock=repository.lock)


def test_no_network(tmp_path: Path, repository: Repository) -> None:
    nobody = Settings(cache_dir=tmp_path, maven_url="http://127.0.0.1:9/maven2")
    with pytest.raises(ServerError, match=r"cannot be fetched: .*is there a network\?.*KG_MAVEN_URL"):
        fetch_jars(nobody, lock=repository.lock)


def test_damaged_jars_are_repaired(here: Settings, repository: Repository) -> None:
    lib = fetch_jars(here, lock=repository.lock)
    (lib / NAME).write_bytes(b"cut short")
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)
    (lib / NAME).write_bytes(b"x" * len(repository.files[JAR]))
    (lib.parent / "verified").unlink()
    assert_all_there(fetch_jars(here, lock=repository.lock), repository)
    assert repository.counts[JAR] == 3


def test_two_at_once_fetch_each_jar_once(here: Settings, repository: Repository) -> None:
    with ThreadPoolExecutor(2) as pool:
        libs = [pool.submit(fetch_jars, here, lock=repository.lock) for _ in range(2)]
        for lib in libs:
            assert_all_there(lib.result(), repository)
    assert set(repository.counts.values()) == {1}


def test_cache_that_cannot_be_written(tmp_path: Path, repository: Repository) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ServerError, match=r"cannot be written.*KG_CACHE_DIR"):
        fetch_jars(Settings(cache_dir=tmp_path / "file"), lock=repository.lock)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_full_disk_is_told(tmp_path: Path, number: int) -> None:
    said = str(disk_error(tmp_path / "a.part", OSError(number, "no room")))
    assert said.startswith("The disk is full")
    assert "KG_CACHE_DIR" in said


def test_lock_file_that_ships() -> None:
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


def test_lock_file_is_written_as_it_is_read(tmp_path: Path) -> None:
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


def test_project_wants_the_server_of_that_version() -> None:
    assert project("2026.01.0").count("<version>2026.01.0</version>") == 2


@pytest.mark.parametrize("text", ["", "neo4j", "<html>", "neo4j 1\nabc def"])
def test_lock_file_of_another_form(tmp_path: Path, text: str) -> None:
    (tmp_path / "jars.lock").write_text(text)
    with pytest.raises(ServerError, match="reinstall"):
        read_lock(tmp_path / "jars.lock")
