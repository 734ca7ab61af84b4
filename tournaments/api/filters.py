"""Narrowing the list of events."""

from __future__ import annotations

import django_filters
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotAuthenticated

from accounts.models import User
from accounts.names import name_key
from games.models.choices import GameTypeChoice
from tournaments.models import Entrant, Tournament


class EventFilter(django_filters.FilterSet):  # type: ignore[misc]
    status = django_filters.ChoiceFilter(choices=Tournament.Status.choices)
    format = django_filters.ChoiceFilter(choices=Tournament.Format.choices)
    game_type = django_filters.ChoiceFilter(choices=GameTypeChoice.choices)
    rated = django_filters.BooleanFilter()
    organiser = django_filters.CharFilter(method="by_organiser", max_length=30, help_text=_("A player's name."))
    entrant = django_filters.CharFilter(method="by_entrant", max_length=30, help_text=_("A player's name."))
    mine = django_filters.BooleanFilter(method="my_own", help_text=_("Events that I organise or have entered."))
    search = django_filters.CharFilter(field_name="name", lookup_expr="icontains", max_length=100)

    class Meta:
        model = Tournament
        fields: tuple[str, ...] = ()

    def by_organiser(self, events: QuerySet[Tournament], name: str, value: str) -> QuerySet[Tournament]:
        return events.filter(organiser__name_key=name_key(value))

    def by_entrant(self, events: QuerySet[Tournament], name: str, value: str) -> QuerySet[Tournament]:
        entries = Entrant.objects.filter(user__name_key=name_key(value), status=Entrant.Status.ENTERED)
        return events.filter(pk__in=entries.values("tournament_id"))

    def my_own(self, events: QuerySet[Tournament], name: str, value: bool) -> QuerySet[Tournament]:
        if self.request is None or not isinstance(self.request.user, User):
            raise NotAuthenticated
        entries = Entrant.objects.filter(user=self.request.user, status=Entrant.Status.ENTERED)
        mine = Q(organiser=self.request.user) | Q(pk__in=entries.values("tournament_id"))
        return events.filter(mine) if value else events.exclude(mine)
