"""Deeds that a clause promises: which verb it is, and whether the promise leaves open what it is about."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from kg.extraction.clauses import split_clauses
from kg.extraction.dates import find_dates
from kg.extraction.promised_deeds import find_open_deed, find_promised_deed, find_reminded_deed, may_promise_openly
from kg.language import bundled_pipeline

# A Monday.
AT = datetime(2026, 3, 9, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "deed", "pronouns"),
    [
        ("I'll bring it to the party", "bring", {"it"}),
        ("ill get it tmrw", "get", {"it"}),
        ("I will phone them on Friday", "phone", {"them"}),
        ("I'll pick him up", "pick", {"him"}),
        ("I will ask on Thursday", "ask", set()),
        ("I'll get it", None, None),
        ("I will ask", None, None),
        ("I'll bring you the book", None, None),
        ("I'll bring a salad", None, None),
        ("I'd bring it", None, None),
    ],
)
def test_open_promises(text: str, deed: str | None, pronouns: set[str] | None) -> None:
    (doc,) = bundled_pipeline().parse([text])
    (clause,) = split_clauses(doc)

    found = find_open_deed(clause, find_dates(text, AT))

    assert (found and (found[0].text, found[1])) == (deed and (deed, pronouns))
    assert may_promise_openly(doc) or found is None


def test_a_message_without_a_promise_needs_no_earlier_message() -> None:
    (doc,) = bundled_pipeline().parse(["I brought it, and you will like it"])

    assert not may_promise_openly(doc)


def test_a_reminder_and_a_promise_name_their_deeds() -> None:
    (doc,) = bundled_pipeline().parse(["Remind me to call Tom. I'll send the lease by Friday."])
    first, *_, last = split_clauses(doc)
    dates = find_dates(doc.text, AT)

    reminded = find_reminded_deed(first)
    promised = find_promised_deed(last, dates, "2026-03-09", is_addressed=False)

    assert reminded is not None
    assert reminded.text == "call"
    assert promised is not None
    assert promised.text == "send"


@pytest.mark.parametrize(
    ("text", "deed"),
    [
        ("I'm paying the deposit on Friday", "paying"),
        ("I will take over the booking.", "take"),
        ("really need to sort out the shed", "sort"),
        ("I need to pay the rent on Monday 16 March", "pay"),
        ("I'm starting a new job on Friday", None),
        ("I'm leaving Acme on Friday", None),
        ("I'm running the marathon on Sunday", None),
        ("I'm taking my driving test on Thursday", None),
        ("I have to wear glasses", None),
        ("I'll have to wear glasses", None),
        ("I'll need to be there", None),
        ("really like the shed", None),
    ],
)
def test_errands_are_promised_and_events_are_not(text: str, deed: str | None) -> None:
    (doc,) = bundled_pipeline().parse([text])
    (clause,) = split_clauses(doc)

    found = find_promised_deed(clause, find_dates(text, AT), "2026-03-09", is_addressed=False)

    assert (found and found.text) == deed
