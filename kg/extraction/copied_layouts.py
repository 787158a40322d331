"""Layouts that chats, forums, prompts of models and transcripts have when they are copied: what follows is another's."""

from __future__ import annotations

import re

_TIME = r"\d{1,2}:\d{2}(?::\d{2})?"
_AGO = r"\d+ (?:seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?) ago"
_DAY = r"(?:today|yesterday|\d{1,4}[./-]\d{1,2}[./-]\d{1,4})"
_WHO = r"@?[\w.-][^\n:.!?]{0,30}?"
_LAYOUTS = (
    # [00:01] and [Voicemail 0:07] before the words, SPEAKER_00 of programs that write down speech.
    rf"[ \t]*\[(?:voice ?mail|voice message|transcript)?[ \t]*{_TIME}\][ \t]*\S",
    r"[ \t]*speaker_\d+\b",
    # The lines of terminals: 09:12 eve | words.
    rf"[ \t]*{_TIME}[ \t]+[\w.@-]+[ \t]*\|[ \t]",
    # A name and a time alone on a line: eve [09:12]; a dash and a day below a name.
    rf"{_WHO}[ \t]\[{_TIME}(?:[ \t]?[ap]m)?\][ \t]*\n",
    rf"[ \t]*[—–][ \t]*{_DAY}[^\n]{{0,20}}\n",
    # Posts and comments: eve 3 hours ago | parent; eve commented 3 hours ago; eve commented on this pull request.
    rf"{_WHO}[ \t]{_AGO}(?:[ \t]*[|(\[–-][^\n]{{0,60}})?[ \t]*\n",
    rf"{_WHO}[ \t](?:commented|added a comment|asked|answered|replied)[ \t]+(?:on this\b|-[ \t]|{_AGO})[^\n]{{0,40}}\n",
    # Prompts of models, and blocks between tildes.
    r"[ \t]*#{2,3}[ \t]*(?:human|user|instruction)\b[^\n]{0,20}\n",
    r"[ \t]*<\|(?:im_start|user|start)[^\n]{0,30}\n",
    r"[ \t]*~{3,}[^\n]{0,20}\n",
    # An entry of a questions page, a cut line, a section of a settings file, and fields in one line: user=eve msg=words.
    r"[ \t]*(?:asked|answered|edited|posted)[ \t]+[a-z]{3}[ \t]\d{1,2}(?:,[ \t]\d{4})?[ \t]at[ \t]\d{1,2}:\d{2}[ \t]*\n",
    r"[ \t]*(?:8<|>8|✂)[ \t]*[-–—]{2,}[^\n]*\n",
    r"\[[\w.@-]{1,30}\][ \t]*\n[ \t]*\w{1,20}[ \t]*=",
    r"[ \t]*(?:user|author|from|nick|name|sender)=\S+[ \t]+(?:msg|message|text|body|content)=",
    # A line that says where the text comes from.
    r"[ \t]*\[?(?:voice ?mail(?:[ \t]transcript)?|transcript|ocr)\]?:?[ \t]*\n",
    r"[ \t]*fyi,?[ \t]+from[ \t]+(?!me\b)[^\n.!?]{1,40}\n",
    r"[ \t]*(?:pasting|pasted|copying)\b[^\n.!?]{1,40}\bbelow[:.]?[ \t]*\n",
)
COPIED_LAYOUT = re.compile("|".join(f"^{layout}" for layout in _LAYOUTS), re.IGNORECASE | re.MULTILINE)
"""Matches at the beginning of such a layout; the text from there to its end is another's."""
