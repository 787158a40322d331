"""Names of a question that nothing found for it mentions."""

from __future__ import annotations

import pytest

from kg.retrieval.lexical import normalise_texts
from kg.retrieval.unknown_names import find_names, has_unknown_names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Who wrote Don Quixote?", ["Don", "Quixote"]),
        ("What did Maria's sister give to Ben? Did Maria mind?", ["Maria", "Ben"]),
        ("Did Ann'll come, or did Jean-Luc?", ["Ann", "Jean-Luc"]),
        ("What did O'Brien say to José?", ["O'Brien", "José"]),
        ("What did Jose\u0301 say?", ["José"]),
        ("Did Dr. Smith call John F. Kennedy?", ["Smith", "John", "Kennedy"]),
        ("When I'm in Lisbon, what do I do?", ["Lisbon"]),
        ("Who are The Beatles?", ["Beatles"]),
        ("What did Mum do on Monday, 3 December, and on Tuesdays in Sept?", []),
        ("Mention ONLY and ONLY five items of the list for NASA", []),
    ],
)
def test_find_names(text: str, names: list[str]) -> None:
    assert find_names(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "ok", "", "👍", "Ask Ben.", "Hello Claude, where is my key?", "Where is the key, Claude?",
        "Can you say, Claude, where it is?",
        "Hi Ben 😀 Thanks for the key",
        'She asked "Want to go?" and I said no.',
        "How Do I Cook The Best Rice?", "Best Pizza Dough Recipe",
        "See https://example.com/Ann or `print Ann` for the code", "Why is there a TypeError of NoneType?",
    ],
)  # fmt: skip
def test_what_is_no_name(text: str) -> None:
    assert find_names(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Wo hat Anna den Schlüssel von Peter?", "¿Dónde vive Ana López?", "Gdzie mieszka Anna Kowalska?",
        "Vad heter Annas hund i Stockholm?", "Onde mora a Maria Silva?",
    ],
)  # fmt: skip
def test_other_languages_are_left_alone(text: str) -> None:
    assert find_names(text) == []


def test_only_the_beginning_of_a_text_is_read() -> None:
    assert find_names("it was so " * 200 + "and Ann went") == []


def test_a_text_with_many_names_asks_for_more_than_a_name() -> None:
    names = [f"Ann{letter}" for letter in "bcdefghijklmno"]
    assert has_unknown_names(f"Where are {' and '.join(names[:12])}?", lambda: [""])
    assert not has_unknown_names(f"Where are {' and '.join(names)}?", lambda: [""])


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Does Ann live in Oslo or Bergen?", "Ann lives in Oslo."),
        ("What did Maria's sister say?", "maria: hello"),
        ("Where are the Smiths?", "Smith called."),
        ("Where is Smith?", "The Smiths called."),
        ("What is the Wi-Fi password?", "The wifi password is hunter2."),
        ("What is the Wifi password?", "The wifi password is hunter2."),
        ("Who is José?", "Jose is here."),
        ("Who is Jose?", "José is here."),
        ("Where do you live?", "nothing"),
        ("What did O’Brien say?", "O'Brien is ill."),
        ("What did O'Brien say?", "O’Brien is ill."),
        ("When is the party of Ben?", "The party for Ben🎂 is on Friday."),
        ("Where does Anna live?", "Annaさんは大阪に住んでいます"),
        ("Where does Anna live?", "Hedda wohnt in Hamburg und das ist schön."),
        ("Did DeShawn meet Peter?", "DeShawn went to Rome."),
        ("Does NASA use Kubernetes?", "NASA launches."),
        ("Maria gave what to Ben?", "Maria bought a scarf."),
        ("Where is the Postgres server?", "The PostgreSQL server is in Bonn."),
    ],
)
def test_a_known_name(text: str, known: str) -> None:
    assert not has_unknown_names(text, lambda: normalise_texts(["Something else.", known]))


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("Who wrote Don Quixote?", "I don't sail."),
        ("Where does Andy live?", "Ann and Ben live in Oslo."),
        ("Who is Ann?", "The annual report."),
        ("Who is Ann?", ""),
    ],
)
def test_an_unknown_name(text: str, known: str) -> None:
    assert has_unknown_names(text, lambda: normalise_texts([known]))


def test_nothing_is_read_for_a_question_without_names() -> None:
    def fail() -> list[str]:
        raise AssertionError

    assert not has_unknown_names("where is my key?", fail)
