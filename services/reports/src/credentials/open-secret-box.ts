import { join } from 'node:path';

import { createSecretBox, keepKeyFile } from '@platform/secrets';
import type { SecretBox } from '@platform/secrets';

/**
 * The box with the operator’s keys, or with one kept in the data folder; null without either. Never
 * with a key in the database: whoever reads the credentials there would have it too.
 */
export const openSecretBox = async (
  keys: readonly Buffer[] | undefined,
  dataFolder: string | undefined,
): Promise<SecretBox | null> => {
  if (keys !== undefined && keys.length > 0) return createSecretBox(keys);
  return dataFolder === undefined
    ? null
    : createSecretBox(await keepKeyFile(join(dataFolder, 'credentials-key')));
};
