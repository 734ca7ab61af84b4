"""What accounts do when something was committed: put the work in the queue, no more."""

from typing import Any

from django.dispatch import receiver

from accounts.events import notification_committed
from accounts.tasks import deliver_mail


@receiver(notification_committed, dispatch_uid="accounts.mail_notification")
def mail_notification(notification_id: int, **kwargs: Any) -> None:
    deliver_mail.delay(notification_id=notification_id)
