"""Why attention: one fixed vector cannot hold a long sentence."""
