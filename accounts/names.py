"""When two names look the same to a reader. Pure; used for the unique key of a player's name."""

import unicodedata

# Letters that a reader takes for another in most fonts, after case folding. The name itself may only hold
# ASCII letters, digits, "_" and "-", so this small table is the whole story.
_LOOK_ALIKE = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "-": "_"})


def name_key(name: str) -> str:
    """Return the form under which a name must be unique: case and look-alikes folded.

    >>> name_key("Maja_L1ndqvist") == name_key("maja-lindqvist")
    True
    >>> name_key("O0o") == name_key("ooo")
    True
    """
    folded = unicodedata.normalize("NFKC", name).casefold()
    return folded.translate(_LOOK_ALIKE).replace("rn", "m").replace("vv", "w")
