"""Training of what ships with kg: the ranking with its token states, the English pipeline, the recogniser of names."""
