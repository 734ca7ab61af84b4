"""The programs' door (docs/api.md): framework, request rates, tokens, schema."""

from datetime import timedelta

import environ

env = environ.Env()

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.api.authentication.ProgramToken",
        "accounts.api.authentication.PageSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.api.permissions.PlayersWrite"],
    "DEFAULT_PARSER_CLASSES": ["accounts.api.parsers.BoundedJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_THROTTLE_CLASSES": ["accounts.api.throttles.ReadThrottle", "accounts.api.throttles.WriteThrottle"],
    "DEFAULT_PAGINATION_CLASS": "accounts.api.pagination.Pages",
    "DEFAULT_FILTER_BACKENDS": ["django_filters.rest_framework.DjangoFilterBackend"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "hive_site.errors.api_exception",
    "NON_FIELD_ERRORS_KEY": "request",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
    # How many proxies of our own stand in front: 0 takes the address of the connection and believes no header.
    "NUM_PROXIES": env.int("BIKUPA_PROXIES", default=0),
}

# Requests per window: of one address for "login", of one player (or address, signed out) for the others.
API_RATES = {
    "login": env.str("BIKUPA_RATE_LOGIN", default="120/m"),
    "moves": env.str("BIKUPA_RATE_MOVES", default="1200/m"),
    "writes": env.str("BIKUPA_RATE_WRITES", default="600/m"),
    "reads": env.str("BIKUPA_RATE_READS", default="6000/m"),
}

REST_KNOX = {
    "TOKEN_TTL": timedelta(days=env.int("BIKUPA_TOKEN_DAYS", default=90)),
    "TOKEN_LIMIT_PER_USER": 50,  # the oldest makes room
    "AUTO_REFRESH": False,
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Bikupa",
    "DESCRIPTION": "Correspondence Hive, events and ratings. Errors are problem objects with a stable `code`.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "COMPONENT_SPLIT_REQUEST": True,
    "ENUM_NAME_OVERRIDES": {
        "Side": "games.models.choices.SideChoice",
        "OpeningRule": "games.models.choices.OpeningRuleChoice",
        "RepetitionRule": "games.models.choices.RepetitionRuleChoice",
        "GameType": "games.models.choices.GameTypeChoice",
        "Pool": "games.models.choices.PoolChoice",
        "GameStatus": "games.models.game.Game.Status",
        "GameResult": "games.models.game.Game.Result",
        "GameEnding": "games.models.game.Game.Ending",
        "ChallengeStatus": "games.models.challenge.Challenge.Status",
        "ChallengeColour": "games.models.challenge.Challenge.Colour",
        "EventStatus": "tournaments.models.tournament.Tournament.Status",
        "EntrantStatus": "tournaments.models.entrant.Entrant.Status",
        "RoundStatus": "tournaments.models.match.Round.Status",
        "StageStatus": "tournaments.models.stage.Stage.Status",
        "SectionStatus": "tournaments.models.stage.Section.Status",
        "ClaimStatus": "tournaments.models.record.Claim.Status",
        "ClaimKind": "tournaments.models.record.Claim.Kind",
        "WebhookKind": "tournaments.models.outbound.Webhook.Kind",
        "MatchKind": "tournaments.models.match.Match.Kind",
        "EntryRule": "tournaments.models.tournament.Tournament.Entry",
        "RulingResult": "tournaments.decision.RESULTS",
    },
}
