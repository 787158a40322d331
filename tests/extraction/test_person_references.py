"""References: pronouns, owners and kin words resolve to names by what the text has named so far."""

from __future__ import annotations

import pytest

from kg.extraction.parsed_phrases import Phrase
from kg.extraction.person_references import OwnedThing, ReferenceResolver, is_vocative

MY = Phrase(0, 2, pronoun="my")
NINA = Phrase(0, 4, words=("Nina",), name="Nina", label="person")


def pronoun(word: str) -> Phrase:
    return Phrase(0, len(word), pronoun=word)


def kin(word: str, name: str = "", *, is_plural: bool = False) -> Phrase:
    words = (word, name) if name else (word,)
    return Phrase(0, 9, det="my", owner=MY, words=words, name=name, kin=word, is_plural=is_plural)


@pytest.mark.parametrize(
    ("phrase", "name"),
    [
        (pronoun("i"), "Sam"),
        (pronoun("our"), "Sam"),
        (pronoun("you"), "Al"),
        (pronoun("someone"), None),
        (pronoun("she"), None),
        (pronoun("it"), None),
        (NINA, "Nina"),
        (kin("brother"), "Sam's brother"),
        (kin("brother", "Tom"), "Tom"),
        (Phrase(0, 3, words=("Mum",), kin="mum"), "Sam's Mum"),
        (Phrase(0, 8, det="the", words=("mum",), kin="mum"), None),
        (Phrase(0, 8, det="the", owner=pronoun("she"), words=("dog",), kin="dog"), None),
        (Phrase(0, 8, det="a", words=("new", "car")), "car"),
    ],
)
def test_a_phrase_resolves_to_a_name(phrase: Phrase, name: str | None) -> None:
    assert ReferenceResolver("Sam", "Al").resolve_name(phrase) == name


def test_pronouns_refer_to_the_latest_of_their_kind() -> None:
    references = ReferenceResolver("Sam")
    for phrase in (kin("sister", "Ana"), kin("brother", "Tom"), kin("dog", "Rex"), kin("cousin", is_plural=True)):
        references.remember(phrase)
    references.remember(Phrase(0, 5, det="the", words=("wiki",)))
    found = {word: references.resolve_name(pronoun(word)) for word in ("she", "him", "they", "it", "you")}
    assert found == {"she": "Ana", "him": "Tom", "they": "Sam's cousin", "it": "wiki", "you": None}


def test_only_persons_that_were_named_are_persons() -> None:
    references = ReferenceResolver("Sam", "Al")
    references.remember(NINA)
    references.remember(Phrase(0, 6, det="the", words=("wiki",)))
    assert [references.is_person(name) for name in ("Sam", "Al", "Nina", "wiki", "Tom")] == [True] * 3 + [False] * 2


def test_a_liked_pronoun_refers_to_an_earlier_liked_thing() -> None:
    references = ReferenceResolver("Sam", things=["wiki"])
    assert references.resolve_liked_thing(pronoun("it")) is None
    references.preferences.append("tea")
    assert references.resolve_liked_thing(pronoun("them")) == "tea"
    assert references.resolve_liked_thing(NINA) == "Nina"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Hey Mel", True),
        ("Thanks, Mel!", True),
        ("I know, Mel!", True),
        ("I know Mel!", False),
        ("Hey Mel is here", False),
    ],
)
def test_names_of_the_person_addressed_are_vocatives(text: str, expected: bool) -> None:
    start = text.index("Mel")
    assert is_vocative(text, start, start + 3) is expected


def test_the_owner_of_a_thing_is_known_unless_it_belongs_to_a_group() -> None:
    resolver = ReferenceResolver("Sam", "Al")

    def find_owner(owner: Phrase | None, *words: str, det: str = "") -> str:
        name = resolver.resolve_name(Phrase(0, 9, owner=owner, words=words or ("thesis",), det=det))
        return name.owner if isinstance(name, OwnedThing) else ""

    assert find_owner(MY) == "Sam"
    assert find_owner(NINA) == "Nina"
    assert find_owner(pronoun("your")) == "Al"
    assert find_owner(kin("brother")) == "Sam's brother"
    assert find_owner(Phrase(0, 9, owner=MY, words=("doctor",)), "office") == "Sam's doctor"
    assert find_owner(pronoun("our")) == ""
    assert find_owner(MY, "Postgres", "server") == "", "others may mean the same by a name"
    assert find_owner(Phrase(0, 6, words=("Globex",), name="Globex", label="org")) == ""


def test_the_thing_said_later_is_that_of_its_owner() -> None:
    resolver = ReferenceResolver("Sam")
    resolver.remember(Phrase(0, 9, owner=MY, words=("thesis",), ends_in_noun=True))
    named = {det: resolver.resolve_name(Phrase(0, 9, det=det, words=("thesis",))) for det in ("the", "a", "another")}
    assert {det: isinstance(name, OwnedThing) for det, name in named.items()} == {
        "the": True,
        "a": False,
        "another": False,
    }
    assert set(named.values()) == {"thesis"}


def test_the_person_addressed_is_no_one_else() -> None:
    references = ReferenceResolver("Sam", "Nina Falk")
    references.remember(NINA)
    assert references.resolve_name(pronoun("she")) is None
    assert references.is_person("Nina")


def test_a_number_is_no_person() -> None:
    references = ReferenceResolver("Sam")
    references.remember(Phrase(0, 11, words=("Seventy-six",), name="Seventy-six"))
    assert references.resolve_name(pronoun("he")) is None
