"""Splitting text into sentences by rules."""

from __future__ import annotations

import re

Span = tuple[int, int]

# A sentence never crosses a line end: lists, headings, code and chat are written in lines.
_LINE = re.compile(r"[^\n]+")
_CODE_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
# Possessive quantifiers, so that each run of marks is read once.
_END = re.compile(r"""(?<![.!?…])[.!?…]++["'”’)\]]*+(?=\s)|[。！？｡]+["'”’」』）]*""")
# What follows a quotation begins a sentence if it has a capital, or quotes another: "bo said: “…”".
_AFTER_QUOTATION = re.compile(r"(?<=”)\s+(?=[A-ZÀ-ÖØ-Þ]|[^“”.!?]{1,80} said: “)")
_LAST_WORD = re.compile(r"([^\W\d_][\w.'’]*)$")
_LOOK_BACK = 24
_ABBREVIATION_LIST = """
    mr mrs ms mx dr prof st sr jr rev hon gen col sgt capt lt vs etc e.g i.e eg ie cf al no nr vol fig figs eq
    sec ch p pp ed eds inc ltd co corp dept est approx apt ave blvd rd tel ext min max misc jan feb mar apr
    jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun u.s u.k u.n e.u a.m p.m ph.d
    b.a m.a b.sc m.sc
"""
_ABBREVIATIONS = frozenset(_ABBREVIATION_LIST.split())


def split_sentences(text: str) -> list[Span]:
    """Return start and end of each sentence, without surrounding white space; all other text is in exactly one.

    A sentence ends at the end of its line, at the full stops of Chinese and Japanese, or at . ! ? … before white
    space, unless an abbreviation or initial precedes or a lower-case letter follows. A line of a fenced code block
    is one sentence.
    """
    spans: list[Span] = []
    in_code = False
    for line in _LINE.finditer(text):
        fence = _CODE_FENCE.match(line.group()) is not None
        if in_code or fence:
            _add_span(spans, text, *line.span())
        else:
            _split_line(spans, text, *line.span())
        in_code ^= fence
    return spans


def split_quoting_sentences(text: str) -> list[str]:
    """Return the sentences of a text with quotations, which are not split: 'Ann said: “I won. Great!” Bo said: “Yes”'."""
    ends = {end for _, end in split_sentences(text)} | {found.start() for found in _AFTER_QUOTATION.finditer(text)}
    sentences: list[str] = []
    begin = 0
    for end in sorted(ends | {len(text)}):
        if text.count("“", begin, end) <= text.count("”", begin, end):
            sentences.append(text[begin:end].strip())
            begin = end
    return [each for each in (*sentences, text[begin:].strip()) if each]


def _split_line(spans: list[Span], text: str, start: int, end: int) -> None:
    begin = start
    for stop in _END.finditer(text, start, end):
        if _ends_sentence(text, begin, stop, end):
            _add_span(spans, text, begin, stop.end())
            begin = stop.end()
    _add_span(spans, text, begin, end)


def _ends_sentence(text: str, begin: int, stop: re.Match[str], end: int) -> bool:
    if stop.group()[0] != "." or stop.group().startswith(".."):
        return True
    following = text[stop.end() : min(end, stop.end() + _LOOK_BACK)].lstrip()
    if following[:1].islower():
        return False
    word = _LAST_WORD.search(text, max(begin, stop.start() - _LOOK_BACK), stop.start())
    if word is None:
        return True
    initial = len(word.group(1)) == 1 and word.group(1).isupper() and word.group(1) != "I"
    return not initial and word.group(1).lower() not in _ABBREVIATIONS


def _add_span(spans: list[Span], text: str, start: int, end: int) -> None:
    part = text[start:end]
    begin = start + len(part) - len(part.lstrip())
    finish = start + len(part.rstrip())
    if begin < finish:
        spans.append((begin, finish))
