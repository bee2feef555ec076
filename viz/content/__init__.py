"""What a teacher edits, read from `assets`: lessons, presets, walk texts."""
