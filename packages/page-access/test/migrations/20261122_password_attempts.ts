import type { Database } from '@platform/database';

import { PASSWORD_ATTEMPTS_TABLE } from '../../src/index.ts';

export const up = async (database: Database): Promise<void> => {
  await database.raw(PASSWORD_ATTEMPTS_TABLE);
};
