"""Scope moves to another server under load: nothing is lost, and one server has the scope at any time."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput, NotFound, Refused, ScopeMoved, ScopeMoving
from kg.graph import Graph
from kg.graph.routing import open_for_move, require_server
from kg.language.hashing_embedder import HashingEmbedder
from kg.multi_scope_worker import MultiScopeWorker
from kg.protocols import FixedClock
from kg.relocation import ScopeMove
from kg.settings import ServerEntry
from kg.transfer.graph_shape import MOVE_PROPERTIES
from tests.servers import temporary_server
from tests.support import T0, minutes
from tests.transfer.graphs import EDGES, NODES

pytestmark = pytest.mark.slow

Look = Callable[..., list[Any]]
EVERY = "MATCH (home:Scope {scope: $scope}) RETURN home.lives_at AS at, home.closed AS closed, home.move AS move"


@pytest.fixture(scope="module")
def second() -> Iterator[ServerEntry]:
    """A second server, in addition to the one of all tests."""
    with temporary_server() as settings:
        yield ServerEntry(uri=f"neo4j://127.0.0.1:{settings.bolt_port}", password=settings.neo4j_password)


@pytest.fixture
def both(settings: Settings, second: ServerEntry) -> Settings:
    """Settings with both servers; scopes are on the first. Timeouts allow for a busy machine."""
    return settings.model_copy(update={"servers": (second,), "move_wait_s": 300.0})


@pytest.fixture
def there(second: ServerEntry, scope: str) -> Iterator[Look]:
    """Run queries on the second server."""
    password = second.password.get_secret_value() if second.password else ""
    with neo4j.GraphDatabase.driver(second.uri, auth=("neo4j", password)) as driver:
        yield lambda query, **given: driver.execute_query(query, {"scope": scope} | given).records


@pytest.fixture
def ends(both: Settings, second: ServerEntry, scope: str) -> Iterator[tuple[Graph, Graph]]:
    """The scope on both servers, as `ScopeMove` takes it."""
    places = [require_server(uri, both) for uri in (str(both.neo4j_uri), second.uri)]
    with contextlib.ExitStack() as held:
        graphs = [
            Graph(held.enter_context(contextlib.closing(open_for_move(scope, place, both, FixedClock(T0)))), scope)
            for place in places
        ]
        yield graphs[0], graphs[1]


def talk(start: int, count: int) -> list[Event]:
    return [
        Event(
            f"Ann moved to Oslo, and Bob likes tea number {place}.",
            id=f"e{place}",
            speaker=f"cli:p{place % 3}",
            session=f"cli:{place % 4}",
            at=T0 + minutes(place),
        )
        for place in range(start, start + count)
    ]


def everything(look: Look) -> tuple[list[str], list[str]]:
    """Return all nodes and edges of a scope, with vectors and token states, independent of internal ids."""
    nodes = {
        row["element"]: repr(
            (sorted(row["labels"]), sorted((k, v) for k, v in row["properties"].items() if k not in MOVE_PROPERTIES))
        )
        for row in look(NODES)
    }
    edges = [
        repr((nodes[row["one"]], row["type"], sorted(row["properties"].items()), nodes[row["other"]]))
        for row in look(EDGES)
    ]
    return sorted(nodes.values()), sorted(edges)


def test_a_scope_moves_under_reads_and_writes(
    connect: Callable[..., Memory], both: Settings, second: ServerEntry, look: Look, there: Look, scope: str
) -> None:
    memory = connect(settings=both)
    memory.log(talk(0, 20))
    memory.digest()
    stop, failed, written = threading.Event(), [], list[str]()

    # A pause between writes leaves a small machine time for the move.
    def write() -> None:
        while not stop.wait(0.05):
            written.extend(memory.log(talk(1_000 + len(written), 1)))

    def read() -> None:
        while not stop.wait(0.05):
            if not memory.search("tea").hits:
                failed.append("nothing found")

    threads = [threading.Thread(target=write), threading.Thread(target=read)]
    for thread in threads:
        thread.start()
    try:
        moved = Memory.move(scope, to=second.uri, settings=both)
        # The other threads may have followed the scope already.
        memory.log(talk(500, 1))
        while memory.graph.connection.uri != second.uri:
            memory.log(talk(500, 1))
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    assert (moved.scope, moved.target, failed) == (scope, second.uri, [])
    assert moved.nodes > 20
    kept = {row["id"] for row in there("MATCH (e:Event {scope: $scope}) RETURN e.id AS id")}
    assert kept >= {*written, *(event.id for event in talk(0, 20)), "e500"}
    with pytest.raises(ScopeMoved, match="KG_SERVERS") as caught:
        connect(settings=both.model_copy(update={"servers": ()}))
    assert (caught.value.scope, caught.value.address) == (scope, second.uri)
    assert connect(settings=both).graph.connection.uri == second.uri, "the old setting leads to the new place"
    assert len(look("MATCH (e:Event {scope: $scope}) RETURN e")) >= 20, "the old copy is left until it is erased"


class Dying(Graph):
    """A graph whose process dies before or after the n-th transaction."""

    def __init__(self, graph: Graph, left: list[float]) -> None:
        super().__init__(graph.connection, graph.scope)
        self.left = left

    def transact(self, work: Callable[[Any], Any]) -> Any:
        self.left[0] -= 1
        if self.left[0] <= 0:
            if self.left[0] == -0.5:
                super().transact(work)
            raise Killed
        return super().transact(work)


class Killed(BaseException):
    """Simulates kill -9: no cleanup."""


def test_a_move_killed_at_any_point_is_completed_by_the_next(
    connect: Callable[..., Memory], both: Settings, look: Look, there: Look, ends: tuple[Graph, Graph]
) -> None:
    memory = connect(settings=both)
    memory.log(talk(0, 6))
    memory.digest()
    at, looks, alive = list(ends), [look, there], True
    step = 0.5
    while alive:
        with contextlib.suppress(Killed):
            left = [step]
            ScopeMove(Dying(at[0], left), Dying(at[1], left)).run()
            alive = False
        # Writes and erasures before the cut-over are part of the move.
        if not any(looks[0](EVERY)[0].values()[:2]):
            memory.log(talk(int(step * 2) + 10, 1))
            memory.forget(event="e3")
            memory.log(talk(3, 1))
        ScopeMove(*at).run()
        states = [found(EVERY)[0] for found in looks]
        assert [state["at"] is None for state in states] == [False, True], step
        assert not any(state["closed"] or state["move"] for state in states), step
        one, other = everything(looks[0]), everything(looks[1])
        assert one == other, step
        assert len(memory.history("cli:3")) >= 1
        at.reverse()
        looks.reverse()
        step += 0.5
    assert step > 5


def test_a_closed_scope_can_be_read_and_asks_writers_to_retry(
    connect: Callable[..., Memory], both: Settings, ends: tuple[Graph, Graph], scope: str
) -> None:
    hasty = connect(settings=both.model_copy(update={"move_wait_s": 0.0}))
    patient = connect(settings=both)
    hasty.log(talk(0, 3))
    ends[0].transact(lambda turn: turn.run("relocation/lock_move"))
    marks = {"move": "m", "move_holder": "dead", "move_to": ends[1].connection.uri, "closed": True}
    ends[0].run("relocation/mark_move", marks=marks, left=False)
    assert len(hasty.history("cli:0")) == 1
    with pytest.raises(ScopeMoving, match="try again") as caught:
        hasty.log(talk(3, 1))
    assert (caught.value.scope, caught.value.to) == (scope, ends[1].connection.uri)
    with pytest.raises(ScopeMoving):
        hasty.core.add("Not now.", "people")
    waiting = threading.Thread(target=lambda: patient.log(talk(4, 1)))
    waiting.start()
    Memory.move(scope, to=ends[1].connection.uri, cancel=True, settings=both)
    waiting.join()
    assert patient.get("e4").id == "e4"
    assert patient.graph.connection.uri == both.neo4j_uri
    with pytest.raises(Refused, match="no move"):
        Memory.move(scope, to=ends[1].connection.uri, cancel=True, settings=both)


def test_a_target_with_a_scope_of_that_name_is_refused(
    connect: Callable[..., Memory], both: Settings, second: ServerEntry, look: Look, there: Look, scope: str
) -> None:
    connect(settings=both).log(talk(0, 2))
    other = connect(uri=second.uri, settings=both)
    other.log(talk(7, 1))
    before = everything(look), everything(there)
    with pytest.raises(InvalidInput, match="of its own"):
        Memory.move(scope, to=second.uri, settings=both)
    assert (everything(look), everything(there)) == before
    connect(settings=both).log(talk(2, 1))
    other.log(talk(8, 1))


def test_invalid_moves_are_refused(
    connect: Callable[..., Memory], both: Settings, second: ServerEntry, scope: str
) -> None:
    with pytest.raises(NotFound, match="nothing was logged"):
        Memory.move(scope, to=second.uri, settings=both)
    with pytest.raises(InvalidInput, match="another server"):
        Memory.move(scope, to=both.neo4j_uri, settings=both)
    with pytest.raises(InvalidInput, match="KG_SERVERS"):
        Memory.move(scope, to="bolt://nowhere", settings=both)


def test_the_old_copy_is_erased_and_still_records_the_new_location(
    connect: Callable[..., Memory], both: Settings, second: ServerEntry, look: Look, scope: str
) -> None:
    stays = connect(settings=both)
    stays.log(talk(0, 5))
    stays.digest()
    planned = Memory.move(scope, to=second.uri, dry_run=True, settings=both)
    done = Memory.move(scope, to=second.uri, settings=both)
    assert (planned.nodes, planned.edges, planned.dry_run) == (done.nodes, done.edges, True)
    # As if it had moved an hour ago, when all readers have left the old copy.
    look("MATCH (home:Scope {scope: $scope}) SET home.moved_at = home.moved_at - duration('PT1H')")
    again = Memory.move(scope, to=second.uri, erase=True, settings=both)
    assert (again.passes, again.erased) == (0, done.nodes - 1)
    [home] = look(NODES)
    assert set(home["properties"]) == {"scope", "name", "lives_at", "lives_in", "lives_since", "moved_at", "erased"}
    assert len(connect(settings=both).history("cli:0")) == 2
    stays.log(talk(5, 1))
    with pytest.raises(ScopeMoved):
        connect(uri=both.neo4j_uri, settings=both)


def test_a_multi_scope_worker_skips_a_moved_scope(
    connect: Callable[..., Memory], both: Settings, second: ServerEntry, scope: str
) -> None:
    one, other = connect(f"{scope}-a", settings=both), connect(f"{scope}-b", settings=both)
    for memory in (one, other):
        memory.log(talk(0, 2))
    Memory.move(one.scope, to=second.uri, settings=both)
    with MultiScopeWorker.connect(
        f"{scope}-*", uri=both.neo4j_uri, settings=both, clock=FixedClock(T0 + minutes(600)), embedder=HashingEmbedder()
    ) as rounds:
        assert rounds.cycle() == 2
        assert other.queue()["pending"] == 0
        assert other.graph.connection.uri == both.neo4j_uri
    one.log(talk(2, 1))
    assert one.queue()["pending"] == 3


def test_the_later_of_two_moves_takes_over(
    connect: Callable[..., Memory], both: Settings, ends: tuple[Graph, Graph], there: Look
) -> None:
    connect(settings=both).log(talk(0, 3))

    class Overtaken(Graph):
        taken = False

        def transact(self, work: Callable[[Any], Any]) -> Any:
            if not Overtaken.taken and there(EVERY):
                Overtaken.taken = True
                ScopeMove(*ends).run()
            return super().transact(work)

    with pytest.raises(Refused, match="taken over"):
        ScopeMove(Overtaken(ends[0].connection, ends[0].scope), Overtaken(ends[1].connection, ends[1].scope)).run()
    assert there(EVERY)[0]["at"] is None


def test_the_command_line_follows_a_moved_scope(
    connect: Callable[..., Memory],
    both: Settings,
    second: ServerEntry,
    scope: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    from kg.cli import main

    connect(settings=both).log(talk(0, 2))
    password = second.password.get_secret_value() if second.password else ""
    monkeypatch.setenv("KG_EMBEDDER", "hashing")
    monkeypatch.setenv("KG_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("KG_SERVERS", f'[{{"uri": "{second.uri}", "password": "{password}"}}]')

    def kg(*arguments: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(arguments)
        assert not ended.value.code
        return capsys.readouterr().out

    assert "would move" in kg("move-scope", scope, "--to", second.uri, "--dry-run")
    assert f"is at {second.uri}: " in kg("move-scope", scope, "--to", second.uri)
    assert "already" in kg("move-scope", scope, "--to", second.uri)
    assert second.uri in kg("status", "--scope", scope)
    result = kg("doctor", "--scope", scope)
    assert f"home: {second.uri}" in result
    assert password not in result
    monkeypatch.setenv("KG_SERVERS", f'[{{"uri": "bolt://x", "password": "{password}"')
    with pytest.raises(SystemExit):
        main(["status"])
    err = capsys.readouterr().err
    assert "KG_SERVERS" in err
    assert password not in err


def test_bookmarks_let_another_memory_see_what_was_written(
    connect: Callable[..., Memory], both: Settings, second: ServerEntry
) -> None:
    writer = connect("bookmarked", uri=second.uri, settings=both)
    writer.log(talk(0, 1))
    reader = connect("bookmarked", uri=second.uri, settings=both, bookmarks=writer.bookmarks())
    assert writer.bookmarks()
    assert [event.id for event in reader.history("cli:0")] == ["e0"]
    assert isinstance(reader.embedder, HashingEmbedder)


def test_the_benchmark_of_servers(both: Settings, second: ServerEntry) -> None:
    from kg.bench.servers import measure_on_servers

    first = ServerEntry(uri=str(both.neo4j_uri), user=both.neo4j_user, password=both.neo4j_password)
    hasty = both.model_copy(update={"embedder": "hashing"})
    result = measure_on_servers([first, second], 2, 10, 0.2, hasty, lambda _: None)
    assert {name: result[name] for name in ("scopes", "failed_reads", "failed_writes", "lost_writes")} == {
        "scopes": 2,
        "failed_reads": 0,
        "failed_writes": 0,
        "lost_writes": 0,
    }
    assert result["writes"] > 0
    assert result["move"]["nodes"] > 10
