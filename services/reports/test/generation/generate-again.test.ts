import { PAGE } from '../loopback-site.ts';
import { answers, html, useGeneration } from './generation-harness.ts';

const { database, api, site, letTimePass } = useGeneration();

describe('results=1', () => {
  it('keeps a good result for 60 seconds, says when the next is due, and still applies the other fields', async () => {
    const first = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    const { status, body } = await api().put(`/reports/${first.id}`, { results: 1, privacy: 1 });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ status: 'generated', privacy: 1, run_id: first.run_id });
    const wait = Date.parse(body.data.next_generation_at) - Date.parse(body.data.generated_at);
    expect(wait).toBe(60_000);
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

describe('the version of a report', () => {
  const makeOld = () =>
    database()
      .database('reports')
      .update({ generated_at: new Date(Date.now() - 3_600_000) });

  it('has one version in every answer, which changes with the result and not with the clock', async () => {
    const made = await api().post('/reports', { url: `${site().origin}/` });
    expect(made.body.data.status).toBe('generated');
    const address = `/reports/${made.body.data.id}`;
    const version = made.headers['etag'] ?? '';
    expect((await api().get(address)).headers['etag']).toBe(version);
    expect((await api().get(address, { 'If-None-Match': version })).status).toBe(304);

    await makeOld();
    const old = await api().get(address);
    expect(old.body.data.next_generation_at).toBeNull();
    const again = await api().put(address, { results: 1 }, { 'If-Match': old.headers['etag'] ?? '' });
    expect([again.status, again.body.data.status]).toEqual([200, 'generated']);
    expect(again.headers['etag']).not.toBe(old.headers['etag']);
    expect((await api().get(address)).headers['etag']).toBe(again.headers['etag']);
  });

  it('refuses a change of a version that is gone, and generates nothing', async () => {
    const made = await api().post('/reports', { url: `${site().origin}/` });
    const address = `/reports/${made.body.data.id}`;
    const changed = await api().put(address, { privacy: 1 });
    await makeOld();
    const seen = site().paths.length;
    const stale = { 'If-Match': changed.headers['etag'] ?? '' };
    const refused = await api().put(address, { privacy: 0, results: 1 }, stale);
    expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
    expect(site().paths).toHaveLength(seen);
    const { body, headers } = await api().get(address);
    expect([body.data.privacy, headers['etag']]).toEqual([1, refused.headers['etag']]);
  });

  it('writes an event for the gateway with each new result', async () => {
    const { body } = await api().post('/reports', { url: `${site().origin}/` });
    const { id, url, result, score, run_id: run } = body.data;
    const rows = await database().database('outbox').whereRaw("(data->>'id')::int = ?", [id]).select('*');
    expect(rows).toEqual([
      expect.objectContaining({
        organisation: 'org_a',
        type: 'report.generated',
        data: { id, url, result, score, run_id: run },
      }),
    ]);
  });
});

const warnings = () =>
  database().database('outbox').where({ type: 'report.got_worse' }).orderBy('position').select('*');

it('tells webhooks when a report got worse, and only then', async () => {
  let page = PAGE;
  let isGone = false;
  answers['/changing'] = (incoming, response) => {
    if (isGone) incoming.socket.destroy();
    else html(response, 200, page);
  };
  await database().database('outbox').delete();
  const { id, score } = (await api().post('/reports', { url: `${site().origin}/changing` })).body.data;
  const again = async () => {
    // The cool-down of a minute is not what this is about.
    await database()
      .database('reports')
      .where({ id })
      .update({ generated_at: new Date(0) });
    const { data } = (await api().put(`/reports/${id}`, { results: 1 })).body;
    expect(data.status).toBe('generated');
    return data;
  };
  const listed = async () => (await api().get('/reports?got_worse=1')).body;
  expect(await again()).toMatchObject({ got_worse: false, score_before: score });
  expect(await warnings()).toEqual([]);
  expect(await listed()).toMatchObject({ data: [], meta: { total: 0 } });

  page =
    '<title>x</title><meta name=robots content=noindex><img src=/gone.jpg><script src=/gone.js></script>';
  const worse = await again();
  expect(worse.score).toBeLessThanOrEqual(score - 5);
  expect(await warnings()).toMatchObject([
    {
      organisation: 'org_a',
      data: {
        id,
        url: `${site().origin}/changing`,
        score: worse.score,
        score_before: score,
        run_id: worse.run_id,
      },
    },
  ]);

  expect(worse).toMatchObject({ got_worse: true, score_before: score });
  await api().post('/reports', { url: `${site().origin}/` });
  expect(await listed()).toMatchObject({
    data: [{ id, score: worse.score, score_before: score, got_worse: true }],
    meta: { total: 1 },
  });
  // A run that fails says nothing about the page.
  await database()
    .database('reports')
    .where({ id })
    .update({ generated_at: new Date(0) });
  isGone = true;
  expect((await api().put(`/reports/${id}`, { results: 1 })).body.data.status).toBe('failed');
  isGone = false;
  expect((await listed()).meta.total).toBe(1);

  const bad = page;
  page = PAGE;
  expect((await again()).score).toBeGreaterThan(worse.score);
  expect(await warnings()).toHaveLength(1);
  expect((await listed()).meta.total).toBe(0);

  // A rendering that fails takes evidence away, and with it points.
  const [latest] = await database().database('report_runs').where({ report_id: id }).orderBy('id', 'desc');
  const rendered = latest.audit.checks.map((check: { evidence: string }) =>
    check.evidence === 'html' ? { ...check, evidence: 'rendered', status: 'pass', score: 1 } : check,
  );
  await database()
    .database('report_runs')
    .where({ id: latest.id })
    .update({ score: 100, rating: 2, audit: JSON.stringify({ ...latest.audit, checks: rendered }) });
  await database().database('reports').where({ id }).update({ score: 100, rating: 2 });
  const unrendered = await again();
  expect(unrendered).toMatchObject({ got_worse: false, score_before: 100 });
  const { data: diff } = (await api().get(`/reports/${id}/runs/${unrendered.run_id}/diff`)).body;
  expect(diff.score_change).toBe(unrendered.score - 100);
  expect(diff.comparable.score_after).toBe(diff.comparable.score_before);
  expect(diff.comparable.checks).toBeLessThan(latest.audit.checks.length);
  expect([diff.fixed, diff.new]).toEqual([[], []]);

  // An update of ours that judges pages otherwise says nothing about the page.
  await database().database('report_runs').where({ report_id: id }).update({ rules_version: 'older' });
  page = bad;
  expect(await again()).toMatchObject({ got_worse: false, score: worse.score });
  expect(await warnings()).toHaveLength(1);
});
