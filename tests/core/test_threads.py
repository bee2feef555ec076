"""One model is shared by all visitors' threads: nobody may see another's matrix."""

from concurrent.futures import ThreadPoolExecutor

import torch

from core.trace import Experiment, walk

SENTENCES = [
    ("The woman ate the fish.", "La femme a mangé le poisson."),
    ("Fish ate fish.", "Le poisson."),
    ("The economic zone ate the fish of the woman.", "L'accord a été signé."),
    ("A.", "La zone économique européenne a mangé."),
]


def passes(model):
    """Every tensor of passes of different lengths, through one model."""

    def one(i: int) -> dict[str, torch.Tensor]:
        sentence, target = SENTENCES[i % len(SENTENCES)]
        experiment = None
        if model.kind == "transformer" and i % 3:
            experiment = Experiment(causal=i % 3 == 1, pads=i % 5)
        trace = model.explain(sentence, target=target, experiment=experiment)
        return {name: tensor for name, _, tensor in walk(trace)}

    return one


def test_every_thread_gets_its_own_pass(translator):
    one = passes(translator)
    alone = [one(i) for i in range(15)]
    order = [i for _ in range(3) for i in range(15)]
    with ThreadPoolExecutor(max_workers=6) as pool:
        together = list(pool.map(one, order))
    for i, found in zip(order, together, strict=True):
        assert found.keys() == alone[i].keys()
        for name, tensor in found.items():
            torch.testing.assert_close(tensor, alone[i][name], atol=1e-6, rtol=0)


def test_every_thread_gets_its_own_translation(translator):
    alone = [translator.translate(s, beam=b) for s, _ in SENTENCES for b in (None, 2)]
    with ThreadPoolExecutor(max_workers=6) as pool:
        together = list(
            pool.map(
                lambda given: translator.translate(given[0], beam=given[1]),
                [(s, b) for s, _ in SENTENCES for b in (None, 2)] * 2,
            )
        )
    for i, found in enumerate(together):
        assert found.pieces == alone[i % len(alone)].pieces
        assert found.finished == alone[i % len(alone)].finished


def test_a_pass_leaves_nothing_on_the_model(translator):
    before = {
        name: value.clone() for name, value in translator.network.state_dict().items()
    }
    attributes = [set(vars(module)) for module in translator.network.modules()]
    translator.explain("The woman ate the fish.")
    assert attributes == [set(vars(module)) for module in translator.network.modules()]
    for name, value in translator.network.state_dict().items():
        assert torch.equal(value, before[name])
