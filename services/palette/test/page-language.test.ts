import { lazyPages } from '@platform/pages';
import { SetupError } from '@platform/runtime';
import request from 'supertest';

import { clientOf, createPaletteHarness } from './palette-harness.ts';
import type { PaletteHarness } from './palette-harness.ts';

let harness: PaletteHarness;
let paths: Readonly<Record<'palette' | 'preview', string>>;
beforeAll(async () => {
  harness = await createPaletteHarness();
  const client = await clientOf(harness);
  const { id } = (
    await client.post('/v1/palettes', { base_color: '#3366cc', harmony: 'split_complementary' })
  ).body.data;
  const theme = await client.post('/v1/themes', { palette_id: id, name: 'Ocean', tokens: {} });
  const link = await client.post(`/v1/palettes/${id}/links`, {});
  const pathOf = (url: string): string => url.replace('https://api.example.com', '');
  paths = { palette: pathOf(link.body.data.url), preview: pathOf(theme.body.data.preview_url) };
});
afterAll(() => harness.close());

/** Text that people see or hear, without the names of colours and roles, which are said to be English. */
const textOf = (page: string): string =>
  page
    .replaceAll(/<style>.*?<\/style>|<script>.*?<\/script>/gs, '')
    .replaceAll(/<script.*?<\/script>/gs, '')
    .replaceAll(/<(tbody|strong|span|td|th|h3)[^>]* lang="en"[^>]*>.*?<\/\1>/gs, '')
    .replaceAll(/\s(?:class|id|href|type|scope|name|content|rel|for)="[^"]*"/g, '')
    .replaceAll(/<[^>]*?(?:aria-label|title|placeholder)="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ');

describe.each(['palette', 'preview'] as const)('the page of a %s', (kind) => {
  it.each([
    ['de-AT,de;q=0.9', 'de'],
    ['fr, en;q=0.5', 'en'],
    ['', 'en'],
  ])('speaks the language of %j', async (accepted, language) => {
    const page = await request(harness.pages).get(paths[kind]).set('Accept-Language', accepted);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`<html lang="${language}">`);
    expect(page.headers['content-language']).toBe(language);
    expect(page.headers['vary']).toContain('Accept-Language');
  });

  it('has no English in German', async () => {
    const inLanguage = async (language: string) =>
      textOf((await request(harness.pages).get(paths[kind]).set('Accept-Language', language)).text);
    const words = new Set((await inLanguage('de')).match(/[A-Za-zÄÖÜäöüß]{3,}/g));
    expect(words.size).toBeGreaterThan(20);
    const english =
      'the and with page role ratio card all cancel delete saved contrast from copy without'.split(' ');
    expect([...words].filter((word) => english.includes(word.toLowerCase()))).toEqual([]);
  });
});

it('refuses a folder without built pages before anybody asks for one', () => {
  expect(() => lazyPages('palette', '/nowhere', '/nowhere', () => Promise.resolve())).toThrow(
    new SetupError('PAGES_DIRECTORY: there are no built pages in /nowhere.'),
  );
});
