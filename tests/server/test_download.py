"""Download of one file: resumption, verification, retries, and errors that name a remedy."""

from __future__ import annotations

import errno
import hashlib
from pathlib import Path

import httpx
import pytest

from kg.errors import ServerError
from kg.server import fetch_jars
from kg.server.download import MavenRepository, RemoteFile, disk_error, download_file, sha256_of
from kg.settings import Settings
from tests.server.conftest import JAR, NAME, Repository, assert_complete, write_part


def test_a_partial_download_is_resumed(download_settings: Settings, repository: Repository) -> None:
    write_part(download_settings, repository, repository.files[JAR][:70_000])
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)
    assert [wanted for path, wanted in repository.asked if path == JAR] == ["bytes=70000-"]


def test_a_complete_part_is_only_verified(download_settings: Settings, repository: Repository) -> None:
    write_part(download_settings, repository, repository.files[JAR])
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)
    assert repository.counts[JAR] == 0


@pytest.mark.slow
@pytest.mark.parametrize("length", [70_000, 250_000, 999_999])
def test_a_wrong_part_is_downloaded_again(download_settings: Settings, repository: Repository, length: int) -> None:
    write_part(download_settings, repository, b"\xff" * length)
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)


def test_a_repository_without_ranges_sends_the_whole_file(download_settings: Settings, repository: Repository) -> None:
    write_part(download_settings, repository, repository.files[JAR][:70_000])
    repository.flaws[JAR] = "no ranges"
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)


@pytest.mark.slow
@pytest.mark.parametrize("flaw", ["cut once", "500 once"])
def test_a_transient_failure_is_retried(download_settings: Settings, repository: Repository, flaw: str) -> None:
    repository.flaws[JAR] = flaw
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)
    assert repository.counts[JAR] == 2


@pytest.mark.slow
def test_a_file_with_a_wrong_checksum_is_refused(download_settings: Settings, repository: Repository) -> None:
    repository.flaws[JAR] = "other"
    with pytest.raises(ServerError, match=rf"{NAME} cannot be downloaded: .*SHA-256 differs.*KG_MAVEN_URL"):
        fetch_jars(download_settings, lock=repository.lock)
    folder = repository.lock.folder(download_settings.cache_dir)
    assert not (folder / "lib" / NAME).exists()
    assert not (folder / "verified").exists()
    repository.flaws.clear()
    assert_complete(fetch_jars(download_settings, lock=repository.lock), repository)


def test_a_missing_jar_names_the_mirror_setting(download_settings: Settings, repository: Repository) -> None:
    repository.flaws[JAR] = "404"
    with pytest.raises(ServerError, match=rf"{NAME} does not exist \(404\).*KG_MAVEN_URL"):
        fetch_jars(download_settings, lock=repository.lock)


@pytest.mark.slow
def test_a_network_failure_names_the_mirror_setting(tmp_path: Path, repository: Repository) -> None:
    unreachable = Settings(cache_dir=tmp_path, maven_url="http://127.0.0.1:9/maven2")
    with pytest.raises(ServerError, match=r"cannot be downloaded: .*is the network available\?.*KG_MAVEN_URL"):
        fetch_jars(unreachable, lock=repository.lock)


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_full_disk_is_reported(tmp_path: Path, number: int) -> None:
    message = str(disk_error(tmp_path / "a.part", OSError(number, "no room")))
    assert message.startswith("The disk is full")
    assert "KG_CACHE_DIR" in message


def test_one_file_is_downloaded_and_progress_is_reported(tmp_path: Path, repository: Repository) -> None:
    data = repository.files[JAR]
    reported: list[int] = []
    with httpx.Client() as client:
        remote = RemoteFile(JAR, hashlib.sha256(data).hexdigest(), len(data))
        part = download_file(MavenRepository(client, repository.url), remote, tmp_path / "a.part", reported.append)
    assert (part.read_bytes(), sha256_of(part)) == (data, remote.sha256)
    assert (reported[-1], reported) == (len(data), sorted(reported))


def test_a_stopped_download_makes_no_request(tmp_path: Path, repository: Repository) -> None:
    with httpx.Client() as client:
        stopped = MavenRepository(client, repository.url)
        stopped.stopped.set()
        with pytest.raises(ServerError, match="the download of another file failed"):
            download_file(stopped, RemoteFile(JAR, "0" * 64, 1), tmp_path / "a.part", lambda _: None)
    assert repository.asked == []
