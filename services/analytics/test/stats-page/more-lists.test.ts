import request from 'supertest';

import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics, WebsiteJson } from '../harness.ts';

describe('lists that the statistics page loads on demand', () => {
  let platform: RunningAnalytics;
  let site: WebsiteJson;
  beforeAll(async () => {
    platform = await startAnalytics();
    site = await platform.createWebsite({ privacy: 0 });
    const hit = (body: object) => platform.beacon({ k: site.site_key, ...body }).expect(204);
    const u = `https://${site.domain}/?utm_source=paper&utm_medium=print&utm_term=shoes&utm_content=top`;
    await hit({ u });
    await hit({ u, n: 'Signup', p: { plan: 'pro', 'a=b': '<x>' } });
    await hit({ u, n: 'Signup', p: { plan: 'free' } });
    await hit({ u, n: 'Paid', p: { plan: 'pro' } });
  });
  afterAll(() => platform.stop());

  const page = async (query = '') =>
    (await request(platform.server).get(`/s/${site.site_key}${query}`).expect(200)).text;
  /** The rows of the only table that follows the heading: name and number. */
  const rows = (text: string): string[] =>
    [...text.matchAll(/<td class="name">([\s\S]*?)<\/td>\s*<td class="num"[^>]*>(\d+)<\/td>/g)].map(
      ([, name = '', count = '']) => `${name.replace(/<[^>]+>/g, '').trim()} ${count}`,
    );

  it.each([
    ['utm_source', 'UTM sources', 'paper'],
    ['utm_medium', 'UTM media', 'print'],
    ['utm_term', 'UTM terms', 'shoes'],
    ['utm_content', 'UTM contents', 'top'],
  ])('has the list %s, which the front page only names', async (panel, title, value) => {
    const front = await page();
    expect(front).toContain(`<a href="?panel=${panel}">${title}</a>`);
    expect(front).not.toContain(`>${value}</a>`);
    const list = await page(`?panel=${panel}`);
    expect(list).toContain(title);
    expect(rows(list)).toEqual([`${value} 1`]);
  });

  it('lists properties of events, the values of each, and filters by a value', async () => {
    expect(await page()).toContain('<a href="?panel=properties">Properties of events</a>');
    const names = await page('?panel=properties');
    expect(rows(names)).toEqual(['plan 3', 'a=b 1']);
    expect(names).toContain('href="?panel=prop%3Aplan"');
    const values = await page('?panel=prop%3Aplan');
    expect(rows(values)).toEqual(['pro 2', 'free 1']);
    expect(values).toContain('href="?f=prop%3Aplan%3Dpro"');
    const filtered = await page('?f=prop%3Aplan%3Dpro');
    expect(filtered).toContain('plan is pro');
    const events = filtered.slice(filtered.indexOf('aria-label="Events"'));
    expect(rows(events.slice(0, events.indexOf('</section>'))).sort()).toEqual(['Paid 1', 'Signup 1']);
  });

  it('shows values of a property by which an address can’t filter as plain text', async () => {
    const values = await page('?panel=prop%3Aa%3Db');
    expect(rows(values)).toEqual(['&lt;x&gt; 1']);
    expect(values).not.toContain('f=prop');
    expect(await page('?panel=prop%3A')).toContain('Where visitors come from');
  });

  it('offers not to be counted', async () => {
    const text = await page();
    expect(text).toContain(`href="https://${site.domain}/#notrack=1"`);
    expect(text).toContain(`href="https://${site.domain}/#notrack=0"`);
  });
});
