import { URL_A, useReports } from './reports-harness.ts';

const { api, create, database } = useReports();

const hashOf = async (id: number): Promise<string> => {
  const row = await database().database('reports').where({ id }).first<{ url_hash: Buffer }>('url_hash');
  return row.url_hash.toString('hex');
};

it('takes several runs and a desktop, and says so', async () => {
  const { body } = await api().post('/reports', { url: URL_A, render: 1, runs: 3, desktop: 1 });
  expect(body.data).toMatchObject({
    render: 1,
    runs: 3,
    desktop: 1,
    metrics_desktop: null,
    samples: [],
    filmstrip: [],
  });
  const { body: listed } = await api().get('/reports');
  expect(listed.data[0]).toMatchObject({ runs: 3, desktop: 1 });
});

it.each([
  [{ runs: 3 }, 'runs'],
  [{ desktop: 1, render: 0 }, 'desktop'],
  [{ runs: 2, render: 1 }, 'runs'],
  [{ runs: 1e9, render: 1 }, 'runs'],
  [{ runs: 'many', render: 1 }, 'runs'],
  [{ desktop: 2, render: 1 }, 'desktop'],
])('refuses %j', async (fields, field) => {
  const { status, body } = await api().post('/reports', { url: URL_A, ...fields });
  expect(status).toBe(422);
  expect(Object.keys(body.errors)).toEqual([field]);
});

it('costs as much as its renderings when it is generated again, whether the request names them or not', async () => {
  const id = await create();
  const costs = async (fields: object): Promise<unknown> => {
    await database()
      .database('reports')
      .where({ id })
      .update({ status: 'generated', requested_at: null, generated_at: new Date(0), score: 80, rating: 1 });
    return (await api().put(`/reports/${id}`, fields)).headers['x-request-cost'];
  };
  expect(await costs({ results: 1 })).toBe('10');
  expect(await costs({ render: 1, runs: 3, desktop: 1, results: 1 })).toBe('40');
  expect(await costs({ results: 1 })).toBe('40');
  expect(await costs({ runs: 5, results: 1 })).toBe('60');
  expect(await costs({ privacy: 0 })).toBeUndefined();
});

it('says in German what needs a browser', async () => {
  const german = { 'Accept-Language': 'de' };
  const { body } = await api().post('/reports', { url: URL_A, runs: 5 }, german);
  expect(body.errors.runs).toEqual(['runs braucht render mit dem Wert 1']);
});

it('renders a report with a browser from now on, at once though it is new', async () => {
  const id = await create();
  const plain = await hashOf(id);
  await database()
    .database('reports')
    .where({ id })
    .update({ status: 'generated', requested_at: null, generated_at: new Date(), score: 80, rating: 1 });
  const kept = await api().put(`/reports/${id}`, { results: 1 });
  expect(kept.body.data.status).toBe('generated');
  const { status, body } = await api().put(`/reports/${id}`, { render: 1, runs: 3, results: 1 });
  expect(status).toBe(200);
  expect(body.data).toMatchObject({ id, render: 1, runs: 3, status: 'pending', score: 80 });
  const rendered = await hashOf(id);
  expect(rendered).not.toBe(plain);
  // The settings stay, and a change of the number makes another generation.
  const again = await api().put(`/reports/${id}`, { runs: 5 });
  expect(again.body.data).toMatchObject({ render: 1, runs: 5 });
  expect(await hashOf(id)).not.toBe(rendered);
  // Without a browser there is neither.
  const off = await api().put(`/reports/${id}`, { render: 0 });
  expect(off.body.data).toMatchObject({ render: 0, runs: 1, desktop: 0 });
  expect(await hashOf(id)).toBe(plain);
  expect((await api().put(`/reports/${id}`, { runs: 3 })).status).toBe(422);
});
