import {
  created,
  createRouter,
  cursorPageJson,
  endpoint,
  envelopeDialect,
  ok,
  readCursorPage,
  typeId,
} from '@platform/http';
import type { ApiRouter, Cursors } from '@platform/http';
import { OWN_SESSIONS_SCOPE } from '@platform/identity';
import { KEY_ACTIONS } from './api-key.ts';
import { grantorOf } from './keys-service.ts';
import type { KeyEventsStore } from './key-events-store.ts';
import { keyEventJson } from './key-events-store.ts';
import {
  createKeyBody,
  keyEventListResponse,
  keyListResponse,
  keyResponse,
  listKeysQuery,
  newKeyResponse,
  rotateKeyBody,
} from './keys-schema.ts';
import type { KeysService, IssuedKey } from './keys-service.ts';
import type { ApiKey } from './api-key.ts';

export interface KeysRouterDeps {
  service: KeysService;
  events: KeyEventsStore;
  cursors: Cursors;
}

const scope = 'keys:admin';
const id = typeId('key', 'key');

const TAG_DESCRIPTION = 'API keys of the organisation: what they may do, how often, and for how long.';

/** `/v1/keys`: an organisation manages its own API keys. */
export const createKeysRouter = ({ service, events, cursors }: KeysRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, { name: 'Keys', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'POST',
      path: '/keys',
      operationId: 'keys.create',
      secret: true,
      summary: 'Create an API key',
      description: 'The key itself is only shown in this response.',
      scope,
      body: createKeyBody,
      responses: { 201: { description: 'The new key', data: newKeyResponse } },
      async handler(context) {
        const { name, scopes, expires_at, rate_limit_per_minute, allowed_addresses } = context.body;
        const { organisation } = context.caller;
        const expiresAt = expires_at === undefined ? null : new Date(expires_at);
        const input = {
          organisation,
          name,
          scopes,
          expiresAt,
          rateLimit: rate_limit_per_minute ?? null,
          allowedAddresses: allowed_addresses ?? null,
        };
        const issued = await service.create(input, grantorOf(context));
        return created(newKeyJson(issued), `/v1/keys/${issued.key.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/keys',
      operationId: 'keys.list',
      summary: "List the organisation's API keys",
      description: 'With their scopes, limits and last use; revoked and expired ones included. Newest first.',
      scope,
      query: listKeysQuery,
      responses: { 200: { description: 'Keys, newest first', data: keyListResponse } },
      async handler({ caller: { organisation }, query }) {
        const page = await readCursorPage(cursors, ['keys', organisation], query, (before, limit) =>
          service.list(organisation, limit, before ?? undefined),
        );
        return ok(cursorPageJson(page, keyJson));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/keys/events',
      summary: 'List what happened to the API keys',
      description: 'The audit log: who created, rotated or revoked which key, when, and from which address.',
      scope,
      query: listKeysQuery,
      responses: { 200: { description: 'Events, newest first', data: keyEventListResponse } },
      async handler({ caller: { organisation }, query }) {
        const page = await readCursorPage(cursors, ['key-events', organisation], query, (before, limit) =>
          events.list(organisation, KEY_ACTIONS, limit, before),
        );
        return ok(cursorPageJson(page, keyEventJson));
      },
    }),
    endpoint({
      method: 'GET',
      path: '/keys/self',
      operationId: 'keys.showSelf',
      summary: 'Show the key that makes the request',
      description:
        'What a key may do, until when and from where, as seen by itself. Every key may ask; a member, who has no ' +
        'key, gets 404.',
      scope: OWN_SESSIONS_SCOPE,
      responses: { 200: { description: 'The key', data: keyResponse } },
      handler: async ({ caller }) => ok(keyJson(await service.show(caller.organisation, caller.keyId))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/keys/self',
      operationId: 'keys.revokeSelf',
      summary: 'Revoke the key that makes the request',
      description:
        'For programs that no longer need their key, and for whoever finds one that leaked. It stops working within ' +
        'a second; its record is kept. Every key may do this, except the last one with `keys:admin`; a member, who ' +
        'has no key, gets 404.',
      scope: OWN_SESSIONS_SCOPE,
      errors: ['protected'],
      responses: { 200: { description: 'The revoked key', data: keyResponse } },
      handler: async (context) =>
        ok(
          keyJson(
            await service.revoke(context.caller.organisation, context.caller.keyId, grantorOf(context)),
          ),
        ),
    }),
    endpoint({
      method: 'GET',
      path: '/keys/:id',
      operationId: 'keys.show',
      summary: 'Show an API key',
      description: 'Its scopes, limits and last use, never the key itself. Revoked keys are shown as well.',
      scope,
      params: { id },
      responses: { 200: { description: 'The key', data: keyResponse } },
      handler: async ({ caller, params }) => ok(keyJson(await service.show(caller.organisation, params.id))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/keys/:id',
      operationId: 'keys.revoke',
      summary: 'Revoke an API key',
      description: 'It stops working within a second. Its record is kept.',
      scope,
      params: { id },
      errors: ['protected'],
      responses: { 200: { description: 'The revoked key', data: keyResponse } },
      handler: async (context) =>
        ok(keyJson(await service.revoke(context.caller.organisation, context.params.id, grantorOf(context)))),
    }),
    endpoint({
      method: 'POST',
      path: '/keys/:id/rotate',
      operationId: 'keys.rotate',
      secret: true,
      summary: 'Replace an API key',
      description:
        'The new key has the scopes, rate limit, addresses and expiry of the old one, which expires after the grace ' +
        'period. A key can be replaced only once.',
      scope,
      params: { id },
      body: rotateKeyBody,
      responses: { 201: { description: 'The new key', data: newKeyResponse } },
      async handler(context) {
        const { organisation } = context.caller;
        const grace = context.body.grace_seconds;
        const issued = await service.rotate(organisation, context.params.id, grace, grantorOf(context));
        return created(newKeyJson(issued), `/v1/keys/${issued.key.id}`);
      },
    }),
  ]);

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

/** A key in responses. */
export const keyJson = (key: ApiKey): Record<string, unknown> => ({
  id: key.id,
  name: key.name,
  last_four: key.lastFour,
  scopes: key.scopes,
  rate_limit_per_minute: key.rateLimit,
  allowed_addresses: key.allowedAddresses,
  expires_at: isoOrNull(key.expiresAt),
  revoked_at: isoOrNull(key.revokedAt),
  replaces: key.replaces,
  last_used_at: isoOrNull(key.lastUsedAt),
  last_used_address: key.lastUsedAddress,
  created_at: key.createdAt.toISOString(),
});

/** A new key in responses, with its text, which is shown once. */
export const newKeyJson = ({ key, text }: IssuedKey): Record<string, unknown> => ({
  ...keyJson(key),
  key: text,
});
