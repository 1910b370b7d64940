import { readFileSync } from 'node:fs';

import request from 'supertest';

import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';

const MODULES = new URL('../../node_modules/', import.meta.url);

let client: Awaited<ReturnType<typeof clientOf>>;
let palette: string;
let harness: Awaited<ReturnType<typeof createPaletteHarness>>;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
  palette = (await client.post('/v1/palettes', { base_color: '#3366cc' })).body.data.id as string;
});
afterAll(() => harness.close());

const theme = (tokens: object, options?: object) =>
  client.post('/v1/themes', { palette_id: palette, name: 'T', tokens, options });

const COLLIDING = {
  carriageReturn: { $type: 'color', $value: '#112233' },
  'carriage-return': { $type: 'color', $value: '#445566' },
  alias: { $type: 'color', $value: '{carriage-return}' },
  part: { $type: 'color', $value: { $ref: '#/carriage-return/$value' } },
  dark: { primary: { $type: 'color', $value: '#778899' } },
};

describe('options.collisions', () => {
  it('names both tokens at import unless it is suffix', async () => {
    const { body } = await client.post('/v1/tokens/import', { format: 'dtcg', content: COLLIDING });
    expect(body.data.changes.join(' ')).toContain('carriage-return: has the same name as carriageReturn');
  });

  it('gives the later token a number at import, and references follow', async () => {
    const { body } = await client.post('/v1/tokens/import', {
      format: 'dtcg',
      content: COLLIDING,
      options: { collisions: 'suffix' },
    });
    const { tokens, changes, unresolved } = body.data;
    expect(unresolved).toEqual([]);
    expect(tokens['carriage-return-2'].$value.hex).toBe('#445566');
    expect(tokens.alias.$value).toBe('{carriage-return-2}');
    expect(tokens.part.$value).toEqual({ $ref: '#/carriage-return-2/$value' });
    expect(changes).toContainEqual(expect.stringContaining('is now called carriage-return-2'));
    expect(changes.join(' ')).not.toContain('name_collision');
  });

  it('gives the later token a number at a theme’s creation, also beside a role, and the theme is exported', async () => {
    const { status, body } = await theme(COLLIDING, { collisions: 'suffix' });
    expect([status, body.error]).toEqual([201, undefined]);
    const { id, warnings, resolved_tokens: resolved } = body.data;
    expect(resolved.map(({ path }: { path: string }) => path)).toEqual([
      'carriageReturn',
      'carriage-return-2',
      'alias',
      'part',
      'dark.primary-2',
    ]);
    expect(warnings).toContainEqual(expect.stringContaining('is now called dark.primary-2'));
    const { url } = (await client.post(`/v1/themes/${id}/links`, {})).body.data;
    const { pathname, search } = new URL(url);
    const sheet = (await request(harness.pages).get(pathname + search)).text;
    expect(sheet).toContain('--theme-carriage-return-2: #445566');
    expect(sheet).toContain('--theme-dark-primary-2: #778899');
  });

  it('keeps the names of groups’ own tokens and of groups that extend others apart', async () => {
    const { status, body } = await theme(
      {
        a: { $root: { $type: 'number', $value: 1 }, 'b-c': { $type: 'number', $value: 2 } },
        A: { $type: 'number', $value: 3 },
        ab: { $extends: '{a}', bC: { $type: 'number', $value: 4 } },
        last: { $type: 'number', $value: '{ab.bC}' },
      },
      { collisions: 'suffix' },
    );
    expect([status, body.error]).toEqual([201, undefined]);
    const paths = body.data.resolved_tokens.map(({ path, value }: { path: string; value: number }) => [
      path,
      value,
    ]);
    expect(new Set(paths.map(([path]: [string]) => path.toLowerCase())).size).toBe(paths.length);
    expect(paths.at(-1)).toEqual(['last', 4]);
  });

  it('is refused with another value', async () => {
    expect(refusedFields(await theme({}, { collisions: 'error' }))).toEqual(['options.collisions']);
  });
});

describe('tokens that can’t be resolved', () => {
  const BROKEN = {
    good: { $type: 'color', $value: '#112233' },
    lost: { $type: 'color', $value: '{nowhere}' },
    user: { $type: 'color', $value: '{lost}' },
    last: { $type: 'color', $value: '{user}' },
  };

  it('are left out of an import with those that refer to them, each with the reason', async () => {
    const { body } = await client.post('/v1/tokens/import', { format: 'dtcg', content: BROKEN });
    expect(Object.keys(body.data.tokens)).toEqual(['good']);
    expect(body.data.count).toBe(1);
    expect(body.data.unresolved).toEqual([
      { field: 'lost', message: 'refers to {nowhere}, which does not exist' },
      { field: 'user', message: 'refers to {lost}, which was left out' },
      { field: 'last', message: 'refers to {user}, which was left out' },
    ]);
    expect((await theme(body.data.tokens)).status).toBe(201);
  });

  it('refuse a theme unless options.unresolved is leave_out', async () => {
    expect(refusedFields(await theme(BROKEN))).toEqual(['tokens.lost']);
    const { status, body } = await theme(BROKEN, { unresolved: 'leave_out' });
    expect(status).toBe(201);
    expect(body.data.warnings).toContain('user was left out, as it refers to {lost}, which was left out.');
    expect(Object.keys(body.data.tokens)).toEqual(['good']);
  });

  it('don’t keep Primer’s theme from being made', async () => {
    const css = readFileSync(
      new URL('@primer/primitives/dist/css/functional/themes/light.css', MODULES),
      'utf8',
    );
    const { body } = await client.post('/v1/tokens/import', { content: css });
    expect(body.data.unresolved.length).toBeGreaterThanOrEqual(4);
    const made = await theme(body.data.tokens);
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    expect(made.body.data.resolved_tokens).toHaveLength(body.data.count);
  });
});

describe('DTCG 2025.10', () => {
  const read = async (content: object) =>
    (await client.post('/v1/tokens/import', { format: 'dtcg', content })).body.data;
  const one = { $type: 'number', $value: 1 };

  it('extends a group by $ref', async () => {
    const { tokens, unresolved, count } = await read({ a: { x: one }, b: { $ref: '#/a', y: one } });
    expect([tokens.b.$extends, unresolved, count]).toEqual(['{a}', [], 3]);
  });

  it('follows pointers with spaces, encoded or not', async () => {
    const { unresolved, count } = await read({
      'my a': one,
      b: { $type: 'number', $value: { $ref: '#/my a/$value' } },
      c: { $type: 'number', $ref: '#/my a' },
      d: { $type: 'number', $value: { $ref: '#/my%20a/$value' } },
    });
    expect([unresolved, count]).toEqual([[], 4]);
  });

  it('clamps the positions of a gradient', async () => {
    const stop = (position: number) => ({ color: '#112233', position });
    const { tokens } = await read({ g: { $type: 'gradient', $value: [stop(-1), stop(0.5), stop(2)] } });
    expect(tokens.g.$value.map(({ position }: { position: number }) => position)).toEqual([0, 0.5, 1]);
  });
});
