"""The wording of observations and tasks, the same whether rules or a language model write them."""

from __future__ import annotations

import calendar
import re
from collections.abc import Collection

from kg.language.date_words import format_partial_date

MONTHS = "|".join(calendar.month_name[1:])
"""A pattern of the months, as sentences of facts write them."""
FEWEST_WORDS, MOST_WORDS = 3, 60
"""The least and greatest number of words of an observation."""

# What remains of a first or second person has no referent; quoted text is not the speaker's.
_NOT_THIRD_PERSON = re.compile(
    r"\b(?:I|i|[Mm]e|[Mm]y|[Mm]ine|[Mm]yself|[Ww]e|[Uu]s|[Oo]urs?|[Yy]ours?|[Yy]ou|u|ur)\b|[\"“”«»]"
)
# "The 25th is the Tuesday of that week".
_DATE_AS_SUBJECT = re.compile(
    r"(?:On|In|By|From|Until) (?:\d{1,2} )?[A-Z][a-z]+ \d{4} (?:is|was|works|suits|will be|it is)\b"
)
_DATE = re.compile(
    r"\s*,?\s*\b(?:(?:on|by|in|before|until|till|since|(?:at|in|on) the (?:end|start|beginning|middle|week|weekend) of)\s+)?"
    rf"(?:\d{{1,2}} )?(?:{MONTHS}) \d{{4}}\b"
)
_DAY_CHARS = len("2026-03-12")


def is_self_contained(sentence: str, subject: str) -> bool:
    """Return whether a sentence may be an observation: third person, 3 to 60 words, and not about a date.

    Args:
        sentence: the sentence, with its pronouns of the third person resolved.
        subject: the name or phrase of its subject.
    """
    return (
        FEWEST_WORDS <= len(sentence.split()) <= MOST_WORDS
        and bool(subject)
        and not _NOT_THIRD_PERSON.search(sentence)
        and not _DATE_AS_SUBJECT.match(sentence)
    )


def make_template(sentence: str, subject: str) -> str:
    """Return the template of an observation: its sentence with {s} for the subject, without the full stop.

    A sentence begins with a capital, also where the name of its subject does not.
    """
    opening = re.escape(subject[:1].upper() + subject[1:])
    return re.sub(rf"(?<!\w){re.escape(subject)}(?!\w)|^{opening}(?!\w)", "{s}", sentence).removesuffix(".")


def format_task(deed: str, due: str | None) -> str:
    """Return the template of a task: "{s} is to call the roofer by 7 May 2026".

    Args:
        deed: a verb phrase in its base form.
        due: ISO date as precise as known; left out if the deed names a date.
    """
    named = f"{{s}} is to {deed}"
    if due is None or _DATE.search(deed):
        return named
    return f"{named} {'by' if len(due) == _DAY_CHARS else 'in'} {format_partial_date(due)}"


def strip_dates(text: str) -> str:
    """Return a text without its dates in words, and without their prepositions."""
    return _DATE.sub("", text)


def distinguish_verb(verb: str, closed: Collection[str]) -> str:
    """Return the open predicate of a verb; one that is spelled as a closed predicate means something else: "to phone"."""
    return f"to_{verb}" if verb in closed else verb
