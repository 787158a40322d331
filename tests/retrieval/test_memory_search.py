"""Search: one round trip, relevant hits first, and reports of what is unavailable."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.errors import InvalidInput, ModelUnavailable
from kg.retrieval import Filters, retrieve
from tests.support import T0, FailingEmbedder, RecordingEmbedder, minutes


@pytest.fixture(scope="module")
def talked(seed_memory: Callable[..., Memory], talk: Callable[..., list[Event]]) -> Memory:
    memory = seed_memory()
    memory.log(talk(12))
    memory.log([Event("Ann moved to Oslo in spring.", id="oslo", speaker="cli:ann", session="cli:2", at=T0)])
    memory.digest()
    return memory


@pytest.mark.slow
def test_a_search_is_one_trip(talked: Memory) -> None:
    assert talked.search("Oslo").trips == 1
    asked = talked.search(
        "Oslo", limit=1000, kinds=["event", "person"], session="cli:2", channel="cli", speaker="cli:ann", since=T0,
        until=T0 + minutes(1), as_of=T0, min_score=0.0, asker="cli:ann",
    )  # fmt: skip
    assert asked.trips == 1
    assert [hit.id for hit in asked] == ["oslo"]


def test_a_hit_has_text_speaker_session_time_and_reasons(talked: Memory) -> None:
    hit = talked.search("Who moved to Oslo?", kinds=["event"])[0]
    assert (hit.id, hit.kind, hit.text, hit.at) == ("oslo", "event", "Ann moved to Oslo in spring.", T0)
    assert (hit.session, hit.speaker, hit.speaker_name, hit.sources) == ("cli:2", "cli:ann", "ann", ("oslo",))
    assert math.log(hit.score / (1 - hit.score)) == pytest.approx(sum(hit.why.values()), abs=1e-6)
    assert {"words", "meaning", "around", "base"} <= set(hit.why)


def test_a_result_behaves_as_a_sequence_of_hits(talked: Memory) -> None:
    found = talked.search("message", limit=4)
    assert len(found) == 4
    assert list(found) == list(found.hits)
    assert found[0] is found.hits[0]
    assert found[-1] is found.hits[-1]


def test_search_is_deterministic(talked: Memory) -> None:
    assert talked.search("message about topic 2").hits == talked.search("message about topic 2").hits


def test_full_text_works_before_digestion_and_vectors_after(memory: Memory) -> None:
    memory.log([Event("Ann relocated to Oslo.", id="oslo", session="cli:1", at=T0)])
    assert [hit.id for hit in memory.search("oslo?")] == ["oslo"]
    assert memory.search("somebody's whereabouts").hits == ()
    memory.digest()
    assert [hit.id for hit in memory.search("somebody's whereabouts")] == ["oslo"]
    assert memory.search("ann relocated to oslo").confidence in ("medium", "high")


@pytest.mark.slow
def test_a_long_text_is_found_by_a_passage_with_its_events_id(memory: Memory) -> None:
    filler = " ".join(f"Sentence {place} speaks of the weather." for place in range(120))
    [event] = memory.log([Event(filler + " The vault code is marzipan.", session="cli:1", speaker="cli:ann", at=T0)])
    memory.digest()
    hit = memory.search("vault code marzipan", kinds=["event"], limit=1)[0]
    assert (hit.id, hit.kind, hit.sources, hit.session, hit.at) == (event, "event", (event,), "cli:1", T0)
    assert "marzipan" in hit.text
    assert len(hit.text) < len(filler)
    assert [one.id for one in memory.search("weather", kinds=["event"], limit=50)] == [event], (
        "its passages are one hit"
    )


@pytest.mark.parametrize(
    "error",
    [
        RuntimeError("broken"),
        ConnectionError("away"),
        MemoryError("full"),
        ModelUnavailable("no weights.", how="fetch"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_without_vectors_full_text_finds_and_the_result_reports_it(
    talked: Memory, connect: Callable[..., Memory], error: Exception
) -> None:
    found = connect(talked.scope, embedder=FailingEmbedder(error)).search("oslo")
    assert found[0].sources == ("oslo",)
    assert next(hit for hit in found if hit.kind == "event").id == "oslo"
    assert found.degraded == (f"vectors: {error}",)
    assert found.confidence != "high"
    assert talked.search("oslo").degraded == ()


def test_a_question_about_the_past_finds_superseded_facts_after_the_current_one(memory: Memory) -> None:
    for place, city in enumerate(("Lisbon", "Porto", "Bergen")):
        memory.facts.add("Ann", "lives_in", city, at=T0 + place * minutes(60 * 24 * 400))
    for planet in ("Mars", "Venus", "Saturn"):
        memory.facts.retract(memory.facts.add("Ann", "lives_in", planet, at=T0 + minutes(1)).id, reason="a joke")

    def found(question: str, **other: Any) -> list[str]:
        return [hit.text for hit in memory.search(question, **other) if "in " in hit.text]

    assert found("Where does Ann live?") == ["Ann lives in Bergen."]
    past = ["Ann lived in Porto (until 2028-05-10).", "Ann lived in Lisbon (until 2027-04-06)."]
    assert found("Where did Ann live before?") == ["Ann lives in Bergen.", *past]
    assert all(text in memory.context("Where did Ann live before Bergen?").text for text in past)
    assert "Porto" not in memory.context("Where does Ann live?").text


def test_facts_alone_have_their_validity(memory: Memory) -> None:
    memory.log([Event("I worked at Acme for years.", at=T0, speaker="cli:ann", speaker_name="Ann")])
    memory.digest()
    memory.facts.add("Ann", "lives_in", "Bergen", at=T0, valid_from="2020-05-01")
    found = {hit.text for hit in memory.search("Where does Ann live and work?", kinds=["fact"])}
    assert {"Ann lives in Bergen (since 2020-05-01).", f"Ann worked at Acme (ended by {T0:%Y-%m-%d})."} <= found


def test_who_may_not_read_a_fact_does_not_find_it_as_a_past_one(memory: Memory) -> None:
    said = {"speaker": "cli:ann", "speaker_name": "Ann", "session": "cli:dm", "audience": "person"}
    memory.log([Event("I live in Lisbon.", at=T0, **said), Event("I live in Porto now.", at=T0 + minutes(1), **said)])
    memory.digest()
    assert any("Lisbon" in hit.text for hit in memory.search("Where did Ann live before?", asker="cli:ann"))
    assert not memory.search("Where did Ann live before?", asker="cli:bob").hits


def test_an_empty_memory_gives_no_hits_and_no_confidence(memory: Memory) -> None:
    found = memory.search("anything at all")
    assert (found.hits, found.confidence, found.degraded, found.trips) == ((), "none", (), 1)


@pytest.mark.parametrize("limit", [0, -1, 1001, 1.0, "5", True, None])
def test_a_limit_is_a_whole_number_from_1_to_1000(memory: Memory, limit: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.search("x", limit=limit)
    assert (caught.value.field, caught.value.value) == ("limit", limit)


def test_a_limit_truncates_and_the_maximum_returns_all(talked: Memory) -> None:
    assert len(talked.search("message number", limit=1)) == 1
    assert len(talked.search("message number", limit=1000)) == 13


@pytest.mark.parametrize("min_score", ["0.1", float("nan"), True])
def test_min_score_must_be_a_number(memory: Memory, min_score: Any) -> None:
    with pytest.raises(InvalidInput, match="min_score"):
        memory.search("x", min_score=min_score)


def test_min_score_leaves_out_lower_scores(talked: Memory) -> None:
    everything = talked.search("message about topic 2", limit=50)
    bar = everything[3].score
    kept = talked.search("message about topic 2", limit=50, min_score=bar)
    assert kept.hits == tuple(hit for hit in everything if hit.score >= bar)
    assert talked.search("oslo", min_score=float("inf")).hits == ()


@pytest.mark.parametrize("query", ["", "  \n", "\x00", "\x1b[2J", None, 7, ["oslo"], "x" * 1_000_001])
def test_a_blank_question_is_rejected(memory: Memory, query: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        memory.search(query)
    assert caught.value.field == "query"


def test_hits_contain_no_vectors(talked: Memory) -> None:
    hit = talked.search("oslo")[0]
    assert all(not isinstance(value, (bytes, list)) for value in vars(hit).values())
    assert "embedding" not in vars(talked.get(hit.id))


def test_the_question_is_embedded_once_and_unchanged(talked: Memory, connect: Callable[..., Memory]) -> None:
    embedder = RecordingEmbedder()
    connect(talked.scope, embedder=embedder).search("  Who moved to Oslo?\n")
    assert embedder.texts == ["Who moved to Oslo?"]


def test_more_words_than_lucene_allows_is_no_error(talked: Memory) -> None:
    found = talked.search("oslo " + " ".join(f"word{place}" for place in range(5_000)))
    assert next(hit.id for hit in found if hit.kind == "event") == "oslo"


def test_events_with_equal_scores_are_newest_first(memory: Memory) -> None:
    memory.log(
        [
            Event("The same words.", id=f"e{place}", session=f"cli:{place}", at=T0 + minutes(place))
            for place in (2, 0, 1)
        ]
    )
    memory.digest()
    assert [hit.id for hit in memory.search("the same words")] == ["e2", "e1", "e0"]


def test_search_and_context_share_retrieve(talked: Memory) -> None:
    found = retrieve(
        talked.graph, "oslo", limit=2, filters=Filters(), embedder=RecordingEmbedder(), settings=talked.settings
    )
    assert found.hits == talked.search("oslo", limit=2, kinds=["event"]).hits
    filters = Filters.from_arguments()
    both = retrieve(
        talked.graph, "oslo", limit=2, filters=filters, embedder=RecordingEmbedder(), settings=talked.settings
    )
    assert both.hits == talked.search("oslo", limit=2).hits
    assert [hit.kind for hit in both.hits] == ["fact", "event"]


def test_results_are_the_same_without_explanations(talked: Memory) -> None:
    explained, bare = (
        retrieve(
            talked.graph,
            "where does Ann live?",
            limit=5,
            filters=Filters.from_arguments(),
            embedder=RecordingEmbedder(),
            settings=talked.settings,
            explain=explain,
        )
        for explain in (True, False)
    )
    assert any(hit.why for hit in explained.hits if hit.kind == "event")
    assert not any(hit.why for hit in bare.hits if hit.kind == "event")
    assert [(hit.id, hit.score) for hit in bare.hits] == [(hit.id, hit.score) for hit in explained.hits]
    assert (bare.probability, bare.signals) == (explained.probability, explained.signals)
