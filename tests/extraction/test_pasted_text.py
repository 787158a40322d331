"""Marks of pasted text: what follows them is not the sender's own word, and ordinary labels are no marks."""

from __future__ import annotations

import pytest

from kg.extraction.pasted_text import find_pasted_text
from tests.extraction.messages import extract, triples

HOME = "I live in Lima now."


def is_pasted(text: str) -> bool:
    start = text.index(HOME)
    return any(begin <= start and start + len(HOME) <= end for begin, end in find_pasted_text(text))


@pytest.mark.parametrize(
    "text",
    [
        f"1\n00:00:01,000 --> 00:00:04,000\n{HOME}",
        f"WEBVTT\n\n00:01.000 --> 00:04.000\n{HOME}",
        f"<v Maria>{HOME}",
        f"commit 1234abcd\n\n    {HOME}",
        f"@@ -1,2 +1,2 @@\n+{HOME}",
        f"// {HOME}",
        f"INSERT INTO bios VALUES ('Maria', '{HOME}');",
        f"- author: Maria\n  body: {HOME}",
        f"from: maria\ndate: today\ntext: {HOME}\n",
        f"Name: Maria\nMessage: {HOME}",
        f"Name\tMaria\nMessage\t{HOME}",
        f"Weitergeleitet von Maria\n{HOME}",
        f"RT @maria {HOME}",
        f"RV: hola\n{HOME}",
        f"TR : salut\n{HOME}",
        f"ENC: oi\n{HOME}",
        f"VS: hei\n{HOME}",
        f"Fwd: {HOME}",
        f"↪ Forwarded\n{HOME}",
        f"Begin doorgestuurd bericht:\n{HOME}",
        f"Anfang der weitergeleiteten Nachricht:\n\n{HOME}",
        f"Message from Maria\n\n{HOME}",
        f"E-mail from my boss\n\n{HOME}",
        f"Got this from Maria:\n\nHi.\n\n{HOME}",
        f"Copied from the web:\n{HOME}",
        f"Translated from Spanish:\n{HOME}",
        f"Google Translate gives:\n{HOME}",
        f"The prompt of my colleague:\n{HOME}",
        f"Job ad: {HOME}",
        f"# Recipe:\n{HOME}",
    ],
)
def test_what_follows_a_mark_is_pasted(text: str) -> None:
    assert is_pasted(text)
    assert not [each for each in extract(text) if not each.template]


@pytest.mark.parametrize(
    "text",
    [
        f"Quick update:\n{HOME}",
        f"About me:\n{HOME}",
        f"My translation:\n{HOME}",
        f"I use this prompt:\n{HOME}",
        f"Recipe:\n- two eggs\n\n{HOME}",
        f"Text from yesterday\n\n{HOME}",
        f"Code review:\n{HOME}",
        f"I got this: {HOME}",
        f"VAT: paid\n{HOME}",
        f"Name: Rex\nBreed: collie\n\n{HOME}",
        f"From: Berlin\n{HOME}",
    ],
)
def test_ordinary_labels_are_no_marks(text: str) -> None:
    assert not is_pasted(text)
    assert ("Sam", "lives_in", "Lima") in triples(text)
