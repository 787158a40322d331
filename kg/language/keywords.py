"""Extracting the keywords of a text, for full-text queries and ranking features."""

from __future__ import annotations

import re
import unicodedata

# Letters and digits, with the combining marks of Indic and other scripts.
_LETTER = (
    "(?:[^\\W_]|[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0963\u0966-\u0dff\u0e31-\u0e4e"
    "\u0eb1-\u0ece\u0f18-\u0fbc\u102b-\u103e\u17b4-\u17d3])"
)
# An apostrophe inside a word and a point or comma inside a number belong to it, as in Lucene's standard tokenizer
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


def extract_keywords(text: str) -> list[str]:
    """Return the words of `text` that are no stop words, case folded, in order, with repetitions.

    English stop words are left out and a possessive 's is removed ("Ann's" gives "ann"); other apostrophes
    ("o'brien") and numbers ("3.14") stay, as in Lucene's English analyser. The text is normalised to NFKC.
    """
    words = []
    for word in _WORD.findall(unicodedata.normalize("NFKC", text).casefold()):
        if "'" not in word and "’" not in word:
            if word not in STOP_WORDS:
                words.append(word)
            continue
        stripped = _POSSESSIVE.sub("", word)
        if stripped not in STOP_WORDS and word.replace("’", "'") not in STOP_WORDS:
            words.append(stripped)
    return words


def escape_lucene(word: str) -> str:
    """Return `word` as a term of Lucene's classic query syntax, with special characters and operators escaped."""
    if word in _OPERATORS:
        return f"\\{word}"
    return _LUCENE.sub(r"\\\1", word)
