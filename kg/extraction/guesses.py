"""Removing clauses that guess or set a condition: "so we probably sat", "if you let him"."""

from __future__ import annotations

import re

_HEDGE = re.compile(
    r"\b(?:might|maybe|perhaps|possibly|probably|supposedly|allegedly|apparently|reportedly|presumably|hopefully|"
    r"rumou?rs?|gossip|(?<![a-z] )word (?:on the street )?is|legend has|i(?:'ve)? hear[d]?|they say|people say|some say|"
    r"someone (?:said|says|told)|"
    r"(?:it's|its|it is) not (?:like|as if)|yeah,? right|wish(?:es)?(?! (?:me|us)\b)|i hope|hoping|"
    r"fingers crossed|suppose|supposing|(?<!can you )(?<!could you )imagine|"
    r"pretend|assum(?:e|ing)|what if|if only|as if(?= \w)|as though|"
    r"dream(?:t|ed|s|ing)? (?:of|about|that)|"
    r"not sure|unsure|no idea|don'?t know|dunno|doubt|wonder(?:ing|s)?|i guess|i bet|guessing|seems? to|looks like|"
    r"would have|wouldn'?t|would've|could have|should have|could've|would be|could be|may be|may have|"
    r"joking|kidding|just joking|/s|jk|hypothetically|in theory|in another life|in my dreams|not true|isn't true|"
    r"false that|lie that|fake|pretending|let'?s say|say i|what would|unlikely|in case)\b"
    # "Say a person sold her flat".
    r"|(?<!\w )(?<!\w, )(?<!\w)say (?:you|we|he|she|they|there|someone|somebody|an?|the|my|your|our) (?!to\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"(?:^|[\s,;(])(?:if|unless|whether|were i to|had i)\b", re.IGNORECASE)
_UNREAL = re.compile(
    r"\b(?:would|'d|could|might|should|will|'ll|won't|wouldn't|can)\b(?! (?:rather|prefer))", re.IGNORECASE
)
# A contrast ends a guess: "it may rain, but I live in Ghent".
_CONTRASTS = re.compile(r"(;|, (?:but|yet|whereas|although|though)\b| but\b)", re.IGNORECASE)
# Where a clause may begin: what precedes it is stated even if it guesses.
_CLAUSES = re.compile(
    r"((?:,|\s[-–—])\s(?:(?:so|and|because|since|cause|cos|bc)\s)?"
    r"|\s(?:so|and|because|cause|cos|bc)\s(?=(?:i|we|he|she|they|it|you|u|don't|if|maybe|probably|apparently)\b)"
    r"|[^\w\s'’,.;:\"$€£%#@&/()<>+*=-]+\s+)",
    re.IGNORECASE,
)
_OPENING, _FEWEST_WORDS = 6, 2
# "If something is missing, my email is …", "you can reach me at … if something burns".
_OWN_CONTACT = re.compile(
    r"(?:(?<=, )(?:my|our|his|her) (?:\w+ )?(?:e-?mail|number|phone|mobile|address)"
    r"|(?:you can )?\b(?:reach|e-?mail|mail|call|text|ping|ring) me (?:at|on|under))\b.*?(?=,? if\b|$)",
    re.IGNORECASE | re.DOTALL,
)
# "If you find broken links, tell Bridget, she's our writer": the condition has one consequence.
_CONDITIONAL = re.compile(r"^\W*(?:and |so |but )?(?:if|unless)\b[^,;]*,[^,;]*(?:[,;]|$)", re.IGNORECASE)
_WORD = re.compile(r"\w+")


def blank_guesses(text: str) -> str:
    """Return a sentence with what guesses, and conditions, replaced by spaces, up to the next contrast ("but")."""
    parts = _CONTRASTS.split(text)
    # A doubt after a contrast applies to the clause before it.
    if len(parts) > 2 and re.search(r"\bnot (?:so )?(?:sure|certain)\b", text, re.IGNORECASE):
        return ""
    return "".join(_blank_conditions(_blank_hedges(part)) for part in parts)


def _blank_hedges(part: str) -> str:
    """Return a part without its guesses; a hedge that is no clause of its own applies to all: "he is a nurse, I think"."""
    clauses = _CLAUSES.split(part)
    at = next((place for place, clause in enumerate(clauses) if _HEDGE.search(clause)), None)
    if at is None:
        return part
    rest = _WORD.findall(_HEDGE.sub(" ", clauses[at]))
    before = "".join(clauses[:at])
    if len(rest) < _FEWEST_WORDS or rest[0].lower() == "or":
        before = " " * len(before)
    return before + " " * (len(part) - len(before))


def _blank_conditions(part: str) -> str:
    """Return a part without its condition and what depends on it."""
    condition = _CONDITION.search(part)
    if condition is None:
        return part
    if contact := _OWN_CONTACT.search(part):
        return " " * contact.start() + contact[0] + " " * (len(part) - contact.end())
    if condition.start() < _OPENING:
        opening = _CONDITIONAL.match(part)
        kept = part[opening.end() :] if opening else ""
        return " " * (len(part) - len(kept)) + kept
    starts = [0, *(found.end() for found in _CLAUSES.finditer(part) if found.end() <= condition.start())]
    clause = starts[-1]
    if condition.start() - clause < _OPENING and len(starts) > 1:
        # "I would move to Rome, if I could": the clause before depends on it.
        clause = starts[-2]
    is_unreal = bool(_UNREAL.search(part, clause)) or not part[clause : condition.start()].strip()
    end = clause if is_unreal else condition.start()
    return part[:end] + " " * (len(part) - end)
