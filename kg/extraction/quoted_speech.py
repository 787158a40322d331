"""Removing what a message quotes or forwards of others: in it, "I" and "my" are not the sender."""

from __future__ import annotations

import bisect
import functools
import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from kg.extraction.copied_headers import CLOCK, PERSON_SYMBOL, find_copied_messages, looks_like_name
from kg.extraction.modality import blank_code, blank_fences, blank_unasserted
from kg.extraction.pasted_text import find_pasted_text
from kg.extraction.reported_speech import find_reported_speech
from kg.extraction.withdrawals import find_withdrawn
from kg.extraction.word_lists import word_set

if TYPE_CHECKING:
    from kg.language import NameSpan

_QUOTED_LINE = re.compile(r"^[ \t]*(?:[-*•][ \t]*)?(?:>|&gt;|›|＞|❯|»)[^\n]*|^[ \t]*[|│┃▌▎▍┆][^\n]*", re.MULTILINE)
# A line of a chat that was copied: "[10:02] Eve: …", "10:02 - Eve: …", "@eve: …", "1. Eve: …", "**Eve:** …".
_TIME = rf"(?:\[[^\W\d_]{{2,12}} |[\[(]?(?:\d{{1,4}}[./-]\d{{1,2}}(?:[./-]\d{{1,4}})?,?[ T]+)?){CLOCK}[\])]?[ \t]*[-–—]?[ \t]*"
# A list's mark, or a symbol such as 🎙.
_LIST_MARK = rf"(?:(?:[-*•—–]|\d{{1,3}}[.)]|(?!{PERSON_SYMBOL})[\u2190-\u2bff\U0001F000-\U0001FAFF]\ufe0f?)[ \t]*)?"
# "Eve on the phone: …", "Eve via WhatsApp: …".
_MEDIUM = (
    r"(?P<medium>[ \t]+(?:(?:on|over|via|by|per|from|in|am|im|auf|über|par|por|al|au|à|met)[ \t]+)"
    r"(?:(?:the|her|his|their|a|my|el|la|le|der)[ \t]+)?"
    r"(?:phone|telephone|telefon|téléphone|teléfono|telefoon|handy|call|whatsapp|signal|telegram|slack|discord|e-?mail|mail|chat|sms|"
    r"text|voicemail|voice|zoom|teams|messenger|instagram|facebook|twitter|linkedin)(?=[:：]))?"
)
# "via Eve: …", "RT @eve: …", "from Eve: …".
_SOURCE = r"(?:(?:via|per|rt|h/t|from|von|laut|by|source|quelle)[ \t]+)?"
_BOLD = r"</?(?:b|i|u|em|strong)>"
_SPEAKER = re.compile(
    rf"^[ \t]*{_LIST_MARK}(?P<time>{_TIME})?(?P<mark>[*_]{{1,3}}|{_BOLD}|{PERSON_SYMBOL}[ \t]*)?{_SOURCE}"
    rf"(?P<name>@?[^\W\d_][^\n:：,;!?*\[\]|]{{0,40}}?){_MEDIUM}"
    rf"(?P<close>[*_]{{1,3}}|{_BOLD})?[ \t]*(?:\([^)\n]*\)|<[^>\n]*>)?[:：](?:[*_]{{1,3}}|{_BOLD})?(?=\s|$)",
    re.IGNORECASE | re.MULTILINE,
)
# "Eve> …", "Eve > …", "Eve → …": with a space before the sign only if the name is known as one.
_ARROW = re.compile(
    r"^[ \t]*(?P<name>[^\W\d_][\w.'’-]{0,30}(?:[ ][^\W\d_][\w.'’-]{0,30}){0,2}?)(?P<space>[ \t]*)(?:>{1,3}|→|⇒|»|\|)[ \t]+(?=\S)",
    re.MULTILINE,
)
# "--- Eve ---" alone on a line.
_BETWEEN_DASHES = re.compile(
    r"^[ \t]*[-–—=~]{2,20}[ \t]*(?P<name>[^\W\d_][^\n:*=_]{0,30}?)[ \t]*[-–—=~]{2,20}[ \t]*\n", re.MULTILINE
)
# "**Eve** …", "[Eve] …", "(Eve) …".
_MARKED_SPEAKER = re.compile(
    rf"^[ \t]*{_LIST_MARK}(?:\*\*(?P<bold>[^\W\d_][^\n:*]{{0,30}})\*\*|\[(?P<bracketed>[^\W\d_][^\n:\]]{{0,30}})\]"
    r"|\((?P<parenthesised>[^\W\d_][^\n:)]{0,30})\))[ \t]+(?=\S)",
    re.MULTILINE,
)
_NICK = re.compile(rf"^[ \t]*(?:{_TIME})?<[@+%~& ]?(?P<name>[^\W\d_][\w.-]{{0,30}})>[ \t]+(?=\S)[^\n]*", re.MULTILINE)
_TAGS = word_set(
    "a abbr address article aside b body br button center cite code dd del details div dl dt em figure font footer form h1 h2 "
    "h3 h4 h5 h6 head header hr html i img input ins kbd li link main mark meta nav ol option p pre q s script section select "
    "small span strong style sub summary sup table tbody td th thead title tr u ul"
)
_BLOCK = re.compile(
    r"<blockquote\b.*?(?:</blockquote>|\Z)|\[quote\b.*?(?:\[/quote\]|\Z)|\\begin\{quot(?:e|ation)\}.*?(?:\\end\{quot|\Z)",
    re.IGNORECASE | re.DOTALL,
)
_SENDER_LABELS = word_set("me i myself us")
# Whom programs name that write down what they hear: "Speaker 1: …".
_ROLES = word_set(
    "speaker sprecher sprecherin locuteur locutrice interlocuteur hablante orador interlocutor relatore parlante spreker "
    "participant teilnehmer teilnehmerin user human interviewer interviewee caller callee спикер участник говорящий"
)
_VERSES = word_set("song lyrics lyric chorus verse refrain")
# "Eve: eve@site.example" is an entry of a list of contacts.
_CONTACT = re.compile(r"[ \t]*(?:[^\s@]+@[^\s@]+|\+?[\d ()/.-]{6,})[ \t]*$", re.MULTILINE)
# A line that ends in no sentence, a colon, a tab.
_MAY_INTRODUCE = re.compile(r"[^\s.!?…][^\w\n.!?…]*\n|[:：](?=\s)|\t")
_PARAGRAPH_END = re.compile(r"\n[ \t]*\n")
# A short first line that ends in a colon.
_OPENING_LINE = re.compile(r"\A\s*+(?P<line>[^\s:：][^\n:：]{0,80}?)[ \t]*(?P<colon>[:：]{1,2})[ \t]*\n(?=\s*\S)")
_MOST_OPENING_WORDS = 6
# "Maria and Tom:", "Dr. Lee appointment:", "Maria trip plan:".
_HEADING = re.compile(
    r"[,&+]|\b(?:and|with|plans?|trips?|lists?|appointments?|birthdays?|party|wedding|schedules?|address|details|ideas?|update)\b",
    re.IGNORECASE,
)
# The messages of a batch, each of which several readers ask for.
_RECENT_MESSAGES = 64
_OWN_ABROAD = word_set("я мы мой моя моё мои ми мій моя мої εγώ أنا אני 我 私 나 저 나는 저는 मैं")


def blank_quoted_speech(text: str, speaker: str, names: Sequence[NameSpan] | None) -> str:
    """Return the text with what it quotes or forwards of others replaced by spaces; its length is preserved.

    These are lines that begin with ">", "|" or "<eve>"; what follows "Eve wrote:", "Eve says:" or "Eve:", to the end of the
    paragraph; and what follows "Fwd:", "[Forwarded from Eve]", the header of a mail or of a copied message of a chat, or an
    introduction that ends its line, to the end of the text.

    Args:
        text: the message.
        speaker: the author's name: "Sam: …" of Sam is no quotation.
        names: the names in the message; None: each capitalised word that is no known label may be a name before a colon.
    """
    return _blank_spans(text, _list_quoted(text, speaker, names))


def blank_unmeant_speech(text: str, speaker: str, names: Sequence[NameSpan]) -> str:
    """Return the text with what `blank_quoted_speech` finds, and what it takes back, replaced by spaces of the same length."""
    return _blank_withdrawn(blank_quoted_speech(text, speaker, names))


def blank_all_but_own_words(text: str, speaker: str, names: Sequence[NameSpan]) -> str:
    """Return the text with code and with what `blank_unmeant_speech` finds replaced by spaces; its length is preserved."""
    return _blank_withdrawn(_blank_spans(blank_code(text), _list_quoted(text, speaker, names)))


def blank_all_but_asserted(text: str, speaker: str, names: Sequence[NameSpan]) -> str:
    """Return the text with all but what its author says and asserts replaced by spaces; its length is preserved."""
    return blank_unasserted(blank_all_but_own_words(text, speaker, names))


def clear_recent_messages() -> None:
    """Forget the messages whose quotations were kept, as after something was erased."""
    _recent_quoted.cache_clear()


def may_introduce(before: str) -> bool:
    """Whether the text before a sentence may be a header, or an introduction, of any form: then another may say the sentence."""
    return _MAY_INTRODUCE.search(before) is not None


def _blank_withdrawn(own: str) -> str:
    return _blank_spans(own, list(find_withdrawn(own)))


def _blank_spans(text: str, spans: Sequence[tuple[int, int]]) -> str:
    if not spans:
        return text
    blanked = bytearray(len(text))
    for start, end in spans:
        blanked[start:end] = b"\1" * (end - start)
    return "".join(" " if blank and char != "\n" else char for char, blank in zip(text, blanked, strict=True))


def _list_quoted(text: str, speaker: str, names: Sequence[NameSpan] | None) -> tuple[tuple[int, int], ...]:
    return _recent_quoted(text, speaker, None if names is None else tuple(names))


@functools.lru_cache(maxsize=_RECENT_MESSAGES)
def _recent_quoted(text: str, speaker: str, names: tuple[NameSpan, ...] | None) -> tuple[tuple[int, int], ...]:
    return tuple(_find_quoted(text, speaker, names))


def _find_quoted(text: str, speaker: str, names: Sequence[NameSpan] | None) -> Iterator[tuple[int, int]]:
    text = blank_fences(text)
    author = _Author(speaker, names)
    for match in [*_QUOTED_LINE.finditer(text), *_BLOCK.finditer(text)]:
        yield match.span()
    for match in _NICK.finditer(text):
        if match["name"].lower() not in _TAGS and not author.is_sender(match["name"]):
            yield match.span()
    yield from find_pasted_text(text, author.is_sender)
    if (opening := _OPENING_LINE.match(text)) and _introduces_other(opening, author):
        yield opening.end("colon"), _end_of_speech(text, opening.end("colon"))
    for start, _, end in find_copied_messages(text, author.is_other):
        yield start, end
    for reported in find_reported_speech(text, author.is_sender):
        end = reported.end or _end_of_speech(text, reported.start)
        if reported.is_mail:
            yield reported.begin, len(text) if end > reported.start else end
        else:
            yield reported.start, end
    yield from _find_turns(text, author)


def _find_turns(text: str, author: _Author) -> Iterator[tuple[int, int]]:
    turns = list(_SPEAKER.finditer(text))
    own = [match.start() for match in turns if author.is_sender(match["name"])]
    for match in turns:
        if _is_other_speaker(match, author) and not _CONTACT.match(text, match.end()):
            # A text that begins with another's turn is all of others.
            is_first = not text[: match.start()].strip()
            yield match.end(), _end_of_turn(text, match.end(), own, is_copied=is_first)
    for match in _MARKED_SPEAKER.finditer(text):
        group = match.lastgroup or ""
        find = author.is_person if group == "parenthesised" else author.is_other
        if find(match[group], match.start(group)):
            yield match.end(), _end_of_turn(text, match.end(), own)
    for match in _ARROW.finditer(text):
        name, start = match["name"], match.start("name")
        if author.is_known_other(name, start) or (
            not match["space"] and name[:1].islower() and not author.is_sender(name)
        ):
            yield match.end(), _end_of_turn(text, match.end(), own)
    for match in _BETWEEN_DASHES.finditer(text):
        if author.is_known_other(match["name"], match.start("name")):
            yield match.end(), len(text)


def _introduces_other(opening: re.Match[str], author: _Author) -> bool:
    """Whether a short line introduces another's text: it begins with a person's name, or is in another script than English."""
    line, start = opening["line"], opening.start("line")
    words = line.lower().split()
    if len(words) > _MOST_OPENING_WORDS or author.is_sender(line):
        return False
    letters = [char for char in line if char.isalpha()]
    foreign = sum(not unicodedata.name(char, "").startswith("LATIN") for char in letters)
    if 2 * foreign > len(letters):
        return _OWN_ABROAD.isdisjoint(words)
    return author.begins_with_person(line, start) and not _HEADING.search(line)


class _Author:
    """The author of a message, and the names in it."""

    def __init__(self, name: str, names: Sequence[NameSpan] | None) -> None:
        self._words = name.casefold().split()
        self.are_names_known = names is not None
        self._ends = {span.start: span.end for span in names or () if span.label == "person"}
        self._things = {span.start for span in names or () if span.label != "person"}

    def is_sender(self, name: str) -> bool:
        """Whether a name is the author's."""
        words = name.casefold().removeprefix("@").split()
        return bool(words) and (not _SENDER_LABELS.isdisjoint(words) or words[0].strip(".,'’") in self._words)

    def is_person(self, name: str, start: int) -> bool:
        """Whether the name finder found the name of a person."""
        return self._ends.get(start, -1) >= start + len(name)

    def is_known_other(self, name: str, start: int) -> bool:
        """Whether a name is another person's; where names were not looked for, whether it may be one."""
        if self.are_names_known:
            return self.is_person(name, start) and not self.is_sender(name)
        return self.is_other(name, start) is True

    def begins_with_person(self, line: str, start: int) -> bool:
        """Whether a line begins with the name of a person, and not with what belongs to them: "Eve's birthday"."""
        rest = line[max(0, self._ends.get(start, start) - start) :]
        return start in self._ends and not rest.startswith(("'", "’"))

    def is_other(self, name: str, start: int) -> bool | None:
        """See `IsOther`."""
        if self.is_sender(name):
            return False
        is_name = self.is_person(name, start) or (start not in self._things and looks_like_name(name))
        return True if is_name or name.startswith("@") else None


def _is_other_speaker(match: re.Match[str], author: _Author) -> bool:
    name, start = match["name"].strip(), match.start("name")
    words = name.casefold().removeprefix("@").split()
    if not words or author.is_sender(name):
        return False
    if len(words) == 1 and words[0] in _VERSES:
        return True
    if words[0] in _ROLES and (len(words) == 1 or (len(words) == 2 and len(words[1]) <= 2)):
        return True
    if author.is_person(name, start) or match["time"] is not None or name.startswith("@"):
        return True
    is_marked = match["mark"] is not None or match["close"] is not None
    return (is_marked or not author.are_names_known) and author.is_other(name, start) is True


def _end_of_speech(text: str, start: int) -> int:
    """Return the end of what is quoted from `start`: of the text if a line break follows, else of the paragraph.

    Where lines with ">" follow, nothing else is quoted.
    """
    if not text[start:].partition("\n")[0].strip():
        return start if _QUOTED_LINE.match(text[start:].lstrip()) else len(text)
    found = _PARAGRAPH_END.search(text, start)
    return found.start() if found else len(text)


def _end_of_turn(text: str, start: int, own: Sequence[int], *, is_copied: bool = False) -> int:
    """Return the end of another's turn: before the speaker's own turn in the same copied chat, else as for a quotation.

    Args:
        text: the message.
        start: where the turn begins.
        own: where the speaker's own turns begin, in their order.
        is_copied: whether all of the text is copied, so that only an own turn, or its end, ends the turn.
    """
    end = len(text) if is_copied else _end_of_speech(text, start)
    place = bisect.bisect_left(own, start)
    return min(end, own[place]) if place < len(own) else end
