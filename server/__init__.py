"""What stands in front of the app when it is served to strangers.

Nothing here knows a page or a model; `asgi.py` puts them together.

messages.py    what a browser may say, and the repair of what it says brokenly
allowance.py   how often it may say it
headers.py     what a browser may do with our pages
seats.py       how many may be in the room
recordings.py  the first run of a page, once for all who open its link
guard.py       all of them, as ASGI middleware
turns.py       whose page runs now
once.py        what Streamlit would make anew for every run
readiness.py   503 until a translation has worked
static.py      Streamlit's own files, compressed
"""
