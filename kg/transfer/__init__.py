"""Export of a scope, and import of exports and of files of other programs."""

from kg.transfer.export import EXPORT_FORMS as EXPORT_FORMS
from kg.transfer.export import export_scope
from kg.transfer.file_import import IMPORT_FORMS as IMPORT_FORMS
from kg.transfer.file_import import import_files
from kg.transfer.graph_import import GraphImport
from kg.transfer.import_plan import ImportTarget

__all__ = ["EXPORT_FORMS", "IMPORT_FORMS", "GraphImport", "ImportTarget", "export_scope", "import_files"]
