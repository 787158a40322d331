"""Callers of tools, and the ids in tools' answers, for tests."""

OWNER, EVE = "cli:olga", "cli:eve"


def find_id(answer: str) -> str:
    """Return the last id in an answer."""
    return answer.rpartition("[id:")[2].partition("]")[0]
