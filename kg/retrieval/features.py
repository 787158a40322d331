"""Features: what a ranking may know of each candidate, in forms that mean the same in any conversation.

Every value is made of the candidates of one search alone: ranks, shares and deviations among them, or what a line is by
itself. `nan` says that something is not known (no vectors, no token states, no such neighbour).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kg.retrieval import neighbours, normalisation
from kg.retrieval.candidates import when
from kg.retrieval.fusion import fuse
from kg.retrieval.question import dates, names_in
from kg.retrieval.question_match import Evidence, Made

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_NEIGHBOURS = ("before", "after", "second_before", "second_after")
# As `lexical.plain` writes them: a space in front, punctuation as spaces.
_STANDING_START = (" always ", " never ", " please always ", " please never ", " from now on ", " whenever ")
_STANDING = (" when i ask ", " whenever i ask ", " from now on ")
_NAME = re.compile(r"\b[A-Z][a-z]+\b")
_SELF = (" i ", " i'", " my ", " me ", " we ", " our ")
_READ = 2000
_HEADING = 60
_LEADERS = 5
_MOST_NAMES = 12
# Of how many leading events the text itself is read: what the others say decides nothing.
_LOOKED_INTO = 160


@dataclass(frozen=True, eq=False)
class Table:
    """Features of the events of one search.

    Attributes:
        values: (events, features), nan where unknown, in the order of NAMES.
        row: the row that stands for each event, its passage that fits best.
        order: the events by a plain sum of words, vectors and token states, best first.
    """

    values: Floats
    row: Ints
    order: Ints


def table(evidence: Evidence) -> Table:
    """All features of a search's events."""
    if not len(evidence.found):
        return Table(np.zeros((0, len(NAMES))), np.zeros(0, np.int64), np.zeros(0, np.int64))
    made = Made(evidence)
    columns: dict[str, Floats] = {}
    for add in (_signals, _beside, _session, _speaker, _form, _asked, _time, _links):
        columns.update(add(made))
    return Table(np.stack([columns[name] for name in NAMES], axis=1), made.row, made.order)


def _forms(name: str, values: Floats | None, unknown: Floats) -> dict[str, Floats]:
    """A signal's rank, its share of the largest, and its deviation."""
    if values is None:
        return {f"{name}.{form}": unknown for form in ("rank", "share", "deviation")}
    return {
        f"{name}.rank": normalisation.log_rank(values),
        f"{name}.share": normalisation.relative(values),
        f"{name}.deviation": normalisation.standard(values),
    }


def _signals(made: Made) -> dict[str, Floats]:
    """Words, vectors and token states, by themselves and together with the lines around."""
    late, near, rare = made.late_parts, made.near, made.rarity
    window = {
        reach: None if late is None else neighbours.window_max(late, near, columns, faded=True) @ made.weights
        for reach, columns in (("before", (0,)), ("1", (0, 1)), ("2", (0, 1, 2, 3)))
    }
    named: dict[str, Floats | None] = {
        "words.best": made.words,
        "meaning.best": made.meaning,
        "late.best": made.late,
        "around.words_sum": made.words_sum,
        "around.words_window_1": neighbours.window_max(made.word_parts, near, (0, 1), faded=False) @ rare,
        "around.words_window_2": neighbours.window_max(made.word_parts, near, (0, 1, 2, 3), faded=False) @ rare,
        "around.meaning_sum": made.meaning_sum,
        "around.late_sum": made.late_sum,
        "around.late_window_before": window["before"],
        "around.late_window_1": window["1"],
        "around.late_window_2": window["2"],
    }
    columns: dict[str, Floats] = {}
    for name, values in named.items():
        columns.update(_forms(name, values, made.unknown))
    # Words that no text has give no rank; vectors give one to all.
    ranks = [np.where(made.words > 0, np.exp2(columns["words.best.rank"]), np.inf)]
    if made.meaning is not None:
        ranks.append(np.exp2(columns["meaning.best.rank"]))
    columns["both.reciprocal_rank"] = fuse(ranks)
    columns["both.rank"] = normalisation.log_rank(made.draft)
    columns["both.deviation"] = normalisation.standard(made.draft)
    columns["words.present"] = made.present
    columns["meaning.cosine"] = made.unknown if made.meaning is None else made.meaning
    columns["late.likeness"] = made.unknown if made.late is None else made.late
    return columns


def _beside(made: Made) -> dict[str, Floats]:
    """How well each of the four nearest lines fits."""
    columns = {}
    for signal, values in (("words", made.words), ("late", made.late), ("meaning", made.meaning)):
        deviation = None if values is None else normalisation.standard(values)
        for column, name in enumerate(_NEIGHBOURS):
            columns[f"around.{name}_{signal}"] = (
                made.unknown if deviation is None else neighbours.neighbour(deviation, made.near[:, column], np.nan)
            )
    return columns


def _session(made: Made) -> dict[str, Floats]:
    """How well the session fits as a whole, and an event's place among its session's."""
    numbers: dict[str, int] = {}
    group = np.array([numbers.setdefault(session, len(numbers)) for session in made.session], np.int64)
    count = len(numbers)
    place = _places(made.both, group)
    best_three = np.bincount(group, np.where(place <= 3, made.both, 0.0)) / np.bincount(group, place <= 3)
    top = normalisation.group_max(made.both, group, count, -np.inf)
    words = normalisation.group_max(made.word_parts, group, count) @ made.rarity
    late = None if made.late_parts is None else normalisation.group_max(made.late_parts, group, count) @ made.weights
    return {
        "session.words": normalisation.relative(words)[group],
        "session.late": made.unknown if late is None else normalisation.standard(late)[group],
        "session.best_three": normalisation.standard(best_three)[group],
        "session.rank": normalisation.log_rank(best_three)[group],
        "session.behind_best": top[group] - made.both,
        "session.place": np.log2(normalisation.shared(made.both, group, place)),
        "session.alone": np.full(made.count, float(count == made.count)),
    }


def _places(values: Floats, group: Ints) -> Floats:
    """The place of each value in its group, from 1, the largest first."""
    order = np.lexsort((-values, group))
    ordered = group[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    place = np.empty(values.size)
    place[order] = np.arange(values.size) - np.repeat(starts, np.diff(np.append(starts, values.size))) + 1
    return place


def _speaker(made: Made) -> dict[str, Floats]:
    """Whether the question names who speaks, or is about who asks."""
    speakers = made.column("speaker_name")
    named = names_in(made.evidence.question.text, dict.fromkeys(speakers))  # type: ignore[arg-type]
    roles = made.column("role")
    assisted = "assistant" in roles
    return {
        "speaker.named": np.array([speaker in named for speaker in speakers], np.float64),
        "speaker.other_named": np.array([bool(named) and speaker not in named for speaker in speakers], np.float64),
        "speaker.assistant": np.array([role == "assistant" for role in roles], np.float64),
        "speaker.asks_of_self": np.array(
            [assisted and made.evidence.question.of_oneself and role == "user" for role in roles], np.float64
        ),
    }


def _form(made: Made) -> dict[str, Floats]:
    """What a line is by itself: its length, whether it asks, speaks of its speaker, or gives a standing instruction."""
    texts = [str(text) for text in made.column("text")]
    length = np.array([len(text) for text in texts], np.float64)
    asks = np.array(["?" in text[:_READ] for text in texts], np.float64)
    ends_asking = np.array([text.rstrip().endswith("?") for text in texts], np.float64)
    of_self, standing = np.zeros(made.count), np.zeros(made.count)
    for event in made.order[:_LOOKED_INTO]:
        said = made.folded[event][:_READ]
        of_self[event] = min(1.0, 10 * sum(map(said.count, _SELF)) / (1 + said.count(" ")))
        standing[event] = said.startswith(_STANDING_START) or any(map(said.__contains__, _STANDING))
    late = made.late if made.late is not None else made.words
    before = made.near[:, 0]
    asked_before = neighbours.neighbour(ends_asking, before, 0.0)
    return {
        "form.length": np.log1p(length),
        "form.relative_length": np.log((1 + length) / (1 + np.median(length))),
        "form.usual_length": np.full(made.count, np.log1p(np.median(length))),
        "form.passage": np.array([kind == "passage" for kind in made.column("kind")], np.float64),
        "form.asks": asks,
        "form.ends_asking": ends_asking,
        "form.of_self": of_self,
        "form.standing": standing,
        "form.asked_before": asked_before,
        "form.answers": asked_before * neighbours.neighbour(normalisation.standard(late), before, 0.0),
    }


def _asked(made: Made) -> dict[str, Floats]:
    """What kind of question it is: the same for every candidate."""
    question = made.evidence.question
    tokens = 0 if question.asked is None else len(question.asked.spans)
    values: Mapping[str, float] = {
        "question.words": len(question.words),
        "question.tokens": tokens,
        "question.of_self": question.of_oneself,
        "question.overview": question.wants_overview,
        "question.dates": len(dates(question.text)),
    }
    return {name: np.full(made.count, float(value)) for name, value in values.items()}


def _time(made: Made) -> dict[str, Floats]:
    """How late among the candidates it was said, and whether it fits a date that the question names."""
    at: list[int | None] = made.column("at")  # type: ignore[assignment]
    moments = np.array([np.nan if one is None else float(one) for one in at])
    known = np.unique(moments[~np.isnan(moments)])
    recency = np.searchsorted(known, moments) / (known.size - 1) if known.size > 1 else np.full(made.count, 0.5)
    wanted = dates(made.evidence.question.text)
    fits = np.zeros(made.count)
    if wanted:
        for event, text in enumerate(made.column("text")):
            fits[event] = date_fit(wanted, str(text)[:_READ], at[event])
    seq: list[int | None] = made.column("seq")  # type: ignore[assignment]
    return {
        "time.recency": np.where(np.isnan(moments), 0.5, recency),
        "time.date": fits,
        "time.place_in_session": np.array([np.nan if one is None else np.log1p(one) for one in seq], np.float64),
    }


def date_fit(wanted: set[tuple[int, int | None]], text: str, at: int | None) -> float:
    """How well a line fits the wanted dates: 1 names the very day, .8 was said then (a day more or less), .4 and .3 the month."""
    best = 0.0
    spoken = when(at)
    for month, day in wanted:
        for named, named_day in dates(text):
            if named == month:
                best = max(best, 1.0 if day and day == named_day else 0.4)
        if spoken is not None and spoken.month == month:
            best = max(best, 0.8 if day and abs(spoken.day - day) <= 1 else 0.3)
    return best


def _links(made: Made) -> dict[str, Floats]:
    """A second hop: names that the leading candidates bring and the question lacks, and headings that they mention."""
    question = f" {made.evidence.question.text.casefold()}"
    texts = [str(text) for text in made.column("text")]
    leaders, looked_into = made.order[:_LEADERS], made.order[:_LOOKED_INTO]
    bridge = np.zeros(made.count)
    names = 0
    for rank, leader in enumerate(leaders):
        for name in dict.fromkeys(found.casefold() for found in _NAME.findall(texts[leader][:_READ])):
            if names >= _MOST_NAMES or f" {name}" in question:
                continue
            names += 1
            standing = f" {name} "
            having = [event for event in looked_into if standing in made.folded[event]]
            if 1 < len(having) <= max(3.0, 0.05 * made.count):
                bridge[[event for event in having if event != leader]] += np.log1p(made.count / len(having)) / (
                    1 + rank
                )
    mentioned, asked = np.zeros(made.count), np.zeros(made.count)
    said = [texts[leader].casefold() for leader in leaders]
    for event in looked_into:
        heading, stop, _ = texts[event][: _HEADING + 2].casefold().partition(". ")
        if not stop or len(heading) <= 3:
            continue
        if heading in question:
            asked[event] = 1.0
            continue
        ranks = (rank for rank, leader in enumerate(leaders) if leader != event and heading in said[rank])
        mentioned[event] = 1 / (1 + next(ranks, np.inf))
    return {
        "links.bridge": normalisation.relative(bridge),
        "links.heading_mentioned": mentioned,
        "links.heading_asked": asked,
    }


def group_of(name: str) -> str:
    """The group that a feature belongs to, by which rankings are explained and ablated."""
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


NAMES = _all_names()
"""The features, in the order of a table's columns: `group.name`."""
GROUPS = tuple(dict.fromkeys(map(group_of, NAMES)))
"""Their groups."""
