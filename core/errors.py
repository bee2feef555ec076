"""The one kind of error that is addressed to the reader."""


class InputError(ValueError):
    """Something the reader gave and can mend; its text is shown as it stands."""
