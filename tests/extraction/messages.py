"""Messages of Sam, parsed, for tests of the extraction rules."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from kg.extraction.answers import find_question, read_answer
from kg.extraction.dates import find_dates
from kg.extraction.message_facts import extract_statements
from kg.extraction.modality import blank_unstated
from kg.extraction.noun_phrases import NounPhraseReader
from kg.extraction.observations import find_observations
from kg.extraction.observed_statements import extract_observed_statements
from kg.extraction.person_references import ReferenceResolver
from kg.extraction.sentence_codes import encode_sentences
from kg.extraction.sentence_reader import SentenceReading
from kg.language.english_pipeline import bundled_pipeline
from kg.protocols import EarlierTurn, ExtractedStatement, Utterance
from tests.support import find_name_spans

# A Wednesday.
AT = datetime(2026, 3, 4, 10, tzinfo=UTC)
# A Monday.
MAY = datetime(2026, 5, 4, 10, tzinfo=UTC)
NAMES = {
    "person": "Maria Tom Nadia Hugo Ana Nina Leo Greta Noah Lily Lin Ada Paul Omar Sven Petr Vojta",
    "org": "Google KLM Unilever Bosch Netflix Lumo",
    "place": "Oslo Porto Madrid Dublin Lima Rome Chile Paris Perth",
    "tool": "React Kotlin Terraform MySQL Postgres Redshift Snowflake Elasticsearch",
}


def extract(text: str, speaker: str = "Sam", addressee: str | None = None) -> list[ExtractedStatement]:
    """Return what a message states."""
    (doc,) = bundled_pipeline().parse([text], trees=False)
    return extract_statements(
        text, speaker=speaker, at=AT, doc=doc, names=find_name_spans(text, NAMES), addressee=addressee
    )


def triples(text: str, addressee: str | None = None) -> set[tuple[str, str, str]]:
    """Return subject, predicate and object of what a message states."""
    return {(each.subject, each.predicate, each.object) for each in extract(text, addressee=addressee)}


def list_values(text: str, aspect: str) -> list[tuple[str, str, str]]:
    """Return subject, predicate and aspect of the values of this kind that a message of Sam gives."""
    (doc,) = bundled_pipeline().parse([text])
    stated = extract_observed_statements(Utterance(text, "Sam", AT), doc, find_name_spans(text, NAMES), [], 0)
    return [(each.subject, each.predicate, each.aspect) for each in stated if each.aspect.startswith(aspect)]


def read_phrases(text: str) -> NounPhraseReader:
    """Return a reader of the noun phrases of a text."""
    (doc,) = bundled_pipeline().parse([text], trees=False)
    return NounPhraseReader(text, doc, find_name_spans(text, NAMES), find_dates(text, AT))


def read_sentences(text: str, addressee: str | None = None) -> list[SentenceReading]:
    """Return the sentences of a text, without statements; their references know the persons and things of the text."""
    references = ReferenceResolver("Sam", addressee)
    dates = find_dates(text, AT)
    readings = [
        SentenceReading(line, references, dates, text)
        for line in encode_sentences(read_phrases(text), blank_unstated(text), dates)
        if line
    ]
    for reading in readings:
        for item in reading.line:
            if item.phrase is not None:
                references.remember(item.phrase)
    return readings


def statements_of(reading: SentenceReading) -> set[tuple[str, str, str]]:
    """Return subject, predicate and object of what was read in a sentence."""
    return {(each.subject, each.predicate, each.object) for each in reading.statements}


def make_reply(earlier: str, text: str, *, is_own: bool = True) -> Utterance:
    """Return a message of Ada, five hours after one of hers, or of Bo's."""
    turn = EarlierTurn(earlier, "Ada" if is_own else "Bo", MAY - timedelta(hours=5), is_own=is_own)
    return Utterance(text, "Ada", MAY, earlier=(turn,))


def answer(asked: str, answered: str) -> str | None:
    """Return the statement that an answer to Ann makes."""
    question, doc = bundled_pipeline().parse([asked, answered])
    found = find_question(question)
    result = None if found is None else read_answer(found, doc, asker="Ann")
    return None if result is None else result.statement


def read_statements(text: str, at: datetime, people: str, addressee: str | None = None) -> list[str]:
    """Return the sentences of what a message of Ada states; `people` are the names of persons in it."""
    (doc,) = bundled_pipeline().parse([text])
    names = find_name_spans(text, {"person": people})
    found = find_observations(text, speaker="Ada", at=at, doc=doc, names=names, addressee=addressee)
    return [each.sentence.text for each in found]
