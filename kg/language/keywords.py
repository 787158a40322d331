"""Words for full-text queries and features."""

from __future__ import annotations

import re
import unicodedata

# Letters and digits, with the marks that Indic and other scripts set between them.
_LETTER = (
    "(?:[^\\W_]|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e"
    "\u0eb1-\u0ece\u0f18-\u0fbc\u102b-\u103e\u17b4-\u17d3])"
)
# Inside a word an apostrophe, and inside a number a point or comma: as Lucene's standard tokenizer has it
# (UAX 29).
_WORD = re.compile(rf"\d+(?:[.,]\d+)+|{_LETTER}+(?:['’]{_LETTER}+)*")
_POSSESSIVE = re.compile(r"['’]s$")
_LUCENE = re.compile(r'([+\-!(){}\[\]^"~*?:\\/&|<>=])')
_OPERATORS = frozenset({"AND", "OR", "NOT", "TO"})

_STOP = """
    a about after all also am an and any are as at be because been before being but by can could did do does
    doing down during each few for from further had has have having he her here hers herself him himself his
    how i if in into is it its itself just me more most my myself no nor not now of off on once only or other
    our ours ourselves out over own please re same she should so some such than that the their theirs them
    themselves then there these they this those through to too under until up us very was we were what when
    where which while who whom whose why will with would you your yours yourself yourselves i'm i've i'll i'd
    you're you've you'll you'd he's he'll he'd she's she'll she'd it's it'll we're we've we'll we'd they're
    they've they'll they'd that's that'll there's here's what's who's where's when's how's why's let's don't
    doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't shouldn't haven't hasn't hadn't
    ain't mustn't
"""
STOP_WORDS = frozenset(_STOP.split())


def keywords(text: str) -> list[str]:
    """The words of `text` that mean something, case folded, in order, repeated as often as they stand there.

    English stop words are left out and a possessive 's is cut off ("Ann's" gives "ann"); other apostrophes
    stay ("o'brien"), and so do numbers ("3.14"), as Lucene's English analyser leaves them. Unicode's NFKC
    form.
    """
    found = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        plain = _POSSESSIVE.sub("", word)
        if plain not in STOP_WORDS and word.replace("’", "'") not in STOP_WORDS:
            found.append(plain)
    return found


def lucene_escape(word: str) -> str:
    """`word` as a term of Lucene's classic query syntax: its special characters and operators are escaped."""
    if word in _OPERATORS:
        return f"\\{word}"
    return _LUCENE.sub(r"\\\1", word)
