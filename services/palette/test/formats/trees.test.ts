import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { renderText } from './render.ts';
import { NASTY, SAMPLE, token, VALUES, VALUES_IN_CSS, shown } from './sample-tokens.ts';

const SCHEMAS = join(import.meta.dirname, '../../src/themes/dtcg-2025.10');

/** The official schema of DTCG 2025.10. */
const dtcgValidator = () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  for (const file of readdirSync(SCHEMAS, { recursive: true, encoding: 'utf8' })) {
    if (file.endsWith('.json'))
      ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as object);
  }
  return ajv.getSchema('https://www.designtokens.org/schemas/2025.10/format.json')!;
};

const read = async (...parameters: Parameters<typeof renderText>) =>
  JSON.parse(await renderText(...parameters));

describe('json', () => {
  it('maps names to colours', async () => {
    expect(await read('json', SAMPLE)).toEqual({
      'brand-base': '#336699',
      'brand-base-50': '#eef3ff',
      'brand-base-950': '#04101c',
      'brand-on-primary': '#ffffff',
      'brand-overlay': '#ff000080',
      'brand-neon': SAMPLE[5]!.color.hex,
    });
  });

  it('survives difficult names', async () => {
    const all: object = await read('json', NASTY);
    expect(Object.values(all)).toEqual(NASTY.map(({ color }) => color.hex));
  });
});

it.each(['json', 'json-nested'])('%s holds tokens of other types as CSS values', async (id) => {
  const all = await read(id, VALUES);
  const flat =
    id === 'json'
      ? Object.entries(all).map(([name, value]) => [name.slice(6), value])
      : Object.entries(all.brand);
  expect(Object.fromEntries(flat)).toEqual(VALUES_IN_CSS);
});

describe('json-nested', () => {
  it('keeps groups and names unchanged', async () => {
    const { brand } = await read('json-nested', SAMPLE);
    expect(brand.base).toEqual({ default: '#336699', '50': '#eef3ff', '950': '#04101c' });
    expect(brand.onPrimary).toBe('#ffffff');
  });

  it('survives difficult names', async () => {
    const { brand } = await read('json-nested', NASTY);
    expect(Object.keys(brand).sort()).toEqual(NASTY.map(({ path }) => shown(path[0] ?? '')).sort());
    expect(Object.getOwnPropertyDescriptor(brand, '__proto__')?.value).toBe('#888888');
  });

  it('refuses a token with the name given to a group’s own token', async () => {
    const tokens = [token('a', '#111111'), token(['a', 'default'], '#222222')];
    await expect(read('json-nested', tokens)).rejects.toMatchObject({ code: 'name_collision' });
  });
});

describe('dtcg', () => {
  const valid = dtcgValidator();

  it.each([
    ['sRGB', {}],
    ['oklch', { colorSyntax: 'oklch' as const }],
    ['Display P3', { p3: true }],
  ])('passes the official schema in %s', async (_space, options) => {
    const document: unknown = await read('dtcg', SAMPLE, options);
    expect([valid(document), valid.errors]).toEqual([true, null]);
    const difficult: unknown = await read('dtcg', NASTY, options);
    expect([valid(difficult), valid.errors]).toEqual([true, null]);
  });

  it('the schema rejects invalid documents, so that passing it means something', () => {
    expect(valid({ brand: { $type: 'color', $value: '#336699', 'a.b': 1 } })).toBe(false);
  });

  it('has every colour, with components in range', async () => {
    const { brand } = await read('dtcg', SAMPLE);
    expect(brand.base.$root).toEqual({
      $type: 'color',
      $value: { colorSpace: 'srgb', components: [0.2, 0.4, 0.6], alpha: 1, hex: '#336699' },
      $description: 'Steel Blue',
    });
    expect(brand.overlay.$value).toMatchObject({ alpha: 0.502, hex: '#ff0000' });
    expect(brand.neon.$value).toMatchObject({ colorSpace: 'display-p3', components: [0, 1, 0] });
  });

  it('writes tokens of every type unchanged', async () => {
    const document = await read('dtcg', [...SAMPLE, ...VALUES]);
    expect([valid(document), valid.errors]).toEqual([true, null]);
    for (const { path, type, value } of VALUES)
      expect(document.brand[path[0]!]).toMatchObject({ $type: type, $value: value });
  });

  it('never writes the hue 360', async () => {
    const { brand } = await read('dtcg', [token('edge', 'oklch(0.5 0.1 359.9999)')], {
      colorSyntax: 'oklch',
    });
    expect(brand.edge.$value.components[2]).toBe(0);
  });
});

describe('figma', () => {
  const valid = dtcgValidator();

  it('is valid DTCG in sRGB, and no token is also a group', async () => {
    const document = await read('figma', SAMPLE);
    expect([valid(document), valid.errors]).toEqual([true, null]);
    expect(document.brand.base.default.$value.hex).toBe('#336699');
    expect(document.brand.neon.$value.colorSpace).toBe('srgb');
    expect(JSON.stringify(document)).not.toContain('$root');
  });
});

// In a process of its own: Style Dictionary clones with structuredClone, whose objects are foreign
// inside of Jest.
const BUILD = `
  import StyleDictionary from 'style-dictionary';
  import { readFileSync } from 'node:fs';
  const dictionary = new StyleDictionary({
    tokens: JSON.parse(readFileSync(0, 'utf8')),
    platforms: { web: { transformGroup: 'css' } },
    log: { verbosity: 'silent' },
  });
  await dictionary.hasInitialized;
  const { allTokens } = await dictionary.getPlatformTokens('web');
  process.stdout.write(JSON.stringify(Object.fromEntries(allTokens.map(({ name, $value }) => [name, $value]))));
`;

describe('style-dictionary', () => {
  it('is read by Style Dictionary, which returns every name and colour', async () => {
    const output = execFileSync(process.execPath, ['--input-type=module', '--eval', BUILD], {
      input: await renderText('style-dictionary', SAMPLE),
      cwd: import.meta.dirname,
      encoding: 'utf8',
    });
    expect(JSON.parse(output)).toEqual({
      'brand-base-default': '#336699',
      'brand-base-50': '#eef3ff',
      'brand-base-950': '#04101c',
      'brand-on-primary': '#ffffff',
      'brand-overlay': `rgba(255, 0, 0, ${0x80 / 255})`,
      'brand-neon': SAMPLE[5]!.color.hex,
    });
  });
});
