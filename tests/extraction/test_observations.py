"""Observations: what a message states, in the third person; questions, commands, wishes and quotations state nothing."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.observations import Observation, find_observations
from kg.language import bundled_pipeline
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)
# A Monday.
AT = datetime(2023, 5, 8, 10, tzinfo=UTC)
NAMES = {
    "person": "Maria Tom Emil Nadia Ben Anna Greta Rex",
    "place": "Rome Oslo Paris Lisbon Berlin Porto",
    "org": "Google Bosch",
}
PIECES = [
    "I ",
    "we ",
    "you ",
    "my ",
    "your sister ",
    "Tom ",
    "Anna, ",
    "lives ",
    "don't ",
    "'ve ",
    "bought a bike ",
    "it ",
    "in the US ",
    "if ",
    "and ",
    "yesterday ",
    "`I ran` ",
    '"I ran" ',
    "[shares a photo: my dog] ",
    "{x} ",
    "“a” ",
    "<b>",
    "lol ",
    "\n",
    ". ",
    "? ",
    ", ",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)
FIRST_OR_SECOND_PERSON = re.compile(r"\b(?:I|my|we|our|you|your)\b", re.IGNORECASE)


def observe(text: str, addressee: str | None = None) -> list[Observation]:
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, NAMES)
    return find_observations(text, speaker="Ada", at=AT, doc=doc, names=names, addressee=addressee)


def sentences(text: str, addressee: str | None = None) -> list[str]:
    return [each.sentence.text for each in observe(text, addressee)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I live in Berlin.", ["Ada lives in Berlin."]),
        ("By the way, I live in Berlin.", ["Ada lives in Berlin."]),
        ("Bad news, the hall has double booked us", ["The hall has double booked Ada."]),
        ("nah switched to the Camden one", ["Ada switched to the Camden one."]),
        ("the lake path is closed btw for repairs", ["The lake path is closed for repairs."]),
        ("I can't do Friday.", ["Ada can not do 12 May 2023."]),
        ("Maria said yes! starts on the 12th of June", ["Maria starts on 12 June 2023."]),
        ("My best friend from Oslo, lives in Rome.", ["Ada's best friend from Oslo lives in Rome."]),
        ("I've moved to Lisbon.", ["Ada has moved to Lisbon."]),
        ("I'm a nurse.", ["Ada is a nurse."]),
        ("I don't eat meat.", ["Ada does not eat meat."]),
        ("My sister lives in Oslo.", ["Ada's sister lives in Oslo."]),
        ("My car broke down.", ["Ada's car broke down."]),
        ("Tom helped me with my garden.", ["Tom helped Ada with their garden."]),
        ("I paid Tom myself.", ["Ada paid Tom."]),
        ("I paid the roofer myself in May.", ["Ada paid the roofer in May 2023."]),
        ("I hurt myself at the gym.", ["Ada hurt themselves at the gym."]),
        ("I went to Paris yesterday.", ["Ada went to Paris on 7 May 2023."]),
        ("I'm flying to Oslo tomorrow.", ["Ada is flying to Oslo on 9 May 2023."]),
        ("I sold my car and I bought a bike.", ["Ada sold their car.", "Ada bought a bike."]),
        ("I cooked pasta and watched a film.", ["Ada cooked pasta.", "Ada watched a film."]),
        ("I like tea but my husband prefers coffee.", ["Ada likes tea.", "Ada's husband prefers coffee."]),
        ("I met Maria in Rome. She bought a house.", ["Ada met Maria in Rome.", "Maria bought a house."]),
        ("I bought a bike, but it broke.", ["Ada bought a bike.", "The bike broke."]),
        ("My phone died so I bought a camera.", ["Ada's phone died.", "Ada bought a camera."]),
        ("I hope to visit Paris.", ["Ada hopes to visit Paris."]),
        ("I plan to visit Paris.", ["Ada plans to visit Paris."]),
        ("I'd love to visit Rome.", ["Ada would love to visit Rome."]),
        ("I'd rather stay in Rome.", ["Ada would rather stay in Rome."]),
        ("I would prefer tea.", ["Ada would prefer tea."]),
        ("I think Tom is a doctor.", ["Ada thinks Tom is a doctor."]),
        ("got back from rome", ["Ada got back from rome."]),
        ("just moved to lisbon", ["Ada just moved to lisbon."]),
        ("i dont eat meat", ["Ada does not eat meat."]),
        ("Haha yes, I bought a bike.", ["Ada bought a bike."]),
        ("Do you live in Rome? I live in Oslo.", ["Ada lives in Oslo."]),
        ("Close the door. I have a cold.", ["Ada has a cold."]),
        ("Thanks for your help, I finished my report.", ["Ada finished their report."]),
        ("Did I tell you I got the job?", ["Ada got the job."]),
        ("Did you know Tom left Berlin?", ["Tom left Berlin."]),
        ("Now, the concert. It's confirmed for 21 March.", ["The concert is confirmed for 21 March 2024."]),
        ("Can Dad take the car? He has Thursdays off.", ["Ada's dad has Thursdays off."]),
        ("Now, my boiler is broken.", ["Ada's boiler is broken."]),
        ("my rent is going up to £45 from April", ["Ada's rent is going up to £45 from April 2024."]),
        ("Tom's had a stroke.", ["Tom has had a stroke."]),
        ("My mum's got hundreds of hats.", ["Ada's mum has got hundreds of hats."]),
        ("theyre late. ill book the van", ["Ada will book the van."]),
        ("theres a 2 bed on Kestrel Street, 1150 a month", ["There is a 2 bed on Kestrel Street, 1150 a month."]),
        ("The logs are in /var/log/app/server.log.", ["The logs are in /var/log/app/server.log."]),
        ("I set DB_HOST=localhost:5433 in .env.local", ["Ada set DB_HOST=localhost:5433 in .env.local."]),
        ("The owner of  payments-api  is Tom", ["The owner of payments-api is Tom."]),
        ("the wifi is down again", ["The wifi is down again."]),
    ],
)
def test_statements_are_observed(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Do you live in Rome?",
        "anyone know a good roofer",
        "someone leave the key with Bo",
        "also sourdough going up to 4.80",
        "do you live in rome",
        "Where did Tom go?",
        "Why did Maria leave Oslo?",
        "Is Tom a doctor?",
        "Have you seen my keys?",
        "Can you help me with my garden?",
        "Can I come to Rome?",
        "Tom lives in Rome?",
        "Who called my sister?",
        "What time is it in Oslo?",
        "Tom lives in Oslo, right?",
        "Should we go to Rome?",
        "Did my sister call Tom?",
        "Would Tom like tea?",
        "Which film did Maria see?",
        "Where is my phone?",
        "Isn't my garden lovely?",
        "On Friday, can we meet at six and be out by nine.",
        "Is there a list for mothers",
    ],
)
def test_questions_state_nothing(text: str) -> None:
    assert sentences(text, "Anna") == []


@pytest.mark.parametrize(
    "text",
    [
        "Close the door.",
        "Please send me the file.",
        "Send Tom a message.",
        "Come to the party in Oslo.",
        "Don't worry about Tom.",
        "Be careful in Rome.",
        "Take care of yourself.",
        "Call your mother.",
        "Let me know.",
        "Let's go to Rome.",
        "If Tom calls, send him home.",
        "Do come again, Anna, but not in jeans.",
    ],
)
def test_commands_state_nothing(text: str) -> None:
    assert sentences(text, "Anna") == []


@pytest.mark.parametrize(
    "text",
    [
        "If it rains I will stay home.",
        "If I win, I will buy a house.",
        "Unless it rains, we will walk to Porto.",
        "I will come if Tom pays.",
        "I'd buy a house if I were rich.",
        "I would buy a house.",
        "I would have called Tom.",
        "I could move to Rome.",
        "I could have died in Rome.",
        "I should call my mother.",
        "Tom should visit Rome.",
        "We ought to leave Rome.",
        "I might move to Rome.",
        "I might be late for dinner.",
        "My sister could sell her car.",
        "Bring the form, otherwise the order fails.",
        "Call me, in case I lose the key.",
        "Or I put the key behind the door.",
        "Keep quiet or I lose the grant.",
    ],
)
def test_conditions_and_possibilities_state_nothing(text: str) -> None:
    assert sentences(text, "Anna") == []


@pytest.mark.parametrize(
    "text",
    [
        "What a day!",
        "Nice weather today.",
        "Thanks a lot!",
        "Thanks for the book!",
        "Thank you so much.",
        "Hello Anna.",
        "Good morning!",
        "Congratulations!",
        "Happy birthday, Tom!",
        "Good luck with the exam!",
        "Great job, Tom!",
        "So cool!",
        "Sounds great.",
        "Sounds like fun.",
        "Wow!",
        "lol",
        "Yes.",
        "No problem.",
        "Of course.",
        "Good idea.",
        "Never mind.",
        "Me too.",
        "Love it!",
        "See you tomorrow.",
        "Hope all is well.",
        "Sorry to hear that.",
        "A nice day in the park.",
        "My new bike.",
        "Tom's house in Oslo.",
        "The best holiday ever!",
        "That is the best offer I've had all term.",
        # Statements of two words say nothing.
        "I know.",
        "I agree.",
        "Last year was Axa.",
        "Friday works.",
        "Tom called.",
        "...",
        "",
    ],
)
def test_greetings_thanks_and_fragments_state_nothing(text: str) -> None:
    assert sentences(text, "Anna") == []


@pytest.mark.parametrize(
    "text",
    [
        "He lives in Oslo.",
        "She bought a house.",
        "They arrived in Rome.",
        "It was a great day.",
        "That is great news.",
        "These are nice shoes.",
        "His car is red.",
        "Her house is big.",
        "I saw him in Rome.",
        "I gave it to Tom.",
        "You live in Rome.",
        "I love your garden.",
        "Your sister called me yesterday.",
        "My name is yours.",
        "Maria is still resting hers.",
        "Its £62 this year.",
        "Sat my parents land from Lagos.",
        "also deposit is 5 weeks so like",
        "Did he say he was coming?",
        "Do you know when the train leaves?",
    ],
)
def test_what_needs_the_conversation_is_not_observed(text: str) -> None:
    assert sentences(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "[shares a photo: a dog on a beach]",
        "[shares a photo: I live in Rome]",
        "[shares a video: my cat sleeps]",
        "[sends a voice message: I moved to Oslo]",
        "Look at this! [shares a photo: two dogs in a garden]",
        "`I live in Rome`",
        "```\nI live in Rome.\n```",
        'Tom said "I live in Rome".',
        '"I live in Rome," said Tom.',
        "Tom said “I live in Rome”.",
        'A sign said "I live in Rome".',
    ],
)
def test_stage_directions_code_and_quotations_are_not_observed(text: str) -> None:
    assert sentences(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[shares a photo: a dog] I adopted a dog.", ["Ada adopted a dog."]),
        ("I cooked dinner. [shares a photo: a bowl of pasta]", ["Ada cooked dinner."]),
        ("I moved to Oslo. `x = 1`", ["Ada moved to Oslo."]),
        ("My ankle is healed, can stop the drops", ["Ada's ankle is healed."]),
        ('I moved to Oslo. Tom said "I live in Rome".', ["Ada moved to Oslo."]),
    ],
)
def test_what_stands_beside_them_is_observed(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("You live in Rome.", "Anna lives in Rome."),
        ("I love your garden.", "Ada loves Anna's garden."),
        ("Your sister called me yesterday.", "Anna's sister called Ada on 7 May 2023."),
        ("I gave you a book.", "Ada gave Anna a book."),
        ("You don't eat meat.", "Anna does not eat meat."),
        ("You and I went to Rome.", "Anna and Ada went to Rome."),
        ("You're my best friend.", "Anna is Ada's best friend."),
        ("I saw your brother yesterday.", "Ada saw Anna's brother on 7 May 2023."),
    ],
)
def test_you_is_the_addressee_if_there_is_only_one(text: str, expected: str) -> None:
    assert sentences(text, "Anna") == [expected]
    assert sentences(text) == []


@pytest.mark.parametrize("text", ["Anna, I moved to Lisbon.", "Hi Anna, I moved to Lisbon.", "Tom, I moved to Lisbon."])
def test_a_name_that_is_addressed_is_left_out(text: str) -> None:
    assert sentences(text) == ["Ada moved to Lisbon."]


def test_positions_count_clauses() -> None:
    found = observe("Do you live in Rome? I live in Oslo, and my sister lives in Paris.")
    assert [(each.position, each.sentence.text) for each in found] == [
        (1, "Ada lives in Oslo."),
        (2, "Ada's sister lives in Paris."),
    ]


def test_the_span_covers_the_clause() -> None:
    text = "Well, I sold my car and I bought a bike!"
    spans = [text[each.clause.start : each.clause.end] for each in observe(text)]
    assert spans == ["I sold my car", "I bought a bike"]


def test_a_very_long_sentence_is_not_observed() -> None:
    text = "I bought " + ", ".join(f"{number} red apples" for number in range(2, 40)) + " and a pear."
    assert sentences(text) == []


def test_a_text_without_a_tree_has_no_observations() -> None:
    text = "I live in Berlin."
    (doc,) = bundled_pipeline().parse([text], trees=False)
    assert find_observations(text, speaker="Ada", at=AT, doc=doc, names=[]) == []


@pytest.mark.slow
@given(TEXTS, st.sampled_from([None, "Anna"]))
def test_any_text_can_be_observed(text: str, addressee: str | None) -> None:
    found = observe(text, addressee)
    assert [each.position for each in found] == sorted({each.position for each in found})
    for each in found:
        assert 0 <= each.clause.start < each.clause.end <= len(text)
        assert not FIRST_OR_SECOND_PERSON.search(each.sentence.text)
        assert each.sentence.text.endswith(".")
        assert each.sentence.subject
        assert each.sentence.unresolved == 0


@pytest.mark.parametrize(
    "text",
    ["I can feed thirty kids with it.", "I am impressed by your commitment to it.", "I enjoy spending time with them."],
)
def test_a_pronoun_does_not_refer_to_a_noun_of_another_number_or_above_it(text: str) -> None:
    assert observe(text) == []


@pytest.mark.parametrize(
    "text", ["I sold the bike because it was old.", "I love my kids and spend weekends with them."]
)
def test_a_pronoun_refers_to_a_noun_of_its_clause(text: str) -> None:
    assert observe(text) != []


def test_it_and_them_that_name_nothing_before_leave_no_statement() -> None:
    assert sentences("It is my cousin who has the key.") == []
    assert sentences("Tom took a hundred and forty photographs. I look terrified in them.")[1:] == []
