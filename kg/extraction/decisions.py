"""Decisions between things: "Salt & Thyme it is", "we're going with Postgres", "decided: Lisbon", and "yes" to "let's go with …".

A later decision on the same matter replaces an earlier one: what it is for, the things that a question offered, the earlier one
of which it takes another "instead", or the kind of a tool.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from kg.extraction.clause_dates import spell_dates
from kg.extraction.dates import find_dates
from kg.extraction.given_names import NAMES_OF_MEN, NAMES_OF_WOMEN
from kg.extraction.modality import blank_unasserted
from kg.extraction.quoted_speech import blank_all_but_asserted
from kg.extraction.task_reports import split_parts
from kg.extraction.word_lists import KIN, PEOPLE, word_set
from kg.knowledge import name_tool
from kg.language import split_sentences
from kg.protocols import EarlierTurn, ExtractedStatement, Utterance

if TYPE_CHECKING:
    from kg.language import NameSpan

_CONFIDENCE, _WORTH = 0.8, 0.5
_WE = r"(?:we|i)"
_HAVE = r"(?:['’]ve| have)?(?: just| finally| now| all| actually)*"
_WORD = r"[\w&](?:[\w'’&.+#-]*[\w'’&+#])?"
_THING = rf"(?P<thing>{_WORD}(?: {_WORD}){{0,6}}?)"
_PURPOSE = r"(?P<purpose> (?:for|as) (?:the|our|my) [\w'’-]+(?: [\w'’-]+){0,2}?)?"
_END = r"(?P<end>(?:,? (?:in the end|instead|after all|then|now|finally|for now))*)[.!👍 ]*"
_SETTLED = re.compile(rf"(?:(?:then|well|right|alright),? )?{_THING}{_PURPOSE} it is{_END}", re.IGNORECASE)
_ANNOUNCED = re.compile(
    rf"(?:(?:final|our|the) )?(?:decision|decided)(?: is)? ?[:–—-] ?{_THING}{_PURPOSE}{_END}", re.IGNORECASE
)
_CHANGED = r"(?:(?:changed (?:my|our) minds?|in the end|actually)[,:;]? )?"
_PATTERNS = (
    _SETTLED,
    *(
        re.compile(pattern + _END, re.IGNORECASE)
        for pattern in (
            rf"{_CHANGED}(?:{_WE}(?:['’](?:re|m)| are| am) )?going with {_THING}{_PURPOSE}",
            rf"{_WE}(?:['’]ll| will) go with {_THING}{_PURPOSE}",
            rf"(?:in the end )?{_WE}{_HAVE} (?:went|gone|decided to go) with {_THING}{_PURPOSE}",
            rf"(?:in the end )?{_WE}{_HAVE} (?:decided on|settled on|agreed on|chose|chosen|picked|opted for) {_THING}{_PURPOSE}",
        )
    ),
)
# "We're going back to Postgres", of tools alone: "we're going back to Lisbon" is a trip.
_BACK = re.compile(
    rf"(?:{_WE}(?:['’](?:re|m|ve)| are| am| have)? )?(?:(?:going|gone|went) )?back (?:to|on|onto) {_THING}{_PURPOSE}{_END}",
    re.IGNORECASE,
)
_PROPOSAL = re.compile(
    rf"(?:let['’]?s|lets)(?: just)? (?:go|stick|stay|keep going) with {_THING}{_PURPOSE}{_END}", re.IGNORECASE
)
# Of what was spoken of: "sticking with 2e-5", "ok dropping french" → to drop french.
_KEPT = re.compile(
    rf"(?:{_WE}(?:['’](?:re|m|ll)| are| am| will)? |let['’]?s )?(?:just )?(?:stick(?:ing)? with|stay(?:ing)? (?:with|on))"
    rf" {_THING}{_PURPOSE}{_END}",
    re.IGNORECASE,
)
_DROPPED = re.compile(
    rf"(?:{_WE}(?:['’](?:re|m|ll)| are| am| will)? |let['’]?s )?(?:just )?(?P<deed>dropping|drop|keeping|keep|scrapping|scrap)"
    rf" (?P<thing>{_WORD}(?: {_WORD}){{0,2}}?){_END}",
    re.IGNORECASE,
)
_DEEDS = {"dropping": "drop", "keeping": "keep", "scrapping": "drop", "scrap": "drop"}
_VALUE = re.compile(r"\d[\d.,]*(?:e[+-]?\d+|[a-z]\w*)|\d+[.,]\d+", re.IGNORECASE)
_ASKED_PROPOSAL = re.compile(
    rf"(?:(?:shall|should|can) we (?:just )?go with|(?:how|what) about (?:we go with|going with)) {_THING}{_PURPOSE}{_END}\?*\s*",
    re.IGNORECASE,
)
_AGREES = re.compile(
    r"\W*(?:(?:yes|yeah|yep|yup|ok(?:ay)?|sure|agreed|deal|perfect|great|fine(?: by me| with me)?|sounds (?:good|great|fine)"
    r"|works for me|go for it|let['’]?s do (?:it|that)|good (?:choice|idea|plan)|👍)(?!\w)[\s,.!👍]*)+",
    re.IGNORECASE,
)
_NOT_CHOSEN = re.compile(
    r"\b(?:up|out|off|it|its|that|this|these|those|what|who|them|him|her|me|us|you|your|his|their|she|he|they|i|we|ones?|two|three|flow|gut"
    r"|feeling|wind|times|crowd|tide|majority|everyone|everybody|someone|friends?|family|yes|no|not|never|is|are|was|were|be|to"
    r"|will|can|if|when|because|so|than|how|as|worth|maybe|probably|(?:some|any|no)thing|whatever|a|an|some|any)\b|n['’]t\b",
    re.IGNORECASE,
)
# "We're going with Postgres, says my boss".
_SAID_AFTER = re.compile(r"[\s,]*(?:says?|said|according to|apparently)\b", re.IGNORECASE)
_PERSONS = KIN.keys() | PEOPLE | NAMES_OF_WOMEN | NAMES_OF_MEN | word_set("kids guys girls boys lads everyone")
_OFFERED = re.compile(
    r"^.*\b(?:go with|going with|use|book|do|try|get|pick|choose|prefer|between|is it|have|take|order|buy|for|about"
    r"|should it be|so|ok)[,:]? ",
    re.IGNORECASE,
)
_FOR = re.compile(r"\b(?P<purpose>(?:for|as) (?:the|our|my) [\w'’-]+(?: [\w'’-]+)?)\s*\??$", re.IGNORECASE)
_QUESTION = re.compile(r"[^.!?\n]*\?")
_ARTICLE = re.compile(r"^(?:the|our|my) ", re.IGNORECASE)
_CLAIMING = re.compile(rf"\bmy\b|\b(?:{'|'.join(sorted(KIN))})\b", re.IGNORECASE)
_OWN = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_NO_LABELS = word_set("the a an to with of at is was be for in on by and or than from use used it that about so then")
_MOST_VALUE_TURNS = 12
_LONGEST_TIME, _MOST_TURNS, _MOST_CHARS = dt.timedelta(hours=18), 6, 140


class Choice(NamedTuple):
    """What was chosen.

    Attributes:
        thing: what was chosen.
        purpose: for what or as what, with a space before it; "" if that is open.
        matter: what was decided on, in folded words: "for wedding", "mysql or postgres"; "" if that is open.
        is_instead: whether it is chosen instead of something else.
        start: the offset of the words that state it.
        end: the offset after them.
        places: the places in `Utterance.earlier` of the messages that it rests on.
    """

    thing: str
    purpose: str
    matter: str
    is_instead: bool
    start: int
    end: int
    places: tuple[int, ...] = ()


def add_decisions(
    observed: Sequence[ExtractedStatement], passage: Utterance, names: Sequence[NameSpan]
) -> list[ExtractedStatement]:
    """Return the observations of a message with its decisions, in place of what else was read in their words.

    Args:
        observed: its observations and tasks.
        passage: the message, with the messages before it.
        names: the names in the message.
    """
    kept = list(observed)
    for decision in find_decisions(passage, names):
        kept = [
            each for each in kept if each.kind == "task" or each.start >= decision.end or each.end <= decision.start
        ]
        kept.append(_state(decision, passage))
    return kept


def find_decisions(passage: Utterance, names: Sequence[NameSpan]) -> Iterator[Choice]:
    """Yield the decisions that a message states or agrees to.

    Args:
        passage: the message, with the messages before it.
        names: the names in the message.
    """
    persons = {span.text.casefold() for span in names if span.label == "person"}
    named = [span.text for span in names if span.label != "person"]
    own = blank_all_but_asserted(passage.text, passage.speaker, names)
    for start, end in _split(own):
        is_left_out = end - start > _MOST_CHARS or _SAID_AFTER.match(own, end) is not None
        decision = None if is_left_out else _read(own[start:end], passage, persons, named)
        if decision is not None:
            yield _settle(decision._replace(start=start, end=end), passage, persons)
    agreed = _find_agreed(passage, persons)
    if agreed is not None:
        yield _settle(agreed, passage, persons)


def _split(text: str) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each part of a text; "decided:" is no opening here."""
    for start, end in split_sentences(text):
        if _ANNOUNCED.fullmatch(text[start:end].strip()) is not None:
            yield start, end
        else:
            yield from ((start + first, start + last) for first, last in split_parts(text[start:end]))


def _read(
    text: str, passage: Utterance, persons: set[str], named: Sequence[str] = (), *, is_earlier: bool = False
) -> Choice | None:
    patterns = (_ANNOUNCED, *_PATTERNS, _BACK, _KEPT, *(() if passage.is_between_people else (_PROPOSAL,)))
    if (dropped := _read_dropped(text, passage, persons)) is not None:
        return dropped
    match = next((found for each in patterns if (found := each.fullmatch(text.strip())) is not None), None)
    if match is None or (match.re is _BACK and name_tool(match["thing"]) is None):
        return None
    decision = _build(match, (0, len(text)))
    if match.re is _SETTLED and not is_earlier and not _is_mentioned(decision.thing, passage.earlier, named):
        return None
    if _VALUE.fullmatch(decision.thing):
        return _label_value(decision, passage.earlier)
    if match.re is _KEPT:
        return decision if _is_spoken_thing(decision.thing, passage, persons) else None
    return decision if _is_thing(decision, passage, persons, may_be_dated=match.re is _ANNOUNCED) else None


def _read_dropped(text: str, passage: Utterance, persons: set[str]) -> Choice | None:
    """Read "ok dropping french" of what was spoken of, where it is no order to another."""
    match = _DROPPED.fullmatch(text.strip())
    if match is None or match[0].lower().startswith(("drop ", "keep ", "scrap ", "just ")):
        return None
    thing, bare = match["thing"], _ARTICLE.sub("", match["thing"])
    if not _is_spoken_thing(thing, passage, persons):
        return None
    deed = match["deed"].lower()
    return Choice(
        f"to {_DEEDS.get(deed, deed)} {thing}", "", f"keep {bare.casefold()}", is_instead=False, start=0, end=len(text)
    )


def _is_spoken_thing(words: str, passage: Utterance, persons: set[str]) -> bool:
    """Whether words name a thing, and no person or day, of which the last messages spoke."""
    bare = _ARTICLE.sub("", words)
    if _NOT_CHOSEN.search(bare) or find_dates(words, passage.at) or _is_person(words, persons):
        return False
    return _is_spoken_of(bare, passage.earlier)


def _is_person(words: str, persons: set[str]) -> bool:
    named = {word.casefold() for word in words.split()}
    return not named.isdisjoint(_PERSONS) or any(named & set(each.split()) for each in persons)


def _label_value(decision: Choice, earlier: Sequence[EarlierTurn]) -> Choice | None:
    """Return a chosen value with what it was a value of, "2e-5" after "lr 2e-5, seed 42"; None if nothing says so."""
    labelled = re.compile(
        rf"(?<![\w-])(?P<label>[^\W\d_][\w-]*) ?[=:]? ?{re.escape(decision.thing)}(?![\w-]|\.\d)", re.IGNORECASE
    )
    for place in range(len(earlier) - 1, max(len(earlier) - 1 - _MOST_VALUE_TURNS, -1), -1):
        for match in labelled.finditer(earlier[place].text):
            label = match["label"].lower()
            if label not in _NO_LABELS:
                return decision._replace(
                    thing=f"{match['label']} {decision.thing}", matter=f"value {label}", places=(place,)
                )
    return None


def _is_spoken_of(thing: str, earlier: Sequence[EarlierTurn]) -> bool:
    """Whether a thing was spoken of in the last messages, in whole words."""
    pattern = re.compile(rf"(?<![\w.-]){re.escape(thing)}(?![\w-]|\.\d)", re.IGNORECASE)
    return any(pattern.search(turn.text) for turn in earlier[-_MOST_TURNS:])


def _build(match: re.Match[str], span: tuple[int, int]) -> Choice:
    purpose = match["purpose"] or ""
    words = purpose.lower().split()
    # "For the wedding", "as our builder".
    matter = " ".join([words[0], *words[2:]]) if words else ""
    is_instead = "instead" in match[0].lower() or "changed" in match[0].lower()
    return Choice(match["thing"], purpose, matter, is_instead, *span)


def _is_mentioned(thing: str, earlier: Sequence[EarlierTurn], named: Sequence[str]) -> bool:
    """Whether a thing is a name of several words, or was spoken of: "Salt & Thyme it is", but not "lovely it is"."""
    words = thing.split()
    if thing in named or (len(words) > 1 and words[0][0].isupper() and words[-1][0].isupper()):
        return True
    return any(thing.casefold() in turn.text.casefold() for turn in earlier[-_MOST_TURNS:])


def _is_thing(
    decision: Choice, passage: Utterance, persons: set[str], *, may_be_dated: bool = False, is_agreed: bool = False
) -> bool:
    """Whether words name what may be chosen: a name, a thing that was offered, or one that is chosen for something.

    Others who propose it may claim more: "let's go with Ivo as my husband".
    """
    thing = decision.thing
    if name_tool(thing) is not None and not decision.purpose:
        return True
    is_person = _is_person(thing, persons)
    dates = find_dates(thing, passage.at)
    is_dated = bool(dates) and not (may_be_dated and len(dates) == 1 and dates[0].start > 0)
    if _NOT_CHOSEN.search(thing) or is_dated or thing[0].isdigit():
        return False
    if (is_person and (is_agreed or not decision.purpose)) or (is_agreed and _CLAIMING.search(decision.purpose)):
        return False
    is_written = _ARTICLE.sub("", thing)[:1].isupper() or any(map(str.isupper, thing[1:]))
    is_written |= is_agreed and thing.lower().startswith("the ")
    return is_written or bool(decision.purpose) or _offered(thing, passage.earlier) is not None


def _settle(decision: Choice, passage: Utterance, persons: set[str]) -> Choice:
    """Return a decision with the matter that earlier messages give it."""
    if decision.matter:
        return decision
    if (offered := _offered(decision.thing, passage.earlier)) is not None:
        matter, purpose, place = offered
        return decision._replace(
            matter=matter, purpose=decision.purpose or purpose, places=tuple(sorted({*decision.places, place}))
        )
    if decision.is_instead:
        for place in range(len(passage.earlier) - 1, -1, -1):
            turn = passage.earlier[place]
            before = replace(passage, text=turn.text, at=turn.at, earlier=passage.earlier[:place])
            found = _read_earlier(before, persons) if turn.is_own else None
            if found is not None:
                return decision._replace(matter=found.matter, purpose=found.purpose, places=(place,))
    return decision._replace(matter=decision.thing.casefold())


def _read_earlier(passage: Utterance, persons: set[str]) -> Choice | None:
    """Return the decision of an earlier message of the same author."""
    for start, end in _split(blank_unasserted(passage.text)):
        decision = (
            _read(passage.text[start:end], passage, persons, is_earlier=True) if end - start <= _MOST_CHARS else None
        )
        if decision is not None:
            return _settle(decision, passage, persons)
    agreed = _find_agreed(passage, persons)
    return None if agreed is None else _settle(agreed, passage, persons)


def _offered(thing: str, earlier: Sequence[EarlierTurn]) -> tuple[str, str, int] | None:
    """Return the things between which a question lets choose, what for, and the place of its message; None if it is of others."""
    for place in range(len(earlier) - 1, max(len(earlier) - 1 - _MOST_TURNS, -1), -1):
        for question in _QUESTION.findall(earlier[place].text):
            if " or " not in question or re.search(rf"\b{re.escape(thing)}\b", question, re.IGNORECASE) is None:
                continue
            text = question.strip(" ?")
            purpose = _FOR.search(text)
            text = text if purpose is None else text[: purpose.start()].rstrip()
            first, _, last = text.rpartition(" or ")
            options = [_OFFERED.sub("", each).strip().casefold() for each in (*first.split(", "), last)]
            if _ARTICLE.sub("", thing).casefold() in {_ARTICLE.sub("", each) for each in options}:
                return " or ".join(sorted(options)), f" {purpose['purpose']}" if purpose else "", place
    return None


def _find_agreed(passage: Utterance, persons: set[str]) -> Choice | None:
    """Return the decision that the message before proposes, if this one only agrees."""
    if not passage.earlier or len(passage.text) > _MOST_CHARS or _AGREES.fullmatch(passage.text) is None:
        return None
    place = len(passage.earlier) - 1
    turn = passage.earlier[place]
    if turn.is_own or turn.speaker == passage.speaker or passage.at - turn.at > _LONGEST_TIME:
        return None
    for start, end in split_parts(turn.text, with_questions=True):
        text = turn.text[start:end]
        match = _PROPOSAL.fullmatch(text) or _ASKED_PROPOSAL.fullmatch(text)
        if match is not None:
            decision = _build(match, (0, len(passage.text)))._replace(places=(place,))
            is_thing = _is_thing(decision, replace(passage, earlier=passage.earlier[:place]), persons, is_agreed=True)
            return decision if is_thing else None
    return None


def _state(decision: Choice, passage: Utterance) -> ExtractedStatement:
    tool = name_tool(decision.thing) if decision.matter == decision.thing.casefold() else None
    chosen = _OWN.sub("their", spell_dates(f"{decision.thing}{decision.purpose}", passage.at)[0])
    return ExtractedStatement(
        subject=passage.speaker,
        predicate="choose",
        object=chosen,
        polarity=True,
        valid_from=None,
        valid_to=None,
        start=decision.start,
        end=decision.end,
        confidence=_CONFIDENCE,
        template=f"{{s}} chose {chosen}",
        kind="event",
        worth=_WORTH,
        aspect=f"choice {decision.matter if tool is None else tool[0]}",
        rests_on=decision.places,
    )
