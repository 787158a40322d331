"""Transfer: export a scope, import exports and the files of other programs."""

from kg.transfer.export import FORMS as EXPORT_FORMS
from kg.transfer.export import export
from kg.transfer.file_import import FORMS as IMPORT_FORMS
from kg.transfer.file_import import import_files
from kg.transfer.graph_import import Restoration
from kg.transfer.import_plan import Into

__all__ = ["EXPORT_FORMS", "IMPORT_FORMS", "Into", "Restoration", "export", "import_files"]
