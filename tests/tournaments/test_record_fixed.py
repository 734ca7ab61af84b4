"""Nobody changes a line of the record: neither our code, nor a statement to the database."""

from __future__ import annotations

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.db import DatabaseError, connection, transaction

from tests.tournaments.events import event, player
from tournaments.models import AuditEntry

protection = import_module("tournaments.migrations.0002_record_append_only")


@pytest.mark.django_db
@pytest.mark.parametrize("how", ["update", "delete", "save", "queryset delete"])
def test_our_code_refuses(how):
    event(player("anna"))
    line = AuditEntry.objects.first()
    with pytest.raises(TypeError):
        {
            "update": lambda: AuditEntry.objects.update(reason="none"),
            "delete": line.delete,
            "save": line.save,
            "queryset delete": AuditEntry.objects.all().delete,
        }[how]()


@pytest.mark.django_db
@pytest.mark.parametrize(
    "statement", ["UPDATE tournaments_auditentry SET reason = 'none'", "DELETE FROM tournaments_auditentry"]
)
def test_the_database_refuses(statement):
    event(player("anna"))
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":  # one trigger is away while tests empty the tables, see tests/conftest.py
            protection.protect(None, SimpleNamespace(connection=connection, execute=cursor.execute))
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert AuditEntry.objects.filter(reason="").exists()
