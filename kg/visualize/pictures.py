"""The pictures of a memory: the social graph, trust, an entity, a session, and a timeline of facts."""

from __future__ import annotations

import datetime as dt

from kg import events as logs
from kg.errors import InvalidInput
from kg.runtime import Runtime
from kg.types import canonical_session
from kg.visualize import entity_picture, people_picture, timeline_picture, trust_picture
from kg.visualize.picture import Picture
from kg.visualize.session_picture import build_session_scene
from kg.visualize.viewer import Viewer, create_viewer

Timeish = dt.datetime | str
_MAX_LIMIT = 5_000


class Pictures:
    """Pictures of a scope; each method draws its current state."""

    def __init__(self, runtime: Runtime) -> None:
        self._graph = runtime.graph
        self._clock = runtime.clock
        self._owners = runtime.owners

    def social(
        self,
        *,
        as_of: Timeish | None = None,
        min_strength: float = 0.0,
        limit: int = 1_000,
        mentioned: bool = False,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """Draw the social graph: people by messages, mentions and trust tier, and what connects them.

        People are connected by stated relationships, by facts, by ratings, and by talk: replies, mentions, and conversations in
        which both spoke.

        Args:
            as_of: the time whose state is drawn; None: now.
            min_strength: the minimum strength of a connection, 0 to 1; stated connections have 1, talk less.
            limit: the maximum number of people, those with accounts first, then the most mentioned; 1 to 5,000.
            mentioned: whether names that are only mentioned, and animals, are drawn at first; the legend shows them otherwise.
            asker: the account on whose behalf it is drawn (`platform:id`); None: the caller's own code, which sees everything.
            session: the session of the asker.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        if isinstance(min_strength, bool) or not isinstance(min_strength, int | float) or not 0 <= min_strength <= 1:
            raise InvalidInput("min_strength", min_strength, "a number from 0 to 1")
        viewer = self._create_viewer(as_of, asker, session)
        return Picture(
            people_picture.build_social_scene(
                viewer, min_strength=float(min_strength), limit=_check_limit("limit", limit), mentioned=bool(mentioned)
            )
        )

    def trust(
        self, *, as_of: Timeish | None = None, limit: int = 1_000, asker: str | None = None, session: str | None = None
    ) -> Picture:
        """Draw trust: a ring for each trust tier around the owner, and the ratings between people.

        Args:
            as_of: the time whose state is drawn; None: now.
            limit: the maximum number of people, the most mentioned first; 1 to 5,000.
            asker: the account on whose behalf it is drawn; None: the caller's own code.
            session: the session of the asker.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        return Picture(
            trust_picture.build_trust_scene(
                self._create_viewer(as_of, asker, session), limit=_check_limit("limit", limit)
            )
        )

    def entity(
        self,
        name: str,
        *,
        as_of: Timeish | None = None,
        limit: int = 100,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """Draw an entity: its facts, the entities that they name, and the relations between these.

        Args:
            name: the entity's name or id.
            as_of: the time whose state is drawn; None: now.
            limit: the maximum number of facts, 1 to 5,000.
            asker: the account on whose behalf it is drawn; None: the caller's own code.
            session: the session of the asker.

        Raises:
            InvalidInput: an argument is invalid; names it.
            NotFound: there is no visible entity with this name.
        """
        return Picture(
            entity_picture.build_entity_scene(
                self._create_viewer(as_of, asker, session), name, limit=_check_limit("limit", limit)
            )
        )

    def session(self, name: str, *, last: int = 50, as_of: Timeish | None = None, asker: str | None = None) -> Picture:
        """Draw a session as a chain of messages with speakers, times and mentioned entities.

        Args:
            name: the session.
            last: the number of its newest messages, 1 to 5,000.
            as_of: the time whose state is drawn; None: now.
            asker: the account on whose behalf it is drawn, in this session; None: the caller's own code.

        Raises:
            InvalidInput: an argument is invalid; names it.
            NotFound: the session has no visible messages.
        """
        session_id = canonical_session(name)
        return Picture(
            build_session_scene(
                self._create_viewer(as_of, asker, session_id), session_id, last=_check_limit("last", last)
            )
        )

    def timeline(
        self,
        *,
        subject: str | None = None,
        as_of: Timeish | None = None,
        limit: int = 200,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """Draw a timeline: each fact as a bar over its validity interval, followed by the fact that replaced it.

        Args:
            subject: only facts about this subject, by name or id.
            as_of: the time whose state is drawn; None: now.
            limit: the maximum number of validity intervals, the newest first; 1 to 5,000.
            asker: the account on whose behalf it is drawn; None: the caller's own code.
            session: the session of the asker.

        Raises:
            InvalidInput: an argument is invalid; names it.
            NotFound: there is no such subject.
        """
        viewer = self._create_viewer(as_of, asker, session)
        return Picture(
            timeline_picture.build_timeline_scene(viewer, subject=subject, limit=_check_limit("limit", limit))
        )

    def _create_viewer(self, as_of: Timeish | None, asker: str | None, session: str | None) -> Viewer:
        moment = None if as_of is None else logs.parse_time("as_of", as_of)
        return create_viewer(self._graph, self._clock.now(), moment, asker, session, self._owners)


def _check_limit(field: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= _MAX_LIMIT:
        raise InvalidInput(field, value, f"an integer from 1 to {_MAX_LIMIT:,}")
    return value
