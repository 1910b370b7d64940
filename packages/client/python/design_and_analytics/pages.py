"""Lists of several pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator, Mapping, Optional

from .errors import PlatformError
from .transport import Answer

# Of one page: its items, its metadata, and what the next page's query has besides.
_Read = Callable[[Mapping[str, Any]], Answer]


@dataclass(frozen=True)
class Page:
    """One page of a list; `meta` has its numbers, such as `total` of a numbered list."""

    items: list[Any]
    meta: dict[str, Any]


class Pages:
    """A list: iterate over it for every item of all pages, or call `page()` for the first page alone.

    Nothing is requested before. Read `all()` before you delete: iterating over a list that shrinks skips some.
    """

    def __init__(self, read: _Read, query: Mapping[str, Any], has_cursor: bool) -> None:
        self._read = read
        self._query = dict(query)
        self._has_cursor = has_cursor

    def page(self) -> Page:
        """Reads the page that the arguments ask for."""
        return self._page(self._query)[0]

    def all(self) -> list[Any]:
        """All items of all pages."""
        return list(self)

    def __iter__(self) -> Iterator[Any]:
        asked: Optional[dict[str, Any]] = {"limit" if self._has_cursor else "per_page": 100, **self._query}
        while asked is not None:
            page, following = self._page(asked)
            yield from page.items
            asked = None if following is None else {**asked, **following}

    def _page(self, query: Mapping[str, Any]) -> tuple[Page, Optional[dict[str, Any]]]:
        answer = self._read(query)
        body = answer.json()
        data = body.get("data") if isinstance(body, dict) else None
        meta = (body.get("meta") if isinstance(body, dict) else None) or {}
        cursor = data.get("next_cursor") if isinstance(data, dict) else None
        items = data.get("items") if isinstance(data, dict) else data
        if not isinstance(items, list):
            raise PlatformError(
                "unreadable_answer",
                f"{answer.address} answered with JSON that contains no list. Is this the platform's address?",
            )
        if self._has_cursor:
            return Page(items, meta), None if cursor is None else {"cursor": cursor}
        current, last = meta.get("current_page", 1), meta.get("last_page", 1)
        return Page(items, meta), {"page": current + 1} if current < last else None
