"""Verifies messages of the platform."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import time
from typing import Any, Mapping, Sequence, Union

from .errors import WebhookError


def _key(secret: str) -> bytes:
    text = secret[len("whsec_") :] if secret.startswith("whsec_") else secret
    try:
        key = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        key = b""
    if key == b"":
        raise WebhookError("webhook_secret_invalid", "The secret must be one from the platform: whsec_….")
    return key


def verify_webhook(
    payload: Union[str, bytes],
    headers: Mapping[str, str],
    secret: Union[str, Sequence[str]],
    *,
    tolerance: float = 300,
) -> dict[str, Any]:
    """Verifies a webhook (Standard Webhooks 1.0) and returns its event: `type`, `timestamp` and `data`.

    `payload` is the body exactly as it arrived, `secret` one `whsec_…`, or several while one is being rotated,
    `tolerance` how many seconds old a message may be. Raises WebhookError.
    """
    body = payload.encode() if isinstance(payload, str) else payload
    named = {name.lower(): value for name, value in headers.items()}
    for name in ("webhook-id", "webhook-timestamp", "webhook-signature"):
        if not named.get(name):
            raise WebhookError("webhook_header_missing", f"The header {name} is missing.")
    try:
        age = abs(time.time() - float(named["webhook-timestamp"]))
    except ValueError:
        age = float("inf")
    if not age <= tolerance:
        raise WebhookError("webhook_timestamp_invalid", "The message is too old, or from the future.")
    content = f"{named['webhook-id']}.{named['webhook-timestamp']}.".encode() + body
    sent = [text[3:] for text in named["webhook-signature"].split(" ") if text.startswith("v1,")]
    for one in [secret] if isinstance(secret, str) else secret:
        wanted = base64.b64encode(hmac.new(_key(one), content, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(wanted.encode(), text.encode()) for text in sent):
            return json.loads(body)
    raise WebhookError("webhook_signature_invalid", "No signature of the message is valid.")
