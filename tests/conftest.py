"""Options, markers and fixtures of the whole test suite."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection

from hive_site import local_pool
from tests.grouping import Grouped
from tests.services import redis_server


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="also run the slow sweeps")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Grouped:
    return Grouped(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    skip_slow = pytest.mark.skip(reason="slow: run with --slow")
    skip_postgres = pytest.mark.skip(reason="runs in the PostgreSQL pass (DATABASE_URL names PostgreSQL)")
    on_postgres = settings.DATABASES["default"]["ENGINE"].endswith("postgresql")
    for item in items:
        if "slow" in item.keywords and not config.getoption("--slow"):
            item.add_marker(skip_slow)
        if "postgres" in item.keywords and not on_postgres:
            item.add_marker(skip_postgres)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """On SQLite tests empty their tables by DELETE, which the record of an event refuses: see migration 0002."""
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DROP TRIGGER IF EXISTS record_no_delete")


@pytest.fixture(autouse=True)
def no_task_left_over() -> Iterator[None]:
    """A task that one test sent is not run by the next. See ``hive_site.local_pool.run_held``."""
    local_pool.drop_held()
    yield
    local_pool.drop_held()


@pytest.fixture
def redis_url(tmp_path: Path) -> Iterator[str]:
    """The address of a Redis server of this test's own."""
    with redis_server(tmp_path) as url:
        yield url
