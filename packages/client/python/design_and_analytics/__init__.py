"""The Design and Analytics platform's API as methods, for Python 3.9 and newer. Needs no other packages."""

from .client import Platform
from .errors import ApiError, ConnectionFailed, PlatformError, WebhookError
from .pages import Page, Pages
from .transport import File, Request
from .webhooks import verify_webhook

__all__ = [
    "ApiError",
    "ConnectionFailed",
    "File",
    "Page",
    "Pages",
    "Platform",
    "PlatformError",
    "Request",
    "WebhookError",
    "verify_webhook",
]
