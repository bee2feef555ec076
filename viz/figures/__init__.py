"""Data in, pictures out: no Streamlit here."""
