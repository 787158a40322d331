"""When, where, with what and to whom something is done regularly: "we meet on Thursdays", "I swim at the Westbad".

Several may hold at once; one that is said to be new, "I swim at the Nordbad now", replaces the others (see
`kg.knowledge.adjudication`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from kg.extraction.changing_values import ChangingValue
from kg.extraction.open_predicates import is_done_thing, name_verb
from kg.extraction.word_lists import NEGATIONS, word_set
from kg.language import MONTHS, fold_text

if TYPE_CHECKING:
    from kg.extraction.observations import Observation

_WEEKDAY = r"(?:mon|tues|wednes|thurs|fri|satur|sun)day"
_MARKS = r"(?:now|from now on|these days|instead|currently|again|any ?more|only)"
_MARK_BEFORE = re.compile(rf"^(?:{_MARKS},? )+|(?<=\bis )(?:now )|(?<=\bare )(?:now )", re.IGNORECASE)
_MARK_AFTER = re.compile(rf"(?:,? {_MARKS})+$", re.IGNORECASE)
_NEW = re.compile(r"\b(?:now|from now on|instead)\b", re.IGNORECASE)
_AUXILIARIES = r"(?:is |are |will |will be )?"
_NO_ARGUMENT = r"(?!(?:on|at|in|to|with|from|by|for|every|each|and|or|but|if|when|because|not)\b)"
_VERB = rf"{_AUXILIARIES}(?:now )?(?P<verb>[a-z]+)(?P<object>(?: {_NO_ARGUMENT}[\w'’-]+){{0,4}}?)"
_TIME = r"at (?:about |around )?\d{1,2}(?:[:.]\d\d)?(?: ?[ap]m)?(?! ?(?:%|kg|km|euros?))"
_NAME = r"(?:the )?[A-Z][\w'’&-]*(?: [A-Z][\w'’&-]*){0,3}"
_REST = r"(?: (?:at|in|on|with|for|from) [^,;]{2,40})?"
_DAYS = rf"(?:on |every ){_WEEKDAY}s?(?:(?:,| and) (?:on )?{_WEEKDAY}s?)*"
_PATTERNS = (
    ("days", re.compile(rf"{_VERB} {_DAYS}(?: {_TIME})?{_REST}", re.IGNORECASE)),
    ("day", re.compile(rf"{_VERB} on \d{{1,2}} (?:{MONTHS}) \d{{4}}(?: {_TIME})?{_REST}", re.IGNORECASE)),
    ("hour", re.compile(rf"{_VERB} {_TIME}{_REST}", re.IGNORECASE)),
    ("place", re.compile(rf"(?i:{_VERB}) (?:at|in) {_NAME}(?: in {_NAME})?")),
    (
        "means",
        re.compile(rf"{_VERB} with (?!(?:him|her|them|you|me|us|my|his|their)\b)[\w.-]+(?: [\w.-]+)?", re.IGNORECASE),
    ),
    ("person", re.compile(rf"(?i:{_AUXILIARIES}(?:now )?(?P<verb>reports?|reporting)(?P<object>)) to {_NAME}")),
    (
        "means",
        re.compile(
            rf"{_AUXILIARIES}(?:now )?(?P<verb>rid(?:es?|ing)|driv(?:es?|ing))(?P<object>) (?:an?|the|his|her|their) [\w' -]+",
            re.IGNORECASE,
        ),
    ),
)
_ABSENCE = re.compile(
    r" (?:is|are) (?:(?:now|still) )?"
    rf"(?:on (?:vacation|holiday|(?:[a-z]+ )?leave) [^.]*?\d{{1,2}}[^.]*? (?:{MONTHS})"
    rf"|(?:away|out of (?:the )?office) (?:from |on |between )*\d{{1,2}}[^.]*?(?: to | until |–|-)\d)",
    re.IGNORECASE,
)
_TRAVEL = re.compile(
    rf"{_AUXILIARIES}(?:now )?"
    r"(?:tak(?:e|es|ing) the (?:train|car|bus|coach|plane|ferry|boat|bike|tram|van)"
    r"|(?:driv|cycl)(?:es?|ing)|(?:walk|bike)(?:s|ing)?)"
    r" (?P<where>to [\w' -]+)",
    re.IGNORECASE,
)
_AMOUNT = r"(?:about |around |only |now )*\d[\d.,]* ?(?:kg|kilos?|lbs?|pounds|stone)"
_WEIGHT = re.compile(rf"(?:now )?weighs? {_AMOUNT}(?: (?:at the moment|right now|currently))?", re.IGNORECASE)
_LIFT = re.compile(rf"(?:now )?(?P<lift>squat|bench|deadlift|press)(?:e?s)? {_AMOUNT}", re.IGNORECASE)
_DETERMINERS = re.compile(r"\b(?:the|an?|my|our|his|her|their|its)\s+", re.IGNORECASE)
_NO_HABITS = word_set("be have say think know want need like love hope mean seem arrive bear die call")
# With a tool: "I deploy with Kubernetes", unlike "I sit with Ann".
_TOOL_VERBS = word_set(
    "deploy build run test write code work edit pay host train track manage plan design model cook bake invoice monitor commute "
    "travel lint format record draw paint"
)
# Of these the closed predicates say more.
_SETTLED = word_set("live work study")
# Alone, these do not say what is done.
_LIGHT_VERBS = word_set("go come get do make take bring leave give put start stop")
_ONCE = frozenset(["day", "hour"])


def read_habit_argument(observation: Observation, speaker: str) -> ChangingValue | None:
    """Return of what a clause in the present gives the days, the hour, the place, the means or the person; None if of nothing.

    Args:
        observation: the clause, and its sentence.
        speaker: the name of the speaker.
    """
    clause, sentence = observation.clause, observation.sentence
    root = clause.root
    is_denied = any(
        child.lower_ in NEGATIONS or (child.tag_ == "MD" and child.lower_ not in {"will", "'ll", "’ll"})
        for child in root.children
    )
    if clause.is_past or is_denied or root.pos_ != "VERB" or root.lemma_.lower() in _NO_HABITS:
        return None
    subject = sentence.subject
    said = sentence.text.removesuffix(".")
    opening, found, said = said.partition(
        f"{subject[:1].upper()}{subject[1:]} " if subject != speaker else f"{speaker} "
    )
    if not found or not re.fullmatch(rf"(?:{_MARKS},? )?", opening, re.IGNORECASE):
        return None
    said = _MARK_BEFORE.sub("", _MARK_AFTER.sub("", said))
    owner = "" if subject == speaker else f"{_DETERMINERS.sub('', subject)} "
    if owner and (sentence.names_speaker or "'s " in owner):
        # "Ann's sister swims at the Westbad".
        owner = f"{subject} "
    return _read(said, owner, "do" if is_done_thing(root) else root.lemma_.lower())


def read_absence(observation: Observation) -> ChangingValue | None:
    """Return that a clause says when someone is away; None if it does not. Of a month, the newer dates replace the older ones."""
    dates = observation.sentence.dates
    if observation.clause.is_past or not dates or _ABSENCE.search(observation.sentence.text) is None:
        return None
    return ChangingValue(
        f"absence in {dates[0][: len('2026-05')]}", is_named=False, predicate="be_away", aspect="period"
    )


def is_new_habit(habit: ChangingValue | None, observation: Observation) -> bool:
    """Return whether a clause says that an argument is new: "I swim at the Nordbad now"."""
    return habit is not None and _NEW.search(observation.sentence.text) is not None


def _read(said: str, owner: str, lemma: str) -> ChangingValue | None:
    if _WEIGHT.fullmatch(said) and not owner:
        return ChangingValue("weight", is_named=False, predicate="be", aspect="value")
    if (lift := _LIFT.fullmatch(said)) is not None and not owner:
        return ChangingValue(lift["lift"].lower(), is_named=False, predicate="be", aspect="value")
    if (travel := _TRAVEL.fullmatch(said)) is not None:
        return ChangingValue(
            fold_text(f"{owner}travel {travel['where']}"), is_named=False, predicate="travel", aspect="means"
        )
    for aspect, pattern in _PATTERNS:
        match = pattern.fullmatch(said)
        if match is not None:
            thing = fold_text(f"{owner}{lemma}{_DETERMINERS.sub('', match['object'] + ' ').rstrip()}")
            is_vague = " " not in thing and (aspect in _ONCE or lemma in _LIGHT_VERBS)
            is_vague |= aspect == "place" and lemma in _SETTLED
            is_other = match["verb"].lower() == "to" or (
                aspect == "means" and lemma not in _TOOL_VERBS | {"ride", "drive"}
            )
            return None if is_vague or is_other else ChangingValue(thing, False, name_verb(lemma), aspect)
    return None
