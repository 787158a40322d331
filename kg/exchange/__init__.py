"""Exchange: memory brought in, erased with a receipt, and let go of when it is old."""

from kg.exchange.forget import Forgetting, chosen, forget_scope
from kg.exchange.jsonl import Progress, import_files
from kg.exchange.retention import reset, retain

__all__ = ["Forgetting", "Progress", "chosen", "forget_scope", "import_files", "reset", "retain"]
