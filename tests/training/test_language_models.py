"""Tests of the training of the English pipeline and the name tagger."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.bench.labelled_names import ALL_LABELS, LabelledName, LabelledText, join_tokens, read_labelled_texts
from kg.errors import InvalidInput
from kg.language.name_tagger import NAME_LABELS, TAGS, load_weights
from kg.language.word_units import WordUnits
from kg.settings import Settings
from training import english_pipeline, name_tagger
from training.name_tagger import find_allowed_tags
from training.synthetic_sentences import generate_sentences, replace_names
from training.tagger_network import NetworkShape, TaggerNetwork, TaggerSample
from training.treebank import ChatStyle, apply_chat_style, group_sentences, read_treebank
from training.treebank_statements import build_word_lookup, generate_statements

TREEBANK = """# newdoc id = a
# text = Tom's boss isn't here.
1-2\tTom's\t_\t_\t_\t_\t_\t_\t_\t_
1\tTom\tTom\tPROPN\tNNP\tNumber=Sing\t3\tnmod:poss\t_\t_
2\t's\t's\tPART\tPOS\t_\t1\tcase\t_\t_
3\tboss\tboss\tNOUN\tNN\tNumber=Sing\t6\tnsubj\t_\t_
4-5\tisn't\t_\t_\t_\t_\t_\t_\t_\t_
4\tis\tbe\tAUX\tVBZ\t_\t6\tcop\t_\t_
5\tn't\tnot\tPART\tRB\t_\t6\tadvmod\t_\t_
6\there\there\tADV\tRB\t_\t0\troot\t_\tSpaceAfter=No
6.1\tghost\t_\t_\t_\t_\t_\t_\t_\t_
7\t.\t.\tPUNCT\t.\t_\t6\tpunct\t_\t_
"""


@pytest.fixture
def sentence(tmp_path):
    (tmp_path / "bank.conllu").write_text(TREEBANK, encoding="utf-8")
    [[result]] = read_treebank(tmp_path / "bank.conllu")
    return result


def join_forms(words):
    return "".join(word.form + " " * word.space for word in words).strip()


def list_arcs(words):
    return {(word.form, word.relation, words[word.head].form) for word in words}


def test_word_ranges_and_empty_nodes_are_skipped(sentence):
    assert join_forms(sentence) == "Tom's boss isn't here."
    assert ("Tom", "nmod:poss", "boss") in list_arcs(sentence)
    assert ("here", "ROOT", "here") in list_arcs(sentence)


def test_a_malformed_treebank_is_refused(tmp_path):
    (tmp_path / "bank.conllu").write_text("1\tTom\n", encoding="utf-8")

    with pytest.raises(InvalidInput, match="line 1 has 2 columns"):
        read_treebank(tmp_path / "bank.conllu")


def test_chat_style_keeps_the_tree(sentence):
    words = apply_chat_style(sentence, ChatStyle(1, 1, 1, 0), random.Random(0))

    assert join_forms(words) == "toms boss isnt here"
    assert list_arcs(words) == {
        ("toms", "nmod:poss", "boss"),
        ("boss", "nsubj", "here"),
        ("is", "cop", "here"),
        ("nt", "advmod", "here"),
        ("here", "ROOT", "here"),
    }


def test_messages_are_groups_of_neighbouring_sentences(sentence):
    groups = list(group_sentences([[sentence] * 9, [sentence]], 4, random.Random(0)))

    assert sum(map(len, groups)) == 10
    assert max(map(len, groups)) <= 4
    assert len(groups[-1]) == 1


def test_every_statement_is_a_tree(sentence):
    lookup = build_word_lookup([[sentence], *[[words] for words in one_word_for_each_tag(sentence)]])

    for (words,) in generate_statements(400, lookup, random.Random(2)):
        roots = [index for index, word in enumerate(words) if word.head == index]
        assert [words[index].relation for index in roots] == ["ROOT"]
        assert all(0 <= word.head < len(words) for word in words)


def one_word_for_each_tag(sentence):
    """Yield one word for each tag that statements use, so that a small treebank has all of them."""
    from dataclasses import replace

    tags = "CC CD DT IN JJ MD NN NNP NNS POS PRP PRP$ RB RBR TO VB VBD VBG VBN VBP VBZ WRB . ,"
    for tag in tags.split():
        yield (replace(sentence[2], tag=tag, head=0, relation="ROOT"),)


@given(tokens=st.lists(st.sampled_from(["I", "'m", "do", "n't", "(", ")", '"', "@", "Ann", ",", "."]), min_size=1))
def test_spans_of_joined_tokens_are_those_of_the_tokens(tokens):
    text, spans = join_tokens(tokens)

    assert [text[start:end] for start, end in spans] == tokens


def test_labels_are_mapped(tmp_path):
    tokens = ["Ann", "of", "Acme", "Labs", "likes", "jazz", "and", "@", "bob", "."]
    tags = ["B-person", "O", "B-corporation", "I-corporation", "O", "B-musicgenre", "O", "O", "B-person", "O"]
    (tmp_path / "set.jsonl").write_text(json.dumps({"tokens": tokens, "tags": tags}) + "\n", encoding="utf-8")

    [result] = read_labelled_texts(tmp_path / "set.jsonl")

    assert result.text == "Ann of Acme Labs likes jazz and @bob."
    assert [(result.text[name.start : name.end], *name.labels) for name in result.names] == [
        ("Ann", "person"),
        ("Acme Labs", "org"),
    ]
    assert [result.text[start:end] for start, end in result.uncertain_spans] == ["jazz", "bob"]
    assert result.known_labels == {"person", "org"}


@pytest.mark.parametrize("line", ["no json", "{}", '{"tokens": ["a"], "tags": []}'])
def test_a_malformed_line_is_refused(tmp_path, line):
    (tmp_path / "set.jsonl").write_text(line, encoding="utf-8")

    with pytest.raises(InvalidInput, match="line 1"):
        read_labelled_texts(tmp_path / "set.jsonl")


def test_generated_sentences_are_deterministic_with_whole_names():
    texts = generate_sentences(300, 5)

    assert texts == generate_sentences(300, 5)
    assert {label for text in texts for name in text.names for label in name.labels} == ALL_LABELS - {"other"}
    for text in texts:
        assert "{" not in text.text
        assert all(text.text[name.start : name.end].strip() == text.text[name.start : name.end] for name in text.names)


def test_names_are_replaced_in_their_position():
    person, place_label = frozenset({"person"}), frozenset({"place"})
    sentence = LabelledText(
        "Ann Lee lives in Rome, I think.",
        (LabelledName(0, 7, person), LabelledName(17, 21, place_label)),
        (),
        ALL_LABELS,
    )

    [result] = replace_names([sentence], 1, 3)

    first, second = (result.text[name.start : name.end] for name in result.names)
    assert result.text == f"{first} lives in {second}, I think."
    assert (first, second) != ("Ann Lee", "Rome")


def test_capitalised_words_may_have_a_label_that_the_set_lacks():
    known = frozenset({"person"})
    units = WordUnits(((0, 3), (4, 8), (9, 13)), (0, 1, 2))
    allowed = find_allowed_tags(LabelledText("Ann uses Rust", (LabelledName(0, 3, known),), (), known), units)

    tags = [{TAGS[number] for number in np.flatnonzero(row)} for row in allowed]
    assert tags[0] == {"B-person"}
    assert tags[1] == {"O"}
    assert tags[2] == {"O", *(f"{part}-{label}" for label in NAME_LABELS if label != "person" for part in "BI")}


def test_gradients_match_finite_differences():
    rng = np.random.default_rng(1)
    network = TaggerNetwork(6, NetworkShape(narrow=4, wide=5, hidden_rows=0.0, hidden=0.0), rng)
    rows = rng.normal(size=(2, 4, 6)).astype(np.float32)
    right_tags = rng.random((2, 4, len(TAGS))) < 0.5
    right_tags[:, :, 0] = True
    mask = np.array([[True] * 4, [True, True, False, False]])
    right_tags[~mask] = True
    loss, gradients = network._gradients(rows, right_tags, mask)

    assert loss > 0
    for name in ("first", "second", "third", "third_bias", "steps", "starts"):
        weights = network.weights[name]
        index = np.unravel_index(np.abs(gradients[name]).argmax(), weights.shape)
        original = weights[index]
        sides = []
        for step in (1e-3, -1e-3):
            weights[index] = original + np.float32(step)
            sides.append(network._gradients(rows, right_tags, mask)[0])
        weights[index] = original
        assert gradients[name][index] == pytest.approx((sides[0] - sides[1]) / 2e-3, rel=0.05), name


def test_training_reduces_the_loss():
    rng = np.random.default_rng(2)
    network = TaggerNetwork(3, NetworkShape(narrow=8, wide=8, hidden_rows=0.0, hidden=0.0), rng)
    samples = []
    for _ in range(40):
        kinds = rng.integers(0, 2, 5)
        rows = np.eye(3, dtype=np.float32)[kinds]
        allowed = np.zeros((5, len(TAGS)), bool)
        allowed[np.arange(5), np.where(kinds == 1, TAGS.index("B-person"), 0)] = True
        samples.append(TaggerSample(rows, allowed))

    losses = [network.learn(samples, 0.02) for _ in range(60)]

    assert losses[-1] < losses[0] / 20


@pytest.mark.slow
def test_the_english_pipeline_is_trained_written_and_measured(tmp_path):
    import spacy

    for name in (english_pipeline.TRAIN, english_pipeline.DEV):
        # A relation that occurs less than ten times is not learned.
        (tmp_path / name).write_text("\n".join([TREEBANK] * 12), encoding="utf-8")
    report_lines = []
    config = english_pipeline.PipelineConfig(width=8, depth=1, rows=(50, 50, 50, 50), epochs=2, statement_count=0)

    figures = english_pipeline.train_english_pipeline(tmp_path, tmp_path / "out", report_lines.append, config)

    assert set(figures) == {"sentences", "chat", "documents", "own_words", "words_per_second"}
    assert len(report_lines) == 3
    strings = (tmp_path / "out" / "vocab" / "strings.json").read_text(encoding="utf-8")
    assert "nmod:poss" in strings
    assert "boss" not in strings
    assert [token.text for token in spacy.load(tmp_path / "out")("Tom's boss isn't here.")][:3] == ["Tom", "'s", "boss"]


def test_a_missing_treebank_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=english_pipeline.TRAIN):
        english_pipeline.train_english_pipeline(tmp_path, tmp_path / "out", print)


def test_the_name_tagger_is_trained_written_and_measured(tmp_path):
    rows = [
        {"tokens": ["Eva", "lives", "in", "Rome"], "tags": ["B-PER", "O", "O", "B-LOC"]},
        {"tokens": ["it", "rains"], "tags": ["O", "O"]},
    ]
    for name in (*name_tagger.TRAINING_SETS, *name_tagger.TEST_SETS):
        text = "".join(json.dumps(row) + "\n" for row in rows * 2)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    report_lines = []
    config = name_tagger.TaggerConfig(layers=(6,), epochs=1, synthetic_count=20, shape=NetworkShape(narrow=8, wide=8))

    figures = name_tagger.train_name_tagger(
        tmp_path, tmp_path / "head.npz", Settings(embed_threads=1), report_lines.append, config
    )

    assert set(figures) == {"ewt-dev held out", "ewt-dev held out, lower case", *name_tagger.TEST_SETS}
    assert set(figures["wnut17-dev"]["micro"]) == {"precision", "recall", "f1"}
    assert load_weights(tmp_path / "head.npz").layers == (6,)


def test_a_missing_set_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=r"ewt-dev\.jsonl"):
        name_tagger.train_name_tagger(tmp_path, tmp_path / "head.npz", Settings(), print)
