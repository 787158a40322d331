"""Profiles: named allocations of a context's token budget to its sections."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """The maximum tokens of each section; a section of 0 is not read.

    Tokens that a section does not use, and the rest of the budget, go to the memories section. If the sections need more than the
    budget, all are reduced in proportion.

    Attributes:
        name: the profile's name.
        budget: default token budget.
        state: the time, the speaker, the session and the current task.
        working: working memory of the session.
        tasks: open tasks of the participants.
        identity: the identity section of core memory.
        core: the other sections of core memory.
        preferences: preferences of the owner: stored, summarized and learnt.
        knowledge: facts that match the message or are about entities that it names.
        entities: entities named in the message.
        people: the speaker, other participants and named persons.
        topics: summaries of topics that match the message.
        channel: the summary of the channel, and episodes of the session.
        diary: diary entries of the last days.
        procedures: procedures whose trigger matches the message.
        learnings: learnings about the agent's work.
        memories: retrieved memories, at least.
        earlier: selected sentences of messages before the newest.
        recent: the newest messages of the session.
        anchor: the agent's identity and task, repeated now and then.
        together: whether the preferences of core memory are shown with core memory instead of with the other preferences.
    """

    name: str
    budget: int
    state: int = 0
    working: int = 0
    tasks: int = 0
    identity: int = 0
    core: int = 0
    preferences: int = 0
    knowledge: int = 0
    entities: int = 0
    people: int = 0
    topics: int = 0
    channel: int = 0
    diary: int = 0
    procedures: int = 0
    learnings: int = 0
    memories: int = 0
    earlier: int = 0
    recent: int = 0
    anchor: int = 60
    together: bool = False

    def share(self, section: str) -> int:
        """Return the maximum tokens of a section."""
        return int(getattr(self, section))


STANDARD = Profile(
    "standard", 4_000, state=150, working=150, tasks=250, identity=200, core=1_000, preferences=300, knowledge=500, entities=400,
    people=300, topics=400, channel=300, procedures=150, learnings=200, memories=500, earlier=150, recent=400,
)  # fmt: skip
FULL = Profile(
    "full", 7_500, state=150, working=200, tasks=250, identity=600, core=3_400, preferences=300, knowledge=500, entities=500,
    people=300, topics=400, channel=300, diary=1_500, procedures=150, learnings=200, memories=1_500, earlier=200, recent=500,
    together=True,
)  # fmt: skip
# Its thousand tokens for long-term content are shared by knowledge, entities, preferences and memories.
COMPACT = Profile(
    "compact", 2_000, state=100, working=200, tasks=100, identity=50, core=50, preferences=100, knowledge=300, entities=50,
    people=100, diary=500, memories=250, recent=300,
)  # fmt: skip

PROFILES = {profile.name: profile for profile in (STANDARD, FULL, COMPACT)}
