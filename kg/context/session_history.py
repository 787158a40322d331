"""The history of a session: its newest messages, chosen sentences of older ones, and when to repeat the agent's identity.

The chosen sentences are stored with the session as offsets in messages, not as text. So each reader gets only the sentences
that they may see, and erased or quarantined messages are not repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kg.context.stored_memories import StoredMemories
from kg.extraction import blank_quoted_speech, rate_sentences
from kg.language import is_acknowledgement
from kg.settings import Settings
from kg.types import Event

_MIN_WORDS = 4
MAX_EARLIER_SENTENCES = 6
"""Maximum number of sentences of older messages."""


@dataclass(frozen=True)
class HistorySentence:
    """A sentence of an older message."""

    event: Event
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the sentence."""
        return self.event.text[self.start : self.end].strip()


@dataclass(frozen=True)
class SessionHistory:
    """The history of a session in a context.

    Attributes:
        recent: the newest messages, oldest first.
        earlier: sentences of older messages, oldest first.
        until: sequence number before which messages are older; 0 where there are none.
        is_new_choice: whether the sentences were newly chosen.
    """

    recent: tuple[Event, ...] = ()
    earlier: tuple[HistorySentence, ...] = ()
    until: int = 0
    is_new_choice: bool = False

    @property
    def choice(self) -> tuple[list[str], list[int]]:
        """The choice as it is stored: message ids, and the start and end offset of each sentence."""
        return [str(one.event.id) for one in self.earlier], [
            end for one in self.earlier for end in (one.start, one.end)
        ]


def build_session_history(
    events: Sequence[Event], stored: StoredMemories, settings: Settings, *, is_past: bool = False
) -> SessionHistory:
    """Return the newest messages and sentences of those before them.

    A session of up to 25 messages is shown in full; of a longer one, the last 20 and some sentences of the older messages, which
    are chosen again whenever three more messages have become older.

    Args:
        events: messages of the session, oldest first; one more than can be shown in full, if there are more.
        stored: the stored choice and the older messages.
        settings: the settings.
        is_past: whether the context is of a past time; then the sentences are always chosen again.
    """
    if len(events) <= max(settings.history_whole, settings.history_last):
        return SessionHistory(tuple(events))
    recent = tuple(events[-settings.history_last :])
    until = recent[0].seq or 0
    if is_past or until - stored.older_until >= settings.history_renew:
        return SessionHistory(recent, choose_sentences(stored.older), until, is_new_choice=True)
    by_id = {event.id: event for event in stored.older}
    sentences = (HistorySentence(by_id[name], start, end) for name, start, end in stored.chosen if name in by_id)
    return SessionHistory(recent, tuple(sentences), until)


def choose_sentences(older: Sequence[Event]) -> tuple[HistorySentence, ...]:
    """Choose the most salient sentences of messages, at most one of each, oldest first; none that only acknowledge.

    A sentence that a message quotes or forwards of others is not chosen: without what introduces it, it would be its sender's.

    Args:
        older: messages, oldest first.
    """
    older = [event for event in older if not is_acknowledgement(event.text)]
    found = []
    for index, event in enumerate(older):
        own = blank_quoted_speech(event.text, event.speaker_name or "", ())
        rated = [
            each
            for each in rate_sentences(event.text, ())
            if len(event.text[each.start : each.end].split()) >= _MIN_WORDS
            and own[each.start : each.end] == event.text[each.start : each.end]
        ]
        if rated:
            best = max(rated, key=lambda each: each.odds)
            salience = event.salience or 0.0
            found.append((salience, best.odds, index, HistorySentence(event, best.start, best.end)))
    best_first = sorted(found, key=lambda each: (-each[0], -each[1], each[2]))[:MAX_EARLIER_SENTENCES]
    return tuple(line for *_, line in sorted(best_first, key=lambda each: each[2]))


def is_anchor_due(replies: int, settings: Settings) -> bool:
    """Whether to repeat the agent's identity and task: after every sixth of its messages."""
    return replies > 0 and replies % settings.anchor_every == 0
