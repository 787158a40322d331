"""What a message asks to be reminded of that is no deed: "remind me about the dentist", "the bins go out tonight, remind me"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kg.extraction.clause_dates import spell_dates
from kg.extraction.task_statements import build_task
from kg.language import split_sentences
from kg.protocols import ExtractedStatement, Utterance

_POLITE = r"(?:(?:can|could|will|would) (?:you|u) |please |pls |plz |and |so )*"
_FIRST = re.compile(
    rf"\W*{_POLITE}(?:don['’]?t (?:let me forget|forget to remind me)|remind me"
    r"|(?:set|add|create)(?: me)? a reminder(?= (?:for|about|of)\b))(?: again)?"
    r"(?: (?P<when>(?:on |at |in |by |tomorrow|tonight|today|next )(?:(?! to )[^,;]){0,30}?))?"
    r" (?:(?P<about>about|of|for) |that |,? ?(?=(?:i(?:['’]ve| have| need)|my|the|our|we)\b))(?!(?:on|in|at|by|this|next|to)\b)"
    r"(?P<matter>[^?]{4,140})",
    re.IGNORECASE,
)
_LAST = re.compile(
    rf"(?P<matter>[^?]{{8,140}}?)\s*[,.;–—-]+ ?{_POLITE}(?:remind me|don['’]?t let me forget)"
    r"(?: about (?:it|that)| of (?:it|that)| it| that| please| pls)*[\s.!?]*",
    re.IGNORECASE,
)
_OWN_VERBS = (
    (re.compile(r"\bi['’]ve got\b|\bi have\b|\bi got\b|\bwe have\b|\bwe['’]ve got\b", re.IGNORECASE), "they have"),
    (re.compile(r"\bi need\b|\bwe need\b", re.IGNORECASE), "they need"),
    (re.compile(r"\bi['’]?m\b|\bi am\b", re.IGNORECASE), "they are"),
    (re.compile(r"\b(?:my|our)\b", re.IGNORECASE), "their"),
)
_NOT_THIRD_PERSON = re.compile(
    r"\b(?:i|me|mine|we|us|you|your|u|ur|it|this|that|these|those|he|she|him|them)\b|[\"“”«»{}]", re.IGNORECASE
)
_MOST_CHARS = 300
_ASKS = re.compile(r"\W*(?:who|what|when|where|why|how|which)\b", re.IGNORECASE)
_POLITE_END = re.compile(r"[,. ]+(?:please|pls|plz|thanks|thx)?[\s.!]*$", re.IGNORECASE)


def find_reminders(passage: Utterance, own: str, verbs: Sequence[int]) -> Iterator[ExtractedStatement]:
    """Yield tasks to remember what a message asks to be reminded of.

    Args:
        passage: the message, with its speaker.
        own: its text, with all but its author's own words replaced by spaces.
        verbs: the offsets of its finite verbs.
    """
    for start, end in split_sentences(own):
        sentence = own[start:end].rstrip("? ")
        if len(sentence) > _MOST_CHARS:
            continue
        match = _FIRST.fullmatch(sentence) or _LAST.fullmatch(sentence)
        if match is None:
            continue
        matter, about = match["matter"], match.re is _FIRST and match["about"]
        dated = f"{matter} {match['when'] or ''}" if match.re is _FIRST else matter
        dates = spell_dates(dated, passage.at)[1]
        words = _POLITE_END.sub("", spell_dates(matter, passage.at)[0])
        for pattern, other in _OWN_VERBS:
            words = pattern.sub(other, words)
        if _NOT_THIRD_PERSON.search(words) or not words or _ASKS.match(words):
            continue
        begin = start + match.start("matter")
        has_verb = any(begin <= verb < begin + len(matter) for verb in verbs)
        deed = f"remember that {words}" if has_verb and not about else f"remember {words}"
        due = dates[0] if len(dates) == 1 else None
        yield build_task(passage.speaker, "remember", words, deed, due, (start, end))
