"""Detecting sentences that address an agent about its rules, or imitate system messages."""

from __future__ import annotations

import re

from kg.language.instructions.memory_commands import MEMORY_RULES
from kg.language.instructions.overrides import OVERRIDE_RULES
from kg.language.instructions.phrases import InstructionRule

_RULES_BY_WORD: dict[str, list[InstructionRule]] = {}
for _each in (*OVERRIDE_RULES, *MEMORY_RULES):
    for _trigger in _each.triggers:
        _RULES_BY_WORD.setdefault(_trigger, []).append(_each)

_WORD = re.compile(r"[a-z][a-z.'-]*[a-z]|\bi\b")
_TITLES = r"(?:prompt|message|note|override|update|notice|alert|instruction)s?"
_IMITATED_MESSAGE = re.compile(
    rf"^[\s\W]{{0,6}}(?:system|assistant|developer)(?: {_TITLES})?[\]>)|*#\"']{{0,4}}\s*:"
    rf"|^[\s#>*]{{0,6}}[\[<|]{{1,3}}/?(?:system|assistant|developer|admin|inst|sys|im_start|im_end)(?: {_TITLES})?[\]>|]{{1,3}}"
    r"|<\|[\w ]{2,20}\|>|\[/?INST\]|<</?SYS>>|\bBEGIN (?:SYSTEM|ADMIN) "
    r"|^#{1,6}\s*(?:(?:new|system|updated|additional) )*instructions?\s*:?\s*$",
    re.IGNORECASE,
)


def is_override(sentence: str) -> bool:
    """Return whether a sentence addresses an agent about its rules, role, confidentiality, memory or permissions.

    Args:
        sentence: one sentence, with straight quotes.
    """
    tried: set[int] = set()
    for word in set(_WORD.findall(sentence.lower())):
        for rule in _RULES_BY_WORD.get(word, ()):
            if id(rule) not in tried and rule.pattern.search(sentence):
                return True
            tried.add(id(rule))
    return False


def imitates_system(sentence: str) -> bool:
    """Return whether a sentence begins like a message of the system or the assistant."""
    return _IMITATED_MESSAGE.search(sentence) is not None
