"""The relevance of facts, notes, and the messages of small memories."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from kg import Event, Memory, Settings
from kg.language.minilm import MiniLM
from kg.retrieval.candidates import Candidates
from kg.retrieval.fact_relevance import (
    FACT_SIGNALS,
    LONE_FACT_SIGNALS,
    AskedWords,
    estimate_relevance,
    rate_facts,
    rate_memories,
)
from kg.retrieval.graph_matches import GraphMatches, MatchedFact
from kg.retrieval.question import Question
from kg.types import Entity
from tests.retrieval.test_fact_ranking import fact
from tests.support import T0

ANN = Entity("s", "Ann Lee", "person", aliases=("Annie",))


def asked(text: str, *entities: Entity, message: float = 0.9) -> AskedWords:
    return AskedWords.parse(Question.parse(text, None), GraphMatches((), entities)).with_message(message)


def rated(question: AskedWords, *facts: MatchedFact, events: tuple[str, ...] = ("e1", "e2")) -> dict[str, MatchedFact]:
    scores = [0.8 / (1 + place) for place in range(len(events))]
    return {one.id: one for one in rate_facts(GraphMatches(facts, (ANN,)), question, events, scores).facts}


def notes_of(texts: list[tuple[str, float]]) -> Candidates:
    count = len(texts)
    columns: dict[str, list[object]] = {
        name: [None] * count for name in ("seq", "session", "speaker", "speaker_name", "role", "states")
    }
    ids = [f"n{number}" for number in range(count)]
    return Candidates(
        id=ids, event=ids, kind=["longterm"] * count, at=list(range(count)), instructs=[False] * count,
        text=[text for text, _ in texts], sources=[()] * count, of_episode=[False] * count,
        meaning=np.array([cosine for _, cosine in texts]),
        words=np.full(count, np.nan), **columns,  # type: ignore[arg-type]
    )  # fmt: skip


def test_names_of_entities_are_not_asked_for() -> None:
    question = asked("Where does Annie keep the keys?", ANN)
    assert question.words == {"keep", "keys"}
    assert question.about == {"s"}
    assert question.common_words("She keeps a key here.") == 2.0, "word forms count as the same"
    assert asked("a b c d e f g h").common_words("a b c d e f g h") == 4.0


def test_a_fact_of_a_better_message_is_more_relevant() -> None:
    facts = rated(
        asked("Where does Ann live?", ANN),
        fact("first", sources=("e1",)),
        fact("second", sources=("e2",)),
        fact("none", sources=("e9",)),
    )
    assert facts["first"].relevance > facts["second"].relevance > facts["none"].relevance
    assert len(facts["first"].signals) == len(FACT_SIGNALS)
    signals = dict(zip(FACT_SIGNALS, facts["second"].signals, strict=True))
    assert (signals["score"], signals["rank"], signals["share"]) == (math.log(0.4), 1.0, 0.5)


def test_a_fact_added_by_hand_does_not_depend_on_messages() -> None:
    by_hand = fact("f", 0.7, sources=("e9",), said=False)
    found = rated(asked("Where does Ann live?", ANN), by_hand)["f"]
    assert len(found.signals) == len(LONE_FACT_SIGNALS)
    assert found.relevance > 0.3
    assert rated(asked("Where does Ann live?", ANN), fact("f", 0.1, sources=("e9",), said=False))["f"].relevance < 0.1


def test_a_fact_about_others_and_one_without_vector() -> None:
    facts = rated(asked("Where does Ann live?", ANN), fact("other", subject="tom"), fact("own"), fact("plain", None))
    names = [dict(zip(LONE_FACT_SIGNALS, one.signals, strict=True)) for one in facts.values()]
    assert [one["unrelated"] for one in names] == [1.0, 0.0, 0.0]
    assert names[2]["cosine"] == 0.25


@pytest.mark.parametrize(("text", "expected"), [("Who is Ann?", True), ("Tell me about Annie", True), ("Where is Ann?", True),
                                                ("Where does Ann work?", False), ("Who is it?", False)])  # fmt: skip
def test_questions_about_an_entity(text: str, expected: bool) -> None:
    matches = GraphMatches((), (ANN,) if "Ann" in text else ())
    question = AskedWords.parse(Question.parse(text, None), matches)
    assert rate_facts(matches, question, (), ()).asks_about_entities is expected


def test_the_relevance_of_an_event_without_answer_is_small() -> None:
    assert estimate_relevance((0.0, 0.0, 1.0, 0.1, 0.01)) < 0.01
    assert estimate_relevance((0.9, 3.0, 0.0, 1.0, 0.99)) > 0.8


def test_notes_are_ordered_by_their_own_relevance() -> None:
    notes = notes_of([("The key is at the bakery.", 0.6), ("A cat.", 0.1), ("The door.", np.nan)])
    found = rate_memories(notes, asked("Where is the key?"))
    assert [row for row, _ in found] == [0, 2, 1]


def test_notes_of_episodes_are_less_relevant() -> None:
    kept = notes_of([("The key is at the bakery.", 0.6)])
    question = asked("Where is the key?")
    [(_, relevance)] = rate_memories(kept, question)
    [(_, of_episode)] = rate_memories(replace(kept, of_episode=[True]), question)
    assert of_episode < relevance


def test_messages_stand_for_the_note_of_their_episode(memory: Memory) -> None:
    said = [
        Event(text, speaker="cli:ann", session="cli:1", id=f"e{place}", at=T0 + dt.timedelta(minutes=place))
        for place, text in enumerate(("The spare key is at the bakery.", "The bakery closes at six."))
    ]
    memory.log(said)
    memory.digest()
    episode = memory.episodes.add("Ann said where the key is.", session="cli:1", sources=["e0", "e1"])
    of_episode = memory.longterm.add("The spare key is at the bakery, says Ann.", sources=[episode.id, "e0"]).id
    of_message = memory.longterm.add("Key: bakery.", sources=["e0"]).id
    found = {hit.id for hit in memory.search("Where is the spare key?")}
    assert {"e0", of_message} <= found
    assert of_episode not in found
    assert of_episode in {hit.id for hit in memory.search("Where is the spare key?", kinds=["longterm"])}


def test_sentences_about_a_subject_that_have_a_word_asked_for() -> None:
    sentences = ("Ann keeps bees.", "Ann was in Ghent.", "It rained.")
    assert asked("When was Ann in Ghent?", ANN).select_sentences(sentences, "Ann") == ["Ann was in Ghent."]
    assert asked("What does Ann keep for honey?", ANN).select_sentences(sentences, "Ann") == ["Ann keeps bees."]
    assert asked("Did Ann keep honey or cheese?", ANN).select_sentences(sentences, "Ann") == []
    assert asked("What of the bees?").select_sentences(sentences, "bees") == list(sentences)
    assert asked("Who is Ann?", ANN).select_sentences(sentences, "Ann") == list(sentences)
    assert asked("?").select_sentences(sentences, "Ann") == []


@pytest.mark.slow
def test_small_memories(connect: Callable[..., Memory]) -> None:
    memory = connect(embedder=MiniLM(Settings(embed_threads=1)))
    memory.log([Event("The cat sleeps on the piano.", speaker="cli:ann", session="cli:1", at=T0)])
    memory.facts.add("Ann", "lives_in", "Ghent")
    memory.longterm.add("Ann keeps the spare key at the bakery.", importance=6)
    memory.digest()
    home = memory.search("Where does Ann live?")
    assert home[0].text == "Ann lives in Ghent."
    assert home.confidence in ("medium", "high")
    assert home[0].score > 0.5 > home[-1].score
    key = memory.search("Where is the spare key?")
    assert key[0].kind == "longterm"
    assert key.confidence in ("medium", "high")
    assert sum(key[0].why.values()) == pytest.approx(math.log(key[0].score / (1 - key[0].score)))
    assert memory.search("Who wrote Don Quixote?").confidence in ("none", "low")
    [cat] = [hit for hit in key if hit.kind == "event"]
    assert sum(cat.why.values()) == pytest.approx(math.log(cat.score / (1 - cat.score)), abs=0.01)


def test_whom_the_question_asks_about_comes_before_others() -> None:
    facts = (
        fact("own", 0.3, predicate="lives_in", sources=("e9",)),
        fact("other", 0.7, predicate="lives_in", subject="tom", sources=("e1",)),
        fact("likes", 0.7, subject="tom", sources=("e1",)),
    )
    for text in ("Where does Ann live?", "Where do I live?"):
        found = rated(asked(text, ANN), *facts)
        assert found["own"].relevance > found["other"].relevance, text
        assert found["likes"].relevance > found["other"].relevance, "other predicates are as they were"
    found = rated(asked("Where does Tom live?", ANN), *facts)
    assert found["own"].relevance < found["other"].relevance, "Ann only asks"


def test_a_note_with_the_asked_name_comes_before_others() -> None:
    notes = notes_of(
        [("Ann works at Norden.", 0.5), ("Tom works at Velomax.", 0.5), ("The keys hang behind the door.", 0.1)]
    )
    question = asked("Where does Ann work?", ANN)
    found = dict(rate_memories(notes, question))
    assert max(found, key=found.__getitem__) == 0
    [alone] = rate_memories(notes.select([1]), question)
    assert alone[1] == found[0] > found[1], "where no note has the name, the others count in full"
