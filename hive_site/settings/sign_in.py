"""Sign-up, sign-in and second factor: how django-allauth is set up here."""

ACCOUNT_ADAPTER = "accounts.web.adapter.AccountAdapter"
ACCOUNT_USER_MODEL_USERNAME_FIELD = "name"
ACCOUNT_USER_DISPLAY = "accounts.models.shown_name"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_MAX_ATTEMPTS = 5
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = 3
# Not SUPPORTS_CHANGE: it is offered for new addresses only, and so tells which ones have an account.
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_EMAIL_NOTIFICATIONS = True  # a changed password or address is told to the old one
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Bikupa: "
ACCOUNT_LOGIN_BY_CODE_ENABLED = False
ACCOUNT_FORMS = {
    name: f"accounts.web.auth_forms.{form}"
    for name, form in {
        "signup": "SignupForm",
        "login": "LoginForm",
        "reset_password": "ResetPasswordForm",
        "reset_password_from_key": "ResetPasswordKeyForm",
        "change_password": "ChangePasswordForm",
        "set_password": "SetPasswordForm",
        "add_email": "AddEmailForm",
        "reauthenticate": "ReauthenticateForm",
        "confirm_email_verification_code": "ConfirmEmailVerificationCodeForm",
        "confirm_password_reset_code": "ConfirmPasswordResetCodeForm",
    }.items()
}
MFA_TOTP_ISSUER = "Bikupa"
MFA_FORMS = {
    "authenticate": "accounts.web.auth_forms.AuthenticateForm",
    "reauthenticate": "accounts.web.auth_forms.ReauthenticateWithCodeForm",
    "activate_totp": "accounts.web.auth_forms.ActivateTOTPForm",
}
