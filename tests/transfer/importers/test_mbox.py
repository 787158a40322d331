"""Import of e-mail as mbox."""

from __future__ import annotations

import zoneinfo
from pathlib import Path

import pytest

from kg.extraction import blank_quoted_speech
from kg.transfer.importers import mbox
from kg.transfer.importers.items import ImportContext
from kg.transfer.importers.source_folder import ImportSource
from tests.transfer.imports import events_of, items_of, left_out_of

FIRST = """From ann@ex.org Mon Jan  5 10:00:00 2026
From: Ann Lee <Ann@ex.org>
To: Bob <bob@ex.org>
Subject: The fence
Date: Mon, 05 Jan 2026 10:00:00 +0200
Message-ID: <m1@ex>

It costs 300 euro.
>From the market.
--{blank}
Ann

"""
SECOND = """From bob@ex.org Mon Jan  5 11:00:00 2026
From: bob@ex.org
Subject: Re: The fence
Date: not a date
Message-ID: <m2@ex>
References: <m1@ex>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=X

--X
Content-Type: text/html; charset=utf-8

<style>p {}</style><p>Ok, buy it.</p><blockquote>It costs</blockquote>
--X
Content-Type: application/pdf
Content-Disposition: attachment; filename="plan.pdf"

abc
--X--

"""
THIRD = """From x Mon Jan  5 12:00:00 2026
From: ann@ex.org
Subject: Re: The fence
In-Reply-To: <m1@ex>

Done.

On Monday, Bob wrote:
> Ok, buy it.

From y Mon Jan  5 12:00:00 2026
From: nobody
Subject: x

text
From z Mon Jan  5 12:00:00 2026 is no new message here
"""


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mail.mbox"
    path.write_text(text, encoding="utf-8")
    return path


def test_messages_have_senders_threads_and_their_own_words(tmp_path: Path) -> None:
    items = items_of(write(tmp_path, FIRST.format(blank=" ") + SECOND + THIRD))
    events = events_of(items)
    assert [(event["speaker"], event["session"], event["text"]) for event in events] == [
        ("email:ann@ex.org", "email:m1@ex", "The fence\nIt costs 300 euro.\nFrom the market."),
        ("email:bob@ex.org", "email:m1@ex", "Ok, buy it."),
        ("email:ann@ex.org", "email:m1@ex", "Done."),
    ]
    assert (events[0]["speaker_name"], f"{events[0]['at']:%H:%M %z}", events[1]["at"]) == (
        "Ann Lee",
        "10:00 +0200",
        None,
    )
    assert events[0]["metadata"] == {"subject": "The fence", "to": "bob@ex.org"}
    assert events[1]["metadata"]["attachments"] == ["plan.pdf"]
    assert left_out_of(items) == {"message 4, line 43": "no sender"}


def test_a_message_whose_headers_are_too_large_is_left_out(tmp_path: Path) -> None:
    words = "\n ".join(["=?utf-8?q?a?="] * 4_000)
    path = write(tmp_path, FIRST.format(blank=" ").replace("Subject: ", f"Subject: {words} ", 1) + THIRD)
    items = list(mbox.read(ImportSource(path, 1), ImportContext(zoneinfo.ZoneInfo("UTC"))))
    assert left_out_of(items)["message 1, line 1"] == "headers of more than 50,000 bytes"
    assert [event["text"] for event in events_of(items)] == ["Done."]


def test_a_message_that_is_too_large_is_left_out(tmp_path: Path) -> None:
    path = write(tmp_path, FIRST.format(blank=" ").replace("It costs", "x" * 500) + THIRD)
    items = list(mbox.read_messages(ImportSource(path, 1), ImportContext(zoneinfo.ZoneInfo("UTC")), 400))
    assert left_out_of(items)["message 1, line 1"] == "more than 400 bytes"
    assert [event["text"] for event in events_of(items)] == ["Done."]


def test_of_html_only_what_its_author_wrote_and_shows_is_read(tmp_path: Path) -> None:
    body = (
        '<div>Yes.<br>Buy it.</div><div class="gmail_quote"><div>Ann:</div><p>It costs 300.</div>'
        '<p style="display:none">I live in Lima.</p><p hidden>a</p><span style="font-size: 0px">b</span>'
        '<img class="quote"><p style="font-size:0.9em;opacity: 0.8">Bo</p>'
    )
    text = f"From x\nFrom: bo@ex.org\nSubject: Re: x\nIn-Reply-To: <m>\nContent-Type: text/html\n\n{body}\n\n"
    (event,) = events_of(items_of(write(tmp_path, text)))
    assert event["text"].split("\n") == ["Yes.", "Buy it.", "Bo"]


@pytest.mark.parametrize(
    "end",
    [
        '<div id="appendonsend"></div><hr><div>I live in Lima.</div>',
        '<div id="divRplyFwdMsg">From: Ann</div><p>I live in Lima.</p>',
    ],
)
def test_what_outlook_quotes_is_left_out(tmp_path: Path, end: str) -> None:
    text = f"From x\nFrom: bo@ex.org\nSubject: Re: x\nIn-Reply-To: <m>\nContent-Type: text/html\n\n<p>Yes.</p>{end}\n\n"
    (event,) = events_of(items_of(write(tmp_path, text)))
    assert event["text"] == "Yes."


@pytest.mark.parametrize(
    ("subject", "is_forwarded"),
    [
        ("Fwd: home", True),
        ("[Fwd: home]", True),
        ("Tr: home", True),
        ("TR : home", True),
        ("I: home", True),
        ("転送: home", True),
        ("home (fwd)", True),
        ("Re: Fwd: home", False),
        ("Re: home", False),
        ("Tribute: home", False),
        ("Income: up", False),
    ],
)
@pytest.mark.parametrize("header", ["", "References: <m>\n"])
def test_what_is_forwarded_is_not_the_senders_word(
    tmp_path: Path, subject: str, is_forwarded: bool, header: str
) -> None:
    text = f"From x\nFrom: bo@ex.org\nSubject: {subject}\n{header}Content-Type: text/plain; charset=utf-8\n\nI live in Lima.\n\n"
    (event,) = events_of(items_of(write(tmp_path, text)))
    assert (blank_quoted_speech(event["text"], "Bo", None).strip() == "") == is_forwarded


@pytest.mark.parametrize(
    "mark", ["-----Ursprüngliche Nachricht-----", "---- Messaggio originale ----", "-----Original Message-----"]
)
def test_the_message_below_a_mark_of_a_reply_is_left_out(tmp_path: Path, mark: str) -> None:
    # Without a declared character set, "ü" is unreadable.
    text = f"From x\nFrom: bo@ex.org\nSubject: Re: x\nIn-Reply-To: <m>\n\nYes.\n{mark}\nI live in Lima.\n\n"
    (event,) = events_of(items_of(write(tmp_path, text)))
    assert event["text"] == "Yes."
