"""What ``./bikupa check`` finds, shown on texts that have it and texts that have not."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from hive_site.checks import lock
from hive_site.checks.docs import anchors, broken_links, links
from hive_site.checks.traces import traces_in

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("--index" + "-url https://example.org/simple", "an option that names a package index"),
        ("--extra-index" + "-url=https://example.org", "an option that names a package index"),
        ("--find" + "-links /opt", "an option that names a package index"),
        ("export UV_IND" + "EX=x", "an option that names a package index"),
        ("https://pypi.org/" + "simple/django/", "the address of a package index"),
        ("see /ho" + "me/somebody/bikupa", "a path of one machine"),
        ("path = '/ro" + "ot/.cache'", "a path of one machine"),
    ],
)
def test_traces_are_found(line: str, kind: str) -> None:
    assert traces_in(f"fine\n{line}\nfine") == [(2, kind)]


@pytest.mark.parametrize(
    "line",
    [
        "--no-emit-index" + "-url",
        "https://pypi.org/project/django/",
        "docs/home/page",
        "$HOME/work",
        "/games/12/",
        "a/root/b",
    ],
)
def test_what_only_looks_like_a_trace_is_none(line: str) -> None:
    assert traces_in(line) == []


def test_links_are_read_but_not_those_in_code() -> None:
    text = "[a](one.md) ![b](two.png 'title') `[c](three.md)`\n```\n[d](four.md)\n```\n[e]: five.md\n[f](<six.md>)"
    assert links(text) == ["one.md", "two.png", "five.md", "six.md"]


def test_anchors_are_made_as_code_hosts_make_them() -> None:
    text = "# A `Word`, and more\n## Again\n## Again\n```\n# not one\n```\n"
    assert anchors(text) == {"a-word-and-more", "again", "again-1"}


def test_broken_links_are_told(tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "other.md"
    other.write_text("# Here\n")
    page.write_text("[1](other.md#here) [2](other.md#gone) [3](missing.md) [4](https://example.org) [5](#top)\n# Top\n")
    (tmp_path / "missing.md").write_text("on this disk, but not in the repository")
    assert broken_links(page, {page, other}) == [
        "other.md#gone: there is no such heading",
        "missing.md: there is no such file",
    ]


def test_the_pinned_files_hold_hashes_and_no_index() -> None:
    for name in ("run.txt", "dev.txt", "build.txt", "uv.txt"):
        text = (ROOT / "requirements" / name).read_text()
        pins = [line for line in text.replace("\\\n", "").splitlines() if line and not line.lstrip().startswith("#")]
        assert pins
        assert all(re.match(r"[a-z0-9._-]+==\S+ .*--hash=sha256:[0-9a-f]{64}", pin) for pin in pins)
        assert not [found for found in traces_in(text) if "index" in found[1]]


def test_everything_that_run_pins_is_pinned_alike_for_the_tests() -> None:
    run, dev = (
        {line.split(" ")[0] for line in (ROOT / "requirements" / name).read_text().splitlines() if "==" in line}
        for name in ("run.txt", "dev.txt")
    )
    assert run < dev


def test_a_lock_that_cannot_be_compared_is_told_and_fails_only_where_it_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    installer = tmp_path / "uv"
    installer.write_text("#!/bin/sh\necho 'no route to host' >&2\nexit 2\n")
    installer.chmod(0o755)
    monkeypatch.setattr(lock, "UV", tmp_path)
    monkeypatch.delenv("BIKUPA_CI", raising=False)
    assert lock.main("check") == 0
    monkeypatch.setenv("BIKUPA_CI", "1")
    assert lock.main("check") == 1
    told = capsys.readouterr().err
    assert "could not be compared" in told
    assert "no route to host" in told


def test_a_lock_that_would_change_is_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installer = tmp_path / "uv"
    installer.write_text('#!/bin/sh\nfor file; do :; done\necho "new==1" >>"$file"\n')
    installer.chmod(0o755)
    monkeypatch.setattr(lock, "UV", tmp_path)
    before = (ROOT / "requirements" / "run.txt").read_text()
    assert lock.stale_files() == ["run.txt", "dev.txt", "build.txt"]
    assert lock.main("check") == 1
    assert (ROOT / "requirements" / "run.txt").read_text() == before


@pytest.mark.parametrize("shell", ["sh", "dash", "bash"])
def test_the_script_is_plain_shell_and_explains_itself(shell: str) -> None:
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"no {shell} here")
    done = subprocess.run([program, "bikupa", "help"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 2
    for command in ("run", "test", "check", "stack", "manage", "lock"):
        assert f"./bikupa {command}" in done.stderr


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The script with its requirement files, and tools beside it that only note how they are called."""
    shutil.copy(ROOT / "bikupa", tmp_path)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    for tool in (".uv/bin/uv", ".venv/bin/python"):
        path = tmp_path / tool
        path.parent.mkdir(parents=True)
        path.write_text(f'#!/bin/sh\necho "{path.name} $*" >>calls\n')
        path.chmod(0o755)
    sums = subprocess.run(
        "cksum <requirements/uv.txt | tr ' ' -", shell=True, cwd=tmp_path, capture_output=True, text=True
    )
    (tmp_path / ".uv" / f"installed-{sums.stdout.strip()}").touch()
    return tmp_path


def calls(checkout: Path, *arguments: str) -> list[str]:
    """Run the script and return what it called, without its look whether .venv works and the languages it compiles.

    Who asks for the plain engine gets nothing compiled in the background.
    """
    plain = {**os.environ, "ENGINE_BUILD": "pure"}
    subprocess.run(["sh", "bikupa", *arguments], cwd=checkout, check=True, stderr=subprocess.DEVNULL, env=plain)
    noted = (checkout / "calls").read_text().splitlines()
    (checkout / "calls").unlink()
    aside = ("python -c", "python -m hive_site.translations")
    return [call for call in noted if not call.strip().startswith(aside)]


def test_the_script_installs_once_for_each_change_of_the_pinned_file(checkout: Path) -> None:
    serve = "python manage.py serve --port 8001"
    sync = "uv pip sync -q --require-hashes -p .venv/bin/python requirements/"
    assert calls(checkout, "run", "--port", "8001") == [f"{sync}run.txt", serve]
    assert calls(checkout, "run", "--port", "8001") == [serve]
    # The tools hold all of what running needs, so the two do not take turns.
    assert calls(checkout, "test", "-k", "draw") == [f"{sync}dev.txt", "python -m tests -k draw"]
    assert calls(checkout, "run", "--port", "8001") == [serve]
    with (checkout / "requirements" / "dev.txt").open("a") as pins:
        pins.write("# changed\n")
    assert calls(checkout, "run", "--port", "8001") == [f"{sync}dev.txt", serve]
