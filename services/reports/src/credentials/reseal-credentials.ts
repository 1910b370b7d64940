import { SecretError } from './secret-box.ts';
import type { Logger } from '@platform/runtime';

import type { CredentialVault } from './credential-vault.ts';
import type { CredentialsStore, SealedRow } from './credentials-store.ts';

const BATCH = 500;

/**
 * Seals with the newest key what older keys sealed, so that an operator can drop those.
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
