"""Players as an organiser names them: by user name, or by the name they show. For the services."""

from __future__ import annotations

from collections.abc import Iterable

from allauth.account.models import EmailAddress
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import name_key


class Names:
    """Finds many players at once. ``by_name`` asks the sentence or the player for each name."""

    def __init__(self, names: Iterable[str]) -> None:
        wanted = {name.strip() for name in names}
        self._by_key = {
            user.name_key: user
            for user in User.objects.filter(name_key__in={name_key(name) for name in wanted}, is_active=True)
        }
        self._by_shown: dict[str, list[User]] = {}
        for user in User.objects.filter(display_name__in=wanted - {""}, is_active=True):
            self._by_shown.setdefault(user.display_name, []).append(user)
        found = {user.pk for user in self._by_key.values()}
        found |= {user.pk for users in self._by_shown.values() for user in users}
        self._verified = set(
            EmailAddress.objects.filter(user_id__in=found, verified=True).values_list("user_id", flat=True)
        )

    def find(self, name: str) -> tuple[User | None, str]:
        """The player and "", or None and what is wrong."""
        name = name.strip()
        user = self._by_key.get(name_key(name))
        shown = self._by_shown.get(name, [])
        if user is None and len(shown) > 1:
            return None, str(_("Several players are called “%(name)s”: give the user name.") % {"name": name[:60]})
        user = user or (shown[0] if shown else None)
        if user is None:
            return None, str(_("There is no player called “%(name)s”.") % {"name": name[:60]})
        if user.pk not in self._verified:
            message = _("%(name)s has not confirmed an e-mail address: the event could not reach them.")
            return None, str(message % {"name": user.name})
        return user, ""
