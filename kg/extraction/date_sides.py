"""On which side of a message a date lies: by the tense of its verb, by what is arranged for it, and by the dates before it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

from kg.extraction.clauses import Clause
from kg.extraction.dates import WEEKDAYS
from kg.extraction.word_lists import BOOKED_THINGS, word_set

if TYPE_CHECKING:
    from spacy.tokens import Token

    from kg.extraction.dates import DateMention

_PAST_PREPOSITIONS = word_set("since as back")
_RESCHEDULING = word_set("move postpone reschedule shift push pull book schedule set plan delay change put slip")
_RESCHEDULED = word_set("delayed moved postponed rescheduled shifted pushed changed scheduled")
# What is got, bought or decided for a date lies ahead: "we got tickets for 3 May", "we booked flights, leaving 3 May".
_ARRANGING = _RESCHEDULING | word_set(
    "get buy reserve decide agree arrange confirm invite ask hire rent sign choose pick find"
)
_BOOKING = word_set("book reserve schedule")
# "I promised a draft by the 25th".
_PROMISING = word_set("promise agree ask want need commit offer plan expect owe undertake request")
# "They gave us until Monday".
_EXTENDING = word_set("give get extend have")
_PURPOSES = frozenset({"advcl", "xcomp"})
# What one gets or books something for: "we got tickets for the show on Friday"; not "I got shoes for the kids on Friday".
_OCCASIONS = word_set(
    "show concert party wedding match game gig trip dinner lunch breakfast brunch festival meeting conference play ceremony "
    "holiday flight interview appointment race final event funeral exam test birthday anniversary visit workshop class course "
    "session tour opening screening film movie opera premiere talk lecture reunion barbecue bbq picnic launch market fair "
    "move marathon run swim tournament competition contest audition retreat camp christening graduation rehearsal jab scan "
    "surgery operation viewing"
)
_LEADS_TO_DEEDS = word_set(
    "come go drive walk ride fly run stop stay manage have help try forget need remember start begin fail"
)
# Deeds for a day that may be over: "I thanked her for the 3rd", "we had guests for the 3rd", "he charged me for the 3rd".
_SETTLING = word_set(
    "thank apologise apologize forgive blame scold have do be go stay come see spend work cover miss host charge bill invoice "
    "owe claim fine take lose cancel win record log report know find"
)
# What is written or paid after a day: "I filled in the timesheet for the 3rd".
_ACCOUNTS = word_set(
    "timesheet timesheets bill invoice invoices expense expenses hour hours receipt receipts report minutes note notes rent wage "
    "wages pay salary log statement figures takings fine"
)
# Verbs of which a day after "about" is one that comes, and those of which any weekday is.
_INFORMING = word_set("tell text email ring phone call message write speak talk mention let know")
_REMINDING = word_set("ask remind forget worry warn")
FUTURE_WORDS = word_set("will 'll gonna going shall gon")
"""Words that show that a clause is about the future."""
# Words before a month that is not the coming one: "the bill for September", "ashamed about November".
_BEFORE_LAST_MONTHS = word_set("for about of")
_DATE_PREPOSITIONS = word_set("on in at since from during last of")
_DAY_CHARS, _MONTH_CHARS = len("2026-05-07"), len("2026-05")
_BARE_NTH = re.compile(r"(?:[a-z]+ )?(?:the )?(?P<day>\d{1,2})(?:st|nd|rd|th)", re.IGNORECASE)


def choose_date(clause: Clause, mention: DateMention, words: Sequence[Token], dates: Sequence[DateMention]) -> str:
    """Return the ISO date that a clause means: the last or the next one that fits.

    Args:
        clause: the clause.
        mention: the date.
        words: its words.
        dates: the dates of the message, in the order of the text.
    """
    if (day := _in_past_year(clause, mention, dates)) is not None:
        return day
    # "I booked a table for 12 April", said in May, is not about the next year.
    is_just_past = mention.is_recent and clause.is_past
    if is_just_past or is_past(clause, words) or _is_last_month(clause, mention, words):
        return mention.past
    return _in_month_before(mention, words, dates) or mention.future


def word_before(token: Token) -> str:
    """Return the word before another, in lower case; "" if there is none."""
    return str(token.nbor(-1).lower_) if token.i else ""


def opening_word(words: Sequence[Token]) -> str:
    """Return the preposition of a date, or else the word before it."""
    return str(words[0].lower_) if words[0].pos_ == "ADP" else word_before(words[0])


def _is_last_month(clause: Clause, mention: DateMention, words: Sequence[Token]) -> bool:
    """Whether a month without a preposition, or after "for", has just ended: "the September bill", "the rent for May"."""
    is_arranged = clause.root.lemma_.lower() in _ARRANGING
    if not mention.is_last_month or is_arranged or {token.lower_ for token in clause.tokens} & FUTURE_WORDS:
        return False
    opening = opening_word(words)
    is_bare = words[0].pos_ != "ADP" and (not words[0].i or words[0].nbor(-1).pos_ != "ADP")
    return is_bare or opening in _BEFORE_LAST_MONTHS


def put_in_month(dates: Sequence[DateMention], month: str, text: str) -> list[DateMention]:
    """Return dates of which days without a month, as "the 5th", are those of a month, if that lies ahead.

    Args:
        dates: the dates of a message.
        month: as "2026-04".
        text: the message.
    """
    return [
        mention if (day := _day_of_month(mention, month, text)) is None else replace(mention, future=day)
        for mention in dates
    ]


def _day_of_month(mention: DateMention, month: str, text: str) -> str | None:
    """Return "the 5th" in a month; None if it has a month of its own, there is no such day, or it is over."""
    nth = _BARE_NTH.fullmatch(text[mention.start : mention.end])
    if nth is None or len(mention.future) != _DAY_CHARS:
        return None
    year, number = map(int, month.split("-"))
    try:
        day = date(year, number, int(nth["day"])).isoformat()
    except ValueError:
        return None
    return day if day >= mention.future else None


def _in_month_before(mention: DateMention, words: Sequence[Token], dates: Sequence[DateMention]) -> str | None:
    """Return "the 19th" in the month of a date before it: "we leave on 15 July, the wedding is on the 19th"; None otherwise."""
    before = [each for each in dates if each.end <= words[0].idx and each.yearless and _is_ahead(each, mention.past)]
    return _day_of_month(mention, before[-1].future[:_MONTH_CHARS], words[0].doc.text) if before else None


def _is_ahead(mention: DateMention, moment: str) -> bool:
    """Whether a date is a day, and the next such day is nearer to a moment than the last one."""
    if len(mention.past) != _DAY_CHARS or len(moment) != _DAY_CHARS:
        return False
    now, last, following = map(date.fromisoformat, (moment, mention.past, mention.future))
    return following - now < now - last


def is_past(clause: Clause, words: Sequence[Token]) -> bool:
    """Return whether a date lies in the past: by the tense of its verb, but not for what was moved or booked to a date."""
    last = words[-1]
    verb = next((each for each in last.ancestors if each.pos_ in {"VERB", "AUX"}), clause.root)
    lemma, before = verb.lemma_.lower(), word_before(words[0])
    # "It got delayed to Friday".
    is_moved = lemma in _RESCHEDULING or last.head.lower_ in _RESCHEDULED
    is_rescheduled = is_moved and words[0].lower_ in {"to", "for"}
    # "I booked a table for 4 on Saturday".
    is_rescheduled |= lemma in _ARRANGING and (
        "for" in {words[0].lower_, before} or _is_for_occasion(clause, verb, words[0])
    )
    # "The class moved, now on the 29th".
    is_rescheduled |= before == "now" or (lemma in _PROMISING and words[0].lower_ == "by")
    is_rescheduled |= words[0].pos_ not in {"ADP", "SCONJ"} and before not in _DATE_PREPOSITIONS and _is_reserved(verb)
    is_rescheduled |= lemma in _EXTENDING and words[0].lower_ in {"til", "till", "until"}
    is_rescheduled |= _is_day(words) and _is_day_ahead(verb, words, before)
    # "We booked flights, leaving on 3 May".
    is_rescheduled |= verb.tag_ == "VBG" and verb.i != clause.root.i and clause.root.lemma_.lower() in _ARRANGING
    if words[0].lower_ in _PAST_PREPOSITIONS or _is_after_since(words):
        # "I'm vegetarian since January", "I've been happy since his call on Tuesday".
        return True
    if any(
        child.dep_ == "cop" and child.tag_ in {"VBZ", "VBP"} for each in (last, last.head) for child in each.children
    ):
        # "I checked, and the form isn't due till the 9th".
        return False
    if verb.i != clause.root.i and verb.tag_ == "VBD" and not any(each.dep_ == "aux" for each in verb.children):
        # "I think that she left on Tuesday".
        return not is_rescheduled
    if _leads_to_past_deed(verb):
        return True
    auxiliaries = {each.tag_ for each in verb.children if each.dep_ == "aux"}
    is_present = verb.tag_ in {"VB", "VBP", "VBZ"} or (verb.tag_ == "VBG" and bool(auxiliaries & {"VBZ", "VBP"}))
    if verb.i != clause.root.i and is_present and not any(each.tag_ == "VBD" for each in verb.children):
        # "He was to leave on 3 May", "he said that it starts in May", "he has said he's retiring in March".
        return False
    # "She has got a test on Tuesday".
    has_got = clause.root.lower_ == "got" and clause.root.tag_ == "VBN"
    return clause.is_past and not is_rescheduled and not has_got


def _in_past_year(clause: Clause, mention: DateMention, dates: Sequence[DateMention]) -> str | None:
    """Return a day in the past year that its clause names: "booked a flight last year for 22 Sept", "back in 2024"."""
    years = [
        each.past
        for each in dates
        if clause.start <= each.start < clause.end and len(each.past) == len("2024") and each.past < mention.future
    ]
    return f"{years[0]}-{mention.yearless}" if years and mention.yearless else None


def _is_day(words: Sequence[Token]) -> bool:
    """Whether a date names a day: "the 30th", "Friday", "7 May"; not "September"."""
    return any(token.text[:1].isdigit() or token.lower_.rstrip(".") in WEEKDAYS for token in words) and not any(
        token.text.isdigit() and len(token) == len("2026") for token in words
    )


def _is_reserved(verb: Token) -> bool:
    """Whether a verb says that something was booked: "booked", "got the hotel", "dentist booked"."""
    lemma = verb.lemma_.lower()
    things = {child.lemma_.lower() for child in verb.children if child.dep_ in {"obj", "iobj", "nsubj", "nsubj:pass"}}
    return lemma in _BOOKING or (lemma in {"get", "buy", "have"} and bool(things & BOOKED_THINGS))


def _is_day_ahead(verb: Token, words: Sequence[Token], before: str) -> bool:
    """Whether a day is what a past deed is for or about: "I ordered buns for the 30th", "I reminded Jean about Friday"."""
    lemma = verb.lemma_.lower()
    if before == "about":
        is_numbered = any(token.text[:1].isdigit() for token in words)
        return lemma in _REMINDING or (lemma in _INFORMING and is_numbered)
    # "I ordered 120 buns for the 30th", of which the parser may attach "buns" to "30th".
    between = {token for token in verb.doc[verb.i : words[0].i] if token.dep_ == "nmod:unmarked"}
    parts = between.union(child for child in verb.children if child.dep_ in {"obj", "nsubj:pass"})
    objects = {each.lemma_.lower() for each in parts}
    is_paid = lemma == "pay" and any(child.dep_ == "aux:pass" for child in verb.children)
    return before == "for" and not is_paid and lemma not in _SETTLING and bool(objects) and not objects & _ACCOUNTS


def _is_for_occasion(clause: Clause, verb: Token, first: Token) -> bool:
    """Whether something is for a number of people, or for an event: "a table for 4 on Friday", "for her party on Friday"."""
    between = [token for token in clause.tokens if verb.i < token.i < first.i]
    after = list(itertools.dropwhile(lambda each: each.lower_ != "for", between))[1:]
    # "I asked for days from February".
    is_booked = verb.lemma_.lower() in _BOOKING or first.lower_ == "from"
    return bool(after) and (is_booked or after[0].like_num or after[-1].lemma_.lower() in _OCCASIONS)


def _leads_to_past_deed(verb: Token) -> bool:
    """Whether a verb is done with one in the past: "she came to fetch the dog on Tuesday", "I had to help him move on Friday"."""
    deed = verb
    while deed.tag_ == "VB" and deed.dep_ in _PURPOSES and deed.head.tag_ == "VB":
        deed = deed.head
    return (
        deed.tag_ == "VB"
        and deed.head.tag_ == "VBD"
        and deed.head.lemma_.lower() in _LEADS_TO_DEEDS
        and deed.dep_ in _PURPOSES
    )


def _is_after_since(words: Sequence[Token]) -> bool:
    """Whether a date belongs to a phrase after "since": "since his call on Tuesday"."""
    heads = list(itertools.takewhile(lambda each: each.pos_ in {"NOUN", "PROPN", "NUM"}, words[-1].ancestors))
    return any(child.lower_ == "since" for head in heads for child in head.children if child.i < words[0].i)
