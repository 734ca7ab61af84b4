"""A client for the API that holds every answer against the published schema.

An undocumented status, a missing or unknown field, or a wrong type fails the test that met it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema
from allauth.account.models import EmailAddress
from drf_spectacular.generators import SchemaGenerator
from knox.models import AuthToken
from rest_framework.test import APIClient

from accounts.models import User
from tests.factories import make_user

V1 = "/api/v1/"
# What HTTP itself answers at every address: wrong method, wrong Accept.
EVERYWHERE = {405, 406}
PASSWORD = "long enough a sentence"


@cache
def schema() -> dict[str, Any]:
    """The schema as published, with every object closed: a field that is not documented is a fault."""
    found: dict[str, Any] = json.loads(json.dumps(SchemaGenerator().get_schema(request=None, public=True), default=str))
    for name, component in found["components"]["schemas"].items():
        if name != "Problem":  # refusals may tell more
            _close(component)
    return found


def _close(part: Any) -> None:
    if isinstance(part, dict):
        if part.get("type") == "object" and "properties" in part:
            part.setdefault("additionalProperties", False)
        for value in part.values():
            _close(value)
    elif isinstance(part, list):
        for value in part:
            _close(value)


@cache
def _operations() -> list[tuple[re.Pattern[str], dict[str, Any]]]:
    paths = sorted(schema()["paths"].items(), key=lambda item: item[0].count("{"))
    return [(re.compile(re.sub(r"\{\w+\}", "[^/]+", path) + r"\Z"), methods) for path, methods in paths]


def operation_of(method: str, path: str) -> dict[str, Any] | None:
    """The schema's entry for a request, None if it has none."""
    for pattern, methods in _operations():
        if pattern.match(path):
            found: dict[str, Any] | None = methods.get(method.lower())
            return found
    return None


def check_answer(method: str, path: str, response: Any) -> None:
    """Fail if the schema does not foresee this answer."""
    operation = operation_of(method, path)
    status = response.status_code
    assert status < 500, f"{method} {path}: {status}"
    if status >= 400:
        _check_problem(method, path, response)
    if operation is None:
        assert status in EVERYWHERE | {301, 404}, f"{method} {path} is not in the schema and answered {status}"
        return
    if status in EVERYWHERE:
        return
    documented = operation["responses"].get(str(status))
    assert documented is not None, f"{method} {path}: status {status} is not documented: {response.content[:300]!r}"
    content = documented.get("content")
    if not content:
        assert response.content == b"", f"{method} {path}: {status} should have no body"
        return
    media_type = response["Content-Type"].partition(";")[0]
    assert media_type in content, f"{method} {path}: {status} came as {media_type}"
    if media_type.endswith("json"):
        validator = jsonschema.Draft202012Validator(
            {**content[media_type]["schema"], "components": schema()["components"]}
        )
        faults = [f"{fault.json_path}: {fault.message[:200]}" for fault in validator.iter_errors(response.json())]
        assert not faults, f"{method} {path} {status} is not as documented: {faults[:5]}"


def _check_problem(method: str, path: str, response: Any) -> None:
    assert response["Content-Type"] == "application/problem+json", f"{method} {path}: {response.content[:200]!r}"
    body = response.json()
    assert body["status"] == response.status_code
    assert re.fullmatch(r"[a-z_]+", body["code"]), body
    assert body["detail"].strip(), body
    assert body["title"], body


class Api(APIClient):
    """``api.get("games/")``: paths are below ``/api/v1/``; ``user`` is sent along by a real token."""

    def __init__(self, user: User | None = None, **options: Any) -> None:
        super().__init__(**options)
        self.user = user
        if user is not None:
            _, token = AuthToken.objects.create(user=user)
            self.credentials(HTTP_AUTHORIZATION=f"Token {token}")

    def generic(self, method: str, path: str, *args: Any, **kwargs: Any) -> Any:
        full = path if path.startswith("/") else V1 + path
        response = super().generic(method, full, *args, **kwargs)
        check_answer(method, full.partition("?")[0], response)
        return response

    def get(self, path: str, data: Any = None, **kwargs: Any) -> Any:
        return super().get(path if path.startswith("/") else V1 + path, data, **kwargs)


def verified(name: str = "", *, confirmed: bool = True, **fields: Any) -> User:
    """An account that can sign in: with a password, and an e-mail that is confirmed unless said otherwise."""
    user = make_user(name, **fields)
    user.email = user.email.lower()
    user.set_password(PASSWORD)
    user.save()
    EmailAddress.objects.create(user=user, email=user.email, verified=confirmed, primary=True)
    return user


def code(response: Any) -> tuple[int, str]:
    """Status and code of a refusal; the code of a success is empty."""
    return response.status_code, response.json()["code"] if response.status_code >= 400 else ""
