"""Finding sentences by rules: good enough to cut a text where a reader would pause."""

from __future__ import annotations

import re

Span = tuple[int, int]

# A line is never joined with the next: lists, headings, code and chat stand in lines.
_LINE = re.compile(r"[^\n]+")
_CODE_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})")
# From the first of a run, and never back through it: a run is looked at once.
_END = re.compile(r"""(?<![.!?…])[.!?…]++["'”’)\]]*+(?=\s)|[。！？｡]+["'”’」』）]*""")
_LAST_WORD = re.compile(r"([^\W\d_][\w.'’]*)$")
_LOOK_BACK = 24
_SHORT = """
    mr mrs ms mx dr prof st sr jr rev hon gen col sgt capt lt vs etc e.g i.e eg ie cf al no nr vol fig figs eq
    sec ch p pp ed eds inc ltd co corp dept est approx apt ave blvd rd tel ext min max misc jan feb mar apr
    jun jul aug sep sept oct nov dec mon tue tues wed thu thur thurs fri sat sun u.s u.k u.n e.u a.m p.m ph.d
    b.a m.a b.sc m.sc
"""
_ABBREVIATIONS = frozenset(_SHORT.split())


def sentences(text: str) -> list[Span]:
    """Start and end of each sentence, white space at its ends left out; everything else is in exactly one.

    A sentence ends at the end of its line, or at . ! ? … with white space behind and no abbreviation, initial
    or lower-case letter against it, or at the full stops of Chinese and Japanese. A line of a fenced code
    block is one sentence.
    """
    spans: list[Span] = []
    in_code = False
    for line in _LINE.finditer(text):
        fence = _CODE_FENCE.match(line.group()) is not None
        if in_code or fence:
            _add(spans, text, *line.span())
        else:
            _split(spans, text, *line.span())
        in_code ^= fence
    return spans


def _split(spans: list[Span], text: str, start: int, end: int) -> None:
    begin = start
    for stop in _END.finditer(text, start, end):
        if _ends_sentence(text, begin, stop, end):
            _add(spans, text, begin, stop.end())
            begin = stop.end()
    _add(spans, text, begin, end)


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


def _add(spans: list[Span], text: str, start: int, end: int) -> None:
    part = text[start:end]
    begin = start + len(part) - len(part.lstrip())
    finish = start + len(part.rstrip())
    if begin < finish:
        spans.append((begin, finish))
