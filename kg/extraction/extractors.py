"""Creating the extractor that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kg.errors import InvalidInput

if TYPE_CHECKING:
    from kg.protocols import Extractor
    from kg.settings import Settings


def create_extractor(settings: Settings) -> Extractor | None:
    """Return the extractor that `settings.extractor` names, without loading models or their libraries.

    `rules`, `spacy:NAME` and `gliner:NAME_OR_PATH` differ in how names are found; the rules for statements are the same.
    `none` returns None: nothing is extracted.

    Raises:
        InvalidInput: an unknown name.
        ModelUnavailable: `gliner:…` without the extra that it needs.
    """
    name = settings.extractor
    if name == "none":
        return None
    # Imported here so that only the chosen extractor's libraries are loaded.
    from kg.extraction.rule_extractor import RuleExtractor  # noqa: PLC0415

    if name == "rules":
        return RuleExtractor(settings)
    kind, _, model = name.partition(":")
    if kind == "spacy" and model:
        from kg.extraction.name_finders import SpacyNameFinder  # noqa: PLC0415

        return RuleExtractor(settings, name_finder=SpacyNameFinder(model))
    if kind == "gliner" and model:
        from kg.extraction.gliner import GlinerNameFinder  # noqa: PLC0415

        return RuleExtractor(settings, name_finder=GlinerNameFinder(model))
    raise InvalidInput("extractor", name, "rules, spacy:NAME, gliner:NAME_OR_PATH or none")
