"""Search with the real model: paraphrases are found, and confidence is low for unknown subjects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.language.late_interaction import STATE_WIDTH, load_projection
from kg.language.minilm import MiniLM
from tests.support import T0, minutes


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM(Settings(embed_threads=1))


@pytest.fixture
def known(connect: Callable[..., Memory], minilm: MiniLM, talk: Callable[..., list[Event]]) -> Memory:
    memory = connect(embedder=minilm)
    memory.log(talk(12, "cli:2"))
    filler = " ".join(f"Sentence {place} speaks of the weather and of nothing else." for place in range(60))
    memory.log(
        [
            Event("Ann relocated to Oslo in spring.", id="oslo", speaker="cli:ann", session="cli:1", at=T0),
            Event("My sister cannot eat peanuts.", id="nuts", speaker="cli:bob", session="cli:3", at=T0 + minutes(1)),
            Event(f"{filler} The code of the bakery's vault is marzipan.", id="vault", session="cli:4", at=T0),
        ]
    )
    assert memory.digest().failed == 0
    return memory


def test_paraphrases_are_found_first(known: Memory) -> None:
    for question, expected in {
        "In which city does she reside now?": "oslo",
        "Does anybody have an allergy to food?": "nuts",
        "secret word for the baker's safe": "vault",
    }.items():
        assert known.search(question, limit=3, kinds=["event"])[0].id == expected, question


def test_the_end_of_a_long_text_is_found_and_shown(known: Memory) -> None:
    hit = known.search("secret word for the baker's safe", limit=1)[0]
    assert "marzipan" in hit.text
    assert len(hit.text) < 2_000


def test_confidence_decreases_with_relevance(known: Memory) -> None:
    order = ["none", "low", "medium", "high"]
    sure = order.index(known.search("Where did Ann relocate to in spring?").confidence)
    unsure = order.index(known.search("quarterly revenue of the semiconductor industry").confidence)
    assert sure == 3
    assert unsure <= 1


def test_a_question_about_an_unknown_name_is_doubted(known: Memory) -> None:
    assert known.search("Where did Ann relocate to in spring?").confidence == "high"
    assert known.search("Where did Rosalind relocate to in spring?").confidence in {"none", "low"}
    assert "oslo" not in known.context("Who wrote Don Quixote?", budget=2_000).citations.values()


def test_the_context_contains_the_relevant_memories(known: Memory) -> None:
    made = known.context("What should I not cook for Bob's family?", speaker="cli:eve", budget=200)
    assert "nuts" in made.text


def test_digestion_stores_token_states_and_search_reports_missing_ones(
    known: Memory, look: Callable[..., list[Any]]
) -> None:
    rows = look(
        "MATCH (n:Event|Passage {scope: $scope}) WHERE n.embedding IS NOT NULL RETURN n.id AS id, n.states AS states ORDER BY id"
    )
    version = load_projection().version
    assert all(row["states"][0] == version and len(row["states"]) % STATE_WIDTH == 1 for row in rows)
    [oslo] = [row["states"] for row in rows if row["id"] == "oslo"]
    # Ann, relocated (one piece), Oslo, spring.
    assert len(oslo) == 1 + 4 * STATE_WIDTH
    assert known.search("Where does Ann live?").degraded == ()
    look("MATCH (n:Memory {scope: $scope, id: 'oslo'}) SET n.states = null")
    [result] = known.search("Where does Ann live?").degraded
    assert result.startswith("late interaction: 1 of ")


def test_a_long_text_is_found_only_by_its_passages(known: Memory) -> None:
    found = known.search("vault marzipan bakery weather", limit=50)
    assert [hit.id for hit in found].count("vault") == 1
    assert all(len(hit.text) < 2_000 for hit in found)
