"""The catalogues of all languages: complete, well-formed, and compiled by our own command."""

import contextlib
import re
import shutil
from pathlib import Path

import django
import polib
import pytest
from django.conf import settings
from django.core.management import call_command

from hive_site import translations
from tests.services import require

NAMED = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")
TAGS = re.compile(r"</?(\w+)")
DJANGO = Path(django.__file__).parent / "conf" / "locale"
LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]


def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(translations.LOCALE / language / "LC_MESSAGES" / "django.po"))


def texts(entry: polib.POEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]


def slots(pattern: re.Pattern[str], text: str) -> list[str]:
    return sorted("".join(found) if isinstance(found, tuple) else found for found in pattern.findall(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_translated(language):
    left = [entry.msgid for entry in catalogue(language) if not entry.obsolete and not entry.translated()]
    assert left == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_slots_and_markup_survive_translation(language):
    wrong = []
    for entry in catalogue(language):
        wanted = {tuple(slots(NAMED, entry.msgid)), tuple(slots(NAMED, entry.msgid_plural or entry.msgid))}
        for text in texts(entry):
            if tuple(slots(NAMED, text)) not in wanted or slots(TAGS, text) != slots(TAGS, entry.msgid):
                wrong.append((entry.msgid, text))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_forms_of_the_plural_are_those_of_django(language):
    """Django merges the catalogues of a language, so that ours must choose among as many forms as its own."""
    own = polib.pofile(str(DJANGO / language / "LC_MESSAGES" / "django.po"))
    ours = catalogue(language)
    assert ours.metadata["Plural-Forms"] == own.metadata["Plural-Forms"]
    forms = int(re.findall(r"nplurals=(\d+)", ours.metadata["Plural-Forms"])[0])
    wrong = [entry.msgid for entry in ours if entry.msgid_plural and set(entry.msgstr_plural) != set(range(forms))]
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_codes_and_percent_signs_survive_translation(language):
    wrong = []
    for entry in catalogue(language):
        for text in texts(entry):
            same = all(cut(text) == cut(entry.msgid) for cut in (lines_of, codes_of, edges_of))
            if not same or not fills(text, entry.msgid):
                wrong.append((entry.msgid, text))
    assert wrong == []


def lines_of(text: str) -> int:
    return text.count("\n")


def codes_of(text: str) -> list[str]:
    """What stands between backticks is for programs and stays as it is."""
    return sorted(re.findall(r"`[^`]+`", text))


def edges_of(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


def fills(text: str, original: str) -> bool:
    """Whether the slots of ``text`` can be filled, where its original has any: a stray percent sign cannot."""
    if "%(" not in original:
        return True
    try:
        text % dict.fromkeys(re.findall(r"%\((\w+)\)", original + text), 1)
    except (TypeError, ValueError):
        return False
    return True


def test_catalogues_hold_the_sentences_of_the_sources(tmp_path, settings):
    require("xgettext")
    # On a copy, because the command writes beside the sources it reads.
    root = translations.LOCALE.parent
    for folder in ("accounts", "games", "hive_site", "templates", "tournaments"):
        for source in (root / folder).rglob("*"):
            if source.suffix in (".py", ".html", ".txt"):
                target = tmp_path / source.relative_to(root)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    (tmp_path / "locale").mkdir()
    with contextlib.chdir(tmp_path):
        call_command("makemessages", locale=["es"], no_location=True, verbosity=0)
    wanted = keys(polib.pofile(str(tmp_path / "locale" / "es" / "LC_MESSAGES" / "django.po")))
    assert len(wanted) > 1000
    wrong = {language: wanted ^ keys(catalogue(language)) for language in LANGUAGES}
    assert {language: found for language, found in wrong.items() if found} == {}


def keys(po: polib.POFile) -> set[tuple[str, str, str]]:
    return {(entry.msgctxt or "", entry.msgid, entry.msgid_plural) for entry in po if not entry.obsolete}


def test_a_changed_catalogue_is_compiled_once(tmp_path, monkeypatch):
    folder = tmp_path / "sv" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    po = polib.POFile()
    po.metadata = {"Content-Type": "text/plain; charset=UTF-8"}
    po.append(polib.POEntry(msgid="Your move", msgstr="Ditt drag"))
    po.save(str(folder / "django.po"))
    monkeypatch.setattr(translations, "LOCALE", tmp_path)
    assert translations.compile_stale() == 1
    assert translations.compile_stale() == 0
    assert [entry.msgstr for entry in polib.mofile(str(folder / "django.mo"))] == ["Ditt drag"]
    assert sorted(path.name for path in Path(folder).iterdir()) == ["django.mo", "django.po"]
