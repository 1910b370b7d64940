"""Every error that the client raises."""

from __future__ import annotations

import json
from email.utils import parsedate_to_datetime
from datetime import datetime, timezone
from typing import Any, Mapping, Optional


class PlatformError(Exception):
    """Base of all; `code` is stable and machine-readable, such as `not_found`."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class ConnectionFailed(PlatformError):
    """No usable answer arrived: `connection_failed`, or `timeout`."""


class WebhookError(PlatformError):
    """The signature isn't the platform's, or the message is too old."""


class ApiError(PlatformError):
    """The platform answered with an error.

    `status` is the HTTP status, `request_id` what to quote when you report a problem, `fields` the faults of
    each refused input by its name, `retry_after` seconds after which a retry may succeed.
    """

    def __init__(self, status: int, headers: Mapping[str, str], text: str) -> None:
        body = _object(text)
        error = body.get("error") if isinstance(body.get("error"), dict) else {}
        meta = body.get("meta") if isinstance(body.get("meta"), dict) else {}
        super().__init__(
            error.get("code") or body.get("code") or f"http_{status}",
            error.get("message") or body.get("message") or f"The platform answered {status}.",
        )
        self.status = status
        self.request_id: Optional[str] = (
            meta.get("request_id") or body.get("request_id") or headers.get("X-Request-Id")
        )
        # What answers may be another server, whose errors are of another form.
        errors = body.get("errors") if isinstance(body.get("errors"), dict) else {}
        details = error.get("details") if isinstance(error.get("details"), list) else []
        self.fields: dict[str, list[str]] = {
            name: list(faults) for name, faults in errors.items() if isinstance(faults, list)
        }
        for fault in details:
            if isinstance(fault, dict) and "field" in fault:
                self.fields.setdefault(fault["field"], []).append(fault.get("message", ""))
        self.retry_after = retry_after(headers.get("Retry-After"))

    def __str__(self) -> str:
        faults = "; ".join(f"{name}: {' '.join(texts)}" for name, texts in self.fields.items())
        return f"{self.status} {self.code}: {self.message}{f' ({faults})' if faults else ''}"


def _object(text: str) -> dict[str, Any]:
    """The JSON of an answer; a proxy on the way answers with a page of its own."""
    try:
        body = json.loads(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds that a `Retry-After` header names, as a number or as a date."""
    if header is None or header.strip() == "":
        return None
    try:
        return max(0.0, float(header))
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    if until.tzinfo is None:
        until = until.replace(tzinfo=timezone.utc)
    return max(0.0, (until - datetime.now(timezone.utc)).total_seconds())
