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
    # German
    "danke", "dir", "dank", "vielen", "schön", "dankeschön", "bitte", "gerne", "gern", "ja", "nein", "nö", "jo", "klar", "genau",
    "super", "prima", "toll", "gut", "passt", "stimmt", "hallo", "moin", "tschüss", "ciao",
    # French
    "merci", "beaucoup", "bien", "oui", "non", "ouais", "d'accord", "parfait", "génial", "salut", "bonjour", "bonsoir",
    # Spanish
    "gracias", "muchas", "sí", "si", "vale", "claro", "bueno", "perfecto", "genial", "hola", "jaja", "jajaja",
    # Portuguese and Italian
    "obrigado", "obrigada", "sim", "não", "beleza", "ótimo", "olá", "grazie", "mille", "certo", "perfetto", "buongiorno",
    "buonasera", "buonanotte",
})  # fmt: skip
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_LONGEST = 8
# "See you tomorrow, sleep well"; "guten Abend".
_GREETING = re.compile(
    r"\b(?:(?:see|talk to|speak to|catch) (?:you|u|ya)(?: (?:all|both|guys))?(?: (?:tomorrow|later|soon|tonight|around))?"
    r"|sleep (?:well|tight)|take care|have a (?:good|nice|great|lovely) (?:day|evening|night|weekend|one)"
    r"|bis (?:morgen|später|bald|dann)|gute[ns]? (?:morgen|tag|abend|nacht)|à (?:demain|plus|bientôt)"
    r"|bonne (?:nuit|soirée|journée)|hasta (?:mañana|luego|pronto)"
    r"|buen[oa]s (?:días|tardes|noches)|até (?:amanhã|logo)|bo[am] (?:dia|tarde|noite)"
    r"|a (?:domani|presto))\b"
)


def is_acknowledgement(text: str) -> bool:
    """Whether a message has only words such as "ok", "lol", "thank you so much" and "good morning", or no words at all."""
    words = _WORD.findall(text.casefold())
    return len(words) <= _LONGEST and "?" not in text and all(word in _WORDS for word in words)


def is_small_talk(text: str) -> bool:
    """Whether a message asks for nothing that is remembered: it only acknowledges, greets or says goodbye."""
    return is_acknowledgement(_GREETING.sub(" ", text.casefold()))
