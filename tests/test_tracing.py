"""OpenTelemetry spans: around public calls and their statements, without texts; none by default."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterator

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from kg import AsyncMemory, Memory, Settings
from kg.errors import InvalidInput, ModelUnavailable
from kg.tracing import NoTracer, create_tracer

EXPORTER = InMemorySpanExporter()


@pytest.fixture
def spans() -> Iterator[InMemorySpanExporter]:
    """The spans that are made in a test; the provider of a process can be set only once."""
    if not isinstance(trace.get_tracer_provider(), TracerProvider):
        provider = TracerProvider()
        provider.add_span_processor(SimpleSpanProcessor(EXPORTER))
        trace.set_tracer_provider(provider)
    EXPORTER.clear()
    yield EXPORTER
    EXPORTER.clear()


@pytest.fixture
def traced(open_memory: Callable[..., Memory], settings: Settings) -> Memory:
    return open_memory(settings=settings.model_copy(update={"tracing": True}))


def test_calls_and_statements_make_spans(traced: Memory, spans: InMemorySpanExporter) -> None:
    spans.clear()
    traced.log("My secret is Zeppelin.")
    traced.facts.list(subject="Zeppelin")
    by_name = {span.name: span for span in spans.get_finished_spans()}
    assert {"kg.log", "kg.statement events/append", "kg.facts.list"} <= set(by_name)
    call, statement = by_name["kg.log"], by_name["kg.statement events/append"]
    assert statement.parent is not None
    assert call.context is not None
    assert statement.parent.span_id == call.context.span_id
    assert dict(statement.attributes or {}) == {
        "db.system.name": "neo4j", "db.operation.name": "events/append", "kg.scope": traced.scope,
    }  # fmt: skip
    assert "Zeppelin" not in "".join(span.to_json() for span in spans.get_finished_spans())


def test_a_message_is_added_with_four_statements_in_two_transactions(
    traced: Memory, spans: InMemorySpanExporter
) -> None:
    traced.add("I live in Oslo.", speaker="cli:ann")
    spans.clear()
    traced.add("I work in Turin.", speaker="cli:ann")
    found = [span for span in spans.get_finished_spans() if span.name != "kg.add"]
    transactions = {span.context.span_id for span in found if span.name == "kg.transaction" and span.context}
    assert len(transactions) == 2
    assert [span.name for span in found if span.parent is not None and span.parent.span_id in transactions] == [
        "kg.statement events/append",
        "kg.statement ingestion/claim_some",
        "kg.statement knowledge/resolution_candidates",
        "kg.statement knowledge/write_batch",
    ]


def test_an_error_is_recorded(traced: Memory, spans: InMemorySpanExporter) -> None:
    with pytest.raises(InvalidInput):
        traced.facts.add("Zeppelin", "likes", " ")
    [span] = [span for span in spans.get_finished_spans() if span.name == "kg.facts.add"]
    assert "Zeppelin" not in span.to_json()
    assert span.attributes is not None
    assert span.attributes["error.type"] == "InvalidInput"
    assert span.status.status_code is trace.StatusCode.ERROR


def test_calls_of_an_async_memory_make_spans(traced: Memory, spans: InMemorySpanExporter) -> None:
    spans.clear()

    async def work() -> None:
        memory = AsyncMemory(traced)
        with trace.get_tracer("test").start_as_current_span("outer"):
            await memory.log("Hello.")

    asyncio.run(work())
    by_name = {span.name: span for span in spans.get_finished_spans()}
    outer = by_name["outer"].context
    assert outer is not None
    assert by_name["kg.log"].parent is not None
    assert by_name["kg.log"].parent.span_id == outer.span_id


def test_there_are_no_spans_by_default(memory: Memory, spans: InMemorySpanExporter) -> None:
    memory.log("Hello.")
    assert spans.get_finished_spans() == ()
    assert isinstance(memory.graph.connection.tracer, NoTracer)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry", None)
    with pytest.raises(ModelUnavailable, match="kg-agent-memory\\[otel\\]"):
        create_tracer(enabled=True)
