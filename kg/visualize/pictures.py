"""The pictures of a memory: who knows whom, who is trusted, what is known of something, a conversation, facts over time."""

from __future__ import annotations

import datetime as dt

from kg import events as logs
from kg.errors import InvalidInput
from kg.graph import Graph
from kg.protocols import Clock
from kg.types import identifiers
from kg.visualize import entity_picture, people_picture, timeline_picture
from kg.visualize.picture import Picture
from kg.visualize.session_picture import session as conversation
from kg.visualize.viewer import Look, looking

Timeish = dt.datetime | str
_MOST = 5_000


class Pictures:
    """Pictures of a scope, each taken at the moment that it is asked for."""

    def __init__(self, graph: Graph, clock: Clock, owners: frozenset[str]) -> None:
        self._graph = graph
        self._clock = clock
        self._owners = owners

    def social(
        self,
        *,
        as_of: Timeish | None = None,
        min_strength: float = 0.0,
        limit: int = 1_000,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """Who knows whom: people by how much they are spoken of and how far they are trusted, and the ties between them.

        Args:
            as_of: as the memory stood then.
            min_strength: of the weakest tie, 0 to 1; what was stated has 1.
            limit: how many people, those most spoken of first; 1 to 5,000.
            asker: on whose behalf (`platform:id`); None: the caller's own code, which sees all audiences.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
        """
        if isinstance(min_strength, bool) or not isinstance(min_strength, int | float) or not 0 <= min_strength <= 1:
            raise InvalidInput("min_strength", min_strength, "a number from 0 to 1")
        look = self._look(as_of, asker, session)
        return Picture(people_picture.social(look, least=float(min_strength), limit=_checked("limit", limit)))

    def trust(
        self, *, as_of: Timeish | None = None, limit: int = 1_000, asker: str | None = None, session: str | None = None
    ) -> Picture:
        """Who is trusted how far: a ring for each tier around the owner, and what people say of each other.

        Args:
            as_of: as the memory stood then.
            limit: how many people, those most spoken of first; 1 to 5,000.
            asker: on whose behalf; None: the caller's own code.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
        """
        return Picture(people_picture.trust(self._look(as_of, asker, session), limit=_checked("limit", limit)))

    def entity(
        self,
        name: str,
        *,
        as_of: Timeish | None = None,
        limit: int = 100,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """What is known of somebody or something: its facts, what they lead to, and how that is bound to each other.

        Args:
            name: its name or id.
            as_of: as the memory stood then.
            limit: how many facts, 1 to 5,000.
            asker: on whose behalf; None: the caller's own code.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
            NotFound: nothing is called so that may be seen.
        """
        return Picture(entity_picture.entity(self._look(as_of, asker, session), name, limit=_checked("limit", limit)))

    def session(self, name: str, *, last: int = 50, as_of: Timeish | None = None, asker: str | None = None) -> Picture:
        """A conversation as a chain: who said what, when, and what it mentions.

        Args:
            name: the session's.
            last: how many of its newest messages, 1 to 5,000.
            as_of: as the memory stood then.
            asker: on whose behalf, who asks in this session; None: the caller's own code.

        Raises:
            InvalidInput: names the field.
            NotFound: it has no messages that may be seen.
        """
        called = identifiers.session_name(name)
        return Picture(conversation(self._look(as_of, asker, called), called, last=_checked("last", last)))

    def timeline(
        self,
        *,
        subject: str | None = None,
        as_of: Timeish | None = None,
        limit: int = 200,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """What held when: each fact as a bar from its beginning to its end, what replaced it behind it.

        Args:
            subject: only what is about them, by name or id.
            as_of: as the memory stood then.
            limit: how many stretches of time, the newest first; 1 to 5,000.
            asker: on whose behalf; None: the caller's own code.
            session: where they ask.

        Raises:
            InvalidInput: names the field.
            NotFound: nothing is called as the subject.
        """
        look = self._look(as_of, asker, session)
        return Picture(timeline_picture.timeline(look, subject=subject, limit=_checked("limit", limit)))

    def _look(self, as_of: Timeish | None, asker: str | None, where: str | None) -> Look:
        moment = None if as_of is None else logs.moment("as_of", as_of)
        return looking(self._graph, self._clock.now(), moment, asker, where, self._owners)


def _checked(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MOST:
        raise InvalidInput(field, value, f"a whole number from 1 to {_MOST:,}")
    return value
