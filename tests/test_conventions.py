"""The house is in order: small files, nothing left undone, light imports, one version of Neo4j."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import kg
from kg.server import jars

ROOT = Path(__file__).parent.parent
CODE = sorted([*(ROOT / "kg").rglob("*.py"), *(ROOT / "tests").rglob("*.py")])
TEXTS = sorted(
    [*CODE, *(ROOT / "cypher").rglob("*.cypher"), *(ROOT / "docs").glob("*.md"), *ROOT.glob("*.md"), ROOT / "Makefile"]
)


def test_a_file_has_less_than_400_lines() -> None:
    lines = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert {path: count for path, count in lines.items() if count >= 400} == {}


def test_nothing_is_left_undone() -> None:
    undone = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")
    assert [path.name for path in TEXTS if undone.search(path.read_text(encoding="utf-8"))] == []


def test_nobody_waits_by_sleeping() -> None:
    asleep = re.compile(r"\btime\.slee" + r"p\(|\basyncio\.slee" + r"p\([^0)]")
    assert [path.name for path in CODE if asleep.search(path.read_text(encoding="utf-8"))] == []


def test_no_test_patches_what_it_tests() -> None:
    patched = re.compile(r"unittest\.moc" + r"k|monkeypatch\.setattr\(.*kg\b|mocke" + r"r\b")
    assert [
        path.name for path in CODE if "tests" in path.parts and patched.search(path.read_text(encoding="utf-8"))
    ] == []


def test_no_error_is_swallowed() -> None:
    swallowed = re.compile(r"except( Exception| BaseException)?:\s*\n\s*pass\b")
    assert [
        path.name for path in CODE if "kg" in path.parts and swallowed.search(path.read_text(encoding="utf-8"))
    ] == []


def loaded(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return {name.split(".")[0] for name in done.stdout.split()}


HEAVY = {
    "neo4j",
    "neomodel",
    "numpy",
    "onnxruntime",
    "tokenizers",
    "tiktoken",
    "pydantic",
    "httpx",
    "torch",
    "typer",
    "spacy",
}


def test_importing_kg_alone_loads_nothing() -> None:
    assert loaded("import kg") & HEAVY == set()


def test_the_command_line_loads_neither_database_nor_model_until_a_command_needs_them() -> None:
    assert loaded("import kg.cli") & HEAVY == {"pydantic", "typer"}


def test_a_memory_loads_no_model_that_it_does_not_use() -> None:
    assert (
        loaded("from kg import Memory, AsyncMemory, Event")
        & {"onnxruntime", "tokenizers", "torch", "neomodel", "httpx", "spacy"}
        == set()
    )


def test_docker_and_the_local_server_are_the_same_neo4j() -> None:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert re.findall(r"image: neo4j:(\S+)", compose) == [f"{jars.read_lock().version}-community"]


def test_the_version_is_told_once() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == kg.__version__
    assert project["scripts"] == {"kg": "kg.cli:main"}
    assert (ROOT / "kg" / "py.typed").is_file()


def test_what_is_required_is_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = re.split(r"[<>=~\[ ]", requirement)[0]
        assert re.search(rf"^{re.escape(name)}==[^\n]+\\\n +--hash=sha256:", locked, re.MULTILINE), name


def test_every_area_of_statements_has_an_area_of_code() -> None:
    areas = {path.name for path in (ROOT / "cypher").iterdir() if path.is_dir()} - {"schema", "browser"}
    assert all((ROOT / "kg" / area).is_dir() or (ROOT / "kg" / f"{area}.py").is_file() for area in areas)


def test_tests_mirror_the_code() -> None:
    rooms = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"}
    # Fuzzing goes through all rooms.
    assert rooms - {"fuzz"} <= {path.name for path in (ROOT / "kg").iterdir() if path.is_dir()}
