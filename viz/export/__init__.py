"""The picture as something to take along: one file, or one view in a notebook.

No Streamlit here, and no server: a page holds the picture's own script, and whatever
would have to be asked for is left out of it.
"""
