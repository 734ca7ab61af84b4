"""The forms of sign-up and sign-in in our own words."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth_forms
from allauth.mfa.base import forms as mfa_forms
from allauth.mfa.totp import forms as totp_forms
from django import forms
from django.utils.translation import gettext_lazy as _


class WithoutPlaceholders:
    """The label stands above the field and stays there while one types, so the placeholder goes."""

    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class SignupForm(WithoutPlaceholders, allauth_forms.SignupForm):  # type: ignore[misc]
    """Name, e-mail, password. The script of the page adds the browser's time zone."""

    time_zone = forms.CharField(required=False, max_length=50, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        name, email, password = self.fields["username"], self.fields["email"], self.fields["password1"]
        name.label = _("Name")
        name.help_text = _("Letters, digits, “_” and “-”. It never changes; the name we show can be set later.")
        name.widget.attrs |= {"autocapitalize": "none", "spellcheck": "false"}
        email.label = _("E-mail")
        email.help_text = _("We send a code to it, and later tell you when it is your move. Nobody else sees it.")
        password.label = _("Password")
        password.help_text = _("At least ten characters. A sentence is easy to remember and hard to guess.")


class LoginForm(WithoutPlaceholders, allauth_forms.LoginForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Name or e-mail")
        attrs = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}
        self.fields["login"].widget.attrs |= attrs
        self.fields["password"].help_text = ""
        self.fields["remember"].label = _("Stay signed in on this device")
        self.fields["remember"].initial = True


class ResetPasswordForm(WithoutPlaceholders, allauth_forms.ResetPasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail")


class CodeForm(WithoutPlaceholders):
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code from the mail")
        self.fields["code"].widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false", "class": "code"}


class ConfirmEmailVerificationCodeForm(CodeForm, allauth_forms.ConfirmEmailVerificationCodeForm):  # type: ignore[misc]
    pass


class ConfirmPasswordResetCodeForm(CodeForm, allauth_forms.ConfirmPasswordResetCodeForm):  # type: ignore[misc]
    pass


class AddEmailForm(WithoutPlaceholders, allauth_forms.AddEmailForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("New e-mail")


class ResetPasswordKeyForm(WithoutPlaceholders, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    pass


class ChangePasswordForm(WithoutPlaceholders, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["oldpassword"].help_text = ""


class SetPasswordForm(WithoutPlaceholders, allauth_forms.SetPasswordForm):  # type: ignore[misc]
    pass


class ReauthenticateForm(WithoutPlaceholders, allauth_forms.ReauthenticateForm):  # type: ignore[misc]
    pass


class AuthenticateForm(WithoutPlaceholders, mfa_forms.AuthenticateForm):  # type: ignore[misc]
    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["code"].label = _("Code from the app, or a recovery code")


class ReauthenticateWithCodeForm(WithoutPlaceholders, mfa_forms.ReauthenticateForm):  # type: ignore[misc]
    pass


class ActivateTOTPForm(WithoutPlaceholders, totp_forms.ActivateTOTPForm):  # type: ignore[misc]
    pass
