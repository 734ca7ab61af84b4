"""The site for an ASGI server: pages, API and live streams."""

import os
import warnings
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hive_site.settings.production")
pages = get_asgi_application()
# WhiteNoise opens a static file as an ordinary one, so Django reads it whole before it answers. They are small.
warnings.filterwarnings("ignore", message="StreamingHttpResponse must consume synchronous iterators")

from games.web.live import live_streams  # noqa: E402  (needs Django set up)


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Answer streams ourselves and leave the rest to Django."""
    if scope["type"] == "http" and scope["path"].startswith("/live/"):
        await live_streams(scope, receive, send)
    else:
        await pages(scope, receive, send)
