"""The weights that training starts from."""

from torch import nn

from core.networks.kinds import Translating


def initialise(network: Translating) -> Translating:
    """Fresh weights for every matrix; the network itself is returned.

    Matrices as Glorot & Bengio (2010), eq. 16; the recurrent ones orthogonal (Saxe,
    McClelland & Ganguli 2014), gate by gate; embeddings and the alignment vector so
    that what they are multiplied with keeps its size.
    """
    for name, parameter in network.named_parameters():
        if "embedding" in name or name == "direction":
            nn.init.normal_(parameter, std=parameter.shape[-1] ** -0.5)
        elif "from_state.weight" in name:
            for gate in parameter.data.chunk(3):
                nn.init.orthogonal_(gate)
        elif parameter.dim() > 1:
            nn.init.xavier_uniform_(parameter)
    return network
