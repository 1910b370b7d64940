/** Scopes of a key. `*` covers all of them except `operators:read`. */
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
  'operators:read',
] as const;

/** Lets the gateway take a service's events. Keys can't have it: `*` doesn't include it. */
export const OUTBOX_SCOPE = 'outbox:take';

/** Lets the gateway pass hits on many at a time. No scope of keys either: `*` doesn't include it. */
export const HITS_SCOPE = 'hits:pass';

/** Lets callers see and end their own sessions. Keys can't have it either: every caller has it. */
export const OWN_SESSIONS_SCOPE = 'sessions:own';

export type Scope = (typeof SCOPES)[number] | typeof OWN_SESSIONS_SCOPE;

/** True if `value` is a scope, or `*`. */
export const isScope = (value: unknown): value is Scope | '*' =>
  value === '*' || (SCOPES as readonly unknown[]).includes(value);

/**
 * Scope for the whole platform, not only the caller's organisation. A key has it by name or not at
 * all, so that no organisation can give it to itself.
 */
export const OPERATORS_SCOPE = 'operators:read' satisfies Scope;

const READ = /:read$/;

/**
 * True if a key with the scopes `granted` may do what needs `required`. Writing includes reading:
 * `tokens:write` is enough where `tokens:read` is needed. `*` includes all but `operators:read`.
 */
export const grants = (granted: readonly string[], required: Scope): boolean =>
  (granted.includes('*') && required !== OPERATORS_SCOPE) ||
  granted.includes(required) ||
  required === OWN_SESSIONS_SCOPE ||
  (READ.test(required) && granted.includes(required.replace(READ, ':write')));
