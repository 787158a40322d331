"""Introductions of what others said: "Eve wrote:", "Am Montag schrieb Eve:", "Eve says" alone on a line, "Eve's mail:"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kg.extraction.word_lists import word_set

_TEXT = "message|mail|e-?mail|text|note|words|sms|dm|letter|post"
_REPORTING = (
    r"(?:wrote|writes|said|says|saying|sent|sends|texted|texts|posted|posts|replied|replies|answered|"
    r"messaged|e-?mailed|told|tells|asked|asks|announced|commented|quote[ds]?|quoting|"
    rf"(?:{_TEXT}) (?:from|by|of))"
)
_REPORTING_ABROAD = (
    r"(?:schrieb|schreibt|geschrieben|sagte?|gesagt|meinte?|antwortete?|nachricht von|écrit|dit|répond|message de|escribió|"
    r"escribe|escrito|dijo|dice|respondió|mensaje de|escreveu|escreve|disse|mensagem de|scritto|scrive|detto|messaggio (?:di|da)|"
    r"schreef|schrijft|geschreven|zei|zegt|bericht van|skrev|skriver|kirjoitti|napsala?|napisała?(?:\(a\))?|pisze|yazdı|yazıyor|"
    r"írta|a scris|пишет|написала?|писала?|говорит|сказала?|ответила?|сообщение от|пише|каже|написав|сказав|(?:је )?написао|"
    r"(?:je )?napisa(?:o|la)|menulis|έγραψε|γράφει|είπε|λέει|كتبت?|تكتب|يكتب|قالت?|تقول|يقول|כתבה?|כותבת?|אמרה?|אומרת?|"
    r"(?:đã )?(?:viết|nói))"
)
# "Eve wrote:", "On Mon, Eve <eve@x> wrote:", "Look what Eve says:", "Message from Eve:", "Am Montag schrieb Eve:".
_REPORTED = re.compile(
    rf"(?:\b(?:{_REPORTING}|(?:be|was|were) like(?=[ \t]*[:：])|(?P<abroad>{_REPORTING_ABROAD}))\b"
    r"|からの(?:メッセージ|メール)|写道|寫道|说|說|書きました|より|"
    r"작성|썼|말했|말하길|ने (?:लिखा|कहा)|เขียน|พูด)"
    # Other languages' quotation marks show where the quotation ends.
    r"(?P<rest>(?:[^\n:：.!?\"“«<]|\d[.:]|\b[^\W\d_]{2,5}\.(?=,)|<[^>\n]{0,60}>){0,60})"
    r"[:：]{1,2}(?=\s|$)(?(abroad)(?![ \t]*[\"“„«»]))",
    re.IGNORECASE,
)
_BY_SENDER = re.compile(
    r"\b(?:i|we|i've|we've)(?: (?:have|had|just|already|also|once|then|only|never))*\s*$", re.IGNORECASE
)
_BY_SENDER_ABROAD = re.compile(r"\b(?:ich|wir|je|j['’]ai|nous|yo|eu|io|ho|ik|wij|я|мы)\b[^.,!?]*\s*$", re.IGNORECASE)
_WHEN = (
    r"(?:[ \t]+(?:today|yesterday|just now|earlier|(?:this|last|on|in the|at)[ \t]+[^\W\d_]+|heute|gestern|hoy|ayer|hier|oggi|"
    r"ieri|vandaag|gisteren|сегодня|вчера))?"
)
# "----- Eve wrote -----".
_REPORTED_BETWEEN_DASHES = re.compile(
    rf"^[ \t]*[-–—=_*]{{2,}}[^\n]{{0,80}}\b(?:{_REPORTING}|{_REPORTING_ABROAD})\b[^\n]{{0,40}}[-–—=_*]{{2,}}[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
# "Eve replied, I live here".
_REPORTED_AFTER_COMMA = re.compile(
    r"(?:(?<=^)|(?<=[\n.!?]))[ \t]*(?P<who>(?-i:[^\W\d_a-zà-ÿ])[\w'’-]*)[ \t]+(?:wrote|writes|said|says|texted|replied|answered)"
    r"(?:[ \t]+to me)?,[ \t]+(?=(?:i|my|we|our)\b)",
    re.IGNORECASE,
)
# "Eve says" and "Eve hat geschrieben" alone on a line.
_REPORTED_LINE = re.compile(
    rf"^[ \t]*(?:[@*_]{{0,3}}[^\W\d_][\w.'’-]*[*]{{0,3}}[ \t]+){{1,3}}(?:wrote|writes|said|says|told|tells|texted|"
    rf"replied|answered|posted|sent(?=[ \t]+(?:me|us|this|the following)\b)|{_REPORTING_ABROAD})"
    rf"(?:[ \t]+(?:to )?(?:me|us|mir|uns))?(?:[ \t]+(?:this|the following))?{_WHEN}[ \t]*\n(?=\s*\S)",
    re.IGNORECASE | re.MULTILINE,
)
# "Eve wrote *I live here*".
_REPORTED_STARRED = re.compile(
    rf"\b(?:{_REPORTING}|{_REPORTING_ABROAD})[ \t]+(?P<said>(?P<star>[*_])(?:[^*_\s]+ ){{2,}}[^*_\n]+(?P=star))",
    re.IGNORECASE,
)
_THEIR_TEXT = re.compile(
    rf"\b(?P<owner>[^\W\d_][\w-]*)['’]s (?:\w+ )?(?:{_TEXT}|reply|answer|comment|quote|status|signature)[ \t]*:(?=\s|$)",
    re.IGNORECASE,
)
_MAIL_HEADER = re.compile(
    r"^[ \t]*(?:on|am|le|el|op)\b[^\n]*(?:\d|\b(?:mon|tue|wed|thu|fri|sat|sun)\w*,)|^[ \t]*(?:from|von|de)[ \t]*:",
    re.IGNORECASE,
)
_SENDER_ABROAD = re.compile(r"\s*(?:ich|wir|je|ik|wij|я|мы)\b", re.IGNORECASE)
# "Nobody asked", "like you said".
_NO_REPORTERS = word_set("i we you u nobody noone one anyone who what ich wir du je nous tu yo io ik я мы ты")
_COLONS, _STARS = frozenset(":："), frozenset("*_")
_OWN_TIMES = word_set("today yesterday tonight tomorrow week month year")


@dataclass(frozen=True)
class ReportedSpeech:
    """What an introduction introduces.

    Attributes:
        begin: where the introduction begins.
        start: where it ends, and what is reported begins.
        end: where what is reported ends; None if only the paragraph or the text ends it.
        is_mail: whether the introduction is one of a mail, which reaches to the end of the text.
    """

    begin: int
    start: int
    end: int | None = None
    is_mail: bool = False


def find_reported_speech(text: str, is_sender: Callable[[str], bool]) -> Iterator[ReportedSpeech]:
    """Yield what a text introduces as said by others.

    Args:
        text: the message.
        is_sender: whether a name is the author's.
    """
    # Most messages have none of these signs, and the patterns are slow.
    has_colon, has_star = not _COLONS.isdisjoint(text), not _STARS.isdisjoint(text)
    for match in _REPORTED.finditer(text) if has_colon else ():
        line = text[text.rfind("\n", 0, match.start()) + 1 : match.start()]
        if _is_reported_by_sender(match, line):
            continue
        is_mail = _MAIL_HEADER.search(line) is not None
        yield ReportedSpeech(match.start() - len(line), match.end(), is_mail=is_mail)
    for match in _REPORTED_LINE.finditer(text) if "\n" in text else ():
        if not _NO_REPORTERS & set(match[0].lower().split()):
            yield ReportedSpeech(match.start(), match.end() - 1)
    for match in _REPORTED_BETWEEN_DASHES.finditer(text):
        yield ReportedSpeech(match.start(), match.end(), is_mail=True)
    for match in _REPORTED_AFTER_COMMA.finditer(text):
        if match["who"].lower() not in _NO_REPORTERS and not is_sender(match["who"]):
            yield ReportedSpeech(match.start(), match.end())
    for match in _REPORTED_STARRED.finditer(text) if has_star else ():
        if not _BY_SENDER.search(text, 0, match.start()):
            yield ReportedSpeech(match.start(), match.start("said"), match.end("said"))
    for match in _THEIR_TEXT.finditer(text) if has_colon else ():
        if match["owner"].lower() not in _OWN_TIMES and not is_sender(match["owner"]):
            yield ReportedSpeech(match.start(), match.end())


def _is_reported_by_sender(match: re.Match[str], line: str) -> bool:
    if match["abroad"] is None:
        return _BY_SENDER.search(line) is not None
    return (_BY_SENDER_ABROAD.search(line) or _SENDER_ABROAD.match(match["rest"])) is not None
