"""The cache of vectors: each text is embedded once, and the oldest entries are dropped."""

from __future__ import annotations

from kg.knowledge import VectorCache
from kg.knowledge.vector_cache import _MAX_ENTRIES
from kg.language.hashing_embedder import HashingEmbedder
from tests.support import RecordingEmbedder


def test_each_text_is_embedded_once() -> None:
    embedder = RecordingEmbedder()
    vectors = VectorCache(embedder)
    vectors.embed_texts(["tea", "rye", "tea"])
    vectors.embed_texts(["rye", "salt"])
    vectors.embed_texts([])
    assert embedder.texts == ["tea", "rye", "salt"]
    vector, states = vectors.embed_text("tea")
    assert {"tea": (vector, states)} == vectors.select(["tea"])
    assert vector == vectors.get_vector("tea")
    assert vector.to_numpy().tolist() == HashingEmbedder().embed(["tea"])[0].tolist()
    assert embedder.texts == ["tea", "rye", "salt"]


def test_only_cached_vectors_are_selected() -> None:
    vectors = VectorCache(HashingEmbedder())
    vectors.store({"tea": ("vector", b"states")})
    assert vectors.select(["tea", "rye"]) == {"tea": ("vector", b"states")}
    assert vectors.get_vector("rye") is None


def test_the_entries_that_were_not_used_for_longest_are_dropped() -> None:
    vectors = VectorCache(RecordingEmbedder())
    vectors.store({str(number): (number, None) for number in range(_MAX_ENTRIES)})
    assert vectors.select_or_embed(["0"]) == {"0": (0, None)}
    vectors.store({"new": ("vector", None)})
    assert vectors.get_vector("1") is None
    assert [vectors.get_vector(each) for each in ("0", "2", "new")] == [0, 2, "vector"]


def test_a_cache_may_keep_fewer_vectors_and_none() -> None:
    vectors = VectorCache(RecordingEmbedder(), max_entries=2)
    vectors.store({"one": (1, None), "two": (2, None)})
    vectors.store({"three": (3, None)})
    assert list(vectors.select(["one", "two", "three"])) == ["two", "three"]
    vectors.clear()
    assert not vectors.select(["two", "three"])


def test_what_one_call_asks_for_is_kept_however_much_it_is() -> None:
    embedder = RecordingEmbedder()
    vectors = VectorCache(embedder)
    vectors.store({"0": (0, None), "old": ("vector", None)})
    texts = [str(number) for number in range(_MAX_ENTRIES + 2)]
    assert list(vectors.select_or_embed(texts)) == texts
    assert embedder.texts == texts[1:]
    assert list(vectors.select([*texts, "old"])) == texts


def test_a_name_has_a_vector_only_where_the_stored_one_is_outdated() -> None:
    embedder = RecordingEmbedder()
    vectors = VectorCache(embedder)
    row = {"id": "entity-1", "properties": {"name": "Acme"}}
    assert vectors.add_name_vector({**row, "embed": False})["vector"] is None
    assert embedder.texts == []
    assert vectors.add_name_vector({**row, "embed": True}) == {
        **row,
        "embed": True,
        "vector": vectors.get_vector("Acme"),
    }
    assert embedder.texts == ["Acme"]
