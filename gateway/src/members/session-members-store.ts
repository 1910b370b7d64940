import type { Database } from '@platform/database';

import type { Member } from './member.ts';
import { toMember } from './member-row-store.ts';
import type { MemberRow } from './member-row-store.ts';

/** A member with what limits their organisation. */
export interface SessionMember extends Member {
  organisationRateLimit: number | null;
  organisationName: string;
}

/** The member whose session it is, as they are now. */
export const createSessionMemberFinder =
  (database: Database) =>
  async (id: string): Promise<SessionMember | undefined> => {
    const row = await database('members')
      .join('organisations', 'organisations.id', 'members.organisation_id')
      .where({ 'members.id': id })
      .whereNotNull('members.joined_at')
      .first<(MemberRow & { organisation_rate_limit: number | null; organisation_name: string }) | undefined>(
        'members.*',
        'organisations.rate_limit as organisation_rate_limit',
        'organisations.name as organisation_name',
      );
    return (
      row && {
        ...toMember(row),
        organisationRateLimit: row.organisation_rate_limit,
        organisationName: row.organisation_name,
      }
    );
  };
