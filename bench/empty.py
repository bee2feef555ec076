"""The smallest Streamlit app: what nobody can be faster than."""

import streamlit as st

st.write("Empty")
