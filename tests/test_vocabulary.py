"""Names and prose keep to the vocabulary: no banned words, no class or module name used twice, plain commit subjects."""

from __future__ import annotations

import ast
import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from tests.commit_subject import BANNED, faults

ROOT = Path(__file__).parent.parent
VOCABULARY: dict[str, Any] = tomllib.loads((ROOT / "tests" / "vocabulary.toml").read_text(encoding="utf-8"))
ALLOWED: list[dict[str, Any]] = VOCABULARY.get("allowed", [])
MODULES = sorted((ROOT / "kg").rglob("*.py"))
# Packages whose modules are named for the noun that they serve.
MIRRORS = ("kg/cli/", "kg/bench/", "kg/agent/tools/", "kg/types/", "kg/graph/models/")


def checked_files(folder: str) -> Iterator[Path]:
    """Yield the files of a folder whose words are checked."""
    exempt = [pattern for entry in ALLOWED for pattern in entry.get("files", [])]
    for path in sorted((ROOT / folder).rglob("*")):
        if path.suffix in {".py", ".pyi", ".cypher", ".part", ".md"}:
            name = path.relative_to(ROOT).as_posix()
            if not any(fnmatch(name, pattern) for pattern in exempt):
                yield path


@pytest.mark.parametrize("folder", ["kg", "cypher", "training", "docs"])
def test_banned_words_are_not_used(folder: str) -> None:
    allowed = re.compile("|".join(entry["text"] for entry in ALLOWED if "text" in entry))
    found = [
        f"{path.relative_to(ROOT)}:{number}: {match[0]}"
        for path in checked_files(folder)
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for match in BANNED.finditer(allowed.sub("", line).replace("_", " "))
    ]
    assert found == []


def test_exceptions_are_few_and_used() -> None:
    assert len(ALLOWED) <= 20
    code = "\n".join(
        path.read_text(encoding="utf-8") for folder in ("kg", "cypher", "docs") for path in checked_files(folder)
    )
    for entry in ALLOWED:
        assert entry["reason"]
        assert all(list(ROOT.glob(pattern)) for pattern in entry.get("files", [])), entry
        assert "text" not in entry or re.search(entry["text"], code), entry


def test_class_names_are_unique() -> None:
    places = defaultdict(list)
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    twice = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert twice.keys() == VOCABULARY["classes_used_twice"].keys(), twice


def test_module_names_are_unique() -> None:
    places = defaultdict(list)
    for path in MODULES:
        name = path.relative_to(ROOT).as_posix()
        if path.stem not in {"__init__", "__main__"} and not name.startswith(MIRRORS):
            places[path.stem].append(name)
    twice = {name: paths for name, paths in places.items() if len(paths) > 1}
    assert twice.keys() == VOCABULARY["modules_used_twice"].keys(), twice


def test_commit_subjects_fit() -> None:
    """Subjects since the vocabulary came are short; the pre-commit hook checks the same before a commit."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    log = subprocess.run(
        ["git", "log", "--format=%s", "--no-merges", f"--since={VOCABULARY['commits_since']}"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert {subject: faults(subject) for subject in log.stdout.splitlines() if faults(subject)} == {}


def test_faults_of_a_commit_subject_are_named() -> None:
    assert faults("Fix double digestion when a claim expires during store") == []
    assert len(faults("what nobody speaks for goes, " + "x" * 72 + ".")) == 4
