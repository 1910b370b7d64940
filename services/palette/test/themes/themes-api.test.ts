import { typeid } from 'typeid-js';
import { hexOfRgb } from '../../src/color/color.ts';
import { SCHEME_IDS } from '../../src/themes/modes/material-schemes.ts';
import { THEME_MODES } from '../../src/themes/theme.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
let stranger: PaletteClient;
let palette: string;

beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness, 'org_a');
  stranger = await clientOf(harness, 'org_b');
  palette = await newPalette();
});

afterAll(() => harness.close());

const newPalette = async (body: object = { base_color: '#3366cc', harmony: 'triadic' }): Promise<string> =>
  (await client.post('/v1/palettes', body)).body.data.id as string;

const TOKENS = {
  brand: { $type: 'color', $value: '{palette.0}', $description: 'The brand' },
  space: {
    $type: 'dimension',
    small: { $value: { value: 4, unit: 'px' } },
    large: { $value: { value: 2, unit: 'rem' } },
  },
};

const newTheme = async (body: object = {}) =>
  client.post('/v1/themes', { palette_id: palette, name: 'Brand', tokens: TOKENS, ...body });

describe('POST /v1/themes', () => {
  it('creates and saves a theme', async () => {
    const made = await newTheme();
    expect(made.status).toBe(201);
    const theme = made.body.data;
    expect(made.headers.location).toBe(`/v1/themes/${theme.id}`);
    expect(theme).toMatchObject({
      id: expect.stringMatching(/^thm_[0-7][0-9a-hjkmnp-tv-z]{25}$/),
      name: 'Brand',
      palette_id: palette,
      workspace_id: expect.stringMatching(/^wsp_/),
      tokens: TOKENS,
      adjust: false,
      warnings: expect.arrayContaining(['on-primary on primary reaches 5.36:1 in high-contrast, below 7:1.']),
    });
    expect(theme.resolved_tokens).toEqual([
      {
        path: 'brand',
        type: 'color',
        value: { colorSpace: 'srgb', components: [0.2, 0.4, 0.8], hex: '#3366cc' },
        description: 'The brand',
      },
      { path: 'space.small', type: 'dimension', value: { value: 4, unit: 'px' }, description: null },
      { path: 'space.large', type: 'dimension', value: { value: 2, unit: 'rem' }, description: null },
    ]);
    expect(Object.keys(theme.modes)).toEqual(['light', 'dark', 'high_contrast', 'high_contrast_dark']);
    expect(theme.modes.light.primary).toMatchObject({ hex: '#3366cc', on: 'background', required_ratio: 3 });
    expect(theme.modes.high_contrast['on-secondary'].ratio).toBeGreaterThanOrEqual(7);
    expect(theme.resolver).toMatchObject({ name: 'Brand', version: '2025.10' });
    expect((await client.get(`/v1/themes/${theme.id}`)).body.data).toEqual(theme);
  });

  it('keeps a role’s set colour in every mode, unless told to adjust it', async () => {
    const primaries = async (body: object) => {
      const { modes, warnings } = (await newTheme({ tokens: { primary: '#ffd400' }, ...body })).body.data;
      const colors = Object.values(modes as Record<string, { primary: { hex: string } }>);
      return { colors: new Set(colors.map(({ primary }) => primary.hex)), warnings };
    };
    const kept = await primaries({});
    expect(kept.colors).toEqual(new Set(['#ffd400']));
    expect(kept.warnings.join()).toMatch(/primary on background reaches 1\.37:1 in light, below 3:1/);
    const adjusted = await primaries({ adjust: true });
    expect(adjusted.colors.size).toBeGreaterThan(1);
    expect(adjusted.warnings.join()).not.toContain('below');
  });

  it('accepts tokens the way people first write them, and says what it read', async () => {
    const tokens = { primary: '#ff0000', spacing: { sm: '4px' } };
    const made = await newTheme({ tokens });
    expect(made.status).toBe(201);
    expect(made.body.data.tokens).toEqual(tokens);
    expect(made.body.data.resolved_tokens).toMatchObject([
      { path: 'primary', type: 'color', value: { hex: '#ff0000' } },
      { path: 'spacing.sm', type: 'dimension', value: { value: 4, unit: 'px' } },
    ]);
    expect(made.body.data.warnings).toContainEqual(expect.stringContaining('spacing.sm: "4px" was read'));
  });

  it('names every fault at once', async () => {
    const answer = await newTheme({
      tokens: {
        a: { $value: '{nowhere}' },
        'b.c': { $type: 'number', $value: 1 },
        d: { $type: 'number', $value: 'x' },
        e: null,
      },
    });
    expect(refusedFields(answer)).toEqual(['tokens.b.c', 'tokens.e', 'tokens.d', 'tokens.a']);
  });

  it('names faults of names, values, groups, extensions, references and old names at once', async () => {
    const answer = await newTheme({
      tokens: {
        palette: { own: '#fff' },
        'dotted.name': 1,
        list: [1],
        color: { $type: 'color', broken: { $value: 'reddish' }, copy: { $value: '{color.broken}' } },
        kind: { $type: 'kolor', inside: { $value: 5 } },
        text: { $description: 5 },
        heir: { $extends: '{nobody}' },
        circle: { a: { $value: '{circle.b}' }, b: { $value: '{circle.a}' } },
        lost: { $value: '{nowhere}' },
        untyped: { $value: [1] },
      },
      renamed: { old: 'missing', older: 'color.copy' },
    });
    expect([answer.status, refusedFields(answer)]).toEqual([
      400,
      [
        'tokens.palette',
        'tokens.dotted.name',
        'tokens.list',
        'tokens.untyped',
        'tokens.kind',
        'tokens.text',
        'tokens.heir.$extends',
        'tokens.color.broken',
        'tokens.circle.a',
        'tokens.circle.b',
        'tokens.lost',
        'renamed.old',
      ],
    ]);
  });

  it('names faults of the tokens beside those of every other field', async () => {
    const tokens = { a: { $value: '{nowhere}' }, b: '{palette.0}', c: '{palette.77}' };
    const wrong = { name: '', adjust: 'maybe', tokens, renamed: { old: 'missing', older: 7 } };
    const beside = ['renamed.older', 'adjust', 'tokens.a', 'renamed.old'];
    const answer = await newTheme(wrong);
    expect(refusedFields(answer).sort()).toEqual(['name', 'tokens.c', ...beside].sort());
    // Nobody knows which colours a palette has that isn't named.
    for (const palette_id of [undefined, 7, 'pal_x'])
      expect(refusedFields(await newTheme({ ...wrong, palette_id })).sort()).toEqual(
        ['name', ...beside, ...(palette_id === 'pal_x' ? [] : ['palette_id'])].sort(),
      );
    const { id } = (await newTheme()).body.data;
    // Of a change, an empty name is one that isn't given.
    const changed = await client.patch(`/v1/themes/${id}`, wrong);
    expect(refusedFields(changed).sort()).toEqual(['tokens.c', ...beside].sort());
    expect(refusedFields(await newTheme({ name: '', tokens: 'css' }))).toEqual(['name', 'tokens']);
  });

  it('refuses a hex that differs from the colour’s components', async () => {
    const a = { $type: 'color', $value: { colorSpace: 'srgb', components: [1, 0, 0], hex: '#00ff00' } };
    const answer = await newTheme({ tokens: { a } });
    expect([answer.status, refusedFields(answer)]).toEqual([400, ['tokens.a']]);
  });

  it('resolves {group.$root}', async () => {
    const tokens = { g: { $root: { $type: 'number', $value: 1 } }, a: { $value: '{g.$root}' } };
    const made = await newTheme({ tokens });
    expect(made.body.data.resolved_tokens).toMatchObject([{ value: 1 }, { path: 'a', value: 1 }]);
  });

  it('keeps the order of the tokens', async () => {
    const tokens = Object.fromEntries(
      ['z', 'a', 'm', 'b'].map((name) => [name, { $type: 'number', $value: 1 }]),
    );
    const { id } = (await newTheme({ tokens })).body.data;
    expect(Object.keys((await client.get(`/v1/themes/${id}`)).body.data.tokens)).toEqual([
      'z',
      'a',
      'm',
      'b',
    ]);
  });

  it.each([
    [{ tokens: { a: { $type: 'color', $value: '{palette.77}' } } }, 'tokens.a'],
    [{ tokens: { a: { $value: '{b}' } } }, 'tokens.a'],
    [{ tokens: { 'a.b': { $type: 'number', $value: 1 } } }, 'tokens.a.b'],
    [{ tokens: { g: { $type: 'color', a: { $value: 'reddish' } } } }, 'tokens.g.a'],
    [{ tokens: { a: { $type: 'number', $value: 'x\u0000' } } }, 'tokens.a.$value'],
    [{ tokens: [] }, 'tokens'],
    [{ tokens: 'css' }, 'tokens'],
    [{ tokens: null }, 'tokens'],
    [{ tokens: undefined }, 'tokens'],
    [{ name: undefined }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: '\u200b' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'n'.repeat(101) }, 'name'],
    [{ palette_id: undefined }, 'palette_id'],
    [{ palette_id: 7 }, 'palette_id'],
    [{ palette_id: null }, 'palette_id'],
  ])('refuses a wrong field, naming it (case %#)', async (change, field) => {
    const before = await harness.database.database('themes').count();
    const answer = await newTheme(change);
    expect(answer.status).toBe(400);
    expect(refusedFields(answer)).toEqual([field]);
    expect(answer.body.error.details[0].message).toContain(field.split('.')[0]);
    expect(await harness.database.database('themes').count()).toEqual(before);
  });

  it('names the fields of an empty body', async () => {
    for (const body of [{}, undefined])
      expect(refusedFields(await client.post('/v1/themes', body))).toEqual(['palette_id', 'name', 'tokens']);
  });

  it('refuses trees that are too deep, however deep', async () => {
    const nested = (levels: number) =>
      `${'{"g":'.repeat(levels)}{"$type":"number","$value":1}${'}'.repeat(levels)}`;
    for (const levels of [33, 60, 100, 15_000]) {
      const sent = `{"palette_id":"${palette}","name":"N","tokens":${nested(levels)}}`;
      const answer = await client.post('/v1/themes', sent);
      expect([levels, answer.status]).toEqual([levels, 400]);
      expect(refusedFields(answer)[0]).toMatch(/^tokens\.g\.g\.g/);
    }
  });

  it('answers 404 for palettes that are unknown or belong to others', async () => {
    expect((await newTheme({ palette_id: typeid('pal').toString() })).status).toBe(404);
    expect((await newTheme({ palette_id: 'nonsense' })).status).toBe(404);
    const theirs = await stranger.post('/v1/themes', { palette_id: palette, name: 'T', tokens: {} });
    expect([theirs.status, theirs.body.error.code]).toEqual([404, 'not_found']);
  });

  it('explains what happens to a translucent palette', async () => {
    const { body } = await newTheme({ palette_id: await newPalette({ base_color: '#3366cc80' }) });
    expect(body.data.warnings.join()).toContain('opaque');
  });

  it('creates one theme for a repeated request', async () => {
    const sent = () =>
      client.post(
        '/v1/themes',
        { palette_id: palette, name: 'Once', tokens: {} },
        { 'Idempotency-Key': 'theme-1' },
      );
    const [one, other] = [await sent(), await sent()];
    expect(other.body.data).toEqual(one.body.data);
    expect(await harness.database.database('themes').where({ name: 'Once' })).toHaveLength(1);
  });

  it('creates one theme for each of 50 identical requests at once that it accepts', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => newTheme({ name: 'Crowd' })));
    const created = answers.filter(({ status }) => status === 201);
    // A machine that is too busy refuses the rest, and says so.
    expect(created.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    expect(await harness.database.database('themes').where({ name: 'Crowd' })).toHaveLength(created.length);
  });
});

describe('the scheme of a theme', () => {
  let sea: string;
  beforeAll(async () => {
    sea = await newPalette({ base_color: '#336699', harmony: 'triadic' });
  });

  const ofScheme = (body: object) => newTheme({ palette_id: sea, tokens: {}, ...body });

  it('every scheme keeps the brand colour, and has colours of its own beside it', async () => {
    const plain = (await ofScheme({})).body.data;
    expect(plain.scheme).toBeNull();
    for (const scheme of SCHEME_IDS) {
      const { status, body } = await ofScheme({ scheme });
      expect([scheme, status, body.data.scheme]).toEqual([scheme, 201, scheme]);
      for (const mode of THEME_MODES.map((name) => name.replaceAll('-', '_')))
        expect(body.data.modes[mode].primary.hex).toBe('#336699');
      expect(body.data.modes.light.secondary.hex).not.toBe(plain.modes.light.secondary.hex);
      for (const role of Object.values<{ ratio: number | null; required_ratio: number | null }>(
        body.data.modes.light,
      ))
        if (role.ratio !== null) expect(role.ratio).toBeGreaterThanOrEqual(Math.min(3, role.required_ratio!));
    }
  });

  it('tonal_spot has the colours of Material 3', async () => {
    // From Material Theme Builder's algorithm for #336699: secondary and tertiary at tone 40.
    const { modes } = (await ofScheme({ scheme: 'tonal_spot' })).body.data;
    expect([modes.light.secondary.hex, modes.light.tertiary.hex]).toEqual([
      hexOfRgb({ r: 0x53, g: 0x5f, b: 0x70 }),
      hexOfRgb({ r: 0x6b, g: 0x57, b: 0x78 }),
    ]);
  });

  it('a change of the scheme makes a version, a set colour wins, and nonsense is refused', async () => {
    const { id } = (await ofScheme({ scheme: 'vibrant', tokens: { secondary: '#abcdef' } })).body.data;
    const changed = (await client.patch(`/v1/themes/${id}`, { scheme: null })).body.data;
    expect([changed.version, changed.scheme, changed.modes.dark.secondary.hex]).toEqual([2, null, '#abcdef']);
    expect((await client.get(`/v1/themes/${id}/versions/1`)).body.data.scheme).toBe('vibrant');
    expect(refusedFields(await ofScheme({ scheme: 'loud' }))).toEqual(['scheme']);
  });
});
