"""Tests of the comparison with peers, without installing any: ratios, table, reading what a process printed, and measuring."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from benchmarks.headline import write_table
from benchmarks.page import write_page
from benchmarks.peer_environments import PEERS
from benchmarks.peer_report import compute_ratios, write_comparison
from benchmarks.peer_runners import measuring
from benchmarks.peer_runners.known_vectors import KnownVectors, save_vectors
from benchmarks.peer_runners.measuring import WRITES, Line, System, measure, read_new_lines, read_texts
from benchmarks.peers import find_free_ports, read_row

ROOT = Path(__file__).parent.parent.parent
OWN: dict[str, Any] = {
    "bulk_texts_per_s": 400.0,
    "search_ms": {"p50": 20.0, "p95": 40.0},
    "context_ms": {"p50": 50.0, "p95": 80.0},
    "found_share": 1.0,
}
PEER: dict[str, Any] = {
    "bulk_texts_per_s": 1600.0,
    "search_ms": {"p50": 150.0, "p95": 200.0},
    "found_share": 0.5,
}
RESULT: dict[str, Any] = {
    "size": 1000,
    "questions": 200,
    "cores": 2,
    "load": {"start": 0.5, "end": 1.5},
    "systems": {
        "kg": {"version": "0.2.0", "left_out": ["sleep"], "figures": OWN, "load": 0.7},
        "graphiti": {"version": "1", "left_out": [], "figures": PEER, "ratios": compute_ratios(PEER, OWN)},
        "mem0": {"not_installed": "no <network>"},
        "other": {"version": "", "left_out": [], "figures": {}, "error": "it broke"},
    },
}


def test_a_ratio_is_the_time_of_the_peer_over_that_of_kg() -> None:
    assert compute_ratios(PEER, OWN) == {"bulk_texts_per_s": 0.25, "search_ms": {"p50": 7.5, "p95": 5.0}}
    assert compute_ratios({}, OWN) == {}


def test_the_table_has_every_system_and_says_what_is_missing() -> None:
    table = write_comparison(RESULT)
    assert "| | kg 0.2.0 | graphiti 1 |\n" in table
    assert "| search, ms | 20.0 / 40.0 | 150.0 / 200.0 (7.5 ×) |\n" in table
    assert "| context, ms | 50.0 / 80.0 | – |\n" in table
    assert "| 400.0 | 1,600 (.250 ×) |\n" in table
    assert (
        "load 0.5 at the start and 1.5 at the end; mean load of the five minutes before the end of each system: kg 0.7."
        in table
    )
    assert "- kg: left out: sleep\n" in table
    assert "- mem0: cannot be installed: no <network>\n" in table
    assert table.endswith("- other: failed, and later figures are missing: it broke")


def test_the_report_of_a_reproduction_shows_peers() -> None:
    report = {
        "quick": False,
        "machine": {"processor": "", "cores": 2, "began": "2026-11-24T22:00+00:00", "load at the start": 0.1},
        "versions": {"kg": "0.2.0", "commit": "abc"},
        "seeds": {},
        "steps": [{"name": "peers", "title": "Others", "command": "", "seconds": 1.0, "result": RESULT}],
    }
    page = write_page(report)
    assert "150.0 ms" in page
    assert "cannot be installed: no &lt;network&gt;" in page
    assert (
        "| comparison of memories, the same 1,000 messages: search of graphiti, p50 / p95 | 150.0 / 200.0 ms |"
        in write_table(report)
    )


def test_output_of_libraries_is_not_read_as_figures() -> None:
    lines = [
        "A notice of a library",
        json.dumps({"figure": "version", "value": "1.2"}),
        json.dumps({"other": 1}),
        json.dumps({"figure": "left_out", "value": ["this"]}),
        json.dumps({"figure": "hits", "value": 10.0}),
    ]
    assert read_row("\n".join(lines)) == {"version": "1.2", "left_out": ["this"], "figures": {"hits": 10.0}}


def test_new_lines_are_found_only_if_they_are_stored() -> None:
    lines = [line["text"] for line in read_new_lines(300, 50)]
    assert len(lines) == len(set(lines)) == 50
    assert not set(lines) & set(read_texts(300))


@pytest.mark.slow
def test_an_unknown_peer_is_an_error() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "benchmarks.peers", "--peers", "graphiti,zep"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 2
    assert "zep" in run.stderr


def test_peers_are_pinned_and_ports_differ() -> None:
    assert all("==" in requirement for peer in PEERS.values() for requirement in peer.requirements)
    assert len(set(find_free_ports().values())) == 2


class Notes(System):
    """A system that keeps texts in a list and finds a new one only at the second search."""

    version = "1"

    def __init__(self, embedder: KnownVectors) -> None:
        self._embedder = embedder
        self._texts: list[str] = []
        self._fresh: set[str] = set()

    def write(self, line: Line) -> None:
        self._texts.append(line["text"])
        self._fresh.add(line["text"])

    def write_many(self, lines: Sequence[Line]) -> None:
        self._embedder.embed([line["text"] for line in lines])
        self._texts += [line["text"] for line in lines]

    def search(self, question: str) -> list[str]:
        self._embedder.embed([question])
        if question in self._fresh:
            self._fresh.remove(question)
            return []
        return [text for text in self._texts if text == question] or self._texts[:10]

    def list_calls(self) -> dict[str, Callable[[str], object]]:
        return {"context": lambda question: question}


@pytest.mark.slow
def test_all_calls_are_measured(tmp_path: Path) -> None:
    questions = ["Who took the boat?"] * (measuring.WARM_UP + 2)
    save_vectors(tmp_path / "vectors.npz", read_texts(20))
    embedder = KnownVectors(tmp_path / "vectors.npz", read_texts(20), questions)
    figures: dict[str, Any] = {}
    measure(Notes(embedder), embedder, 20, questions, figures.__setitem__)
    assert figures["found_share"] == 1
    assert figures["hits"] == 10
    assert figures["write_ms"]["p50"] > 0
    assert figures["context_without_embedding_ms"]["p50"] < figures["search_ms"]["p50"]
    assert figures["bulk_texts_per_s"] > 0
    assert WRITES > 100


def test_known_texts_have_the_vectors_of_the_model(tmp_path: Path) -> None:
    texts = read_texts(5)
    save_vectors(tmp_path / "vectors.npz", texts)
    embedder = KnownVectors(tmp_path / "vectors.npz", texts, ["Who took the boat?"])
    known, states = embedder.embed_late(texts)
    embedder.live = True
    computed, computed_states = embedder.embed_late(texts)
    assert np.allclose(known, computed, atol=1e-5)
    assert [len(state) for state in states] == [len(state) for state in computed_states]
    assert embedder.embed_lists(texts) == pytest.approx(embedder.model.embed(texts))
