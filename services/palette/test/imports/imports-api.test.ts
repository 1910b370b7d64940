import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { tokensOfPalette } from '../../src/exports/collect-tokens.ts';
import { formats } from '../../src/formats/registry.ts';
import { writeFile } from '../../src/formats/write-file.ts';
import { IMPORT_FORMATS } from '../../src/imports/registry.ts';
import { renderText } from '../formats/render.ts';
import { refusedFields } from '../palette-harness.ts';
import { spending } from '../processor-time.ts';
import { samplePalette } from '../sample-palette.ts';
import { createImportClient } from './import-client.ts';
import type { ImportClient } from './import-client.ts';

let client: ImportClient;
beforeAll(async () => {
  client = await createImportClient();
});
afterAll(() => client.close());

const aco = (version1: readonly number[][], names: readonly string[]): string => {
  const words: number[] = [1, version1.length, ...version1.flat(), 2, version1.length];
  version1.forEach((color, place) => {
    const name = `${names[place]}\0`;
    words.push(...color, 0, name.length, ...Array.from(name, (letter) => letter.charCodeAt(0)));
  });
  const bytes = Buffer.alloc(words.length * 2);
  words.forEach((word, place) => bytes.writeUInt16BE(word, place * 2));
  return bytes.toString('base64');
};

describe('POST /v1/tokens/import', () => {
  it('reads DTCG 2025.10 and older drafts', async () => {
    const { values, changes } = await client.imported('dtcg', {
      color: { $type: 'color', red: { $value: '#ff0000' }, alias: { $value: '{color.red}' } },
      space: { $type: 'dimension', $value: '4px' },
    });
    expect(values).toEqual({ 'color.red': '#ff0000', 'color.alias': '#ff0000', space: '4px' });
    expect(changes).toHaveLength(2);
  });

  it('reads Style Dictionary, with references to values', async () => {
    const { values, tokens } = await client.imported('style-dictionary', {
      color: {
        base: { red: { value: '#ff0000', comment: 'Loud' } },
        font: { value: '{color.base.red.value}', type: 'color' },
      },
      size: { small: { value: '4px', type: 'dimension' } },
    });
    expect(values).toEqual({ 'color.base.red': '#ff0000', 'color.font': '#ff0000', 'size.small': '4px' });
    expect(tokens.color.font.$value).toBe('{color.base.red}');
    expect(tokens.color.base.red.$description).toBe('Loud');
  });

  it('reads Tokens Studio: sets in order, themes as modes, and calculations', async () => {
    const { values, changes } = await client.imported('tokens-studio', {
      core: {
        space: {
          base: { value: '4', type: 'spacing' },
          big: { value: '{space.base} * (2 + 1)', type: 'spacing' },
        },
        brand: { value: '#336699', type: 'color' },
      },
      light: { bg: { value: '{brand}', type: 'color' } },
      dark: { bg: { value: '#000000', type: 'color' } },
      $themes: [
        { name: 'Light', selectedTokenSets: { core: 'source', light: 'enabled', dark: 'disabled' } },
        { name: 'Dark', selectedTokenSets: { core: 'source', dark: 'enabled' } },
      ],
      $metadata: { tokenSetOrder: ['core', 'light', 'dark'] },
    });
    expect(values).toEqual({
      'space.base': '4px',
      'space.big': '12px',
      brand: '#336699',
      bg: '#336699',
      'dark bg': '#000000',
    });
    expect(changes.join(' ')).toContain('was calculated: 12');
  });

  it('reads Figma variables, with modes and aliases', async () => {
    const { values, tokens } = await client.imported('figma', {
      meta: {
        variableCollections: {
          c1: { id: 'c1', name: 'Primitives', modes: [{ modeId: 'm0', name: 'Value' }] },
          c2: {
            id: 'c2',
            name: 'Theme',
            modes: [
              { modeId: 'm1', name: 'Light' },
              { modeId: 'm2', name: 'Dark' },
            ],
          },
        },
        variables: {
          v1: {
            id: 'v1',
            name: 'blue/500',
            variableCollectionId: 'c1',
            resolvedType: 'COLOR',
            valuesByMode: { m0: { r: 0.2, g: 0.4, b: 0.6, a: 1 } },
          },
          v2: {
            id: 'v2',
            name: 'bg',
            variableCollectionId: 'c2',
            resolvedType: 'COLOR',
            valuesByMode: { m1: { type: 'VARIABLE_ALIAS', id: 'v1' }, m2: { r: 0, g: 0, b: 0, a: 1 } },
          },
          v3: {
            id: 'v3',
            name: 'flag',
            variableCollectionId: 'c1',
            resolvedType: 'BOOLEAN',
            valuesByMode: { m0: true },
          },
        },
      },
    });
    expect(values).toEqual({ 'blue.500': '#336699', bg: '#336699', 'dark bg': '#000000' });
    expect(tokens.bg.$value).toBe('{blue.500}');
  });

  it('reads CSS custom properties, with references and a dark mode', async () => {
    const { values, changes } = await client.imported(
      'css',
      `/* --no: red; */
      :root { --brand: #336699; --text: var(--brand); --space-1: 4px; --shadow: 0 1px 2px #000; --q: "a;}b" }
      @media (prefers-color-scheme: dark) { :root { --brand: hsl(210 50% 60%) } }`,
    );
    expect(values).toEqual({
      brand: '#336699',
      text: '#336699',
      'space-1': '4px',
      shadow: expect.objectContaining({ offsetY: { value: 1, unit: 'px' }, blur: { value: 2, unit: 'px' } }),
      'dark brand': '#6699cc',
      'dark text': '#6699cc',
    });
    expect(changes.filter((change: string) => change.includes('left out'))).toEqual([
      expect.stringContaining('q'),
    ]);
  });

  it('reads Tailwind 4 themes and Tailwind 3 configurations', async () => {
    const four =
      '@import "tailwindcss"; @theme { --color-*: initial; --color-brand-500: #336699; --radius-md: 6px; }';
    expect((await client.imported('tailwind-v4', four)).values).toEqual({
      'color.brand-500': '#336699',
      'radius.md': '6px',
    });
    const three = {
      theme: {
        extend: {
          colors: { brand: { DEFAULT: '#336699', 50: '#eef3f8' }, ink: 'rgb(0 0 0 / <alpha-value>)' },
        },
        spacing: { 1: '0.25rem' },
      },
    };
    expect((await client.imported('tailwind-v3', three)).values).toEqual({
      'color.brand.$root': '#336699',
      'color.brand.50': '#eef3f8',
      'color.ink': '#000000',
      'spacing.1': '0.25rem',
    });
  });

  it('reads lists of hex colours, GIMP palettes and Photoshop swatches', async () => {
    expect(Object.values((await client.imported('hex', '#264653, 2a9d8f\nE76F51')).values)).toEqual([
      '#264653',
      '#2a9d8f',
      '#e76f51',
    ]);
    const gpl = 'GIMP Palette\nName: X\n#\n 51 102 153\tOcean Blue\n255   0   0\tRed\n255 0 0\tRed\n';
    expect((await client.imported('gpl', gpl)).values).toEqual({
      'Ocean Blue': '#336699',
      Red: '#ff0000',
      'Red-2': '#ff0000',
    });
    const swatches = aco(
      [
        [0, 0x3333, 0x6666, 0x9999, 0],
        [2, 65_535, 0, 0, 65_535],
        [8, 5_000, 0, 0, 0],
      ],
      ['Blue', 'Inks', 'Grey'],
    );
    expect((await client.imported('aco', swatches)).values).toEqual({
      Blue: '#336699',
      Inks: '#ff0000',
      Grey: '#808080',
    });
  });

  const swatches = aco([[0, 0x3333, 0x6666, 0x9999, 0]], ['Blue']);
  const ase = 'QVNFRgABAAAAAAAA';
  it.each([
    ['dtcg', { a: { $type: 'color', $value: '#336699' } }],
    ['dtcg', '\n { "a": { "$type": "color", "$value": "#336699" } }'],
    ['dtcg', { brand: '#336699', space: '4px' }],
    [
      'dtcg',
      {
        sets: {},
        resolutionOrder: [{ type: 'set', name: 'a', sources: [{ a: { $type: 'number', $value: 1 } }] }],
      },
    ],
    ['style-dictionary', { a: { value: '#336699' }, value: { value: '#336699' } }],
    ['tokens-studio', { a: { value: '4', type: 'spacing' } }],
    ['tokens-studio', { a: { b: { $value: '4', $type: 'borderRadius' } } }],
    [
      'tokens-studio',
      { core: { a: { value: '#fff', type: 'color' } }, $metadata: { tokenSetOrder: ['core'] } },
    ],
    ['figma', { variables: [{ id: 'v', name: 'a', resolvedType: 'FLOAT', valuesByMode: { m: 1 } }] }],
    ['tailwind-v3', { theme: { extend: { colors: { brand: '#336699' } } } }],
    ['tailwind-v3', { colors: { brand: '#336699' } }],
    ['tailwind-v4', '@theme inline { --color-a: #336699 }'],
    ['css', ':root { --a: #336699 }'],
    ['hex', '#264653, 2a9d8f\nE76F51'],
    ['hex', 'https://coolors.co/264653-2a9d8f'],
    ['gpl', 'GIMP Palette\n 51 102 153\tOcean'],
    ['aco', swatches],
  ])('finds the format by itself: %s', async (format, content) => {
    const { status, body } = await client.post(undefined, content);
    expect([status, body.data?.format]).toEqual([200, format]);
    expect(body.data).toEqual((await client.post(format, content)).body.data);
  });

  it.each(['nothing of that kind', 'AAAAAAA', '[1]', '{', ''])(
    'says that it knows no format: %j',
    async (content) => {
      const answer = await client.post(undefined, content);
      expect([answer.status, refusedFields(answer).length]).toEqual([400, 1]);
      expect(answer.body.error.message).toMatch(
        content === '' ? /^content/ : /^format must be one of dtcg, /,
      );
    },
  );

  it('reads a swatch file without being told that it is one', async () => {
    const answer = await client.post(undefined, ase);
    expect(answer.body.error.message).toBe('content must have colours');
  });

  // Trailing zeros that are none took minutes, by the square of their number.
  it('reads names of swatches up to the first zero, whatever follows', async () => {
    const many = Array.from({ length: 20 }, () => [0, 0x3333, 0x6666, 0x9999, 0]);
    const names = many.map(() => `Sky${'\0'.repeat(60_000)}x`);
    const { status, body } = await client.post('aco', aco(many, names));
    expect(status).toBe(200);
    expect(body.data.count).toBe(20);
    expect(Object.keys(body.data.tokens)).toEqual(expect.arrayContaining(['Sky', 'Sky-2', 'Sky-20']));
  });

  it('reports what a theme would refuse', async () => {
    const { status, body } = await client.post('dtcg', {
      a: { $value: '{nowhere}' },
      b: { $type: 'number', $value: 1 },
    });
    expect(status).toBe(200);
    expect(body.data.unresolved).toEqual([
      { field: 'a', message: 'refers to {nowhere}, which does not exist' },
    ]);
  });

  it('refuses many tokens in a group of a very long name at once', async () => {
    const inside = Object.fromEntries(Array.from({ length: 4_000 }, (_, n) => [`k${n}`, 1]));
    const [answer, spent] = await spending(() =>
      client.post('dtcg', { a: { ['x'.repeat(40_000)]: inside } }),
    );
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['content']]);
    expect(answer.body.error.message).toMatch(
      /^content has names that are too long: a\.x+… is longer than 1,000 characters/,
    );
    expect(answer.text.length).toBeLessThan(2_000);
    expect(spent).toBeLessThan(1_500);
  });

  it.each([
    ['css', 'no properties', 'content'],
    ['css', {}, 'content'],
    ['dtcg', '{', 'content'],
    ['figma', {}, 'content'],
    ['ase', 'QVNFRg==', 'content'],
    [
      'ase',
      Buffer.from('ASEF\0\x01\0\0\0\0\0\x01\0\x01\0\0\0\x04\0\x09ab', 'latin1').toString('base64'),
      'content',
    ],
    ['aco', 'AAEAZA==', 'content'],
    ['gpl', 'GIMP', 'content'],
    ['hex', '#12345', 'content'],
    ['tailwind-v4', ':root { --a: red }', 'content'],
    ['sketch', '', 'format'],
  ])('refuses %s given %j', async (format, content, field) => {
    const answer = await client.post(format, content);
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toContain(field);
  });
});

describe('a round trip', () => {
  it.each([
    ['dtcg', 'dtcg'],
    ['style-dictionary', 'style-dictionary'],
    ['css', 'css'],
    ['tailwind-v4', 'tailwind-v4'],
    ['gpl', 'gpl'],
    ['ase', 'ase'],
    // Figma imports DTCG.
    ['figma', 'dtcg'],
  ])('reads back every colour of its own export as %s, given as %s', async (id, format) => {
    const palette = samplePalette('#3366cc', 'tetradic', 12);
    const tokens = tokensOfPalette(palette, { names: 'role', shades: false });
    const options = { prefix: 'brand', colorSyntax: 'hex', p3: false, comments: true } as const;
    const content =
      id === 'ase'
        ? (await writeFile(formats.get('ase')!, tokens, options)).bytes.toString('base64')
        : await renderText(id, tokens, options);
    const isJson = IMPORT_FORMATS.get(format)?.content === 'object';
    const { values } = await client.imported(format, isJson ? (JSON.parse(content) as object) : content);
    expect(Object.values(values)).toEqual(palette.colors.map(({ hex }) => hex));
  });
});

/** A chain of calculations, each with its successor four times: followed blindly, 4^30 steps. */
const branchingMath = (): object => {
  const tokens = Array.from({ length: 30 }, (_, n) => {
    const next = `{t${n + 1}}`;
    return [`t${n}`, { value: [next, next, next, next].join(' * '), type: 'number' }] as const;
  });
  return { ...Object.fromEntries(tokens), t30: { value: '1', type: 'number' } };
};

const nested = (levels: number): string => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
const aseWithShortName = Buffer.from('ASEF\0\x01\0\0\0\0\0\x01\0\x01\0\0\0\x05\0\x0aabc', 'latin1');
const hexes = Array.from({ length: 20_001 }, (_, n) => `#${n.toString(16).padStart(6, '0')}`).join('\n');

// Each of these ended in a 500, or kept the process busy for minutes.
describe('files that would take minutes, or the memory of the process', () => {
  it('calculates each token once', async () => {
    const { status, body } = await client.post('tokens-studio', branchingMath());
    expect([status, body.data.count, body.data.unresolved]).toEqual([200, 31, []]);
    expect(body.data.tokens.t0).toEqual({ $type: 'number', $value: 1 });
  });

  it('leaves calculations that go in a circle as they are', async () => {
    const circle = { a: { value: '{b} * 2', type: 'number' }, b: { value: '{a} * 2', type: 'number' } };
    const { status, body } = await client.post('tokens-studio', circle);
    expect([status, body.data.unresolved.length]).toEqual([200, 2]);
  });

  it.each([
    ['comments that never end', `--a: 1; ${'/*'.repeat(200_000)}`],
    ['a text that never ends', `--a: 1; "${'\\"'.repeat(200_000)}`],
    ['a long selector with many properties', `${'[theme'.repeat(50_000)}{${'--a: 1;'.repeat(50_000)}}`],
  ])('reads CSS with %s', async (_, content) => {
    const { status, body } = await client.post('css', content);
    expect([status, body.data.count]).toEqual([200, 1]);
    expect(body.data.changes.length).toBeLessThanOrEqual(10_002);
  });

  it('counts the changes that are too many to list', async () => {
    const content = Array.from({ length: 10_005 }, (_, n) => `--a${n}: none!;`).join('');
    const { body } = await client.post('css', content);
    expect(body.data.changes).toHaveLength(10_001);
    expect(body.data.changes.at(-1)).toBe('5 more changes are not listed.');
  });

  it.each([
    [
      'css',
      `${'a{'.repeat(100_000)}${'--a: 1;'.repeat(100_000)}`,
      /must not nest blocks deeper than 64 levels/,
    ],
    ['dtcg', nested(100_000), /must not nest deeper than 64 levels/],
    ['tokens-studio', nested(100_000), /must not nest deeper than 64 levels/],
    ['style-dictionary', nested(100_000), /must not nest deeper than 64 levels/],
    ['figma', nested(100_000), /must not nest deeper than 64 levels/],
    ['tailwind-v3', nested(100_000), /must not nest deeper than 64 levels/],
    ['ase', aseWithShortName.toString('base64'), /is cut off/],
    ['hex', '#336699\n'.repeat(1_400_000), /must not have more than 20,000 tokens and groups/],
    [
      'dtcg',
      Object.fromEntries(Array.from({ length: 700_000 }, (_, n) => [`t${n}`, 1])),
      /more than 20,000 tokens|takes too (much memory|long to read)/,
    ],
    ['css', ' '.repeat(14_000_000), /must be text/],
    ['css', `a${' '.repeat(13_000_000)}b`, /must have custom properties/],
    [
      'css',
      Array.from({ length: 20_001 }, (_, n) => `--a${n}: 1;`).join(''),
      /must not have more than 20,000 tokens and groups/,
    ],
    ['hex', hexes, /must not have more than 20,000 tokens and groups/],
    ['gpl', `GIMP Palette\n${'1 1 1 Red\n'.repeat(20_001)}`, /must not have more than 20,000/],
    ['dtcg', Object.fromEntries(Array.from({ length: 20_001 }, (_, n) => [`t${n}`, 1])), /more than 20,000/],
  ])('refuses what no theme takes: %s', async (format, content, message) => {
    const answer = await client.post(format, content);
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['content']]);
    expect(answer.body.error.details[0].message).toMatch(message);
  });
});

// Each of these took minutes, the first one for 40 characters.
it.each([
  [undefined, `${'\n'.repeat(1_900)}!`],
  ['css', `:root { --a: x${' '.repeat(1_000_000)}y }`],
  ['css', `:root { --a: calc(1px + ${'1'.repeat(1_000_000)}y) }`],
  ['tailwind-v3', { theme: { colors: { a: `x${' '.repeat(1_000_000)}y` } } }],
])('reads or refuses what patterns could search for ever: %s', async (format, content) => {
  const { status } = await client.post(format, content);
  expect([200, 400]).toContain(status);
});

describe('POST /v1/tokens/import/website', () => {
  const files: Record<string, string> = {
    '/': `<!doctype html><!-- <link rel="stylesheet" href="/old.css"> --><base href="/css/">
      <LINK href='main.css?a=1&amp;b=2' rel=stylesheet><link rel="stylesheet" href="dark.css" media="(prefers-color-scheme: dark)">
      <link rel="stylesheet" media="print" href="print.css"><link rel="alternate stylesheet" href="/old.css">
      <link rel="stylesheet" href="gone.css"><style>:root { --line: var(--brand) }</style><h1>Shop</h1>`,
    '/css/main.css?a=1&b=2': '@import "base.css"; :root { --brand: #336699; --gap: 4px }',
    '/css/base.css': '@import "deeper.css"; :root { --ink: #111111; --brand: red }',
    '/css/dark.css': ':root { --ink: #eeeeee }',
    '/css/print.css': ':root { --ink: black }',
    '/css/deeper.css': ':root { --deep: red }',
    '/old.css': ':root { --old: red }',
    '/plain': `<style>#fed:hover { color: #123456; background: RGB(1 2 3) } p { border-color: #123456 }</style>`,
    '/bare': '<h1>No colours</h1>',
    '/grey': '<style>p { margin: 0 }</style>',
    '/hostile': `${'<style>'.repeat(100_000)}${'<link '.repeat(100_000)}`,
    '/endless': `<style>${'a'.repeat(1_500_000)}${'@import '.repeat(50_000)}</style>`,
  };
  let server: Server;
  let origin: string;
  beforeAll(async () => {
    server = createServer(({ url = '' }, response) => {
      const file = files[url];
      const type = url.includes('.css') ? 'text/css' : 'text/html; charset=utf-8';
      response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': type }).end(file);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  it('reads the style sheets that a page applies to screens, in their order', async () => {
    const { status, body } = await client.website(`${origin}/`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ format: 'css', count: 5, unresolved: [] });
    const { ink, brand, gap, line, deep, ...others } = body.data.tokens;
    expect(Object.keys(others).filter((name) => !name.startsWith('$'))).toEqual([]);
    expect(ink.$value.hex).toBe('#111111');
    expect(JSON.stringify(ink.$extensions)).toContain('#eeeeee');
    expect(brand.$value.hex).toBe('#336699');
    expect(gap.$value).toEqual({ value: 4, unit: 'px' });
    expect(line.$value).toBe('{brand}');
    expect(deep.$value.hex).toBe('#ff0000');
  });

  it('reads a style sheet itself, and the colours that a page uses without names', async () => {
    expect((await client.website(`${origin}/css/dark.css`)).body.data.count).toBe(1);
    const { tokens, count } = (await client.website(`${origin}/plain`)).body.data;
    expect(count).toBe(2);
    expect(JSON.stringify(tokens)).toMatch(/color-1.*#123456.*color-2.*#010203/);
  });

  it.each([
    ['/missing', /was answered with the status 404/],
    ['/bare', /without a style sheet that can be read/],
    ['/grey', /style sheets have no colours/],
    ['/hostile', /no colours|without a style sheet/],
    ['/endless', /no colours/],
  ])('says why it reads nothing at %s', async (path, message) => {
    const answer = await client.website(`${origin}${path}`);
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['url']]);
    expect(answer.body.error.details[0].message).toMatch(message);
  });

  it.each(['http://10.0.0.1/', 'file:///etc/passwd', 'nowhere', 'http://[::1]:1/'])(
    'asks no private address: %s',
    async (url) => {
      const answer = await client.website(url);
      expect([answer.status, refusedFields(answer)]).toEqual([400, ['url']]);
    },
  );
});
