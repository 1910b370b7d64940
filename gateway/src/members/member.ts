import { OPERATORS_SCOPE, SCOPES } from '@platform/identity';
import type { Scope } from '@platform/identity';

/** From the one that may do most. */
export const ROLES = ['owner', 'editor', 'viewer'] as const;

export type Role = (typeof ROLES)[number];

/** The issuer of those who have an account here; their subject is the account's id. */
export const LOCAL_ISSUER = 'local';

/** A person in an organisation; an invitation until they sign in for the first time. */
export interface Member {
  /** TypeID, `mbr_…`. */
  id: string;
  organisation: string;
  /** The invited address, then the one that the provider has verified. It proves nothing. */
  email: string;
  name: string | null;
  role: Role;
  /** With the subject, who the member is; null until they have joined. */
  issuer: string | null;
  subject: string | null;
  /** The end of an invitation; null for those who have joined. */
  invitedUntil: Date | null;
  joinedAt: Date | null;
  lastLoginAt: Date | null;
  createdAt: Date;
}

/** Members are of one organisation: none of them sees what is about all. */
const endingIn = (end: string): Scope[] =>
  SCOPES.filter((scope) => scope.endsWith(end) && scope !== OPERATORS_SCOPE);
const READ = endingIn(':read');
/** Without `keys:admin`: what a key may do is the owners' to decide. */
const WRITE = endingIn(':write');

const SCOPES_OF: Readonly<Record<Role, readonly (Scope | '*')[]>> = {
  owner: ['*'],
  editor: [...READ, ...WRITE],
  viewer: READ,
};

/** Returns the scopes of a role's members. Only owners manage members and keys. */
export const scopesOf = (role: Role): readonly (Scope | '*')[] => SCOPES_OF[role];

/** The account that a member signs in with; null for those of an identity provider and invitations. */
export const accountIdOf = ({ issuer, subject }: Pick<Member, 'issuer' | 'subject'>): string | null =>
  issuer === LOCAL_ISSUER ? subject : null;
