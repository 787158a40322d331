"""Project conventions: file size, no unfinished work, light imports, consistent versions."""

from __future__ import annotations

import ast
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


def test_files_have_less_than_400_lines() -> None:
    lines = {path.relative_to(ROOT): len(path.read_text(encoding="utf-8").splitlines()) for path in CODE}
    assert {path: count for path, count in lines.items() if count >= 400} == {}


def test_no_unfinished_work_markers() -> None:
    marker = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")
    assert [path.name for path in TEXTS if marker.search(path.read_text(encoding="utf-8"))] == []


def test_no_code_waits_with_sleep() -> None:
    sleep_call = re.compile(r"\btime\.slee" + r"p\(|\basyncio\.slee" + r"p\([^0)]")
    assert [path.name for path in CODE if sleep_call.search(path.read_text(encoding="utf-8"))] == []


def test_no_test_patches_kg() -> None:
    patch_call = re.compile(r"unittest\.moc" + r"k|monkeypatch\.setattr\(.*kg\b|mocke" + r"r\b")
    assert [
        path.name for path in CODE if "tests" in path.parts and patch_call.search(path.read_text(encoding="utf-8"))
    ] == []


def test_no_error_is_swallowed() -> None:
    swallowed_error = re.compile(r"except( Exception| BaseException)?:\s*\n\s*pass\b")
    assert [
        path.name for path in CODE if "kg" in path.parts and swallowed_error.search(path.read_text(encoding="utf-8"))
    ] == []


def test_no_built_package_is_in_the_tree() -> None:
    found = [path for pattern in ("*.whl", "*.tar.gz", "*.jar") for path in ROOT.glob(pattern)]
    assert found == [], "keep downloads outside the project"


def list_loaded_packages(code: str) -> set[str]:
    completed = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
    )
    return {name.split(".")[0] for name in completed.stdout.split()}


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


def test_importing_kg_loads_no_heavy_package() -> None:
    assert list_loaded_packages("import kg") & HEAVY == set()


def test_the_command_line_loads_database_and_model_lazily() -> None:
    assert list_loaded_packages("import kg.cli") & HEAVY == {"pydantic", "typer"}


def test_importing_memory_loads_no_model() -> None:
    assert (
        list_loaded_packages("from kg import Memory, AsyncMemory, Event")
        & {"onnxruntime", "tokenizers", "torch", "neomodel", "httpx", "spacy"}
        == set()
    )


def test_docker_and_local_server_have_the_same_neo4j_version() -> None:
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert re.findall(r"image: neo4j:(\S+)", compose) == [f"{jars.read_lock().version}-community"]


def test_the_package_version_is_consistent() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == kg.__version__
    assert project["scripts"] == {"kg": "kg.cli:main"}
    assert (ROOT / "kg" / "py.typed").is_file()


def test_requirements_are_locked_with_hashes() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    locked = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for requirement in project["dependencies"]:
        name = re.split(r"[<>=~\[ ]", requirement)[0]
        assert re.search(rf"^{re.escape(name)}==[^\n]+\\\n +--hash=sha256:", locked, re.MULTILINE), name


def test_every_statement_folder_has_a_package() -> None:
    areas = {path.name for path in (ROOT / "cypher").iterdir() if path.is_dir()} - {"schema", "browser", "explore"}
    assert all((ROOT / "kg" / area).is_dir() or (ROOT / "kg" / f"{area}.py").is_file() for area in areas)


def test_test_folders_mirror_packages() -> None:
    test_folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"}
    # Fuzz tests and those of screens cover several packages; training/ and benchmarks/ are outside of kg/.
    assert test_folders - {"fuzz", "screens", "training", "benchmarks"} <= {
        path.name for path in (ROOT / "kg").iterdir() if path.is_dir()
    }


WITHOUT_OWN_TESTS = {
    "kg/bench": "measurements: tests/bench/ runs them by command",
    "kg/cli": "commands: tests/cli/ runs them by task",
    "kg/graph/models": "declarations, checked against the schema by tests/graph/test_models.py",
    "kg/protocols": "interfaces; their implementations are tested",
    "kg/types": "records; what makes and reads them is tested",
}
"""Packages whose modules have no test module of their own name, with the reason."""


def test_every_module_has_a_test_module() -> None:
    def defines_functions(path: Path) -> bool:
        body = ast.parse(path.read_text(encoding="utf-8")).body
        inner = [node for one in body if isinstance(one, ast.ClassDef) for node in one.body]
        return any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in [*body, *inner])

    missing = []
    for path in sorted((ROOT / "kg").rglob("*.py")):
        name = path.relative_to(ROOT)
        if path.stem.startswith("__") or any(name.is_relative_to(package) for package in WITHOUT_OWN_TESTS):
            continue
        tests = ROOT / "tests" / name.relative_to("kg").parent / f"test_{path.name}"
        if not tests.is_file() and defines_functions(path):
            missing.append(str(name))
    assert missing == []
