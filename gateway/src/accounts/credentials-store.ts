import { inTransaction } from '@platform/database';
import type { Database, Transaction } from '@platform/database';

import { hashKey } from '../keys/api-key.ts';
import type { Account, NewPasskey, Passkey } from './account.ts';

interface PasskeyRow {
  id: string;
  account_id: string;
  credential_id: string;
  public_key: Buffer;
  /** A bigint, which PostgreSQL's client gives as text. */
  counter: string;
  transports: string[];
  name: string;
  is_synced: boolean;
  created_at: Date;
  last_used_at: Date | null;
}

const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  accountId: row.account_id,
  credentialId: row.credential_id,
  publicKey: new Uint8Array(row.public_key),
  counter: Number(row.counter),
  transports: row.transports,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});

/** Stores a passkey. False if that credential is known. */
export const insertPasskey = async (
  database: Database | Transaction,
  accountId: string,
  passkey: NewPasskey,
): Promise<boolean> => {
  const rows = await database('passkeys')
    .insert({
      id: passkey.id,
      account_id: accountId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: [...passkey.transports],
      name: passkey.name,
      is_synced: passkey.isSynced,
    })
    .onConflict('credential_id')
    .ignore()
    .returning<{ id: string }[]>('id');
  return rows.length > 0;
};

export interface CredentialsStore {
  /** Of an account, the oldest first. */
  passkeys(accountId: string): Promise<Passkey[]>;
  findPasskey(credentialId: string): Promise<Passkey | undefined>;
  /**
   * `gone` if the account has changed since it was read, `full` if it has `most` passkeys already, `known`
   * for a credential that belongs to somebody.
   */
  addPasskey(
    account: Pick<Account, 'id' | 'generation'>,
    passkey: NewPasskey,
    most: number,
  ): Promise<'added' | 'gone' | 'full' | 'known'>;
  renamePasskey(accountId: string, id: string, name: string): Promise<boolean>;
  /** Removes a passkey, unless it is the last way into the account, or its only second step. */
  removePasskey(
    accountId: string,
    id: string,
  ): Promise<'removed' | 'unknown' | 'last_way_in' | 'second_step'>;
  /** Notes a use of a passkey, and the counter that it showed. */
  usePasskey(id: string, counter: number): Promise<void>;
  /** Marks a challenge as answered. False if it was before. */
  answerChallenge(challenge: string, endsAt: Date): Promise<boolean>;
  /** Keeps the secret of an app that has yet to show a first code. */
  startTotp(accountId: string, sealed: string): Promise<void>;
  /**
   * Takes the secret that was started, and asks for a second step from now on. False if another one
   * was started meanwhile.
   * @param step of the code that proved it
   */
  confirmTotp(accountId: string, sealed: string, step: number, codes: readonly string[]): Promise<boolean>;
  /** Takes the code of a step. False if it, or a later one, was taken before. */
  takeTotpStep(accountId: string, step: number): Promise<boolean>;
  /** Asks for a passkey as a second step from now on, with new recovery codes. False if there is none. */
  turnOn(accountId: string, codes: readonly string[]): Promise<boolean>;
  /** Asks for no second step any more, and forgets the app and the recovery codes. */
  turnOff(accountId: string): Promise<void>;
  countRecoveryCodes(accountId: string): Promise<number>;
  replaceRecoveryCodes(accountId: string, codes: readonly string[]): Promise<void>;
  /** Uses up a recovery code. Returns false if it doesn't exist. */
  takeRecoveryCode(accountId: string, code: string): Promise<boolean>;
}

const hashOfCode = (accountId: string, code: string): string => hashKey(`${accountId} ${code}`);

const writeCodes = async (
  transaction: Transaction,
  accountId: string,
  codes: readonly string[],
): Promise<void> => {
  await transaction('recovery_codes').where({ account_id: accountId }).delete();
  await transaction('recovery_codes').insert(
    codes.map((code) => ({ hash: hashOfCode(accountId, code), account_id: accountId })),
  );
};

interface WaysIn {
  generation: number;
  password_hash: string | null;
  totp_secret: string | null;
  second_factor_at: Date | null;
  /** Ids. */
  passkeys: string[];
}

/** Lets one change of an account's ways in happen at a time, so that two can't each spare the other's. */
const lockWaysIn = async (transaction: Transaction, accountId: string): Promise<WaysIn | undefined> => {
  const row = await transaction('accounts')
    .where({ id: accountId })
    .forUpdate()
    .first<Omit<WaysIn, 'passkeys'> | undefined>(
      'generation',
      'password_hash',
      'totp_secret',
      'second_factor_at',
    );
  if (!row) return undefined;
  const passkeys = await transaction('passkeys')
    .where({ account_id: accountId })
    .select<{ id: string }[]>('id');
  return { ...row, passkeys: passkeys.map(({ id }) => id) };
};

/** Stores proofs of identity beside the password, in PostgreSQL. */
export const createCredentialsStore = (database: Database): CredentialsStore => ({
  async passkeys(accountId) {
    const rows = await database('passkeys')
      .where({ account_id: accountId })
      .orderBy('id')
      .select<PasskeyRow[]>('*');
    return rows.map(toPasskey);
  },
  async findPasskey(credentialId) {
    const row = await database('passkeys')
      .where({ credential_id: credentialId })
      .first<PasskeyRow | undefined>();
    return row && toPasskey(row);
  },
  addPasskey: ({ id, generation }, passkey, most) =>
    inTransaction(database, async (transaction) => {
      const present = await lockWaysIn(transaction, id);
      if (present?.generation !== generation) return 'gone';
      if (present.passkeys.length >= most) return 'full';
      return (await insertPasskey(transaction, id, passkey)) ? 'added' : 'known';
    }),
  renamePasskey: async (accountId, id, name) =>
    (await database('passkeys').where({ account_id: accountId, id }).update({ name })) > 0,
  removePasskey: (accountId, id) =>
    inTransaction(database, async (transaction) => {
      const present = await lockWaysIn(transaction, accountId);
      if (!present?.passkeys.includes(id)) return 'unknown';
      const isLast = present.passkeys.length === 1;
      if (isLast && present.password_hash === null) return 'last_way_in';
      if (isLast && present.second_factor_at !== null && present.totp_secret === null) return 'second_step';
      await transaction('passkeys').where({ account_id: accountId, id }).delete();
      return 'removed';
    }),
  async usePasskey(id, counter) {
    await database('passkeys').where({ id }).update({ counter, last_used_at: database.fn.now() });
  },
  async answerChallenge(challenge, endsAt) {
    await database('answered_challenges').where('ends_at', '<', database.fn.now()).delete();
    const rows = await database('answered_challenges')
      .insert({ hash: hashKey(challenge), ends_at: endsAt })
      .onConflict('hash')
      .ignore()
      .returning<{ hash: string }[]>('hash');
    return rows.length > 0;
  },
  async startTotp(accountId, sealed) {
    await database('accounts').where({ id: accountId }).update({ totp_pending: sealed });
  },
  confirmTotp: (accountId, sealed, step, codes) =>
    inTransaction(database, async (transaction) => {
      const count = await transaction('accounts').where({ id: accountId, totp_pending: sealed }).update({
        totp_secret: sealed,
        totp_pending: null,
        totp_step: step,
        second_factor_at: transaction.fn.now(),
      });
      if (count === 0) return false;
      await writeCodes(transaction, accountId, codes);
      return true;
    }),
  takeTotpStep: async (accountId, step) =>
    (await database('accounts')
      .where({ id: accountId })
      .where((query) => {
        void query.whereNull('totp_step').orWhere('totp_step', '<', step);
      })
      .update({ totp_step: step })) > 0,
  turnOn: (accountId, codes) =>
    inTransaction(database, async (transaction) => {
      const present = await lockWaysIn(transaction, accountId);
      if (!present || present.passkeys.length === 0) return false;
      await transaction('accounts')
        .where({ id: accountId })
        .update({ second_factor_at: transaction.fn.now() });
      await writeCodes(transaction, accountId, codes);
      return true;
    }),
  turnOff: (accountId) =>
    inTransaction(database, async (transaction) => {
      await transaction('accounts')
        .where({ id: accountId })
        .update({ second_factor_at: null, totp_secret: null, totp_pending: null });
      await transaction('recovery_codes').where({ account_id: accountId }).delete();
    }),
  async countRecoveryCodes(accountId) {
    const rows = await database('recovery_codes')
      .where({ account_id: accountId })
      .select<{ hash: string }[]>('hash');
    return rows.length;
  },
  replaceRecoveryCodes: (accountId, codes) =>
    inTransaction(database, (transaction) => writeCodes(transaction, accountId, codes)),
  takeRecoveryCode: async (accountId, code) =>
    (await database('recovery_codes')
      .where({ account_id: accountId, hash: hashOfCode(accountId, code) })
      .delete()) > 0,
});
