"""Other names under which tie-breaks are asked for."""

# What hivegame.com calls them, and what lists elsewhere write.
_OTHER_NAMES = {
    "POINTS": "PTS",
    "HEADTOHEAD": "DE",
    "WINSASBLACK": "BWG",
    "SONNEBORNBERGER": "SB",
    "BUCHHOLZ": "BH",
    "KOYA": "KS",
    "PROGRESSIVE": "PS",
    "WINS": "WIN",
    "RATING": "RTNG",
}


def code_of(name: str) -> str:
    """The code of a tie-break asked for by this name; an unknown name comes back in capitals.

    >>> code_of("bh-c1"), code_of("SonnebornBerger")
    ('BH/C1', 'SB')
    """
    plain = name.strip().upper().replace("_", "/").replace("-", "/")
    return _OTHER_NAMES.get(plain.replace("/", "").replace(" ", ""), plain)
