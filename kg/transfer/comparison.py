"""Comparison with another memory: questions that its records answer, asked here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from kg.errors import InvalidInput, NotFound
from kg.language import fold_text
from kg.runtime import Runtime
from kg.transfer.file_import import import_context, read_items, recognise_form
from kg.transfer.importers import IMPORTERS
from kg.transfer.importers.source_folder import ImportSource
from kg.transfer.old_questions import OldQuestion, make_questions
from kg.types import ComparisonReport, OldAnswer, Progress

Ask = Callable[[OldQuestion], tuple[str, str]]
"""Returns the context of a question, and the text of the best hit of a search."""
_MAX_LINE_CHARS = 300


def compare(
    runtime: Runtime,
    path: Path,
    ask: Ask,
    *,
    form: str | None = None,
    limit: int | None = None,
    progress: Progress | None = None,
) -> ComparisonReport:
    """Ask the questions that the records of another memory answer.

    Args:
        runtime: the scope into which it was imported.
        path: the file, folder or archive of the other memory.
        ask: answers a question.
        form: its format; None: recognised from the content.
        limit: the number of questions; None: all. They are chosen evenly from all records.
        progress: called with the number of questions asked, and the total.

    Raises:
        NotFound: there is no such file.
        InvalidInput: it has no format with records that answer questions.
    """
    if not path.exists():
        raise NotFound(f"file {path}")
    source = ImportSource(path, runtime.settings.import_mb)
    try:
        name = recognise_form(source, form)
        if name is None:
            raise InvalidInput("path", str(path), f"a memory in one of the formats {', '.join(IMPORTERS)}")
        questions = _choose(make_questions(read_items(name, source, import_context(runtime))), limit)
    finally:
        source.close()
    answers = []
    for number, question in enumerate(questions, start=1):
        answers.append(_compare(question, *ask(question)))
        if progress:
            progress(number, len(questions))
    return ComparisonReport(name, tuple(answers))


def _choose(questions: Sequence[OldQuestion], limit: int | None) -> Sequence[OldQuestion]:
    if limit is None or len(questions) <= limit:
        return questions
    return [questions[index * len(questions) // limit] for index in range(limit)]


def _compare(question: OldQuestion, context: str, hit: str) -> OldAnswer:
    lines = [line for line in context.splitlines() if line.startswith(">")]
    answer, outdated = fold_text(question.answer), [fold_text(each) for each in question.outdated]
    folded = [fold_text(line) for line in lines]
    places = [place for place, line in enumerate(folded) if answer in line]
    is_answered = bool(places) or answer in fold_text(context)
    older = (
        place for place, line in enumerate(folded) if any(each in line for each in outdated) and answer not in line
    )
    first_older = next(older, None)
    is_outdated = first_older is not None and (not places or first_older < places[0])
    new = lines[places[0]] if places else hit
    shown = new if len(new) <= _MAX_LINE_CHARS else new[: _MAX_LINE_CHARS - 1] + "…"
    return OldAnswer(question.where, question.text, question.record, shown, is_answered, is_outdated)
