"""Training of the English pipeline and of the recogniser: data in, chat style, gradients, and what goes out."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.bench.labelled_names import EVERY, Gold, Labelled, joined, read
from kg.errors import InvalidInput
from kg.language.name_tagger import LABELS, TAGS, load
from kg.language.word_units import Units
from kg.settings import Settings
from training import english_pipeline, name_tagger
from training.name_tagger import right
from training.synthetic_sentences import invented, renamed
from training.tagger_network import Lesson, Network, Shape
from training.treebank import Chat, chatty, grouped
from training.treebank import read as read_treebank
from training.treebank_statements import says, statements

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
    [[found]] = read_treebank(tmp_path / "bank.conllu")
    return found


def written(words):
    return "".join(word.form + " " * word.space for word in words).strip()


def arcs(words):
    return {(word.form, word.relation, words[word.head].form) for word in words}


def test_a_treebank_is_read_without_ranges_and_ghosts(sentence):
    assert written(sentence) == "Tom's boss isn't here."
    assert ("Tom", "nmod:poss", "boss") in arcs(sentence)
    assert ("here", "ROOT", "here") in arcs(sentence)


def test_a_file_that_is_no_treebank_is_refused(tmp_path):
    (tmp_path / "bank.conllu").write_text("1\tTom\n", encoding="utf-8")

    with pytest.raises(InvalidInput, match="line 1 has 2 columns"):
        read_treebank(tmp_path / "bank.conllu")


def test_chat_style_keeps_the_tree(sentence):
    words = chatty(sentence, Chat(1, 1, 1, 0), random.Random(0))

    assert written(words) == "toms boss isnt here"
    assert arcs(words) == {
        ("toms", "nmod:poss", "boss"),
        ("boss", "nsubj", "here"),
        ("is", "cop", "here"),
        ("nt", "advmod", "here"),
        ("here", "ROOT", "here"),
    }


def test_messages_are_neighbouring_sentences(sentence):
    groups = list(grouped([[sentence] * 9, [sentence]], 4, random.Random(0)))

    assert sum(map(len, groups)) == 10
    assert max(map(len, groups)) <= 4
    assert len(groups[-1]) == 1


def test_every_statement_is_a_tree(sentence):
    told = says([[sentence], *[[words] for words in known_tags(sentence)]])

    for (words,) in statements(400, told, random.Random(2)):
        roots = [place for place, word in enumerate(words) if word.head == place]
        assert [words[place].relation for place in roots] == ["ROOT"]
        assert all(0 <= word.head < len(words) for word in words)


def known_tags(sentence):
    """One word for each tag that statements use, so that a small treebank can tell of all."""
    from dataclasses import replace

    tags = "CC CD DT IN JJ MD NN NNP NNS POS PRP PRP$ RB RBR TO VB VBD VBG VBN VBP VBZ WRB . ,"
    for tag in tags.split():
        yield (replace(sentence[2], tag=tag, head=0, relation="ROOT"),)


@given(tokens=st.lists(st.sampled_from(["I", "'m", "do", "n't", "(", ")", '"', "@", "Ann", ",", "."]), min_size=1))
def test_tokens_are_put_together_and_found_again(tokens):
    text, places = joined(tokens)

    assert [text[start:end] for start, end in places] == tokens


def test_labels_are_brought_into_one_scheme(tmp_path):
    tokens = ["Ann", "of", "Acme", "Labs", "likes", "jazz", "and", "@", "bob", "."]
    tags = ["B-person", "O", "B-corporation", "I-corporation", "O", "B-musicgenre", "O", "O", "B-person", "O"]
    (tmp_path / "set.jsonl").write_text(json.dumps({"tokens": tokens, "tags": tags}) + "\n", encoding="utf-8")

    [found] = read(tmp_path / "set.jsonl")

    assert found.text == "Ann of Acme Labs likes jazz and @bob."
    assert [(found.text[each.start : each.end], *each.names) for each in found.gold] == [
        ("Ann", "person"),
        ("Acme Labs", "org"),
    ]
    assert [found.text[start:end] for start, end in found.unsure] == ["jazz", "bob"]
    assert found.known == {"person", "org"}


@pytest.mark.parametrize("line", ["no json", "{}", '{"tokens": ["a"], "tags": []}'])
def test_a_line_that_is_no_labelled_sentence_is_refused(tmp_path, line):
    (tmp_path / "set.jsonl").write_text(line, encoding="utf-8")

    with pytest.raises(InvalidInput, match="line 1"):
        read(tmp_path / "set.jsonl")


def test_invented_sentences_are_the_same_each_time_and_their_names_are_whole():
    made = invented(300, 5)

    assert made == invented(300, 5)
    assert {label for each in made for name in each.gold for label in name.names} == EVERY - {"other"}
    for each in made:
        assert "{" not in each.text
        assert all(each.text[name.start : name.end].strip() == each.text[name.start : name.end] for name in each.gold)


def test_other_names_stand_where_the_old_ones_stood():
    person, place = frozenset({"person"}), frozenset({"place"})
    sentence = Labelled("Ann Lee lives in Rome, I think.", (Gold(0, 7, person), Gold(17, 21, place)), (), EVERY)

    [made] = renamed([sentence], 1, 3)

    first, second = (made.text[name.start : name.end] for name in made.gold)
    assert made.text == f"{first} lives in {second}, I think."
    assert (first, second) != ("Ann Lee", "Rome")


def test_what_a_set_does_not_label_may_be_anything_it_lacks():
    known = frozenset({"person"})
    cut = Units(((0, 3), (4, 8), (9, 13)), (0, 1, 2))
    allowed = right(Labelled("Ann uses Rust", (Gold(0, 3, known),), (), known), cut)

    tags = [{TAGS[number] for number in np.flatnonzero(row)} for row in allowed]
    assert tags[0] == {"B-person"}
    assert tags[1] == {"O"}
    assert tags[2] == {"O", *(f"{part}-{label}" for label in LABELS if label != "person" for part in "BI")}


def test_slopes_are_those_of_the_loss():
    chance = np.random.default_rng(1)
    network = Network(6, Shape(narrow=4, wide=5, hidden_rows=0.0, hidden=0.0), chance)
    rows = chance.normal(size=(2, 4, 6)).astype(np.float32)
    right_tags = chance.random((2, 4, len(TAGS))) < 0.5
    right_tags[:, :, 0] = True
    mask = np.array([[True] * 4, [True, True, False, False]])
    right_tags[~mask] = True
    loss, slopes = network._slopes(rows, right_tags, mask)

    assert loss > 0
    for name in ("first", "second", "third", "third_bias", "steps", "starts"):
        weights = network.weights[name]
        place = np.unravel_index(np.abs(slopes[name]).argmax(), weights.shape)
        kept = weights[place]
        sides = []
        for step in (1e-3, -1e-3):
            weights[place] = kept + np.float32(step)
            sides.append(network._slopes(rows, right_tags, mask)[0])
        weights[place] = kept
        assert slopes[name][place] == pytest.approx((sides[0] - sides[1]) / 2e-3, rel=0.05), name


def test_a_network_learns():
    chance = np.random.default_rng(2)
    network = Network(3, Shape(narrow=8, wide=8, hidden_rows=0.0, hidden=0.0), chance)
    lessons = []
    for _ in range(40):
        kinds = chance.integers(0, 2, 5)
        rows = np.eye(3, dtype=np.float32)[kinds]
        allowed = np.zeros((5, len(TAGS)), bool)
        allowed[np.arange(5), np.where(kinds == 1, TAGS.index("B-person"), 0)] = True
        lessons.append(Lesson(rows, allowed))

    losses = [network.learn(lessons, 0.02) for _ in range(60)]

    assert losses[-1] < losses[0] / 20


def test_a_pipeline_is_trained_written_and_measured(tmp_path):
    import spacy

    for name in (english_pipeline.TRAIN, english_pipeline.DEV):
        # A relation that is met less than ten times is not learnt.
        (tmp_path / name).write_text("\n".join([TREEBANK] * 12), encoding="utf-8")
    told = []
    plan = english_pipeline.Plan(width=8, depth=1, rows=(50, 50, 50, 50), epochs=2, stated=0)

    figures = english_pipeline.run(tmp_path, tmp_path / "out", told.append, plan)

    assert set(figures) == {"sentences", "chat", "documents", "own_words", "words_per_second"}
    assert len(told) == 3
    strings = (tmp_path / "out" / "vocab" / "strings.json").read_text(encoding="utf-8")
    assert "nmod:poss" in strings
    assert "boss" not in strings
    assert [token.text for token in spacy.load(tmp_path / "out")("Tom's boss isn't here.")][:3] == ["Tom", "'s", "boss"]


def test_a_treebank_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=english_pipeline.TRAIN):
        english_pipeline.run(tmp_path, tmp_path / "out", print)


def test_a_recogniser_is_trained_written_and_measured(tmp_path):
    rows = [
        {"tokens": ["Eva", "lives", "in", "Rome"], "tags": ["B-PER", "O", "O", "B-LOC"]},
        {"tokens": ["it", "rains"], "tags": ["O", "O"]},
    ]
    for name in (*name_tagger.SETS, *name_tagger.CHECKS):
        text = "".join(json.dumps(row) + "\n" for row in rows * 2)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    told = []
    plan = name_tagger.Plan(layers=(6,), epochs=1, made=20, shape=Shape(narrow=8, wide=8))

    figures = name_tagger.run(tmp_path, tmp_path / "head.npz", Settings(embed_threads=1), told.append, plan)

    assert set(figures) == {"ewt-dev held out", "ewt-dev held out, lower case", *name_tagger.CHECKS}
    assert set(figures["wnut17-dev"]["micro"]) == {"precision", "recall", "f1"}
    assert load(tmp_path / "head.npz").layers == (6,)


def test_a_set_that_is_not_there_is_refused(tmp_path):
    with pytest.raises(InvalidInput, match=r"no ewt-dev\.jsonl"):
        name_tagger.run(tmp_path, tmp_path / "head.npz", Settings(), print)
