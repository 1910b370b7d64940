import { createWaits } from '@platform/database';
import { notFound } from '@platform/errors';
import { silentLogger } from '@platform/runtime';
import type { TestDatabase } from '@platform/testing';
import { createCredentialVault } from '../../src/credentials/credential-vault.ts';
import { createReports, createSchedules } from '../../src/features.ts';
import { createSchedulesStore } from '../../src/schedules/schedules-store.ts';
import { openTestDatabase, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';

let database: TestDatabase;
let service: TestService;
let api: Awaited<ReturnType<TestService['client']>>;
let reportId: number;
const enqueued: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { worker: false, resultWaitSeconds: 0 });
  api = await service.client('org_a');
});
beforeEach(async () => {
  enqueued.length = 0;
  reportId = (await api.post('/reports', { url: 'http://127.0.0.1:7000/' })).body.data.id;
  await database
    .database('reports')
    .update({ status: 'generated', requested_at: null, score: 60, rating: 1 });
});
afterEach(async () => {
  await database.database('reports').delete();
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const runDue = async () => {
  const queue = {
    enqueue: (url: string) => Promise.resolve(void enqueued.push(url)),
    reenqueue: () => Promise.resolve(),
    states: {},
    close: () => Promise.resolve(),
  };
  const { reports } = createReports({
    database: database.database,
    queue,
    signals: createWaits(),
    vault: createCredentialVault(null),
    checkUrl: (url) => new URL(url),
    logger: silentLogger(),
  });
  const { schedules } = createSchedules({ database: database.database, reports, logger: silentLogger() });
  await schedules.runDue();
};

it('is created, shown, listed and deleted', async () => {
  const { status, body, headers } = await api.post('/schedules', { report_id: reportId, frequency: 'daily' });
  expect(status).toBe(201);
  expect(headers['location']).toBe(`/api/v1/schedules/${String(body.data.id)}`);
  expect(body.data).toMatchObject({ report_id: reportId, frequency: 'daily', last_at: null });
  const until = Date.parse(body.data.next_at) - Date.now();
  expect(Math.round(until / 3_600_000)).toBe(24);
  expect((await api.get(`/schedules/${String(body.data.id)}`)).body.data).toEqual(body.data);
  expect((await api.get('/schedules')).body).toMatchObject({ data: [body.data], meta: { total: 1 } });
  expect((await api.delete(`/schedules/${String(body.data.id)}`)).body).toMatchObject({
    deleted: true,
    object: 'schedule',
  });
  expect((await api.get(`/schedules/${String(body.data.id)}`)).status).toBe(404);
});

it('names its page, and is found by its report', async () => {
  const { id, url } = (await api.post('/schedules', { report_id: reportId })).body.data;
  expect(url).toBe('http://127.0.0.1:7000/');
  expect((await api.put(`/schedules/${String(id)}`, { frequency: 'daily' })).body.data.url).toBe(url);
  expect((await api.get(`/schedules?report_id=${reportId}`)).body.data).toMatchObject([{ id, url }]);
  expect((await api.get(`/schedules?report_id=${reportId + 1}`)).body.data).toEqual([]);
});

it('is changed under If-Match only as it was seen, whatever ran meanwhile', async () => {
  const made = await api.post('/schedules', { report_id: reportId, frequency: 'daily' });
  const path = `/schedules/${String(made.body.data.id)}`;
  const seen = { 'If-Match': made.headers['etag'] ?? '' };
  await database.database('schedules').update({ next_at: new Date(), last_at: new Date() });
  expect((await api.get(path)).headers['etag']).toBe(seen['If-Match']);
  const changed = await api.put(path, { email_recipients: 'ann@shop.example' }, seen);
  expect([changed.status, changed.headers['etag'] === seen['If-Match']]).toEqual([200, false]);
  expect((await api.put(path, { email_recipients: '' }, seen)).status).toBe(412);
  expect((await api.get(path)).body.data.email_recipients).toBe('ann@shop.example');
});

it('refuses another organisation’s report, and hides its schedules', async () => {
  const other = await service.client('org_b');
  const refused = await other.post('/schedules', { report_id: reportId });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({ report_id: ['report_id must be a report of yours'] });
  const { id } = (await api.post('/schedules', { report_id: reportId })).body.data;
  expect((await other.get(`/schedules/${String(id)}`)).status).toBe(404);
  expect((await other.delete(`/schedules/${String(id)}`)).status).toBe(404);
});

it('generates what is due once, and never early', async () => {
  await api.post('/schedules', { report_id: reportId, frequency: 'daily' });
  await runDue();
  expect(enqueued).toEqual([]);
  await database.database.raw(`UPDATE schedules SET next_at = now() - interval '3 days'`);
  await Promise.all([runDue(), runDue()]);
  expect(enqueued).toEqual(['http://127.0.0.1:7000/']);
  expect((await api.get(`/reports/${String(reportId)}`)).body.data.status).toBe('pending');
  const [schedule] = (await api.get('/schedules')).body.data;
  expect(Date.parse(schedule.next_at)).toBeGreaterThan(Date.now());
  expect(schedule.last_at).not.toBeNull();
});

it.each([
  ['daily', 24],
  ['weekly', 168],
] as const)('runs a %s schedule at its own time, however late it ran before', async (frequency, period) => {
  const { id } = (await api.post('/schedules', { report_id: reportId, frequency })).body.data;
  await database.database.raw(`UPDATE schedules SET next_at = now() - interval '5 hours'`);
  const dueAt = Date.parse((await api.get(`/schedules/${String(id)}`)).body.data.next_at);
  await runDue();
  const { next_at: nextAt } = (await api.get(`/schedules/${String(id)}`)).body.data;
  expect((Date.parse(nextAt) - dueAt) / 3_600_000).toBe(period);
});

it.each([
  ['is due again after ten minutes if PostgreSQL was away', new Error('Connection terminated'), 10 * 60],
  ['keeps its rhythm if its report can’t be generated', notFound('report'), 24 * 3_600],
])('%s', async (_, error, seconds) => {
  const { id } = (await api.post('/schedules', { report_id: reportId, frequency: 'daily' })).body.data;
  await database.database.raw(`UPDATE schedules SET next_at = now() - interval '3 days'`);
  const { schedules } = createSchedules({
    database: database.database,
    reports: {
      show: () => Promise.reject(error),
      update: () => Promise.reject(error),
      generate: () => Promise.reject(error),
    },
    logger: silentLogger(),
  });
  await schedules.runDue();
  const { next_at: nextAt, last_at: lastAt } = (await api.get(`/schedules/${String(id)}`)).body.data;
  expect(Math.round((Date.parse(nextAt) - Date.now()) / 60_000)).toBe(seconds / 60);
  expect(lastAt === null).toBe(seconds < 3_600);
  await database.database.raw(`UPDATE schedules SET next_at = now()`);
  await runDue();
  expect(enqueued).toHaveLength(1);
});

it('keeps what it was changed to while it ran', async () => {
  const { id } = (await api.post('/schedules', { report_id: reportId, frequency: 'daily' })).body.data;
  await database.database.raw(`UPDATE schedules SET next_at = now()`);
  const store = createSchedulesStore(database.database);
  const [taken] = await store.takeDue(1);
  await api.put(`/schedules/${String(id)}`, { frequency: 'weekly' });
  if (taken) await store.finish(taken);
  const { frequency, next_at: nextAt } = (await api.get(`/schedules/${String(id)}`)).body.data;
  expect([frequency, Math.round((Date.parse(nextAt) - Date.now()) / 86_400_000)]).toEqual(['weekly', 7]);
});

const hourIn = (timezone: string, time: string): [weekday: string, hour: string] => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    weekday: 'long',
    hour: '2-digit',
    minute: '2-digit',
  });
  const parts = new Map(format.formatToParts(new Date(time)).map(({ type, value }) => [type, value]));
  return [parts.get('weekday') ?? '', `${parts.get('hour') ?? ''}:${parts.get('minute') ?? ''}`];
};

it('keeps to a weekday and an hour of a time zone, as sites do', async () => {
  const times = { frequency: 'weekly', weekday: 3, hour: 7, timezone: 'America/New_York' };
  const { body, status } = await api.post('/schedules', { report_id: reportId, ...times });
  expect(status).toBe(201);
  expect(body.data).toMatchObject(times);
  expect(hourIn('America/New_York', body.data.next_at)).toEqual(['Wednesday', '07:00']);
  const path = `/schedules/${String(body.data.id)}`;
  // It ran five hours late, and comes at its own time again.
  await database.database.raw(`UPDATE schedules SET next_at = now() - interval '5 hours'`);
  await runDue();
  const ran = (await api.get(path)).body.data;
  expect(Date.parse(ran.next_at)).toBeGreaterThan(Date.now());
  expect(hourIn('America/New_York', ran.next_at)).toEqual(['Wednesday', '07:00']);
  const moved = (await api.put(path, { hour: 21, timezone: 'Asia/Kolkata' })).body.data;
  expect(moved).toMatchObject({ frequency: 'weekly', weekday: 3, hour: 21, timezone: 'Asia/Kolkata' });
  expect(hourIn('Asia/Kolkata', moved.next_at)).toEqual(['Wednesday', '21:00']);
  // Who is told changes no time.
  expect((await api.put(path, { email: 0 })).body.data.next_at).toBe(moved.next_at);
});

it('comes on the first such day of a month', async () => {
  const { body } = await api.post('/schedules', { report_id: reportId, frequency: 'monthly', weekday: 5 });
  expect(body.data).toMatchObject({ frequency: 'monthly', weekday: 5, hour: 6, timezone: 'UTC' });
  expect(hourIn('UTC', body.data.next_at)).toEqual(['Friday', '06:00']);
  expect(new Date(body.data.next_at).getUTCDate()).toBeLessThanOrEqual(7);
});

it('goes by the time at which it was made where it names none, until it does', async () => {
  const { body } = await api.post('/schedules', { report_id: reportId, frequency: 'daily' });
  expect(body.data).toMatchObject({ weekday: null, hour: null, timezone: null });
  const path = `/schedules/${String(body.data.id)}`;
  const named = (await api.put(path, { hour: 4 })).body.data;
  expect(named).toMatchObject({ frequency: 'daily', weekday: 1, hour: 4, timezone: 'UTC' });
  expect(hourIn('UTC', named.next_at)[1]).toBe('04:00');
});

it.each([
  [{ timezone: 'Atlantis/Poseidonis' }, 'timezone'],
  [{ hour: 24 }, 'hour'],
  [{ weekday: 0 }, 'weekday'],
])('refuses %j', async (fields, field) => {
  const { status, body } = await api.post('/schedules', { report_id: reportId, ...fields });
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
});

it('costs as many requests as its report has renderings when it is run on request', async () => {
  const { id } = (await api.post('/schedules', { report_id: reportId })).body.data;
  await database.database('reports').update({ render: true, passes: 5, desktop: true });
  const { headers } = await api.post(`/schedules/${String(id)}/run`, {});
  expect(headers['x-request-cost']).toBe('60');
});

it('runs immediately on request', async () => {
  const { id } = (await api.post('/schedules', { report_id: reportId })).body.data;
  expect((await api.post(`/schedules/${String(id)}/run`, {})).status).toBe(200);
  expect((await api.get(`/reports/${String(reportId)}`)).body.data.status).toBe('pending');
});

it('is deleted with its report', async () => {
  await api.post('/schedules', { report_id: reportId });
  await api.delete(`/reports/${String(reportId)}`);
  expect((await api.get('/schedules')).body.meta.total).toBe(0);
});

it('has recipients of e-mails that are checked, shown and changed', async () => {
  const made = await api.post('/schedules', {
    report_id: reportId,
    email_recipients: ' ann@shop.example \n\nben@shop.example',
    language: 'de',
  });
  expect(made.body.data).toMatchObject({
    email: 1,
    email_recipients: 'ann@shop.example\nben@shop.example',
    email_goes_to: ['ann@shop.example', 'ben@shop.example'],
  });
  const path = `/schedules/${String(made.body.data.id)}`;
  const daily = await api.put(path, { frequency: 'daily' });
  expect(daily.body.data).toMatchObject({
    frequency: 'daily',
    language: 'de',
    email_recipients: 'ann@shop.example\nben@shop.example',
  });
  expect(Date.parse(daily.body.data.next_at)).toBeLessThan(Date.parse(made.body.data.next_at));
  const off = await api.put(path, { email: 0 });
  expect(off.body.data).toMatchObject({ email: 0, email_goes_to: [], next_at: daily.body.data.next_at });
  const emptied = await api.put(path, 'email=1&email_recipients=');
  expect(emptied.body.data).toMatchObject({ email: 1, email_recipients: null, email_goes_to: [] });
  const refused = await api.put(path, { email_recipients: 'ann@shop.example\nnobody' });
  expect(refused.status).toBe(422);
  expect(refused.body.errors).toEqual({
    email_recipients: ['email_recipients has a line that is not an e-mail address: nobody'],
  });
  expect((await (await service.client('org_b')).put(path, { email: 0 })).status).toBe(404);
});
