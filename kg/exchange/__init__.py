"""Exchange: memory brought in, taken out, and erased with a receipt."""

from kg.exchange.export import FORMS as EXPORT_FORMS
from kg.exchange.export import Progress, export
from kg.exchange.forget import forget_scope
from kg.exchange.importing import FORMS as IMPORT_FORMS
from kg.exchange.importing import import_files
from kg.exchange.plans import Into
from kg.exchange.renewing import mend, renew, unembedded
from kg.exchange.restore import Restoration

__all__ = [
    "EXPORT_FORMS",
    "IMPORT_FORMS",
    "Into",
    "Progress",
    "Restoration",
    "export",
    "forget_scope",
    "import_files",
    "mend",
    "renew",
    "unembedded",
]
