"""Tags in replies: what an agent writes between them is remembered, and not shown."""

from __future__ import annotations

import logging
import re
from bisect import bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.agent.bootstrap import Bootstrap
from kg.agent.caller import Acting, ears, refuse_instructions
from kg.agent.storage_filter import storable
from kg.errors import InvalidInput, Refused
from kg.types import identifiers

if TYPE_CHECKING:
    from kg.memory import Memory

logger = logging.getLogger(__name__)

APPENDED = ("memory", "chat-memory", "user")
"""Each of these is kept."""
REPLACED = ("working-memory", "chat-context")
"""Of these the last that is not blank takes the place of what was there."""
COMPLETE = "bootstrap-complete"
_NAMES = "|".join((*APPENDED, *REPLACED))
# What opens the same tag again was not closed; what is quoted is not the agent's own.
_TAG = re.compile(rf"<({_NAMES})>((?:(?!</?\1>).)*)</\1>|<({COMPLETE})\s*/>", re.DOTALL | re.IGNORECASE)
_CODE = re.compile(r"^(```|~~~).*?(?:^\1[ \t]*$|\Z)|^[ \t]*>[^\n]*$", re.DOTALL | re.MULTILINE)
_LINES = re.compile(r"\n{3,}")
_FIELD = re.compile(r"^\s*(?:#+\s*)?(task|context|pending|notes)\s*(?::\s*(.*))?$", re.IGNORECASE)
_BULLET = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s+")
# What others said so lately may be echoed in a reply.
_HEARD = 20
Handler = Callable[[str], object]


@dataclass(frozen=True)
class Found:
    """A tag in a reply.

    Attributes:
        name: of the tag.
        text: what stands within, trimmed and cleaned.
        start: where it begins.
        end: where it ends.
    """

    name: str
    text: str
    start: int
    end: int


def tags_in(reply: str) -> list[Found]:
    """The tags of a reply in their order, without those in code and in quotations. What is not closed is none."""
    apart = [found.span() for found in _CODE.finditer(reply)]
    starts = [start for start, _ in apart]
    found = []
    for one in _TAG.finditer(reply):
        before = bisect_right(starts, one.start())
        if not before or apart[before - 1][1] <= one.start():
            found.append(Found((one[1] or one[3]).lower(), storable(one[2] or ""), *one.span()))
    return found


class ReplyTags:
    """Obeys the tags in an agent's replies in one session.

    `<memory>` is kept as a long-term note, `<chat-memory>` as one that only this session sees; `<working-memory>` replaces what
    is under way here, `<chat-context>` the part of it that must be kept in mind; `<user>` is noted of whom the agent works for,
    and `<bootstrap-complete/>` ends the getting to know.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        session: str,
        speaker: str | None = None,
        handlers: Mapping[str, Handler] | None = None,
    ) -> None:
        """Keep where the replies are given.

        Args:
            memory: where it is kept.
            session: the session of the replies.
            speaker: whom the agent talks with, as `platform:id`; by default the owner, where there is one.
            handlers: by tag, what is done instead of the default with what stands within.

        Raises:
            InvalidInput: names the field.
        """
        self._memory = memory
        self._session = identifiers.session_name(session)
        who = min(memory.owners) if speaker is None and memory.owners else speaker
        self._acting = None if who is None else Acting.checked(memory, who, self._session)
        own: dict[str, Handler] = {
            "memory": self._note,
            "chat-memory": self._note_here,
            "working-memory": self._under_way,
            "chat-context": self._in_mind,
            "user": self._about_user,
            COMPLETE: self._bootstrapped,
        }
        if unknown := sorted(set(handlers or {}) - set(own)):
            raise InvalidInput("handlers", unknown, f"only {', '.join(own)}")
        self._handlers = own | dict(handlers or {})

    def apply(self, text: str) -> str:
        """Obey the tags of a reply; returns what is shown of it.

        A handler that fails is logged, and the others go on. A tag that somebody else wrote here lately, and that the reply
        repeats, is not obeyed.

        Args:
            text: the agent's reply.
        """
        found = tags_in(text)
        if not found:
            return _LINES.sub("\n\n", text).strip()
        heard = self._heard()
        last = {one.name: one for one in found if one.text}
        for one in found:
            once = one.name in REPLACED and last.get(one.name) is not one
            if (not one.text and one.name != COMPLETE) or once:
                continue
            if _squeezed(text[one.start : one.end]) in heard:
                logger.warning("a <%s> that somebody else wrote is not obeyed", one.name)
                continue
            self._handle(one)
        shown = "".join(
            text[start:end]
            for start, end in zip(
                [0, *(one.end for one in found)], [*(one.start for one in found), len(text)], strict=True
            )
        )
        return _LINES.sub("\n\n", shown).strip()

    def _handle(self, one: Found) -> None:
        try:
            self._handlers[one.name](one.text)
        except Exception:
            # One tag that cannot be kept takes no other with it, nor the reply.
            logger.exception("what stands within <%s> was not kept", one.name)

    def _heard(self) -> str:
        """What others said here lately."""
        said = self._memory.history(self._session, last=_HEARD)
        return "\n".join(_squeezed(event.text) for event in said if event.role != "assistant")

    @property
    def _ears(self) -> str:
        person = None if self._acting is None else self._acting.person
        return ears(self._memory.settings, self._session, person)

    def _no_instructions(self, text: str) -> None:
        # Whoever is no owner may have talked the agent into it.
        if self._acting is None or not self._acting.owner:
            refuse_instructions("text", text)

    def _note(self, text: str) -> None:
        self._no_instructions(text)
        self._memory.longterm.add(text, audience=self._ears)

    def _note_here(self, text: str) -> None:
        self._no_instructions(text)
        self._memory.longterm.add(text, audience=f"session:{self._session}")

    def _under_way(self, text: str) -> None:
        parts = _parts(text)
        self._memory.working.replace(
            self._session,
            task=" ".join(parts["task"]),
            context=parts["context"],
            pending=parts["pending"],
            notes="\n".join(parts["notes"]),
        )

    def _in_mind(self, text: str) -> None:
        there = self._memory.working.get(self._session)
        self._memory.working.replace(
            self._session,
            task=there.task if there else "",
            context=_lines(text),
            pending=there.pending if there else (),
            notes=there.notes if there else "",
        )

    def _about_user(self, text: str) -> None:
        if self._acting is None:
            raise Refused("Nobody is known to be the user: give `speaker`, or an owner to the memory.")
        self._no_instructions(text)
        who = self._acting.account
        self._memory.people.ensure(who)
        self._memory.people.note(who, text, by=who, audience="shared" if self._ears == "shared" else "person")

    def _bootstrapped(self, _: str) -> None:
        Bootstrap(self._memory, session=self._session).complete()


def _squeezed(text: str) -> str:
    return " ".join(text.split()).casefold()


def _lines(text: str) -> list[str]:
    return [bare for line in text.splitlines() if (bare := _BULLET.sub("", line).strip())]


def _parts(text: str) -> dict[str, list[str]]:
    """The parts of a working memory by their headings; what stands under none is notes."""
    parts: dict[str, list[str]] = {"task": [], "context": [], "pending": [], "notes": []}
    under = "notes"
    for line in text.splitlines():
        heading = _FIELD.match(line)
        if heading and (heading[2] is not None or line.lstrip().startswith("#")):
            under = heading[1].lower()
            parts[under] += _lines(heading[2] or "")
        else:
            parts[under] += _lines(line)
    return parts
