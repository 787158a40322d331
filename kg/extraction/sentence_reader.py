"""Reading one sentence: its verbs with their subjects, its dates, and the statements extracted so far."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.extraction.certainty import ADDRESSEE_CONFIDENCE, rate_confidence
from kg.extraction.dates import DateMention
from kg.extraction.parsed_phrases import Phrase, cut_list
from kg.extraction.person_references import ADDRESSEE_PREDICATES, PERSON_PREDICATES, OwnedThing, ReferenceResolver
from kg.extraction.sentence_codes import CodeItem, join_items
from kg.extraction.verb_phrases import Verb
from kg.extraction.word_lists import word_set
from kg.protocols import ExtractedStatement

PHRASE_LIST = r"(?:both )?#\d+(?:(?: , and| , or| ,| and| or| plus| nor| as well as) #\d+)*"
"""A pattern for a list of phrases."""
NO_VERB_AHEAD = r"(?! (?:\w+/\w|can|will|would|who|#\d+ \w+/[PD]|used_to))(?!\d)"
"""A pattern that no verb follows: else the last phrase would be the subject of the next clause."""
_LINE_OR_SENTENCE_END = re.compile(r"[!?\n]")
# In the present tense these are in the future: "I start on Monday".
_BEGINNING_VERBS = {"start", "begin", "join", "move", "marry"}
_LIKING_VERBS = {"love", "like", "hate"}
# "The flat in Ghent is nice": the subject is the flat.
_ATTRIBUTIVE_PREPOSITIONS = {"on", "in", "at", "near", "by", "from", "of", "for", "next", "under", "above", "behind"}
_AUXILIARIES = {"be", "have", "do", "get", "keep", "go"}
# Pronouns in the objective case are no subjects: "it makes me love the game".
_OBJECT_PRONOUNS = {"me", "him", "them", "us"}
_TIMELESS_PREDICATES = word_set(
    "from born_on email phone name_is favourite parent_of child_of sibling_of deadline speaks"
)
_UNREAL_MODALS = {"would", "could", "might", "may", "should", "must", "shall", "can", "will"}


@dataclass
class SentenceReading:
    """A sentence and the statements extracted from it.

    Attributes:
        line: its items.
        references: the persons and things that the text has named so far.
        dates: the dates in the sentence.
        text: the whole message.
        statements: the statements so far.
        verbs: the verbs of the sentence.
        focus: offsets of the clause being read: of its subject, of its verb, and of its end.
        has_dropped_subject: whether that clause has no written subject.
        complement_starts: offsets of phrases that only describe a named person: "June is my sister".
    """

    line: list[CodeItem]
    references: ReferenceResolver
    dates: list[DateMention]
    text: str = ""
    statements: list[ExtractedStatement] = field(default_factory=list)
    verbs: list[Verb] = field(default_factory=list)
    focus: tuple[int, int, int] = (0, 0, 0)
    has_dropped_subject: bool = False
    complement_starts: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.code = join_items(self.line)
        self.verbs = list(self._find_verbs())
        self.labels = {
            each.phrase.name: each.phrase.label for each in self.line if each.phrase is not None and each.phrase.name
        }
        self.focus_on()

    def focus_on(self, at: Verb | Phrase | None = None) -> None:
        """Focus on a verb's clause, a phrase or the whole sentence: the span of the next statements."""
        self.has_dropped_subject = False
        if at is None:
            start = self.line[0].start if self.line else 0
            self.focus = (start, start, self.line[-1].end if self.line else 0)
        elif isinstance(at, Phrase):
            self.focus = (at.start, at.start, at.end)
        else:
            begin = self.line[at.first].start
            self.focus = (min([begin, *(each.start for each in at.subjects)]), begin, self._clause_end(at))
            self.has_dropped_subject = at.has_dropped_subject and not at.subjects

    def _clause_end(self, verb: Verb) -> int:
        """Return the end of a verb's clause: before the next verb with a subject of its own."""
        limit = len(self.line)
        for other in self.verbs:
            if (
                other.index > verb.index
                and (other.subjects or other.has_dropped_subject)
                and not (other.is_unreal and not other.subjects)
            ):
                starts = [each.start for each in other.subjects if each.start > self.line[verb.index].start]
                begin = min([self.line[other.first].start, *starts])
                limit = next(index for index, item in enumerate(self.line) if item.start >= begin)
                break
        while limit > verb.index + 1 and self.line[limit - 1].code in {",", ";", ":", "and", "but", "or", "so", "~"}:
            limit -= 1
        return max(self.line[limit - 1].end, self.line[verb.index].end)

    def phrases_in(self, codes: str) -> list[Phrase]:
        """Return the phrases in a piece of code, in order, up to one that belongs to another clause."""
        found = [
            phrase for index in re.findall(r"#(\d+)", codes) if (phrase := self.line[int(index)].phrase) is not None
        ]
        return cut_list(found, self.text, self.dates)

    def code_after(self, verb: Verb) -> str:
        """Return the code after a verb, with a leading space."""
        pieces = self.code.split(" ")
        return "".join(f" {piece}" for piece in pieces[verb.index + 1 :])

    def subject_names(self, verb: Verb) -> list[str]:
        """Return the names of a verb's subjects."""
        if verb.subjects:
            if len(verb.subjects) == 1 and verb.subjects[0].pronoun in _OBJECT_PRONOUNS:
                return []
            first, rest = verb.subjects[0], verb.subjects[1:]
            if len(rest) > 1 and first.is_plural and not first.name and all(each.name for each in rest):
                # "My parents, Ann and Bob, live in Ghent": the names are the subjects.
                return [each.name for each in rest]
            return [name for each in verb.subjects if (name := self.references.resolve_name(each))]
        # "Helga was my wife. Was born in Cork."
        is_of_other = not verb.has_dropped_subject or (verb.lemma == "bear" and self.references.persons)
        return [] if is_of_other else [self.references.speaker]

    def add_statement(
        self, subjects: list[str], predicate: str, objects: list[str], times: tuple[str | None, str | None] = (None, None),
        *, polarity: bool = True, confidence: float | None = None,
    ) -> None:  # fmt: skip
        """Add a statement for each subject and object, unless the predicate requires a person and the subject is none.

        Args:
            subjects: names.
            predicate: one of `kg.knowledge.predicates.PREDICATES`.
            objects: names or values; blank ones are left out.
            times: ISO dates of beginning and end, as `validity` returns them.
            polarity: False for a negated statement.
            confidence: replaces the default confidence (see `kg.extraction.certainty`).
        """
        known = {(each.subject, each.owner, each.predicate, each.object) for each in self.statements}
        times = (None, times[1]) if predicate in _TIMELESS_PREDICATES else times
        # "Jo and Bo live in Wigan and Bolton respectively".
        is_paired = (
            len(subjects) == len(objects) > 1 and "respectively" in self.text[self.focus[1] : self.line[-1].end + 16]
        )
        pairs = set(zip(subjects, objects, strict=True)) if is_paired else set()
        for subject in subjects:
            owner = subject.owner if isinstance(subject, OwnedThing) else ""
            about_addressee = subject == self.references.addressee and subject != self.references.speaker
            if (predicate in PERSON_PREDICATES and not self.references.is_person(subject)) or (
                about_addressee and predicate not in ADDRESSEE_PREDICATES
            ):
                continue
            for value in objects:
                if pairs and (subject, value) not in pairs:
                    continue
                if (
                    not value.strip()
                    or _LINE_OR_SENTENCE_END.search(value)
                    or subject.casefold() == value.casefold()
                    or (subject, owner, predicate, value) in known
                ):
                    continue
                statement_confidence = confidence or rate_confidence(
                    predicate, self.labels.get(value, ""), has_dropped_subject=self.has_dropped_subject
                )
                start, verb, end = self.focus
                index = self.text.find(value, verb, end)
                end = index + len(value) if index >= 0 else end
                self.statements.append(
                    ExtractedStatement(
                        str(subject),
                        predicate,
                        value,
                        polarity,
                        *times,
                        start,
                        end,
                        ADDRESSEE_CONFIDENCE if about_addressee else statement_confidence,
                        owner=owner,
                    )
                )
            if predicate in {"likes", "dislikes", "prefers"}:
                self.references.preferences += objects

    def object_names(self, codes: str) -> list[str]:
        """Return the names of the phrases in a piece of code."""
        return [name for each in self.phrases_in(codes) if (name := self.references.resolve_liked_thing(each))]

    def dates_of(self, verb: Verb) -> list[DateMention]:
        """Return the dates that belong to a verb."""
        if not self.verbs:
            return self.dates
        starts = [self.line[each.index].start for each in self.verbs]
        dates = []
        for date in self.dates:
            before = [index for index, start in enumerate(starts) if start < date.start]
            if not before:
                dates.append(date)
            elif self._opens_clause(date) and before[-1] + 1 < len(self.verbs):
                dates += [date] if self.verbs[before[-1] + 1] is verb else []
            elif self.verbs[before[-1]] is verb or (self._only_completes(verb, before[-1])):
                dates.append(date)
        return dates

    def _only_completes(self, verb: Verb, last: int) -> bool:
        """Return whether the verb before a date only completes this one: got promoted, started working."""
        other = self.verbs[last]
        return bool(
            other.is_unreal
            and not other.subjects
            and other.first > verb.index
            and last
            and self.verbs[last - 1] is verb
        )

    def _opens_clause(self, date: DateMention) -> bool:
        """Return whether a date opens a clause: "…, and in May I moved"."""
        before = [item for item in self.line if item.end <= date.start]
        behind = [item for item in self.line if item.start >= date.end]
        return (
            bool(before and behind)
            and before[-1].code in {",", "and", "but", ";", ":"}
            and behind[0].phrase is not None
        )

    def validity(
        self, verb: Verb, *, is_ending: bool = False, is_future: bool = False
    ) -> tuple[str | None, str | None]:
        """Return the beginning and end of the validity that the dates of a verb give.

        Args:
            verb: the verb.
            is_ending: whether the verb ends a state, so that a date is its end.
            is_future: whether dates are in the future, as in plans.
        """
        start = end = None
        is_future = is_future or (
            verb.tag in {"P", "B", "G"} and verb.lemma in _BEGINNING_VERBS and "have/P" not in verb.helpers
        )
        for date in self.dates_of(verb):
            if date.kind == "from":
                since = self.text[date.start : date.end].lower().startswith(("since", "for"))
                start = start or (date.future if is_future and not since else date.past)
            elif date.kind == "to":
                end = end or (date.past if verb.tag == "D" else date.future)
            elif is_ending or verb.is_ended:
                end = end or date.past
            else:
                start = start or (date.future if is_future else date.past)
        if (is_ending or verb.is_ended) and end is None:
            end = "past"
        return start, end

    def lasting_validity(self, verb: Verb) -> tuple[str | None, str | None]:
        """Return the validity of a preference; a date alone ("last week my friend, who loves …") is no beginning."""
        start, end = self.validity(verb)
        return (start if any(date.kind == "from" for date in self.dates_of(verb)) else None), end

    def _find_verbs(self) -> Iterator[Verb]:
        index, last = 0, None
        while index < len(self.line):
            if not self._is_verbal(index):
                index += 1
                continue
            first = index
            while index + 1 < len(self.line) and self._is_verbal(index + 1):
                if (
                    self.line[index].lemma
                    and self.line[index].lemma not in _AUXILIARIES | {"use"}
                    and self.line[index + 1].tag != "M"
                ):
                    break
                index += 1
            at = index
            while at > first and not self.line[at].lemma:
                at -= 1
            index += 1
            if self.line[at].lemma:
                found = self._build_verb(first, at, last)
                last = found if not found.is_unreal or found.subjects else last
                yield found

    def _is_verbal(self, index: int) -> bool:
        item = self.line[index]
        return (
            bool(item.lemma)
            or item.tag == "M"
            or item.code in {"not", "never", "used_to", "going_to", "always", "rather"}
        )

    def _build_verb(self, first: int, at: int, last: Verb | None) -> Verb:
        helpers = tuple(item.code for item in self.line[first:at])
        before = first - 1
        ended = False
        while before >= 0 and self.line[before].code in {"no", "longer", "both", "once", "rather", "all"}:
            ended |= self.line[before].code == "longer"
            before -= 1
        behind = self._clause_words(at)
        subjects, dropped, infinitive = self._find_subjects(before, last)
        rest = self.line[at + 1].code if at + 1 < len(self.line) else ""
        denied = (
            "not" in helpers
            or "never" in helpers
            or (rest == "not" and self.line[at].lemma == "be")
            or rest in {"never", "no"}
        )
        more = re.search(r"\b(?:anymore|(?:any ?)?more|longer)$|\b(?:anymore|any ?more|longer)\b", behind) is not None
        over = ended or "used_to" in helpers or (denied and more) or (rest == "no" and more)
        neither = "neither" in [item.code for item in self.line[max(0, first - 5) : first]]
        unreal = infinitive or bool(set(helpers) & _UNREAL_MODALS)
        lemma = self.line[at].lemma
        if lemma == "get" and "have/P" in helpers and self.line[at].tag in {"N", "D"}:
            lemma = "have"
        return Verb(
            first,
            at,
            lemma,
            self.line[at].tag,
            helpers,
            subjects,
            dropped,
            denied or neither or self._continues_negation(first, last),
            over,
            unreal,
        )

    def _continues_negation(self, first: int, last: Verb | None) -> bool:
        """Return whether a verb continues a negation: "never deployed or used"."""
        return last is not None and last.is_negated and first > 0 and self.line[first - 1].code in {"or", "nor"}

    def _clause_words(self, at: int) -> str:
        words = []
        for item in self.line[at + 1 :]:
            if item.code in {",", "but", "and", ";"}:
                break
            words.append(item.phrase.text.lower() if item.phrase else item.code)
        return " ".join(words)

    def _find_subjects(self, before: int, last: Verb | None) -> tuple[tuple[Phrase, ...], bool, bool]:  # noqa: PLR0911 - one for each way of saying it
        """Return the subject phrases, whether a subject is implied but not written, and whether the verb is an infinitive."""
        if before < 0:
            return (), True, False
        if (item := self.line[before]).code in {"who", "that", "which"}:
            index = before - 1 - (before >= 1 and self.line[before - 1].code == ",")
            found = self.line[index].phrase if index >= 0 else None
            both = before + 1 < len(self.line) and self.line[before + 1].code == "both"
            if found and both:
                return self._listed_phrases(index), False, False
            return ((found,), False, False) if found else ((), False, True)
        if item.phrase is not None:
            return self._listed_phrases(before), False, False
        opening = self.line[before - 1].phrase if before else None
        is_relative = opening is not None and bool(opening.kin and opening.owner) and self.line[before + 1].tag != "B"
        if item.code == "," and last is None and opening is not None and (before > 1 or is_relative):
            return self._listed_phrases(before - 1), False, False
        if item.code in {",", "and", "but", ";", "or", "then", "so"}:
            if last and item.code == "," and self._starts_speaker_clause(before + 1, last):
                return (), True, False
            return (
                (last.subjects, last.has_dropped_subject, last.is_unreal)
                if last
                else ((), item.code in {",", ";"}, False)
            )
        if item.code in {":", "~"}:
            return (), True, False
        return (), False, True

    def _starts_speaker_clause(self, index: int, last: Verb) -> bool:
        """Return whether a clause about the speaker begins: "LeBron is the man, love his skills"."""
        item = self.line[index]
        named = len(last.subjects) == 1 and (last.subjects[0].name or last.subjects[0].pronoun in {"he", "she", "it"})
        return bool(named) and item.lemma in _LIKING_VERBS and self.text[item.start : item.end].lower() == item.lemma

    def _listed_phrases(self, index: int) -> tuple[Phrase, ...]:
        inner = index >= 2 and self.line[index - 1].code in _ATTRIBUTIVE_PREPOSITIONS
        if inner and self.line[index - 2].phrase is not None and not (index >= 3 and self.line[index - 3].lemma):
            index -= 2
        places, at = [index], index
        nearest = self.line[index].phrase or Phrase(0, 0)
        while at >= 2 and self.line[at - 1].code in {"and", ",", "nor", "or"}:
            step = 2 + (self.line[at - 2].code == ",")
            other = self.line[at - step].phrase if at - step >= 0 else None
            if other is None or (nearest.pronoun and not (other.name or other.kin or other.pronoun or other.owner)):
                # "I earn 80,000, and I live …": a sum is no subject.
                break
            if self.line[at - 1].code == "," and len(places) == 1:
                break
            at -= step
            places.append(at)
        opening = self.line[at - 1] if at else None
        if (
            len(places) > 1
            and opening is not None
            and (opening.lemma or opening.code in {"in", "at", "of", "for", "with", "to", "from", "on"})
        ):
            places = places[:1]
        return tuple(found for each in reversed(places) if (found := self.line[each].phrase) is not None)
