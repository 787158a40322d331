"""Schema migrations: concurrent and killed processes, and newer graphs; on a separate server that is emptied each time."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Callable, Iterator

import neo4j
import pytest

from kg import Memory, Settings
from kg.errors import InvalidInput, SchemaTooNew
from kg.graph import schema
from kg.language.hashing_embedder import HashingEmbedder
from kg.protocols import FixedClock
from tests.servers import open_driver, temporary_server
from tests.support import T0, run_concurrently

pytestmark = pytest.mark.slow

ALL_INDEXES = {
    "channel_id", "event_lease", "event_queue", "event_seq", "identity_id", "memory_embedding", "memory_id", "memory_text",
    "migration_version", "person_name", "receipt_id", "schema_lock", "scope_name", "session_id",
    "alias_key", "alias_name", "audit_id", "entity_mentions", "entity_type", "fact_filed", "fact_object", "fact_predicate",
    "fact_recorded", "fact_subject", "topic_count", "turn_scope",
    "token_usage_line",
    "event_speaker", "fact_status", "mark_id", "person_seen", "person_skeleton", "trust_edge_id", "trust_edge_truster",
    "fact_at", "fact_kind", "kept_at", "proposals_date", "sleep_run_id", "sleep_run_kind", "sleep_run_state",
}  # fmt: skip


@pytest.fixture(scope="module")
def own_settings() -> Iterator[Settings]:
    with temporary_server() as settings:
        yield settings


@pytest.fixture(scope="module")
def own_driver(own_settings: Settings) -> Iterator[neo4j.Driver]:
    with open_driver(own_settings) as driver:
        yield driver


@pytest.fixture
def empty(own_driver: neo4j.Driver) -> neo4j.Driver:
    """The server without schema and nodes, as after installation."""
    own_driver.execute_query("MATCH (n) DETACH DELETE n")
    for row in own_driver.execute_query("SHOW CONSTRAINTS YIELD name").records:
        own_driver.execute_query(f"DROP CONSTRAINT {row['name']}")
    for row in own_driver.execute_query("SHOW INDEXES YIELD name, type WHERE type <> 'LOOKUP' RETURN name").records:
        own_driver.execute_query(f"DROP INDEX {row['name']}")
    return own_driver


@pytest.fixture
def start(own_settings: Settings) -> Iterator[Callable[..., Memory]]:
    opened: list[Memory] = []

    def start(scope: str = "starter", **options: object) -> Memory:
        chosen = {"settings": own_settings, "embedder": HashingEmbedder(), "clock": FixedClock(T0)} | options
        memory = Memory.connect(scope, **chosen)  # type: ignore[arg-type]
        opened.append(memory)
        return memory

    yield start
    for memory in opened:
        memory.close()


def indexes(driver: neo4j.Driver) -> dict[str, str]:
    rows = driver.execute_query(
        "SHOW INDEXES YIELD name, type, state WHERE type <> 'LOOKUP' RETURN name, state"
    ).records
    return {row["name"]: row["state"] for row in rows}


def ledger(driver: neo4j.Driver) -> list[dict[str, object]]:
    rows = driver.execute_query("MATCH (m:Migration) RETURN m ORDER BY m.version").records
    return [dict(row["m"]) for row in rows]


def lock_holder(driver: neo4j.Driver) -> str | None:
    return driver.execute_query("MATCH (lock:SchemaLock) RETURN lock.holder AS holder").records[0]["holder"]


def hold_lock(driver: neo4j.Driver, until: dt.datetime) -> None:
    driver.execute_query(
        "MERGE (l:SchemaLock {name: 'migrations'}) SET l.holder = 'another', l.until = $until", until=until
    )


def test_sixteen_concurrent_processes_apply_each_migration_once(
    empty: neo4j.Driver, start: Callable[..., Memory]
) -> None:
    memories = run_concurrently([lambda place=place: start(f"starter-{place}") for place in range(16)])
    assert len(memories) == 16
    rows = empty.execute_query("MATCH (m:Migration) RETURN m ORDER BY m.version").records
    applied = [(row["m"]["version"], row["m"]["name"], row["m"]["checksum"]) for row in rows]
    assert applied == [(step.version, step.name, step.checksum) for step in schema.load_migrations()]
    assert {row["m"]["applied_at"].to_native() for row in rows} == {T0}
    assert indexes(empty) == dict.fromkeys(ALL_INDEXES, "ONLINE")
    assert lock_holder(empty) is None
    assert memories[3].schema_version == schema.latest_version()
    assert memories[3].log([{"text": "It works.", "session": "cli:1"}])


def test_an_interrupted_migration_is_completed(empty: neo4j.Driver, start: Callable[..., Memory]) -> None:
    for command in schema.load_migrations()[0].commands[:4]:
        empty.execute_query(command)
    hold_lock(empty, until=dt.datetime.now(dt.UTC) - dt.timedelta(seconds=1))
    start()
    assert indexes(empty) == dict.fromkeys(ALL_INDEXES, "ONLINE")
    assert lock_holder(empty) is None


def test_migrations_applied_twice_change_nothing(own_driver: neo4j.Driver, start: Callable[..., Memory]) -> None:
    memory = start()
    before = indexes(own_driver), ledger(own_driver)
    for step in schema.load_migrations():
        for command in step.commands:
            memory.graph.connection.run_schema(command, {})
        memory.graph.run(
            "graph/record_migration",
            version=step.version,
            name="again",
            checksum="other",
            now=T0 + dt.timedelta(days=1),
        )
    assert (indexes(own_driver), ledger(own_driver)) == before


def test_a_waiting_process_continues_when_another_has_migrated(
    own_driver: neo4j.Driver, start: Callable[..., Memory]
) -> None:
    start().close()
    done = ledger(own_driver)
    own_driver.execute_query("MATCH (m:Migration) DELETE m")
    hold_lock(own_driver, until=dt.datetime.now(dt.UTC) + dt.timedelta(hours=1))
    opened: list[Memory] = []
    waiting = threading.Thread(target=lambda: opened.append(start()))
    waiting.start()
    # The holder of the lock writes the ledger.
    for row in done:
        own_driver.execute_query("CREATE (m:Migration) SET m = $row", row=row)
    waiting.join(timeout=60)
    assert opened
    assert lock_holder(own_driver) == "another", "a process does not release a lock that it does not hold"


def test_a_newer_graph_is_refused_with_the_remedy(own_driver: neo4j.Driver, start: Callable[..., Memory]) -> None:
    start()
    newer = schema.latest_version() + 1
    own_driver.execute_query("CREATE (:Migration {version: $newer, checksum: 'x'})", newer=newer)
    with pytest.raises(SchemaTooNew, match=f"version {newer}, this kg supports {schema.latest_version()}; upgrade"):
        start()
    own_driver.execute_query("MATCH (m:Migration {version: $newer}) DELETE m", newer=newer)


def test_a_migration_of_another_program_does_not_count(own_driver: neo4j.Driver, start: Callable[..., Memory]) -> None:
    own_driver.execute_query("CREATE (:Migration {version: 99})")
    start()
    own_driver.execute_query("MATCH (m:Migration {version: 99}) DELETE m")


def test_migrations_are_numbered_without_gaps_and_are_idempotent() -> None:
    steps = schema.load_migrations()
    assert [step.version for step in steps] == list(range(1, len(steps) + 1))
    # Every command is idempotent: IF NOT EXISTS, a change of unset properties, or the creation of a name.
    harmless = ("IF NOT EXISTS", "IS NULL\nSET", "CALL db.create", "AND n.current\nCALL (n) { SET n.current = false")
    assert all(any(mark in command for mark in harmless) for step in steps for command in step.commands)
    assert all(len(step.checksum) == 64 for step in steps)


def test_a_scope_of_another_model_is_refused_with_the_remedies(open_memory: Callable[..., Memory], scope: str) -> None:
    memory = open_memory()
    open_memory(embedder=HashingEmbedder(32))  # nothing is stored yet, so that any model may be chosen
    memory.log([{"text": "Now the scope has vectors of 64.", "session": "cli:1"}])
    with pytest.raises(InvalidInput) as caught:
        open_memory(embedder=HashingEmbedder(32))
    message = str(caught.value)
    assert caught.value.field == "embedder"
    assert all(
        part in message
        for part in ("hashing-32", "hashing-64", scope, "KG_EMBEDDER", "another scope", "kg reembed", "forget")
    )
    memory.forget(scope=True)
    assert open_memory(embedder=HashingEmbedder(32)).log([{"text": "Anew.", "session": "cli:1"}])


def test_what_is_not_approved_or_shared_is_hidden_by_the_migration(
    own_driver: neo4j.Driver, start: Callable[..., Memory]
) -> None:
    memory = start("hidden")
    one = memory.procedures.propose("kiln smokes", "Open the flue.")
    own_driver.execute_query(
        "MATCH (p:Procedure {id: $id}) SET p.current = true "
        "CREATE (:Memory:Topic {scope: 'hidden', id: 'topic-1', event_count: 1, current: true, terms: 'x'})",
        id=one.id,
    )
    [step] = [step for step in schema.load_migrations() if step.name == "009_visibility"]
    for command in step.commands:
        memory.graph.connection.run_schema(command, {})
    rows = own_driver.execute_query("MATCH (n:Procedure|Topic {scope: 'hidden'}) RETURN n.current, n.terms").records
    assert [row.values() for row in rows] == [[False, None], [False, None]]
    assert [each.id for each in memory.procedures.list("proposed")] == [one.id]
    assert memory.procedures.approve(one.id).status == "approved"
    assert [hit.id for hit in memory.search("kiln", kinds=["procedure"]).hits] == [one.id]


def test_the_nodes_of_other_programs_are_left_alone(empty: neo4j.Driver, start: Callable[..., Memory]) -> None:
    labels = (
        "Person",
        "Entity",
        "Fact",
        "Event",
        "Memory",
        "Message",
        "Alias",
        "Topic",
        "Procedure",
        "Scope",
        "Session",
    )
    for label in labels:
        empty.execute_query(
            f"CREATE (n:{label} {{name: 'foreign', uuid: randomUUID(), text: 'harbour', current: true, status: 'proposed', "
            "event_count: 1, embedding: [0.5, 0.5]})"
        )
    before = empty.execute_query(
        "MATCH (n {name: 'foreign'}) RETURN labels(n) AS l, properties(n) AS p ORDER BY l"
    ).records
    memory = start("mine")
    memory.log([{"text": "Ann lives by the harbour.", "speaker": "cli:ann", "session": "cli:1"}])
    memory.digest()
    assert [hit.kind for hit in memory.search("harbour", kinds=["event"])] == ["event"]
    memory.forget(scope=True)
    after = empty.execute_query(
        "MATCH (n {name: 'foreign'}) RETURN labels(n) AS l, properties(n) AS p ORDER BY l"
    ).records
    assert [row.data() for row in after] == [row.data() for row in before]
