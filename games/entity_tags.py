"""Entity tags: whether what a program or page has already is still what it would get. Pure."""

from django.utils.http import parse_etags


def is_known(if_none_match: str | None, tag: str) -> bool:
    """Say whether the header names ``tag``, or is ``*``: any present version will do.

    Tags are compared weakly, as RFC 9110, 13.1.2 wants it for this header.
    """
    named = parse_etags(if_none_match or "")
    return "*" in named or tag.removeprefix("W/") in (one.removeprefix("W/") for one in named)
