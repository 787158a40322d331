"""Dialogue: persons and questions of the messages before one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from kg.extraction.dialogue import ParsedTurn, collect_persons, find_answer, find_unnamed_part, needed_turns
from kg.language import bundled_pipeline
from kg.protocols import EarlierTurn, Utterance
from tests.extraction.messages import AT, NAMES
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)


def say(text: str, *earlier: tuple[str, str]) -> Utterance:
    """Return a message of Sam after others, each (speaker, text)."""
    return Utterance(text, "Sam", AT, earlier=tuple(EarlierTurn(said, speaker, AT) for speaker, said in earlier))


def parse(turns: Sequence[EarlierTurn]) -> list[ParsedTurn]:
    docs = bundled_pipeline().parse([turn.text for turn in turns])
    return [
        ParsedTurn(turn.speaker, doc, find_name_spans(turn.text, NAMES)) for turn, doc in zip(turns, docs, strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "earlier", "places"),
    [
        ("She is in Iceland.", [("Ann", "How is your sister?"), ("Tom", "Hi.")], [0, 1]),
        ("In Rome.", [("Tom", "Hi."), ("Ann", "Where do you live?")], [1]),
        ("In Rome.", [("Ann", "Where do you live?"), ("Tom", "Hi.")], []),
        ("In Rome.", [("Sam", "Where do I live?")], []),
        ("Yes, sold.", [("Tom", "My mother moves in."), ("Ann", "Is she selling the house?")], [0, 1]),
        ("will do", [("Ann", "Ring the vet please")], [0]),
        ("I live in Rome.", [], []),
    ],
)
def test_only_messages_that_may_add_something_are_read(
    text: str, earlier: list[tuple[str, str]], places: list[int]
) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert needed_turns(say(text, *earlier), doc) == places


def test_relatives_of_speaker_and_addressee_are_persons() -> None:
    passage = say("She is ill.", ("Ann", "My brother Tom called."), ("Ann", "How is your sister?"))
    found = {
        each.referent.text: (each.referent.gender, each.place)
        for each in collect_persons(passage, parse(passage.earlier))
    }
    assert found["Tom"] == ("m", 0)
    assert found["Sam's sister"] == ("f", 1)


@pytest.mark.parametrize(("said", "gender"), [("Nice.", "m"), ("I date a guy from work.", ""), ("My boss is ill.", "")])
def test_a_person_without_a_name_may_be_meant_instead_of_one_with_a_title(said: str, gender: str) -> None:
    passage = say("He lives in Oslo.", ("Ann", "I met Mr Tom."), ("Ann", said))
    (tom,) = (each for each in collect_persons(passage, parse(passage.earlier)) if each.referent.text == "Tom")
    assert (tom.referent.gender, tom.place) == (gender, 0)


def test_the_speaker_is_no_referent() -> None:
    passage = say("He is ill.", ("Ann", "My brother Sam called."))
    assert "Sam" not in {each.referent.text for each in collect_persons(passage, parse(passage.earlier))}


def test_the_last_message_is_answered() -> None:
    passage = say("In Rome.", ("Ann", "Where do you live?"))
    (doc,) = bundled_pipeline().parse([passage.text])
    answer = find_answer(passage, doc, parse(passage.earlier))
    assert answer is not None
    assert (answer.statement, answer.end) == ("I live in Rome.", 8)


@pytest.mark.parametrize("earlier", [[("Sam", "Where do you live?")], [("", "Where do you live?")], []])
def test_a_question_of_nobody_else_is_not_answered(earlier: list[tuple[str, str]]) -> None:
    passage = say("In Rome.", *earlier)
    (doc,) = bundled_pipeline().parse([passage.text])
    assert find_answer(passage, doc, parse(passage.earlier)) is None


@pytest.mark.parametrize(
    ("earlier", "text"),
    [
        # "Yes" may answer another question than the last one, or that of somebody else.
        ([("Bo", "Do you want tea?"), ("Eve", "Do you live in Lima?")], "Yes, please."),
        ([("Bo", "Do you want tea?"), ("Eve", "Do you live in Lima?")], "Yes."),
        ([("Eve", "Bo, do you live in Dakar?")], "Yes!"),
        ([("Eve", "Do you like tea? (Do you live in Omsk?)")], "Yes."),
        ([("Eve", "Do you live in Lima?")], "Yes, people ask that a lot, but I don't."),
        ([("Eve", "Do you live in Lima?")], "Yes, please."),
        ([("Eve", "Bo can you send the report?")], "sure"),
        ([("Bo", "Tea?"), ("Eve", "Can you send me the money?")], "sure"),
        ([("Bo", "Sam, water the plants please"), ("Eve", "Can you send 500 pounds to Eve?")], "Will do"),
        ([("Bo", "Tell me if you want rolls"), ("Eve", "Do you live in Turku?")], "yes I do"),
        ([("Bo", "What is the capital of Norway?"), ("Eve", "Sam, which city do you live in?")], "Oslo"),
        ([("Bo", "who won the quiz"), ("Eve", "Who is your brother?")], "Zed"),
        ([("Eve", "can you send 500 pounds to Eve?")], "sure, Bo, tea at five"),
        ([("Eve", "Can you bring the keys?")], "Sure, pigs can fly"),
        ([("Eve", "Can you bring the keys?")], "Definitely nope"),
        ([("Eve", "Can you bring the keys?")], "I will rather die."),
        ([("Eve", "Can you bring the keys?")], "of course, you scammer"),
        ([("Eve", "Can you bring the keys?")], "I will tell the police"),
        ([("Eve", "Sam, do you live in Cusco?")], "Exactly what I was thinking, Bo."),
        ([("Eve", "Sam, do you live in Cusco?")], "Indeed Bo, the rolls were fresh."),
        ([("Eve", "Sam, do you live in Cusco?")], "Yes, five is good"),
        ([("Eve", "Sam, do you live in Cusco?")], "Yes, funny, no."),
        ([("Eve", "Sam, do you live in Cusco?")], "Yes @bo"),
        ([("Eve", "Can you bring the keys?")], "will do, Bo"),
        ([("Eve", "Sam, do you live in Cusco?")], "Yes. Kidding."),
        ([("Eve", "Sam, do you live in Cusco?")], "Yes... wait, no"),
        ([("Eve", "Sam, do you live in Cusco?")], "Yes, in your dreams"),
        ([("Eve", "> Could you bring the keys?")], "will do"),
        ([("Eve", "Sam, are you allergic to nuts?")], "Nope, no rolls left"),
    ],
)
def test_what_may_answer_something_else_states_nothing(earlier: list[tuple[str, str]], text: str) -> None:
    passage = say(text, *earlier)
    (doc,) = bundled_pipeline().parse([passage.text])
    assert find_answer(passage, doc, parse(passage.earlier)) is None


@pytest.mark.parametrize("asked", ["Sam, can you send me the report?", "sam can u send me the report?"])
def test_a_question_that_names_who_answers_is_theirs(asked: str) -> None:
    passage = say("sure", ("Ann", asked))
    (doc,) = bundled_pipeline().parse([passage.text])
    answer = find_answer(passage, doc, parse(passage.earlier))
    assert answer is not None
    assert answer.statement == "I will send Ann the report."


@pytest.mark.parametrize(
    ("text", "asked", "left_out"),
    [
        ("Stopped in May. She eats fish.", "is she still vegan", "Stopped in May"),
        ("moved to Inverness", "Where is Tom now?", "moved to Inverness"),
        ("He moved to Inverness", "Where is Tom now?", ""),
        ("moved to Inverness", "Did Tom ask you?", ""),
        ("Got to Leeds at 9", "How was the flight?", ""),
        ("moved to Inverness", "Tom is nice", ""),
    ],
)
def test_the_subject_of_a_question_may_be_left_out_of_its_answer(text: str, asked: str, left_out: str) -> None:
    (doc,) = bundled_pipeline().parse([text])
    assert text[: find_unnamed_part(say(text, ("Ann", asked)), doc)] == left_out


def test_among_several_a_request_must_name_who_accepts_it() -> None:
    def accept(asked: str, addressee: str | None) -> str | None:
        passage = replace(say("will do", ("Ann", asked)), addressee=addressee)
        (doc,) = bundled_pipeline().parse([passage.text])
        answer = find_answer(passage, doc, parse(passage.earlier))
        return None if answer is None else answer.statement

    assert accept("Book the hall", "Ann") == "I will book the hall."
    assert accept("Book the hall", None) is None
    assert accept("Sam, book the hall", None) == "I will book the hall."
    assert accept("Tom, book the hall", None) is None


@pytest.mark.parametrize(
    "asked", ["Bo! Do you live in Muscat?", "do you live in Cairo, my dear Bo?", "Hey Bo! You live in Delhi, right?"]
)
def test_among_several_a_question_that_names_another_is_for_them(asked: str) -> None:
    passage = say("Yes", ("Eve", asked))
    docs = bundled_pipeline().parse([passage.text, asked])
    turn = ParsedTurn("Eve", docs[1], find_name_spans(asked, {"person": "Bo"}))
    assert find_answer(passage, docs[0], [turn]) is None
