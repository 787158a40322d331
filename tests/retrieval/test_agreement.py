"""Agreement: whom messages are about, which words they lack, and what follows for the probability of an answer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from kg.language import get_late_version
from kg.language.hashing_embedder import HashingEmbedder
from kg.retrieval.agreement import AGREEMENT_SIGNALS, NamedPersons, confirm_answer, load_weights, measure_agreement
from kg.retrieval.graph_matches import GraphMatches
from kg.retrieval.question import Question
from kg.retrieval.ranking import Ranking, rank_candidates
from kg.retrieval.tree_ranker import load_ranker
from kg.types import Entity
from tests.retrieval.candidate_builders import found

MODEL = HashingEmbedder(dimension=64)
NOTHING = GraphMatches(())
CAROLINE = Entity("p1", "Caroline Ray", "person", aliases=("Caro",))


def rank(text: str, *messages: tuple[str, str]) -> tuple[Question, Ranking]:
    """Rank messages, each a speaker and a text."""
    asked = MODEL.encode_question(text)
    rows: list[dict[str, Any]] = [
        {"speaker_name": speaker, "text": said, "states": MODEL.embed_late([said])[1][0]} for speaker, said in messages
    ]
    question = Question.parse(text, asked)
    return question, rank_candidates(found(rows), question, load_ranker(), version=get_late_version(MODEL), limit=5)


def measure(text: str, *messages: tuple[str, str], close: float = 0.5) -> dict[str, float]:
    question, ranking = rank(text, *messages)
    signals = measure_agreement(question, ranking, NOTHING, close)
    assert signals is not None
    return dict(zip(AGREEMENT_SIGNALS, signals, strict=True))


def test_messages_by_a_named_person_or_that_describe_her_are_about_her() -> None:
    mine = measure("What did Caroline bake?", ("Caroline", "I baked a lemon cake."), ("Melanie", "It rained again."))
    told = measure("What did Caroline bake?", ("Melanie", "Caroline baked a cake."), ("Caroline", "It rained again."))
    hers = measure("What did Caroline bake?", ("Melanie", "I baked a lemon cake."), ("Caroline", "It rained again."))
    for right in (mine, told):
        assert right["about"] > hers["about"]
        assert right["sentence"] > hers["sentence"]
        assert right["cover_margin"] > 0 > hers["cover_margin"]
        assert right["least"] > hers["least"]


def test_who_is_addressed_is_not_described() -> None:
    persons = NamedPersons(frozenset({"caroline"}), frozenset())
    assert persons.are_described("i saw caroline's kids at the pool.")
    assert not persons.are_described("thanks, caroline! i baked it myself.")
    assert not persons.are_described("hey caroline, how are you?")
    assert persons.are_mentioned("thanks, caroline!")


def test_a_question_without_a_name_is_about_every_message() -> None:
    signals = measure("What was baked?", ("Melanie", "I baked a cake."), ("Caroline", "It rained."))
    assert (signals["names"], signals["about"], signals["odds_margin"], signals["cover_margin"]) == (0, 1, 0, 0)


def test_the_word_that_no_message_has_is_matched_least() -> None:
    known = measure("Which lemon cake?", ("Ann", "I baked a lemon cake."), ("Bob", "It rained."))
    unknown = measure("Which lemon zebra?", ("Ann", "I baked a lemon cake."), ("Bob", "It rained."))
    assert known["least"] == pytest.approx(1, abs=0.02)
    assert unknown["least"] < 0.6
    assert unknown["sentence"] < known["sentence"] == pytest.approx(1)


def test_an_alias_of_a_person_names_her_and_a_first_person_question_is_about_the_asker() -> None:
    matches = replace(NOTHING, entities=(CAROLINE,))
    assert NamedPersons.find(Question.parse("Where does Caro live?", None), [], matches).ids == {"p1"}
    assert NamedPersons.find(Question.parse("Where do I live?", None), [], matches).words == {"caroline", "ray", "caro"}
    assert NamedPersons.find(Question.parse("Where does Bob live?", None), [], matches).words == set()


def test_without_messages_or_token_states_nothing_is_measured() -> None:
    question, ranking = rank("What was baked?")
    assert measure_agreement(question, ranking, NOTHING, 0.5) is None
    question, ranking = rank("What was baked?", ("Ann", "I baked a cake."))
    bare = replace(ranking, match=replace(ranking.match, likeness=None))
    assert measure_agreement(question, bare, NOTHING, 0.5) is None


def test_a_closer_ranking_and_the_right_person_make_an_answer_likelier() -> None:
    assert set(load_weights()) == {*AGREEMENT_SIGNALS, "base"}
    mine = [("Caroline", "I baked a lemon cake on Sunday."), ("Melanie", "It rained again.")]
    hers = [("Melanie", "I baked a lemon cake on Sunday."), ("Caroline", "It rained again.")]

    def confirm(messages: list[tuple[str, str]], close: float) -> float:
        return confirm_answer(tuple(measure("What did Caroline bake on Sunday?", *messages, close=close).values()))

    assert confirm(mine, 0.9) > confirm(mine, 0.5) > confirm(mine, 0.1)
    assert confirm(mine, 0.9) > confirm(hers, 0.9) + 0.1
    assert confirm(mine, 0.02) < 0.2
