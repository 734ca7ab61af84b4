"""An organiser's text as safe HTML. Pure.

Raw HTML and images are not taken over; links may not pass on the site's good name.
"""

from __future__ import annotations

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore

_TAGS = {
    "p", "br", "hr", "em", "strong", "s", "a", "ul", "ol", "li", "blockquote", "code", "pre",
    "h3", "h4", "h5", "h6", "table", "thead", "tbody", "tr", "th", "td",
}  # fmt: skip
_ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
_SCHEMES = {"http", "https", "mailto"}
_DEEPEST = 6


def _below_the_page(state: StateCore) -> None:
    """Push headings two levels down: the page has its own first and second."""
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + 2, _DEEPEST)}"


def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"]).disable("image")
    parser.core.ruler.push("below_the_page", _below_the_page)
    return parser


_PARSER = _parser()


def to_html(text: str) -> str:
    """Return Markdown as HTML that may stand in a page as it is.

    >>> to_html("# Hello *you*")
    '<h3>Hello <em>you</em></h3>\\n'
    """
    return nh3.clean(
        _PARSER.render(text),
        tags=_TAGS,
        attributes=_ATTRIBUTES,
        url_schemes=_SCHEMES,
        link_rel="noopener noreferrer nofollow ugc",
    )
