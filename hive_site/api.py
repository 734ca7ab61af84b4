"""Every address under ``/api/v1/``: gathered from the apps, described by a schema, and a refusal for the rest."""

from __future__ import annotations

from threading import Lock
from typing import Any

from csp.constants import SELF, UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpResponsePermanentRedirect
from django.http.response import HttpResponseBase
from django.urls import Resolver404, include, path, re_path, resolve
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.exceptions import NotFound
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

_one_at_a_time = Lock()


class SchemaView(SpectacularAPIView):
    """The schema. What makes it sets itself up at its first use, and fails when two threads do that at once."""

    def _get_schema_response(self, request: Request) -> Response:
        with _one_at_a_time:
            made: Response = super()._get_schema_response(request)  # type: ignore[no-untyped-call]
            return made


# The page styles itself with a <style> element; its scripts come from this site as files.
@method_decorator(csp_update({"style-src": [SELF, UNSAFE_INLINE]}), name="dispatch")
class DocsView(SpectacularSwaggerSplitView):
    """The schema as a page to read and try."""


@extend_schema(exclude=True)
class NothingHere(APIView):
    """What is at no address. Who only forgot the slash at the end is sent on, or told so."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self.headers["Vary"] = "Accept-Language"
        raise NotFound(self._sentence(request))

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method in ("GET", "HEAD") and self._is_address(request.path + "/"):
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        return super().dispatch(request, *args, **kwargs)

    def _sentence(self, request: Request) -> Any:
        if self._is_address(request.path + "/"):
            return _("Addresses here end in a slash: use %(path)s") % {"path": request.path + "/"}
        return _("There is nothing at this address; /api/v1/docs/ lists what there is.")

    @staticmethod
    def _is_address(path: str) -> bool:
        try:
            return resolve(path).func is not nothing_here
        except Resolver404:
            return False


nothing_here = NothingHere.as_view()

urlpatterns = [
    path("schema/", SchemaView.as_view(), name="schema"),
    path("docs/", DocsView.as_view(url_name="api:schema"), name="docs"),
    path("", include("accounts.api.urls")),
    path("", include("games.api.urls")),
    path("", include("tournaments.api.urls")),
    re_path(r"", nothing_here),
]
app_name = "api"
