"""The recurrent translators in NumPy, written from the papers and nothing else."""

import numpy as np

from core.networks.recurrent import GatedWriter, Recurrent


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def appendix_a(
    network: Recurrent, source: list[int], target: list[int], fixed: bool = False
):
    """Bahdanau, Cho & Bengio (2015), appendix A.1 and A.2, with the gates of GRU.

    Word by word and gate by gate, without any of the functions under test. With `fixed`
    the context is [→h_T; ←h_1] at every step (Cho et al. 2014) and nothing is aligned.
    """
    _, affine, gru, embed = tools(network)

    def read(name, words):
        s, states = np.zeros(network.config.d_state), []
        for word in words:
            s = gru(name, affine(f"{name}.from_input", embed(word)), s)
            states.append(s)
        return states

    there = read("read_forward", source)
    back = read("read_backward", source[::-1])[::-1]
    h = [np.concatenate(both) for both in zip(there, back, strict=True)]
    s = np.tanh(affine("begin_state", back[0]))
    fixed_context = np.concatenate([there[-1], back[0]]) if fixed else None
    return decoder(network, h, s, target, fixed_context)


def decoder(network: GatedWriter, h, s, target: list[int], fixed_context=None):
    """The writer over annotations h from the state s: appendix A.1.1, A.1.2, A.2.2."""
    w, affine, gru, embed = tools(network)
    steps = []
    for word in target:
        y = embed(word)
        if fixed_context is not None:
            e, alpha, c = (), (), fixed_context
        else:
            e = [
                w["direction"]
                @ np.tanh(affine("project_query", s) + affine("project_key", h_j))
                for h_j in h
            ]
            alpha = np.exp(e) / np.exp(e).sum()
            c = sum(a * h_j for a, h_j in zip(alpha, h, strict=True))
        deep = affine("out_state", s) + affine("out_word", y) + affine("out_context", c)
        t = np.array([max(deep[2 * j], deep[2 * j + 1]) for j in range(len(deep) // 2)])
        projected = affine("write_word.from_input", y) + affine("write_context", c)
        logits = w["embedding.weight"] @ t + w["bias"]
        before, s = s, gru("write_word", projected, s)
        steps.append((before, e, alpha, c, t, logits, s))
    return [np.stack(column) for column in zip(*steps, strict=True)]


def tools(network: GatedWriter):
    """The weights in double precision, and what is made of them again and again."""
    w = {k: v.double().numpy() for k, v in network.state_dict().items()}
    n = network.config.d_state

    def affine(name, x):
        return w[f"{name}.weight"] @ x + w.get(f"{name}.bias", 0)

    def gru(name, projected, s):
        u = affine(f"{name}.from_state", s)
        r = sigmoid(projected[:n] + u[:n])
        z = sigmoid(projected[n : 2 * n] + u[n : 2 * n])
        new = np.tanh(projected[2 * n :] + r * u[2 * n :])
        return (1 - z) * new + z * s

    def embed(word):
        return w["embedding.weight"][word] * np.sqrt(network.config.d_embedding)

    return w, affine, gru, embed
