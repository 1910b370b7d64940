/** What a key may do. `*` stands for all of them. */
export const SCOPES = [
  'websites:read',
  'websites:write',
  'stats:read',
  'reports:read',
  'reports:write',
  'palettes:read',
  'palettes:write',
  'tokens:write',
  'themes:write',
  'workspaces:read',
  'workspaces:write',
  'keys:admin',
] as const;

export type Scope = (typeof SCOPES)[number];

/** True if `value` is a scope, or `*`. */
export const isScope = (value: unknown): value is Scope | '*' =>
  value === '*' || (SCOPES as readonly unknown[]).includes(value);

/** True if a key with the scopes `granted` may do what needs `required`. */
export const grants = (granted: readonly string[], required: Scope): boolean =>
  granted.includes('*') || granted.includes(required);
