"""Messages that only acknowledge, greet or laugh: a context leaves them out of its memories, and looks nothing up for them."""

from __future__ import annotations

import re
from collections.abc import Set

_WORDS = frozenset({
    "ok", "okay", "k", "kk", "lol", "haha", "hahaha", "hehe", "rofl", "thanks", "thx", "ty", "thank", "you", "cheers", "cool",
    "nice", "great", "good", "perfect", "sure", "yep", "yup", "yeah", "yes", "no", "nope", "hm", "hmm", "ah", "oh", "wow",
    "right", "fine", "alright", "got", "it", "hi", "hello", "hey", "bye", "morning", "night", "evening", "everyone", "all", "so",
    "much", "very", "a", "lot", "then", "see", "i", "and", "that", "noted", "will", "remember", "understood", "done",
})  # fmt: skip
# Words that are small talk only next to others: "and you" asks.
_OPEN_WORDS = frozenset({"and", "then", "you", "that", "see", "it", "i", "will", "a", "all", "so"})
_SMALL_TALK_WORDS = (_WORDS - {"remember"}) | {
    "sounds", "please", "pls", "exactly", "absolutely", "definitely", "indeed", "agreed", "awesome", "amazing", "brilliant",
    "excellent", "lovely", "wonderful", "yay", "aw", "aww", "ooh", "omg", "welcome", "you're", "goodbye", "brb", "lmao", "gn",
    "xx", "xxx", "ha", "well",
    # German
    "danke", "dank", "vielen", "dankeschön", "bitte", "gerne", "gern", "ja", "nein", "klar", "genau", "super", "prima", "toll",
    "gut", "passt", "stimmt", "hallo", "moin", "tschüss", "ciao",
    # French
    "merci", "beaucoup", "bien", "oui", "non", "ouais", "d'accord", "parfait", "génial", "salut", "bonjour", "bonsoir",
    # Spanish
    "gracias", "muchas", "sí", "vale", "claro", "bueno", "perfecto", "genial", "hola", "jaja", "jajaja",
    # Portuguese and Italian
    "obrigado", "obrigada", "não", "beleza", "ótimo", "olá", "grazie", "certo", "perfetto", "buongiorno", "buonasera",
    "buonanotte",
}  # fmt: skip
_WORD = re.compile(r"\w+(?:['’]\w+)?")
_LONGEST = 8
# "See you tomorrow, sleep well"; "guten Abend"; "no worries".
_PHRASE = re.compile(
    r"\b(?:(?:see|talk to|speak to|catch) (?:you|u|ya)(?: (?:all|both|guys))?(?: (?:tomorrow|later|soon|tonight|around))?"
    r"|no (?:worries|problem)|of course|sleep (?:well|tight)|take care"
    r"|have a (?:good|nice|great|lovely) (?:day|evening|night|weekend|one)"
    r"|bis (?:morgen|später|bald|dann)|gute[ns]? (?:morgen|tag|abend|nacht)|à (?:demain|plus|bientôt)"
    r"|bonne (?:nuit|soirée|journée)|hasta (?:mañana|luego|pronto)|buen[oa]s (?:días|tardes|noches)|de nada"
    r"|até (?:amanhã|logo)|bo[am] (?:dia|tarde|noite)|a (?:domani|presto))\b"
)
# "Will I see you tomorrow" asks, also without a question mark.
_ASKS = re.compile(
    r"[?？؟]|\b(?:will|shall|do|does|did|can|could|would|should|have|has|is|are) (?:i|you|we|it|that)\b"
    r"|\b(?:when|where|what|who|how|why)\b"
)


def is_acknowledgement(text: str) -> bool:
    """Whether a message has only words such as "ok", "lol", "thank you so much" and "good morning", or no words at all."""
    return _has_only(text, _WORDS)


def is_small_talk(text: str) -> bool:
    """Whether a message asks for nothing that is remembered: it only acknowledges, greets or says goodbye."""
    folded = text.casefold().replace("’", "'")
    rest = _PHRASE.sub(" ", folded)
    words = _WORD.findall(rest)
    is_open = bool(words) and _OPEN_WORDS.issuperset(words)
    return not is_open and _ASKS.search(folded) is None and _has_only(rest, _SMALL_TALK_WORDS)


def _has_only(text: str, known: Set[str]) -> bool:
    words = _WORD.findall(text.casefold())
    return len(words) <= _LONGEST and "?" not in text and all(word in known for word in words)
