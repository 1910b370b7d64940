import { apca } from '../../src/color/apca.ts';
import { rgbOfHex } from '../../src/color/srgb.ts';
import { clientOf, createPaletteHarness, refusedFields } from '../palette-harness.ts';
import type { PaletteClient, PaletteHarness } from '../palette-harness.ts';

let harness: PaletteHarness;
let client: PaletteClient;
beforeAll(async () => {
  harness = await createPaletteHarness();
  client = await clientOf(harness);
});
afterAll(() => harness.close());

const check = (query: Record<string, string>) =>
  client.get(`/v1/contrast?${new URLSearchParams(query).toString()}`);

describe('GET /v1/contrast', () => {
  it('compares two colours without a palette', async () => {
    const { status, body } = await check({ foreground: '#4df7d1', background: '#ab0eb4' });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      foreground: { input: '#4df7d1', hex: '#4df7d1', alpha: 1 },
      level: 'AA',
      required_ratio: 4.5,
      ratio: 4.49,
      passes: false,
      levels: { AA: false, 'AA-large': true, UI: true },
      suggestion: { hex: expect.stringMatching(/^#/), ratio: 4.5, unreachable: false },
    });
  });

  it('composites translucent colours, and knows other levels and notations', async () => {
    const { body } = await check({ foreground: 'rgb(0 0 0 / 50%)', background: 'fff', level: 'AAA' });
    expect(body.data).toMatchObject({ ratio: 3.94, level: 'AAA', passes: false });
    const black = await check({ foreground: 'black', background: 'transparent', level: 'UI' });
    expect(black.body.data).toMatchObject({ ratio: 21, passes: true, suggestion: null });
  });

  it.each([
    [{ foreground: 'nothing', background: 'nowhere' }, ['foreground', 'background']],
    [{ foreground: '#000' }, ['background']],
    [{ foreground: '#000', background: '#fff', level: 'A' }, ['level']],
  ])('refuses %j', async (query, fields) => {
    const answer = await check(query);
    expect([answer.status, refusedFields(answer)]).toEqual([400, fields]);
  });

  it('requires its scope', async () => {
    const stranger = await clientOf(harness, 'org_a', ['tokens:write']);
    expect((await stranger.get('/v1/contrast?foreground=red&background=white')).status).toBe(403);
  });
});

// The values that the authors of APCA publish to verify implementations of 0.0.98G-4g.
it.each([
  ['#888888', '#ffffff', 63.056469930209424],
  ['#ffffff', '#888888', -68.54146436644962],
  ['#000000', '#aaaaaa', 58.146262578561334],
  ['#aaaaaa', '#000000', -56.24113336839742],
  ['#112233', '#ddeeff', 91.66830811481631],
  ['#ddeeff', '#112233', -93.06770049484275],
  ['#112233', '#444444', 8.32326136957393],
  ['#444444', '#112233', -7.526878460278154],
])('APCA of %s on %s is %d', (text, background, lc) => {
  expect(apca(rgbOfHex(text), rgbOfHex(background))).toBeCloseTo(lc, 8);
});
