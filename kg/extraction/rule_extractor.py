"""The default extractor: names from a name finder, statements and topics by rules over tagged words, no language model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from kg.extraction.answers import Answer
from kg.extraction.certainty import INTRODUCED_CONFIDENCE
from kg.extraction.dialogue import (
    ParsedTurn,
    collect_persons,
    find_answer,
    find_unnamed_part,
    has_person_pronoun,
    needed_turns,
)
from kg.extraction.message_facts import extract_statements
from kg.extraction.name_finders import HiddenStateNameFinder, NameFinder
from kg.extraction.observed_statements import extract_observed_statements
from kg.extraction.preference_aspects import add_aspects
from kg.extraction.promises import find_tasks
from kg.extraction.quoted_speech import blank_unmeant_speech
from kg.extraction.spoken_wishes import add_wishes
from kg.extraction.topic_phrases import extract_topics
from kg.knowledge import PERSON_RELATIONS
from kg.language import NameSpan, bundled_pipeline, find_instructions, is_english, on_one_blas_thread, split_sentences
from kg.protocols import ExtractedStatement, Extraction, Mention, TextExtraction, Utterance

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.settings import Settings

# Turns that are kept for the next call.
_RECENT_TEXTS = 64


@dataclass(frozen=True, eq=False)
class _ReadPassage:
    """A passage with its hidden states, its parse and the names in it.

    Attributes:
        passage: the passage.
        doc: its parse, with a tree if it is observed.
        names: the names in it.
        is_english: whether one of its sentences is.
        is_observed: whether its observations are read.
    """

    passage: Utterance
    doc: Doc
    names: Sequence[NameSpan]
    is_english: bool
    is_observed: bool


class _ParsedText(NamedTuple):
    """The parse of a text, with its tree, and the names in it."""

    doc: Doc
    names: Sequence[NameSpan]


class RuleExtractor:
    """An `Extractor` for English that needs no download in addition to the embedder's weights.

    By default names come from the tagger on MiniLM's hidden states.
    """

    def __init__(self, settings: Settings, *, name_finder: NameFinder | None = None) -> None:
        """Store the parameters; no model is loaded before the first text.

        Args:
            settings: the least worth of observations; where MiniLM's weights are, for the default name finder.
            name_finder: finds the names; None for `HiddenStateNameFinder`.
        """
        self._name_finder = name_finder or HiddenStateNameFinder(settings)
        self.name = self._name_finder.name
        self._english = bundled_pipeline()
        self._least_worth = settings.observation_worth
        self._reads_observations = self._least_worth < 1
        # Of messages that come one by one, the next one needs those before it.
        self._recent: dict[str, _ParsedText] = {}

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder that its name finder needs."""
        return self._name_finder.layers

    def clear_cache(self) -> None:
        """See `CachingExtractor.clear_cache`."""
        self._recent = {}

    @on_one_blas_thread
    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        read = self._read(passages)
        turns = self._read_earlier(read)
        found = [self._extract_text(one, turns[place]) for place, one in enumerate(read)]
        answers = {
            place: answer
            for place, one in enumerate(read)
            if one.is_observed
            and (answer := find_answer(one.passage, one.doc, turns[place])) is not None
            and _is_own_speech(one)
        }
        for place, statements in self._extract_answers(passages, answers, turns).items():
            found[place] = replace(found[place], statements=(*found[place].statements, *statements))
        return Extraction(tuple(found))

    def _read(self, passages: Sequence[Utterance]) -> list[_ReadPassage]:
        named = self._name_finder.find_names(passages)
        if named.hidden:
            passages = [replace(passage, hidden=hidden) for passage, hidden in zip(passages, named.hidden, strict=True)]
        english = [_is_english(one) for one in passages]
        observed = [
            is_english and self._reads_observations and one.is_stating and bool(one.speaker)
            for one, is_english in zip(passages, english, strict=True)
        ]
        docs = named.docs or self._parse(passages, observed)
        return [_ReadPassage(*each) for each in zip(passages, docs, named.spans, english, observed, strict=True)]

    def _parse(self, passages: Sequence[Utterance], observed: Sequence[bool]) -> list[Doc]:
        """Parse the passages, with trees only where observations are read: trees double the time."""
        docs: dict[int, Doc] = {}
        for trees in (False, True):
            places = [place for place, is_observed in enumerate(observed) if is_observed == trees]
            if places:
                texts = [passages[place].text for place in places]
                docs |= zip(places, self._english.parse(texts, trees=trees), strict=True)
        return [docs[place] for place in range(len(passages))]

    def _read_earlier(self, read: Sequence[_ReadPassage]) -> list[list[ParsedTurn | None]]:
        """Read the earlier messages that are needed, each once; most are among the passages, or those of the last call."""
        recent = self._recent
        known = {one.passage.text: _ParsedText(one.doc, one.names) for one in read if one.is_observed}
        needed = [needed_turns(one.passage, one.doc) if one.is_observed else [] for one in read]
        missing = {
            turn.text: Utterance(turn.text, turn.speaker or "unknown", turn.at)
            for one, places in zip(read, needed, strict=True)
            for turn in map(one.passage.earlier.__getitem__, places)
            if turn.text not in known
        }
        # What is not English is not parsed.
        english = [one for one in missing.values() if _is_english(one)]
        known |= {one.text: recent[one.text] for one in english if one.text in recent}
        if unread := [one for one in english if one.text not in recent]:
            known |= {one.passage.text: _ParsedText(one.doc, one.names) for one in self._read(unread)}
        self._recent = dict(list((recent | known).items())[-_RECENT_TEXTS:])
        windows = []
        for one, places in zip(read, needed, strict=True):
            window: list[ParsedTurn | None] = [None] * len(one.passage.earlier)
            for place in places:
                turn = one.passage.earlier[place]
                if (parsed := known.get(turn.text)) is not None:
                    window[place] = ParsedTurn(turn.speaker, parsed.doc, parsed.names)
            windows.append(window)
        return windows

    def _extract_answers(
        self,
        passages: Sequence[Utterance],
        answers: Mapping[int, Answer],
        turns: Sequence[Sequence[ParsedTurn | None]],
    ) -> dict[int, list[ExtractedStatement]]:
        """Extract from answers to questions, each completed to a sentence of its speaker; return the statements by passage."""
        if not answers:
            return {}
        completed = [
            replace(passages[place], text=answer.statement, hidden=None, earlier=())
            for place, answer in answers.items()
        ]
        found = {}
        for (place, answer), one in zip(answers.items(), self._read(completed), strict=True):
            question = len(passages[place].earlier) - 1
            found[place] = [
                _rest_on_question(statement, question, answer.end)
                for statement in self._extract_text(one, turns[place] if has_person_pronoun(one.doc) else ()).statements
            ]
        return found

    def _extract_text(self, read: _ReadPassage, turns: Sequence[ParsedTurn | None]) -> TextExtraction:
        passage, doc, names = read.passage, read.doc, read.names
        statements: list[ExtractedStatement] = []
        if read.is_english:
            # The rules read English: "im Keller" is not "I'm Keller".
            stated = extract_statements(
                passage.text, speaker=passage.speaker, at=passage.at, doc=doc, names=names, addressee=passage.addressee
            )
            statements = [each for each in stated if _reads_english(passage, each.start, each.end)]
        statements = add_wishes(replace(passage, text=_own_speech(read)), add_aspects(statements))
        observed: list[ExtractedStatement] = []
        if read.is_observed:
            earlier = collect_persons(passage, turns)
            tasks = find_tasks(passage, doc, names, earlier)
            # A promise is noted as a task alone.
            statements = [each for each in statements if not any(_is_same_plan(each, task) for task in tasks)]
            known = [*statements, *tasks]
            noted = extract_observed_statements(passage, doc, names, known, self._least_worth, earlier)
            observed = [each for each in noted if _reads_english(passage, each.start, each.end)]
            observed = [each for each in observed if not any(_is_same_plan(each, task) for task in tasks)]
            observed += tasks
        unnamed = find_unnamed_part(passage, doc)
        own = [each for each in (*statements, *observed) if each.start >= unnamed or each.subject != passage.speaker]
        return _build_extraction(passage, doc, names, own)


def _rest_on_question(statement: ExtractedStatement, question: int, end: int) -> ExtractedStatement:
    """Return a statement of an answer with the place of its question; a relation in another's words endorses no one."""
    rests_on = tuple(sorted({question, *statement.rests_on}))
    is_relation = statement.predicate in PERSON_RELATIONS
    confidence = min(statement.confidence, INTRODUCED_CONFIDENCE) if is_relation else statement.confidence
    return replace(statement, start=0, end=end, rests_on=rests_on, confidence=confidence)


def _is_english(passage: Utterance) -> bool:
    return any(_reads_english(passage, start, end) for start, end in split_sentences(passage.text))


def _reads_english(passage: Utterance, start: int, end: int) -> bool:
    """Whether a part of a passage is English; where it does not show, the passage and the messages before it decide."""
    return is_english(passage.text[start:end], [passage.text, *(turn.text for turn in passage.earlier)])


def _own_speech(read: _ReadPassage) -> str:
    return blank_unmeant_speech(read.passage.text, read.passage.speaker, read.names)


def _is_own_speech(read: _ReadPassage) -> bool:
    return _own_speech(read) == read.passage.text


def _is_same_plan(statement: ExtractedStatement, task: ExtractedStatement) -> bool:
    is_plan = statement.kind == "plan" or statement.predicate == "plans"
    overlaps = statement.start < task.end and task.start < statement.end
    # "I must buy a ticket", "I'm paying the deposit tomorrow": both are of the whole clause.
    is_clause = bool(statement.template) and (statement.start, statement.end) == (task.start, task.end)
    return (is_plan and overlaps) or is_clause


def _build_extraction(
    passage: Utterance, doc: Doc, names: Sequence[NameSpan], statements: Sequence[ExtractedStatement]
) -> TextExtraction:
    mentions = [Mention(span.text, span.label, span.start, span.end, span.score) for span in names]
    closed = [each for each in statements if not each.template]
    persons = filter(None, (passage.speaker, passage.addressee, *(turn.speaker for turn in passage.earlier)))
    return TextExtraction(
        tuple(statements),
        tuple(mentions),
        extract_topics(passage.text, doc, mentions, closed, persons),
        tuple(find_instructions(passage.text, doc)),
    )
