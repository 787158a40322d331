"""Appointments that are moved, cancelled or agreed upon, as sentences in which the rules read a date.

"They moved my dentist appointment to Monday", "yoga got cancelled", "could we do Saturday instead?" and "works for me".
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from kg.extraction.spoken_values import HOUR_WORDS, find_spoken_values
from kg.extraction.task_reports import split_parts
from kg.language import find_instructions, split_sentences
from kg.protocols import EarlierTurn, Utterance

EVENTS = (
    r"appointment|appt|meeting|call|interview|exam|test|lesson|class|session|rehearsal|practice|training|game|match|party|dinner"
    r"|lunch|breakfast|brunch|coffee|drinks|date|trip|flight|train|viewing|haircut|surgery|operation|checkup|check-up|visit|delivery"
    r"|booking|reservation|wedding|concert|show|gig|tour|picnic|bbq|barbecue|dentist|doctor|physio|vet|scan|yoga|gym|swimming|football"
    r"|filling|crown|jab|mot|fitting|survey|valuation|kick-?off|retro|webinar|beta|go-?live"
    r"|opening|launch|demo|standup|stand-up|review|workshop|course|talk|conference|deadline|hearing|service|inspection|walk|run|ride"
)
"""A pattern of the nouns of what takes place at a time."""
_DET = r"(?:my|our|the|this|that|your)"
_NOUNS = r"(?:[\w'’-]+ ){0,3}?[\w'’-]+?(?: (?:with|at|for|to) (?:the )?[\w'’-]+)?"
_MOVE = r"(?:move|push|shift|change|postpone|reschedule|bring|bump)"
_MOVED = r"(?:moved|pushed|shifted|changed|postponed|rescheduled|brought|bumped)"
_AWAY = r"(?: (?:back|forward|up|out))?"
_TO = r"(?:to|until|till|for)"
# Who gives appointments: "dentist moved me to Monday".
_PLACES = r"(?:dentist|doctor|gp|physio|vet|clinic|hospital|hairdresser|barber|garage|salon|surgery|optician|therapist)"
_HELPERS = r"(?:['’]ve|['’]s| have| has| had to| had| just| now| also)*"
# Who moves or cancels something: "they", "the clinic"; not "I wish they", "they haven't", "no one".
_WHO = (
    r"(?:(?:the|my|our) )?"
    r"(?!(?:no\w*|nearly|almost|hardly|might|may|would|could|should|not|if|when|wish|have|had|has|they\w+)\b)[\w-]+"
)
_SAID_MOVED = re.compile(
    rf"{_WHO}{_HELPERS} (?:{_MOVED}|(?:had|have|has) to {_MOVE}) (?P<det>{_DET}) (?P<thing>{_NOUNS}){_AWAY}"
    rf"(?: from [^?]{{2,30}}?)? {_TO} (?P<when>[^?]+)"
    rf"|(?:my |our |the )?(?P<who>{_PLACES}){_HELPERS} {_MOVED} (?:me|us){_AWAY} {_TO} (?P<when_me>[^?]+)"
    rf"|(?:{_DET} )?(?P<passive>{_NOUNS})(?: has| have| had)? (?:got|been|was|were|is being) (?:{_MOVED}|delayed){_AWAY}"
    rf" {_TO} (?P<when_passive>[^?]+)",
    re.IGNORECASE,
)
# "The filling had to move, now 29th at 10.15", "flight delayed, it's now 9:40".
_MOVED_NOW = re.compile(
    rf"(?:(?P<det>{_DET}) )?(?P<thing>{_NOUNS})(?: has| have| had)?(?: got| been| was| were| is)? "
    rf"(?:{_MOVED}|delayed|to {_MOVE})(?: again)?[\s,;–-]+(?:and |so )?(?:it['’]?s |it is |is )?now (?:on |at |to |for )?"
    r"(?P<when>[^?!;\n]{2,40})",
    re.IGNORECASE,
)
# "The beta slips a week, so the 19th", "kickoff slipped, we do it on the 21st".
_SLIPPED = re.compile(
    rf"(?:(?P<det>{_DET}) )?(?P<thing>{_NOUNS})(?: has| have)? (?:slips?|slipped)(?: again)?"
    r"(?: (?:by )?(?:an?|two|three|four|a few|\d+) (?:days?|weeks?|months?))?[\s,;:–-]+(?:and |so )?"
    r"(?:we (?:do|['’]ll do|are doing) it |(?:it|that)['’]?s |it is )?(?:now )?(?:to |on |for )?(?P<when>[^?!;\n]{2,40})",
    re.IGNORECASE,
)
_NTH_ALONE = re.compile(r"^(?=\d{1,2}(?:st|nd|rd|th)\b)", re.IGNORECASE)
_OF_DAY = r"(?:tonight|today|tomorrow)['’]?s"
_OFF = r"(?:cancelled|canceled|called off)"
_CALL_OFF = rf"(?:{_OFF}|(?:had|have|has) to (?:cancel|call off))"
_CANCELLED = re.compile(
    rf"(?:(?P<det>my|our|the|{_OF_DAY}) )?(?P<thing>{_NOUNS})"
    rf"(?: (?:has|have|had))?(?: (?:is|are|was|were|got|been|being|gets)|['’]s)* (?:now |just )?{_OFF}"
    r"(?: (?:again|too|now|sadly|last minute|due to|because|by)\b[^?]*)?"
    rf"|(?:{_WHO}(?= ))?{_HELPERS} ?{_CALL_OFF} (?P<det_active>my|our|the|{_OF_DAY}) (?P<active>{_NOUNS})"
    rf"|(?:(?P<det_off>my|our|the) )?(?P<off>(?:[\w'’-]+ ){{0,2}}?(?:{EVENTS}))(?: is|['’]s) off"
    r"(?: (?:today|tonight|tomorrow|now))?",
    re.IGNORECASE,
)
_POLITE = r"(?:(?:ok|okay|then|so|hey|hi|and|also|sorry|please|pls)[ ,]+)*"
_PROPOSED_MOVE = re.compile(
    rf"{_POLITE}(?:(?P<asked>(?:can|could|shall|should|would|will) (?:we|you|u|i)(?: mind)?(?: please| maybe)?)"
    r"|let['’]?s|please|pls)?"
    rf" ?{_MOVE}(?:ing)? (?:(?:it|that|this)|(?P<det>{_DET}) (?P<thing>{_NOUNS})){_AWAY} {_TO} (?P<when>[^?]+?)"
    r"(?: instead| then| please| pls)*[?.! ]*",
    re.IGNORECASE,
)
_FOR_US = r"(?: (?:for (?:you|u|us|everyone|all|both)|instead|then|better))*"
_MAYBE = r"(?:(?:can|could|shall|should) (?:we|you)|let['’]?s|how about|what about|maybe|any chance (?:we|you) (?:can|could))"
_PROPOSED_VALUE = re.compile(
    rf"{_POLITE}{_MAYBE}(?: (?:do|say|make it|make that|go for|try))?(?: (?:on|at))? (?P<when>[^?,;]+?){_FOR_US}"
    r"(?:,? same (?:time|place)[^?]*)?[?.! ]*"
    rf"|{_POLITE}(?:would|does|is)(?: (?:on|at))? (?P<asked>[^?,;]+?)"
    rf" (?:work|suit|ok|okay|good|fine|better|possible){_FOR_US} ?\?",
    re.IGNORECASE,
)
_AGREES = re.compile(
    r"(?:(?:ok(?:ay)?|yes|yeah|yep|yup|sure|fine|great|perfect|good|cool|deal|done|lovely|sounds (?:good|great|fine)|agreed|noted"
    r"|no (?:problem|worries)|of course|good idea|go for it|happy with that|all good|moved|will do|(?:that |it )?works"
    r"|that['’]?s (?:fine|ok|good|great|better)|(?:both|either) (?:fine|ok)|by|for|with|me|us|too|then|it is|is|even|better"
    r"|suits|thanks|thank you|👍)[\s,.!]*)+",
    re.IGNORECASE,
)
_NO_MODIFIER = r"(?!(?:the|a|an|my|our|have|having|got|is|on|at|for|next|this|be|m|s)\b)"
_DATED_EVENT = re.compile(
    rf"(?<![\w'’])(?P<thing>(?:{_NO_MODIFIER}[a-z-]+ ){{0,2}}(?:{EVENTS}))"
    r"(?: with [\w'’-]+)?(?: is| will be|['’]s)?(?: now)?(?: on| at| for)?,? $",
    re.IGNORECASE,
)
# "Can you move it" orders, and "should I move it" asks; so does "to Monday or keep it".
_ORDERS = re.compile(r"(?:can|could|will|would) (?:you|u)\b", re.IGNORECASE)
_OPEN = re.compile(r"\b(?:if|unless|or|maybe)\b", re.IGNORECASE)
_OF_LATER = re.compile(
    r"[,;]? (?:same (?:time|place)|because|as|since|so|but|if)\b.*$|[,;(].*$", re.IGNORECASE | re.DOTALL
)
_NOT_THINGS = re.compile(
    r"\b(?:if|when|whether|not|no|never|what|who|which|and|or|but|because|is|are|was|be|the|i|you|he|she|it|they|we|him|her|them"
    r"|some\w*|any\w*|every\w*|hopefully|maybe|mind|plan|money|account|order|subject|membership|subscription)\b|n['’]t\b",
    re.IGNORECASE,
)
_EVENT = re.compile(rf"(?:[\w'’-]+ )*(?:{EVENTS})s?", re.IGNORECASE)
_RELATION = re.compile(r" (?:with|at|for|to|of|in) ", re.IGNORECASE)
_OWNED = re.compile(r"[\w-]+['’]s ")
_BEFORE_VALUE = re.compile(r"(?:on|at|next|this|the|about|around|for|to| )*", re.IGNORECASE)
_NEAR = re.compile(r"\b(?:tomorrow|tmrw|today|tonight)\b", re.IGNORECASE)
_AT_HOUR = re.compile(rf",? at (?:{HOUR_WORDS}|1[0-2]|[1-9])\b", re.IGNORECASE)
_HOUR = re.compile(r"(?:1[0-2]|[1-9])")
_LONGEST_TIME = dt.timedelta(hours=18)
_MOST_CHARS = 120


class MovedAppointment(NamedTuple):
    """A change of an appointment.

    Attributes:
        sentence: the change in plain words: "The meeting is moved to Saturday", "My dentist appointment is cancelled".
        start: the offset of the words that state it.
        end: the offset after them.
        places: the places in `Utterance.earlier` of the messages that it rests on.
    """

    sentence: str
    start: int
    end: int
    places: tuple[int, ...] = ()


def find_moved_appointments(passage: Utterance, own: str) -> Iterator[MovedAppointment]:
    """Yield the changes of appointments that a message states, proposes of its author's own date, or agrees to.

    Args:
        passage: the message, with the messages before it.
        own: its text, with all but its author's own words replaced by spaces.
    """
    for start, end in split_parts(own, with_questions=not passage.is_between_people):
        text = own[start:end].rstrip(" .!")
        words = own[start : start + _MOST_CHARS]
        now = _MOVED_NOW.match(words) or _SLIPPED.match(words)
        if (
            now is not None
            and (when := _value(_NTH_ALONE.sub("the ", now["when"])))
            and (sentence := _say(now["thing"], f"moved to {when}", now["det"] or "the"))
        ):
            yield MovedAppointment(sentence, start, start + now.end())
        elif len(text) <= _MOST_CHARS and (sentence := _read_change(text, passage)):
            yield MovedAppointment(sentence, start, end)
    agreed = _find_agreed(passage)
    # Others chose these words.
    if agreed is not None and agreed.sentence and not find_instructions(agreed.sentence):
        yield agreed


def _read_change(text: str, passage: Utterance) -> str:
    if (match := _CANCELLED.fullmatch(text)) is not None:
        det = match["det"] or match["det_active"] or match["det_off"] or "the"
        return _say(match["thing"] or match["active"] or match["off"], "cancelled", det)
    if (match := _SAID_MOVED.fullmatch(text)) is not None:
        det = match["det"] or ("the" if match["passive"] else "my")
        when = match["when"] or match["when_me"] or match["when_passive"]
        who = f"{match['who']} appointment" if match["who"] else None
        return _say(match["thing"] or who or match["passive"], f"moved to {_value(when)}", det) if _value(when) else ""
    match = _PROPOSED_MOVE.fullmatch(text)
    if match is None or not match["thing"] or not (when := _value(match["when"])):
        return ""
    is_order = not passage.is_between_people and _ORDERS.match(match["asked"] or "can you") is not None
    if _OPEN.search(text):
        return ""
    # Those who have set a date may move it.
    is_own = not match["asked"] and any(turn.is_own and _names(turn, match["thing"]) for turn in passage.earlier)
    return _say(match["thing"], f"moved to {when}", match["det"]) if is_order or is_own else ""


def _say(thing: str, change: str, det: str) -> str:
    """Return the sentence of a change of something that takes place; "" for anything else."""
    if _NOT_THINGS.search(thing) or _EVENT.fullmatch(_RELATION.split(thing, maxsplit=1)[0]) is None:
        return ""
    # "Pam's yoga is cancelled".
    start = thing if det.lower() == "the" and _OWNED.match(thing) else f"{det[:1].upper()}{det[1:].lower()} {thing}"
    return f"{start} is {change}."


def _value(words: str) -> str:
    """Return the day or time that words name, as they name it; "" if they name neither."""
    words = _OF_LATER.sub("", words).strip()
    values = [each for each in find_spoken_values(words) if each.kind != "number"]
    if not values or not _BEFORE_VALUE.fullmatch(words[: values[0].start]):
        # "To the other provider in August".
        return ""
    hour = _AT_HOUR.match(words, values[-1].end)
    return words[values[0].start : hour.end() if hour is not None else values[-1].end]


def _names(turn: EarlierTurn, thing: str) -> bool:
    """Whether a message speaks of a thing and gives a day or a time."""
    head = thing.rsplit(maxsplit=1)[-1]
    is_dated = any(each.kind != "number" for each in find_spoken_values(turn.text))
    return is_dated and re.search(rf"\b{re.escape(head)}\b", turn.text, re.IGNORECASE) is not None


def _find_agreed(passage: Utterance) -> MovedAppointment | None:
    """Return the change that the message before proposes, if this one only agrees."""
    if not passage.earlier or not _only_agrees(passage.text):
        return None
    place = len(passage.earlier) - 1
    proposal = passage.earlier[place]
    # In a group, others may agree first.
    while proposal.speaker != passage.speaker and _only_agrees(proposal.text) and place > 0:
        place -= 1
        proposal = passage.earlier[place]
    if proposal.is_own or passage.at - proposal.at > _LONGEST_TIME:
        return None
    for start, end in split_sentences(proposal.text):
        text = proposal.text[start : min(end, start + _MOST_CHARS)]
        moved = _PROPOSED_MOVE.fullmatch(text)
        match = moved or _PROPOSED_VALUE.fullmatch(text)
        when = "" if match is None else _proposed_value(match)
        # "Tomorrow" of another day is another one.
        is_near = _NEAR.search(when) is not None and proposal.at.date() != passage.at.date()
        if when and not is_near and _names_only(passage.text, when):
            return _describe_agreed(passage, place, moved, when)
    return None


def _proposed_value(match: re.Match[str]) -> str:
    """Return the day or time that a proposal names; "" if it is of something else: "how about Saturday for a drink?"."""
    if match.re is _PROPOSED_MOVE:
        return _value(match["when"])
    named = (match["when"] or match["asked"] or "").strip()
    when = named if _HOUR.fullmatch(named) else _value(named)
    return when if named.endswith(when) else ""


def _describe_agreed(passage: Utterance, place: int, moved: re.Match[str] | None, when: str) -> MovedAppointment | None:
    """Return the change to which a message agrees: of the thing that is named, or of what has the last day."""
    if moved is not None and moved["thing"]:
        # "My haircut" is theirs.
        sentence = "" if moved["det"].lower() == "my" else _say(moved["thing"], f"moved to {when}", "the")
        return MovedAppointment(sentence, 0, len(passage.text), (place,)) if sentence else None
    dated = _find_dated_event(passage.earlier[:place])
    if dated is None:
        return None
    return MovedAppointment(f"The {dated[0]} is moved to {when}.", 0, len(passage.text), (dated[1], place))


def _only_agrees(text: str) -> bool:
    if len(text) > _MOST_CHARS:
        return False
    rest = text
    for value in reversed(find_spoken_values(text)):
        rest = rest[: value.start] + rest[value.end :]
    return bool(rest.strip()) and _AGREES.fullmatch(rest.strip()) is not None


def _names_only(text: str, proposed: str) -> bool:
    """Whether an answer names no other day or time than the proposed one: "yeah, Friday works" refuses Saturday."""
    words = proposed.lower()
    return all(each.plain.split()[0] in words for each in find_spoken_values(text))


def _find_dated_event(turns: Sequence[EarlierTurn]) -> tuple[str, int] | None:
    """Return what takes place on the day that was named last, and the place of the message that names it."""
    for place in range(len(turns) - 1, -1, -1):
        text = turns[place].text
        for value in find_spoken_values(text):
            match = (
                _DATED_EVENT.search(text[max(0, value.start - _MOST_CHARS) : value.start])
                if value.kind != "number"
                else None
            )
            if match is not None:
                return match["thing"].strip(), place
    return None
