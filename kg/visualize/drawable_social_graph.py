"""The social graph with a picture of itself."""

from __future__ import annotations

import datetime as dt

from kg.people import SocialGraph
from kg.runtime import Runtime
from kg.visualize.picture import Picture
from kg.visualize.pictures import Pictures


class DrawableSocialGraph(SocialGraph):
    """The ties between the persons of a scope, which can be drawn."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(runtime)
        self._pictures = Pictures(runtime)

    def picture(
        self,
        *,
        as_of: dt.datetime | str | None = None,
        min_strength: float = 0.0,
        limit: int = 1_000,
        mentioned: bool = False,
        asker: str | None = None,
        session: str | None = None,
    ) -> Picture:
        """Draw the social graph; the same as `Pictures.social`.

        Args:
            as_of: the time whose state is drawn; None: now.
            min_strength: the minimum strength of a connection, 0 to 1; stated connections have 1, talk less.
            limit: the maximum number of people, those with accounts first, then the most mentioned; 1 to 5,000.
            mentioned: whether names that are only mentioned, and animals, are drawn at first.
            asker: the account on whose behalf it is drawn (`platform:id`); None: the caller's own code, which sees everything.
            session: the session of the asker.

        Raises:
            InvalidInput: names the argument.
        """
        return self._pictures.social(
            as_of=as_of, min_strength=min_strength, limit=limit, mentioned=mentioned, asker=asker, session=session
        )
