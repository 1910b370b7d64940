"""Sends requests, and sends them again where that can help."""

from __future__ import annotations

import json
import os
import random
import secrets
import socket
import time
from dataclasses import dataclass, field
from email.message import Message
from http.client import HTTPException
from typing import Any, Mapping, Optional
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode
from urllib.request import HTTPRedirectHandler, OpenerDirector, Request as HttpRequest, build_opener

from .errors import ApiError, ConnectionFailed, PlatformError

TIMEOUT_SECONDS = 60.0
MAX_RETRIES = 3
_FIRST_SECONDS = 0.25
_LONGEST_SECONDS = 8.0
# A platform that asks for more patience than this gets none: the caller decides.
_LONGEST_RETRY_AFTER = 60.0


class _Unset:
    """Stands for an argument that wasn't given: `None` is sent as `null`."""

    def __repr__(self) -> str:
        return "…"

    def __bool__(self) -> bool:
        return False


UNSET: Any = _Unset()


@dataclass(frozen=True)
class Request:
    """Options of a single request.

    `idempotency_key` belongs to a POST; a random one by default, so that retries never do the work twice.
    `headers` and `query` are sent besides the operation's own.
    """

    timeout: Optional[float] = None
    max_retries: Optional[int] = None
    headers: Mapping[str, str] = field(default_factory=dict)
    query: Mapping[str, Any] = field(default_factory=dict)
    idempotency_key: Optional[str] = None


@dataclass(frozen=True)
class File:
    """An answer that isn't JSON."""

    content: bytes
    media_type: str
    headers: Message

    def text(self) -> str:
        """The content as text in UTF-8."""
        return self.content.decode("utf-8")


@dataclass(frozen=True)
class Answer:
    """An answer with its headers; `content` is what arrived."""

    headers: Message
    content: bytes
    address: str

    def json(self) -> Any:
        """The parsed JSON; None for an answer without a body."""
        if self.content == b"":
            return None
        try:
            return json.loads(self.content)
        except ValueError as cause:
            raise PlatformError(
                "unreadable_answer",
                f"{self.address} answered with something other than JSON. Is this the platform's address?",
            ) from cause


class _NoRedirects(HTTPRedirectHandler):
    """Redirects would carry the key to wherever they lead."""

    def redirect_request(self, *_: Any) -> None:
        return None


def segment(value: Any, name: str, template: str) -> str:
    """A value as a segment of a path: without one, the path would be the collection's."""
    text = "" if value is None or value is UNSET or isinstance(value, bool) else str(value).strip()
    # URLs resolve dots, whether they are encoded or not.
    if text.strip(".") == "":
        raise PlatformError("invalid_argument", f"{template} needs a value for {name}, which is {value!r}.")
    return quote(str(value), safe="")


def path_of(template: str, values: Mapping[str, Any]) -> str:
    """A path with its values: `{id}` of the template becomes that of `values`."""
    path = template
    for name, value in values.items():
        path = path.replace("{" + name + "}", segment(value, name, template))
    return path


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments that were given."""
    return {name: value for name, value in fields.items() if value is not UNSET}


def _query_text(query: Mapping[str, Any]) -> str:
    pairs = [
        (name, {True: "true", False: "false"}.get(item, item) if isinstance(item, bool) else item)
        for name, value in query.items()
        if value is not None and value is not UNSET
        for item in (value if isinstance(value, (list, tuple)) else [value])
    ]
    return f"?{urlencode(pairs)}" if pairs else ""


class Transport:
    """How a client reaches the platform. It holds no connections, and threads may share it."""

    def __init__(
        self,
        url: Optional[str],
        key: Optional[str],
        timeout: float,
        max_retries: int,
        headers: Mapping[str, str],
    ) -> None:
        if url is None:
            url = os.environ.get("PLATFORM_URL")
            key = key if key is not None else os.environ.get("PLATFORM_KEY")
        if not url:
            raise PlatformError(
                "no_address", "Platform needs the address of the platform: `url`, or PLATFORM_URL."
            )
        self._base = url.rstrip("/")
        self._key = key or None
        self._timeout = timeout
        self._max_retries = max_retries
        self._headers = dict(headers)
        self._opener: OpenerDirector = build_opener(_NoRedirects())

    def send(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = {},
        body: Any = UNSET,
        accept: str = "application/json",
        options: Optional[Request] = None,
    ) -> Answer:
        """Sends a request, and sends it again after 408, 429, 5xx and lost connections.

        Raises ApiError, ConnectionFailed.
        """
        options = options or Request()
        method = method.upper()
        headers = {
            "Accept": accept,
            # A misspelt parameter is an error with its name, not something that is ignored.
            "Prefer": "handling=strict",
            "User-Agent": "design-and-analytics-python",
            **({"Authorization": f"Bearer {self._key}"} if self._key else {}),
            **({"Content-Type": "application/json"} if body is not UNSET else {}),
            **({"Idempotency-Key": options.idempotency_key or secrets.token_hex(16)} if method == "POST" else {}),
            **self._headers,
            **options.headers,
        }
        address = self._base + path + _query_text({**query, **options.query})
        data = None if body is UNSET else json.dumps(body, separators=(",", ":")).encode()
        timeout = self._timeout if options.timeout is None else options.timeout
        retries = self._max_retries if options.max_retries is None else options.max_retries
        failed = 0
        while True:
            try:
                return self._attempt(HttpRequest(address, data, headers, method=method), timeout)
            except PlatformError as error:
                delay = _retry_delay(error, failed)
                if delay is None or failed >= retries:
                    raise
                time.sleep(delay)
                failed += 1

    def _attempt(self, request: HttpRequest, timeout: float) -> Answer:
        try:
            with self._opener.open(request, timeout=timeout if timeout > 0 else None) as response:
                return Answer(response.headers, response.read(), request.full_url)
        except HTTPError as error:
            with error:
                raise ApiError(error.code, error.headers, error.read().decode("utf-8", "replace")) from None
        except (URLError, HTTPException, OSError) as cause:
            reason = getattr(cause, "reason", cause)
            if isinstance(reason, (socket.timeout, TimeoutError)):
                raise ConnectionFailed("timeout", "The platform did not answer in time.") from cause
            raise ConnectionFailed("connection_failed", "The platform cannot be reached.") from cause


def _retry_delay(error: PlatformError, failed: int) -> Optional[float]:
    """Seconds to wait before the next attempt; None where another one can't help."""
    named = None
    if isinstance(error, ApiError):
        named = error.retry_after
        is_transient = error.status in (408, 429) or (error.status >= 500 and error.status != 501)
        # 409 with a time: an earlier attempt with the same Idempotency-Key is still being worked on.
        if not is_transient and not (error.status == 409 and named is not None):
            return None
    elif not isinstance(error, ConnectionFailed):
        return None
    if named is not None:
        return named if named <= _LONGEST_RETRY_AFTER else None
    return min(_LONGEST_SECONDS, _FIRST_SECONDS * 2**failed) * (0.5 + random.random() / 2)
