"""The search for a Java installation."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.errors import ServerError
from kg.server import Java, find_java
from kg.server.java import OLDEST_JAVA, JavaSearchPath, read_java
from kg.settings import Settings
from tests.server.conftest import make_java

VECTOR = "jdk.incubator.vector"


def search_path(tmp_path: Path, *, bundled: Path | None = None, **environ: str) -> JavaSearchPath:
    """Return a search path with folders of the test only."""
    environ = {"HOME": str(tmp_path), "PATH": str(tmp_path / "nothing"), **environ}
    return JavaSearchPath(environ=environ, folders=(f"{tmp_path}/jvm/*", "~/.sdk/*"), bundled=bundled)


def test_the_release_file_has_version_and_modules(tmp_path: Path) -> None:
    assert read_java(make_java(tmp_path / "a", "25.0.3", modules=VECTOR)) == Java(tmp_path / "a", "25.0.3", True)
    assert read_java(make_java(tmp_path / "b", "21.0.2")) == Java(tmp_path / "b", "21.0.2", False)


@pytest.mark.parametrize(
    ("version", "feature"), [("25.0.3", 25), ("21", 21), ("27-ea", 27), ("1.8.0_402", 8), ("?", 0)]
)
def test_feature_is_the_first_number(version: str, feature: int) -> None:
    assert Java(Path("/java"), version, False).feature == feature


def test_the_executable_is_queried_without_a_release_file(tmp_path: Path) -> None:
    script = (
        f'[ "$1" = --list-modules ] && echo {VECTOR}@25.0.1\n'
        f'[ "$2" = -version ] || exit 0\necho "    java.home = {tmp_path}/real" >&2\n'
        'echo "    java.version = 25.0.1" >&2\n'
    )
    shim = make_java(tmp_path / "shim", "", script=script)
    assert read_java(shim) == Java(tmp_path / "real", "25.0.1", True)


def test_an_executable_that_does_not_run_is_ignored(tmp_path: Path) -> None:
    assert read_java(make_java(tmp_path / "stub", "", script="echo 'no runtime present' >&2; exit 1")) is None
    assert read_java(tmp_path / "nowhere") is None


def test_the_order_of_the_search(tmp_path: Path) -> None:
    bundled = make_java(tmp_path / "wheel", "25.0.2")
    assert find_java(Settings(), search_path=search_path(tmp_path, bundled=bundled)).home == bundled
    usual = make_java(tmp_path / "jvm" / "usual", "21.0.1")
    assert find_java(Settings(), search_path=search_path(tmp_path, bundled=bundled)).home == usual
    on_path = make_java(tmp_path / "on-path", "21.0.2")
    path = f"{on_path}/bin"
    assert find_java(Settings(), search_path=search_path(tmp_path, bundled=bundled, PATH=path)).home == on_path
    by_variable = make_java(tmp_path / "by-variable", "22")
    environ = {"PATH": path, "JAVA_HOME": str(by_variable)}
    assert find_java(Settings(), search_path=search_path(tmp_path, bundled=bundled, **environ)).home == by_variable
    named = make_java(tmp_path / "named", "21")
    settings = Settings(java_home=named)
    assert find_java(settings, search_path=search_path(tmp_path, bundled=bundled, **environ)).home == named


def test_the_best_of_the_standard_folders_is_used(tmp_path: Path) -> None:
    make_java(tmp_path / "jvm" / "old", "17.0.15", modules=VECTOR)
    make_java(tmp_path / "jvm" / "bare", "25.0.3")
    make_java(tmp_path / "jvm" / "untested", "29", modules=VECTOR)
    make_java(tmp_path / "jvm" / "fine", "21.0.9", modules=VECTOR)
    best = make_java(tmp_path / ".sdk" / "best", "25.0.1", modules=VECTOR)
    assert find_java(Settings(), search_path=search_path(tmp_path)).home == best


def test_an_old_java_on_the_path_is_skipped(tmp_path: Path) -> None:
    old = make_java(tmp_path / "old", "17.0.15")
    fine = make_java(tmp_path / "jvm" / "fine", "21.0.9")
    assert find_java(Settings(), search_path=search_path(tmp_path, PATH=f"{old}/bin", JAVA_HOME=str(old))).home == fine


def test_only_old_versions_raise_an_error_with_remedies(tmp_path: Path) -> None:
    old = make_java(tmp_path / "old", "1.8.0_402")
    make_java(tmp_path / "jvm" / "seventeen", "17.0.15")
    with pytest.raises(ServerError) as caught:
        find_java(Settings(), search_path=search_path(tmp_path, JAVA_HOME=str(old)))
    message = str(caught.value)
    assert f"1.8.0_402 in {old}" in message
    assert "17.0.15" in message
    for remedy in (f"Java {OLDEST_JAVA}", "pip install 'kg-agent-memory[local]'", "KG_JAVA_HOME"):
        assert remedy in message


def test_no_java_raises_an_error_with_remedies(tmp_path: Path) -> None:
    with pytest.raises(ServerError, match=r"no Java was found.*kg-agent-memory\[local\]"):
        find_java(Settings(), search_path=search_path(tmp_path))


def test_an_invalid_java_home_is_not_replaced(tmp_path: Path) -> None:
    make_java(tmp_path / "jvm" / "fine", "25")
    with pytest.raises(ServerError, match=r"KG_JAVA_HOME is .*no bin/java"):
        find_java(Settings(java_home=tmp_path / "nowhere"), search_path=search_path(tmp_path))
    old = make_java(tmp_path / "old", "17.0.15")
    with pytest.raises(ServerError, match=r"KG_JAVA_HOME is .*Java 17\.0\.15"):
        find_java(Settings(java_home=old), search_path=search_path(tmp_path))


def test_a_java_is_found_on_this_machine() -> None:
    found = find_java(Settings())
    assert found.feature >= OLDEST_JAVA
    assert found.executable.is_file()
