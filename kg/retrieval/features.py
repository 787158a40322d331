"""Features of candidates for ranking, in scale-free forms that are comparable across conversations.

Every value is computed from the candidates of one search: ranks, shares and deviations among them, or properties of a single
text. `nan` marks an unknown value (no vectors, no token states, no such neighbour).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.retrieval import lexical, neighbours, normalisation
from kg.retrieval.candidates import from_microseconds, select_items
from kg.retrieval.fusion import fuse_rankings
from kg.retrieval.question import extract_dates, match_names
from kg.retrieval.question_match import EventSignals, QuestionMatch

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NEIGHBOURS = ("before", "after", "second_before", "second_after")
# In the form of `lexical.normalise_text`: a leading space, punctuation as spaces.
_INSTRUCTION_STARTS = (" always ", " never ", " please always ", " please never ", " from now on ", " whenever ")
_INSTRUCTION_PHRASES = (" when i ask ", " whenever i ask ", " from now on ")
_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_FIRST_PERSON = (" i ", " i'", " my ", " me ", " we ", " our ")
_MAX_CHARS = 2000
_MAX_HEADING_CHARS = 60
_LEADERS = 5
_MAX_NAMES = 12
# Number of leading events whose text is read; the texts of the others do not affect the ranking.
_READ_EVENTS = 160


@dataclass(frozen=True, eq=False)
class FeatureTable:
    """The features of the events of one search.

    Attributes:
        values: (events, features), nan where unknown, in the order of NAMES.
        row: the row of the passage that represents each event: its best match.
        order: the events by a simple sum of words, vectors and token states, best first.
    """

    values: Floats
    row: Ints
    order: Ints


def compute_features(match: QuestionMatch) -> FeatureTable:
    """Compute all features of a search's events."""
    if not len(match.candidates):
        return FeatureTable(np.zeros((0, len(FEATURE_NAMES))), np.zeros(0, np.int64), np.zeros(0, np.int64))
    signals = EventSignals(match)
    columns: dict[str, Floats] = {}
    for add in (
        _relevance_features,
        _neighbour_features,
        _session_features,
        _speaker_features,
        _text_features,
        _question_features,
        _time_features,
        _link_features,
    ):
        columns.update(add(signals))
    return FeatureTable(np.stack([columns[name] for name in FEATURE_NAMES], axis=1), signals.row, signals.order)


def _scale_free_forms(name: str, values: Floats | None, unknown: Floats) -> dict[str, Floats]:
    """Return a signal's rank, its share of the largest value, and its standard score."""
    if values is None:
        return {f"{name}.{form}": unknown for form in ("rank", "share", "deviation")}
    return {
        f"{name}.rank": normalisation.log_rank(values),
        f"{name}.share": normalisation.share_of_largest(values),
        f"{name}.deviation": normalisation.standard_score(values),
    }


def _relevance_features(signals: EventSignals) -> dict[str, Floats]:
    """Relevance by words, vectors and token states, of an event alone and with its neighbours."""
    late, near, rare = signals.late_parts, signals.near, signals.rarity
    window = {
        reach: None if late is None else neighbours.window_max(late, near, columns, faded=True) @ signals.weights
        for reach, columns in (("before", (0,)), ("1", (0, 1)), ("2", (0, 1, 2, 3)))
    }
    named: dict[str, Floats | None] = {
        "words.best": signals.words,
        "meaning.best": signals.meaning,
        "late.best": signals.late,
        "around.words_sum": signals.words_sum,
        "around.words_window_1": neighbours.window_max(signals.word_parts, near, (0, 1), faded=False) @ rare,
        "around.words_window_2": neighbours.window_max(signals.word_parts, near, (0, 1, 2, 3), faded=False) @ rare,
        "around.meaning_sum": signals.meaning_sum,
        "around.late_sum": signals.late_sum,
        "around.late_window_before": window["before"],
        "around.late_window_1": window["1"],
        "around.late_window_2": window["2"],
    }
    columns: dict[str, Floats] = {}
    for name, values in named.items():
        columns.update(_scale_free_forms(name, values, signals.unknown))
    # An event without any of the words has no rank; vectors rank all events.
    ranks = [np.where(signals.words > 0, np.exp2(columns["words.best.rank"]), np.inf)]
    if signals.meaning is not None:
        ranks.append(np.exp2(columns["meaning.best.rank"]))
    columns["both.reciprocal_rank"] = fuse_rankings(ranks)
    columns["both.rank"] = normalisation.log_rank(signals.draft)
    columns["both.deviation"] = normalisation.standard_score(signals.draft)
    columns["words.present"] = signals.present
    columns["meaning.cosine"] = signals.unknown if signals.meaning is None else signals.meaning
    columns["late.likeness"] = signals.unknown if signals.late is None else signals.late
    return columns


def _neighbour_features(signals: EventSignals) -> dict[str, Floats]:
    """Relevance of each of the four nearest events in the session."""
    columns = {}
    for signal, values in (("words", signals.words), ("late", signals.late), ("meaning", signals.meaning)):
        deviation = None if values is None else normalisation.standard_score(values)
        for column, name in enumerate(_NEIGHBOURS):
            columns[f"around.{name}_{signal}"] = (
                signals.unknown
                if deviation is None
                else neighbours.neighbour_values(deviation, signals.near[:, column], np.nan)
            )
    return columns


def _session_features(signals: EventSignals) -> dict[str, Floats]:
    """Relevance of the session as a whole, and an event's rank within its session."""
    numbers: dict[str, int] = {}
    group = np.array([numbers.setdefault(session, len(numbers)) for session in signals.session], np.int64)
    count = len(numbers)
    place = _group_ranks(signals.both, group)
    best_three = np.bincount(group, np.where(place <= 3, signals.both, 0.0)) / np.bincount(group, place <= 3)
    top = normalisation.group_max(signals.both, group, count, -np.inf)
    words = normalisation.group_max(signals.word_parts, group, count) @ signals.rarity
    late = (
        None
        if signals.late_parts is None
        else normalisation.group_max(signals.late_parts, group, count) @ signals.weights
    )
    return {
        "session.words": normalisation.share_of_largest(words)[group],
        "session.late": signals.unknown if late is None else normalisation.standard_score(late)[group],
        "session.best_three": normalisation.standard_score(best_three)[group],
        "session.rank": normalisation.log_rank(best_three)[group],
        "session.behind_best": top[group] - signals.both,
        "session.place": np.log2(normalisation.share_tied_ranks(signals.both, group, place)),
        "session.alone": np.full(signals.count, float(count == signals.count)),
    }


def _group_ranks(values: Floats, group: Ints) -> Floats:
    """Return the rank of each value in its group, from 1, the largest first."""
    order = np.lexsort((-values, group))
    ordered = group[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    place = np.empty(values.size)
    place[order] = np.arange(values.size) - np.repeat(starts, np.diff(np.append(starts, values.size))) + 1
    return place


def _speaker_features(signals: EventSignals) -> dict[str, Floats]:
    """Whether the question names the speaker, or is about the person who asks."""
    speakers = signals.column("speaker_name")
    named = match_names(signals.match.question.text, dict.fromkeys(speakers))  # type: ignore[arg-type]
    roles = signals.column("role")
    assisted = "assistant" in roles
    return {
        "speaker.named": np.array([speaker in named for speaker in speakers], np.float64),
        "speaker.other_named": np.array([bool(named) and speaker not in named for speaker in speakers], np.float64),
        "speaker.assistant": np.array([role == "assistant" for role in roles], np.float64),
        "speaker.asks_of_self": np.array(
            [assisted and signals.match.question.is_first_person and role == "user" for role in roles], np.float64
        ),
    }


def _text_features(signals: EventSignals) -> dict[str, Floats]:
    """Properties of an event's text: its length, whether it asks, is in the first person, or gives a permanent instruction."""
    texts = [str(text) for text in signals.column("text")]
    length = np.array([len(text) for text in texts], np.float64)
    median = np.median(length)
    asks = np.array(["?" in text[:_MAX_CHARS] for text in texts], np.float64)
    ends_asking = np.array([text.rstrip().endswith("?") for text in texts], np.float64)
    of_self, is_instruction = np.zeros(signals.count), np.zeros(signals.count)
    read = signals.order[:_READ_EVENTS]
    beginnings = [text[:_MAX_CHARS] for text in select_items(signals.folded, read.tolist())]
    joined = lexical.JoinedTexts(beginnings)
    words = np.array([text.count(" ") for text in beginnings], np.float64)
    of_self[read] = np.minimum(1.0, 10 * sum(map(joined.count, _FIRST_PERSON)) / (1 + words))
    starts = np.array([text.startswith(_INSTRUCTION_STARTS) for text in beginnings])
    is_instruction[read] = starts | (sum(map(joined.count, _INSTRUCTION_PHRASES)) > 0)
    late = signals.late if signals.late is not None else signals.words
    before = signals.near[:, 0]
    asked_before = neighbours.neighbour_values(ends_asking, before, 0.0)
    return {
        "form.length": np.log1p(length),
        "form.relative_length": np.log((1 + length) / (1 + median)),
        "form.usual_length": np.full(signals.count, np.log1p(median)),
        "form.passage": np.array([kind == "passage" for kind in signals.column("kind")], np.float64),
        "form.asks": asks,
        "form.ends_asking": ends_asking,
        "form.of_self": of_self,
        "form.standing": is_instruction,
        "form.asked_before": asked_before,
        "form.answers": asked_before * neighbours.neighbour_values(normalisation.standard_score(late), before, 0.0),
    }


def _question_features(signals: EventSignals) -> dict[str, Floats]:
    """Properties of the question, which are the same for every candidate."""
    question = signals.match.question
    tokens = 0 if question.asked is None else len(question.asked.spans)
    values: Mapping[str, float] = {
        "question.words": len(question.words),
        "question.tokens": tokens,
        "question.of_self": question.is_first_person,
        "question.overview": question.asks_for_overview,
        "question.dates": len(extract_dates(question.text)),
    }
    return {name: np.full(signals.count, float(value)) for name, value in values.items()}


def _time_features(signals: EventSignals) -> dict[str, Floats]:
    """Recency among the candidates, and whether the event matches a date that the question names."""
    at: list[int | None] = signals.column("at")  # type: ignore[assignment]
    moments = np.array(at, np.float64)
    known = np.unique(moments[~np.isnan(moments)])
    recency = np.searchsorted(known, moments) / (known.size - 1) if known.size > 1 else np.full(signals.count, 0.5)
    wanted = extract_dates(signals.match.question.text)
    fits = np.zeros(signals.count)
    if wanted:
        for event, text in enumerate(signals.column("text")):
            fits[event] = date_fit(wanted, str(text)[:_MAX_CHARS], at[event])
    seq: list[int | None] = signals.column("seq")  # type: ignore[assignment]
    return {
        "time.recency": np.where(np.isnan(moments), 0.5, recency),
        "time.date": fits,
        "time.place_in_session": np.log1p(np.array(seq, np.float64)),
    }


def date_fit(wanted: set[tuple[int, int | None]], text: str, at: int | None) -> float:
    """Return how well an event matches dates: 1 names the day, .8 was said within a day of it, .4 and .3 the month."""
    best = 0.0
    spoken = from_microseconds(at)
    for month, day in wanted:
        for named, named_day in extract_dates(text):
            if named == month:
                best = max(best, 1.0 if day and day == named_day else 0.4)
        if spoken is not None and spoken.month == month:
            best = max(best, 0.8 if day and abs(spoken.day - day) <= 1 else 0.3)
    return best


def _link_features(signals: EventSignals) -> dict[str, Floats]:
    """Multi-hop links: names in the leading events that the question lacks, and headings that leading events mention."""
    question = f" {signals.match.question.text.casefold()}"
    texts = [str(text) for text in signals.column("text")]
    leaders: list[int] = signals.order[:_LEADERS].tolist()
    looked_into: list[int] = signals.order[:_READ_EVENTS].tolist()
    joined = lexical.JoinedTexts(select_items(signals.folded, looked_into))
    bridge = np.zeros(signals.count)
    names = 0
    for rank, leader in enumerate(leaders):
        for name in dict.fromkeys(found.casefold() for found in _NAME.findall(texts[leader][:_MAX_CHARS])):
            if names >= _MAX_NAMES or f" {name}" in question:
                continue
            names += 1
            containing = [looked_into[place] for place in np.flatnonzero(joined.count(f" {name} "))]
            if 1 < len(containing) <= max(3.0, 0.05 * signals.count):
                bridge[[event for event in containing if event != leader]] += np.log1p(
                    signals.count / len(containing)
                ) / (1 + rank)
    mentioned, asked = np.zeros(signals.count), np.zeros(signals.count)
    leading_texts = [texts[leader].casefold() for leader in leaders]
    for event in looked_into:
        heading, stop, _ = texts[event][: _MAX_HEADING_CHARS + 2].casefold().partition(". ")
        if not stop or len(heading) <= 3:
            continue
        if heading in question:
            asked[event] = 1.0
            continue
        ranks = (rank for rank, leader in enumerate(leaders) if leader != event and heading in leading_texts[rank])
        mentioned[event] = 1 / (1 + next(ranks, np.inf))
    return {
        "links.bridge": normalisation.share_of_largest(bridge),
        "links.heading_mentioned": mentioned,
        "links.heading_asked": asked,
    }


def feature_group(name: str) -> str:
    """Return the group of a feature, by which rankings are explained and ablated."""
    return name.split(".", 1)[0]


def _all_names() -> tuple[str, ...]:
    forms = ("rank", "share", "deviation")
    signals = ["words.best", "meaning.best", "late.best"]
    signals += [f"around.{name}" for name in ("words_sum", "words_window_1", "words_window_2", "meaning_sum")]
    signals += [f"around.late_{name}" for name in ("sum", "window_before", "window_1", "window_2")]
    names = [f"{signal}.{form}" for signal in signals for form in forms]
    names += ["words.present", "meaning.cosine", "late.likeness"]
    names += ["both.reciprocal_rank", "both.rank", "both.deviation"]
    names += [f"around.{name}_{signal}" for signal in ("words", "late", "meaning") for name in _NEIGHBOURS]
    names += [f"session.{name}" for name in ("words", "late", "best_three", "rank", "behind_best", "place", "alone")]
    names += [f"speaker.{name}" for name in ("named", "other_named", "assistant", "asks_of_self")]
    names += [
        f"form.{name}" for name in ("length", "relative_length", "usual_length", "passage", "asks", "ends_asking")
    ]
    names += [f"form.{name}" for name in ("of_self", "standing", "asked_before", "answers")]
    names += [f"question.{name}" for name in ("words", "tokens", "of_self", "overview", "dates")]
    names += [f"time.{name}" for name in ("recency", "date", "place_in_session")]
    names += [f"links.{name}" for name in ("bridge", "heading_mentioned", "heading_asked")]
    return tuple(names)


FEATURE_NAMES = _all_names()
"""The features, in the order of a table's columns, as `group.name`."""
FEATURE_GROUPS = tuple(dict.fromkeys(map(feature_group, FEATURE_NAMES)))
"""The groups of features."""
