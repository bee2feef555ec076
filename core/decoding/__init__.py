"""From scores to sentences: greedy and beam search, sampling, many at once."""
