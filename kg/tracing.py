"""OpenTelemetry spans around the public calls of a memory and around the statements that they send; off by default.

Spans hold names and counts, and neither texts nor parameters.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from kg.errors import ModelUnavailable


class Span(Protocol):
    """What is used of a span of OpenTelemetry."""

    def set_attribute(self, key: str, value: str | int | float | bool) -> None:
        """Set an attribute."""
        ...


class Tracer(Protocol):
    """What makes spans."""

    def span(self, name: str, **attributes: str | int) -> Any:
        """Return a context manager of a span, whose value is the span."""
        ...


class NoTracer:
    """Makes no spans."""

    @contextmanager
    def span(self, name: str, **attributes: str | int) -> Iterator[Span | None]:  # noqa: ARG002
        """Do nothing."""
        yield None


class OpenTelemetryTracer:
    """Makes spans with the tracer provider of the process."""

    def __init__(self) -> None:
        """Create the tracer.

        Raises:
            ModelUnavailable: opentelemetry-api is not installed.
        """
        try:
            from opentelemetry import trace  # noqa: PLC0415 - an extra
            from opentelemetry.trace import Status, StatusCode  # noqa: PLC0415
        except ImportError:
            how = 'Run `pip install "kg-agent-memory[otel]"`, or unset KG_TRACING.'
            raise ModelUnavailable("OpenTelemetry is not installed.", how=how) from None
        self._tracer = trace.get_tracer("kg")
        self._failed = Status(StatusCode.ERROR)

    @contextmanager
    def span(self, name: str, **attributes: str | int) -> Iterator[Span | None]:
        """Make a span. Of an exception it holds the type alone, because its message may quote a text."""
        with self._tracer.start_as_current_span(
            name, attributes=attributes, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(self._failed)
                raise


def create_tracer(*, enabled: bool) -> Tracer:
    """Return the tracer of a connection or a memory.

    Raises:
        ModelUnavailable: tracing is on, and opentelemetry-api is not installed.
    """
    return OpenTelemetryTracer() if enabled else NoTracer()


def trace_methods(target: Any, name: str, tracer: Tracer, **attributes: str | int) -> None:
    """Put a span around each public method of an object.

    Args:
        target: the object.
        name: beginning of the names of the spans, such as `kg.facts`.
        tracer: makes the spans.
        attributes: attributes of the spans.
    """
    for method_name, method in inspect.getmembers(target, inspect.ismethod):
        if not method_name.startswith("_") and method.__self__ is target:
            setattr(target, method_name, _traced(method, f"{name}.{method_name}", tracer, attributes))


def _traced(
    method: Callable[..., Any], name: str, tracer: Tracer, attributes: dict[str, str | int]
) -> Callable[..., Any]:
    @functools.wraps(method)
    def call(*args: Any, **kwargs: Any) -> Any:
        with tracer.span(name, **attributes):
            return method(*args, **kwargs)

    return call
