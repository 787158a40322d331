"""A conversation's course: its newest messages, what is told of older ones, and who the agent is, told once more now and then.

What is told of older messages is a choice of their sentences. The choice is kept with the session, as places in messages and not
as words: each reads of it what they may see, and what was forgotten or put aside since is not repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.context.stored_memories import Beside
from kg.memories.diary_text import occurring, weightiest
from kg.settings import Settings
from kg.types import Event

CHOSEN = 6
"""Sentences of older messages that are told at most."""


@dataclass(frozen=True)
class Line:
    """A sentence of an older message."""

    event: Event
    start: int
    end: int

    @property
    def text(self) -> str:
        """Its words."""
        return self.event.text[self.start : self.end].strip()


@dataclass(frozen=True)
class Course:
    """A session as a context tells it.

    Attributes:
        recent: the newest messages, oldest first.
        earlier: sentences of older ones, oldest first.
        until: place in the session up to which messages are older; 0 where none are.
        renewed: whether the sentences were chosen anew.
    """

    recent: tuple[Event, ...] = ()
    earlier: tuple[Line, ...] = ()
    until: int = 0
    renewed: bool = False

    @property
    def place(self) -> tuple[list[str], list[int]]:
        """The choice as it is kept: ids, and first and last character of each."""
        return [str(one.event.id) for one in self.earlier], [
            end for one in self.earlier for end in (one.start, one.end)
        ]


def course(events: Sequence[Event], beside: Beside, settings: Settings, *, then: bool = False) -> Course:
    """The newest messages and what is told of those before them.

    A session of up to 25 is told whole; of a longer one the last 20, and of the rest some sentences, chosen anew whenever three
    more messages are older than those.

    Args:
        events: of the session, oldest first; one more than are told whole, where it has so many.
        beside: what was read of the older ones.
        settings: the numbers.
        then: whether it is as the session stood at another time: then they are chosen anew.
    """
    if len(events) <= max(settings.history_whole, settings.history_last):
        return Course(tuple(events))
    recent = tuple(events[-settings.history_last :])
    until = recent[0].seq or 0
    if then or until - beside.older_until >= settings.history_renew:
        return Course(recent, choose(beside.older), until, renewed=True)
    by_id = {event.id: event for event in beside.older}
    kept = (Line(by_id[name], start, end) for name, start, end in beside.chosen if name in by_id)
    return Course(recent, tuple(kept), until)


def choose(older: Sequence[Event]) -> tuple[Line, ...]:
    """The sentences that say most of messages, one of each at most, oldest first.

    Args:
        older: oldest first.
    """
    counts = occurring(older)
    found = []
    for place, event in enumerate(older):
        best = weightiest(event.text, counts)
        if best is not None:
            found.append((best[0], place, Line(event, *best[1:])))
    best_first = sorted(found, key=lambda each: (-each[0], each[1]))[:CHOSEN]
    return tuple(line for _, _, line in sorted(best_first, key=lambda each: each[1]))


def anchored(replies: int, settings: Settings) -> bool:
    """Whether it is told once more who the agent is and what it does: after every sixth of its messages."""
    return replies > 0 and replies % settings.anchor_every == 0
