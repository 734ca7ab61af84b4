"""Choices that several tables share."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class GameTypeChoice(models.TextChoices):
    BASE = "Base", _("Base")
    M = "Base+M", _("Base + Mosquito")
    L = "Base+L", _("Base + Ladybug")
    P = "Base+P", _("Base + Pillbug")
    ML = "Base+ML", _("Base + Mosquito, Ladybug")
    MP = "Base+MP", _("Base + Mosquito, Pillbug")
    LP = "Base+LP", _("Base + Ladybug, Pillbug")
    MLP = "Base+MLP", _("Base + Mosquito, Ladybug, Pillbug")


class OpeningRuleChoice(models.TextChoices):
    NO_QUEEN_FIRST = "no_queen_first", _("No queen on either player's first placement")
    QUEEN_MAY_OPEN = "queen_may_open", _("The queen may be placed first")


class RepetitionRuleChoice(models.TextChoices):
    THREEFOLD = "threefold", _("The third repetition of a position draws the game")
    NONE = "none", _("Repetition does not end the game")


class SideChoice(models.TextChoices):
    WHITE = "white", _("White")
    BLACK = "black", _("Black")


class PoolChoice(models.TextChoices):
    CORRESPONDENCE_BASE = "correspondence-base", _("Correspondence, base game")
    CORRESPONDENCE_EXPANSIONS = "correspondence-expansions", _("Correspondence, expansions")
