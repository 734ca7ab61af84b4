"""Reading a JSON body of bounded size and depth."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from json import JSONDecodeError
from typing import IO, Any

from django.conf import settings
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import JSONParser


class TooLarge(APIException):
    status_code = 413
    default_code = "too_large"
    default_detail = _("The request is too large.")


class BoundedJSONParser(JSONParser):
    """JSON, at most ``DATA_UPLOAD_MAX_MEMORY_SIZE`` bytes: the framework's parser reads whatever is sent."""

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 2_621_440
        body = stream.read(limit + 1)
        if len(body) > limit:
            raise TooLarge
        try:
            return super().parse(BytesIO(body), media_type, parser_context)
        except ParseError as error:
            fault = error.__context__
            # Python refuses numbers of thousands of digits with a hint for programmers.
            if isinstance(fault, ValueError) and not isinstance(fault, (JSONDecodeError, UnicodeError)):
                raise ParseError(_("The JSON holds a number with too many digits.")) from None
            raise
        except RecursionError:
            raise ParseError(_("The JSON is nested too deeply.")) from None
