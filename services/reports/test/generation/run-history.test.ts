import { PAGE } from '../loopback-site.ts';
import { answers, html, useGeneration } from './generation-harness.ts';

const { database, api, site, letTimePass } = useGeneration();

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

  it('is deleted with its report', async () => {
    const { id } = (await api().post('/reports', { url: `${site().origin}/` })).body.data;
    await api().delete(`/reports/${id}`);
    expect(await database().database('report_runs')).toHaveLength(0);
  });
});
