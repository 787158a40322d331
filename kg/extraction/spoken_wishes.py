"""Preferences about an agent's work, and names to be called by, as statements of the person who wants them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kg.extraction.certainty import PATTERN_CONFIDENCE
from kg.extraction.feedback_conventions import is_convention
from kg.extraction.feedback_model import find_feedback, split_for_feedback
from kg.extraction.feedback_shapes import find_shapes
from kg.extraction.forms_of_address import ADDRESS_TOPIC, find_address
from kg.extraction.preference_scopes import find_detail, find_limit, find_scope, quote_wish
from kg.extraction.preference_topics import split_wishes
from kg.protocols import ExtractedStatement, Utterance

# "Please answer in German", "shorter replies, @helper", in nine languages; not "my kids answer in English".
_TO_AGENT = re.compile(
    r"@\w|\b(?:bots?|assistant|agent)\b"
    r"|(?:^\W*|[,;:]\s*|\b(?:please|pls|your|ur|the|long|short|brief|concise|detailed|longer|shorter|briefer) )"
    r"(?:answer|repl(?:y|ies)|respon[ds]|summar(?:y|ies|i[sz]e))"
    r"|\b(?:antwort|respuesta|responde|répon|rispost|rispond|respost|antwoord|ответ|отвеч)",
    re.IGNORECASE,
)
_ORDERS = frozenset({"orders", "refuses", "conditional order"})
_REPLACED = frozenset({"prefers", "name_is"})


def add_wishes(passage: Utterance, statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements with those that the feedback detector finds: "sans émojis", "call me Tina, not Christina".

    They replace what the rules for English read of the same topic in the same words. Between people, only names to be called by
    are read, and wishes that speak of answers or of an assistant: "my German lessons" asks no agent for answers in German.
    """
    if not passage.speaker or not passage.is_stating:
        return list(statements)
    kept = list(statements)
    previous = passage.earlier[-1].text if passage.earlier else ""
    for found in find_feedback(passage.text, previous):
        if found.kind == "preference":
            wishes = _read_address(passage, found.start, found.end)
            if not passage.is_between_people or _TO_AGENT.search(passage.text[found.start : found.end]):
                wishes = _read_preferences(passage, found.start, found.end) + wishes
            kept = [each for each in kept if not _is_replaced(each, found.start, found.end, wishes)] + wishes
    refused = {each.object for each in kept if each.predicate == "name_is" and not each.polarity}
    # "Not Orval. The bank calls me Orval."
    kept = [each for each in kept if each.predicate != "name_is" or not each.polarity or each.object not in refused]
    return _quote_limited(passage, kept)


def _quote_limited(passage: Utterance, statements: Sequence[ExtractedStatement]) -> list[ExtractedStatement]:
    """Return the statements with those that hold in part quoted: "don't send reminders before 7 am" refuses no others."""
    sentences = list(split_for_feedback(passage.text))
    found: list[ExtractedStatement] = []
    for each in statements:
        is_wish = each.predicate == "prefers" and not each.template
        around = next((one for one in sentences if is_wish and one[0] <= each.start < one[1]), None)
        words = "" if around is None else passage.text[around[0] : around[1]]
        plain = words.casefold().replace("’", "'")
        limit = find_limit(plain, max(plain.find(each.object.casefold()), 0)) if words else None
        if not each.polarity:
            limit = limit or find_scope(plain) or find_detail(plain, each.object.casefold())
        elif limit is not None and not limit.text.startswith("to "):
            # "I prefer to work at night" names a time.
            limit = None
        said = quote_wish(words)
        if around is None or limit is None or not said or each.object.casefold() in limit.text:
            found.append(each)
        elif not any(one.template and one.start < around[1] and around[0] < one.end for one in statements):
            aspect = f"{each.aspect or each.object.casefold()} {limit.text}"
            begun = _begin_wish(passage, *around[:2])
            found.append(replace(begun, object=said, aspect=aspect, template=f"{{s}}: “{said}”", kind="preference"))
    return found


def _read_preferences(passage: Utterance, start: int, end: int) -> list[ExtractedStatement]:
    """Return what is wished: in a word where a topic is known and holds in general, else in the words of the speaker."""
    found: list[ExtractedStatement] = []
    for words, topic in split_wishes(passage.text[start:end]):
        begun = _begin_wish(passage, start, end)
        if topic is not None and topic.phrase and topic.name != ADDRESS_TOPIC:
            found.append(replace(begun, object=topic.phrase, polarity=topic.polarity, aspect=topic.name))
        elif (topic.is_scoped if topic is not None else is_standing(words)) and (said := quote_wish(words)):
            aspect = topic.name if topic is not None else ""
            found.append(replace(begun, object=said, aspect=aspect, template=f"{{s}}: “{said}”", kind="preference"))
    return found


def is_standing(words: str) -> bool:
    """Return whether words without a known topic say how work is always to be done, or order what holds in a scope."""
    plain = words.casefold().replace("’", "'")
    is_scoped = find_scope(plain) is not None and not _ORDERS.isdisjoint(find_shapes(plain))
    return is_scoped or any(is_convention(text) for *_, text in split_for_feedback(words))


def _read_address(passage: Utterance, start: int, end: int) -> list[ExtractedStatement]:
    """Return the name to be called by, and the one that is refused."""
    address = find_address(passage.text[start:end])
    if address is None:
        return []
    name = replace(_begin_wish(passage, start, end), predicate="name_is", object=address.name)
    return [name, replace(name, object=address.refused, polarity=False)] if address.refused else [name]


def _begin_wish(passage: Utterance, start: int, end: int) -> ExtractedStatement:
    return ExtractedStatement(passage.speaker, "prefers", "", True, None, None, start, end, PATTERN_CONFIDENCE)


def _is_replaced(each: ExtractedStatement, start: int, end: int, wishes: Sequence[ExtractedStatement]) -> bool:
    """Whether wishes say what a statement of the same words says: of the same topic, or with the scope that it lacks."""
    if each.template or each.predicate not in _REPLACED or not (each.start < end and start < each.end):
        return False
    quoted = [wish for wish in wishes if wish.template]
    is_narrower = each.predicate == "prefers" and bool(quoted)
    return is_narrower or (each.aspect or each.predicate) in {wish.aspect or wish.predicate for wish in wishes}
