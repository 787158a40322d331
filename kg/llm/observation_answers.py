"""Reading observations in a language model's answer. What fails one of the checks is dropped, and never corrected by guessing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    ValidationError,
    model_validator,
)

from kg.language import (
    bundled_pipeline,
    distinguish_verb,
    find_instructions,
    fold_text,
    format_task,
    is_self_contained,
    make_template,
    split_sentences,
    strip_dates,
)
from kg.llm.answer_fields import find_quote, is_ordered, parse_date, resolve_name
from kg.llm.json_request import unit_number
from kg.llm.prompts import OBSERVATION_KINDS
from kg.llm.source_words import SourceWords, list_dates
from kg.protocols import ExtractedStatement, Utterance

if TYPE_CHECKING:
    from spacy.tokens import Doc

MAX_SENTENCE_LENGTH, MAX_PHRASE_LENGTH, MAX_NAME_LENGTH = 500, 300, 200
"""The longest sentence, object and subject of an observation, in characters; longer ones are dropped."""

_MAX_QUOTE_LENGTH, _MAX_ASPECT_LENGTH, _MAX_PREDICATE_LENGTH = 4_000, 80, 60
_DEFAULT_CONFIDENCE = 0.7
_TASK_WORTH = 1.0
_FEW_WORDS = 3
# Marks of templates, markup and code, in which a sentence could hide something from a reader or a program.
_UNSAFE = frozenset("{}<>`")
_UNREAL = re.compile(
    r"\b(?:could|might|should|ought|shall|must|would(?! (?:love|like|prefer|rather)\b))\b", re.IGNORECASE
)
_OBLIGATION = re.compile(
    r"\b(?:has|have|had|needs?|is|are|required|supposed|obliged|expected|asked|ordered) to (?P<deed>.+)", re.IGNORECASE
)
_LAST_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’-]*(?: [A-ZÀ-ÖØ-Þ][\w'’-]*)*$")
_DEED = r"(?:is to|will|is going to|has to|needs to|promised to|wants to) (?P<deed>\S.*)"
_NEGATED = re.compile(r"\b(?:not|never|no|none|nothing|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_RELATIVE_TIME = re.compile(
    r"\b(?:yesterday|today|tonight|tomorrow|now|nowadays|currently|recently|lately|soon|ago|"
    r"(?:this|last|next|past|coming) (?:morning|afternoon|evening|night|weekend|week|month|year|spring|summer|autumn|fall|"
    r"winter|christmas|monday|tuesday|wednesday|thursday|friday|saturday|sunday))\b",
    re.IGNORECASE,
)
_PERSON_PRONOUNS = frozenset(
    [
        *("he", "him", "his", "himself", "she", "her", "hers", "herself"),
        *("they", "them", "their", "theirs", "themselves", "its", "itself"),
    ]
)
_THING_PRONOUNS = frozenset({"it", "this", "that", "these", "those"})
_VAGUE_WORDS = frozenset({"someone", "somebody", "something", "someplace", "somewhere"})


def _one_line(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


def _null_if_blank(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


def _clamp(value: Any) -> float:
    return unit_number(value, _DEFAULT_CONFIDENCE)


def _require_safe(value: str) -> str:
    if not value.isprintable() or _UNSAFE & set(value):
        msg = "contains markup or invisible characters"
        raise ValueError(msg)
    return value


def _require_date(value: str) -> str:
    if (date := parse_date(value)) is None:
        msg = "is no date"
        raise ValueError(msg)
    return date


def _require_date_or_past(value: str) -> str:
    return "past" if parse_date(value, past=True) == "past" else _require_date(value)


_Line = Annotated[str, BeforeValidator(_one_line), AfterValidator(_require_safe)]
_Phrase = Annotated[_Line, StringConstraints(max_length=MAX_PHRASE_LENGTH)] | None
_Date = Annotated[Annotated[str, AfterValidator(_require_date)] | None, BeforeValidator(_null_if_blank)]
_DateOrPast = Annotated[Annotated[str, AfterValidator(_require_date_or_past)] | None, BeforeValidator(_null_if_blank)]


class RolesAnswer(BaseModel):
    """The further arguments of an observation; those that are null or blank are absent."""

    model_config = ConfigDict(strict=True, frozen=True)

    time: _Date = None
    place: _Phrase = None
    with_: _Phrase = Field(None, alias="with")
    amount: _Phrase = None
    due: _Date = None

    def list_phrases(self) -> list[tuple[str, str]]:
        """Return the roles that are no dates, as (role, text)."""
        named = (("place", self.place), ("with", self.with_), ("amount", self.amount))
        return [(role, text) for role, text in named if text]


class ObservationAnswer(BaseModel):
    """One observation, as a model answers; types, lengths and dates are valid."""

    model_config = ConfigDict(strict=True, frozen=True)

    sentence: Annotated[_Line, StringConstraints(min_length=1, max_length=MAX_SENTENCE_LENGTH)]
    subject: Annotated[_Line, StringConstraints(min_length=1, max_length=MAX_NAME_LENGTH)]
    predicate: Annotated[str, StringConstraints(pattern=r"^[a-z]+(?:_[a-z]+){0,3}$", max_length=_MAX_PREDICATE_LENGTH)]
    object: Annotated[_Line, StringConstraints(min_length=1, max_length=MAX_PHRASE_LENGTH)]
    kind: str
    worth: Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
    polarity: bool = True
    valid_from: _Date = None
    valid_to: _DateOrPast = None
    roles: RolesAnswer = RolesAnswer()
    aspect: Annotated[_Line, StringConstraints(max_length=_MAX_ASPECT_LENGTH)] = ""
    quote: Annotated[str, StringConstraints(min_length=1, max_length=_MAX_QUOTE_LENGTH)]
    confidence: Annotated[float, BeforeValidator(_clamp)] = _DEFAULT_CONFIDENCE
    rests_on: list[int] = Field(default_factory=list)

    @model_validator(mode="after")
    def _check_fields(self) -> ObservationAnswer:
        if self.kind not in OBSERVATION_KINDS:
            msg = f"kind must be one of {', '.join(OBSERVATION_KINDS)}"
            raise ValueError(msg)
        if not is_ordered(self.valid_from, self.valid_to):
            msg = "valid_from must not be after valid_to"
            raise ValueError(msg)
        return self

    @property
    def text(self) -> str:
        """The sentence without its full stop."""
        return self.sentence.rstrip(".! ")

    def list_given_dates(self) -> list[str]:
        """Return the dates in its fields."""
        given = (self.valid_from, self.valid_to, self.roles.time, self.roles.due)
        return [date for date in given if date and date != "past"]


def read_observations(
    rows: Sequence[Mapping[str, Any]], utterance: Utterance, *, closed: Collection[str], least_worth: float
) -> list[ExtractedStatement]:
    """Return the observations of an answer that pass all checks.

    Args:
        rows: the observations, as the model answers.
        utterance: the message that they are from.
        closed: the closed predicates.
        least_worth: the least worth, 0 to 1; at 1 there are no observations.

    Raises:
        ModelUnavailable: the English pipeline cannot be loaded.
    """
    if not rows or not utterance.speaker.strip() or not utterance.is_stating or least_worth >= 1:
        return []
    sources = SourceWords(utterance)
    found: list[ExtractedStatement] = []
    for row in rows:
        answer = _parse_answer(row)
        if answer is not None and answer.worth >= least_worth:
            statement = _read_observation(answer, utterance, sources, closed)
            if statement is not None:
                found.append(statement)
    docs = bundled_pipeline().parse([_sentence_of(one) for one in found], trees=False) if found else []
    return [
        one
        for one, doc in zip(found, docs, strict=True)
        if _is_resolved(doc, one) and not _instructs(one, doc, utterance)
    ]


def _parse_answer(row: Mapping[str, Any]) -> ObservationAnswer | None:
    try:
        # Null is absent; a polarity that is null leaves open what is stated.
        return ObservationAnswer.model_validate(
            {name: value for name, value in row.items() if value is not None or name == "polarity"}
        )
    except ValidationError:
        return None


def _read_observation(
    answer: ObservationAnswer, utterance: Utterance, sources: SourceWords, closed: Collection[str]
) -> ExtractedStatement | None:
    span = find_quote(utterance.text, answer.quote)
    subject = _owner(resolve_name(answer.subject, utterance), answer.text, utterance)
    if span is None or not subject or not _is_stated(answer, subject):
        return None
    rests_on = _find_support(answer, subject, utterance, sources)
    if rests_on is None:
        return None
    is_task = answer.kind == "task"
    template = make_template(answer.text, subject) if not is_task else _task_template(answer, subject, utterance)
    if "{s}" not in template:
        return None
    # What has one value at a time has it from the time of the message on, as with the rules.
    time = _event_time(answer)
    valid_from = None if answer.aspect or is_task else answer.valid_from or time
    return ExtractedStatement(
        subject=subject,
        predicate=distinguish_verb(answer.predicate, closed),
        object=(strip_dates(answer.object).strip(" ,.") or answer.object) if is_task else answer.object,
        polarity=answer.polarity,
        valid_from=valid_from,
        valid_to=None if is_task else answer.valid_to,
        start=span[0],
        end=span[1],
        confidence=answer.confidence,
        template=template,
        kind=answer.kind,
        worth=_TASK_WORTH if is_task else round(answer.worth, 3),
        roles=_list_roles(answer, time),
        aspect="" if is_task else answer.aspect,
        rests_on=rests_on,
    )


def _owner(subject: str, sentence: str, utterance: Utterance) -> str:
    """Return the name that a fact is about: "Eva" for "Ann's sister Eva", "Ann" for "Ann's sister", else the subject.

    A subject without a name ("the workshop") is the speaker's, if the sentence names the speaker.
    """
    if not subject:
        return ""
    speaker = utterance.speaker.strip()
    people = [speaker, (utterance.addressee or "").strip(), *(turn.speaker.strip() for turn in utterance.earlier)]
    for name in filter(None, people):
        if fold_text(subject) == fold_text(name):
            return name
        if owned := re.match(rf"{re.escape(name)}['’]s?\s", subject):
            last = _LAST_NAME.search(subject, owned.end())
            return last[0] if last else name
    if any(_is_name(word) for word in subject.split()):
        return subject
    return speaker if speaker in sentence else ""


def _is_name(word: str) -> bool:
    return word[:1].isalpha() and not word[:1].islower()


def _is_stated(answer: ObservationAnswer, subject: str) -> bool:
    """Whether the sentence is one statement in the third person, with a date that does not depend on the day."""
    sentence = f"{answer.text}."
    is_plain = not (_UNREAL.search(sentence) and answer.kind != "task") and not _RELATIVE_TIME.search(sentence)
    return (
        is_self_contained(sentence, subject)
        and not answer.sentence.rstrip().endswith("?")
        and len(split_sentences(sentence)) == 1
        and is_plain
        and (answer.polarity or bool(_NEGATED.search(sentence)))
    )


def _find_support(
    answer: ObservationAnswer, subject: str, utterance: Utterance, sources: SourceWords
) -> tuple[int, ...] | None:
    """Return the earlier messages that an observation rests on; None if a name, number or date is in no message."""
    if any(not 0 <= place < len(utterance.earlier) for place in answer.rests_on):
        return None
    texts = [answer.text, subject, answer.object, answer.aspect, *(text for _, text in answer.roles.list_phrases())]
    rests_on = sources.find_support(texts, answer.list_given_dates(), answer.rests_on)
    if not rests_on and len(answer.quote.split()) < _FEW_WORDS and not sources.shares_content(answer.text):
        # "Yes" alone states nothing.
        return None
    return rests_on


def _task_template(answer: ObservationAnswer, subject: str, utterance: Utterance) -> str:
    """Return the template of a task of the speaker, "" for anything else: people open no tasks for others."""
    if fold_text(subject) != fold_text(utterance.speaker) or not answer.polarity:
        return ""
    match = re.fullmatch(rf"{re.escape(subject)} {_DEED}", answer.text)
    return format_task(make_template(match["deed"], subject), _due(answer)) if match else ""


def _due(answer: ObservationAnswer) -> str | None:
    spelled = [date for date in list_dates(answer.text) if parse_date(date)]
    ends = None if answer.valid_to == "past" else answer.valid_to
    return answer.roles.due or answer.roles.time or ends or answer.valid_from or (spelled[0] if spelled else None)


def _event_time(answer: ObservationAnswer) -> str | None:
    """Return when something happens: the role, or the only date of the sentence."""
    spelled = list_dates(answer.text)
    return answer.roles.time or (spelled[0] if len(spelled) == 1 else None)


def _list_roles(answer: ObservationAnswer, time: str | None) -> tuple[tuple[str, str], ...]:
    if answer.kind == "task":
        due = _due(answer)
        return (("due", due),) if due else ()
    roles = [("time", time), *answer.roles.list_phrases(), ("due", answer.roles.due)]
    return tuple((role, text) for role, text in roles if text)


def _sentence_of(statement: ExtractedStatement) -> str:
    return statement.template.replace("{s}", statement.subject) + "."


def _is_resolved(doc: Doc, statement: ExtractedStatement) -> bool:
    """Whether each pronoun of a sentence follows a noun that it can refer to."""
    subject_words = set(fold_text(statement.subject).split())
    people = things = 0
    for token in doc:
        word = token.lower_
        is_thing = word in _THING_PRONOUNS and token.pos_ == "PRON" and token.tag_ != "WDT"
        if word in _VAGUE_WORDS or (is_thing and not things):
            return False
        if word in _PERSON_PRONOUNS and not people + things:
            return False
        if token.pos_ in {"NOUN", "PROPN"} or word in subject_words:
            people += word in subject_words
            things += word not in subject_words
    return True


def _instructs(statement: ExtractedStatement, doc: Doc, utterance: Utterance) -> bool:
    """Whether a sentence instructs an agent, or obliges others to do something, or rests on a message that instructs one."""
    sentence = _sentence_of(statement)
    if find_instructions(sentence, doc) or any(
        find_instructions(utterance.earlier[n].text) for n in statement.rests_on
    ):
        return True
    obligation = None if statement.kind == "task" else _OBLIGATION.search(sentence)
    if obligation is None:
        return False
    is_own = fold_text(statement.subject) == fold_text(utterance.speaker)
    deed = obligation["deed"]
    return not is_own or bool(find_instructions(f"{deed[:1].upper()}{deed[1:]}"))
