"""Removing what a message quotes or forwards of others: in it, "I" and "my" are not the sender."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from kg.language import NameSpan

_QUOTED_LINE = re.compile(r"^[ \t]*(?:[-*•][ \t]*)?(?:>|&gt;|›|＞|❯|»)[^\n]*", re.MULTILINE)
_FORWARDED = re.compile(
    r"^[ \t]*[\[(*_-]*[ \t]*(?:fwd?|fw|forwarded|forwarding|forward|original message|begin forwarded message)\b"
    r"[^\n:\]]*(?:[:\]]|-{2,}|$)",
    re.IGNORECASE | re.MULTILINE,
)
_REPORTING = (
    r"(?:wrote|writes|said|says|saying|sent|sends|texted|texts|posted|posts|replied|replies|answered|"
    r"messaged|e-?mailed|told|tells|asked|asks|announced|commented|quote[ds]?|quoting|"
    r"(?:message|mail|e-?mail|text|note|words|sms|dm|letter|post) (?:from|by|of))"
)
# "Eve wrote:", "On Mon, Eve <eve@x> wrote:", "Look what Eve says:", "Message from Eve:".
_REPORTED = re.compile(rf"\b{_REPORTING}\b(?P<rest>[^\n:.!?\"“«]{{0,50}}):(?=\s|$)", re.IGNORECASE)
_BY_SENDER = re.compile(
    r"\b(?:i|we|i've|we've)(?: (?:have|had|just|already|also|once|then|only|never))*\s*$", re.IGNORECASE
)
_MAIL_HEADER = re.compile(
    r"^[ \t]*(?:on|am|le|el|op)\b[^\n]*(?:\d|\b(?:mon|tue|wed|thu|fri|sat|sun)\w*,)|^[ \t]*(?:from|von|de)[ \t]*:",
    re.IGNORECASE,
)
# A line of a chat that was copied: "[10:02] Eve: …", "10:02 - Eve: …", "@eve: …".
_TIME = r"[\[(]?(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{1,4})?,?[ T]+)?\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[ap]m)?[\])]?[ \t]*[-–—]?[ \t]*"
_SPEAKER = re.compile(
    rf"^[ \t]*(?:[-*•][ \t]*)?(?P<time>{_TIME})?(?P<name>@?[^\W\d_][^\n:,;!?]{{0,40}}?)[ \t]*(?:\([^)\n]*\)|<[^>\n]*>)?:(?=\s|$)",
    re.IGNORECASE | re.MULTILINE,
)
_SENDER_LABELS = word_set("me i myself us")
_VERSES = word_set("song lyrics lyric chorus verse refrain")
# "Eve: eve@site.example" is an entry of a list of contacts.
_CONTACT = re.compile(r"[ \t]*(?:[^\s@]+@[^\s@]+|\+?[\d ()/.-]{6,})[ \t]*$", re.MULTILINE)
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")


def blank_quoted_speech(text: str, speaker: str, names: Sequence[NameSpan]) -> str:
    """Return the text with what it quotes or forwards of others replaced by spaces; its length is preserved.

    These are lines that begin with ">"; what follows "Eve wrote:", "Eve says:" or "Eve:", to the end of the paragraph; and
    what follows "Fwd:", "[Forwarded from Eve]", the header of a mail, or an introduction that ends its line, to the end of
    the text.

    Args:
        text: the message.
        speaker: the author's name: "Sam: …" of Sam is no quotation.
        names: the names in the message.
    """
    for start, end in _find_quoted(text, speaker, names):
        text = text[:start] + re.sub(r"[^\n]", " ", text[start:end]) + text[end:]
    return text


def _find_quoted(text: str, speaker: str, names: Sequence[NameSpan]) -> Iterator[tuple[int, int]]:
    for match in _QUOTED_LINE.finditer(text):
        yield match.span()
    for match in _FORWARDED.finditer(text):
        yield match.start(), len(text)
    for match in _REPORTED.finditer(text):
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if not _BY_SENDER.search(line):
            is_mail = _MAIL_HEADER.search(line) is not None
            end = _end_of_speech(text, match.end())
            if is_mail:
                yield match.start() - len(line), len(text) if end > match.end() else end
            else:
                yield match.end(), end
    persons = {span.start: span.end for span in names if span.label == "person"}
    for match in _SPEAKER.finditer(text):
        if _is_other_speaker(match, speaker, persons) and not _CONTACT.match(text, match.end()):
            yield match.end(), _end_of_turn(text, match.end(), speaker)


def _is_other_speaker(match: re.Match[str], speaker: str, persons: dict[int, int]) -> bool:
    name = match["name"].strip()
    words = name.casefold().removeprefix("@").split()
    if not words or set(words) & _SENDER_LABELS or words[0] in speaker.casefold().split():
        return False
    if len(words) == 1 and words[0] in _VERSES:
        return True
    is_name = persons.get(match.start("name"), -1) >= match.start("name") + len(name)
    return is_name or match["time"] is not None or name.startswith("@")


def _end_of_speech(text: str, start: int) -> int:
    """Return the end of what is quoted from `start`: of the text if a line break follows, else of the paragraph.

    Where lines with ">" follow, nothing else is quoted.
    """
    if not text[start:].partition("\n")[0].strip():
        return start if _QUOTED_LINE.match(text[start:].lstrip()) else len(text)
    found = _PARAGRAPH_END.search(text, start)
    return found.start() if found else len(text)


def _end_of_turn(text: str, start: int, speaker: str) -> int:
    """Return the end of another's turn: before the speaker's own turn in the same copied chat, else as for a quotation."""
    end = _end_of_speech(text, start)
    for match in _SPEAKER.finditer(text, start, end):
        words = match["name"].casefold().split()
        if words and (words[0] in _SENDER_LABELS or words[0] in speaker.casefold().split()):
            return match.start()
    return end
