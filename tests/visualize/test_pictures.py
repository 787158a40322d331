"""Pictures of a scope: past states, user text, limits and round trips."""

from __future__ import annotations

import hashlib
import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.errors import InvalidInput
from kg.protocols import FixedClock
from kg.visualize.label_text import MAX_LABEL_CHARS
from kg.visualize.page_parts import embed_json, script_names
from tests.support import T0, days
from tests.visualize.scenes import HOSTILE, edges


@pytest.mark.slow
def test_as_of_draws_a_past_state(memory: Memory, clock: FixedClock) -> None:
    memory.people.ensure("cli:ann", name="Ann")
    memory.facts.add("Ann", "lives_in", "Oslo", speaker="cli:ann")
    before = clock.now() + days(1)
    clock.forward(days(30))
    memory.people.ensure("cli:bob", name="Bob")
    memory.social.connect("cli:ann", "cli:bob", "friend")
    memory.facts.add("Ann", "lives_in", "Rome", speaker="cli:ann")
    now, then = memory.pictures.social(), memory.pictures.social(as_of=before)
    assert (len(now.scene.nodes), len(now.scene.ties)) == (2, 1)
    assert (len(then.scene.nodes), len(then.scene.ties)) == (1, 0)
    bars = {one.label: one.tone for one in memory.pictures.timeline().scene.nodes if not one.decor}
    assert bars == {"Oslo": "superseded", "Rome": "current"}
    bars = {one.label: one.tone for one in memory.pictures.timeline(as_of=before).scene.nodes if not one.decor}
    assert bars == {"Oslo": "current"}
    now_edges = edges(memory.pictures.entity("Ann"))
    assert {("Ann", "superseded", "lived in Oslo"), ("lived in Oslo", "superseded", "Oslo")} <= now_edges
    assert {("Ann", "current", "lives in Rome"), ("lives in Rome", "current", "Rome")} <= now_edges
    then_edges = edges(memory.pictures.entity("Ann", as_of=before))
    assert then_edges == {("Ann", "current", "lives in Oslo"), ("lives in Oslo", "current", "Oslo")}


def test_user_text_is_escaped(memory: Memory) -> None:
    for place, name in enumerate(HOSTILE):
        plain = "".join(one if one.isprintable() else " " for one in name)
        memory.people.ensure(f"cli:p{place}", name=plain[:500])
    memory.log([Event("x" * 10_000 + " </script><script>alert(1)</script>", speaker="cli:p0", session="cli:1", at=T0)])
    for picture in (memory.pictures.social(), memory.pictures.trust(), memory.pictures.session("cli:1")):
        html = picture.html()
        assert "<script>alert(1)" not in html
        assert "<img" not in html
        assert not re.search(r"""(src|href)=["']https?://""", html)
        assert len(re.findall("</script>", html)) == 2 + len(script_names(picture.scene.view))
        ET.fromstring(picture.svg())
        assert all(len(line) <= MAX_LABEL_CHARS + 60 for one in picture.scene.nodes for line in one.label.split("\n"))
        assert "srcdoc=" in picture._repr_html_()
        assert "<script" not in picture._repr_html_()


@given(st.text())
def test_embedded_json_cannot_end_the_script(text: str) -> None:
    inside = embed_json({"name": text})
    assert not set(inside) & set("<>&\u2028\u2029")
    assert json.loads(inside) == {"name": text}


@pytest.mark.slow
def test_pictures_of_an_empty_memory_are_empty(memory: Memory) -> None:
    for picture in (memory.pictures.social(), memory.pictures.trust(), memory.pictures.timeline()):
        assert [one for one in picture.scene.nodes if not one.decor] == []
        ET.fromstring(picture.svg())
        assert "<!doctype html>" in picture.html()


@pytest.mark.parametrize(
    ("call", "field"),
    [
        (lambda pictures: pictures.social(limit=0), "limit"),
        (lambda pictures: pictures.social(min_strength=2), "min_strength"),
        (lambda pictures: pictures.trust(as_of="soon"), "as_of"),
        (lambda pictures: pictures.entity(" "), "name"),
        (lambda pictures: pictures.session("cli:1", last=True), "last"),
        (lambda pictures: pictures.timeline(limit=10**6), "limit"),
    ],
)
def test_invalid_input_names_the_field(memory: Memory, call: Callable[[Any], Any], field: str) -> None:
    with pytest.raises(InvalidInput, match=field):
        call(memory.pictures)


def test_a_picture_takes_few_round_trips(people_memory: Memory) -> None:
    graph = people_memory.pictures._graph
    for call, most in (
        (people_memory.pictures.social, 3),
        (people_memory.pictures.trust, 2),
        (lambda: people_memory.pictures.social(asker="cli:bob"), 4),
        (lambda: people_memory.pictures.entity("Ann"), 6),
        (people_memory.pictures.timeline, 3),
    ):
        before = graph.trips
        call()
        assert graph.trips - before <= most


def test_vendored_files_match_the_lock() -> None:
    assets = resources.files("kg.visualize") / "assets"
    head, *lines = [line for line in (assets / "vendor.lock").read_text().splitlines() if not line.startswith("#")]
    assert re.fullmatch(r"cytoscape \d+\.\d+\.\d+ MIT", head)
    assert len(lines) == 2
    for line in lines:
        digest, size, name, source = line.split()
        data = (assets / name).read_bytes()
        assert (hashlib.sha256(data).hexdigest(), len(data)) == (digest, int(size))
        assert head.split()[1] in source
    assert "Permission is hereby granted" in (assets / "cytoscape.LICENSE").read_text(encoding="utf-8")
