"""What is measured on passes: heads, words, links, and how they agree."""
