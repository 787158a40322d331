"""What kg is built on is known: under allowed licences, each piece pinned by its hash, one version of each."""

from __future__ import annotations

import datetime as dt
import importlib.metadata
import json
import re

import pytest

from kg.language import minilm_weights, token_counting
from kg.server import jars
from tests import supply
from tests.supply import ALLOWED, APART, IGNORED, LOCKS, NVIDIA, READ, ROOT, SHIPPED, licences, locked, vulnerable


def refused(name: str) -> str | None:
    """Why a package may not be there; None where it may."""
    if name in APART or NVIDIA.match(name):
        return None
    found = licences(name)
    if not found:
        return f"{name}: its metadata tells no licence; read it, and add it to READ of tests/supply.py"
    if found <= ALLOWED:
        return None
    return f"{name}: {', '.join(sorted(found - ALLOWED))}"


def installed(name: str) -> bool:
    try:
        importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def test_every_licence_is_allowed() -> None:
    told = [refused(one.name) for one in locked(LOCKS[0]) if one.here or one.name in READ]
    assert [each for each in told if each] == []


def test_what_is_locked_for_another_machine_was_looked_at() -> None:
    assert {one.name for one in locked(LOCKS[0]) if not one.here and not installed(one.name)} <= READ.keys()


@pytest.mark.extras
def test_every_licence_of_the_extras_is_allowed() -> None:
    told = [refused(one.name) for one in locked(LOCKS[1]) if one.here or one.name in READ]
    assert [each for each in told if each] == []


@pytest.mark.parametrize(
    ("told", "held"),
    [
        ("MIT OR GPL-3.0-only", {"MIT"}),
        ("GPL-3.0-only OR LGPL-3.0-only", {"GPL-3.0-only"}),
        ("(Apache-2.0 AND GPL-2.0-only)", {"Apache-2.0", "GPL-2.0-only"}),
        ("BSD 3-Clause License", {"BSD-3-Clause"}),
        ("GNU Affero General Public License v3", {"GNU Affero General Public License v3"}),
    ],
)
def test_what_holds_of_several_licences(told: str, held: set[str]) -> None:
    assert supply._all_of(told) == held


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.name)
def test_every_line_of_a_lock_has_a_hash(lock) -> None:
    found = locked(lock)
    assert len(found) > 10
    assert [
        one.name
        for one in found
        if not one.hashes or not all(re.fullmatch(r"sha256:[0-9a-f]{64}", each) for each in one.hashes)
    ] == []


def test_a_line_that_is_not_pinned_is_seen(tmp_path) -> None:
    lock = tmp_path / "loose.lock"
    lock.write_text("numpy>=1.26 \\\n    --hash=sha256:00\n")
    with pytest.raises(ValueError, match="not pinned"):
        locked(lock)


def test_both_locks_have_one_version_of_each() -> None:
    extras = {(one.name, one.marker): one.version for one in locked(LOCKS[1])}
    assert {
        one.name for one in locked(LOCKS[0]) if extras.get((one.name, one.marker), one.version) != one.version
    } == set()


def test_jars_and_weights_are_pinned_by_hash() -> None:
    assert all(re.fullmatch(r"[0-9a-f]{64}", jar.sha256) and jar.size for jar in jars.read_lock().jars)
    for pinned in (minilm_weights.SAFETENSORS_SHA256, minilm_weights._WHEEL_SHA256, token_counting.SHA256):
        assert re.fullmatch(r"[0-9a-f]{64}", pinned)


def test_what_ships_beside_the_code_is_what_was_looked_at() -> None:
    assert supply.shipped() == SHIPPED.read_text(encoding="utf-8"), "if it is meant: python -m tests.supply --shipped"


def test_what_runs_elsewhere_is_pinned_to_one_version() -> None:
    images = re.findall(r"^\s*image:\s*(\S+)", (ROOT / "docker-compose.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert images == [f"neo4j:{jars.read_lock().version}-community"]
    actions = [
        line
        for path in ROOT.glob(".github/workflows/*.y*ml")
        for line in re.findall(r"uses:\s*(\S+)", path.read_text())
    ]
    assert [used for used in actions if not re.search(r"@[0-9a-f]{40}$", used)] == []


ANSWER = {
    "dependencies": [
        {"name": "a", "version": "1", "vulns": [{"id": "PYSEC-1", "aliases": ["CVE-1"], "fix_versions": ["2"]}]}
    ]
}


def test_a_known_vulnerability_is_told_until_it_is_ignored_with_a_day() -> None:
    assert list(vulnerable(json.dumps(ANSWER), dt.date(2026, 3, 2))) == ["a 1: CVE-1, PYSEC-1 (mended in 2)"]
    skipped = {"dependencies": [{"name": "b", "skip_reason": "not found"}]}
    assert list(vulnerable(json.dumps(skipped), dt.date(2026, 3, 2))) == ["b: not asked about (not found)"]
    assert all(one.why and one.until for one in IGNORED.values())
