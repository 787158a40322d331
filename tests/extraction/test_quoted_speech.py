"""What a message quotes or forwards of others becomes spaces: it is not the sender's word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extraction.quoted_speech import blank_quoted_speech, clear_recent_messages
from tests.extraction.messages import NAMES, extract, triples
from tests.support import find_name_spans

HOME = ("Sam", "lives_in", "Lima")
PIECES = ["> I work. ", "Maria: ", "wrote:", "\n", "\n\n", "Fwd: ", "[10:02] ", "Sam: ", "I live here. ", "On 3 May, "]


def read(text: str) -> str:
    return blank_quoted_speech(text, "Sam", find_name_spans(text, NAMES))


@pytest.mark.parametrize(
    "text",
    [
        "> I live in Lima now.",
        "Maria wrote:\n> I live in Lima now.\n> I work at Google.",
        "Maria wrote:\n\nHi.\n\nI live in Lima now.",
        "Maria: I live in Lima now.",
        "Fwd from Maria: I live in Lima now.",
        "[Forwarded from Maria]\nI live in Lima now.",
        "-------- Original Message --------\nFrom: Maria\n\nI live in Lima now.",
        "Look what Maria says: I live in Lima now.",
        "[10:02] Xenia: I live in Lima now.",
        "On Mon, Maria <maria@site.example> wrote: I live in Lima now.",
        "Message from Maria: I live in Lima now.",
        "> My phone number is 912 555 018.",
        "> Maria is my friend",
        "Song: I live in Lima now, la la la.",
        "Maria says I live in Lima now.",
        "From: Maria Diaz\nSent: Monday, 2 March 2026 09:12\nTo: Sam\nSubject: Move\n\nI live in Lima now.",
        "Von: Maria\nGesendet: Montag\nAn: Sam\n\nI live in Lima now.",
        "Maria, [02.03.2026 09:12]\nI live in Lima now.",
        "Maria — Today at 9:12 AM\nI live in Lima now.\n\nI work at Google.",
        "[Monday 09:12] Maria\nI live in Lima now.",
        "[Monday 09:12] Maria: I live in Lima now.",
        "<maria> I live in Lima now.",
        "[09:12] <maria> I live in Lima now.",
        "<blockquote>I live in Lima now.</blockquote>",
        "[quote=Maria]I live in Lima now.[/quote]",
        "| I live in Lima now.",
        "**Maria:** I live in Lima now.",
        "**Maria** I live in Lima now.",
        "[Maria] I live in Lima now.",
        " — Maria: I live in Lima now.",
        "1. Maria: I live in Lima now.",
        "Maria's mail: I live in Lima now.",
        "Maria's note:\n\n    I live in Lima now.",
        "Maria says\nI live in Lima now.",
        "Maria wrote *I live in Lima now.*",
        "Am Montag schrieb Maria:\n\nI live in Lima now.",
        "Maria a écrit :\nI live in Lima now.",
        "Мария пишет:\nI live in Lima now.",
        "Пересланное сообщение от Марии:\nI live in Lima now.",
        "Transcript:\nMaria: hi\n\nI live in Lima now.",
        "*Maria*: I live in Lima now.",
        "*Maria:* I live in Lima now.",
        "<b>Maria</b>: I live in Lima now.",
        "(Maria) I live in Lima now.",
        "maria> I live in Lima now.",
        "Maria > I live in Lima now.",
        "Maria → I live in Lima now.",
        "Maria | I live in Lima now.",
        "--- Maria ---\nI live in Lima now.",
        "▌I live in Lima now.",
        "\\begin{quote}I live in Lima now.\\end{quote}",
        "Teilnehmer 2: I live in Lima now.",
        "Maria: hi\n\nI live in Lima now.",
        "Maria: hi\n\nok\n\nI live in Lima now.",
        "Maria yesterday:\n\nI live in Lima now.",
        "Η Μαρία:\n\nI live in Lima now.",
        "Maria ਨੇ ਲਿਖਿਆ:\n\nI live in Lima now.",
        "Citation (Maria, 2026): I live in Lima now.",
        "From: +44 7700 900123\nI live in Lima now.",
        "👤 Maria: I live in Lima now.",
        "👤 Maria\nI live in Lima now.",
        "Speaker 1: I live in Lima now.",
        "Maria on the phone: I live in Lima now.",
        "via Maria: I live in Lima now.",
        "RT @maria: I live in Lima now.",
        "Maria\t09:12\tI live in Lima now.",
        "Maria @maria · 2h\nI live in Lima now.",
        "u/maria · 3 hr. ago\nI live in Lima now.",
        "Maria / 2 March\nI live in Lima now.",
        "Maria Diaz • 2nd\nCEO\nI live in Lima now.",
        "Maria, 2.3.2026, 9.12 Uhr\nI live in Lima now.",
        "Maria · vor 2 Std.\nI live in Lima now.",
        "Maria\n2 hours ago\nI live in Lima now.",
        "Author: Maria <maria@site.example>\nDate: Mon\n\nI live in Lima now.",
        "Subject: x\nFrom: Maria\n\nI live in Lima now.",
        "Od: Maria\nWysłano: poniedziałek\nDo: Sam\nTemat: x\n\nI live in Lima now.",
        "Maria told me this morning\nI live in Lima now.",
        "Maria replied, I live in Lima now.",
        "---- Maria ha scritto ----\nI live in Lima now.",
        "Am Mo., 2. März 2026 um 09:12 Uhr schrieb Maria <maria@site.example>:\n\nI live in Lima now.",
        "Maria Diaz <maria@site.example> schrieb am Mo., 2. März 2026, 09:12:\n\nI live in Lima now.",
        "Maria schrieb am 2.3.2026, 09:12:\n\nI live in Lima now.",
        "пн, 2 мар. 2026 г. в 09:12, Maria <maria@site.example>:\n\nI live in Lima now.",
        "Maria <maria@site.example> 于2026年3月2日 09:12写道：\n\nI live in Lima now.",
    ],
)
def test_words_of_others_state_nothing_of_the_sender(text: str) -> None:
    assert not [each for each in extract(text) if not each.template]


@pytest.mark.parametrize(
    "text",
    [
        "> how are you?\nI live in Lima now.",
        "*Tuesday*: I start at Google. I live in Lima now.",
        "*Update*: I live in Lima now.",
        "(Tuesday) I live in Lima now.",
        "sam> I live in Lima now.",
        "Oslo > Porto\nI live in Lima now.",
        "--- Update ---\nI live in Lima now.",
        "Maria's birthday:\nI live in Lima now.",
        "Plan with Maria:\nI live in Lima now.",
        "My week:\n\nI live in Lima now.",
        "Мой план:\n\nI live in Lima now.",
        "Shopping:\n- eggs\n\nI live in Lima now.",
        "Maria: hi\nSam: hi\n\nI live in Lima now.",
        "Name: Sam\nMessage: I live in Lima now.",
        "I said: I live in Lima now.",
        "Update: I live in Lima now.",
        "So you have it in writing, from the office on Friday: I live in Lima now.",
        "Sam: I live in Lima now.",
        "Me: I live in Lima now.",
        "voice note: I live in Lima now.",
        "Maria wrote: great job!\n\nI live in Lima now.",
        "Maria: where are you?\nSam: I live in Lima now.",
        "Maria, [02.03.2026 09:12]\nWhere are you?\nSam, [02.03.2026 09:13]\nI live in Lima now.",
        "PS: I live in Lima now.",
        "To do: I live in Lima now.",
        "**Update:** I live in Lima now.",
        "[Update] I live in Lima now.",
        "1. I live in Lima now.",
        "18:30: I live in Lima now.",
        "Dentist 18:30\nI live in Lima now.",
        "<sam> I live in Lima now.",
        "```\nMaria: hi\n```\nI live in Lima now.",
        "Nobody asked\nI live in Lima now.",
        "Maria and I agreed: I live in Lima now.",
        "By the way: I live in Lima now.",
        "Ask Maria <maria@site.example>. I live in Lima now.",
        "✅ Groceries: I live in Lima now.",
        "Oslo • 2nd\nI live in Lima now.",
        "Yoga · 2h\nI live in Lima now.",
        "Weight 75.30\nI live in Lima now.",
        "Berlin, Monday\nI live in Lima now.",
        "Date: 3 May\nPlace: Oslo\n\nI live in Lima now.",
        "**Allergies**\nI live in Lima now.",
        "== Goals ==\nI live in Lima now.",
        "ℹ️ Update:\nI live in Lima now.",
        "5 µg dose:\nI live in Lima now.",
        "Invoice sent\nI live in Lima now.",
        "My first day was like this: I live in Lima now.",
        "Maria and I:\nI live in Lima now.",
        "Maria trip plan:\nI live in Lima now.",
        "Update→ I live in Lima now.",
        "Status> I live in Lima now.",
        "By\tMonday\nText\tBob\nI live in Lima now.",
    ],
)
def test_the_senders_words_around_a_quotation_stay(text: str) -> None:
    assert HOME in triples(text)


def test_an_entry_of_a_list_of_contacts_is_no_quotation() -> None:
    assert triples("Maria: maria@site.example") == {("Maria", "email", "maria@site.example")}


@given(st.text(max_size=60) | st.lists(st.sampled_from(PIECES), max_size=10).map("".join))
def test_offsets_and_lines_stay_valid(text: str) -> None:
    blanked = read(text)
    assert len(blanked) == len(text)
    assert all(new in (" ", old) for new, old in zip(blanked, text, strict=True))


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "text",
    [
        "> I live in Lima now.",
        "Tom wrote:\n> I live in Lima now.\n> I work at Google.",
        "Tom wrote: I live in Lima now.",
        "On Mon, Tom said: I live in Lima now.",
        "Fwd from Tom: I live in Lima now.",
        "[Forwarded from Tom]\nI live in Lima now.",
        "[10:02] Tom: I live in Lima now.",
        "Tom: I live in Lima now.",
        "Look what Tom says: I live in Lima now.",
    ],
)
def test_the_words_of_another_state_nothing_about_the_author(text: str) -> None:
    assert triples(text) == set()


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    "text",
    [
        "As I said: I live in Lima.",
        "Update: I live in Lima.",
        "Tom, I live in Lima.",
        "Tom wrote:\n> Where are you?\n\nI live in Lima.",
        "> Where are you?\nI live in Lima.",
    ],
)
def test_what_the_author_says_beside_the_words_of_another_is_stated(text: str) -> None:
    assert ("Sam", "lives_in", "Lima") in triples(text)


@pytest.mark.parametrize(
    ("text", "is_quoted"), [("Eve: Be brief.", True), ("Correction: be brief.", False), ("eve: be", False)]
)
def test_without_a_name_finder_a_capitalised_word_before_a_colon_is_a_speaker(text: str, is_quoted: bool) -> None:
    assert (blank_quoted_speech(text, "Sam", None) != text) is is_quoted
    assert blank_quoted_speech(text, "Sam", ()) == text


def test_the_quotations_of_recent_messages_are_those_of_their_author_and_names() -> None:
    text = "Maria: I live in Lima now."
    names = find_name_spans(text, NAMES)
    for _ in range(2):
        assert blank_quoted_speech(text, "Maria", names) == text
        assert blank_quoted_speech(text, "Sam", names) == "Maria:" + " " * 20
        clear_recent_messages()
