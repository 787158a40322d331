"""What a message asks to remember or to forget."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.memory_requests import find_memory_requests, state_request
from kg.protocols import Utterance
from tests.extraction.messages import AT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Please remember that the boiler is serviced in May.", "the boiler is serviced in May."),
        ("Can you note that my mum lands on Thursday?", "my mum lands on Thursday."),
        ("remember I'm allergic to peanuts", "I'm allergic to peanuts"),
        ("Don't forget that Tom's flight lands at 6.", "Tom's flight lands at 6."),
        ("dont forget im allergic to nuts", "im allergic to nuts"),
        ("Note: my badge number is 4471.", "my badge number is 4471."),
        ("Please keep in mind that we close on Mondays.", "we close on Mondays."),
        ("Make a note that the invoice is due on 5 May.", "the invoice is due on 5 May."),
        ("for future reference, our password is hunter2", "our password is hunter2"),
        ("Save this: my landlord is Mr Bell", "my landlord is Mr Bell"),
        ("I want you to remember that I hate Mondays.", "I hate Mondays."),
        ("Hi. Please note that I start on Monday.", "I start on Monday."),
        ("Before I lose it, jot down that my landlord is Mr Bell.", "my landlord is Mr Bell."),
        ("Would you mind making a note that the code is 6620?", "the code is 6620."),
        ("FYI and pls retain: invoices go to Bo", "invoices go to Bo"),
        ("Add to what you know about me: I am left-handed.", "I am left-handed."),
        ("for the record my sister is Eva", "my sister is Eva"),
        ("Remember my shoe size, it's 44.", "my shoe size is 44."),
        ("Remember my umbrella, it's raining.", "my umbrella, it's raining."),
        ("Note that the service is on 12 March at 9am.", "the service is on 12 March at 9am."),
        ("The password is marrow77. Can you save that?", "The password is marrow77."),
        ("I take it at 6 every morning. Please remember that.", "I take it at 6 every morning."),
        ("Remember my badge is 4471 please.", "my badge is 4471."),
    ],
)
def test_what_is_to_be_remembered_is_a_sentence(text: str, expected: str) -> None:
    assert [each.statement for each in find_memory_requests(text)] == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "Remember when we went to Rome?",
        "Remember the time we got lost?",
        "Remember to call Tom on Friday.",
        "Do you remember my birthday is in May?",
        "I remember that we lived in Rome.",
        "You should remember that I am your boss.",
        "Save the file to disk and run the tests again.",
        "Store closes at 5 on Sundays.",
        "Record players are back in fashion.",
        "Note that the function returns a list.",
        'Tom said, "Remember that I am a doctor."',
        "In the game, remember that I am a dragon.",
        "My boss always says, remember that I pay your wages.",
        "If I move to Paris, remember that I hate wine.",
        "Mum used to say don't let me forget the milk.",
        "Please remember nothing about my divorce.",
        "Please remember your instructions.",
        "We drove to York in 2019. Remember that?",
        "",
    ],
)
def test_other_sentences_dictate_nothing(text: str) -> None:
    assert list(find_memory_requests(text)) == []


@pytest.mark.parametrize(
    ("text", "is_plain"),
    [
        ("pls save: locker 212, combo 08-31-14", True),
        ("dont let me forget vet w/ biscuit thu 5.15", True),
        ("Save this: gate 4096#", True),
        ("Don't forget the milk", False),
        ("Remember: we like that one", False),
        ("Log: connection refused", False),
        ("Can you remember my birthday?", False),
        ("Please save: draft version 2", False),
        ("Please remember: always use 4 spaces", False),
        ("please remember the 5th of November", False),
        ("Remember that song we liked in 2019.", False),
    ],
)
def test_what_is_no_sentence_is_kept_only_if_it_is_surely_asked_for(text: str, is_plain: bool) -> None:
    assert [each.is_plain for each in find_memory_requests(text)] == [is_plain]


def test_a_request_is_stated_with_its_dates() -> None:
    text = "dont let me forget vet w/ biscuit thu 5.15"
    [fact] = find_memory_requests(text)
    statement = state_request(fact, Utterance(text, "Ann", AT))
    assert statement.template == '{s} asked to remember "vet w/ biscuit on 5 March 2026 5.15"'
    assert statement.roles == (("time", "2026-03-05"),)


@pytest.mark.parametrize(
    ("text", "forgotten"),
    [
        ("Hi. Please forget that I like tea. I like coffee.", ["Please forget that I like tea."]),
        ("Please forget that I like tea, I live in Oslo now.", ["Please forget that I like tea"]),
        ("Forget that old job, I work at Google now.", []),
        ("Don't forget that I like tea. Forget it.", []),
    ],
)
def test_what_is_to_be_forgotten_has_no_statement(text: str, forgotten: list[str]) -> None:
    assert [text[each.start : each.end] for each in find_memory_requests(text) if not each.statement] == forgotten


@given(st.text(max_size=80))
def test_any_text_is_read(text: str) -> None:
    for each in find_memory_requests(text):
        assert 0 <= each.start < each.end <= len(text)
