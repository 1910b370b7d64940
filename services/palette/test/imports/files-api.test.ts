import { strToU8, zipSync } from 'fflate';

import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let paletteId: string;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  paletteId = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id;
});
afterAll(() => harness.close());

type Files = Readonly<Record<string, string | object>>;

const sent = (files: Files) => Object.entries(files).map(([name, content]) => ({ name, content }));
const post = (body: object) => client.post('/v1/tokens/import', body);

const zipOf = (files: Files): string =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, content]) => [
          name,
          strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
        ]),
      ),
    ),
  ).toString('base64');

/** Imports files, makes a theme of them, and returns the values of its tokens. */
const themeOf = async (body: object) => {
  const imported = await post(body);
  expect([imported.status, imported.body.data?.unresolved ?? imported.body]).toEqual([200, []]);
  const { tokens, changes, format, files } = imported.body.data;
  const theme = await client.post('/v1/themes', { palette_id: paletteId, name: 'T', tokens });
  expect(theme.status).toBe(201);
  const shown = (value: { hex?: string }): unknown => value.hex ?? value;
  const values = Object.fromEntries(
    theme.body.data.resolved_tokens.map(
      ({ path, value, modes }: { path: string; value: object; modes?: Record<string, object> }) => [
        path,
        modes === undefined
          ? shown(value)
          : [
              shown(value),
              Object.fromEntries(Object.entries(modes).map(([mode, own]) => [mode, shown(own)])),
            ],
      ],
    ),
  );
  return { values, changes: changes as string[], format, files };
};

const STYLE_DICTIONARY: Files = {
  'tokens/color/base.json': { color: { red: { value: '#ff0000' }, ink: { value: '#111111' } } },
  'tokens/color/font.json5': `// JSON with comments
    { color: { font: { base: { value: '{color.red.value}', }, }, }, }`,
  'tokens/size/font.yaml': 'size:\n  font:\n    small: { value: "10px", type: dimension }\n',
  'package.json': { name: 'tokens', version: '1.0.0' },
  'README.md': '# Tokens',
};

describe('several files', () => {
  it('refer to each other, whichever notation they are in', async () => {
    const { values, format, files, changes } = await themeOf({ files: sent(STYLE_DICTIONARY) });
    expect(values).toEqual({
      'color.red': '#ff0000',
      'color.ink': '#111111',
      'color.font.base': '#ff0000',
      'size.font.small': { value: 10, unit: 'px' },
    });
    expect([format, files]).toEqual([
      'style-dictionary',
      ['tokens/color/base.json', 'tokens/color/font.json5', 'tokens/size/font.yaml'],
    ]);
    expect(changes).toContain('README.md is not a file of tokens and was left out.');
  });

  it('come in a zip, of which the format is found', async () => {
    const { values } = await themeOf({ content: zipOf(STYLE_DICTIONARY) });
    expect(values['color.font.base']).toBe('#ff0000');
    const among = await themeOf({ files: [{ name: 'tokens.zip', content: zipOf(STYLE_DICTIONARY) }] });
    expect(among.values).toEqual(values);
  });

  it('that contradict each other are modes, named by what their names differ in', async () => {
    const token = (value: string) => ({ bg: { $type: 'color', $value: value } });
    const { values, changes } = await themeOf({
      files: sent({
        'theme.dark.tokens.json': token('#000000'),
        'theme.light.tokens.json': token('#ffffff'),
        'core.json': { core: { $type: 'color', $value: '#ff0000' }, on: { $type: 'color', $value: '{bg}' } },
      }),
    });
    expect(values).toEqual({
      bg: ['#ffffff', { dark: '#000000' }],
      core: '#ff0000',
      on: ['#ffffff', { dark: '#000000' }],
    });
    expect(changes[0]).toMatch(/are the modes dark, light\.$/);
  });

  it('of style sheets are one', async () => {
    const { values } = await themeOf({
      files: sent({
        'a.css': ':root { --red: #f00 }',
        'b.css': '.dark { --link: #00f } :root { --link: var(--red) }',
      }),
    });
    expect(values).toEqual({ red: '#ff0000', link: ['#ff0000', { dark: '#0000ff' }] });
  });

  it('are sources of a resolver document', async () => {
    const color = (value: string) => ({ bg: { $type: 'color', $value: value } });
    const { values, changes, format } = await themeOf({
      files: sent({
        'ds/main.resolver.json': {
          version: '2025.10',
          sets: { core: { sources: [{ $ref: './sets/core.json' }] } },
          modifiers: {
            theme: {
              contexts: {
                light: [{ $ref: 'modes.json#/light' }],
                dark: [{ $ref: '../ds/modes.json#/dark' }],
              },
              default: 'light',
            },
          },
          resolutionOrder: [{ $ref: '#/sets/core' }, { $ref: '#/modifiers/theme' }],
        },
        'ds/sets/core.json': {
          red: { $type: 'color', $value: '#ff0000' },
          link: { $type: 'color', $value: '{bg}' },
        },
        'ds/modes.json': { light: color('#ffffff'), dark: color('#000000') },
        'ds/unused.json': color('#123456'),
      }),
    });
    expect(format).toBe('dtcg');
    expect(values).toEqual({
      red: '#ff0000',
      link: ['#ffffff', { dark: '#000000' }],
      bg: ['#ffffff', { dark: '#000000' }],
    });
    expect(changes).toContain('ds/unused.json is not a source of ds/main.resolver.json and was left out.');
  });

  it('are sets of Tokens Studio, with themes beside them', async () => {
    const set = (name: string, value: string) => ({ [name]: { value, type: 'color' } });
    const { values, format } = await themeOf({
      files: sent({
        'tokens/$themes.json': JSON.stringify([
          {
            id: '1',
            name: 'Light',
            group: 'Mode',
            selectedTokenSets: { core: 'source', 'mode/light': 'enabled' },
          },
          {
            id: '2',
            name: 'Dark',
            group: 'Mode',
            selectedTokenSets: { core: 'source', 'mode/dark': 'enabled' },
          },
        ]),
        'tokens/$metadata.json': JSON.stringify({ tokenSetOrder: ['core', 'mode/light', 'mode/dark'] }),
        'tokens/core.json': set('ink', '#111111'),
        'tokens/mode/light.json': set('bg', '#ffffff'),
        'tokens/mode/dark.json': set('bg', '{ink}'),
      }),
    });
    expect(format).toBe('tokens-studio');
    expect(values).toEqual({ ink: '#111111', bg: ['#ffffff', { dark: '#111111' }] });
  });
});

describe('one text', () => {
  it.each([
    ['JSON5', `/* brand */ { brand: { $type: 'color', $value: '#ff0000' }, }`],
    ['YAML', `# brand\nbrand:\n  $type: color\n  $value: "#ff0000"\n`],
    ['YAML with an alias', `base: &red { $type: color, $value: "#ff0000" }\nbrand: *red\n`],
  ])('may be %s', async (_, content) => {
    const { values, format } = await themeOf({ content });
    expect([format, values['brand']]).toEqual(['dtcg', '#ff0000']);
  });
});

describe('refuses', () => {
  const aliases = ['a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]'];
  for (let n = 1; n < 10; n += 1)
    aliases.push(`a${n}: &a${n} [${Array.from({ length: 10 }, () => `*a${n - 1}`).join(', ')}]`);
  const bomb = () =>
    Buffer.from(
      zipSync({ 'a.json': new Uint8Array(60_000_000), 'b.json': new Uint8Array(60_000_000) }, { level: 9 }),
    ).toString('base64');

  it.each<[string, object, string, RegExp]>([
    ['no file', { files: [] }, 'files', /at least 1/],
    ['neither content nor files', {}, 'content', /is required/],
    ['both', { content: '{}', files: sent({ 'a.json': {} }) }, 'files', /beside content/],
    [
      'more than 500 files',
      { files: sent(Object.fromEntries(Array.from({ length: 501 }, (_, n) => [`${n}.json`, {}]))) },
      'files',
      /500/,
    ],
    [
      'files without tokens',
      { files: sent({ 'README.md': 'x', 'a.png': 'y' }) },
      'files',
      /JSON, YAML, CSS, SCSS or Less/,
    ],
    [
      'files whose JSON has none',
      { files: sent({ 'a.json': '{"a": 1}', 'b.json': '[' }) },
      'files',
      /in at least one file/,
    ],
    ['a zip that unpacks to 120 MB', { content: bomb() }, 'content', /must not unpack to more than 14 MB/],
    [
      'what begins like a zip',
      { content: Buffer.from('PK\x03\x04 and no more').toString('base64') },
      'content',
      /must be a zip/,
    ],
    [
      'an empty zip’s worth of other files',
      { content: zipOf({ 'a.txt': 'a' }) },
      'content',
      /JSON, YAML, CSS, SCSS or Less/,
    ],
    ['a YAML whose aliases double', { content: aliases.join('\n') }, 'format', /must be one of/],
    ['a long YAML', { content: `a: 1\n${'# x\n'.repeat(300_000)}` }, 'content', /YAML of more than 1 MB/],
  ])('%s', async (_, body, field, message) => {
    const answer = await post(body);
    expect([answer.status, refusedFields(answer)]).toEqual([400, [field]]);
    expect(answer.body.error.details[0].message).toMatch(message);
  });

  it('nothing for a strange name, which is only a name', async () => {
    const { files } = await themeOf({
      files: sent({
        '../../etc/passwd.json': { a: { $type: 'number', $value: 1 } },
        'C:\\tokens\\b.json': { b: { $type: 'number', $value: 2 } },
        '__proto__.json': { __proto__: null, c: { $type: 'number', $value: 3 } },
      }),
    });
    expect(files).toEqual(['__proto__.json', 'etc/passwd.json', 'tokens/b.json']);
  });
});
