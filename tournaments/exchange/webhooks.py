"""What a webhook's receiver can check, and when a failed delivery is tried again."""

import hashlib
import hmac
from datetime import datetime, timedelta

VERSION = "v1"
TRIES = 8
FIRST_WAIT = timedelta(seconds=30)
FACTOR = 4
TOLERANCE = timedelta(minutes=5)


def signature(secret: str, body: bytes, timestamp: int) -> str:
    """``v1=`` and the HMAC-SHA256, in hexadecimal digits, of timestamp, full stop and body.

    ``timestamp`` is the second of sending since 1970. It is signed with the body so that a delivery that somebody
    recorded cannot be sent again later. The receiver computes the same and compares.
    """
    signed = f"{timestamp}.".encode() + body
    return f"{VERSION}={hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()}"


def is_authentic(secret: str, body: bytes, timestamp: int, given: str, *, now: datetime) -> bool:
    """Whether ``given`` is the signature, and the delivery not older or newer than five minutes."""
    age = abs(int(now.timestamp()) - timestamp)
    fresh = age <= TOLERANCE // timedelta(seconds=1)
    return hmac.compare_digest(signature(secret, body, timestamp).encode(), given.encode()) and fresh


def retry_at(tries: int, *, failed_at: datetime) -> datetime | None:
    """When to try again after the try number ``tries`` failed, None when it was the last of 8.

    The waits grow by the factor 4: 30 seconds, 2, 8 and 32 minutes, 2, 8.5 and 34 hours; together almost two days.
    """
    return failed_at + FIRST_WAIT * FACTOR ** (tries - 1) if 1 <= tries < TRIES else None
