"""Normalised forms of names and values for comparison, and the ids of nodes that are derived from them."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import unicodedata
from importlib import resources

from nicknames import NickNamer

from kg.types import remove_invisible

_QUOTES = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "`": "'", "“": '"', "”": '"'})
_SPACES = re.compile(r"[\s\u00a0_\x00-\x1f\x7f-\x9f]+")
_TITLE = re.compile(r"^(?:(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir)\.?\s+)+(?=\S)")
_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\S)")
_POSSESSIVE = re.compile(r"(?:'s|(?<=s)')$")
_EDGES = " \t\n.,;:!?\"'()[]{}<>*-–—/\\|"
# A dot before a letter is part of a name: .NET.
_LEADING_DOT = re.compile(r"(?<![^\s\"'(\[{<*])\.(?=[^\W\d_])")
_MAX_ROUNDS = 8
# Letters that resemble others, in addition to Unicode's UTS #39; lower case only, since case is folded first.
_LOOKALIKES = {
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
_LETTERS = str.maketrans({sign: letter for letter, signs in _LOOKALIKES.items() for sign in signs})
# In a skeleton they are an l, like i and 1.
_READ_AS_I = {"і": "i", "І": "I", "ı": "i"}
# Combining marks of Latin, Greek and Cyrillic; those of other scripts form other letters.
_COMBINING_MARKS = re.compile("[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]")
# Unicode names of variants of Latin letters: with a stroke, in a circle, small capitals, regional indicators.
_LATIN_NAME = re.compile(r".*\b(?:LATIN|REGIONAL INDICATOR)\b.* LETTER (?:SMALL CAPITAL )?([A-Z])(?: WITH .*)?")
# Pairs of letters that resemble one letter.
_LETTER_PAIRS = (("rn", "m"), ("vv", "w"))


def fold_text(text: str) -> str:
    """Return a value for comparison: NFKC, case folded, white space and quotes unified, invisible characters removed.

    The operation is idempotent.
    """
    for _ in range(_MAX_ROUNDS):
        before, text = text, _SPACES.sub(" ", _fold_case(remove_invisible(text)).translate(_QUOTES)).strip()
        if before == text:
            break
    return text


def _fold_case(text: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


@functools.lru_cache(maxsize=16384)
def name_key(name: str) -> str:
    """Return a name for comparison: folded, without title, article, possessive ending and punctuation at its edges.

    "Dr. Eva's" and "eva" have the same key. A name of punctuation only is folded. The operation is idempotent.
    """
    folded = fold_text(name)
    bare, before = folded, ""
    while bare != before:
        before, bare = bare, _strip_affixes(bare)
    return bare or folded


def _strip_affixes(folded: str) -> str:
    bare = _POSSESSIVE.sub("", _strip_edges(folded))
    return _strip_edges(_ARTICLE.sub("", _TITLE.sub("", bare)))


def _strip_edges(text: str) -> str:
    bare = text.strip(_EDGES)
    point = len(text) - len(text.lstrip(_EDGES)) - 1
    return f".{bare}" if bare and point >= 0 and _LEADING_DOT.match(text, point) else bare


@functools.lru_cache(maxsize=16384)
def name_skeleton(name: str) -> str:
    """Return the skeleton of a name, which is equal for names that look alike (compare UTS #39).

    It ignores normal form, case, invisible characters, combining marks, letters of any script that are confusable with Latin
    ones, spaces and punctuation. A name without a letter or digit is folded. The operation is idempotent.
    """
    text = fold_text(name)
    for _ in range(_MAX_ROUNDS):
        before, text = text, _replace_lookalikes(text)
        if before == text:
            break
    return text or fold_text(name)


def replace_lookalikes(text: str) -> str:
    """Return a text with the Latin letter for each letter of another script that looks like it (UTS #39), one for one."""
    table = _confusable_letters()
    return "".join(sign if sign.isascii() else _READ_AS_I.get(sign) or table.get(ord(sign), sign) for sign in text)


def _replace_lookalikes(text: str) -> str:
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    table = _LETTERS if text.isascii() else _confusable_letters()
    letters = "".join(map(_to_latin, _COMBINING_MARKS.sub("", plain).translate(table)))
    kept = "".join(sign for sign in fold_text(letters) if sign.isalnum()).translate(table)
    for pair, one in _LETTER_PAIRS:
        kept = kept.replace(pair, one)
    return kept


@functools.lru_cache(maxsize=1)
def _confusable_letters() -> dict[int, str]:
    """Return the Latin letter or digit that each confusable character of UTS #39 resembles, and those of `_LOOKALIKES`."""
    path = resources.files("confusable_homoglyphs") / "confusables.json"
    found: dict[int, str] = {}
    for sign, others in json.loads(path.read_text(encoding="utf-8")).items():
        latin = sorted(other["c"].casefold() for other in others if other["c"].isascii() and other["c"].isalnum())
        if len(sign) == 1 and not sign.isascii() and latin:
            found[ord(sign)] = latin[0].translate(_LETTERS)
    return found | _LETTERS


def _to_latin(sign: str) -> str:
    """Return the Latin letter in a character's Unicode name, or the character."""
    found = None if sign.isascii() else _LATIN_NAME.fullmatch(unicodedata.name(sign, ""))
    return found[1].lower() if found else sign


def entity_id(key: str, homonym: str = "") -> str:
    """Return the id of the entity first stored with this name key; `homonym` distinguishes another entity of the same name."""
    return "entity-" + _hash(key, homonym)


def fact_id(*identity: str) -> str:
    """Return the id of the fact with this identity: subject, predicate, object, polarity; or domain, category, key, value."""
    return "fact-" + _hash(*identity)


def value_id(folded: str) -> str:
    """Return a hash of a folded value that is too long for an index."""
    return _hash(folded)


def topic_id(label: str) -> str:
    """Return the id of the topic with this folded label."""
    return "topic-" + _hash(label)


def _hash(*parts: str) -> str:
    return hashlib.blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()


@functools.lru_cache(maxsize=1)
def _nick_namer() -> NickNamer:
    return NickNamer()


@functools.lru_cache(maxsize=4096)
def nickname_forms(given: str) -> frozenset[str]:
    """Return short and long forms of a folded given name: liz → elizabeth, elisabeth, …; none for an unknown name.

    The pairs are those of the `nicknames` data set.
    """
    namer = _nick_namer()
    return frozenset(namer.nicknames_of(given) | namer.canonicals_of(given)) - {given}


def is_given_name(name: str) -> bool:
    """Return whether a folded word is a given name in the `nicknames` data set."""
    return bool(nickname_forms(name))
