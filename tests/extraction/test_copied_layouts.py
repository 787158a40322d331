"""Layouts of copied chats, posts and transcripts; ordinary messages have none."""

from __future__ import annotations

import pytest

from kg.extraction.copied_layouts import COPIED_LAYOUT
from tests.extraction.messages import triples

HOME = "I live in Lima now."


@pytest.mark.parametrize(
    "layout",
    [
        "[00:01] ",
        "[Voicemail 0:07] ",
        "SPEAKER_00 [00:01]: ",
        "09:12 maria | ",
        "maria [09:12]\n",
        "Maria\n — 02/03/2026 09:12\n",
        "maria 3 hours ago | parent | next\n",
        "maria commented 3 hours ago\n",
        "@maria commented on this pull request.\n\n",
        "### Human\n",
        "<|im_start|>user\n",
        "~~~\n",
        "asked Mar 2 at 9:12\nMaria\n",
        "8<----\n",
        "[maria]\nbio=",
        "user=maria msg=",
        "Voicemail transcript\n",
        "[Transcript]\n",
        "OCR:\n",
        "FYI, from Maria\n\n",
        "Pasting Maria's reply below\n\n",
    ],
)
def test_what_follows_a_copied_layout_is_of_another(layout: str) -> None:
    assert COPIED_LAYOUT.search(layout + HOME) is not None
    assert triples(layout + HOME) == set()


@pytest.mark.parametrize(
    "text",
    [
        f"10:30 works for me\n{HOME}",
        f"I moved 3 months ago.\n{HOME}",
        f"I arrived two weeks ago\n{HOME}",
        f"## Plans\n{HOME}",
        f"FYI\n{HOME}",
        f"I read your answer below\n{HOME}",
    ],
)
def test_ordinary_lines_are_no_layout(text: str) -> None:
    assert COPIED_LAYOUT.search(text) is None
    assert ("Sam", "lives_in", "Lima") in triples(text)
