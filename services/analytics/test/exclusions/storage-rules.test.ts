import request from 'supertest';

import { faultOfPageRules } from '../../src/exclusions/rules/storage-rules.ts';
import { useCollect } from '../collect/collect-harness.ts';
import { DROP_REASONS } from '../../src/exclusions/rules/drop-reasons.ts';

const { platform, eventsOf, dropsOf } = useCollect();

const call = (method: 'post' | 'patch', path: string, body: object) =>
  request(platform().server)
    [method](`/api/v1${path}`)
    .set('Authorization', platform().authorization)
    .send(body);

describe('page rules', () => {
  it('store pages that match under one name, without query and fragment', async () => {
    const site = await platform().createWebsite({
      page_rules: '/order/* => /order\n/reset/*\n/*/print => /print\n/shop?id=* => /product',
    });
    const view = (path: string, host = site.domain) =>
      platform().beacon({ k: site.site_key, u: `https://${host}${path}` });
    await view('/order/4711?token=secret#done');
    await view('/reset/abc');
    await view('/a/b/print');
    await view('/shop?id=7');
    await view('/shop');
    await view('/order/1', `blog.${site.domain}`);
    await view('/order');
    expect((await eventsOf(site)).map(({ page }) => page).sort()).toEqual(
      ['/order', '/reset/*', '/print', '/product', '/shop', `blog.${site.domain}/order`, '/order'].sort(),
    );
  });

  it('keep the address out of what a missing page says, too', async () => {
    const site = await platform().createWebsite({ page_rules: '/reset/*' });
    await platform().beacon({
      d: { site: site.site_key, missing: '' },
      n: 1,
      u: `https://${site.domain}/reset/SECRET`,
      p: { t: 'Reset' },
    });
    expect(JSON.stringify(await eventsOf(site))).not.toContain('SECRET');
  });

  it.each([
    ['page_rules', '/a => b', /rule such as/],
    ['page_rules', '/a => /b => /c', /rule such as/],
    ['page_rules', '/*a*b*c*d*e*f*', /rule such as/],
    ['exclude_pages', 'no page', /page such as/],
    ['exclude_hosts', 'https://a.example', /host such as/],
    ['exclude_countries', 'Germany', /country code/],
    ['exclude_countries', 'QQ', /country code/],
  ])('refuse a wrong line of %s by name', async (field, line, message) => {
    const site = await platform().createWebsite();
    const answer = await call('patch', `/websites/${site.id}`, { [field]: line }).expect(422);
    expect(answer.body.errors).toEqual({ [field]: [expect.stringMatching(message)] });
  });

  it('are limited in number', () => {
    expect(faultOfPageRules(Array.from({ length: 201 }, (_, index) => `/${index}`))).toMatch(/200 lines/);
  });
});

describe('what is left out', () => {
  it('is counted by reason: page, host, and what the tag says', async () => {
    const site = await platform().createWebsite({
      exclude_pages: '/admin/*',
      exclude_hosts: 'staging.*',
    });
    const view = (address: string, d: object = {}) =>
      platform().beacon({ d: { site: site.site_key, ...d }, n: 1, u: address });
    const own = `https://${site.domain}`;
    await view(`${own}/admin/users?x=1`);
    await view(`https://staging.${site.domain}/`);
    await view(`${own}/preview/1`, { exclude: '/preview/*, /old' });
    await view(`${own}/about`, { include: '/blog/*' });
    await view(`${own}/blog/1`, { include: '/blog/*' });
    expect((await eventsOf(site)).map(({ page }) => page)).toEqual(['/blog/1']);
    expect(await dropsOf(site.id)).toEqual({
      [DROP_REASONS.excluded_page]: 3,
      [DROP_REASONS.excluded_host]: 1,
    });
  });

  it('includes countries', async () => {
    const site = await platform().createWebsite({ exclude_countries: 'de\nFR' });
    const inGermany = await platform().startInstance({
      geo: { find: () => ({ country: 'DE', region: null, city: null }) },
    });
    await request(inGermany.server)
      .post('/collect')
      .set({ 'Content-Type': 'text/plain', 'User-Agent': 'Mozilla/5.0 Firefox/143.0' })
      .send(JSON.stringify({ k: site.site_key, u: `https://${site.domain}/` }))
      .expect(204);
    expect(await eventsOf(site)).toEqual([]);
    expect(await dropsOf(site.id)).toEqual({ [DROP_REASONS.excluded_country]: 1 });
  });
});

describe('the tag', () => {
  it('with data-manual counts only the views that the page tells', async () => {
    const site = await platform().createWebsite();
    const hit = (n: number | string, path: string) =>
      platform().beacon({ d: { site: site.site_key, manual: '' }, n, u: `https://${site.domain}${path}` });
    await hit(1, '/found').expect(204);
    await hit('pageview', '/told').expect(204);
    expect((await eventsOf(site)).map(({ page }) => page)).toEqual(['/told']);
  });

  it('with data-canonical stores the page that the link names, with the campaign of the address', async () => {
    const site = await platform().createWebsite();
    const d = { site: site.site_key, canonical: '' };
    const u = `https://${site.domain}/item?sid=1&utm_source=news`;
    await platform().beacon({ d, n: 1, u, c: `https://${site.domain}/item` });
    // A page of somebody else's is no name for ours.
    await platform().beacon({ d, n: 1, u: `https://${site.domain}/copy`, c: 'https://other.example/' });
    expect((await eventsOf(site)).map(({ page }) => page)).toEqual(['/item', '/copy']);
    const { rows } = await platform().db.database.raw<{ rows: { value: string }[] }>(
      'SELECT d.value FROM visits v JOIN dictionary d ON d.website_id = v.website_id AND d.id = v.utm_source_id WHERE v.website_id = ?',
      [site.id],
    );
    expect(rows).toEqual([{ value: 'news' }]);
  });
});

describe('POST /websites/{id}/exclusions/test', () => {
  const test = async (id: number, body: object) =>
    (await call('post', `/websites/${id}/exclusions/test`, body).expect(200)).body.data;

  it('says what a page view would be stored as, and stores nothing', async () => {
    const site = await platform().createWebsite({ page_rules: '/order/* => /order', exclude_params: 'sid' });
    expect(
      await test(site.id, {
        url: '/order/7?sid=2&utm_source=News',
        referrer: 'https://duckduckgo.com/',
        country: 'de',
      }),
    ).toMatchObject({
      is_stored: true,
      reason: null,
      page: '/order',
      given_page: '/order/7',
      rule: '/order/* => /order',
      dimensions: { utm_source: 'news', referrer: 'duckduckgo.com', country: 'DE' },
    });
    expect(await eventsOf(site)).toEqual([]);
    expect(await dropsOf(site.id)).toEqual({});
  });

  it.each([
    [{ url: '/admin' }, { exclude_pages: '/admin' }, 'excluded_page'],
    [{ url: '/', country: 'FR' }, { exclude_countries: 'FR' }, 'excluded_country'],
    [{ url: 'https://other.example/' }, {}, 'origin'],
    [{ url: '/', ip: '10.1.2.3' }, { exclude_ips: '10.0.0.0/8' }, 'excluded_ip'],
    [{ url: '/', user_agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }, {}, 'bot'],
    [{ url: '/x', data_include: '/blog/*' }, {}, 'excluded_page'],
  ])(
    'says why %j would not be stored, with settings that are saved or only tried',
    async (hit, settings, reason) => {
      const saved = await platform().createWebsite(settings);
      expect(await test(saved.id, hit)).toMatchObject({ is_stored: false, reason });
      const fresh = await platform().createWebsite();
      expect(await test(fresh.id, { ...hit, ...settings })).toMatchObject({ is_stored: false, reason });
      if (Object.keys(settings).length > 0)
        expect(await test(fresh.id, hit)).toMatchObject({ is_stored: true, reason: null });
    },
  );

  it('refuses what is no address, and settings that can’t be, by name', async () => {
    const site = await platform().createWebsite();
    const wrong = { url: 'mailto:a@b.example', page_rules: 'x' };
    const answer = await call('post', `/websites/${site.id}/exclusions/test`, wrong).expect(422);
    expect(answer.body.errors).toHaveProperty('page_rules');
    const next = await call('post', `/websites/${site.id}/exclusions/test`, { url: 'ftp://a' }).expect(422);
    expect(next.body.errors).toHaveProperty('url');
  });
});
