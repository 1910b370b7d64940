import request from 'supertest';

import { CHROME, startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';
import { zoneAtNoon } from '../noon-zone.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

describe('web vitals', () => {
  let platform: RunningAnalytics;
  beforeAll(async () => {
    platform = await startAnalytics();
  });
  afterAll(() => platform.stop());

  const from = (site: WebsiteJson, visitor: number, agent: string) => {
    const headers = { 'X-Forwarded-For': `198.51.100.${visitor}`, 'User-Agent': agent };
    return {
      view: (path: string) =>
        platform.beacon({ k: site.site_key, u: `https://${site.domain}${path}` }, headers).expect(204),
      measure: (path: string, v: unknown, more: object = {}) =>
        platform.beacon(
          { d: { site: site.site_key }, n: 'vitals', u: `https://${site.domain}${path}`, v, ...more },
          headers,
        ),
    };
  };
  const read = async (site: WebsiteJson, query = '') => {
    const answer = await request(platform.server)
      .get(`/api/v1/stats/${site.id}/vitals${query}`)
      .set('Authorization', platform.authorization);
    expect([answer.status, answer.body.message]).toEqual([200, undefined]);
    return answer.body.data as {
      total: Record<string, { p75: number; samples: number; rating: string } | null>;
      rows: { value: string; [vital: string]: unknown }[];
    };
  };
  const table = async (site: WebsiteJson, name: string) =>
    (await platform.db.database(name).where({ website_id: site.id })) as Record<string, unknown>[];

  it('are counted by page and by device, at the 75th percentile', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    // Eight values: the sixth is the 75th percentile.
    const waits = [900, 1_000, 1_100, 1_200, 1_300, 3_000, 9_000, 20_000];
    for (const [index, LCP] of waits.entries()) {
      const visitor = from(site, index + 1, index < 6 ? CHROME : PHONE);
      await visitor.view('/');
      await visitor.measure('/', { LCP, CLS: 0.05, TTFB: 120.4 }).expect(204);
    }
    const other = from(site, 99, CHROME);
    await other.view('/slow');
    await other.measure('/slow', { LCP: 60_000, INP: 640 }).expect(204);

    const { total, rows } = await read(site);
    expect(total['inp']).toMatchObject({ samples: 1, rating: 'poor' });
    expect(total['lcp']).toMatchObject({ samples: 9, rating: 'poor' });
    expect(rows.map(({ value }) => value)).toEqual(['/', '/slow']);
    const front = rows[0];
    expect(front).toMatchObject({
      lcp: { samples: 8, rating: 'needs_improvement' },
      cls: { samples: 8, rating: 'good' },
      ttfb: { samples: 8, rating: 'good' },
      inp: null,
    });
    // Histograms are at most 2 % off.
    expect(Math.abs((front?.['lcp'] as { p75: number }).p75 / 3_000 - 1)).toBeLessThanOrEqual(0.02);

    const devices = await read(site, '?dimension=device&page=/');
    expect(devices.rows.map(({ value, lcp }) => [value, (lcp as { samples: number }).samples])).toEqual([
      ['desktop', 6],
      ['mobile', 2],
    ]);
    const phones = await read(site, '?device=mobile');
    expect(phones.rows.map(({ value }) => value)).toEqual(['/']);
    expect(phones.total['lcp']?.samples).toBe(2);
    const nothing = await read(site, '?from=2020-01-01&to=2020-01-02');
    expect(nothing).toEqual({ total: { lcp: null, inp: null, cls: null, ttfb: null }, rows: [] });
  });

  it('appear on the statistics page on request, by page and device', async () => {
    const site = await platform.createWebsite({ privacy: 0 });
    const visitor = from(site, 1, CHROME);
    await visitor.view('/<b>');
    await visitor.measure('/<b>', { LCP: 5_000, CLS: 0.02, TTFB: 950 }).expect(204);
    const page = async (query = '') =>
      (await request(platform.server).get(`/s/${site.site_key}${query}`).expect(200)).text;
    expect(await page()).toContain('<a href="?view=vitals">');
    const opened = await page('?view=vitals');
    const cellsOf = (markup: string): string[] =>
      [...markup.slice(markup.indexOf('id="card-vitals"')).matchAll(/<td class="number">(.*?)<\/td>/gs)].map(
        ([, text = '']) => text.replace(/<[^>]+>/g, '').replace(/^4\.9 s|^5\.1 s/, '5 s'),
      );
    expect(opened).toMatch(/Largest Contentful Paint[^]*<span class="rating poor">poor</);
    const cells = cellsOf(opened).map((cell) => cell.replace(/^9[3-6]\d ms/, '953 ms'));
    expect(cells).toEqual(['5 s poor', '–', '0.02 good', '953 ms needs improvement']);
    expect(opened).toContain('>/&lt;b></');
    expect(await page('?view=vitals&f=country%3DDE')).toContain('Nothing matches these filters');
    expect(await page('?view=vitals&f=browser%3DChrome')).not.toContain('No measurements');
    expect(await page('?view=vitals&f=page%3D/other')).toContain('Nothing matches these filters');
  });

  it('take every filter, and agree with the histograms where all fits', async () => {
    const site = await platform.createWebsite();
    const values = [80, 95, 130, 480, 1_000, 1_001, 2_499, 2_500, 2_501, 4_000, 9_999, 60_000, 0.4, 0];
    for (const [index, LCP] of values.entries()) {
      const visitor = from(site, index + 1, index % 3 === 0 ? PHONE : CHROME);
      await visitor.view(index % 2 === 0 ? '/' : '/two?utm_source=news');
      if (index % 4 === 0) await visitor.view('/deep');
      await visitor
        .measure(index % 2 === 0 ? '/' : '/two', { LCP, CLS: LCP / 10_000, TTFB: LCP / 3 })
        .expect(204);
    }
    const filtered = (filters: readonly object[], more = '') =>
      read(site, `?filters=${encodeURIComponent(JSON.stringify(filters))}${more}`);
    for (const dimension of ['page', 'device'])
      expect(
        await filtered(
          [{ dimension: 'country', operator: 'is_not', values: ['XX'] }],
          `&dimension=${dimension}`,
        ),
      ).toEqual(await read(site, `?dimension=${dimension}`));
    const samples = async (...filters: readonly object[]) => (await filtered(filters)).total['lcp']?.samples;
    const count = (accepts: (index: number) => boolean) => values.filter((_, index) => accepts(index)).length;
    expect(await samples({ dimension: 'browser', operator: 'is', values: ['Chrome'] })).toBe(
      count((index) => index % 3 !== 0),
    );
    expect(await samples({ dimension: 'utm_source', operator: 'is', values: ['news'] })).toBe(
      count((index) => index % 2 === 1),
    );
    // Of a page, what was measured on it; of a goal, what was measured in visits that reached it.
    expect(await samples({ dimension: 'page', operator: 'is', values: ['/deep'] })).toBeUndefined();
    await request(platform.server)
      .post(`/api/v1/websites/${site.id}/goals`)
      .set('Authorization', platform.authorization)
      .send({ name: 'Deep', type: 'page', pattern: '/deep' })
      .expect(201);
    expect(await samples({ dimension: 'goal', operator: 'is', values: ['Deep'] })).toBe(
      count((index) => index % 4 === 0),
    );
    expect(
      await samples(
        { dimension: 'goal', operator: 'is_not', values: ['Deep'] },
        { dimension: 'page', operator: 'is', values: ['/'] },
      ),
    ).toBe(count((index) => index % 4 === 2));
  });

  it('change no other figure, and are in the export', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const visitor = from(site, 1, CHROME);
    await visitor.view('/');
    const before = await Promise.all(
      ['rollup_quarters', 'rollup_pages', 'visits'].map((t) => table(site, t)),
    );
    await visitor.measure('/', { LCP: 1_234.6, INP: 56, CLS: 0.0123, TTFB: 80, FCP: 1 }).expect(204);
    const after = await Promise.all(['rollup_quarters', 'rollup_pages', 'visits'].map((t) => table(site, t)));
    expect(after).toEqual(before);
    const { text } = await request(platform.server)
      .get(`/api/v1/stats/${site.id}/events`)
      .set('Authorization', platform.authorization)
      .buffer(true)
      .parse((answer, done) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          (answer as unknown as { text: string }).text = Buffer.concat(chunks).toString();
          done(null, {});
        });
      });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines[1]).toMatchObject({
      type: 'vitals',
      page: '/',
      event: null,
      props: { lcp: 1_235, inp: 56, cls: 0.012, ttfb: 80 },
    });
  });

  it('count once by id, and only behind a view', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const visitor = from(site, 1, CHROME);
    await visitor.measure('/', { LCP: 1 }).expect(204);
    expect(await table(site, 'rollup_vitals')).toEqual([]);
    await visitor.view('/');
    await visitor.measure('/', { LCP: 1 }, { i: 'once' }).expect(204);
    await visitor.measure('/', { LCP: 1 }, { i: 'once' }).expect(204);
    expect((await read(site)).total['lcp']?.samples).toBe(1);
  });

  it('stay what they are when the visitor’s day is settled again', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const visitor = from(site, 1, CHROME);
    await visitor.view('/a');
    await visitor.measure('/a', { LCP: 700, CLS: 0 }).expect(204);
    const before = await table(site, 'rollup_vitals');
    expect(before).toHaveLength(2);
    const late = await request(platform.server)
      .post('/api/v1/events')
      .set('Authorization', platform.authorization)
      .send({
        events: [
          {
            site_key: site.site_key,
            url: `https://${site.domain}/earlier`,
            ip: '198.51.100.1',
            user_agent: CHROME,
            time: new Date(Date.now() - 2_000).toISOString(),
          },
        ],
      });
    expect(late.body.data.stored).toBe(1);
    expect(await table(site, 'rollup_vitals')).toEqual(before);
    const kinds = (await table(site, 'events')).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual([0, 0, 3]);
  });

  it('are refused when malformed; without them `vitals` is an ordinary event', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const visitor = from(site, 1, CHROME);
    await visitor.view('/');
    for (const v of [null, 5, 'LCP', [], {}, { LCP: -1 }, { LCP: '1' }, { lcp: 1 }]) {
      const { body } = await visitor.measure('/', v).expect(400);
      expect(body.message).toBe("The hit's field v is not usable.");
    }
    await visitor.measure('/', { LCP: 1e300, CLS: 1e300 }).expect(204);
    expect((await read(site)).total['lcp']?.rating).toBe('poor');
    await visitor.measure('/', undefined).expect(204);
    expect((await table(site, 'events')).map(({ kind }) => kind).sort()).toEqual([0, 1, 3]);
  });

  it('are removed with their website', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    await request(platform.server)
      .get(`/api/v1/stats/${site.id}/vitals?from=2026-02-02&to=2026-02-01`)
      .set('Authorization', platform.authorization)
      .expect(422);
    await request(platform.server)
      .get(`/api/v1/stats/${site.id}/vitals?dimension=country`)
      .set('Authorization', platform.authorization)
      .expect(422);
    await request(platform.server)
      .get(`/api/v1/stats/${site.id + 10_000}/vitals`)
      .set('Authorization', platform.authorization)
      .expect(404);
  });
});
