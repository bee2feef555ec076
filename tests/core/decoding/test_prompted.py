"""A model that only writes is asked for a translation."""

import torch

from core.decoding.batches import greedy_many, source_batch
from core.decoding.limits import limit_for
from core.decoding.prompted import Prompted
from core.decoding.search import greedy
from tests.close import close
from tests.core.tiny import make_writer

BETWEEN = (6, 7)
ROWS = [[3, 9], [4, 5, 8], [10, 9], [3, 9]]


def test_it_reads_the_sentence_and_what_stands_between_before_it_is_asked():
    writer = make_writer()
    asked = Prompted(writer, BETWEEN)
    source, allowed = source_batch([[3, 9], [10, 9]])
    scores, _ = asked.step(asked.begin(source, allowed), torch.tensor([1, 1]))
    text = torch.tensor([[1, 3, 9, 6, 7], [1, 10, 9, 6, 7]])
    none = text[:, :0], torch.ones(2, 1, 0, dtype=torch.bool)
    close(scores, writer(none[0], text, none[1]).logits[:, -1])


def test_many_are_translated_in_their_order_as_each_alone():
    asked = Prompted(make_writer(), BETWEEN)
    together = greedy_many(asked, ROWS)
    for row, found in zip(ROWS, together, strict=True):
        (alone,) = greedy(asked, *source_batch([row]))
        assert found.ids == alone.ids
        close(torch.tensor(found.log_probability), torch.tensor(alone.log_probability))


def test_it_writes_no_more_than_its_positions_hold():
    asked = Prompted(make_writer(), BETWEEN)
    # ‹start› 3 9 and two between are 5 of 11 positions; the last piece is never read
    assert limit_for(3, asked) == 7
    assert limit_for(3) == 16
    (found,) = greedy(asked, *source_batch([[3, 9]]))
    assert len(found.ids) <= 7
