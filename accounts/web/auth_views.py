"""Sign-up, where two people may take one name in the same moment."""

from __future__ import annotations

from typing import Any

from allauth.account.views import SignupView as AllauthSignupView
from django.db import IntegrityError
from django.http import HttpResponse


class SignupView(AllauthSignupView):  # type: ignore[misc]
    def form_valid(self, form: Any) -> HttpResponse:
        """Make the account. Who loses a race for a name or an e-mail is checked again, against the winner."""
        try:
            return super().form_valid(form)  # type: ignore[no-any-return]
        except IntegrityError:
            again = self.get_form_class()(**self.get_form_kwargs())  # not get_form(), which gives the same one again
            answer: HttpResponse = super().form_valid(again) if again.is_valid() else self.form_invalid(again)
            return answer
