import type { RequestListener } from 'node:http';

import { holdToContract } from '@platform/testing';
import request from 'supertest';

import { randomTraffic } from './random-traffic.ts';
import type { Traffic } from './random-traffic.ts';
import { storeTraffic } from './store-traffic.ts';
import { reference } from './reference.ts';
import { createStatsApp } from './stats-app.ts';
import type { StatsApp } from './stats-app.ts';

/** 15 April 2026, 14:20 in Berlin. */
export const NOW = Date.parse('2026-04-15T12:20:00Z');

export const RANGE = { from: '2026-03-20', to: '2026-04-10' };

export const traffic: Traffic = randomTraffic({
  websiteId: 7,
  zone: 'Europe/Berlin',
  from: '2026-03-20',
  days: 22,
  visits: 400,
  seed: 11,
});

export const expected = (groupBy: Parameters<typeof reference>[1]['groupBy'], range = RANGE) =>
  reference(traffic, { range, groupBy, filter: { and: [] } });

export const url = (parameters: Record<string, string | number>) =>
  `/api/v1/stats/7?${new URLSearchParams(Object.entries({ ...RANGE, ...parameters }).map(([name, value]): [string, string] => [name, value])).toString()}`;

/**
 * The statistics of website 7 with random traffic at a fixed time, for the suite that calls this.
 */
export const useStatsApi = () => {
  let stats: StatsApp;
  let app: RequestListener;
  let key: string;
  const called = new Set<string>();

  beforeAll(async () => {
    stats = await createStatsApp(() => NOW);
    app = holdToContract(stats.app);
    await stats.addWebsite({ id: 7, timezone: 'Europe/Berlin' });
    await stats.addWebsite({ id: 8, organisation: 'org_other' });
    await stats.addWebsite({ id: 9, timezone: 'Asia/Kathmandu' });
    await storeTraffic(stats.db.database, traffic);
    key = await stats.identity.bearer();
  });

  afterAll(() => stats.db.drop());

  const send = (method: 'get' | 'post', url: string, accept: string) => {
    called.add(`${method} ${url.replace(/\?.*/, '').replace(/\/\d+/, '/{id}')}`);
    return request(app)[method](url).set('Authorization', key).set('Accept', accept);
  };

  const get = async (url: string, accept = 'application/json') => send('get', url, accept).buffer(true);

  const query = async (body: object, accept = 'application/json', id: string | number = 7) =>
    send('post', `/api/v1/stats/${id}/query`, accept).send(body);

  /** The operations of the document that `get` and `query` haven't called so far. */
  const uncalled = async (): Promise<string[]> => {
    const document = (await request(app).get('/openapi.json').expect(200)).body as {
      paths: Record<string, object>;
    };
    return Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method} ${path}`))
      .filter((operation) => !called.has(operation));
  };

  return { stats: () => stats, key: () => key, get, query, uncalled };
};
