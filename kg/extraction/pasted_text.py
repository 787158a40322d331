"""Marks of pasted text that no one of a conversation said: subtitles, records, code, forwards, and introductions of a source.

What follows them is not the sender's own word. A mark is a form that programs write (a time code, a prefix of a forwarded mail),
or a line that names a source ("Message from Eve", "Translated from Spanish:") above the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kg.extraction.copied_layouts import COPIED_LAYOUT

_SUBTITLES = re.compile(
    r"^[ \t]*(?:WEBVTT\b[^\n]*|(?:\d{1,2}:)?\d{1,2}:\d{2}[.,]\d{3}[ \t]*-->[^\n]*)$|^[ \t]*<v[ .][^>\n]{1,60}>",
    re.MULTILINE,
)
_DIFF = re.compile(r"^(?:diff --git |@@ -\d|commit [0-9a-f]{7,40}[ \t]*$)[^\n]*", re.MULTILINE)
_CODE_LINE = re.compile(
    r"^[ \t]*(?://(?!/)|INSERT INTO |VALUES ?\(|UPDATE \w+ SET |SELECT \S+ FROM )[^\n]*", re.MULTILINE
)
_FIELD = r"[ \t]*(?:[-*][ \t]*)?[\"']?"
_RECORD = re.compile(
    rf"^{_FIELD}(?:author|from|user|user ?name|sender|speaker|by(?=[\"']?[ \t]*[:=])|(?:full )?name)[\"']?[ \t]*[:=\t]"
    r"(?P<who>[^\n]*)\n"
    rf"(?:{_FIELD}\w{{1,20}}[\"']?[ \t]*[:=\t][^\n]*\n){{0,4}}?"
    rf"{_FIELD}(?:body|text|message|content|comment|quote|msg|post|bio|feedback|review)[\"']?[ \t]*[:=\t]",
    re.IGNORECASE | re.MULTILINE,
)
_WRITTEN_ABROAD = (
    r"(?:weitergeleitete[nr]?|ursprünglichen?) nachricht|message (?:transféré|d['’]origine)|mensaje (?:reenviado|original)|"
    r"messaggio (?:inoltrato|originale)|mensagem (?:encaminhada|original)|(?:doorgestuurd|oorspronkelijk) bericht|"
    r"vidarebefordrat meddelande|ursprungligt meddelande|videresendt (?:melding|besked)|przekazana wiadomość|"
    r"wiadomość oryginalna|пересланное сообщение|исходное сообщение|переслано|weitergeleitet von|transféré (?:de|par)|"
    r"reenviado (?:de|por)|inoltrato da|encaminhad[ao] (?:de|por)|doorgestuurd van"
)
_FORWARDED = re.compile(
    r"^[^\w\n]*(?:(?:fwd?|fw|wg|forwarded|forwarding|forward|original message|begin forwarded message)\b"
    rf"|(?:[^\W\d_]+[ \t]+){{0,3}}?(?:{_WRITTEN_ABROAD})\b)[^\n:\]]*(?:[:\]]|-{{2,}}|$)"
    # Spanish, French, Portuguese, Finnish, Polish, Turkish, Norwegian and Swedish prefixes of forwarded mails.
    r"|\A\s*(?-i:RV|TR|ENC|VS|VL|PD|İLT|ILT|YNT|VB)[ \t]?:(?=\s)",
    re.IGNORECASE | re.MULTILINE,
)
_TRANSCRIPT = re.compile(
    r"^[ \t]*(?:[*_#]{1,3}[ \t]*)?(?:(?:chat|call) )?(?:transcript|chat ?(?:log|history)|chatverlauf|переписка)\b"
    r"[^\n:]{0,30}:[*_]{0,3}[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
_RETWEET = re.compile(r"^[ \t]*RT[ \t]+@\w+[^\n]*", re.MULTILINE)
_KINDS_OF_TEXT = (
    r"(?:voice |text |private |direct |forwarded |last )?(?:message|mail|e-?mail|text|sms|dm|letter|tweet|nachricht|mensaje|"
    r"messaggio|mensagem|bericht|сообщение)"
)
# "Message from Eve", alone above a blank line; "Got this from Eve:" and "The prompt of my colleague:" above the text.
_SOURCE_LINE = re.compile(
    rf"^[^\w\n]*(?:(?:a|the|new|another|eine?|un|une|uma?|het|een)[ \t]+)?{_KINDS_OF_TEXT}[ \t]+"
    r"(?:from|by|von|de|di|da|van|от)[ \t]+(?:(?-i:[^\W\d_a-zß-ÿа-я])|@|(?:my|her|his|their|our|mein\w*|mi|mon|ma)[ \t])"
    r"[^\n.!?]{0,40}\n(?=[ \t]*\n)"
    r"|^[^\w\n]*(?:(?:i|i['’]ve|we|just)[ \t]+){0,3}(?:(?:got|received|found|have)[ \t]+(?:this|that|it|the following)|copied|"
    r"pasted)\b[^\n.!?:]{0,30}\b(?:from|by|off|out of)\b[^\n.!?:]{1,40}:[ \t]*\n",
    re.IGNORECASE | re.MULTILINE,
)
_SOURCES = (
    r"translat(?:ed|ion|e)|übersetz(?:t|ung)|traduc(?:ido|ción|tion|do)|traduit|tradu[zç]\w+|traduzione|vertaald|vertaling|"
    r"(?:system |user )?prompt|excerpt|auszug|quotation|quote|zitat|citation|citazione|poem|lyrics|caption|screenshot|"
    r"(?:job |small |newspaper )?ad(?:vert(?:isement)?)?|stellenanzeige|recipe|rezept|receta|recette|headline|press release"
)
_SOURCE_TITLE = re.compile(
    rf"^[^\w\n]*(?P<title>(?:[^\W\d_][\w'’-]*[ \t]+){{0,4}}(?:{_SOURCES})\b[^\n.!?:]{{0,40}}):[*_]{{0,3}}(?=\s|$)"
    r"[ \t]*(?P<break>\n?)",
    re.IGNORECASE | re.MULTILINE,
)
# "My translation", "I translated", "Mein Rezept".
_OWN_SOURCE = re.compile(
    r"\b(?:i|we|my|our|mine|ich|wir|mein\w*|unser\w*|mi|mis|nuestr[oa]s?|mon|ma|mes|notre|je|mio|mia|io|meu|minha|eu|mijn|ik)\b",
    re.IGNORECASE,
)
_OF_OTHER = re.compile(r"\b(?:of|from|by) (?!me\b|mine\b|us\b)", re.IGNORECASE)
_PARAGRAPH = re.compile(r"\s*[^\n]+(?:\n[ \t]*[^\s][^\n]*)*")


def find_pasted_text(text: str, is_sender: Callable[[str], bool] = lambda _: False) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of what marks show to be pasted.

    Subtitles, changes of code, forwards, copied layouts and what someone sent reach to the end of the text; records, and texts
    with a title such as "Recipe:", to the end of their paragraph.

    Args:
        text: the message.
        is_sender: whether a name is the author's, whose own record is no other's.
    """
    for pattern in (_SUBTITLES, _DIFF, _FORWARDED, COPIED_LAYOUT):
        if match := pattern.search(text):
            yield match.start(), len(text)
    for pattern in (_CODE_LINE, _RETWEET):
        for match in pattern.finditer(text):
            yield match.span()
    # Most messages have one line and no colon, and the patterns are slow.
    if "\n" in text or ":" in text:
        yield from _find_introduced(text, is_sender)


def _find_introduced(text: str, is_sender: Callable[[str], bool]) -> Iterator[tuple[int, int]]:
    for pattern in (_TRANSCRIPT, _SOURCE_LINE):
        if match := pattern.search(text):
            yield match.start(), len(text)
    for match in _RECORD.finditer(text):
        if not is_sender(match["who"].strip("\"', \t")):
            yield match.start(), _end_of_paragraph(text, match.end())
    for match in _SOURCE_TITLE.finditer(text):
        is_own = _OWN_SOURCE.search(match["title"]) and not _OF_OTHER.search(match["title"])
        is_label = match["title"].partition("(")[0].strip().count(" ") <= 1
        if (match["break"] or is_label) and not is_own:
            yield match.start(), _end_of_paragraph(text, match.end())


def _end_of_paragraph(text: str, start: int) -> int:
    found = _PARAGRAPH.match(text, start)
    return found.end() if found else len(text)
