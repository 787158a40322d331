"""What persons plainly say of themselves: believed whatever their tier, since it concerns no one else."""

from __future__ import annotations

import re

from kg.knowledge.extracted_events import ExtractedEvent, StatementEndpoints
from kg.knowledge.predicates import PREDICATES
from kg.language import fold_text, name_key, name_skeleton

# Roles that give power over others: people cannot give them to themselves.
# Compared by skeleton, so that look-alike letters of another alphabet do not bypass the check.
_PRIVILEGED_ROLES = frozenset(
    name_skeleton(role)
    for role in (
        "admin", "administrator", "co-owner", "creator", "master", "moderator", "operator", "owner", "root", "sudo", "superuser",
    )
)  # fmt: skip
# Without another word, unlike a teaching assistant.
_AGENT_ROLES = frozenset(name_skeleton(role) for role in ("agent", "assistant", "bot"))
# Words of an observation about permissions, or about the agent and its memory.
_PERMISSION_WORDS = _PRIVILEGED_ROLES | frozenset(
    name_skeleton(word)
    for word in (
        "access", "agent", "allowed", "approval", "approved", "assistant", "authorised", "authorized", "authority", "bot",
        "credential", "entitled", "may", "must", "password", "permission", "permitted", "privilege", "privileged", "trusted",
        "verified",
    )
)  # fmt: skip
# The speaker comes first, but for words of time, place and circumstance.
_SPEAKER_AS_SUBJECT = re.compile(
    r"(?:\W|(?:on|in|at|since|from|for|during|after|before|by|until|last|next|this|yesterday|today|tomorrow|now|currently"
    r"|sometimes|usually|often|once|recently|then|so|and|but|also|both|even|only|as|with|without|when|while|if|because|to"
    r"|like|up|down|out|back|here|there|besides|according|over|under|near|every|most|some|one|two|\d+)\b[^{]*)?\{s\}",
    re.IGNORECASE,
)
_PLAIN_KINDS = frozenset({"event", "opinion", "plan", "possession", "preference", "state", "task", "trait"})


def is_plain_self_description(event: ExtractedEvent, endpoints: StatementEndpoints) -> bool:
    """Whether a statement about its speaker is a mere description, which the speaker may make regardless of trust.

    It is not if it claims another name, a tie to another person, or a role with privileges. An observation must also be about
    its speaker, and name no other person and no permission.
    """
    predicate, obj = endpoints.predicate, endpoints.statement.object
    if predicate.kind == "task":
        # What persons say that they will do themselves.
        return True
    if predicate.object_type == "person" or (endpoints.object is not None and endpoints.object.type == "person"):
        return False
    name = event.speaker.name if event.speaker else ""
    if predicate.name == "name_is":
        return fold_text(obj) == fold_text(name)
    if predicate.name in PREDICATES:
        return predicate.name not in {"role", "member_of"} or not gives_privileges(obj)
    # "The rent is paid to account 12" says nothing of its speaker, and "The group agreed to pay me" something of others.
    names_speaker = _SPEAKER_AS_SUBJECT.match(endpoints.statement.template) is not None
    return names_speaker and predicate.kind in _PLAIN_KINDS and _concerns_only_the_speaker(event, endpoints, name)


def _concerns_only_the_speaker(event: ExtractedEvent, endpoints: StatementEndpoints, name: str) -> bool:
    """Whether an observation names no person but the speaker, and no permission."""
    statement = endpoints.statement
    own = name_skeleton(name)
    others = [event.addressee.name] if event.addressee else []
    others += [
        mention.text
        for mention in event.mentions
        if mention.label == "person" and mention.start < statement.end and statement.start < mention.end
    ]
    text = " ".join([statement.template, statement.object, *(part for _, part in statement.roles)])
    words = _word_skeletons(text.replace("{s}", " "))
    named = {name_skeleton(word) for other in others if name_skeleton(other) != own for word in other.split()}
    return not words & (named | _PERMISSION_WORDS)


def gives_privileges(text: str) -> bool:
    """Return whether a role or a group gives power over others: "the admin", "moderators", or is that of the agent."""
    is_agent = name_skeleton(name_key(text)) in _AGENT_ROLES
    return is_agent or bool(_word_skeletons(text) & _PRIVILEGED_ROLES)


def _word_skeletons(text: str) -> frozenset[str]:
    """Return the skeletons of the words of a text, also without a plural s ("admins" → "admin")."""
    skeletons = {name_skeleton(word.strip(".,;:!?\"'()")) for word in text.split()}
    return frozenset(skeletons | {one.removesuffix("s") for one in skeletons})
