"""The default extractor: names from a name finder, statements and topics by rules over tagged words, no language model."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from kg.extraction.agent_tasks import find_agent_tasks
from kg.extraction.answers import Answer
from kg.extraction.attributes import add_places
from kg.extraction.changed_values import find_changed_values
from kg.extraction.corrected_statements import correct_statements
from kg.extraction.dialogue import (
    ParsedTurn,
    collect_persons,
    find_answer,
    find_unnamed_part,
    has_person_pronoun,
    needed_turns,
)
from kg.extraction.favourites import add_favourite_kinds
from kg.extraction.goods_names import relabel_goods
from kg.extraction.memory_requests import find_memory_requests, state_request
from kg.extraction.message_cleaning import clean_message
from kg.extraction.message_corrections import find_any_correction
from kg.extraction.message_facts import extract_statements
from kg.extraction.moved_appointments import find_moved_appointments
from kg.extraction.name_finders import HiddenStateNameFinder, NameFinder
from kg.extraction.observed_statements import extract_observed_statements
from kg.extraction.placed_statements import add_reports, is_same_plan, place_moved, place_request, rest_on_question
from kg.extraction.preference_aspects import add_aspects
from kg.extraction.presuppositions import is_presupposed
from kg.extraction.promises import find_tasks
from kg.extraction.quoted_speech import blank_unmeant_speech
from kg.extraction.restated_clauses import add_restated, restate_clauses
from kg.extraction.short_statements import add_short_statements
from kg.extraction.spoken_wishes import add_wishes
from kg.extraction.task_reports import find_task_reports
from kg.extraction.topic_phrases import extract_topics
from kg.language import NameSpan, bundled_pipeline, find_instructions, is_english, on_one_blas_thread, split_sentences
from kg.protocols import ExtractedStatement, Extraction, Mention, TextExtraction, Utterance

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.extraction.value_corrections import Correction
    from kg.settings import Settings

_Turns = Sequence[Sequence[ParsedTurn | None]]
# A word of English and of Spanish.
_LABEL = re.compile(r"^\W*to-?do\b", re.IGNORECASE)
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


class _Found(NamedTuple):
    """What was extracted from a passage, and whether it is read as its speaker's own words."""

    extraction: TextExtraction
    is_own: bool


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
        # "On Monday, no wait, Tuesday" is on Tuesday.
        passages = [
            each if (text := clean_message(each.text)) == each.text else replace(each, text=text) for each in passages
        ]
        found = self._extract_plainly(passages, self._least_worth)
        corrections = {
            place: correction
            for place, passage in enumerate(passages)
            if found[place].is_own and (correction := find_any_correction(passage)) is not None
        }
        extractions = [each.extraction for each in found]
        for place, statements in self._correct(passages, extractions, corrections).items():
            extractions[place] = replace(extractions[place], statements=tuple(statements))
        return Extraction(tuple(extractions))

    def _correct(
        self,
        passages: Sequence[Utterance],
        found: Sequence[TextExtraction],
        corrections: Mapping[int, Correction],
    ) -> dict[int, list[ExtractedStatement]]:
        """Return the statements of the messages that correct: both texts are read with the messages before the original."""
        if not corrections:
            return {}
        before = {
            place: passages[place].earlier[: min(each.places, default=None)] for place, each in corrections.items()
        }
        originals = [
            replace(passages[place], text=each.original, at=each.at, hidden=None, earlier=before[place])
            for place, each in corrections.items()
        ]
        texts = [
            replace(passages[place], text=each.corrected, at=each.at, hidden=None, earlier=before[place])
            for place, each in corrections.items()
        ]
        stated = self._extract_plainly(originals, self._least_worth)
        # However little the new value is worth, it replaces the old one.
        restated = self._extract_plainly(texts, 0)
        return {
            place: correct_statements(
                found[place].statements,
                old.extraction.statements,
                new.extraction.statements,
                correction,
                self._least_worth,
            )
            for (place, correction), old, new in zip(corrections.items(), stated, restated, strict=True)
        }

    def _extract_plainly(self, passages: Sequence[Utterance], least_worth: float) -> list[_Found]:
        """Extract from passages, with the messages before them, without what they correct."""
        read = self._read(passages)
        turns = self._read_earlier(read)
        found = [self._extract_text(one, turns[place], least_worth) for place, one in enumerate(read)]
        is_own = [one.is_observed and _own_speech(one) == one.passage.text for one in read]
        answers = {
            place: answer
            for place, one in enumerate(read)
            if is_own[place] and (answer := find_answer(one.passage, one.doc, turns[place])) is not None
        }
        for place, statements in self._extract_answers(passages, answers, turns, least_worth).items():
            own = found[place].statements if not statements else answers[place].leave_out(found[place].statements)
            found[place] = replace(found[place], statements=(*own, *statements))
        self._add_moved(found, [one if is_own[place] else None for place, one in enumerate(read)])
        self._add_restated(found, [one if is_own[place] else None for place, one in enumerate(read)], turns)
        self._add_requests(found, [one.passage if is_own[place] else None for place, one in enumerate(read)], turns)
        return [_Found(*each) for each in zip(found, is_own, strict=True)]

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
        spans = [relabel_goods(*pair) for pair in zip(passages, named.spans, strict=True)]
        return [_ReadPassage(*each) for each in zip(passages, docs, spans, english, observed, strict=True)]

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
        turns: _Turns,
        least_worth: float,
    ) -> dict[int, list[ExtractedStatement]]:
        """Extract from answers to questions, each completed to a sentence of its speaker; return the statements by passage."""
        if not answers:
            return {}
        completed = [
            replace(passages[place], text=answer.text, hidden=None, earlier=()) for place, answer in answers.items()
        ]
        found = {}
        for (place, answer), one in zip(answers.items(), self._read(completed), strict=True):
            question = len(passages[place].earlier) - 1 if answer.place is None else answer.place
            found[place] = [
                rest_on_question(statement, question, answer.end)
                for statement in self._extract_text(
                    one, turns[place] if has_person_pronoun(one.doc) else (), least_worth
                ).statements
                if answer.asks_relation or not is_presupposed(statement, passages[place].text, passages[place].speaker)
            ]
        return found

    def _add_moved(self, found: list[TextExtraction], read: Sequence[_ReadPassage | None]) -> None:
        """Add the new dates of appointments that messages move, cancel or agree upon, and what else they change."""
        moved = [
            (place, each)
            for place, one in enumerate(read)
            if one is not None
            for find in (find_moved_appointments, find_changed_values)
            for each in find(one.passage, _own_speech(one))
        ]
        if not moved:
            return
        passages = [passage.passage for place, _ in moved if (passage := read[place]) is not None]
        sentences = [
            replace(passage, text=each.sentence, hidden=None)
            for passage, (_, each) in zip(passages, moved, strict=True)
        ]
        for (place, each), one in zip(moved, self._read(sentences), strict=True):
            stated = self._extract_text(one, (), 0).statements
            found[place] = replace(found[place], statements=tuple(place_moved(found[place].statements, stated, each)))

    def _add_restated(self, found: list[TextExtraction], read: Sequence[_ReadPassage | None], turns: _Turns) -> None:
        """Add what clauses state of which only a full sentence is read."""
        restated = [
            (place, clause)
            for place, one in enumerate(read)
            if one is not None
            for clause in restate_clauses(one.passage, _own_speech(one))
        ]
        if not restated:
            return
        sentences = self._read([clause.passage for _, clause in restated])
        for (place, clause), full in zip(restated, sentences, strict=True):
            window = turns[place] if has_person_pronoun(full.doc) else ()
            stated = self._extract_text(full, window, self._least_worth).statements
            statements = add_restated(found[place].statements, stated, clause)
            found[place] = replace(found[place], statements=tuple(statements))

    def _add_requests(
        self,
        found: list[TextExtraction],
        passages: Sequence[Utterance | None],
        turns: _Turns,
    ) -> None:
        """Add what messages ask to remember, however little it seems worth, and remove what they ask to forget."""
        requests = [
            (place, request, passage)
            for place, passage in enumerate(passages)
            if passage is not None
            for request in find_memory_requests(passage.text)
        ]
        if not requests:
            return
        # What is to be forgotten has no text.
        read = self._read([replace(passage, text=request.statement, hidden=None) for _, request, passage in requests])
        for (place, request, passage), one in zip(requests, read, strict=True):
            if find_instructions(request.statement, one.doc):
                continue
            window = turns[place] if has_person_pronoun(one.doc) else ()
            stated = self._extract_text(one, window, 0).statements
            if not stated and request.is_plain and not passage.is_between_people:
                stated = (state_request(request, passage),)
            if stated or not request.statement:
                kept = [each for each in found[place].statements if not request.start <= each.start < request.end]
                placed = [place_request(each, request) for each in stated]
                found[place] = replace(found[place], statements=(*kept, *placed))

    def _extract_text(
        self, read: _ReadPassage, turns: Sequence[ParsedTurn | None], least_worth: float
    ) -> TextExtraction:
        passage, doc, names = read.passage, read.doc, read.names
        statements: list[ExtractedStatement] = []
        if read.is_english:
            # The rules read English: "im Keller" is not "I'm Keller".
            stated = extract_statements(
                passage.text, speaker=passage.speaker, at=passage.at, doc=doc, names=names, addressee=passage.addressee
            )
            statements = [each for each in stated if _reads_english(passage, each.start, each.end)]
        statements = add_wishes(
            replace(passage, text=_own_speech(read)),
            add_favourite_kinds(add_aspects(add_places(statements, passage.speaker))),
        )
        observed: list[ExtractedStatement] = []
        if read.is_observed:
            earlier = collect_persons(passage, turns)
            tasks = find_tasks(passage, doc, names, earlier, turns)
            tasks += find_agent_tasks(passage, doc, names, turns)
            # A promise is noted as a task alone.
            statements = [each for each in statements if not any(is_same_plan(each, task) for task in tasks)]
            known = [*statements, *tasks]
            noted = extract_observed_statements(passage, doc, names, known, least_worth, earlier)
            observed = [each for each in noted if _reads_english(passage, each.start, each.end)]
            observed = [each for each in observed if not any(is_same_plan(each, task) for task in tasks)]
            observed += tasks
            observed = add_reports(statements, observed, find_task_reports(passage, names))
            observed = add_short_statements(observed, statements, passage, names)
        unnamed = find_unnamed_part(passage, doc)
        own = [each for each in (*statements, *observed) if each.start >= unnamed or each.subject != passage.speaker]
        return _build_extraction(passage, doc, names, own)


def _is_english(passage: Utterance) -> bool:
    return any(_reads_english(passage, start, end) for start, end in split_sentences(passage.text))


def _reads_english(passage: Utterance, start: int, end: int) -> bool:
    """Whether a part of a passage is English; where it does not show, the passage and the messages before it decide."""
    texts = [passage.text[start:end], passage.text, *(turn.text for turn in passage.earlier)]
    part, *others = (_LABEL.sub("", text) for text in texts)
    return is_english(part, others)


def _own_speech(read: _ReadPassage) -> str:
    return blank_unmeant_speech(read.passage.text, read.passage.speaker, read.names)


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
