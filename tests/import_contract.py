"""An import-linter contract: a package of kg is imported through its `__init__`, never past it."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class EnteredByInit(Contract):
    """Forbid imports of a package's modules by other packages.

    Attributes:
        subpackages: packages inside a package that others may import as such, as `kg.graph.models`.
    """

    type_name = "entered_by_init"
    subpackages = fields.SetField(subfield=fields.StringField(), required=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Collect the imports whose target is a module of another package."""
        allowed = self.subpackages or set()
        past = sorted(
            (importer, imported)
            for importer in graph.modules
            for imported in graph.find_modules_directly_imported_by(importer)
            if imported.count(".") >= 2 and imported not in allowed and _package(importer) != _package(imported)
        )
        return ContractCheck(kept=not past, metadata={"past": past})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """List the imports that go past an `__init__`."""
        for importer, imported in check.metadata["past"]:
            output.print_error(f"{importer} imports {imported}; import it from {_package(imported)}")


def _package(module: str) -> str:
    return ".".join(module.split(".")[:2])
