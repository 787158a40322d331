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

_FROM = "from|von|de|da|van|från|fra|od|от"
_DETAIL = (
    "sent|date|subject|gesendet|datum|betreff|envoyé|objet|enviado|enviada|fecha|asunto|data|assunto|inviato|oggetto|verzonden|"
    "onderwerp|отправлено|дата|тема"
)
_OTHER_LABEL = "to|cc|bcc|reply-to|an|à|para|a|aan|кому|копия"
_MARK = r"[*_]{0,3}"


def _label(names: str) -> str:
    return rf"{_MARK}(?:{names}){_MARK}[ \t]*[:：]{_MARK}"


_MAIL = re.compile(
    rf"^[ \t]*{_label(_FROM)}[ \t]*(?P<name>[^\n]*)\n(?:[ \t]*{_label(_OTHER_LABEL)}[^\n]*\n){{0,3}}[ \t]*{_label(_DETAIL)}"
    rf"|^[ \t]*{_label(_FROM)}[ \t]*(?P<sender>[^\n]*[<(\[][^\s@]+@[^\s@]+[>)\]])[ \t]*$",
    re.IGNORECASE | re.MULTILINE,
)
_TITLE = re.compile(
    rf"\A\s*{_MARK}(?:"
    rf"subject|betreff|objet|asunto|oggetto|onderwerp|тема){_MARK}[ \t]*:[^\n]*\n[ \t]*\n",
    re.IGNORECASE,
)

_DAY = (
    r"today|yesterday|heute|gestern|hoy|ayer|hier|aujourd['’]hui|oggi|ieri|vandaag|gisteren|hoje|ontem|сегодня|вчера|at|um|à|om|в|"
    r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|"
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}"
)
_HOUR, _MINUTES = r"(?<![\d.:])(?:[01]?\d|2[0-4])", r"[0-5]\d"
_HALF = r"(?:[ \u202f]?[ap]\.?m\.?)"
CLOCK = rf"{_HOUR}[:.]{_MINUTES}(?:[:.]{_MINUTES})?{_HALF}?"
# "Version 2.10" has no time.
_PLAIN_CLOCK = rf"{_HOUR}(?::{_MINUTES}(?::{_MINUTES})?{_HALF}?|[.]{_MINUTES}{_HALF})(?![\d:])"
_PLAIN_STAMP = rf"(?:(?:{_DAY}),?[ \t]+){{0,4}}{_PLAIN_CLOCK}(?: uhr)?"
_STAMP = rf"(?:\[[^\]\n]{{0,30}}\b{CLOCK}[^\]\n]{{0,8}}\]|\({_PLAIN_STAMP}\)|{_PLAIN_STAMP})"
_NAME = r"@?[^\W\d_][\w.'’-]{0,30}(?: [^\W\d_(][\w.'’-]{0,30}){0,3}"
_CHAT = re.compile(
    rf"^[ \t]*(?:{_MARK}(?P<before>{_NAME}){_MARK}(?:(?:,|[ \t]+[-–—•·|])?[ \t]+|[ \t]*\n[ \t]*){_STAMP}"
    rf"|{_STAMP}[ \t]*(?:[-–—][ \t]*)?{_MARK}(?P<after>{_NAME}){_MARK})[ \t]*\n(?=[ \t]*\S)",
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
    for match in _MAIL.finditer(text):
        group = "name" if match["name"] is not None else "sender"
        if is_other(match[group].strip("*_ \t"), match.start(group)) is not False:
            yield match.start(), match.end(), len(text)
    if title := _TITLE.match(text):
        yield title.start(), title.end(), len(text)
    own = len(text)
    for match in reversed(list(_CHAT.finditer(text))):
        group = "before" if match["before"] is not None else "after"
        other = is_other(match[group], match.start(group))
        if other:
            yield match.start(), match.end(), own
        elif other is False:
            own = match.start()
