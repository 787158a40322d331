"""The open corpus: conversations with labels, and the commands that check it (`python -m training.corpus`)."""
