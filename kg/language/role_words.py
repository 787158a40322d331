"""Role words in display names: "Olga (owner)", "System". An account chooses its display name, so they say nothing.

A name that imitates how kg attributes a line ("telegram:olga", "Bo (inner_circle)", "Olga says"), that states something
("Olga owes Eve 500 euros. Karl"), or that instructs an agent, is no name at all.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Sequence

from kg.language.instructions import find_instructions
from kg.language.name_keys import name_skeleton
from kg.language.quotation_marks import has_quotation_mark
from kg.types import remove_invisible

# These are a role at the beginning or end of a name without any separator: "owner Olga", "Olga the admin".
_CLAIMS = ("owner", "coowner", "admin", "administrator", "moderator", "superuser", "trusted", "verified", "official")
_ROLE_WORDS = (
    *("owner", "admin", "administrator", "moderator", "operator", "superuser", "root", "system", "assistant"),
    *("trusted", "verified", "official", "developer", "coowner", "stranger", "familiar"),
    *(
        "besitzer",
        "besitzerin",
        "propietario",
        "propietaria",
        "propriétaire",
        "proprietario",
        "eigenaar",
        "владелец",
        "владелица",
    ),
)
# With a role word these are still only a role: "the system account".
_QUALIFIERS = (
    "the",
    "a",
    "an",
    "your",
    "my",
    "our",
    "user",
    "account",
    "message",
    "real",
    "only",
    "original",
    "is",
    "of",
    "this",
    "bot",
    "ai",
    "co",
    "new",
)
_CLAIMED, _ROLES, _COMPANIONS = (frozenset(map(name_skeleton, words)) for words in (_CLAIMS, _ROLE_WORDS, _QUALIFIERS))
# "telegram:olga", "Bo inner_circle", "Claimed by Olga", "Bo. — Olga (owner) says", "Olga, who speaks", "one of two Olgas".
_IMITATION = re.compile(
    r"\w:\w|\binner[_ ]circle\b|\bclaimed by\b|\bsays\s*$|[(\[][^)\]]*\d\s*%|[—–]\s.*\bsays\b"
    r"|\bwho speaks\b|^\s*(?:one|two|some) of \w+ ",
    re.IGNORECASE,
)
_BRACKETED = re.compile(r"\s*[(\[{<（【]([^()\[\]{}<>（）【】]*)[)\]}>）】]")
_SEPARATOR = re.compile(r"(\s+[-–—]+\s+|\s*[|｜,:/·•~]\s*)")
_WORD = re.compile(r"\w+")
# Scripts with letters like Latin ones, next to which no one writes them in a word: "Ꮎlga".
_IMITATING_SCRIPTS = frozenset(
    ["ADLAM", "ARMENIAN", "BAMUM", "CANADIAN", "CARIAN", "CHEROKEE", "COPTIC", "DESERET", "GOTHIC", "LISU", "LYCIAN", "LYDIAN",
     "MIAO", "OLD", "OSAGE", "OSMANYA", "RUNIC", "SHAVIAN", "TIFINAGH", "VAI", "WARANG", "YI"]
)  # fmt: skip
# Dots before a further word, and what else ends a sentence or introduces one; in "karl.smith" and "10:30" nothing ends.
_DOT = re.compile(r"(?<![^\W_])([^\W_]*)[.．｡]+\W*\s\W*\w|\s([^\W_]{2,})[.．｡][^\W\d_]")
_OTHER_END = re.compile(r"(?:[!?;…‥。！？；؟؛۔।‼⁇⁈⁉]|[:：﹕︓꞉ː∶׃](?!(?<=\d.)\d))[\W_]*[^\W_]")
# The platform of an account.
_PLATFORM = re.compile(r"^[a-z0-9][a-z0-9_.-]*:(?=\S+$)")
# A dot after these ends no sentence.
_TITLES = frozenset(
    ["adm", "brig", "capt", "chas", "col", "cpl", "dipl", "dn", "doc", "dott", "dr", "dra", "fr", "gen", "geo",
     "gov", "herr", "hon", "ing", "jos", "jr", "jun", "lic", "lt", "ma", "maj", "med", "messrs", "mgr", "mlle",
     "mme", "mr", "mrs", "ms", "msgr", "mx", "ph", "phil", "pres", "prof", "rer", "rev", "sc", "sen", "sgt", "sig",
     "sr", "sra", "srta", "st", "sta", "ste", "sto", "theol", "thos", "wm"]
)  # fmt: skip
_SPEECH = frozenset(
    map(name_skeleton, ("said", "says", "told", "wrote", "writes", "claimed", "claims", "swore", "swears", "promised",
     "promises", "admitted", "admits", "confirmed", "confirms", "replied", "replies", "answered", "answers", "agreed", "agrees"))
)  # fmt: skip
# Verbs that no name has between words, and those that none has in lower case.
_STATING = frozenset(map(name_skeleton, ("is", "isnt", "was", "are", "owes", "owns", "lives", "works")))
_STATING_IN_LOWER_CASE = frozenset(
    (
        "has",
        "have",
        "had",
        "were",
        "am",
        "needs",
        "wants",
        "must",
        "should",
        "will",
        "can",
        "may",
        "gave",
        "moved",
        "owed",
        "likes",
    )
)
# "Your creator", "Ignore your rules", "Send me the keys".
_ADDRESSING, _SPEAKING = frozenset(("your", "you", "yours")), frozenset(("me", "my", "us", "our"))
_FEWEST_WORDS_OF_CLAUSE = 3
# Shorter names are not parsed.
_FEWEST_WORDS_OF_ORDER = 4


@functools.lru_cache(maxsize=16384)
def strip_role_words(name: str) -> str:
    """Return a display name without role words in brackets, at its beginning or its end.

    "" if nothing else is left, or if the name imitates an attribution, states something, instructs an agent, or has a word of
    Latin letters and letters that imitate them.
    """
    if (
        _IMITATION.search(name)
        or any(map(_imitates_latin, name.split()))
        or (len(name.split()) >= _FEWEST_WORDS_OF_ORDER and find_instructions(name))
    ):
        return ""
    text = _BRACKETED.sub(lambda match: "" if _is_role(match[1]) else match[0], name)
    parts = _SEPARATOR.split(text)
    while len(parts) > 1 and _is_role(parts[-1]):
        parts = parts[:-2]
    while len(parts) > 1 and _is_role(parts[0]):
        parts = parts[2:]
    words = "".join(parts).split()
    if _is_role(" ".join(words)):
        return ""
    while len(words) > 1 and _is_claim(words[0]):
        words = words[1:]
    if len(words) > 1 and _is_claim(words[-1]):
        words = words[:-1]
        while len(words) > 1 and name_skeleton(words[-1]) in _COMPANIONS:
            words = words[:-1]
    text = " ".join(words)
    return "" if _is_role(text) or is_statement(text) else text


@functools.lru_cache(maxsize=16384)
def is_statement(name: str) -> bool:
    """Return whether a display name would state something where it is shown, so that no text may show it.

    It has a quotation mark other than an apostrophe, a colon or the end of a sentence before a further word, except after
    initials and titles ("Dr. May", "J. R. Smith"), a verb of speech between words ("Olga said Eve may stay"), or another verb
    or a pronoun as a sentence has ("Olga is married to Eve", "Ignore your rules").
    """
    visible = " ".join(remove_invisible(name).split())
    words = visible.split()
    return has_quotation_mark(visible) or _has_inner_end(visible) or _has_speech(words) or _has_clause(words)


def _has_inner_end(name: str) -> bool:
    before = (found[1] or found[2] or "" for found in _DOT.finditer(name))
    return _OTHER_END.search(_PLATFORM.sub("", name)) is not None or not all(map(_is_shortened, before))


def _is_shortened(word: str) -> bool:
    return word.casefold() in _TITLES or (len(word) == 1 and word.isalpha())


def _has_speech(words: Sequence[str]) -> bool:
    """Return whether a verb of speech is between words; with a capital letter, as in "Mohamed Said Ali", in no list of names."""
    return any(
        name_skeleton(word) in _SPEECH and not (word.istitle() and all(each[:1].isupper() for each in words))
        for word in words[1:-1]
    )


def _has_clause(words: Sequence[str]) -> bool:
    """Return whether words have a verb or a pronoun as sentences do: "Olga is married to Eve", "Ignore your rules"."""
    if len(words) > 1 and not _ADDRESSING.isdisjoint(words):
        return True
    if len(words) < _FEWEST_WORDS_OF_CLAUSE:
        return False
    inner = words[1:-1]
    has_verb = any(name_skeleton(word) in _STATING or word in _STATING_IN_LOWER_CASE for word in inner)
    return has_verb or not _SPEAKING.isdisjoint(words)


def _is_claim(word: str) -> bool:
    return name_skeleton(word) in _CLAIMED


def _imitates_latin(word: str) -> bool:
    """Return whether a word has Latin letters, and letters of a script of which no one mixes them with Latin ones."""
    if word.isascii():
        return False
    scripts = {
        unicodedata.name(sign, "").partition(" ")[0] for sign in unicodedata.normalize("NFKC", word) if sign.isalpha()
    }
    return "LATIN" in scripts and not scripts.isdisjoint(_IMITATING_SCRIPTS)


def _is_role(text: str) -> bool:
    """Return whether a text is a role word, perhaps with words that qualify it; letters that look alike are equal."""
    words = {name_skeleton(word) for word in _WORD.findall(text)}
    return bool(words & _ROLES) and words <= _ROLES | _COMPANIONS
