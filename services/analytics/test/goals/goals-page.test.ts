import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';

describe('goals on the statistics page', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  it('are shown where they are asked for, with revenue, and funnels with what each step loses', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    const hit = (n: string, path: string, address: string, p: object = {}) =>
      platform
        .beacon(
          { p, n, k: site.site_key, u: `https://${site.domain}${path}` },
          { 'X-Forwarded-For': address },
        )
        .expect(204);
    for (const address of ['198.51.100.1', '198.51.100.2', '198.51.100.3', '198.51.100.4'])
      await hit('pageview', '/', address);
    for (const address of ['198.51.100.1', '198.51.100.2']) await hit('pageview', '/buy', address);
    await hit('Paid', '/buy', '198.51.100.1', { revenue: { amount: 19.5, currency: 'EUR' } });
    const page = async (query = '') =>
      (await request(platform.server).get(`/s/${site.site_key}${query}`)).text;
    expect(await page()).not.toContain('Goals and funnels');
    const post = async (path: string, body: object) =>
      request(platform.server)
        .post(`/api/v1/websites/${site.id}${path}`)
        .set('Authorization', await platform.identity.bearer())
        .send(body)
        .expect(201);
    const goal = await post('/goals', { name: '<Sale>', type: 'event', pattern: 'Paid' });
    await post('/funnels', {
      name: 'Buying',
      steps: [{ type: 'page', pattern: '/' }, { type: 'page', pattern: '/buy' }, goal.body.data.id],
    });

    expect(await page('?period=7d')).toContain('<a href="?period=7d&amp;view=goals">Goals and funnels</a>');
    const opened = await page('?view=goals&f=country%3DDE');
    const cells = [
      ...opened
        .slice(opened.indexOf('Goals and funnels</h2>'))
        .matchAll(/<td class="(?:num|name)">(.*?)<\/td>/gs),
    ].map(([, text = '']) => text.replace(/<[^>]+>/g, '').trim());
    expect(cells).toEqual([
      ...['&lt;Sale&gt;', '1', '1', '25%', '19.5 EUR'],
      ...['1. /', '4', '0', '100%'],
      ...['2. /buy', '2', '2', '50%'],
      ...['3. &lt;Sale&gt;', '1', '1', '50%'],
    ]);
    expect(opened).toContain('Buying: 25%');
    expect(opened).toContain('Filters don’t change these numbers.');
    expect(opened).not.toContain('aria-label="Pages"');
    expect(await page('?view=goals&period=all')).toContain('Buying: 25%');
    expect(await page('?view=goals&from=2001-01-01&to=2026-12-31')).toContain('Buying');
  });
});
