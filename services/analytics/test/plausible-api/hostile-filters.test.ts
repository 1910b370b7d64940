import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

describe('filters of Plausible’s second interface', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;

  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite();
    for (const path of ['/about', '/About-C', '/café', '/a page', '/page2'])
      await platform
        .beacon(
          { k: site.site_key, n: 'pageview', u: `https://${site.domain}${path}` },
          { 'User-Agent': CHROME, 'X-Forwarded-For': '198.51.100.1' },
        )
        .expect(204);
  });
  afterAll(() => platform.stop());

  const post = (body: object) =>
    request(platform.server)
      .post('/api/v2/query')
      .set('Authorization', platform.authorization)
      .send({ site_id: site.domain, date_range: 'day', metrics: ['pageviews'], ...body });
  const pages = async (...filters: unknown[]) => {
    const { body } = await post({ filters, dimensions: ['event:page'] }).expect(200);
    return body.results.map(({ dimensions }: { dimensions: string[] }) => dimensions[0]).toSorted();
  };

  it.each([
    ['a repeated group of stars', '(.*.*.*){1,200}x'],
    ['repetitions within each other', '((.*){1,30}){1,30}x'],
    ['what PostgreSQL calls too complex', '((a|b*)*|(c|d*)*){250}'],
    ['a set of nothing', '[^]'],
    ['letters that pages don’t hold', '^/[é]'],
    ['ranges of such letters', '[é-ü]'],
    ['spaces in a set', '^/[a-z ]+$'],
  ])('refuses %s', async (_, expression) => {
    const { body } = await post({ filters: [['matches', 'event:page', [expression]]] }).expect(400);
    expect(JSON.stringify(body)).toContain(expression.slice(0, 20));
  });

  it.each([
    ['ids with a fraction', ['is', 'segment', [1.5]], '1.5'],
    ['ids that are too large', ['is', 'segment', [99_999_999_999]], '99999999999'],
    ['ids that are no numbers', ['is', 'segment', [{ toString: 1 }]], 'toString'],
    ['operators that are no text', [{ toString: 1 }, 'a', ['b']], 'toString'],
    ['long hosts', ['is', 'event:hostname', ['a'.repeat(254)]], '253'],
    ['many stars in a host', ['is', 'event:hostname', ['*a'.repeat(11)]], '10 times'],
    ['many expressions', ['matches', 'event:page', Array.from({ length: 11 }, (_, at) => `a+${at}`)], '10'],
  ])('refuses %s', async (_, filter, named) => {
    const { body } = await post({ filters: [filter] }).expect(400);
    expect(JSON.stringify(body)).toContain(named);
  });

  it('finds letters in addresses as people write them', async () => {
    expect(await pages(['matches', 'event:page', ['^/caf(é|e)$']])).toEqual(['/caf%C3%A9']);
    expect(await pages(['matches', 'event:page', ['^/a p+age$']])).toEqual(['/a%20page']);
    expect(await pages(['matches', 'event:page', ['^/[a-z]+$']])).toEqual(['/about']);
    expect(await pages(['matches_not', 'event:page', ['é+']])).toHaveLength(4);
  });

  it('reads a row of stars in a host as one', async () => {
    expect(await pages(['is', 'event:hostname', ['*'.repeat(2_000)]])).toHaveLength(5);
  });

  it('refuses to count more goals than it can, and names the limit', async () => {
    for (let number = 0; number <= 200; number += 1)
      await request(platform.server)
        .post(`/api/v1/websites/${site.id}/goals`)
        .set('Authorization', platform.authorization)
        .send({ name: `Goal ${number}`, type: 'page', pattern: '/about' })
        .expect(201);
    const { body } = await post({ dimensions: ['event:goal'] }).expect(400);
    expect(JSON.stringify(body)).toContain('200 goals, and the website has 201');
  });
});
