"""Choosing the extractor that the settings name."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kg.seams import Extractor
    from kg.settings import Settings


def extractor(settings: Settings) -> Extractor | None:
    """The default extractor; nothing is loaded yet."""
    # Here, so that who does not digest does not load what reads.
    from kg.digest.extract.rules import Rules  # noqa: PLC0415

    return Rules(settings)
