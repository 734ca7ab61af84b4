"""Long lists come in pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.views import APIView

from .strict import refuse_unknown_parameters


class Pages(PageNumberPagination):
    """``?page=2&page_size=50``; the answer has ``count``, ``next``, ``previous`` and ``results``.

    What the list can be narrowed by stands in the view's ``filterset_class`` and ``query_parameters``; another
    parameter is refused, so that a misspelt filter does not return everything.
    """

    page_size = 25
    page_size_query_param = "page_size"
    max_page_size = 100

    def paginate_queryset(
        self, queryset: QuerySet[Any] | Sequence[Any], request: Request, view: APIView | None = None
    ) -> list[Any] | None:
        filters = getattr(getattr(view, "filterset_class", None), "base_filters", {})
        own = (self.page_query_param, self.page_size_query_param)
        refuse_unknown_parameters(request, [*filters, *getattr(view, "query_parameters", ()), *own])
        return super().paginate_queryset(queryset, request, view)

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        """As the framework's, in the words of OpenAPI 3.1: it says ``nullable``, which 3.1 no longer knows."""
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["count", "next", "previous", "results"],
            "properties": {"count": {"type": "integer"}, "next": link, "previous": link, "results": schema},
        }
