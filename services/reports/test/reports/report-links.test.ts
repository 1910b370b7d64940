import type { TestDatabase } from '@platform/testing';
import request from 'supertest';

import { openTestDatabase, PUBLIC_URL, startService } from '../harness.ts';
import type { TestClient, TestService } from '../harness.ts';

let database: TestDatabase;
let service: TestService;
let api: TestClient;
let other: TestClient;

beforeAll(async () => {
  database = await openTestDatabase();
  service = await startService(database, { worker: false, resultWaitSeconds: 0 });
  api = await service.client('org_a');
  other = await service.client('org_b');
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

const create = async (fields: object): Promise<number> => {
  const { body, status } = await api.post('/reports', { url: 'http://127.0.0.1:7000/a', ...fields });
  expect(status).toBe(201);
  return body.data.id;
};
const open = (link: string) => request(service.app).get(link.replace(PUBLIC_URL, ''));

describe('links to a report page', () => {
  it('open a private page until they are ended', async () => {
    const id = await create({ privacy: 1 });
    const { report_url } = (await api.get(`/reports/${id}`)).body.data;
    const { status, body } = await api.post(`/reports/${id}/links`, { expires_in: 3600, name: 'Agency' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Agency', last_used_at: null });
    expect(body.data.url).toMatch(new RegExp(`^${report_url}\\?access=\\d+\\.\\d+\\.[\\w-]{43}$`));
    expect(Date.parse(body.data.expires_at) - Date.now()).toBeGreaterThan(3500_000);
    await open(body.data.url).expect(200);

    const listed = await api.get(`/reports/${id}/links`);
    expect(listed.body.data).toMatchObject([{ id: body.data.id, url: body.data.url }]);
    expect(listed.body.data[0].last_used_at).not.toBeNull();

    expect((await api.delete(`/reports/${id}/links/${body.data.id}`)).status).toBe(200);
    await open(body.data.url).expect(404);
    expect((await api.get(`/reports/${id}/links`)).body.data).toEqual([]);
    expect((await api.delete(`/reports/${id}/links/${body.data.id}`)).status).toBe(404);
  });

  it.each([
    ['its privacy', { privacy: 2 }],
    ['its password', { password: 'another long password' }],
  ])('end when the page changes %s', async (_, change) => {
    const id = await create({ privacy: 1 });
    const { url } = (await api.post(`/reports/${id}/links`, {})).body.data;
    await open(url).expect(200);
    expect((await api.put(`/reports/${id}`, change)).status).toBe(200);
    expect((await api.put(`/reports/${id}`, { privacy: 1 })).status).toBe(200);
    await open(url).expect(404);
  });

  it('belong to the organisation of the report', async () => {
    const id = await create({ privacy: 1 });
    const { data } = (await api.post(`/reports/${id}/links`, {})).body;
    for (const answer of [
      await other.get(`/reports/${id}/links`),
      await other.post(`/reports/${id}/links`, {}),
      await other.delete(`/reports/${id}/links/${data.id}`),
    ])
      expect(answer.status).toBe(404);
    await open(data.url).expect(200);
  });

  it('refuse a time that is too short, too long or no time', async () => {
    const id = await create({});
    for (const expires_in of [0, 59, -1, 1.5, 2_592_001, 'week'])
      expect((await api.post(`/reports/${id}/links`, { expires_in })).body.errors).toHaveProperty(
        'expires_in',
      );
  });
});

describe('guesses of a password', () => {
  it('count together in all processes', async () => {
    const password = 'a long enough password';
    const id = await create({ privacy: 2, password });
    const { report_url } = (await api.get(`/reports/${id}`)).body.data;
    const path = report_url.replace(PUBLIC_URL, '');
    const second = await startService(database, { worker: false, resultWaitSeconds: 0 });
    try {
      const guess = ({ app }: TestService, text: string) =>
        request(app).post(path).type('form').send({ password: text });
      for (const process of [service, second, service, second, service])
        await guess(process, 'wrong').expect(401);
      const refused = await guess(second, password).expect(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await guess(service, password).expect(429);
    } finally {
      await second.close();
    }
  });

  it('are given back when the password was right', async () => {
    const password = 'a long enough password';
    const id = await create({ privacy: 2, password });
    const { report_url } = (await api.get(`/reports/${id}`)).body.data;
    for (let time = 0; time < 8; time++)
      await request(service.app)
        .post(report_url.replace(PUBLIC_URL, ''))
        .type('form')
        .send({ password })
        .expect(303);
  });
});
