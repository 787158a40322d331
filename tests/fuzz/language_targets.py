"""Fuzz targets for text of people and models: answers, tags, names, words, sentences, dates, instructions."""

from __future__ import annotations

import datetime as dt
import json
import unicodedata

from hypothesis import strategies as st

from kg.agent.reply_tags import find_tags
from kg.agent.storage_filter import clean_for_storage
from kg.agent.tools import ALL
from kg.context.rendering import render_quote, sanitize_line
from kg.errors import InvalidInput
from kg.events.validation import parse_time as read_moment
from kg.events.validation import validate_events
from kg.extraction.dates import find_dates
from kg.graph import statements
from kg.graph.full_text import build_lucene_query, time_term
from kg.knowledge.partial_dates import parse_date_start
from kg.language.cleaning import clean_text, make_fence_safe, make_quotable, replace_surrogates
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.instructions import find_instructions
from kg.language.keywords import escape_lucene, extract_keywords
from kg.language.name_keys import fold_text, name_key, name_skeleton
from kg.language.passages import split_passages
from kg.language.sentences import split_sentences
from kg.language.token_counting import ByteCounter, create_token_counter, split_spaces
from kg.llm.json_repair import read_json
from kg.retrieval import question
from kg.retrieval.lexical import normalise_text
from kg.settings import Settings
from kg.transfer.importers.items import split_text
from kg.types import identifiers
from tests.fuzz.strategies import texts, values
from tests.fuzz.targets import target
from tests.support import T0

EMBEDDER = HashingEmbedder()
SETTINGS = Settings()
COUNTER = create_token_counter(SETTINGS)
MODEL_ANSWERS = texts(
    "{", "}", "[", "]", '"', "\\", ",", ":", '{"a":', "null", "true", "NaN", "```json\n", "```", "<think>", "</think>"
)
REPLIES = texts(
    *("<memory>", "</memory>", "<user>", "</user>", "<working-memory>", "</working-memory>", "<bootstrap-complete/>"),
    *(
        "```\n",
        "~~~\n",
        "> ",
        "<think>",
        "</think>",
        "<think",
        ">",
        "<",
        "/home/ann/x",
        "Traceback (most recent call last):\n",
    ),
    *("at f (a.js:1:2)\n", "telegram:123456", "<@12345>"),
)
MARKUP = texts(
    "[m1]", "[id:", "[", "]", "<", ">", "＜", "```", "~~~", "# ", "---", "===", "- ", "1. ", "***", "___", "m1"
)
NAMES = texts("Dr. ", "the ", "'s", "s'", "’", "(", ")", ".NET", "_", "rn", "vv", "-", "mr. ", "a ", max_parts=12).map(
    lambda text: text[:512]
)
PROSE = texts(
    ". ", "! ", "?", "…", "。", "e.g. ", "Mr. ", "A. ", "```\n", "- ", "3.14", "o'brien", "\n\n", "“", "”", " "
)
DATE_PHRASES = texts(
    *(
        "on ",
        "since ",
        "May ",
        "3 ",
        "3rd ",
        "March ",
        "2026",
        "last ",
        "next ",
        "week",
        "Monday",
        "in ",
        "two ",
        "years",
        " ago",
    ),
    *(
        "2026-02-30",
        "2026-03-02",
        "31.12.2026",
        "00",
        "9999",
        "yesterday",
        "for ",
        "early ",
        "of ",
        "the ",
        "999 ",
        "months ",
    ),
)
TIMESTAMPS = texts(
    "2026-03-02",
    "T",
    "09:00",
    "Z",
    "+23:59",
    "-23:59",
    "0001-01-01",
    "9999-12-31",
    "-W01-1",
    "24:00",
    "1700000000",
    "past",
    max_parts=6,
)


@target(MODEL_ANSWERS, failed_inputs=('{"  File "' * 40, "```" + " " * 4_000, '{"a": ' + '"' * 4_000, "[" * 3_000))
def json_repair(text: str) -> None:
    """The result of a repaired answer is a JSON value or None."""
    result = read_json(text)
    assert result is None or json.loads(json.dumps(result)) == result or "NaN" in json.dumps(result)


@target(values())
def valid_json(value: object) -> None:
    """Valid JSON is read unchanged."""
    encoded = json.dumps(value)
    assert json.dumps(read_json(encoded)) == (encoded if len(encoded) < 200_000 else "null")


@target(REPLIES, failed_inputs=("<think" * 40 + ">" * 40, "<memory><user>" * 40, "a" + " " * 3_000 + "b"))
def reply_tags(reply: str) -> None:
    """Tags are found in order without overlap, and their text is filtered for storage."""
    tags, last = find_tags(reply), 0
    for tag in tags:
        assert last <= tag.start < tag.end <= len(reply)
        assert tag.text == clean_for_storage(tag.text)
        last = tag.end


@target(texts(max_parts=8))
def tag_content(text: str) -> None:
    """The text of a tag is the text that was written in it."""
    content = text.replace("<", "").replace("`", "").replace("~", "").replace(">", "").replace("\n", "")
    [tag] = find_tags(f"<memory>{content}</memory>")
    assert tag.text == clean_for_storage(content)


@target(REPLIES, failed_inputs=("<think" * 40 + ">" * 40,))
def storage_filter(text: str) -> None:
    """The storage filter is idempotent and its output is bounded."""
    result = clean_for_storage(text)
    assert clean_for_storage(result) == result
    assert len(result) <= 3 * len(text) + 16


@target(texts("\x1b[", "\x1b]", "\x9d", "\x07", "\x9c", "0;1m"))
def cleaning(text: str) -> None:
    """Cleaned text has no control characters and no surrogates, and cleaning is idempotent."""
    result = clean_text(text)
    assert clean_text(result) == result
    assert not any(unicodedata.category(character) in ("Cc", "Cs") and character not in "\t\n" for character in result)
    result.encode()


@target(MARKUP, failed_inputs=("[id:" * 2_000, "[id:[id:x]]", "[m[m1]1]", "[id:[m1]]"))
def quotable_text(text: str) -> None:
    """Quotable text is one line without tags, fences, headings or citations."""
    for line in (make_fence_safe(text), make_quotable(text), sanitize_line(text)):
        assert len(line.splitlines()) <= 1
        assert not set("<>") & set(line)
        assert "```" not in line
        assert "~~~" not in line
        assert not line.startswith(("# ", "---", "===", "***", "___"))
    assert make_fence_safe(make_fence_safe(text)) == make_fence_safe(text)
    assert make_quotable(make_quotable(text)) == make_quotable(text)
    assert "[m1]" not in make_quotable(text)
    assert "[m1]" not in sanitize_line(text)
    assert "]" not in make_quotable(text).partition("[id:")[2]


@target(st.tuples(MARKUP, MARKUP))
def rendered_quotes(quote: tuple[str, str]) -> None:
    """A rendered quote is one line with one marker, for any speaker and text."""
    text, speaker = quote
    line = render_quote("event-1", text, T0, speaker, day=True).with_marker("m1")
    assert len(line.splitlines()) == 1
    assert line.count("[m1]") == 1
    assert line.startswith("> [m1] 2026-03-02 09:00 ")


@target(NAMES)
def name_forms(name: str) -> None:
    """Name forms are idempotent and independent of the Unicode normal form."""
    for form in (fold_text, name_key, name_skeleton):
        assert form(form(name)) == form(name)
    safe = replace_surrogates(name)
    assert fold_text(unicodedata.normalize("NFC", safe)) == fold_text(unicodedata.normalize("NFD", safe))
    assert name_key(unicodedata.normalize("NFC", safe)) == name_key(unicodedata.normalize("NFD", safe))


@target(texts("cli:", "telegram-", "whatsapp_", ":", "-", "_", "passage-", "person-", "@", max_parts=6))
def identifier_forms(text: str) -> None:
    """Sessions, accounts, ids and scopes have one canonical form, or are refused."""
    for read in (identifiers.canonical_session, identifiers.validate_event_id, identifiers.validate_scope):
        try:
            canonical = read(text)
        except InvalidInput:
            continue
        assert read(canonical) == canonical
    try:
        identity = identifiers.parse_identity(text, "cli")
    except InvalidInput:
        return
    assert identifiers.parse_identity(str(identity), "other") == identity


@target(PROSE, failed_inputs=("." * 3_000, "!?" * 2_000))
def sentence_spans(text: str) -> None:
    """Every character except white space is in exactly one sentence."""
    last, kept = 0, ""
    for start, end in split_sentences(text):
        assert last <= start < end <= len(text)
        assert not text[last:start].strip()
        last, kept = end, kept + text[start:end]
    assert not text[last:].strip()


@target(PROSE, weight=0.5)
def passage_spans(text: str) -> None:
    """Every character except white space is in a passage, and no passage has too many pieces."""
    passages, last = split_passages(text * 6, EMBEDDER, max_pieces=16, overlap=4), 0
    for passage in passages:
        assert passage.text == (text * 6)[passage.start : passage.end]
        assert not (text * 6)[last : passage.start].strip()
        assert len(EMBEDDER.pieces(passage.text)) <= 16
        last = max(last, passage.end)


@target(st.tuples(PROSE, st.integers(250, 400)))
def split_texts(case: tuple[str, int]) -> None:
    """A long text is split into parts without loss."""
    text, longest = case
    result = list(split_text(text * 20, longest))
    assert all(part == part.strip() and 0 < len(part) <= longest for part in result if part)
    assert "".join("".join(result).split()) == "".join((text * 20).split())


@target(
    texts(
        "AND", "OR", "NOT", "+", "-", "&&", "||", "(", ")", "[", "]", "^", "~", "*", "?", ":", "\\", "/", "TO", "{", "}"
    )
)
def lucene_queries(text: str) -> None:
    """Words are escaped for Lucene, and the query has one clause for words in addition to the filters."""
    for word in extract_keywords(text):
        escaped = escape_lucene(word)
        unescaped = escaped.replace("\\\\", "")
        assert not any(
            character in '+-!(){}[]^"~*?:\\/&|<>=' and unescaped[index - 1 : index] != "\\"
            for index, character in enumerate(unescaped)
        )
        assert escaped not in ("AND", "OR", "NOT", "TO")
    escaped_words = [escape_lucene(word) for word in extract_keywords(text)]
    assert build_lucene_query(escaped_words, {"scope": [text]}).count("+terms:") == 1
    assert normalise_text(text).startswith(" ")


@target(DATE_PHRASES)
def dates_in_text(text: str) -> None:
    """Extracted dates have valid spans and values."""
    for date in find_dates(text, T0):
        assert 0 <= date.start < date.end <= len(text)
        for value in (date.past, date.future):
            assert parse_date_start(value) is not None
    for month, day in question.extract_dates(text):
        assert 1 <= month <= 12
        assert day is None or 0 <= day <= 99


@target(TIMESTAMPS)
def event_times(text: str) -> None:
    """A parsed time is in UTC, or the text is refused."""
    try:
        event_time = read_moment("at", text)
    except InvalidInput:
        return
    assert event_time.utcoffset() == dt.timedelta(0)
    assert read_moment("at", event_time.isoformat()) == event_time
    assert len(time_term(event_time)) == 15


@target(values(("text", "id", "at", "session", "speaker", "channel", "metadata", "audience", "kind", "role")))
def accepted_events(value: object) -> None:
    """An accepted event is complete and can be stored; otherwise it is refused with the field."""
    try:
        [event] = validate_events([value], scope="fuzz", now=T0, settings=SETTINGS)  # type: ignore[list-item]
    except InvalidInput as error:
        assert error.field.startswith("events[0].")
        return
    for value_ in (event.id, event.text, event.session, event.channel, event.metadata or "", event.speaker_name or ""):
        value_.encode()
        assert "\0" not in value_


@target(
    texts("[shares x", "<!--", "-->", "```", "Ignore ", "all ", "previous ", "instructions", "System: ", "You must "),
    weight=0.05,
)
def instruction_spans(text: str) -> None:
    """Instruction spans are in order and inside the text."""
    last = 0
    for start, end in find_instructions(text[:400]):
        assert last <= start < end <= len(text)
        last = end


@target(texts("  ", "\n" * 3, "\r", "<|endoftext|>", "'s", "123456", max_parts=12), weight=0.5)
def token_counts(text: str) -> None:
    """Splitting loses no text, and a text has no more tokens than bytes."""
    assert "".join(split_spaces(text * 9, longest=5)) == replace_surrogates(text * 9)
    assert COUNTER.count(text) <= ByteCounter().count(text)


@target(st.tuples(st.sampled_from(ALL), values(("name", "text", "query", "limit", "id", "parameters", "confirm"))))
def tool_arguments(call: tuple[object, object]) -> None:
    """Checked arguments are those of the tool's schema, or are refused."""
    tool, arguments = call
    try:
        checked = tool.validate_arguments(arguments)  # type: ignore[attr-defined]
    except InvalidInput:
        return
    assert set(checked) == set(tool.parameters)  # type: ignore[attr-defined]


@target(
    texts(
        "// ",
        "//",
        "access: ",
        "read",
        "scope: ",
        "guarded",
        "param ",
        "$x",
        "x: ",
        "\n",
        "//?",
        "choose: ",
        "CYPHER 25",
    )
)
def statement_headers(text: str) -> None:
    """A statement has a complete header, or is refused with its name."""
    try:
        statement = statements.parse_statement("area/name", text)
    except KeyError as error:
        assert "area/name" in str(error)
        return
    assert statement.summary
    assert statement.cypher(statement.fragments).count("\n") == text.count("\n")
