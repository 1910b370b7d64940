import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

import { suitesToSkip } from './suites-to-skip.ts';
import { withCluster } from '../citus-run/with-cluster.ts';
import type { Cluster } from '../citus-run/with-cluster.ts';
import { ROOT } from '../run-files.ts';
import { sayIsSkipped } from '../say-is-skipped.ts';
import { runJest } from './run-jest.ts';

const TITLE = 'the analytics suite on a Citus cluster';
const LIMIT_SECONDS = 3_600;

const SUITES = join(ROOT, 'services/analytics/test');

/** Those that stop nodes and count their statements need the cluster for themselves. */
const ALONE = 'services/analytics/test/cluster/';

/** Not in the cluster's folder for temporary files: what is transformed once serves the next run. */
const CACHE = join(ROOT, 'node_modules/.cache/jest-citus');

/** Ends when the process shall, or takes too long, which it says. */
const createSignal = (seconds: number): { signal: AbortSignal; codeOf: () => number } => {
  const stopping = new AbortController();
  let code = 0;
  const numbers = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 } as const;
  for (const [name, number] of Object.entries(numbers))
    process.on(name, () => {
      code ||= 128 + number;
      stopping.abort();
    });
  setTimeout(() => {
    process.stderr.write(`${TITLE} took longer than ${seconds} seconds, and was ended.\n`);
    code ||= 1;
    stopping.abort();
  }, seconds * 1_000).unref();
  return { signal: stopping.signal, codeOf: () => code };
};

const test = async (
  { coordinator, folder, temporary }: Cluster,
  options: { script: string; signal: AbortSignal; arguments_: readonly string[] },
): Promise<number> => {
  const { script, signal, arguments_ } = options;
  const jest = (flags: readonly string[], environment: Readonly<Record<string, string>> = {}) =>
    runJest(
      [
        // Handles that a failed test left open must not keep the run alive.
        '--forceExit',
        '--selectProjects',
        'analytics',
        '--cacheDirectory',
        CACHE,
        ...flags,
      ],
      {
        signal,
        environment: {
          TEST_CITUS_URL: coordinator,
          TEST_CITUS_SCRIPT: script,
          TEST_CITUS_FOLDER: folder,
          TMPDIR: temporary,
          ...environment,
        },
      },
    );
  if (arguments_.length > 0) return jest(['--runInBand', ...arguments_]);
  const elsewhere = [ALONE, ...(await suitesToSkip(SUITES)).map((file) => relative(ROOT, file))];
  const together = await jest(elsewhere.flatMap((pattern) => ['--testPathIgnorePatterns', pattern]));
  const alone = await jest(['--runInBand', '--testPathPatterns', ALONE]);
  const faults = await jest(['--testPathPatterns', ALONE], { SUITES: 'faults' });
  return together || alone || faults;
};

/**
 * `npm run test:nightly citus`: the analytics suite on a cluster that the script of CITUS_CLUSTER starts.
 * Arguments are Jest's own, such as test files. CITUS_LIMIT_SECONDS bounds the whole run.
 */
const main = async (): Promise<number> => {
  const script = process.env['CITUS_CLUSTER'];
  if (script === undefined || script === '') {
    sayIsSkipped(TITLE, 'CITUS_CLUSTER names no script that starts a cluster.');
    return 0;
  }
  if (!existsSync(script)) {
    sayIsSkipped(TITLE, `CITUS_CLUSTER names ${script}, which is not there.`);
    return 0;
  }
  const { signal, codeOf } = createSignal(Number(process.env['CITUS_LIMIT_SECONDS'] ?? LIMIT_SECONDS));
  try {
    const code = await withCluster(script, signal, (cluster) =>
      test(cluster, { script, signal, arguments_: process.argv.slice(2) }),
    );
    return codeOf() || code;
  } catch (error) {
    // The person who ended the run knows why.
    if (!signal.aborted) process.stderr.write(`${TITLE}: ${(error as Error).message}\n`);
    return codeOf() || 1;
  }
};

process.exitCode = await main();
