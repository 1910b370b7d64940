"""The client: every operation of the API, and what takes several of them."""

from __future__ import annotations

import hashlib
import time
from dataclasses import dataclass
from typing import Any, Mapping, Optional

from . import operations
from .errors import PlatformError
from .transport import MAX_RETRIES, TIMEOUT_SECONDS, UNSET, Answer, Request, Transport, segment

# How long the platform holds each answer until the job ends, and how much later it may arrive.
_HOLD_SECONDS = 20
_LATE_SECONDS = 10


@dataclass(frozen=True)
class DownloadedExport:
    """A finished export with its file, which was checked against the platform's SHA-256."""

    export: dict[str, Any]
    filename: str
    media_type: str
    content: bytes

    def text(self) -> str:
        """The content as text in UTF-8."""
        return self.content.decode("utf-8")


class _Reports(operations.Reports):
    def run(self, url: str, *, wait_for: float = 180, **fields: Any) -> dict[str, Any]:
        """Reports on a page and waits for the result, whose `status` may be `failed`.

        `wait_for` is in seconds; after it, PlatformError `still_pending` is raised and the report goes on.
        """
        report = self.create(url=url, **fields)
        end = time.monotonic() + wait_for
        while report["status"] == "pending":
            if time.monotonic() > end:
                raise PlatformError("still_pending", f"Report {report['id']} is still pending. Ask for it later.")
            time.sleep(min(2.0, max(0.0, end - time.monotonic())))
            report = self.show(report["id"])
        return report


class _Exports:
    def __init__(self, transport: Transport, tokens: operations.Tokens) -> None:
        self._transport = transport
        self._tokens = tokens

    def download(self, *, wait_for: float = 180, **what: Any) -> DownloadedExport:
        """Exports a palette or a theme, waits for the job, and reads the file.

        `what` are the fields of `tokens.export`. Raises PlatformError `export_failed` with the platform's own
        words, `still_pending` after `wait_for` seconds, or `checksum_mismatch`.
        """
        job = self._tokens.export(**what)
        end = time.monotonic() + wait_for
        while job["status"] in ("queued", "processing"):
            left = end - time.monotonic()
            if left <= 0:
                raise PlatformError(
                    "still_pending", f"Export {job['id']} is still {job['status']}. Ask for it later."
                )
            wait = max(1, min(_HOLD_SECONDS, int(left)))
            job = self._tokens.status(job["id"], wait=wait, request=Request(timeout=wait + _LATE_SECONDS))
        if job["status"] == "failed":
            raise PlatformError("export_failed", (job.get("error") or {}).get("message") or "The export failed.")
        path = f"/v1/tokens/{segment(job['id'], 'id', '/v1/tokens/{id}/file')}/file"
        content = self._transport.send("GET", path, accept="*/*").content
        if hashlib.sha256(content).hexdigest() != job.get("sha256"):
            raise PlatformError("checksum_mismatch", f"The file of {job['id']} arrived damaged.")
        return DownloadedExport(
            job,
            job.get("filename") or job["id"],
            job.get("media_type") or "application/octet-stream",
            content,
        )


class Platform(operations.Operations):
    """A client of the platform. It holds no connections, and threads may share it.

    `url` is the gateway's address and `key` an API key; without `url`, PLATFORM_URL and PLATFORM_KEY of the
    environment. `timeout` is in seconds for one attempt (0 waits for ever), `max_retries` how often a failed
    request is tried again.

    >>> platform = Platform("https://api.example.com", "dak_…")
    >>> for website in platform.websites.list():
    ...     print(website["domain"])
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        timeout: float = TIMEOUT_SECONDS,
        max_retries: int = MAX_RETRIES,
        headers: Mapping[str, str] = {},
    ) -> None:
        self._transport = Transport(url, key, timeout, max_retries, headers)
        super().__init__(self._transport)
        self.reports = _Reports(self._transport)
        self.exports = _Exports(self._transport, self.tokens)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] = {},
        body: Any = UNSET,
        accept: str = "application/json",
        request: Optional[Request] = None,
    ) -> Answer:
        """Sends any request with the client's key, retries and errors."""
        return self._transport.send(method, path, query=query, body=body, accept=accept, options=request)
