import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { loadPages } from '@platform/pages';
import { createMetrics, silentLogger } from '@platform/runtime';
import { createTestDatabase, createTestIdentity, holdToContract } from '@platform/testing';
import type { TestDatabase, TestIdentity } from '@platform/testing';
import request from 'supertest';

import { createApp } from '../src/app.ts';
import type { AppDeps } from '../src/app-deps.ts';
import { LIVE_TIMEOUTS, WRITER_TIMEOUTS } from '../src/collect/writing/writer-lanes.ts';
import { NOWHERE } from '../src/geo/geo-lookup.ts';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0';

export interface Instance {
  server: Server;
  url: string;
  close(): Promise<void>;
}

export interface RunningAnalytics {
  db: TestDatabase;
  identity: TestIdentity;
  /** The first instance's server, for supertest. */
  server: Server;
  url: string;
  /** `Authorization` of the organisation org_test with all scopes. */
  authorization: string;
  /** Starts another instance of the service on the same database. */
  startInstance(deps?: Partial<AppDeps>): Promise<Instance>;
  /** Creates a website and returns its JSON. */
  createWebsite(fields?: Record<string, unknown>): Promise<WebsiteJson>;
  /** Sends a page view for each time (milliseconds since 1970) through the events API. */
  backfill(site: WebsiteJson, times: readonly number[], page?: string): Promise<void>;
  /** Sends a hit as the tracker does. */
  beacon(body: object, headers?: Record<string, string>): request.Test;
  stop(): Promise<void>;
}

export interface WebsiteJson {
  id: number;
  domain: string;
  site_key: string;
  [field: string]: unknown;
}

/** A busy machine may take its time to store what a suite sends. Suites of faults ask for what users get. */
const timeouts: AppDeps['timeouts'] =
  process.env['SUITES'] === 'faults'
    ? LIVE_TIMEOUTS
    : {
        batch: 60_000,
        settings: {
          ...WRITER_TIMEOUTS,
          lock_timeout: 50_000,
          statement_timeout: 60_000,
          tcp_user_timeout: 60_000,
        },
      };

let counter = 0;

/** The service on a database of its own. */
export const startAnalytics = async (overrides: Partial<AppDeps> = {}): Promise<RunningAnalytics> => {
  const db = await createTestDatabase({
    schema: 'analytics',
    migrations: new URL('../migrations/', import.meta.url),
  });
  const identity = await createTestIdentity('analytics');
  // An identity lives for a minute, a suite on a slow machine for longer.
  let authorization = await identity.bearer();
  const renewing = setInterval(() => {
    void identity.bearer().then((bearer) => {
      authorization = bearer;
    });
  }, 15_000).unref();
  const instances: Instance[] = [];
  const statisticsPages = await loadPages('statistics');

  const startInstance = async (deps: Partial<AppDeps> = {}): Promise<Instance> => {
    const app = createApp({
      database: db.database,
      databaseUrl: db.url,
      identity: identity.verifier,
      geo: { find: () => NOWHERE },
      statisticsPages: () => Promise.resolve(statisticsPages),
      pageSecret: Buffer.alloc(32, 1),
      mailer: { destination: 'nowhere', send: () => Promise.resolve(), close: () => undefined },
      logger: silentLogger(),
      metrics: createMetrics({ service: 'analytics', withProcess: false }),
      publicUrl: 'http://localhost:8080',
      trackerPath: '/t.js',
      collectPath: '/collect',
      collectQueue: 20_000,
      timeouts,
      trustProxy: 1,
      ...overrides,
      ...deps,
    });
    const server = createServer(holdToContract(app.listener));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const instance: Instance = {
      server,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      async close() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
        for (const [, end] of app.closing) await end();
      },
    };
    instances.push(instance);
    return instance;
  };

  const { server, url } = await startInstance();
  return {
    db,
    identity,
    server,
    url,
    get authorization() {
      return authorization;
    },
    startInstance,
    async createWebsite(fields = {}) {
      counter += 1;
      const answer = await request(server)
        .post('/api/v1/websites')
        // A new one each time: an identity lives for a minute, a suite may for longer.
        .set('Authorization', await identity.bearer())
        .send({ domain: `site-${counter}.example`, ...fields });
      if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
      return answer.body.data as WebsiteJson;
    },
    async backfill(site, times, page = '/') {
      const events = times.map((time) => ({
        site_key: site.site_key,
        url: `https://${site.domain}${page}`,
        ip: '10.1.1.1',
        user_agent: CHROME,
        time: new Date(time).toISOString(),
      }));
      const answer = await request(server)
        .post('/api/v1/events')
        .set('Authorization', authorization)
        .send({ events });
      expect(answer.body).toMatchObject({ data: { stored: times.length } });
    },
    beacon: (body, headers = {}) =>
      request(server)
        .post('/collect')
        .set({
          'Content-Type': 'text/plain',
          'User-Agent': CHROME,
          'X-Forwarded-For': '198.51.100.7',
          ...headers,
        })
        .send(JSON.stringify(body)),
    async stop() {
      clearInterval(renewing);
      for (const instance of instances) await instance.close();
      await db.drop();
    },
  };
};
