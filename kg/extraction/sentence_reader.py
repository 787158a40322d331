"""One sentence being read: its verbs with their subjects, its dates, and what has been stated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.extraction.certainty import TOLD, sureness
from kg.extraction.dates import Found
from kg.extraction.noun_phrases import Phrase
from kg.extraction.person_references import OF_YOU, PERSONAL, People
from kg.extraction.sentence_codes import Item, code
from kg.extraction.word_lists import listed
from kg.protocols import Statement

LIST = r"(?:both )?#\d+(?:(?: , and| , or| ,| and| or| plus| nor| as well as) #\d+)*"
"""Phrases that are strung together."""
END = r"(?! (?:\w+/\w|can|will|would|who|#\d+ \w+/[PD]|used_to))(?!\d)"
"""No verb follows: else the last phrase would be the subject of the next clause."""
# No name goes over the end of a sentence.
_BROKEN = re.compile(r"[!?\n]")
# Said in the present, these lie ahead: "I start on Monday".
_BEGINNING = {"start", "begin", "join", "move", "marry"}
_LIKING = {"love", "like", "hate"}
# The flat in Ghent is nice: the flat is.
_INNER = {"on", "in", "at", "near", "by", "from", "of", "for", "next"}
_AUX = {"be", "have", "do", "get", "keep", "go"}
# Who is in the case of an object does nothing: "it makes me love the game".
_OBJECTIVE = {"me", "him", "them", "us"}
_TIMELESS = listed("from born_on email phone name_is favourite parent_of child_of sibling_of deadline speaks")
_UNREAL = {"would", "could", "might", "may", "should", "must", "shall", "can", "will"}


@dataclass(frozen=True)
class Verb:
    """A verb with its helpers.

    Attributes:
        first, at: places of its first helper and of itself in the line.
        lemma, tag: its own.
        helpers: codes of the words before it, such as have/P, not, will.
        subjects: the phrases that do it; empty where none is written.
        dropped: nobody is written, but somebody is meant: the speaker, or the subject of the verb before.
        denied: not, never.
        over: used to, no longer, not … anymore.
        unreal: would, could, might …, or an infinitive: nothing is stated.
    """

    first: int
    at: int
    lemma: str
    tag: str
    helpers: tuple[str, ...]
    subjects: tuple[Phrase, ...]
    dropped: bool
    denied: bool
    over: bool
    unreal: bool


@dataclass
class Reading:
    """A sentence, and what it states.

    Attributes:
        line: its items.
        people: who has been named so far in the text.
        dates: those in the sentence.
        text: the whole message.
        out: the statements so far.
        verbs: those of the sentence.
        focus: the characters that are being looked at: from the subject on, from the verb on, up to the end of the clause.
        dropped: whether no subject is written there.
        equated: where phrases begin that only tell what somebody named is: "June is my sister".
    """

    line: list[Item]
    people: People
    dates: list[Found]
    text: str = ""
    out: list[Statement] = field(default_factory=list)
    verbs: list[Verb] = field(default_factory=list)
    focus: tuple[int, int, int] = (0, 0, 0)
    dropped: bool = False
    equated: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.code = code(self.line)
        self.verbs = list(self._verbs())
        self.labels = {
            each.phrase.name: each.phrase.label for each in self.line if each.phrase is not None and each.phrase.name
        }
        self.look()

    def look(self, at: Verb | Phrase | None = None) -> None:
        """Look at a verb's clause, at a phrase or at the whole sentence: what is said then rests on it."""
        self.dropped = False
        if at is None:
            start = self.line[0].start if self.line else 0
            self.focus = (start, start, self.line[-1].end if self.line else 0)
        elif isinstance(at, Phrase):
            self.focus = (at.start, at.start, at.end)
        else:
            begin = self.line[at.first].start
            self.focus = (min([begin, *(each.start for each in at.subjects)]), begin, self._until(at))
            self.dropped = at.dropped and not at.subjects

    def _until(self, verb: Verb) -> int:
        """Where a verb's clause ends: before the next verb that has a subject of its own."""
        limit = len(self.line)
        for other in self.verbs:
            if other.at > verb.at and (other.subjects or other.dropped) and not (other.unreal and not other.subjects):
                starts = [each.start for each in other.subjects if each.start > self.line[verb.at].start]
                begin = min([self.line[other.first].start, *starts])
                limit = next(place for place, item in enumerate(self.line) if item.start >= begin)
                break
        while limit > verb.at + 1 and self.line[limit - 1].code in {",", ";", ":", "and", "but", "or", "so", "~"}:
            limit -= 1
        return max(self.line[limit - 1].end, self.line[verb.at].end)

    def phrases(self, codes: str) -> list[Phrase]:
        """The phrases that a piece of code names, in their order."""
        places = [int(number) for number in re.findall(r"#(\d+)", codes)]
        return [found for place in places if (found := self.line[place].phrase) is not None]

    def after(self, verb: Verb) -> str:
        """The code behind a verb, with a space before it."""
        pieces = self.code.split(" ")
        return "".join(f" {piece}" for piece in pieces[verb.at + 1 :])

    def names(self, verb: Verb) -> list[str]:
        """The names of those who do it."""
        if verb.subjects:
            if len(verb.subjects) == 1 and verb.subjects[0].pronoun in _OBJECTIVE:
                return []
            first, rest = verb.subjects[0], verb.subjects[1:]
            if len(rest) > 1 and first.plural and not first.name and all(each.name for each in rest):
                # My parents, Ann and Bob, live in Ghent: both do.
                return [each.name for each in rest]
            return [name for each in verb.subjects if (name := self.people.name(each))]
        return [self.people.speaker] if verb.dropped else []

    def say(
        self, subjects: list[str], predicate: str, objects: list[str], times: tuple[str | None, str | None] = (None, None),
        *, polarity: bool = True, confidence: float | None = None,
    ) -> None:  # fmt: skip
        """State something of each subject and object, as far as the subject can be such.

        Args:
            subjects: by name.
            predicate: one of `kg.knowledge.predicates.PREDICATES`.
            objects: by name, or values; blank ones are left out.
            times: ISO dates of beginning and end, as `times` gives them.
            polarity: False where it is denied.
            confidence: where the scale's own is not meant (see `kg.extraction.certainty`).
        """
        known = {(each.subject, each.predicate, each.object) for each in self.out}
        times = (None, times[1]) if predicate in _TIMELESS else times
        for subject in subjects:
            told = subject == self.people.addressee and subject != self.people.speaker
            if (predicate in PERSONAL and not self.people.someone(subject)) or (told and predicate not in OF_YOU):
                continue
            for thing in objects:
                if (
                    not thing.strip()
                    or _BROKEN.search(thing)
                    or subject.casefold() == thing.casefold()
                    or (subject, predicate, thing) in known
                ):
                    continue
                sure = confidence or sureness(predicate, self.labels.get(thing, ""), dropped=self.dropped)
                start, verb, end = self.focus
                place = self.text.find(thing, verb, end)
                end = place + len(thing) if place >= 0 else end
                self.out.append(
                    Statement(subject, predicate, thing, polarity, *times, start, end, TOLD if told else sure)
                )
            if predicate in {"likes", "dislikes", "prefers"}:
                self.people.tastes += objects

    def behind(self, codes: str) -> list[str]:
        """The names behind the last phrase of a piece of code: "two kids, Noah and Lily", "three cats: Miso and Nori"."""
        last = re.findall(r"#(\d+)", codes)
        if not last:
            return []
        tail = "".join(f" {each}" for each in self.code.split(" ")[int(last[-1]) + 1 :])
        found = re.match(r" [,:](?P<o> #\d+(?:(?: and| ,| , and) #\d+)*)(?= ,|$| \w+/\w)", tail)
        return [each.name for each in self.phrases(found["o"]) if each.name] if found else []

    def things(self, codes: str) -> list[str]:
        """The names of the phrases in a piece of code."""
        return [name for each in self.phrases(codes) if (name := self.people.thing(each))]

    def near(self, verb: Verb) -> list[Found]:
        """The dates that belong to a verb."""
        if not self.verbs:
            return self.dates
        starts = [self.line[each.at].start for each in self.verbs]
        mine = []
        for date in self.dates:
            before = [place for place, start in enumerate(starts) if start < date.start]
            if not before:
                mine.append(date)
            elif self._leads(date) and before[-1] + 1 < len(self.verbs):
                mine += [date] if self.verbs[before[-1] + 1] is verb else []
            elif self.verbs[before[-1]] is verb or (self._inner(verb, before[-1])):
                mine.append(date)
        return mine

    def _inner(self, verb: Verb, last: int) -> bool:
        """Whether the verb that the date follows only completes this one: got promoted, started working."""
        other = self.verbs[last]
        return bool(
            other.unreal and not other.subjects and other.first > verb.at and last and self.verbs[last - 1] is verb
        )

    def _leads(self, date: Found) -> bool:
        """Whether a date opens a clause: "…, and in May I moved"."""
        before = [item for item in self.line if item.end <= date.start]
        behind = [item for item in self.line if item.start >= date.end]
        return (
            bool(before and behind)
            and before[-1].code in {",", "and", "but", ";", ":"}
            and behind[0].phrase is not None
        )

    def times(self, verb: Verb, *, ends: bool = False, ahead: bool = False) -> tuple[str | None, str | None]:
        """When it began and ended.

        Args:
            verb: whose dates count.
            ends: the verb ends something, so that a date closes it.
            ahead: dates lie ahead, as in plans.
        """
        start = end = None
        ahead = ahead or (verb.tag in {"P", "B", "G"} and verb.lemma in _BEGINNING and "have/P" not in verb.helpers)
        for date in self.near(verb):
            if date.kind == "from":
                since = self.text[date.start : date.end].lower().startswith(("since", "for"))
                start = start or (date.future if ahead and not since else date.past)
            elif date.kind == "to":
                end = end or (date.past if verb.tag == "D" else date.future)
            elif ends or verb.over:
                end = end or date.past
            else:
                start = start or (date.future if ahead else date.past)
        if (ends or verb.over) and end is None:
            end = "past"
        return start, end

    def lasting(self, verb: Verb) -> tuple[str | None, str | None]:
        """When a taste began and ended: a date alone ("last week my friend, who loves …") tells neither."""
        start, end = self.times(verb)
        return (start if any(date.kind == "from" for date in self.near(verb)) else None), end

    def _verbs(self) -> Iterator[Verb]:
        place, last = 0, None
        while place < len(self.line):
            if not self._verbal(place):
                place += 1
                continue
            first = place
            while place + 1 < len(self.line) and self._verbal(place + 1):
                if (
                    self.line[place].lemma
                    and self.line[place].lemma not in _AUX | {"use"}
                    and self.line[place + 1].tag != "M"
                ):
                    break
                place += 1
            at = place
            while at > first and not self.line[at].lemma:
                at -= 1
            place += 1
            if self.line[at].lemma:
                found = self._verb(first, at, last)
                last = found if not found.unreal or found.subjects else last
                yield found

    def _verbal(self, place: int) -> bool:
        item = self.line[place]
        return (
            bool(item.lemma)
            or item.tag == "M"
            or item.code in {"not", "never", "used_to", "going_to", "always", "rather"}
        )

    def _verb(self, first: int, at: int, last: Verb | None) -> Verb:
        helpers = tuple(item.code for item in self.line[first:at])
        before = first - 1
        ended = False
        while before >= 0 and self.line[before].code in {"no", "longer", "both", "once", "rather"}:
            ended |= self.line[before].code == "longer"
            before -= 1
        behind = self._clause(at)
        subjects, dropped, infinitive = self._subjects(before, last)
        rest = self.line[at + 1].code if at + 1 < len(self.line) else ""
        denied = (
            "not" in helpers
            or "never" in helpers
            or (rest == "not" and self.line[at].lemma == "be")
            or rest in {"never", "no"}
        )
        more = re.search(r"\b(?:anymore|any ?more|longer)\b", behind) is not None
        over = ended or "used_to" in helpers or (denied and more) or (rest == "no" and more)
        neither = "neither" in [item.code for item in self.line[max(0, first - 5) : first]]
        unreal = infinitive or bool(set(helpers) & _UNREAL)
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
            denied or neither or self._nor(first, last),
            over,
            unreal,
        )

    def _nor(self, first: int, last: Verb | None) -> bool:
        """Whether a verb only goes on with a denial: "never deployed or used"."""
        return last is not None and last.denied and first > 0 and self.line[first - 1].code in {"or", "nor"}

    def _clause(self, at: int) -> str:
        words = []
        for item in self.line[at + 1 :]:
            if item.code in {",", "but", "and", ";"}:
                break
            words.append(item.phrase.text.lower() if item.phrase else item.code)
        return " ".join(words)

    def _subjects(self, before: int, last: Verb | None) -> tuple[tuple[Phrase, ...], bool, bool]:  # noqa: PLR0911 - one for each way of saying it
        """Phrases; whether none is written but one is meant; whether it is an infinitive."""
        if before < 0:
            return (), True, False
        item = self.line[before]
        if item.code in {"who", "that", "which"}:
            place = before - 1 - (before >= 1 and self.line[before - 1].code == ",")
            found = self.line[place].phrase if place >= 0 else None
            both = before + 1 < len(self.line) and self.line[before + 1].code == "both"
            if found and both:
                return self._listed(place), False, False
            return ((found,), False, False) if found else ((), False, True)
        if item.phrase is not None:
            return self._listed(before), False, False
        if item.code == "," and before >= 2 and self.line[before - 1].phrase is not None and last is None:
            return self._listed(before - 1), False, False
        if item.code in {",", "and", "but", ";", "or", "then", "so"}:
            if last and item.code == "," and self._fresh(before + 1, last):
                return (), True, False
            return (last.subjects, last.dropped, last.unreal) if last else ((), item.code in {",", ";"}, False)
        if item.code in {":", "~"}:
            return (), True, False
        return (), False, True

    def _fresh(self, place: int, last: Verb) -> bool:
        """Whether a verb begins a clause of the speaker's: "LeBron is the man, love his skills"."""
        item = self.line[place]
        named = len(last.subjects) == 1 and (last.subjects[0].name or last.subjects[0].pronoun in {"he", "she", "it"})
        bare_form = item.lemma in _LIKING and self.text[item.start : item.end].lower() == item.lemma
        return bool(named) and bare_form

    def _listed(self, place: int) -> tuple[Phrase, ...]:
        inner = place >= 2 and self.line[place - 1].code in _INNER
        if inner and self.line[place - 2].phrase is not None and not (place >= 3 and self.line[place - 3].lemma):
            place -= 2
        places, at = [place], place
        nearest = self.line[place].phrase or Phrase(0, 0)
        while at >= 2 and self.line[at - 1].code in {"and", ",", "nor", "or"}:
            step = 2 + (self.line[at - 2].code == ",")
            other = self.line[at - step].phrase if at - step >= 0 else None
            if other is None or (nearest.pronoun and not (other.name or other.kin or other.pronoun or other.owner)):
                # "I earn 80,000, and I live …": nobody lives with a sum.
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
