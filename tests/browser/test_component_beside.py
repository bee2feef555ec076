"""What stands beside the picture: all heads, figures of a head, the next piece."""

import base64
import re
from typing import Any

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser.component import (
    CROSS,
    DECODER,
    call,
    large,
    scored,
    seen,
    show,
    trace,
)
from viz.components.attention import pack_picture
from viz.say import captions


def test_a_thumbnail_opens_its_head_by_click_and_by_key(stage: Page):
    show(stage, *trace())
    ring = stage.locator(".ring").first
    before = ring.bounding_box()
    board = stage.locator(".mosaic")
    board.focus()
    stage.keyboard.press("ArrowRight")
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 2")
    assert ring.bounding_box()["x"] > before["x"]
    stage.keyboard.press("ArrowDown")
    expect(stage.locator("h2")).to_have_text("Decoder self-attention")
    expect(board).to_be_focused()
    size = board.bounding_box()
    board.click(position={"x": 30, "y": 26})
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 1")
    assert size["height"] > 60


def test_all_heads_of_a_12_by_12_model_are_painted_in_a_fifth_of_a_second(
    stage: Page,
):
    """Processor time of the page's thread: a clock also counts what else runs."""
    header, body = large(12, 12, 64)
    header["panels"] = ["heads"]
    stage.evaluate(
        "text => { window.bytes = Uint8Array.from(atob(text), x => x.charCodeAt(0)); }",
        base64.b64encode(pack_picture(header, body)).decode(),
    )
    tools = stage.context.new_cdp_session(stage)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def spent() -> float:
        metrics = tools.send("Performance.getMetrics")["metrics"]
        return next(m["value"] for m in metrics if m["name"] == "TaskDuration")

    before = spent()
    stage.evaluate(
        """async () => {
          window.show(window.bytes);
          await new Promise(done => requestAnimationFrame(() => setTimeout(done)));
        }"""
    )
    assert spent() - before <= 0.2
    assert stage.locator("canvas:not(.marks)").count() == 1


def test_a_head_with_shift_joins_the_mean(stage: Page):
    header, _ = large(1, 3, 4)
    show(stage, header | {"panels": ["choose", "matrix", "show"]}, large(1, 3, 4)[1])
    stage.get_by_role("radio", name="head 1").click()
    stage.get_by_role("radio", name="head 3").click(modifiers=["Shift"])
    expect(stage.locator("h2")).to_have_text("Cross-attention, mean of heads 1 and 3")
    stage.get_by_role("button", name="Display options").click()
    stage.get_by_role("button", name="include head 1 in the mean").click()
    expect(stage.locator("h2")).to_have_text("Cross-attention, head 3")


def test_half_floats_are_read_as_numpy_writes_them(stage: Page):
    numbers = np.array([0, -0.0, 1, -2.5, 0.1, -11.625, 65504, 6e-8, 6.1e-5, -np.inf])
    bits = numbers.astype("<f2").view("<u2")
    read = stage.evaluate(
        "bits => bits.map(window.modules.half).map(String)", bits.tolist()
    )
    assert [float(one) for one in read] == numbers.astype("<f2").tolist()


def test_scores_that_are_shared_stand_in_every_place_of_their_group(modules: Page):
    """Two steps: the two best of seven pieces, then three that share, then the rest."""
    halves = np.array([0, -1, -2, -3, 0, -0.5, -4, -8], "<f2").view("<u4")
    found = call(
        modules,
        "[...scoresOf(Uint32Array.from(values[0]), { offset: 0, vocabulary: 7, best: 2,"
        " group: 3 }, 1)]",
        halves.tolist(),
    )
    assert found == [0, -0.5, -4, -4, -4, -8, -8]


def test_a_small_probability_is_said_as_the_page_says_it(modules: Page):
    shares = [0.42, 0.0123, 0.004, 0.00003, 0.0000003, 0.0]
    found = call(modules, "values.map(probability)", *shares)
    assert found == [captions.probability(share) for share in shares]


def test_temperature_and_cuts_are_those_of_the_formula(modules: Page):
    """Scores ln 8, ln 4, ln 2, ln 2: chances 1/2, 1/4, 1/8, 1/8."""
    scores = np.log([8.0, 4, 2, 2]).tolist()

    def found(**options: float) -> dict[str, Any]:
        return call(
            modules,
            "(({ chances, ...rest }) => ({ chances: [...chances], ...rest }))"
            "(distribution(values[0], values[1]))",
            scores,
            options,
        )

    plain = found()
    assert plain["chances"] == pytest.approx([0.5, 0.25, 0.125, 0.125])
    assert (plain["kept"], plain["entropy"]) == (4, pytest.approx(1.75))
    # divided by 1/2 the scores are doubled: 64, 16, 4, 4 of 88
    sharp = found(temperature=0.5)
    assert sharp["chances"] == pytest.approx([64 / 88, 16 / 88, 4 / 88, 4 / 88])
    two = found(topk=2)
    assert (two["kept"], two["total"]) == (2, pytest.approx(0.75))
    assert two["entropy"] == pytest.approx(0.9183, abs=1e-4)  # of 2/3 and 1/3
    assert found(topp=0.75)["kept"] == 2
    assert found(topp=0.76)["kept"] == 3
    assert found(topp=0.5)["kept"] == 1
    # of the two that stay, the first has two thirds
    assert found(topk=2, topp=0.66)["kept"] == 1
    assert found(topk=2, topp=0.67)["kept"] == 2


def test_the_next_piece_follows_temperature_and_cuts(stage: Page):
    show(stage, *scored())
    chances = stage.locator(".next .bar:visible em")
    expect(chances).to_have_text(["70%", "20%", "4%", "6%"])
    stage.locator(".output button").first.click()
    expect(chances).to_have_text(["50%", "28%", "14%", "8%"])
    expect(stage.locator(".outcome")).to_have_text(
        "Entropy, a measure of how undecided the model is: 1.70 bits."
    )
    stage.get_by_label("top-k").fill("2")
    expect(chances).to_have_text(["64%", "36%", "cut off"])
    expect(stage.locator(".outcome")).to_have_text(
        "2 of 4 pieces stay, with 78% of the probability. Entropy, a measure of how "
        "undecided the model is: 0.94 bits."
        " The tick marks the model's own probability."
    )
    stage.get_by_label("top-k").fill("0")
    stage.get_by_label("temperature").fill("5")
    expect(chances).to_have_text(["71%", "22%", "6%", "2%"])
    stage.wait_for_function("window.reports.at(-1)?.[1].temperature === 5")
    assert stage.evaluate("window.leaked") == []


def test_figures_of_a_head_are_those_that_core_tells(modules: Page):
    """Against `core.analysis.head_statistics`, written without this one in view."""
    torch = pytest.importorskip("torch")
    from core.analysis.head_statistics import MEASURES, measures, uniform

    weights = np.array(DECODER, dtype=np.float32)
    cross = np.array(CROSS, dtype=np.float32)[0]
    for stack, rows, end in (("decoder", weights, None), ("cross", cross[0], 3)):
        allowed = torch.tensor(~np.isnan(rows))
        kept = torch.tensor(rows).nan_to_num(0.0)
        for figures, spread in (
            (measures(kept[None], allowed, end), "mapOf(s, view)"),
            (
                measures(uniform(allowed)[None], allowed, end),
                "evenly(mapOf(s, view), s.columns)",
            ),
        ):
            told = seen(modules, stack, {"head": 0}, f"measuresOf(s, {spread})")
            for measure, value in zip(
                MEASURES, figures[0].nanmean(0).tolist(), strict=True
            ):
                expected = None if value != value else pytest.approx(value, abs=1e-5)
                assert told[measure] == expected, (stack, measure)


def test_figures_of_a_head_stand_beside_those_of_many_sentences(stage: Page):
    header, body = trace(panels=["choose", "matrix", "statistics"])
    header["stacks"][0]["maps"] = ["decoder.0.cross_attention"]
    entropy = [{"entropy": 0.5}, {"entropy": 1.5}]
    header["statistics"] = {
        "sentences": 200,
        "unit": "words",
        "maps": {
            "decoder.0.cross_attention": {
                "heads": entropy,
                "even": {"entropy": 3.0},
                "roles": ["aligns (error rate 0.31)", "mixed"],
            }
        },
    }
    show(stage, header, body)
    row = stage.locator(".statistics tbody tr").first
    # rows of 1.8464, 1.2988 and 0 bits; evenly over four keys: 2
    expect(row).to_have_text("entropy, bits1.052.000.503.00")
    largest = stage.locator(".statistics tbody tr", has_text="largest weight")
    expect(largest.locator("td").first).to_have_text("0.68")  # (.4 + .625 + 1) / 3
    expect(stage.locator(".statistics .about")).to_have_text("aligns (error rate 0.31)")
    stage.get_by_role("radio", name="mean of 2 heads").click()
    expect(row.locator("td").nth(2)).to_have_text("1.00")
    # of each head, then averaged: the other one's largest are .4, .5 and 1
    expect(largest.locator("td").first).to_have_text("0.65")
    expect(stage.locator(".statistics .about")).to_contain_text(
        "on each head by itself"
    )


@pytest.mark.parametrize("unit", ["words", "pieces"])
def test_figures_of_a_head_say_whether_words_or_pieces_are_counted(stage: Page, unit):
    header, body = trace(panels=["choose", "matrix", "statistics"])
    header["statistics"] = {"sentences": 200, "unit": unit, "maps": {}}
    show(stage, header, body)
    groups = stage.locator(".statistics th[scope=colgroup]")
    expect(groups).to_have_text([f"this sentence, {unit}", "200 sentences, pieces"])
    note = stage.locator(".statistics .note", has_text="count pieces")
    expect(note).to_have_count(1 if unit == "words" else 0)


def test_the_heads_of_one_layer_are_shown_larger_and_open_by_key(stage: Page):
    header, body = large(2, 8, 4)
    show(stage, header | {"panels": ["choose", "matrix", "show", "heads"]}, body)
    stage.get_by_role("radio", name="this layer").click()
    board = stage.locator(".mosaic")
    board.focus()
    for key in ("ArrowRight", "ArrowDown"):
        stage.keyboard.press(key)
    expect(stage.locator("h2")).to_have_text(
        re.compile(r"Cross-attention, layer 1, head [4-8]")
    )
    assert stage.locator(".mosaic canvas").first.get_attribute("aria-label") == (
        "the 8 heads as small matrices"
    )
