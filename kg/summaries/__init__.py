"""The summary tree: summaries of sessions, entities, topics and channels, and of the scope as a whole."""
