"""Choosing the extractor that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.protocols import Extractor
    from kg.settings import Settings


def extractor(settings: Settings) -> Extractor | None:
    """The extractor that `settings.extractor` names; no model and none of their libraries is loaded yet.

    `rules`, `spacy:NAME` and `gliner:NAME_OR_PATH` differ in who finds the names; the rules that read the rest are the same.
    `none`: None, nothing is read out of texts.

    Raises:
        InvalidInput: another name.
        ModelUnavailable: `gliner:…` without the extra that it needs.
    """
    name = settings.extractor
    if name == "none":
        return None
    # Here, so that who does not digest does not load what reads, and who chooses one not the libraries of the others.
    from kg.extraction.rule_extractor import Rules  # noqa: PLC0415

    if name == "rules":
        return Rules(settings)
    kind, _, model = name.partition(":")
    if kind == "spacy" and model:
        from kg.extraction.name_finders import SpacyNames  # noqa: PLC0415

        return Rules(settings, names=SpacyNames(model))
    if kind == "gliner" and model:
        from kg.extraction.gliner import Gliner  # noqa: PLC0415

        return Rules(settings, names=Gliner(model))
    raise InvalidInput("extractor", name, "rules, spacy:NAME, gliner:NAME_OR_PATH or none")
