"""An organiser's text as HTML: what is kept and what can do no harm."""

import pytest

from tournaments.markdown import to_html


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**bold** and *it*", "<p><strong>bold</strong> and <em>it</em></p>\n"),
        ("# One\n## Two", "<h3>One</h3>\n<h4>Two</h4>\n"),  # below the page's own headings
        ("###### Six", "<h6>Six</h6>\n"),
        ("3. three", '<ol start="3">\n<li>three</li>\n</ol>\n'),
        (
            "[us](https://example.org)",
            '<p><a href="https://example.org" rel="noopener noreferrer nofollow ugc">us</a></p>\n',
        ),
        ("a < b & c", "<p>a &lt; b &amp; c</p>\n"),
    ],
)
def test_keeps(text, html):
    assert to_html(text) == html


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        '<img src=x onerror="alert(1)">',
        "[x](javascript:alert(1))",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        '<a href="https://example.org" onclick="alert(1)">x</a>',
        "<iframe src='https://example.org'></iframe>",
        '<p style="position:fixed">x</p>',
    ],
)
def test_takes_over_no_html_and_no_foreign_address(text):
    html = to_html(text)
    assert not any(tag in html for tag in ("<script", "<img", "<iframe", "<p style", "<a "))


def test_a_picture_becomes_a_link_so_that_no_reader_calls_a_foreign_server():
    assert to_html("![x](https://example.org/x.png)").startswith('<p>!<a href="https://example.org/x.png"')
