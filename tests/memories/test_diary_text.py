"""Diary entries without a language model: what mattered, one entry per audience."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from kg import Event
from kg.memories.diary_text import MAX_SENTENCES, write_diary_texts
from kg.memories.notable_sentences import EventStatement


def said(number: int, who: str, text: str, audience: str | None = None) -> Event:
    return Event(
        text, id=f"e{number}", speaker=f"cli:{who.lower()}", speaker_name=who, session="cli:1", audience=audience
    )


def test_an_entry_states_facts_and_quotes_what_digestion_made_no_fact_of() -> None:
    facts = {"e1": [EventStatement("f1", "Ann moved to Oslo on 3 May 2026.", 0.9)]}
    [result] = write_diary_texts(
        [
            said(1, "Ann Lee", "Hello! I moved to Oslo on 3 May."),
            said(2, "Bob", "Dad died in the hospital on Friday."),
            said(3, "Ann Lee", "When is the funeral?"),
            said(4, "Cleo", "ok, see you"),
        ],
        facts,
    )
    assert result.text == "Ann moved to Oslo on 3 May 2026. Bob said: “Dad died in the hospital on Friday.”"
    assert (result.participants, result.sources) == (("cli:ann lee", "cli:bob", "cli:cleo"), ("e1", "e2"))
    assert 0 < result.salience <= 1


def test_small_talk_gives_no_entry() -> None:
    assert write_diary_texts([], {}) == []
    assert write_diary_texts([said(1, "Ann", "ok"), said(2, "Bob", "haha, thanks! See you")], {}) == []
    tool = Event("The surgery on 3 May was cancelled.", id="e1", kind="tool_result", speaker="cli:bot")
    reply = Event("The surgery on 3 May was cancelled.", id="e2", role="assistant", speaker="cli:bot")
    assert write_diary_texts([tool, reply], {}) == []


def test_each_audience_has_its_own_entry() -> None:
    events = [
        said(1, "Ann", "My secret is that I am pregnant, due on 3 May."),
        said(2, "Bob", "We sold the house for 200,000 euros on Monday.", "session:cli:1"),
    ]
    result = write_diary_texts(events, {})
    assert [(one.audience, one.sources) for one in result] == [("session:cli:1", ("e2",)), ("shared", ("e1",))]
    assert "secret" not in result[0].text


SAID = ["Dad", "died", "on", "3", "May", "the", "house", "was", "sold", "we", "paid", "?", ".", "!", "“", "”"]
WORDS = st.lists(st.sampled_from(SAID), max_size=14).map(" ".join)


@given(st.lists(st.tuples(st.sampled_from(["Ann", "Bob", "Cleo"]), WORDS), max_size=12))
def test_every_quotation_follows_its_speakers_name(lines: list[tuple[str, str]]) -> None:
    events = {f"e{number}": said(number, who, text) for number, (who, text) in enumerate(lines)}
    result = write_diary_texts(events.values(), {})
    assert write_diary_texts(events.values(), {}) == result
    for one in result:
        quoted = re.findall(r"(\w+) said: “([^”]*)”", one.text)
        assert 0 < len(quoted) <= MAX_SENTENCES
        assert set(one.sources) == {
            source
            for who, sentence in quoted
            for source, event in events.items()
            if source in one.sources
            and event.speaker_name == who
            and all(
                " ".join(part.split()) in " ".join(event.text.replace("“", "‘").replace("”", "’").split())
                for part in sentence.split(" … ")
            )
        }
