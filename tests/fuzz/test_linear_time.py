"""Time grows with the length of a text, and not with its square: what is made to hold a parser up holds it up no longer."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from kg.agent.reply_tags import tags_in
from kg.agent.storage_filter import storable
from kg.context.rendering import harmless
from kg.context.sections import _PLACEHOLDER
from kg.language.cleaning import clean, fence_safe, quotable
from kg.language.instructions import _STAGED
from kg.language.keywords import keywords
from kg.language.name_keys import fold
from kg.language.sentences import sentences
from kg.llm.json_repair import LONGEST, read_json
from kg.transfer.importers.markdown import _OWN_ID
from kg.transfer.importers.slack import _LINK, _MENTION

PUMPED: dict[str, tuple[Callable[[str], object], str, str]] = {
    "answer that opens a fence": (read_json, "```", " "),
    "answer of brackets": (read_json, "", "["),
    "answer of quotes": (read_json, '{"a": ', '"'),
    "reply of tags": (tags_in, "", "<memory><user>"),
    "reply of quotations": (tags_in, "", "> a\n<user>a</user>\n"),
    "thoughts in thoughts": (storable, "", "<think"),
    "spaces in front of a word": (storable, "a", " "),
    "ids that are open": (quotable, "", "[id:"),
    "markers that are open": (harmless, "", "[m1"),
    "fences": (fence_safe, "", "` "),
    "escapes": (clean, "", "\x1b]a"),
    "full stops": (sentences, "", "."),
    "shouts": (sentences, "", "!?"),
    "stages that are open": (_STAGED.findall, "", "[share "),
    "numbers": (keywords, "", "1."),
    "marks on a letter": (fold, "a", "\u0301"),
    "links that are open": (_LINK.findall, "", "<http:"),
    "mentions that are open": (_MENTION.findall, "", "<@a|"),
    "blanks in front of an id": (_OWN_ID.findall, "a", "\n"),
    "what is no preference": (_PLACEHOLDER.fullmatch, "", "."),
}
_LEAST_S = 0.002


def taken(call: Callable[[str], object], head: str, pump: str, length: int) -> float:
    """Processor seconds of a text of that length behind its head, the best of three."""
    text, times = head + pump * (length // len(pump)) + "\x01x", []
    for _ in range(3):
        begun = time.process_time()
        call(text)
        times.append(time.process_time() - begun)
    return min(times)


@pytest.mark.parametrize("name", sorted(PUMPED))
def test_eight_times_the_text_takes_no_square_of_the_time(name: str) -> None:
    call, head, pump = PUMPED[name]
    length = 2_000
    # Long enough to be measured: what is done in no time at 16,000 signs is no danger.
    while (small := taken(call, head, pump, length)) < _LEAST_S and length < 16_000:
        length *= 2
    assert taken(call, head, pump, 8 * length) < 24 * max(small, _LEAST_S)


def test_the_longest_answer_is_read_in_a_moment_whatever_is_broken_in_it() -> None:
    for pump in ('  File "', '"', '\n"', "{", "[1,", "\\"):
        short = taken(read_json, '{"', pump, 2_000)
        assert taken(read_json, '{"', pump, LONGEST) < 500 * max(short, _LEAST_S)
