"""Install the wheel with each agent framework into an empty environment, and run its example: `python -m tests.frameworks NAME…`.

It needs the network. A name is an extra of pyproject.toml; each example runs against a server that is started for it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.servers import temporary_server

ROOT = Path(__file__).parent.parent
_SHOWN = ("kg-agent-memory", "mcp", "neo4j", "pydantic", "numpy")
_PACKAGES = {
    "agent-framework": "agent-framework-core",
    "langchain": "langchain-core",
    "llama-index": "llama-index-core",
    "pydantic-ai": "pydantic-ai-slim",
}


def build_wheel(folder: Path) -> Path:
    """Build the wheel of this checkout."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    subprocess.run(command, check=True)
    [wheel] = folder.glob("*.whl")
    return wheel


def install(folder: Path, requirement: str) -> Path:
    """Install a requirement into a new environment, and return its Python."""
    python = folder / "bin" / "python"
    if uv := shutil.which("uv"):
        subprocess.run([uv, "venv", "--quiet", "--python", "3.11", str(folder)], check=True)
        subprocess.run([uv, "pip", "install", "--quiet", "--python", str(python), requirement], check=True)
    else:
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        subprocess.run([str(python), "-m", "pip", "install", "--quiet", requirement], check=True)
    return python


def list_versions(python: Path, names: tuple[str, ...]) -> str:
    """Return the versions of packages in an environment; those that are not installed are left out."""
    code = (
        "import sys\nfrom importlib import metadata\nfor name in sys.argv[1:]:\n"
        "    try: print(name, metadata.version(name))\n    except metadata.PackageNotFoundError: pass"
    )
    listed = subprocess.run([str(python), "-c", code, *names], capture_output=True, text=True, check=True)
    return ", ".join(listed.stdout.splitlines())


def try_framework(name: str, wheel: Path, folder: Path, environment: dict[str, str]) -> str:
    """Install the wheel with a framework, run the example, and return a line of the result."""
    # Outside of the checkout, so that the wheel is imported.
    shutil.copytree(ROOT / "examples", folder / "examples")
    python = install(folder / "venv", f"kg-agent-memory[{name},mcp] @ file://{wheel}")
    example = folder / "examples" / f"{name.replace('-', '_')}_agent.py"
    ran = subprocess.run(
        [str(python), str(example)],
        capture_output=True,
        text=True,
        env=environment,
        cwd=folder,
        timeout=600,
        check=False,
    )
    outcome = "runs" if ran.returncode == 0 and "Ghent" in ran.stdout else f"FAILS: {(ran.stderr or ran.stdout)[-600:]}"
    return f"{name}: {outcome} ({list_versions(python, (_PACKAGES.get(name, name), *_SHOWN))})"


def main(names: list[str]) -> int:
    """Try each framework; return 1 if one fails."""
    lines = []
    with tempfile.TemporaryDirectory() as folder, temporary_server() as settings:
        place = Path(folder)
        wheel = build_wheel(place)
        password = settings.neo4j_password
        environment = os.environ | {
            "KG_NEO4J_URI": str(settings.neo4j_uri),
            "KG_NEO4J_PASSWORD": "" if password is None else password.get_secret_value(),
        }
        for name in names:
            (place / name).mkdir()
            lines.append(try_framework(name, wheel, place / name, environment))
            sys.stdout.write(lines[-1] + "\n")
            sys.stdout.flush()
    return int(any("FAILS" in line for line in lines))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
