"""An embedder that knows the texts of its vectors."""

from __future__ import annotations

from kg.agent.adapters.query_embedder import QueryEmbedder
from kg.language import HashingEmbedder


def test_texts_of_vectors_are_known_for_a_while() -> None:
    embedder = QueryEmbedder(HashingEmbedder())
    [vector] = embedder.embed(["boat"])
    assert embedder.text_of(vector) == "boat"
    assert embedder.similarities(vector, ["boat"])[0] > 0.99
    assert embedder.similarities(vector, []) == []
    for number in range(300):
        embedder.embed([f"text {number}"])
    assert embedder.text_of(vector) is None
