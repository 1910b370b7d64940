import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startPlatform } from './start-platform.ts';
import type { Platform } from './start-platform.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Several times what a busy machine takes; two starts fit into the time of a suite's `beforeAll`. */
const START_MILLISECONDS = 130_000;

/** Nothing here has to outlive the machine. What is committed does outlive PostgreSQL. */
const FAST = ['fsync=off', 'full_page_writes=off'];

const start = async (env: Environment): Promise<Platform> => {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-temporary-'));
  // PostgreSQL may run as another user, who must be able to reach the folder below.
  await chmod(directory, 0o711);
  const remove = (): Promise<void> => rm(directory, { recursive: true, force: true });
  const tooLong = new AbortController();
  let step = '';
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    const error = new Error(
      `The platform took more than ${START_MILLISECONDS / 1000} s to start: it still ${step}.`,
    );
    tooLong.abort(error);
    late.reject(error);
  }, START_MILLISECONDS);
  const starting = startPlatform({
    port: 0,
    dataDirectory: join(directory, 'data'),
    databaseSettings: FAST,
    env: { LOG_LEVEL: 'error', GUARD_ALLOW: '127.0.0.1', RATE_LIMIT_PER_MINUTE: '0', ...env },
    onStep: (next) => (step = next),
    signal: tooLong.signal,
  }).catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  // Processes that don't end at once aren't waited for.
  const platform = await Promise.race([starting, late.promise]).finally(() => {
    clearTimeout(timer);
  });
  return {
    ...platform,
    async stop() {
      await platform.stop();
      await remove();
    },
  };
};

/**
 * Starts a platform on free ports in a temporary folder, which `stop` removes; for tests and for
 * programs that need the platform for a moment. Without limits, and free to report on this machine.
 * In CI a start that failed is tried once more, as tests are.
 */
export const startTemporaryPlatform = (env: Environment): Promise<Platform> =>
  start(env).catch((error: unknown) => {
    if (process.env['RETRY_TESTS'] !== '1') throw error;
    process.stderr.write(`A platform failed to start, and is started once more: ${String(error)}\n`);
    return start(env);
  });
