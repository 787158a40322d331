"""The memory as a module of an agent: it logs what is said, returns contexts, applies tags in replies, and keeps secrets."""

from __future__ import annotations

import datetime as dt
import logging
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from kg.agent.bootstrap import Bootstrap
from kg.agent.caller import AudienceName, parse_audience_name
from kg.agent.reply_tags import ReplyTags
from kg.agent.toolbox import Toolbox, tools_for
from kg.errors import InvalidInput, Refused
from kg.events import append_events, read_role
from kg.types import SleepReport, canonical_session, channel_of_session, parse_identity

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)
_MAX_UNDIGESTED = 100


@dataclass(frozen=True)
class Sender:
    """Who speaks, and where.

    Attributes:
        speaker: the account, as `platform:id`; None: not known.
        session: canonical id of the session.
        speaker_name: what to call them; None: as the account is called.
    """

    speaker: str | None
    session: str
    speaker_name: str | None = None


class MemoryModule:
    """A memory as a module of an agent.

    What is said in a direct message (audience `person`) never gets into the context, or the answers of tools, of a session with
    others. The audience of a session is the one given last, else that of the channel's setting; a session in which others have
    spoken is a room.

    Attributes:
        name: "memory".
        memory: the memory.
    """

    name = "memory"

    def __init__(
        self,
        memory: Memory,
        *,
        session: str = "default",
        speaker: str | None = None,
        bootstrap: bool = False,
        budget: int | None = None,
        profile: str = "standard",
        agent: str | None = None,
        direct_messages: Literal["anyone", "familiar"] = "anyone",
    ) -> None:
        """Create a module of a memory; `shutdown` closes the memory.

        Args:
            memory: the memory.
            session: the session of the agent, until `set_sender` sets another.
            speaker: the account that the agent talks with, as `platform:id`; None: not known, and there are no tools.
            bootstrap: whether the agent first learns about its owner, see `Bootstrap`.
            budget: tokens of a context; None: those of the profile.
            profile: profile of the contexts: standard, full or compact.
            agent: the agent's own account; None: that of the settings.
            direct_messages: from whom direct messages are accepted: anyone, or familiar persons and above.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        self.memory = memory
        self._bootstrap = bootstrap
        self._budget = budget
        self._profile = profile
        self._agent = str(parse_identity(agent or memory.settings.agent, "agent", "agent"))
        self._familiar_only = direct_messages == "familiar"
        self._audiences: dict[str, AudienceName] = {}
        # Only the newest are kept: without `after`, a worker digests them.
        self._undigested: deque[str] = deque(maxlen=_MAX_UNDIGESTED)
        self._sender = Sender(None, canonical_session(session))
        if speaker is not None:
            self.set_sender(speaker, session=session)

    def initialize(self) -> None:
        """Check that the memory can be used.

        Raises:
            KgError: it cannot.
        """
        self.memory.queue()

    def set_sender(
        self, speaker: str, *, session: str, speaker_name: str | None = None, audience: str | None = None
    ) -> None:
        """Set who speaks, and where, for the calls that do not say it.

        Args:
            speaker: the account, as `platform:id`.
            session: the session.
            speaker_name: what to call them.
            audience: person for a direct message; shared or session for a room.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        self._sender = self._resolve(speaker, session, speaker_name, audience)

    def tools(self, *, profile: str = "all") -> Toolbox | None:
        """Return the tools on behalf of the sender, and of the agent in its own name; None if there is no sender."""
        sender = self._sender
        if sender.speaker is None:
            return None
        return tools_for(
            self.memory,
            speaker=sender.speaker,
            session=sender.session,
            profile=profile,
            audience=self._audience(sender),
            agent=self._agent,
        )

    def context_block(
        self,
        message: str,
        *,
        speaker: str | None = None,
        session: str | None = None,
        budget: int | None = None,
        profile: str | None = None,
    ) -> str:
        """Return the context for a message; during the bootstrap, return its instructions to an owner instead.

        Args:
            message: the message to answer.
            speaker: who wrote it; by default the sender.
            session: where; by default the sender's.
            budget: tokens at most; by default the module's.
            profile: standard, full or compact; by default the module's.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        sender = self._resolve(speaker, session, None, None)
        is_owner = not self.memory.owners or sender.speaker in self.memory.owners
        if (
            self._bootstrap
            and is_owner
            and (instructions := Bootstrap(self.memory, session=sender.session).instructions())
        ):
            return instructions
        return self.memory.context(
            message,
            speaker=sender.speaker,
            session=sender.session,
            budget=self._budget if budget is None else budget,
            profile=profile or self._profile,
            audience=self._audience(sender),
        ).text

    def on_message(
        self,
        message: str,
        *,
        role: str = "user",
        speaker: str | None = None,
        session: str | None = None,
        speaker_name: str | None = None,
        audience: str | None = None,
        at: dt.datetime | str | None = None,
    ) -> str:
        """Log a message. For a reply (role assistant), apply its tags first and log the text without them.

        Args:
            message: the text.
            role: user or assistant. Tags in a user's message have no effect.
            speaker: who wrote it, or, for a reply, whom it answers; by default the sender.
            session: where; by default the sender's.
            speaker_name: what to call the speaker.
            audience: person for a direct message; shared or session for a room; by default as the session had it before.
            at: when; by default now.

        Returns:
            The text that is to be shown.

        Raises:
            InvalidInput: an argument is invalid; names it.
            Refused: the speaker is muted, or has sent too many messages; the message is not logged and should not be answered.
        """
        sender = self._resolve(speaker, session, speaker_name, audience)
        if role == "user":
            self._admit(sender)
        elif role == "assistant":
            # A reply in a room must not be taken for a note of the speaker's direct messages.
            chosen = self._audience(sender)
            tags = ReplyTags(self.memory, session=sender.session, speaker=sender.speaker, audience=chosen)
            message = tags.apply(message)
        else:
            raise InvalidInput("role", role, "user or assistant")
        if message:
            self._log(message, role, sender, at)
        return message

    def before(self, message: str, **options: Any) -> str:
        """Take a message of a user: check its sender, log it, and return the context for its answer.

        Args:
            message: the text.
            options: those of `on_message` and `context_block`.

        Raises:
            InvalidInput: an argument is invalid; names it.
            Refused: the message is not to be answered, see `on_message`.
        """
        block = {name: options.pop(name) for name in ("budget", "profile") if name in options}
        sender = self._resolve(*(options.get(name) for name in ("speaker", "session", "speaker_name", "audience")))
        self._admit(sender)
        # The context is read before the message is logged: the agent knows the message already.
        context = self.context_block(message, speaker=sender.speaker, session=sender.session, **block)
        self._log(message, "user", sender, options.get("at"))
        return context

    def after(self, reply: str, **options: Any) -> str:
        """Take the reply of the agent: apply its tags, log it, and digest the turn; return the text that is to be shown.

        Args:
            reply: the reply.
            options: those of `on_message`.

        Raises:
            InvalidInput: an argument is invalid; names it.
        """
        shown = self.on_message(reply, role="assistant", **options)
        if logged := self.take_undigested():
            self.memory.digest(only=logged)
        return shown

    def on_idle(self) -> None:
        """Run quick sleep; do nothing if another process is already running sleep on this memory."""
        self._sleep(self.memory.sleep.quick)

    def on_daily(self) -> None:
        """Run deep sleep; do nothing if another process is already running sleep on this memory."""
        self._sleep(self.memory.sleep.deep)

    def shutdown(self) -> None:
        """Close the memory."""
        self.memory.close()

    def _resolve(
        self, speaker: str | None, session: str | None, speaker_name: str | None, audience: str | None
    ) -> Sender:
        """Return a sender whose missing parts are those of the current one, and keep the audience of the session."""
        current = self._sender
        session_id = current.session if session is None else canonical_session(session)
        account = current.speaker
        if speaker is not None:
            account = str(parse_identity(speaker, channel_of_session(session_id)))
        elif session is not None and session_id != current.session:
            # The current sender need not be in another session.
            account = None
        name = current.speaker_name if speaker_name is None and account == current.speaker else speaker_name
        if audience is not None:
            self._audiences[session_id] = parse_audience_name(audience)
        return Sender(account, session_id, name)

    def _audience(self, sender: Sender) -> AudienceName | None:
        """Return the audience of a session; None for one in which only the sender has spoken."""
        chosen = self._audiences.get(sender.session)
        if chosen is None:
            chosen = self.memory.settings.channel_audience.get(channel_of_session(sender.session))
        if chosen is not None:
            return chosen
        own = {parse_identity(sender.speaker, "any").person} if sender.speaker else set()
        rows = self.memory.graph.run("people/session_accounts", session=sender.session)
        return "shared" if {row["person"] for row in rows} - own else None

    def _admit(self, sender: Sender) -> None:
        """Refuse a message of a person who is muted or sends too many; and of a stranger, where the module says so."""
        if sender.speaker is None:
            return
        is_direct = self._audiences.get(sender.session) == "person"
        decision = self.memory.trust.may_message(sender.speaker, direct=is_direct and self._familiar_only)
        if not decision.allowed:
            raise Refused(decision.reason)

    def log(self, fields: Mapping[str, Any]) -> str:
        """Log a message of the sender or of the agent, in any shape of `kg.events.message_shapes`; return its id.

        A user's message is the sender's, and is refused as by `on_message`. What is logged in a direct message is readable for
        the sender alone.

        Raises:
            InvalidInput: a field is invalid; names it.
            Refused: the sender is muted, or has sent too many messages.
        """
        event = dict(fields)
        if read_role(event.get("role", "user")) == "user":
            self._admit(self._sender)
        return self._append(event, self._sender)

    def take_undigested(self) -> list[str]:
        """Return the ids of the messages that were logged since the last call, and are to be digested."""
        ids = list(self._undigested)
        self._undigested.clear()
        return ids

    def _log(self, message: str, role: str, sender: Sender, at: dt.datetime | str | None) -> None:
        self._append({"role": role, "text": message, "at": at}, sender)

    def _append(self, event: dict[str, Any], sender: Sender) -> str:
        event["session"] = sender.session
        audience = self._audiences.get(sender.session)
        if read_role(event.get("role", "user")) == "user" and sender.speaker is not None:
            event |= {"speaker": sender.speaker, "speaker_name": event.get("name") or sender.speaker_name}
            event.pop("name", None)
        token = None
        if audience == "person" and sender.speaker is not None:
            # A reply has no speaker of its own; it is as private as what it answers.
            token = f"person:{parse_identity(sender.speaker, 'any').person}"
        else:
            event["audience"] = "session" if audience == "person" else audience
        [event_id] = append_events(self.memory.runtime, [event], audience=token)
        self._undigested.append(event_id)
        return event_id

    @staticmethod
    def _sleep(run: Callable[[], SleepReport]) -> None:
        try:
            run()
        except Refused as refused:
            logger.info("sleep did not run: %s", refused)
