"""Building blocks of patterns: alternatives with spaces, and rules with trigger words."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.instructions import phrases
from kg.language.instructions.phrases import any_of, build_rule


@given(st.lists(st.text("abc", min_size=1, max_size=5), min_size=1, max_size=6), st.text("abc", min_size=1, max_size=5))
def test_exactly_the_listed_words_match(words: list[str], word: str) -> None:
    assert (re.fullmatch(any_of("  ".join(words)), word) is not None) is (word in words)


def test_a_tilde_is_a_space_within_a_phrase_and_the_group_is_closed() -> None:
    pattern = any_of("keep~in~mind save") + " it"
    assert re.fullmatch(pattern, "keep in mind it")
    assert re.fullmatch(pattern, "save it")
    assert not re.fullmatch(pattern, "save")
    assert not re.fullmatch(pattern, "keep~in~mind it")


def test_a_rule_joins_its_parts_and_ignores_case() -> None:
    rule = build_rule("ignore  drop", r"\b(?:ignore|drop)", r" it\b")
    assert rule.triggers == {"ignore", "drop"}
    assert rule.pattern.search("Please DROP it now")
    assert not rule.pattern.search("drop its")


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("AGENT", "AI assistant"),
        ("AGENT", "language model"),
        ("BOSS", "super-user"),
        ("HOLDER", "your boss"),
        ("RULES", "system prompts"),
        ("EARLIER", "previous"),
        ("POWER", "privileges"),
        ("KEEP", "bear in mind"),
        ("DROP", "stop following"),
        ("ANSWER", "respond"),
        ("SHOW", "tell me"),
        ("LET", "authorized"),
        ("UNTIED", "jailbroken"),
        ("NEVER", "refrain from"),
        ("NOW", "now also "),
        ("NOW", ""),
    ],
)
def test_each_group_has_its_synonyms(name: str, text: str) -> None:
    assert re.fullmatch(getattr(phrases, name), text, re.IGNORECASE)
