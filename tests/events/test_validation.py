"""Validation of events: invalid fields are named and nothing is written; text is cleaned."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from kg import Event, Memory, Settings
from kg.errors import InvalidInput
from kg.events import parse_time, validate_events
from tests.support import T0

DEEP: dict[str, Any] = {}
for _ in range(10_000):
    DEEP = {"a": DEEP}
GOOD = {"text": "hello", "session": "cli:1", "speaker": "cli:ann", "at": T0}
BLANKS = (" ", "\n", "\t", "\u00a0", "\u3000", "\u2003", "\u0085", "\u2028")
BAD: list[tuple[str, Any]] = [
    ("text", None),
    ("text", 7),
    ("text", b"bytes"),
    ("text", ""),
    ("text", " \n\t"),
    ("text", "\x00\x1b[2J"),
    ("text", "x" * 1_000_001),
    ("kind", "nonsense"),
    ("kind", "massage"),
    ("kind", 1),
    ("kind", ["message"]),
    ("role", "king"),
    ("direction", "sideways"),
    ("session", 7),
    ("session", " "),
    ("session", "a\nb"),
    ("session", "x" * 513),
    ("channel", 7),
    ("channel", "a\x00b"),
    ("speaker", ""),
    ("speaker", "  "),
    ("speaker", 7),
    ("speaker", "cli:a\nb"),
    *(("speaker", f"cli:olga{blank}") for blank in BLANKS),
    *(("speaker", f"{blank}cli:olga") for blank in BLANKS),
    ("speaker", "olga "),
    ("speaker", "cli:\ud800"),
    ("speaker_name", ""),
    ("speaker_name", "x\ty"),
    ("at", "yesterday-ish"),
    ("at", ""),
    ("at", 1_700_000_000),
    ("at", True),
    ("at", dt.date(2026, 3, 2)),
    ("at", "0001-01-01T00:00:00+05:00"),
    ("at", "9999-12-31T23:59:59-05:00"),
    ("parent", ""),
    ("parent", 7),
    ("tool", " "),
    ("tool", "a\nb"),
    ("id", ""),
    ("id", 7),
    ("id", "passage-a#0"),
    ("id", "person-ann"),
    ("id", "fact-02a40626ed5aa717"),
    ("id", "core-02a40626ed5aa717"),
    ("id", "Everything"),
    ("id", "session:telegram:hall"),
    ("id", "a]b [m2"),
    ("id", "a\nb"),
    ("id", "x" * 513),
    ("metadata", [1]),
    ("metadata", "{}"),
    ("metadata", {"a": {1, 2}}),
    ("metadata", {"a": float("nan")}),
    ("metadata", {"a": T0}),
    ("metadata", DEEP),
    ("audience", "everybody"),
    ("audience", "session:cli:1"),
    ("no_such_field", 1),
]


def short_repr(value: Any) -> str:
    return "deep" if value is DEEP else repr(value)[:24]


@pytest.mark.parametrize(("field", "value"), BAD, ids=short_repr)
def test_an_invalid_field_is_named_with_position_and_rule(field: str, value: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        validate_events([GOOD, GOOD | {field: value}], scope="s", now=T0, settings=Settings())
    assert caught.value.field == f"events[1].{field}"
    assert caught.value.allowed
    assert len(str(caught.value)) < 400, "a megabyte is not repeated in the message"
    str(caught.value).encode()


@pytest.mark.slow
@pytest.mark.parametrize(("field", "value"), BAD[::6], ids=short_repr)
def test_a_batch_with_an_invalid_field_writes_nothing(
    memory: Memory, look: Callable[..., list[Any]], field: str, value: Any
) -> None:
    with pytest.raises(InvalidInput):
        memory.log([GOOD, GOOD | {field: value}])
    assert look("MATCH (n {scope: $scope}) RETURN n") == []


def test_bytes_are_no_batch() -> None:
    with pytest.raises(InvalidInput, match="a list of messages"):
        validate_events(b"text", scope="s", now=T0, settings=Settings())  # type: ignore[arg-type]


@pytest.mark.parametrize("event", [None, 7, ["text"]])
def test_a_value_that_is_not_an_event_is_named_by_position(event: Any) -> None:
    with pytest.raises(InvalidInput) as caught:
        validate_events([GOOD, event], scope="s", now=T0, settings=Settings())
    assert caught.value.field == "events[1].event"


def test_a_personal_message_needs_a_person() -> None:
    with pytest.raises(InvalidInput, match="if there is no speaker"):
        validate_events([{"text": "x", "audience": "person"}], scope="s", now=T0, settings=Settings())


def test_a_reply_is_as_private_as_what_it_answers() -> None:
    reply = {"text": "x", "role": "assistant", "speaker": "cli:bot", "audience": "person:cli:ann"}
    [event] = validate_events([reply], scope="s", now=T0, settings=Settings())
    [asked] = validate_events(
        [{"text": "y", "speaker": "cli:ann", "audience": "person"}], scope="s", now=T0, settings=Settings()
    )
    assert event.audience == asked.audience
    for wrong in (reply | {"role": "user"}, reply | {"audience": "person:"}):
        with pytest.raises(InvalidInput) as caught:
            validate_events([wrong], scope="s", now=T0, settings=Settings())
        assert caught.value.field == "events[0].audience"


@pytest.mark.slow
def test_a_megabyte_of_text_is_stored_and_searchable(memory: Memory) -> None:
    text = "lorem ipsum dolor " * 55_554 + "marzipan is the code"
    text += "." * (1_000_000 - len(text))
    [event] = memory.log([Event(text, session="cli:1")])
    assert memory.history("cli:1")[0].text == text
    assert memory.search("marzipan")[0].id == event


def test_the_maximum_text_length_is_a_setting() -> None:
    settings = Settings(max_text_chars=5)
    assert validate_events([{"text": "12345"}], scope="s", now=T0, settings=settings)[0].text == "12345"
    with pytest.raises(InvalidInput, match="KG_MAX_TEXT_CHARS"):
        validate_events([{"text": "123456"}], scope="s", now=T0, settings=settings)


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("a\x00b\x07c", "abc"),
        ("\x1b[31mred\x1b[0m \x1b]0;title\x07done", "red done"),
        ("one\r\ntwo\rthree", "one\ntwo\nthree"),
        ("half \ud83d of it", "half \ufffd of it"),
        ("\tkept  as it is \n", "\tkept  as it is \n"),
        ("a\u0301 ﬁ Å", "a\u0301 ﬁ Å"),
    ],
)
def test_text_is_cleaned_of_unsafe_characters_only(memory: Memory, said: str, kept: str) -> None:
    memory.log([Event(said, session="cli:1")])
    assert memory.history("cli:1")[0].text == kept


def test_metadata_is_stored_with_unsafe_characters_cleaned(memory: Memory) -> None:
    memory.log([Event("x", session="cli:1", metadata={"nul": "a\x00b", "half": "\ud83d", "deep": {"list": [1, None]}})])
    assert memory.history("cli:1")[0].metadata == {"nul": "a\x00b", "half": "\ufffd", "deep": {"list": [1, None]}}


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        (dt.datetime(2026, 3, 2, 9), T0),
        ("2026-03-02T09:00:00", T0),
        ("2026-03-02", T0.replace(hour=0)),
        ("2026-03-02T09:00:00Z", T0),
        (" 2026-03-02 10:00+01:00 ", T0),
        (dt.datetime(2026, 3, 2, 14, 30, tzinfo=dt.timezone(dt.timedelta(hours=5, minutes=30))), T0),
        ("1969-12-31T23:59:59.999999Z", dt.datetime(1969, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC)),
        ("0001-01-01", dt.datetime(1, 1, 1, tzinfo=dt.UTC)),
        ("9999-12-31T23:59:59.999999", dt.datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=dt.UTC)),
    ],
    ids=str,
)
def test_times_are_utc_with_microseconds(memory: Memory, given: Any, meant: dt.datetime) -> None:
    assert parse_time("at", given) == meant
    memory.log([Event("oak", session="cli:1", at=given)])
    [event] = memory.history("cli:1")
    [hit] = memory.search("oak")
    assert (event.at, hit.at) == (meant, meant)
    assert event.at.utcoffset() == hit.at.utcoffset() == dt.timedelta(0)
