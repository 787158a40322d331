"""The default extractor: names from a name finder, statements and topics by rules over tagged words, no language model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.extraction.message_facts import extract_statements
from kg.extraction.name_finders import HiddenStateNameFinder, NameFinder
from kg.extraction.observed_statements import extract_observed_statements
from kg.extraction.preference_aspects import add_aspects
from kg.extraction.promises import find_tasks
from kg.extraction.topic_phrases import extract_topics
from kg.language import NameSpan, bundled_pipeline, find_instructions
from kg.protocols import ExtractedStatement, Extraction, Mention, TextExtraction, Utterance

if TYPE_CHECKING:
    from spacy.tokens import Doc

    from kg.settings import Settings


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

    @property
    def layers(self) -> tuple[int, ...]:
        """The hidden layers of the embedder that its name finder needs."""
        return self._name_finder.layers

    def extract(self, passages: Sequence[Utterance]) -> Extraction:
        """See `Extractor.extract`."""
        named = self._name_finder.find_names(passages)
        if named.hidden:
            passages = [replace(passage, hidden=hidden) for passage, hidden in zip(passages, named.hidden, strict=True)]
        docs = named.docs or self._parse(passages)
        return Extraction(tuple(map(self._extract_text, passages, docs, named.spans)))

    def _parse(self, passages: Sequence[Utterance]) -> list[Doc]:
        """Parse the passages, with trees only where observations are read: trees double the time."""
        docs: dict[int, Doc] = {}
        for trees in (False, True):
            places = [place for place, one in enumerate(passages) if self._needs_tree(one) == trees]
            docs |= zip(
                places, self._english.parse([passages[place].text for place in places], trees=trees), strict=True
            )
        return [docs[place] for place in range(len(passages))]

    def _needs_tree(self, passage: Utterance) -> bool:
        return self._reads_observations and passage.is_stating and bool(passage.speaker)

    def _extract_text(self, passage: Utterance, doc: Doc, names: Sequence[NameSpan]) -> TextExtraction:
        statements = add_aspects(
            extract_statements(
                passage.text, speaker=passage.speaker, at=passage.at, doc=doc, names=names, addressee=passage.addressee
            )
        )
        observed: list[ExtractedStatement] = []
        if self._needs_tree(passage):
            tasks = find_tasks(passage, doc)
            observed = extract_observed_statements(passage, doc, names, [*statements, *tasks], self._least_worth)
            # A promise is noted as a task alone.
            observed = [each for each in observed if not any(_is_same_plan(each, task) for task in tasks)]
            observed += tasks
        return _build_extraction(passage, doc, names, [*statements, *observed])


def _is_same_plan(statement: ExtractedStatement, task: ExtractedStatement) -> bool:
    return statement.kind == "plan" and statement.start < task.end and task.start < statement.end


def _build_extraction(
    passage: Utterance, doc: Doc, names: Sequence[NameSpan], statements: Sequence[ExtractedStatement]
) -> TextExtraction:
    mentions = [Mention(span.text, span.label, span.start, span.end, span.score) for span in names]
    return TextExtraction(
        tuple(statements),
        tuple(mentions),
        extract_topics(passage.text, doc, mentions, [each for each in statements if not each.template]),
        tuple(find_instructions(passage.text, doc)),
    )
