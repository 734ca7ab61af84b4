"""The table of the benchmark where there is nothing to compare with."""

import importlib.util
from types import ModuleType

import pytest

from .cases import PROJECT

FOUND = dict.fromkeys(
    ("positions", "moves", "all", "all95", "counted", "asked", "made", "made_first", "one", "one_text", "replay",
     "perft", "layout_key", "repetition_key", "snapshot", "search"),
    2.0,
)  # fmt: skip


@pytest.fixture
def benchmark() -> ModuleType:
    spec = importlib.util.spec_from_file_location("benchmark_of_the_engine", PROJECT / "benchmarks" / "engine.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_without_pyspiel_and_without_a_build_the_table_has_dashes_and_says_how(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "of_build", {"pure": FOUND}.get)
    benchmark.main()
    out, err = capsys.readouterr()
    assert "nan" not in out
    assert "2.0 us = – x" in out
    assert out.count("pip install open_spiel") == out.count("python -m engine.build") == 1
    assert err == ""


def test_with_both_every_budget_is_judged(
    benchmark: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmark, "of_build", lambda build: FOUND | {"spiel": 1.0, "spiel95": 1.0, "perft": 2e6})
    benchmark.main()
    out = capsys.readouterr().out
    assert "2.0 us = 2.00 x <= 1 MISSED" in out
    assert "2.0 M >= 1 met" in out
    assert "2.0 M >= 8 MISSED" in out
    assert "pip install" not in out
