"""Messages that only acknowledge, greet or laugh: a context leaves them out of its memories, and looks nothing up for them."""

from __future__ import annotations

import re

_WORDS = frozenset({
    "ok", "okay", "k", "kk", "lol", "haha", "hahaha", "hehe", "rofl", "thanks", "thx", "ty", "thank", "you", "cheers", "cool",
    "nice", "great", "good", "perfect", "sure", "yep", "yup", "yeah", "yes", "no", "nope", "hm", "hmm", "ah", "oh", "wow",
    "right", "fine", "alright", "got", "it", "hi", "hello", "hey", "bye", "morning", "night", "evening", "everyone", "all", "so",
    "much", "very", "a", "lot", "then", "see", "i", "and", "that", "noted", "will", "remember", "understood", "done",
    "worries", "problem", "sounds", "please", "pls", "exactly", "absolutely", "definitely", "indeed", "agreed", "awesome",
    "amazing", "brilliant", "excellent", "lovely", "wonderful", "yay", "aw", "aww", "ooh", "omg", "welcome", "brb", "lmao",
    "gn", "x", "xx", "xxx", "ha", "of", "course", "well",
})  # fmt: skip
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_LONGEST = 8
_FAREWELL = re.compile(
    r"\b(?:see|talk to|speak to|catch) (?:you|u|ya)(?: (?:all|both|guys))?(?: (?:tomorrow|later|soon|tonight|around))?\b"
    r"|\bsleep (?:well|tight)\b|\btake care\b|\bhave a (?:good|nice|great|lovely) (?:day|evening|night|weekend|one)\b"
)


def is_acknowledgement(text: str) -> bool:
    """Whether a message has only words such as "ok", "lol", "thank you so much" and "good morning", or no words at all."""
    words = _WORD.findall(text.casefold())
    return len(words) <= _LONGEST and "?" not in text and all(word in _WORDS for word in words)


def is_small_talk(text: str) -> bool:
    """Whether a message asks for nothing that is remembered: it only acknowledges, or says goodbye ("see you tomorrow")."""
    return is_acknowledgement(_FAREWELL.sub(" ", text.casefold()))
