"""Parsers of external text must take linear time, also on inputs that provoke backtracking."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from kg.agent.reply_tags import find_tags
from kg.agent.storage_filter import clean_for_storage
from kg.context.preferences_section import _PLACEHOLDER
from kg.context.rendering import sanitize_line
from kg.erasure.erased_words import comparable_words
from kg.extraction.changed_values import find_changed_values
from kg.extraction.modality import blank_supplied
from kg.extraction.moved_appointments import find_moved_appointments
from kg.extraction.quoted_speech import blank_quoted_speech, blank_unmeant_speech
from kg.extraction.reminders import find_reminders
from kg.extraction.task_reports import find_task_reports
from kg.language.cleaning import clean_text, make_fence_safe, make_quotable
from kg.language.instructions import _STAGED
from kg.language.keywords import extract_keywords
from kg.language.name_keys import fold_text
from kg.language.sentences import split_sentences
from kg.llm.json_repair import MAX_LENGTH, read_json
from kg.protocols import EarlierTurn, Utterance
from kg.transfer.importers.markdown import _OWN_ID
from kg.transfer.importers.slack import _LINK, _MENTION
from tests.support import T0


def _blank_quoted_speech(text: str) -> str:
    return blank_quoted_speech(text, "Ann", ())


def _blank_unmeant_speech(text: str) -> str:
    return blank_unmeant_speech(text, "Ann", ())


def _find_task_reports(text: str) -> None:
    find_task_reports(Utterance(text, "Ann", T0), ())


def _find_appointments(text: str) -> None:
    turns = EarlierTurn(text, "Ann", T0, is_own=True), EarlierTurn(text, "Bo", T0)
    list(find_reminders(Utterance(text, "Ann", T0), text, ()))
    list(find_moved_appointments(Utterance(text, "Ann", T0), text))
    list(find_changed_values(Utterance(text, "Ann", T0), text))
    list(find_moved_appointments(Utterance("ok", "Ann", T0, earlier=turns), "ok"))


CASES: dict[str, tuple[Callable[[str], object], str, str]] = {
    "answer with an open fence": (read_json, "```", " "),
    "answer of brackets": (read_json, "", "["),
    "answer of quotes": (read_json, '{"a": ', '"'),
    "reply of tags": (find_tags, "", "<memory><user>"),
    "reply of quotations": (find_tags, "", "> a\n<user>a</user>\n"),
    "nested think tags": (clean_for_storage, "", "<think"),
    "spaces before a word": (clean_for_storage, "a", " "),
    "unclosed ids": (make_quotable, "", "[id:"),
    "unclosed markers": (sanitize_line, "", "[m1"),
    "fences": (make_fence_safe, "", "` "),
    "escapes": (clean_text, "", "\x1b]a"),
    "full stops": (split_sentences, "", "."),
    "exclamation and question marks": (split_sentences, "", "!?"),
    "unclosed stage directions": (_STAGED.findall, "", "[share "),
    "numbers": (extract_keywords, "", "1."),
    "combining marks": (fold_text, "a", "\u0301"),
    "unclosed links": (_LINK.findall, "", "<http:"),
    "unclosed mentions": (_MENTION.findall, "", "<@a|"),
    "blank lines before an id": (_OWN_ID.findall, "a", "\n"),
    "spaces before a quotation": (_blank_quoted_speech, "", " "),
    "copied messages": (_blank_quoted_speech, "", "Eve 09:12\n"),
    "headers of mails": (_blank_quoted_speech, "", "From: Eve\n"),
    "addresses": (_blank_quoted_speech, "", "<a@b> "),
    "records": (_blank_quoted_speech, "", "by: a\n"),
    "titles": (_blank_quoted_speech, "", "prompt "),
    "signs before a forward": (_blank_quoted_speech, "", "- "),
    "dashes around words": (_blank_quoted_speech, "", "-- said "),
    "words before a speaker": (_blank_quoted_speech, "", "via "),
    "turns of a copied chat": (_blank_quoted_speech, "", "*Eve*: a\n"),
    "lines of dashes": (_blank_quoted_speech, "", "-- \n"),
    "exclamation marks after a denial": (_blank_unmeant_speech, "not", "!"),
    "sentences that are taken back": (_blank_unmeant_speech, "", "jk! "),
    "full stops apart": (blank_supplied, "", ". "),
    "greetings": (blank_supplied, "", "ok "),
    "parts of a report": (_find_task_reports, "", "got a, "),
    "spaces after a report": (_find_task_reports, "rota done", " "),
    "dates of dinners": (_find_appointments, "", "dinner at 5 "),
    "agreement": (_find_appointments, "", "ok. "),
    "groups of a number": (comparable_words, "", "1-"),
    "parts of an address": (comparable_words, "a@b", ".a"),
    "placeholders of a preference": (_PLACEHOLDER.fullmatch, "", "."),
}
_MIN_MEASURABLE_S = 0.002


def measure_cpu_seconds(call: Callable[[str], object], prefix: str, repeated: str, length: int) -> float:
    """Return the processor seconds for a prefix and a repeated string of this length, the best of three runs."""
    text, times = prefix + repeated * (length // len(repeated)) + "\x01x", []
    for _ in range(3):
        start = time.process_time()
        call(text)
        times.append(time.process_time() - start)
    return min(times)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(CASES))
def test_time_does_not_grow_quadratically(name: str) -> None:
    call, prefix, repeated = CASES[name]
    length = 2_000
    # Double the length until the time can be measured; what is fast at 16,000 characters is safe.
    while (shorter_time := measure_cpu_seconds(call, prefix, repeated, length)) < _MIN_MEASURABLE_S and length < 16_000:
        length *= 2
    assert measure_cpu_seconds(call, prefix, repeated, 8 * length) < 24 * max(shorter_time, _MIN_MEASURABLE_S)


def test_the_longest_broken_answer_is_read_in_linear_time() -> None:
    for repeated in ('  File "', '"', '\n"', "{", "[1,", "\\"):
        shorter_time = measure_cpu_seconds(read_json, '{"', repeated, 2_000)
        assert measure_cpu_seconds(read_json, '{"', repeated, MAX_LENGTH) < 500 * max(shorter_time, _MIN_MEASURABLE_S)
