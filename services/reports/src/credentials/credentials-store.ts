import type { Database } from '@platform/database';
import { reportPlace, sitePlace } from './credential-vault.ts';

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
