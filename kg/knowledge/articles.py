"""Indefinite articles of the things that facts are about: "a van", "an MP"."""

from __future__ import annotations

import re

# One to three words without a determiner, a preposition or a name.
_BARE_NOUN = re.compile(
    r"(?!(?:an?|the|this|that|these|those|my|our|your|his|her|its|their|some|any|no|another|each|every|enough|what|just|only|quite"
    r"|many|several|both|all|half|other|such|same|one|two|three|four|five|six|seven|eight|nine|ten|twenty|it|them|in|part-time"
    r"|\w+thing)\b)(?:(?:children|women|men|people)'s )?(?:[a-z][a-z-]+|[A-Z]{2,}|[A-Z]-[a-z]+)"
    r"(?: (?!(?:in|with|and|or|of|at|for|on|to|from|by|called)\b)[a-z][a-z-]*){0,2}"
)
_UNCOUNTED = re.compile(
    r"(?:[a-z]*land|property|estate|gold|silver|furniture|equipment|jewelle?ry|stock|software|crypto|bitcoin|art|money|cash"
    r"|clothing|machinery|gear|luggage|music|people|children|men|women|mice|geese|staff|retired|unemployed|self-employed|freelance"
    r"|management|marketing|finance|accounting|cattle|sheep|livestock|fish|wood|firewood|wool|[a-z]*[^su]s)"
)
_COMMON_PLACE = re.compile(
    r"[a-z' -]*\b(?:bank|school|hospital|office|shop|bookshop|store|supermarket|restaurant|caf[eé]|pub|bar|hotel|hospice"
    r"|library|museum|gallery|theatre|theater|factory|warehouse|depot|garage|bakery|brewery|clinic|pharmacy|nursery|farm|university|college"
    r"|company|firm|agency|charity|start-?up|lab|laboratory|salon|gym|choir|band|team|club|orchestra|quartet|group|society|union"
    r"|committee|board|association|crew)"
)
# Vowels that are spoken as consonants, consonants that are silent, and what is called by its letters.
_LIKE_CONSONANT = re.compile(r"uni(?!n|m)|u[rtk][aeiou]|us[aeu]|eu|ew|once?\b")
_LIKE_VOWEL = re.compile(r"[aeiou]|hour|heir|honou?r|honest")
_SPELLED = re.compile(r"[A-Z](?=-)|[A-Z]{2,3}\b|[BCDFGHJKLMNPQRSTVWXZbcdfghjklmnpqrstvwxz]{2,5}\b")


def is_common_place(noun: str) -> bool:
    """Return whether a noun in small letters is a kind of workplace or group: "bank", "walking group"; not "google"."""
    return _COMMON_PLACE.fullmatch(noun) is not None


def add_article(noun: str) -> str:
    """Return a noun with "a" or "an" if it is one countable thing: "van" → "a van"; "land", "the van" and "skis" stay."""
    if _BARE_NOUN.fullmatch(noun) is None or _UNCOUNTED.fullmatch(noun.rsplit(maxsplit=1)[-1]):
        return noun
    if _SPELLED.match(noun):
        # "An MP", "an X-ray technician".
        sounds_like_vowel = noun[0].upper() in "AEFHILMNORSX"
    else:
        lower = noun.lower()
        sounds_like_vowel = _LIKE_VOWEL.match(lower) is not None and _LIKE_CONSONANT.match(lower) is None
    return f"{'an' if sounds_like_vowel else 'a'} {noun}"
