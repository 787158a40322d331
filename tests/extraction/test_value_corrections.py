"""Corrections of what their author wrote just before: what is corrected, and what is not."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.value_corrections import Correction, find_correction
from kg.protocols import EarlierTurn, Utterance

# A Monday.
AT = datetime(2026, 3, 2, 9, tzinfo=UTC)


def correct(*messages: str, gap: timedelta = timedelta(minutes=1)) -> Correction | None:
    """Return what the last message of Ann corrects; "Bo: …" is of another."""
    turns = []
    for place, message in enumerate(messages):
        speaker, text = ("Bo", message[4:]) if message.startswith("Bo: ") else ("Ann", message)
        turns.append(EarlierTurn(text, speaker, AT + place * gap, speaker == "Ann"))
    last = turns.pop()
    return find_correction(Utterance(last.text, last.speaker, last.at, earlier=tuple(turns)))


@pytest.mark.parametrize(
    ("messages", "expected"),
    [
        (("The meeting is on Thursday.", "sorry, Friday"), "The meeting is on Friday."),
        (("The meeting is on Thursday at 4.", "no wait, at 5"), "The meeting is on Thursday at 5."),
        (("Dinner is at half 7 on Saturday.", "half 6 sorry not 7"), "Dinner is at half 6 on Saturday."),
        (("The visit is on Tuesday.", "Correction, it's Wednesday at 11"), "The visit is on Wednesday at 11."),
        (("The visit is on Wednesday at 9.", "Correction, it's Wednesday at 11."), "The visit is on Wednesday at 11."),
        (("The tickets cost €40.", "Sorry, 45."), "The tickets cost €45."),
        (("the quote for Fen is 1900", "no wait, its 1,700"), "the quote for Fen is 1,700"),
        (("My flat has 3 rooms for 900.", "Sorry, 4 rooms."), "My flat has 4 rooms for 900."),
        (("The visit is on 3 May at 10.", "They moved it to 5 May."), "The visit is on 5 May at 10."),
        (("Her birthday is the 14th of April.", "Bo: Noted: 14 April.", "15th."), "Her birthday is 15th of April."),
        (("The gate code is 4471", "4417"), "The gate code is 4417"),
        (
            ("The exam is on the 17th.", "Bo: not the 18th?", "You're right, it is the 18th."),
            "The exam is on the 18th.",
        ),
        (("I fly on Thursday at 4pm.", "Bo: Got it, Thursday at 4.", "ah no, Friday."), "I fly on Friday at 4pm."),
        (("Choir starts at 19.00", "Bo: Are you sure?", "She's right. Half past 7"), "Choir starts at Half past 7"),
        (("I bring one cake", "Bo: one?? for twelve of us", "make it two"), "I bring two cake"),
        (("My sister is called Tara.", "Sorry, Tamara not Tara"), "My sister is called Tamara."),
        (("I fly to Oslo.", "s/Oslo/Bergen/"), "I fly to Bergen."),
        (("I fly on 12 May.", "make that 13 May", "no sorry, 14 May"), "I fly on 14 May."),
        (("She lives in Leeds now.", "Bo: Noted, in Leeds.", "No, not Leeds, Bradford."), "She lives in Bradford now."),
        (
            ("It is on the third floor.", "Bo: Isn't that accounts?", "Sorry yes, fourth floor."),
            "It is on the fourth floor.",
        ),
        (("The password is otter88.", "Oops, I meant otter89."), "The password is otter89."),
        (("I paid 85 euros.", "Bo: Only 85? That's for one, surely.", "oh yeah, I meant 285"), "I paid 285 euros."),
        (("We meet at Cafe Orla on Friday.", "Actually it's Cafe Bruno"), "We meet at Cafe Bruno on Friday."),
        (("She is called Pellman.", "Bo: Noted: Pellman.", "It's Pelham, not Pellman"), "She is called Pelham."),
        (("My spot is number 62 on level two.", "wait, 26"), "My spot is number 26 on level two."),
        (("It is on Tuesday at 4.", "Bo: The card says 5.", "Just checked, yes it's 5"), "It is on Tuesday at 5."),
        (("It is under the blue pot.", "sorry the red one, not the blue"), "It is under the red pot."),
        (
            ("Choir starts at 7 on Thursday in town.", "sorry, Friday at 10:30"),
            "Choir starts at 10:30 on Friday in town.",
        ),
        (
            ("I'm allergic to cashews.", "Bo: Noted.", "Sorry, I meant pistachios. Cashews are fine."),
            "I'm allergic to pistachios.",
        ),
        (
            ("She lives in Gothenburg now.", "Bo: I thought she moved to Malmö?", "Oops yes, Malmö"),
            "She lives in Malmö now.",
        ),
        (("I parked on level 3 at 10:15.", "Bo: Are you sure?", "Sorry, level 4!"), "I parked on level 4 at 10:15."),
        (("It is in room 12 on Monday at 7.", "Sorry, I meant room 21."), "It is in room 21 on Monday at 7."),
        (("I have choir on Tuesday evenings.", "Sorry, Thursday"), "I have choir on Thursday evenings."),
        (("I have three cats.", "Bo: Three, noted.", "Four, actually. One is old."), "I have four cats."),
        (("She moves in June.", "Bo: In June? I thought later.", "Hmm, yes, July. My mistake."), "She moves in July."),
        (
            ("I take it in the evening.", "Bo: ok, in the evening.", "Not in the evening, in the morning."),
            "I take it in the morning.",
        ),
        (("We meet at the Harbour Café.", "Bo: ok", "Actually make that the Mill Café."), "We meet at the Mill Café."),
        (
            ("It is on Monday the 9th.", "Ugh, they just mailed, it's been moved to Tuesday the 10th."),
            "It is on Tuesday the 10th.",
        ),
        (("The party is at the Red Lion.", "I mean the Black Lion"), "The party is at the Black Lion."),
        (
            ("We move on 20 March.", "Bo: So soon!", "Oh no wait, the 27th. We get the keys then."),
            "We move on 27th March.",
        ),
        (("It is at half past two.", "Bo: So at 2:30.", "no, half past three"), "It is at half past three."),
        (("It cost 38 euros.", "Bo: On mine it says 48.", "Hm, yes, you're right, 48."), "It cost 48 euros."),
        (("my physio is thurs at 4", "*fri"), "my physio is Friday at 4"),
        (("The code is 4471", "Bo: sure? it ends in 7", "oh yeah ur right 4477"), "The code is 4477"),
        (("We park on Miller Street.", "*Milner Street"), "We park on Milner Street."),
        (("A table at Lupo for us.", "Bo: nice", "ugh i meant Lupa, the one we like"), "A table at Lupa for us."),
        (("I sold it for 320", "well 300 in the end, he haggled"), "I sold it for 300"),
        (
            (
                "The visit is on Friday.",
                "Bo: ok, Friday 6 March",
                "They just rang, it's now Monday the 9th, same slot.",
            ),
            "The visit is on Monday the 9th.",
        ),
        (("The review is on Monday.", "so nervous", "sorry, Tuesday"), "The review is on Tuesday."),
    ],
)
def test_the_value_of_the_earlier_message_is_replaced(messages: tuple[str, ...], expected: str) -> None:
    found = correct(*messages)
    assert found is not None
    assert found.corrected == expected


@pytest.mark.parametrize(
    "messages",
    [
        ("sorry, Friday",),
        ("Bo: The meeting is on Thursday.", "sorry, Friday"),
        ("I work on Thursday.", "Bo: Can we meet on Saturday?", "Sorry, Sunday."),
        ("I work on Thursday.", "Bo: When is your exam?", "Sorry, Sunday."),
        ("Standup is at 9:15.", "Bo: Is the demo at 3?", "No, 4."),
        ("I am free on Monday or Tuesday.", "sorry, Wednesday"),
        ("My physio is on Thursday at 2.", "Bo: lunch on Friday?", "sorry, Friday doesn't work"),
        ("The exam is tomorrow at 9:00", "at 21:02"),
        ("12 items are in the folder", "11"),
        ("The meeting is on Thursday.", "sorry, Thursday"),
        ("The meeting is on Thursday.", "sorry, is it Friday?"),
        ("I like tea.", "It moved to Friday."),
        ("The code is 4471", "9000"),
        ("My haircut is tomorrow at 5.", "Bo: And is the gym open till five tomorrow too?", "No, till six."),
        ("I feel great", "*hugs*"),
        ("I like my cod with salmon.", "sorry, salmon not cod"),
        ("My exam is on Monday.", "Bo: Can you pay me back?", "sorry, tomorrow!"),
        ("My exam is on Monday.", "Bo: Are you home?", "no, tomorrow"),
        ("The wedding is on Saturday.", "Bo: And the rehearsal?", "Actually, Friday"),
        ("The wedding is on Saturday.", "Bo: Is Tom arriving Saturday too?", "no, Sunday"),
        ("I have 2 kids.", "Bo: And cats?", "No, 3"),
        ("I live in Rome and have 3 kids.", "Bo: guess my score", "wait, 100"),
        ("My appointment is on Monday.", "Bo: lunch?", "let's make it Friday"),
        ("My flight is on Friday.", "Bo: did the match happen?", "they moved it to Sunday"),
        ("My mum's birthday is on 5 May.", "it's on Saturday"),
        ("The party is on Friday.", "that was Monday"),
        ("My meeting takes 30 minutes.", "sorry, 5 minutes"),
        ("Mum comes on Monday.", "Bo: Let me know when you're free", "Actually Thursday"),
        ("Sam starts on Monday.", "Bo: lets have lunch this week", "make it Thursday"),
        ("My dad turned 70 today.", "Bo: may he live long!", "make it 100"),
        ("I'm reading Dune.", "*Done"),
        ("I'm allergic to milk.", "Bo: I'll bring a cake.", "Not milk, remember"),
        ("I work in London.", "Bo: nice.", "not London, sadly"),
        ("My flight is on Thursday.", "not Thursday, Friday works better"),
        ("My mum lives in York.", "Bo: Let's meet up in York.", "not York, Leeds"),
        ("I'm allergic to peanuts.", "Bo: I'll bring peanut cookies.", "not peanuts, walnuts"),
        ("I love coffee.", "Bo: I made you a coffee.", "It's tea, not coffee"),
        ("My sister lives in Berlin.", "Bo: I heard Hamburg is nicer.", "true, Hamburg"),
        ("I was born in Berlin.", "Bo: I thought you lived in Hamburg?", "yes, Hamburg"),
        ("I'm allergic to cashews.", "Bo: ok", "sorry, I meant thanks"),
        ("I need help.", "Bo: how much.", "I meant money"),
        ("I grew up in Leeds.", "Bo: haha", "*Shrugs"),
        ("I have 2 kids.", "Bo: how many seats do you need", "3. Sorry!"),
        ("My exam is on Thursday.", "Bo: when are you bringing my bike back", "tomorrow. sorry!"),
        ("I go to yoga every Tuesday.", "Bo: ok", "Sorry, tomorrow"),
        ("I work on Tuesday evenings.", "Bo: ok", "sorry, tomorrow"),
        ("My daughter April is lovely.", "Bo: nice", "sorry, August"),
        ("The wedding is on Saturday.", "sorry, lunch Friday"),
        ("I parked on level 3.", "sorry, bus 4"),
        ("I work in sales.", "I meant well"),
        ("I work in a shop.", "I meant everything"),
        ("She lives in Gothenburg now.", "Bo: I thought Tom lives in Malmö too?", "yes, Malmö"),
        ("She lives in Gothenburg now.", "Bo: Is Tom in Malmö?", "yes, Malmö"),
        ("My brother is called Anne-Marie.", "Sorry Anna is here"),
        ("The drive takes 20 minutes.", "wait 5 minutes"),
        ("I am allergic to nuts.", "Actually I'm not allergic"),
        ("I love pizza.", "Actually, why not pizza"),
        ("I'm making salmon tonight", "sorry, maybe not salmon"),
        ("Tom is a real friend.", "I mean really"),
        ("I start work on Monday.", "Bo: I'm off Monday too. Movie day?", "Tuesday"),
        ("The wedding is on Saturday.", "Bo: And the rehearsal, also Saturday?", "It's on Friday"),
    ],
)
def test_what_is_unclear_or_another_matter_corrects_nothing(messages: tuple[str, ...]) -> None:
    assert correct(*messages) is None


def test_another_person_of_the_same_name_corrects_nothing() -> None:
    turn = EarlierTurn("The meeting is on Thursday.", "Ann", AT)
    assert find_correction(Utterance("sorry, Friday", "Ann", AT, earlier=(turn,))) is None


def test_a_correction_rests_on_what_it_corrects_and_on_who_gave_the_value() -> None:
    found = correct("The exam is on the 17th.", "Bo: not the 18th?", "You're right, it is the 18th.")
    assert found is not None
    assert (found.original, found.places, found.at) == ("The exam is on the 17th.", (0, 1), AT)


def test_the_correction_of_a_correction_corrects_the_same_message() -> None:
    found = correct("I fly on 12 May.", "make that 13 May", "no sorry, 14 May")
    assert found is not None
    assert (found.original, found.places) == ("I fly on 13 May.", (0, 1))


def test_days_count_from_the_day_of_the_correction() -> None:
    late = timedelta(hours=15)
    found = correct("The exam is tomorrow at 9.", "sorry, at 10", gap=late)
    assert found is not None
    assert (found.corrected, found.at) == ("The exam is tomorrow at 10.", AT)
    found = correct("The exam is on Thursday.", "oh wait, tomorrow!", gap=late)
    assert found is not None
    assert found.corrected == "The exam is on 4 March 2026."
    found = correct("The exam is on Thursday.", "oh wait, tomorrow!")
    assert found is not None
    assert found.corrected == "The exam is tomorrow."


def test_a_restart_may_be_corrected() -> None:
    found = correct("The exam is on Monday, no wait, Tuesday.", "sorry, Wednesday")
    assert found is not None
    assert " ".join(found.corrected.split()) == "The exam is Wednesday."


def test_an_old_message_is_not_corrected() -> None:
    assert correct("The meeting is on Thursday.", "sorry, Friday", gap=timedelta(hours=19)) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We need 24 chairs. 42, typing too fast", "We need 42 chairs. "),
        ("We need 241 chairs. 214", "We need 214 chairs. "),
        ("I have 3 cats. Sorry, 4. All grey.", "I have 4 cats. "),
        ("I have 3 cats. I have 4 dogs.", None),
        ("I invited 20. Sorry, 3 can't come.", None),
        ("I was born in 1990. Make that 3 beers please", None),
        ("I work from home most days. I mean mostly.", None),
    ],
)
def test_a_sentence_corrects_the_one_before_it(text: str, expected: str | None) -> None:
    found = correct(text)
    assert (found and found.corrected) == expected
    assert found is None or found.places == ()


WORDS = ["sorry", "no", "Friday", "5", "at", "the 5th", "not", "make it", ".", "?", "we meet", "tea"]
TEXTS = st.text(max_size=40) | st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


@given(st.lists(st.tuples(st.sampled_from(["", "Bo: "]), TEXTS).map("".join), min_size=1, max_size=5))
def test_any_messages_give_a_changed_text_or_nothing(messages: list[str]) -> None:
    found = correct(*messages)
    assert found is None or (found.corrected != found.original and found.places)
