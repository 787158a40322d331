"""What a promise is about that leaves it open, as "I'll bring it": the words before it, which its task quotes."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.extraction.clause_dates import spell_dates
from kg.extraction.common_words import FILLERS
from kg.extraction.dates import WEEKDAYS
from kg.extraction.person_references import is_vocative
from kg.extraction.promised_deeds import OPEN_PERSONS, OPEN_SEVERAL
from kg.extraction.word_lists import JOBS, KIN, PEOPLE, word_set
from kg.language import find_instructions, split_sentences

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

    from kg.extraction.dialogue import ParsedTurn
    from kg.protocols import Utterance

# A promise answers what was written shortly before.
_LONGEST_PAUSE = dt.timedelta(hours=36)
_FEWEST_WORDS, _MOST_CHARS = 3, 140
_MONTH_CHARS = len("2026-04")
# Quotations in quotations, code, markup and addresses would change the look of a fact, or what it says.
_NOT_QUOTED = re.compile(r"[\"“”«»<>{}\[\]`|\\]|https?:|www\.|\n\s*\n")
# "It was in the garage. I'll bring it": the message before says what.
_OPENS_OPENLY = re.compile(
    r"(?:(?:yes|no|and|but|so)\b[ ,]*)?(?:it|they|he|she|that|this|these|those)\b", re.IGNORECASE
)
# What "it" does not mean.
_NOT_THINGS = (
    FILLERS
    | WEEKDAYS.keys()
    | word_set(
        "time day night week weekend month year morning afternoon evening today tomorrow tonight hour minute moment pm am "
        "january february march april may june july august september october november december lol ok sorry please thank"
    )
)
# "They had no cat food": what there is to be "some" of.
_LACKED = re.compile(
    r"\b(?:no|out of|any|more|need|needs|buy|without|run out of|get(?! (?:some|it|one)\b))"
    r" (?:some |any |more |the |us |me )*(?P<words>[a-z][\w’'-]+(?: [a-z][\w’'-]+){0,3})",
    re.IGNORECASE,
)
_SOME = re.compile(r"some(?= (?:at|from|in|on|for|with|before|after|later|today|tomorrow|tonight|when)\b|$)")
_PERSONS = JOBS | PEOPLE | KIN.keys()


@dataclass(frozen=True)
class PromisedMatter:
    """The words that a promise is about.

    Attributes:
        quoted: the words, with dates spelled out.
        place: the place of the earlier message that has them; None for the message itself.
        month: the month that they name, as "2026-04"; None if they name none, or several.
        author: the name of who wrote the earlier message, if another person did; "" otherwise.
    """

    quoted: str
    place: int | None
    month: str | None = None
    author: str = ""

    def describe(self) -> str:
        """Return what a task says of it: '(in reply to Bo: "whose stand is at the hall?")', '(about "the lamp is broken")'."""
        return f'(in reply to {self.author}: "{self.quoted}")' if self.author else f'(about "{self.quoted}")'


def find_promised_matter(
    passage: Utterance, doc: Doc, turns: Sequence[ParsedTurn | None], start: int, pronouns: Set[str]
) -> PromisedMatter | None:
    """Return what a promise is about: the sentence before it in its message, or the message before; None if neither fits.

    Args:
        passage: the message.
        doc: the message, parsed.
        turns: the messages before it, parsed; None for those that are not needed.
        start: where the clause of the promise starts.
        pronouns: the words of the promise for what it is about; none: "I'll ask on Monday".
    """
    before = [(first, last) for first, last in split_sentences(passage.text) if last <= start]
    own, month = _quote(doc, *before[-1], passage.at, pronouns) if before else ("", None)
    if own and not (turns and _OPENS_OPENLY.match(own)):
        return PromisedMatter(own, None, month)
    for place in range(len(turns) - 1, max(-1, len(turns) - 3), -1):
        turn, said = turns[place], passage.earlier[place]
        first, last = _find_asked(said.text)
        author = "" if said.is_own else said.speaker
        if turn is None or passage.at - said.at > _LONGEST_PAUSE or _may_mislead(said.text[first:last], author):
            return None
        quoted, month = _quote(turn.doc, first, last, said.at, pronouns)
        if quoted:
            return PromisedMatter(quoted, place, month, author)
    return None


def leaves_some_open(thing: str) -> bool:
    """Whether the object of a promise leaves open what it is "some" of: "some at the market", not "some milk"."""
    return _SOME.match(thing) is not None


def name_some(thing: str, docs: Sequence[Doc | None], start: int) -> tuple[str, int | None] | None:
    """Return what a promise to get "some" is to get, and the place of the message that says so; None for the message itself.

    "They had no cat food" "I'll get some at the market" → "some cat food at the market"; None if the words leave nothing open, or
    nothing names it.

    Args:
        thing: the object of the promise.
        docs: the messages before it, parsed, and the message; None for those that are not needed.
        start: where the clause of the promise starts.
    """
    some = _SOME.match(thing)
    if some is None:
        return None
    for place in range(len(docs) - 1, max(-1, len(docs) - 4), -1):
        doc = docs[place]
        if doc is None:
            continue
        is_present = place == len(docs) - 1
        text = doc.text[:start] if is_present else doc.text
        for lacked in reversed(list(_LACKED.finditer(text))):
            noun = _first_noun_phrase(doc, lacked.start("words"), lacked.end("words"))
            if noun:
                return f"{some[0]} {noun}{thing[some.end() :]}", None if is_present else place
    return None


def _first_noun_phrase(doc: Doc, start: int, end: int) -> str:
    """Return the adjectives and nouns with which words begin, "cat food" of "cat food and milk"; "" without a noun."""
    kept: list[Token] = []
    for token in doc:
        if not start <= token.idx < end:
            continue
        if token.pos_ not in {"NOUN", "PROPN", "ADJ"}:
            break
        kept.append(token)
    is_thing = kept and kept[-1].pos_ != "ADJ" and kept[-1].lower_ not in _NOT_THINGS | _PERSONS
    return doc[kept[0].i : kept[-1].i + 1].text if is_thing else ""


def _may_mislead(words: str, author: str) -> bool:
    """Whether words instruct an agent, or their author's name would change the look of a quotation."""
    return _NOT_QUOTED.search(author) is not None or bool(find_instructions(words))


def _find_asked(text: str) -> tuple[int, int]:
    """Return the place of the whole of a short message; of a long one that of the last question, or else the last sentence."""
    if len(text) <= _MOST_CHARS:
        return 0, len(text)
    sentences = split_sentences(text)
    asked = [(first, last) for first, last in sentences if text[first:last].rstrip().endswith("?")]
    return [(0, 0), *sentences, *asked][-1]


def _quote(doc: Doc, first: int, last: int, at: dt.datetime, pronouns: Set[str]) -> tuple[str, str | None]:
    """Return words as a task may quote them, and the only month in them.

    The words are "" if they are too many, name nothing that fits, or instruct an agent.
    """
    words = doc.text[first:last].strip()
    tokens = [token for token in doc if first <= token.idx < last]
    is_short = len(words.split()) < _FEWEST_WORDS
    if (
        is_short
        or len(words) > _MOST_CHARS
        or _NOT_QUOTED.search(words)
        or not _fits(tokens, pronouns)
        or find_instructions(words)
    ):
        return "", None
    quoted, dates = spell_dates(" ".join(words.split()), at)
    months = {value[:_MONTH_CHARS] for value in dates if len(value) >= _MONTH_CHARS}
    return quoted.rstrip(" .,;:"), months.pop() if len(months) == 1 else None


def _fits(tokens: Sequence[Token], pronouns: Set[str]) -> bool:
    """Whether words name what pronouns may mean."""
    things = [
        token
        for token in tokens
        if token.pos_ in {"NOUN", "PROPN"}
        and len(token.text) > 1
        and _NOT_THINGS.isdisjoint({token.lower_, token.lemma_.lower()})
    ]
    if pronouns & OPEN_PERSONS:
        return any(token.pos_ == "PROPN" or token.lower_ in _PERSONS for token in things)
    if pronouns & OPEN_SEVERAL:
        return any(token.tag_ in {"NNS", "NNPS"} for token in things) or len(things) > 1
    return any(token.tag_ in {"NN", "NNP"} or not pronouns for token in things if not _is_called(token))


def _is_called(name: Token) -> bool:
    """Whether a name addresses a person: "Thanks, Win"."""
    return is_vocative(name.doc.text, name.idx, name.idx + len(name.text))
