"""What accounts tell the rest of the site, after the commit."""

from django.dispatch import Signal

# Sent after the commit with ``notification_id``. Whoever misses it is served by the sweep.
notification_committed = Signal()
