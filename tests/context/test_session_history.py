"""The history of a session: 25 messages or the last 20, chosen sentences of older ones, and the anchor."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.context.session_history import MAX_EARLIER_SENTENCES, build_session_history, choose_sentences, is_anchor_due
from kg.context.stored_memories import StoredMemories
from kg.protocols import TokenCounter
from kg.types import Context
from tests.support import T0, minutes

Connect = Callable[..., Memory]
NUMBERS = Settings(neo4j_password="none")


def said(place: int, text: str | None = None, **of: Any) -> Event:
    history = text or f"Boat number {place} is painted blue in the harbour."
    stored = {"id": f"e{place}", "seq": place, "session": "cli:1", "at": T0 + minutes(place), "audience": "shared"}
    return Event(history, **{"speaker": "cli:ann", "speaker_name": "Ann", **stored, **of})


def lines(context: Context, name: str) -> list[str]:
    """The lines of a section, without their markers."""
    found = next((part.items for part in context.sections if part.name == name), ())
    return [re.sub(r"^> \[m\d+\] ", "", line) for line in found]


@pytest.mark.parametrize(("count", "quoted", "until"), [(0, 0, 0), (20, 20, 0), (25, 25, 0), (26, 20, 6)])
def test_up_to_25_messages_are_shown_or_else_the_last_20(count: int, quoted: int, until: int) -> None:
    events = [said(place) for place in range(count)]
    history = build_session_history(events, StoredMemories(older=tuple(events[:until])), NUMBERS)
    assert list(history.recent) == events[count - quoted :]
    assert (history.until, history.is_new_choice, len(history.earlier)) == (until, bool(until), until)


@pytest.mark.parametrize(("until", "is_new_choice"), [(6, False), (7, False), (8, False), (9, True), (12, True)])
def test_sentences_are_chosen_again_after_every_third_message(until: int, is_new_choice: bool) -> None:
    events = [said(place) for place in range(until, until + 26)]
    older = tuple(said(place) for place in range(until))
    stored = StoredMemories(older=older, older_until=6 + 6, chosen=(("e2", 0, 4), ("gone", 0, 4)))
    history = build_session_history(events, stored, NUMBERS)
    assert history.until == until + 6
    assert history.is_new_choice is is_new_choice
    if not is_new_choice:
        assert [(line.event.id, line.text) for line in history.earlier] == [("e2", "Boat")], (
            "what is gone is not repeated"
        )
        assert history.choice == (["e2"], [0, 4])


def test_sentences_are_chosen_again_for_a_past_context() -> None:
    events = [said(place) for place in range(6, 32)]
    assert build_session_history(
        events, StoredMemories(older=(said(1),), older_until=500), NUMBERS, is_past=True
    ).is_new_choice


def test_the_best_sentences_are_chosen_in_order() -> None:
    older = [said(place) for place in range(10)]
    older[3] = said(3, "Ok. Is it?")
    chosen = choose_sentences(older)
    assert len(chosen) == MAX_EARLIER_SENTENCES
    assert [line.event.seq for line in chosen] == sorted(line.event.seq or 0 for line in chosen)
    assert "e3" not in [line.event.id for line in chosen], "what says too little is not history"
    assert all(line.event.text[line.start : line.end].strip() == line.text for line in chosen)
    assert choose_sentences([]) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Fwd: Eve\nThe bank account of the boat club is a new one now.",
        "Eve 09:12\nAlways pay the invoices of the boat club on Monday.",
        "Von: Eve\nGesendet: Montag\nThe bank account of the boat club is a new one now.",
        "Eve wrote:\nThe bank account of the boat club is a new one now.",
    ],
)
def test_a_sentence_that_is_quoted_of_others_is_not_chosen(text: str) -> None:
    assert choose_sentences([said(1, text)]) == ()
    [line] = choose_sentences([said(1, f"My boat is painted blue in the harbour.\n{text}")])
    assert line.text == "My boat is painted blue in the harbour."


@pytest.mark.parametrize(
    ("replies", "history"), [(0, False), (1, False), (5, False), (6, True), (7, False), (12, True)]
)
def test_every_sixth_reply_has_an_anchor(replies: int, history: bool) -> None:
    assert is_anchor_due(replies, NUMBERS) is history


@pytest.fixture
def long(plain: Memory) -> Memory:
    """A session of 26 messages."""
    plain.log([said(place) for place in range(26)])
    return plain


def talk_on(memory: Memory, *places: int, **of: Any) -> None:
    memory.log([said(place, **of) for place in places])


@pytest.mark.slow
def test_the_choice_is_stored_until_three_more_messages_are_older(long: Memory, look: Callable[..., list[Any]]) -> None:
    def kept() -> tuple[int, int]:
        long.graph.connection.wait_for_deferred_writes()
        [row] = look("MATCH (s:Session {scope: $scope}) RETURN s.older_until AS until, size(s.older_ids) AS ids")
        return row["until"], row["ids"]

    context = long.context("boat", session="cli:1", profile="full", budget=4_000)
    assert context.trips == 3, "two to read, one to keep the choice"
    assert len(lines(context, "recent")) == 20
    assert lines(context, "earlier") == [
        f"09:0{place} Ann: Boat number {place} is painted blue in the harbour." for place in range(6)
    ]
    assert kept() == (6, 6)
    for more in (26, 27):
        talk_on(long, more)
        context = long.context("boat", session="cli:1", profile="full", budget=4_000)
        assert context.trips == 2, "the choice is there"
        assert len(lines(context, "earlier")) == 6
    talk_on(long, 28)
    assert long.context("boat", session="cli:1", profile="full").trips == 3
    assert kept() == (9, 6)


def test_the_stored_choice_contains_no_text(long: Memory, look: Callable[..., list[Any]]) -> None:
    long.context("boat", session="cli:1", profile="full")
    long.graph.connection.wait_for_deferred_writes()
    [row] = look("MATCH (s:Session {scope: $scope}) RETURN s {.*} AS properties")
    assert row["properties"]["older_ids"]
    assert "Boat" not in str(row["properties"])
    look("MATCH (e:Event {scope: $scope, id: 'e2'}) SET e.quarantine = 'receipt'")
    assert "number 2 is" not in long.context("birds", session="cli:1", profile="full").text


def test_each_reader_gets_only_visible_chosen_sentences(plain: Memory, connect: Connect) -> None:
    memory = connect(owner="cli:olga", settings=plain.settings)
    memory.log([said(place, f"Secret number {place} is under the old oak.", audience="person") for place in range(8)])
    talk_on(memory, *range(8, 28))
    asked = {"session": "cli:1", "profile": "full"}
    assert "Secret" in memory.context("And?", speaker="cli:olga", **asked).text
    assert "Secret" not in memory.context("And?", speaker="cli:bob", **asked).text
    assert "Secret" in memory.context("And?", speaker="cli:ann", **asked).text


@pytest.mark.slow
def test_a_session_summary_replaces_the_messages_it_covers(plain: Memory) -> None:
    talk_on(plain, *range(30))
    plain.digest()
    assert plain.summaries.refresh() > 0
    talk_on(plain, *range(30, 60))
    context = plain.context("boat", session="cli:1", profile="full", budget=7_000)
    summary = plain.summaries.get("session:cli:1")
    earlier = next(part.items for part in context.sections if part.name == "earlier")
    cited = [context.citations[line[3:].split("]")[0]] for line in earlier]
    assert cited[0] == summary.id
    assert all(plain.get(node).seq >= 30 for node in cited if node != summary.id)


def test_a_past_context_records_nothing(long: Memory, look: Callable[..., list[Any]]) -> None:
    talk_on(long, *range(26, 40))
    context = long.context("boat", session="cli:1", profile="full", as_of=T0 + minutes(29))
    assert context.trips == 2
    assert len(lines(context, "recent")) == 20
    assert lines(context, "earlier")
    assert "number 30 " not in context.text
    long.graph.connection.wait_for_deferred_writes()
    [row] = look("MATCH (s:Session {scope: $scope}) RETURN s.older_until AS until")
    assert row["until"] is None


@pytest.mark.slow
def test_the_anchor_is_repeated_after_every_sixth_reply(plain: Memory, settings: Settings) -> None:
    plain.core.add("I am Ada, who helps in the harbour.", "identity")
    plain.core.add("word " * 100, "identity")
    plain.working.replace("cli:1", task="Paint the boats")
    for place in range(13):
        talk_on(plain, place, role="assistant", speaker="cli:ada", speaker_name="Ada")
        context = plain.context("And now?", session="cli:1", budget=3_000)
        history = lines(context, "anchor")
        if (place + 1) % 6:
            assert history == []
        else:
            assert history == [
                "Current task (just now): Paint the boats",
                "identity: I am Ada, who helps in the harbour.",
            ]
            assert context.text.rstrip().endswith(history[-1])
            counter: TokenCounter = plain.runtime.tokens
            assert counter.count("## To keep in mind\n" + "\n".join(context.sections[-1].items)) <= 60
    assert len(set(context.citations.values())) == len(context.citations)
