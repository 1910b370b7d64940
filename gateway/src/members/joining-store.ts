import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import type { Knex } from 'knex';

import { recordKeyEvent } from '../keys/key-events-store.ts';
import type { Member, Role } from './member.ts';
import { toMember } from './members-store.ts';
import type { MemberRow } from './members-store.ts';

/** Somebody who has signed in: at the identity provider, or with an account (`LOCAL_ISSUER`). */
export interface Person {
  issuer: string;
  subject: string;
  /** Only if it is verified. */
  email: string | undefined;
  name: string | undefined;
}

/** An organisation that a person may sign in to. */
export interface Joinable {
  organisation: string;
  organisationName: string;
  role: Role;
  /** True for an invitation that nobody has taken up yet. */
  isInvitation: boolean;
}

export interface JoiningStore {
  /** The organisations that a person may sign in to: memberships first, oldest first. */
  findJoinable(person: Person): Promise<Joinable[]>;
  /** The person's last sign-out everywhere, as a text that is never the same twice; null if none. */
  lastSignOut(person: Pick<Person, 'issuer' | 'subject'>): Promise<string | null>;
  /**
   * The membership of a person who signs in to an organisation. An invitation for their verified
   * address becomes one. Undefined if there is neither any more.
   */
  signIn(person: Person, organisation: string, address: string): Promise<Member | undefined>;
}

/**
 * Invitations for an address. Case counts for ASCII letters only: in Unicode the Kelvin sign is an
 * upper-case k, and with it somebody else's address would be taken for the invited one. The first
 * condition uses the index.
 */
const invitationsFor = (database: Database | Transaction, email: string) =>
  database('members')
    .whereRaw('lower(members.email) = lower(?)', [email])
    .whereRaw('lower(members.email COLLATE "C") = lower(? COLLATE "C")', [email])
    .where({ subject: null })
    .where('invited_until', '>', database.fn.now());

const accept = async (
  transaction: Transaction,
  { issuer, subject, email }: Person,
  organisation: string,
  address: string,
): Promise<void> => {
  if (email === undefined) return;
  const [joined] = await invitationsFor(transaction, email)
    .where({ organisation_id: organisation })
    .whereNotExists(transaction('members').where({ issuer, subject, organisation_id: organisation }))
    .update({ issuer, subject, joined_at: transaction.fn.now(), invited_until: null })
    .returning<MemberRow[]>('*');
  if (joined === undefined) return;
  const { id, role } = joined;
  await transaction('invitation_links').where({ member_id: id }).delete();
  await recordKeyEvent(
    transaction,
    { id, organisation },
    { action: 'member_joined', actor: { id, address }, details: { email, issuer, role } },
  );
};

interface JoinableRow {
  id: string;
  organisation_id: string;
  organisation_name: string;
  role: Role;
}

/** Finds members by issuer and subject, and lets those who were invited join. */
export const createJoiningStore = (database: Database): JoiningStore => {
  const withNames = (query: Knex.QueryBuilder): Promise<JoinableRow[]> =>
    query
      .join('organisations', 'organisations.id', 'members.organisation_id')
      .orderBy('members.id')
      .select<JoinableRow[]>(
        'members.id',
        'organisation_id',
        'role',
        'organisations.name as organisation_name',
      );

  const toJoinable =
    (isInvitation: boolean) =>
    (row: JoinableRow): Joinable => ({
      organisation: row.organisation_id,
      organisationName: row.organisation_name,
      role: row.role,
      isInvitation,
    });

  return {
    async findJoinable({ issuer, subject, email }) {
      const joined = await withNames(database('members').where({ issuer, subject }));
      const own = new Set(joined.map(({ organisation_id: id }) => id));
      const invited = email === undefined ? [] : await withNames(invitationsFor(database, email));
      const open = invited.filter(({ organisation_id: id }) => !own.has(id));
      return [...joined.map(toJoinable(false)), ...open.map(toJoinable(true))];
    },
    async lastSignOut({ issuer, subject }) {
      const row = await database('members')
        .where({ issuer, subject })
        .first<{ at: string | null }>(database.raw('max(signed_out_at)::text AS at'));
      return row.at;
    },
    signIn: (person, organisation, address) =>
      inTransaction(database, async (transaction) => {
        await accept(transaction, person, organisation, address);
        const { issuer, subject, email, name } = person;
        const [row] = await transaction('members')
          .where({ issuer, subject, organisation_id: organisation })
          .update({
            last_login_at: transaction.fn.now(),
            ...(email !== undefined && { email }),
            ...(name !== undefined && { name }),
          })
          .returning<MemberRow[]>('*');
        return row && toMember(row);
      }),
  };
};
