"""The design files: contrast recomputed from the tokens, equal dark blocks, no inline style, every module mapped."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from games.page_words import page_words

ROOT = Path(__file__).parents[2]
CSS, JS, TEMPLATES = ROOT / "static" / "css", ROOT / "static" / "js", ROOT / "templates"
TOKENS = (CSS / "tokens.css").read_text()
DARK_BLOCKS = re.findall(
    r"\{\s*color-scheme:dark;(.*?)\}", TOKENS, re.S
)  # one for the system's choice, one for the reader's
LIGHT = dict(re.findall(r"--([\w-]+):(#[0-9A-Fa-f]{6})\b", TOKENS.split("@media (prefers-color-scheme")[0]))
DARK = LIGHT | dict(re.findall(r"--([\w-]+):(#[0-9A-Fa-f]{6})\b", DARK_BLOCKS[-1]))

# Pairs of tokens, what stands before what lies under it. Text needs 4.5, shapes 3. Source: WCAG 2.2, 1.4.3 and 1.4.11.
TEXT = [
    "ink/bg",
    "ink/surface",
    "ink/sunken",
    "ink-2/surface",
    "ink-2/bg",
    "ink-2/sunken",
    "ink-3/bg",
    "ink-3/surface",
    "ink-3/sunken",
    "on-honey/honey",
    "honey-text/surface",
    "honey-text/honey-soft",
    "on-primary/primary",
    "on-primary/primary-hover",
    "ink/primary-soft",
    "danger/surface",
    "danger/danger-soft",
    "success/success-soft",
    "info/info-soft",
    "ink/info-soft",
    "on-table/table",
    "on-overlay/overlay",
    "on-overlay-2/overlay",
    "surface/danger",
]
SHAPES = [
    "ctl/surface",
    "ctl/bg",
    "tile-w/table",
    "tile-b/table",
    "tile-w/tile-b",
    "last-w/tile-w",
    "last-b/tile-b",
    "last-table/table",
    "focus/bg",
    "focus/surface",
]
SHAPES += [f"{side}-{bug}/tile-{side}" for side in "wb" for bug in "QBSGAMLP"]


def luminance(colour: str) -> float:
    """Relative luminance of ``#RRGGBB``. Source: WCAG 2.2."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def test_contrast_of_black_on_white_is_21() -> None:
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("pair", "least"), [(pair, 4.5) for pair in TEXT] + [(pair, 3.0) for pair in SHAPES])
def test_colours_can_be_told_apart(pair: str, least: float, theme: dict[str, str]) -> None:
    one, other = pair.split("/")
    assert contrast(theme[one], theme[other]) >= least


def test_the_dark_theme_is_the_same_whether_chosen_or_the_systems() -> None:
    of_system, chosen = (sorted(re.findall(r"--[\w-]+:[^;]+", block)) for block in DARK_BLOCKS)
    assert of_system == chosen


def test_no_template_has_an_inline_style_or_handler() -> None:
    """The content policy refuses them, so they would silently do nothing."""
    bad = re.compile(r"<[^>]*\s(style|on(?:click|change|submit|load|input|keydown))\s*=", re.I)
    assert [str(path) for path in TEMPLATES.rglob("*.html") if bad.search(path.read_text())] == []


def test_every_module_a_script_imports_is_in_the_import_map_and_exists() -> None:
    """Relative imports would break under hashed file names."""
    mapped = dict(
        re.findall(r'"(bikupa/[\w/-]+)": "\{% static \'([^\']+)\' %\}"', (TEMPLATES / "_importmap.html").read_text())
    )
    imported = {name for path in JS.rglob("*.js") for name in re.findall(r'from "([^"]+)"', path.read_text())}
    assert imported <= set(mapped)
    assert [file for file in mapped.values() if not (ROOT / "static" / file).exists()] == []


def test_every_sentence_that_a_script_says_is_there_and_no_other() -> None:
    scripts = "\n".join(path.read_text() for path in JS.glob("*.js"))
    known = set(page_words())
    asked = set(re.findall(r"\bt\(\"(\w+)\"", scripts)) | set(re.findall(r"\bwords\.(\w+)", scripts))
    chosen = set(re.findall(r"\"(\w+)\"", scripts)) & known  # such as t(place.by ? "playThrow" : "play")
    assert asked <= known
    assert known - asked - chosen == set()


def test_every_icon_that_a_template_draws_is_in_the_sprite() -> None:
    known = set(re.findall(r'id="i-([\w-]+)"', (ROOT / "static" / "svg" / "sprite.svg").read_text()))
    used = {name for path in TEMPLATES.rglob("*.html") for name in re.findall(r'\{% icon "([\w-]+)"', path.read_text())}
    assert used - known == set()


@pytest.mark.parametrize("folder", ["static/vendor/htmx", "tests/browser/vendor"])
def test_vendored_files_are_those_that_were_taken_in(folder: str) -> None:
    for line in (ROOT / folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split(maxsplit=1)
        if name != "SHA256SUMS":
            assert hashlib.sha256((ROOT / folder / name).read_bytes()).hexdigest() == digest, name
