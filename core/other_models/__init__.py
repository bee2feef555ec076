"""Anybody's model: the weights it gives out, as one pass that is drawn and measured."""
