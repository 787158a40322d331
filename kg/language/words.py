"""Words for full-text queries and features."""

from __future__ import annotations

import re

# Letters, digits and marks; inside a word an apostrophe, and inside a number a point or comma.
_WORD = re.compile(r"\d+(?:[.,]\d+)+|[^\W_]+(?:['’][^\W_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")
_APOSTROPHE = re.compile(r"['’]")
_LUCENE = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=])')
_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})

STOP_WORDS = frozenset(
    """
    a about after all also am an and any are as at be because been before being but by can could did do does doing
    don dont down during each few for from further had has have having he her here hers herself him himself his how
    i if im in into is it its itself ive just ll me more most my myself no nor not now of off on once only or other
    our ours ourselves out over own please re same she should so some such than that thats the their theirs them
    themselves then there these they this those through to too under until up us ve very was we were what when
    where which while who whom whose why will with would you your yours yourself yourselves didnt doesnt isnt
    wasnt cant wont couldnt shouldnt wouldnt havent hasnt hadnt arent werent youre theyre weve youve shes hes
    whats whos theres lets id ill youll theyll
    """.split()
)


def keywords(text: str) -> list[str]:
    """The words of `text` that mean something, case folded, in order, repeated as often as they stand there.

    English stop words are left out, a possessive 's is cut off ("Ann's" gives "ann"), other apostrophes are
    closed up ("O'Brien" gives "obrien"); numbers stay whole ("3.14").
    """
    found = (_plain(word) for word in _WORD.findall(text.casefold()))
    return [word for word in found if word not in STOP_WORDS]


def lucene_escape(word: str) -> str:
    """`word` as a term of Lucene's classic query syntax: its special characters and operators are escaped."""
    if word in _OPERATORS:
        return f"\\{word}"
    return _LUCENE.sub(r"\\\1", word)


def _plain(word: str) -> str:
    return _APOSTROPHE.sub("", _POSSESSIVE.sub("", word))
