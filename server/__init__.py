"""What stands in front of the app when it is served to strangers.

Nothing here knows a page or a model; `asgi.py` puts them together.

guard.py             who may open a page or a socket: ASGI middleware, with
  guarded_socket.py    one socket of a reader, with
    messages.py          which messages a browser may send, and their repair
    rate_limit.py        how often it may send them
  places.py            how many sockets one process takes, and who gives way
  origin.py            where a page stands for its reader
  headers.py           what a browser may do with our pages
  shared_first_run.py  the first run of a page, once for all who open its link
classes.py           the addresses of a class, with
  allowed.py           what may be done so often, and no oftener
  rooms.py             what a class is, one small value
  room_store.py        where classes are: in memory, or
  shared_rooms.py      shared by several processes
  audiences.py         who listens here, and what they are told
run_queue.py         whose page runs now
streamlit_patch.py   what Streamlit would make anew for every run
readiness.py         503 until a translation has worked
static.py            Streamlit's own files, compressed
"""
