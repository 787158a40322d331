"""Exchange: memory brought in, and erased with a receipt."""

from kg.exchange.forget import Forgetting, chosen, forget_scope
from kg.exchange.jsonl import Progress, import_files

__all__ = ["Forgetting", "Progress", "chosen", "forget_scope", "import_files"]
