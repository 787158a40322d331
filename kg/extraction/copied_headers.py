"""Headers of messages that are copied into another: of mails ("From: …", "Von: …") and of chats ("Eve, [02.03.2026 09:12]").

A label such as "Note" or "Dentist" is no author's name; where no name finder has read the text, each capitalised word that is no
known label may be one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from kg.extraction.common_words import ACTIONS, ADJECTIVES, FILLERS, GENERAL, GERUNDS, OPINIONS, SEASONS, TIMES, VAGUE
from kg.extraction.word_lists import JOBS, KIN, PETS, word_set

IsOther = Callable[[str, int], bool | None]
"""Whether a name at an offset is one of another person than the author; None: it is no person's name."""

_FROM = "from|von|de|da|van|från|fra|av|od|от|kimden|gönderen|lähettäjä|feladó|author|发件人|寄件者|差出人|送信者|보낸 ?사람"
_DETAIL = (
    "sent|date|subject|gesendet|datum|betreff|envoyé|objet|enviado|enviada|fecha|asunto|data|assunto|inviato|oggetto|verzonden|"
    "onderwerp|отправлено|дата|тема|wysłano|temat|skickat|ämne|sendt|emne|lähetetty|aihe|gönderildi|konu|tarih|odesláno|předmět|"
    "elküldve|tárgy|trimis|subiect|发送时间|日期|主题|主旨|日時|件名|날짜|제목"
)
_MARK = r"[*_]{0,3}"
_LABEL = r"[^\W\d_][^\W\d_ -]{0,14}(?:[ -][^\W\d_]{1,10})?"
# A run of lines such as "From: Eve", "Sent: Monday", "To: Sam", "Subject: Move", in any order.
_MAIL_LABELS = re.compile(
    rf"(?:^[ \t]*{_MARK}{_LABEL}{_MARK}[ \t]*[:：]{_MARK}(?=\s)[^\n]*(?:\n|\Z)){{2,8}}", re.MULTILINE
)
_MAIL_FROM = re.compile(
    rf"^[ \t]*{_MARK}(?:{_FROM}){_MARK}[ \t]*[:：]{_MARK}[ \t]*(?P<name>[^\n]*)", re.IGNORECASE | re.MULTILINE
)
_MAIL_TO = re.compile(
    rf"^[ \t]*{_MARK}(?:to|an|à|para|a|aan|till|til|do|komu|кому){_MARK}[ \t]*[:：]{_MARK}[ \t]*(?P<name>[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_MAIL_DETAIL = re.compile(rf"^[ \t]*{_MARK}(?:{_DETAIL}){_MARK}[ \t]*[:：]", re.IGNORECASE | re.MULTILINE)
_ADDRESS = re.compile(r"[<(\[][^\s@]+@[^\s@]+[>)\]][ \t]*$|^\+\d[\d ()-]{6,}$")
_TITLE = re.compile(
    rf"\A\s*{_MARK}(?:subject|betreff|objet|asunto|oggetto|onderwerp|тема|temat|ämne|konu){_MARK}[ \t]*:[^\n]*\n[ \t]*\n",
    re.IGNORECASE,
)
# "Am Montag schrieb Eve <eve@site.example>:", "пн, 2 мар. в 09:12, Eve <eve@site.example>:", in any language.
_INTRODUCTION = re.compile(r"^[^\n]*[<(\[][^\s@<>()\[\]]+@[^\s@<>()\[\]]+[>)\]][^\n]{0,80}[:：][ \t]*$", re.MULTILINE)

_DAY = (
    r"today|yesterday|heute|gestern|hoy|ayer|hier|aujourd['’]hui|oggi|ieri|vandaag|gisteren|hoje|ontem|сегодня|вчера|at|um|à|om|в|"
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|"
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
)
_HOUR, _MINUTES = r"(?<![\d.:])(?:[01]?\d|2[0-4])", r"[0-5]\d"
_HALF = r"(?:[ \u202f]?[ap]\.?m\.?)"
CLOCK = rf"{_HOUR}[:.]{_MINUTES}(?:[:.]{_MINUTES})?{_HALF}?"
# "Version 2.10" has no time.
_PLAIN_CLOCK = (
    rf"(?:{_HOUR}(?::{_MINUTES}(?::{_MINUTES})?{_HALF}?|[.]{_MINUTES}(?:{_HALF}|(?= ?uhr\b)))"
    rf"|(?:um|at|om|kl\.?|alle|à|a las|às|o|в)[ \t]{_HOUR}[.:h]{_MINUTES})(?![\d:])"
)
_PLAIN_STAMP = rf"(?:(?:{_DAY}),?[ \t]+){{0,4}}{_PLAIN_CLOCK}(?: uhr)?"
_STAMP = rf"(?:\[[^\]\n]{{0,30}}\b{CLOCK}[^\]\n]{{0,8}}\]|\({_PLAIN_STAMP}\)|{_PLAIN_STAMP})"
_UNIT = (
    r"(?:s|m|h|d|w|y|mo|secs?|mins?|hrs?|hours?|minutes?|seconds?|days?|weeks?|months?|years?|std|stunden?|tag(?:en?)?|wochen?|"
    r"monat(?:en?)?|heures?|jours?|semaines?|mois|horas?|minutos?|días?|dias?|semanas?|meses|ore|ora|giorni|giorno|uur|dagen|dag|"
    r"weken|часа?|часов|минут[уы]?|дн(?:я|ей)|день)\b\.?"
)
# A time such as those of social media, which have a sign before them: "· 2h", "/ 2 March", "• 2nd".
_AGO = rf"(?:\d{{1,2}}[ \t]?{_UNIT}[ \t](?:ago|fa|geleden|atrás|назад)|(?:vor|hace|il y a|há)[ \t]\d{{1,2}}[ \t]{_UNIT}|just now)"
_MONTH = r"(?:jan|feb|mar|mär|apr|may|mai|jun|jul|aug|sep|oct|okt|nov|dec|dez)[^\W\d_]{0,6}\.?"
_SOCIAL = (
    rf"(?:{_AGO}|\d{{1,2}}[ \t]?{_UNIT}|{_DAY}|\d{{1,2}}\.?[ \t]{_MONTH}(?:[ \t]\d{{4}})?"
    rf"|{_MONTH}[ \t]\d{{1,2}}(?:,?[ \t]\d{{4}})?"
    r"|(?:1st|2nd|3rd)\+?)(?:[ \t]*[·•|][^\n]{0,30})?"
)
_NAME = r"(?:u/|@)?[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_(][\w.'’-]{0,30}){0,3}"
_HANDLE = r"(?:[ \t]+\(?@[\w.]{1,30}\)?)?"
_WHOLE_DATE = r"\d{1,2}[./]\d{1,2}\.(?:\d{2,4})?,?[ \t]+"
_GAP = r"(?:(?:,|[ \t]+[-–—•·|/]|[ \t]*:)?[ \t]+|[ \t]*\n[ \t]*)"
PERSON_SYMBOL = r"[\U0001F464\U0001F465\U0001F5E3\U0001F4AC\U0001F4E8\U0001F4E9\u2709]\ufe0f?"
_CHAT = re.compile(
    rf"^[ \t]*(?:{_MARK}(?P<before>{_NAME}){_HANDLE}{_MARK}{_GAP}(?:{_WHOLE_DATE})?{_STAMP}"
    rf"|{_MARK}(?P<social>{_NAME}){_HANDLE}{_MARK}(?:[ \t]*[•·|/][ \t]*{_SOCIAL}|[ \t]*\n[ \t]*{_AGO})"
    rf"|{_STAMP}[ \t]*(?:[-–—][ \t]*)?{_MARK}(?P<after>{_NAME}){_MARK})[ \t]*\n(?=[ \t]*\S)"
    # A person's symbol and a name, alone on a line; a row of a table with name, time and text.
    rf"|^[ \t]*{PERSON_SYMBOL}[ \t]*(?P<symbol>{_NAME})[ \t]*\n(?=[ \t]*\S)"
    rf"|^[ \t]*(?P<row>{_NAME})[ \t]*[\t;][ \t]*{_PLAIN_STAMP}[ \t]*[\t;][ \t]*(?=\S)",
    re.IGNORECASE | re.MULTILINE,
)
_LABELS = word_set(
    "note notes update updates ps pps p.s edit todo to-do reminder question questions answer result summary correction important "
    "rule rules format style tone language length output input example context goal task tasks subject topic title remember "
    "warning tip tips spoiler spoilers date time place name names address phone email e-mail mail diet job work hobby hobbies "
    "location home age city country status breakfast lunch dinner brunch tea coffee gym dentist doctor meeting call train bus "
    "flight yoga school class practice rehearsal training shift appointment arrival departure start end doors monday tuesday "
    "wednesday thursday friday saturday sunday plan agenda background about bio profile contact "
    "hinweis notiz merke wichtig regel "
    "frage antwort termin zahnarzt nota regla pregunta importante règle remarque attention regola domanda vraag let op regel "
    "re nb fyi btw correct noted understood spoiler new old exactly so also again next first second sì no yes ok okay "
    "image video gif sticker audio voice link file photo "
    "правило важно вопрос ошибка the this that it i my we you please"
)
_COMMON = frozenset().union(
    _LABELS, ACTIONS, ADJECTIVES, FILLERS, GENERAL, GERUNDS, OPINIONS, SEASONS, TIMES, VAGUE, JOBS, KIN, PETS
)


def looks_like_name(words: str) -> bool:
    """Return whether each of some words, at most three, is capitalised and no common word or label."""
    parts = words.removeprefix("@").split()
    return 1 <= len(parts) <= 3 and not any(
        not part[0].isupper() or part.lower().strip(".") in _COMMON for part in parts
    )


def find_copied_messages(text: str, is_other: IsOther) -> Iterator[tuple[int, int, int]]:
    """Yield what follows a header of another's message: the start and the end of the header, and the end of what follows.

    What follows a mail's header reaches to the end of the text, and a message of a chat to the header of the author's own one.

    Args:
        text: the message.
        is_other: see `IsOther`.
    """
    for start, end, name, at in _find_mail_headers(text, is_other):
        if is_other(name, at) is not False:
            yield start, end, len(text)
    for match in _INTRODUCTION.finditer(text) if "@" in text else ():
        yield match.start(), match.end(), len(text)
    if title := _TITLE.match(text):
        yield title.start(), title.end(), len(text)
    own = len(text)
    has_lines = "\n" in text or "\t" in text or ";" in text
    for match in reversed(list(_CHAT.finditer(text)) if has_lines else []):
        group = match.lastgroup or ""
        name = match[group].removeprefix("u/")
        other = True if name != match[group] else is_other(name, match.start(group))
        if other:
            yield match.start(), match.end(), own
        elif other is False:
            own = match.start()


def _find_mail_headers(text: str, is_other: IsOther) -> Iterator[tuple[int, int, str, int]]:
    """Yield the start and the end of each header of a mail, with the sender's name and where it is."""
    for sender in _MAIL_FROM.finditer(text):
        name = sender["name"].strip("*_ \t")
        if _ADDRESS.search(name):
            yield *sender.span(), name, sender.start("name")
    for lines in _MAIL_LABELS.finditer(text) if "\n" in text else ():
        found = _MAIL_FROM.search(lines[0])
        if found is None:
            continue
        name, at = found["name"].strip("*_ \t"), lines.start() + found.start("name")
        # "From: Oslo, To: Lima" is no mail's, but one to the author is.
        to = _MAIL_TO.search(lines[0])
        is_to_author = to is not None and is_other(to["name"].strip("*_ \t"), lines.start() + to.start("name")) is False
        if _MAIL_DETAIL.search(lines[0]) or is_to_author:
            yield *lines.span(), name, at
