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
from kg.llm import Usage
from kg.memories.core import Core
from kg.memories.diary import Diary, Episodes, Journal
from kg.memories.learnings import Learnings
from kg.memories.long_term import LongTerm
from kg.memories.procedures import Procedures
from kg.memories.reflections import Reflections
from kg.memories.working import Working
from kg.people.roster import People
from kg.people.social_graph import Social
from kg.summaries.summary_store import Summaries
from kg.trust.ledger import Ledger
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


class AsyncUsage(Awaited[Usage]):
    """What a language model has cost, awaited; see `kg.llm.Usage`."""

    record = awaited(Usage.record)
    today = awaited(Usage.today)
    period = awaited(Usage.period)


class AsyncLedger(Awaited[Ledger]):
    """How far the people of a scope are trusted, awaited; see `kg.trust.ledger.Ledger`."""

    of = awaited(Ledger.of)
    everybody = awaited(Ledger.everybody)
    ledger = awaited(Ledger.ledger)
    mark = awaited(Ledger.mark)
    violation = awaited(Ledger.violation)
    may_message = awaited(Ledger.may_message)
    may_use = awaited(Ledger.may_use)
    mute = awaited(Ledger.mute)
    unmute = awaited(Ledger.unmute)
    rate = awaited(Ledger.rate)
    infer = awaited(Ledger.infer)
    distrust = awaited(Ledger.distrust)
    restore = awaited(Ledger.restore)


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


class AsyncSocial(Awaited[Social]):
    """Who is connected to whom, awaited; see `kg.people.social_graph.Social`."""

    connect = awaited(Social.connect)
    disconnect = awaited(Social.disconnect)
    neighbors = awaited(Social.neighbors)
    mutuals = awaited(Social.mutuals)
    path = awaited(Social.path)
    graph = awaited(Social.graph)
    picture = awaited(Social.picture)


class AsyncPictures(Awaited[Pictures]):
    """The pictures of a scope, awaited; see `kg.visualize.Pictures`."""

    social = awaited(Pictures.social)
    trust = awaited(Pictures.trust)
    entity = awaited(Pictures.entity)
    session = awaited(Pictures.session)
    timeline = awaited(Pictures.timeline)


class AsyncCore(Awaited[Core]):
    """The core memory of a scope, awaited; see `kg.memories.core.Core`."""

    add = awaited(Core.add)
    edit = awaited(Core.edit)
    delete = awaited(Core.delete)
    get = awaited(Core.get)
    list = awaited(Core.list)
    usage = awaited(Core.usage)
    render = awaited(Core.render)


class AsyncWorking(Awaited[Working]):
    """The working memories of a scope, awaited; see `kg.memories.working.Working`."""

    replace = awaited(Working.replace)
    get = awaited(Working.get)
    exists = awaited(Working.exists)
    list = awaited(Working.list)
    clear = awaited(Working.clear)
    render = awaited(Working.render)
    prune = awaited(Working.prune)


class AsyncLongTerm(Awaited[LongTerm]):
    """The long-term notes of a scope, awaited; see `kg.memories.long_term.LongTerm`."""

    add = awaited(LongTerm.add)
    add_new = awaited(LongTerm.add_new)
    get = awaited(LongTerm.get)
    list = awaited(LongTerm.list)
    recall = awaited(LongTerm.recall)
    promote = awaited(LongTerm.promote)
    compact = awaited(LongTerm.compact)
    prune = awaited(LongTerm.prune)
    candidates = awaited(LongTerm.candidates)
    restore = awaited(LongTerm.restore)


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
    when_due = awaited(Sleep.when_due)
