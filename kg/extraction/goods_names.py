"""Words in small letters that the name tagger takes for persons, and that a chat treats as goods: "vanilla", "ramipril"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.language import NameSpan
    from kg.protocols import Utterance

_UNIT = (
    r"(?:mgs?|mcg|g|kg|kilos?|grams?|ml|cl|l|litres?|liters?|tablets?|pills?|packs?|bags?|boxes|bottles?|tins?|cans?|jars?"
    r"|cups?)"
)
# "I take lena to school" speaks of a person.
_CONSUMED = (
    r"(?:tak(?:e|es|en|ing)|took|drinks?|drank|drinking|eats?|ate|eating|buys?|bought|buying|orders?|ordered|ordering|out of"
    rf"|{_UNIT} of|\d+ ?{_UNIT}|some|more|enough) (?:the |my |some |more )?"
)
_AS_PRODUCT = (
    r"(?<![\w'’]){consumed}{word}(?![\w'’])(?! (?:to|home|with|out|for|along|there|up|back|in|on|and i)\b)|{dose}"
)
_AS_DOSE = r"(?<![\w'’]){word},? \d[\d.,]* ?{unit}\b"
_DOSE = re.compile(rf"[a-z]+,? \d[\d.,]* ?{_UNIT}")


def relabel_goods(passage: Utterance, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Return the names of a message, those as products that it or a message before it speaks of as goods.

    Args:
        passage: the message, with those before it.
        names: the names in it.
    """
    texts = [passage.text, *(turn.text for turn in passage.earlier)]
    return [replace(span, label="product") if _is_goods(span, texts) else span for span in names]


def _is_goods(span: NameSpan, texts: Sequence[str]) -> bool:
    """Whether a name in small letters is what is taken, bought or used up; a place or company only where a dose follows it."""
    if _DOSE.fullmatch(span.text):
        return True
    if not (span.text.isalpha() and span.text.islower()) or span.label not in {"person", "place", "org"}:
        return False
    word = re.escape(span.text)
    dose = _AS_DOSE.format(word=word, unit=_UNIT)
    pattern = _AS_PRODUCT.format(consumed=_CONSUMED, word=word, dose=dose) if span.label == "person" else dose
    return any(span.text in text and re.search(pattern, text, re.IGNORECASE) is not None for text in texts)
