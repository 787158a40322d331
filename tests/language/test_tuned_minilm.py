"""MiniLM with learnt changes of its weights."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import tokenizers

from kg.errors import ModelUnavailable
from kg.language import HIDDEN, MiniLM, minilm_weights
from kg.language.tuned_minilm import TunedMiniLM, join_parts, pad_pieces
from kg.protocols import TextPart
from kg.settings import Settings

QUERY = "encoder.layer.0.attention.self.query"
WHOLE = 200


@pytest.fixture(scope="module")
def tokenizer() -> tokenizers.Tokenizer:
    found = tokenizers.Tokenizer.from_file(str(minilm_weights.locate_weights(Settings()) / minilm_weights.TOKENIZER))
    found.no_padding()
    found.no_truncation()
    return found


def write_changes(path: Path, scale: float = 0.0, classes: int = 3) -> Path:
    """Write changes of one weight, of this size, and a last layer that returns the first numbers of the vector."""
    rng = np.random.default_rng(3)
    np.savez(
        path,
        **{
            f"{QUERY}.up": np.full((HIDDEN, 2), scale, np.float16),
            f"{QUERY}.down": rng.normal(size=(2, HIDDEN)).astype(np.float16),
            "head.weight": np.eye(classes, HIDDEN, dtype=np.float16),
            "head.bias": np.zeros(classes, np.float16),
        },
    )  # type: ignore[arg-type]
    return path


def test_without_changes_the_vector_is_that_of_the_model(minilm: MiniLM, tmp_path: Path) -> None:
    tuned = minilm.tune(write_changes(tmp_path / "none.npz", classes=HIDDEN))
    assert tuned is not None
    [shares] = tuned.classify([[TextPart("The bus was late.", WHOLE)]])
    odds = np.log(shares) - np.log(shares).mean()
    [vector] = minilm.embed(["The bus was late."])
    np.testing.assert_allclose(odds, vector - vector.mean(), atol=2e-5)


def test_changes_change_the_result(minilm: MiniLM, tmp_path: Path) -> None:
    texts = [[TextPart("The bus was late.", WHOLE)], [TextPart("two", WHOLE), TextPart("three, in fact", WHOLE)]]
    plain, changed = (minilm.tune(write_changes(tmp_path / f"{scale}.npz", scale)) for scale in (0.0, 0.5))
    assert plain is not None
    assert changed is not None
    before, after = plain.classify(texts), changed.classify(texts)
    assert before.shape == after.shape == (2, 3)
    np.testing.assert_allclose(after.sum(axis=1), 1, atol=1e-6)
    assert np.abs(before - after).max() > 1e-3
    assert plain.classify([]).shape == (0, 3)


def test_a_text_has_the_same_result_in_any_company(minilm: MiniLM, tmp_path: Path) -> None:
    tuned = minilm.tune(write_changes(tmp_path / "some.npz", 0.5))
    assert tuned is not None
    short, long = [TextPart("no", WHOLE)], [TextPart("word " * 150, WHOLE)]
    np.testing.assert_allclose(tuned.classify([short, long])[0], tuned.classify([short])[0], atol=1e-5)


def test_changes_are_loaded_once(minilm: MiniLM, tmp_path: Path) -> None:
    path = write_changes(tmp_path / "once.npz")
    assert minilm.tune(path) is minilm.tune(path)


def test_other_weights_have_no_changes(tmp_path: Path, tokenizer: tokenizers.Tokenizer) -> None:
    folder = minilm_weights.locate_weights(Settings())
    for name in (minilm_weights.TENSORS, minilm_weights.TOKENIZER):
        (tmp_path / name).write_bytes((folder / name).read_bytes())
    with (tmp_path / minilm_weights.TENSORS).open("r+b") as file:
        file.seek(-1, 2)
        file.write(b"\x01")
    assert MiniLM(Settings(model_dir=tmp_path)).tune(write_changes(tmp_path / "some.npz")) is None
    with pytest.raises(ModelUnavailable):
        TunedMiniLM(tmp_path / minilm_weights.TOKENIZER, tmp_path / "some.npz", tokenizer, 1)


def test_parts_are_cut_and_separated(tokenizer: tokenizers.Tokenizer) -> None:
    joined = join_parts(
        tokenizer, [TextPart("one two three", 2, keeps_end=True), TextPart("four five six", 2), TextPart("", 5)]
    )
    assert [tokenizer.id_to_token(each) for each in joined] == [
        "[CLS]", "two", "three", "[SEP]", "four", "five", "[SEP]", "[SEP]",
    ]  # fmt: skip


def test_a_huge_part_is_not_tokenized_whole(tokenizer: tokenizers.Tokenizer) -> None:
    assert len(join_parts(tokenizer, [TextPart("word " * 10_000_000, 30), TextPart("\ud800 broken", 9)])) <= 42


def test_pieces_are_padded() -> None:
    padded, mask = pad_pieces([np.array([5, 6]), np.array([7])])
    assert padded.tolist() == [[5, 6], [7, 0]]
    assert mask.tolist() == [[1, 1], [1, 0]]
