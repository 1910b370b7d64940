# Made from the platform's /openapi.json by `npm run generate` in packages/client. Do not edit.
"""Every operation of the platform as a method."""

from __future__ import annotations

from typing import Any, Dict, List, Optional

from .pages import Pages
from .transport import UNSET, Answer, File, Request, Transport, given, path_of


def data_of(answer: Answer) -> Any:
    """The record itself, without the envelope around it."""
    body = answer.json()
    # The answer to a deletion has no `data`: it says itself what was deleted.
    return body["data"] if isinstance(body, dict) and body.get("data") is not None else body


def file_of(answer: Answer) -> File:
    """An answer that isn't JSON, with its media type."""
    return File(answer.content, answer.headers.get_content_type(), answer.headers)


class AccountEmail:
    """Operations of `account.email`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def change(self, *, email: str, request: Optional[Request] = None) -> Any:
        """Change your e-mail address. (POST /v1/account/email)"""
        return data_of(self._transport.send("POST", "/v1/account/email", body=given({"email": email}), options=request))

    def confirm(self, *, token: str, request: Optional[Request] = None) -> Any:
        """Confirm your new e-mail address. (POST /v1/account/email/confirm)"""
        return data_of(self._transport.send("POST", "/v1/account/email/confirm", body=given({"token": token}), options=request))

    def withdraw(self, *, request: Optional[Request] = None) -> Any:
        """Keep your e-mail address. (DELETE /v1/account/email)"""
        return data_of(self._transport.send("DELETE", "/v1/account/email", options=request))


class AccountPasskeys:
    """Operations of `account.passkeys`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def add(
        self,
        *,
        attempt: str,
        passkey: Dict[str, Any],
        name: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Add a passkey. (POST /v1/account/passkeys)"""
        return data_of(self._transport.send("POST", "/v1/account/passkeys", body=given({"attempt": attempt, "passkey": passkey, "name": name}), options=request))

    def remove(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Remove a passkey. (DELETE /v1/account/passkeys/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/account/passkeys/{id}", {"id": id}), options=request))

    def rename(self, id: str | int, /, *, name: str, request: Optional[Request] = None) -> Any:
        """Rename a passkey. (PATCH /v1/account/passkeys/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/v1/account/passkeys/{id}", {"id": id}), body=given({"name": name}), options=request))

    def request_(self, *, request: Optional[Request] = None) -> Any:
        """Ask for a new passkey. (POST /v1/account/passkeys/options)"""
        return data_of(self._transport.send("POST", "/v1/account/passkeys/options", options=request))


class AccountRecoveryCodes:
    """Operations of `account.recovery_codes`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def renew(self, *, request: Optional[Request] = None) -> Any:
        """Make new recovery codes. (POST /v1/account/recovery-codes)"""
        return data_of(self._transport.send("POST", "/v1/account/recovery-codes", options=request))


class AccountSecondFactor:
    """Operations of `account.second_factor`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def turn_off(self, *, request: Optional[Request] = None) -> Any:
        """Turn the second step off. (DELETE /v1/account/second-factor)"""
        return data_of(self._transport.send("DELETE", "/v1/account/second-factor", options=request))

    def turn_on(self, *, request: Optional[Request] = None) -> Any:
        """Ask for a passkey after the password. (POST /v1/account/second-factor)"""
        return data_of(self._transport.send("POST", "/v1/account/second-factor", options=request))


class AccountTotp:
    """Operations of `account.totp`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def confirm(self, *, code: str, request: Optional[Request] = None) -> Any:
        """Confirm the app with a first code. (POST /v1/account/totp/confirm)"""
        return data_of(self._transport.send("POST", "/v1/account/totp/confirm", body=given({"code": code}), options=request))

    def start(self, *, request: Optional[Request] = None) -> Any:
        """Set up an app that shows codes. (POST /v1/account/totp)"""
        return data_of(self._transport.send("POST", "/v1/account/totp", options=request))


class Account:
    """Operations of `account`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.email = AccountEmail(transport)
        self.passkeys = AccountPasskeys(transport)
        self.recovery_codes = AccountRecoveryCodes(transport)
        self.second_factor = AccountSecondFactor(transport)
        self.totp = AccountTotp(transport)

    def prove(
        self,
        *,
        password: str = UNSET,
        attempt: str = UNSET,
        passkey: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Prove who you are. (POST /v1/account/proof)"""
        return data_of(self._transport.send("POST", "/v1/account/proof", body=given({"password": password, "attempt": attempt, "passkey": passkey}), options=request))

    def request_proof(self, *, request: Optional[Request] = None) -> Any:
        """Ask for a passkey as a proof. (POST /v1/account/proof/options)"""
        return data_of(self._transport.send("POST", "/v1/account/proof/options", options=request))

    def set_password(self, *, password: str, request: Optional[Request] = None) -> Any:
        """Set your password. (PUT /v1/account/password)"""
        return data_of(self._transport.send("PUT", "/v1/account/password", body=given({"password": password}), options=request))

    def show(self, *, request: Optional[Request] = None) -> Any:
        """Show your account. (GET /v1/account)"""
        return data_of(self._transport.send("GET", "/v1/account", options=request))

    def update(self, *, name: str | None, request: Optional[Request] = None) -> Any:
        """Change your name. (PATCH /v1/account)"""
        return data_of(self._transport.send("PATCH", "/v1/account", body=given({"name": name}), options=request))


class Contrast:
    """Operations of `contrast`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        foreground: str,
        background: str,
        level: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Check the contrast of two colours. (GET /v1/contrast)"""
        return data_of(self._transport.send("GET", "/v1/contrast", query=given({"level": level, "foreground": foreground, "background": background}), options=request))


class DeviceLogins:
    """Operations of `device_logins`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def approve(
        self,
        code: str | int,
        /,
        *,
        scopes: List[Any],
        expires_at: str,
        name: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Let a command line in. (POST /v1/device-logins/{code}/approval)"""
        return data_of(self._transport.send("POST", path_of("/v1/device-logins/{code}/approval", {"code": code}), body=given({"name": name, "scopes": scopes, "expires_at": expires_at}), options=request))

    def deny(self, code: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Turn a command line away. (POST /v1/device-logins/{code}/denial)"""
        return data_of(self._transport.send("POST", path_of("/v1/device-logins/{code}/denial", {"code": code}), options=request))

    def show(self, code: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a command line that waits. (GET /v1/device-logins/{code})"""
        return data_of(self._transport.send("GET", path_of("/v1/device-logins/{code}", {"code": code}), options=request))


class Events:
    """Operations of `events`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def send(self, *, events: List[Any], request: Optional[Request] = None) -> Any:
        """Store events from a server. (POST /api/v1/events)"""
        return data_of(self._transport.send("POST", "/api/v1/events", body=given({"events": events}), options=request))


class GroupsLinks:
    """Operations of `groups.links`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        expires_in: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a link that opens a group’s closed page. (POST /api/v1/groups/{id}/links)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/groups/{id}/links", {"id": id}), body=given({"name": name, "expires_in": expires_in}), options=request))

    def delete(self, id: str | int, link: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a link that opens a group’s page. (DELETE /api/v1/groups/{id}/links/{link})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/groups/{id}/links/{link}", {"id": id, "link": link}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the links that open a group’s page. (GET /api/v1/groups/{id}/links)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/groups/{id}/links", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)


class Groups:
    """Operations of `groups`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.links = GroupsLinks(transport)

    def create(self, *, name: str, websites: List[Any], request: Optional[Request] = None) -> Any:
        """Create a group. (POST /api/v1/groups)"""
        return data_of(self._transport.send("POST", "/api/v1/groups", body=given({"name": name, "websites": websites}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a group. (DELETE /api/v1/groups/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/groups/{id}", {"id": id}), options=request))

    def list(self, *, request: Optional[Request] = None) -> Any:
        """List groups by name. (GET /api/v1/groups)"""
        return data_of(self._transport.send("GET", "/api/v1/groups", options=request))

    def replace(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        websites: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a group. (PUT /api/v1/groups/{id})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/groups/{id}", {"id": id}), body=given({"name": name, "websites": websites}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a group. (GET /api/v1/groups/{id})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/groups/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        websites: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a group. (PATCH /api/v1/groups/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/groups/{id}", {"id": id}), body=given({"name": name, "websites": websites}), options=request))


class Harmonies:
    """Operations of `harmonies`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, base_color: str, count: int = UNSET, request: Optional[Request] = None) -> Any:
        """Show every harmony of a colour. (GET /v1/harmonies)"""
        return data_of(self._transport.send("GET", "/v1/harmonies", query=given({"base_color": base_color, "count": count}), options=request))


class KeysEvents:
    """Operations of `keys.events`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: int = UNSET, cursor: str = UNSET, request: Optional[Request] = None) -> Pages:
        """List what happened to the API keys. (GET /v1/keys/events)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/keys/events", query=query, options=request), given({"limit": limit, "cursor": cursor}), True)


class Keys:
    """Operations of `keys`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.events = KeysEvents(transport)

    def create(
        self,
        *,
        name: str,
        scopes: List[Any],
        expires_at: str = UNSET,
        allowed_addresses: List[Any] = UNSET,
        rate_limit_per_minute: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create an API key. (POST /v1/keys)"""
        return data_of(self._transport.send("POST", "/v1/keys", body=given({"name": name, "scopes": scopes, "expires_at": expires_at, "allowed_addresses": allowed_addresses, "rate_limit_per_minute": rate_limit_per_minute}), options=request))

    def list(self, *, limit: int = UNSET, cursor: str = UNSET, request: Optional[Request] = None) -> Pages:
        """List the organisation's API keys. (GET /v1/keys)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/keys", query=query, options=request), given({"limit": limit, "cursor": cursor}), True)

    def revoke(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Revoke an API key. (DELETE /v1/keys/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/keys/{id}", {"id": id}), options=request))

    def revoke_self(self, *, request: Optional[Request] = None) -> Any:
        """Revoke the key that makes the request. (DELETE /v1/keys/self)"""
        return data_of(self._transport.send("DELETE", "/v1/keys/self", options=request))

    def rotate(self, id: str | int, /, *, grace_seconds: int = UNSET, request: Optional[Request] = None) -> Any:
        """Replace an API key. (POST /v1/keys/{id}/rotate)"""
        return data_of(self._transport.send("POST", path_of("/v1/keys/{id}/rotate", {"id": id}), body=given({"grace_seconds": grace_seconds}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show an API key. (GET /v1/keys/{id})"""
        return data_of(self._transport.send("GET", path_of("/v1/keys/{id}", {"id": id}), options=request))

    def show_self(self, *, request: Optional[Request] = None) -> Any:
        """Show the key that makes the request. (GET /v1/keys/self)"""
        return data_of(self._transport.send("GET", "/v1/keys/self", options=request))


class MembersEvents:
    """Operations of `members.events`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self, *, limit: int = UNSET, cursor: str = UNSET, request: Optional[Request] = None) -> Pages:
        """List what happened to the members. (GET /v1/members/events)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/members/events", query=query, options=request), given({"limit": limit, "cursor": cursor}), True)


class Members:
    """Operations of `members`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.events = MembersEvents(transport)

    def invite(self, *, email: str, role: str, language: str = UNSET, request: Optional[Request] = None) -> Any:
        """Invite a member. (POST /v1/members)"""
        return data_of(self._transport.send("POST", "/v1/members", body=given({"email": email, "role": role, "language": language}), options=request))

    def invite_again(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Make a new invitation link. (POST /v1/members/{id}/invitation)"""
        return data_of(self._transport.send("POST", path_of("/v1/members/{id}/invitation", {"id": id}), options=request))

    def list(self, *, limit: int = UNSET, cursor: str = UNSET, request: Optional[Request] = None) -> Pages:
        """List members and invitations. (GET /v1/members)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/members", query=query, options=request), given({"limit": limit, "cursor": cursor}), True)

    def remove(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Remove a member or withdraw an invitation. (DELETE /v1/members/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/members/{id}", {"id": id}), options=request))

    def reset_link(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Make a link that lets a member back in. (POST /v1/members/{id}/reset-link)"""
        return data_of(self._transport.send("POST", path_of("/v1/members/{id}/reset-link", {"id": id}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a member. (GET /v1/members/{id})"""
        return data_of(self._transport.send("GET", path_of("/v1/members/{id}", {"id": id}), options=request))

    def update(self, id: str | int, /, *, role: str, request: Optional[Request] = None) -> Any:
        """Change a member's role. (PATCH /v1/members/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/v1/members/{id}", {"id": id}), body=given({"role": role}), options=request))


class PalettesFromImage:
    """Operations of `palettes.from_image`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        image: str = UNSET,
        url: str = UNSET,
        count: int = UNSET,
        workspace_id: str = UNSET,
        name: str | None = UNSET,
        description: str | None = UNSET,
        scale: Any = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a palette from the main colours of an image. (POST /v1/palettes/from-image)"""
        return data_of(self._transport.send("POST", "/v1/palettes/from-image", body=given({"image": image, "url": url, "count": count, "workspace_id": workspace_id, "name": name, "description": description, "scale": scale}), options=request))


class Palettes:
    """Operations of `palettes`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.from_image = PalettesFromImage(transport)

    def contrast(self, id: str | int, /, *, level: str = UNSET, request: Optional[Request] = None) -> Any:
        """Check WCAG contrast ratios for a palette. (GET /v1/palettes/{id}/contrast)"""
        return data_of(self._transport.send("GET", path_of("/v1/palettes/{id}/contrast", {"id": id}), query=given({"level": level}), options=request))

    def create(
        self,
        *,
        base_color: str = UNSET,
        colors: List[Any] = UNSET,
        harmony: str = UNSET,
        count: int = UNSET,
        workspace_id: str = UNSET,
        name: str | None = UNSET,
        description: str | None = UNSET,
        scale: Any = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Generate a new colour palette. (POST /v1/palettes)"""
        return data_of(self._transport.send("POST", "/v1/palettes", body=given({"base_color": base_color, "colors": colors, "harmony": harmony, "count": count, "workspace_id": workspace_id, "name": name, "description": description, "scale": scale}), options=request))

    def create_link(
        self,
        id: str | int,
        /,
        *,
        name: str | None = UNSET,
        expires_in: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a link that opens a palette. (POST /v1/palettes/{id}/links)"""
        return data_of(self._transport.send("POST", path_of("/v1/palettes/{id}/links", {"id": id}), body=given({"name": name, "expires_in": expires_in}), options=request))

    def delete(self, id: str | int, /, *, cascade: bool = UNSET, request: Optional[Request] = None) -> Any:
        """Delete a palette. (DELETE /v1/palettes/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/palettes/{id}", {"id": id}), query=given({"cascade": cascade}), options=request))

    def delete_link(self, id: str | int, link: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a link that opens a palette. (DELETE /v1/palettes/{id}/links/{link})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/palettes/{id}/links/{link}", {"id": id, "link": link}), options=request))

    def diff(self, id: str | int, /, *, from_: int, to: int = UNSET, request: Optional[Request] = None) -> Any:
        """Compare two versions of a palette. (GET /v1/palettes/{id}/diff)"""
        return data_of(self._transport.send("GET", path_of("/v1/palettes/{id}/diff", {"id": id}), query=given({"from": from_, "to": to}), options=request))

    def links(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List the links that open a palette. (GET /v1/palettes/{id}/links)"""
        return data_of(self._transport.send("GET", path_of("/v1/palettes/{id}/links", {"id": id}), options=request))

    def list(
        self,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        workspace_id: str = UNSET,
        harmony: str = UNSET,
        search: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List palettes. (GET /v1/palettes)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/palettes", query=query, options=request), given({"limit": limit, "cursor": cursor, "workspace_id": workspace_id, "harmony": harmony, "search": search}), True)

    def picture(self, id: str | int, /, *, vision: str = UNSET, request: Optional[Request] = None) -> File:
        """Draw a palette, optionally as seen with a colour vision deficiency. (GET /v1/palettes/{id}/picture)"""
        return file_of(self._transport.send("GET", path_of("/v1/palettes/{id}/picture", {"id": id}), query=given({"vision": vision}), accept="*/*", options=request))

    def regenerate(
        self,
        id: str | int,
        /,
        *,
        lock: List[Any] = UNSET,
        harmony: str = UNSET,
        count: int = UNSET,
        variation: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Generate the colours of a palette again. (POST /v1/palettes/{id}/regenerate)"""
        return data_of(self._transport.send("POST", path_of("/v1/palettes/{id}/regenerate", {"id": id}), body=given({"lock": lock, "harmony": harmony, "count": count, "variation": variation}), options=request))

    def set_colors(
        self,
        id: str | int,
        /,
        *,
        colors: List[Any] = UNSET,
        version: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Set the colours of a palette. (PUT /v1/palettes/{id}/colors)"""
        return data_of(self._transport.send("PUT", path_of("/v1/palettes/{id}/colors", {"id": id}), body=given({"colors": colors, "version": version}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Retrieve a saved palette. (GET /v1/palettes/{id})"""
        return data_of(self._transport.send("GET", path_of("/v1/palettes/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        name: str | None = UNSET,
        description: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Rename a palette. (PATCH /v1/palettes/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/v1/palettes/{id}", {"id": id}), body=given({"name": name, "description": description}), options=request))

    def version(self, id: str | int, version: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Retrieve a version of a palette. (GET /v1/palettes/{id}/versions/{version})"""
        return data_of(self._transport.send("GET", path_of("/v1/palettes/{id}/versions/{version}", {"id": id, "version": version}), options=request))

    def versions(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List the versions of a palette. (GET /v1/palettes/{id}/versions)"""
        return data_of(self._transport.send("GET", path_of("/v1/palettes/{id}/versions", {"id": id}), options=request))


class Plausible:
    """Operations of `plausible`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def aggregate(
        self,
        *,
        site_id: str,
        period: str = UNSET,
        date: str = UNSET,
        metrics: str = UNSET,
        filters: str = UNSET,
        compare: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Sums of a period, as Plausible answers. (GET /api/v1/stats/aggregate)"""
        return data_of(self._transport.send("GET", "/api/v1/stats/aggregate", query=given({"site_id": site_id, "period": period, "date": date, "metrics": metrics, "filters": filters, "compare": compare}), options=request))

    def breakdown(
        self,
        *,
        site_id: str,
        property: str,
        period: str = UNSET,
        date: str = UNSET,
        metrics: str = UNSET,
        filters: str = UNSET,
        limit: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Sums by the values of a property, as Plausible answers. (GET /api/v1/stats/breakdown)"""
        return data_of(self._transport.send("GET", "/api/v1/stats/breakdown", query=given({"site_id": site_id, "period": period, "date": date, "metrics": metrics, "filters": filters, "property": property, "limit": limit, "page": page}), options=request))

    def query(
        self,
        *,
        site_id: str,
        metrics: List[Any],
        date_range: Any,
        dimensions: List[Any] = UNSET,
        filters: List[Any] = UNSET,
        order_by: List[Any] = UNSET,
        include: Dict[str, Any] = UNSET,
        pagination: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Query statistics in Plausible’s language. (POST /api/v2/query)"""
        return data_of(self._transport.send("POST", "/api/v2/query", body=given({"site_id": site_id, "metrics": metrics, "date_range": date_range, "dimensions": dimensions, "filters": filters, "order_by": order_by, "include": include, "pagination": pagination}), options=request))

    def timeseries(
        self,
        *,
        site_id: str,
        period: str = UNSET,
        date: str = UNSET,
        metrics: str = UNSET,
        filters: str = UNSET,
        interval: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Sums by day, hour or month, as Plausible answers. (GET /api/v1/stats/timeseries)"""
        return data_of(self._transport.send("GET", "/api/v1/stats/timeseries", query=given({"site_id": site_id, "period": period, "date": date, "metrics": metrics, "filters": filters, "interval": interval}), options=request))

    def visitors(self, *, site_id: str, request: Optional[Request] = None) -> File:
        """Visitors of the last five minutes, as Plausible answers. (GET /api/v1/stats/realtime/visitors)"""
        return file_of(self._transport.send("GET", "/api/v1/stats/realtime/visitors", query=given({"site_id": site_id}), accept="*/*", options=request))


class ReportsLinks:
    """Operations of `reports.links`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        expires_in: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a link that opens a report’s closed page. (POST /api/v1/reports/{id}/links)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/reports/{id}/links", {"id": id}), body=given({"name": name, "expires_in": expires_in}), options=request))

    def delete(self, id: str | int, link: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a link that opens a report’s page. (DELETE /api/v1/reports/{id}/links/{link})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/reports/{id}/links/{link}", {"id": id, "link": link}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the links that open a report’s page. (GET /api/v1/reports/{id}/links)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/reports/{id}/links", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)


class ReportsRuns:
    """Operations of `reports.runs`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def diff(
        self,
        id: str | int,
        run: str | int,
        /,
        *,
        against: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Compare a run with an earlier one. (GET /api/v1/reports/{id}/runs/{run}/diff)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/reports/{id}/runs/{run}/diff", {"id": id, "run": run}), query=given({"against": against}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the runs of a report. (GET /api/v1/reports/{id}/runs)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/reports/{id}/runs", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)

    def show(self, id: str | int, run: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a run and what it found. (GET /api/v1/reports/{id}/runs/{run})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/reports/{id}/runs/{run}", {"id": id, "run": run}), options=request))


class Reports:
    """Operations of `reports`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.links = ReportsLinks(transport)
        self.runs = ReportsRuns(transport)

    def create(
        self,
        *,
        url: str,
        privacy: int = UNSET,
        password: str | None = UNSET,
        render: int = UNSET,
        runs: int = UNSET,
        desktop: int = UNSET,
        basic_auth: str | None = UNSET,
        request_headers: str | None = UNSET,
        user_agent: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a report for a URL. (POST /api/v1/reports)"""
        return data_of(self._transport.send("POST", "/api/v1/reports", body=given({"url": url, "privacy": privacy, "password": password, "render": render, "runs": runs, "desktop": desktop, "basic_auth": basic_auth, "request_headers": request_headers, "user_agent": user_agent}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a report and its runs. (DELETE /api/v1/reports/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/reports/{id}", {"id": id}), options=request))

    def export(self, id: str | int, /, *, format: str = UNSET, request: Optional[Request] = None) -> File:
        """Download a report as a file. (GET /api/v1/reports/{id}/export)"""
        return file_of(self._transport.send("GET", path_of("/api/v1/reports/{id}/export", {"id": id}), query=given({"format": format}), accept="*/*", options=request))

    def list(
        self,
        *,
        search: str = UNSET,
        search_by: str = UNSET,
        result: str = UNSET,
        project: str = UNSET,
        got_worse: int = UNSET,
        sort_by: str = UNSET,
        sort: str = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List reports. (GET /api/v1/reports)"""
        return Pages(lambda query: self._transport.send("GET", "/api/v1/reports", query=query, options=request), given({"search": search, "search_by": search_by, "result": result, "project": project, "got_worse": got_worse, "sort_by": sort_by, "sort": sort, "per_page": per_page, "page": page}), False)

    def looks(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show the colours and links of a rendered page. (GET /api/v1/reports/{id}/looks)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/reports/{id}/looks", {"id": id}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a report. (GET /api/v1/reports/{id})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/reports/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        url: str = UNSET,
        privacy: int = UNSET,
        password: str | None = UNSET,
        results: int = UNSET,
        render: int = UNSET,
        runs: int = UNSET,
        desktop: int = UNSET,
        basic_auth: str | None = UNSET,
        request_headers: str | None = UNSET,
        user_agent: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a report. (PUT /api/v1/reports/{id})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/reports/{id}", {"id": id}), body=given({"url": url, "privacy": privacy, "password": password, "results": results, "render": render, "runs": runs, "desktop": desktop, "basic_auth": basic_auth, "request_headers": request_headers, "user_agent": user_agent}), options=request))


class Schedules:
    """Operations of `schedules`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        report_id: int,
        frequency: str = UNSET,
        weekday: int = UNSET,
        hour: int = UNSET,
        timezone: str = UNSET,
        email: int = UNSET,
        email_recipients: str | None = UNSET,
        language: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Generate a report regularly. (POST /api/v1/schedules)"""
        return data_of(self._transport.send("POST", "/api/v1/schedules", body=given({"report_id": report_id, "frequency": frequency, "weekday": weekday, "hour": hour, "timezone": timezone, "email": email, "email_recipients": email_recipients, "language": language}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a schedule. (DELETE /api/v1/schedules/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/schedules/{id}", {"id": id}), options=request))

    def list(
        self,
        *,
        report_id: int = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List schedules. (GET /api/v1/schedules)"""
        return Pages(lambda query: self._transport.send("GET", "/api/v1/schedules", query=query, options=request), given({"report_id": report_id, "per_page": per_page, "page": page}), False)

    def run(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Generate the report of a schedule now. (POST /api/v1/schedules/{id}/run)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/schedules/{id}/run", {"id": id}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a schedule. (GET /api/v1/schedules/{id})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/schedules/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        frequency: str = UNSET,
        weekday: int = UNSET,
        hour: int = UNSET,
        timezone: str = UNSET,
        email: int = UNSET,
        email_recipients: str | None = UNSET,
        language: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a schedule. (PUT /api/v1/schedules/{id})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/schedules/{id}", {"id": id}), body=given({"frequency": frequency, "weekday": weekday, "hour": hour, "timezone": timezone, "email": email, "email_recipients": email_recipients, "language": language}), options=request))


class Sessions:
    """Operations of `sessions`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def end(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """End a session. (DELETE /v1/sessions/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/sessions/{id}", {"id": id}), options=request))

    def end_all(self, *, member_id: str = UNSET, request: Optional[Request] = None) -> Any:
        """Sign out everywhere. (DELETE /v1/sessions)"""
        return data_of(self._transport.send("DELETE", "/v1/sessions", query=given({"member_id": member_id}), options=request))

    def list(
        self,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        member_id: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List your sessions. (GET /v1/sessions)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/sessions", query=query, options=request), given({"limit": limit, "cursor": cursor, "member_id": member_id}), True)


class SignInLinks:
    """Operations of `sign_in_links`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, *, request: Optional[Request] = None) -> Any:
        """Create a sign-in link. (POST /v1/sign-in-links)"""
        return data_of(self._transport.send("POST", "/v1/sign-in-links", options=request))


class SitesCrawls:
    """Operations of `sites.crawls`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Crawl a site again. (POST /api/v1/sites/{id}/crawls)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/sites/{id}/crawls", {"id": id}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the crawls of a site. (GET /api/v1/sites/{id}/crawls)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/sites/{id}/crawls", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)


class SitesLinks:
    """Operations of `sites.links`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        expires_in: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a link that opens a site’s closed page. (POST /api/v1/sites/{id}/links)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/sites/{id}/links", {"id": id}), body=given({"name": name, "expires_in": expires_in}), options=request))

    def delete(self, id: str | int, link: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a link that opens a site’s page. (DELETE /api/v1/sites/{id}/links/{link})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/sites/{id}/links/{link}", {"id": id, "link": link}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the links that open a site’s page. (GET /api/v1/sites/{id}/links)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/sites/{id}/links", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)


class SitesSchedule:
    """Operations of `sites.schedule`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete the schedule of a site. (DELETE /api/v1/sites/{id}/schedule)"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/sites/{id}/schedule", {"id": id}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show the schedule of a site. (GET /api/v1/sites/{id}/schedule)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/sites/{id}/schedule", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        frequency: str = UNSET,
        weekday: int = UNSET,
        hour: int = UNSET,
        timezone: str = UNSET,
        email: int = UNSET,
        email_recipients: str | None = UNSET,
        language: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Have a site crawled regularly. (PUT /api/v1/sites/{id}/schedule)"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/sites/{id}/schedule", {"id": id}), body=given({"frequency": frequency, "weekday": weekday, "hour": hour, "timezone": timezone, "email": email, "email_recipients": email_recipients, "language": language}), options=request))


class Sites:
    """Operations of `sites`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.crawls = SitesCrawls(transport)
        self.links = SitesLinks(transport)
        self.schedule = SitesSchedule(transport)

    def cancel(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """End a crawl. (POST /api/v1/sites/{id}/cancel)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/sites/{id}/cancel", {"id": id}), options=request))

    def changes(
        self,
        id: str | int,
        /,
        *,
        to: int = UNSET,
        from_: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Compare two crawls of a site. (GET /api/v1/sites/{id}/changes)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/sites/{id}/changes", {"id": id}), query=given({"to": to, "from": from_}), options=request))

    def clusters(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the canonical and language clusters of a site. (GET /api/v1/sites/{id}/clusters)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/sites/{id}/clusters", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)

    def create(
        self,
        *,
        url: str = UNSET,
        max_pages: int = UNSET,
        render_pages: int = UNSET,
        privacy: int = UNSET,
        password: str | None = UNSET,
        urls: Any = UNSET,
        basic_auth: str | None = UNSET,
        request_headers: str | None = UNSET,
        user_agent: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Crawl a site, or visit a list of addresses. (POST /api/v1/sites)"""
        return data_of(self._transport.send("POST", "/api/v1/sites", body=given({"url": url, "max_pages": max_pages, "render_pages": render_pages, "privacy": privacy, "password": password, "urls": urls, "basic_auth": basic_auth, "request_headers": request_headers, "user_agent": user_agent}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a site, its crawls and its schedule. (DELETE /api/v1/sites/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/sites/{id}", {"id": id}), options=request))

    def export(
        self,
        id: str | int,
        /,
        *,
        of: str = UNSET,
        format: str = UNSET,
        crawl: int = UNSET,
        request: Optional[Request] = None,
    ) -> File:
        """Download a site as CSV or PDF. (GET /api/v1/sites/{id}/export)"""
        return file_of(self._transport.send("GET", path_of("/api/v1/sites/{id}/export", {"id": id}), query=given({"of": of, "format": format, "crawl": crawl}), accept="*/*", options=request))

    def list(
        self,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        scheduled: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List crawled sites. (GET /api/v1/sites)"""
        return Pages(lambda query: self._transport.send("GET", "/api/v1/sites", query=query, options=request), given({"per_page": per_page, "page": page, "scheduled": scheduled}), False)

    def pages(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        crawl: int = UNSET,
        check: str = UNSET,
        sort_by: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the pages of a site. (GET /api/v1/sites/{id}/pages)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/sites/{id}/pages", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page, "crawl": crawl, "check": check, "sort_by": sort_by}), False)

    def problems(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        crawl: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the problems of a site. (GET /api/v1/sites/{id}/problems)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/sites/{id}/problems", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page, "crawl": crawl}), False)

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a site and the progress of its crawl. (GET /api/v1/sites/{id})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/sites/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        max_pages: int = UNSET,
        render_pages: int = UNSET,
        privacy: int = UNSET,
        password: str | None = UNSET,
        basic_auth: str | None = UNSET,
        request_headers: str | None = UNSET,
        user_agent: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a site. (PUT /api/v1/sites/{id})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/sites/{id}", {"id": id}), body=given({"max_pages": max_pages, "render_pages": render_pages, "privacy": privacy, "password": password, "basic_auth": basic_auth, "request_headers": request_headers, "user_agent": user_agent}), options=request))


class Stats:
    """Operations of `stats`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def clicks(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        page: str = UNSET,
        width: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Count clicks by element. (GET /api/v1/stats/{id}/clicks)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/stats/{id}/clicks", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "page": page, "width": width}), options=request))

    def events(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        request: Optional[Request] = None,
    ) -> File:
        """Export a website’s raw events. (GET /api/v1/stats/{id}/events)"""
        return file_of(self._transport.send("GET", path_of("/api/v1/stats/{id}/events", {"id": id}), query=given({"from": from_, "to": to}), accept="*/*", options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        name: str,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        search: str = UNSET,
        search_by: str = UNSET,
        sort_by: str = UNSET,
        sort: str = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List a statistic of a website. (GET /api/v1/stats/{id})"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/stats/{id}", {"id": id}), query=query, options=request), given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment, "name": name, "search": search, "search_by": search_by, "sort_by": sort_by, "sort": sort, "per_page": per_page, "page": page}), False)

    def overview(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        search: str = UNSET,
        sort_by: str = UNSET,
        sort: str = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """Count all websites side by side. (GET /api/v1/stats)"""
        return Pages(lambda query: self._transport.send("GET", "/api/v1/stats", query=query, options=request), given({"from": from_, "to": to, "search": search, "sort_by": sort_by, "sort": sort, "per_page": per_page, "page": page}), False)

    def properties(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """List the properties of a website’s events. (GET /api/v1/stats/{id}/properties)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/stats/{id}/properties", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment}), options=request))

    def query(
        self,
        id: str | int,
        /,
        *,
        metrics: List[Any],
        filters: List[Any] = UNSET,
        date_range: Any = UNSET,
        compare: Any = UNSET,
        same_hours: bool = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        dimensions: List[Any] = UNSET,
        segment: int = UNSET,
        sort: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Query a website’s statistics. (POST /api/v1/stats/{id}/query)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/stats/{id}/query", {"id": id}), body=given({"metrics": metrics, "filters": filters, "date_range": date_range, "compare": compare, "same_hours": same_hours, "per_page": per_page, "page": page, "dimensions": dimensions, "segment": segment, "sort": sort}), options=request))

    def realtime(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show who is on a website now. (GET /api/v1/stats/{id}/realtime)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/stats/{id}/realtime", {"id": id}), options=request))

    def returns(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show how many visitors come back on the same day. (GET /api/v1/stats/{id}/returns)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/stats/{id}/returns", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment}), options=request))

    def rollup(
        self,
        *,
        metrics: List[Any],
        filters: List[Any] = UNSET,
        date_range: Any = UNSET,
        compare: Any = UNSET,
        same_hours: bool = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        websites: List[Any] = UNSET,
        group: int = UNSET,
        dimensions: List[Any] = UNSET,
        sort: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Query the statistics of several websites as one. (POST /api/v1/stats/rollup/query)"""
        return data_of(self._transport.send("POST", "/api/v1/stats/rollup/query", body=given({"metrics": metrics, "filters": filters, "date_range": date_range, "compare": compare, "same_hours": same_hours, "per_page": per_page, "page": page, "websites": websites, "group": group, "dimensions": dimensions, "sort": sort}), options=request))

    def rollup_realtime(
        self,
        *,
        group: int = UNSET,
        websites: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show who is on several websites now. (GET /api/v1/stats/rollup/realtime)"""
        return data_of(self._transport.send("GET", "/api/v1/stats/rollup/realtime", query=given({"group": group, "websites": websites}), options=request))

    def visits(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List single visits, the latest first. (GET /api/v1/stats/{id}/visits)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/stats/{id}/visits", {"id": id}), query=query, options=request), given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment, "per_page": per_page, "page": page}), False)

    def vitals(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        dimension: str = UNSET,
        page: str = UNSET,
        device: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show the web vitals of a website. (GET /api/v1/stats/{id}/vitals)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/stats/{id}/vitals", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment, "dimension": dimension, "page": page, "device": device}), options=request))


class Status:
    """Operations of `status`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def check(self, *, request: Optional[Request] = None) -> Any:
        """Examine what the platform needs and what is unsafe. (GET /v1/status/checks)"""
        return data_of(self._transport.send("GET", "/v1/status/checks", options=request))

    def show(self, *, request: Optional[Request] = None) -> Any:
        """Show the health of services, queues and versions. (GET /v1/status)"""
        return data_of(self._transport.send("GET", "/v1/status", options=request))


class Themes:
    """Operations of `themes`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        *,
        palette_id: str,
        name: str,
        tokens: Dict[str, Any],
        adjust: bool = UNSET,
        scheme: str | None = UNSET,
        renamed: Dict[str, Any] | None = UNSET,
        description: str | None = UNSET,
        options: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a theme from palette and token set. (POST /v1/themes)"""
        return data_of(self._transport.send("POST", "/v1/themes", body=given({"palette_id": palette_id, "name": name, "tokens": tokens, "adjust": adjust, "scheme": scheme, "renamed": renamed, "description": description, "options": options}), options=request))

    def create_link(
        self,
        id: str | int,
        /,
        *,
        name: str | None = UNSET,
        expires_in: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a link that opens a theme. (POST /v1/themes/{id}/links)"""
        return data_of(self._transport.send("POST", path_of("/v1/themes/{id}/links", {"id": id}), body=given({"name": name, "expires_in": expires_in}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a theme. (DELETE /v1/themes/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/themes/{id}", {"id": id}), options=request))

    def delete_link(self, id: str | int, link: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a link that opens a theme. (DELETE /v1/themes/{id}/links/{link})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/themes/{id}/links/{link}", {"id": id, "link": link}), options=request))

    def derive(
        self,
        id: str | int,
        /,
        *,
        tokens: Dict[str, Any] = UNSET,
        adjust: bool = UNSET,
        scheme: str | None = UNSET,
        renamed: Dict[str, Any] | None = UNSET,
        options: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Try tokens on a theme. (POST /v1/themes/{id}/derive)"""
        return data_of(self._transport.send("POST", path_of("/v1/themes/{id}/derive", {"id": id}), body=given({"tokens": tokens, "adjust": adjust, "scheme": scheme, "renamed": renamed, "options": options}), options=request))

    def diff(self, id: str | int, /, *, from_: int, to: int = UNSET, request: Optional[Request] = None) -> Any:
        """Compare two versions of a theme. (GET /v1/themes/{id}/diff)"""
        return data_of(self._transport.send("GET", path_of("/v1/themes/{id}/diff", {"id": id}), query=given({"from": from_, "to": to}), options=request))

    def links(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List the links that open a theme. (GET /v1/themes/{id}/links)"""
        return data_of(self._transport.send("GET", path_of("/v1/themes/{id}/links", {"id": id}), options=request))

    def list(
        self,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        workspace_id: str = UNSET,
        palette_id: str = UNSET,
        search: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List themes. (GET /v1/themes)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/themes", query=query, options=request), given({"limit": limit, "cursor": cursor, "workspace_id": workspace_id, "palette_id": palette_id, "search": search}), True)

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Retrieve a theme. (GET /v1/themes/{id})"""
        return data_of(self._transport.send("GET", path_of("/v1/themes/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        description: str | None = UNSET,
        tokens: Dict[str, Any] = UNSET,
        adjust: bool = UNSET,
        scheme: str | None = UNSET,
        renamed: Dict[str, Any] | None = UNSET,
        options: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Change a theme. (PATCH /v1/themes/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/v1/themes/{id}", {"id": id}), body=given({"name": name, "description": description, "tokens": tokens, "adjust": adjust, "scheme": scheme, "renamed": renamed, "options": options}), options=request))

    def version(self, id: str | int, version: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Retrieve a version of a theme. (GET /v1/themes/{id}/versions/{version})"""
        return data_of(self._transport.send("GET", path_of("/v1/themes/{id}/versions/{version}", {"id": id, "version": version}), options=request))

    def versions(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List the versions of a theme. (GET /v1/themes/{id}/versions)"""
        return data_of(self._transport.send("GET", path_of("/v1/themes/{id}/versions", {"id": id}), options=request))


class TokensImportWebsite:
    """Operations of `tokens.import.website`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, *, url: str, request: Optional[Request] = None) -> Any:
        """Import design tokens from a website. (POST /v1/tokens/import/website)"""
        return data_of(self._transport.send("POST", "/v1/tokens/import/website", body=given({"url": url}), options=request))


class TokensImport:
    """Operations of `tokens.import`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.website = TokensImportWebsite(transport)

    def create(
        self,
        *,
        format: str = UNSET,
        content: Any = UNSET,
        files: List[Any] = UNSET,
        options: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Import design tokens from a file. (POST /v1/tokens/import)"""
        return data_of(self._transport.send("POST", "/v1/tokens/import", body=given({"format": format, "content": content, "files": files, "options": options}), options=request))


class Tokens:
    """Operations of `tokens`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.import_ = TokensImport(transport)

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Cancel an export, or remove its file. (DELETE /v1/tokens/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/tokens/{id}", {"id": id}), options=request))

    def export(
        self,
        *,
        format: str,
        palette_id: str = UNSET,
        theme_id: str = UNSET,
        prefix: str | None = UNSET,
        version: int = UNSET,
        options: Dict[str, Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Export design tokens in a target format. (POST /v1/tokens/export)"""
        return data_of(self._transport.send("POST", "/v1/tokens/export", body=given({"palette_id": palette_id, "theme_id": theme_id, "format": format, "prefix": prefix, "version": version, "options": options}), options=request))

    def file(self, id: str | int, /, *, request: Optional[Request] = None) -> File:
        """Download the file of a completed export. (GET /v1/tokens/{id}/file)"""
        return file_of(self._transport.send("GET", path_of("/v1/tokens/{id}/file", {"id": id}), accept="*/*", options=request))

    def formats(self, *, request: Optional[Request] = None) -> Any:
        """List the export formats, with an example each. (GET /v1/tokens/formats)"""
        return data_of(self._transport.send("GET", "/v1/tokens/formats", options=request))

    def list(
        self,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        status: str = UNSET,
        format: str = UNSET,
        palette_id: str = UNSET,
        theme_id: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the exports. (GET /v1/tokens)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/tokens", query=query, options=request), given({"limit": limit, "cursor": cursor, "status": status, "format": format, "palette_id": palette_id, "theme_id": theme_id}), True)

    def status(self, id: str | int, /, *, wait: int = UNSET, request: Optional[Request] = None) -> Any:
        """Get token export job status. (GET /v1/tokens/{id}/status)"""
        return data_of(self._transport.send("GET", path_of("/v1/tokens/{id}/status", {"id": id}), query=given({"wait": wait}), options=request))


class Usage:
    """Operations of `usage`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        key_id: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show what the API keys have used. (GET /v1/usage)"""
        return data_of(self._transport.send("GET", "/v1/usage", query=given({"from": from_, "to": to, "key_id": key_id}), options=request))


class WebhooksDeliveries:
    """Operations of `webhooks.deliveries`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(
        self,
        id: str | int,
        /,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List a webhook's deliveries. (GET /v1/webhooks/{id}/deliveries)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/v1/webhooks/{id}/deliveries", {"id": id}), query=query, options=request), given({"limit": limit, "cursor": cursor}), True)

    def repeat(self, id: str | int, delivery: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Deliver an event again. (POST /v1/webhooks/{id}/deliveries/{delivery}/repeat)"""
        return data_of(self._transport.send("POST", path_of("/v1/webhooks/{id}/deliveries/{delivery}/repeat", {"id": id, "delivery": delivery}), options=request))

    def show(self, id: str | int, delivery: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a delivery and its attempts. (GET /v1/webhooks/{id}/deliveries/{delivery})"""
        return data_of(self._transport.send("GET", path_of("/v1/webhooks/{id}/deliveries/{delivery}", {"id": id, "delivery": delivery}), options=request))


class Webhooks:
    """Operations of `webhooks`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.deliveries = WebhooksDeliveries(transport)

    def create(
        self,
        *,
        url: str,
        events: List[Any],
        description: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a webhook. (POST /v1/webhooks)"""
        return data_of(self._transport.send("POST", "/v1/webhooks", body=given({"url": url, "events": events, "description": description}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a webhook and its deliveries. (DELETE /v1/webhooks/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/webhooks/{id}", {"id": id}), options=request))

    def list(self, *, limit: int = UNSET, cursor: str = UNSET, request: Optional[Request] = None) -> Pages:
        """List webhooks. (GET /v1/webhooks)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/webhooks", query=query, options=request), given({"limit": limit, "cursor": cursor}), True)

    def ping(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Send a test event. (POST /v1/webhooks/{id}/ping)"""
        return data_of(self._transport.send("POST", path_of("/v1/webhooks/{id}/ping", {"id": id}), options=request))

    def rotate(self, id: str | int, /, *, grace_seconds: int = UNSET, request: Optional[Request] = None) -> Any:
        """Rotate a webhook's secret. (POST /v1/webhooks/{id}/rotate)"""
        return data_of(self._transport.send("POST", path_of("/v1/webhooks/{id}/rotate", {"id": id}), body=given({"grace_seconds": grace_seconds}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a webhook. (GET /v1/webhooks/{id})"""
        return data_of(self._transport.send("GET", path_of("/v1/webhooks/{id}", {"id": id}), options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        url: str = UNSET,
        events: List[Any] = UNSET,
        description: str | None = UNSET,
        enabled: bool = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Change a webhook. (PATCH /v1/webhooks/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/v1/webhooks/{id}", {"id": id}), body=given({"url": url, "events": events, "description": description, "enabled": enabled}), options=request))


class WebsitesAlerts:
    """Operations of `websites.alerts`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str,
        type: str,
        threshold: int | None = UNSET,
        hours: int | None = UNSET,
        goal: int | None = UNSET,
        period: str | None = UNSET,
        recipients: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create an alert. (POST /api/v1/websites/{id}/alerts)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/alerts", {"id": id}), body=given({"name": name, "type": type, "threshold": threshold, "hours": hours, "goal": goal, "period": period, "recipients": recipients}), options=request))

    def delete(self, id: str | int, alert: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete an alert. (DELETE /api/v1/websites/{id}/alerts/{alert})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/alerts/{alert}", {"id": id, "alert": alert}), options=request))

    def list(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List alerts. (GET /api/v1/websites/{id}/alerts)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/alerts", {"id": id}), options=request))

    def replace(
        self,
        id: str | int,
        alert: str | int,
        /,
        *,
        name: str = UNSET,
        type: str = UNSET,
        threshold: int | None = UNSET,
        hours: int | None = UNSET,
        goal: int | None = UNSET,
        period: str | None = UNSET,
        recipients: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update an alert. (PUT /api/v1/websites/{id}/alerts/{alert})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/websites/{id}/alerts/{alert}", {"id": id, "alert": alert}), body=given({"name": name, "type": type, "threshold": threshold, "hours": hours, "goal": goal, "period": period, "recipients": recipients}), options=request))

    def show(self, id: str | int, alert: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show an alert. (GET /api/v1/websites/{id}/alerts/{alert})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/alerts/{alert}", {"id": id, "alert": alert}), options=request))

    def update(
        self,
        id: str | int,
        alert: str | int,
        /,
        *,
        name: str = UNSET,
        type: str = UNSET,
        threshold: int | None = UNSET,
        hours: int | None = UNSET,
        goal: int | None = UNSET,
        period: str | None = UNSET,
        recipients: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update an alert. (PATCH /api/v1/websites/{id}/alerts/{alert})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}/alerts/{alert}", {"id": id, "alert": alert}), body=given({"name": name, "type": type, "threshold": threshold, "hours": hours, "goal": goal, "period": period, "recipients": recipients}), options=request))


class WebsitesAnnotations:
    """Operations of `websites.annotations`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        text: str,
        kind: str = UNSET,
        time: str = UNSET,
        url: str | None = UNSET,
        rating: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Put an annotation on the chart. (POST /api/v1/websites/{id}/annotations)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/annotations", {"id": id}), body=given({"kind": kind, "text": text, "time": time, "url": url, "rating": rating}), options=request))

    def delete(self, id: str | int, annotation: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete an annotation. (DELETE /api/v1/websites/{id}/annotations/{annotation})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/annotations/{annotation}", {"id": id, "annotation": annotation}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        kind: str = UNSET,
        from_: str = UNSET,
        to: str = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List annotations, the latest first. (GET /api/v1/websites/{id}/annotations)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/websites/{id}/annotations", {"id": id}), query=query, options=request), given({"kind": kind, "from": from_, "to": to, "per_page": per_page, "page": page}), False)

    def replace(
        self,
        id: str | int,
        annotation: str | int,
        /,
        *,
        kind: str = UNSET,
        text: str = UNSET,
        time: str = UNSET,
        url: str | None = UNSET,
        rating: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update an annotation. (PUT /api/v1/websites/{id}/annotations/{annotation})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/websites/{id}/annotations/{annotation}", {"id": id, "annotation": annotation}), body=given({"kind": kind, "text": text, "time": time, "url": url, "rating": rating}), options=request))

    def show(self, id: str | int, annotation: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show an annotation. (GET /api/v1/websites/{id}/annotations/{annotation})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/annotations/{annotation}", {"id": id, "annotation": annotation}), options=request))

    def update(
        self,
        id: str | int,
        annotation: str | int,
        /,
        *,
        kind: str = UNSET,
        text: str = UNSET,
        time: str = UNSET,
        url: str | None = UNSET,
        rating: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update an annotation. (PATCH /api/v1/websites/{id}/annotations/{annotation})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}/annotations/{annotation}", {"id": id, "annotation": annotation}), body=given({"kind": kind, "text": text, "time": time, "url": url, "rating": rating}), options=request))


class WebsitesBots:
    """Operations of `websites.bots`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        visit: str,
        from_: str,
        traits: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Say that a visit was a bot’s. (POST /api/v1/websites/{id}/bots)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/bots", {"id": id}), body=given({"visit": visit, "from": from_, "traits": traits}), options=request))

    def list(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List bots by hand, the latest first. (GET /api/v1/websites/{id}/bots)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/bots", {"id": id}), options=request))

    def preview(
        self,
        id: str | int,
        /,
        *,
        visit: str,
        from_: str,
        traits: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Preview a bot by hand. (POST /api/v1/websites/{id}/bots/preview)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/bots/preview", {"id": id}), body=given({"visit": visit, "from": from_, "traits": traits}), options=request))

    def undo(self, id: str | int, bot: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Take back that a visit was a bot’s. (POST /api/v1/websites/{id}/bots/{bot}/undo)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/bots/{bot}/undo", {"id": id, "bot": bot}), options=request))


class WebsitesDeletions:
    """Operations of `websites.deletions`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        filters: List[Any] = UNSET,
        visit: str = UNSET,
        everything: bool = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Delete statistics. (POST /api/v1/websites/{id}/deletions)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/deletions", {"id": id}), body=given({"from": from_, "to": to, "filters": filters, "visit": visit, "everything": everything}), options=request))

    def list(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List deletions, the latest first. (GET /api/v1/websites/{id}/deletions)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/deletions", {"id": id}), options=request))

    def preview(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        filters: List[Any] = UNSET,
        visit: str = UNSET,
        everything: bool = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Preview a deletion. (POST /api/v1/websites/{id}/deletions/preview)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/deletions/preview", {"id": id}), body=given({"from": from_, "to": to, "filters": filters, "visit": visit, "everything": everything}), options=request))

    def show(self, id: str | int, deletion: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a deletion. (GET /api/v1/websites/{id}/deletions/{deletion})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/deletions/{deletion}", {"id": id, "deletion": deletion}), options=request))


class WebsitesExclusions:
    """Operations of `websites.exclusions`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def preview(self, id: str | int, /, *, exclude_params: str, request: Optional[Request] = None) -> Any:
        """Preview an exclusion of query parameters. (POST /api/v1/websites/{id}/exclusions/preview)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/exclusions/preview", {"id": id}), body=given({"exclude_params": exclude_params}), options=request))

    def test(
        self,
        id: str | int,
        /,
        *,
        url: str,
        canonical: str = UNSET,
        referrer: str = UNSET,
        country: str = UNSET,
        ip: str = UNSET,
        user_agent: str = UNSET,
        screen: str = UNSET,
        visitor_language: str = UNSET,
        data_exclude: str = UNSET,
        data_include: str = UNSET,
        page_rules: str | None = UNSET,
        exclude_pages: str | None = UNSET,
        exclude_hosts: str | None = UNSET,
        exclude_countries: str | None = UNSET,
        exclude_visitors: str | None = UNSET,
        exclude_params: str | None = UNSET,
        exclude_ips: str | None = UNSET,
        trailing_slash: str = UNSET,
        query_order: str = UNSET,
        campaign_case: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Test what a page view would be stored as. (POST /api/v1/websites/{id}/exclusions/test)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/exclusions/test", {"id": id}), body=given({"url": url, "canonical": canonical, "referrer": referrer, "country": country, "ip": ip, "user_agent": user_agent, "screen": screen, "visitor_language": visitor_language, "data_exclude": data_exclude, "data_include": data_include, "page_rules": page_rules, "exclude_pages": exclude_pages, "exclude_hosts": exclude_hosts, "exclude_countries": exclude_countries, "exclude_visitors": exclude_visitors, "exclude_params": exclude_params, "exclude_ips": exclude_ips, "trailing_slash": trailing_slash, "query_order": query_order, "campaign_case": campaign_case}), options=request))


class WebsitesFunnels:
    """Operations of `websites.funnels`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, id: str | int, /, *, name: str, steps: List[Any], request: Optional[Request] = None) -> Any:
        """Create a funnel of 2 to 8 steps. (POST /api/v1/websites/{id}/funnels)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/funnels", {"id": id}), body=given({"name": name, "steps": steps}), options=request))

    def delete(self, id: str | int, funnel: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a funnel. (DELETE /api/v1/websites/{id}/funnels/{funnel})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/funnels/{funnel}", {"id": id, "funnel": funnel}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """List funnels with the visitors of each step. (GET /api/v1/websites/{id}/funnels)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/funnels", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment}), options=request))

    def replace(
        self,
        id: str | int,
        funnel: str | int,
        /,
        *,
        name: str = UNSET,
        steps: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a funnel. (PUT /api/v1/websites/{id}/funnels/{funnel})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/websites/{id}/funnels/{funnel}", {"id": id, "funnel": funnel}), body=given({"name": name, "steps": steps}), options=request))

    def show(
        self,
        id: str | int,
        funnel: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show a funnel. (GET /api/v1/websites/{id}/funnels/{funnel})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/funnels/{funnel}", {"id": id, "funnel": funnel}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment}), options=request))

    def update(
        self,
        id: str | int,
        funnel: str | int,
        /,
        *,
        name: str = UNSET,
        steps: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a funnel. (PATCH /api/v1/websites/{id}/funnels/{funnel})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}/funnels/{funnel}", {"id": id, "funnel": funnel}), body=given({"name": name, "steps": steps}), options=request))


class WebsitesGoals:
    """Operations of `websites.goals`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str,
        type: str,
        pattern: str = UNSET,
        threshold: int | None = UNSET,
        property: str | None = UNSET,
        property_value: str | None = UNSET,
        currency: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a goal. (POST /api/v1/websites/{id}/goals)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/goals", {"id": id}), body=given({"name": name, "type": type, "pattern": pattern, "threshold": threshold, "property": property, "property_value": property_value, "currency": currency}), options=request))

    def delete(self, id: str | int, goal: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a goal. (DELETE /api/v1/websites/{id}/goals/{goal})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/goals/{goal}", {"id": id, "goal": goal}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """List goals with their conversions. (GET /api/v1/websites/{id}/goals)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/goals", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment}), options=request))

    def replace(
        self,
        id: str | int,
        goal: str | int,
        /,
        *,
        name: str = UNSET,
        type: str = UNSET,
        pattern: str = UNSET,
        threshold: int | None = UNSET,
        property: str | None = UNSET,
        property_value: str | None = UNSET,
        currency: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a goal. (PUT /api/v1/websites/{id}/goals/{goal})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/websites/{id}/goals/{goal}", {"id": id, "goal": goal}), body=given({"name": name, "type": type, "pattern": pattern, "threshold": threshold, "property": property, "property_value": property_value, "currency": currency}), options=request))

    def show(
        self,
        id: str | int,
        goal: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        dimension: str = UNSET,
        interval: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show a goal, optionally by the values of a dimension, by day or by month. (GET /api/v1/websites/{id}/goals/{goal})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/goals/{goal}", {"id": id, "goal": goal}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment, "dimension": dimension, "interval": interval}), options=request))

    def update(
        self,
        id: str | int,
        goal: str | int,
        /,
        *,
        name: str = UNSET,
        type: str = UNSET,
        pattern: str = UNSET,
        threshold: int | None = UNSET,
        property: str | None = UNSET,
        property_value: str | None = UNSET,
        currency: str | None = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a goal. (PATCH /api/v1/websites/{id}/goals/{goal})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}/goals/{goal}", {"id": id, "goal": goal}), body=given({"name": name, "type": type, "pattern": pattern, "threshold": threshold, "property": property, "property_value": property_value, "currency": currency}), options=request))


class WebsitesImports:
    """Operations of `websites.imports`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        source: str,
        file_name: str,
        content: str = UNSET,
        complete: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Import data from another program. (POST /api/v1/websites/{id}/imports)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/imports", {"id": id}), body=given({"content": content, "source": source, "file_name": file_name, "complete": complete}), options=request))

    def delete(self, id: str | int, import_id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Undo an import. (DELETE /api/v1/websites/{id}/imports/{import_id})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/imports/{import_id}", {"id": id, "import_id": import_id}), options=request))

    def list(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List imports, the latest first. (GET /api/v1/websites/{id}/imports)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/imports", {"id": id}), options=request))

    def show(self, id: str | int, import_id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show an import and its progress. (GET /api/v1/websites/{id}/imports/{import_id})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/imports/{import_id}", {"id": id, "import_id": import_id}), options=request))

    def update(
        self,
        id: str | int,
        import_id: str | int,
        /,
        *,
        content: str = UNSET,
        part: int = UNSET,
        complete: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Add a part of the file, or say that it is complete. (PATCH /api/v1/websites/{id}/imports/{import_id})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}/imports/{import_id}", {"id": id, "import_id": import_id}), body=given({"content": content, "part": part, "complete": complete}), options=request))


class WebsitesLinks:
    """Operations of `websites.links`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str = UNSET,
        expires_in: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a link that opens a website’s closed page. (POST /api/v1/websites/{id}/links)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/links", {"id": id}), body=given({"name": name, "expires_in": expires_in}), options=request))

    def delete(self, id: str | int, link: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a link that opens a website’s page. (DELETE /api/v1/websites/{id}/links/{link})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/links/{link}", {"id": id, "link": link}), options=request))

    def list(
        self,
        id: str | int,
        /,
        *,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List the links that open a website’s page. (GET /api/v1/websites/{id}/links)"""
        return Pages(lambda query: self._transport.send("GET", path_of("/api/v1/websites/{id}/links", {"id": id}), query=query, options=request), given({"per_page": per_page, "page": page}), False)


class WebsitesSegments:
    """Operations of `websites.segments`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(
        self,
        id: str | int,
        /,
        *,
        name: str,
        filters: List[Any],
        request: Optional[Request] = None,
    ) -> Any:
        """Create a segment. (POST /api/v1/websites/{id}/segments)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/segments", {"id": id}), body=given({"name": name, "filters": filters}), options=request))

    def delete(self, id: str | int, segment: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a segment. (DELETE /api/v1/websites/{id}/segments/{segment})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/segments/{segment}", {"id": id, "segment": segment}), options=request))

    def list(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """List segments by name. (GET /api/v1/websites/{id}/segments)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/segments", {"id": id}), options=request))

    def replace(
        self,
        id: str | int,
        segment: str | int,
        /,
        *,
        name: str = UNSET,
        filters: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a segment. (PUT /api/v1/websites/{id}/segments/{segment})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/websites/{id}/segments/{segment}", {"id": id, "segment": segment}), body=given({"name": name, "filters": filters}), options=request))

    def show(self, id: str | int, segment: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a segment. (GET /api/v1/websites/{id}/segments/{segment})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/segments/{segment}", {"id": id, "segment": segment}), options=request))

    def update(
        self,
        id: str | int,
        segment: str | int,
        /,
        *,
        name: str = UNSET,
        filters: List[Any] = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a segment. (PATCH /api/v1/websites/{id}/segments/{segment})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}/segments/{segment}", {"id": id, "segment": segment}), body=given({"name": name, "filters": filters}), options=request))


class Websites:
    """Operations of `websites`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.alerts = WebsitesAlerts(transport)
        self.annotations = WebsitesAnnotations(transport)
        self.bots = WebsitesBots(transport)
        self.deletions = WebsitesDeletions(transport)
        self.exclusions = WebsitesExclusions(transport)
        self.funnels = WebsitesFunnels(transport)
        self.goals = WebsitesGoals(transport)
        self.imports = WebsitesImports(transport)
        self.links = WebsitesLinks(transport)
        self.segments = WebsitesSegments(transport)

    def create(
        self,
        *,
        domain: str,
        privacy: int = UNSET,
        password: str | None = UNSET,
        email: int = UNSET,
        email_frequency: str = UNSET,
        email_recipients: str | None = UNSET,
        language: str = UNSET,
        exclude_bots: int = UNSET,
        exclude_params: str | None = UNSET,
        exclude_ips: str | None = UNSET,
        trusted_proxies: str | None = UNSET,
        page_rules: str | None = UNSET,
        exclude_pages: str | None = UNSET,
        exclude_hosts: str | None = UNSET,
        exclude_countries: str | None = UNSET,
        exclude_visitors: str | None = UNSET,
        trailing_slash: str = UNSET,
        query_order: str = UNSET,
        campaign_case: str = UNSET,
        embed_origins: str | None = UNSET,
        timezone: str = UNSET,
        week_start: str = UNSET,
        retention_months: Any = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Create a website. (POST /api/v1/websites)"""
        return data_of(self._transport.send("POST", "/api/v1/websites", body=given({"domain": domain, "privacy": privacy, "password": password, "email": email, "email_frequency": email_frequency, "email_recipients": email_recipients, "language": language, "exclude_bots": exclude_bots, "exclude_params": exclude_params, "exclude_ips": exclude_ips, "trusted_proxies": trusted_proxies, "page_rules": page_rules, "exclude_pages": exclude_pages, "exclude_hosts": exclude_hosts, "exclude_countries": exclude_countries, "exclude_visitors": exclude_visitors, "trailing_slash": trailing_slash, "query_order": query_order, "campaign_case": campaign_case, "embed_origins": embed_origins, "timezone": timezone, "week_start": week_start, "retention_months": retention_months}), options=request))

    def delete(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Delete a website and its statistics. (DELETE /api/v1/websites/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}", {"id": id}), options=request))

    def drops(
        self,
        id: str | int,
        /,
        *,
        from_: str = UNSET,
        to: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Count what was not stored, and why. (GET /api/v1/websites/{id}/drops)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/drops", {"id": id}), query=given({"from": from_, "to": to}), options=request))

    def end_server_key(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """End the key for servers. (DELETE /api/v1/websites/{id}/server-key)"""
        return data_of(self._transport.send("DELETE", path_of("/api/v1/websites/{id}/server-key", {"id": id}), options=request))

    def journeys(
        self,
        id: str | int,
        /,
        *,
        page: str,
        from_: str = UNSET,
        to: str = UNSET,
        date_range: str = UNSET,
        filters: str = UNSET,
        segment: int = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Show what visitors viewed before and after a page. (GET /api/v1/websites/{id}/journeys)"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}/journeys", {"id": id}), query=given({"from": from_, "to": to, "date_range": date_range, "filters": filters, "segment": segment, "page": page}), options=request))

    def list(
        self,
        *,
        search: str = UNSET,
        search_by: str = UNSET,
        sort_by: str = UNSET,
        sort: str = UNSET,
        per_page: int = UNSET,
        page: int = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List websites. (GET /api/v1/websites)"""
        return Pages(lambda query: self._transport.send("GET", "/api/v1/websites", query=query, options=request), given({"search": search, "search_by": search_by, "sort_by": sort_by, "sort": sort, "per_page": per_page, "page": page}), False)

    def make_server_key(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Make a key for servers. (POST /api/v1/websites/{id}/server-key)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/server-key", {"id": id}), options=request))

    def move(self, id: str | int, /, *, domain: str, request: Optional[Request] = None) -> Any:
        """Move a website to another domain. (POST /api/v1/websites/{id}/move)"""
        return data_of(self._transport.send("POST", path_of("/api/v1/websites/{id}/move", {"id": id}), body=given({"domain": domain}), options=request))

    def places(self, *, request: Optional[Request] = None) -> Any:
        """Show where countries and cities come from. (GET /api/v1/websites/places)"""
        return data_of(self._transport.send("GET", "/api/v1/websites/places", options=request))

    def replace(
        self,
        id: str | int,
        /,
        *,
        privacy: int = UNSET,
        password: str | None = UNSET,
        email: int = UNSET,
        email_frequency: str = UNSET,
        email_recipients: str | None = UNSET,
        language: str = UNSET,
        exclude_bots: int = UNSET,
        exclude_params: str | None = UNSET,
        exclude_ips: str | None = UNSET,
        trusted_proxies: str | None = UNSET,
        page_rules: str | None = UNSET,
        exclude_pages: str | None = UNSET,
        exclude_hosts: str | None = UNSET,
        exclude_countries: str | None = UNSET,
        exclude_visitors: str | None = UNSET,
        trailing_slash: str = UNSET,
        query_order: str = UNSET,
        campaign_case: str = UNSET,
        embed_origins: str | None = UNSET,
        timezone: str = UNSET,
        week_start: str = UNSET,
        retention_months: Any = UNSET,
        domain: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a website. (PUT /api/v1/websites/{id})"""
        return data_of(self._transport.send("PUT", path_of("/api/v1/websites/{id}", {"id": id}), body=given({"privacy": privacy, "password": password, "email": email, "email_frequency": email_frequency, "email_recipients": email_recipients, "language": language, "exclude_bots": exclude_bots, "exclude_params": exclude_params, "exclude_ips": exclude_ips, "trusted_proxies": trusted_proxies, "page_rules": page_rules, "exclude_pages": exclude_pages, "exclude_hosts": exclude_hosts, "exclude_countries": exclude_countries, "exclude_visitors": exclude_visitors, "trailing_slash": trailing_slash, "query_order": query_order, "campaign_case": campaign_case, "embed_origins": embed_origins, "timezone": timezone, "week_start": week_start, "retention_months": retention_months, "domain": domain}), options=request))

    def show(self, id: str | int, /, *, request: Optional[Request] = None) -> Any:
        """Show a website. (GET /api/v1/websites/{id})"""
        return data_of(self._transport.send("GET", path_of("/api/v1/websites/{id}", {"id": id}), options=request))

    def show_defaults(self, *, request: Optional[Request] = None) -> Any:
        """Show the defaults of websites. (GET /api/v1/websites/defaults)"""
        return data_of(self._transport.send("GET", "/api/v1/websites/defaults", options=request))

    def update(
        self,
        id: str | int,
        /,
        *,
        privacy: int = UNSET,
        password: str | None = UNSET,
        email: int = UNSET,
        email_frequency: str = UNSET,
        email_recipients: str | None = UNSET,
        language: str = UNSET,
        exclude_bots: int = UNSET,
        exclude_params: str | None = UNSET,
        exclude_ips: str | None = UNSET,
        trusted_proxies: str | None = UNSET,
        page_rules: str | None = UNSET,
        exclude_pages: str | None = UNSET,
        exclude_hosts: str | None = UNSET,
        exclude_countries: str | None = UNSET,
        exclude_visitors: str | None = UNSET,
        trailing_slash: str = UNSET,
        query_order: str = UNSET,
        campaign_case: str = UNSET,
        embed_origins: str | None = UNSET,
        timezone: str = UNSET,
        week_start: str = UNSET,
        retention_months: Any = UNSET,
        domain: str = UNSET,
        request: Optional[Request] = None,
    ) -> Any:
        """Update a website. (PATCH /api/v1/websites/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/api/v1/websites/{id}", {"id": id}), body=given({"privacy": privacy, "password": password, "email": email, "email_frequency": email_frequency, "email_recipients": email_recipients, "language": language, "exclude_bots": exclude_bots, "exclude_params": exclude_params, "exclude_ips": exclude_ips, "trusted_proxies": trusted_proxies, "page_rules": page_rules, "exclude_pages": exclude_pages, "exclude_hosts": exclude_hosts, "exclude_countries": exclude_countries, "exclude_visitors": exclude_visitors, "trailing_slash": trailing_slash, "query_order": query_order, "campaign_case": campaign_case, "embed_origins": embed_origins, "timezone": timezone, "week_start": week_start, "retention_months": retention_months, "domain": domain}), options=request))

    def update_defaults(self, *, email_recipients: str | None = UNSET, request: Optional[Request] = None) -> Any:
        """Update the defaults of websites. (PATCH /api/v1/websites/defaults)"""
        return data_of(self._transport.send("PATCH", "/api/v1/websites/defaults", body=given({"email_recipients": email_recipients}), options=request))


class Workspaces:
    """Operations of `workspaces`."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def create(self, *, name: str, request: Optional[Request] = None) -> Any:
        """Create a workspace. (POST /v1/workspaces)"""
        return data_of(self._transport.send("POST", "/v1/workspaces", body=given({"name": name}), options=request))

    def delete(self, id: str | int, /, *, cascade: bool = UNSET, request: Optional[Request] = None) -> Any:
        """Delete a workspace. (DELETE /v1/workspaces/{id})"""
        return data_of(self._transport.send("DELETE", path_of("/v1/workspaces/{id}", {"id": id}), query=given({"cascade": cascade}), options=request))

    def list(
        self,
        *,
        limit: int = UNSET,
        cursor: str = UNSET,
        org_id: str = UNSET,
        search: str = UNSET,
        request: Optional[Request] = None,
    ) -> Pages:
        """List all workspaces. (GET /v1/workspaces)"""
        return Pages(lambda query: self._transport.send("GET", "/v1/workspaces", query=query, options=request), given({"limit": limit, "cursor": cursor, "org_id": org_id, "search": search}), True)

    def update(self, id: str | int, /, *, name: str, request: Optional[Request] = None) -> Any:
        """Rename a workspace. (PATCH /v1/workspaces/{id})"""
        return data_of(self._transport.send("PATCH", path_of("/v1/workspaces/{id}", {"id": id}), body=given({"name": name}), options=request))


class Operations:
    """Every operation of the platform."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self.account = Account(transport)
        self.contrast = Contrast(transport)
        self.device_logins = DeviceLogins(transport)
        self.events = Events(transport)
        self.groups = Groups(transport)
        self.harmonies = Harmonies(transport)
        self.keys = Keys(transport)
        self.members = Members(transport)
        self.palettes = Palettes(transport)
        self.plausible = Plausible(transport)
        self.reports = Reports(transport)
        self.schedules = Schedules(transport)
        self.sessions = Sessions(transport)
        self.sign_in_links = SignInLinks(transport)
        self.sites = Sites(transport)
        self.stats = Stats(transport)
        self.status = Status(transport)
        self.themes = Themes(transport)
        self.tokens = Tokens(transport)
        self.usage = Usage(transport)
        self.webhooks = Webhooks(transport)
        self.websites = Websites(transport)
        self.workspaces = Workspaces(transport)
