"""Each notebook runs from start to end in a test scope, and is stored without output."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import nbclient
import nbformat
import pytest
from jupyter_client.kernelspec import KernelSpecManager
from jupyter_client.manager import AsyncKernelManager

from kg import Memory

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
_SCOPE = re.compile(r'^SCOPE = "[\w-]+"$', re.MULTILINE)


class Kernel(AsyncKernelManager):
    """Ignores installed kernels, so that the interpreter of the tests runs the cells."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, kernel_spec_manager=KernelSpecManager(kernel_dirs=[]))


def read(path: Path) -> Any:
    return nbformat.read(path, as_version=4)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(
    path: Path, scope: str, environment: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.setenv("MPLBACKEND", "module://matplotlib_inline.backend_inline")
    # Without the user's configuration and the debugger.
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("PYDEVD_DISABLE_FILE_VALIDATION", "1")
    notebook = read(path)
    notebook.cells[1].source, replaced = _SCOPE.subn(f'SCOPE = "{scope}"', notebook.cells[1].source)
    assert replaced == 1
    try:
        nbclient.NotebookClient(notebook, kernel_manager_class=Kernel, timeout=120).execute()
        outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
        assert [output.text for output in outputs if output.get("name") == "stderr"] == []
        charts = sum("image/png" in output.get("data", {}) for output in outputs)
        pictures = sum("<iframe" in output.get("data", {}).get("text/html", "") for output in outputs)
        assert charts + pictures >= 2
        assert pictures >= (path.stem != "4-quality-and-speed")
    finally:
        Memory.erase(scope)


def test_notebooks_are_stored_without_output() -> None:
    assert len(NOTEBOOKS) >= 4
    for path in NOTEBOOKS:
        assert '"output_type"' not in path.read_text(encoding="utf-8"), path.name
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert {cell["execution_count"] for cell in cells if cell["cell_type"] == "code"} == {None}
        nbformat.validate(read(path))


def test_every_notebook_is_documented() -> None:
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    assert re.findall(r"^\| `([\w-]+\.ipynb)` \|", page, re.MULTILINE) == [path.name for path in NOTEBOOKS]
