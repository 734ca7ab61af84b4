"""Narrowing the list of games."""

from __future__ import annotations

from typing import Any

import django_filters
from django.core.validators import RegexValidator
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated

from accounts.models import User
from accounts.names import name_key
from games.models import Game
from games.models.choices import GameTypeChoice, PoolChoice
from games.opening_words import CODE

from .event_games import games_of_event

ME = "me"
ORDER = (("id", "id"), ("created_at", "created_at"), ("last_move_at", "last_move_at"), ("flag_at", "flag_at"),
         ("finished_at", "finished_at"), ("ply", "ply"))  # fmt: skip

OPENING = RegexValidator(f"^(?:{CODE.pattern})$", _("This is not the code of an opening, such as SQA-V."))


class GameFilter(django_filters.FilterSet):  # type: ignore[misc]
    """``me`` stands for whoever asks."""

    player = django_filters.CharFilter(method="of_player", max_length=30, help_text=_("A player's name, or `me`."))
    opponent = django_filters.CharFilter(
        method="of_player", max_length=30, help_text=_("A second player: games between the two.")
    )
    white = django_filters.CharFilter(method="of_side", max_length=30, help_text=_("Who plays White, or `me`."))
    black = django_filters.CharFilter(method="of_side", max_length=30, help_text=_("Who plays Black, or `me`."))
    white_opening = django_filters.CharFilter(validators=[OPENING], help_text=_("How White opened: `SQA-V`."))
    black_opening = django_filters.CharFilter(validators=[OPENING], help_text=_("How Black opened: `SQA-V`."))
    to_move = django_filters.CharFilter(
        method="waiting_for",
        max_length=30,
        help_text=_("Whose turn it is, paused games left out: a player's name, or `me`."),
    )
    status = django_filters.ChoiceFilter(choices=Game.Status.choices)
    result = django_filters.ChoiceFilter(choices=Game.Result.choices)
    ending = django_filters.ChoiceFilter(choices=Game.Ending.choices)
    game_type = django_filters.ChoiceFilter(choices=GameTypeChoice.choices)
    pool = django_filters.ChoiceFilter(choices=PoolChoice.choices)
    rated = django_filters.BooleanFilter()
    event = django_filters.NumberFilter(method="of_event", min_value=1, max_value=2**63 - 1, decimal_places=0)
    ordering = django_filters.OrderingFilter(fields=ORDER)

    class Meta:
        model = Game
        fields: tuple[str, ...] = ()

    def of_player(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        user_id = self._user_id(value)
        return games.filter(Q(white=user_id) | Q(black=user_id))

    def of_side(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        return games.filter(**{name: self._user_id(value)})

    def waiting_for(self, games: QuerySet[Game], name: str, value: str) -> QuerySet[Game]:
        user_id = self._user_id(value)
        to_move = Q(white=user_id, to_move="white") | Q(black=user_id, to_move="black")
        return games.filter(to_move, paused_at=None)

    def of_event(self, games: QuerySet[Game], name: str, value: Any) -> QuerySet[Game]:
        return games_of_event(games, int(value))

    def _user_id(self, name: str) -> int:
        """Return the id of the player named; 0, which nobody has, if there is none."""
        if name == ME:
            if self.request is None or not isinstance(self.request.user, User):
                raise NotAuthenticated
            return self.request.user.pk
        return User.objects.filter(name_key=name_key(name)).values_list("pk", flat=True).first() or 0
