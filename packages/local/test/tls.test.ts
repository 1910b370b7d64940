import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { generateIdentityKey, publicJwks } from '@platform/identity';
import { putFile, startPostgresServer } from '@platform/postgres-server';
import type { PostgresServer } from '@platform/postgres-server';
import { eventually, freePort, hasOpenssl, hasRedis, makeCertificates } from '@platform/testing';

import { moduleOf, runModule, startChild, waitUntilReady } from '../src/index.ts';

const run = promisify(execFile);

const canRun = hasRedis() && hasOpenssl();
if (!canRun)
  process.stderr.write('Skipped: TLS to PostgreSQL and Redis. It takes redis-server and openssl.\n');

let directory: string;
let postgres: PostgresServer | undefined;
let redis: ChildProcess | undefined;
let redisPort: number;
const file = (name: string): string => join(directory, name);

beforeAll(async () => {
  if (!canRun) return;
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-tls-'));
  await chmod(directory, 0o711);
  await makeCertificates(directory);
  const [port, data] = [await freePort(), file('postgres')];
  const options = { directory: data, port, password: 'x' };
  // The first start makes the folder, which the certificate goes into.
  await (await startPostgresServer(options)).stop();
  for (const name of ['server.pem', 'server.key'])
    await putFile(data, name, await readFile(file(name), 'utf8'));
  const settings = ['ssl=on', 'ssl_cert_file=server.pem', 'ssl_key_file=server.key'];
  // Nobody gets in without TLS.
  await putFile(data, 'pg_hba.conf', 'hostssl all all all scram-sha-256\n');
  postgres = await startPostgresServer({ ...options, settings });
  redisPort = await freePort();
  redis = spawn(
    'redis-server',
    ['--port', '0', '--tls-port', String(redisPort), '--tls-auth-clients', 'no', '--save', '']
      .concat(['--tls-cert-file', file('server.pem'), '--tls-key-file', file('server.key')])
      .concat(['--tls-ca-cert-file', file('ca.pem'), '--dir', directory]),
    { stdio: 'ignore' },
  );
});
afterAll(async () => {
  redis?.kill('SIGKILL');
  await postgres?.stop();
  if (canRun) await rm(directory, { recursive: true, force: true });
});

const environment = async (
  more: Record<string, string> = {},
): Promise<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  LOG_LEVEL: 'error',
  DATABASE_URL: `${postgres?.url ?? ''}?sslmode=verify-full`,
  REDIS_URL: `rediss://127.0.0.1:${redisPort}`,
  IDENTITY_PUBLIC_KEY: JSON.stringify(await publicJwks(generateIdentityKey())),
  ...more,
});

(canRun ? describe : describe.skip)('a server with a certificate of one’s own authority', () => {
  it('is reached by who knows its authority, and refused by who doesn’t', async () => {
    const trusting = await environment({ NODE_EXTRA_CA_CERTS: file('ca.pem') });
    const migrate = moduleOf('palette', 'src/migrate.ts');
    await expect(runModule(migrate, [], await environment())).rejects.toThrow(/certificate/);
    await runModule(migrate, [], trusting);

    const port = await freePort();
    const palette = startChild({
      name: 'palette',
      module: moduleOf('palette', 'src/main.ts'),
      env: { ...trusting, PORT: String(port), HOST: '127.0.0.1' },
    });
    try {
      await waitUntilReady(palette, port);
      await eventually(async () => {
        const words = ['--tls', '--cacert', file('ca.pem'), '-p', String(redisPort), 'client', 'list'];
        const { stdout } = await run('redis-cli', words);
        // Its own connection and those of palette.
        expect(stdout.trim().split('\n').length).toBeGreaterThan(1);
      });
    } finally {
      await palette.stop();
    }
  });
});
