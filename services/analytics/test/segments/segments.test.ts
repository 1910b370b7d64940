import request from 'supertest';

import { CHROME, FIREFOX, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';

const NOT_CHROME = { dimension: 'browser', operator: 'is_not', values: ['Chrome'] };
const NOT_BLOG = { dimension: 'page', operator: 'matches_not', values: ['/blog/*'] };

describe('segments', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ privacy: 0, timezone: zoneAtNoon() });
    const view = (page: string, agent: string) =>
      platform
        .beacon(
          { k: site.site_key, n: 'pageview', u: `https://${site.domain}${page}` },
          { 'User-Agent': agent },
        )
        .expect(204);
    for (const page of ['/', '/blog/a', '/blog/b']) await view(page, CHROME);
    for (const page of ['/', '/shop']) await view(page, FIREFOX);
  });
  afterAll(() => platform.stop());

  const api = async (method: 'get' | 'post' | 'patch' | 'delete', path: string, body?: object) =>
    request(platform.server)
      [method](`/api/v1${path}`)
      .set('Authorization', await platform.identity.bearer())
      .send(body);
  const create = async (name: string, filters: readonly object[]): Promise<number> => {
    const made = await api('post', `/websites/${site.id}/segments`, { name, filters });
    expect(made.status).toBe(201);
    return made.body.data.id as number;
  };
  const countsOf = (answer: { body: { data: { value: string; count: number }[] } }) =>
    Object.fromEntries(answer.body.data.map(({ value, count }) => [value, count]));

  it('filter a list, a query and the page', async () => {
    const id = await create('Others', [NOT_CHROME]);
    expect(countsOf(await api('get', `/stats/${site.id}?name=page&segment=${id}`))).toEqual({
      '/': 1,
      '/shop': 1,
    });
    const pageviews = await api('get', `/stats/${site.id}?name=pageviews&segment=${id}&sort=desc`);
    expect(pageviews.body.data[0].count).toBe(2);
    const query = await api('post', `/stats/${site.id}/query`, {
      metrics: ['pageviews'],
      segment: id,
      filters: [{ dimension: 'page', operator: 'is', values: ['/'] }],
      date_range: 'today',
    });
    expect(query.body.data.rows[0].metrics.pageviews).toBe(1);
    const page = await request(platform.server).get(`/s/${site.site_key}?segment=${id}`);
    expect(page.text).toMatch(
      new RegExp(`<option[^>]* selected[^>]* value="${id}"|<option[^>]* value="${id}"[^>]* selected`),
    );
    // Live figures are not filtered.
    const [shown = ''] = page.text.split('id="page-data"');
    expect(shown).toContain('/shop');
    expect(shown).not.toContain('/blog/a');
  });

  it('filter by a pattern that must not fit, and by a text that must not occur', async () => {
    const id = await create('Not the blog', [NOT_BLOG]);
    expect(countsOf(await api('get', `/stats/${site.id}?name=page&segment=${id}`))).toEqual({
      '/': 2,
      '/shop': 1,
    });
    const page = await request(platform.server).get(`/s/${site.site_key}?f=page-/blog/*&f=page%5Esho`);
    expect(page.text).toContain('Page does not match /blog/*');
    expect(page.text).toContain('Page does not contain sho');
    const pages = /id="card-pages"[^]*?<\/section>/.exec(page.text)?.[0] ?? '';
    expect(pages).toContain('<b title="2">2</b>');
    expect(pages).not.toMatch(/blog\/a"|shop"/);
  });

  it('keep what they were made of, in JSON and as a form', async () => {
    const made = await request(platform.server)
      .post(`/api/v1/websites/${site.id}/segments`)
      .set('Authorization', await platform.identity.bearer())
      .type('form')
      .send({ name: 'Form', filters: JSON.stringify([{ or: [NOT_BLOG, NOT_CHROME] }]) });
    expect([made.status, made.body.data?.filters ?? made.body]).toEqual([
      201,
      [{ or: [NOT_BLOG, NOT_CHROME] }],
    ]);
    const path = `/websites/${site.id}/segments/${made.body.data.id as number}`;
    expect((await api('patch', path, { name: 'Renamed' })).body.data).toMatchObject({
      name: 'Renamed',
      filters: [{ or: [NOT_BLOG, NOT_CHROME] }],
    });
    expect((await api('get', path)).body.data.name).toBe('Renamed');
    const names = (await api('get', `/websites/${site.id}/segments`)).body.data as { name: string }[];
    expect(names.map(({ name }) => name)).toContain('Renamed');
    expect((await api('delete', path)).body).toMatchObject({ object: 'segment', deleted: true });
    expect((await api('get', path)).status).toBe(404);
  });

  it.each([
    [{ filters: [NOT_BLOG] }, 'name'],
    [{ name: 'x' }, 'filters'],
    [{ name: 'x', filters: [] }, 'filters'],
    [{ name: 'x', filters: [{ dimension: 'shoe', operator: 'is', values: ['a'] }] }, 'filters.0.dimension'],
    [{ name: 'x', filters: [{ ...NOT_BLOG, operator: 'like' }] }, 'filters.0.operator'],
  ])('refuses %j by its field', async (body, field) => {
    const answer = await api('post', `/websites/${site.id}/segments`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  it('have a name of their own, and are no other website’s', async () => {
    const id = await create('Twice', [NOT_BLOG]);
    const again = await api('post', `/websites/${site.id}/segments`, { name: 'Twice', filters: [NOT_BLOG] });
    expect([again.status, Object.keys(again.body.errors)]).toEqual([422, ['name']]);
    const other = await platform.createWebsite();
    const foreign = await api('get', `/stats/${other.id}?name=page&segment=${id}`);
    expect([foreign.status, Object.keys(foreign.body.errors)]).toEqual([422, ['segment']]);
    expect((await api('get', `/websites/${other.id}/segments/${id}`)).status).toBe(404);
  });
});
