"""Objects as names of things: which words say what is meant, and whether two objects mean the same thing."""

from __future__ import annotations

import re

from kg.language import fold_text

_WORD = re.compile(r"[^\W_]+")
_COMPARED_CHARS = 5
# What follows a thing, and whose it is: "the rota | for April", "Tom's rota".
_FOLLOWING = re.compile(
    r"(?<=\w)(?:[,;:(]| (?:for|to|with|about|from|of|by|at|on|in|before|after|until|since|because|so|when|who|that)\b)"
)
_OWNER = re.compile(r"(\w+)['’]s\b")
_PARTS = frozenset(["half", "part", "most", "some", "quart", "third"])
# Words of an object that do not say which thing is meant.
_EMPTY_WORDS = frozenset(
    [
        *("a", "an", "the", "this", "that", "these", "those", "some", "any", "all", "new"),
        *("my", "your", "his", "her", "its", "our", "their"),
        *[
            "of",
            "to",
            "for",
            "from",
            "with",
            "on",
            "in",
            "at",
            "by",
            "about",
            "and",
            "or",
            "up",
            "out",
            "off",
            "back",
            "over",
        ],
        *("done", "already", "finally", "just", "now", "today", "yesterday", "tonight", "again", "please"),
        *("not", "no", "more", "anymore", "yet", "still", "completely", "entirely", "altogether"),
    ]
)


def names_same_thing(said: str, asked_for: str) -> bool:
    """Return whether one of two objects names the thing of the other, perhaps with more words."""
    done, asked = content_words(said), content_words(asked_for)
    if not done or not asked:
        return done == asked
    return done == asked or _is_of_same_thing(said, asked_for, done, asked)


def _is_of_same_thing(said: str, asked_for: str, done: frozenset[str], asked: frozenset[str]) -> bool:
    """Whether one of two things is the other with more words.

    "The rota" is "the rota for April", and "the books, €84" are "the books". The kitchen is not the kitchen roll, and neither
    are Ann's sister Ann, milk and eggs milk, and Tom's rota the rota.
    """
    if done < asked:
        return find_head_word(asked_for) in done
    owners = set(_OWNER.findall(fold_text(said))) - set(_OWNER.findall(fold_text(asked_for)))
    # "Half the rent".
    return asked < done and not owners and not (done - asked) & _PARTS and find_head_word(said) in asked


def find_head_word(thing: str) -> str:
    """Return the start of the last word of a thing before what follows it: "rota" of "the rota for April"."""
    words = _WORD.findall(_FOLLOWING.split(fold_text(thing), maxsplit=1)[0])
    # "The Brooks Ghost 16" is a Ghost.
    named = [word for word in words if not word.isdigit()] or words
    return named[-1][:_COMPARED_CHARS] if named else ""


def content_words(text: str) -> frozenset[str]:
    """Return the starts of the words of an object that say which thing is meant."""
    words = _WORD.findall(fold_text(text))
    return frozenset(word[:_COMPARED_CHARS] for word in words if word not in _EMPTY_WORDS)
