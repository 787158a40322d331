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
