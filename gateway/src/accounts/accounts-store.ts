import { randomBytes } from 'node:crypto';
import { inTransaction, isUniqueViolation } from '@platform/database';
import type { Database, Transaction } from '@platform/database';
import { conflict } from '@platform/errors';
import type { Language } from '@platform/page-access';
import { hashKey } from '../keys/api-key.ts';
import { recordKeyEvent } from '../keys/key-events-store.ts';
import type { KeyEvent } from '../keys/key-events-store.ts';
import { emailKeyOf, LOCAL_ISSUER } from '../members/member.ts';
import type { Member } from '../members/member.ts';
import { findInvitation, toMember } from '../members/members-store.ts';
import type { LinkedInvitation, MemberRow } from '../members/members-store.ts';
import type { Account, NewPasskey } from './account.ts';
import { insertPasskey } from './credentials-store.ts';

interface AccountRow {
  id: string;
  email: string;
  email_verified_at: Date | null;
  name: string | null;
  password_hash: string | null;
  totp_secret: string | null;
  totp_pending: string | null;
  second_factor_at: Date | null;
  generation: number;
  language: Language;
  created_at: Date;
}

const toAccount = (row: AccountRow): Account => ({
  id: row.id,
  email: row.email,
  emailVerifiedAt: row.email_verified_at,
  name: row.name,
  passwordHash: row.password_hash,
  totpSecret: row.totp_secret,
  totpPending: row.totp_pending,
  secondFactorAt: row.second_factor_at,
  generation: row.generation,
  language: row.language,
  createdAt: row.created_at,
});

/** Somebody without an account who takes up an invitation. */
export interface Newcomer {
  accountId: string;
  name: string | null;
  passwordHash: string | null;
  passkey: NewPasskey | undefined;
  language: Language;
}

/** Somebody who has signed in and takes up an invitation. */
export interface Arrival {
  issuer: string;
  subject: string;
  email: string;
  name: string | null;
}

/** A way back into an account. */
export interface ResetLink {
  account: Account;
  /** Organisation of the owner who made it; null if mailed. */
  organisation: string | null;
}

export interface AccountsStore {
  /** True once anybody has an account. */
  hasAny(): Promise<boolean>;
  find(id: string): Promise<Account | undefined>;
  findByEmail(email: string): Promise<Account | undefined>;
  rename(id: string, name: string | null): Promise<void>;
  setLanguage(id: string, language: Language): Promise<void>;
  /**
   * Sets the password. Ends sign-ins under way, a new address that waits for its proof, and all sessions
   * but one. False if the account has changed since it was read.
   */
  setPassword(
    account: Pick<Account, 'id' | 'generation'>,
    hash: string,
    keptSession: string,
  ): Promise<boolean>;
  /** The address that waits for its proof. */
  pendingEmail(id: string): Promise<string | null>;
  /** Has an address wait for its proof, in the place of another. Returns the secret that proves it. */
  startEmailChange(account: Account, email: string, until: Date): Promise<string>;
  withdrawEmailChange(id: string): Promise<void>;
  /**
   * Gives the account the address that the secret proves, also in its memberships, and ends links that
   * were mailed to the one before. `gone` for another account's secret, an old one, or one from before
   * a new password; `taken` if the address has another account.
   */
  changeEmail(id: string, secret: string, actorAddress: string): Promise<Account | 'gone' | 'taken'>;
  /** Finds the invitation that a link leads to, while it is valid. */
  findInvitation(secret: string): Promise<LinkedInvitation | undefined>;
  /**
   * Makes an account of the invited address, and its owner a member. `gone` if the invitation was
   * taken up meanwhile, `known` if the address has an account.
   */
  join(secret: string, newcomer: Newcomer, address: string): Promise<Member | 'gone' | 'known'>;
  /** Makes somebody who has signed in a member. `belongs` if they are one already. */
  joinAs(secret: string, arrival: Arrival, address: string): Promise<Member | 'gone' | 'belongs'>;
  /** True if all memberships of the account are in this organisation. */
  belongsOnlyTo(id: string, organisation: string): Promise<boolean>;
  /** Makes a link that resets the password, and returns its secret. */
  createReset(link: {
    accountId: string;
    organisation: string | null;
    expiresAt: Date;
    /** Entry in the organisation's log, and the member it is about. */
    event?: { memberId: string; event: KeyEvent };
  }): Promise<string>;
  findReset(secret: string): Promise<ResetLink | undefined>;
  /**
   * Uses a link up: sets the password and ends all sessions. Removes other ways into the account,
   * except those that whoever asked for the link may have meant to keep. After an owner's link the
   * address has to be proved anew: whoever has the link need not be whose mail it is.
   */
  reset(secret: string, passwordHash: string): Promise<Account | undefined>;
}

/**
 * Takes up an invitation. The links are gone with it: of two who bring one at the same time, the
 * second waits for the row and finds it taken.
 */
const takeUp = async (
  transaction: Transaction,
  { member }: LinkedInvitation,
  { issuer, subject, email, name }: Arrival,
  address: string,
): Promise<Member> => {
  await transaction('invitation_links').where({ member_id: member.id }).delete();
  const [row] = await transaction('members')
    .where({ id: member.id })
    .update({
      issuer,
      subject,
      email,
      name,
      invited_until: null,
      joined_at: transaction.fn.now(),
      last_login_at: transaction.fn.now(),
    })
    .returning<MemberRow[]>('*');
  if (!row) throw new Error('An invitation vanished while its row was locked.');
  const details = { email, invited: member.email, issuer, role: member.role };
  const event = { action: 'member_joined', actor: { id: member.id, address }, details } as const;
  await recordKeyEvent(transaction, member, event);
  return toMember(row);
};

/**
 * Locks an account whose sessions are about to end, with its memberships first: in this order the removal
 * of a member takes them.
 */
const lockAccount = async (transaction: Transaction, id: string): Promise<AccountRow | undefined> => {
  await transaction('members').where({ issuer: LOCAL_ISSUER, subject: id }).forKeyShare().select('id');
  return transaction('accounts').where({ id }).forUpdate().first<AccountRow | undefined>();
};

/** Ends the sessions of an account in all its organisations, but for one. */
const endSessions = async (transaction: Transaction, id: string, keptHash: string | null): Promise<void> => {
  await transaction('sessions')
    .whereIn('member_id', transaction('members').where({ issuer: LOCAL_ISSUER, subject: id }).select('id'))
    .modify((query) => {
      if (keptHash !== null) void query.whereNot({ hash: keptHash });
    })
    .delete();
};

const belongsOnlyTo = async (
  database: Database | Transaction,
  id: string,
  organisation: string,
): Promise<boolean> => {
  const rows = await database('members')
    .where({ issuer: LOCAL_ISSUER, subject: id })
    .select<{ organisation_id: string }[]>('organisation_id');
  return rows.length > 0 && rows.every((row) => row.organisation_id === organisation);
};

/** Addresses that can still be proved. */
const pendingChanges = (database: Database | Transaction) =>
  database('email_changes')
    .join('accounts', (on) => {
      on.on('accounts.id', 'email_changes.account_id').andOn(
        'accounts.generation',
        'email_changes.generation',
      );
    })
    .where('email_changes.expires_at', '>', database.fn.now());

/** Accounts in PostgreSQL: who they belong to, and the links that lead into them. */
export const createAccountsStore = (database: Database): AccountsStore => {
  const first = async (where: Readonly<Record<string, string>>): Promise<Account | undefined> => {
    const row = await database('accounts').where(where).first<AccountRow | undefined>();
    return row && toAccount(row);
  };
  return {
    hasAny: async () => (await database('accounts').first('id')) !== undefined,
    find: (id) => first({ id }),
    findByEmail: (email) => first({ email_key: emailKeyOf(email) }),
    async rename(id, name) {
      await database('accounts').where({ id }).update({ name });
      await database('members').where({ issuer: LOCAL_ISSUER, subject: id }).update({ name });
    },
    async setLanguage(id, language) {
      await database('accounts').where({ id }).update({ language });
    },
    async pendingEmail(id) {
      const row = await pendingChanges(database)
        .where({ account_id: id })
        .first<{ email: string } | undefined>('email_changes.email');
      return row?.email ?? null;
    },
    async startEmailChange({ id, generation }, email, until) {
      const secret = randomBytes(32).toString('base64url');
      await database('email_changes')
        .insert({ account_id: id, hash: hashKey(secret), email, generation, expires_at: until })
        .onConflict('account_id')
        .merge();
      return secret;
    },
    async withdrawEmailChange(id) {
      await database('email_changes').where({ account_id: id }).delete();
    },
    changeEmail: (id, secret, address) =>
      inTransaction<Account | 'gone' | 'taken'>(database, async (transaction) => {
        const before = await transaction('accounts').where({ id }).forUpdate().first<AccountRow>();
        const pending = await pendingChanges(transaction)
          .where({ account_id: id, hash: hashKey(secret) })
          .first<{ email: string } | undefined>('email_changes.email');
        if (!pending) return 'gone';
        const { email } = pending;
        const key = emailKeyOf(email);
        const other = await transaction('accounts')
          .where({ email_key: key })
          .whereNot({ id })
          .first<{ id: string } | undefined>('id');
        if (other) return 'taken';
        await transaction('email_changes').where({ account_id: id }).delete();
        await transaction('reset_links').where({ account_id: id }).delete();
        const [row] = await transaction('accounts')
          .where({ id })
          .update({
            email,
            email_key: key,
            email_verified_at: transaction.fn.now(),
            generation: transaction.raw('generation + 1'),
          })
          .returning<AccountRow[]>('*');
        const members = await transaction('members')
          .where({ issuer: LOCAL_ISSUER, subject: id })
          .update({ email })
          .returning<MemberRow[]>('*');
        for (const member of members)
          await recordKeyEvent(
            transaction,
            { id: member.id, organisation: member.organisation_id },
            {
              action: 'member_address_changed',
              actor: { id: member.id, address },
              details: { email, before: before.email, role: member.role },
            },
          );
        return row ? toAccount(row) : 'gone';
      }).catch((error: unknown) => {
        // Somebody made an account of the address at the same time.
        if (isUniqueViolation(error)) return 'taken';
        throw error;
      }),
    setPassword: ({ id, generation }, hash, keptSession) =>
      inTransaction(database, async (transaction) => {
        const present = await lockAccount(transaction, id);
        if (present?.generation !== generation) return false;
        await transaction('accounts')
          .where({ id })
          .update({ password_hash: hash, generation: generation + 1 });
        await endSessions(transaction, id, keptSession);
        return true;
      }),
    findInvitation: (secret) => findInvitation(database, secret),
    join: (secret, { accountId, name, passwordHash, passkey, language }, address) =>
      inTransaction(database, async (transaction) => {
        const invitation = await findInvitation(transaction, secret);
        if (!invitation) return 'gone';
        const { email } = invitation.member;
        const [made] = await transaction('accounts')
          .insert({
            id: accountId,
            email,
            email_key: emailKeyOf(email),
            email_verified_at: invitation.isMailed ? transaction.fn.now() : null,
            name,
            password_hash: passwordHash,
            language,
          })
          .onConflict('email_key')
          .ignore()
          .returning<{ id: string }[]>('id');
        if (!made) return 'known';
        if (passkey && !(await insertPasskey(transaction, accountId, passkey)))
          throw conflict('This passkey belongs to an account already.');
        const arrival = { issuer: LOCAL_ISSUER, subject: accountId, email, name };
        return takeUp(transaction, invitation, arrival, address);
      }),
    joinAs: (secret, arrival, address) =>
      inTransaction(database, async (transaction) => {
        const invitation = await findInvitation(transaction, secret);
        if (!invitation) return 'gone';
        const { issuer, subject } = arrival;
        const { organisation } = invitation.member;
        // A reset link of another organisation's owner is refused from here on, or was used before.
        await transaction('accounts').where({ id: subject }).forUpdate().first('id');
        const belongs = await transaction('members')
          .where({ issuer, subject, organisation_id: organisation })
          .first<{ id: string } | undefined>('id');
        return belongs ? 'belongs' : takeUp(transaction, invitation, arrival, address);
      }),
    belongsOnlyTo: (id, organisation) => belongsOnlyTo(database, id, organisation),
    createReset: ({ accountId, organisation, expiresAt, event }) =>
      inTransaction(database, async (transaction) => {
        const secret = randomBytes(32).toString('base64url');
        await transaction('reset_links').where('expires_at', '<', transaction.fn.now()).delete();
        await transaction('reset_links').insert({
          hash: hashKey(secret),
          account_id: accountId,
          organisation_id: organisation,
          expires_at: expiresAt,
        });
        if (event && organisation !== null)
          await recordKeyEvent(transaction, { id: event.memberId, organisation }, event.event);
        return secret;
      }),
    async findReset(secret) {
      const row = await database('reset_links')
        .join('accounts', 'accounts.id', 'reset_links.account_id')
        .where({ hash: hashKey(secret) })
        .where('expires_at', '>', database.fn.now())
        .first<(AccountRow & { organisation_id: string | null }) | undefined>(
          'accounts.*',
          'reset_links.organisation_id',
        );
      return row && { account: toAccount(row), organisation: row.organisation_id };
    },
    reset: (secret, passwordHash) =>
      inTransaction(database, async (transaction) => {
        const [link] = await transaction('reset_links')
          .where({ hash: hashKey(secret) })
          .where('expires_at', '>', transaction.fn.now())
          .delete()
          .returning<{ account_id: string; organisation_id: string | null }[]>('*');
        if (!link) return undefined;
        const { account_id: id, organisation_id: organisation } = link;
        const before = await lockAccount(transaction, id);
        if (!before) return undefined;
        // Meanwhile they may have joined another organisation, whose owner was not asked.
        if (organisation !== null && !(await belongsOnlyTo(transaction, id, organisation))) return undefined;
        // An owner vouches for somebody who lost everything. A mail proves an address, and nobody who
        // was there before its owner may keep a way in; their second factor may still be asked for.
        const dropsPasskeys = organisation !== null || before.email_verified_at === null;
        if (dropsPasskeys) await transaction('passkeys').where({ account_id: id }).delete();
        if (organisation !== null) await transaction('recovery_codes').where({ account_id: id }).delete();
        await transaction('reset_links').where({ account_id: id }).delete();
        const [row] = await transaction('accounts')
          .where({ id })
          .update({
            password_hash: passwordHash,
            generation: transaction.raw('generation + 1'),
            ...(organisation === null
              ? { email_verified_at: transaction.raw('coalesce(email_verified_at, now())') }
              : {
                  second_factor_at: null,
                  totp_secret: null,
                  totp_pending: null,
                  email_verified_at: null,
                }),
          })
          .returning<AccountRow[]>('*');
        await endSessions(transaction, id, null);
        return row && toAccount(row);
      }),
  };
};
