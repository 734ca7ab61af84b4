"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import URLPattern, URLResolver, include, path

from .health import healthz

# The administration signs in through the same door, with its limits on failed attempts.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns: list[URLPattern | URLResolver] = [
    path("", include("hive_site.web.urls")),
    path("", include("games.web.urls")),
    path("tournaments/", include("tournaments.web.urls")),
    path("api/v1/", include("hive_site.api")),
    path("accounts/", include("accounts.web.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
]

# Programs get a problem object, people a page.
handler400 = "hive_site.errors.bad_request"
handler403 = "hive_site.errors.permission_denied"
handler404 = "hive_site.errors.not_found"
handler500 = "hive_site.errors.server_error"
