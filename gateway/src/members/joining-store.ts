import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { recordKeyEvent } from '../keys/key-events-store.ts';
import type { Member } from './member.ts';
import { toMember } from './member-row-store.ts';
import type { MemberRow } from './member-row-store.ts';

/** Somebody whom the identity provider vouches for. */
export interface Person {
  issuer: string;
  subject: string;
  /** Only if the provider has verified it. */
  email: string | undefined;
  name: string | undefined;
}

export interface JoiningStore {
  /**
   * The memberships of a person who signs in, the oldest first. Invitations for their verified
   * address become memberships.
   */
  signIn(person: Person, address: string): Promise<Member[]>;
}

const accept = async (transaction: Transaction, person: Person, address: string): Promise<void> => {
  const { issuer, subject, email } = person;
  if (email === undefined) return;
  const joined = await transaction('members')
    .whereRaw('lower(email) = lower(?)', [email])
    .where({ subject: null })
    .where('invited_until', '>', transaction.fn.now())
    .whereNotIn(
      'organisation_id',
      transaction('members').where({ issuer, subject }).select('organisation_id'),
    )
    .update({ issuer, subject, joined_at: transaction.fn.now(), invited_until: null })
    .returning<MemberRow[]>('*');
  for (const { id, organisation_id: organisation, role } of joined)
    await recordKeyEvent(
      transaction,
      { id, organisation },
      { action: 'member_joined', actor: { id, address }, details: { email, issuer, role } },
    );
};

/** Finds members by issuer and subject, and lets those who were invited join. */
export const createJoiningStore = (database: Database): JoiningStore => ({
  signIn: (person, address) =>
    inTransaction(database, async (transaction) => {
      await accept(transaction, person, address);
      const { issuer, subject, email, name } = person;
      const rows = await transaction('members')
        .where({ issuer, subject })
        .update({
          last_login_at: transaction.fn.now(),
          ...(email !== undefined && { email }),
          ...(name !== undefined && { name }),
        })
        .returning<MemberRow[]>('*');
      return rows.map(toMember).sort((one, other) => (one.id < other.id ? -1 : 1));
    }),
});
