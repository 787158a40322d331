"""Promises and reminders as tasks: who, what, until when; what is only said, hoped or denied promises nothing."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.promises import find_tasks
from kg.extraction.referents import EarlierPerson, Referent
from kg.language import bundled_pipeline
from kg.protocols import ExtractedStatement, Utterance

# A Monday.
AT = datetime(2026, 3, 9, 10, tzinfo=UTC)


def read(text: str, addressee: str | None = None) -> list[ExtractedStatement]:
    (doc,) = bundled_pipeline().parse([text])
    return find_tasks(Utterance(text, "Ada", AT, addressee), doc, ())


@pytest.mark.parametrize(
    ("text", "sentence", "deed", "due"),
    [
        (
            "Remind me to call the roofer on Thursday.",
            "call the roofer on 12 March 2026",
            ("call", "the roofer"),
            "2026-03-12",
        ),
        (
            "Can you remind me tomorrow to pay the rent?",
            "pay the rent by 10 March 2026",
            ("pay", "the rent"),
            "2026-03-10",
        ),
        ("I'll need to call the bank", "call the bank", ("call", "the bank"), None),
        ("I'm going to have to sell the car", "sell the car", ("sell", "the car"), None),
        ("I have to pay the rent, it's due Friday", "pay the rent by 13 March 2026", ("pay", "the rent"), "2026-03-13"),
        ("I need to call the vet, the party is on Friday", "call the vet", ("call", "the vet"), None),
        ("I need to book the van because we go on Friday", "book the van", ("book", "the van"), None),
        ("I'll send you the lease by Friday.", "send the lease by 13 March 2026", ("send", "the lease"), "2026-03-13"),
        ("I will bring the lemon bars.", "bring the lemon bars", ("bring", "the lemon bars"), None),
        ("I'm gonna call the bank tomorrow", "call the bank on 10 March 2026", ("call", "the bank"), "2026-03-10"),
        (
            "I'll email you my notes tonight",
            "email their notes on 9 March 2026",
            ("to_email", "their notes"),
            "2026-03-09",
        ),
        (
            "todo: renew the passport by 3 May",
            "renew the passport by 3 May 2026",
            ("renew", "the passport"),
            "2026-05-03",
        ),
        (
            "I have to return the keys by Friday.",
            "return the keys by 13 March 2026",
            ("return", "the keys"),
            "2026-03-13",
        ),
        ("I need to find a plumber", "find a plumber", ("find", "a plumber"), None),
        ("must post the birthday card", "post the birthday card", ("post", "the birthday card"), None),
        ("I still have to pay the deposit", "pay the deposit", ("pay", "the deposit"), None),
        ("need to ring Cormac about it", "ring Cormac", ("ring", "Cormac"), None),
        (
            "I must pay Anita her 120 by Friday",
            "pay Anita her 120 by 13 March 2026",
            ("pay", "Anita her 120"),
            "2026-03-13",
        ),
        ("I have to get the contract to Aoife", "get the contract to Aoife", ("get_to", "the contract to Aoife"), None),
        (
            "I have to do the rota for April by Friday",
            "do the rota for April by 13 March 2026",
            ("do", "the rota for April"),
            "2026-03-13",
        ),
        ("I must ring the surgery because I'm out of pills", "ring the surgery", ("ring", "the surgery"), None),
        (
            "I'm paying the deposit tomorrow",
            "pay the deposit on 10 March 2026",
            ("pay", "the deposit"),
            "2026-03-10",
        ),
        (
            "I write the abstract tonight.",
            "write the abstract on 9 March 2026",
            ("write", "the abstract"),
            "2026-03-09",
        ),
        ("Will send the link tonight.", "send the link on 9 March 2026", ("send", "the link"), "2026-03-09"),
        ("I'll tell Peggy.", "tell Peggy", ("tell", "Peggy"), None),
        ("I need to ask the council.", "ask the council", ("ask", "the council"), None),
        ("I'll pay the £40 tomorrow.", "pay the £40 on 10 March 2026", ("pay", "the £40"), "2026-03-10"),
        ("I'll water the plants, if you like", "water the plants", ("water", "the plants"), None),
        ("I need to send the CV/letter", "send the CV / letter", ("send", "the CV / letter"), None),
        ("Need to ring the vet", "ring the vet", ("ring", "the vet"), None),
        ("gotta pick up the keys from Tom", "pick up the keys from Tom", ("pick_up", "the keys from Tom"), None),
        ("I must write to the council.", "write to the council", ("write_to", "the council"), None),
        (
            "I have to talk to the bank on Friday",
            "talk to the bank on 13 March 2026",
            ("talk_to", "the bank"),
            "2026-03-13",
        ),
        (
            "I'll go round tomorrow and put up a rail.",
            "put up a rail by 10 March 2026",
            ("put_up", "a rail"),
            "2026-03-10",
        ),
        (
            "todo for me: other 4 seeds, then rewrite chapter 4",
            "do the other 4 seeds, then rewrite chapter 4",
            ("do", "the other 4 seeds, then rewrite chapter 4"),
            None,
        ),
        (
            "bot Lena is giving up piano, pls remind me to cancel with Frau Peters by the 15th",
            'cancel with Frau Peters by 15 March 2026 (about "Lena is giving up piano")',
            ("cancel_with", 'Frau Peters (about "Lena is giving up piano")'),
            "2026-03-15",
        ),
        (
            "pls remind me to cancel piano with Frau Peters",
            "cancel piano with Frau Peters",
            ("cancel", "piano with Frau Peters"),
            None,
        ),
        ("I should get new tyres", "get new tyres", ("get", "new tyres"), None),
        ("need to buy him a book", "buy a book", ("buy", "a book"), None),
        ("dont let me forget to call the vet", "call the vet", ("call", "the vet"), None),
        ("- [ ] Water the plants", "water the plants", ("water", "the plants"), None),
        ("todo: buy stamps", "buy stamps", ("buy", "stamps"), None),
        ("todo for me: fix the login test", "fix the login test", ("fix", "the login test"), None),
        ("reminder: pay the rent by 3 May", "pay the rent by 3 May 2026", ("pay", "the rent"), "2026-05-03"),
        ("dont forget: the form by 3 May", "remember the form by 3 May 2026", ("remember", "the form"), "2026-05-03"),
    ],
)
def test_a_task_has_a_deed_and_a_day(text: str, sentence: str, deed: tuple[str, str], due: str | None) -> None:
    (task,) = read(text)
    assert task.template == f"{{s}} is to {sentence}"
    assert (task.subject, task.kind, task.predicate, task.object) == ("Ada", "task", *deed)
    assert task.roles == ((("due", due),) if due else ())
    assert text[task.start : task.end].strip(" .?") in text


def test_the_person_addressed_is_named_where_known() -> None:
    (task,) = read("I'll send you the lease.", addressee="Tom")
    assert task.template == "{s} is to send Tom the lease"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("I'll drive you to the hospital on Tuesday", "drive Ben to the hospital on 10 March 2026"),
        ("I'll pick you up at the station at 8", "pick Ben up at the station at 8"),
        ("I'll call you tomorrow", "call Ben on 10 March 2026"),
        ("I'll drive you, if you like", "drive Ben"),
    ],
)
def test_what_is_done_for_the_only_other_person_is_a_task(text: str, sentence: str) -> None:
    (task,) = read(text, "Ben")
    assert task.template == f"{{s}} is to {sentence}"
    assert read(text) == []


def test_a_promise_about_something_named_before_is_no_task_but_a_reminder_is() -> None:
    assert read("I'll bring it on Sunday, with the marmalade.") == []
    assert len(read("Remind me on Wednesday to bake them.")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "I'll drive you crazy",
        "He won't let me drive her home",
        "I should get some sleep",
        "maybe I should call the bank",
        "I should have called the bank",
        "We should get new tyres",
        "I'll pick you",
        "I'll help you",
        "I'll miss you on Monday",
        "I'll see you on Monday",
        "I'll let you know",
    ],
)
def test_what_is_only_said_to_a_person_is_no_task(text: str) -> None:
    assert read(text, "Ben") == []


@pytest.mark.parametrize(
    "text",
    [
        "I'll be there on Friday.",
        "I'll let you know.",
        "I'll never forget the roofer.",
        "I won't call the roofer.",
        "If it rains I'll bring the tent.",
        "I'll bring the tent unless it rains.",
        "Maybe I'll sell the car.",
        "I'll tell you a story.",
        "I'll do Friday.",
        "I'll take two.",
        "I'll get £40 tomorrow.",
        "I have to pay £300 a month.",
        "I'll do my best.",
        "I'll cross my fingers.",
        "I'll get you both. half 6 by the shop",
        "I'll pick you up at 8 on Saturday.",
        "Will I send the lease by Friday?",
        'She said "I\'ll call the roofer on Friday".',
        "I called the roofer.",
        "The roofer will call me on Friday.",
        "Don't remind me to call the roofer.",
        "I had to return the keys.",
        "I don't have to return the keys.",
        "I have to feed the cat every day.",
        "I was going to call the bank on Friday.",
        "I'm working the late shift tomorrow.",
        "I'm painting the fence.",
        "I have a meeting tomorrow.",
        "Will Tom send the link?",
        "He has to return the keys.",
        "Have to say it was the roofer.",
        "Need the keys by Friday.",
        "got to know the neighbours",
        "Got to visit the museum with Tom",
        "Have him ring the vet",
        "Need you to ring the vet",
        "I have to reply to emails.",
        "Need to get a grip",
        "Have to take two pills a day",
        "I have to write for three hours",
        "I have to talk in a meeting",
        "I have to give Tom credit.",
        "I'll go mad and break the chair",
    ],
)
def test_other_sentences_are_no_tasks(text: str) -> None:
    assert read(text) == []


def test_a_person_of_an_earlier_message_is_named() -> None:
    text = "I'll call her tomorrow"
    (doc,) = bundled_pipeline().parse([text])
    sister = EarlierPerson(Referent("Bo's sister", "f"), 2)
    (task,) = find_tasks(Utterance(text, "Ada", AT), doc, (), [sister])
    assert (task.template, task.rests_on) == ("{s} is to call Bo's sister on 10 March 2026", (2,))


def test_telling_a_person_whom_a_pronoun_names_leaves_open_what_but_writing_to_them_does_not() -> None:
    pask = [EarlierPerson(Referent("Mr Pask", "m"), 0)]

    def tasks(text: str) -> list[str]:
        (doc,) = bundled_pipeline().parse([text])
        return [task.template for task in find_tasks(Utterance(text, "Ada", AT), doc, (), pask)]

    assert tasks("I will write to him.") == ["{s} is to write to Mr Pask"]
    assert tasks("I'll tell him.") == []


def test_a_promise_without_an_apostrophe_is_one() -> None:
    assert [each.template for each in read("deal. ill book the van")] == ["{s} is to book the van"]


def test_a_person_who_is_not_known_is_no_object() -> None:
    assert read("I'll call her tomorrow") == []


def test_a_request_after_a_promise_is_no_part_of_it() -> None:
    assert [each.template for each in read("I'll bring bread, but remember that Tom can't eat nuts.")] == [
        "{s} is to bring bread"
    ]
    assert [each.template for each in read("I'll bring bread and water the plants.")] == [
        "{s} is to bring bread and water the plants"
    ]


@pytest.mark.parametrize(
    "text", ["reminder: life is short", "note to self: never drink again", "todo: Ada must send the scan"]
)
def test_what_is_no_deed_is_no_task(text: str) -> None:
    assert read(text) == []
