"""The entries of the header's menus: what each says beside its title, as a sheet.

Streamlit draws a title a page. The number of a lesson stands before it, one line below
it; what stands beside the path has a heading.
"""

from collections.abc import Iterable

LINK = ':is([data-testid="stTopNavDropdownLink"],[data-testid="stSidebarNavLink"])'
HOLDER = (
    ':is([data-testid="stTopNavLinkContainer"],'
    '[data-testid="stSidebarNavLinkContainer"])'
)


def sheet(entries: Iterable[tuple[str, str, int | None]], beside: str) -> str:
    """The rules for entries, of each its address, its line and its lesson's number.

    The first without a number is headed. An entry of no menu, the first page, says
    nothing more.
    """
    rules: list[str] = []
    headed = False
    for url, line, number in entries:
        at = f'{LINK}:is([href$="/{url}"],[href*="/{url}?"])'
        rules.append(f"{at}::after{{content:{quoted(line)}}}")
        if number is not None:
            rules.append(f'{at}::before{{content:"{number}"}}')
        elif not headed:
            headed = True
            rules.append(f"{HOLDER}:has({at})::before{{content:{quoted(beside)}}}")
            rules.append(f":has(> {HOLDER} > {at}){{break-before:column}}")
    return "".join(rules)


def quoted(text: str) -> str:
    """A text as a string of a sheet: nothing in it can end the string, or the sheet."""
    return '"' + "".join(_harmless(sign) for sign in text) + '"'


def _harmless(sign: str) -> str:
    return f"\\{ord(sign):x} " if sign in '"\\<>&\n\r\f' or ord(sign) < 32 else sign
