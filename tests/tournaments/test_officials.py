"""Roles that the organiser gives."""

import pytest

from accounts.errors import DomainError
from accounts.mail import message_for
from accounts.models import Notification
from tests.tournaments.events import T0, event, player
from tournaments.models import AuditEntry
from tournaments.permissions import GIVEN_ROLES, Act
from tournaments.selectors.entries import officials_of
from tournaments.selectors.events import visible_to
from tournaments.selectors.roles import may_do
from tournaments.services.entries import enter
from tournaments.services.officials import give_role, take_role
from tournaments.services.organise import create_tournament

pytestmark = pytest.mark.django_db


def test_a_role_is_given_once_told_and_taken_back():
    nils, ada = player("nils"), player("ada")
    cup = event(nils)
    enter(tournament_id=cup.pk, user=ada, now=T0)  # an official may play
    where = {"tournament_id": cup.pk, "actor": nils, "name": "Ada", "role": "arbiter", "now": T0}
    for _twice in range(2):
        give_role(**where)
    assert may_do(ada, cup, Act.RULE)
    for _twice in range(2):
        take_role(**where)
    assert not may_do(ada, cup, Act.RULE)
    assert [row.data["taken"] for row in Notification.objects.filter(kind="event_role")] == [False, True]
    lines = AuditEntry.objects.filter(tournament=cup, after__user=ada.pk).values_list("act", "after__role")
    assert list(lines) == [("role_given", "arbiter"), ("role_taken", "arbiter")]


@pytest.mark.parametrize("role", GIVEN_ROLES)
def test_every_role_has_its_own_mail(role):
    nils, ada = player("nils"), player("ada")
    cup = event(nils)
    give_role(tournament_id=cup.pk, actor=nils, name="ada", role=role, now=T0)
    assert [official.role for official in officials_of(cup)] == [role]
    body = message_for(Notification.objects.get(user=ada)).body
    words = {"director": "tournament director", "pairing": "pairing officer", "appeals": "appeals committee"}
    assert words.get(role, "arbiter of Club round robin") in body


def test_a_director_gives_no_roles_and_wrong_words_are_named():
    nils, ada = player("nils"), player("ada")
    cup = event(nils)
    give_role(tournament_id=cup.pk, actor=nils, name="ada", role="director", now=T0)
    with pytest.raises(DomainError) as refusal:
        give_role(tournament_id=cup.pk, actor=ada, name="ada", role="arbiter", now=T0)
    assert refusal.value.status == 403
    with pytest.raises(DomainError) as refusal:
        give_role(tournament_id=cup.pk, actor=nils, name="nobody", role="owner", now=T0)
    assert sorted(refusal.value.extra["errors"]) == ["name", "role"]


def test_an_official_sees_the_draft():
    nils, ada = player("nils"), player("ada")
    draft = create_tournament(organiser=nils, now=T0, name="Draft")
    assert not visible_to(ada).exists()
    give_role(tournament_id=draft.pk, actor=nils, name="ada", role="pairing", now=T0)
    assert visible_to(ada).get() == draft
