"""Diary entries without a language model: quotations with their speakers, one entry per audience."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kg import Event
from kg.memories.diary_text import write_diary_texts


def said(number: int, who: str, text: str, audience: str | None = None) -> Event:
    return Event(
        text, id=f"e{number}", speaker=f"cli:{who.lower()}", speaker_name=who, session="cli:1", audience=audience
    )


def test_an_entry_names_speakers_and_quotes_frequent_keywords() -> None:
    [result] = write_diary_texts(
        [
            said(1, "Ann", "Hello! The fair opens on the first of May."),
            said(2, "Bob", "Fine. I bring the tents for the fair."),
            said(3, "Ann", "Who brings the chairs?"),
            said(4, "Cleo", "ok"),
        ]
    )
    assert result.text == (
        "Ann, Bob and Cleo spoke. Ann said: “The fair opens on the first of May.” Bob said: “I bring the tents for the fair.”"
    )
    assert (result.participants, result.sources) == (("cli:ann", "cli:bob", "cli:cleo"), ("e1", "e2"))


def test_messages_without_content_give_no_entry() -> None:
    assert write_diary_texts([]) == []
    assert write_diary_texts([said(1, "Ann", "ok"), said(2, "Bob", "Who brings the chairs to the fair?")]) == []
    assert (
        write_diary_texts(
            [Event("The fair opens on the first of May.", id="e1", kind="tool_result", speaker="cli:bot")]
        )
        == []
    )


def test_each_audience_has_its_own_entry() -> None:
    result = write_diary_texts(
        [said(1, "Ann", "My secret is a red boat."), said(2, "Bob", "We all like the sea.", "session:cli:1")]
    )
    assert [(one.audience, one.sources) for one in result] == [("session:cli:1", ("e2",)), ("shared", ("e1",))]
    assert "secret" not in result[0].text


SAID = ["the", "fair", "opens", "in", "May", "boats", "are", "red", "?", ".", "!", "“", "”"]
WORDS = st.lists(st.sampled_from(SAID), max_size=14).map(" ".join)


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob", "Cleo"]), WORDS), max_size=12))
def test_every_quotation_follows_its_speakers_name(lines: list[tuple[str, str]]) -> None:
    events = {f"e{number}": said(number, who, text) for number, (who, text) in enumerate(lines)}
    result = write_diary_texts(events.values())
    assert write_diary_texts(events.values()) == result
    for one in result:
        quoted = re.findall(r"(\w+) said: “([^”]*)”", one.text)
        assert len(quoted) == len(one.sources) <= 3
        for source, (who, sentence) in zip(one.sources, quoted, strict=True):
            assert events[source].speaker_name == who
            assert sentence in events[source].text.replace("“", "‘").replace("”", "’")
