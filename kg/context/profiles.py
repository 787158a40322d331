"""Profiles: how a context's tokens are shared out, as frozen recipes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """How many tokens each section may take; a section of 0 is not read.

    What a section leaves over goes to retrieved memories, and so does what the budget has beyond. Where the sections want more
    than there is, each gives way in proportion to its number.

    Attributes:
        name: what it is asked for by.
        budget: tokens of the whole, where the caller names none.
        state: the time, who is talking and where, and the current task.
        working: what is under way in the session.
        identity: who the agent is: that section of core memory.
        core: the other sections of core memory.
        preferences: what the owner prefers, and what was learnt of it.
        knowledge: facts that fit the message, or that are about whom it names.
        entities: who and what is named in the message.
        people: who speaks, who else is there, and who is named.
        topics: summaries of the topics that fit the message.
        channel: what is known of the channel, and episodes of the session.
        diary: the diary of the last days.
        procedures: what to do when what the message tells happens.
        learnings: what was learnt about the agent's work.
        memories: what retrieved memories are given at least.
        earlier: what was said in the session before the newest messages.
        recent: the newest messages of the session.
        anchor: who the agent is and what it does, told once more.
        together: whether the preferences of core memory stand with the rest of it, and not with the other preferences.
    """

    name: str
    budget: int
    state: int = 0
    working: int = 0
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
        """The tokens that a section may take."""
        return int(getattr(self, section))


STANDARD = Profile(
    "standard", 4_000, state=150, working=150, identity=200, core=200, preferences=300, knowledge=500, entities=400, people=300,
    topics=400, channel=300, procedures=150, learnings=200, memories=500, earlier=150, recent=400,
)  # fmt: skip
FULL = Profile(
    "full", 7_500, state=150, working=200, identity=600, core=3_400, preferences=300, knowledge=500, entities=500, people=300,
    topics=400, channel=300, diary=1_500, procedures=150, learnings=200, memories=1_500, earlier=200, recent=500, together=True,
)  # fmt: skip
# Its thousand for what is kept for long is what is known, named, preferred and retrieved, together.
COMPACT = Profile(
    "compact", 2_000, state=100, working=200, identity=50, core=50, preferences=100, knowledge=300, entities=50, people=100,
    diary=500, memories=250, recent=300,
)  # fmt: skip

PROFILES = {profile.name: profile for profile in (STANDARD, FULL, COMPACT)}
