"""When two names look the same to a reader. Pure; used for the unique key of a player's name."""

import unicodedata

from confusable_homoglyphs import confusables

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


def display_key(text: str) -> str:
    """Return the `name_key` a free display name would have, letters of other alphabets taken for their Latin twins.

    Source of the twins: Unicode Technical Standard 39, "Confusable Detection".

    >>> display_key("\\u041caja") == name_key("Maja")  # a Cyrillic letter that looks like M
    True
    """
    plain = unicodedata.normalize("NFKC", text).strip().replace(" ", "_")
    return name_key("".join(_latin_twin(letter) for letter in plain))


def _latin_twin(letter: str) -> str:
    if letter.isascii():
        return letter
    base = unicodedata.normalize("NFD", letter)[0]
    for found in confusables.is_confusable(base, greedy=True, preferred_aliases=["latin"]) or []:
        for twin in found["homoglyphs"]:
            if len(twin["c"]) == 1 and twin["c"].isascii():
                return str(twin["c"])
    return letter
