"""What is shipped for engines is accepted by the engines' own tools."""

import re
import shlex
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml
from streamlit import config

from core import __version__
from tests.browser.chromium import under_ci
from tests.server.running import tool

ROOT = Path(__file__).parent.parent.parent
DEPLOY = ROOT / "deploy"
CADDYFILE = ("--config", DEPLOY / "Caddyfile", "--adapter", "caddyfile")
WORKFLOWS = ROOT / ".github" / "workflows"
SCHEMA = ("check-jsonschema", "--builtin-schema")
COMPOSE = ("vendor.compose-spec", ROOT / "compose.yaml")
PIN = re.compile(r"^([A-Za-z0-9_-]+)==([\w.]+)", re.MULTILINE)


@pytest.mark.parametrize(
    "command",
    [
        ("hadolint", ROOT / "Dockerfile"),
        (*SCHEMA, *COMPOSE, DEPLOY / "compose.tls.yaml"),
        ("kubernetes-validate", "--strict", DEPLOY / "kubernetes.yaml"),
        ("caddy", "validate", *CADDYFILE),
        (*SCHEMA, "vendor.github-workflows", WORKFLOWS / "check.yml"),
        (*SCHEMA, "vendor.citation-file-format", ROOT / "CITATION.cff"),
    ],
    ids=lambda command: Path(command[-1]).name,
)
def test_its_own_tool_accepts_it(command, tmp_path: Path):
    name, *arguments = command
    if not tool(name).exists():
        message = f"no {name} beside Python; requirements-dev.txt installs it"
        (pytest.fail if under_ci() else pytest.skip)(message)
    done = subprocess.run(
        [tool(name), *arguments],
        env={"HOME": str(tmp_path), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def pins(file: str) -> dict[str, str]:
    """Package and version of every line that says them."""
    found = PIN.findall((ROOT / file).read_text("utf-8"))
    return {name.lower().replace("_", "-"): version for name, version in found}


def test_the_lock_holds_every_pinned_version_and_a_sum_for_each_package():
    wanted, locked = pins("requirements.txt"), pins("requirements.lock")
    wanted |= pins("requirements-image.txt")
    assert len(wanted) == 13 and len(locked) > 50
    assert {name: locked.get(name) for name in wanted} == wanted
    blocks = (ROOT / "requirements.lock").read_text("utf-8").split("\n    --hash")
    assert len(blocks) > len(locked)
    text = (ROOT / "requirements.lock").read_text("utf-8")
    for name, version in PIN.findall(text):
        assert re.search(rf"^{name}=={version}\S* \\\n    --hash=sha256:", text, re.M)


def known(options: dict, prefix: str = "") -> set[str]:
    """The dotted names of settings, tables of a theme included."""
    names: set[str] = set()
    for name, value in options.items():
        if isinstance(value, dict):
            names |= known(value, f"{prefix}{name}.")
        else:
            names.add(f"{prefix}{name}")
    return names


def test_streamlit_knows_every_setting():
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))
    names = known(settings)
    assert "server.maxMessageSize" in names and len(names) > 40
    assert names - set(config._config_options_template) == set()


def test_the_image_runs_what_cannot_write_and_is_nobody():
    text = (ROOT / "Dockerfile").read_text("utf-8")
    last = text[text.rindex("FROM ") :]
    assert "USER 1000" in last and "apt-get" not in text
    assert "--require-hashes" in text and "git" not in last
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    for service in services.values():
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert service["ulimits"]["nofile"]["soft"] >= 65_536


LABEL = re.compile(r'org\.opencontainers\.image\.(\w+)="([^"]*)"')


def test_an_image_says_what_it_is_and_holds_its_licence():
    parts = (ROOT / "Dockerfile").read_text("utf-8").split("FROM ")
    assert "!LICENSE" in (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    for part, licences in ((parts[-2], "Apache-2.0 AND MIT"), (parts[-1], "MIT")):
        labels = dict(LABEL.findall(part))
        assert labels.pop("title").startswith("Headlight")
        assert labels.pop("description")
        assert labels == {
            "version": __version__,
            "revision": "${REVISION}",
            "licenses": licences,
        }


def test_no_manifest_sorts_a_class_by_its_address():
    for path in (ROOT / "compose.yaml", *sorted(DEPLOY.iterdir())):
        if path.is_file() and path.suffix != ".md":
            text = path.read_text("utf-8")
            assert not re.search("ip_hash|ClientIP", text), path.name


def test_a_pod_asks_for_its_rooms_alone_and_keeps_its_reader_by_a_cookie():
    found = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))
    policies = {
        each["metadata"]["name"]: each["spec"]
        for each in found
        if each["kind"] == "NetworkPolicy"
    }
    asked, dns = policies["headlight"]["egress"]
    rooms = {"podSelector": {"matchLabels": {"app": "headlight-rooms"}}}
    assert asked == {"to": [rooms], "ports": [{"port": 6379}]}
    assert {each["port"] for each in dns["ports"]} == {53}
    assert policies["headlight-rooms"]["egress"] == []
    for policy in policies.values():
        assert policy["policyTypes"] == ["Ingress", "Egress"]
    kinds = {each["kind"]: each for each in reversed(found)}
    notes = kinds["Service"]["metadata"]["annotations"]
    assert notes["traefik.ingress.kubernetes.io/service.sticky.cookie"] == "true"
    pod = kinds["Deployment"]["spec"]["template"]["spec"]
    assert pod["securityContext"]["runAsNonRoot"]
    probes = [pod["containers"][0][f"{each}Probe"] for each in ("startup", "readiness")]
    assert {probe["httpGet"]["path"] for probe in probes} == {"/ready"}


def test_the_header_of_the_space_names_the_port_of_the_image():
    head = (DEPLOY / "space" / "README.md").read_text("utf-8").split("---")[1]
    space = yaml.safe_load(head)
    assert space["sdk"] == "docker" and space["app_port"] == 8501
    assert len(space["short_description"]) <= 60
    assert {space["colorFrom"], space["colorTo"]} <= {"yellow", "blue"}


def test_processes_beside_each_other_share_their_classes():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    rooms = services["rooms"]["command"]
    assert "--save ''" in rooms and "--appendonly no" in rooms  # nothing on a disk
    assert services["app1"]["environment"]["ROOMS"] == "redis://rooms:6379"
    found = list(yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text("utf-8")))
    pods = {
        each["metadata"]["name"]: each["spec"]["template"]["spec"]["containers"]
        for each in found
        if each["kind"] == "Deployment"
    }
    said = {each["name"]: each["value"] for each in pods["headlight"][0]["env"]}
    assert said["ROOMS"] == "redis://headlight-rooms:6379"
    assert ["valkey-server", *pods["headlight-rooms"][0]["args"]] == shlex.split(rooms)
