"""The text of an explained context: sections, reasons, sources, and the first of what was left out."""

from __future__ import annotations

import datetime as dt

import pytest

from kg.cli.explained_context import print_explanation
from kg.console import ContextExplanation
from kg.console.context_explanation import ExplainedLine, ExplainedSection, OmittedNode
from kg.types import Context
from tests.support import T0

SOURCE = {"id": "e1", "kind": "event", "text": "I live\nin Oslo.", "speaker_name": "Ann", "at": dt.datetime(2026, 3, 2)}
LINE = ExplainedLine("Ann lives in Oslo.", "m1", "fact-1", "fact", "relevance 55 %: words agree", 0.55, (SOURCE,))
SECTIONS = (
    ExplainedSection("state", "State", "It is always there.", 9, 150, (ExplainedLine("Now: Monday."),)),
    ExplainedSection("knowledge", "Facts", "Facts that fit.", 20, 500, (LINE,)),
)
CONTEXT = Context("## State", 29, 400, (), {"m1": "fact-1"}, (), 1, ())


def explanation(*left_out: OmittedNode) -> ContextExplanation:
    return ContextExplanation("Where?", "cli:ann", "cli:1", "standard", T0, CONTEXT, SECTIONS, left_out, "high")


def test_every_line_has_its_reason_and_its_source(capsys: pytest.CaptureFixture[str]) -> None:
    print_explanation(explanation(OmittedNode("e2", "event", "a\nb", 0.02, "not relevant enough", "its time fits")))
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"standard, for cli:ann, in cli:1, {T0:%Y-%m-%d %H:%M} UTC, 29 of 400 tokens; confidence: high"
    assert lines[2:4] == ["State: 9 tokens of 150 reserved. It is always there.", "  Now: Monday."]
    assert lines[6:9] == [
        "  [m1] Ann lives in Oslo.",
        "      relevance 55 %: words agree",
        "      rests on “I live in Oslo.” by Ann, 2026-03-02 [e1]",
    ]
    assert lines[10:] == [
        "Left out: 1",
        "  event a b [e2]",
        "      not relevant enough; relevance 2 %: its time fits",
    ]


def test_a_long_list_is_cut_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    print_explanation(explanation(*(OmittedNode(f"e{n}", "event", "x", None, "no") for n in range(23))))
    out = capsys.readouterr().out
    assert out.count("event x") == 20
    assert out.endswith("  3 more, which --json lists\n")
    print_explanation(explanation())
    assert "Left out: nothing that was found" in capsys.readouterr().out
