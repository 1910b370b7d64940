import type { Database } from '@platform/database';
import type { Logger } from '@platform/runtime';

import { reportPlace, sitePlace } from './credential-vault.ts';
import type { CredentialVault } from './credential-vault.ts';
import { SecretError } from './secret-box.ts';

const BATCH = 500;

/**
 * Seals again, with the newest key, the texts that older keys sealed, so that an operator can drop
 * those keys.
 * @returns how many were sealed anew, and how many no key opens
 */
export const resealCredentials = async (
  store: CredentialsStore,
  vault: Pick<CredentialVault, 'renewed'>,
  logger: Logger,
): Promise<{ renewed: number; lost: number }> => {
  let renewed = 0;
  let lost = 0;
  const reseal = async (row: SealedRow): Promise<void> => {
    try {
      const sealed = vault.renewed(row.credentials, row.place);
      if (sealed === undefined) return;
      await store.replace(row, sealed);
      renewed += 1;
    } catch (error) {
      if (!(error instanceof SecretError)) throw error;
      lost += 1;
    }
  };
  for (const table of ['reports', 'sites'] as const) {
    let rows = await store.after(table, 0, BATCH);
    while (rows.length > 0) {
      for (const row of rows) await reseal(row);
      rows = await store.after(table, rows.at(-1)?.id ?? 0, BATCH);
    }
  }
  if (renewed > 0) logger.info({ credentials: renewed }, 'credentials were sealed with the newest key');
  if (lost > 0)
    logger.warn({ credentials: lost }, 'credentials that no key opens; their owners have to give them again');
  return { renewed, lost };
};

/** A row with sealed credentials. */
export interface SealedRow {
  readonly table: 'reports' | 'sites';
  readonly id: number;
  readonly credentials: string;
  readonly place: string;
}

export interface CredentialsStore {
  /** Finds the credentials for generating a report; undefined when none are stored. */
  ofTarget(targetHash: Buffer): Promise<{ credentials: string; place: string } | undefined>;
  /** Rows with credentials, by table and id. */
  after(table: SealedRow['table'], id: number, limit: number): Promise<readonly SealedRow[]>;
  /** Replaces credentials unless they changed meanwhile. */
  replace(row: SealedRow, sealed: string): Promise<void>;
}

interface Row {
  id: number;
  organisation: string;
  /** The page key or the URL. */
  key: string;
  credentials: string;
}

/** Reads sealed credentials, and stores them resealed. */
export const createCredentialsStore = (database: Database): CredentialsStore => ({
  async ofTarget(targetHash) {
    const row = await database('reports')
      .where({ url_hash: targetHash })
      .whereNotNull('credentials')
      .first<Row | undefined>('id', 'organisation', 'credentials', { key: 'page_key' });
    return row && { credentials: row.credentials, place: reportPlace(row.organisation, row.key) };
  },
  async after(table, id, limit) {
    const key = table === 'reports' ? 'page_key' : 'url';
    const placeOf = table === 'reports' ? reportPlace : sitePlace;
    const rows = await database(table)
      .whereNotNull('credentials')
      .where('id', '>', id)
      .orderBy('id')
      .limit(limit)
      .select<Row[]>('id', 'organisation', 'credentials', { key });
    return rows.map((row) => ({
      table,
      id: row.id,
      credentials: row.credentials,
      place: placeOf(row.organisation, row.key),
    }));
  },
  async replace({ table, id, credentials }, sealed) {
    await database(table).where({ id, credentials }).update({ credentials: sealed });
  },
});
