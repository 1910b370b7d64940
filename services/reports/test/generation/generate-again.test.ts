import { PAGE } from '../loopback-site.ts';
import { answers, html, useGeneration } from './generation-harness.ts';

const { api, site, letTimePass } = useGeneration();

describe('results=1', () => {
  it('keeps a good result for 60 seconds, says when the next is due, and still applies the other fields', async () => {
    const first = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    const { status, body } = await api().put(`/reports/${first.id}`, { results: 1, privacy: 1 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'generated', privacy: 1, run_id: first.run_id });
    const wait = Date.parse(body.data.next_generation_at) - Date.now();
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
    expect((await api().get(`/reports/${first.id}/runs`)).body.meta.total).toBe(1);
  });

  it('generates the report again after that', async () => {
    const first = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    await letTimePass();
    answers['/'] = (_request, response) => html(response, 200, PAGE.replace(/<title>.*<\/title>/, ''));
    const { status, body } = await api().put(`/reports/${first.id}`, { results: 1 });
    expect(status).toBe(200);
    expect(body.data.status).toBe('generated');
    expect(body.data.run_id).toBeGreaterThan(first.run_id);
    expect(body.data.score).toBeLessThan(first.score);
    expect(body.data.generated_at > first.generated_at).toBe(true);
    expect((await api().get(`/reports/${first.id}/runs`)).body.meta.total).toBe(2);
  });

  it('keeps the old result until the new one is ready', async () => {
    const first = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    await letTimePass();
    const answered = Promise.withResolvers<undefined>();
    answers['/'] = (_request, response) => {
      response.setHeader('x-later', '1');
      void answered.promise.then(() => html(response));
    };
    const { body, headers } = await api().put(
      `/reports/${first.id}`,
      { results: 1 },
      { prefer: 'respond-async' },
    );
    expect(body.data).toMatchObject({
      status: 'pending',
      result: first.result,
      score: first.score,
      run_id: first.run_id,
    });
    expect(body.data.checks).toEqual(first.checks);
    expect(headers['retry-after']).toBe('2');
    answered.resolve(undefined);
    // Asking again in the meantime returns the same run.
    expect((await api().put(`/reports/${first.id}`, { results: 1 })).body.data.status).toBe('generated');
    expect((await api().get(`/reports/${first.id}/runs`)).body.meta.total).toBe(2);
  });

  it('is allowed right after a failure, which leaves the last result in place', async () => {
    const first = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    await letTimePass();
    answers['/'] = (_request, response) => html(response, 503);
    const failed = (await api().put(`/reports/${first.id}`, { results: 1 })).body.data;
    expect(failed).toMatchObject({
      status: 'failed',
      error: 'http_error',
      result: first.result,
      run_id: first.run_id,
    });
    answers['/'] = () => undefined;
    const again = await api().put(`/reports/${first.id}`, { results: 1 });
    expect(again.status).toBe(200);
    expect(again.body.data).toMatchObject({ status: 'generated', error: null });
    const runs = (await api().get(`/reports/${first.id}/runs`)).body.data;
    expect(runs.map(({ status }: { status: string }) => status)).toEqual([
      'generated',
      'failed',
      'generated',
    ]);
  });

  it('starts one run when requested 50 times at once', async () => {
    const { id } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    await letTimePass();
    const sent = await Promise.all(
      Array.from({ length: 50 }, () => api().put(`/reports/${id}`, { results: 1 })),
    );
    const statuses = new Set(sent.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    expect((await api().get(`/reports/${id}/runs`)).body.meta.total).toBe(2);
  });

  it.each(['2', '-1', '1.5', 'yes'])('refuses the value %j', async (results) => {
    const { id } = (await api().post('/reports', { url: `${site().origin}/` }, { prefer: 'respond-async' }))
      .body.data;
    expect((await api().put(`/reports/${id}`, { results })).body.errors).toHaveProperty('results');
  });
});
