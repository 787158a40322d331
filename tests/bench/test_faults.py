"""The campaign of faults, short: one of each kind on a server of its own; `kg bench faults` makes many, and fills a disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg import Settings
from kg.bench.faults.campaign import KINDS, checked, run, spread
from kg.bench.faults.environment import environment
from kg.bench.faults.full_disk import lacking
from kg.bench.faults.logging_client import acknowledged, event
from kg.errors import InvalidInput


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_one_of_each_leaves_all_invariants_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1")
    notes: list[str] = []
    some = [kind for kind in KINDS if kind != "disk"]
    told = run(Settings(embedder="hashing"), notes.append, kinds=some, kills=3)
    assert (told["broken"], told["different"], told["skipped"]) == ([], [], {})
    assert list(told["kinds"]) == some
    for row in told["kinds"].values():
        assert (row["faults"], row["lost"], row["twice"], row["broken"]) == (1, 0, 0, 0)
        assert row["recovery_s"]["max"] > 0
    assert told["acknowledged"] >= 4 * 30
    assert len(notes) == len(some)


def test_kinds_are_named() -> None:
    assert checked([]) == KINDS
    assert checked(["disk", "server"]) == ("server", "disk")
    with pytest.raises(InvalidInput, match=r"kinds.*server, worker, client"):
        checked(["meteor"])


def test_kills_are_spread_whole() -> None:
    assert spread(["server", "worker", "client"], 100) == {"server": 20, "worker": 40, "client": 40}
    assert spread(["server", "worker", "client"], 3) == {"server": 1, "worker": 1, "client": 1}
    assert spread(["client"], 7) == {"client": 7}
    assert spread([], 7) == {}


def test_a_client_says_the_same_whenever_it_is_asked_and_never_two_at_one_moment() -> None:
    one, two = ([event(name, 1, number) for number in range(50)] for name in ("client", "network"))
    assert one == [event("client", 1, number) for number in range(50)]
    assert one != [event("client", 2, number) for number in range(50)]
    assert len({each.at for each in [*one, *two]}) == 100
    assert {each.session for each in one} & {each.session for each in two}


def test_a_line_that_was_cut_off_is_no_acknowledgement(tmp_path: Path) -> None:
    file = tmp_path / "ids"
    assert acknowledged(file) == []
    file.write_text("one\ntwo\nthr")
    assert acknowledged(file) == ["one", "two"]


def test_other_processes_have_the_same_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    given = Settings(embedder="hashing", owner=("cli:ann",), core_limits={"scratch": 7}, lease_s=9)
    for name, value in environment(given).items():
        monkeypatch.setenv(name, value)
    assert Settings() == given


def test_it_is_told_why_no_disk_can_be_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert lacking() == "there is no unshare, or no mount"
