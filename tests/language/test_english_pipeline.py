from __future__ import annotations

import subprocess
import sys
import threading

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spacy.language import Language
from threadpoolctl import threadpool_info, threadpool_limits

from kg.errors import ModelUnavailable
from kg.language.english_pipeline import FOLDER, EnglishPipeline, spacy_names

# spaCy builds its English tokenizer and the first parse fills its caches.
pytestmark = pytest.mark.timeout(120)


@pytest.fixture(scope="module")
def english():
    return EnglishPipeline()


def tree(doc):
    return {(token.text, token.dep_, token.head.text) for token in doc}


def test_products_are_those_of_numpy_on_one_thread():
    threads = []

    @Language.component("count_threads")
    def count_threads(doc):
        threads.append({each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"})
        return doc

    english = EnglishPipeline()
    language = english._get_language()
    language.add_pipe("count_threads")
    with threadpool_limits(2, user_api="blas"):
        english.parse(["im working at acme in ghent"])

    assert threads == [{1}]
    # The largest products are those of the vectors of words. A Mac has operations of its own.
    models = list(language.get_pipe("tok2vec").model.walk())
    assert not any(getattr(node.ops, "use_blis", False) for node in models)


def test_plain_sentences_are_parsed(english):
    sister, boss = english.parse(["My sister Eva lives in Rome.", "Tom's boss Maria joined Google last week."])

    assert {("My", "nmod:poss", "sister"), ("Eva", "appos", "sister"), ("sister", "nsubj", "lives")} <= tree(sister)
    assert {("Rome", "obl", "lives"), ("in", "case", "Rome")} <= tree(sister)
    assert {("Tom", "nmod:poss", "boss"), ("Maria", "appos", "boss"), ("boss", "nsubj", "joined")} <= tree(boss)
    assert {("Google", "obj", "joined"), ("week", "obl:unmarked", "joined")} <= tree(boss)
    assert [token.lemma_ for token in sister if token.dep_ == "ROOT"] == ["live"]
    assert next(token.pos_ for token in boss if token.text == "Maria") == "PROPN"


def test_chat_style_is_parsed(english):
    (doc,) = english.parse(["im working at acme in ghent"])

    assert [token.text for token in doc] == ["i", "m", "working", "at", "acme", "in", "ghent"]
    assert {("i", "nsubj", "working"), ("m", "aux", "working"), ("acme", "obl", "working")} <= tree(doc)
    assert [token.lemma_ for token in doc][:3] == ["I", "be", "work"]


def test_sentences_of_a_message_are_separated(english):
    (doc,) = english.parse(["I moved to Oslo in May. It rains a lot here. Do you like it?"])

    assert [sentence.text for sentence in doc.sents] == [
        "I moved to Oslo in May.",
        "It rains a lot here.",
        "Do you like it?",
    ]


def test_negation_and_questions_are_marked(english):
    no, question = english.parse(["I don't like coriander.", "Do you know whether Tom works at Google?"])

    assert any(token.lemma_ == "not" and token.head.lemma_ == "like" for token in no)
    assert any(token.dep_ == "mark" and token.text == "whether" and token.head.lemma_ == "work" for token in question)


def test_hyphenated_words_and_id_are_single_tokens(english):
    (doc,) = english.parse(["What's the id of the well-known e-mail?"])

    assert {"id", "well-known", "e-mail"} <= {token.text for token in doc}


def test_the_dependencies_are_universal_dependencies(english):
    assert english.universal


@settings(max_examples=40, deadline=None)
@given(texts=st.lists(st.text(max_size=60), max_size=4))
def test_offsets_are_offsets_in_the_text(english, texts):
    for text, doc in zip(texts, english.parse(texts), strict=True):
        assert len(doc.text) == len(text)
        assert all(0 <= token.idx < token.idx + len(token) <= len(text) for token in doc)


def test_curly_quotes_do_not_change_offsets(english):
    text = "I’m sure Tom’s boss isn’t here"
    (doc,) = english.parse([text])

    assert text[next(token.idx for token in doc if token.text == "boss") :].startswith("boss")
    assert any(token.lemma_ == "not" for token in doc)


def test_threads_can_share_a_pipeline():
    shared, seen = EnglishPipeline(), []

    def work():
        seen.append([token.dep_ for token in shared.parse(["Eva works at Acme."])[0]])

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 4
    assert seen.count(seen[0]) == 4


def test_nothing_is_loaded_before_it_is_used():
    code = "from kg.language import EnglishPipeline; EnglishPipeline(); import sys; print('spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "False"


def test_a_missing_pipeline_raises_with_the_install_command():
    with pytest.raises(ModelUnavailable, match="spacy download en_core_web_none") as caught:
        EnglishPipeline("en_core_web_none").parse(["Hello"])

    assert "spacy download" in caught.value.how


def test_without_spacy_the_error_gives_the_install_command():
    code = (
        "import sys; sys.modules['spacy'] = None\n"
        "from kg.errors import ModelUnavailable\n"
        "from kg.language.english_pipeline import EnglishPipeline\n"
        "try:\n    EnglishPipeline().parse(['Hello'])\n"
        "except ModelUnavailable as error:\n    print(error.how)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert "pip install spacy" in done.stdout


def test_another_pipeline_can_be_used(tmp_path):
    import spacy

    made = spacy.blank("en")
    made.add_pipe("entity_ruler").add_patterns(
        [
            {"label": "GPE", "pattern": "Ghent"},
            {"label": "tool", "pattern": "Postgres"},
            {"label": "DATE", "pattern": "May"},
        ]
    )
    made.to_disk(tmp_path / "pipeline")
    other, text = EnglishPipeline(tmp_path / "pipeline"), "In May we moved Postgres to Ghent"

    (doc,) = other.parse([text])

    assert [(span.text, span.label, span.score) for span in spacy_names(doc, text)] == [
        ("Postgres", "tool", 1.0),
        ("Ghent", "place", 1.0),
    ]
    assert not other.universal


def test_the_bundled_pipeline_is_small_and_documents_its_source():
    models = FOLDER.parent
    size = sum(path.stat().st_size for path in models.rglob("*") if path.is_file())

    assert size <= 12_000_000
    assert "CC BY-SA 4.0" in (FOLDER / "README.md").read_text(encoding="utf-8")
    assert (models / "entities" / "README.md").is_file()
