import { plainArray } from '@platform/database';
import type { Database } from '@platform/database';

import { PIECE } from './destroy-salts.ts';
import { noteEnds, readSaltsOf } from './salt-ends-store.ts';

/** A process that hasn't noticed a change goes by the time zone before, for this long. */
export const UNNOTICED = '10 minutes';

/**
 * Moves the ends of the salts of those websites that got another time zone lately. A trigger notes
 * them in `timezone_changes`.
 */
export const followTimezoneChanges = async (database: Database, isDistributed: boolean): Promise<void> => {
  const { rows } = await database.raw<{ rows: { website_id: number; is_noticed: boolean }[] }>(
    `SELECT website_id, changed_at < now() - ?::interval AS is_noticed FROM timezone_changes`,
    [UNNOTICED],
  );
  for (let from = 0; from < rows.length; from += PIECE) {
    const piece = rows.slice(from, from + PIECE);
    const salts = await readSaltsOf(
      database,
      piece.map((row) => row.website_id),
    );
    await noteEnds(
      database,
      salts.filter(({ endsAt, noted }) => endsAt !== noted),
      isDistributed,
    );
    const noticed = piece.filter((row) => row.is_noticed).map((row) => row.website_id);
    // Another change may have come by now.
    if (noticed.length > 0)
      await database.raw(
        'DELETE FROM timezone_changes WHERE website_id = ANY (?::integer[]) AND changed_at < now() - ?::interval',
        [plainArray(noticed), UNNOTICED],
      );
  }
};
