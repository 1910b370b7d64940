import { createHash } from 'node:crypto';

import request from 'supertest';

import { clientOf, createPaletteHarness, refusedFields } from './palette-harness.ts';
import type { PaletteClient, PaletteHarness } from './palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let palette: string;
let theme: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  const body = { base_color: '#336699', name: '<b>Ocean</b>', count: 4, harmony: 'triadic' };
  palette = (await client.post('/v1/palettes', body)).body.data.id;
  const tokens = { primary: '#ffd400', color: { $type: 'color', brand: { $value: '{palette.base}' } } };
  theme = (await client.post('/v1/themes', { palette_id: palette, name: 'T', tokens })).body.data.id;
});
afterAll(() => harness.close());

const share = async (path: string, body: object = {}) => (await client.post(`${path}/links`, body)).body.data;
const pathOf = (url: string): string => url.replace('https://api.example.com', '');
const open = (url: string, headers: Readonly<Record<string, string>> = {}) =>
  request(harness.pages).get(pathOf(url)).set(headers);

describe('links to a palette', () => {
  it('open its page without a key, until they are deleted', async () => {
    const made = await client.post(`/v1/palettes/${palette}/links`, { name: 'The agency' });
    expect([made.status, made.body.data.name]).toEqual([201, 'The agency']);
    const { id, url } = made.body.data;
    expect(url).toMatch(new RegExp(`^https://api\\.example\\.com/p/${palette}\\?access=`));
    const page = await open(url);
    expect([page.status, page.type]).toEqual([200, 'text/html']);
    expect(page.text).toContain('<h1>&lt;b>Ocean&lt;/b></h1>');
    expect(page.text).not.toContain('<b>Ocean');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    // Otherwise browsers ask for /favicon.ico.
    expect(page.text).toContain('<link rel="icon" href="data:,"');
    const { items } = (await client.get(`/v1/palettes/${palette}/links`)).body.data;
    expect(items).toMatchObject([{ id, url, name: 'The agency', last_used_at: expect.any(String) }]);
    expect((await client.delete(`/v1/palettes/${palette}/links/${id}`)).status).toBe(200);
    expect((await open(url)).status).toBe(404);
    expect((await client.delete(`/v1/palettes/${palette}/links/${id}`)).status).toBe(404);
  });

  it('open a page in the language of the browser', async () => {
    const { url } = await share(`/v1/palettes/${palette}`);
    const german = await open(url, { 'Accept-Language': 'de-AT,de;q=0.8' });
    expect(german.headers).toMatchObject({ 'content-language': 'de' });
    expect(german.headers['vary']).toContain('Accept-Language');
    expect(german.text).toContain('<html lang="de">');
    expect(german.text).toMatch(/aria-label="Farben"[^]*<h2>Kontrast<\/h2>[^]*<h2>Farbensehen<\/h2>/);
    expect(german.text).toMatch(/<strong>\d+,\d\d<\/strong>/);
    const english = await open(url, { 'Accept-Language': 'fr' });
    expect(english.text).toContain('<html lang="en">');
    expect(english.text).toMatch(/aria-label="Colours"[^]*<strong>\d+\.\d\d<\/strong>/);
  });

  it('open a page that has its data and scripts with it, and nothing inline but its colours', async () => {
    const { url } = await share(`/v1/palettes/${palette}`);
    const { text, headers } = await open(url);
    expect(text).not.toMatch(/ style="|https?:\/\/(?!api\.example\.com)/);
    const [, style = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${digest}'`);
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const [, script = ''] = /<script type="module" src="([^"]+)"/.exec(text) ?? [];
    const file = await request(harness.pages).get(script);
    expect([file.status, file.type]).toEqual([200, 'text/javascript']);
    expect(file.headers['cache-control']).toContain('immutable');
  });

  it('open a page that sites may frame, if they ask for that one', async () => {
    const { url } = await share(`/v1/palettes/${palette}`);
    const framed = await open(`${url}&embed=1`);
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors *');
    expect(framed.headers['x-frame-options']).toBeUndefined();
    expect(framed.text).toContain('#336699');
    expect(framed.text).not.toContain('<table');
  });

  it('open the colours as files', async () => {
    const { url } = await share(`/v1/palettes/${palette}`);
    const css = await open(url.replace('?', '/css?'));
    expect([css.status, css.type]).toEqual([200, 'text/css']);
    expect(css.text).toContain('--color-base: #336699;');
    const { etag = '' } = css.headers;
    expect((await open(url.replace('?', '/css?'), { 'If-None-Match': etag })).status).toBe(304);
    for (const format of ['all', 'png', 'nonsense'])
      expect((await open(url.replace('?', `/${format}?`))).status).toBe(404);
    expect((await open(url.replace(/\?.*/, '/css'))).status).toBe(404);
    const page = (await open(url)).text;
    const offered = page.match(/href="\/p\/[^"]+\/[\w-]+\?access=[^"]+"/g) ?? [];
    expect(offered.length).toBeGreaterThan(18);
  });

  it('open nothing else, and nothing when forged', async () => {
    const { url } = await share(`/v1/palettes/${palette}`);
    const other = (await client.post('/v1/palettes', { base_color: 'red' })).body.data.id;
    await share(`/v1/palettes/${other}`);
    const access = new URL(url).searchParams.get('access')!;
    for (const path of [
      `/p/${other}?access=${access}`,
      `/v1/themes/${theme}.css?access=${access}`,
      `/p/${palette}?access=${access}x`,
      `/p/${palette}`,
      `/p/${palette}?access=1&access=2`,
      '/p/x?access=1.2.3',
    ])
      expect([path, (await open(path)).status]).toEqual([path, 404]);
  });

  it('are made for records of the own organisation only, and need the scope', async () => {
    const stranger = await clientOf(harness, 'org_other');
    expect((await stranger.post(`/v1/palettes/${palette}/links`, {})).status).toBe(404);
    expect((await stranger.get(`/v1/themes/${theme}/links`)).status).toBe(404);
    const reader = await clientOf(harness, 'org_a', ['palettes:read']);
    expect((await reader.post(`/v1/palettes/${palette}/links`, {})).status).toBe(403);
    const wrong = await client.post(`/v1/palettes/${palette}/links`, { expires_in: 5 });
    expect(refusedFields(wrong)).toEqual(['expires_in']);
  });

  it('go with the palette', async () => {
    const gone = (await client.post('/v1/palettes', { base_color: 'red' })).body.data.id;
    const { url } = await share(`/v1/palettes/${gone}`);
    expect((await client.delete(`/v1/palettes/${gone}`)).status).toBe(200);
    expect((await open(url)).status).toBe(404);
  });
});

describe('the live style sheet of a theme', () => {
  it('follows the theme, and is sent again only if it changed', async () => {
    const { url } = await share(`/v1/themes/${theme}`);
    const first = await open(url);
    expect([first.status, first.type]).toEqual([200, 'text/css']);
    expect(first.text).toContain('--theme-primary: var(--theme-light-primary);');
    expect(first.text).toContain('--theme-color-brand: var(--theme-palette-base);');
    const { etag } = first.headers;
    expect((await open(url, { 'If-None-Match': etag! })).status).toBe(304);
    // As fetch sends it.
    const fetched = { 'If-None-Match': etag!, 'Cache-Control': 'no-cache', Pragma: 'no-cache' };
    expect((await open(url, fetched)).status).toBe(304);
    await client.patch(`/v1/themes/${theme}`, { tokens: { primary: '#0055ff' } });
    const second = await open(url, { 'If-None-Match': etag! });
    expect(second.status).toBe(200);
    expect(second.text).toContain('--theme-light-primary: #0055ff;');
  });

  it('is rendered once for a version of the theme and its palette, whoever asks for it', async () => {
    const base = { base_color: '#663399', count: 3, harmony: 'triadic' };
    const own = (await client.post('/v1/palettes', base)).body.data.id;
    const tokens = { color: { $type: 'color', second: { $value: '{palette.1}' } } };
    const made = (await client.post('/v1/themes', { palette_id: own, name: 'T', tokens })).body.data.id;
    const links = [await share(`/v1/themes/${made}`), await share(`/v1/themes/${made}`)];
    const open0 = (headers?: Readonly<Record<string, string>>) => open(links[0].url, headers);
    const [first, at] = await Promise.all([open0(), open(links[1].url)]);
    expect([first.status, at.text]).toEqual([200, first.text]);
    // A change that only rendering it again would show.
    await harness.database.database('themes').where({ id: made }).update({ resolved: '[]' });
    const again = await open(links[1].url);
    expect([again.text, again.headers['etag']]).toEqual([first.text, first.headers['etag']]);
    expect((await open0({ 'If-None-Match': first.headers['etag']! })).status).toBe(304);
    expect((await client.patch(`/v1/themes/${made}`, { tokens })).status).toBe(200);
    // Another version with the same text has the same tag.
    expect((await open0({ 'If-None-Match': first.headers['etag']! })).status).toBe(304);
    await client.post(`/v1/palettes/${own}/regenerate`, { harmony: 'complementary', count: 3 });
    const { status, text } = await open0({ 'If-None-Match': first.headers['etag']! });
    expect([status, text === first.text]).toEqual([200, false]);
  });
});
