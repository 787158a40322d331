"""The course of a session: 25 whole or the last 20, sentences of older ones renewed every third message, and anchors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.context.session_history import CHOSEN, anchored, choose, course
from kg.context.stored_memories import Beside
from kg.protocols import TokenCounter
from kg.types import Context
from tests.support import T0, minutes

Connect = Callable[..., Memory]
NUMBERS = Settings(neo4j_password="none")


def said(place: int, text: str | None = None, **of: Any) -> Event:
    told = text or f"Boat number {place} is painted blue in the harbour."
    stored = {"id": f"e{place}", "seq": place, "session": "cli:1", "at": T0 + minutes(place), "audience": "shared"}
    return Event(told, **{"speaker": "cli:ann", "speaker_name": "Ann", **stored, **of})


def lines(context: Context, name: str) -> list[str]:
    """The lines of a section, without their markers."""
    found = next((part.items for part in context.sections if part.name == name), ())
    return [re.sub(r"^> \[m\d+\] ", "", line) for line in found]


@pytest.mark.parametrize(("count", "quoted", "until"), [(0, 0, 0), (20, 20, 0), (25, 25, 0), (26, 20, 6)])
def test_up_to_25_are_told_whole_and_of_more_the_last_20(count: int, quoted: int, until: int) -> None:
    events = [said(place) for place in range(count)]
    told = course(events, Beside(older=tuple(events[:until])), NUMBERS)
    assert list(told.recent) == events[count - quoted :]
    assert (told.until, told.renewed, len(told.earlier)) == (until, bool(until), until)


@pytest.mark.parametrize(("until", "renewed"), [(6, False), (7, False), (8, False), (9, True), (12, True)])
def test_older_ones_are_chosen_anew_after_every_third_message(until: int, renewed: bool) -> None:
    events = [said(place) for place in range(until, until + 26)]
    older = tuple(said(place) for place in range(until))
    beside = Beside(older=older, older_until=6 + 6, chosen=(("e2", 0, 4), ("gone", 0, 4)))
    told = course(events, beside, NUMBERS)
    assert told.until == until + 6
    assert told.renewed is renewed
    if not renewed:
        assert [(line.event.id, line.text) for line in told.earlier] == [("e2", "Boat")], "what is gone is not repeated"
        assert told.place == (["e2"], [0, 4])


def test_as_it_stood_then_it_is_chosen_anew() -> None:
    events = [said(place) for place in range(6, 32)]
    assert course(events, Beside(older=(said(1),), older_until=500), NUMBERS, then=True).renewed


def test_the_sentences_that_say_most_are_chosen_in_their_order() -> None:
    older = [said(place) for place in range(10)]
    older[3] = said(3, "Ok. Is it?")
    chosen = choose(older)
    assert len(chosen) == CHOSEN
    assert [line.event.seq for line in chosen] == sorted(line.event.seq or 0 for line in chosen)
    assert "e3" not in [line.event.id for line in chosen], "what says too little is not told"
    assert all(line.event.text[line.start : line.end].strip() == line.text for line in chosen)
    assert choose([]) == ()


@pytest.mark.parametrize(("replies", "told"), [(0, False), (1, False), (5, False), (6, True), (7, False), (12, True)])
def test_every_sixth_reply_has_an_anchor(replies: int, told: bool) -> None:
    assert anchored(replies, NUMBERS) is told


@pytest.fixture
def long(plain: Memory) -> Memory:
    """A session of 26 messages."""
    plain.log([said(place) for place in range(26)])
    return plain


def talk_on(memory: Memory, *places: int, **of: Any) -> None:
    memory.log([said(place, **of) for place in places])


def test_what_was_chosen_is_kept_until_three_more_are_older(long: Memory, look: Callable[..., list[Any]]) -> None:
    def kept() -> tuple[int, int]:
        [row] = look("MATCH (s:Session {scope: $scope}) RETURN s.older_until AS until, size(s.older_ids) AS ids")
        return row["until"], row["ids"]

    made = long.context("boat", session="cli:1", profile="full", budget=4_000)
    assert made.trips == 3, "two to read, one to keep the choice"
    assert len(lines(made, "recent")) == 20
    assert lines(made, "earlier") == [
        f"09:0{place} Ann: Boat number {place} is painted blue in the harbour." for place in range(6)
    ]
    assert kept() == (6, 6)
    for more in (26, 27):
        talk_on(long, more)
        made = long.context("boat", session="cli:1", profile="full", budget=4_000)
        assert made.trips == 2, "the choice is there"
        assert len(lines(made, "earlier")) == 6
    talk_on(long, 28)
    assert long.context("boat", session="cli:1", profile="full").trips == 3
    assert kept() == (9, 6)


def test_no_word_of_a_message_is_kept_beside_it(long: Memory, look: Callable[..., list[Any]]) -> None:
    long.context("boat", session="cli:1", profile="full")
    [row] = look("MATCH (s:Session {scope: $scope}) RETURN s {.*} AS properties")
    assert "Boat" not in str(row["properties"])
    look("MATCH (e:Event {scope: $scope, id: 'e2'}) SET e.quarantine = 'receipt'")
    assert "number 2 is" not in long.context("birds", session="cli:1", profile="full").text


def test_of_what_was_chosen_each_reads_what_they_may_see(plain: Memory, connect: Connect) -> None:
    memory = connect(owner="cli:olga", settings=plain.settings)
    memory.log([said(place, f"Secret number {place} is under the old oak.", audience="person") for place in range(8)])
    talk_on(memory, *range(8, 28))
    asked = {"session": "cli:1", "profile": "full"}
    assert "Secret" in memory.context("And?", speaker="cli:olga", **asked).text
    assert "Secret" not in memory.context("And?", speaker="cli:bob", **asked).text
    assert "Secret" in memory.context("And?", speaker="cli:ann", **asked).text


def test_the_session_as_it_was_summed_up_stands_for_what_it_covers(plain: Memory) -> None:
    talk_on(plain, *range(30))
    plain.digest()
    assert plain.summaries.refresh() > 0
    talk_on(plain, *range(30, 60))
    made = plain.context("boat", session="cli:1", profile="full", budget=7_000)
    summary = plain.summaries.get("session:cli:1")
    earlier = next(part.items for part in made.sections if part.name == "earlier")
    cited = [made.citations[line[3:].split("]")[0]] for line in earlier]
    assert cited[0] == summary.id
    assert all(plain.get(node).seq >= 30 for node in cited if node != summary.id)


def test_a_look_at_the_past_notes_nothing(long: Memory, look: Callable[..., list[Any]]) -> None:
    talk_on(long, *range(26, 40))
    made = long.context("boat", session="cli:1", profile="full", as_of=T0 + minutes(29))
    assert made.trips == 2
    assert len(lines(made, "recent")) == 20
    assert lines(made, "earlier")
    assert "number 30 " not in made.text
    [row] = look("MATCH (s:Session {scope: $scope}) RETURN s.older_until AS until")
    assert row["until"] is None


def test_after_every_sixth_reply_it_is_told_who_the_agent_is_and_what_it_does(
    plain: Memory, settings: Settings
) -> None:
    plain.core.add("I am Ada, who helps in the harbour.", "identity")
    plain.core.add("word " * 100, "identity")
    plain.working.replace("cli:1", task="Paint the boats")
    for place in range(13):
        talk_on(plain, place, role="assistant", speaker="cli:ada", speaker_name="Ada")
        made = plain.context("And now?", session="cli:1", budget=3_000)
        told = lines(made, "anchor")
        if (place + 1) % 6:
            assert told == []
        else:
            assert told == ["Current task (just now): Paint the boats", "identity: I am Ada, who helps in the harbour."]
            assert made.text.rstrip().endswith(told[-1])
            counter: TokenCounter = plain._tokens
            assert counter.count("## To keep in mind\n" + "\n".join(made.sections[-1].items)) <= 60
    assert len(set(made.citations.values())) == len(made.citations)
