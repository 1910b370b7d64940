import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../free-port.ts';
import { sayIsSkipped } from '../say-is-skipped.ts';
import { runJest } from './run-jest.ts';

const run = promisify(execFile);
const TITLE = 'suites on the oldest PostgreSQL that is promised';

/** Where Debian has PostgreSQL 15; `OLDER_POSTGRES` names another folder of its programs. */
const PROGRAMS = process.env['OLDER_POSTGRES'] ?? '/usr/lib/postgresql/15/bin';

/** Suites of each service that write most, and of the packages that all of them write with. */
const SUITES = [
  'packages/(database|queue)/test',
  'gateway/test/(keys|members|usage|webhooks)',
  'services/palette/test/(exports|themes|workspaces)',
  'services/reports/test/(reports|schedules|sites)',
  'services/analytics/test/(collect|maintenance|stats|websites)/',
];

/** PostgreSQL doesn't run as root. */
const asServer = (program: string, ...words: string[]): Promise<unknown> => {
  const command = [join(PROGRAMS, program), ...words];
  const [first = '', ...rest] =
    process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  return run(first, rest, { cwd: '/' });
};

const withServer = async (use: (url: string) => Promise<number>): Promise<number> => {
  const folder = await mkdtemp(join(tmpdir(), 'platform-older-postgres-'));
  const data = join(folder, 'data');
  const log = join(folder, 'log');
  try {
    // Its user makes the rest.
    await chmod(folder, 0o1777);
    const port = await freePort();
    await asServer('initdb', `--pgdata=${data}`, '--username=postgres', '--auth=trust', '--no-sync');
    const settings = ['max_connections=300', 'fsync=off', 'listen_addresses=127.0.0.1'];
    const flags = [`-p ${port}`, `-k ${folder}`, ...settings.map((setting) => `-c ${setting}`)].join(' ');
    // With a log file, as the server would otherwise hold our pipe open.
    await asServer('pg_ctl', '-D', data, '-l', log, '-o', flags, '-w', 'start');
    try {
      return await use(`postgres://postgres@127.0.0.1:${port}/postgres`);
    } finally {
      await asServer('pg_ctl', '-D', data, '-m', 'immediate', '-w', 'stop');
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/**
 * `npm run test:nightly older-postgres`: suites of every service on PostgreSQL 15, as the machine's packages
 * bring it: with JIT, unlike the server that the other suites start. Arguments are Jest's own.
 */
const main = async (): Promise<number> => {
  if (!existsSync(join(PROGRAMS, 'pg_ctl'))) {
    sayIsSkipped(TITLE, `There is no PostgreSQL in ${PROGRAMS}.`);
    return 0;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      stopping.abort();
    });
  const given = process.argv.slice(2);
  return withServer((url) =>
    runJest(given.length > 0 ? given : SUITES, {
      signal: stopping.signal,
      environment: { TEST_POSTGRES_URL: url },
    }),
  );
};

process.exitCode = await main();
