"""The screen: addresses, colours, words, figures, components and pages."""
