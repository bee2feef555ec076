"""Steps of the recurrent decoder in words."""

from viz.figures import steps


def test_a_step_says_its_best_and_its_worst_score_and_their_weights():
    said = steps.scores_caption(
        12, 12, "rouge", ("the", "red"), (-1.0, 2.0), (0.0474, 0.9526)
    )
    assert said == (
        "Step 12 writes rouge. Its scores e₁₂ⱼ go from −1.00 (the) to +2.00 (red). "
        "After the softmax these become 0.047 and 0.953."
    )
