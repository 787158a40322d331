"""The viewer of a picture: which records they may see, and as of which time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

import neo4j.time
import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, NotFound
from kg.graph import Graph
from kg.visualize.viewer import create_viewer, format_date
from tests.support import T0, days


@pytest.mark.slow
def test_pictures_show_only_what_the_asker_may_read(connect: Callable[..., Memory]) -> None:
    memory = connect(owner="cli:ann")
    memory.people.ensure("cli:bob", name="Bob")
    memory.log([
        Event("My sister is Zelda Quist and I live in Bergen.", speaker="cli:ann", session="cli:ann", audience="person", at=T0),
        Event("I live in Paris.", speaker="cli:bob", session="cli:1", at=T0),
    ])  # fmt: skip
    memory.digest()
    memory.trust.rate("cli:ann", "cli:bob", -0.5)
    hidden = ("Zelda", "Bergen", "sister")
    own = memory.pictures.social().html() + memory.pictures.timeline().html()
    assert all(word in own for word in hidden)
    assert '["seen"' in json.dumps(memory.pictures.social().scene.data())
    for picture in (
        memory.pictures.social(asker="cli:bob"),
        memory.pictures.trust(asker="cli:bob"),
        memory.pictures.timeline(asker="cli:bob"),
        memory.pictures.entity("Bob", asker="cli:bob"),
        memory.pictures.social(asker="cli:bob", as_of=T0 + days(1)),
    ):
        data = json.dumps(picture.scene.data(), ensure_ascii=False)
        assert [word for word in hidden if word in data] == []
        # Counts and dates would show that private messages name a person.
        assert '["seen"' not in data
        assert not [tie for tie in picture.scene.ties if tie.tone == "distrusts"]
    with pytest.raises(NotFound):
        memory.pictures.entity("Zelda Quist", asker="cli:bob")
    with pytest.raises(NotFound):
        memory.pictures.session("cli:ann", asker="cli:bob")
    assert "Zelda" in memory.pictures.session("cli:ann", asker="cli:ann").html()
    assert [tie.tone for tie in memory.pictures.social(asker="cli:ann").scene.ties].count("distrusts") == 1


def test_fragments_and_parameters_depend_on_time_and_audience() -> None:
    graph = cast("Graph", None)
    all_now = create_viewer(graph, T0, None, None, None, frozenset())
    assert (all_now.at, all_now.fragments("one"), all_now.params()) == (T0, ["one"], {})
    past = create_viewer(graph, T0, T0 - days(1), None, None, frozenset())
    assert (past.fragments(), past.params()) == (["until"], {"until": T0 - days(1)})
    asked = create_viewer(graph, T0, T0 - days(1), "cli:bob", "cli:1", frozenset())
    assert asked.fragments("one") == ["one", "until", "audience"]
    assert asked.params().keys() == {"until", "audiences"}
    assert asked.asker is not None
    assert {"shared", f"person:{asked.asker}"} <= set(asked.params()["audiences"])
    with pytest.raises(InvalidInput, match="asker"):
        create_viewer(graph, T0, None, " ", None, frozenset())


def test_without_an_asker_every_name_is_visible() -> None:
    viewer = create_viewer(cast("Graph", None), T0, None, None, None, frozenset())
    assert viewer.visible_names({"person-1": "Ann"}) == {"person-1": "Ann"}
    assert viewer.quotes([]) == {}
    assert [format_date(each) for each in (None, neo4j.time.DateTime.from_native(T0))] == ["-", "2026-03-02"]
