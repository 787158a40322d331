"""Tests of the fault campaign: one fault of each kind except the full disk, on a temporary server."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import Settings
from kg.bench.faults.campaign import KINDS, compare_graphs, distribute_kills, run_fault_campaign, select_kinds
from kg.bench.faults.environment import build_environment
from kg.bench.faults.full_disk import find_obstacle
from kg.bench.faults.logging_client import generate_event, read_acknowledged_ids
from kg.errors import InvalidInput


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_all_invariants_hold_after_one_fault_of_each_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    notes: list[str] = []
    kinds_ = [kind for kind in KINDS if kind != "disk"]
    result = run_fault_campaign(Settings(embedder="hashing"), notes.append, kinds=kinds_, kills=3)
    assert (result["broken"], result["different"], result["skipped"]) == ([], [], {})
    assert list(result["kinds"]) == kinds_
    for row in result["kinds"].values():
        assert (row["faults"], row["lost"], row["twice"], row["broken"]) == (1, 0, 0, 0)
        assert row["recovery_s"]["max"] > 0
    assert result["acknowledged"] >= 4 * 30
    assert len(notes) == len(kinds_)


def test_proposed_duplicates_are_compared_apart() -> None:
    different, proposals = compare_graphs(
        {"entity-1": "a", "entity-1 -SAME_AS-> entity-2": "b", "entity-2": "c"},
        {"entity-1": "d", "entity-2 -SAME_AS-> entity-1": "b", "entity-2": "c"},
    )
    assert different == ["entity-1: different"]
    assert proposals == ["entity-1 -SAME_AS-> entity-2: missing", "entity-2 -SAME_AS-> entity-1: only after faults"]


def test_kinds_are_selected_in_their_order() -> None:
    assert select_kinds([]) == KINDS
    assert select_kinds(["disk", "server"]) == ("server", "disk")
    with pytest.raises(InvalidInput, match=r"kinds.*server, worker, client"):
        select_kinds(["meteor"])


def test_kills_are_distributed_by_share() -> None:
    assert distribute_kills(["server", "worker", "client"], 100) == {"server": 20, "worker": 40, "client": 40}
    assert distribute_kills(["server", "worker", "client"], 3) == {"server": 1, "worker": 1, "client": 1}
    assert distribute_kills(["client"], 7) == {"client": 7}
    assert distribute_kills([], 7) == {}


def test_client_events_are_deterministic_with_unique_times() -> None:
    one, two = ([generate_event(name, 1, number) for number in range(50)] for name in ("client", "network"))
    assert one == [generate_event("client", 1, number) for number in range(50)]
    assert one != [generate_event("client", 2, number) for number in range(50)]
    assert len({each.at for each in [*one, *two]}) == 100
    assert {each.session for each in one} & {each.session for each in two}


def test_an_incomplete_line_is_not_an_acknowledgement(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    assert read_acknowledged_ids(file) == []
    file.write_text("one\ntwo\nthr")
    assert read_acknowledged_ids(file) == ["one", "two"]


def test_the_environment_reproduces_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    settings_ = Settings(embedder="hashing", owner=("cli:ann",), core_limits={"scratch": 7}, lease_s=9)
    for name, value in build_environment(settings_).items():
        monkeypatch.setenv(name, value)
    assert Settings() == settings_


def test_the_obstacle_to_the_disk_fault_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert find_obstacle() == "the commands `unshare` and `mount` are not installed"
