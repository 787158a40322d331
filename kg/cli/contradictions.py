"""The contradictions of `kg doctor --contradictions`: both sides, who says each, and the commands that decide."""

from __future__ import annotations

from collections.abc import Sequence

from kg.cli.common import format_date, print_line, print_paragraph
from kg.types import ContestedFact, Contradiction, FactStatement


def print_contradictions(found: Sequence[Contradiction], scope: str) -> None:
    """Print each contradiction with its two sides and the command that keeps either."""
    for number, pair in enumerate(found, 1):
        print_paragraph(f"{number}. {_one_line(pair.fact.text)} Or: {_one_line(pair.other.text)}", style="bold")
        for kept, over in ((pair.fact, pair.other), (pair.other, pair.fact)):
            _print_side(kept)
            print_line(f"     to keep it: kg facts keep {kept.id} --over {over.id} --scope {scope}")
        print_line()
    if found:
        count = "1 contradiction" if len(found) == 1 else f"{len(found)} contradictions"
        print_line(f"{count}; decide with these commands, or on the page /decide of kg open --scope {scope}")
    else:
        print_line("no contradictions")


def _print_side(side: ContestedFact) -> None:
    since = f"since {format_date(side.valid_from)}" if side.valid_from else ""
    until = f"until {format_date(side.valid_to)}" if side.valid_to else ""
    details = [side.status, f"{since} {until}".strip(), f"recorded {format_date(side.at)}"]
    print_paragraph(f"{_one_line(side.text)}  ({'; '.join(filter(None, details))})  [{side.id}]", indent=3)
    for said in side.evidence:
        print_paragraph(
            f"{_format_speaker(said)}, {format_date(said.at)}: “{_one_line(said.text)}”  [{said.id}]", indent=5
        )
    if side.statements > len(side.evidence):
        print_line(f"     and {side.statements - len(side.evidence)} more messages")


def _format_speaker(said: FactStatement) -> str:
    """Format who said it: the name, the account and the trust tier."""
    if said.speaker is None:
        return "entered by hand"
    name = f"{said.speaker_name} ({said.speaker})" if said.speaker_name else said.speaker
    return f"{name}, {said.tier}" if said.tier else name


def _one_line(text: str) -> str:
    return " ".join(text.split())
