"""Sign-in by name or e-mail and a password."""

from __future__ import annotations

from allauth.account.auth_backends import AuthenticationBackend

from .models import User
from .names import name_key


class NameOrEmailBackend(AuthenticationBackend):  # type: ignore[misc]
    """As allauth's, but a name is found under the key that makes it unique: case and look-alikes do not matter."""

    def _authenticate_by_username(self, username: str, password: str) -> User | None:
        user = User.objects.filter(name_key=name_key(username)).first()
        found: User | None = self._check_password(user, password)
        return found
