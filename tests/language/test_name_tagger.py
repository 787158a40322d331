from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from kg.errors import ModelUnavailable
from kg.language import name_tagger
from kg.language.name_tagger import NAME_LABELS, TAGS, tag_names
from kg.language.word_units import FEATURE_COUNT


@pytest.fixture(scope="module")
def names(minilm):
    def found(*texts):
        return tag_names(texts, minilm.encode(texts, layers=name_tagger.required_layers()))

    return found


def test_plain_sentences(names):
    sister, boss = names("My sister Eva lives in Rome.", "Tom's boss Maria joined Google last week.")

    assert [(span.text, span.label) for span in sister] == [("Eva", "person"), ("Rome", "place")]
    assert [(span.text, span.label) for span in boss] == [("Tom", "person"), ("Maria", "person"), ("Google", "org")]
    assert all(0.5 < span.score <= 1 for span in [*sister, *boss])


def test_a_verb_after_a_name_is_no_part_of_it(names):
    (found,) = names("Harriet rang, and Percy snores all night.")

    assert [span.text for span in found] == ["Harriet", "Percy"]


def test_words_of_chat_and_months_are_no_part_of_a_name(names):
    (asked,) = names("is deborah ok 💀")
    (listed,) = names("Loretta March 9, Gil June 21, Tobin April 2.")
    (april,) = names("My friend April June paints.")

    assert [span.text for span in asked] == ["deborah"]
    assert "Gil" in [span.text for span in listed]
    assert [span.text for span in april] == ["April June"]


def test_chat_style(names):
    (found,) = names("im working at acme in ghent")

    assert [(span.text, span.label) for span in found] == [("acme", "org"), ("ghent", "place")]


def test_tools_and_projects(names):
    (found,) = names("We use Postgres and Redis for the Blue Harbor project.")

    assert [(span.text, span.label) for span in found] == [
        ("Postgres", "tool"),
        ("Redis", "tool"),
        ("Blue Harbor", "project"),
    ]


def test_texts_without_names(names):
    assert names("", "   ", "Thanks, that was helpful.", "I have two cats and a dog.") == [[], [], [], []]


def test_results_do_not_depend_on_the_batch(names):
    alone = names("Eva lives in Rome.")[0]
    together = names("Short.", "Eva lives in Rome.", "A much longer text, in which Tom of Acme tells of Lisbon. " * 3)[
        1
    ]

    assert [(span.start, span.end, span.label) for span in alone] == [
        (span.start, span.end, span.label) for span in together
    ]


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    texts=st.lists(
        st.one_of(
            st.text(max_size=60),
            st.lists(
                st.sampled_from(
                    ["Eva", "Tom", "Rome", "Acme's", "@bob", "İstanbul", "U.S.", "naïve-Ann", "ﬁ", "😀", "\n", "’"]
                )
            ).map(" ".join),
        ),
        max_size=4,
    )
)
def test_spans_match_the_text(names, texts):
    for text, spans in zip(texts, names(*texts), strict=True):
        assert all(text[span.start : span.end] == span.text != "" for span in spans)
        assert all(span.label in NAME_LABELS and 0 <= span.score <= 1 for span in spans)
        assert all(first.end <= second.start for first, second in pairwise(spans))


@given(
    scores=arrays.arrays(
        np.float32, st.tuples(st.integers(1, 12), st.just(len(TAGS))), elements=st.floats(-9, 9, width=32)
    )
)
def test_an_inside_tag_follows_its_beginning(scores):
    weights = name_tagger.bundled_weights()
    tags = [TAGS[number] for number in name_tagger.viterbi(scores, weights.steps, weights.starts)]

    for before, tag in pairwise(["O", *tags]):
        assert tag[0] != "I" or before[2:] == tag[2:]


def test_viterbi_finds_the_best_of_all_sequences():
    chance = np.random.default_rng(3)
    scores = chance.normal(size=(4, 3)).astype(np.float32)
    steps, starts = chance.normal(size=(3, 3)).astype(np.float32), chance.normal(size=3).astype(np.float32)

    def total_score(sequence):
        transitions = sum(steps[pair] for pair in pairwise(sequence))
        return starts[sequence[0]] + transitions + sum(scores[place, tag] for place, tag in enumerate(sequence))

    every = [(a, b, c, d) for a in range(3) for b in range(3) for c in range(3) for d in range(3)]
    assert tuple(name_tagger.viterbi(scores, steps, starts)) == max(every, key=total_score)


def test_the_labels_match_the_weights():
    assert name_tagger.bundled_weights().third[1].shape == (len(TAGS),)
    assert set(NAME_LABELS) == {"person", "org", "place", "product", "tool", "event", "project", "other"}


def test_weights_round_trip(tmp_path):
    name_tagger.save_weights(tmp_path / "head.npz", name_tagger.bundled_weights())
    again = name_tagger.load_weights(tmp_path / "head.npz")

    assert again.layers == name_tagger.required_layers()
    np.testing.assert_array_equal(again.second[0], name_tagger.bundled_weights().second[0])


@pytest.mark.parametrize("content", [None, b"", b"PK\x03\x04 no archive"])
def test_invalid_weights_are_rejected(tmp_path, content):
    if content is not None:
        (tmp_path / "head.npz").write_bytes(content)

    with pytest.raises(ModelUnavailable, match="not a file of tagger weights"):
        name_tagger.load_weights(tmp_path / "head.npz")


def test_weights_of_another_version_are_rejected(tmp_path):
    with np.load(name_tagger.FILE) as file:
        parts = {name: file[name] for name in file.files}
    np.savez(tmp_path / "head.npz", **{**parts, "marks": FEATURE_COUNT + 1})

    with pytest.raises(ModelUnavailable, match="another format version"):
        name_tagger.load_weights(tmp_path / "head.npz")


def test_weights_are_not_loaded_on_import():
    code = "import kg.language.name_tagger as e; print(e.bundled_weights.cache_info().currsize)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "0"
