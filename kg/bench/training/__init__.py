"""Training: the projection of token states, the ranker and the confidence, learnt together and checked on what was left out."""
