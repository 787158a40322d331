"""Ties between people that their conversations show: replies, mentions, and conversations in which both spoke."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.graph import as_datetime

MAX_MESSAGES = 5_000
"""The number of newest messages that are read."""
# In a larger company, being there says little about two people.
_MAX_COMPANY = 40
# Of a person's ties, the strongest are drawn; all pairs of a small company are.
_STRONGEST, _SMALL_COMPANY = 6, 12
# The weight at which a tie has half of the strength of a stated one.
_HALF_WEIGHT = 12.0
_MENTION_WEIGHT, _TOGETHER_WEIGHT = 2.0, 1.0


@dataclass
class TalkTie:
    """What conversations show of two people.

    Attributes:
        one: id of a person.
        other: id of another person, the greater.
        replies: how often `one` replied to `other`, and the other way round.
        mentions: how often `one` named `other`, and the other way round.
        together: the number of conversations, by session and day, in which both spoke.
        first: the time of the first of these messages.
        last: the time of the last of them.
    """

    one: str
    other: str
    replies: list[int] = field(default_factory=lambda: [0, 0])
    mentions: list[int] = field(default_factory=lambda: [0, 0])
    together: int = 0
    first: dt.datetime | None = None
    last: dt.datetime | None = None

    @property
    def weight(self) -> float:
        """How much they have to do with each other: replies, and mentions and conversations in their weight."""
        return sum(self.replies) + _MENTION_WEIGHT * sum(self.mentions) + _TOGETHER_WEIGHT * self.together

    @property
    def strength(self) -> float:
        """The weight on the scale of connections, above 0 and below 1."""
        return self.weight / (self.weight + _HALF_WEIGHT)

    @property
    def label(self) -> str:
        """The counts in a few words."""
        counts = ((sum(self.replies), "reply", "replies"), (sum(self.mentions), "mention", "mentions"),
                  (self.together, "conversation", "conversations"))  # fmt: skip
        return ", ".join(f"{count:,} {word if count == 1 else words}" for count, word, words in counts if count)

    def seen(self, at: dt.datetime | None) -> None:
        """Widen the times to a message."""
        if at is not None:
            self.first = at if self.first is None else min(self.first, at)
            self.last = at if self.last is None else max(self.last, at)


def count_talk(rows: Iterable[Mapping[str, Any]]) -> list[TalkTie]:
    """Count replies, mentions and common conversations in rows of `visualize/list_talk`; the strongest tie first.

    A message that names its parent is a reply to its speaker, and otherwise a reply to who spoke in the hour before.
    """
    ties: dict[tuple[str, str], TalkTie] = {}
    companies: defaultdict[tuple[str, dt.date | None], dict[str, dt.datetime | None]] = defaultdict(dict)

    def tie(one: str, other: str) -> TalkTie:
        pair = (one, other) if one < other else (other, one)
        return ties.setdefault(pair, TalkTie(*pair))

    for row in rows:
        speaker, at = str(row["speaker"]), as_datetime(row["at"])
        companies[row["session"], at.date() if at else None].setdefault(speaker, at)
        answered = row["parent"] or row["previous"]
        if answered and answered != speaker:
            found = tie(speaker, answered)
            found.replies[speaker != found.one] += 1
            found.seen(at)
        for named in row["named"]:
            if named != speaker:
                found = tie(speaker, named)
                found.mentions[speaker != found.one] += 1
                found.seen(at)
    for company in companies.values():
        if len(company) <= _MAX_COMPANY:
            present = sorted(company)
            for place, one in enumerate(present):
                for other in present[place + 1 :]:
                    found = tie(one, other)
                    found.together += 1
                    found.seen(company[one])
    return sorted(ties.values(), key=lambda each: (-each.weight, each.one, each.other))


def select_strongest(ties: Sequence[TalkTie]) -> list[TalkTie]:
    """Return the ties that are among the strongest of one of their people; in a small company all of them.

    Args:
        ties: the strongest first.
    """
    if len({person for tie in ties for person in (tie.one, tie.other)}) <= _SMALL_COMPANY:
        return list(ties)
    counts: defaultdict[str, int] = defaultdict(int)
    kept = []
    for tie in ties:
        if min(counts[tie.one], counts[tie.other]) < _STRONGEST:
            kept.append(tie)
        counts[tie.one] += 1
        counts[tie.other] += 1
    return kept
