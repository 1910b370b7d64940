import { createGuard } from '@platform/guard';
import { createIdentitySigner, generateIdentityKey } from '@platform/identity';
import type { Scope } from '@platform/identity';
import { silentLogger } from '@platform/runtime';
import { eventually } from '@platform/testing';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import request from 'supertest';
import { typeid } from 'typeid-js';

import { startWebhookJobs } from '../src/webhooks/start-webhook-jobs.ts';
import { bearer, startTestbed } from './harness.ts';
import type { Gateway, Testbed } from './harness.ts';
import { startReceiver } from './webhook-harness.ts';
import type { Receiver } from './webhook-harness.ts';

const guard = createGuard({ allow: ['127.0.0.1'], userAgent: 'test' });
let testbed: Testbed;
let gateway: Gateway;
/** Reaches public addresses only. */
let strict: Gateway;
let receiver: Receiver;
let key: string;
let stranger: string;
let jobs: ReturnType<typeof startWebhookJobs> = [];

const keyOf = async (name: string): Promise<string> => {
  const { id } = await testbed.organisations.ensureOrganisation({ id: typeid('org').toString(), name });
  return (await testbed.issue({ organisation: id })).text;
};

beforeAll(async () => {
  testbed = await startTestbed();
  gateway = await testbed.gateway({ guard });
  strict = await testbed.gateway();
  key = (await testbed.issue()).text;
  stranger = await keyOf('Stranger');
  receiver = await startReceiver();
  const signer = await createIdentitySigner({ privateKey: generateIdentityKey() });
  jobs = startWebhookJobs({
    database: testbed.database.database,
    databaseUrl: testbed.database.url,
    signer,
    guard,
    targets: {},
    leaseSeconds: 60,
    logger: silentLogger(),
  });
});
afterAll(async () => {
  for (const job of jobs) await job.stop();
  await receiver.close();
  await testbed.close();
  await guard.close();
});

const send = async (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object, as = key) => {
  const pending = request(gateway.url)[method](`/v1/webhooks${path}`).set(bearer(as));
  return body === undefined ? pending : pending.send(body);
};
const create = async (fields: object = {}) => {
  const answer = await send('post', '', { url: receiver.url, events: ['key.revoked'], ...fields });
  expect(answer.status).toBe(201);
  return answer.body.data as { id: string; secret: string };
};
const ended = (id: string, delivery: string, status = 'delivered') =>
  eventually(async () => {
    const { body } = await send('get', `/${id}/deliveries/${delivery}`);
    expect(body.data.status).toBe(status);
    return body.data;
  });
const messagesOf = (id: string) => receiver.received.filter(({ headers }) => headers['webhook-id'] === id);

beforeEach(() => {
  receiver.answerWith(204);
});

describe('the API of webhooks', () => {
  it('creates a webhook, shows its secret once, and answers with it later', async () => {
    const { id, secret } = await create({ description: 'Chat' });
    expect(secret).toMatch(/^whsec_[\w+/]{43}=$/);
    const shown = await send('get', `/${id}`);
    expect(shown.body.data).toMatchObject({ id, url: receiver.url, enabled: true, description: 'Chat' });
    expect(shown.text).not.toContain(secret);
    expect((await send('get', '')).body.data.items.map((item: { id: string }) => item.id)).toContain(id);
    const changed = await send('patch', `/${id}`, { events: ['export.failed'], enabled: false });
    expect(changed.body.data).toMatchObject({ events: ['export.failed'], enabled: false, url: receiver.url });
    expect((await send('post', `/${id}/ping`)).body.error.code).toBe('webhook_disabled');
    expect((await send('delete', `/${id}`)).status).toBe(200);
    expect((await send('get', `/${id}`)).status).toBe(404);
  });

  it('changes a webhook under If-Match only as it was seen', async () => {
    const { id } = await create();
    const seen = String((await send('get', `/${id}`)).headers['etag']);
    await testbed.database.database('webhooks').where({ id }).update({ failing_since: new Date() });
    const change = (description: string, tag: string) =>
      request(gateway.url)
        .patch(`/v1/webhooks/${id}`)
        .set({ ...bearer(key), 'If-Match': tag })
        .send({ description });
    const changed = await change('Chat', seen);
    expect([changed.status, changed.headers['etag'] === seen]).toEqual([200, false]);
    expect((await change('Pager', seen)).status).toBe(412);
    expect((await send('get', `/${id}`)).body.data.description).toBe('Chat');
    await send('delete', `/${id}`);
  });

  it.each([
    ['url', { url: 'http://10.0.0.1/' }],
    ['url', { url: 'http://169.254.169.254/latest' }],
    ['url', { url: 'http://[::1]/' }],
    ['url', { url: 'http://2130706433:1/' }],
    ['url', { url: 'http://localhost/' }],
    ['url', { url: 'ftp://example.com/' }],
    ['url', { url: 'https://user:secret@example.com/' }],
    ['url', { url: 'hooks' }],
    ['url', { url: undefined }],
    ['events', { events: [] }],
    ['events.0', { events: ['report.deleted'] }],
    ['events', { events: undefined }],
  ])('refuses %s in %j', async (field, fields) => {
    const answer = await request(strict.url)
      .post('/v1/webhooks')
      .set(bearer(key))
      .send({ url: 'https://hooks.example.com/', events: ['key.revoked'], ...fields });
    expect([answer.status, answer.body.error?.details[0]?.field]).toEqual([400, field]);
  });

  it('needs its scope, and hides the webhooks of others', async () => {
    const { id } = await create();
    const { text } = await testbed.issue({ scopes: ['reports:write'] });
    expect((await send('get', '', undefined, text)).status).toBe(403);
    for (const path of [`/${id}`, `/${id}/deliveries`])
      expect((await send('get', path, undefined, stranger)).status).toBe(404);
    expect((await send('post', `/${id}/rotate`, {}, stranger)).status).toBe(404);
    expect((await send('delete', `/${id}`, undefined, stranger)).status).toBe(404);
    await send('delete', `/${id}`);
  });

  it.each([
    ['key.revoked', 'keys:admin', []],
    ['report.generated', 'reports:read', ['stats:read', 'keys:admin']],
    ['export.failed', 'tokens:read', ['reports:read']],
    ['website.spike', 'websites:read', ['stats:read']],
    ['website.goal_reached', 'stats:read', ['websites:write']],
    ['quota.reached', 'usage:read', ['keys:admin']],
  ] as const)('sends %s only for a key that may read what it tells (%s)', async (event, scope, others) => {
    const organisation = (await testbed.issue()).key.organisation;
    const issue = async (...scopes: Scope[]) =>
      (await testbed.issue({ organisation, scopes: ['webhooks:write', ...scopes] })).text;
    const [weak, strong] = [await issue(...others), await issue(scope, ...others)];
    const body = { url: receiver.url, events: [event] };
    const refused = await send('post', '', body, weak);
    expect([refused.status, refused.body.error?.message]).toEqual([403, expect.stringContaining(scope)]);
    const { id } = (await send('post', '', body, strong)).body.data as { id: string };
    // Nor is it led elsewhere, unlocked, or switched on again by somebody who could not have made it.
    for (const change of [{ url: `${receiver.url}elsewhere` }, { events: [event] }, { enabled: true }])
      expect((await send('patch', `/${id}`, change, weak)).status).toBe(403);
    expect((await send('post', `/${id}/rotate`, {}, weak)).status).toBe(403);
    expect((await send('patch', `/${id}`, { description: 'Mine', enabled: false }, weak)).status).toBe(200);
  });

  it('shows what it sent only to those who may read it', async () => {
    const { key: strong, text } = await testbed.issue();
    const { organisation } = strong;
    const weak = (await testbed.issue({ organisation, scopes: ['webhooks:write'] })).text;
    const { id } = (await send('post', '', { url: receiver.url, events: ['key.revoked'] }, text)).body.data;
    const { key: gone } = await testbed.issue({ organisation, name: 'Nobody shall read this' });
    await request(gateway.url).delete(`/v1/keys/${gone.id}`).set(bearer(text)).expect(200);
    const delivery = await eventually(async () => {
      const { body } = await send('get', `/${id}/deliveries`, undefined, text);
      const [item] = body.data.items as { id: string; payload: { data: object } }[];
      expect(item?.payload.data).toMatchObject({ id: gone.id, name: gone.name });
      return item;
    });
    for (const path of ['', `/${delivery?.id}`]) {
      const shown = await send('get', `/${id}/deliveries${path}`, undefined, weak);
      expect([shown.status, shown.text.includes(gone.name)]).toEqual([200, false]);
    }
    expect((await send('post', `/${id}/deliveries/${delivery?.id}/repeat`, {}, weak)).status).toBe(403);
  });

  it('answers a ping with that ping, whatever else is newer', async () => {
    const { text } = await testbed.issue({ scopes: ['webhooks:write'] });
    const { id } = await create();
    // By the clock of another machine, this one comes later.
    const event = { id: `evt_${'7'.repeat(26)}`, type: 'key.revoked', occurred_at: new Date() };
    const { organisation_id } = await testbed.database.database('webhooks').where({ id }).first();
    await testbed.database
      .database('webhook_events')
      .insert({ ...event, organisation_id, data: JSON.stringify({ name: 'Nobody’s business' }) });
    await testbed.database.database('webhook_deliveries').insert({
      id: `dlv_${'7'.repeat(26)}`,
      webhook_id: id,
      event_id: event.id,
      status: 'delivered',
    });
    const answer = await send('post', `/${id}/ping`, undefined, text);
    expect([answer.status, answer.body.data.type]).toEqual([202, 'webhook.ping']);
    expect(answer.text).not.toContain('Nobody’s business');
  });

  it('has a limit of webhooks for an organisation', async () => {
    const text = await keyOf('Many');
    const body = { url: receiver.url, events: ['key.revoked'] };
    const answers = await Promise.all(Array.from({ length: 22 }, () => send('post', '', body, text)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = answers.find(({ status }) => status !== 201);
    expect([refused?.status, refused?.body.error.code]).toEqual([400, 'too_many_webhooks']);
  });
});

describe('a delivery', () => {
  it('is signed by Standard Webhooks, with both secrets while one is rotated', async () => {
    const { id, secret } = await create();
    const rotated = await send('post', `/${id}/rotate`, {});
    const { body } = await send('post', `/${id}/ping`);
    const delivery = await ended(id, body.data.id);
    const [message] = messagesOf(delivery.event_id);
    if (!message) throw new Error('No message arrived.');
    for (const one of [secret, rotated.body.data.secret])
      expect(new StandardWebhook(one).verify(message.body, message.headers)).toEqual(delivery.payload);
    expect(() => new StandardWebhook(secret).verify(`${message.body} `, message.headers)).toThrow();
    expect(delivery.attempts).toEqual([
      { at: expect.any(String), status: 204, error: null, milliseconds: expect.any(Number) },
    ]);
    await send('post', `/${id}/rotate`, { grace_seconds: 0 });
    const last = await send('post', `/${id}/ping`);
    const [later] = messagesOf((await ended(id, last.body.data.id)).event_id);
    expect(() => new StandardWebhook(secret).verify(later?.body ?? '', later?.headers ?? {})).toThrow();
    await send('delete', `/${id}`);
  });

  it('tells of a key that is revoked, those who asked for it only', async () => {
    const { id } = await create();
    const other = await create({ events: ['export.failed'] });
    const { body } = await request(gateway.url)
      .post('/v1/keys')
      .set(bearer(key))
      .send({ name: 'Old', scopes: ['stats:read'] });
    await request(gateway.url).delete(`/v1/keys/${body.data.id}`).set(bearer(key));
    const { body: list } = await send('get', `/${id}/deliveries`);
    expect(list.data.items).toHaveLength(1);
    const { payload } = await ended(id, list.data.items[0].id);
    expect(payload).toMatchObject({ type: 'key.revoked', data: { id: body.data.id, name: 'Old' } });
    expect((await send('get', `/${other.id}/deliveries`)).body.data.items).toEqual([]);
    await send('delete', `/${id}`);
    await send('delete', `/${other.id}`);
  });

  it('that fails is tried again, says why, and can be repeated with the same id', async () => {
    const { id } = await create();
    receiver.answerWith(500);
    const { body } = await send('post', `/${id}/ping`);
    const failed = await eventually(async () => {
      const answer = await send('get', `/${id}/deliveries/${body.data.id}`);
      expect(answer.body.data.attempts).toHaveLength(1);
      return answer.body.data;
    });
    expect(failed).toMatchObject({
      status: 'pending',
      attempts: [{ status: 500, error: 'The answer was 500.' }],
    });
    expect(Date.parse(failed.next_attempt_at)).toBeGreaterThan(Date.parse(failed.attempts[0].at));
    expect((await send('get', `/${id}`)).body.data.failing_since).not.toBeNull();
    receiver.answerWith(200);
    expect((await send('post', `/${id}/deliveries/${body.data.id}/repeat`)).status).toBe(202);
    const delivered = await ended(id, body.data.id);
    expect(messagesOf(delivered.event_id)).toHaveLength(2);
    expect((await send('get', `/${id}`)).body.data.failing_since).toBeNull();
    await send('delete', `/${id}`);
  });

  it('switches its webhook off when that is gone, and says so', async () => {
    const { id } = await create();
    receiver.answerWith(410);
    const { body } = await send('post', `/${id}/ping`);
    await ended(id, body.data.id, 'failed');
    expect((await send('get', `/${id}`)).body.data).toMatchObject({
      enabled: false,
      disabled_reason: 'It answered 410 Gone.',
    });
    expect((await send('patch', `/${id}`, { enabled: true })).body.data).toMatchObject({
      enabled: true,
      disabled_reason: null,
    });
    await send('delete', `/${id}`);
  });

  it('is given up after ten attempts, and a webhook that failed for three days is switched off', async () => {
    const { id } = await create();
    const { body } = await send('post', `/${id}/ping`);
    const delivery = await ended(id, body.data.id);
    const { database } = testbed.database;
    const longAgo = new Date(Date.now() - 73 * 60 * 60 * 1000);
    await database('webhooks').where({ id }).update({ failing_since: longAgo });
    receiver.answerWith(500);
    await database('webhook_deliveries')
      .where({ id: delivery.id })
      .update({ status: 'pending', attempt: 9, next_attempt_at: new Date() });
    await ended(id, delivery.id, 'failed');
    expect((await send('get', `/${id}`)).body.data).toMatchObject({
      enabled: false,
      disabled_reason: 'Every delivery has failed for three days.',
    });
    await send('delete', `/${id}`);
  });
});
