"""Sentences that speak to an agent as an agent, whatever else they ask."""

from __future__ import annotations

import re

from kg.language.instructions.memory_commands import POWERS
from kg.language.instructions.overrides import OVERRIDES
from kg.language.instructions.phrases import Rule

_BY_WORD: dict[str, list[Rule]] = {}
for _each in (*OVERRIDES, *POWERS):
    for _trigger in _each.triggers:
        _BY_WORD.setdefault(_trigger, []).append(_each)

_WORD = re.compile(r"[a-z][a-z.'-]*[a-z]|\bi\b")
_TITLES = r"(?:prompt|message|note|override|update|notice|alert|instruction)s?"
_POSED = re.compile(
    rf"^[\s\W]{{0,6}}(?:system|assistant|developer)(?: {_TITLES})?[\]>)|*#\"']{{0,4}}\s*:"
    rf"|^[\s#>*]{{0,6}}[\[<|]{{1,3}}/?(?:system|assistant|developer|admin|inst|sys|im_start|im_end)(?: {_TITLES})?[\]>|]{{1,3}}"
    r"|<\|[\w ]{2,20}\|>|\[/?INST\]|<</?SYS>>|\bBEGIN (?:SYSTEM|ADMIN) "
    r"|^#{1,6}\s*(?:(?:new|system|updated|additional) )*instructions?\s*:?\s*$",
    re.IGNORECASE,
)


def overrides(sentence: str) -> bool:
    """Whether a sentence speaks to an agent about its rules, its role, its silence or the power of others.

    Args:
        sentence: one sentence, with straight quotes.
    """
    tried: set[int] = set()
    for word in set(_WORD.findall(sentence.lower())):
        for rule in _BY_WORD.get(word, ()):
            if id(rule) not in tried and rule.pattern.search(sentence):
                return True
            tried.add(id(rule))
    return False


def poses(sentence: str) -> bool:
    """Whether a sentence begins as the words of a system or an assistant are written."""
    return _POSED.search(sentence) is not None
