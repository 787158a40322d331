"""Text: vectors, tokens, passages, cleaning and words."""
