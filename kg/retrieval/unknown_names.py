"""Names in a question that nothing found for it mentions, as "Don Quixote" in a chat about sailing."""

from __future__ import annotations

import calendar
import re
import unicodedata
from collections.abc import Callable, Iterable
from itertools import chain, pairwise

from kg.language import STOP_WORDS, is_english

_WORD = re.compile(r"[^\W\d_]+(?:['’ʼ-][^\W\d_]+)*")
_ENDING = re.compile(r"['’ʼ](?:s|d|m|ll|ve|re)$", re.IGNORECASE)
_ACCENT = re.compile(r"[\u0300-\u036f]")
_NO_PROSE = re.compile(r"https?://\S+|`[^`]*`")
_CALENDAR = frozenset(
    name.casefold()
    for name in chain(calendar.month_name, calendar.month_abbr, ["Sept"], calendar.day_name, calendar.day_abbr)
)
_TITLES = frozenset("dr mr mrs ms prof st jr sr".split())  # noqa: SIM905
_RELATIVES = frozenset("mum mom dad mother father grandma grandpa granny nan gran auntie".split())  # noqa: SIM905
_MOST_CHARS, _MOST_NAMES = 2_000, 8
_LEAST_WORDS_OF_TITLE = 4


def find_names(text: str) -> list[str]:
    """Return the words of an English question that are written as names, without duplicates.

    A name has one capital letter, the first, and follows a word of its sentence that is lower case, a stop word or a name.
    Months, days, titles and words for relatives are none. A text in another language, or without a word in lower case, has no
    names. Only the first 2,000 characters are read, and the first eight names returned.
    """
    text = unicodedata.normalize("NFC", _NO_PROSE.sub(" . ", text[:_MOST_CHARS]))
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
    return list(found)[:_MOST_NAMES] if found and _has_stop_word(words) and is_english(text) else []


def lacks_names(text: str, read_known: Callable[[], Iterable[str]]) -> bool:
    """Whether a question has names and none of them occurs, as a whole word, in what is known.

    Args:
        text: the question.
        read_known: returns the known texts, normalised (`kg.retrieval.lexical`); it is called if the question has names.
    """
    names = find_names(text)
    if not names:
        return False
    known = _remove_accents(" ".join(read_known())) + " "
    return not any(f" {form} " in known for name in names for form in _forms(_remove_accents(name.casefold())))


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


def _forms(name: str) -> tuple[str, ...]:
    spaced = name.replace("-", " ")
    return name, f"{name}s", f"{name}'s", name.removesuffix("s"), spaced, spaced.replace(" ", "")


def _remove_accents(text: str) -> str:
    return text if text.isascii() else _ACCENT.sub("", unicodedata.normalize("NFKD", text))
