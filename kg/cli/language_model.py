"""Commands about the language model: crystallise (facts from the newest messages), tokens (what it has used)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import typer

from kg.cli.common import AsJson, Scope, open_memory, print_json, print_line, print_note, print_paragraph, print_table
from kg.cli.facts import format_fact
from kg.errors import KgError
from kg.types import TokenUsage


def register(app: typer.Typer) -> None:
    """Add the commands to the app."""
    app.command()(crystallise)
    app.command()(tokens)


def crystallise(scope: Scope = "default", as_json: AsJson = False) -> None:
    """Let the language model (KG_LLM_MODEL) extract lasting facts from the newest 100 shared messages, and save them."""
    with open_memory(scope) as memory:
        try:
            result = memory.crystallise()
        except (ConnectionError, TimeoutError) as error:
            raise KgError(f"The language model did not answer: {error}") from error
    if as_json:
        print_json(result)
        return
    for fact in result.facts:
        print_paragraph(format_fact(fact))
    print_line(f"{result.processed_messages} messages, {result.saved_facts} facts saved, by {result.model}")
    if result.failures:
        print_note(f"{result.failures} answers or facts of the model were not valid")


def tokens(
    days: Annotated[int, typer.Option(help="The number of dates with usage; the newest are shown.")] = 7,
    scope: Scope = "default",
    as_json: AsJson = False,
) -> None:
    """Show the tokens that language models have used: by date (UTC) and model, also of imported memories."""
    with open_memory(scope) as memory:
        today, period = memory.usage.today(), memory.usage.period(days)
    if as_json:
        print_json({"today": today, "period": period})
        return
    rows = [(one.date, one.model, *_format_counts([one])) for one in period]
    if rows:
        rows += [("today", "", *_format_counts(today)), ("all dates", "", *_format_counts(period))]
    print_table(("date", "model", "prompt", "completion", "requests"), rows, "no token usage")


def _format_counts(records: Sequence[TokenUsage]) -> tuple[str, str, str]:
    """Format the sums of prompt tokens, completion tokens and requests."""
    sums = (
        sum(one.prompt for one in records),
        sum(one.completion for one in records),
        sum(one.requests for one in records),
    )
    return f"{sums[0]:,}", f"{sums[1]:,}", f"{sums[2]:,}"
