import { eventually } from '@platform/testing';
import request from 'supertest';

import { createRunsStore } from '../../src/runs/runs-store.ts';
import { PUBLIC_URL } from '../harness.ts';
import { PAGE } from '../loopback-site.ts';
import { answers, html, useGeneration } from './generation-harness.ts';

const { database, api, app, site, letTimePass } = useGeneration();

const DAY = 86_400_000;

describe('the history', () => {
  it('shows what was fixed, what is new and what is unchanged', async () => {
    const broken = PAGE.replace(/<title>.*<\/title>/, '').replace('<h1>Loopback</h1>', '<h1>One</h1>');
    answers['/'] = (_request, response) => html(response, 200, broken);
    const { id, run_id: before } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    expect((await api().get(`/reports/${id}/runs/${before}/diff`)).status).toBe(422);
    await letTimePass();
    answers['/'] = (_request, response) =>
      html(response, 200, PAGE.replace(/<meta name="description"[^>]*>/, ''));
    const { run_id: after, score } = (await api().put(`/reports/${id}`, { results: 1 })).body.data;

    const { status, body } = await api().get(`/reports/${id}/runs/${after}/diff`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ from: { id: before }, to: { id: after, score }, same_rules: true });
    const idsOf = (list: { id: string }[]) => list.map((check) => check.id);
    expect(idsOf(body.data.fixed)).toContain('title');
    expect(idsOf(body.data.new)).toContain('meta-description');
    expect(idsOf(body.data.unchanged)).toContain('https');
    const titleIn = (list: { id: string }[], id: string) => list.find((check) => check.id === id);
    expect(titleIn(body.data.fixed, 'title')).toMatchObject({
      title: 'The page has one title of a useful length',
    });
    expect(titleIn(body.data.new, 'meta-description')).toMatchObject({
      title: 'The page lacks a useful meta description',
      titles: {
        pass: 'The page has a meta description',
        fail: 'The page lacks a useful meta description',
      },
    });
    expect(body.data.score_change).toBe(body.data.to.score - body.data.from.score);

    const backwards = (await api().get(`/reports/${id}/runs/${before}/diff?against=${after}`)).body.data;
    expect(idsOf(backwards.new)).toEqual(idsOf(body.data.fixed));
    expect(idsOf(backwards.fixed)).toEqual(idsOf(body.data.new));
    const same = (await api().get(`/reports/${id}/runs/${after}/diff?against=${after}`)).body.data;
    expect([same.fixed, same.new, same.score_change]).toEqual([[], [], 0]);
  });

  it('refuses to compare what cannot be compared, and hides other organisations’ runs', async () => {
    const first = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    answers['/gone'] = (_request, response) => html(response, 404);
    const failed = (await api().post('/reports', { url: `${site().origin}/gone` })).body.data;
    const [run] = (await api().get(`/reports/${failed.id}/runs`)).body.data;
    expect(run).toMatchObject({
      report_id: failed.id,
      status: 'failed',
      error: 'http_error',
      rules_version: null,
    });
    expect((await api().get(`/reports/${failed.id}/runs/${run.id}`)).body.data).toMatchObject({
      checks: [],
      final_url: null,
    });
    expect((await api().get(`/reports/${first.id}/runs/${run.id}`)).status).toBe(404);
    expect((await api().get(`/reports/${first.id}/runs/${first.run_id}/diff?against=${run.id}`)).status).toBe(
      404,
    );
    expect((await api().get(`/reports/${failed.id}/runs/${run.id}/diff?against=${run.id}`)).status).toBe(422);
    for (const against of ['0', '-1', 'x', '1.5', '99999999999'])
      expect(
        (await api().get(`/reports/${first.id}/runs/${first.run_id}/diff?against=${against}`)).status,
      ).toBe(422);
    for (const path of ['0', 'x', '2147483648'])
      expect((await api().get(`/reports/${first.id}/runs/${path}`)).status).toBe(404);
    expect((await api().get(`/reports/${first.id}/runs?per_page=7`)).status).toBe(422);
  });

  it('gives checks that an earlier version stored the title of their outcome', async () => {
    const { id, run_id: run } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    const runs = () => database().database('report_runs').where({ id: run });
    const { audit } = await runs().first();
    const checks = audit.checks.map(({ titles, ...check }: { titles: { pass: string } }) => ({
      ...check,
      title: titles.pass,
    }));
    const dropped = { ...checks[0], id: 'dropped-since', title: 'Dropped since', status: 'fail' };
    await runs().update({ audit: JSON.stringify({ ...audit, checks: [...checks, dropped] }) });
    const shown = (await api().get(`/reports/${id}/runs/${run}`)).body.data.checks;
    const titleBy = (wanted: string) => shown.find((check: { id: string }) => check.id === wanted)?.title;
    expect(titleBy('https')).toBe('The page is not served over HTTPS');
    expect(titleBy('http-status')).toBe('The page returns success');
    expect(titleBy('dropped-since')).toBe('Dropped since');
  });

  it('is deleted with its report', async () => {
    const { id } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    await api().delete(`/reports/${id}`);
    expect(await database().database('report_runs')).toHaveLength(0);
  });
});

/** A report with a result of today and copies of its run as old as these days. */
const reportWithHistory = async (ages: readonly number[]): Promise<{ id: number; path: string }> => {
  const { id, report_url } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
  const path = report_url.replace(PUBLIC_URL, '') as string;
  const runs = () => database().database('report_runs').where({ report_id: id });
  const run = await eventually(async () => {
    const found = await runs().first();
    expect(found?.status).toBe('generated');
    return found;
  });
  await runs().delete();
  for (const [index, age] of ages.entries()) {
    const { id: _, ...copy } = run;
    await database()
      .database('report_runs')
      .insert({
        ...copy,
        score: 40 + index,
        audit: JSON.stringify(run.audit),
        facts: JSON.stringify(run.facts),
        finished_at: new Date(Date.now() - age * DAY),
      });
  }
  return { id, path };
};
const scoresOf = async (id: number) =>
  (await api().get(`/reports/${id}/runs?per_page=100`)).body.data.map(
    ({ score }: { score: number }) => score,
  );

it('removes old runs, but never the last two results of a report', async () => {
  const mixed = await reportWithHistory([400, 300, 200, 10, 1]);
  const stale = await reportWithHistory([900, 800, 700]);
  const store = createRunsStore(database().database);
  expect(await store.removeOlder(100, 2)).toBe(2);
  expect(await store.removeOlder(100, 1000)).toBe(2);
  expect(await scoresOf(mixed.id)).toEqual([44, 43]);
  expect(await scoresOf(stale.id)).toEqual([42, 41]);
  expect(await store.removeOlder(100, 1000)).toBe(0);
});

it('draws the scores over time on the report page', async () => {
  const { path } = await reportWithHistory([30, 20, 1]);
  const { text } = await request(app()).get(path).expect(200);
  expect(text).toContain('The score over time');
  expect(text).toMatch(/aria-label="Scores of 3 results: 40 \([^"]+\), 42 \([^"]+\)"/);
  expect(text).toMatch(/<polyline points="(?:[\d.]+,[\d.]+ ?){3}"/);
  const single = await reportWithHistory([1]);
  const { text: alone } = await request(app()).get(single.path).expect(200);
  expect(alone).not.toContain('The score over time');
});
