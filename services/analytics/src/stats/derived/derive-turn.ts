import type { Database } from '@platform/database';

import { IN_BACKGROUND, limitTransaction } from '../../sql/limit-transaction.ts';
import { DERIVED_LOCK } from './settled-days.ts';

/**
 * Makes one process at a time derive data of a kind from a website's days, until the transaction
 * ends, and keeps retention from removing those days meanwhile. Take the snapshot afterwards. All of
 * the transaction has the limits of work in the background.
 * @param lock the advisory lock of the kind, whose second key is the website's id
 * @returns false if another process is at it
 */
export const takeDeriveTurn = async (
  transaction: Database,
  lock: number,
  websiteId: number,
): Promise<boolean> => {
  await limitTransaction(transaction, IN_BACKGROUND);
  const { rows } = await transaction.raw<{ rows: { locked: boolean }[] }>(
    'SELECT pg_try_advisory_xact_lock(?, ?) AS locked',
    [lock, websiteId],
  );
  if (rows[0]?.locked !== true) return false;
  await transaction.raw('SELECT pg_advisory_xact_lock_shared(?, ?)', [DERIVED_LOCK, websiteId]);
  return true;
};
