import { execFile, spawn } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { freePorts } from '@platform/runtime';

import { citusNodes } from './citus.ts';
import { withAdmin } from './admin-connection.ts';
import { sayIsSkipped } from './say-is-skipped.ts';

const run = promisify(execFile);
const TITLE = 'the analytics suite on a Citus cluster';

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => {
      resolve(false);
    });
    server.listen(port, '127.0.0.1', () => {
      server.close(() => {
        resolve(true);
      });
    });
  });

/** The first of three free ports in a row: the cluster's script takes them so. */
const findPorts = async (): Promise<number> => {
  const [first = 0] = await freePorts(1);
  const free = await Promise.all([first, first + 1, first + 2].map(isFree));
  return free.every(Boolean) ? first : findPorts();
};

/**
 * Tests need no data that survives a crash of the machine, and are faster without. What a node has
 * committed does survive its own crash, so `synchronous_commit` stays on.
 */
const makeFast = async (coordinator: string): Promise<void> => {
  for (const node of await citusNodes(coordinator))
    await withAdmin(node, async (client) => {
      for (const name of ['fsync', 'full_page_writes']) await client.query(`ALTER SYSTEM SET ${name} = off`);
      await client.query('SELECT pg_reload_conf()');
    });
};

const jest = (flags: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> =>
  new Promise((resolve, reject) => {
    const root = fileURLToPath(new URL('../../../', import.meta.url));
    const child = spawn(
      process.execPath,
      [
        '--experimental-vm-modules',
        '--disable-warning=ExperimentalWarning',
        join(root, 'node_modules/jest/bin/jest.js'),
        '--selectProjects',
        'analytics',
        ...flags,
      ],
      { cwd: root, stdio: 'inherit', env: { ...process.env, ...environment } },
    );
    child.once('error', reject);
    child.once('exit', (code) => {
      resolve(code ?? 1);
    });
  });

/** Those that stop nodes and count their statements need the cluster for themselves. */
const ALONE = 'services/analytics/test/cluster/';

const test = async (script: string, arguments_: readonly string[]): Promise<number> => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'platform-citus-'));
  try {
    const port = await findPorts();
    const { stdout } = await run(script, ['up', folder, String(port)]).catch((error: unknown) => {
      sayIsSkipped(TITLE, `The cluster did not start: ${String(error)}`);
      return { stdout: '' };
    });
    const coordinator = stdout.trim().split('\n').at(-1) ?? '';
    if (coordinator === '') return 0;
    await makeFast(coordinator);
    const environment = {
      TEST_CITUS_URL: coordinator,
      TEST_CITUS_SCRIPT: script,
      TEST_CITUS_FOLDER: folder,
    };
    if (arguments_.length > 0) return await jest(['--runInBand', ...arguments_], environment);
    const together = await jest(['--testPathIgnorePatterns', ALONE], environment);
    const alone = await jest(['--runInBand', '--testPathPatterns', ALONE], environment);
    const faults = await jest(['--testPathPatterns', ALONE], { ...environment, FAULTS: '1' });
    return together || alone || faults;
  } finally {
    await run(script, ['down', folder]).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * `npm run test:citus`: the analytics suite on a cluster that the script of CITUS_CLUSTER starts.
 * Arguments choose test files.
 */
const main = async (): Promise<void> => {
  const script = process.env['CITUS_CLUSTER'];
  if (script === undefined || script === '') {
    sayIsSkipped(TITLE, 'CITUS_CLUSTER names no script that starts a cluster.');
    return;
  }
  process.exitCode = await test(script, process.argv.slice(2));
};

await main();
