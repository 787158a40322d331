"""The nouns of a memory, awaited.

Nothing is written twice: each method is its twin, lifted by one function that keeps the signature.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from kg.consolidation import Sleep
from kg.knowledge.entities import Entities
from kg.knowledge.facts import Facts
from kg.knowledge.relations import Relations
from kg.knowledge.topics import Topics
from kg.llm import UsageLedger
from kg.memories.core import CoreMemory
from kg.memories.diary import Diary, Episodes, Journal
from kg.memories.learnings import Learnings
from kg.memories.long_term import LongTermMemory
from kg.memories.procedures import Procedures
from kg.memories.reflections import Reflections
from kg.memories.working import WorkingMemories
from kg.people.roster import People
from kg.people.social_graph import SocialGraph
from kg.summaries.summary_store import Summaries
from kg.trust.ledger import TrustLedger
from kg.visualize import Pictures

P = ParamSpec("P")
R = TypeVar("R")
N = TypeVar("N")


class Awaited(Generic[N]):
    """Memory, or a noun of it, awaited: its calls run in the memory's threads."""

    def __init__(self, twin: N, threads: ThreadPoolExecutor) -> None:
        self._memory = twin
        self._threads = threads


def awaited(
    method: Callable[Concatenate[N, P], R],
) -> Callable[Concatenate[Awaited[N], P], Coroutine[Any, Any, R]]:
    """A method of Memory, or of one of its nouns, as a coroutine of its twin, with its signature and docstring."""

    @functools.wraps(method)
    async def call(self: Awaited[N], /, *args: P.args, **kwargs: P.kwargs) -> R:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, functools.partial(method, self._memory, *args, **kwargs))

    return call


class AsyncEntities(Awaited[Entities]):
    """The entities of a scope, awaited; see `kg.knowledge.entities.Entities`."""

    get = awaited(Entities.get)
    list = awaited(Entities.list)
    search = awaited(Entities.search)
    merge = awaited(Entities.merge)
    unmerge = awaited(Entities.unmerge)
    split = awaited(Entities.split)
    rename = awaited(Entities.rename)
    confirm = awaited(Entities.confirm)


class AsyncFacts(Awaited[Facts]):
    """The facts of a scope, awaited; see `kg.knowledge.facts.Facts`."""

    add = awaited(Facts.add)
    get = awaited(Facts.get)
    list = awaited(Facts.list)
    history = awaited(Facts.history)
    correct = awaited(Facts.correct)
    retract = awaited(Facts.retract)


class AsyncRelations(Awaited[Relations]):
    """The relations of a scope, awaited; see `kg.knowledge.relations.Relations`."""

    list = awaited(Relations.list)
    path = awaited(Relations.path)


class AsyncTopics(Awaited[Topics]):
    """The topics of a scope, awaited; see `kg.knowledge.topics.Topics`."""

    list = awaited(Topics.list)
    events = awaited(Topics.events)


class AsyncSummaries(Awaited[Summaries]):
    """What was said, summed up, awaited; see `kg.summaries.summary_store.Summaries`."""

    get = awaited(Summaries.get)
    tree = awaited(Summaries.tree)
    refresh = awaited(Summaries.refresh)
    cycle = awaited(Summaries.cycle)
    prune = awaited(Summaries.prune)


class AsyncUsage(Awaited[UsageLedger]):
    """What a language model has cost, awaited; see `kg.llm.UsageLedger`."""

    record = awaited(UsageLedger.record)
    today = awaited(UsageLedger.today)
    period = awaited(UsageLedger.period)


class AsyncLedger(Awaited[TrustLedger]):
    """How far the people of a scope are trusted, awaited; see `kg.trust.ledger.TrustLedger`."""

    of = awaited(TrustLedger.of)
    everybody = awaited(TrustLedger.everybody)
    ledger = awaited(TrustLedger.ledger)
    mark = awaited(TrustLedger.mark)
    violation = awaited(TrustLedger.violation)
    may_message = awaited(TrustLedger.may_message)
    may_use = awaited(TrustLedger.may_use)
    mute = awaited(TrustLedger.mute)
    unmute = awaited(TrustLedger.unmute)
    rate = awaited(TrustLedger.rate)
    infer = awaited(TrustLedger.infer)
    distrust = awaited(TrustLedger.distrust)
    restore = awaited(TrustLedger.restore)


class AsyncPeople(Awaited[People]):
    """The people of a scope, awaited; see `kg.people.roster.People`."""

    get = awaited(People.get)
    list = awaited(People.list)
    present = awaited(People.present)
    ensure = awaited(People.ensure)
    link_identity = awaited(People.link_identity)
    note = awaited(People.note)
    unnote = awaited(People.unnote)
    card = awaited(People.card)


class AsyncSocial(Awaited[SocialGraph]):
    """Who is connected to whom, awaited; see `kg.people.social_graph.SocialGraph`."""

    connect = awaited(SocialGraph.connect)
    disconnect = awaited(SocialGraph.disconnect)
    neighbors = awaited(SocialGraph.neighbors)
    mutuals = awaited(SocialGraph.mutuals)
    path = awaited(SocialGraph.path)
    graph = awaited(SocialGraph.graph)
    picture = awaited(SocialGraph.picture)


class AsyncPictures(Awaited[Pictures]):
    """The pictures of a scope, awaited; see `kg.visualize.Pictures`."""

    social = awaited(Pictures.social)
    trust = awaited(Pictures.trust)
    entity = awaited(Pictures.entity)
    session = awaited(Pictures.session)
    timeline = awaited(Pictures.timeline)


class AsyncCore(Awaited[CoreMemory]):
    """The core memory of a scope, awaited; see `kg.memories.core.CoreMemory`."""

    add = awaited(CoreMemory.add)
    edit = awaited(CoreMemory.edit)
    delete = awaited(CoreMemory.delete)
    get = awaited(CoreMemory.get)
    list = awaited(CoreMemory.list)
    usage = awaited(CoreMemory.usage)
    render = awaited(CoreMemory.render)


class AsyncWorking(Awaited[WorkingMemories]):
    """The working memories of a scope, awaited; see `kg.memories.working.WorkingMemories`."""

    replace = awaited(WorkingMemories.replace)
    get = awaited(WorkingMemories.get)
    exists = awaited(WorkingMemories.exists)
    list = awaited(WorkingMemories.list)
    clear = awaited(WorkingMemories.clear)
    render = awaited(WorkingMemories.render)
    prune = awaited(WorkingMemories.prune)


class AsyncLongTerm(Awaited[LongTermMemory]):
    """The long-term notes of a scope, awaited; see `kg.memories.long_term.LongTermMemory`."""

    add = awaited(LongTermMemory.add)
    add_new = awaited(LongTermMemory.add_new)
    get = awaited(LongTermMemory.get)
    list = awaited(LongTermMemory.list)
    recall = awaited(LongTermMemory.recall)
    promote = awaited(LongTermMemory.promote)
    compact = awaited(LongTermMemory.compact)
    prune = awaited(LongTermMemory.prune)
    candidates = awaited(LongTermMemory.candidates)
    restore = awaited(LongTermMemory.restore)


class AsyncProcedures(Awaited[Procedures]):
    """The procedures of a scope, awaited; see `kg.memories.procedures.Procedures`."""

    propose = awaited(Procedures.propose)
    learn = awaited(Procedures.learn)
    approve = awaited(Procedures.approve)
    reject = awaited(Procedures.reject)
    remove = awaited(Procedures.remove)
    list = awaited(Procedures.list)
    match = awaited(Procedures.match)
    used = awaited(Procedures.used)
    prune = awaited(Procedures.prune)


class AsyncDiary(Awaited[Diary]):
    """The diary of a scope, awaited; see `kg.memories.diary.Diary`."""

    add = awaited(Diary.add)
    recent = awaited(Diary.recent)


class AsyncJournal(Awaited[Journal]):
    """The journal of a scope, awaited; see `kg.memories.diary.Journal`."""

    add = awaited(Journal.add)
    list = awaited(Journal.list)


class AsyncEpisodes(Awaited[Episodes]):
    """The episodes of a scope, awaited; see `kg.memories.diary.Episodes`."""

    add = awaited(Episodes.add)
    recent = awaited(Episodes.recent)
    expire = awaited(Episodes.expire)


class AsyncLearnings(Awaited[Learnings]):
    """The learnings of a scope, awaited; see `kg.memories.learnings.Learnings`."""

    add = awaited(Learnings.add)
    detect = awaited(Learnings.detect)
    list = awaited(Learnings.list)
    health = awaited(Learnings.health)
    from_failures = awaited(Learnings.from_failures)


class AsyncReflections(Awaited[Reflections]):
    """The reflections of a scope, awaited; see `kg.memories.reflections.Reflections`."""

    add = awaited(Reflections.add)
    list = awaited(Reflections.list)
    draw = awaited(Reflections.draw)
    failure = awaited(Reflections.failure)
    failures = awaited(Reflections.failures)


class AsyncSleep(Awaited[Sleep]):
    """The sleep of a scope, awaited; see `kg.consolidation.Sleep`."""

    quick = awaited(Sleep.quick)
    deep = awaited(Sleep.deep)
    status = awaited(Sleep.status)
    proposals = awaited(Sleep.proposals)
    run_if_due = awaited(Sleep.run_if_due)
