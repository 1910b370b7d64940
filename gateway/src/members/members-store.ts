import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { recordKeyEvent } from '../keys/key-events-store.ts';
import type { KeyEvent } from '../keys/key-events-store.ts';
import { replaceInvitationLinks } from './invitation-links-store.ts';
import type { InvitationSecrets } from './invitation-links-store.ts';
import type { Member, Role } from './member.ts';
import { findMember, hasOtherOwner, lockMembers, toMember } from './member-row-store.ts';
import type { MemberRow } from './member-row-store.ts';

export interface NewMember extends Pick<Member, 'id' | 'organisation' | 'email' | 'role'> {
  invitedUntil: Date;
}

/** An invitation as it was made, with the secrets of its links. */
export interface Invitation {
  member: Member;
  organisationName: string;
  secrets: InvitationSecrets;
}

export interface MembersStore {
  find(organisation: string, id: string): Promise<Member | undefined>;
  /** An organisation's members and invitations, newest first. */
  list(query: { organisation: string; limit: number; before?: string }): Promise<Member[]>;
  /**
   * Stores an invitation, in place of an earlier one that has ended. Undefined if one for that
   * address stands.
   */
  invite(member: NewMember, event: KeyEvent): Promise<Invitation | undefined>;
  /**
   * Makes an invitation hold until then, with new links in place of the old ones. Undefined if
   * there is no such invitation, or somebody has taken it up.
   */
  renew(organisation: string, id: string, until: Date, event: KeyEvent): Promise<Invitation | undefined>;
  /** Changes the role. `last-owner` if nobody else is an owner. */
  changeRole(member: Member, role: Role, event: KeyEvent): Promise<'changed' | 'last-owner'>;
  /** Removes a member, and with them their sessions. */
  remove(member: Member, event: KeyEvent): Promise<'removed' | 'last-owner'>;
}

const isJoinedOwner = ({ role, joinedAt }: Member): boolean => role === 'owner' && joinedAt !== null;

const withLinks = async (transaction: Transaction, row: MemberRow): Promise<Invitation> => {
  const { name } = await transaction('organisations')
    .where({ id: row.organisation_id })
    .first<{ name: string }>('name');
  return {
    member: toMember(row),
    organisationName: name,
    secrets: await replaceInvitationLinks(transaction, row.id),
  };
};

/** Members in PostgreSQL. Each change also writes a row to `key_events`, in the same transaction. */
export const createMembersStore = (database: Database): MembersStore => ({
  find: (organisation, id) => findMember(database, organisation, id),
  async list({ organisation, limit, before }) {
    const rows = await database('members')
      .where({ organisation_id: organisation })
      .modify((query) => {
        if (before !== undefined) void query.where('id', '<', before);
      })
      .orderBy('id', 'desc')
      .limit(limit)
      .select<MemberRow[]>('*');
    return rows.map(toMember);
  },
  invite: ({ id, organisation, email, role, invitedUntil }, event) =>
    inTransaction(database, async (transaction) => {
      await transaction('members')
        .where({ organisation_id: organisation, subject: null })
        .where('invited_until', '<', transaction.fn.now())
        .delete();
      const [row] = await transaction('members')
        .insert({ id, organisation_id: organisation, email, role, invited_until: invitedUntil })
        .onConflict()
        .ignore()
        .returning<MemberRow[]>('*');
      if (!row) return undefined;
      await recordKeyEvent(transaction, { id, organisation }, event);
      return withLinks(transaction, row);
    }),
  renew: (organisation, id, until, event) =>
    inTransaction(database, async (transaction) => {
      const [row] = await transaction('members')
        .where({ id, organisation_id: organisation, subject: null })
        .update({ invited_until: until })
        .returning<MemberRow[]>('*');
      if (!row) return undefined;
      await recordKeyEvent(transaction, { id, organisation }, event);
      return withLinks(transaction, row);
    }),
  changeRole: (member, role, event) =>
    inTransaction(database, async (transaction) => {
      await lockMembers(transaction, member.organisation);
      if (isJoinedOwner(member) && role !== 'owner' && !(await hasOtherOwner(transaction, member)))
        return 'last-owner';
      await transaction('members').where({ id: member.id }).update({ role });
      await recordKeyEvent(transaction, member, event);
      return 'changed';
    }),
  remove: (member, event) =>
    inTransaction(database, async (transaction) => {
      await lockMembers(transaction, member.organisation);
      if (isJoinedOwner(member) && !(await hasOtherOwner(transaction, member))) return 'last-owner';
      await transaction('members').where({ id: member.id }).delete();
      await recordKeyEvent(transaction, member, event);
      return 'removed';
    }),
});
