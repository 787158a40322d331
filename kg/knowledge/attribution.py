"""Attribution of statements: who asserted them, and how far that person was trusted at the time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.knowledge.extracted_events import ExtractedEvent, StatementEndpoints
from kg.knowledge.self_descriptions import is_plain_self_description
from kg.settings import Settings
from kg.trust import (
    CREDIBLE_TIERS,
    FAMILIAR,
    MEMORY_TRUSTER,
    TRUSTED,
    VIOLATION_HALF_LIFE_DAYS,
    TrustState,
    tier_rank,
    trust_edge_id,
)


@dataclass(frozen=True)
class SpokenMessage:
    """A message that a person sent, whether or not anything was extracted from it.

    Attributes:
        event: its id.
        person: id of the sender.
        at: when it was sent.
    """

    event: str
    person: str
    at: dt.datetime


@dataclass(frozen=True)
class Attribution:
    """Who asserted a statement, and how far they were trusted.

    Attributes:
        person: id of the speaker; None where there is none.
        tier: trust tier at that time; None where trust is not tracked, or the caller's own code stated it.
        is_about_self: whether the speaker plainly describes themselves.
        quarantine: id of the quarantine that excludes the statement; None where there is none.
        authority: why their tier counts, see `FactEvidence.authority`.
        first_seen: when the speaker was first seen.
    """

    person: str | None = None
    tier: str | None = None
    is_about_self: bool = False
    quarantine: str | None = None
    authority: str | None = None
    first_seen: dt.datetime | None = None


@dataclass(frozen=True)
class TrustPolicy:
    """How far the trust in speakers reaches.

    Attributes:
        half_life_days: half-life of a violation.
        needs_endorsement: whether authority over others needs the endorsement of an owner or a trusted person.
    """

    half_life_days: float = VIOLATION_HALF_LIFE_DAYS
    needs_endorsement: bool = True

    @classmethod
    def from_settings(cls, settings: Settings) -> TrustPolicy:
        """Return the policy of the settings."""
        return cls(settings.violation_half_life_days, settings.endorsement_required)


class SpeakerTrust:
    """The trust states of the speakers of a batch, updated with their messages in it.

    Attributes:
        has_owner: whether the scope has an owner; without one, all speakers are trusted alike.
    """

    def __init__(
        self,
        rows: Sequence[Mapping[str, Any]],
        messages: Sequence[SpokenMessage],
        *,
        has_owner: bool,
        policy: TrustPolicy | None = None,
    ) -> None:
        """Build the trust states.

        Args:
            rows: of each speaker, as `knowledge/resolution_candidates` returns them.
            messages: the messages of the batch that now count for their senders.
            has_owner: whether the scope has an owner; without one, all speakers are trusted alike.
            policy: how far the trust reaches; None: the default policy.
        """
        message_times: dict[str, list[dt.datetime]] = {}
        for message in messages:
            message_times.setdefault(message.person, []).append(message.at)
        stored_states = {row["requested_id"]: TrustState.from_row(row) for row in rows}
        self._message_senders = sorted(message_times.keys() & stored_states.keys())
        self._states = {
            person: state.with_messages(message_times[person]) if person in message_times else state
            for person, state in stored_states.items()
        }
        self._policy = policy or TrustPolicy()
        self._endorsed = {row["person"] for row in rows if row["endorsed"]}
        self.has_owner = has_owner

    def attribute_statement(
        self, event: ExtractedEvent, endpoints: StatementEndpoints, subject: str | None
    ) -> Attribution:
        """Return the attribution of a statement; a record of another memory counts as the word of a familiar person.

        Args:
            event: the event that states it.
            endpoints: the statement.
            subject: id of its subject.
        """
        if event.speaker is None:
            is_foreign = event.is_imported and self.has_owner
            return Attribution(tier=FAMILIAR, authority="presence") if is_foreign else Attribution()
        is_plain = self.has_owner and is_plain_self_description(event, endpoints)
        return self.attribute_message(event.speaker.id, event.at, {subject} if is_plain else set())

    def attribute_message(self, speaker: str, at: dt.datetime, described: Collection[str | None]) -> Attribution:
        """Return the attribution of what a person says in a message.

        Args:
            speaker: id of the person.
            at: when they say it.
            described: ids of the persons who plainly describe themselves if they say it.
        """
        state = self._states.get(speaker, TrustState(speaker))
        # The speaker may have been merged into another person.
        person, quarantine = state.person, state.quarantined_by(at)
        if not self.has_owner:
            return Attribution(person, quarantine=quarantine)
        tier = state.trust_before(at, half_life_days=self._policy.half_life_days).tier
        authority = self._authority(state, tier)
        return Attribution(person, tier, person in described, quarantine, authority, state.first_seen)

    def current(self, person: str, now: dt.datetime) -> tuple[str, str]:
        """Return the current tier of a speaker, by id, and why it counts; see `FactEvidence.authority`."""
        state = self._states.get(person, TrustState(person))
        tier = state.trust(now, half_life_days=self._policy.half_life_days).tier
        return tier, self._authority(state, tier)

    def _authority(self, state: TrustState, tier: str) -> str:
        if state.owner:
            return "owner"
        is_endorsed = state.person in self._endorsed or (not self._policy.needs_endorsement and tier in CREDIBLE_TIERS)
        return "endorsed" if is_endorsed else "presence"

    def confirms_account(self, event: ExtractedEvent, account: str) -> bool:
        """Whether an event confirms that the person with an account, by id, is whom it names.

        No account confirms itself. In a scope with an owner, only owners and trusted endorsed persons do, when they talk with
        that person.
        """
        if event.speaker is None:
            return True
        state = self._states.get(event.speaker.id, TrustState(event.speaker.id))
        if account in {event.speaker.id, state.person}:
            return False
        if not self.has_owner:
            return True
        tier = state.trust_before(event.at, half_life_days=self._policy.half_life_days).tier
        is_trusted = self._authority(state, tier) == "endorsed" and tier_rank(tier) >= tier_rank(TRUSTED)
        is_addressed = event.addressee is not None and event.addressee.id == account
        return is_addressed and (state.owner or is_trusted)

    def may_name(self, event: ExtractedEvent, account: str) -> bool:
        """Whether an event may add a name to the person with an account, by id: their own, or one of an endorsed speaker."""
        if event.speaker is None or not self.has_owner:
            return True
        state = self._states.get(event.speaker.id, TrustState(event.speaker.id))
        tier = state.trust_before(event.at, half_life_days=self._policy.half_life_days).tier
        is_endorsed = self._authority(state, tier) == "endorsed" and tier in CREDIBLE_TIERS
        return account in {event.speaker.id, state.person} or state.owner or is_endorsed

    def accepts_statement(self, event: ExtractedEvent, endpoints: StatementEndpoints) -> bool:
        """Whether a statement may become a fact.

        A statement within an instruction to an agent may only if an owner made it.
        """
        statement = endpoints.statement
        is_within_instruction = any(start <= statement.start < end for start, end in event.instruction_spans)
        return not (is_within_instruction and self.is_untrusted_instruction(event))

    def is_untrusted_instruction(self, event: ExtractedEvent) -> bool:
        """Whether an event contains instructions to an agent, and its speaker is not an owner."""
        state = self._states.get(event.speaker.id) if event.speaker else None
        return self.has_owner and bool(event.instruction_spans) and not (state is not None and state.owner)

    def find_quarantined(self, messages: Sequence[SpokenMessage]) -> dict[str, str]:
        """Return the id of the quarantine of each message that is quarantined."""
        receipts = {message.event: self._states[message.person].quarantined_by(message.at) for message in messages}
        return {event: receipt for event, receipt in receipts.items() if receipt is not None}

    def build_trust_rows(self, now: dt.datetime) -> list[dict[str, Any]]:
        """Return the rows of `knowledge/write_batch` for the senders of the messages."""
        rows = []
        for person in self._message_senders:
            state = self._states[person]
            trust = state.trust(now, half_life_days=self._policy.half_life_days)
            rows.append(
                {
                    "id": trust_edge_id(MEMORY_TRUSTER, person),
                    "person": person,
                    "signals": state.edge_properties(),
                    "score": trust.score,
                    "tier": trust.tier,
                }
            )
        return rows
