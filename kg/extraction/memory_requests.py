"""What a message asks to remember or to forget: "remember that my badge is 4471", "pls save: locker 212, combo 08-31-14"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kg.extraction.clause_dates import spell_dates
from kg.extraction.dates import ANY_TIME, find_dates
from kg.language import split_sentences
from kg.protocols import ExtractedStatement, Utterance

REQUESTED_WORTH = 0.9
"""The least worth of what a message asks to remember."""

# That a request was read correctly.
_CONFIDENCE = 0.9
# "Before I lose it, jot down that …".
_BEFORE = (
    r"(?:(?:before i [a-z' ]{1,20}|while i['’]?m [a-z ]{1,20}|one (?:more|last) thing|quick (?:one|note)|by the way|mate"
    r"|(?-i:[A-Z])\w+), )?"
)
_OPENING = r"[\s>*-]*(?:(?:(?P<please>please|pls|plz)|hey|hi|ok(?:ay)?|and|also|so|oh|btw|fyi|just)\b[ ,]*)*"
_ASKING = (
    r"(?:(?P<can>(?:(?:can|could|will|would) (?:you|u) (?:mind )?))(?:please |pls )?(?:also |just )?"
    r"|(?P<want>i(?:['’]d| would)? (?:want|need|like) you to )|(?:do not|don['’]?t|never) (?=forget))?"
)
_LATER = r"(?: for (?:me|later|next time|(?:future )?reference))?(?: please| pls| will (?:you|u)| would (?:you|u))?"
# "Save the file" and "store closes at five" ask for nothing of the kind.
_REMEMBER = (
    rf"(?:(?:remember|(?<=t )forget|(?<=r )forget|(?:keep|bear) in mind){_LATER}(?: that(?= )|(?P<mark>:)|,| [-–—](?= ))?"
    rf"|(?:(?P<note>note)|save|record|store|log|retain|memori[sz]e|(?:note|write|jot)(?:ting)? down|take note"
    r"|mak(?:e|ing) a (?:mental )?note|add to (?:what you know|(?:your|my) (?:memory|notes|profile))(?: about me)?"
    rf"|hang on to this(?: [a-z]+)?){_LATER}"
    r"(?:(?P<that> that)(?= )|(?P<colon>:)|(?P<this> this(?: for (?:me|later))?[:,])| [-–—](?= )))"
)
_LABEL = r"(?:note to self|for (?:the record|(?:your |future )?reference|later)[:,]?|to remember)[:,]?"
_ASKED = re.compile(
    rf"{_BEFORE}{_OPENING}(?:{_ASKING}{_REMEMBER}|{_LABEL}|(?P<kept>(?:do not|don['’]?t) let me forget)) ",
    re.IGNORECASE,
)
# "Remember when …", "remember to …", "remember the time we …": nothing is to be noted.
_NOT_FACTS = re.compile(
    r"(?:when|how|what|where|who|why|which|if|whether|to|me|us|this|these|those|about|(?:the|that) (?:time|day|one|guy|girl)"
    r"|it|them|him|her|nothing|anything|everything|all|your)\b",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"\W*(?:please |pls )?forget (?:that|the fact that) (?:i|we|you|he|she|they|it|my|our|his|her|their)\b[^,;]*",
    re.IGNORECASE,
)
# "Can you save that?", after what is meant.
_POINTED = re.compile(
    r"\W*(?:(?:please|pls|and|so|hey|ok(?:ay)?)\b[ ,]*)*(?P<can>(?:can|could|will|would) (?:you|u) (?:please |pls )?)?"
    r"(?:remember|save|note|keep|store|memori[sz]e|write down|note down) (?:that|this|it)"
    r"(?: down| for (?:me|later|next time)| in mind)?(?:,? (?:please|pls))?(?P<mark>[.!? ]*)",
    re.IGNORECASE,
)
# "Remember my shoe size, it's 44".
_NAMED = re.compile(
    r"^((?:my|our|the) [\w'’ ]{3,40})[,.:] (?:it['’]?s|it is) "
    r"(?!(?:raining|snowing|cold|hot|wet|been|gone|got|his|her|their|your|my|important|not|so|too|very)\b)(?=\S)",
    re.IGNORECASE,
)
_PLEASE = re.compile(r",? (?:please|pls|plz)(?=[.!]*$)", re.IGNORECASE)
# "Save: draft version 2", "remember: always use 4 spaces".
_OF_WORK = re.compile(
    r"^(?:always|never|use|do not|don['’]?t)\b"
    r"|\b(?:version|chapter|files?|drafts?|lines?|rows?|tables?|columns?|sheets?|macros?|errors?|pdf|docs?|branch|commit|spaces)\b",
    re.IGNORECASE,
)
# Words without which a text is not understood.
_POINTING = re.compile(r"\b(?:it|this|that|these|those|he|she|they|him|her|them|there|here)\b", re.IGNORECASE)
_FEWEST_WORDS, _MOST_CHARS = 2, 200


@dataclass(frozen=True)
class MemoryRequest:
    """A part of a message that asks to remember or to forget something.

    Attributes:
        statement: what is to be remembered, as a sentence or in a few words; "" if it is to be forgotten.
        start: the offset of the part in the message.
        end: the offset after it.
        is_plain: whether it may be kept in these words: it is surely asked for, has a number, and points at nothing else.
    """

    statement: str
    start: int
    end: int
    is_plain: bool = False


def find_memory_requests(text: str) -> Iterator[MemoryRequest]:
    """Yield what a message asks to remember, without the words that ask, and what it asks to forget.

    "Can you save that?" asks to remember the sentence before it.

    Args:
        text: the message.
    """
    before: tuple[int, int] | None = None
    for start, end in split_sentences(text):
        sentence = text[start:end]
        pointed = _POINTED.fullmatch(sentence) if before is not None else None
        if before is not None and pointed and (pointed["can"] or "?" not in pointed["mark"]):
            yield MemoryRequest(text[slice(*before)].strip(), *before)
        before = start, end
        if (forgotten := _FORGET.match(sentence)) is not None:
            yield MemoryRequest("", start, start + forgotten.end())
        elif (asked := _ASKED.match(sentence)) is not None and not _is_remark(asked, sentence):
            statement = _PLEASE.sub("", sentence[asked.end() :].strip())
            statement = _NAMED.sub(r"\1 is ", statement)
            is_question = statement.endswith("?")
            is_said = len(statement.split()) >= _FEWEST_WORDS and not _NOT_FACTS.match(statement)
            if is_said and (asked["can"] or not is_question):
                statement = f"{statement[:-1].rstrip()}." if is_question else statement
                is_polite = bool(asked["please"]) or _PLEASE.search(sentence) is not None
                is_plain = not is_question and _is_plain(asked, statement, is_polite=is_polite)
                yield MemoryRequest(statement, start, end, is_plain)


def state_request(request: MemoryRequest, passage: Utterance) -> ExtractedStatement:
    """Return the statement that a message asks to remember something that is no sentence, in its words and with its dates.

    Args:
        request: what is to be remembered.
        passage: the message.
    """
    spelled, dates = spell_dates(request.statement, passage.at)
    noted = spelled.rstrip(" .!").replace("{", "(").replace("}", ")")
    day = dates[0] if len(dates) == 1 else None
    return ExtractedStatement(
        subject=passage.speaker,
        predicate="ask",
        object=noted,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=request.start,
        end=request.end,
        confidence=_CONFIDENCE,
        template=f'{{s}} asked to remember "{noted}"',
        kind="state",
        worth=REQUESTED_WORTH,
        roles=(("time", day),) if day else (),
    )


def _is_remark(asked: re.Match[str], sentence: str) -> bool:
    """Whether "note that" only opens a remark, as in manuals: "Note that the function returns a list"; it has no date."""
    is_asked = asked["please"] or asked["can"] or asked["want"]
    return bool(asked["note"] and asked["that"]) and not is_asked and not find_dates(sentence, ANY_TIME)


def _without_dates(text: str) -> str:
    for mention in reversed(find_dates(text, ANY_TIME)):
        text = text[: mention.start] + text[mention.end :]
    return text


def _is_plain(asked: re.Match[str], statement: str, *, is_polite: bool) -> bool:
    has_words = re.sub(r"\W", "", _without_dates(statement)) != ""
    if not has_words or _OF_WORK.search(statement):
        return False
    is_asked = (
        asked["kept"]
        or asked["mark"]
        or asked["this"]
        or is_polite
        or (asked["colon"] and (asked["can"] or asked["want"]))
    )
    is_short = len(statement) <= _MOST_CHARS and any(map(str.isdigit, statement))
    return bool(is_asked) and is_short and _POINTING.search(statement) is None
