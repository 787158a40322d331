"""Forgetting a message erases the agent's messages that repeat it, and names can be erased after their person."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory
from kg.erasure.repeating_messages import choose_unshared_names, contains_written_name
from kg.errors import NotFound
from tests.erasure.messages import TALK, say
from tests.support import T0, minutes
from tests.transfer.graphs import find_words

Look = Callable[..., list[Any]]


def reply(memory: Memory, text: str, session: str, at: int) -> str:
    [name] = memory.log([Event(text, role="assistant", session=session, at=T0 - minutes(500 - at))])
    memory.digest()
    return name


@pytest.mark.slow
@pytest.mark.parametrize("repeated_first", [False, True])
def test_what_the_agent_repeated_is_erased_in_every_session(memory: Memory, look: Look, repeated_first: bool) -> None:
    if repeated_first:
        reply(memory, "Is zanzibar-42 the wifi password?", "cli:2", -1)
    [password] = say(memory, ("cli:bob", "The wifi password is zanzibar-42."))
    if not repeated_first:
        reply(memory, "Noted: the wifi password is zanzibar-42.", "cli:1", 1)
        reply(memory, "Bob, it is zanzibar-42.", "cli:2", 2)
    reply(memory, "Good morning, Bob.", "cli:2", 3)
    say(memory, ("cli:ann", "What was the password?"), session="cli:2", first=4)
    memory.core.add("wifi: zanzibar-42", "context")
    memory.sleep.deep()
    assert find_words(look, memory.scope, "zanzibar")
    preview = memory.forget(event=password, dry_run=True)
    receipt = memory.forget(event=password)
    assert receipt.removed == preview.removed
    assert receipt.removed["event"] == (2 if repeated_first else 3)
    assert find_words(look, memory.scope, "zanzibar", "wifi") == []
    assert [event.text for event in memory.history("cli:2")] == ["Good morning, Bob.", "What was the password?"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("secret", "repetitions"),
    [
        ("My password is otter-violet.", ("Noted: OTTER-VIOLET", "Noted: Otter Violet.")),
        ("The token is sk_live_abcdef.", ("Using sk_live_abcdef now.",)),
        (
            "My login is bob.otter@mailbox.example",
            ("I use BOB.OTTER@MAILBOX.EXAMPLE", "bob.otter@mailbox.example it is"),
        ),
        ("The safe code of the otter is 77-12-93.", ("Safe: 771293",)),
    ],
)
def test_a_repetition_in_another_spelling_protects_nothing(
    memory: Memory, look: Look, secret: str, repetitions: tuple[str, ...]
) -> None:
    # Parts of an address that others use.
    [said, _] = say(memory, ("cli:bob", secret), ("cli:ann", "Bob wrote to ann@mailbox.example."))
    for place, text in enumerate(repetitions):
        reply(memory, text, "cli:1", 1 + place)
    memory.forget(event=said)
    assert [event.text for event in memory.history("cli:1")] == ["Bob wrote to ann@mailbox.example."]
    assert find_words(look, memory.scope, "otter", "violet", "sk_live") == []


def test_messages_that_repeat_only_the_repetition_stay(memory: Memory) -> None:
    [password] = say(memory, ("cli:bob", "The wifi password is zanzibar-42."))
    reply(memory, "Stored zanzibar-42 beside the Vermilion ledger.", "cli:1", 1)
    reply(memory, "The Vermilion ledger is closed.", "cli:1", 2)
    memory.forget(event=password)
    assert [event.text for event in memory.history("cli:1")] == ["The Vermilion ledger is closed."]


def test_messages_of_other_people_stay(memory: Memory) -> None:
    [password, _] = say(memory, ("cli:bob", "The code is 7731."), ("cli:ann", "So it is 7731?"))
    memory.forget(event=password)
    assert [event.text for event in memory.history("cli:1")] == ["So it is 7731?"]


@pytest.mark.slow
def test_messages_that_name_a_forgotten_person_can_be_erased(memory: Memory, look: Look) -> None:
    say(memory, *TALK)
    memory.forget(person="cli:ann")
    assert find_words(look, memory.scope, "Ann")
    receipt = memory.forget(entity="Ann")
    assert receipt.removed["event"] == 1
    assert find_words(look, memory.scope, "Ann") == []
    with pytest.raises(NotFound):
        memory.forget(entity="Ann")


@pytest.mark.slow
def test_messages_of_the_agent_that_name_a_forgotten_person_are_erased(memory: Memory, look: Look) -> None:
    named = {"speaker_name": "Zanzibara Quorton", "session": "cli:1"}
    memory.log([Event("I live in Bergen and I have cancer.", speaker="cli:zz", at=T0 - minutes(500), **named)])
    say(memory, ("cli:bob", "Good morning."), ("cli:bob", "Zanzibara is nice."), first=1)
    reply(memory, "I told Bob that Zanzibara has cancer.", "cli:7", 3)
    reply(memory, "ZANZIBARA QUORTON, I am sorry to hear that.", "cli:1", 4)
    reply(memory, "Hello Bob.", "cli:1", 5)
    preview = memory.forget(person="cli:zz", dry_run=True)
    assert memory.forget(person="cli:zz").removed == preview.removed
    assert [event.text for event in memory.history("cli:1")] == ["Good morning.", "Zanzibara is nice.", "Hello Bob."]
    assert memory.history("cli:7") == []


def test_a_name_that_another_person_has_erases_no_message_of_the_agent(memory: Memory) -> None:
    for account in ("cli:one", "cli:two"):
        memory.log([Event("Hi.", speaker=account, speaker_name="Nina", session=account, at=T0 - minutes(500))])
    reply(memory, "Nina will come.", "cli:7", 3)
    memory.forget(person="cli:one")
    assert len(memory.history("cli:7")) == 1
    memory.forget(person="cli:two")
    assert memory.history("cli:7") == []


def test_a_name_that_is_an_ordinary_word_counts_as_it_is_written() -> None:
    assert contains_written_name("I met Will.", ["Will"])
    assert not contains_written_name("Will you come? I will.", ["Will"])
    assert contains_written_name("ask bo, Bo or BO", ["bo"])
    assert not contains_written_name("the bill, Williams", ["Bill", "Will"])
    assert choose_unshared_names(["Ann Lee", "cli:ann", "A. Berg"], ["Ann", "Bob"]) == ("Ann Lee", "cli:ann", "A. Berg")
    assert choose_unshared_names(["Ann Lee"], ["Bob"]) == ("Ann Lee", "Ann")


@pytest.mark.slow
def test_echoes_in_scripts_without_blanks_or_capitals_are_erased(memory: Memory, look: Look) -> None:
    texts = ("密码是三角龙飞船。", "パスワードは青い空です。", "رمز المرور هو زنجبار.")
    ids = say(memory, *(("cli:bob", text) for text in texts))
    for place, text in enumerate(("好的，三角龙飞船已保存。", "青い空を保存しました。", "تم حفظ بزنجبار")):
        reply(memory, text, "cli:2", 5 + place)
    memory.core.add("三角龙飞船", "scratch")
    for name in ids:
        memory.forget(event=name)
    assert find_words(look, memory.scope, "三角龙", "青い空", "زنجبار") == []
    assert memory.history("cli:2") == []


@pytest.mark.slow
def test_what_names_a_person_is_erased_with_the_last_message_of_this_name(memory: Memory, look: Look) -> None:
    for session in ("cli:1", "cli:2"):
        memory.log([Event("I like chess.", speaker=session, speaker_name="Zanzibara", session=session, at=T0)])
    memory.digest()
    memory.core.add("Zanzibara is a friend of Bo", "people")
    memory.forget(session="cli:1")
    assert find_words(look, memory.scope, "zanzibara")
    memory.forget(session="cli:2")
    assert find_words(look, memory.scope, "zanzibara") == []


def test_metadata_that_repeats_erased_text_is_erased(memory: Memory) -> None:
    [password] = say(memory, ("cli:bob", "The wifi password is zanzibar-42."))
    quotation = {"reply_to_text": "The wifi password is zanzibar-42.", "likes": ["zanzibar-42", "tea"], "n": 42}
    memory.log([Event("Thanks!", speaker="cli:ann", session="cli:1", at=T0, metadata=quotation)])
    memory.log([Event("Fine.", speaker="cli:ann", session="cli:1", at=T0, metadata={"copy": "zanzibar-42"})])
    memory.forget(event=password)
    assert [event.metadata for event in memory.history("cli:1")] == [{"likes": ["tea"], "n": 42}, None]


def test_metadata_that_names_a_forgotten_person_is_erased(memory: Memory) -> None:
    say(memory, *TALK)
    metadata = {"to": "cli:ann", "cc": {"Ann": 1, "cli:bob": 2}}
    memory.log([Event("Sent.", role="assistant", session="cli:2", at=T0, metadata=metadata)])
    memory.forget(person="cli:ann")
    assert [event.metadata for event in memory.history("cli:2")] == [{"cc": {"cli:bob": 2}}]
