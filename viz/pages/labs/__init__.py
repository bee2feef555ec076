"""The labs: one page a concept, steps that are one question each."""
