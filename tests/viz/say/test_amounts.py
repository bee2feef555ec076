"""Large numbers, bytes and differences, as people say them."""

from viz.say.amounts import in_memory, off, short


def test_numbers_are_written_as_people_say_them():
    assert short(1_315_723_264) == "1.32 billion"
    assert short(125_226_240) == "125.2 million"
    assert short(999) == "999"


def test_bytes_go_by_thousands():
    assert in_memory(1_400_000_000_000) == "1.4 TB"
    assert in_memory(250_500_000) == "250.5 MB"
    assert in_memory(12_300) == "12.3 kB"
    assert in_memory(120) == "0.1 kB"


def test_a_difference_has_a_sign_unless_it_is_none():
    assert [off(x) for x in (0.0168, -0.0179, 0.0001, -0.0001)] == [
        "+1.7%",
        "−1.8%",
        "0.0%",
        "0.0%",
    ]
