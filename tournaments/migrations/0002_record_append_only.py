"""The database itself refuses to change or remove a line of an event's record, whoever asks."""

from django.db import migrations

TABLE = "tournaments_auditentry"
MESSAGE = "the record of an event is never changed"


def protect(apps, schema_editor):
    """Make the triggers. Emptying a whole table (TRUNCATE, as between tests) is not what they are about."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(
            "CREATE FUNCTION bikupa_record_is_fixed() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation'; END $$"
        )
        schema_editor.execute(
            f"CREATE TRIGGER record_is_fixed BEFORE UPDATE OR DELETE ON {TABLE} "
            "FOR EACH ROW EXECUTE FUNCTION bikupa_record_is_fixed()"
        )
    elif schema_editor.connection.vendor == "sqlite":
        for event in ("UPDATE", "DELETE"):
            schema_editor.execute(
                f"CREATE TRIGGER IF NOT EXISTS record_no_{event.lower()} BEFORE {event} ON {TABLE} "
                f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
            )


def release(apps, schema_editor):
    """Remove the triggers."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(f"DROP TRIGGER record_is_fixed ON {TABLE}")
        schema_editor.execute("DROP FUNCTION bikupa_record_is_fixed()")
    elif schema_editor.connection.vendor == "sqlite":
        for event in ("update", "delete"):
            schema_editor.execute(f"DROP TRIGGER IF EXISTS record_no_{event}")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0001_initial")]

    operations = [migrations.RunPython(protect, release)]
