import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import type { Knex } from 'knex';
import request from 'supertest';

import { createAnswersThread } from '../../src/stats/answers/answers-thread.ts';
import type { AnswersThread } from '../../src/stats/answers/answers-thread.ts';
import { createStatsAnswers } from '../../src/stats/answers/stats-answers.ts';
import type { StatsAnswers } from '../../src/stats/answers/stats-answers.ts';
import { createWeighedAnswers } from '../../src/stats/create-stats.ts';
import { createStatsStore } from '../../src/stats/stats-store.ts';
import { createServiceProcess } from '../service-process.ts';
import { NOW, traffic } from './stats-api-harness.ts';
import { createStatsApp } from './stats-app.ts';
import type { StatsApp } from './stats-app.ts';
import { storeTraffic } from './store-traffic.ts';

const CENTURY = { from: '1999-12-31', to: '2099-12-31' };
const METRICS = ['visitors', 'visits', 'pageviews', 'bounce_rate', 'visit_duration'];
const QUESTION = {
  metrics: METRICS,
  dimensions: ['time:day'],
  date_range: CENTURY,
  compare: 'previous_year',
  sort: [{ by: 'visits', order: 'desc' }],
  per_page: 1_000,
};

let stats: StatsApp;
let here: StatsAnswers;
let thread: AnswersThread;
let heavyAnswers: number;

/** Replaces the thread that the app asks. */
const useThread = (
  options: { databaseUrl?: string; milliseconds?: number; memoryMegabytes?: number } = {},
) => {
  thread = createAnswersThread({
    databaseUrl: stats.db.url,
    logger: silentLogger(),
    // A busy machine is slow, most of all for a thread that stands back.
    milliseconds: 100_000,
    ...options,
  });
};

const toPresentThread: StatsAnswers = {
  query: (question) => thread.answers.query(question),
  queryJson(question) {
    heavyAnswers += 1;
    return thread.answers.queryJson(question);
  },
  queryCsv: (question) => thread.answers.queryCsv(question),
  counts: (question) => thread.answers.counts(question),
  countsCsv: (question) => thread.answers.countsCsv(question),
  rollupJson: (question) => thread.answers.rollupJson(question),
  rollupCsv: (question) => thread.answers.rollupCsv(question),
};

beforeAll(async () => {
  stats = await createStatsApp(() => NOW, {
    answersOf(answers, db) {
      here = createStatsAnswers(createStatsStore(db.database), () => NOW);
      return createWeighedAnswers(answers, toPresentThread);
    },
  });
  await stats.addWebsite({ id: 7, timezone: 'Europe/Berlin' });
  await storeTraffic(stats.db.database, traffic);
});
beforeEach(() => {
  heavyAnswers = 0;
  useThread();
});
afterEach(() => thread.stop());
afterAll(() => stats.db.drop());

const ask = async (body: object = QUESTION, accept = 'application/json') =>
  request(stats.app)
    .post('/api/v1/stats/7/query')
    .set('Authorization', await stats.identity.bearer())
    .set('Accept', accept)
    .send(body);

const list = async (query: Record<string, string>, accept = 'application/json') =>
  request(stats.app)
    .get('/api/v1/stats/7')
    .query(query)
    .set('Authorization', await stats.identity.bearer())
    .set('Accept', accept);

/** Runs `work` while the sums can't be read. */
const whileLocked = async <Result>(work: (lock: Knex.Transaction) => Promise<Result>): Promise<Result> => {
  const lock = await stats.db.database.transaction();
  try {
    await lock.raw('LOCK TABLE rollup_quarters IN ACCESS EXCLUSIVE MODE');
    return await work(lock);
  } finally {
    await lock.rollback();
  }
};

/** Few enough rows to be answered at once, and too many for the main thread. */
const askThreeYears = () => ask({ ...QUESTION, date_range: { from: '2024-04-01', to: '2027-03-31' } });

/** The connections that wait for the lock. */
const waiting = async (): Promise<readonly number[]> => {
  const { rows } = await stats.db.database.raw<{ rows: { pid: number }[] }>(
    "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
  );
  return rows.map(({ pid }) => pid);
};

/** Sends a question while the sums are locked, and does something once it waits for them. */
const askLocked = (work: (pid: number) => Promise<unknown>) =>
  whileLocked(async () => {
    const answer = askThreeYears();
    await eventually(async () => {
      expect(await waiting()).toHaveLength(1);
    });
    await work((await waiting())[0] ?? 0);
    return answer;
  });

describe('a question with many rows', () => {
  it('is answered as a small one is', async () => {
    const { body: century } = await ask();
    expect(heavyAnswers).toBe(1);
    expect(century.status).toBe(200);
    expect(century.data).toMatchObject({ total: 36_526, date_range: CENTURY, timezone: 'Europe/Berlin' });
    const { body: month } = await ask({
      ...QUESTION,
      date_range: { from: '2026-03-18', to: '2026-04-12' },
      compare: undefined,
    });
    expect(heavyAnswers).toBe(1);
    const counted = (rows: { dimensions: object; metrics: { visits: number } }[]) =>
      rows.flatMap(({ dimensions, metrics }) => (metrics.visits > 0 ? [{ dimensions, metrics }] : []));
    const days = counted(century.data.rows);
    expect(days.length).toBeGreaterThan(20);
    expect(days).toEqual(counted(month.data.rows));
  });

  it.each([
    ['hours of two years', ['time:hour'], { from: '2024-12-01', to: '2026-12-01' }, undefined],
    ['a century of days with pages', ['time:day', 'page'], CENTURY, 'previous_period'],
    ['a century of weeks with countries', ['time:week', 'country'], CENTURY, undefined],
  ] as const)('is the same in both threads: %s', async (_, groupBy, range, compare) => {
    const query = {
      site: { id: 7, timezone: 'Europe/Berlin' },
      query: {
        metrics: ['visits', 'pageviews'],
        groupBy,
        range,
        compare,
        filter: { and: [] },
        limit: 20_000,
        offset: 0,
      },
    } as const;
    const [there, expected] = await Promise.all([thread.answers.query(query), here.query(query)]);
    expect(there).toEqual(expected);
    const visits = there.rows.reduce((sum, { metrics }) => sum + (metrics.visits ?? 0), 0);
    expect(visits).toBeGreaterThan(traffic.visits.length / 2);
  });

  it('may be one that counts the visits of many days, which are the same in both threads', async () => {
    const filters = [{ dimension: 'device', operator: 'is', values: ['mobile', 'desktop'] }];
    const question = { metrics: ['visits'], dimensions: ['page'], filters };
    const to = '2026-06-30';
    const quarter = await ask({ ...question, date_range: { from: '2026-03-31', to } });
    expect(heavyAnswers).toBe(0);
    const more = await ask({ ...question, date_range: { from: '2026-03-30', to } });
    expect(heavyAnswers).toBe(1);
    expect([quarter.status, more.status]).toEqual([200, 200]);
    await ask({ ...question, date_range: { from: '2026-05-01', to }, compare: 'previous_period' });
    expect(heavyAnswers).toBe(2);

    const query = {
      site: { id: 7, timezone: 'Europe/Berlin' },
      query: {
        metrics: ['visits', 'bounce_rate'],
        groupBy: ['browser'],
        range: { from: '2026-01-01', to: '2026-12-31' },
        filter: { and: [{ dimension: 'device', operator: 'is', values: ['mobile', 'desktop'] }] },
        limit: 100,
        offset: 0,
      },
    } as const;
    const [there, expected] = await Promise.all([thread.answers.query(query), here.query(query)]);
    expect(there).toEqual(expected);
    expect(there.rows.length).toBeGreaterThan(1);
  });

  it('has all of its rows in a file', async () => {
    const file = await ask(QUESTION, 'text/csv');
    expect(file.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="query.csv"',
    });
    expect(file.text.split('\r\n')).toHaveLength(36_526 + 2);
    expect(file.text).toMatch(
      /^time:day,visitors,visits,pageviews,bounce_rate,visit_duration,comparison_visitors,/,
    );
  });

  it('may be a named statistic', async () => {
    const { body } = await list({ name: 'visitors', ...CENTURY, sort_by: 'value', sort: 'asc' });
    expect(body.meta.total).toBe(36_526);
    expect(body.data[0]).toEqual({ value: '1999-12-31', count: 0 });
    const { text } = await list({ name: 'page', ...CENTURY }, 'text/csv');
    expect(text).toMatch(/^value,count\r\n\//);
  });

  it('is refused as a small one is', async () => {
    const refused = await ask({ ...QUESTION, dimensions: ['time:hour'], sort: undefined });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual({
      dimensions: ['dimensions may hold time:hour for up to 800 days only'],
    });
  });
});

describe('a question that can’t be answered', () => {
  it('is 503 when PostgreSQL ends it, and the next one is answered', async () => {
    const { status, body } = await askLocked((pid) =>
      stats.db.database.raw('SELECT pg_cancel_backend(?::integer)', [pid]),
    );
    expect({ status, message: body.message }).toEqual({
      status: 503,
      message: 'The answer took too long. Ask for fewer days, dimensions or conditions.',
    });
    expect((await askThreeYears()).status).toBe(200);
  });

  it('is 503 when it takes too long, and the next one is answered', async () => {
    useThread({ milliseconds: 15_000 });
    const { status, body, headers } = await askLocked(() => Promise.resolve());
    expect([status, body.code, headers['retry-after']]).toEqual([503, 'service_unavailable', '5']);
    expect(body.message).toContain('took too long');
    expect((await askThreeYears()).status).toBe(200);
  });

  it('is 503 when it takes too much memory', async () => {
    useThread({ memoryMegabytes: 8 });
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([503, expect.stringContaining('too much memory')]);
  });

  it('is 503 when too many wait, and those that wait are answered', async () => {
    const answers = await whileLocked(async (lock) => {
      const all = Array.from({ length: 60 }, () =>
        askThreeYears().then(({ status, body }) => ({ status, body })),
      );
      expect((await Promise.race(all)).body.message).toContain('Too many large questions');
      await lock.rollback();
      return Promise.all(all);
    });
    expect(answers.filter(({ status }) => status === 503)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(52);
  });

  it('is 503 when the thread ends meanwhile, or has ended', async () => {
    const interrupted = await askLocked(() => thread.stop());
    for (const { status, body } of [interrupted, await askThreeYears()])
      expect([status, body.message]).toEqual([503, 'The answer was interrupted. Try again.']);
    expect((await ask({ metrics: ['visits'] })).status).toBe(200);
  });

  it('is 503 when PostgreSQL can’t be reached', async () => {
    useThread({ databaseUrl: 'postgres://nobody@127.0.0.1:1/nothing' });
    const { status, body } = await ask();
    expect([status, body.message]).toEqual([503, "The database can't be reached at the moment."]);
  });
});

it('is answered by a process that is asked to end meanwhile, which ends then', async () => {
  const service = await createServiceProcess(stats.db.url, stats.identity, { DRAIN_SECONDS: '0' });
  await service.start();
  const send = async (): Promise<number> => {
    const answer = await fetch(`${service.url}/api/v1/stats/7/query`, {
      method: 'POST',
      headers: { authorization: await stats.identity.bearer(), 'content-type': 'application/json' },
      body: JSON.stringify(QUESTION),
    });
    await answer.arrayBuffer();
    return answer.status;
  };
  try {
    // On a busy machine the first question may take longer than it may.
    await eventually(async () => {
      expect(await send()).toBe(200);
    });
    const answer = await whileLocked(async () => {
      const asked = send();
      await eventually(async () => {
        expect(await waiting()).toHaveLength(1);
      });
      // Rejects if the process doesn't end in time.
      return { asked, ended: service.kill('SIGTERM') };
    });
    expect(await answer.asked).toBe(200);
    await answer.ended;
  } finally {
    await service.kill('SIGKILL');
  }
});
