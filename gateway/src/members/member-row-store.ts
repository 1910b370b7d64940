import type { Database, Transaction } from '@platform/database';

import type { Member, Role } from './member.ts';

export interface MemberRow {
  id: string;
  organisation_id: string;
  email: string;
  name: string | null;
  role: Role;
  issuer: string | null;
  subject: string | null;
  invited_until: Date | null;
  joined_at: Date | null;
  last_login_at: Date | null;
  created_at: Date;
}

export const toMember = (row: MemberRow): Member => ({
  id: row.id,
  organisation: row.organisation_id,
  email: row.email,
  name: row.name,
  role: row.role,
  issuer: row.issuer,
  subject: row.subject,
  invitedUntil: row.invited_until,
  joinedAt: row.joined_at,
  lastLoginAt: row.last_login_at,
  createdAt: row.created_at,
});

export const findMember = async (
  database: Database | Transaction,
  organisation: string,
  id: string,
): Promise<Member | undefined> => {
  const row = await database('members')
    .where({ id, organisation_id: organisation })
    .first<MemberRow | undefined>();
  return row && toMember(row);
};

/** Lets one change of an organisation's members happen at a time, so that an owner remains. */
export const lockMembers = async (transaction: Transaction, organisation: string): Promise<void> => {
  await transaction('organisations').where({ id: organisation }).forUpdate().first('id');
};

/** True if somebody else has joined as an owner. */
export const hasOtherOwner = async (transaction: Transaction, member: Member): Promise<boolean> => {
  const other = await transaction('members')
    .where({ organisation_id: member.organisation, role: 'owner' })
    .whereNotNull('joined_at')
    .whereNot({ id: member.id })
    .first<{ id: string } | undefined>('id');
  return other !== undefined;
};
