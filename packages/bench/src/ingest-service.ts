import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { provision } from '@platform/database';
import { createTestIdentity, eventually, freePort, startPostgres } from '@platform/testing';

import type { TrafficSite } from './ingest-traffic.ts';

/** The analytics service as a process, with a durable PostgreSQL of its own and websites in it. */
export interface IngestTarget {
  readonly url: string;
  /** Connection string of the superuser to the same PostgreSQL. */
  readonly adminUrl: string;
  readonly authorization: string;
  readonly sites: readonly TrafficSite[];
  stop(): Promise<void>;
}

const PASSWORD = 'bench';
const entry = (name: string): string =>
  fileURLToPath(new URL(`../../../services/analytics/src/${name}.ts`, import.meta.url));

const run = (name: string, env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, [entry(name)], { env, stdio: ['ignore', 'ignore', 'inherit'] });

const createSites = async (url: string, authorization: string, count: number): Promise<TrafficSite[]> => {
  const sites: TrafficSite[] = [];
  for (let index = 0; index < count; index += 1) {
    const domain = `site-${index}.example`;
    const answer = await fetch(`${url}/api/v1/websites`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ domain }),
    });
    const body = (await answer.json()) as { data: { site_key: string } };
    sites.push({ domain, siteKey: body.data.site_key });
  }
  return sites;
};

/** Starts everything that a measurement of ingest needs. */
export const startIngestTarget = async (siteCount: number): Promise<IngestTarget> => {
  const postgres = await startPostgres({ durable: true });
  await provision(postgres.url, [{ name: 'analytics', password: PASSWORD }]);
  const databaseUrl = new URL(postgres.url);
  [databaseUrl.username, databaseUrl.password] = ['analytics', PASSWORD];
  const identity = await createTestIdentity('analytics');
  const port = await freePort();
  const env = {
    DATABASE_URL: databaseUrl.href,
    LOG_LEVEL: 'warn',
    PORT: String(port),
    HOST: '127.0.0.1',
    IDENTITY_PUBLIC_KEY: identity.publicKey,
    // The load names the visitors' addresses in X-Forwarded-For.
    TRUST_PROXY: '1',
  };
  const [code] = (await once(run('migrate', env), 'exit')) as [number | null];
  if (code !== 0) throw new Error('The schema of the analytics service could not be made.');
  const service = run('main', env);
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => {
    if (!(await fetch(`${url}/health/ready`)).ok) throw new Error('The analytics service did not start.');
  }, 20_000);
  const authorization = await identity.bearer();
  return {
    url,
    adminUrl: postgres.url,
    authorization,
    sites: await createSites(url, authorization, siteCount),
    async stop() {
      service.kill('SIGTERM');
      await once(service, 'exit');
      await postgres.stop();
    },
  };
};
