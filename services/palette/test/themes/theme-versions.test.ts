import { clientOf, createPaletteHarness } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

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
