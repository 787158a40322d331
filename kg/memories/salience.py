"""Salience of episodes: which are worth keeping as notes, by what happened in them, independent of language."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import InvalidInput

KEEP_SALIENCE = 0.5
"""Salience from which an episode becomes a note."""
_NEUTRAL_IMPORTANCE = 5
# The weight of each signal, and the count that reaches it. No signal suffices alone, except two corrections and an importance
# that was set explicitly.
_NEW_ENTITIES, _MANY_ENTITIES = 0.3, 3
_CORRECTIONS, _MANY_CORRECTIONS = 0.5, 2
_OUTCOMES, _MANY_OUTCOMES = 0.4, 2
_LENGTH, _LONG = 0.1, 60
_IMPORTANCE_STEP = 0.1


@dataclass(frozen=True)
class EpisodeSignals:
    """What happened in an episode.

    Attributes:
        new_entities: number of entities mentioned for the first time.
        corrections: number of superseded facts and of corrections of the agent.
        outcomes: number of successful tool results, completed tasks and decisions.
        tags: tags that were set explicitly.
        importance: 1 to 10.
        words: its length in words.
    """

    new_entities: int = 0
    corrections: int = 0
    outcomes: int = 0
    tags: tuple[str, ...] = ()
    importance: int = _NEUTRAL_IMPORTANCE
    words: int = 0


def episode_salience(signals: EpisodeSignals) -> float:
    """Return the salience of an episode, 0 to 1, rounded to two decimals.

    .3·min(1, new entities/3) + .5·min(1, corrections/2) + .4·min(1, outcomes/2) + .1·min(1, words/60) + .1·(importance − 5);
    at least .5 for a tagged episode.

    Raises:
        InvalidInput: a count below 0, an importance outside 1 to 10.
    """
    counts = {name: getattr(signals, name) for name in ("new_entities", "corrections", "outcomes", "words")}
    for name, count in counts.items():
        if count < 0:
            raise InvalidInput(name, count, "0 or more")
    if not 1 <= signals.importance <= 10:
        raise InvalidInput("importance", signals.importance, "from 1 to 10")
    weighted = (
        _NEW_ENTITIES * min(1, signals.new_entities / _MANY_ENTITIES)
        + _CORRECTIONS * min(1, signals.corrections / _MANY_CORRECTIONS)
        + _OUTCOMES * min(1, signals.outcomes / _MANY_OUTCOMES)
        + _LENGTH * min(1, signals.words / _LONG)
        + _IMPORTANCE_STEP * (signals.importance - _NEUTRAL_IMPORTANCE)
    )
    least = KEEP_SALIENCE if any(tag.strip() for tag in signals.tags) else 0.0
    return round(min(1.0, max(least, weighted)), 2)


def is_salient(signals: EpisodeSignals) -> bool:
    """Whether an episode is worth keeping: a salience of .5 or more, which every tagged episode has.

    Raises:
        InvalidInput: see `episode_salience`.
    """
    return episode_salience(signals) >= KEEP_SALIENCE
