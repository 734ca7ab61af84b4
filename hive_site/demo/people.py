"""The demo's accounts. They are handles, not persons."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password
from django.db import transaction

from accounts.models import User

PASSWORD = "bikupa-demo"  # noqa: S105  # printed at every start: the demo is for trying things out


@dataclass(frozen=True, slots=True)
class Account:
    """``strength`` only says which of the recorded games are dealt to whom: the stronger side of a pairing is more
    often given a game that its colour won."""

    name: str
    display_name: str
    country: str
    time_zone: str
    strength: int
    bio: str = ""


ACCOUNTS = (
    Account("skep", "Skep", "SE", "Europe/Stockholm", 60, "Straw hives and straight lines. Runs the championship."),
    Account("mandible", "Mandible", "DE", "Europe/Berlin", 45, "Ants first, questions later."),
    Account("waggle", "Waggle", "ES", "Europe/Madrid", 30, "Three days a move is about right."),
    Account("propolis", "Propolis", "IT", "Europe/Rome", 15, "Glues everything shut with pillbugs."),
    Account("hexapod", "Hexapod", "GB", "Europe/London", 0),
    Account("elytra", "Elytra", "DK", "Europe/Copenhagen", -15, "Beetles on top."),
    Account("chitin", "Chitin", "US", "America/Chicago", -30),
    Account("nectar", "Nectar", "BR", "America/Sao_Paulo", -60, "Here to learn."),
)


@transaction.atomic(durable=True)
def make_accounts(*, joined_at: datetime) -> dict[str, User]:
    """Create the demo's accounts with verified e-mail, and return them by name."""
    users = {}
    password = make_password(PASSWORD)  # once: a good hash is slow on purpose
    for account in ACCOUNTS:
        user = User.objects.create(
            name=account.name,
            email=f"{account.name}@demo.invalid",
            password=password,
            display_name=account.display_name,
            country=account.country,
            time_zone=account.time_zone,
            bio=account.bio,
            joined_at=joined_at,
        )
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        users[account.name] = user
    return users


def accounts_text() -> str:
    """Return what a start of the site prints about the accounts."""
    names = ", ".join(account.name for account in ACCOUNTS)
    return f"Demo accounts: {names}\nTheir password: {PASSWORD}    (skep organises the events)\n"
