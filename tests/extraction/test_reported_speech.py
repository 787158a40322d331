"""Introductions of what others said."""

from __future__ import annotations

import pytest

from kg.extraction.reported_speech import find_reported_speech


def read(text: str) -> list[str]:
    """What is reported in a message of Sam."""
    return [text[each.start : each.end].strip() for each in find_reported_speech(text, lambda name: name == "Sam")]


@pytest.mark.parametrize(
    "opening",
    [
        "Eve wrote:",
        "Look what Eve says:",
        "Message from Eve:",
        "Am Montag schrieb Eve:",
        "Eve schrieb am Montag:",
        "Eve hat geschrieben:",
        "Eve hat geschrieben\n",
        "Eve a écrit :",
        "Eve ha scritto:",
        "Eve escribió:",
        "Eve escreveu:",
        "Eve schreef:",
        "Ева пишет:",
        "Сообщение от Евы:",
        "Mensaje de Eve:",
        "Eveさんからのメッセージ:",
        "Η Eve έγραψε:",
        "كتبت Eve:",
        "Eve כתבה:",
        "Eve님이 작성:",
        "Eve ने लिखा:",
        "Eve đã viết:",
        "Єва пише:",
        "Eve je napisala:",
        "Eve be like:",
        "Eve says::",
        "Eve wrote this\n\n",
        "_Eve_ wrote\n",
        "Eve says\n",
        "The PDF says\n",
        "Eve's mail:",
        "Eve’s last note:",
    ],
)
def test_what_follows_is_reported(opening: str) -> None:
    assert read(f"{opening} I live in Lima.") == ["I live in Lima."]


def test_what_is_between_stars_is_reported() -> None:
    assert read("Eve wrote *I live in Lima* yesterday") == ["*I live in Lima*"]


@pytest.mark.parametrize(
    "text",
    [
        "I wrote: we met.",
        "I was like: we met.",
        "Ich schrieb: wir sind da.",
        "Gestern schrieb ich: wir sind da.",
        "Я написал: мы здесь.",
        "Nobody asked\nI live in Ghent.",
        "Like you said\nI live in Ghent.",
        "Today's note: I live in Ghent.",
        "Sam's note: I live in Ghent.",
        'Sie hat gesagt: "Ja." Ich bin da.',
        "He writes *one son* under it.",
    ],
)
def test_the_authors_own_words_are_not(text: str) -> None:
    assert read(text) == []


def test_an_introduction_of_a_mail_is_told_apart() -> None:
    [mail] = find_reported_speech("On Mon, Eve <eve@site.example> wrote: hi", lambda _: False)
    [other] = find_reported_speech("Eve wrote: hi", lambda _: False)
    assert (mail.is_mail, other.is_mail) == (True, False)
