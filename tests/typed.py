"""How arguments are checked while tests run: an int is a float too (PEP 484).

Of a list only one member is looked at, drawn anew each time. A list that mixes the two
would fail now and then.
"""

from beartype import BeartypeConf, beartype

typed = beartype(conf=BeartypeConf(is_pep484_tower=True))
