from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.language.sentences import split_quoting_sentences, split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n ", []),
        ("One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]),
        (
            "Dr. Smith met J. Doe, e.g. at 5 p.m. today. Then he left.",
            ["Dr. Smith met J. Doe, e.g. at 5 p.m. today.", "Then he left."],
        ),
        (
            'She said "Stop." Then (as always) he did.) Yes',
            ['She said "Stop."', "Then (as always) he did.)", "Yes"],
        ),
        ("So did I. Then 3.14 came.", ["So did I.", "Then 3.14 came."]),
        ("Wait... what? No!!! Yes", ["Wait...", "what?", "No!!!", "Yes"]),
        ("- one\n- two. Three\n\n# Head", ["- one", "- two.", "Three", "# Head"]),
        ("```\na. B\nc\n```\nx. Y", ["```", "a. B", "c", "```", "x.", "Y"]),
        ("我去了。你呢？好", ["我去了。", "你呢？", "好"]),
    ],
)
def test_sentences(text, expected):
    assert [text[start:end] for start, end in split_sentences(text)] == expected


@given(text=st.one_of(st.text(), st.text(alphabet="aA.!? \n`\"'")))
def test_every_other_character_is_in_one_sentence(text):
    spans = split_sentences(text)

    places = [place for start, end in spans for place in range(start, end)]
    assert places == sorted(set(places))
    assert {place for place, sign in enumerate(text) if not sign.isspace()} <= set(places)


def test_quotations_are_not_split():
    text = "Moira said: “fetch it. Now!” lena (stranger) said: “25 euros” Karin lives in Kassel. Tom said “no” and left. Bo won"
    assert split_quoting_sentences(text) == [
        "Moira said: “fetch it. Now!”",
        "lena (stranger) said: “25 euros”",
        "Karin lives in Kassel.",
        "Tom said “no” and left.",
        "Bo won",
    ]
    assert split_quoting_sentences("It costs 4.80. “Open. And on") == ["It costs 4.80.", "“Open. And on"]
    assert split_quoting_sentences("") == []
