import request from 'supertest';

import { CHROME } from '../harness.ts';
import type { WebsiteJson } from '../harness.ts';
import { addDays } from '../../src/calendar/local-day.ts';
import { numberIn, today, useStatsPage } from './page-harness.ts';

const { platform, open, get } = useStatsPage();

describe('edge cases of a public page', () => {
  const event = (site: WebsiteJson, fields: object) => ({
    site_key: site.site_key,
    name: 'pageview',
    ip: '198.51.100.7',
    user_agent: CHROME,
    ...fields,
  });
  const store = async (events: object[]): Promise<void> => {
    const answer = await request(platform().server)
      .post('/api/v1/events')
      .set('Authorization', platform().authorization)
      .send({ events });
    expect(answer.body.data.stored).toBe(events.length);
  };

  it('has no tile for a metric until it is measured', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
    await store([event(site, { url: `https://${site.domain}/` })]);
    const before = await get(site);
    expect(numberIn(before.text, 'Page views')).toBe('1');
    expect(before.text).not.toContain('Time on page');
    expect(before.text).not.toContain('Scroll depth');
    const url = `https://${site.domain}/`;
    await platform().beacon({ k: site.site_key, u: url });
    await platform().beacon({ k: site.site_key, n: 'engagement', u: url, p: { e: 30_000, s: 60 } });
    const after = await get(site);
    expect(numberIn(after.text, 'Time on page')).toMatch(/^\d+s$/);
    expect(numberIn(after.text, 'Scroll depth')).toMatch(/%$/);
  });

  it('compares counts, and no mean of nothing, with the period before', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
    const time = `${addDays(today, -41)}T10:00:00Z`;
    await store([event(site, { url: `https://${site.domain}/`, time })]);
    const { text } = await get(
      site,
      `?from=${addDays(today, -35)}&to=${addDays(today, -30)}&compare=previous_period`,
    );
    const tileOf = (title: string): string => new RegExp(`>${title}</span>[^]*?</a>`).exec(text)?.[0] ?? '';
    expect(tileOf('Visitors')).toContain('▼ 100%');
    expect(tileOf('Bounce rate')).toContain('–');
    expect(tileOf('Bounce rate')).not.toContain('%');
  });

  it('shows paths as browsers do, and keeps hidden characters encoded', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
    const paths = ['/caf\u00e9', '/\u65e5\u672c', '/a%2Fb', '/evil%E2%80%AEgnp.exe', '/100%'];
    await store(paths.map((path) => event(site, { url: `https://${site.domain}${path}` })));
    const { text } = await get(site);
    for (const shown of [
      '>/caf\u00e9</',
      '>/\u65e5\u672c</',
      '>/a%2Fb</',
      '>/evil%E2%80%AEgnp.exe</',
      '>/100%</',
    ])
      expect(text).toContain(shown);
    expect(text).not.toContain('\u202e');
    const link = /href="(\?f=page%3D%2Fcaf[^"]*)"/.exec(text)?.[1] ?? '';
    const filtered = await get(site, link.replaceAll('&amp;', '&'));
    expect(filtered.text).toContain('Page is /caf\u00e9');
    expect(numberIn(filtered.text, 'Page views')).toBe('1');
  });

  it('says why there is nothing to show, and where there is something', async () => {
    const past = await get(open(), '?from=2001-01-01&to=2001-01-05');
    expect(past.text).toContain('Nothing in this period');
    expect(past.text).toContain('href="?period=all"');
    const unfit = await get(open(), '?f=page%3D%2Fnever');
    expect(unfit.text).toContain('Nothing matches these filters in this period');
    const far = await get(open(), '?panel=page&page=900');
    expect(far.text).toContain('8 rows');
    expect(far.text).not.toContain('Show more');
    expect((await get(open(), '?panel=utm_campaign&f=page%3D%2Fnever')).text).toContain('<h2>Campaigns</h2>');
  });

  it('shows shares in an opened list, and a way from there to a chart', async () => {
    const { text } = await get(open(), '?panel=browser&metric=visits');
    const shares = [...text.matchAll(/<td class="number">\d+ <span class="quiet">([\d.]+)%</g)].map(
      ([, share]) => Number(share),
    );
    expect(shares).toHaveLength(3);
    expect(shares.reduce((sum, share) => sum + share)).toBeCloseTo(100, 0);
    expect(text).toContain('<svg class="drawing"');
  });

  it('treats reversed dates as the range between them', async () => {
    const { text } = await get(open(), `?from=${addDays(today, -5)}&to=${addDays(today, -9)}`);
    expect(text).toMatch(new RegExp(`name="from"[^>]* value="${addDays(today, -9)}"`));
    expect(text).toMatch(new RegExp(`name="to"[^>]* value="${addDays(today, -5)}"`));
  });

  it.each(['f=page=%00', 'f=prop:a%00=x', 'f=prop:a=%00', 'view=journeys&at=%00', 'panel=prop:%00'])(
    'ignores ?%s, as PostgreSQL has no NUL in a text',
    async (query) => {
      const site = await platform().createWebsite({ privacy: 0 });
      await store([
        event(site, { url: `https://${site.domain}/` }),
        event(site, { name: 'Signup', props: { a: 'x' } }),
      ]);
      const { status, text } = await get(site, `?${query}`);
      expect([status, numberIn(text, 'Page views')]).toEqual([200, '1']);
    },
  );
});

describe('a website without visits', () => {
  it('shows the tracking code and waits', async () => {
    const site = await platform().createWebsite({ privacy: 0 });
    const { text } = await get(site);
    const code = String(site['tracking_code']);
    expect(text).toContain(code.replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
    expect(text).toContain('<noscript><meta http-equiv="refresh"');
    expect((await get(site, '/live')).body).toEqual({ visitors: 0, has_traffic: false });
  });
});
