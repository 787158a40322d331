"""Answers that choose one of two things that a question offers: "Do you prefer trains or planes?" "Trains"."""

from __future__ import annotations

import re

from kg.extraction.word_lists import word_set

_OPENING = r"^\W*(?:(?:so|and|ok|hey|hi|oh|(?:quick |important )?question)\b[ ,:!]*)*"
_OPTION = r"(?:the |a |an )?[\w'’-]+(?: [\w'’-]+){0,2}?"
_OPTIONS = rf"(?P<one>{_OPTION})(?:, | or |, or )(?P<other>{_OPTION})"
_PREFERRED = re.compile(
    rf"{_OPENING}(?:do (?:you|u) (?:generally |usually |normally |still )?prefer"
    rf"|(?:which|what)(?: one)? do (?:you|u) (?:prefer|like (?:better|more|best))[,:–—-]?) {_OPTIONS}\W*\?\W*$",
    re.IGNORECASE,
)
_BETTER = re.compile(rf"{_OPENING}do (?:you|u) like {_OPTIONS} (?:better|more|best)\W*\?\W*$", re.IGNORECASE)
_PLAIN = re.compile(rf"{_OPENING}{_OPTIONS}\W*\?\W*$", re.IGNORECASE)
_EMPHASIS = (
    r"(?:always|every time|any ?day|any ?time|all the way|obviously|definitely|forever|of course|hands down|without a doubt"
    r"|no contest|for sure|all day|100 ?%)"
)
_EMPHATIC = re.compile(_EMPHASIS, re.IGNORECASE)
_ANSWER = re.compile(
    r"^\W*(?:(?:oh|um|hm+|well|ooh|definitely|always|i prefer|i['’]d say|has to be|it['’]s)\b[ ,:]*)*"
    r"(?P<choice>(?:the |a |an )?[\w'’-]+(?: [\w'’-]+){0,2}?)"
    rf"(?:[ ,.!…–—-]+(?:{_EMPHASIS}|for me|i think|usually|generally|mostly))*\W*$",
    re.IGNORECASE,
)
# "Monday or Tuesday?" and "you or me?" ask for no liking.
_NOT_LIKED = re.compile(
    r"\b(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|today|tomorrow|tonight|mornings?|afternoons?|evenings?|now|later"
    r"|you|me|us|him|her|them|it|this|that|one|two|first|second|left|right|yes|no|true|false|more|less|not|both|either|neither|what|who|when|where|how|will|can"
    r"|is|are|do|does|did|should|shall|so|\d+\w*)\b",
    re.IGNORECASE,
)
_DETERMINERS = word_set("the a an")


def read_choice(question: str, answer: str) -> str | None:
    """Return what who answers prefers of two things; None unless the question asks for a preference.

    "Tea or coffee?" may be an offer, and "trains or planes?" asks of kinds of things; "tea, always" answers either.

    Args:
        question: the question.
        answer: the answer, by the only other person.
    """
    asked = _PREFERRED.match(question) or _BETTER.match(question)
    plain = None if asked is not None else _PLAIN.match(question)
    options = asked or plain
    chosen = _ANSWER.match(answer)
    if options is None or chosen is None or _NOT_LIKED.search(f"{options['one']} {options['other']}"):
        return None
    choice = _match_option(chosen["choice"], (options["one"], options["other"]))
    if choice is None:
        return None
    are_kinds = options["other"].islower() and all(map(_is_kind, (options["one"], options["other"])))
    if plain is not None and not are_kinds and not _EMPHATIC.search(answer):
        return None
    if question.lstrip().startswith(choice) and options["other"].islower():
        # "Trains or planes?"
        choice = f"{choice[:1].lower()}{choice[1:]}"
    return f"I prefer {choice}"


def _match_option(chosen: str, options: tuple[str, str]) -> str | None:
    """Return the option that an answer names, as the question does; None if it names neither."""
    words = _plain(chosen)
    found = [each for each in options if _plain(each) == words]
    return found[0] if len(found) == 1 else None


def _plain(words: str) -> str:
    kept = [word for word in words.lower().split() if word not in _DETERMINERS]
    return " ".join(kept)


def _is_kind(option: str) -> bool:
    """Whether an option is a kind of things: "trains", not "the train", "Postgres" and "red"."""
    return (
        option[1:].islower() and option.endswith("s") and not option.endswith(("ss", "us", "is")) and " " not in option
    )
