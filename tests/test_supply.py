"""Tests of the supply chain: allowed licences, hashes, and one version of each package."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import json
import re
import tomllib

import pytest
from packaging.requirements import Requirement

from kg.language import minilm_weights, token_counting
from kg.server import jars
from tests import supply
from tests.supply import (
    ALLOWED,
    IGNORED_ADVISORIES,
    LOCKS,
    NVIDIA,
    REVIEWED_LICENCES,
    ROOT,
    SEPARATE_PROCESSES,
    SHIPPED_FILES_LOCK,
    find_licences,
    list_vulnerabilities,
    read_lock,
)


def find_licence_problem(name: str) -> str | None:
    """Return the problem with the licence of a package; None if it is allowed."""
    if name in SEPARATE_PROCESSES or NVIDIA.match(name):
        return None
    licences = find_licences(name)
    if not licences:
        return f"{name}: its metadata has no licence; find it, and add it to REVIEWED_LICENCES of tests/supply.py"
    if licences <= ALLOWED:
        return None
    return f"{name}: {', '.join(sorted(licences - ALLOWED))}"


def is_installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def test_every_licence_is_allowed() -> None:
    problems = [
        find_licence_problem(requirement.name)
        for requirement in read_lock(LOCKS[0])
        if requirement.is_for_this_machine or requirement.name in REVIEWED_LICENCES
    ]
    assert [problem for problem in problems if problem] == []


def test_licences_of_packages_for_other_machines_are_reviewed() -> None:
    assert {
        requirement.name
        for requirement in read_lock(LOCKS[0])
        if not requirement.is_for_this_machine and not is_installed(requirement.name)
    } <= REVIEWED_LICENCES.keys()


@pytest.mark.extras
def test_every_licence_of_the_extras_is_allowed() -> None:
    problems = [
        find_licence_problem(requirement.name)
        for requirement in read_lock(LOCKS[1])
        if requirement.is_for_this_machine or requirement.name in REVIEWED_LICENCES
    ]
    assert [problem for problem in problems if problem] == []


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("MIT OR GPL-3.0-only", {"MIT"}),
        ("GPL-3.0-only OR LGPL-3.0-only", {"GPL-3.0-only"}),
        ("(Apache-2.0 AND GPL-2.0-only)", {"Apache-2.0", "GPL-2.0-only"}),
        ("BSD 3-Clause License", {"BSD-3-Clause"}),
        ("GNU Affero General Public License v3", {"GNU Affero General Public License v3"}),
    ],
)
def test_licence_expressions_are_parsed(expression: str, expected: set[str]) -> None:
    assert supply._parse_licence_expression(expression) == expected


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_line_of_a_lock_has_a_hash(lock) -> None:
    requirements = read_lock(lock)
    assert len(requirements) > 10
    assert [
        requirement.name
        for requirement in requirements
        if not requirement.hashes
        or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", digest) for digest in requirement.hashes)
    ] == []


@pytest.mark.parametrize("name", ["requirements", "requirements-extras", "requirements-adapters", "requirements-image"])
def test_locks_have_every_dependency_of_the_package(name: str) -> None:
    """Environments are made from a lock alone: what it lacks is not installed."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    named = {Requirement(one).name for one in project["dependencies"]}
    assert named - {requirement.name for requirement in read_lock(ROOT / f"{name}.lock")} == set(), "run `make lock`"


def test_an_unpinned_line_is_refused(tmp_path) -> None:
    lock = tmp_path / "loose.lock"
    lock.write_text("numpy>=1.26 \\\n    --hash=sha256:00\n")
    with pytest.raises(ValueError, match="not pinned"):
        read_lock(lock)


def test_both_locks_have_the_same_versions() -> None:
    extras = {(requirement.name, requirement.marker): requirement.version for requirement in read_lock(LOCKS[1])}
    assert {
        requirement.name
        for requirement in read_lock(LOCKS[0])
        if extras.get((requirement.name, requirement.marker), requirement.version) != requirement.version
    } == set()


def test_jars_and_weights_are_pinned_by_hash() -> None:
    assert all(re.fullmatch(r"[0-9a-f]{64}", jar.sha256) and jar.size for jar in jars.read_lock().jars)
    for digest in (minilm_weights.SAFETENSORS_SHA256, minilm_weights._WHEEL_SHA256, token_counting.TABLE_SHA256):
        assert re.fullmatch(r"[0-9a-f]{64}", digest)


def test_shipped_files_match_the_reviewed_checksums() -> None:
    assert supply.list_shipped_files() == SHIPPED_FILES_LOCK.read_text(encoding="utf-8"), (
        "if the change is intended, run `python -m tests.supply --shipped`"
    )


def test_images_and_actions_are_pinned() -> None:
    images = re.findall(r"^\s*image:\s*(\S+)", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert images == [f"neo4j:{jars.read_lock().version}-community"]
    actions = [
        line
        for path in ROOT.glob(".github/workflows/*.y*ml")
        for line in re.findall(r"uses:\s*(\S+)", path.read_text())
    ]
    # A workflow of this repository needs no pin.
    assert [action for action in actions if not re.search(r"^\./|@[0-9a-f]{40}$", action)] == []


AUDIT_OUTPUT = {
    "dependencies": [
        {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2"]}]}
    ]
}


def test_known_vulnerabilities_are_listed_unless_ignored() -> None:
    assert list(list_vulnerabilities(json.dumps(AUDIT_OUTPUT), dt.date(2026, 3, 2))) == [
        "a 1: CVE-1, PYSEC-1 (fixed in 2)"
    ]
    skipped = {"dependencies": [{"name": "b", "skip_reason": "not found"}]}
    assert list(list_vulnerabilities(json.dumps(skipped), dt.date(2026, 3, 2))) == ["b: not checked (not found)"]
    assert all(advisory.reason and advisory.until for advisory in IGNORED_ADVISORIES.values())
