"""How tasks travel: the pool of the one-process site, the held queue of the tests, the schedule."""

from __future__ import annotations

import threading
from datetime import timedelta
from typing import Any

import pytest
from celery.schedules import crontab
from django.conf import settings
from django.db import transaction

from hive_site import local_pool
from hive_site.celery import DeadlineInTask, SiteTask, app
from hive_site.scheduler import Entry, Scheduler, seconds
from tests.services import free_port


@app.task(name="tests.collect")
def collect(box: str, then: str = "") -> None:
    BOXES.append((box, threading.current_thread().name))
    if then:
        collect.delay(box=then)


@app.task(name="tests.tick")
def tick() -> None:
    BOXES.append(("tick", ""))


@app.task(name="tests.break_down")
def break_down() -> None:
    raise ZeroDivisionError


BOXES: list[tuple[str, str]] = []


@pytest.fixture(autouse=True)
def empty_boxes() -> None:
    BOXES.clear()


def test_every_task_is_a_site_task() -> None:
    app.loader.import_default_modules()
    ours = [task for name, task in app.tasks.items() if not name.startswith("celery.")]
    assert len(ours) > 2
    assert all(isinstance(task, SiteTask) for task in ours)


@pytest.mark.parametrize("options", [{"countdown": 5}, {"countdown": 0}, {"eta": "2026-12-01"}])
def test_no_task_may_wait_in_the_broker(options: dict[str, Any]) -> None:
    with pytest.raises(DeadlineInTask, match=r"tests\.collect"):
        collect.apply_async(kwargs={"box": "a"}, **options)


def test_local_tasks_run_in_the_pool(settings: Any) -> None:
    settings.BROKER = "local"
    collect.delay(box="a").result(timeout=10)
    assert BOXES[0][0] == "a"
    assert BOXES[0][1].startswith("task-")


def test_a_failing_task_does_not_end_its_thread(settings: Any) -> None:
    settings.BROKER = "local"
    for _ in range(2 * local_pool.THREADS):
        break_down.delay().result(timeout=10)
    collect.delay(box="after").result(timeout=10)
    assert [box for box, _ in BOXES] == ["after"]


@pytest.mark.django_db(transaction=True)
def test_delay_on_commit_waits_for_the_commit_and_forgets_on_rollback() -> None:
    with transaction.atomic():
        collect.delay_on_commit(box="kept")
        assert local_pool.held() == []
    assert local_pool.held() == [("tests.collect", {"box": "kept"})]
    with transaction.atomic():
        collect.delay_on_commit(box="rolled back")
        transaction.set_rollback(True)
    assert len(local_pool.held()) == 1


def test_a_broker_that_is_away_does_not_fail_what_was_committed(
    settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.BROKER = "celery"
    away = app.connection_for_write(f"redis://127.0.0.1:{free_port()}/0")
    assert collect.apply_async(kwargs={"box": "a"}, connection=away) is None
    assert [record.message[:39] for record in caplog.records] == ["tests.collect was not sent, a sweep wil"]


def test_held_tasks_run_when_told_with_what_they_send_in_turn() -> None:
    collect.delay(box="first", then="second")
    assert BOXES == []
    assert local_pool.run_held() == 2
    assert [box for box, _ in BOXES] == ["first", "second"]
    break_down.delay()
    with pytest.raises(ZeroDivisionError):
        local_pool.run_held()


def test_every_line_of_the_schedule_names_a_task_and_expires_before_the_next() -> None:
    app.loader.import_default_modules()
    for name, line in settings.CELERY_BEAT_SCHEDULE.items():
        assert line["task"] in app.tasks, name
        assert line["options"]["expires"] == line["schedule"], name
        assert seconds(line["schedule"]) > 0


def test_an_entry_never_runs_beside_itself_and_skips_what_it_missed(settings: Any) -> None:
    settings.BROKER = "local"
    entry = Entry("tick", "tests.tick", every=2.0, due=10.0)
    assert not entry.run_if_due(app, 9.9)
    assert entry.run_if_due(app, 10.0)
    assert entry.running is not None
    entry.running.result(timeout=10)
    assert not entry.run_if_due(app, 11.0)
    # The machine slept for an hour: one run, not 1,800.
    assert entry.run_if_due(app, 3610.0)
    entry.running.result(timeout=10)
    assert not entry.run_if_due(app, 3611.0)
    entry.running = threading_future()
    assert not entry.run_if_due(app, 4000.0)


def threading_future() -> Any:
    from concurrent.futures import Future

    running: Future[None] = Future()
    running.set_running_or_notify_cancel()
    return running


def test_an_entry_whose_task_is_missing_is_told_once(caplog: pytest.LogCaptureFixture) -> None:
    entry = Entry("gone", "tests.gone", every=1.0, due=0.0)
    assert not entry.run_if_due(app, 1.0)
    assert not entry.run_if_due(app, 2.0)
    assert [record.message for record in caplog.records] == ["the schedule names tests.gone, which does not exist"]


def test_the_scheduler_refuses_a_calendar() -> None:
    assert seconds(timedelta(minutes=1)) == 60
    with pytest.raises(TypeError, match="plain intervals"):
        Scheduler(app, {"nightly": {"task": "tests.collect", "schedule": crontab(hour=3)}})
