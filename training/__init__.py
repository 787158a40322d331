"""Training of the models that ship with kg: the ranker, the token projection, the English pipeline and the name tagger."""
