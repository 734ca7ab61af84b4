"""Refusals in the words of the field. What they become over HTTP stands in ``hive_site.errors``."""

from __future__ import annotations

from typing import Any


class DomainError(Exception):
    """A request that a rule refuses. ``code`` is stable and for programs, ``message`` is for people.

    ``status`` is the HTTP status both doors answer with; ``extra`` goes into the problem object as it is.
    """

    status = 422
    code = "refused"

    def __init__(self, message: Any, *, code: str | None = None, **extra: Any) -> None:
        super().__init__(message)
        self.message = message
        if code is not None:
            self.code = code
        self.extra = extra


class NotFound(DomainError):
    status = 404
    code = "not_found"


class Forbidden(DomainError):
    status = 403
    code = "forbidden"


class Conflict(DomainError):
    status = 409
    code = "conflict"


class Invalid(DomainError):
    status = 422
    code = "invalid"


class ValidationFailed(DomainError):
    """One or more fields are wrong; ``extra["errors"]`` maps each field to its sentences."""

    status = 400
    code = "validation_failed"
