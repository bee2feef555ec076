"""What Plotly cannot draw: Streamlit components, one folder each."""
