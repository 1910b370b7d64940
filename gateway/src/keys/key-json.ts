import type { ApiKey } from './api-key.ts';
import type { RecordedKeyEvent } from './key-events-store.ts';
import type { IssuedKey } from './keys-service.ts';

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

/** An entry of the audit log in responses. */
export const keyEventJson = (event: RecordedKeyEvent): Record<string, unknown> => ({
  id: event.id,
  key_id: event.keyId,
  action: event.action,
  actor: event.actor,
  address: event.address,
  request_id: event.requestId,
  details: event.details,
  created_at: event.at.toISOString(),
});
