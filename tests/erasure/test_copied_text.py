"""Memories that copy erased text are found, except for words that remaining messages contain."""

from __future__ import annotations

from kg import Event, Memory
from kg.erasure.copied_text import find_copies, find_words_in_use
from kg.erasure.erased_words import ErasedWords
from tests.support import T0

WORDS = ErasedWords.from_texts(["The vault opens with Quonset at 7731."])


def test_names_of_speakers_are_in_use(plain: Memory) -> None:
    plain.log([Event("Hello.", speaker="cli:1", speaker_name="Quonset Hut", session="cli:1", at=T0)])
    plain.digest()
    assert plain.graph.transact(lambda turn: find_words_in_use(turn, {"quonset", "vault"})) == {"quonset"}


def test_only_words_of_other_events_are_in_use(plain: Memory) -> None:
    plain.log([Event(f"The {word} is open.", id=word, session="cli:1", at=T0) for word in ("vault", "boat")])
    plain.digest()

    def in_use(*excluded: str) -> set[str]:
        words = {"vault", "boat", "quonset"}
        return plain.graph.transact(lambda turn: find_words_in_use(turn, words, excluded))

    assert in_use() == {"vault", "boat"}
    assert in_use("vault") == {"boat"}
    assert plain.graph.transact(lambda turn: find_words_in_use(turn, ())) == set()


def test_messages_of_agents_and_tools_do_not_keep_a_word_in_use(plain: Memory) -> None:
    said = {"assistant": "The vault is noted.", "tool": "vault: Quonset", "user": "The boat is open."}
    plain.log([Event(text, role=role, session="cli:1", at=T0) for role, text in said.items()])
    plain.digest()
    assert plain.graph.transact(lambda turn: find_words_in_use(turn, {"vault", "boat", "quonset"})) == {"boat"}


def test_a_reply_with_one_of_the_words_does_not_keep_a_secret(plain: Memory) -> None:
    replies = ("Noted: OTTER-VIOLET", "o-t-t-e-r violet is saved.", "Otter Violet it is.")
    (secret,) = plain.log([Event("My password is otter-violet.", speaker="cli:1", session="cli:1", at=T0)])
    plain.log([Event(text, speaker="agent:a", role="assistant", session="cli:1", at=T0) for text in replies])
    plain.longterm.add("Remember: otter-violet")
    plain.digest()
    plain.forget(event=secret)
    assert [event.text for event in plain.history("cli:1")] == [replies[1]]
    assert [note.text for note in plain.longterm.list()] == []


def test_memories_without_sources_that_copy_erased_text_are_found(plain: Memory) -> None:
    plain.log([Event("The vault is big.", session="cli:1", at=T0)])
    plain.digest()
    copied = plain.core.add("Say Quonset first.", "scratch")
    plain.core.add("The vault opens.", "scratch")
    named = plain.core.add("Uma rows.", "scratch")
    copies = plain.graph.transact(lambda turn: find_copies(turn, WORDS, names=["uma"]))
    assert (set(copies.memories), copies.events) == ({copied.id, named.id}, ())
