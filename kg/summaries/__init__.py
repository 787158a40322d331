"""The summary tree: summaries of sessions, people, topics and channels, and of the scope as a whole."""
