import { randomBytes } from 'node:crypto';

import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { hashKey } from '../keys/api-key.ts';
import { recordKeyEvent } from '../keys/key-events-store.ts';
import type { KeyEvent } from '../keys/key-events-store.ts';
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
const lockMembers = async (transaction: Transaction, organisation: string): Promise<void> => {
  await transaction('organisations').where({ id: organisation }).forUpdate().first('id');
};

/** True if somebody else has joined as an owner. */
const hasOtherOwner = async (transaction: Transaction, member: Member): Promise<boolean> => {
  const other = await transaction('members')
    .where({ organisation_id: member.organisation, role: 'owner' })
    .whereNotNull('joined_at')
    .whereNot({ id: member.id })
    .first<{ id: string } | undefined>('id');
  return other !== undefined;
};

/** The secrets of an invitation's two links, which are not stored. */
interface InvitationSecrets {
  /** For whoever invites, to pass on. */
  shown: string;
  /** For a mail to the invited address: who has it reads that address' mail. */
  mailed: string;
}

/** An invitation that a link leads to. */
export interface LinkedInvitation {
  member: Member;
  organisationName: string;
  isMailed: boolean;
}

const newSecret = (): string => randomBytes(32).toString('base64url');

/** Makes an invitation's links, in place of those that it had. */
const replaceInvitationLinks = async (
  transaction: Transaction,
  memberId: string,
): Promise<InvitationSecrets> => {
  const secrets = { shown: newSecret(), mailed: newSecret() };
  await transaction('invitation_links').where({ member_id: memberId }).delete();
  await transaction('invitation_links').insert([
    { hash: hashKey(secrets.shown), member_id: memberId, is_mailed: false },
    { hash: hashKey(secrets.mailed), member_id: memberId, is_mailed: true },
  ]);
  return secrets;
};

/**
 * The invitation that a link leads to, while it stands.
 * @param database a transaction keeps others from redeeming it meanwhile
 */
export const findInvitation = async (
  database: Database | Transaction,
  secret: string,
): Promise<LinkedInvitation | undefined> => {
  const row = await database('members')
    .join('invitation_links', 'invitation_links.member_id', 'members.id')
    .join('organisations', 'organisations.id', 'members.organisation_id')
    .where({ 'invitation_links.hash': hashKey(secret), 'members.subject': null })
    .where('members.invited_until', '>', database.fn.now())
    .modify((query) => {
      if (database.isTransaction) void query.forUpdate('members');
    })
    .first<(MemberRow & { organisation_name: string; is_mailed: boolean }) | undefined>(
      'members.*',
      'organisations.name as organisation_name',
      'invitation_links.is_mailed',
    );
  return row && { member: toMember(row), organisationName: row.organisation_name, isMailed: row.is_mailed };
};

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
  /**
   * Changes the role. `last-owner` if nobody else is an owner, `other` if the member isn't any more as
   * they were read.
   */
  changeRole(member: Member, role: Role, event: KeyEvent): Promise<'changed' | 'last-owner' | 'other'>;
  /** Removes a member, and with them their sessions. Otherwise like `changeRole`. */
  remove(member: Member, event: KeyEvent): Promise<'removed' | 'last-owner' | 'other'>;
}

const isJoinedOwner = ({ role, joinedAt }: Member): boolean => role === 'owner' && joinedAt !== null;

/** True if a member has the role, and has or hasn't joined, by which it was decided who may change them. */
const isStill = async (transaction: Transaction, member: Member): Promise<boolean> => {
  const present = await findMember(transaction, member.organisation, member.id);
  return present?.role === member.role && isJoinedOwner(present) === isJoinedOwner(member);
};

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
      if (!(await isStill(transaction, member))) return 'other';
      if (isJoinedOwner(member) && role !== 'owner' && !(await hasOtherOwner(transaction, member)))
        return 'last-owner';
      await transaction('members').where({ id: member.id }).update({ role });
      await recordKeyEvent(transaction, member, event);
      return 'changed';
    }),
  remove: (member, event) =>
    inTransaction(database, async (transaction) => {
      await lockMembers(transaction, member.organisation);
      if (!(await isStill(transaction, member))) return 'other';
      if (isJoinedOwner(member) && !(await hasOtherOwner(transaction, member))) return 'last-owner';
      await transaction('members').where({ id: member.id }).delete();
      await recordKeyEvent(transaction, member, event);
      return 'removed';
    }),
});
