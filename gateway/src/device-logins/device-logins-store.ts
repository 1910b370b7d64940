import { inTransaction } from '@platform/database';
import type { Database } from '@platform/database';

import type { ApiKey } from '../keys/api-key.ts';
import { hashKey } from '../keys/api-key.ts';

/** A command line that waits for somebody to let it in. */
export interface DeviceLogin {
  code: string;
  /** The name that the command line gives itself. It may lie. */
  client: string;
  /** The address that it asked from. */
  address: string;
  createdAt: Date;
  expiresAt: Date;
}

/** The key that a command line gets. */
export interface Approval {
  organisation: string;
  /** Id of the member or key that allowed it. */
  approver: string;
  requestId: string | undefined;
  name: string;
  scopes: ApiKey['scopes'];
  expiresAt: Date;
}

/** Outcome for a command line that asks. */
export type Outcome =
  { state: 'waiting' | 'hasty' | 'denied' | 'gone' } | { state: 'approved'; approval: Approval };

interface DeviceLoginRow {
  hash: string;
  code: string;
  client: string;
  address: string;
  state: 'waiting' | 'approved' | 'denied';
  asked_at: Date | null;
  organisation_id: string | null;
  approver: string | null;
  approval: { name: string; scopes: ApiKey['scopes']; expires_at: string; request_id?: string } | null;
  created_at: Date;
  expires_at: Date;
}

export interface DeviceLoginsStore {
  /** Stores a login, and removes those that have ended. False if another one has the code. */
  insert(secret: string, login: Omit<DeviceLogin, 'createdAt'>): Promise<boolean>;
  /** A login that still waits. */
  find(code: string): Promise<DeviceLogin | undefined>;
  /** False if nobody waits with this code any more. */
  approve(code: string, approval: Approval): Promise<boolean>;
  deny(code: string): Promise<boolean>;
  /**
   * Returns the outcome of a login. A decided one is gone afterwards: its key is given out once.
   * @param patience milliseconds between two questions; sooner ones are `hasty`
   */
  ask(secret: string, patience: number): Promise<Outcome>;
}

const toLogin = (row: DeviceLoginRow): DeviceLogin => ({
  code: row.code,
  client: row.client,
  address: row.address,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
});

const approvalOf = ({ organisation_id: organisation, approver, approval }: DeviceLoginRow): Approval => {
  if (organisation === null || approver === null || approval === null)
    throw new Error('A login was approved by nobody.');
  const { name, scopes, expires_at: expiresAt, request_id: requestId } = approval;
  return { organisation, approver, name, scopes, expiresAt: new Date(expiresAt), requestId };
};

/** Logins of command lines in PostgreSQL. Of their secrets only the hash is stored, and no key ever. */
export const createDeviceLoginsStore = (database: Database): DeviceLoginsStore => {
  const waiting = (code: string) =>
    database('device_logins').where({ code, state: 'waiting' }).where('expires_at', '>', database.fn.now());
  return {
    async insert(secret, { code, client, address, expiresAt }) {
      await database('device_logins').where('expires_at', '<', database.fn.now()).delete();
      const rows = await database('device_logins')
        .insert({ hash: hashKey(secret), code, client, address, expires_at: expiresAt })
        .onConflict('code')
        .ignore()
        .returning<{ code: string }[]>('code');
      return rows.length > 0;
    },
    async find(code) {
      const row = await waiting(code).first<DeviceLoginRow | undefined>();
      return row && toLogin(row);
    },
    approve: async (code, { organisation, approver, requestId, name, scopes, expiresAt }) =>
      (await waiting(code).update({
        state: 'approved',
        organisation_id: organisation,
        approver,
        approval: JSON.stringify({ name, scopes, expires_at: expiresAt, request_id: requestId }),
      })) > 0,
    deny: async (code) => (await waiting(code).update({ state: 'denied' })) > 0,
    ask: (secret, patience) =>
      inTransaction(database, async (transaction): Promise<Outcome> => {
        const logins = transaction('device_logins').where({ hash: hashKey(secret) });
        const row = await logins
          .clone()
          .where('expires_at', '>', transaction.fn.now())
          .forUpdate()
          .first<(DeviceLoginRow & { is_hasty: boolean }) | undefined>(
            '*',
            transaction.raw(`coalesce(asked_at > now() - make_interval(secs => ?), false) AS is_hasty`, [
              patience / 1000,
            ]),
          );
        if (!row) return { state: 'gone' };
        if (row.state !== 'waiting') {
          await logins.clone().delete();
          return row.state === 'denied'
            ? { state: 'denied' }
            : { state: 'approved', approval: approvalOf(row) };
        }
        if (row.is_hasty) return { state: 'hasty' };
        await logins.clone().update({ asked_at: transaction.fn.now() });
        return { state: 'waiting' };
      }),
  };
};
