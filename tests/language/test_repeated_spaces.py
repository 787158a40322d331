import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language import bundled_pipeline

_WORDS = st.lists(st.sampled_from(["I", "live", "in", "Porto", ".", "\n", "and"]), max_size=8)


@pytest.mark.parametrize("text", ["the owner of  payments-api   is Lena", "  the owner of payments-api is   Lena "])
def test_repeated_spaces_change_neither_tags_nor_tree(text):
    [spaced, plain] = bundled_pipeline().parse([text, "the owner of payments-api is Lena"])
    words = [token for token in spaced if not token.is_space]
    assert [(word.text, word.tag_, word.dep_, word.head.text) for word in words] == [
        (word.text, word.tag_, word.dep_, word.head.text) for word in plain
    ]
    assert spaced.text == text


@given(_WORDS, st.integers(min_value=1, max_value=3))
def test_offsets_are_those_of_the_text(words, width):
    text = (" " * width).join(words)
    for trees in (True, False):
        [doc] = bundled_pipeline().parse([text], trees=trees)
        assert doc.text == text
        assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)
