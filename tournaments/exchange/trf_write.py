"""Writing a TRF file that this and other pairing programs read: TRF16 with their records, or TRF26."""

from dataclasses import fields

from .trf_fields import show_tenths
from .trf_model import TrfDocument, TrfScoring
from .trf_players import write_player
from .trf_read import TEXT_RECORDS

_BB = {"BBW": "win", "BBD": "draw", "BBL": "loss", "BBZ": "zero_bye", "BBF": "forfeit_loss", "BBU": "pairing_bye"}
_162 = {"W": "win", "D": "draw", "L": "loss", "A": "zero_bye", "P": "pairing_bye"}
_XXS = {"FW": "forfeit_win", "HPB": "half_bye", "FPB": "full_bye"}


def write_trf(document: TrfDocument, *, line_end: str = "\n") -> str:
    """The file as text; reading it gives an equal document.

    Settings become TRF26 records when ``document.trf26`` is set, otherwise the records
    that JaVaFo and bbpPairings read.
    """
    lines = [f"###{comment}" for comment in document.comments]
    for code in sorted(TEXT_RECORDS):
        lines += [f"{code} {text}".rstrip() for text in document.texts.get(code, [])]
    lines += _settings_26(document) if document.trf26 else _settings_16(document)
    lines += _settings_both(document)
    lines += document.other
    lines += [write_player(player) for player in document.players]
    lines += [
        f"240 {absences.kind} {absences.round_no:03} " + " ".join(f"{no:4}" for no in absences.players)
        for absences in document.absences
    ]
    return line_end.join(lines) + line_end


def _settings_16(document: TrfDocument) -> list[str]:
    lines = []
    if document.rounds_total is not None:
        lines.append(f"XXR {document.rounds_total}")
    words = ["rank"] if document.by_rank else []
    if document.initial_colour:
        words.append("white1" if document.initial_colour == "w" else "black1")
    if words:
        lines.append("XXC " + " ".join(words))
    changed = {code: name for code, name in _BB.items() if _set(document, name)}
    return lines + [f"{code} {show_tenths(getattr(document.scoring, name)):>4}" for code, name in changed.items()]


def _settings_26(document: TrfDocument) -> list[str]:
    lines = []
    if document.rounds_total is not None:
        lines.append(f"142 {document.rounds_total}")
    if document.initial_colour:
        lines.append(f"152 {document.initial_colour.upper()}")
    scoring = [f"{code}{show_tenths(getattr(document.scoring, name)):>4}    " for code, name in _162.items()]
    if any(_set(document, name) for name in _162.values()):
        lines.append(("162  " + "".join(scoring)).rstrip())
    if _set(document, "forfeit_loss"):
        lines.append(f"BBF {show_tenths(document.scoring.forfeit_loss):>4}")
    if document.by_rank:
        lines.append("XXC rank")
    if document.system:
        lines.append(f"192 {document.system}")
    return lines


def _settings_both(document: TrfDocument) -> list[str]:
    lines = []
    special = [
        f"{code}={show_tenths(getattr(document.scoring, name))}" for code, name in _XXS.items() if _set(document, name)
    ]
    if special:
        lines.append("XXS " + " ".join(special))
    for row in document.virtual:
        match = "" if row.match_points is None else show_tenths(row.match_points)
        game = "" if row.game_points is None else show_tenths(row.game_points)
        lines.append(
            f"250 {match:>4} {game:>4} {row.first_round:03} {row.last_round:03} "
            f"{row.first_player:4} {row.last_player:4}"
        )
    for no, points in document.accelerations.items():
        lines.append(f"XXA {no:4}" + "".join(f" {show_tenths(tenths):>4}" for tenths in points))
    for forbidden in document.forbidden:
        numbers = " ".join(f"{no:4}" for no in forbidden.players)
        if forbidden.first_round is None:
            lines.append("XXP " + " ".join(str(no) for no in forbidden.players))
        else:
            lines.append(f"260 {forbidden.first_round:03} {forbidden.last_round:03} {numbers}")
    if document.absent_now:
        lines.append("XXZ " + " ".join(str(no) for no in document.absent_now))
    return lines


def _set(document: TrfDocument, name: str) -> bool:
    """Whether this part of the scoring is not what every reader assumes."""
    usual = {field.name: field.default for field in fields(TrfScoring)}
    return bool(getattr(document.scoring, name) != usual[name])
