"""What Streamlit shows: one module a page, and the frame around them."""
