"""What the tests of the experiments share: what is asked for, and how it is ended."""

from core.networks.names import Parts, of_stacks
from viz import address
from viz.address import experiments

SHIPPED = Parts(of_stacks(3, 3), 8)


def asked(**texts):
    return experiments.asked(address.Choices(**texts))


def ended(app):
    """The buttons that end an experiment."""
    return [button for button in app.button if "✕" in button.label]
