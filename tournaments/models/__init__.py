"""Tables of events. Facts and what must never be; the use cases are in ``tournaments.services``."""

from .entrant import ByeRequest, Entrant, ForbiddenPair, Official
from .match import Match, MatchGame, Round, Ruling
from .outbound import Webhook, WebhookDelivery
from .record import Announcement, AuditEntry, Claim, PairingRun
from .stage import Place, Section, Stage
from .tournament import Tournament

__all__ = [
    "Announcement",
    "AuditEntry",
    "ByeRequest",
    "Claim",
    "Entrant",
    "ForbiddenPair",
    "Match",
    "MatchGame",
    "Official",
    "PairingRun",
    "Place",
    "Round",
    "Ruling",
    "Section",
    "Stage",
    "Tournament",
    "Webhook",
    "WebhookDelivery",
]
