from __future__ import annotations

import shutil
import threading

import numpy as np
import pytest

from kg.errors import InvalidInput, ModelUnavailable
from kg.language import minilm_weights
from kg.language.minilm import MiniLM, _batches
from kg.settings import Settings

# First eight components of sentence-transformers 5 with torch 2.15, float32, from the same weights.
ACCENTS = "naïve café résumé — déjà vu"
CODE = "def f(x):\n    return x**2  # square"
GOLDEN = {
    "": "-0.11884 0.0483 -0.00255 -0.01101 0.05195 0.01029 0.11543 0.0007",
    "Hello world": "-0.03448 0.03102 0.00673 0.02611 -0.03936 -0.1603 0.06692 -0.00644",
    "Ann met Bob in Paris.": "-0.00688 0.02334 0.00129 -0.03791 0.00477 0.01675 0.03331 0.01568",
    ACCENTS: "-0.06814 -0.02424 0.04688 0.03524 0.07971 0.05499 -0.04636 -0.06448",
    "漢字とかな交じり文": "-0.00136 0.1038 0.01535 0.00533 -0.03757 0.05707 0.09362 -0.00284",
    "😀😃 emoji only 🎉": "0.00476 -0.00749 0.09827 -0.03126 0.05319 -0.05063 0.08006 -0.04354",
    "null\x00byte": "0.0013 0.0463 -0.06941 -0.00878 -0.03655 0.04015 0.08023 0.04002",
    CODE: "0.03415 0.04851 0.00867 0.06616 -0.07523 -0.01782 0.01114 0.0085",
    "[CLS] special [SEP] tokens [MASK]": "-0.10074 0.00896 0.07202 0.00592 -0.07407 0.07332 0.09582 0.02525",
    "ﬁ ligature ½ ①": "0.0102 0.02359 0.04328 -0.0047 -0.06693 -0.02744 0.02029 0.06078",
    "x" * 300: "-0.0416 -0.02468 0.07789 -0.00615 0.017 0.00126 0.12374 -0.00197",
    # 420 pieces: read up to the window.
    "the cat sat on the mat. " * 60: "0.04446 -0.05236 -0.01579 0.00392 -0.07807 0.05125 -0.0341 -0.02371",
}


def test_equals_sentence_transformers(minilm):
    vectors = minilm.embed(list(GOLDEN))

    expected = [[float(number) for number in row.split()] for row in GOLDEN.values()]
    np.testing.assert_allclose(vectors[:, :8], expected, atol=1e-5)


def test_vectors_are_float32_of_unit_length(minilm):
    vectors = minilm.embed([*GOLDEN, "\ud800 lone \udfff", "\n", "\u200b"])

    assert vectors.dtype == np.float32
    assert vectors.shape == (len(GOLDEN) + 3, 384)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_no_texts_give_no_vectors(minilm):
    assert minilm.embed([]).shape == (0, minilm.dimension)
    assert minilm.encode([]).vectors.shape == (0, 384)


@pytest.mark.slow
def test_vectors_do_not_depend_on_the_batch(minilm):
    texts = [f"{'word ' * (n % 37)}number {n}" for n in range(60)]

    together = minilm.embed(texts)
    alone = np.concatenate([minilm.embed([text]) for text in texts])

    assert (together * alone).sum(axis=1).min() > 0.99999


def test_a_long_text_is_not_embedded_with_short_ones():
    assert list(_batches([20, 4, 5, 4, 4, 5], 16)) == [[1, 3, 4, 2, 5], [0]]
    assert list(_batches([8, 10, 12], 16)) == [[0, 1, 2]]
    assert list(_batches([7] * 5, 2)) == [[0, 1], [2, 3], [4]]
    assert list(_batches([300] * 4, 16)) == [[0, 1, 2], [3]]


def test_encode_returns_the_same_vectors_and_hidden_states(minilm):
    texts = ["Ann met Bob in Paris.", "", "Hi! " * 200, "naïve\ud800 café"]

    encoded = minilm.encode(texts, layers=(0, 3, 6))

    np.testing.assert_allclose(encoded.vectors, minilm.embed(texts), atol=1e-6)
    assert [state.shape for state in encoded.states[3]] == [(6, 384), (0, 384), (254, 384), (2, 384)]
    assert [len(each) for each in encoded.offsets] == [len(each) for each in encoded.ids] == [6, 0, 254, 2]
    assert [texts[0][start:end] for start, end in encoded.offsets[0]] == [
        "Ann",
        "met",
        "Bob",
        "in",
        "Paris",
        ".",
    ]
    assert [texts[3][start:end] for start, end in encoded.offsets[3]] == ["naïve", "café"]
    assert encoded.states.keys() == {0, 3, 6}


def test_the_vector_is_the_mean_of_the_last_layer(minilm):
    # Without [CLS] and [SEP], the mean is not the vector but near.
    encoded = minilm.encode(["Ann met Bob in Paris last spring."])

    mean = encoded.states[6][0].mean(axis=0)

    assert mean @ encoded.vectors[0] / np.linalg.norm(mean) > 0.95


@pytest.mark.parametrize("layer", [-1, 7])
def test_a_missing_layer_is_rejected(minilm, layer):
    with pytest.raises(InvalidInput) as refused:
        minilm.encode(["x"], layers=[layer])
    assert refused.value.value == layer


def test_pieces_are_not_truncated_at_the_window(minilm):
    text = "Ann's embeddings, " * 300

    pieces = minilm.pieces(text)

    assert len(pieces) == 300 * 8
    assert [text[start:end] for start, end in pieces[:7]] == ["Ann", "'", "s", "em", "bed", "ding", "s"]
    assert minilm.pieces("") == []
    assert minilm.pieces("a \ud800 b") == [(0, 1), (4, 5)]


def test_threads_can_share_one_model():
    model = MiniLM(Settings(embed_threads=1))
    found = {}

    def run(number):
        found[number] = model.embed([f"text number {number}"] * 3)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    for number in range(4):
        np.testing.assert_allclose(found[number], model.embed([f"text number {number}"] * 3), atol=1e-6)


def test_a_user_folder_is_used(minilm, tmp_path):
    folder = tmp_path / "mine"
    shutil.copytree(minilm_weights.locate_weights(Settings()), folder)
    model = MiniLM(Settings(model_dir=folder))

    assert model.name == "all-MiniLM-L6-v2"  # by its checksum
    assert model.dimension == 384
    np.testing.assert_allclose(model.embed(["hi"]), minilm.embed(["hi"]), atol=1e-6)


@pytest.mark.parametrize("content", [b"", b"12345678", b"\x02\0\0\0\0\0\0\0{}", b"\xff" * 100])
def test_a_broken_weights_file_is_named_in_the_error(tmp_path, content):
    shutil.copy(minilm_weights.locate_weights(Settings()) / minilm_weights.TOKENIZER, tmp_path)
    (tmp_path / minilm_weights.TENSORS).write_bytes(content)

    with pytest.raises(ModelUnavailable, match=r"model\.safetensors"):
        MiniLM(Settings(model_dir=tmp_path)).embed(["x"])


def test_without_weights_the_error_gives_the_fetch_command(tmp_path):
    model = MiniLM(Settings(cache_dir=tmp_path), fetch=False)

    assert (model.name, model.dimension, model.window) == ("all-MiniLM-L6-v2", 384, 256)
    with pytest.raises(ModelUnavailable) as missing:
        model.embed(["x"])
    assert "kg models fetch" in missing.value.how
