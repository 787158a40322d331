"""Clauses in the third person: pronouns, agreement of verbs, dates in words, left-out subjects."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.clauses import split_clauses
from kg.extraction.dates import find_dates
from kg.extraction.referents import Referents
from kg.extraction.third_person import ThirdPerson, is_elliptic, rewrite_clause
from kg.language import bundled_pipeline
from tests.support import find_name_spans

pytestmark = pytest.mark.timeout(120)
# A Monday.
AT = datetime(2023, 5, 8, 10, tzinfo=UTC)
NAMES = {
    "person": "Maria Tom Emil Nadia Ben Anna Greta Rex",
    "place": "Rome Oslo Paris Lisbon Berlin",
    "org": "Google Bosch",
}
PIECES = [
    "I ",
    "you ",
    "my ",
    "she ",
    "Tom ",
    "don't ",
    "'ve ",
    "moved ",
    "love ",
    "the dog ",
    "yesterday",
    " on Friday ",
    " for two weeks ",
    "and ",
    ". ",
    ", ",
]
TEXTS = st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


def rewrite(text: str, addressee: str | None = None) -> list[ThirdPerson]:
    """Return the clauses of a message of Ada in the third person."""
    (doc,) = bundled_pipeline().parse([text])
    referents, dates, found = Referents("Ada"), find_dates(text, AT), []
    for clause in split_clauses(doc):
        found.append(rewrite_clause(clause, addressee=addressee, referents=referents, dates=dates))
        referents.note_clause(clause, find_name_spans(text, NAMES))
    return found


def texts(text: str, addressee: str | None = None) -> list[str]:
    return [each.text for each in rewrite(text, addressee)]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I live in Berlin.", "Ada lives in Berlin."),
        ("We live in Oslo with our dog.", "Ada lives in Oslo with their dog."),
        ("I love my job.", "Ada loves their job."),
        ("My sister lives in Oslo.", "Ada's sister lives in Oslo."),
        ("Our house is small.", "Ada's house is small."),
        ("Tom gave me a book.", "Tom gave Ada a book."),
        ("Tom lives near us.", "Tom lives near Ada."),
        ("Tom helped me with my garden.", "Tom helped Ada with their garden."),
        ("Maria came with us to Rome.", "Maria came with Ada to Rome."),
        ("My shins are killing me.", "Ada's shins are killing Ada."),
        ("I asked my sister to call me.", "Ada asked their sister to call them."),
        ("My sister sent me a card that made me cry.", "Ada's sister sent Ada a card that made them cry."),
        ("Tom is older than me.", "Tom is older than Ada."),
        ("Dinner was cooked by me.", "Dinner was cooked by Ada."),
        ("A friend of mine lives in Oslo.", "A friend of Ada's lives in Oslo."),
        ("The house is ours.", "The house is Ada's."),
        ("I hurt myself at the gym.", "Ada hurt themselves at the gym."),
        ("We built ourselves a house.", "Ada built themselves a house."),
        ("I take care of myself.", "Ada takes care of themselves."),
        ("Tom and I went to Rome.", "Tom and Ada went to Rome."),
        ("My sister and my brother live in Oslo.", "Ada's sister and their brother live in Oslo."),
        ("I know what I want.", "Ada knows what they want."),
        ("I think that I am right.", "Ada thinks that they are right."),
        ("I said I was sorry.", "Ada said they were sorry."),
        ("I saw my sister when I was in Rome.", "Ada saw their sister when they were in Rome."),
        ("The book that I bought is good.", "The book that Ada bought is good."),
        ("There is a park near my house.", "There is a park near Ada's house."),
        ("I bought a tent, a stove and a lamp.", "Ada bought a tent, a stove and a lamp."),
        ("I paid $500 for the bike.", "Ada paid $500 for the bike."),
        ("i live in berlin", "Ada lives in berlin."),
        ("Tom lives in Oslo.", "Tom lives in Oslo."),
    ],
)
def test_the_speaker_is_named_first_and_a_pronoun_later(text: str, sentence: str) -> None:
    assert texts(text) == [sentence]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I've moved to Lisbon.", "Ada has moved to Lisbon."),
        ("We've bought a house.", "Ada has bought a house."),
        ("I've been learning Spanish.", "Ada has been learning Spanish."),
        ("I've two cats.", "Ada has two cats."),
        ("I have two cats.", "Ada has two cats."),
        ("I haven't seen the film.", "Ada has not seen the film."),
        ("I'm a nurse.", "Ada is a nurse."),
        ("I am a nurse.", "Ada is a nurse."),
        ("I'm not a nurse.", "Ada is not a nurse."),
        ("I ain't rich.", "Ada is not rich."),
        ("We're expecting a baby.", "Ada is expecting a baby."),
        ("We were at home.", "Ada was at home."),
        ("I was at home.", "Ada was at home."),
        ("I don't eat meat.", "Ada does not eat meat."),
        ("I do not eat meat.", "Ada does not eat meat."),
        ("I didn't eat meat.", "Ada did not eat meat."),
        ("I do like fish.", "Ada does like fish."),
        ("I can't swim.", "Ada can not swim."),
        ("I won't go to the party.", "Ada will not go to the party."),
        ("I'll call Tom.", "Ada will call Tom."),
        ("I'm gonna buy a bike.", "Ada is going to buy a bike."),
        ("My sister wanna move to Rome 'cause it is warm.", "Ada's sister wants to move to Rome because it is warm."),
        ("I'd love to visit Rome.", "Ada would love to visit Rome."),
        ("I go to the gym every day.", "Ada goes to the gym every day."),
        ("We do sports.", "Ada does sports."),
        ("I study biology.", "Ada studies biology."),
        ("I play the piano.", "Ada plays the piano."),
        ("I watch films at night.", "Ada watches films at night."),
        ("I fix bikes.", "Ada fixes bikes."),
        ("I miss my brother.", "Ada misses their brother."),
        ("I wash the car on Sundays.", "Ada washes the car on Sundays."),
        ("I never eat meat.", "Ada never eats meat."),
        ("I used to live in Oslo.", "Ada used to live in Oslo."),
        ("I put the book on the table.", "Ada put the book on the table."),
        ("im a nurse", "Ada is a nurse."),
        ("i dont eat meat", "Ada does not eat meat."),
        ("ive moved to lisbon", "Ada has moved to lisbon."),
        # Several subjects keep the plural.
        ("Tom and I live in Rome.", "Tom and Ada live in Rome."),
        ("Tom and I are friends.", "Tom and Ada are friends."),
        ("My parents live in Oslo.", "Ada's parents live in Oslo."),
        ("My parents have a dog.", "Ada's parents have a dog."),
    ],
)
def test_the_verb_agrees_with_the_name(text: str, sentence: str) -> None:
    assert texts(text) == [sentence]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("You live in Rome.", "Anna lives in Rome."),
        ("u live in oslo", "Anna lives in oslo."),
        ("You are a good friend.", "Anna is a good friend."),
        ("You're my best friend.", "Anna is Ada's best friend."),
        ("You've got a new job.", "Anna has got a new job."),
        ("You don't eat meat.", "Anna does not eat meat."),
        ("You were right.", "Anna was right."),
        ("I miss you.", "Ada misses Anna."),
        ("I gave you a book.", "Ada gave Anna a book."),
        ("I love your garden.", "Ada loves Anna's garden."),
        ("Your garden is beautiful.", "Anna's garden is beautiful."),
        ("Your sister called me.", "Anna's sister called Ada."),
        ("You bought yourself a bike.", "Anna bought themselves a bike."),
        ("You and I went to Rome.", "Anna and Ada went to Rome."),
        ("I know that you like tea.", "Ada knows that Anna likes tea."),
        ("I hope you like the book.", "Ada hopes Anna likes the book."),
        ("I agree with you.", "Ada agrees with Anna."),
    ],
)
def test_the_addressee_is_named(text: str, sentence: str) -> None:
    assert texts(text, "Anna") == [sentence]
    assert rewrite(text, "Anna")[0].unresolved == 0
    assert rewrite(text)[0].unresolved > 0


def test_with_both_in_a_clause_neither_becomes_a_pronoun() -> None:
    assert texts("I asked you about my sister.", "Anna") == ["Ada asked Anna about Ada's sister."]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I met Tom in Rome. He lives there.", "Tom lives there."),
        ("I met Maria in Rome. She bought a house.", "Maria bought a house."),
        ("My brother called me. He sold his car.", "Ada's brother sold his car."),
        ("My son Emil won a prize. He is proud.", "Emil is proud."),
        ("My daughter Nadia won a prize. She is proud.", "Nadia is proud."),
        ("My boss is Greta. She is strict.", "Greta is strict."),
        ("My cat is ill. She sleeps a lot.", "Ada's cat sleeps a lot."),
        ("My dog Rex is old. He sleeps a lot.", "Rex sleeps a lot."),
        ("I have a cat. She is called Luna.", "The cat is called Luna."),
        ("My aunt bought a farm. Her husband grows apples.", "Ada's aunt's husband grows apples."),
        ("My mother is a doctor. Her office is in Oslo.", "Ada's mother's office is in Oslo."),
        ("Tom lost his job. His boss fired him.", "Tom's boss fired him."),
        ("I met Tom. I like him.", "Ada likes Tom."),
        ("I met Maria. I gave her a book.", "Ada gave Maria a book."),
        ("I met Maria. I love her music.", "Ada loves Maria's music."),
        ("I bought a bike. It is red.", "The bike is red."),
        ("I bought a bike, but it broke.", "The bike broke."),
        ("I read a book. It changed my life.", "The book changed Ada's life."),
        ("I bought a camera. I use it daily.", "Ada uses the camera daily."),
        ("I sold my car. It was old.", "Ada's car was old."),
        ("The shops closed. They were empty.", "The shops were empty."),
        ("Tom sold his car.", "Tom sold his car."),
        ("Maria sold her car.", "Maria sold her car."),
    ],
)
def test_a_pronoun_becomes_what_the_message_named(text: str, sentence: str) -> None:
    assert texts(text)[-1] == sentence
    assert rewrite(text)[-1].unresolved == 0


@pytest.mark.parametrize(
    "text",
    [
        "He lives in Oslo.",
        "She called me.",
        "They arrived late.",
        "It was great.",
        "That is great.",
        "These are nice.",
        "I love this.",
        "I saw him.",
        "I love it!",
        "His car is red.",
        "Her house is big.",
        "You live in Rome.",
        "I love your garden.",
        "My sister plays the violin. He is ten.",
        "I bought a bike. They are red.",
        "I bought boots. It is red.",
    ],
)
def test_a_pronoun_without_a_referent_is_counted(text: str) -> None:
    assert rewrite(text)[-1].unresolved == 1


@pytest.mark.parametrize(
    ("text", "sentence", "dates"),
    [
        ("I went to Paris yesterday.", "Ada went to Paris on 7 May 2023.", ("2023-05-07",)),
        ("Yesterday I went to Paris.", "On 7 May 2023 Ada went to Paris.", ("2023-05-07",)),
        ("I saw a film today.", "Ada saw a film on 8 May 2023.", ("2023-05-08",)),
        ("I saw a film this morning.", "Ada saw a film on 8 May 2023.", ("2023-05-08",)),
        ("I saw Tom last night.", "Ada saw Tom on 7 May 2023.", ("2023-05-07",)),
        ("I went to Oslo the day before yesterday.", "Ada went to Oslo on 6 May 2023.", ("2023-05-06",)),
        ("I went to Paris last week.", "Ada went to Paris in the week of 1 May 2023.", ("2023-05-01",)),
        ("I'm flying to Oslo tomorrow.", "Ada is flying to Oslo on 9 May 2023.", ("2023-05-09",)),
        ("I met Tom on Friday.", "Ada met Tom on 5 May 2023.", ("2023-05-05",)),
        ("The exam is on Friday.", "The exam is on 12 May 2023.", ("2023-05-12",)),
        ("My course starts on Monday.", "Ada's course starts on 15 May 2023.", ("2023-05-15",)),
        ("I met Tom on 3 May 2023.", "Ada met Tom on 3 May 2023.", ("2023-05-03",)),
        ("I'll move to Oslo next month.", "Ada will move to Oslo in June 2023.", ("2023-06",)),
        ("I was promoted last month.", "Ada was promoted in April 2023.", ("2023-04",)),
        ("I graduated in 2019.", "Ada graduated in 2019.", ("2019",)),
        ("I bought a house two years ago.", "Ada bought a house in 2021.", ("2021",)),
        ("I will retire in four years.", "Ada will retire in 2027.", ("2027",)),
        ("I met Tom last summer.", "Ada met Tom in the summer of 2022.", ("2022-06",)),
        ("I have lived in Berlin since 2019.", "Ada has lived in Berlin since 2019.", ("2019",)),
        ("I'm on holiday until Friday.", "Ada is on holiday until 12 May 2023.", ("2023-05-12",)),
        ("I worked at Bosch from 2015 to 2019.", "Ada worked at Bosch from 2015 to 2019.", ("2015", "2019")),
        ("I ran a marathon in 2021 and 2022.", "Ada ran a marathon in 2021 and in 2022.", ("2021", "2022")),
        ("I was born on 3 May 1990.", "Ada was born on 3 May 1990.", ("1990-05-03",)),
        # Lengths of time, and what recurs, are no dates.
        ("I have lived here for two years.", "Ada has lived here for two years.", ()),
        ("I finished in two weeks.", "Ada finished in two weeks.", ()),
        ("I relax on Sundays.", "Ada relaxes on Sundays.", ()),
        ("I go to the gym every day.", "Ada goes to the gym every day.", ()),
    ],
)
def test_relative_dates_become_dates_in_words(text: str, sentence: str, dates: tuple[str, ...]) -> None:
    (found,) = rewrite(text)
    assert (found.text, found.dates) == (sentence, dates)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("I cooked pasta and watched a film.", ["Ada cooked pasta.", "Ada watched a film."]),
        ("I left the bank and opened a studio.", ["Ada left the bank.", "Ada opened a studio."]),
        ("I live in Berlin and work at Bosch.", ["Ada lives in Berlin.", "Ada works at Bosch."]),
        ("We packed our bags and flew to Paris.", ["Ada packed their bags.", "Ada flew to Paris."]),
        ("I've finished the course and passed the exam.", ["Ada has finished the course.", "Ada passed the exam."]),
        (
            "I left Bosch in 2020 and joined Google in 2021.",
            ["Ada left Bosch in 2020.", "Ada joined Google in 2021."],
        ),
        ("Tom bought a boat and sailed to Oslo.", ["Tom bought a boat.", "Tom sailed to Oslo."]),
        ("Tom works at Bosch and lives in Berlin.", ["Tom works at Bosch.", "Tom lives in Berlin."]),
        ("I was walking home and met Tom.", ["Ada was walking home.", "Ada met Tom."]),
    ],
)
def test_a_joined_verb_repeats_its_subject(text: str, sentences: list[str]) -> None:
    assert texts(text) == sentences


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("got back from Rome", "Ada got back from Rome."),
        ("just moved to Lisbon", "Ada just moved to Lisbon."),
        ("finally passed my driving test", "Ada finally passed their driving test."),
        ("sold my car last week", "Ada sold their car in the week of 1 May 2023."),
        ("bought a bike yesterday", "Ada bought a bike on 7 May 2023."),
        ("going to the dentist tomorrow", "Ada is going to the dentist on 9 May 2023."),
        ("had dinner with Maria", "Ada had dinner with Maria."),
    ],
)
def test_a_left_out_speaker_is_added(text: str, sentence: str) -> None:
    assert texts(text) == [sentence]
    # The first letter of a sentence says nothing about its subject.
    capital = text[0].upper() + text[1:] + "."
    assert [each.casefold() for each in texts(capital)] == [sentence.casefold()]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Got back from Rome.", True),
        ("Just finished my thesis.", True),
        ("Finished the marathon yesterday!", True),
        ("Working from home today.", True),
        ("Going to the dentist tomorrow.", True),
        ("Started a new job today.", True),
        ("Can't do Wednesday.", True),
        ("Can't open in Chrome.", False),
        ("I got back from Rome.", False),
        ("Close the door.", False),
        ("Send me a message.", False),
        ("Come to the party.", False),
        ("Don't worry.", False),
        ("Got it?", False),
        ("Sounds great.", False),
        ("What a day!", False),
        ("My new bike.", False),
        ("Thanks for the book!", False),
    ],
)
def test_which_clauses_leave_out_the_speaker(text: str, expected: bool) -> None:
    (doc,) = bundled_pipeline().parse([text])
    (clause,) = split_clauses(doc)
    assert is_elliptic(clause) == expected


@pytest.mark.parametrize(
    ("text", "subject", "rest"),
    [
        ("I live in Berlin.", "Ada", "in Berlin"),
        ("My sister lives in Oslo.", "Ada's sister", "in Oslo"),
        ("I'm a nurse.", "Ada", "a nurse"),
        ("I don't eat meat.", "Ada", "meat"),
        ("I'm not a nurse.", "Ada", "not a nurse"),
        ("Tom gave me a book.", "Tom", "Ada a book"),
        ("got back from Rome", "Ada", "back from Rome"),
        ("I can't swim.", "Ada", ""),
        ("A friend of mine lives in Oslo.", "A friend of Ada's", "in Oslo"),
        ("The friend who lives in Oslo called me.", "The friend", "Ada"),
    ],
)
def test_subject_and_rest(text: str, subject: str, rest: str) -> None:
    (found,) = rewrite(text)
    assert (found.subject, found.rest) == (subject, rest)


@given(TEXTS, st.sampled_from([None, "Anna"]))
def test_any_text_can_be_rewritten(text: str, addressee: str | None) -> None:
    for each in rewrite(text, addressee):
        assert each.text.endswith(".")
        assert each.unresolved >= 0
        assert not each.names_speaker or "Ada" in each.text


def test_verbs_that_share_the_subject_agree_with_it() -> None:
    assert texts("I wake at four and go through the list.") == ["Ada wakes at four and goes through the list."]
    assert texts("I want to go and see the kiln.") == ["Ada wants to go and see the kiln."]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm on nights until May, so", "Ada is on nights until May."),
        ("The flight took an hour or so", "The flight took an hour or so."),
        ("My brother reckons so", "Ada's brother reckons so."),
    ],
)
def test_so_after_a_comma_is_left_out(text: str, expected: str) -> None:
    assert texts(text)[-1].replace(" 2024", "") in {expected, expected.replace("until May", "until May 2023")}


def test_something_is_given_to_a_person_and_not_owned() -> None:
    assert texts("My sister is here. I offered her something.")[-1] == "Ada offered Ada's sister something."
