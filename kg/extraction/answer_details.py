"""What an answer says in addition to "yes" or "no": "Do you have kids?" "Yes, two boys" is of the two boys."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kg.extraction.dates import ANY_TIME, find_dates
from kg.extraction.open_questions import NUMBER, read_fragment
from kg.extraction.word_lists import KIN, LANGUAGES, PETS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

_HAVING = (
    r"(?:(?:and|so) )?(?:do (?:you|u|ya) (?:still |also |already )?(?:have|own|keep)|(?:have|ve) (?:you|u) got"
    r"|(?:you |u )?got|(?:you|u) have)"
)
_OWNED_ASKED = re.compile(
    rf"(?:{_HAVING} )?(?:any |an? |some )?(?:other |much |little |young )*(?P<thing>[a-z]+(?: or (?:an? |any )?[a-z]+)?)"
    r"(?: at home| yourself| of (?:you|u)r own| then| too)*",
    re.IGNORECASE,
)
_ALLERGIES_ASKED = re.compile(
    rf"(?:(?:{_HAVING} )?(?:any )?(?:food )?(?:allergies|allergy)|(?:are (?:you|u) )?allergic to anything)",
    re.IGNORECASE,
)
_LANGUAGES_ASKED = re.compile(
    r"(?:do (?:you|u) )?speak (?:any )?(?:other |foreign |second )?languages?(?: too| as well| besides english)?",
    re.IGNORECASE,
)
_INSTRUMENTS_ASKED = re.compile(
    r"(?:do (?:you|u) )?(?:still )?play (?:any|an) (?:musical )?instruments?(?: at all)?", re.IGNORECASE
)
_OWNED = (
    KIN.keys()
    | PETS
    | word_set(
        "pet pets kid kids child children sibling siblings cat cats dog dogs car cars van bike bikes motorbike boat caravan "
        "garden allotment instrument instruments piano guitar tattoo tattoos"
    )
)
_DETERMINER = re.compile(r"^(?:an?|any) ", re.IGNORECASE)
_COUNTED = re.compile(
    r"(?i:an?|several|some|twins?|triplets|loads of|lots of|\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\b"
)
_NAME = re.compile(r"[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)?")
_NAMED = re.compile(
    rf"{_COUNTED.pattern}[a-z ]* (?:called|named) {_NAME.pattern}(?:(?:, | and |, and ){_NAME.pattern})*"
)
_ASSENT = re.compile(
    r"^\W*(?:(?:oh|um|hm+|well)\b[ ,!]*)?(?:(?:yes|yeah|yep|yup|yea|indeed|we do|i do|i have)\b[ ,.!:–—-]*)+"
    r"(?:just |only |actually )?",
    re.IGNORECASE,
)
# Of another time or in doubt, and what no one has: "yes, a lot", "yes, one day".
_NO_DETAIL = re.compile(
    r"\b(?:lot|lots of (?:it|them)|bit(?! of [A-Z])|few of (?:them|those)|ones?(?= (?:day|time|of)\b)|ago|day|week|month|year"
    r"|time|while|used|had|more|them|those|these|that|it|mine|please|so|too|both|same)\b|[\"“”«»@]",
    re.IGNORECASE,
)
_SINGULARS = {"children": "child", "puppies": "puppy", "ponies": "pony", "allergies": "allergy"}
_MARRIED_ASKED = re.compile(
    r"\W*(?:(?:so|and|oh|hey)\b[ ,]*)*are (?:you|u) (?P<state>married|engaged)\W*", re.IGNORECASE
)
_TO_NAME = re.compile(
    rf"\W*(?i:yes|yeah|yep|yup|i am)[ ,.!–—-]+to (?P<name>{_NAME.pattern})[.!]*(?:,? (?:since|for|in) .*)?"
)
_STILL_AT = re.compile(
    r"^\W*(?i:(?:(?:so|and|hey|hi|oh)\b[ ,]*)*(?:(?:are|r|do) (?:you|u) |(?:you|u) )?still (?:employed )?"
    r"(?:(?:work(?:ing)?|teach(?:ing)?) )?(?:at|with|for|by)) "
    r"(?P<employer>(?:the )?[A-Z][\w&'’-]*(?: (?:(?:of|and|the|&) )?[A-Z][\w&'’-]*){0,4})\W*$"
)
_LEFT = re.compile(
    r"^\W*(?:(?:no|nope|nah|not any ?more)\b[ ,.!…–—-]*)+(?:actually |sadly )?(?:i|we)(?: have|['’]ve)?(?: just)?"
    r" (?P<verb>left|quit)(?: there)?(?P<when>[^.!?;]{0,40}?)(?:[.!?;,].*)?$",
    re.IGNORECASE | re.DOTALL,
)
_PLACE_ASKED = re.compile(
    r"\b(?:(?:live|living|based|stay|staying|move|moved|settle|settled) (?:in|to)|from) "
    r"(?P<place>[A-Z][\w'’-]+(?: [A-Z][\w'’-]+){0,3})\W*$"
)
_THERE = re.compile(
    r"\b(?:I|i|we|We)(?P<verb>(?: have|['’]ve)?(?: just| only)? moved)(?: over| out| up| down)? there\b(?P<when>[^.!?;,]*)"
)


def complete_object(question: Sequence[Token], given: Span) -> str | None:
    """Return what the person who answers has, speaks or plays, in the words of the answer; None if it names nothing.

    "Do you have kids?" "Yes, two boys" → "I have two boys"; "Any allergies?" "Nuts" → "I am allergic to nuts".

    Args:
        question: its words, without fillers.
        given: the answer, with or without "yes".
    """
    asked = " ".join(token.text for token in question if not token.is_punct).lower()
    fragment = _read_noun(given)
    if not fragment:
        return None
    first = fragment.split()[0].lower()
    if _ALLERGIES_ASKED.fullmatch(asked):
        has_noun = re.search(r"\ballerg|\bintoleran", fragment, re.IGNORECASE)
        return None if has_noun or NUMBER.match(fragment) else f"I am allergic to {_lower(fragment)}"
    if _LANGUAGES_ASKED.fullmatch(asked):
        is_named = any(word.strip(",.").lower() in LANGUAGES for word in fragment.split())
        return f"I speak {fragment}" if is_named else None
    if _INSTRUMENTS_ASKED.fullmatch(asked):
        return f"I play {_lower(fragment)}" if first not in {"a", "an"} and not NUMBER.match(fragment) else None
    match = _OWNED_ASKED.fullmatch(asked)
    return None if match is None else _complete_owned(match, fragment)


def _complete_owned(asked: re.Match[str], fragment: str) -> str | None:
    """Return what is had: "a daughter", "two boys"; a thing of another kind than was asked for is none."""
    things = [_DETERMINER.sub("", each) for each in asked["thing"].split(" or ")]
    if not any(each in _OWNED or each.removesuffix("s") in _OWNED for each in things):
        return None
    thing, *others = things
    number = NUMBER.match(fragment)
    if number is not None and not fragment[number.end() :].lstrip().startswith(tuple(string.ascii_letters)):
        counted = _singular(thing) if number[0].lower() in {"one", "1"} else thing
        return None if others else f"I have {number[0].lower()} {counted}{fragment[number.end() :]}"
    return f"I have {_lower(fragment)}" if _COUNTED.match(fragment) else None


def _read_noun(given: Span) -> str:
    """Return the noun phrase that an answer is, without "yes"; "" if it is anything else."""
    assent = _ASSENT.match(given.text)
    start = 0 if assent is None else assent.end()
    named = _NAMED.fullmatch(given.text[start:].rstrip(" .!"))
    if named is not None:
        # The parser may take "called" for a verb with a subject.
        return named[0]
    part = given if not start else given.char_span(start, len(given.text), alignment_mode="expand")
    fragment = None if part is None or not part.text.strip() else read_fragment(part)
    return "" if fragment is None or _NO_DETAIL.search(fragment) else fragment


def _singular(thing: str) -> str:
    return _SINGULARS.get(thing, thing.removesuffix("s"))


def _lower(fragment: str) -> str:
    """Return words as they stand in a sentence: a name and an abbreviation keep their capitals."""
    head = fragment.split(" ", 1)[0]
    is_written = head.istitle() and (
        _COUNTED.match(head) or head.lower() in {"the", "my", "just"} or " " not in fragment
    )
    return f"{fragment[:1].lower()}{fragment[1:]}" if is_written else fragment


def complete_spouse(question: str, answer: str) -> str | None:
    """Return to whom the person who answers is married: "Are you married?" "Yes, to Tom" → "I am married to Tom"."""
    asked, named = _MARRIED_ASKED.fullmatch(question), _TO_NAME.fullmatch(answer)
    return None if asked is None or named is None else f"I am {asked['state'].lower()} to {named['name']}"


def complete_leaving(question: str, answer: str) -> str | None:
    """Return that who answers has left an employer: "Still at Acme?" "No, I left in March" → "I left Acme in March"."""
    asked, left = _STILL_AT.match(question), _LEFT.match(answer)
    if asked is None or left is None or not _is_time(left["when"]):
        return None
    return f"I {left['verb'].lower()} {asked['employer']}{left['when'].rstrip()}"


def complete_move(question: str, answer: str) -> tuple[str, int, int] | None:
    """Return when who answers moved to the place of a question, with the start and the end of the words that say so.

    "Do you live in Oslo?" "Yes, I moved there in May" → "I moved to Oslo in May".
    """
    asked, moved = _PLACE_ASKED.search(question), _THERE.search(answer)
    if asked is None or moved is None or not _is_time(moved["when"]):
        return None
    return f"I{moved['verb']} to {asked['place']}{moved['when'].rstrip()}", moved.start(), moved.end()


def _is_time(words: str) -> bool:
    """Whether words after a verb only say when; none say nothing else."""
    return not words.strip() or any(each.end >= len(words.rstrip()) for each in find_dates(words.rstrip(), ANY_TIME))
