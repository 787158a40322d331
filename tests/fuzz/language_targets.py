"""Text that people and models write: answers, tags, names, words, sentences, dates, instructions."""

from __future__ import annotations

import datetime as dt
import json
import unicodedata

from hypothesis import strategies as st

from kg.agent.reply_tags import tags_in
from kg.agent.storage_filter import storable
from kg.agent.tools import ALL
from kg.context.rendering import harmless, quote
from kg.errors import InvalidInput
from kg.events.validation import accept
from kg.events.validation import moment as read_moment
from kg.extraction.dates import dates as dated
from kg.graph import statements
from kg.graph.full_text import lucene, moment
from kg.knowledge.partial_dates import first
from kg.language.cleaning import clean, fence_safe, quotable, whole
from kg.language.hashing_embedder import HashingEmbedder
from kg.language.instructions import instructing
from kg.language.keywords import keywords, lucene_escape
from kg.language.name_keys import fold, name_key, skeleton
from kg.language.passages import cut
from kg.language.sentences import sentences
from kg.language.token_counting import ByteCounter, split_spaces, token_counter
from kg.llm.json_repair import read_json
from kg.retrieval import question
from kg.retrieval.lexical import plain
from kg.settings import Settings
from kg.transfer.importers.items import parts
from kg.types import identifiers
from tests.fuzz.drawn import texts, values
from tests.fuzz.targets import target
from tests.support import T0

EMBEDDER = HashingEmbedder()
SETTINGS = Settings()
COUNTER = token_counter(SETTINGS)
ANSWERS = texts(
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
MARKED = texts(
    "[m1]", "[id:", "[", "]", "<", ">", "＜", "```", "~~~", "# ", "---", "===", "- ", "1. ", "***", "___", "m1"
)
SPOKEN = texts("Dr. ", "the ", "'s", "s'", "’", "(", ")", ".NET", "_", "rn", "vv", "-", "mr. ", "a ", most=12).map(
    lambda text: text[:512]
)
PROSE = texts(
    ". ", "! ", "?", "…", "。", "e.g. ", "Mr. ", "A. ", "```\n", "- ", "3.14", "o'brien", "\n\n", "“", "”", " "
)
TIMED = texts(
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
MOMENTS = texts(
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
    most=6,
)


@target(ANSWERS, broke=('{"  File "' * 40, "```" + " " * 4_000, '{"a": ' + '"' * 4_000, "[" * 3_000))
def ladder(text: str) -> None:
    """Whatever a model answers, a value of JSON comes out of it, or nothing."""
    found = read_json(text)
    assert found is None or json.loads(json.dumps(found)) == found or "NaN" in json.dumps(found)


@target(values())
def ladder_keeps(value: object) -> None:
    """What is JSON is read as what it is."""
    told = json.dumps(value)
    assert json.dumps(read_json(told)) == (told if len(told) < 200_000 else "null")


@target(REPLIES, broke=("<think" * 40 + ">" * 40, "<memory><user>" * 40, "a" + " " * 3_000 + "b"))
def tags(reply: str) -> None:
    """Tags stand apart, in their order, and what is in them may be stored."""
    found, last = tags_in(reply), 0
    for one in found:
        assert last <= one.start < one.end <= len(reply)
        assert one.text == storable(one.text)
        last = one.end


@target(texts(most=8))
def tags_keep(text: str) -> None:
    """What was written within a tag is what is found there."""
    bare = text.replace("<", "").replace("`", "").replace("~", "").replace(">", "").replace("\n", "")
    [found] = tags_in(f"<memory>{bare}</memory>")
    assert found.text == storable(bare)


@target(REPLIES, broke=("<think" * 40 + ">" * 40,))
def cleaned_to_store(text: str) -> None:
    """Storing what was stored changes nothing, and nothing grows but what is called by its kind."""
    once = storable(text)
    assert storable(once) == once
    assert len(once) <= 3 * len(text) + 16


@target(texts("\x1b[", "\x1b]", "\x9d", "\x07", "\x9c", "0;1m"))
def cleaning(text: str) -> None:
    """What is logged has no control signs and no half letters, and cleaning it again changes nothing."""
    once = clean(text)
    assert clean(once) == once
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\t\n" for sign in once)
    once.encode()


@target(MARKED, broke=("[id:" * 2_000, "[id:[id:x]]", "[m[m1]1]", "[id:[m1]]"))
def fencing(text: str) -> None:
    """What is quoted stands on one line, opens no tag, fence or heading, and cites nothing."""
    for fenced in (fence_safe(text), quotable(text), harmless(text)):
        assert len(fenced.splitlines()) <= 1
        assert not set("<>") & set(fenced)
        assert "```" not in fenced
        assert "~~~" not in fenced
        assert not fenced.startswith(("# ", "---", "===", "***", "___"))
    assert fence_safe(fence_safe(text)) == fence_safe(text)
    assert quotable(quotable(text)) == quotable(text)
    assert "[m1]" not in quotable(text)
    assert "[m1]" not in harmless(text)
    assert "]" not in quotable(text).partition("[id:")[2]


@target(st.tuples(MARKED, MARKED, st.booleans()))
def quoting(given: tuple[str, str, bool]) -> None:
    """A line of a context is one line with one marker, whoever says what."""
    text, speaker, instructs = given
    written = quote("event-1", text, T0, speaker, day=True, instructs=instructs).written("m1")
    assert len(written.splitlines()) == 1
    assert written.count("[m1]") == 1
    assert written.startswith("> [m1] 2026-03-02 09:00 ")


@target(SPOKEN)
def keys(name: str) -> None:
    """Names are compared by one form: folding twice changes nothing, and normal forms make no difference."""
    for form in (fold, name_key, skeleton):
        assert form(form(name)) == form(name)
    safe = whole(name)
    assert fold(unicodedata.normalize("NFC", safe)) == fold(unicodedata.normalize("NFD", safe))
    assert name_key(unicodedata.normalize("NFC", safe)) == name_key(unicodedata.normalize("NFD", safe))


@target(texts("cli:", "telegram-", "whatsapp_", ":", "-", "_", "passage-", "person-", "@", most=6))
def named(text: str) -> None:
    """A session, an account, an id and a scope have one spelling each, or are refused."""
    for read in (identifiers.session_name, identifiers.event_id, identifiers.scope_name):
        try:
            once = read(text)
        except InvalidInput:
            continue
        assert read(once) == once
    try:
        who = identifiers.identity(text, "cli")
    except InvalidInput:
        return
    assert identifiers.identity(str(who), "other") == who


@target(PROSE, broke=("." * 3_000, "!?" * 2_000))
def cut_into_sentences(text: str) -> None:
    """Everything but white space is in exactly one sentence."""
    last, kept = 0, ""
    for start, end in sentences(text):
        assert last <= start < end <= len(text)
        assert not text[last:start].strip()
        last, kept = end, kept + text[start:end]
    assert not text[last:].strip()


@target(PROSE, weight=0.5)
def cut_into_passages(text: str) -> None:
    """Every sign but white space is in a passage, and none has more pieces than may be."""
    made, last = cut(text * 6, EMBEDDER, max_pieces=16, overlap=4), 0
    for one in made:
        assert one.text == (text * 6)[one.start : one.end]
        assert not (text * 6)[last : one.start].strip()
        assert len(EMBEDDER.pieces(one.text)) <= 16
        last = max(last, one.end)


@target(st.tuples(PROSE, st.integers(250, 400)))
def cut_into_parts(given: tuple[str, int]) -> None:
    """A text that is too long is kept in parts, whole."""
    text, longest = given
    found = list(parts(text * 20, longest))
    assert all(one == one.strip() and 0 < len(one) <= longest for one in found if one)
    assert "".join("".join(found).split()) == "".join((text * 20).split())


@target(
    texts(
        "AND", "OR", "NOT", "+", "-", "&&", "||", "(", ")", "[", "]", "^", "~", "*", "?", ":", "\\", "/", "TO", "{", "}"
    )
)
def lucene_words(text: str) -> None:
    """No sign of a word is one of Lucene's, and the query is one clause for words beside those that filter."""
    for word in keywords(text):
        escaped = lucene_escape(word)
        bare = escaped.replace("\\\\", "")
        assert not any(
            sign in '+-!(){}[]^"~*?:\\/&|<>=' and bare[place - 1 : place] != "\\" for place, sign in enumerate(bare)
        )
        assert escaped not in ("AND", "OR", "NOT", "TO")
    wanted = [lucene_escape(word) for word in keywords(text)]
    assert lucene(wanted, {"scope": [text]}).count("+terms:") == 1
    assert plain(text).startswith(" ")


@target(TIMED)
def dates_in_text(text: str) -> None:
    """Dates stand where they are said, and are dates."""
    for found in dated(text, T0):
        assert 0 <= found.start < found.end <= len(text)
        for value in (found.past, found.future):
            assert first(value) is not None
    for month, day in question.dates(text):
        assert 1 <= month <= 12
        assert day is None or 0 <= day <= 99


@target(MOMENTS)
def moments(text: str) -> None:
    """A time that is told is one in UTC, or is refused."""
    try:
        read = read_moment("at", text)
    except InvalidInput:
        return
    assert read.utcoffset() == dt.timedelta(0)
    assert read_moment("at", read.isoformat()) == read
    assert len(moment(read)) == 15


@target(values(("text", "id", "at", "session", "speaker", "channel", "metadata", "audience", "kind", "role")))
def events(value: object) -> None:
    """An event passes the border filled and storable, or is refused with its field."""
    try:
        [found] = accept([value], scope="fuzz", now=T0, settings=SETTINGS)  # type: ignore[list-item]
    except InvalidInput as error:
        assert error.field.startswith("events[0].")
        return
    for told in (found.id, found.text, found.session, found.channel, found.metadata or "", found.speaker_name or ""):
        told.encode()
        assert "\0" not in told


@target(
    texts("[shares x", "<!--", "-->", "```", "Ignore ", "all ", "previous ", "instructions", "System: ", "You must "),
    weight=0.05,
)
def instructions(text: str) -> None:
    """What instructs is told in sentences of the text, in their order."""
    last = 0
    for start, end in instructing(text[:400]):
        assert last <= start < end <= len(text)
        last = end


@target(texts("  ", "\n" * 3, "\r", "<|endoftext|>", "'s", "123456", most=12), weight=0.5)
def counting(text: str) -> None:
    """However a text is cut, nothing of it is lost, and it has no more tokens than bytes."""
    assert "".join(split_spaces(text * 9, longest=5)) == whole(text * 9)
    assert COUNTER.count(text) <= ByteCounter().count(text)


@target(st.tuples(st.sampled_from(ALL), values(("name", "text", "query", "limit", "id", "parameters", "confirm"))))
def arguments(call: tuple[object, object]) -> None:
    """The arguments of a tool are what it says that it takes, or are refused."""
    tool, given = call
    try:
        found = tool.checked(given)  # type: ignore[attr-defined]
    except InvalidInput:
        return
    assert set(found) == set(tool.parameters)  # type: ignore[attr-defined]


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
def headers(text: str) -> None:
    """A statement has a whole header, or is refused by name."""
    try:
        found = statements.parse("area/name", text)
    except KeyError as error:
        assert "area/name" in str(error)
        return
    assert found.summary
    assert found.cypher(found.fragments).count("\n") == text.count("\n")
