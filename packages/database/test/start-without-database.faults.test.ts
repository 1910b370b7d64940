import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { createTestIdentity, eventually, freePort, startPostgres } from '@platform/testing';
import type { TestPostgres } from '@platform/testing';

import { provision } from '../src/index.ts';

const entry = (service: string, name: string): string =>
  fileURLToPath(new URL(`../../../services/${service}/src/${name}.ts`, import.meta.url));

describe('a service that starts while PostgreSQL is away', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true });
  });
  afterAll(() => postgres.stop());

  it.each(['analytics', 'reports', 'palette'])('%s waits for it', async (service) => {
    await provision(postgres.url, [{ name: service, password: 'test' }]);
    const url = new URL(postgres.url);
    [url.username, url.password] = [service, 'test'];
    const port = await freePort();
    const env = {
      ...(await createTestIdentity(service)).environment,
      DATABASE_URL: url.href,
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'warn',
      PATH: process.env['PATH'],
    };
    const [code] = await once(spawn(process.execPath, [entry(service, 'migrate')], { env }), 'exit');
    expect(code).toBe(0);
    await postgres.kill();

    let log = '';
    const child = spawn(process.execPath, [entry(service, 'main')], { env });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        log += data.toString();
      });
    try {
      await eventually(() => {
        expect(log).toContain('waiting for PostgreSQL');
      });
      expect(child.exitCode).toBeNull();
      await postgres.restart();
      await eventually(async () => {
        expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200);
      });
    } finally {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    }
  });
});
