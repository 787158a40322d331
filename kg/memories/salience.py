"""Which episodes are worth keeping: by what happened in them, whatever language they are told in."""

from __future__ import annotations

from dataclasses import dataclass

from kg.errors import InvalidInput

KEEP = 0.5
"""Episodes from this salience on are kept."""
_MIDDLE = 5
# What one signal adds, and how many of it add that much: none of them is enough alone, save a correction that is said twice and
# an importance that somebody set on purpose.
_NEW_ENTITIES, _MANY_ENTITIES = 0.3, 3
_CORRECTIONS, _MANY_CORRECTIONS = 0.5, 2
_OUTCOMES, _MANY_OUTCOMES = 0.4, 2
_LENGTH, _LONG = 0.1, 60
_IMPORTANCE_STEP = 0.1


@dataclass(frozen=True)
class Signals:
    """What happened in an episode.

    Attributes:
        new_entities: who and what was named in it for the first time.
        corrections: facts that were superseded, and corrections of the agent.
        outcomes: tools that answered, tasks that ended, decisions that were taken.
        tags: what it was tagged with on purpose.
        importance: 1 to 10.
        words: its length.
    """

    new_entities: int = 0
    corrections: int = 0
    outcomes: int = 0
    tags: tuple[str, ...] = ()
    importance: int = _MIDDLE
    words: int = 0


def salience(signals: Signals) -> float:
    """How salient an episode is, 0 to 1, two decimals.

    .3·min(1, new entities/3) + .5·min(1, corrections/2) + .4·min(1, outcomes/2) + .1·min(1, words/60) + .1·(importance − 5);
    at least .5 where it was tagged.

    Raises:
        InvalidInput: a count below 0, an importance outside 1 to 10.
    """
    counts = {name: getattr(signals, name) for name in ("new_entities", "corrections", "outcomes", "words")}
    for name, count in counts.items():
        if count < 0:
            raise InvalidInput(name, count, "0 or more")
    if not 1 <= signals.importance <= 10:
        raise InvalidInput("importance", signals.importance, "1 to 10")
    told = (
        _NEW_ENTITIES * min(1, signals.new_entities / _MANY_ENTITIES)
        + _CORRECTIONS * min(1, signals.corrections / _MANY_CORRECTIONS)
        + _OUTCOMES * min(1, signals.outcomes / _MANY_OUTCOMES)
        + _LENGTH * min(1, signals.words / _LONG)
        + _IMPORTANCE_STEP * (signals.importance - _MIDDLE)
    )
    least = KEEP if any(tag.strip() for tag in signals.tags) else 0.0
    return round(min(1.0, max(least, told)), 2)


def keeps(signals: Signals) -> bool:
    """Whether an episode is worth keeping: its salience is .5 or more; a tag always passes.

    Raises:
        InvalidInput: as `salience`.
    """
    return salience(signals) >= KEEP
