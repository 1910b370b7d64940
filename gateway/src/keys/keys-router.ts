import { created, createRouter, endpoint, envelopeDialect, ok, typeId } from '@platform/http';
import type { ApiRouter } from '@platform/http';

import type { ApiKey } from './api-key.ts';
import {
  createKeyBody,
  keyAnswer,
  keyListAnswer,
  listKeysQuery,
  newKeyAnswer,
  rotateKeyBody,
} from './keys-schema.ts';
import type { Grantor, IssuedKey, KeysService } from './keys-service.ts';
import type { ListCursor } from './list-cursor.ts';

export interface KeysRouterDeps {
  service: KeysService;
  cursor: ListCursor;
}

const isoOrNull = (time: Date | null): string | null => time?.toISOString() ?? null;

const present = (key: ApiKey): Record<string, unknown> => ({
  id: key.id,
  name: key.name,
  last_four: key.lastFour,
  scopes: key.scopes,
  rate_limit_per_minute: key.rateLimit,
  expires_at: isoOrNull(key.expiresAt),
  revoked_at: isoOrNull(key.revokedAt),
  replaces: key.replaces,
  last_used_at: isoOrNull(key.lastUsedAt),
  created_at: key.createdAt.toISOString(),
});

const presentNew = ({ key, text }: IssuedKey): Record<string, unknown> => ({ ...present(key), key: text });

const grantor = (context: {
  caller: { keyId: string; scopes: readonly string[] };
  requestId: string;
}): Grantor => ({ id: context.caller.keyId, scopes: context.caller.scopes, requestId: context.requestId });

const scope = 'keys:admin';
const id = typeId('key', 'key');

/** `/v1/keys`: an organisation manages its own API keys. */
export const createKeysRouter = ({ service, cursor }: KeysRouterDeps): ApiRouter =>
  createRouter(envelopeDialect, 'Keys', [
    endpoint({
      method: 'POST',
      path: '/keys',
      summary: 'Create an API key',
      description: 'The key itself is shown in this answer and never again.',
      scope,
      body: createKeyBody,
      responses: { 201: { description: 'The new key', data: newKeyAnswer } },
      async handler(context) {
        const { name, scopes, expires_at, rate_limit_per_minute } = context.body;
        const { organisation } = context.caller;
        const expiresAt = expires_at === undefined ? null : new Date(expires_at);
        const wishes = { organisation, name, scopes, expiresAt, rateLimit: rate_limit_per_minute ?? null };
        const issued = await service.create(wishes, grantor(context));
        return created(presentNew(issued), `/v1/keys/${issued.key.id}`);
      },
    }),
    endpoint({
      method: 'GET',
      path: '/keys',
      summary: "List the organisation's API keys",
      scope,
      query: listKeysQuery,
      responses: { 200: { description: 'Keys from the newest on', data: keyListAnswer } },
      async handler({ caller: { organisation }, query: { limit, cursor: text } }) {
        const before = text === undefined ? undefined : cursor.read(organisation, text);
        const keys = await service.list(organisation, limit + 1, before);
        const shown = keys.slice(0, limit);
        const last = keys.length > limit ? shown.at(-1) : undefined;
        return ok({
          items: shown.map(present),
          ...(last ? { next_cursor: cursor.write(organisation, last.id) } : {}),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/keys/:id',
      summary: 'Show an API key',
      scope,
      params: { id },
      responses: { 200: { description: 'The key', data: keyAnswer } },
      handler: async ({ caller, params }) => ok(present(await service.show(caller.organisation, params.id))),
    }),
    endpoint({
      method: 'DELETE',
      path: '/keys/:id',
      summary: 'Revoke an API key',
      description: 'It stops working within a second. The record of it stays.',
      scope,
      params: { id },
      responses: { 200: { description: 'The revoked key', data: keyAnswer } },
      handler: async (context) =>
        ok(present(await service.revoke(context.caller.organisation, context.params.id, grantor(context)))),
    }),
    endpoint({
      method: 'POST',
      path: '/keys/:id/rotate',
      summary: 'Replace an API key',
      description:
        'The new key has the scopes, limit and expiry of the old one, which ends after the grace time.',
      scope,
      params: { id },
      body: rotateKeyBody,
      responses: { 201: { description: 'The new key', data: newKeyAnswer } },
      async handler(context) {
        const { organisation } = context.caller;
        const grace = context.body.grace_seconds;
        const issued = await service.rotate(organisation, context.params.id, grace, grantor(context));
        return created(presentNew(issued), `/v1/keys/${issued.key.id}`);
      },
    }),
  ]);
