import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { generateIdentityKey, publicJwks } from '@platform/identity';
import { putFile, startPostgresServer } from '@platform/postgres-server';
import type { PostgresServer } from '@platform/postgres-server';
import { eventually, freePort, hasOpenssl, hasRedis, sayIsSkipped } from '@platform/testing';

import { moduleOf, runModule, startChild, waitUntilReady } from '../src/index.ts';
import type { Child, ServiceName } from '../src/index.ts';

import { makeAuthorities } from './tls-authorities.ts';
import type { Authorities } from './tls-authorities.ts';
import { startTlsRedis } from './tls-redis.ts';
import type { TlsRedis } from './tls-redis.ts';

const canRun = hasRedis() && hasOpenssl();
if (!canRun) sayIsSkipped('TLS to PostgreSQL and Redis', 'It takes redis-server and openssl.');

let authorities: Authorities;
let postgres: PostgresServer | undefined;

beforeAll(async () => {
  if (!canRun) return;
  authorities = await makeAuthorities();
  const data = join(authorities.directory, 'postgres');
  const options = { directory: data, port: await freePort(), password: 'x' };
  // The first start makes the folder, which the certificate goes into.
  await (await startPostgresServer(options)).stop();
  await putFile(data, 'server.pem', await readFile(authorities.certificate, 'utf8'));
  await putFile(data, 'server.key', await readFile(authorities.key, 'utf8'));
  // Nobody gets in without TLS.
  await putFile(data, 'pg_hba.conf', 'hostssl all all all scram-sha-256\n');
  const settings = ['ssl=on', 'ssl_cert_file=server.pem', 'ssl_key_file=server.key'];
  postgres = await startPostgresServer({ ...options, settings });
});
afterAll(async () => {
  await postgres?.stop();
  if (canRun) await authorities.remove();
});

type Environment = Readonly<Record<string, string | undefined>>;

const run = async (
  service: ServiceName,
  env: Environment,
  use: (child: Child, port: number) => Promise<void>,
): Promise<void> => {
  const port = await freePort();
  const module = moduleOf(service, 'src/main.ts');
  const child = startChild({
    name: service,
    module,
    env: { ...env, PORT: String(port), HOST: '127.0.0.1' },
    // Refused connections are what the tests are about.
    output: 'ignore',
  });
  try {
    await use(child, port);
  } finally {
    await child.stop();
  }
};

const usesRedis = (service: ServiceName): boolean => service !== 'analytics';

(canRun ? describe : describe.skip)('a server with a certificate of one’s own authority', () => {
  let redis: TlsRedis;
  beforeEach(async () => {
    redis = await startTlsRedis(authorities);
  });
  afterEach(() => redis.stop());

  describe.each(['gateway', 'analytics', 'reports', 'palette'] as const)('for %s', (service) => {
    it('is reached by who knows its authority, and refused by who doesn’t', async () => {
      const url = `${postgres?.url ?? ''}?sslmode=verify-full`;
      const trusting = {
        PATH: process.env['PATH'],
        DATABASE_URL: url,
        ...(usesRedis(service) ? { REDIS_URL: `rediss://127.0.0.1:${redis.port}` } : {}),
        ...(service === 'gateway'
          ? {}
          : { IDENTITY_PUBLIC_KEY: JSON.stringify(await publicJwks(generateIdentityKey())) }),
        NODE_EXTRA_CA_CERTS: authorities.own,
      };
      // It trusts an authority, but another one.
      const mistrusting = { ...trusting, NODE_EXTRA_CA_CERTS: authorities.others };
      const migrate = moduleOf(service, 'src/migrate.ts');
      await expect(runModule(migrate, [], mistrusting)).rejects.toThrow(/certificate/);
      await runModule(migrate, [], trusting);

      if (usesRedis(service)) {
        // PostgreSQL's authority may also stand in its address.
        const half = { ...mistrusting, DATABASE_URL: `${url}&sslrootcert=${authorities.own}` };
        await run(service, half, async (child, port) => {
          await waitUntilReady(child, port);
          await eventually(() => {
            expect(redis.wasRefused()).toBe(true);
          });
          expect(await redis.served()).toBe(0);
        });
      }
      await run(service, trusting, async (child, port) => {
        await waitUntilReady(child, port);
        if (usesRedis(service))
          await eventually(async () => {
            expect(await redis.served()).toBeGreaterThan(0);
          });
      });
    });
  });
});
