import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { freePort, startPostgres } from '@platform/testing';
import express from 'express';
import pg from 'pg';

/** A server that stores each request by one insert, for comparison. */
export interface UmamiShape {
  readonly url: string;
  stop(): Promise<void>;
}

const COLUMNS = [
  'url_path',
  'url_query',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_content',
  'utm_term',
  'referrer_path',
  'referrer_query',
  'referrer_domain',
  'page_title',
  'event_name',
  'tag',
  'hostname',
];

/**
 * Primary key and 14 indexes, keys as UUID and values as text: the shape of Umami's table of
 * events.
 */
const SCHEMA = `
  CREATE TABLE website_event (
    event_id uuid PRIMARY KEY, website_id uuid NOT NULL, session_id uuid NOT NULL, visit_id uuid NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), event_type integer NOT NULL DEFAULT 1,
    ${COLUMNS.map((column) => `${column} varchar(500)`).join(', ')}
  );
  ${[
    'created_at',
    'session_id',
    'visit_id',
    'website_id',
    ...['created_at', 'created_at, url_path', 'created_at, url_query', 'created_at, referrer_domain'].map(
      (columns) => `website_id, ${columns}`,
    ),
    ...['page_title', 'event_name', 'tag', 'hostname'].map((column) => `website_id, created_at, ${column}`),
    'website_id, session_id, created_at',
    'website_id, visit_id, created_at',
  ]
    .map((columns) => `CREATE INDEX ON website_event (${columns});`)
    .join('\n')}`;

interface Report {
  k: string;
  n: string;
  u: string;
  p?: { r?: string };
}

/** The bare server: Express, one insert a request, nothing else. Runs in a process of its own. */
const serve = (databaseUrl: string, port: number): void => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const websites = new Map<string, string>();
  const names = ['event_id', 'website_id', 'session_id', 'visit_id', ...COLUMNS];
  const insert = {
    name: 'insert',
    text: `INSERT INTO website_event (${names.join(', ')}) VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
  };
  const app = express();
  app.use(express.text({ type: '*/*' }));
  app.post('/', async (request, response) => {
    const { k, n, u, p } = JSON.parse(request.body as string) as Report;
    const website = websites.get(k) ?? randomUUID();
    websites.set(k, website);
    const [url, referrer] = [new URL(u), p?.r ? new URL(p.r).hostname : null];
    const values = [randomUUID(), website, randomUUID(), randomUUID(), url.pathname, url.search];
    const rest = [null, null, null, null, null, null, null, referrer, 'A title', n, null, url.hostname];
    await pool.query({ ...insert, values: [...values, ...rest] });
    response.status(204).end();
  });
  app.listen(port, '127.0.0.1', () => process.send?.('ready'));
};

/** Starts the server and a durable PostgreSQL of its own. */
export const startUmamiShape = async (): Promise<UmamiShape> => {
  const postgres = await startPostgres({ durable: true });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(SCHEMA);
  await client.end();
  const port = await freePort();
  const child = fork(fileURLToPath(import.meta.url), [postgres.url, String(port)]);
  await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await postgres.stop();
    },
  };
};

if (import.meta.main) {
  const [databaseUrl = '', port = ''] = process.argv.slice(2);
  serve(databaseUrl, Number(port));
}
