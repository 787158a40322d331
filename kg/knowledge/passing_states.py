"""States that pass without a word: "Ann is on the train" holds for hours, "Ann has a cold" for two weeks.

Few people say that such a state is over. It is current for the time that fits it; after that it is history: the fact stays as it
was stored, contexts and cards leave it out.
"""

from __future__ import annotations

import datetime as dt
import re

_HOURS, _DAY, _WEEKS = dt.timedelta(hours=6), dt.timedelta(hours=18), dt.timedelta(days=14)

_PLACES = r"(?:airport|station|bus stop|(?:dentist|doctor|hairdresser|vet)(?:'s)?|gym|shops?|supermarket|checkout|gate)"
_VEHICLES = r"(?:train|bus|tram|plane|ferry|motorway|phone|platform|runway)"
# What is true of a person, after "is", and for how long.
_BEING = {
    _HOURS: (
        r"(?:running|going to be) (?:[\w'-]+ ){0,4}late",
        r"late|running (?:[\w'-]+ ){0,3}behind",
        rf"on (?:the|a) {_VEHICLES}",
        rf"at the {_PLACES}",
        r"(?:stuck )?in (?:\w+ )?traffic",
        r"on (?:his|her|their|the) way(?: \w+)?",
        r"in an? (?:\w+ )?meeting|(?:in|on) a call",
        r"tired|exhausted|knackered|shattered|hungry|starving|thirsty|sleepy|bored|asleep",
        r"(?:heading|driving|walking|cycling) (?:home|back|over|to work)|queu(?:e)?ing",
    ),
    _DAY: (r"working from home|hung ?over|off (?:work|school)|home from (?:work|school)",),
    _WEEKS: (
        r"sick|ill|unwell|(?:feeling )?poorly|(?<=not )(?:feeling )?well|under the weather|feverish",
        r"in bed with (?:an? |the )?(?:\w+ )?\w+",
        r"aching|sore|hurting|killing \w+",
    ),
}
# What a person has for a time.
_HAVING = {
    _DAY: (r"headache|migraine|hangover|hiccups|(?:stomach|tummy) ache",),
    _WEEKS: (
        r"cold|flu|temperature|fever|cough|bug|(?:stomach|tummy) bug|(?:sore|stiff) (?:throat|back|neck)",
        r"(?:runny|blocked) nose|sniffles|covid|(?:chest|ear|throat) infection|tonsillitis|conjunctivitis|chicken ?pox",
        r"food poisoning|black eye",
    ),
}
_SUBJECT = r"(?:(?! (?:is|are|has|have|was|were|had|that|said|says|thinks) ).)*"
_ADVERBS = r"(?:(?:still|just|now|currently|so|very|really|pretty|quite|a bit|all|both|already|not|in) )*"
_END = r"(?=[.,;:!]|$| (?:and|but|so|again|today|now|right now|to|from|with|in|on|at|by|because|after|for|home|back)\b)"
_STATES = tuple(
    (
        time,
        re.compile(
            rf"{_SUBJECT} {verb} {_ADVERBS}{before}(?:{'|'.join(heads)}){_END}",
            re.IGNORECASE,
        ),
    )
    for verb, before, by_time in (
        ("(?:is|are)", "", _BEING),
        (
            "(?:has|have)(?: got)?",
            r"(?:(?:a|an|the) )?(?:(?:bad|awful|terrible|nasty|slight|high|bit of a) )*",
            _HAVING,
        ),
    )
    for time, heads in by_time.items()
)
# With one of these it is no state of the moment.
_LASTING = re.compile(
    r"\b(?:always|usually|often|never|every|each|most|regularly|permanently|full[ -]time|these days|nowadays|since|until|till?|"
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|week|weeks|months?|years?|season|summer|winter|chronic|persistent|if|when|"
    r"(?:19|20)\d\d|sick of|tired of|late for everything|bored of|bored with|sick with)\b",
    re.IGNORECASE,
)  # fmt: skip


def passing_time(sentence: str) -> dt.timedelta | None:
    """Return for how long a state lasts that passes without a word; None for any other statement.

    Args:
        sentence: a statement in the present, of the third person.
    """
    if _LASTING.search(sentence):
        return None
    return next((time for time, pattern in _STATES if pattern.match(sentence)), None)


def is_passed(sentence: str, said: dt.datetime, now: dt.datetime) -> bool:
    """Return whether a statement is of a passing state whose time is over.

    Args:
        sentence: a statement in the present, of the third person.
        said: when it was last said.
        now: the current time.
    """
    if now - said <= _HOURS:
        return False
    time = passing_time(sentence)
    return time is not None and now - said > time
