"""Exchange: memory brought in, and erased with a receipt."""

from kg.exchange.forget import forget_scope
from kg.exchange.jsonl import Progress, import_files
from kg.exchange.renewing import mend, renew, unembedded

__all__ = ["Progress", "forget_scope", "import_files", "mend", "renew", "unembedded"]
