"""Offers of the agent that a person accepts: "take it" to a price or an appointment, and "latex" to "in LaTeX or Markdown?"."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator

from kg.extraction.clause_dates import spell_dates
from kg.extraction.dates import find_dates
from kg.language import find_instructions, split_sentences
from kg.protocols import EarlierTurn, ExtractedStatement, Utterance

_CONFIDENCE, _WORTH = 0.8, 0.6
_TAKES = re.compile(
    r"\W*(?:(?:ok(?:ay)?|yes|yeah|yep|great|perfect|good|fine|super|cool|oh|alright|please|pls)\b[ ,!.]*)*"
    r"(?:(?:we(?:['’]ll| will)?|i(?:['’]ll| will)?|let['’]?s|please|pls|then)\b ?)*"
    r"(?:take (?:it|that|this|them)|book (?:it|that)|do (?:it|that)|go (?:for it|ahead|with (?:it|that))|deal"
    r"|accept(?: it| that)?"
    r"|order (?:it|them)|works for (?:me|us)|sounds (?:good|great|fine|perfect))\b(?: then| please| pls)?"
    r"(?=\W*$|[.!,;\n])",
    re.IGNORECASE,
)
_YES_PLEASE = re.compile(
    r"\W*(?:yes|yeah|yep|ok(?:ay)?|sure|perfect|great|fine)\b[ ,!]*(?:please|pls|thanks|great|perfect|good|deal)?[\s.!,]*",
    re.IGNORECASE,
)
_PRICE = re.compile(
    r"[$€£]\s?\d|\b\d[\d.,]*\s?(?:euros?|eur|€|dollars?|usd|pounds?|gbp|quid|chf|francs?|bucks|cents?)\b"
    r"|\b\d[\d.,]* (?:per|an?) \w+",
    re.IGNORECASE,
)
_TIME = re.compile(r"\b\d{1,2}:\d\d\b|\bat \d{1,2}(?: ?[ap]m)?\b|\b\d{1,2} ?[ap]m\b", re.IGNORECASE)
# The words of the offer, not of a report: "Meyer's can do …", "Molino offers …".
_OFFERING = re.compile(
    r"\b(?:can|could|offers?|offered|would|is (?:free|available|possible)|are (?:free|available)|(?:has|have) (?:a|an|one)"
    r"|there(?:['’]s| is| are)|proposes?|suggests?|quotes?|quoted|asks?|wants?|costs?|would be|available|how about|what about)\b",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"\W*(?:(?:ok(?:ay)?|so|and|also)\b[ ,]*)*(?:should|shall) i (?P<deed>[a-z]+ [^?]{2,100}?)"
    r" (?P<prep>in|with|on|at|by|as|for|to|via) "
    r"(?P<one>[\w.+#-]+(?: [\w.+#-]+)?),? or (?:(?:in|with|on|at|by|as|for|to|via) )?(?P<other>[\w.+#-]+(?: [\w.+#-]+)?)\s*\?\W*",
    re.IGNORECASE,
)
_CHOSEN = re.compile(
    r"\W*(?:(?:oh|um|well|in|with|the|rather|please|just)\b[ ,]*)*(?P<chosen>[\w+#-]+(?: [\w+#-]+)?)", re.IGNORECASE
)
_CHOICE_END = re.compile(
    r"(?:,? (?:please|pls|plz|of course|always|for sure|thanks|thx))*(?=\s*(?:[.!,;\n]|$))", re.IGNORECASE
)
# "Ok take it. 500 kg every 2 months".
_ADDED = re.compile(r"[\s.!,;–—-]+(?P<words>(?=[^.!?;\n]*\d)[^!?;\n]{3,60}?)(?=[.!;]*\s*(?:$|\n)|[.!;]+ )")
_DOUBLED = re.compile(r"\bon (?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day,? )?(?:the )?(?=on \d)", re.IGNORECASE)
_MARKUP = re.compile(r"[\"“”«»{}<>\[\]`|\\]|\bhttps?:")
_OPEN = re.compile(r"\b(?:i|you|your|u|my|me|we|our|it|them|that|this)\b", re.IGNORECASE)
_MOST_CHARS, _LONGEST_MESSAGE, _LONGEST_TIME = 160, 1500, dt.timedelta(hours=18)


def find_accepted_offers(passage: Utterance) -> Iterator[ExtractedStatement]:
    """Yield what a message accepts of the offer or choice with which the agent's message before it ends.

    Args:
        passage: the message, with the messages before it.
    """
    last = passage.earlier[-1] if passage.earlier else None
    if last is None or last.is_own or passage.is_between_people or len(last.text) > _LONGEST_MESSAGE:
        return
    if passage.at - last.at > _LONGEST_TIME:
        return
    accepted = _read_accepted(passage, last) or _read_choice(passage, last)
    if accepted is not None:
        yield accepted


def may_be_accepted(text: str) -> bool:
    """Whether a text may offer something at a price or a time, so that "take it" says something."""
    return _OFFERING.search(text) is not None and (_PRICE.search(text) or _TIME.search(text)) is not None


def _read_accepted(passage: Utterance, last: EarlierTurn) -> ExtractedStatement | None:
    """Read "ok take it" to "Meyer's can do the inspection on Tuesday at 8:00 for about 140 euros."."""
    takes = _TAKES.match(passage.text)
    if takes is None and (_YES_PLEASE.fullmatch(passage.text) is None or "?" in last.text):
        return None
    offers = [
        each for start, end in split_sentences(last.text) if _is_offer(each := last.text[start:end].strip(), last)
    ]
    if len(offers) != 1 or find_instructions(offers[0]):
        return None
    words, dates = spell_dates(offers[0].rstrip(" .!?"), last.at)
    words = _DOUBLED.sub("", words)
    end = len(passage.text.rstrip()) if takes is None else takes.end()
    added = None if takes is None else _ADDED.match(passage.text, end)
    if added is not None and not _OPEN.search(added["words"]) and not _MARKUP.search(added["words"]):
        template = f'{{s}} accepted the offer "{words}": {added["words"]}'
        return _state(passage, "accept", words, template, added.end("words"), dates)
    return _state(passage, "accept", words, f'{{s}} accepted the offer "{words}"', end, dates)


def _is_offer(sentence: str, turn: EarlierTurn) -> bool:
    """Whether a sentence offers something at a price or a time."""
    has_value = _PRICE.search(sentence) or (_TIME.search(sentence) and find_dates(sentence, turn.at))
    is_short = len(sentence) <= _MOST_CHARS and not _MARKUP.search(sentence)
    return bool(has_value) and is_short and _OFFERING.search(sentence) is not None


def _read_choice(passage: Utterance, last: EarlierTurn) -> ExtractedStatement | None:
    """Read "latex" to "Should I write the report in LaTeX or Markdown?"."""
    sentences = [last.text[start:end] for start, end in split_sentences(last.text)]
    asked = _CHOICE.fullmatch(sentences[-1]) if sentences else None
    chosen = _CHOSEN.match(passage.text)
    if asked is None or chosen is None or _MARKUP.search(asked[0]) or _OPEN.search(asked["deed"]):
        return None
    options = [asked["one"], asked["other"]]
    for words in (chosen["chosen"], chosen["chosen"].split()[0]):
        fitting = [each for each in options if each.casefold() == words.casefold()]
        end = chosen.start("chosen") + len(words)
        if fitting and _CHOICE_END.match(passage.text, end):
            deed = f"{asked['deed']} {asked['prep']} {fitting[0]}"
            template = f"{{s}} wants {last.speaker} to {deed}"
            return _state(passage, "want", deed, template, end, [], kind="preference")
    return None


def _state(
    passage: Utterance, predicate: str, thing: str, template: str, end: int, dates: list[str], *, kind: str = "event"
) -> ExtractedStatement:
    return ExtractedStatement(
        subject=passage.speaker,
        predicate=predicate,
        object=thing,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=0,
        end=end,
        confidence=_CONFIDENCE,
        template=template,
        kind=kind,
        worth=_WORTH,
        roles=(("time", dates[0]),) if len(dates) == 1 else (),
        rests_on=(len(passage.earlier) - 1,),
    )
