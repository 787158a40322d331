"""One module for each measured system: what it does for one message, many, a search and a context.

Each runs as a process in the environment of its system and prints a JSON object a line (`benchmarks.peer_runners.measuring`).
"""
