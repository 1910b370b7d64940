import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from './start-platform.ts';
import type { Platform } from './start-platform.ts';

/**
 * Starts a platform on free ports in a temporary folder, which `stop` removes; for tests and for
 * programs that need the platform for a moment. Without limits, and free to report on this machine.
 */
export const startTemporaryPlatform = async (
  env: Readonly<Record<string, string | undefined>>,
): Promise<Platform> => {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-temporary-'));
  // PostgreSQL may run as another user, who must be able to reach the folder below.
  await chmod(directory, 0o711);
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const platform = await startPlatform({
    port: 0,
    dataDirectory: join(directory, 'data'),
    env: { LOG_LEVEL: 'error', GUARD_ALLOW: '127.0.0.1', RATE_LIMIT_PER_MINUTE: '0', ...env },
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await remove();
    },
  };
};
