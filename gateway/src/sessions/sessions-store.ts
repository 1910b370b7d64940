import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import type { Knex } from 'knex';

import { LOCAL_ISSUER } from '../members/member.ts';
import type { Session } from './session.ts';

export interface SignInCodesStore {
  /** Stores a code's hash, and removes those that have ended. */
  insert(hash: string, keyId: string, expiresAt: Date): Promise<void>;
  /** Uses a code up. The hash of its key; undefined if it was used, has ended or never was, or its key is revoked. */
  take(hash: string): Promise<string | undefined>;
}

/** Codes that are traded for a session once, in PostgreSQL. */
export const createSignInCodesStore = (database: Database): SignInCodesStore => ({
  async insert(hash, keyId, expiresAt) {
    await database('sign_in_codes').where('expires_at', '<', database.fn.now()).delete();
    await database('sign_in_codes').insert({ hash, key_id: keyId, expires_at: expiresAt });
  },
  async take(hash) {
    // Of two that bring the same code, PostgreSQL lets one delete it. A verifier's cache may know a revoked
    // key for a moment longer, and nothing new is to begin with it.
    const { rows } = await database.raw<{ rows: { hash: string }[] }>(
      `DELETE FROM sign_in_codes USING keys
       WHERE sign_in_codes.hash = ? AND sign_in_codes.expires_at > now() AND keys.id = sign_in_codes.key_id
         AND keys.revoked_at IS NULL
       RETURNING keys.hash`,
      [hash],
    );
    return rows[0]?.hash;
  },
});

export interface NewSession extends Pick<
  Session,
  'id' | 'hash' | 'keyId' | 'memberId' | 'address' | 'userAgent' | 'expiresAt'
> {
  id: string;
  /** The time at which its holder proved who they are; now by default. */
  provenAt?: Date | undefined;
  /** The account that signs in, as it was when its password or passkey was checked. */
  account?: { readonly id: string; readonly generation: number } | undefined;
  /** Hash of the session that vouches for this one, and ends with it. */
  replaces?: string | undefined;
}

/** Owner of sessions: one caller, a whole organisation, or a person in all their organisations. */
export type SessionOwner =
  | {
      organisation: string;
      /** A key's or a member's id. */
      callerId?: string;
    }
  | {
      /** One of the person's memberships. */
      memberId: string;
    };

export interface SessionsStore {
  /**
   * Stores a session, and removes those that have ended. False if its holder was removed, signed out
   * everywhere or got a new password meanwhile.
   */
  insert(session: NewSession): Promise<boolean>;
  /** A running session. */
  find(hash: string): Promise<Session | undefined>;
  /** Running sessions, newest first. */
  list(owner: SessionOwner, limit: number, before: string | null): Promise<Session[]>;
  remove(hash: string): Promise<void>;
  /** Ends one of the owner's sessions. Returns false if none has this id. */
  end(owner: SessionOwner, id: string): Promise<boolean>;
  /**
   * Ends the owner's sessions, and a person's sign-in that waits for a second step or an organisation.
   * Returns how many sessions ended.
   */
  endAll(owner: SessionOwner): Promise<number>;
  /** Writes that a session's holder has proved now who they are. */
  prove(hash: string): Promise<void>;
  /** Writes that a session was used now. */
  touch(hash: string): Promise<void>;
}

/**
 * True while a session may begin, which holds until the transaction ends. Rows are locked in the order
 * in which the removal of a member takes them.
 */
const mayBegin = async (
  transaction: Transaction,
  { memberId, account, replaces }: Pick<NewSession, 'memberId' | 'account' | 'replaces'>,
): Promise<boolean> => {
  if (memberId === null) return true;
  const member = await transaction('members')
    .where({ id: memberId })
    .forKeyShare()
    .first<{ id: string } | undefined>('id');
  if (!member) return false;
  if (account) {
    const { id, generation } = account;
    const same = await transaction('accounts')
      .where({ id, generation })
      .forShare()
      .first<{ id: string } | undefined>('id');
    if (!same) return false;
  }
  return replaces === undefined || (await transaction('sessions').where({ hash: replaces }).delete()) > 0;
};

/** Browser sessions in PostgreSQL, which every gateway asks with each request that carries one. */
export const createSessionsStore = (database: Database): SessionsStore => {
  /** The memberships of the person who has this one. */
  const membershipsOf = (memberId: string) =>
    database('members as own')
      .join('members as all', (on) => {
        on.on('all.issuer', 'own.issuer').andOn('all.subject', 'own.subject');
      })
      .where('own.id', memberId)
      .select('all.id');

  /** The memberships that an owner of sessions leaves by signing out everywhere; none for a key. */
  const leaving = (owner: SessionOwner) =>
    'memberId' in owner
      ? membershipsOf(owner.memberId)
      : database('members')
          .where({ organisation_id: owner.organisation, id: owner.callerId ?? '' })
          .select('id');

  const ownedBy = (owner: SessionOwner) =>
    runningSessions(database).modify((query) => {
      if ('memberId' in owner) void query.whereIn('member_id', membershipsOf(owner.memberId));
      else {
        void query.where({ organisation_id: owner.organisation });
        if (owner.callerId !== undefined) void query.where('caller_id', owner.callerId);
      }
    });

  const endThose = (
    owner: SessionOwner,
    id?: string,
    within: Database | Transaction = database,
  ): Promise<number> =>
    within('sessions')
      .whereIn('hash', ownedBy(owner).select('hash'))
      .modify((query) => {
        if (id !== undefined) void query.where({ id });
      })
      .delete();

  return {
    async insert({ id, hash, keyId, memberId, address, userAgent, expiresAt, provenAt, ...needs }) {
      await database('sessions').where('expires_at', '<', database.fn.now()).delete();
      return inTransaction(database, async (transaction) => {
        if (!(await mayBegin(transaction, { memberId, ...needs }))) return false;
        await transaction('sessions').insert({
          id,
          hash,
          key_id: keyId,
          member_id: memberId,
          address,
          user_agent: userAgent,
          expires_at: expiresAt,
          proven_at: provenAt ?? null,
        });
        return true;
      });
    },
    async find(hash) {
      const row = await runningSessions(database).where({ hash }).first<SessionRow | undefined>();
      return row && toSession(row);
    },
    async list(owner, limit, before) {
      const rows = await ownedBy(owner)
        .whereNotNull('id')
        .modify((query) => {
          if (before !== null) void query.where('id', '<', before);
        })
        .orderBy('id', 'desc')
        .limit(limit)
        .select<SessionRow[]>('*');
      return rows.map(toSession);
    },
    async remove(hash) {
      await database('sessions').where({ hash }).delete();
    },
    end: async (owner, id) => (await endThose(owner, id)) > 0,
    endAll: (owner) =>
      inTransaction(database, async (transaction) => {
        // One that is just beginning either waits for the account and is refused, or is ended here.
        const left = await transaction('members')
          .whereIn('id', leaving(owner))
          .update({ signed_out_at: transaction.fn.now() })
          .returning<{ issuer: string | null; subject: string | null }[]>(['issuer', 'subject']);
        await transaction('accounts')
          .whereIn(
            'id',
            left.flatMap(({ issuer, subject }) => (issuer === LOCAL_ISSUER ? [subject ?? ''] : [])),
          )
          .update({ generation: transaction.raw('generation + 1') });
        return endThose(owner, undefined, transaction);
      }),
    async prove(hash) {
      await database('sessions').where({ hash }).update({ proven_at: database.fn.now() });
    },
    async touch(hash) {
      await database('sessions').where({ hash }).update({ last_seen_at: database.fn.now() });
    },
  };
};

export interface SessionRow {
  id: string | null;
  hash: string;
  organisation_id: string;
  key_id: string | null;
  key_hash: string | null;
  member_id: string | null;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  proven_at: Date | null;
  last_seen_at: Date | null;
  expires_at: Date;
}

export const toSession = (row: SessionRow): Session => ({
  id: row.id,
  hash: row.hash,
  organisation: row.organisation_id,
  keyId: row.key_id,
  keyHash: row.key_hash,
  memberId: row.member_id,
  address: row.address,
  userAgent: row.user_agent,
  createdAt: row.created_at,
  provenAt: row.proven_at ?? row.created_at,
  lastSeenAt: row.last_seen_at,
  expiresAt: row.expires_at,
});

const WITH_ORGANISATION = `(
  SELECT sessions.*, keys.hash AS key_hash,
    coalesce(sessions.key_id, sessions.member_id) AS caller_id,
    coalesce(keys.organisation_id, members.organisation_id) AS organisation_id
  FROM sessions
  LEFT JOIN keys ON keys.id = sessions.key_id
  LEFT JOIN members ON members.id = sessions.member_id
  WHERE sessions.expires_at > now()
) AS sessions`;

/** A query of the sessions that hold, with their organisations. */
export const runningSessions = (database: Database): Knex.QueryBuilder<SessionRow> =>
  database<SessionRow>(database.raw(WITH_ORGANISATION));
