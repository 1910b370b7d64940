import type { Principal } from '../keys/api-key.ts';
import { scopesOf } from '../members/member.ts';
import type { SessionMember } from '../members/session-members-store.ts';

/** A member as a caller: with the scopes of their role, and the rate limit of a key. */
export const principalOf = (member: SessionMember): Principal => ({
  id: member.id,
  organisation: member.organisation,
  name: member.name ?? member.email,
  scopes: scopesOf(member.role),
  rateLimit: null,
  organisationRateLimit: member.organisationRateLimit,
  limitId: member.id,
  allowedAddresses: null,
});
