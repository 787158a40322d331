"""The sentences of messages that matter, in the third person where digestion stated them: for diary, episodes and summaries."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.extraction import estimate_salience, rate_sentences
from kg.graph import Graph, GraphTransaction
from kg.language import extract_keywords, quote_text, says_something_else
from kg.memories.tool_failures import truncate_text
from kg.people import attribute_sentence, needs_attribution
from kg.types import Event

# Salience from which a sentence may be chosen: this share of the best one's, within bounds. On a quiet day less matters.
_LEAST_SHARE, _LEAST, _ENOUGH = 0.2, 0.03, 0.1
# A sentence of a chosen message is shown if it has this share of the salience of the message's best one.
_BESIDE_SHARE = 0.3
# A message repeats another if this share of its best sentence's words is common with a sentence there, and no detail differs.
_SAME_SHARE = 0.5
# Minimum number of words of a sentence, and of one from which digestion made statements.
_MIN_WORDS, _MIN_STATED = 3, 2
# A statement stands for a sentence if it has this share of its words; a further one if it adds a share.
_STATED_SHARE, _ADDED_SHARE, _MOST_STATEMENTS = 0.5, 0.25, 2
_MAX_CHARS = 400
# Share of letters among the characters of prose; data and code have fewer.
_LETTER_SHARE = 0.6
# Captions of photos, as chats write them.
_CAPTION = re.compile(r"\[[^\]]*\]")
_BULLET = re.compile(r"^[-*•>–]+ +")


@dataclass(frozen=True)
class EventStatement:
    """A fact that rests on a message.

    Attributes:
        id: id of the fact.
        text: its sentence, with its speaker where presence alone gives them credit.
        worth: how worth noting it is, 0 to 1.
    """

    id: str
    text: str
    worth: float


@dataclass(frozen=True)
class NotableSentence:
    """A sentence that was chosen.

    Attributes:
        event: the message that it is from.
        text: the statements that digestion made of it, or a quotation with its speaker.
        salience: the probability that it matters, 0 to 1.
        facts: ids of the facts whose statements it shows.
        question: the message with the question that it quotes too; None if there is none.
    """

    event: Event
    text: str
    salience: float
    facts: tuple[str, ...] = ()
    question: Event | None = None

    @property
    def messages(self) -> tuple[str, ...]:
        """Ids of the messages that it states or quotes."""
        return tuple(each.id or "" for each in (self.event, self.question) if each is not None)


@dataclass(frozen=True)
class _Candidate:
    place: int
    event: Event
    start: int
    end: int
    sentence: str
    words: frozenset[str]
    salience: float

    @property
    def is_trusted(self) -> bool:
        return _is_trusted(self.event)


def read_event_statements(graph: Graph | GraphTransaction, events: Iterable[Event]) -> dict[str, list[EventStatement]]:
    """Return id of an event → the facts that rest on it, the most worth first. One trip.

    What others than owners and endorsed persons say of anyone but themselves is quoted with their names, which the events have.
    """
    speakers = {event.id: display_speaker(event) for event in events}
    rows = graph.run("memories/event_statements", ids=sorted(id_ for id_ in speakers if id_))
    return {
        row["event"]: [
            EventStatement(id_, _attribute(text, speakers[row["event"]], authority, is_own=own), worth)
            for id_, text, worth, authority, own in row["statements"]
        ]
        for row in rows
    }


def choose_notable(
    events: Sequence[Event],
    statements: Mapping[str, Sequence[EventStatement]],
    *,
    most: int,
) -> list[NotableSentence]:
    """Choose what matters most in the messages that matter most, each once, in their order; nothing of small talk.

    Where several speakers say the same, the first who is trusted is shown, else the first. What a speaker who is not
    trusted says in the same words, but with other details, does not take the place of theirs.

    Args:
        events: messages, oldest first, with the names that kept texts show for their speakers.
        statements: id of an event → the facts that rest on it.
        most: maximum number of messages.
    """
    messages = [found for place, event in enumerate(events) if (found := _candidates(place, event, statements))]
    messages.sort(key=lambda each: (-each[0].salience, each[0].place))
    best = messages[0][0].salience if messages else 0.0
    least = min(_ENOUGH, max(_LEAST, _LEAST_SHARE * best))
    chosen: list[list[_Candidate]] = []
    for message in messages:
        similar = _find_similar(message[0], chosen)
        repeated = next((one for one in similar if not says_something_else(one.sentence, message[0].sentence)), None)
        if repeated is None and len(chosen) < most:
            chosen += [_beside_best(message)] if message[0].salience >= least else []
        elif rival := _find_rival(
            message[0], [repeated] if repeated else [one for one in similar if not one.is_trusted]
        ):
            chosen = _replace(rival, _beside_best(message), chosen, most=most)
    shown = sorted((one for message in chosen for one in message), key=lambda each: (each.place, each.start))
    return _without_repetitions(_render(shown, statements))


def choose_statements(
    events: Sequence[Event],
    statements: Mapping[str, Sequence[EventStatement]],
    *,
    most: int,
) -> list[NotableSentence]:
    """Choose the facts most worth noting of the messages that matter most, joined by message, in the messages' order.

    Facts of speakers who are not trusted are left out. The salience of a sentence is that of its best fact: its worth, times the
    square root of the message's salience. Of facts that repeat each other the first that was said is chosen.

    Args:
        events: messages, oldest first, with the names that kept texts show for their speakers.
        statements: id of an event → the facts that rest on it.
        most: maximum number of facts.
    """
    rated: list[tuple[float, int, EventStatement]] = []
    for place, event in enumerate(events):
        stated = statements.get(event.id or "", ()) if _is_trusted(event) else ()
        share = math.sqrt(_salience(event, stated)) if stated else 0.0
        rated.extend((one.worth * share, place, one) for one in stated)
    best: dict[int, float] = {}
    chosen: dict[int, list[EventStatement]] = {}
    shown: list[tuple[int, EventStatement]] = []
    for rating, place, one in sorted(rated, key=lambda each: (-each[0], each[1], each[2].id)):
        best.setdefault(place, rating)
        same = next((rank for rank, (_, other) in enumerate(shown) if _is_same(one.text, other.text)), None)
        if same is None:
            shown += [(place, one)] if len(shown) < most else []
        elif place < shown[same][0]:
            shown[same] = (place, one)
    for place, one in shown:
        chosen.setdefault(place, []).append(one)
    return [
        NotableSentence(events[place], " ".join(one.text for one in ones), best[place], tuple(one.id for one in ones))
        for place, ones in sorted(chosen.items())
    ]


def shorten_names(sentences: Iterable[str], names: Iterable[str]) -> list[str]:
    """Return the sentences with each name of several words in full once, and then by its first word, if no other name has it."""
    full = [name for name in dict.fromkeys(names) if " " in name and "(" not in name and "," not in name]
    firsts = [name.split()[0] for name in full]
    short = {name: first for name, first in zip(full, firsts, strict=True) if firsts.count(first) == 1}
    seen: set[str] = set()

    def replace(match: re.Match[str]) -> str:
        name = match[0]
        if name in seen:
            return short[name]
        seen.add(name)
        return name

    if not short:
        return list(sentences)
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(short, key=len, reverse=True)))})\b")
    return [pattern.sub(replace, sentence) for sentence in sentences]


def display_speaker(event: Event) -> str:
    """Return the name of an event's speaker, or the id part of the account."""
    return event.speaker_name or (event.speaker or "").partition(":")[2] or event.speaker or ""


def _attribute(text: str, speaker: str, authority: str | None, *, is_own: bool | None) -> str:
    return attribute_sentence(text, [speaker] if needs_attribution(authority, is_own=is_own, text=text) else [])


def _candidates(place: int, event: Event, statements: Mapping[str, Sequence[EventStatement]]) -> list[_Candidate]:
    """Return the sentences of a message that can be chosen, the most salient first."""
    stated = statements.get(event.id or "", ())
    worths = [one.worth for one in stated]
    salience = _salience(event, stated)
    rated = rate_sentences(event.text, worths)
    best = max((one.odds for one in rated), default=0.0)
    least = _MIN_STATED if worths else _MIN_WORDS
    found = []
    for one in rated:
        sentence = _BULLET.sub("", " ".join(_CAPTION.sub(" ", event.text[one.start : one.end]).split()))
        words = frozenset(extract_keywords(sentence))
        if len(words) >= least and not sentence.endswith("?") and _is_prose(sentence):
            found.append(
                _Candidate(place, event, one.start, one.end, sentence, words, _move(salience, one.odds - best))
            )
    return sorted(found, key=lambda each: (-each.salience, each.start))


def _salience(event: Event, stated: Sequence[EventStatement]) -> float:
    if event.salience is not None:
        return event.salience
    return estimate_salience(event.text, [one.worth for one in stated], None)


def _is_trusted(event: Event) -> bool:
    return "(" not in display_speaker(event)


def _is_prose(sentence: str) -> bool:
    characters = [each for each in sentence if not each.isspace()]
    return sum(map(str.isalpha, characters)) >= _LETTER_SHARE * len(characters)


def _move(probability: float, odds: float) -> float:
    """Return a probability whose log-odds are greater by `odds`."""
    bounded = min(max(probability, 1e-6), 1 - 1e-6)
    return 1 / (1 + (1 - bounded) / bounded * math.exp(-odds))


def _beside_best(message: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the sentences that are shown of a message, the most salient first."""
    return [one for one in message if one.salience >= _BESIDE_SHARE * message[0].salience]


def _find_rival(one: _Candidate, others: Iterable[_Candidate]) -> _Candidate | None:
    """Return the sentence of another speaker in whose place one is shown: a trusted speaker's precedes, and then the first."""
    return next(
        (
            other
            for other in others
            if display_speaker(one.event) != display_speaker(other.event)
            and (not one.is_trusted, one.place) < (not other.is_trusted, other.place)
        ),
        None,
    )


def _find_similar(one: _Candidate, chosen: Iterable[Sequence[_Candidate]]) -> list[_Candidate]:
    """Return the chosen sentences that have most words of a sentence."""
    return [other for message in chosen for other in message if _share(one.words, other.words) >= _SAME_SHARE]


def _replace(
    rival: _Candidate, message: list[_Candidate], chosen: Sequence[list[_Candidate]], *, most: int
) -> list[list[_Candidate]]:
    """Return the chosen messages with a message in the place of a sentence, or of all that its speaker said there.

    The latter if there is no room otherwise, and the speaker is not trusted.
    """
    rest = [kept for each in chosen if (kept := [one for one in each if one is not rival])]
    if len(rest) == most and not rival.is_trusted:
        rest = [each for each in rest if each[0].event is not rival.event]
    return [*rest, message] if len(rest) < most else list(chosen)


def _is_same(text: str, other: str) -> bool:
    return _share(_words(text), _words(other)) >= _SAME_SHARE and not says_something_else(text, other)


def _share(words: frozenset[str], others: frozenset[str]) -> float:
    return len(words & others) / max(1, len(words | others))


def _render(chosen: Iterable[_Candidate], statements: Mapping[str, Sequence[EventStatement]]) -> list[NotableSentence]:
    """Show the statements that say what a sentence says, or quote it; quotations from one message are joined."""
    shown: list[NotableSentence] = []
    quoted: list[_Candidate] = []
    for one in chosen:
        stated = _state(one, statements.get(one.event.id or "", ()))
        if quoted and (stated or quoted[-1].place != one.place):
            shown.append(_quote(quoted))
            quoted = []
        if stated:
            text = " ".join(statement.text for statement in stated)
            shown.append(NotableSentence(one.event, text, one.salience, tuple(each.id for each in stated)))
        else:
            quoted.append(one)
    return [*shown, _quote(quoted)] if quoted else shown


def _state(one: _Candidate, statements: Sequence[EventStatement]) -> list[EventStatement]:
    """Return the statements that together say what a sentence says; none if its speaker is not trusted."""
    chosen: list[EventStatement] = []
    if not one.is_trusted:
        return chosen
    covered: frozenset[str] = frozenset()
    for statement in sorted(statements, key=lambda each: -len(one.words & _words(each.text))):
        added = (one.words & _words(statement.text)) - covered
        least = _ADDED_SHARE if chosen else _STATED_SHARE
        if len(chosen) < _MOST_STATEMENTS and len(added) >= least * len(one.words):
            chosen.append(statement)
            covered |= added
    return chosen


def _quote(sentences: Sequence[_Candidate]) -> NotableSentence:
    """Quote sentences of one message; "…" stands for what is left out between them."""
    event = sentences[0].event
    text = ""
    for before, one in zip((None, *sentences), sentences, strict=False):
        between = "" if before is None else event.text[before.end : one.start]
        text += ("" if before is None else " … " if between.strip() else " ") + one.sentence
    quoted = truncate_text(quote_text(text), _MAX_CHARS)
    salience = max(one.salience for one in sentences)
    return NotableSentence(event, f"{quote_text(display_speaker(event))} said: “{quoted}”", salience)


def _words(text: str) -> frozenset[str]:
    return frozenset(extract_keywords(text))


def _without_repetitions(sentences: list[NotableSentence]) -> list[NotableSentence]:
    """Leave out a sentence whose facts another one shows already."""
    kept: list[NotableSentence] = []
    shown: set[str] = set()
    for one in sentences:
        if not one.facts or not set(one.facts) <= shown:
            kept.append(one)
            shown.update(one.facts)
    return kept
