import fc from 'fast-check';
import request from 'supertest';

import { createAddressMatcher, isAddressLine } from '../../src/exclusions/rules/line-list.ts';
import { createGlob, createNameMatcher } from '../../src/exclusions/rules/exclude-params.ts';
import { startAnalytics } from '../harness.ts';
import type { RunningAnalytics } from '../harness.ts';
import { todayOf, zoneAtNoon } from '../noon-zone.ts';

let platform: RunningAnalytics;
beforeAll(async () => {
  platform = await startAnalytics();
});
afterAll(() => platform.stop());

const call = async (method: 'get' | 'post', path: string, body?: object, as = platform.authorization) => {
  const pending = request(platform.server)[method](`/api/v1${path}`).set('Authorization', as);
  return body ? pending.send(body) : pending;
};

describe('POST /websites/{id}/exclusions/preview', () => {
  it('lists the pages that would be merged, and changes nothing', async () => {
    const site = await platform.createWebsite();
    const views = [
      '/list?sort=a',
      '/list?sort=a',
      '/list?sort=b&page=2',
      '/list',
      '/list?page=2',
      '/other',
      '/#/r?sort=x',
    ];
    for (const path of views) await platform.beacon({ k: site.site_key, u: `https://${site.domain}${path}` });
    const answer = await call('post', `/websites/${site.id}/exclusions/preview`, { exclude_params: 's*t\n' });
    expect(answer.body.data).toEqual({
      days: 30,
      pages_before: 6,
      pages_after: 4,
      is_complete: true,
      merged: [
        {
          page: '/list',
          pageviews: 3,
          from: [
            { page: '/list?sort=a', pageviews: 2 },
            { page: '/list', pageviews: 1 },
          ],
        },
        {
          page: '/list?page=2',
          pageviews: 2,
          from: [
            { page: '/list?page=2', pageviews: 1 },
            { page: '/list?page=2&sort=b', pageviews: 1 },
          ],
        },
        { page: '/#/r', pageviews: 1, from: [{ page: '/#/r?sort=x', pageviews: 1 }] },
      ],
    });
    const shown = await call('get', `/websites/${site.id}`);
    expect(shown.body.data.exclude_params).toBeNull();
    const everything = await call('post', `/websites/${site.id}/exclusions/preview`, { exclude_params: '*' });
    expect(everything.body.data.pages_after).toBe(3);
  });

  it('is empty for a website without views', async () => {
    const site = await platform.createWebsite();
    const answer = await call('post', `/websites/${site.id}/exclusions/preview`, { exclude_params: 'a' });
    expect(answer.body.data).toMatchObject({ pages_before: 0, pages_after: 0, merged: [] });
  });

  it('takes time proportional to the number of pages, whatever the pattern', async () => {
    const site = await platform.createWebsite();
    const name = 'a'.repeat(900);
    await platform.beacon({ k: site.site_key, u: `https://${site.domain}/?${name}=1` });
    const answer = await call('post', `/websites/${site.id}/exclusions/preview`, {
      exclude_params: `${'a*'.repeat(49)}b`,
    });
    // A regular expression made of this pattern would take longer than the universe has existed.
    expect(answer.body.data.pages_after).toBe(1);
  });

  it.each([
    ['exclude_params', {}],
    ['exclude_params', { exclude_params: '' }],
    ['exclude_params', { exclude_params: 'a b' }],
    ['exclude_params', { exclude_params: 7 }],
  ])('refuses a bad %s', async (field, body) => {
    const site = await platform.createWebsite();
    const answer = await call('post', `/websites/${site.id}/exclusions/preview`, body);
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });
});

describe('GET /websites/{id}/drops', () => {
  it('counts by day and reason', async () => {
    const site = await platform.createWebsite({ timezone: zoneAtNoon() });
    const body = { k: site.site_key, u: `https://${site.domain}/` };
    await platform.beacon(body, { 'User-Agent': 'GPTBot/1.2' });
    await platform.beacon(body, { 'User-Agent': 'curl/8.0' });
    await platform.beacon(body, { 'User-Agent': 'curl/8.0' });
    await platform.beacon(body, { Origin: 'https://evil.example' });
    const { data } = (await call('get', `/websites/${site.id}/drops`)).body;
    const today = todayOf(site);
    expect(data.to).toBe(today);
    expect(data.totals).toEqual({ ai_crawler: 1, bot: 2, origin: 1 });
    expect(data.days).toEqual([
      { day: today, reason: 'bot', count: 2 },
      { day: today, reason: 'ai_crawler', count: 1 },
      { day: today, reason: 'origin', count: 1 },
    ]);
    const past = await call('get', `/websites/${site.id}/drops?from=2026-01-01&to=2026-01-31`);
    expect(past.body.data).toEqual({ from: '2026-01-01', to: '2026-01-31', totals: {}, days: [] });
  });

  it.each(['from=2026-02-30', 'from=0000-01-01', 'to=yesterday', 'from=2026-02-02&to=2026-02-01'])(
    'refuses %s',
    async (query) => {
      const site = await platform.createWebsite();
      const answer = await call('get', `/websites/${site.id}/drops?${query}`);
      expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [query.split('=')[0]]]);
    },
  );

  it('hides other organisations’ drops', async () => {
    const site = await platform.createWebsite();
    const stranger = await platform.identity.bearer({ organisation: 'org_stranger' });
    expect((await call('get', `/websites/${site.id}/drops`, undefined, stranger)).status).toBe(404);
    const preview = `/websites/${site.id}/exclusions/preview`;
    expect((await call('post', preview, { exclude_params: 'a' }, stranger)).status).toBe(404);
  });
});

describe('parameter patterns', () => {
  it.each([
    ['utm_*', 'utm_source', true],
    ['utm_*', 'UTM_', true],
    ['*token', 'csrf_token', true],
    ['*token', 'token2', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'abcd', false],
    ['*', '', true],
    ['a', 'ab', false],
    ['a.c', 'abc', false],
  ])('%s matching %s: %s', (pattern, text, expected) => {
    expect(createNameMatcher([pattern])(text)).toBe(expected);
  });

  it('match like the equivalent regular expression', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '[^]*')}$`).test(text);
        expect(createGlob(pattern)(text)).toBe(expected);
        expect(createNameMatcher([pattern])(text)).toBe(expected);
      }),
    );
  });
});

describe('address ranges', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.0.0.0', true],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '192.0.2.1', false],
    ['::/0', '::ffff:192.0.2.1', false],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['192.0.2.1-192.0.2.3', '192.0.2.3', true],
    ['192.0.2.1 - 192.0.2.3', '192.0.2.4', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['10.9.9.9', '::ffff:10.9.9.9', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
  ])('%s containing %s: %s', (line, address, expected) => {
    expect(createAddressMatcher([line])(address)).toBe(expected);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.1/33',
    '::1/129',
    '1.2.3.4-::1',
    '9.9.9.9-1.1.1.1',
    'fe80::1%eth0',
    '010.0.0.1/8/9',
    'x',
  ])('%j is refused', (line) => {
    expect(isAddressLine(line)).toBe(false);
  });

  it('match like a plain comparison of numbers', () => {
    const byte = fc.integer({ min: 0, max: 30 });
    const range = fc.tuple(byte, byte).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), byte, (ranges, last) => {
        const matches = createAddressMatcher(ranges.map(([a, b]) => `10.0.0.${a}-10.0.0.${b}`));
        expect(matches(`10.0.0.${last}`)).toBe(ranges.some(([a, b]) => a <= last && last <= b));
      }),
    );
  });
});
