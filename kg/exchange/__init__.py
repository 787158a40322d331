"""Exchange: memory brought in, taken out, erased with a receipt, and let go of when it is old."""

from kg.exchange.export import FORMS as EXPORT_FORMS
from kg.exchange.export import export
from kg.exchange.importing import FORMS as IMPORT_FORMS
from kg.exchange.importing import import_files
from kg.exchange.plans import Into
from kg.exchange.restore import Restoration

__all__ = [
    "EXPORT_FORMS",
    "IMPORT_FORMS",
    "Into",
    "Restoration",
    "export",
    "import_files",
]
