"""The recurrent translators and the Transformer, each with its records."""
