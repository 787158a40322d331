import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import bundled_pipeline
from kg.language.verb_lemmas import find_lemma


@pytest.mark.parametrize(
    ("form", "lemma"),
    [
        ("rotated", "rotate"),
        ("upgraded", "upgrade"),
        ("configuring", "configure"),
        ("debugged", "debug"),
        ("painted", "paint"),
        ("texting", "text"),
        ("hoped", "hope"),
        ("hopping", "hop"),
        ("typed", "type"),
        ("swimming", "swim"),
        ("pressed", "press"),
        ("cancelled", "cancel"),
        ("called", "call"),
        ("crying", "cry"),
        ("carried", "carry"),
        ("tied", "tie"),
        ("lying", "lie"),
        ("agreed", "agree"),
        ("seeing", "see"),
        ("owed", "owe"),
        ("described", "describe"),
        ("visited", "visit"),
        ("invited", "invite"),
        ("monitored", "monitor"),
        ("merging", "merge"),
        ("hanging", "hang"),
        ("putting", "put"),
        ("used", "use"),
        ("focused", "focus"),
    ],
)
def test_regular_forms_have_their_lemma(form, lemma):
    assert find_lemma(form) == lemma


@pytest.mark.parametrize("form", ["bleed", "need", "shed", "led", "string", "bring", "went", "re-linked", "ed", "ing"])
def test_other_words_have_none(form):
    assert find_lemma(form) is None


@given(st.text(alphabet="abcdeginpt-ü", max_size=8), st.sampled_from(["ed", "ing", "ied", ""]))
def test_any_word_can_be_read(stem, end):
    lemma = find_lemma(stem + end)
    assert lemma is None or lemma.isalpha()


def test_the_pipeline_uses_them():
    [doc] = bundled_pipeline().parse(["I rotated the staging key"])
    assert doc[1].lemma_ == "rotate"
