"""Whether a question is about names that nothing found for it has: "Who wrote Don Quixote?" in a chat about sailing."""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import chain, pairwise

from kg.language import STOP_WORDS, is_english
from kg.retrieval.lexical import normalise_text

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
_ENDING = re.compile(r"['’ʼ](?:s|d|m|ll|ve|re)$", re.IGNORECASE)
_ACCENT = re.compile(r"[\u0300-\u036f]")
# Addresses, code, and who is addressed: "Where is the key, Claude?"
_NO_NAMES = re.compile(r"https?://\S+|`[^`]*`|(?<=,) ?[^\W\d_]+ ?(?=[,.?!]|$)")
_CALENDAR = frozenset(
    name.casefold()
    for name in chain(calendar.month_name, calendar.month_abbr, ["Sept"], calendar.day_name, calendar.day_abbr)
)
_TITLES = frozenset("dr mr mrs ms prof st jr sr".split())  # noqa: SIM905
_RELATIVES = frozenset("mum mom dad mother father grandma grandpa granny nan gran auntie".split())  # noqa: SIM905
_MOST_CHARS, _MOST_NAMES = 2_000, 12
_LEAST_WORDS_OF_TITLE, _LEAST_LETTERS_OF_STEM = 4, 5


def find_names(text: str) -> list[str]:
    """Return the words of an English question that are written as names, without duplicates.

    A name has one capital letter, the first, and follows a word of its sentence that is lower case, a stop word or a name.
    Months, days, titles and words for relatives are none. A text in another language, or without a word in lower case, has no
    names. Only the first 2,000 characters are read.
    """
    text = unicodedata.normalize("NFC", _NO_NAMES.sub(" . ", text[:_MOST_CHARS]))
    words = list(_WORD.finditer(text))
    if len(words) >= _LEAST_WORDS_OF_TITLE and not any(each.group().islower() for each in words):
        return []
    found: dict[str, None] = {}
    is_inside = False
    for before, match in pairwise(words):
        is_inside = _continues(before, text[before.end() : match.start()], is_inside=is_inside)
        word = _ENDING.sub("", match.group())
        if is_inside and word.istitle() and not _is_common(word.casefold()):
            found.setdefault(word)
    return list(found) if found and _has_stop_word(words) and is_english(text) else []


def has_unknown_names(text: str, read_known: Callable[[], Iterable[str]]) -> bool:
    """Whether a question has names and none of its capitalised words occurs in what is known, if that is in English.

    False for a text with more than twelve such words: it asks for more than a name.

    Args:
        text: the question.
        read_known: returns the known texts, normalised (`kg.retrieval.lexical`); it is called if the question has names.
    """
    if not find_names(text):
        return False
    words = {_ENDING.sub("", each.group()) for each in _WORD.finditer(text[:_MOST_CHARS])}
    names = [word for word in words if not word.islower() and not _is_common(word.casefold())]
    if len(names) > _MOST_NAMES:
        return False
    known = _remove_accents(" ".join(read_known()))
    return is_english(known[:_MOST_CHARS]) and not any(_occurs(name, known) for name in names)


def _continues(before: re.Match[str], between: str, *, is_inside: bool) -> bool:
    """Whether a word can be a name after the word before it: in the same sentence, and not after a greeting, as "Hi Ben"."""
    word = before.group()
    is_short = word.casefold() in _TITLES or len(word) == 1
    if between.strip(" ,-" + "." * is_short):
        return False
    return is_inside or word.islower() or _ENDING.sub("", word).casefold() in STOP_WORDS


def _is_common(word: str) -> bool:
    is_listed = word in STOP_WORDS or word in _TITLES or word in _RELATIVES
    return is_listed or len(word) == 1 or word.removesuffix("s") in _CALENDAR


def _has_stop_word(words: Iterable[re.Match[str]]) -> bool:
    """Whether one of the words is a frequent English one; "i" and "a" are words of other languages too."""
    return any(len(each.group()) > 1 and each.group().casefold() in STOP_WORDS for each in words)


def _occurs(name: str, known: str) -> bool:
    """Whether a text has a name, or of a longer name, a word that begins with it: "Postgres" in "postgresql"."""
    folded = _remove_accents(normalise_text(name)).strip()
    forms = {folded, folded.removesuffix("s"), folded.replace(" ", "")}
    return any(form in known and _find_word(form, known) for form in forms)


def _find_word(form: str, known: str) -> bool:
    ending = r"(?:'?s)?(?![a-z'])" if len(form) < _LEAST_LETTERS_OF_STEM else ""
    return re.search(rf"(?<![a-z]){re.escape(form)}{ending}", known) is not None


def _remove_accents(text: str) -> str:
    return text if text.isascii() else _ACCENT.sub("", unicodedata.normalize("NFKD", text))
