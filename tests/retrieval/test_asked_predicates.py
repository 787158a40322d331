"""The closed predicates that a question asks for."""

from __future__ import annotations

from kg.knowledge import PREDICATES
from kg.retrieval.asked_predicates import find_asked_predicates


def test_words_ask_for_predicates() -> None:
    assert {"lives_in", "moved_to"} <= find_asked_predicates({"live", "now"})
    assert "likes" in find_asked_predicates({"hobbies"})
    assert find_asked_predicates({"brother"}) >= {"sibling_of"}
    assert find_asked_predicates({"capital", "mongolia"}) == frozenset()
    assert find_asked_predicates(()) == frozenset()


def test_all_are_closed_predicates() -> None:
    words = "live work study family children sister friend pet hobby hate speak eat own plan age email due club called"
    assert find_asked_predicates(words.split()) <= PREDICATES.keys()
