"""Tables as HTML: what they say, and to whom."""

from viz.say.html_tables import table, verbatim


def test_what_stands_in_a_table_is_text_and_never_markup():
    written = table([["a", "b"], ["<i>x</i>", '" onclick="']], 'size & "name"')
    assert "<i>" not in written
    assert "&lt;i&gt;x&lt;/i&gt;" in written
    assert 'aria-label="size &amp; &quot;name&quot;"' in written
    assert '<td class="words">&quot; onclick=&quot;</td>' in written


def test_a_table_names_its_rows_and_columns_for_those_who_hear_it():
    written = table([["model", "BLEU"], ["Bahdanau", "27.5"]], "Quality")
    assert "<caption>Quality</caption>" in written
    assert '<th scope="col">BLEU</th>' in written
    assert '<th scope="row">Bahdanau</th><td>27.5</td>' in written
    assert 'tabindex="0"' in written


def test_columns_of_words_are_told_from_columns_of_numbers():
    written = table(
        [
            ["model", "BLEU", "learned from", "kept"],
            ["Bahdanau", "27.5", "everyday sentences", ""],
            ["Transformer", "—", "“La femme”", "12 %"],
            ["Writer", "31.0", "2 files", "no"],
        ],
        "Quality",
    )
    assert '<th scope="col">BLEU</th>' in written
    assert '<th scope="col" class="words">learned from</th>' in written
    assert '<th scope="col">kept</th>' in written
    assert '<td>31.0</td><td class="words">2 files</td><td>no</td>' in written


def test_verbatim_text_is_text():
    assert verbatim("<b>a") == '<pre class="verbatim">&lt;b&gt;a</pre>'
