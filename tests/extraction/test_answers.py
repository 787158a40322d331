"""Answers: a question and its answer as one statement of the person who answers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.answers import find_question, read_answer
from kg.language import bundled_pipeline
from tests.extraction.messages import answer

pytestmark = pytest.mark.timeout(120)
PIECES = [
    "Any ",
    "pets",
    "?",
    "yes",
    "No, ",
    "where ",
    "do ",
    "you ",
    "live ",
    "how many ",
    "two ",
    "Rome",
    "is ",
    "your ",
    "cat",
    ".",
]
TEXTS = st.text(max_size=40) | st.lists(st.sampled_from(PIECES), max_size=10).map("".join)


@pytest.mark.parametrize(
    ("asked", "answered", "statement"),
    [
        ("Do you still have the parrots?", "Yes!", "I still have the parrots."),
        ("Have you finished the thesis?", "Not yet", "I have not finished the thesis."),
        ("Do you eat fish?", "No", "I do not eat fish."),
        ("hey Tom, do you play chess?", "yeah, badly", "I play chess."),
        ("Do you live in Cusco?", "Yes, since May", "I live in Cusco."),
        ("Do you live in Cusco?", "Yes, with my sister", "I live in Cusco."),
        ("Do you live in Cusco?", "Yes, my sister lives there too", "I live in Cusco."),
        ("Do you live in Cusco?", "yes, I moved there in May", "I live in Cusco."),
        ("Do you live in Cusco?", "Yeah, it's lovely", "I live in Cusco."),
        ("Are you eating?", "Yes, mostly toast.", "I am eating."),
        ("Do you live in Cusco?", "Yep, since the kids were small", "I live in Cusco."),
        ("Are you coming to my party on Saturday?", "Yes, of course", "I am coming to Ann's party on Saturday."),
        ("Did Ana call you?", "yes", "Ana did call me."),
        ("So where does your sister work?", "At the harbour", "My sister works at the harbour."),
        ("Where do you live now?", "In Lisbon, since May.", "I live in Lisbon, since May."),
        ("What's your dog's name?", "Pepper", "My dog's name is Pepper."),
        ("When is your flight?", "Friday", "My flight is on Friday."),
        ("Who are you going with?", "Ben and Ada", "I am going with Ben and Ada."),
        ("How many kids do you have?", "Three", "I have three kids."),
        ("When are the mock results?", "wednesday i think", "The mock results are on wednesday."),
        ("How long have you lived in Graz?", "Ten years", "I have lived in Graz for ten years."),
        ("Any pets?", "Two, Pepper and Precious.", "I have two pets, Pepper and Precious."),
        ("Can you book a table for Saturday?", "Sure!", "I will book a table for Saturday."),
        ("Ben, could you please send me the report by Friday?", "ok will do", "I will send Ann the report by Friday."),
        ("Would you bring your drill?", "of course, see you then", "I will bring my drill."),
        ("Any kids?", "A daughter, Mia", "I have a daughter, Mia."),
        ("Nice. Any pets?", "No", "I do not have any pets."),
        (
            "Can you send me the crib model? My sister needs one",
            "sure, will do tonight",
            "I will send Ann the crib model tonight.",
        ),
        ("olly can u bring the gazebo? its in ur loft", "yep will dig it out", "I will bring the gazebo."),
        (
            "Ben could you do the posters again? Need them by Friday",
            "yes happy to. not yellow",
            "I will do the posters.",
        ),
        ("Ring the vet please", "will do", "I will ring the vet."),
        ("The hall is free. Book the hall, Ben!", "on it", "I will book the hall."),
        ("could you feed Otis tonight?", "course. wet or dry", "I will feed Otis tonight."),
        ("The viewing moved to Monday, right?", "Yes", "The viewing moved to Monday."),
        ("The surgery moved to Monday you said?", "yes monday now", "The surgery moved to Monday."),
        (
            "that's great!! when's the due date again?",
            "14 February, so a Valentine's baby lol",
            "The due date is on 14 February.",
        ),
        (
            "Who is Nina?",
            "my best friend from college, lives in Porto",
            "Nina is my best friend from college and lives in Porto.",
        ),
        ("Do you have a dog?", "Yes", "I have a dog."),
        ("can you book the hall", "will do", "I will book the hall."),
        ("would you mind printing the menus?", "not at all", "I will print the menus."),
        ("do you mind picking up the cake?", "no problem", "I will pick up the cake."),
        ("I need you to send the invoice by Friday", "ok will do", "I will send the invoice by Friday."),
        ("could you possibly book the hall?", "yes of course", "I will book the hall."),
        ("can you book the hall and Bo can you print the menus?", "sure", "I will book the hall."),
        ("When is your appointment?", "they gave me the 8th", "My appointment is on the 8th."),
        ("Who is your sister, so I can invite her?", "Ann. she lives in Kassel", "My sister is Ann."),
        (
            "How much metformin do you take?",
            "500 twice a day, with dinner",
            "I take metformin, 500 twice a day, with dinner.",
        ),
        ("Which days suit you?", "any morning but mondays", "Any morning but mondays suits me."),
        ("Was Helga your wife?", "yes", "Helga was my wife."),
        ("Was Helga your wife?", "no", "Helga was not my wife."),
        ("did you get the cat food", "yep 12 cans", "I got the cat food."),
        ("no worries. did you pay the rent", "yes", "I paid the rent."),
        ("When's your haircut?", "They've squeezed me in on Friday", "My haircut is on Friday."),
    ],
)
def test_an_answer_states_what_was_asked(asked: str, answered: str, statement: str) -> None:
    assert answer(asked, answered) == statement


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        ("Are you ok?", "yes"),
        ("Do you think so?", "Yes"),
        ("Did we win?", "Yes"),
        ("Did I leave my keys there?", "Yes"),
        ("Do you play chess?", "no way"),
        ("Do you play chess?", "yeah right"),
        ("Do you play chess?", "Yes, if it rains"),
        ("Do you live in Cusco?", "Indeed Bo, the rolls were fresh"),
        ("Do you live in Cusco?", "Yes, five is good"),
        ("Do you live in Cusco?", "Yes, the rolls are ready"),
        ("Do you live in Cusco?", "Exactly what I was thinking"),
        ("Do you live in Cusco?", "Yes, and I am the queen of Sheba"),
        ("Do you live in Cusco?", "Yes, Tom is here"),
        ("Are you allergic to nuts?", "Nope, no rolls left"),
        ("Do you have a date?", "yeah 6th october at 9"),
        ("Have you got his number?", "Yes"),
        ("Do you play chess?", "Maybe"),
        ("Do you play chess?", "Why?"),
        ("Do you want tea or coffee?", "Yes"),
        ("Could you call Tom?", "Yes"),
        ("Where do you live?", "I moved around a lot."),
        ("Where do you live?", "Nowhere"),
        ("What's up?", "Nothing much"),
        ("Any news?", "Two, good and bad"),
        ("Can you book a table?", "Sure, but not today"),
        ("Can you book a table?", "ok done"),
        ("Can you hear me?", "Yes"),
        ("Ring the vet please", "ok"),
        ("Ring the vet please", "sure, but not today"),
        ("Call Tom when you land", "will do"),
        ("They send flowers", "sure"),
        ("Can you tell me the time?", "Sure"),
        ("Would you drive us to the airport?", "sure"),
        ("Can you swim?", "Sure"),
        ("I live here.", "Yes"),
        # The parser may cut a sentence after the day.
        ("When did you move to Porto?", "Yesterday I was in Lisbon."),
        ("When did you move to Porto?", "Monday I was ill."),
        ("When will you pay me 300 euros?", "Tomorrow I am off."),
        # What a question claims besides is not answered.
        ("Where is the money that you owe me?", "At home."),
        ("Is Nina your enemy and are you living in Porto?", "Yes"),
        ("Where do you live?", "In my dreams"),
        ("Who is the owner?", "Eve, haha"),
        ("would you mind printing the menus?", "yes"),
        ("would you mind printing the menus?", "no, but not today"),
        ("I need you", "ok will do"),
        ("When is your appointment?", "they gave me a headache"),
        ("When is your appointment?", "they gave me Friday off"),
    ],
)
def test_what_is_no_clear_answer_states_nothing(asked: str, answered: str) -> None:
    assert answer(asked, answered) is None


@given(TEXTS, TEXTS)
def test_any_pair_of_messages_is_read(asked: str, answered: str) -> None:
    statement = answer(asked, answered)
    assert statement is None or statement.endswith(".")


def test_what_an_answer_adds_of_a_person_without_a_subject_is_of_that_person() -> None:
    (asked, answered) = bundled_pipeline().parse(["Was Helga your wife?", "yes. died 2019. she was a painter"])
    question = find_question(asked)
    assert question is not None
    answer = read_answer(question, answered, asker="Ann")
    assert answer is not None
    assert (answer.statement, answer.detail) == ("Helga was my wife.", "Helga died 2019.")
    assert answered.text[slice(*answer.replaced)] == "died 2019"
