/** What a key may do. `*` stands for all of them. */
export const SCOPES = [
  'websites:read',
  'websites:write',
  'stats:read',
  'reports:read',
  'reports:write',
  'palettes:read',
  'palettes:write',
  'tokens:read',
  'tokens:write',
  'themes:write',
  'workspaces:read',
  'workspaces:write',
  'keys:admin',
  'usage:read',
  'webhooks:write',
] as const;

/**
 * Lets the gateway take a service's events. It is no scope of keys: `*` doesn't include it.
 */
export const OUTBOX_SCOPE = 'outbox:take';

/**
 * Lets callers see and end their own sessions. It is no scope of keys either: every caller has it.
 */
export const OWN_SESSIONS_SCOPE = 'sessions:own';

export type Scope = (typeof SCOPES)[number] | typeof OWN_SESSIONS_SCOPE;

/** True if `value` is a scope, or `*`. */
export const isScope = (value: unknown): value is Scope | '*' =>
  value === '*' || (SCOPES as readonly unknown[]).includes(value);

/** True if a key with the scopes `granted` may do what needs `required`. */
export const grants = (granted: readonly string[], required: Scope): boolean =>
  granted.includes('*') ||
  granted.includes(required) ||
  required === OWN_SESSIONS_SCOPE ||
  // Older than its scope for reading, which those keys have had all along.
  (required === 'tokens:read' && granted.includes('tokens:write'));
