"""Messages that change or take back what was wished before, and messages that leave it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg import Event, Memory
from kg.language import MiniLM
from kg.memories.changed_wishes import change_features, may_change_wish, mean_states, split_message
from kg.settings import Settings
from tests.support import T0, minutes


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM(Settings(embed_threads=1))


BOT = {"speaker": "cli:bot", "role": "assistant"}


def tell_agent(memory: Memory, *texts: str, day: int = 0) -> None:
    events = [Event("Hello, what can I do?", session=f"cli:{day}", at=T0 + minutes(1_440 * (day - 9)), **BOT)]  # type: ignore[arg-type]
    events += [
        Event(
            text,
            session=f"cli:{day}",
            speaker="cli:ann",
            speaker_name="Ann",
            at=T0 + minutes(1_440 * (day - 9) + place),
        )
        for place, text in enumerate(texts, 1)
    ]
    memory.log(events)
    memory.digest()


def list_wishes(memory: Memory) -> list[str]:
    return sorted(one.content for one in memory.learnings.list())


@pytest.mark.parametrize(
    ("wish", "later"),
    [
        ("Never book flights before 9 am.", "You can forget about the 9 am rule for flights, I get up early now."),
        ("Always write the code comments in German.", "No need to write the comments in German any more."),
        ("Always give distances in miles.", "Please give distances in kilometres from now on instead of miles."),
    ],
)
def test_a_wish_that_is_taken_back_or_changed_is_superseded(
    connect: Callable[..., Memory], minilm: MiniLM, wish: str, later: str
) -> None:
    memory = connect(owner="cli:ann", embedder=minilm)
    tell_agent(memory, wish)
    assert list_wishes(memory) == [wish]
    tell_agent(memory, later, day=3)
    assert wish not in list_wishes(memory)
    context = memory.context("Book a flight and write the code.", speaker="cli:ann", session="cli:9")
    assert not any(section.name == "preferences" and wish in "\n".join(section.items) for section in context.sections)
    [replaced] = [one for one in memory.learnings.list(active=False) if one.content == wish]
    assert replaced.superseded_by in {one.id for one in memory.learnings.list()}


@pytest.mark.parametrize(
    "later",
    [
        "Thanks, the flight at 11 was perfect.",
        "My sister hates early flights, she missed two of them.",
        "Can you check whether the flight is on time now?",
        "I painted the shed again.",
    ],
)
def test_a_wish_is_kept_by_messages_that_leave_it(connect: Callable[..., Memory], minilm: MiniLM, later: str) -> None:
    memory = connect(owner="cli:ann", embedder=minilm)
    wish = "Never book flights before 9 am."
    tell_agent(memory, wish)
    tell_agent(memory, later, day=3)
    assert wish in list_wishes(memory)


def test_the_fact_that_states_the_wish_is_retracted_too(connect: Callable[..., Memory], minilm: MiniLM) -> None:
    memory = connect(owner="cli:ann", embedder=minilm)
    wish = "don't write docstrings on private functions"
    tell_agent(memory, wish)
    assert [fact.object for fact in memory.facts.list(predicate="prefers")] == [wish]
    tell_agent(memory, "forget what I said about docstrings on private functions, write them now", day=3)
    assert wish not in list_wishes(memory)
    assert not [fact for fact in memory.facts.list(predicate="prefers") if fact.object == wish]
    [retracted] = memory.facts.list(predicate="prefers", status="retracted")
    assert retracted.object == wish
    # Why it was retracted does not quote the message, which may be forgotten.
    memory.forget(event=find_event(memory, "write them now"))
    assert count_nodes_with(memory, "write them now") == 0


def find_event(memory: Memory, words: str) -> str:
    cypher = "MATCH (event:Event {scope: $scope}) WHERE event.text CONTAINS $words RETURN event.id AS id"
    [row] = memory.graph.read_cypher(cypher, {"words": words}, timeout_s=20, max_rows=2).rows
    return str(row["id"])


def count_nodes_with(memory: Memory, words: str) -> int:
    cypher = "MATCH (n {scope: $scope}) WHERE any(key IN keys(n) WHERE toStringOrNull(n[key]) CONTAINS $words) RETURN n"
    return len(memory.graph.read_cypher(cypher, {"words": words}, timeout_s=20, max_rows=9).rows)


def test_another_person_changes_no_wish_of_the_owner(connect: Callable[..., Memory], minilm: MiniLM) -> None:
    memory = connect(owner="cli:ann", embedder=minilm)
    wish = "Never book flights before 9 am."
    tell_agent(memory, wish)
    memory.log(
        [
            Event("Hello.", session="cli:5", at=T0 - minutes(5_000), **BOT),  # type: ignore[arg-type]
            Event("Forget the 9 am rule for flights.", session="cli:5", speaker="cli:eve", at=T0 - minutes(4_999)),
        ]
    )
    memory.digest()
    assert list_wishes(memory) == [wish]


def test_in_one_batch_only_wishes_before_the_message_are_changed(
    connect: Callable[..., Memory], minilm: MiniLM
) -> None:
    wish, later = "Always write the code comments in German.", "No need to write the comments in German any more."
    for place, texts in enumerate(((wish, later), (later, wish))):
        memory = connect(f"order-{place}", owner="cli:ann", embedder=minilm)
        tell_agent(memory, *texts)
        assert (wish in list_wishes(memory)) is (texts[-1] == wish)


def test_only_words_of_a_change_are_compared() -> None:
    assert may_change_wish("you can stop that")
    assert may_change_wish("I don’t need them any more")
    assert not may_change_wish("The shed is red.")


def test_features_count_words_of_changes_and_what_is_shared() -> None:
    features = change_features("no emojis in mails", "stop it: emojis are fine again?", (0.25, 0.5))
    assert features["nearest"] == 0.5
    assert features["shared"] == 1.0
    assert features["share of wish"] == 0.5
    assert features["asks"] == 1.0
    assert (features["cue ends"], features["cue allows"], features["alike, allows"]) == (1.0, 2.0, 2.0)
    assert change_features("no emojis", "fine again", (0.1, 0.1))["alike, allows"] == 0.0


def test_a_message_is_compared_whole_and_by_sentence() -> None:
    assert split_message("Stop it.") == ["Stop it."]
    assert split_message("The mail is out. Stop the reminders.") == [
        "The mail is out. Stop the reminders.",
        "The mail is out.",
        "Stop the reminders.",
    ]
    assert not mean_states(None).any()
