"""Copies of erased text are recognised by distinctive words, by two common words, or by a name."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg import Event, Memory
from kg.erasure.copied_text import ErasedWords, contains_name, find_copies, find_words_in_use
from kg.language import extract_keywords
from tests.support import T0

WORDS = ErasedWords.from_texts(["The vault opens with Quonset at 7731."])


def test_numbers_and_names_are_distinctive() -> None:
    assert WORDS.distinctive == {"quonset", "7731"}
    assert {"vault", "opens"} <= WORDS.all
    assert ErasedWords.from_texts(["Quonset is shut. Vermilion is not. I'm away, and I’ve left."]).distinctive == set()


def test_a_copy_has_a_distinctive_word_or_two_others_that_are_not_in_use() -> None:
    assert WORDS.is_copied_in("Say quonset first.")
    assert WORDS.is_copied_in("A vault that opens.")
    assert not WORDS.is_copied_in("A vault is big.")
    assert not WORDS.is_copied_in("A vault that opens.", in_use={"vault"})
    assert not WORDS.is_copied_in("Say quonset first.", in_use={"quonset"})


@given(st.text(max_size=80))
def test_a_text_with_two_words_is_a_copy_of_itself(text: str) -> None:
    words = ErasedWords.from_texts([text])
    assert words.distinctive <= words.all
    assert words.is_copied_in(text) or len(set(extract_keywords(text))) < 2
    assert not words.is_copied_in(text, in_use=words.all)


@given(
    st.text(st.characters(categories=["L", "Nd"], exclude_characters="xX"), min_size=1, max_size=20),
    st.text(max_size=20),
)
def test_a_name_is_found_as_a_whole_word_only(name: str, text: str) -> None:
    assert contains_name(f"{text} {name.swapcase() if name.isascii() else name}, {text}", [name])
    assert not contains_name(f"x{name} {name}x", [name])
    assert not contains_name(text, ["", f"{text}x"])
    assert contains_name("We use C++ (sic).", ["c++"])


def test_a_repetition_shares_two_words_with_one_and_the_same_text() -> None:
    words = ErasedWords.from_texts(["The vault opens slowly.", "A boat sank."])
    assert words.is_copied_in("a vault, a boat")
    assert not words.is_repeated_in("a vault, a boat")
    assert words.is_repeated_in("the vault opens")
    assert not words.is_repeated_in("the vault opens", in_use={"vault"})
    assert WORDS.is_repeated_in("Say 7731.")


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


def test_memories_without_sources_that_copy_erased_text_are_found(plain: Memory) -> None:
    plain.log([Event("The vault is big.", session="cli:1", at=T0)])
    plain.digest()
    copied = plain.core.add("Say Quonset first.", "scratch")
    plain.core.add("The vault opens.", "scratch")
    named = plain.core.add("Uma rows.", "scratch")
    copies = plain.graph.transact(lambda turn: find_copies(turn, WORDS, names=["uma"]))
    assert (set(copies.memories), copies.events) == ({copied.id, named.id}, ())
