"""Plans: what somebody is going to do, in the base form of its verb."""

from __future__ import annotations

import re

from kg.digest.extract.reading import Reading, Verb
from kg.digest.extract.words import FORMS

_PLANNING = {"plan", "intend", "aim", "hope"}
_MOTION = {"fly", "travel", "drive", "go", "move", "visit", "start", "meet", "leave", "come", "run", "take", "join", "see", "host",  # noqa: E501 - a list or a pattern
           "attend", "launch", "get", "have", "marry", "give", "speak", "play", "sail", "ride", "return", "head", "finish"}  # fmt: skip  # noqa: E501 - a list or a pattern


def plan(reading: Reading, verb: Verb, text: str) -> bool:  # noqa: PLR0911 - one for each way of saying it
    """State the plan in a verb, if it is one.

    Args:
        reading: of the sentence.
        verb: a verb in it.
        text: the whole message.
    """
    who = reading.names(verb)
    if verb.denied or not who:
        return False
    after = reading.after(verb)
    if (
        verb.lemma in _PLANNING | {"go"}
        and re.match(r" (?:to|on|a trip to) \w+/[BGP]", after)
        and (verb.lemma != "go" or verb.tag == "G")
    ):
        return _said(reading, verb, who, verb.at + 2, text)
    if (
        verb.lemma == "be"
        and re.match(r" to \w+/[BP]", after)
        and verb.subjects
        and verb.subjects[-1].head in {"plan", "goal", "aim"}
    ):
        owner = verb.subjects[-1].owner
        name = reading.people.name(owner) if owner else None
        return _said(reading, verb, [name], verb.at + 2, text) if name else False
    ahead = [
        date
        for date in reading.near(verb)
        if date.kind == "at" and date.future >= date.past and date.future != date.past
    ]
    soon = re.search(r"\b(?:tomorrow|tonight|next \w+|in \w+ (?:days?|weeks?|months?|years?)|this (?:summer|weekend|autumn|spring|winter))\b",  # noqa: E501 - a list or a pattern
                     text[reading.line[0].start : reading.line[-1].end + 30], re.IGNORECASE)  # fmt: skip
    if "going_to" in verb.helpers and verb.tag in {"B", "P"}:
        return _said(reading, verb, who, verb.at, text)
    if (
        "will" in verb.helpers
        and verb.tag in {"B", "P"}
        and (ahead or soon)
        and verb.lemma not in {"be", "let", "send", "tell"}
    ):
        return _said(reading, verb, who, verb.at, text)
    going = verb.tag == "G" and any(each in {"be/P", "be/B"} for each in verb.helpers)
    if (
        going
        and (ahead or soon)
        and verb.lemma in _MOTION
        and not any(each.kind == "from" for each in reading.near(verb))
    ):
        return _said(reading, verb, who, verb.at, text)
    return False


def _said(reading: Reading, verb: Verb, who: list[str], at: int, text: str) -> bool:
    item = reading.line[at]
    base = item.lemma or FORMS.get(item.code, item.code)
    end = item.end
    for place in range(at + 1, len(reading.line)):
        each = reading.line[place]
        closing = each.code in {
            ",",
            ";",
            ":",
            "but",
            "because",
            "so",
            "if",
            "when",
            "~",
            "and",
            "with",
            "before",
            "after",
        }
        if closing and not (
            each.code == "and" and place + 1 < len(reading.line) and not _clause_follows(reading, place + 1)
        ):
            break
        end = each.end
    for date in reading.near(verb):
        if date.start >= item.end:
            end = min(end, date.start)
    words = " ".join(text[item.end : end].split()).rstrip(" .,!?;:")
    reading.say(who, "plans", [f"{base} {words}".strip()], reading.times(verb, ahead=True))
    return True


def _clause_follows(reading: Reading, place: int) -> bool:
    following = reading.line[place : place + 3]
    return any(item.lemma for item in following)
