"""A page that translates by itself, opened from disk: no server, no network."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

from core import checkpoint, sealed
from core.experiments.experiment import Experiment
from core.in_use.translator import load
from core.training.tokenizer import train
from headlight.__main__ import main
from tests.browser import firefox
from tests.browser.component import saved
from tests.browser.visiting import SHOWN_WITHIN, Visitor, whole
from tests.core.tiny import LINES, make_bahdanau, make_transformer
from viz.address import Choices, experiments

READY = "html[data-ready]"
READY_WITHIN = 3 * SHOWN_WITHIN  # both models are unpacked, and translate
MODELS = ("transformer-en-fr", "bahdanau-en-fr")
SENTENCES = (
    "my sister plays football in london",
    "THE DOG IS BLACK",
    "I’m tired—really.",
)
APP = "https://class.example/headlight/"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of the two translators that are shipped; a folder of one beside it."""
    out = tmp_path_factory.mktemp("live") / "class.html"
    assert main(["export", "--live", "-o", str(out), "--app", APP]) == 0
    folder = str(out.with_name("site"))
    assert main(["export", "--site", folder, "--model", MODELS[1]]) == 0
    return out


@pytest.fixture
def live_at(visitor: Visitor, written: Path) -> Iterator[Callable[..., Page]]:
    """Opens the page at an address behind #; nothing may be asked of anybody."""
    asked: list[str] = []

    def at(view: str = "", **options: object) -> Page:
        page = visitor(**options)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{written.as_uri()}{view}")
        page.locator(READY).wait_for(timeout=READY_WITHIN)
        return page

    yield at
    others = [url for url in asked if not url.startswith(("data:", "blob:"))]
    assert {urlsplit(url).path for url in others} == {urlsplit(written.as_uri()).path}


@pytest.fixture
def live(live_at: Callable[..., Page]) -> Page:
    return live_at()


def sections(page: Page) -> tuple[Locator, Locator]:
    """The Transformer's and Bahdanau's."""
    both = page.locator("main section")
    return both.first, both.last


def french(section: Locator) -> str:
    """What is written, in words with single spaces."""
    words = section.locator(".french .word").all()
    return " ".join(
        word.evaluate("one => one.firstChild.textContent") for word in words
    )


def test_one_file_holds_both_translators_and_may_run_nothing_else(written: Path):
    assert written.stat().st_size <= 28_000_000
    head = written.read_text("utf-8")[:2_000]
    policy = re.search(r'Policy" content="([^"]+)"', head)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'")
    may_run = policy[1].partition("script-src")[2].partition(";")[0].split()
    assert [one[:7] for one in may_run] == ["'sha256", "'sha256", "'wasm-u"]
    assert "connect-src" not in policy[1]


def test_the_example_stands_there_before_any_model(live: Page):
    expect(live.get_by_role("status").first).to_have_text(re.compile("^Ready"))
    assert live.url.endswith("class.html")  # a page that is merely opened is at itself
    transformer, bahdanau = sections(live)
    title = transformer.get_by_role("heading", level=2).last
    which = load(MODELS[0]).best_alignment
    assert which.head is not None
    layer, head = which.name.layer + 1, which.head + 1
    expect(title).to_have_text(f"Cross-attention, layer {layer}, head {head}")
    for section in (transformer, bahdanau):
        assert french(section) == "La femme a mangé le poisson ."


def test_whatever_is_typed_is_translated_as_the_library_does(live: Page):
    models = [load(name) for name in MODELS]
    for typed in SENTENCES:
        live.get_by_label("A sentence in English").fill(typed)
        live.keyboard.press("Enter")
        for model, section in zip(models, sections(live), strict=True):
            trace = model.explain(typed)
            words = trace.translation.pieces.words
            expect(section.locator(".french .word")).to_contain_text([*words])
            assert french(section) == " ".join(words)
            expect(section.locator(".picture").first).to_contain_text(words[-1])
    live.get_by_label("A sentence in English").fill("THE DOG IS BLACK")
    live.keyboard.press("Enter")
    expect(live.locator(".status")).to_have_text("Read as: The dog is black")


def test_another_attention_is_a_click_away_and_stays_for_the_next_sentence(
    live: Page,
):
    first, _ = sections(live)
    first.get_by_role("radio", name="encoder self").click()
    title = first.get_by_role("heading", level=2).last
    expect(title).to_have_text(re.compile("Encoder self-attention, layer 1"))
    live.get_by_role("button", name="The fish ate the woman.").click()
    expect(first.locator(".french")).to_contain_text("poisson")
    expect(title).to_have_text(re.compile("Encoder self-attention, layer 1"))


def test_what_cannot_be_read_is_said_and_stays_text(live: Page):
    field, status = live.get_by_label("A sentence in English"), live.locator(".status")
    for typed, said in (
        ("", "Nothing is typed yet"),
        ("\u200b\u202e", "Only invisible characters"),
        ("<b>x</b>" * 80, "640 characters; at most 400 fit"),
        ("fish " * 70, "70 pieces; at most 64 fit"),
    ):
        field.fill(typed)
        live.keyboard.press("Enter")
        expect(status).to_contain_text(said)
    field.fill("<img src=x onerror=alert(1)>")
    live.keyboard.press("Enter")
    expect(status).to_have_text(re.compile("^Ready"))
    expect(live.locator("main img")).to_have_count(0)


def test_what_is_changed_on_purpose_is_listed_undone_and_in_the_address(live: Page):
    first, _ = sections(live)
    first.get_by_text("Change something").click()
    first.get_by_role("button", name="Silence head 3").click()
    first.get_by_role("button", name="Causal mask off").click()
    running = first.locator(".running li")
    expect(running).to_have_count(3)  # two changes, and all of them
    expect(running.nth(0)).to_contain_text("causal mask off")
    expect(running.nth(1)).to_contain_text("Cross-attention, layer 1, head 3 silenced")
    expect(first).to_contain_text("Without the change: La femme a mangé le poisson.")
    asked = Choices(causal=False, silence="cross.1.3")
    changed = Experiment(changes=experiments.asked(asked))
    trace = load(MODELS[0]).explain("The woman ate the fish.", experiment=changed)
    assert french(first) == " ".join(trace.translation.pieces.words)
    said = parse_qs(urlsplit(live.url).fragment)
    assert (said["causal"], said["silence"]) == (["false"], ["cross.1.3"])
    first.get_by_role("button", name="Undo: causal mask off").click()
    expect(running).to_have_count(1)
    first.get_by_role("button", name="Undo: Cross").press("Enter")
    expect(running).to_have_count(0)
    expect(live).to_have_url(re.compile(r"class\.html$"))


def test_cells_are_forbidden_by_hand_and_end_with_the_sentence(live: Page):
    first, _ = sections(live)
    first.get_by_role("radio", name="mean").click()
    first.get_by_role("button", name="Forbid cells").click()
    first.locator(".key-place").nth(2).click()
    running = first.locator(".running li")
    expect(running).to_have_text(re.compile("all heads: column ate forbidden"))
    asked = Choices(forbid="cross.1.*.*-3")
    changed = Experiment(changes=experiments.asked(asked))
    trace = load(MODELS[0]).explain("The woman ate the fish.", experiment=changed)
    assert french(first) == " ".join(trace.translation.pieces.words)
    live.get_by_role("button", name="The fish ate the woman.").click()
    expect(running).to_have_count(0)
    expect(live.locator(".status")).to_contain_text("they have ended")


def test_a_row_that_would_be_left_with_nothing_is_refused_and_nothing_changes(
    live: Page,
):
    first, _ = sections(live)
    first.get_by_role("radio", name="decoder self").click()
    first.get_by_role("button", name="Forbid cells").click()
    first.get_by_role("gridcell").first.click()  # ‹start› has no other key
    expect(first.locator(".wrong")).to_contain_text("Nothing would be left for row 1")
    expect(first.locator(".running li")).to_have_count(0)
    assert french(first) == "La femme a mangé le poisson ."


def test_another_next_piece_goes_on_from_there_in_both_models(live: Page):
    for section, name in zip(sections(live), ("prefix", "b_prefix"), strict=True):
        section.locator("button.begins:visible").first.click()
        expect(section.locator(".running li")).to_contain_text("the French begins with")
        expect(live).to_have_url(re.compile(rf"[#&]{name}="))
        given = parse_qs(urlsplit(live.url).fragment)[name][0]
        assert french(section).replace(" ", "").startswith(given.replace(" ", ""))
    first, _ = sections(live)
    field = first.get_by_role("textbox", name="The French begins with")
    field.fill("Le poisson")
    field.press("Enter")
    expect(first.locator(".running li")).to_contain_text("“Le poisson”")
    assert french(first).startswith("Le poisson ")


def test_a_link_opens_the_same_view_and_leads_into_the_app(
    live_at: Callable[..., Page],
):
    view = (
        "#sentence=The+fish+ate+the+woman.&pieces=true&kind=encoder&layer=2&head=4"
        "&row=3&silence=encoder.2.4&forbid=cross.3.*.1-2&b_row=2&b_prefix=Le"
    )
    page = live_at(view)
    first, second = sections(page)
    title = first.get_by_role("heading", level=2).last
    expect(title).to_have_text("Encoder self-attention, layer 2, head 4")
    expect(first.locator(".running li")).to_have_count(3)
    expect(second.locator(".running li")).to_contain_text("“Le”")
    expect(page.get_by_role("button", name="Show words")).to_be_visible()
    page.get_by_role("button", name="Show words").click()
    expect(page).not_to_have_url(re.compile("pieces"))
    said = parse_qs(urlsplit(page.url).fragment)
    assert said.items() >= parse_qs(view.replace("&pieces=true", "")[1:]).items()
    address = first.get_by_role("link", name="Open in the app").get_attribute("href")
    assert address is not None
    assert address.startswith(f"{APP}transformer?")
    query = parse_qs(urlsplit(address).query)
    assert query["sentence"] == ["The fish ate the woman."]
    assert query["forbid"] == ["cross.3.*.1-2"]
    # a link within the page
    page.evaluate("location.hash = 'kind=decoder&layer=3&head=0&silence=x,cross.9.1'")
    expect(title).to_have_text("Decoder self-attention, layer 3, mean of 8 heads")
    expect(first.locator(".running li")).to_have_count(0)
    # to another sentence, with what is changed in that one
    page.evaluate("location.hash = 'sentence=hello&forbid=encoder.1.*.1-1'")
    expect(first.locator(".running li")).to_contain_text("he → he forbidden")


def test_a_link_whose_cells_lie_outside_the_sentence_opens_without_them(
    live_at: Callable[..., Page],
):
    first, _ = sections(live_at("#sentence=hello&forbid=encoder.1.*.9-9"))
    expect(first.locator(".wrong")).to_contain_text("lies outside this sentence")
    expect(first.locator(".running li")).to_have_count(0)
    words = load(MODELS[0]).translate("hello").pieces.words
    assert french(first) == " ".join(words)


def test_a_translation_that_is_stopped_is_drawn_and_said(live_at: Callable[..., Page]):
    silent = ",".join(f"cross.{n}.{head}" for n in (1, 2, 3) for head in range(1, 9))
    page = live_at(f"#silence={silent}&without=positions.decoder")
    first, _ = sections(page)
    asked = Choices(silence=silent, without="positions.decoder")
    changed = Experiment(changes=experiments.asked(asked))
    trace = load(MODELS[0]).explain("The woman ate the fish.", experiment=changed)
    assert french(first) == " ".join(trace.translation.pieces.words)
    stopped = first.locator(".french .stopped")
    expect(stopped).to_have_count(0 if trace.translation.finished else 1)


def test_models_of_one_s_own_speak_their_languages(visitor: Visitor, tmp_path: Path):
    tokenizer, french_to = train(LINES, size=431), {"languages": ["fr", "en"]}
    networks = {
        "transformer": make_transformer(tokenizer.size),
        "bahdanau": make_bahdanau(tokenizer.size),
    }
    for kind, network in networks.items():
        checkpoint.save(tmp_path / kind, kind, network, tokenizer, [], french_to)
        sealed.seal(tmp_path / kind)
    folders = [str(tmp_path / kind) for kind in networks]
    asked = ["export", "Le poisson.", "--live", "--model", ",".join(folders)]
    assert main([*asked, "-o", str(tmp_path / "own.html")]) == 0
    page = visitor()
    page.goto((tmp_path / "own.html").as_uri())
    page.locator(READY).wait_for()
    expect(page.get_by_label("A sentence in French")).to_have_value("Le poisson.")
    page.get_by_role("button", name="Show pieces").click()
    page.get_by_role("button", name="Le poisson.").click()
    for folder, section in zip(folders, sections(page), strict=True):
        translation = load(folder).translate("Le poisson.")
        assert french(section) == " ".join(translation.pieces.words)
        stopped = section.locator(".french .stopped")
        expect(stopped).to_have_count(0 if translation.finished else 1)


def test_a_browser_that_cannot_is_told_what_to_do(visitor: Visitor, written: Path):
    page = visitor()
    page.add_init_script("delete globalThis.Worker")
    page.goto(written.as_uri())
    expect(page.locator(".status")).to_contain_text("Open the page in Chrome, Edge")
    assert french(sections(page)[0]) == "La femme a mangé le poisson ."
    other = visitor()
    other.add_init_script("delete globalThis.DecompressionStream")
    other.goto(written.as_uri())
    expect(other.locator(".unread")).to_contain_text(
        "open the file in a browser of 2023"
    )


@pytest.fixture
def web_space(written: Path) -> Iterator[str]:
    """The folder on a web space."""
    folder = str(written.with_name("site"))
    handler = partial(SimpleHTTPRequestHandler, directory=folder)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_a_folder_opens_from_a_web_space_and_again_without_a_network(
    visitor: Visitor, written: Path, web_space: str
):
    assert (written.with_name("site") / "index.html").stat().st_size <= 300_000
    page = visitor(first_time=True)
    page.goto(web_space)
    page.locator(READY).wait_for()
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(offline=True)
    page.reload()
    page.locator(READY).wait_for()
    page.get_by_role("button", name="The fish ate the woman.").click()
    expect(page.locator(".french")).to_contain_text("poisson")
    page.context.set_offline(offline=False)


def test_a_folder_on_disk_says_where_it_belongs(visitor: Visitor, written: Path):
    page = visitor()
    page.route("**/*.bin", lambda route: route.abort())
    page.goto((written.with_name("site") / "index.html").as_uri())
    expect(page.locator(".status")).to_contain_text("opens from a web space only")


@pytest.mark.parametrize("path", ["/", "/transformer", "/bahdanau"])
def test_the_app_hands_it_out(page: Page, server: str, tmp_path: Path, path: str):
    page.goto(f"{server}{path}")
    whole(page)
    name, content = saved(page, "Download", "A page that translates (HTML)")
    models = [path[1:]] if path[1:] else ["transformer", "bahdanau"]
    assert name == f"headlight-{'-'.join(f'{one}-en-fr' for one in models)}.html"
    (tmp_path / name).write_bytes(content)
    page.goto((tmp_path / name).as_uri())
    page.locator(READY).wait_for()
    expect(page.locator("main section")).to_have_count(len(models))


def test_firefox_translates_too(written: Path):
    path = firefox.find()
    if path is None:
        pytest.skip("no Firefox: apt-get install firefox-esr, or FIREFOX=/path/to/it")
    with firefox.running(path) as tab:
        tab.open(f"{written.as_uri()}#sentence=hello&silence=cross.1.1")
        ready = "document.documentElement.dataset.ready !== undefined"
        assert tab.until(ready, READY_WITHIN / 1000)
        said = tab.run("document.querySelector('.french').textContent")
        running = tab.run("document.querySelector('.running').textContent")
        errors = list(tab.errors)
    model = load(MODELS[0])
    changed = Experiment(changes=experiments.asked(Choices(silence="cross.1.1")))
    words = model.explain("hello", experiment=changed).translation.pieces.words
    assert re.sub(r"\d\.\d\d", "", said) == "".join(words)
    assert "head 1 silenced" in running
    assert errors == []
