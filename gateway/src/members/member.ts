import { domainToASCII } from 'node:url';

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

/** Letters that look alike are of these scripts; an address of two of them pretends to be another. */
const ALPHABETS = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];

/** True for the Kelvin sign, full-width letters and ligatures, which many programs make plain letters. */
const standsForOthers = (text: string): boolean =>
  Array.from(text).some((character) => character.normalize('NFKC') !== character);

/**
 * Why an address is refused although it has the form of one: it could be taken for another one.
 * Undefined for all others.
 */
export const faultOfAddress = (email: string): string | undefined => {
  if (standsForOthers(email) || /[\p{Cf}\p{Cc}\s]/u.test(email))
    return 'holds a character that is easily taken for another';
  const local = email.slice(0, email.lastIndexOf('@'));
  if (ALPHABETS.filter((alphabet) => alphabet.test(local)).length > 1)
    return 'mixes letters of several alphabets';
  return undefined;
};

/**
 * The form in which addresses are compared, the same for all spellings that reach the same mailbox
 * and for no other. Only ASCII letters lose their case before the @: beyond them, lower case makes
 * different letters equal. The domain is written as DNS has it.
 *
 * @example
 * emailKeyOf('Ada@Bücher.example'); // 'ada@xn--bcher-kva.example'
 */
export const emailKeyOf = (email: string): string => {
  // Of an address that is refused, normal forms would make another one.
  const address = standsForOthers(email) ? email : email.normalize('NFC');
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at).replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
  return `${local}@${domainToASCII(address.slice(at + 1))}`;
};
