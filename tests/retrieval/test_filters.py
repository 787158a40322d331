"""Filters apply inside both indexes: matches are found among any number of others, to the microsecond."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput
from kg.retrieval import Filters
from tests.support import T0, FailingEmbedder, minutes

TICK = dt.timedelta(microseconds=1)
DAY = dt.timedelta(days=1)
OTHER_EVENTS = 250
ALL = {
    "channel": "street",
    "session": "street:1",
    "speaker": "street:ann",
    "since": T0 + DAY,
}


@pytest.fixture(scope="module")
def many_others(seed_memory: Callable[..., Memory], server_settings: Settings) -> Memory:
    """Many that fit the question well and the filter not, and three that fit the filter; more than are looked at in all."""
    memory = seed_memory(settings=server_settings.model_copy(update={"extractor": "none"}))
    memory.log(
        [
            Event(f"The red bicycle {place} is for sale", id=f"c{place}", speaker="shop:bob", session="shop:1", at=T0)
            for place in range(OTHER_EVENTS)
        ]
    )
    memory.log(
        [
            Event(f"A blue bicycle {place}", id=f"s{place}", speaker="street:ann", session="street:1", at=T0 + 9 * DAY)
            for place in range(3)
        ]
    )
    memory.digest()
    return memory


FILTERS = [
    {"channel": "street"},
    {"session": "street:1"},
    {"session": "street:1", "channel": "street"},
    {"speaker": "street:ann"},
    {"speaker": "ann"},
    {"since": T0 + DAY},
    {"since": "2026-03-03T00:00:00Z", "until": "2026-04-01"},
    ALL,
]


@pytest.mark.slow
@pytest.mark.parametrize("filters", FILTERS, ids="+".join)
def test_filters_apply_before_the_limit(
    many_others: Memory, connect: Callable[..., Memory], filters: dict[str, Any]
) -> None:
    assert {hit.id for hit in many_others.search("red bicycle for sale", limit=3, **filters)} == {"s0", "s1", "s2"}
    by_words = connect(many_others.scope, embedder=FailingEmbedder(RuntimeError("no vectors")))
    assert {hit.id for hit in by_words.search("red bicycle for sale", limit=3, **filters)} == {"s0", "s1", "s2"}
    assert {hit.id for hit in many_others.search("the of", limit=3, **filters)} == {"s0", "s1", "s2"}, "vectors alone"


def test_until_and_as_of_leave_out_later_events(many_others: Memory) -> None:
    for filters in ({"until": T0 + DAY}, {"as_of": T0 + DAY}, {"as_of": T0}):
        hits = many_others.search("blue bicycle", limit=300, **filters)
        assert len(hits) == OTHER_EVENTS
        assert all(hit.id.startswith("c") for hit in hits)


@pytest.fixture(scope="module", params=[False, True], ids=["words", "vectors"])
def instants(seed_memory: Callable[..., Memory], request: pytest.FixtureRequest) -> Memory:
    """Five events a microsecond apart, around a whole second, before and after digestion."""
    memory = seed_memory()
    memory.log([Event(f"tick {place}", id=f"{place}", session="cli:1", at=T0 + place * TICK) for place in range(-2, 3)])
    if request.param:
        memory.digest()
    return memory


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"since": T0}, ["0", "1", "2"]),
        ({"since": T0 + TICK}, ["1", "2"]),
        ({"since": T0 - TICK}, ["-1", "0", "1", "2"]),
        ({"until": T0}, ["-2", "-1"]),
        ({"until": T0 + TICK}, ["-2", "-1", "0"]),
        ({"as_of": T0}, ["-2", "-1", "0"]),
        ({"as_of": T0 - TICK}, ["-2", "-1"]),
        ({"since": T0, "until": T0 + TICK}, ["0"]),
        ({"since": T0, "until": T0}, []),
        ({"since": T0, "until": T0 - DAY}, []),
        ({"until": T0 + 2 * TICK, "as_of": T0}, ["-2", "-1", "0"]),
        ({"until": T0 - TICK, "as_of": T0}, ["-2"]),
        ({"since": T0.astimezone(dt.timezone(dt.timedelta(hours=-7)))}, ["0", "1", "2"]),
    ],
    ids=str,
)
def test_times_are_compared_to_the_microsecond(
    instants: Memory, filters: dict[str, dt.datetime], expected: list[str]
) -> None:
    assert sorted(hit.id for hit in instants.search("tick", limit=10, **filters)) == sorted(expected)


@pytest.mark.slow
def test_a_speaker_filter_is_an_identity_or_a_display_name(memory: Memory) -> None:
    said = {"text": "The oak is old.", "at": T0}
    memory.log(
        [
            said | {"id": "a", "speaker": "telegram:7", "speaker_name": "Ann", "session": "telegram:1"},
            said | {"id": "b", "speaker": "discord:9", "speaker_name": "Ann", "session": "discord:1"},
            said | {"id": "c", "speaker": "telegram:8", "speaker_name": "Bob", "session": "telegram:1"},
            said | {"id": "d", "session": "telegram:1"},
        ]
    )
    memory.digest()

    def found(**filters: str) -> set[str]:
        return {hit.id for hit in memory.search("oak", **filters)}

    assert found(speaker="telegram:7") == {"a"}
    assert found(speaker="Ann") == {"a", "b"}
    assert found(speaker="Ann", channel="discord") == {"b"}
    assert found(speaker="telegram:Ann") == set()
    assert found(speaker="Nobody") == set()
    with pytest.raises(InvalidInput, match="without white space"):
        found(speaker="telegram:7 ")
    assert found() == {"a", "b", "c", "d"}


def test_persons_are_found_by_kind(memory: Memory) -> None:
    memory.log(
        [
            Event("The oak is old.", speaker="cli:ann", speaker_name="Ann Oak", session="cli:1", at=T0),
            Event("Ann went home.", speaker="cli:bob", session="cli:1", at=T0 + minutes(1)),
        ]
    )
    memory.digest()
    assert {hit.kind for hit in memory.search("Ann")} == {"event"}
    [person] = memory.search("Ann", kinds=["person"])
    assert (person.kind, person.text, person.sources) == ("person", "Ann Oak", ())
    assert memory.get(person.id).name == "Ann Oak"
    assert {hit.kind for hit in memory.search("Ann", kinds=["person", "event"])} == {"event", "person"}
    assert memory.search("Ann", kinds={"person"}, since=T0).hits == (), "a person has no time"


def test_filters_apply_to_neighbours(memory: Memory) -> None:
    memory.log(
        [
            Event("Which code opens the vault?", id="asked", speaker="cli:bob", session="cli:1", at=T0),
            Event("It is 4711.", id="answer", speaker="cli:ann", session="cli:1", at=T0 + minutes(1)),
            Event("Quiet please.", id="second", speaker="cli:cleo", session="cli:1", at=T0 + minutes(2)),
            Event("Sorry.", id="third", speaker="cli:cleo", session="cli:1", at=T0 + minutes(3)),
        ]
    )
    assert {hit.id for hit in memory.search("vault code")} == {"asked", "answer", "second"}
    for filters in ({"speaker": "cli:bob"}, {"until": T0 + minutes(1)}, {"as_of": T0}):
        assert [hit.id for hit in memory.search("vault code", **filters)] == ["asked"]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("kinds", "event"),
        ("kinds", []),
        ("kinds", ["passage"]),
        ("kinds", ["event", "nonsense"]),
        ("session", ""),
        ("session", 7),
        ("channel", " "),
        ("speaker", "a\nb"),
        ("since", "soon"),
        ("until", 7),
        ("as_of", "2026-13-01"),
    ],
)
def test_an_invalid_filter_is_named(field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        Filters.from_arguments(**{field: value})
    assert caught.value.field == field
