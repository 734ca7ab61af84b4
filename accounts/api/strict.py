"""What programs send: a field or parameter that is not known is a mistake to tell, not to swallow."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request


class StrictSerializer(serializers.Serializer[Any]):
    """Refuses fields that it does not know, so that a misspelt option is never silently left out."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            known = [name for name, field in self.fields.items() if not field.read_only]
            unknown = {
                str(name)[:100]: [_("There is no such field here; use %(fields)s.") % {"fields": ", ".join(known)}]
                for name in data
                if name not in known
            }
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)


def refuse_unknown_parameters(request: Request, known: Collection[str]) -> None:
    """:raises ValidationError: by name, every parameter of the address that is not among ``known``."""
    unknown = [name for name in request.query_params if name not in known]
    if unknown:
        sentence = _("There is no such parameter here; use %(names)s.") % {"names": ", ".join(known)}
        raise serializers.ValidationError({name[:100]: [sentence] for name in unknown})
