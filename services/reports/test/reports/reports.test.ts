import request from 'supertest';

import { PUBLIC_URL, startService } from '../harness.ts';
import type { TestService } from '../harness.ts';
import { URL_A, useReports } from './reports-harness.ts';

const { database, service, api, other, create } = useReports();

describe('GET, PUT and DELETE /reports/{id}', () => {
  it('shows a report', async () => {
    const id = await create();
    const { status, body } = await api().get(`/reports/${id}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: { id, url: URL_A, status: 'pending' }, status: 200 });
  });

  it('updates privacy and password, and leaves omitted fields alone', async () => {
    const id = await create();
    const first = await api().put(`/reports/${id}`, { privacy: 2, password: 'secret' });
    expect(first.status).toBe(200);
    expect(first.body.data).toMatchObject({
      id,
      url: URL_A,
      privacy: 2,
      has_password: true,
      status: 'pending',
    });
    expect((await api().put(`/reports/${id}`, {})).body.data).toMatchObject({
      privacy: 2,
      has_password: true,
    });
    expect((await api().put(`/reports/${id}`, { privacy: 1 })).body.data).toMatchObject({
      privacy: 1,
      has_password: true,
    });
    expect((await api().put(`/reports/${id}`, { privacy: 2 })).body.data).toMatchObject({
      privacy: 2,
      has_password: true,
    });
    expect((await api().put(`/reports/${id}`)).status).toBe(200);
  });

  it('keeps the password when a form leaves the field empty, and drops it on a JSON null', async () => {
    const id = await create({ privacy: 2, password: 'secret' });
    expect((await api().put(`/reports/${id}`, { password: '' })).body.data.has_password).toBe(true);
    const json = (body: object) =>
      api().put(`/reports/${id}`, JSON.stringify(body), { 'content-type': 'application/json' });
    expect((await json({ password: null })).body.data).toMatchObject({ has_password: false, privacy: 2 });
    expect((await json({ password: null, privacy: 0 })).body.data).toMatchObject({
      has_credentials: false,
      has_password: false,
      privacy: 0,
    });
  });

  it('accepts privacy 2 when no password was ever set', async () => {
    const id = await create();
    const { body } = await api().put(`/reports/${id}`, { privacy: 2 });
    expect(body.data).toMatchObject({ privacy: 2, has_password: false });
  });

  it('accepts its own URL in any spelling, and refuses a different one', async () => {
    const id = await create();
    const { url } = (await api().get(`/reports/${id}`)).body.data;
    expect(
      (await api().put(`/reports/${id}`, { url: url.replace('http:', 'HTTP:'), privacy: 1 })).body.data,
    ).toMatchObject({ url, privacy: 1 });
    const { status, body } = await api().put(`/reports/${id}`, { url: 'http://127.0.0.1:7000/b' });
    expect(status).toBe(422);
    expect(body.errors).toEqual({ url: ['url can’t be changed; create another report'] });
  });

  it('deletes a report and says which', async () => {
    const id = await create();
    const { status, body } = await api().delete(`/reports/${id}`);
    expect(status).toBe(200);
    expect(body).toEqual({ id, object: 'report', deleted: true, status: 200 });
    for (const answer of [
      await api().get(`/reports/${id}`),
      await api().put(`/reports/${id}`, { privacy: 1 }),
      await api().delete(`/reports/${id}`),
    ])
      expect(answer.status).toBe(404);
  });

  it('answers 404 for other organisations’ reports, and leaves them alone', async () => {
    const id = await create();
    for (const answer of [
      await other().get(`/reports/${id}`),
      await other().put(`/reports/${id}`, { privacy: 1 }),
      await other().put(`/reports/${id}`, { results: 1 }),
      await other().delete(`/reports/${id}`),
      await other().get(`/reports/${id}/runs`),
      await other().get(`/reports/${id}/runs/1`),
      await other().get(`/reports/${id}/runs/1/diff`),
      await other().post(`/reports/${id}/links`, {}),
    ])
      expect(answer.status).toBe(404);
    expect((await api().get(`/reports/${id}`)).body.data.privacy).toBe(0);
  });

  it.each([
    '0',
    '-1',
    'abc',
    '1.5',
    '01',
    '1e3',
    '2147483648',
    '99999999999999999999',
    '%00',
    'null',
    '1%20',
    '🙂',
  ])('answers 404 for the id %s', async (id) => {
    for (const answer of [
      await api().get(`/reports/${encodeURI(id)}`),
      await api().put(`/reports/${encodeURI(id)}`, { privacy: 1 }),
      await api().delete(`/reports/${encodeURI(id)}`),
    ])
      expect([400, 404]).toContain(answer.status);
    if (!id.startsWith('%')) expect((await api().get(`/reports/${encodeURI(id)}`)).status).toBe(404);
  });

  it('does not allow PATCH, and says which methods it does', async () => {
    const id = await create();
    const response = await api().patch(`/reports/${id}`, { privacy: 1 });
    expect(response.status).toBe(405);
    expect(response.headers['allow']).toBe('GET, PUT, DELETE, HEAD');
  });

  it('handles 200 identical updates in parallel', async () => {
    const id = await create();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => api().put(`/reports/${id}`, { privacy: 1 })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('lets exactly one of 20 parallel deletions succeed', async () => {
    const id = await create();
    const answers = await Promise.all(Array.from({ length: 20 }, () => api().delete(`/reports/${id}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(19);
  });
});

const open = (link: string) => request(service().app).get(link.replace(PUBLIC_URL, ''));

describe('links to a report page', () => {
  it('open a private page until they are ended', async () => {
    const id = await create({ privacy: 1 });
    const { report_url } = (await api().get(`/reports/${id}`)).body.data;
    const { status, body } = await api().post(`/reports/${id}/links`, { expires_in: 3600, name: 'Agency' });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ name: 'Agency', last_used_at: null });
    expect(body.data.url).toMatch(new RegExp(`^${report_url}\\?access=\\d+\\.\\d+\\.[\\w-]{43}$`));
    expect(Date.parse(body.data.expires_at) - Date.now()).toBeGreaterThan(3500_000);
    await open(body.data.url).expect(200);

    const listed = await api().get(`/reports/${id}/links`);
    expect(listed.body.data).toMatchObject([{ id: body.data.id, url: body.data.url }]);
    expect(listed.body.data[0].last_used_at).not.toBeNull();

    expect((await api().delete(`/reports/${id}/links/${body.data.id}`)).status).toBe(200);
    await open(body.data.url).expect(404);
    expect((await api().get(`/reports/${id}/links`)).body.data).toEqual([]);
    expect((await api().delete(`/reports/${id}/links/${body.data.id}`)).status).toBe(404);
  });

  it.each([
    ['its privacy', { privacy: 2 }],
    ['its password', { password: 'another long password' }],
  ])('end when the page changes %s', async (_, change) => {
    const id = await create({ privacy: 1 });
    const { url } = (await api().post(`/reports/${id}/links`, {})).body.data;
    await open(url).expect(200);
    expect((await api().put(`/reports/${id}`, change)).status).toBe(200);
    expect((await api().put(`/reports/${id}`, { privacy: 1 })).status).toBe(200);
    await open(url).expect(404);
  });

  it('belong to the organisation of the report', async () => {
    const id = await create({ privacy: 1 });
    const { data } = (await api().post(`/reports/${id}/links`, {})).body;
    for (const answer of [
      await other().get(`/reports/${id}/links`),
      await other().post(`/reports/${id}/links`, {}),
      await other().delete(`/reports/${id}/links/${data.id}`),
    ])
      expect(answer.status).toBe(404);
    await open(data.url).expect(200);
  });

  it('refuse a time that is too short, too long or no time', async () => {
    const id = await create({});
    for (const expires_in of [0, 59, -1, 1.5, 2_592_001, 'week'])
      expect((await api().post(`/reports/${id}/links`, { expires_in })).body.errors).toHaveProperty(
        'expires_in',
      );
  });
});

describe('guesses of a password', () => {
  it('count together in all processes', async () => {
    const password = 'a long enough password';
    const id = await create({ privacy: 2, password });
    const { report_url } = (await api().get(`/reports/${id}`)).body.data;
    const path = report_url.replace(PUBLIC_URL, '');
    const second = await startService(database(), { worker: false, resultWaitSeconds: 0 });
    try {
      const guess = ({ app }: TestService, text: string) =>
        request(app).post(path).type('form').send({ password: text });
      for (const process of [service(), second, service(), second, service()])
        await guess(process, 'wrong').expect(401);
      const refused = await guess(second, password).expect(429);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      await guess(service(), password).expect(429);
    } finally {
      await second.close();
    }
  });

  it('are given back when the password was right', async () => {
    const password = 'a long enough password';
    const id = await create({ privacy: 2, password });
    const { report_url } = (await api().get(`/reports/${id}`)).body.data;
    for (let time = 0; time < 8; time++)
      await request(service().app)
        .post(report_url.replace(PUBLIC_URL, ''))
        .type('form')
        .send({ password })
        .expect(303);
  });
});
