import type { Scope } from '@platform/identity';

export const ROLES = ['owner', 'editor', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** A person in an organisation; an invitation until they sign in for the first time. */
export interface Member {
  /** TypeID, `mbr_…`. */
  id: string;
  organisation: string;
  /** Where the invitation was meant for, then what the provider has verified. It proves nothing. */
  email: string;
  name: string | null;
  role: Role;
  /** When an invitation ends; null for those who have joined. */
  invitedUntil: Date | null;
  joinedAt: Date | null;
  lastLoginAt: Date | null;
  createdAt: Date;
}

const READ: readonly Scope[] = [
  'websites:read',
  'stats:read',
  'reports:read',
  'palettes:read',
  'tokens:read',
  'workspaces:read',
  'usage:read',
];
const WRITE: readonly Scope[] = [
  'websites:write',
  'reports:write',
  'palettes:write',
  'tokens:write',
  'themes:write',
  'workspaces:write',
  'webhooks:write',
];

const SCOPES_OF: Readonly<Record<Role, readonly (Scope | '*')[]>> = {
  owner: ['*'],
  editor: [...READ, ...WRITE],
  viewer: READ,
};

/** What members with a role may do. Only owners manage members and keys. */
export const scopesOf = (role: Role): readonly (Scope | '*')[] => SCOPES_OF[role];
