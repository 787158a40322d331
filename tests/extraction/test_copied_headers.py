"""Headers of mails and of chat messages that are copied into another message."""

from __future__ import annotations

import pytest

from kg.extraction.copied_headers import find_copied_messages, looks_like_name

SAID = "I live in Lima now."


def read(header: str) -> list[str]:
    """What follows headers of others, in a message of Sam."""
    text = header + SAID
    is_other = lambda name, _: False if name.startswith("Sam") else looks_like_name(name) or None  # noqa: E731
    return [text[end:stop].strip() for _, end, stop in find_copied_messages(text, is_other)]


@pytest.mark.parametrize(
    "header",
    [
        "Eve, [02.03.2026 09:12]\n",
        "Eve  9:12 AM\n",
        "Eve 09:12\n",
        "Eve — Today at 9:12 AM\n",
        "Eve\n09:12\n",
        "[Monday 09:12] Eve\n",
        "Ева, [02.03.2026 09:12]\n",
        "*Eve Meier* 09:12\n",
    ],
)
def test_a_chat_message_follows_its_header(header: str) -> None:
    assert read(header) == [SAID]


@pytest.mark.parametrize(
    "header",
    [
        "From: Eve Meier\nSent: Monday, 2 March 2026 09:12\nTo: Sam\nSubject: Move\n\n",
        "*From:* Eve\n*To:* Sam\n*Date:* Monday\n",
        "Von: Eve\nGesendet: Montag\nAn: Sam\n",
        "De : Eve\nEnvoyé : lundi\n",
        "De: Eve\nPara: Sam\nAsunto: Hola\n",
        "Da: Eve\nOggetto: Ciao\n",
        "Van: Eve\nVerzonden: maandag\n",
        "От: Ева\nТема: Привет\n",
        "From: Eve <eve@site.example>\n",
        "From: Eve\nTo: Sam\n",
        "Od: Eve\nTemat: x\n",
        "Subject: Move\n\n",
    ],
)
def test_a_mail_follows_its_header(header: str) -> None:
    assert [each[-len(SAID) :] for each in read(header)] == [SAID]


@pytest.mark.parametrize(
    "header",
    [
        "Dentist 18:30\n",
        "Lunch 12:30\n",
        "Good morning! 9:30 AM\n",
        "Meeting at 9:30\n",
        "Version 2.10\n",
        "Running 30:12\n",
        "Good news\n09:12\n",
        "Sam 09:12\n",
        "From: Sam\nSent: Monday\nTo: Eve\n\n",
        "From: Ghent\nTo: Lima\n",
    ],
)
def test_what_follows_no_header_of_another_is_the_authors(header: str) -> None:
    assert read(header) == []


def test_another_message_ends_before_the_authors_own() -> None:
    assert read("Eve 09:12\nI sing.\nSam 09:13\n") == ["I sing."]
    assert read("Eve 09:12\nI sing.\nDentist 09:13\n") == [f"I sing.\nDentist 09:13\n{SAID}"]


@pytest.mark.parametrize("words", ["Eve", "Eve Meier", "@Eve", "Ева"])
def test_capitalised_words_may_be_a_name(words: str) -> None:
    assert looks_like_name(words)


@pytest.mark.parametrize("words", ["", "eve", "Update", "Dentist", "Good News", "Eve and Bo", "A B C D"])
def test_labels_and_common_words_are_no_name(words: str) -> None:
    assert not looks_like_name(words)
