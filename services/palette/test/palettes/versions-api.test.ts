import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

interface Color {
  role: string;
  hex: string;
}
const make = async (body: object) => (await client.post('/v1/palettes', body)).body.data;
const hexes = ({ colors }: { colors: Color[] }) => colors.map(({ hex }) => hex);

describe('the versions of a palette', () => {
  it('keep the base and the locked colours, and can be read, compared and exported', async () => {
    const first = await make({ base_color: '#336699', harmony: 'triadic', count: 5, scale: '50-950' });
    expect(first.version).toBe(1);
    const path = `/v1/palettes/${first.id}`;
    const { status, body } = await client.post(`${path}/regenerate`, { lock: [2] });
    const second = body.data;
    expect([status, second.version, second.id]).toEqual([200, 2, first.id]);
    for (const place of [0, 2]) expect(second.colors[place]).toEqual(first.colors[place]);
    for (const place of [1, 3, 4]) expect(hexes(first)).not.toContain(hexes(second)[place]);
    expect(second.colors[1].scale).toHaveLength(11);
    expect((await client.get(path)).body.data).toEqual(second);

    const { items } = (await client.get(`${path}/versions`)).body.data;
    expect(items.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const old = (await client.get(`${path}/versions/1`)).body.data;
    expect([old.version, old.colors]).toEqual([1, first.colors]);

    const diff = (await client.get(`${path}/diff?from=1`)).body.data;
    expect([diff.from, diff.to]).toEqual([1, 2]);
    for (const { role, from, to, delta_e: distance } of diff.changed) {
      expect(first.colors.find((color: Color) => color.role === role).hex).toBe(from);
      expect(second.colors.find((color: Color) => color.role === role).hex).toBe(to);
      expect(distance).toBeGreaterThan(0);
    }
    const roles = (list: { role: string }[]) => list.map(({ role }) => role);
    const named = [...roles(diff.changed), ...roles(diff.added)];
    expect(named.length).toBe(3);
    for (const { from, to } of diff.worse_contrast) expect(to).toBeLessThan(from);
    const backwards = (await client.get(`${path}/diff?from=2&to=1`)).body.data;
    expect(backwards.worse_contrast).not.toEqual(diff.worse_contrast);

    const exported = async (version?: number) =>
      (await client.post('/v1/tokens/export', { palette_id: first.id, format: 'css', version })).body.data.id;
    expect(await exported(2)).toBe(await exported());
    expect(await exported(1)).not.toBe(await exported());
    const gone = await client.post('/v1/tokens/export', { palette_id: first.id, format: 'css', version: 3 });
    expect(gone.status).toBe(404);
  });

  it('take the colours that they are given, and leave the others exactly as they are', async () => {
    // Outside sRGB: its hex alone would lose what a wide screen shows.
    const first = await make({
      base_color: 'oklch(0.7 0.3 145)',
      harmony: 'triadic',
      count: 4,
      scale: '1-12',
    });
    const path = `/v1/palettes/${first.id}`;
    const [base, second, third, fourth] = first.colors;
    const colors = [
      { color: base.hex },
      { color: fourth.hex, role: fourth.role },
      { color: second.hex, role: second.role },
      { color: '#551200', role: third.role },
      { color: 'gold' },
    ];
    const { status, body } = await client.put(`${path}/colors`, { colors });
    expect([status, body.data.version, body.data.harmony]).toEqual([200, 2, 'triadic']);
    const { colors: now, base_color: source } = body.data;
    expect(source).toEqual(first.base_color);
    expect(now[0]).toEqual(base);
    expect(now[1]).toEqual({ ...fourth, index: 1, name: now[1].name });
    expect(now.map(({ role, hex }: Color) => [role, hex])).toEqual([
      [base.role, base.hex],
      [fourth.role, fourth.hex],
      [second.role, second.hex],
      [third.role, '#551200'],
      ['given-4', '#ffd700'],
    ]);
    expect(now[4].scale).toHaveLength(12);
    expect((await client.get(`${path}/versions/1`)).body.data.colors).toEqual(first.colors);
    const back = await client.put(`${path}/colors`, { version: 1 });
    expect(back.body.data).toMatchObject({ version: 3, colors: first.colors, harmony: 'triadic' });
    const other = await client.put(`${path}/colors`, { colors: [{ color: 'gold' }] });
    expect(other.body.data.base_color).toMatchObject({ input: 'gold', hex: '#ffd700' });
  });

  it('refuse colours by the field that is wrong, and keep the version', async () => {
    const { id, colors } = await make({ base_color: 'teal' });
    const put = (given: unknown) => client.put(`/v1/palettes/${id}/colors`, { colors: given });
    expect(refusedFields(await put([{ color: 'teal' }, { color: 'no' }]))).toEqual(['colors.1.color']);
    const twice = [{ color: 'teal' }, { color: 'gold', role: 'a' }, { color: 'red', role: 'a' }];
    expect(refusedFields(await put(twice))).toEqual(['colors.2.role']);
    expect(refusedFields(await put([]))).toEqual(['colors']);
    const none = await client.put(`/v1/palettes/${id}/colors`, { version: 9 });
    expect(refusedFields(none)).toEqual(['version']);
    const both = await client.put(`/v1/palettes/${id}/colors`, { version: 1, colors: [{ color: 'red' }] });
    expect(both.status).toBe(400);
    expect((await client.get(`/v1/palettes/${id}`)).body.data).toMatchObject({ version: 1, colors });
  });

  it('change under If-Match only from the version that it names', async () => {
    const first = await client.post('/v1/palettes', { base_color: 'teal' });
    const path = `/v1/palettes/${first.body.data.id}/regenerate`;
    const from = (tag: string) => client.post(path, {}, { 'If-Match': tag });
    const second = await from(first.headers['etag'] ?? '');
    expect([second.status, second.body.data.version]).toEqual([200, 2]);
    const late = await from(first.headers['etag'] ?? '');
    expect([late.status, late.body.error.code]).toEqual([412, 'precondition_failed']);
    expect(late.headers['etag']).toBe(second.headers['etag']);
    expect((await from('*')).body.data.version).toBe(3);
  });

  it('let through one of many changes that name the same version, renaming included', async () => {
    const { id } = await make({ base_color: 'teal' });
    const tag = (await client.get(`/v1/palettes/${id}`)).headers['etag'] ?? '';
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () =>
        client.post(`/v1/palettes/${id}/regenerate`, {}, { 'If-Match': tag }),
      ),
      client.patch(`/v1/palettes/${id}`, { name: 'Renamed' }, { 'If-Match': tag }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412]);
  });

  it('are kept up to the hundredth', async () => {
    const { id } = await make({ base_color: 'teal', count: 2 });
    for (let version = 2; version <= 103; version += 1)
      await client.post(`/v1/palettes/${id}/regenerate`, {});
    const { items } = (await client.get(`/v1/palettes/${id}/versions`)).body.data;
    const numbers = items.map(({ version }: { version: number }) => version);
    expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([100, 103, 4]);
    expect((await client.get(`/v1/palettes/${id}/versions/3`)).status).toBe(404);
  });

  it('are the same for the same variation, and others for another', async () => {
    const [one, other] = [await make({ base_color: 'teal' }), await make({ base_color: 'teal' })];
    const again = async ({ id }: { id: string }, variation: number) =>
      hexes((await client.post(`/v1/palettes/${id}/regenerate`, { variation })).body.data);
    const first = await again(one, 7);
    expect(await again(other, 7)).toEqual(first);
    expect(await again(one, 8)).not.toEqual(first);
  });

  it('are numbered one by one when two requests meet', async () => {
    const { id } = await make({ base_color: 'teal' });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => client.post(`/v1/palettes/${id}/regenerate`, {})),
    );
    const made = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.version);
    expect(new Set(made).size).toBe(made.length);
    const current = (await client.get(`/v1/palettes/${id}`)).body.data.version;
    expect(Math.max(...made)).toBe(current);
    const { items } = (await client.get(`/v1/palettes/${id}/versions`)).body.data;
    expect(items).toHaveLength(current);
  });

  it.each([
    [{ lock: [9] }, 'lock'],
    [{ lock: [0, 0] }, 'lock.1'],
    [{ harmony: 'nope' }, 'harmony'],
    [{ count: 33 }, 'count'],
    [{ variation: -1 }, 'variation'],
  ])('refuse %j', async (body, field) => {
    const { id } = await make({ base_color: 'teal', count: 3 });
    const answer = await client.post(`/v1/palettes/${id}/regenerate`, body);
    expect([answer.status, refusedFields(answer)]).toEqual([400, [field]]);
  });

  it('are 404 for versions that never were, and for other organisations', async () => {
    const { id } = await make({ base_color: 'teal' });
    const stranger = await clientOf(harness, 'org_other');
    for (const path of ['versions/2', 'versions/x', 'diff?from=5'])
      expect([path, (await client.get(`/v1/palettes/${id}/${path}`)).status]).toEqual([path, 404]);
    for (const path of ['versions', 'versions/1', 'diff?from=1'])
      expect((await stranger.get(`/v1/palettes/${id}/${path}`)).status).toBe(404);
    expect((await stranger.post(`/v1/palettes/${id}/regenerate`, {})).status).toBe(404);
  });
});

describe('the versions of a theme', () => {
  it('are made by new tokens, and say which contrast got worse', async () => {
    const { id: palette } = await make({ base_color: '#123456' });
    const made = await client.post('/v1/themes', {
      palette_id: palette,
      name: 'T',
      tokens: { primary: '#123456' },
    });
    const path = `/v1/themes/${made.body.data.id}`;
    expect((await client.patch(path, { name: 'Only a name' })).body.data.version).toBe(1);
    const changed = (await client.patch(path, { tokens: { primary: '#ffd400' } })).body.data;
    expect(changed.version).toBe(2);
    const { items } = (await client.get(`${path}/versions`)).body.data;
    expect(items.map(({ version }: { version: number }) => version)).toEqual([2, 1]);
    const old = (await client.get(`${path}/versions/1`)).body.data;
    expect([old.version, old.modes]).toEqual([1, made.body.data.modes]);
    const diff = (await client.get(`${path}/diff?from=1`)).body.data;
    expect(diff.tokens).toEqual({ added: [], removed: [], changed: ['primary'] });
    expect(diff.changed).toContainEqual(
      expect.objectContaining({ mode: 'light', role: 'primary', from: '#123456', to: '#ffd400' }),
    );
    expect(diff.worse_contrast).toContainEqual(
      expect.objectContaining({ mode: 'light', role: 'primary', on: 'background', passes: false }),
    );
    const exported = async (version?: number) =>
      (await client.post('/v1/tokens/export', { theme_id: made.body.data.id, format: 'css', version })).body
        .data.id;
    expect(await exported(1)).not.toBe(await exported());
  });
});

describe('lists', () => {
  it('search names, descriptions and base colours, as written', async () => {
    const own = await clientOf(harness, 'org_lists');
    const add = (body: object) => own.post('/v1/palettes', body);
    await add({ base_color: 'tomato', name: '50% Off_Season' });
    const { data } = (await add({ base_color: 'teal', description: 'for the OCEAN', harmony: 'square' }))
      .body;
    const found = async (query: string) =>
      (await own.get(`/v1/palettes?${query}`)).body.data.items.map(
        ({ base_color: base }: { base_color: { input: string } }) => base.input,
      );
    expect(await found('search=50%25')).toEqual(['tomato']);
    expect(await found('search=f_s')).toEqual(['tomato']);
    expect(await found('search=_')).toEqual(['tomato']);
    expect(await found('search=ocean')).toEqual(['teal']);
    expect(await found('search=TOMA')).toEqual(['tomato']);
    expect(await found('harmony=square')).toEqual(['teal']);
    expect(await found('search=nothing')).toEqual([]);
    await own.post('/v1/themes', { palette_id: data.id, name: 'Deep Sea', tokens: {} });
    const themes = async (search: string) =>
      (await own.get(`/v1/themes?search=${search}`)).body.data.items.map(
        ({ name }: { name: string }) => name,
      );
    expect([await themes('sea'), await themes('sky')]).toEqual([['Deep Sea'], []]);
  });
});

describe('DELETE /v1/workspaces/:id', () => {
  it('deletes an empty one, one with all in it if told, and never the default one', async () => {
    const own = await clientOf(harness, 'org_workspaces');
    const add = async (name: string) => (await own.post('/v1/workspaces', { name })).body.data.id as string;
    const [empty, full] = [await add('Empty'), await add('Full')];
    const palette = await own.post('/v1/palettes', { base_color: 'teal', workspace_id: full });
    await own.post('/v1/themes', { palette_id: palette.body.data.id, name: 'T', tokens: {} });
    expect((await own.delete(`/v1/workspaces/${empty}`)).body.data).toMatchObject({
      id: empty,
      deleted: true,
    });
    const refused = await own.delete(`/v1/workspaces/${full}`);
    expect(refused.body.error.code).toBe('workspace_in_use');
    expect((await own.delete(`/v1/workspaces/${full}?cascade=true`)).status).toBe(200);
    expect((await own.get(`/v1/palettes/${palette.body.data.id}`)).status).toBe(404);
    const { items } = (await own.get('/v1/workspaces?search=FAULT')).body.data;
    expect(items).toHaveLength(1);
    const kept = await own.delete(`/v1/workspaces/${items[0].id}`);
    expect(kept.body.error.code).toBe('default_workspace');
    expect((await own.delete(`/v1/workspaces/${full}`)).status).toBe(404);
  });
});

const makePalette = () => client.post('/v1/palettes', { base_color: '#336699', name: 'One' });
const makeTheme = async () => {
  const palette = await makePalette();
  const tokens = {
    color: { z: { $type: 'color', $value: '#ff0000' }, a: { $type: 'color', $value: '#00ff00' } },
  };
  return client.post('/v1/themes', { palette_id: palette.body.data.id, name: 'One', tokens });
};

describe.each([
  ['palette', makePalette, '/v1/palettes'],
  ['theme', makeTheme, '/v1/themes'],
])('the version of a %s', (_, make, path) => {
  it('is the same in every answer that shows it, and changes with it', async () => {
    const made = await make();
    const address = `${path}/${made.body.data.id}`;
    const shown = await client.get(address);
    expect(shown.headers['etag']).toBe(made.headers['etag']);
    const changed = await client.patch(address, { name: 'Two' });
    expect(changed.headers['etag']).not.toBe(shown.headers['etag']);
    expect((await client.get(address)).headers['etag']).toBe(changed.headers['etag']);
  });

  it('saves sending what the client has', async () => {
    const made = await make();
    const address = `${path}/${made.body.data.id}`;
    const again = await client.get(address, { 'If-None-Match': made.headers['etag'] ?? '' });
    expect([again.status, again.text, again.headers['etag']]).toEqual([304, '', made.headers['etag']]);
    expect((await client.get(address, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('lets one of two changes of the same version through', async () => {
    const made = await make();
    const address = `${path}/${made.body.data.id}`;
    const version = { 'If-Match': made.headers['etag'] ?? '' };
    const names = ['A', 'B', 'C', 'D'];
    const answers = await Promise.all(names.map((name) => client.patch(address, { name }, version)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const winner = answers.find(({ status }) => status === 200);
    expect((await client.get(address)).body.data.name).toBe(winner?.body.data.name);
    const loser = answers.find(({ status }) => status === 412);
    expect(loser?.body.error.code).toBe('precondition_failed');
    expect(loser?.headers['etag']).toBe(winner?.headers['etag']);
    expect((await client.delete(address, version)).status).toBe(412);
    expect((await client.delete(address, { 'If-Match': '*' })).status).toBe(200);
    expect((await client.delete(address, { 'If-Match': '*' })).status).toBe(404);
  });
});
