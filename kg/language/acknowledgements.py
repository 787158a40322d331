"""Messages that only acknowledge, greet or laugh: a context leaves them out of its memories."""

from __future__ import annotations

import re

_WORDS = frozenset({
    "ok", "okay", "k", "kk", "lol", "haha", "hahaha", "hehe", "rofl", "thanks", "thx", "ty", "thank", "you", "cheers", "cool",
    "nice", "great", "good", "perfect", "sure", "yep", "yup", "yeah", "yes", "no", "nope", "hm", "hmm", "ah", "oh", "wow",
    "right", "fine", "alright", "got", "it", "hi", "hello", "hey", "bye", "morning", "night", "evening", "everyone", "all", "so",
    "much", "very", "a", "lot", "then", "see", "i", "and", "that", "noted", "will", "remember", "understood", "done",
})  # fmt: skip
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_LONGEST = 8


def is_acknowledgement(text: str) -> bool:
    """Whether a message has only words such as "ok", "lol", "thank you so much" and "good morning", or no words at all."""
    words = _WORD.findall(text.casefold())
    return len(words) <= _LONGEST and "?" not in text and all(word in _WORDS for word in words)
