"""The reasons of the ranking in words."""

from __future__ import annotations

from collections.abc import Mapping

# What speaks for a hit, and what speaks against it, by feature group.
_FOR_AND_AGAINST = {
    "words": ("it shares rare words with the message", "it shares few words with the message"),
    "meaning": ("it means something similar", "it means something else"),
    "late": ("its words match those of the message one by one", "its words do not match those of the message"),
    "both": ("words and meaning agree", "words and meaning do not agree"),
    "around": ("the lines around it fit, too", "the lines around it do not fit"),
    "session": ("its session fits", "its session does not fit"),
    "speaker": ("it is by or about who is asked for", "it is by another person than the one asked for"),
    "form": ("it states something", "it states little"),
    "question": ("the message asks for one thing", "the message asks for little"),
    "time": ("its time fits", "its time does not fit"),
    "newer": ("it is newer than what says the same", "something newer says the same"),
    "links": ("it shares names with what fits best", "it shares no names with what fits best"),
    "few": ("it fits the message on its own", "it fits the message little on its own"),
    "memory": ("it fits the message", "it fits the message little"),
    "type": ("its kind fits", "its kind does not fit"),
}
_BASE = "base"
_MOST, _LEAST = 3, 0.15


def describe_ranking(why: Mapping[str, float]) -> str:
    """Return in words what speaks most for a hit, and what most against it.

    Args:
        why: feature group → contribution to the log-odds of its score.
    """
    given = [(name, value) for name, value in why.items() if name != _BASE and abs(value) >= _LEAST]
    pro = sorted((each for each in given if each[1] > 0), key=lambda each: -each[1])[:_MOST]
    contra = sorted((each for each in given if each[1] < 0), key=lambda each: each[1])[: 1 if pro else 2]
    words = [_FOR_AND_AGAINST.get(name, (f"{_spell(name)} speaks for it", ""))[0] for name, _ in pro]
    against = [_FOR_AND_AGAINST.get(name, ("", f"{_spell(name)} speaks against it"))[1] for name, _ in contra]
    text = "; ".join(words) if words else "nothing speaks for it clearly"
    return f"{text}; but {', '.join(against)}" if against else text


def _spell(name: str) -> str:
    return name.replace("_", " ")
