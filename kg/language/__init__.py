"""Text processing: embeddings, token counts, passages, cleaning, keywords, names and English parsing."""
