"""Sign-up, sign-in and password reset as a visitor meets them: pages, mails and their codes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import allauth
import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.db.models.signals import pre_save
from django.test import Client

from accounts.models import User
from accounts.services.players import create_player, remove_unconfirmed
from tests.factories import DAY, T0

PASSWORD = "seven bees on a wall"

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Limits on attempts are counted in the cache, which outlives a test."""
    cache.clear()


def sign_up(client: Client, name: str = "Maja", email: str = "maja@example.org", **more: str) -> Any:
    return client.post("/accounts/signup/", {"username": name, "email": email, "password1": PASSWORD, **more})


def code_of_last_mail() -> str:
    """The code stands alone on an indented line."""
    return re.findall(r"^ {4}(\S+)$", mail.outbox[-1].body, re.MULTILINE)[0]


def errors(response: Any) -> dict[str, list[str]]:
    return {name: list(found) for name, found in response.context["form"].errors.items()}


def player(name: str = "maja", **profile: Any) -> User:
    return create_player(name=name, email=f"{name}@example.org", password=PASSWORD, now=T0, **profile)


def test_an_account_is_usable_once_the_code_of_the_mail_is_typed_in(client: Client) -> None:
    response = sign_up(client, time_zone="Europe/Stockholm")
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert mail.outbox[-1].to == ["maja@example.org"]
    assert mail.outbox[-1].subject == "Bikupa: your code"
    assert "_auth_user_id" not in client.session, "nobody is signed in before the e-mail is confirmed"

    response = client.post("/accounts/confirm-email/", {"code": code_of_last_mail()}, follow=True)
    assert response.request["PATH_INFO"] == "/"
    user = User.objects.get(name="Maja")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert EmailAddress.objects.get(user=user).verified
    assert user.time_zone == "Europe/Stockholm"


def test_a_wrong_code_confirms_nothing_and_says_what_to_do(client: Client) -> None:
    sign_up(client)
    response = client.post("/accounts/confirm-email/", {"code": "AAAAAA"})
    assert "This code is not right" in response.content.decode()
    assert not EmailAddress.objects.get().verified
    assert "_auth_user_id" not in client.session


def test_an_unconfirmed_account_cannot_sign_in_but_gets_a_new_code(client: Client) -> None:
    create_player(name="maja", email="maja@example.org", password=PASSWORD, now=T0, verified=False)
    response = client.post("/accounts/login/", {"login": "maja", "password": PASSWORD})
    assert response.headers["Location"] == "/accounts/confirm-email/"
    assert "_auth_user_id" not in client.session
    client.post("/accounts/confirm-email/", {"code": code_of_last_mail()})
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize("name", ["MAJA", "rnaja_l", "Maja-L", "maja_1", "rnaja-i"])
def test_a_name_that_looks_like_a_taken_one_is_refused(client: Client, name: str) -> None:
    player("maja")
    player("maja_L")
    response = sign_up(client, name=name, email="other@example.org")
    assert errors(response) == {
        "username": ["This name, or one that looks like it, belongs to another player. Please choose another."]
    }
    assert User.objects.count() == 2


@pytest.mark.parametrize("name", ["a", "1maja", "maja larsson", "мaja", "x" * 31, "-maja"])
def test_a_name_outside_the_pattern_is_refused(client: Client, name: str) -> None:
    assert "username" in errors(sign_up(client, name=name))


@pytest.mark.parametrize("name", ["admin", "B1kupa", "support"])
def test_names_of_the_site_itself_are_kept(client: Client, name: str) -> None:
    assert errors(sign_up(client, name=name)) == {
        "username": ["This name is kept for the site itself. Please choose another."]
    }


def test_a_taken_e_mail_is_not_given_away(client: Client) -> None:
    player("maja")
    taken = sign_up(client, name="other", email="Maja@example.org")
    assert taken.headers["Location"] == "/accounts/confirm-email/", "the same answer as for a free address"
    assert User.objects.count() == 1
    assert mail.outbox[-1].to == ["maja@example.org"]
    assert mail.outbox[-1].subject == "Bikupa: you have an account already"
    assert "There is an account with that e-mail already, so no second one was made." in mail.outbox[-1].body
    assert "http://testserver/accounts/password/reset/" in mail.outbox[-1].body


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("name", "email"), [("MAJA", "other@example.org"), ("other", "maja@example.org")])
def test_who_loses_a_race_for_a_name_or_an_e_mail_gets_no_error_page(client: Client, name: str, email: str) -> None:
    def overtake(instance: User, **_: Any) -> None:
        """Somebody else signs up between the check of the form and the insert."""
        pre_save.disconnect(overtake, sender=User)
        sign_up(Client(), name="maja", email="maja@example.org")
        cache.clear()  # one code in ten seconds to one address is a rule of its own

    pre_save.connect(overtake, sender=User)
    response = sign_up(client, name=name, email=email)
    assert list(User.objects.values_list("name", flat=True)) == ["maja"]
    if name == "MAJA":
        assert "belongs to another player" in response.content.decode()
    else:
        assert response.headers["Location"] == "/accounts/confirm-email/", "as for any taken e-mail"


@pytest.mark.parametrize("password", ["short", "1234567890123", "password1234", "maja@example.org"])
def test_weak_passwords_are_refused(client: Client, password: str) -> None:
    response = sign_up(client, password1=password)
    assert "password1" in errors(response)


@pytest.mark.parametrize("login", ["maja_l", "MAJA_L", "Maja-1", "maja_l@example.org", "MAJA_L@Example.org"])
def test_one_signs_in_by_name_in_any_writing_or_by_e_mail(client: Client, login: str) -> None:
    user = player("maja_l")
    client.post("/accounts/login/", {"login": login, "password": PASSWORD})
    assert client.session["_auth_user_id"] == str(user.pk)


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(client: Client) -> None:
    player("maja")
    sentences = []
    for login in ("maja", "nobody_here"):
        response = client.post("/accounts/login/", {"login": login, "password": "not the password"})
        sentences.append(errors(response))
    assert (
        sentences[0] == sentences[1] == {"__all__": ["Name or password is wrong. Check both, or reset the password."]}
    )


def test_guessing_a_password_is_stopped_after_five_attempts(client: Client) -> None:
    player("maja")
    for _ in range(5):
        client.post("/accounts/login/", {"login": "maja", "password": "a guess at it"})
    response = client.post("/accounts/login/", {"login": "maja", "password": PASSWORD})
    assert "Too many failed" in response.content.decode()
    assert "_auth_user_id" not in client.session


def test_a_password_is_reset_with_the_code_of_the_mail(client: Client) -> None:
    user = player("maja")
    response = client.post("/accounts/password/reset/", {"email": "maja@example.org"})
    assert response.headers["Location"] == "/accounts/password/reset/confirm/"
    client.post("/accounts/password/reset/confirm/", {"code": code_of_last_mail()})
    new = "eight bees on a wall"
    client.post("/accounts/password/reset/complete/", {"password1": new, "password2": new})
    user.refresh_from_db()
    assert user.check_password(new)


def test_resetting_an_unknown_e_mail_gives_the_same_answer(client: Client) -> None:
    response = client.post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert response.headers["Location"] == "/accounts/password/reset/confirm/"
    (message,) = mail.outbox
    assert (message.to, message.subject) == (["nobody@example.org"], "Bikupa: no account with this e-mail")
    assert "There is no account here with that e-mail." in message.body
    assert "\n    http://testserver/accounts/signup/\n" in message.body


def test_a_changed_password_is_told_by_mail_in_our_words(client: Client) -> None:
    user = player()
    EmailAddress.objects.get_or_create(user=user, email=user.email, defaults={"verified": True, "primary": True})
    client.force_login(user)
    new = "eight bees on a wall"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    client.post("/accounts/password/change/", fields, headers={"User-Agent": "Bees & Co"})
    (message,) = mail.outbox
    assert message.subject == "Bikupa: your password has changed"
    assert "\n    The password was changed.\n" in message.body
    assert "Browser: Bees & Co" in message.body


@pytest.mark.parametrize("package", ["account", "mfa"])
def test_no_mail_about_accounts_is_left_in_the_words_of_the_library(package: str) -> None:
    """Mails of ways to sign in that are not on offer here, and the shared parts, are left out."""
    theirs = Path(allauth.__file__).parent / "templates" / package / "email"
    ours = Path(settings.BASE_DIR) / "templates" / package / "email"
    unused = ("login_code", "password_reset_key", "webauthn", "email_confirmation_signup")
    names = {path.name for path in theirs.iterdir() if not path.name.startswith(unused)}
    assert names - {path.name for path in ours.iterdir()} == set()


@pytest.mark.parametrize(
    "path",
    ["login/", "signup/", "password/reset/"],
)
def test_the_doors_wear_our_design(client: Client, path: str) -> None:
    text = client.get(f"/accounts/{path}").content.decode()
    assert 'class="top"' in text
    assert "css/pages/auth.css" in text
    assert "style=" not in text, "the content policy refuses inline styles"


@pytest.mark.parametrize("path", ["profile/", "email/", "password/change/", "2fa/", "notifications/", "logout/"])
def test_pages_of_the_signed_in_wear_our_design_and_are_closed_to_visitors(client: Client, path: str) -> None:
    if path != "logout/":
        assert client.get(f"/accounts/{path}").headers["Location"].startswith("/accounts/login/?next=")
    client.force_login(player("maja"))
    text = client.get(f"/accounts/{path}").content.decode()
    assert 'class="top"' in text
    assert "css/" in text
    assert "style=" not in text


def test_an_account_that_is_never_confirmed_gives_name_and_address_back(client: Client) -> None:
    sign_up(client, name="Maja")
    joined = User.objects.get().joined_at
    player("oskar")
    root = User.objects.create_superuser("root", "root@example.org", PASSWORD)
    EmailAddress.objects.create(user=root, email=root.email, verified=False, primary=True)
    assert remove_unconfirmed(now=joined + 2 * DAY) == 0
    assert remove_unconfirmed(now=joined + 4 * DAY) == 1
    assert sorted(User.objects.values_list("name", flat=True)) == ["oskar", "root"]
    cache.clear()
    assert sign_up(Client(), name="Maja").status_code == 302


def test_a_confirmed_account_stays(client: Client) -> None:
    sign_up(client)
    client.post("/accounts/confirm-email/", {"code": code_of_last_mail()})
    assert remove_unconfirmed(now=User.objects.get().joined_at + 400 * DAY) == 0
    assert User.objects.count() == 1


def test_a_new_code_can_be_asked_for(client: Client) -> None:
    sign_up(client)
    first = code_of_last_mail()
    cache.clear()
    client.post("/accounts/confirm-email/", {"action": "resend"})
    second = code_of_last_mail()
    assert first != second
    client.post("/accounts/confirm-email/", {"code": first})
    assert "_auth_user_id" not in client.session
    client.post("/accounts/confirm-email/", {"code": second})
    assert "_auth_user_id" in client.session


def test_the_page_of_the_code_is_the_same_for_a_known_and_a_new_address(client: Client) -> None:
    player("maja")
    pages = []
    for name, email in (("one", "maja@example.org"), ("two", "new@example.org")):
        visitor = Client()
        page = sign_up(visitor, name=name, email=email).headers["Location"]
        text = visitor.get(page).content.decode().replace(email, "")
        pages.append(re.sub(r"[\w+/=-]{22,}", "", text))  # tokens and nonces
    assert pages[0] == pages[1]
