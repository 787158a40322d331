"""Corrections in a few words of what their author wrote just before: "sorry, Friday", "make that 5 May", "half 6, not 7"."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from kg.extraction.clause_dates import format_date
from kg.extraction.correction_wording import CorrectionWording, blank_restart, read_correction
from kg.extraction.dates import WEEKDAYS, find_dates
from kg.extraction.numbers_like_years import is_number
from kg.extraction.spoken_values import SpokenValue, find_spoken_values, means_same
from kg.protocols import EarlierTurn, Utterance

_ASKS_VALUE = re.compile(r"\b(?:when|what (?:time|day|date)|which (?:day|date)|how (?:many|much|old))\b", re.IGNORECASE)
_DOUBTS = re.compile(r"\bsure\b|\b(?:thought|told|says?|said|heard)\b|\bnot (?=\w+\?)|\bisn['’]?t it\b", re.IGNORECASE)
# "I'm off Monday too", "and the rehearsal, also Saturday?": of another thing.
_COMPARES = re.compile(r"\b(?:too|also|as well|and the)\b", re.IGNORECASE)
_INVITES = re.compile(
    r"\blet['’]?s\b|\b(?:let me know|want to|wanna|shall we|we should|you (?:have to|should)|love to|fancy|pick an?|guess"
    r"|this week|the weekend)\b",
    re.IGNORECASE,
)
# "I'll bring a cake": what follows may be of that.
_OFFERS = re.compile(
    r"\b(?:i['’]?ll|i will)\b(?! (?:keep|remember|note|save|update|add|change)\b)"
    r"|\b(?:i (?:can|could|made|got)|we (?:can|could)|shall)\b",
    re.IGNORECASE,
)
_THOUGHT = re.compile(r"\b(?:thought|sure|you (?:said|told))\b", re.IGNORECASE)
_ORIGIN = re.compile(r"\b(?:born|grew up|from)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"\W*(?:please|pls|(?:can|could|would|will) (?:you|u|i|we)|when|where|what|tell me)\b", re.IGNORECASE
)
_HABITUAL = re.compile(r"\bevery \Z", re.IGNORECASE)
_EACH_TIME = re.compile(r" (?:mornings|afternoons|evenings|nights)\b", re.IGNORECASE)
_ON = re.compile(r"\b(?:on|by) \Z", re.IGNORECASE)
_NEAR_DAY = re.compile(r"(?:tomorrow|tmrw|today|tonight|next)\b", re.IGNORECASE)
_BLANKS = re.compile(r"(?<=\S) {2,}(?=\S)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_SENTENCE = re.compile(r"\S[^.!?\n]*(?:[.!?]+(?=\s|$)|$|(?=\n)|[.!?])")
_DAY_NUMBER = re.compile(r"(?:the )?\d{1,2}(?:st|nd|rd|th)", re.IGNORECASE)
_DAY_AND_MONTH = re.compile(r"(?:the )?\d{1,2}(?:st|nd|rd|th)?( (?:of )?[a-z]+(?: \d{4})?)", re.IGNORECASE)
_ABBREVIATED = re.compile(rf"\b(?:{'|'.join(sorted(WEEKDAYS, key=len, reverse=True))})\b", re.IGNORECASE)
_WORD = re.compile(r"[\w'’-]+")
# A short sentence that ends in a thing: "I'm allergic to cashews", "she lives in Leeds now".
_LAST_THING = re.compile(
    r"^[^.!?;,]{1,60} (?:to|in|at|on|for|a|an|the|some|is|called|likes?|loves?|eats?|drink|ordered|bought)"
    r" (?P<thing>[^\W\d_]{4,})(?: (?:now|today|these days|at the moment|already))?[.! ]*$",
    re.IGNORECASE,
)
_LEAST_LIKENESS = 0.7
_FEWEST_ASKING = 4
_FEWEST_DIGITS = 3
_MOST_CHARS, _MOST_CORRECTED_CHARS = 160, 600
_LONGEST_TIME = dt.timedelta(hours=18)


@dataclass(frozen=True)
class Correction:
    """What a message corrects in another of the same author, or in itself.

    Attributes:
        original: the corrected text as it was: that of the other message, or of the message before the correction.
        corrected: this text with the new value; "" if its task is dropped.
        at: the time of the text.
        places: the places in `Utterance.earlier` of the other message, and of what it was corrected by; none if it is the
            message itself.
        start: the offset of the first word of the sentence that corrects.
        end: the offset after its last word.
        denies: whether all that the corrected text does not state is denied, and not only what it states otherwise.
    """

    original: str
    corrected: str
    at: dt.datetime
    places: tuple[int, ...]
    start: int
    end: int
    denies: bool = False


def find_correction(passage: Utterance) -> Correction | None:
    """Return what a message corrects in an earlier one of its author, or in itself; None if it is unclear, or nothing.

    One of its sentences has to be the correction alone. The corrected value is the only one of its kind in the earlier message,
    or the one that the correction denies. Another person who wrote in between has to have repeated the old value or doubted
    it, unless they asked nothing and the correction apologises.

    Args:
        passage: the message.
    """
    return _find(passage.text, passage.at, passage.earlier)


def _find(text: str, at: dt.datetime, earlier: Sequence[EarlierTurn]) -> Correction | None:
    wording = read_correction(text, at) if len(text) <= _MOST_CHARS and "?" not in text else None
    if wording is None:
        return None
    if wording.start and wording.values and not wording.is_order and (wording.is_apologetic or wording.is_bare):
        # "I have 3 cats. Sorry, 4."
        original = text[: wording.start]
        corrected = _replace(original, wording, (), at)
        if corrected is not None:
            return Correction(original, corrected, at, (), wording.start, wording.end)
    for place in [place for place, turn in enumerate(earlier) if turn.is_own][::-1]:
        turn = earlier[place]
        if at - turn.at > _LONGEST_TIME or len(turn.text) > _MOST_CORRECTED_CHARS:
            return None
        # The correction of a correction corrects the same message.
        previous = _find(turn.text, turn.at, earlier[:place])
        original = _BLANKS.sub(" ", blank_restart(turn.text)) if previous is None else previous.corrected
        since = [each for each in range(place + 1, len(earlier)) if not earlier[each].is_own]
        others = [earlier[each].text for each in since]
        corrected = _replace(original, _resolve_days(wording, turn.at, at), others, at)
        if corrected is not None:
            places = {place, *(previous.places if previous else ())}
            places |= {each for each in since[-1:] if _names_value(earlier[each].text, wording)}
            return Correction(original, corrected, turn.at, tuple(sorted(places)), wording.start, wording.end)
        if find_spoken_values(turn.text) or not wording.is_apologetic:
            return None
    return None


def _names_value(text: str, wording: CorrectionWording) -> bool:
    return bool(find_spoken_values(text)) or bool(wording.words and wording.words in text)


def _resolve_days(wording: CorrectionWording, since: dt.datetime, at: dt.datetime) -> CorrectionWording:
    """Return a correction with its days in full if it is of another day than what it corrects: "tomorrow" is another one."""
    if since.date() == at.date():
        return wording
    values = []
    for value in wording.values:
        dates = find_dates(value.text, at) if value.kind == "date" else []
        text = format_date(dates[-1].future).removeprefix("on ") if dates else value.text
        values.append(value._replace(text=text))
    return replace(wording, values=tuple(values))


def _replace(original: str, wording: CorrectionWording, since: Sequence[str], at: dt.datetime) -> str | None:
    """Return a text with the new values of a correction; None if it is unclear what they replace.

    Args:
        original: the text.
        wording: the correction.
        since: what others wrote after the text.
        at: the time of the correction.
    """
    if wording.words:
        return _replace_words(original, wording, since)
    values, replaced, added = find_spoken_values(original), list[tuple[SpokenValue, SpokenValue]](), ""
    for new in wording.values:
        old = _choose(original, values, new.kind, wording)
        if old is not None:
            replaced.append((old, new))
        elif new.kind == "date" or not replaced:
            return None
        else:
            added = wording.joined
    replaced = [(old, new) for old, new in replaced if added or old.text.lower() != new.text.lower()]
    if not all(_is_possible(old, new, wording, since, at) for old, new in replaced):
        return None
    if not replaced or any(
        _is_year(old.text) != _is_year(new.text) and not _is_amount(original, old) for old, new in replaced
    ):
        return None
    for old, new in sorted(replaced, key=lambda pair: pair[0].start, reverse=True):
        text = _in_form_of(old, new) + (added if old.kind == "date" else "")
        before = original[: old.start]
        if _NEAR_DAY.match(new.text) and (_HABITUAL.search(before) or _EACH_TIME.match(original, old.end)):
            return None
        # "On Monday" and "tomorrow".
        before = _ON.sub("", before) if _NEAR_DAY.match(new.text) else before
        original = before + text + original[old.end :]
    return original


def _choose(original: str, values: Sequence[SpokenValue], kind: str, wording: CorrectionWording) -> SpokenValue | None:
    """Return the value of a text that a new one of this kind replaces: the only one, or the one that is denied."""
    found = [each for each in values if each.kind == kind]
    if kind == "number" and not wording.unit:
        found = [each for each in values if each.kind != "date"]
    elif kind == "time" and not found:
        found = [each for each in values if each.kind == "number" and original[: each.start].lower().endswith(" at ")]
    if wording.unit:
        found = [each for each in found if re.match(rf" {wording.unit}\b", original[each.end :], re.IGNORECASE)]
    if wording.lead:
        before = re.compile(rf"\b{wording.lead} \Z", re.IGNORECASE)
        found = [each for each in found if before.search(original, 0, each.start)]
    if len(found) > 1 and kind == "number":
        found = [each for each in found if _is_written_alike(each, wording.values[0])]
    if len(found) > 1 and wording.denied:
        denied = {each.plain for each in find_spoken_values(wording.denied)}
        found = [each for each in found if each.plain in denied]
    return found[0] if len(found) == 1 else None


def _is_written_alike(one: SpokenValue, other: SpokenValue) -> bool:
    """Whether two values both have digits, or neither has: "62" and "26", but not "two"."""
    return one.has_digits == other.has_digits


def _is_possible(
    old: SpokenValue, new: SpokenValue, wording: CorrectionWording, since: Sequence[str], at: dt.datetime
) -> bool:
    """Whether a new value may replace an old one, after what others wrote since."""
    # "That's for one, surely" names no other price.
    said = [
        each
        for text in since
        for each in find_spoken_values(text)
        if each.kind == old.kind and (each.kind != "number" or _is_written_alike(each, old))
    ]
    if not wording.is_order and not all(means_same(each, old, at) or means_same(each, new, at) for each in said):
        # Another person named a third value.
        return wording.is_confirming and _is_misspelt(old.text, new.text)
    reaction = _read_reaction(since[-1], old, new, at) if since else "none"
    if reaction == "other" and not (wording.unit and wording.is_apologetic):
        return False
    is_day = old.kind == "date" and _is_written_alike(old, new)
    if wording.is_apologetic or (wording.is_certain and is_day and reaction == "nothing"):
        return True
    if wording.is_confirming and not wording.is_certain:
        named = {each.plain for each in find_spoken_values(since[-1])} if since else set()
        is_given = not said or means_same(said[-1], new, at) or new.plain in named or _is_misspelt(old.text, new.text)
        return reaction in {"doubt", "given"} and is_given
    is_named = reaction in {"echo", "doubt"}
    return reaction in {"none", "echo", "doubt", "given"} and _may_replace(old, new, wording, is_named=is_named)


def _may_replace(old: SpokenValue, new: SpokenValue, wording: CorrectionWording, *, is_named: bool) -> bool:
    """Whether a value without an apology may replace another one.

    Args:
        old: the old value.
        new: the new one.
        wording: the correction.
        is_named: whether another person has named or doubted the old value.
    """
    # "It's on Saturday" may speak of 5 May.
    is_as_exact = old.kind != "date" or not old.has_digits or new.has_digits
    if wording.is_bare:
        # "4471" and then "4417"; "noted, 14 April" and then "15th".
        return _is_misspelt(old.text, new.text) or (is_named and new.kind != "number" and is_as_exact)
    return wording.is_certain or wording.is_refusing or (new.kind == "date" and is_as_exact)


def _read_reaction(text: str, old: SpokenValue, new: SpokenValue, at: dt.datetime) -> str:
    """Return how another person reacted to a value.

    "echo" if they repeated it, "echo, question" if they also asked something, "doubt" if they doubted it, "given" if they named
    the new one, "nothing" if they asked nothing and named no such value, and "other" if they speak of another matter.
    """
    if _INVITES.search(text):
        return "other"
    values = [each for each in find_spoken_values(text) if each.kind == old.kind]
    is_echo = any(means_same(each, old, at) for each in values)
    is_given = any(means_same(each, new, at) for each in values)
    if is_given or _DOUBTS.search(text):
        is_other = _ASKS_VALUE.search(text) or _COMPARES.search(text)
        return "other" if is_other else "doubt" if _DOUBTS.search(text) else "given"
    if "?" not in text:
        if _ASKS_VALUE.search(text) or _ASKS.match(text):
            return "other"
        return "echo" if is_echo else "other" if values else "nothing"
    asked = [match[0] for match in _SENTENCE.finditer(text) if match[0].endswith("?")]
    if is_echo and any(len(each.split()) <= _FEWEST_ASKING and find_spoken_values(each) for each in asked):
        # "Thursday?"
        return "other" if _COMPARES.search(text) else "doubt"
    is_stated = any(
        means_same(each, old, at)
        for match in _SENTENCE.finditer(text)
        if not match[0].endswith("?")
        for each in find_spoken_values(match[0])
    )
    return "echo, question" if is_stated else "other"


def _is_amount(text: str, value: SpokenValue) -> bool:
    """Whether a value is none of a date, though it may look like a year: "the quote is 1900"."""
    return is_number(text, "", value.start, value.end)


def _is_year(text: str) -> bool:
    return _YEAR.fullmatch(text) is not None


def _is_misspelt(old: str, new: str) -> bool:
    """Whether a long number is another one with two digits swapped, or one replaced."""
    if len(old) != len(new) or len(old) < _FEWEST_DIGITS or not (old + new).isdigit():
        return False
    differing = sum(map(str.__ne__, old, new))
    return differing == 1 or (differing == 2 and sorted(old) == sorted(new))


def _in_form_of(old: SpokenValue, new: SpokenValue) -> str:
    """Return a new value as it stands for the old one: "45" after "€40" is "€45", "15th" after "14 April" is "15th April"."""
    is_amount = old.kind == "number" and old.text[0] in "$€£"
    if is_amount and new.kind == "number" and new.text[0] not in "$€£":
        return f"{old.text[0]}{new.text}"
    if _DAY_NUMBER.fullmatch(new.text):
        written = _DAY_AND_MONTH.fullmatch(old.text)
        number = new.text.removeprefix("the ")
        return f"{number}{written[1]}" if written else f"the {number}" if old.text.startswith("the ") else new.text
    if new.kind != "date":
        # "Four, actually".
        return new.text.lower() if old.text.islower() else new.text
    return _ABBREVIATED.sub(lambda match: calendar.day_name[WEEKDAYS[match[0].casefold()]], new.text)


def _replace_words(original: str, wording: CorrectionWording, since: Sequence[str]) -> str | None:
    """Return a text with new words for those that a correction denies, for a name like them, or for the thing at its end."""
    words, last = wording.words, since[-1] if since else ""
    if not wording.denied and _THOUGHT.search(last) and re.search(rf"\b{re.escape(words)}\?\s*$", last):
        # "I thought she moved to Malmö?" "Oops yes, Malmö".
        return None if _ORIGIN.search(original) or _COMPARES.search(last) else _replace_last(original, words)
    is_other = last.rstrip().endswith("?") or _INVITES.search(last) is not None or _OFFERS.search(last) is not None
    if is_other or not (wording.is_certain or wording.is_apologetic):
        return None
    if not wording.denied:
        # "Actually it's Cafe Bruno", but not "actually Tom".
        is_clear = wording.is_apologetic or " " in words
        similar = _replace_similar(original, words) if is_clear else None
        is_other_thing = wording.is_apologetic and not wording.is_star
        return similar or (_replace_last(original, words) if is_other_thing else None)
    found = list(re.finditer(rf"\b{re.escape(wording.denied)}\b", original, re.IGNORECASE))
    if len(found) != 1 or words.lower() in original.lower():
        return None
    return original[: found[0].start()] + words + original[found[0].end() :]


def _replace_last(original: str, words: str) -> str | None:
    """Return a text with another thing at its end, of the same form: "pistachios" for "cashews", "Malmö" for "Gothenburg"."""
    found = _LAST_THING.search(original)
    if found is None or words.lower() in original.lower():
        return None
    thing = found["thing"]
    is_alike = thing.istitle() == words.istitle() and thing.endswith("s") == words.endswith("s")
    return f"{original[: found.start('thing')]}{words}{original[found.end('thing') :]}" if is_alike else None


def _replace_similar(original: str, words: str) -> str | None:
    """Return a text with words in place of the only ones that are spelt alike: "Milner Street" of "Miller Street"."""
    length, tokens = len(words.split()), list(_WORD.finditer(original))
    spans = [(tokens[n].start(), tokens[n + length - 1].end()) for n in range(len(tokens) - length + 1)]
    alike = [(start, end) for start, end in spans if _is_alike(original[start:end], words)]
    if len(alike) != 1 or original[slice(*alike[0])].lower() == words.lower():
        return None
    [(start, end)] = alike
    return f"{original[:start]}{words}{original[end:]}"


def _is_alike(one: str, other: str) -> bool:
    """Whether names are spelt alike, as "Miller" and "Milner", or share a word, as "Red Lion" and "Black Lion"."""
    words, others = one.split(), other.split()
    if len(others) > 1 and one.istitle() and (words[-1] == others[-1] or words[0] == others[0]):
        return True
    likeness = SequenceMatcher(None, one.lower(), other.lower()).ratio()
    return one[0].lower() == other[0].lower() and likeness >= _LEAST_LIKENESS
