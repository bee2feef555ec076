"""Sound in a real browser: it is read as Python reads it, played, recorded, refused."""

import re

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from core.worlds import sounds
from core.worlds.clips import FOLDER, clips
from tests.browser.visiting import SHOWN_WITHIN, whole

OPENED_WITHIN = 3 * SHOWN_WITHIN
MICROPHONE = """
navigator.mediaDevices.getUserMedia = async () => {
  const context = new AudioContext(), sound = context.createBufferSource();
  const file = await fetch("/app/static/clips/hello.wav");
  sound.buffer = await context.decodeAudioData(await file.arrayBuffer());
  const heard = context.createMediaStreamDestination();
  sound.connect(heard);
  sound.onended = () => { window.spoken = true; };
  setTimeout(() => sound.start(), 300);
  return heard.stream;
};
"""
"""A microphone into which a clip is played."""
PLAYED = """
window.played = [];
const start = AudioBufferSourceNode.prototype.start;
AudioBufferSourceNode.prototype.start = function (...when) {
  window.played.push([performance.now(), when[1], when[2]]);
  return start.apply(this, when);
};
addEventListener("pointerup", () => { window.pressed = performance.now(); }, true);
const { decodeAudioData } = BaseAudioContext.prototype;
BaseAudioContext.prototype.decodeAudioData = async function (...file) {
  const read = await decodeAudioData.apply(this, file);
  window.read = true;
  return read;
};
"""
"""What is played, when the hand let go, and whether there is something to play."""
FRAMES = """
let frames = 0;
const next = () => { frames += 1; requestAnimationFrame(next); };
next();
Object.defineProperty(BaseAudioContext.prototype, "currentTime",
  { get: () => frames / 60 });
"""
"""The clock of a sound goes by frames, however long one takes: none skips a letter."""


LIT = """
() => { (async () => {
  const root = [...document.querySelectorAll("*")].map(one => one.shadowRoot)
    .find(root => root?.querySelector(".sound"));
  const lit = [];
  for (let n = 0; n < 90; n += window.played.length) {
    const now = root.querySelector("[aria-selected=true]"), { stay } = now.dataset;
    const letter = now.firstChild.textContent;
    if (stay !== lit.at(-1)?.stay) lit.push({ stay, letter });
    await new Promise(requestAnimationFrame);
  }
  window.lit = lit.map(({ letter }) => letter);
})(); }
"""
"""The letters that are lit until 90 frames after the play began, one after another."""


@pytest.fixture
def opened(page: Page, server: str):
    def at(**asked: str):
        query = "&".join(f"{name}={value}" for name, value in asked.items())
        page.goto(f"{server}/listening?{query}")
        expect(page.locator(".sound .verdict").first).to_be_visible(
            timeout=OPENED_WITHIN
        )

    return at


def letters(page: Page):
    return page.locator(".sound li[role=option]")


@pytest.mark.parametrize("name", ["hello", "window", "eight"])
def test_levels_are_those_of_python(modules: Page, name: str):
    samples = sounds.samples_of(clips()[name])
    found = modules.evaluate(
        """async samples => {
          const { levelsOf } = await import("/sound/mel.js");
          return [...levelsOf(Float32Array.from(samples))];
        }""",
        samples.tolist(),
    )
    wanted = sounds.heard(samples).astype(int).ravel()
    assert len(found) == len(wanted)
    assert np.abs(np.array(found) - wanted).max() <= 1
    assert (np.array(found) == wanted).mean() > 0.99


def test_silence_before_and_after_a_word_is_cut_off(modules: Page):
    spoken = sounds.samples_of(clips()["hello"])
    silent = np.concatenate([np.zeros(8_000), spoken, np.zeros(9_000)])
    length = modules.evaluate(
        """async samples => {
          const { cropped } = await import("/sound/mel.js");
          return cropped(Float32Array.from(samples)).length;
        }""",
        silent.tolist(),
    )
    assert 0 <= length - len(spoken) <= 2 * 7 * sounds.HOP + sounds.WINDOW


def test_a_letter_that_is_pressed_is_played_at_once_and_stands_in_the_address(
    page: Page, opened
):
    page.add_init_script(PLAYED)
    opened(lis_clip="hello")
    expect(letters(page)).to_have_count(6)
    letters(page).nth(2).hover()
    page.wait_for_function("window.read")
    letters(page).nth(2).click()
    expect(page).to_have_url(re.compile("lis_row=3"))
    expect(page.locator(".sound .sentence")).to_contain_text("“l” was written")
    (at, begin, length), pressed = page.evaluate("[window.played[0], window.pressed]")
    assert at - pressed < 100
    assert begin >= 0 and 0.1 < length < 0.5
    page.keyboard.press("ArrowDown")
    expect(page).to_have_url(re.compile("lis_row=4"))
    page.keyboard.press("Enter")
    assert len(page.evaluate("window.played")) == 2


def test_a_letter_that_is_pressed_before_its_clip_is_read_is_played_then(
    page: Page, opened
):
    page.add_init_script(PLAYED)
    held: list[Route] = []
    page.route("**/clips/hello.wav", lambda route: held.append(route))
    opened(lis_clip="hello")
    letters(page).nth(2).click()
    expect(page).to_have_url(re.compile("lis_row=3"))
    whole(page)
    assert page.evaluate("window.played") == []
    held[0].continue_()
    page.wait_for_function("window.played.length === 1")
    assert page.evaluate("window.played[0][2]") < 0.5  # the letter alone


def test_the_whole_clip_walks_over_its_letters(page: Page, opened):
    page.add_init_script(PLAYED + FRAMES)
    opened(lis_clip="hello", lis_row="1")
    page.wait_for_function("window.read")
    page.evaluate(LIT)  # from before: the first letter may be over when a click returns
    page.get_by_role("button", name="Play", exact=True).click()
    lit = page.wait_for_function("window.lit").json_value()
    rest = iter([*"hello", "‹end›"])
    assert all(letter in rest for letter in lit)  # in order; two at once light as one
    assert len(lit) >= 4 and lit[0] == "h" and "o" in lit
    _, begin, length = page.evaluate("window.played[0]")
    seconds = len(sounds.samples_of(clips()["hello"])) / sounds.RATE
    assert begin == 0 and abs(length - seconds) < 0.03


def test_a_file_is_spelled_and_the_clip_comes_back(page: Page, opened):
    opened(lis_clip="monday")
    field = page.locator(".sound input[type=file]")
    field.set_input_files(FOLDER / "hello.wav")
    verdict = page.locator(".sound .verdict")
    expect(verdict).to_have_text("Of your clip the model spells: hello")
    expect(letters(page)).to_have_count(6)
    page.get_by_role("button", name="Back to “monday”").click()
    expect(verdict).to_contain_text("monday – right.")


def test_a_recording_is_spelled_and_its_sound_stays_in_the_browser(page: Page, opened):
    page.add_init_script(MICROPHONE)
    said: list[int] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: said.append(len(frame))),
    )
    opened(lis_clip="monday")
    whole(page)  # what is asked for from now on is asked for by what is done here
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.get_by_role("button", name="Record your voice").click()
    stop = page.get_by_role("button", name="Stop")
    expect(stop).to_be_visible()
    page.wait_for_function("window.spoken")  # after three seconds it ends by itself
    stop.click()
    expect(page.locator(".sound .verdict")).to_contain_text("Of your clip")
    expect(page.get_by_role("button", name="Record your voice")).to_be_visible()
    asked = [url for url in sent if not url.startswith("blob:")]  # the browser's own
    assert not [url for url in asked if "hello.wav" not in url]
    assert said and max(said) < 20_000  # the sound alone would be twice that


def test_what_cannot_be_heard_is_refused_with_a_sentence(page: Page, opened, tmp_path):
    opened(lis_clip="monday")
    field, problem = (
        page.locator(f".sound {one}") for one in ("input[type=file]", ".problem")
    )
    field.set_input_files(
        {"name": "a.wav", "mimeType": "audio/wav", "buffer": b"no sound"}
    )
    expect(problem).to_contain_text("no sound that the browser can read")
    for name, seconds, loud in (
        ("long", 3.04, 0.5),
        ("short", 0.05, 0.5),
        ("silent", 1.0, 0.0),
    ):
        time = np.arange(int(seconds * sounds.RATE)) / sounds.RATE
        sounds.write_wave(tmp_path / f"{name}.wav", loud * np.sin(2_000 * time))
    field.set_input_files(tmp_path / "long.wav")
    expect(problem).to_have_text(
        "This clip has 3.1 seconds. Take one of at most 3. "
        "Above stands the clip from before."
    )
    field.set_input_files(tmp_path / "short.wav")
    expect(problem).to_contain_text("shorter than 0.1 seconds")
    field.set_input_files(tmp_path / "silent.wav")
    expect(problem).to_contain_text("nothing to be heard in this clip")
    expect(page.locator(".sound .verdict")).to_contain_text("monday")


def test_without_a_microphone_a_sentence_says_what_to_do(page: Page, opened):
    page.add_init_script(
        "navigator.mediaDevices.getUserMedia = async () => { throw new Error(); };"
    )
    opened(lis_clip="monday")
    page.get_by_role("button", name="Record your voice").click()
    expect(page.locator(".sound .problem")).to_contain_text("or open a sound file")
    expect(page.locator(".sound .problem")).not_to_contain_text("http")
