"""What makes two names the same: folded forms of names and values, and the ids that follow from them."""

from __future__ import annotations

import functools
import hashlib
import re
import unicodedata

from nicknames import NickNamer

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"'})
_SPACES = re.compile(r"[\s\u00a0_\x00-\x1f\x7f-\x9f]+")
# What nobody sees and no name needs: soft hyphen, zero-width space, marks of direction, byte-order mark.
_UNSEEN = re.compile("[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_TITLE = re.compile(r"^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir)\.?\s+)+(?=\S)")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)")
_OWNED = re.compile(r"(?:'s|(?<=s)')$")
_EDGES = " \t\n.,;:!?\"'()[]{}<>*-–—/\\|"
# A point before a letter is part of a name: .NET.
_POINTED = re.compile(r"(?<![^\s\"'(\[{<*])\.(?=[^\W\d_])")
_MOST = 8
# A closed table of common look-alikes, after Unicode's UTS #39, and not all of it: what it leaves out is read as another letter.
# Letters of other scripts, and odd ones of Latin, by the letter that they are read as; small forms, since case is folded first.
_READ_AS = {
    "a": "аαɑ",
    "b": "ьвβ",
    "c": "сϲᴄ",
    "d": "ԁ",
    "e": "еεєℯ℮",
    "g": "ɡց",
    "h": "һнհ",
    "j": "јϳ",
    "k": "кκ",
    "l": "iіıι1|ӏℓו",
    "m": "мμ",
    "n": "пηո",
    "o": "оοօσθ0סه",
    "p": "рρ",
    "q": "ԛզ",
    "r": "гᴦ",
    "s": "ѕ5",
    "t": "тτ",
    "u": "υսцµ",
    "v": "ѵν",
    "w": "ԝωшѡ",
    "x": "хχ",
    "y": "уγүʏ",
    "z": "ζ",
}
_LETTERS = str.maketrans({sign: letter for letter, signs in _READ_AS.items() for sign in signs})
# Marks that sit on a letter of Latin, Greek or Cyrillic; those of other scripts make other letters.
_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
# What its own name calls a Latin letter, with a stroke, in a circle, small and capital, or as half of a flag.
_NAMED = re.compile(r".*\b(?:LATIN|REGIONAL INDICATOR)\b.* LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
# Two letters that run together.
_PAIRS = (("rn", "m"), ("vv", "w"))


def fold(text: str) -> str:
    """A value as it is compared: NFKC, case folded, white space and typographic quotes made one, what is unseen left out.

    Folding what is folded changes nothing.
    """
    for _ in range(_MOST):
        before, text = text, _SPACES.sub(" ", _caseless(_UNSEEN.sub("", text)).translate(_QUOTES)).strip()
        if before == text:
            break
    return text


def _caseless(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@functools.lru_cache(maxsize=16384)
def name_key(name: str) -> str:
    """A name as it is compared: folded, without title, article, possessive ending and marks at its edges.

    "Dr. Eva's" and "eva" are one. A name of marks only is its folded self. The key of a key is that key.
    """
    folded = fold(name)
    bare, before = folded, ""
    while bare != before:
        before, bare = bare, _bare(bare)
    return bare or folded


def _bare(folded: str) -> str:
    bare = _OWNED.sub("", _stripped(folded))
    return _stripped(_ARTICLE.sub("", _TITLE.sub("", bare)))


def _stripped(text: str) -> str:
    bare = text.strip(_EDGES)
    point = len(text) - len(text.lstrip(_EDGES)) - 1
    return f".{bare}" if bare and point >= 0 and _POINTED.match(text, point) else bare


@functools.lru_cache(maxsize=16384)
def skeleton(name: str) -> str:
    """What a name looks like: one for all names that are hard to tell apart.

    Normal form, case, what is unseen, marks on letters, look-alikes in Cyrillic, Greek and digits, spaces and punctuation make no
    difference. A name without a letter or digit is its folded self. The skeleton of a skeleton is that skeleton.
    """
    text = fold(name)
    for _ in range(_MOST):
        before, text = text, _drawn(text)
        if before == text:
            break
    return text or fold(name)


def _drawn(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    letters = "".join(map(_latin, _MARKS.sub("", plain).translate(_LETTERS)))
    kept = "".join(sign for sign in fold(letters) if sign.isalnum()).translate(_LETTERS)
    for pair, one in _PAIRS:
        kept = kept.replace(pair, one)
    return kept


def _latin(sign: str) -> str:
    """The letter that a sign's own name tells, else the sign."""
    found = None if sign.isascii() else _NAMED.fullmatch(unicodedata.name(sign, ""))
    return found[1].lower() if found else sign


def entity_id(key: str, homonym: str = "") -> str:
    """The id of the entity that is first known by this key; `homonym` tells a second thing of the same name apart."""
    return "entity-" + _hash(key, homonym)


def fact_id(*identity: str) -> str:
    """The id of the fact with this identity: subject, predicate, object, polarity; or domain, category, key, value."""
    return "fact-" + _hash(*identity)


def value_id(folded: str) -> str:
    """What stands for a folded value that is too long to be looked up by itself."""
    return _hash(folded)


def topic_id(label: str) -> str:
    """The id of the topic with this folded label."""
    return "topic-" + _hash(label)


def _hash(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@functools.lru_cache(maxsize=1)
def _namer() -> NickNamer:
    return NickNamer()


@functools.lru_cache(maxsize=4096)
def forms(given: str) -> frozenset[str]:
    """Other forms of a folded given name, short and long: liz → elizabeth, elisabeth, …; of an unknown name none.

    The pairs are those of the `nicknames` data set.
    """
    namer = _namer()
    return frozenset(namer.nicknames_of(given) | namer.canonicals_of(given)) - {given}


def known_given(name: str) -> bool:
    """Whether a folded word is a given name that the data set knows."""
    return bool(forms(name))
