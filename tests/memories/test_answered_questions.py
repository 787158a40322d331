"""Short answers in kept texts, with the question that they answer."""

from __future__ import annotations

from typing import Any

from kg.memories.answered_questions import add_questions, find_questions
from kg.memories.diary_text import write_diary_texts
from kg.memories.notable_sentences import NotableSentence
from kg.types import Event
from tests.support import T0, minutes


def event(text: str, seq: int, speaker: str = "cli:ann", **more: Any) -> Event:
    name = speaker.partition(":")[2].title()
    given = {"role": "user", "session": "cli:1", "audience": "shared", "speaker_name": name, "salience": 0.8} | more
    return Event(text, id=str(seq), seq=seq, speaker=speaker, at=T0 + minutes(seq), **given)


def asked(text: str, seq: int, **more: Any) -> Event:
    return event(text, seq, "cli:bot", **{"role": "assistant", **more})


def quoted(answer: Event, words: str | None = None) -> NotableSentence:
    return NotableSentence(answer, f"Ann said: “{words or answer.text}”", 0.5)


def test_a_question_is_the_message_of_another_directly_before() -> None:
    events = [
        asked("Noted. When does he arrive?", 0),
        event("friday 23rd, at 6pm", 1),
        event("flying into Shannon", 2),
        asked("Good.", 3),
        event("thanks a lot", 4),
        asked("Is it?", 5, audience="person:1"),
        event("yes it is", 6),
        asked("Is it?", 7, session="cli:2"),
        event("yes it is", 8),
        event("Does Eve own it?", 9, "cli:eve", speaker_name="Eve (stranger)"),
        event("yes she does", 10),
    ]
    assert {answer: question.id for answer, question in find_questions(reversed(events)).items()} == {"1": "0"}


def test_a_short_answer_is_shown_with_its_question() -> None:
    question, answer = asked("Noted. When does [m1] he “arrive”?", 0), event("friday 23rd, at 6pm", 1)
    [shown] = add_questions([quoted(answer)], {"1": question})
    assert shown.text == "Ann said: “friday 23rd, at 6pm” (Bot asked: “When does (m1) he ‘arrive’?”)"
    assert shown.messages == ("1", "0")


def test_long_answers_statements_and_later_sentences_stay_as_they_are() -> None:
    question = asked("When?", 0)
    long = event("we are going to be there some time after six or seven in the evening", 1)
    two = event("No idea. The flight is late again.", 1)
    stated = NotableSentence(long, "Ann arrives on 3 March 2026.", 0.5, ("fact-1",))
    for one in (quoted(long), quoted(two, "The flight is late again."), stated):
        assert add_questions([one], {"1": question}) == [one]
    short = quoted(event("at six or seven", 1))
    assert add_questions([short], {}) == [short]


def test_a_diary_entry_has_the_question_and_rests_on_it() -> None:
    events = [asked("When does Cormac arrive?", 0), event("friday 23rd, flying into Shannon at 6pm", 1)]
    [entry] = write_diary_texts(events, {})
    assert entry.text.endswith("(Bot asked: “When does Cormac arrive?”)")
    assert entry.sources == ("1", "0")
    assert entry.participants == ("cli:ann",)
