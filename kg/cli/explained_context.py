"""A context with the reasons for each line, as text for a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.cli.common import print_paragraph

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kg.console import ContextExplanation

_MAX_LEFT_OUT = 20


def print_explanation(explanation: ContextExplanation) -> None:
    """Print the sections of a context, what each line rests on, and what was left out and why."""
    context = explanation.context
    setting = [explanation.profile]
    setting += [f"for {explanation.speaker}"] if explanation.speaker else []
    setting += [f"in {explanation.session}"] if explanation.session else []
    setting += [f"{explanation.as_of:%Y-%m-%d %H:%M} UTC", f"{context.tokens} of {context.budget} tokens"]
    print_paragraph(f"{', '.join(setting)}; confidence: {explanation.confidence}")
    for section in explanation.sections:
        print_paragraph()
        print_paragraph(
            f"{section.title}: {section.tokens} tokens of {section.share} reserved. {section.why}", style="bold"
        )
        for line in section.lines:
            print_paragraph(f"{f'[{line.marker}] ' if line.marker else ''}{line.text}", indent=2)
            if line.why:
                print_paragraph(line.why, indent=6, style="dim")
            for source in line.sources:
                print_paragraph(f"rests on {_quote(source)}", indent=6, style="dim")
    print_paragraph()
    print_paragraph(f"Left out: {len(explanation.left_out) or 'nothing that was found'}", style="bold")
    for one in explanation.left_out[:_MAX_LEFT_OUT]:
        print_paragraph(f"{one.kind} {' '.join(one.text.split())} [{one.id}]", indent=2)
        score = "" if one.score is None else f"; relevance {100 * one.score:.0f} %"
        print_paragraph(f"{one.why}{score}{f': {one.ranking}' if one.ranking else ''}", indent=6, style="dim")
    if len(explanation.left_out) > _MAX_LEFT_OUT:
        print_paragraph(f"{len(explanation.left_out) - _MAX_LEFT_OUT} more, which --json lists", indent=2)


def _quote(source: Mapping[str, Any]) -> str:
    name = f" by {source['speaker_name']}" if source["speaker_name"] else ""
    at = f", {source['at']:%Y-%m-%d}" if source["at"] else ""
    return f"“{' '.join(source['text'].split())}”{name}{at} [{source['id']}]"
