import { URL_A, useReports } from './reports-harness.ts';

const { api, other, create } = useReports();

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
