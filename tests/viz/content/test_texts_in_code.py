"""Every sentence that code asks for by its name stands in the file of its subject."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from viz.content.texts import load, tongues

ROOT = Path(__file__).parents[3]


def subjects(tree: ast.Module) -> dict[str, str]:
    """What a module calls the texts that it reads, and their subject."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
            call = ast.unparse(node.value.func).split(".")[-1]
            if call == "texts" and isinstance(node.value.args[0], ast.Constant):
                found[ast.unparse(node.targets[0])] = node.value.args[0].value
    return found


def asked() -> Iterator[tuple[str, str, ast.expr, ast.Call]]:
    """Where, the subject, each name (both of `a if b else c`), and the whole call."""
    for path in sorted((ROOT / "viz").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        known = subjects(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in known:
                name = node.args[0]
                names = (
                    [name.body, name.orelse] if isinstance(name, ast.IfExp) else [name]
                )
                where = f"{path.relative_to(ROOT)}, line {node.lineno}"
                for one in names:
                    yield where, known[ast.unparse(node.func)], one, node


def pattern(name: ast.expr) -> str:
    """What entries a name can mean: what is filled in may be anything."""
    if isinstance(name, ast.Constant):
        return re.escape(name.value)
    parts = name.values if isinstance(name, ast.JoinedStr) else [name]
    return "".join(
        re.escape(part.value) if isinstance(part, ast.Constant) else ".+"
        for part in parts
    )


def test_every_text_that_is_asked_for_is_there():
    lacking = [
        f"{where}: {subject}.toml has no {pattern(name)}"
        for where, subject, name, _ in asked()
        if not any(re.fullmatch(pattern(name), entry) for entry in load(subject))
    ]
    assert lacking == []


def test_every_slot_is_filled_and_no_slot_is_filled_in_vain():
    wrong = []
    for where, subject, name, call in asked():
        given = {keyword.arg for keyword in call.keywords}
        if not isinstance(name, ast.Constant) or None in given:
            continue
        entry = load(subject).get(name.value, "")
        forms = [entry] if isinstance(entry, str) else [*entry.values()]
        slots = {slot for form in forms for slot in re.findall(r"{(\w+)}", form)}
        slots -= tongues().keys()  # the run knows them
        vain = given - slots - {"n"} if call.args[0] is name else set()
        if slots - given or vain:
            wrong.append(f"{where}: {name.value} has {slots}, not {given}")
    assert wrong == []
