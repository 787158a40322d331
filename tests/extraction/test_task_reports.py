"""Reports of done and dropped deeds in a few words, and what only looks like one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.task_reports import find_task_reports
from kg.language import NameSpan
from kg.protocols import Utterance

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def read(text: str, *names: str, is_between_people: bool = False) -> list[tuple[str, str, str, bool]]:
    spans = [NameSpan(text.index(name), text.index(name) + len(name), name, "person", 0.9) for name in names]
    passage = Utterance(text, "Ada", AT, is_between_people=is_between_people)
    return [(each.predicate, each.object, each.template, each.polarity) for each in find_task_reports(passage, spans)]


@pytest.mark.parametrize(
    ("text", "verb", "thing", "template"),
    [
        ("bought milk", "buy", "milk", "{s} bought milk"),
        ("called the bank ✔", "call", "the bank", "{s} called the bank"),
        ("morning. ordered the school books, €84 for the two of them", "order", "the school books", None),
        ("ordered the school books for the two of them", "order", "the school books", None),
        ("I finally emailed Gail this morning", "to_email", "Gail", "{s} emailed Gail"),
        ("talked to Cormac", "talk_to", "Cormac", "{s} talked to Cormac"),
        ("picked the parcel up", "pick_up", "the parcel", "{s} picked up the parcel"),
        ("insurance: got three quotes. 310, 285 and 420", "get", "three quotes", "{s} got three quotes"),
        ("did my taxes", "do", "their taxes", "{s} did their taxes"),
        ("account is open. min order is 60 buns", "set_up", "the account", "The account is open"),
        ("called Dr. Shaw", "call", "Dr. Shaw", "{s} called Dr. Shaw"),
        ("band's booked", "book", "the band", "The band is booked"),
        ("the rent is paid", "pay", "the rent", "The rent is paid"),
        ("flights booked!", "book", "the flights", "{s} booked the flights"),
        ("rota done", "finish", "the rota", "The rota is done"),
        ("INV-2031 sent", "send", "INV-2031", "{s} sent INV-2031"),
        ("migration is written, can you review it?", "write", "the migration", "The migration is written"),
        ("report written", "write", "the report", "{s} wrote the report"),
        ("rate limit added", "add", "the rate limit", "{s} added the rate limit"),
        ("the rota is done!", "finish", "the rota", "The rota is done"),
        ("griddle ordered, comes Friday", "order", "the griddle", "{s} ordered the griddle"),
        ("deposit paid!", "pay", "the deposit", "{s} paid the deposit"),
        ("form is off to the council", "send", "the form", "The form is off to the council"),
        ("Hobbs House account is open.", "set_up", "Hobbs House account", "Hobbs House account is open"),
    ],
)
def test_reports_of_deeds(text: str, verb: str, thing: str, template: str | None) -> None:
    [(found, obj, sentence, is_done)] = read(text)
    assert (found, obj, is_done) == (verb, thing, True)
    assert template is None or sentence == template


@pytest.mark.parametrize(
    ("text", "verb", "thing"),
    [
        ("no need to book the kennels after all", "book", "the kennels"),
        ("I don't need to pick up the cake anymore", "pick_up", "the cake"),
        ("we decided not to buy the sofa", "buy", "the sofa"),
        ("scrap the kennels", "finish", "the kennels"),
        ("forget about the dry cleaning", "finish", "the dry cleaning"),
    ],
)
def test_dropped_deeds(text: str, verb: str, thing: str) -> None:
    [(found, obj, sentence, is_done)] = read(text)
    assert (found, obj, is_done) == (verb, thing, False)
    assert sentence.startswith("It is not so that {s} is to ")


@pytest.mark.parametrize(
    "text",
    [
        "did you call the bank?",
        "rota done?",
        "we're done",
        "that's done",
        "I got it",
        "called him",
        "nothing sorted",
        "the rota is not done",
        "if the rota is done",
        '"bought milk"',
        "> rota done",
        "I will have paid the rent",
        "rota isn't done",
        "is the report written?",
        "report written?",
        "Dave sent",
        "the rent is paid to account NO93",
        "the rota's nearly done",
        "rang Cormac, no answer",
        "paid half the bill",
        "need the rota done by Friday",
        "no need to book the band yet",
        "I don't have to pay the plumber today",
        "paid the plumber last year",
        "never mind the band, the lights are the problem",
        "drop the parcel to the post office",
        "he is leaving. handed in his notice",
    ],
)
def test_what_reports_nothing(text: str) -> None:
    assert read(text) == []


def test_what_people_do_is_no_report_of_the_author() -> None:
    assert read("Dave paid", "Dave") == []
    assert read("mum is ready") == []
    assert read("Hamza is leaving. handed in his notice", "Hamza") == []
    assert read("cancel the kennels", is_between_people=True) == []
