"""The smallest Streamlit app: the lower bound of a first paint."""

import streamlit as st

st.write("Empty")
