import { randomBytes } from 'node:crypto';

import type { Database, Transaction } from '@platform/database';

import { hashKey } from '../keys/api-key.ts';
import { toMember } from './member-row-store.ts';
import type { MemberRow } from './member-row-store.ts';
import type { Member } from './member.ts';

/** The secrets of an invitation's two links, which are not stored. */
export interface InvitationSecrets {
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
export const replaceInvitationLinks = async (
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
