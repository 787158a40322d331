"""Libraries of data frames: errors that say what to install."""

from __future__ import annotations

import subprocess
import sys

import pytest

from kg.errors import InvalidInput
from kg.graph.frame_libraries import LIBRARIES, open_library


@pytest.mark.slow
@pytest.mark.parametrize(("library", "extra"), [("pandas", "notebook"), ("polars", "polars")])
def test_without_the_library_the_error_names_the_extra(environment: dict[str, str], library: str, extra: str) -> None:
    code = f"""
import sys
sys.modules["{library}"] = None
from kg.errors import ModelUnavailable
from kg.graph import read_frame
try:
    read_frame(None, "browser/people", {{}}, library="{library}", fragments=(), max_rows=1, timeout_s=1)
except ModelUnavailable as error:
    print(error.how)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"pip install 'kg-agent-memory[{extra}]'\n"


def test_the_library_is_chosen_by_name() -> None:
    pytest.importorskip("pandas")
    assert isinstance(open_library("pandas"), LIBRARIES["pandas"])
    with pytest.raises(InvalidInput, match="pandas, polars"):
        open_library("excel")
